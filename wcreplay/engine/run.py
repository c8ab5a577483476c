"""One run through a record: tokens meet decisions."""

from __future__ import annotations

import datetime as dt
import hashlib
import re
from typing import Any

from wcreplay.notation.diagnostics import Diagnostic
from wcreplay.notation.model import Record, Statement

from . import faults, registry
from .binding import Binding
from .decision import Decision, UnknownFact
from .faults import Stop
from .game import Explanation, Fault, Game, SetupError
from .printing import SEATS
from .values import Line, Replay, Result, Turn
from .variations import Branch, foresee, replay_variations

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

    def __init__(self, record: Record, *, keep_canonical: bool = False, keep_prefix: bool = False) -> None:
        """Prepare to replay ``record``.

        With ``keep_canonical`` each statement's canonical form is kept, with ``keep_prefix`` what comes
        before the first fault of a record whose setup is right.
        """
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
        self.warnings: list[Diagnostic] = []
        self.branches: list[Branch] = []
        self.shown: list[tuple[int, str]] = []  # what chance showed, with the number of choices up to it
        self.keep_prefix = keep_prefix
        self.facts: list[tuple[Statement | None, list[tuple[str, list[str]]]]] | None = None
        self.foreseen: list[str] | None = None  # in a variation: what chance shows later in the line it left
        self.line = record.line
        self.line_at = 0

    def fork(self) -> Run:
        """Return a run of the same record and setup; where it stands is the caller's to say."""
        other = Run(self.record)
        other.game, other.setup = self.game, self.setup
        other.count, other.order = self.count, self.order
        other.canonical = self.canonical
        return other

    def replay(self) -> Replay:
        """Replay the whole record."""
        record = self.record
        diagnostics: tuple[Diagnostic, ...]
        state = "error"
        lines: list[Line] = []
        result: tuple[Result, ...] = ()
        ruleset = rulings = name = ""
        try:
            name = self._load_game()
            ruleset = record.tag("Ruleset", self.game.meta.rulesets[0])
            rulings = record.tag("Rulings")
            self._start()
            for statement in record.statements:
                self.read(statement)
            state = self._finish()
            if state == "complete":
                self._note_facts(None)
            result = self._result(state)
            diagnostics = tuple(self.warnings)
            if self.branches:
                lines, wrong = replay_variations(self)
                if wrong:
                    diagnostics = tuple(wrong)
                    if not self.keep_prefix:
                        state, result = "error", ()
        except Stop as stop:
            diagnostics, state = stop.diagnostics, "error"
        except UnknownFact as unknown:
            diagnostics, state = faults.unknown_fact(self, unknown).diagnostics, "error"
        if state == "error" and self.keep_prefix and len(self.turns) > 1:
            state, result = "cut", ()
        history = self.pos.history if self.pos is not None else ()
        if state == "cut":
            history = history[: self.starts[len(self.turns)]]
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
            self._game_id(name, ruleset, rulings, state) if state != "error" else "",
            result,
            self.setup,
            tuple(history),
            tuple(self.starts),
            tuple(lines),
        )

    # -- beginning ---------------------------------------------------------------------------

    def _load_game(self) -> str:
        name = self.record.tag("Game")
        if not name:
            raise faults.no_game(self.record)
        try:
            self.game = registry.load(name)
        except registry.UnknownGame as error:
            message, _, hint = str(error).partition("; ")
            why = Explanation(message, "", ", ".join(registry.names()), hint, "R002")
            raise faults.stop_tag(self.record, "Game", why) from None
        rulesets = self.game.meta.rulesets
        ruleset = self.record.tag("Ruleset", rulesets[0])
        if ruleset not in rulesets:
            why = Explanation(f"{name} has no ruleset '{ruleset}'", "", ", ".join(rulesets), code="R003")
            raise faults.stop_tag(self.record, "Ruleset", why)
        return name

    def _start(self) -> None:
        try:
            self.setup = self.game.read_setup(self.record)
        except SetupError as error:
            setup = {keyword.name for keyword in self.game.grammar.setup}
            for statement in self.record.statements:
                if statement.keyword in setup and (stray := faults.stray(self.record, statement, self.game)):
                    raise stray from None
            raise Stop(*(self._diagnose_fault(fault) for fault in error.faults)) from None
        self.count, self.order = self.game.seats(self.setup)
        date = self.record.tag("Date")
        if date and not _is_date(date):
            expected = "year, month and day, such as 2026-11-20, with ? for unknown digits"
            raise faults.stop_tag(
                self.record, "Date", Explanation(f"'{date}' is no date", "", expected, code="R006")
            )
        for tag in self.record.tags:
            if len(tag.name) == 1 and tag.name in SEATS[self.count :]:
                raise faults.no_seat(self, tag.name)
        self.pos = self.game.start(self.setup)
        self.bind = Binding(self.game, self.setup, self.pos)
        self.scores = [()] * self.count
        self.identity.extend(self.game.identity(self.setup))

    # -- statements --------------------------------------------------------------------------

    def read(self, statement: Statement) -> None:
        """Do what a statement says. Raises :class:`~wcreplay.engine.faults.Stop` where it cannot be done."""
        self.statement = statement
        if statement.variations:
            self.branches.append(Branch(statement, self.pos.clone(), tuple(self.scores), len(self.turns)))
        keyword = statement.keyword
        if not keyword:
            self._turn(statement)
        elif keyword == "=":
            self._assertion(statement)
        elif any(keyword == chance.name for chance in self.game.grammar.chance):
            self._chance(statement)

    def _chance(self, statement: Statement) -> None:
        self._skip_optional(None)
        self._note_facts(statement)
        decision = self.pos.decision
        if decision is None or decision.seat >= 0:
            raise faults.early_chance(self, statement)
        tokens = self.game.chance(statement, self.pos)
        if isinstance(tokens, Fault):
            raise faults.stray(self.record, statement, self.game) or Stop(
                self._diagnose_fault(tokens, statement)
            )
        texts: list[str] = []
        for token in tokens:
            text = token.text
            decision = self.pos.decision
            if decision is None or decision.options.get(text) is None:
                raise faults.impossible_roll(self, text, token.at)
            self.pos.apply(text)
            texts.append(text)
            self.shown.append((len(self.pos.history), text))
        self.identity.append(f"{statement.keyword} {' '.join(texts)}")
        if self.canonical is not None:
            self.canonical[id(statement)] = Canonical(
                "", "", self.game.chance_line(texts, self.pos).split(), []
            )
        self.collect("", None)

    def _turn(self, statement: Statement) -> None:
        label, letter = statement.label, statement.seat
        self._skip_optional(statement)
        pos = self.pos
        if self.foreseen:
            foresee(self, rolls=True)
        decision = pos.decision
        actual = pos.label
        if (
            decision is None
            or SEATS[decision.seat] != letter
            or decision.seat < 0
            or label not in ("", actual)
        ):
            raise faults.misplaced(self, statement)
        bind, warn = self.bind, self.warn
        bind.begin()
        origins: list[int] = []
        for index, token in enumerate(statement.tokens):
            text = token.text
            if "/" in text:
                self._take_with_chance(text, token.at)
            elif not bind.take(text, warn):
                raise faults.illegal(self, text, token.at)
            elif self.foreseen:
                foresee(self, rolls=False)
            if self.canonical is not None:
                origins.extend([index] * (len(bind.printed) - len(origins)))
        self.pos = bind.pos
        self._end_unit(statement)
        if self.canonical is not None:
            self.canonical[id(statement)] = Canonical(actual, letter, bind.printed, origins)

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
            if text and not self.bind.take(text, self.warn):
                raise faults.illegal(self, text, at + token.index(text))
        self.shown.append((len(self.bind.pos.history), f"/{tail}"))

    def warn(self, token: str, position: Any) -> None:
        """Note a token that chooses nothing at a position."""
        self.warnings.append(faults.nothing_chosen(self, token, position))

    def _end_unit(self, statement: Statement | None) -> None:
        pos, unit = self.pos, self.bind.unit
        while pos.unit_number == unit and (decision := pos.decision) is not None:
            empty = decision.options.get("")
            if empty is None:
                raise faults.unfinished(self, statement)
            pos.take("", empty)
        self.collect(" ".join(self.bind.printed), statement)

    def collect(self, text: str, statement: Statement | None) -> None:
        """Turn the units that the position has finished into frozen turns."""
        finished: list[Any] = self.pos.finished
        for unit in finished:
            seat, label, balances = unit.seat, unit.label, unit.balances
            letter = said = mark = comment = ""
            line = 0
            if seat < 0:  # the setup or the end: nobody acted, nothing was written
                label = ""
                self.scores = [self.game.scores(self.setup, row) for row in balances]
            else:
                letter, said = SEATS[seat], text
                self.scores[seat] = self.game.scores(self.setup, balances[seat])
                if text:
                    self.identity.append(f"{self.order.index(seat)} {text}")
                line, mark, comment = self._written(statement)
            self.turns.append(
                Turn(
                    unit.number,
                    unit.round,
                    unit.turn_in_round,
                    unit.phase,
                    letter,
                    label,
                    said,
                    line,
                    mark,
                    comment,
                    unit.posted,
                    balances,
                    tuple(self.scores),
                    unit.facts,
                )
            )
            self.starts.append(len(self.pos.history))
        finished.clear()

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

    def _note_facts(self, statement: Statement | None) -> None:
        """Note what can be stated before new chance, or at the end, where a list for it was set."""
        if self.facts is not None and self.turns:
            self.facts.append((statement, self.game.state_facts(self.pos)))

    def _assertion(self, statement: Statement) -> None:
        found = self.game.check_facts(statement, self.pos, self.turns)
        if found:
            raise faults.stray(self.record, statement, self.game) or Stop(
                *(self._diagnose_fault(fault, statement) for fault in found)
            )

    def _finish(self) -> str:
        """Take what may be left out at the end; say whether the game is complete."""
        return "complete" if self.pos.over else "partial"

    def _result(self, state: str) -> tuple[Result, ...]:
        stated = self.record.tag("Result").strip()
        if state != "complete":
            if stated and stated != "*":
                raise faults.early_end(self)
            return ()
        points = [sum(row) for row in self.scores]
        ranks = self.game.ranking(points, self.pos.order)
        for part in stated.split(",") if stated else ():
            match = _RESULT.fullmatch(part.strip())
            seat = SEATS.index(match[1]) if match else 99
            if match is None or seat >= self.count or points[seat] != int(match[2]):
                raise faults.other_result(self, stated, points, ranks)
        return tuple(Result(SEATS[seat], points[seat], ranks[seat]) for seat in range(self.count))

    def _game_id(self, name: str, ruleset: str, rulings: str, state: str) -> str:
        # What is kept of a wrong record is never the same game as a right one, however much it shows.
        mark = ["cut"] if state == "cut" else []
        text = "\n".join((name, ruleset, rulings, str(self.count), *self.identity, *mark))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def _diagnose_fault(self, fault: Fault, statement: Statement | None = None) -> Diagnostic:
        return faults.of_fault(self.record, fault, statement, self.game)
