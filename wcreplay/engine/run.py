"""One run through a record: tokens meet decisions."""

from __future__ import annotations

import datetime as dt
import hashlib
import re
from typing import Any

from wcreplay.notation.diagnostics import Diagnostic
from wcreplay.notation.locate import diagnose, tag_length
from wcreplay.notation.model import Record, Statement

from . import registry
from .binding import Binding
from .decision import Decision, UnknownFact
from .game import Fault, Game, SetupError
from .printing import SEATS
from .stray import stray_word
from .values import Replay, Result, Turn

_RESULT = re.compile(r"([A-E])\s+(-?[0-9]{1,9})")
"""One seat of the tag Result: ``A 54``; commas part the seats."""


_DATE = re.compile(r"([0-9?]{4})(?:[-.]([0-9?]{2})(?:[-.]([0-9?]{2}))?)?")


def _is_date(text: str) -> bool:
    """Whether a tag states a day, a month or a year, digits that nobody knows written as ``?``."""
    match = _DATE.fullmatch(text)
    if match is None:
        return False
    year, month, day = (int(part) if part and "?" not in part else 1 for part in match.groups())
    try:
        dt.date(year, month, day)
    except ValueError:
        return False
    return True


class _Stop(Exception):
    """The record cannot be replayed further; carries the diagnostics."""

    def __init__(self, *diagnostics: Diagnostic) -> None:
        super().__init__()
        self.diagnostics = diagnostics


class Canonical:
    """The canonical form of one statement: its head, its tokens, and where each token came from."""

    __slots__ = ("label", "origins", "seat", "tokens")

    def __init__(self, label: str, seat: str, tokens: list[str], origins: list[int]) -> None:
        self.label = label
        self.seat = seat
        self.tokens = tokens
        self.origins = origins


