"""A record in the making: what was typed becomes canonical statements, and every entry can be taken back."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from wcreplay.engine.canonical import canonical_record
from wcreplay.engine.decision import UnknownFact
from wcreplay.engine.dialogue import Dialogue
from wcreplay.engine.game import Game
from wcreplay.engine.reader import read_record
from wcreplay.notation.diagnostics import Diagnostic
from wcreplay.notation.formatter import format_comment, format_record
from wcreplay.notation.model import RawRecord, Record, Statement, Tag
from wcreplay.notation.scanner import parse
from wcreplay.play import Stepper, from_record

_HEAD = re.compile(r"\d+\.(?:\d+|g)|[A-E]|=")
_MOST_PIECES = 3
_PUNCTUATION = re.compile(r"[<>:^.+/@]")
_UNFINISHED = re.compile(r"^; unfinished (\S+ [A-E] .*)\s*\Z", re.MULTILINE)


class Refused(ValueError):
    """An entry that cannot be taken; the message says why, ``expected`` and ``hint`` what would do."""

    def __init__(self, message: str, expected: str = "", hint: str = "") -> None:
        """Keep the parts of the explanation."""
        super().__init__(message)
        self.expected = expected
        self.hint = hint


class Ambiguous(Refused):
    """An entry that could mean several options."""

    def __init__(self, written: str, options: list[str]) -> None:
        """Keep what was written and what it can be."""
        super().__init__(f"'{written}' can be {', '.join(options)}")
        self.written = written
        self.options = options


class Needed(Refused):
    """An entry that needs a fact which the record leaves open; ``fact`` names it."""

    def __init__(self, fact: str) -> None:
        """Keep the fact."""
        super().__init__(f"that needs {fact}, which is still open")
        self.fact = fact


class _State(NamedTuple):
    """All that an entry can change. The stepper is never changed once it is here."""

    base: str
    stepper: Stepper
    first: int
    finished: int
    notes: dict[int, tuple[str, str]]
    """Mark and comments of statements, by number."""


class Recording:
    """A record from its setup on. Entries are whole or not at all: what is refused changes nothing."""

    def __init__(self, text: str, dialogue: Dialogue) -> None:
        """Go on from a record.

        Raises :class:`~wcreplay.notation.diagnostics.RecordError` for a record that is wrong.
        """
        self.dialogue = dialogue
        self._trail: list[_State] = []
        self.left_out = ""
        """An unfinished turn of the record that fits no more, and why."""
        whole, pending = split_unfinished(text)
        self._begin(whole)
        if pending:
            try:
                self.enter(pending)
            except Refused as refused:
                self.left_out = f"{pending}: {refused}"
            self._trail.clear()

    def _begin(self, text: str) -> None:
        stepper = from_record(text)
        game = stepper.game
        record, faults = parse(RawRecord(text, "record", 1, 1, ()), game.grammar)
        assert not faults
        base = format_record(canonical_record(record), game.grammar)
        count = len(stepper.statements())
        self._state = _State(base, stepper, count, count, {})

    @property
    def stepper(self) -> Stepper:
        """The game as far as it is entered; not to be changed."""
        return self._state.stepper

    @property
    def game(self) -> Game:
        """The rules."""
        return self._state.stepper.game

    def text(self) -> str:
        """Return the canonical record of all finished turns, with its result once the game is over."""
        state = self._state
        lines = state.stepper.statements()[state.first : state.finished]
        noted = (f"{line}{self._note(state.first + n)}\n" for n, line in enumerate(lines))
        text = state.base + "".join(noted)
        if not state.stepper.over:
            return text
        record = self._parsed(text)
        tags = [tag for tag in record.tags if tag.name != "Result"]
        record.tags = [*tags, Tag("Result", state.stepper.result(), -1)]
        return format_record(record, self.game.grammar)

    def unfinished(self) -> str:
        """Return the statement of the turn in progress; empty if nothing of it is entered."""
        return (
            "".join(self._state.stepper.statements()[self._state.finished :]) if not self._rolling() else ""
        )

    def saved_text(self) -> str:
        """Return what a file should hold: finished turns, and the one in progress as a comment."""
        pending = self.unfinished()
        note = self._note(self._state.finished)
        return self.text() + (f"; unfinished {pending}{note}\n" if pending else "")

    def _note(self, number: int) -> str:
        """Return mark and comments of a statement as they stand behind its tokens."""
        mark, comments = self._state.notes.get(number, ("", ""))
        return (f" {mark}" if mark else "") + comments

    def turns(self) -> int:
        """Return the number of finished picks, turns and gardens that are written."""
        return sum(1 for statement in self._parsed(self.text()).statements if not statement.keyword)

    def _rolling(self) -> bool:
        decision = self._state.stepper.position.decision
        return decision is not None and decision.seat < 0

    def _round(self) -> str:
        """Return the number of the round whose dice are rolled; the first are rolled before the draft."""
        number = self.stepper.label.partition(".")[0]
        return "1" if number == "0" else number

    # -- entries -----------------------------------------------------------------------------

    def enter(self, line: str) -> None:
        """Take a line: tokens of the turn, with a mark and comments; or a whole statement.

        An empty line takes the option that prints as nothing. A statement that is there already is
        replaced, if all that follows stays right. Raises :class:`Refused`.
        """
        before = self._state
        # The copy is what this entry changes; the state before it stays for undo.
        self._state = before._replace(stepper=before.stepper.clone(), notes=dict(before.notes))
        try:
            if line.strip():
                self._enter(line)
            else:
                self._go_on()
        except UnknownFact as fact:
            self._state = before
            raise Needed(str(fact)) from None
        except Refused:
            self._state = before
            raise
        self._trail.append(before)

    def undo(self) -> bool:
        """Take back the last entry, or the last statement of a resumed record; false at the setup."""
        if self._trail:
            self._state = self._trail.pop()
            return True
        if self.unfinished():  # of a resumed record
            self._begin(self.text())
            return True
        record = self._parsed(self.text())
        setup = {keyword.name for keyword in self.game.grammar.setup}
        places = [
            n for n, statement in enumerate(record.statements) if statement.keyword not in {*setup, "="}
        ]
        if not places:
            return False
        record.statements = record.statements[: places[-1]]
        record.tags = [tag for tag in record.tags if tag.name != "Result"]
        self._begin(format_record(record, self.game.grammar))
        return True

    def ahead(self, tokens: list[str]) -> list[Stepper]:
        """Return the positions at which the next token of a line may be taken, after ``tokens`` of it."""
        before = self._state
        found: list[Stepper] = []
        if before.stepper.over or self._rolling():
            return found
        self._state = before._replace(stepper=before.stepper.clone(), notes=dict(before.notes))
        unit = self.stepper.position.unit_number
        try:
            self._take_all(tokens, unit)
            while self.stepper.position.unit_number == unit:
                found.append(self.stepper.clone())
                if "" not in self.stepper.options():
                    break
                self._apply("")
        except (Refused, UnknownFact):
            pass
        finally:
            self._state = before
        return found

    def _parsed(self, text: str) -> Record:
        record, faults = parse(RawRecord(text, "entry", 1, 1, ()), self.game.grammar)
        if faults:
            raise Refused(faults[0].message, faults[0].expected, faults[0].hint)
        return record

    def _enter(self, line: str) -> None:
        stepper = self.stepper
        grammar = self.game.grammar
        first = line.split(maxsplit=1)[0]
        keywords = {keyword.name for keyword in (*grammar.setup, *grammar.chance)}
        if first[0] in "{;" and not self.unfinished():
            self._append(line)
            return
        if first not in keywords and not _HEAD.fullmatch(first):
            if self._rolling():
                self._chance(line)
                return
            if stepper.over:
                raise Refused("the game is over", hint="undo takes the last entry back")
            line = f"{stepper.seat} {line}"
        head = f'[Game "{grammar.game}"]\n'
        record = self._parsed(f"{head}{line}\n")
        if len(record.tags) != 1 or not record.statements:
            raise Refused("tags are written in the file")
        for statement in record.statements:
            self._statement(statement, record.text)

    def _statement(self, statement: Statement, source: str) -> None:
        """Take a whole statement: one that is next, or one that replaces what is there."""
        chance = {keyword.name for keyword in self.game.grammar.chance}
        if statement.keyword == "=":
            self._append(source[statement.at : statement.end])
        elif statement.variations:
            raise Refused("variations are written in the file")
        elif self._same(self._parsed(self.text()), statement) is not None:
            self._replace(statement)
        elif statement.keyword in chance:
            self._finish_turn(self._rolling)
            words = [token.text for token in statement.tokens]
            if not self._rolling() or words[:1] != [self._round()]:
                raise self._misplaced(statement)
            self._chance(f"{statement.keyword} {' '.join(words)}")
        else:
            label = statement.label
            self._finish_turn(
                lambda: self.stepper.seat == statement.seat and label in ("", self.stepper.label)
            )
            if self.stepper.seat != statement.seat or label not in ("", self.stepper.label):
                raise self._misplaced(statement)
            self._turn(statement)

    def _finish_turn(self, reached: Callable[[], bool]) -> None:
        """Go on through what may be left out, as a record does where the next statement begins."""
        while not reached() and "" in self.stepper.options():
            self._apply("")

    def _misplaced(self, statement: Statement) -> Refused:
        head = " ".join(part for part in (statement.keyword, statement.label, statement.seat) if part)
        if self.stepper.over:
            return Refused(f"there is no {head}, and the game is over")
        awaited = (
            f"{self.stepper.label} {self.stepper.seat}" if self.stepper.seat else f"round {self._round()}"
        )
        return Refused(
            f"{head} is not next, and nothing of that name is there to be replaced", hint=f"next is {awaited}"
        )

    def _turn(self, statement: Statement) -> None:
        unit = self.stepper.position.unit_number
        index = self._state.finished
        self._take_all([token.text for token in statement.tokens], unit)
        self._settle(unit)
        written = (format_comment(msgspec.structs.replace(note, line=False)) for note in statement.comments)
        comments = "".join(f" {comment}" for comment in written)
        if statement.mark or comments:
            if len(self.stepper.statements()) <= index:
                raise Refused("there is no turn yet to remark on")
            mark, before = self._state.notes.get(index, ("", ""))
            self._state.notes[index] = (statement.mark or mark, before + comments)

    def _go_on(self) -> None:
        decision = self.stepper.position.decision
        if decision is None or "" not in decision.options:
            why = self.dialogue.chance(self.stepper.position, "") if self._rolling() else ""
            raise Refused(str(why) or "a choice must be made here", hint="? shows what can be answered")
        unit = self.stepper.position.unit_number
        self._apply("")
        self._settle(unit)

    def _settle(self, unit: int) -> None:
        """Go on where that is so usual that nobody is asked."""
        position = self.stepper.position
        while position.unit_number == unit and (decision := position.decision) is not None:
            if decision.kind not in self.dialogue.routine or "" not in decision.options:
                return
            self._apply("")

    def _apply(self, text: str) -> None:
        position = self.stepper.position
        unit, rolling = position.unit_number, self._rolling()
        self.stepper.apply(text)
        if position.unit_number != unit or (rolling and not self._rolling()):
            self._state = self._state._replace(finished=len(self.stepper.statements()))

    def _chance(self, line: str) -> None:
        texts = self.dialogue.chance(self.stepper.position, line)
        if isinstance(texts, str):
            raise Refused(texts)
        for text in texts:
            if self.stepper.position.decision.options.get(text) is None:
                why = self.game.explain(self.stepper.position, text)
                raise Refused(why.message, why.expected, why.hint)
            self._apply(text)

    # -- tokens ------------------------------------------------------------------------------

    def _take_all(self, tokens: list[str], unit: int) -> None:
        """Take tokens; one that is none may be typed apart: ``c 6 s2``, ``g s2 1``."""
        rest = tokens
        while rest:
            for size in range(1, min(_MOST_PIECES, len(rest)) + 1):
                written = "".join(rest[:size])
                try:
                    self._take_glued(written, unit)
                except Refused as refused:
                    if size == 1:
                        first = refused
                else:
                    rest = rest[size:]
                    break
            else:
                raise first

    def _take_glued(self, written: str, unit: int) -> None:
        """Take a token and what chance showed, which is glued to it: ``g^s2.1/S9``."""
        head, slash, tail = written.partition("/")
        for text in (head, slash + tail):
            if text:
                self._take(text, unit)

    def _take(self, written: str, unit: int) -> None:
        """Take a token at the first decision of the turn that has it; those before it go on."""
        steps = self._way_to(written, unit)
        if steps is None:
            position = self.stepper.position
            if position.unit_number != unit:
                raise Refused(f"nothing is left to do before '{written}' in this turn")
            if self._is_idle(written):
                return
            why = self.game.explain(position, written)
            near = [text for text in self.stepper.options() if begins(written, text)]
            raise Ambiguous(written, near) if near else Refused(why.message, why.expected, why.hint)
        for text in steps:
            self._apply(text)

    def _way_to(self, written: str, unit: int) -> list[str] | None:
        """Return the options to take up to the one that is meant; ``None`` if there is none."""
        ahead = self.stepper.clone()
        steps: list[str] = []
        while ahead.position.unit_number == unit and (decision := ahead.position.decision) is not None:
            if decision.options.get(written) is not None:
                return [*steps, written]
            if written == decision.go and "" in decision.options:
                return [*steps, ""]
            meant = self._meant(written, ahead)
            if len(meant) > 1:
                raise Ambiguous(written, meant)
            if meant:
                return [*steps, *meant]
            if "" not in decision.options or written in decision.redundant:
                return None
            ahead.apply("")
            steps.append("")
        return None

    def _meant(self, written: str, at: Stepper) -> list[str]:
        """Return the options that a token means when it is typed without its punctuation or capitals."""
        options = at.options()
        for spelling in (written, f"+{written}"):
            normal = self.game.normalise(spelling)
            if normal in options:
                return [normal]
        return [text for text in options if plain(text) == plain(written) and begins(written, text)]

    def _is_idle(self, written: str) -> bool:
        """Whether a token says what comes next anyway: tolerated, as in a record."""
        position = self.stepper.position
        if written in position.decision.redundant:
            return True
        return written[0] == ">" and self.game.tolerates(written, position)

    # -- changes of what is there ------------------------------------------------------------

    def _append(self, line: str) -> None:
        """Add an assertion or a comment behind the last statement."""
        if self.unfinished():
            raise Refused("first finish the turn")
        self._rebase(self.text() + line.strip() + "\n")

    def _same(self, record: Record, new: Statement) -> Statement | None:
        """Return the statement of a record that has the same head; none for a turn without its label."""
        chance = {keyword.name for keyword in self.game.grammar.chance}

        def head(statement: Statement) -> tuple[str, ...]:
            number = statement.tokens[0].text if statement.keyword in chance and statement.tokens else ""
            return (statement.keyword, number) if statement.keyword else (statement.label, statement.seat)

        return next((old for old in record.statements if head(old) == head(new) and old.keyword != "="), None)

    def _replace(self, new: Statement) -> None:
        """Replace the statement that has the same head, and keep the turn in progress."""
        record = self._parsed(self.text())
        old = self._same(record, new)
        assert old is not None
        old.tokens = new.tokens
        old.mark = new.mark or old.mark
        old.comments = new.comments or old.comments
        self._rebase(format_record(record, self.game.grammar))

    def _rebase(self, text: str) -> None:
        """Go on from another text, the turn in progress included."""
        pending = self.unfinished().split()[2:]
        note = self._state.notes.get(self._state.finished)
        reading = read_record(RawRecord(text, "entry", 1, 1, ()))
        if reading.replay is None:
            raise _wrong(reading.diagnostics[0], text)
        self._begin(text)
        self._take_all(pending, self.stepper.position.unit_number)
        if note and pending:
            self._state.notes[self._state.finished] = note


def split_unfinished(text: str) -> tuple[str, str]:
    """Part a saved record into finished turns and the statement in progress (empty: none)."""
    match = _UNFINISHED.search(text)
    return (text[: match.start()], match[1]) if match else (text, "")


def begins(written: str, text: str) -> bool:
    """Whether a token may be the beginning of an option; what is typed of its punctuation must be right."""
    if not plain(written) or not plain(text).startswith(plain(written)):
        return False
    rest = iter(text.lower())
    return all(char in rest for char in written.lower())


def plain(text: str) -> str:
    """Return a token as it may be typed: small letters and digits, without punctuation."""
    return _PUNCTUATION.sub("", text).lower()


def _wrong(found: Diagnostic, text: str) -> Refused:
    """Say which line of a changed record would be wrong, and why."""
    lines = text.splitlines()
    line = lines[found.line - 1].strip() if 0 < found.line <= len(lines) else ""
    return Refused(
        f"then '{line}' would be wrong: {found.message}" if line else found.message,
        found.expected,
        found.hint,
    )