class Run:
    """The state of a replay in progress. Make one per record and call :meth:`replay` once."""

    def __init__(self, record: Record, *, keep_canonical: bool = False) -> None:
        """Prepare to replay ``record``; with ``keep_canonical`` each statement's canonical form is kept."""
        self.record = record
        self.game: Game
        self.setup: Any = None
        self.pos: Any = None
        self.count = 0
        self.order: tuple[int, ...] = ()
        self.turns: list[Turn] = []
        self.identity: list[str] = []
        self.canonical: dict[int, Canonical] | None = {} if keep_canonical else None
        self.starts: list[int] = [0]
        self.bind: Binding
        self.statement: Statement | None = None
        self.scores: list[tuple[int, ...]] = []
        self.changed: dict[Any, str] = {}  # where each balance last changed, as far as turns were noted
        self.noted = 0
        self.line = record.line
        self.line_at = 0

    def replay(self) -> Replay:
        """Replay the whole record."""
        record = self.record
        diagnostics: tuple[Diagnostic, ...] = ()
        state = "error"
        result: tuple[Result, ...] = ()
        ruleset = rulings = name = ""
        try:
            name = self._load_game()
            ruleset = record.tag("Ruleset", self.game.meta.rulesets[0])
            rulings = record.tag("Rulings")
            self._start()
            for statement in record.statements:
                self._statement(statement)
            state = self._finish()
            result = self._result(state)
        except _Stop as stop:
            diagnostics, state = stop.diagnostics, "error"
        except UnknownFact as unknown:
            diagnostics, state = self._unknown(unknown).diagnostics, "error"
        return Replay(
            record,
            name,
            ruleset,
            rulings,
            tuple(SEATS[: self.count]),
            tuple(SEATS[seat] for seat in self.order),
            tuple(self.turns),
            diagnostics,
            state,
            self._game_id(name, ruleset, rulings) if state != "error" else "",
            result,
            self.setup,
            tuple(self.pos.history) if self.pos is not None else (),
            tuple(self.starts),
        )

    # -- beginning ---------------------------------------------------------------------------

    def _load_game(self) -> str:
        name = self.record.tag("Game")
        if not name:
            expected = 'a tag such as [Game "white-castle"]'
            raise self._stop_at("R001", "the record does not say which game it is", 0, 1, expected)
        try:
            self.game = registry.load(name)
        except registry.UnknownGame as error:
            raise self._stop_tag("R002", str(error), "Game", ", ".join(registry.names())) from None
        rulesets = self.game.meta.rulesets
        ruleset = self.record.tag("Ruleset", rulesets[0])
        if ruleset not in rulesets:
            raise self._stop_tag("R003", f"no ruleset '{ruleset}' of {name}", "Ruleset", ", ".join(rulesets))
        return name

    def _start(self) -> None:
        try:
            self.setup = self.game.read_setup(self.record)
        except SetupError as error:
            setup = {keyword.name for keyword in self.game.grammar.setup}
            for statement in self.record.statements:
                if statement.keyword in setup and (stray := self._stray(statement)):
                    raise stray from None
            raise _Stop(*(self._diagnose_fault(fault) for fault in error.faults)) from None
        self.count, self.order = self.game.seats(self.setup)
        date = self.record.tag("Date")
        if date and not _is_date(date):
            raise self._stop_tag(
                "R006", f"'{date}' is no date", "Date", "2026-11-20, with ? for unknown digits"
            )
        for tag in self.record.tags:
            if len(tag.name) == 1 and tag.name in SEATS[self.count :]:
                message = f"the tag [{tag.name}] names a player, but only {self.count} seats play"
                raise self._stop_tag("R004", message, tag.name, "a seat of the starting order")
        self.pos = self.game.start(self.setup)
        self.bind = Binding(self.game, self.setup, self.pos)
        self.scores = [()] * self.count
        self.identity.extend(self.game.identity(self.setup))

    # -- statements --------------------------------------------------------------------------

    def _statement(self, statement: Statement) -> None:
        self.statement = statement
        keyword = statement.keyword
        if not keyword:
            self._turn(statement)
        elif keyword == "=":
            self._assertion(statement)
        elif any(keyword == chance.name for chance in self.game.grammar.chance):
            self._chance(statement)

    def _chance(self, statement: Statement) -> None:
        self._skip_optional(None)
        decision = self.pos.decision
        if decision is None or decision.seat >= 0:
            message = f"'{statement.keyword}' comes too early or twice: {self._awaited()} is next"
            raise self._stop_at("R204", message, statement.at, len(statement.keyword), self._expected())
        tokens = self.game.chance(statement, self.pos)
        if isinstance(tokens, Fault):
            raise self._stray(statement) or _Stop(self._diagnose_fault(tokens, statement))
        texts: list[str] = []
        for text, at in tokens:
            decision = self.pos.decision
            if decision is None or decision.options.get(text) is None:
                why = self.game.explain(self.pos, text)
                raise self._stop_at("R205", why.message, at, len(text), why.expected, why.hint, why.article)
            self.pos.apply(text)
            texts.append(text)
        self.identity.append(f"{statement.keyword} {' '.join(texts)}")
        if self.canonical is not None:
            self.canonical[id(statement)] = Canonical(
                "", "", self.game.chance_line(texts, self.pos).split(), []
            )
        self._collect("", None)

    def _turn(self, statement: Statement) -> None:
        label, letter = statement.label, statement.seat
        self._skip_optional(statement)
        pos = self.pos
        decision = pos.decision
        actual = pos.label
        if (
            decision is None
            or SEATS[decision.seat] != letter
            or decision.seat < 0
            or label not in ("", actual)
        ):
            raise self._misplaced(statement)
        bind = self.bind
        bind.begin()
        origins: list[int] = []
        for index, (text, at) in enumerate(statement.tokens):
            if "/" in text:
                self._take_with_chance(text, at)
            elif not bind.take(text):
                raise self._illegal(text, at)
            if self.canonical is not None:
                origins.extend([index] * (len(bind.printed) - len(origins)))
        self.pos = bind.pos
        self._end_unit(statement)
        if self.canonical is not None:
            self.canonical[id(statement)] = Canonical(actual, letter, bind.printed, origins)

    def _misplaced(self, statement: Statement) -> _Stop:
        """Say why a turn cannot stand where it does."""
        label, letter = statement.label, statement.seat
        pos = self.pos
        decision = pos.decision
        at, length = statement.at, max(1, len(label or letter))
        if decision is None:
            return self._stop_at("R203", "the game is over, but the record goes on", at, length)
        if decision.seat < 0:
            awaited = self.game.explain_next(pos)
            return self._stop_at(
                "R206", awaited.message, at, length, awaited.expected, awaited.hint, awaited.article
            )
        if letter != SEATS[decision.seat]:
            at = statement.seat_at if letter else at
            message = f"seat {letter} is not on turn" if letter else "the turn names no seat"
            expected = f"{pos.label} {SEATS[decision.seat]}"
            awaited = self.game.explain_next(pos)
            return self._stop_at("R202", message, at, 1, expected, awaited.hint, awaited.article)
        message = f"the label says {label}, but this is {pos.label}"
        hint = "a turn before it is missing or written twice, or the label is wrong"
        return self._stop_at("R201", message, statement.label_at, len(label), pos.label, hint)

    def _skip_optional(self, statement: Statement | None) -> None:
        """Decline units that may be left out and that the statement is not about."""
        pos = self.pos
        while (decision := pos.decision) is not None and decision.seat >= 0 and "" in decision.options:
            if statement is not None and self._is_about(statement, decision):
                return
            self.bind.begin()
            self._end_unit(None)

    def _is_about(self, statement: Statement, decision: Decision) -> bool:
        if statement.seat != SEATS[decision.seat]:
            return False
        if statement.label:
            return bool(statement.label == self.pos.label)
        return any(decision.options.get(token.text) is not None for token in statement.tokens[:3])

    # -- tokens ------------------------------------------------------------------------------

    def _take_with_chance(self, token: str, at: int) -> None:
        """Take a token that what chance showed is glued to, such as ``g^s2.3/S9``."""
        head, _, tail = token.partition("/")
        for text in (head, f"/{tail}"):
            if text and not self.bind.take(text):
                raise self._illegal(text, at + token.index(text))

    def _unknown(self, unknown: UnknownFact) -> _Stop:
        statement = self.statement
        at = statement.at if statement else 0
        length = statement.end - statement.at if statement else 1
        message = f"the replay needs {unknown}, which the record leaves open"
        return self._stop_at("R401", message, at, length, "the fact instead of _")

    def _end_unit(self, statement: Statement | None) -> None:
        pos, unit = self.pos, self.bind.unit
        while pos.unit_number == unit and (decision := pos.decision) is not None:
            empty = decision.options.get("")
            if empty is None:
                at = statement.end if statement else 0
                why = self.game.explain_next(pos)
                state = self.game.state_words(pos)
                raise self._stop_at(
                    "R207", why.message, max(0, at - 1), 1, why.expected, why.hint, why.article, state
                )
            pos.take("", empty)
        self._collect(" ".join(self.bind.printed), statement)

    def _collect(self, text: str, statement: Statement | None) -> None:
        """Turn the units that the position has finished into frozen turns."""
        finished = self.pos.finished
        while finished:
            unit = finished.pop(0)
            seat = unit.seat
            if seat < 0:  # the setup or the end: nobody acted, nothing was written
                self.scores = [self.game.scores(self.setup, row) for row in unit.balances]
                head = ("", "", "", 0, "", "")
            else:
                self.scores[seat] = self.game.scores(self.setup, unit.balances[seat])
                if text:
                    self.identity.append(f"{self.order.index(seat)} {text}")
                head = (SEATS[seat], unit.label, text, *self._written(statement))
            number, round_, turn_in_round, phase, _, _, postings, balances, facts = unit
            scores = tuple(self.scores)
            self.turns.append(
                Turn(number, round_, turn_in_round, phase, *head, postings, balances, scores, facts)
            )
            self.starts.append(len(self.pos.history))

    def _written(self, statement: Statement | None) -> tuple[int, str, str]:
        """Return line, mark and comments of the statement that a unit was written as, if it was."""
        if statement is None:
            return 0, "", ""
        comment = ""
        if statement.comments:
            comment = "\n".join(note.text.strip() for note in statement.comments)
        return self._line(statement.at), statement.mark, comment

    def _line(self, offset: int) -> int:
        """Return the source line of an offset; offsets come in ascending order."""
        self.line += self.record.text.count("\n", self.line_at, offset)
        self.line_at = offset
        return self.line

    # -- assertions and the end --------------------------------------------------------------

    def _assertion(self, statement: Statement) -> None:
        for turn in self.turns[self.noted :]:
            for posting in turn.postings:
                self.changed[posting.seat, posting.account] = f"{turn.label or turn.phase} ({posting.cause})"
        self.noted = len(self.turns)
        faults = self.game.check_facts(statement, self.pos, self.changed)
        if faults:
            raise _Stop(*(self._diagnose_fault(fault, statement) for fault in faults))

    def _finish(self) -> str:
        """Take what may be left out at the end; say whether the game is complete."""
        return "complete" if self.pos.over else "partial"

    def _result(self, state: str) -> tuple[Result, ...]:
        stated = self.record.tag("Result").strip()
        if state != "complete":
            if stated and stated != "*":
                message = f"a result is stated, but the record stops before {self._awaited()}"
                hint = 'add what is missing, or write [Result "*"] for an unfinished game'
                raise self._stop_tag("R302", message, "Result", "a finished game", hint)
            return ()
        points = [sum(row) for row in self.scores]
        ranks = self.game.ranking(points, self.pos.order)
        right = ", ".join(f"{SEATS[s]} {points[s]}" for s in sorted(range(self.count), key=ranks.__getitem__))
        for part in stated.split(",") if stated else ():
            match = _RESULT.fullmatch(part.strip())
            if match is None:
                message = f"'{part.strip()}' in the tag Result is no seat with its points"
                raise self._stop_tag("R303", message, "Result", right)
            seat = SEATS.index(match[1])
            if seat >= self.count or points[seat] != int(match[2]):
                have = f"{points[seat]}" if seat < self.count else "no such seat"
                message = f"the result states {match[2]} points for {match[1]}, the replay has {have}"
                raise self._stop_tag("R303", message, "Result", right)
        return tuple(Result(SEATS[seat], points[seat], ranks[seat]) for seat in range(self.count))

    def _game_id(self, name: str, ruleset: str, rulings: str) -> str:
        text = "\n".join((name, ruleset, rulings, str(self.count), *self.identity))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    # -- diagnostics -------------------------------------------------------------------------

    def _awaited(self) -> str:
        decision = self.pos.decision
        if decision is None:
            return "the end of the game"
        if decision.seat < 0:
            return f"the dice of round {self.pos.round or 1}"
        return f"{self.pos.label} {SEATS[decision.seat]}"

    def _expected(self) -> str:
        options = self.pos.options()
        shown = " ".join(options[:12])
        return shown + (f" ... ({len(options)} in all)" if len(options) > 12 else "")

    def _illegal(self, written: str, at: int) -> _Stop:
        if stray := self._stray(self.statement, at):
            return stray
        bind = self.bind
        before = bind.position_after(bind.anchor)
        why = self.game.explain(before, self.game.normalise(written))
        if before.unit_number != bind.unit and why.code == "R210":
            last = bind.printed[-1] if bind.printed else "the turn"
            message = f"nothing is left to do after '{last}' in this turn"
            return self._stop_at("R210", message, at, len(written), "the end of the turn")
        state = self.game.state_words(before)
        return self._stop_at(
            why.code, why.message, at, len(written), why.expected, why.hint, why.article, state
        )

    def _stray(self, statement: Statement | None, last: int | None = None) -> _Stop | None:
        """Return an error about a mistyped word that begins a line inside a statement, if there is one.

        Behind the offset ``last`` none is looked for.
        """
        found = stray_word(self.record, statement, self.game.grammar) if statement else None
        if found is None or (last is not None and found[0].at > last):
            return None
        token, meant = found
        message = f"'{token.text}' begins a line but is no label, seat or keyword"
        hint = f"did you mean {meant}?"
        return self._stop_at("R208", message, token.at, len(token.text), "a label, a seat or a keyword", hint)

    def _diagnose_fault(self, fault: Fault, statement: Statement | None = None) -> Diagnostic:
        if fault.token is not None and fault.token.at >= 0:
            at, length = fault.token.at, len(fault.token.text)
        elif statement is not None:
            at, length = statement.at, max(1, statement.end - statement.at)
        else:
            at, length = self._setup_end(), 1
        return diagnose(
            self.record,
            fault.code,
            fault.message,
            at,
            length,
            expected=fault.expected,
            hint=fault.hint,
            article=fault.article,
        )

    def _setup_end(self) -> int:
        setup = {keyword.name for keyword in self.game.grammar.setup}
        ends = [statement.at for statement in self.record.statements if statement.keyword in setup]
        return max(ends, default=0)

    def _stop_at(
        self,
        code: str,
        message: str,
        at: int,
        length: int,
        expected: str = "",
        hint: str = "",
        article: str = "",
        state: str = "",
    ) -> _Stop:
        return _Stop(
            diagnose(
                self.record,
                code,
                message,
                at,
                length,
                expected=expected,
                hint=hint,
                article=article,
                state=state,
            )
        )

    def _stop_tag(self, code: str, message: str, name: str, expected: str = "", hint: str = "") -> _Stop:
        for tag in self.record.tags:
            if tag.name == name:
                length = tag_length(self.record, tag)
                return self._stop_at(code, message, tag.at, length, expected, hint)
        return self._stop_at(code, message, 0, 1, expected, hint)
