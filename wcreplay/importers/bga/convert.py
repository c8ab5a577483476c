"""From a saved file to records: each table read, reconstructed, written, proved, and reported."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Final

from wcreplay.engine import registry
from wcreplay.engine.reader import Reading, read_record
from wcreplay.engine.replay import Replay, position_at
from wcreplay.games.white_castle.position import Position
from wcreplay.importers.model import DEFAULT, Conversion, Document, Options
from wcreplay.importers.sources import read_documents, without_numbers
from wcreplay.notation.diagnostics import Diagnostic
from wcreplay.notation.model import RawRecord

from . import (
    dice,
    events,
    evidence,
    hidden,
    inventory,
    objects,
    proof,
    report,
    schema,
    seating,
    shapes,
    timeline,
    totals,
    undo,
    writing,
)
from .found import Found
from .search import Search
from .setting import Conflict, Setting, read_setting

__all__ = ["Conversion", "Options", "convert_document", "convert_paths", "inspect_paths"]

_SHOWN: Final = 5
"""Contradictions of one log that are reported one by one."""
_MANY: Final = 8
"""With more of them, it is not single numbers that are wrong."""
INSPECT: Final = "`wcreplay inspect` prints names and counts without a value; add that to a report"


def convert_paths(
    paths: Iterable[str | os.PathLike[str]], options: Options = DEFAULT
) -> Iterator[Conversion]:
    """Yield what becomes of every table in files and folders; nothing is fetched from anywhere."""
    for document in read_documents(paths):
        yield from convert_document(document, options)


def convert_document(document: Document, options: Options = DEFAULT) -> Iterator[Conversion]:
    """Yield what becomes of every table of a document.

    Findings name the document as it is named; what may be stored has its name without long numbers.
    """
    shown = document.name
    file = shown if options.ids else without_numbers(shown)
    if document.diagnostics:
        yield Conversion(file, 0, diagnostics=document.diagnostics)
        return
    conversions = _conversions(document, shown, file, options)
    while True:
        with _no_collection():
            done = next(conversions, None)
        if done is None:
            return
        yield done


def _conversions(document: Document, shown: str, file: str, options: Options) -> Iterator[Conversion]:
    """Yield what becomes of every table of a document; each is let go of before its end is told."""
    try:
        tables = shapes.tables_of(document.data)
    except shapes.NotALog as error:
        found = (report.finding(error.code, f"{error}{error.quoted}", shown, 0, hint=error.hint),)
        yield Conversion(file, 0, diagnostics=found)
        return
    suspicious = events.may_be_another(document.data)
    for number in range(1, len(tables) + 1):
        yield _converted(tables.pop(0), Conversion(file, number), shown, options, suspicious)


def _converted(
    table: shapes.Table, done: Conversion, shown: str, options: Options, suspicious: bool
) -> Conversion:
    try:
        return _Table(done, shown, table, options, suspicious).convert()
    except Exception as error:  # noqa: BLE001 - one game must never cost the others
        words = f"the program failed: {type(error).__name__}: {error}"
        found = (report.finding("L309", words, shown, done.number, hint=INSPECT),)
        return Conversion(done.file, done.number, diagnostics=found)


@contextmanager
def _no_collection() -> Iterator[None]:
    """Keep the cycle collector out: a log is a hundred thousand values, none of which make cycles.

    When it is let in again the log should be gone, or it looks through all of it.
    """
    on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if on:
            gc.enable()


def inspect_paths(
    paths: Iterable[str | os.PathLike[str]],
) -> Iterator[tuple[str, int, inventory.Inventory | None, tuple[Diagnostic, ...]]]:
    """Yield file, number and inventory of every table; the inventory is None where a file holds none.

    Nothing of it quotes a document or names its file in full: it is made to be shown to others.
    """
    for document in read_documents(paths):
        file = without_numbers(document.name)
        if document.diagnostics:
            yield file, 0, None, tuple(report.renamed(one, file) for one in document.diagnostics)
            continue
        try:
            tables = shapes.tables_of(document.data)
        except shapes.NotALog as error:
            yield file, 0, None, (report.finding(error.code, str(error), file, 0, hint=error.hint),)
            continue
        for number, table in enumerate(tables, start=1):
            yield file, number, inventory.take(table), ()


class Refused(Exception):
    """A table of which no record is made; carries the finding."""

    def __init__(self, finding: Diagnostic) -> None:
        """Keep the finding."""
        super().__init__(finding.message)
        self.finding = finding


class _Table:
    """The conversion of one table."""

    def __init__(
        self, done: Conversion, shown: str, table: shapes.Table, options: Options, suspicious: bool
    ) -> None:
        self.done = done
        self.shown = shown
        self.table = table
        self.options = options
        self.suspicious = suspicious
        self.found: list[Diagnostic] = []
        self.written: writing.Written | None = None
        self.refused = ""
        self.judged: tuple[list[str], Reading, proof.Proof | None] | None = None

    def finding(
        self, code: str, message: str, *, hint: str = "", state: str = "", warning: bool = False
    ) -> Diagnostic:
        return report.finding(
            code, message, self.shown, self.done.number, hint=hint, state=state, warning=warning
        )

    def refuse(self, code: str, message: str, hint: str = "") -> Refused:
        return Refused(self.finding(code, message, hint=hint))

    def convert(self) -> Conversion:
        try:
            self.run()
        except Refused as refused:
            self.found.insert(0, refused.finding)
        errors = any(one.severity == "error" for one in self.found)
        self.done.proved = bool(self.done.text) and not errors
        if errors and not self.options.keep_unproved:
            self.done.text = ""
        self.done.diagnostics = tuple(self.found)
        return self.done

    # -- steps ---------------------------------------------------------------------------------

    def run(self) -> None:
        log = self.read()
        undone = undo.without_undone(log.events)
        seats = seating.seat_players(undone.events, log.absence)
        told = self.contradictions(log, undone, seats)
        if not seats.turns or (self.found and not self.options.keep_unproved):
            return
        shown = objects.collect(undone.events, seats.first_die, undone.gone)
        line = timeline.build(undone.events, seats.numbers, shown)
        line.undone = bool(undone.cancelled)
        timeline.note_undone(line, undone.gone, seats.numbers)
        for fault in [fault for fault in line.faults if fault.at not in told][:_SHOWN]:
            who = f"seat {'ABCD'[fault.seat]}: " if fault.seat >= 0 else ""
            message = f"{who}{fault.message}; {report.place(line, fault.at)}"
            self.found.append(self.finding(fault.code, message, hint=_HINTS.get(fault.code, "")))
        self.warn(log, line)
        if line.faults and not self.options.keep_unproved:
            return
        book = dice.read_dice(undone.events, line.seats, undone.gone)
        found, setting = self.search(line, book, shown)
        self.write(log, line, found, setting, seats, book)

    def contradictions(self, log: events.Log, undone: undo.Undone, seats: seating.Seating) -> set[int]:
        """Report what contradicts itself in the log, in its order; return the numbers of the events."""
        here = {event.at: event for event in log.events}
        seated = bool(seats.turns)
        numbers = seats.numbers
        if not seated:
            acting = dict.fromkeys(event.player for event in log.events if event.player)
            numbers = {player: seat for seat, player in enumerate(acting)}
        breaks = totals.check(log.events, numbers, seated=seated)
        found = [(one.at, one.code, f"{one.message}; {here[one.at].place}") for one in breaks]
        first = breaks[0].at if breaks else timeline.NEVER
        found += [
            (event.at, "L212", f"{event.place} {why}") for event, why in undone.faults if event.at < first
        ]
        if len(breaks) > _MANY:
            words = f"{len(breaks)} totals and markers do not follow from those before them, the first in"
            found.append((0, "L307", f"{words} {here[first].place}"))
        if not breaks:  # else what was taken back, and so whose turn it was, is anybody's guess
            found += [
                (at, code, f"{message}; {here[at].place if at in here else f'event {at}'}" if at else message)
                for code, message, at in seats.faults
            ]
        for _, code, message in sorted(found)[:_SHOWN]:
            self.found.append(self.finding(code, message, hint=_HINTS.get(code, "")))
        return {at for at, *_ in found}

    def read(self) -> events.Log:
        """Read the events of a game of the base game; refuse others before anything else is looked at."""
        log = events.read_events(self.table.packets, names=self.options.names)
        kinds = set(map(schema.fold, log.kinds))
        known = {schema.GAME_EVENTS[kind] for kind in kinds if kind in schema.GAME_EVENTS}
        if not known & schema.MARKS_OF_THE_GAME and not kinds & schema.MATCHA_EVENTS:
            named = ", ".join(name[:40] for name in sorted(kinds)[:6]) or "none"
            raise self.refuse("L201", f"this is no log of The White Castle; its events: {named}")
        if self.suspicious or kinds & schema.MATCHA_EVENTS:
            self.refuse_other_ruleset()
        return log

    def refuse_other_ruleset(self) -> None:
        """Refuse a game that was not played with the base game alone."""
        other = events.other_ruleset(self.table.packets)
        if other is not None:
            code, mark = other
            ruleset = "the Matcha expansion" if code == "L202" else "promo cards"
            raise self.refuse(code, f"this game was played with {ruleset}: the log has {mark}")

    def warn(self, log: events.Log, line: timeline.Timeline) -> None:
        """Name what the log has that is not known here, with counts."""
        for code, counts, words in (
            ("L220", log.unknown, "events that are not known here"),
            ("L221", log.arguments, "arguments that are not known here"),
            ("L222", line.unread, "arguments that could not be read"),
        ):
            if counts:
                named = ", ".join(f"{name[:60]} ({count})" for name, count in sorted(counts.items())[:12])
                self.found.append(self.finding(code, f"{words}: {named}", hint=INSPECT, warning=True))

    def search(
        self, line: timeline.Timeline, book: dice.DiceBook, shown: objects.Objects
    ) -> tuple[Found, Setting]:
        """Find the decisions, with effects kept apart first (R16.3), and out of one pool if that fails."""
        everything = evidence.narrowed(hidden.everything(), line, shown.choices)
        best: tuple[Found, Setting] | None = None
        for pool in (False, True):
            try:
                setting = read_setting(line, shown, everything, pool=pool)
            except Conflict as conflict:
                message = f"{conflict}; {report.place(line, conflict.at)}"
                raise self.refuse("L303", message, INSPECT) from None
            accept = partial(self.can_write, line=line, setting=setting, book=book)
            found = Search(line, book, setting, everything, shown.choices, accept).run()
            if found.whole and self.written is not None and self.written.agrees:
                return found, setting
            if best is None or found.state.unit > best[0].state.unit:
                best = found, setting
        assert best is not None
        return best

    def can_write(self, found: Found, line: timeline.Timeline, setting: Setting, book: dice.DiceBook) -> bool:
        """Write what was found, and say whether that is a record of the log."""
        found.state.hidden = hidden.consistent(found.state.hidden)
        self.refused = ""
        agrees = partial(self.agrees, line, found.whole)
        try:
            self.written = writing.write(found, setting, book, agrees)
        except writing.NotFollowed as error:
            self.written, self.refused = None, str(error)
        return self.written is not None and self.written.agrees

    def agrees(self, line: timeline.Timeline, whole: bool, lines: list[str], position: Position) -> bool:
        """Replay statements as a record of their own, and compare it with the log."""
        rulings = "pool" if position.setup.pool else ""
        text = writing.with_tags(lines, [("Game", writing.GAME), ("Rulings", rulings)])
        reading = read_record(RawRecord(text, self.shown, self.done.number))
        proved = proof.prove(reading.replay, line, whole=whole) if reading.replay is not None else None
        self.judged = lines, reading, proved
        return proved is not None and proved.agrees

    # -- the record ----------------------------------------------------------------------------

    def write(
        self,
        log: events.Log,
        line: timeline.Timeline,
        found: Found,
        setting: Setting,
        seats: seating.Seating,
        book: dice.DiceBook,
    ) -> None:
        if not found.whole:
            self.unread(found, line)
        if self.written is None or not self.written.agrees or not found.whole:
            self.can_write(found, line, setting, book)
        written = self.written
        if written is None:
            words = f"the record cannot be written: {self.refused}"
            self.found.append(self.finding("L308", words, hint=INSPECT))
            return
        done = self.prove(written, line, found)
        tags = [
            ("Game", writing.GAME),
            ("Ruleset", "base-2023"),
            ("Rulings", "pool" if setting.setup.pool else ""),
            ("Date", log.date),
            ("Source", f"log of an online table{f' {self.table.table}' if self.options.ids else ''}"),
            *(
                ("ABCD"[seat], log.names.get(player, ""))
                for seat, player in enumerate(seats.players)
                if self.options.names
            ),
            ("Proof", self.verdict(done)),
            ("Inferred", ", ".join(written.inferred)),
            ("Assumed", ", ".join(written.assumed)),
            ("Result", writing.result_of(written.position)),
        ]
        self.done.text = writing.with_tags(writing.commented(written), tags)
        self.done.inferred, self.done.assumed = written.inferred, written.assumed

    def unread(self, found: Found, line: timeline.Timeline) -> None:
        """Report the turn that could not be read."""
        at, words = report.of_reason(found.reason, line) if found.reason else (0, "no turn can be read")
        rules = registry.load(writing.GAME)
        state = rules.state_words(found.state.pos)
        self.found.append(
            self.finding("L303", f"{words}; {report.place(line, at)}", hint=INSPECT, state=state)
        )

    def prove(self, written: writing.Written, line: timeline.Timeline, found: Found) -> Replay | None:
        """Report what was compared with the log, and where the record differs."""
        if self.judged is None or self.judged[0] is not written.lines:
            self.agrees(line, found.whole, written.lines, written.position)
        assert self.judged is not None
        _, reading, proved = self.judged
        if reading.replay is None or proved is None:
            message = f"the record that was made is wrong: {reading.diagnostics[0].message}"
            self.found.append(self.finding("L308", message, hint=INSPECT))
            return None
        self.done.compared, self.done.notes = proved.compared, proved.notes
        if found.whole:
            for divergence in sorted(proved.divergences, key=lambda one: one.at)[:_SHOWN]:
                state = _state_at(reading.replay, divergence.label)
                self.found.append(report.of_divergence(divergence, line, self.shown, self.done.number, state))
        return reading.replay

    def verdict(self, done: Replay | None) -> str:
        """Return the value of the tag ``Proof``."""
        errors = [one for one in self.found if one.severity == "error"]
        if done is not None and not errors:
            return "agrees with its log"
        return f"none: {errors[0].code} {errors[0].message}"[:200] if errors else "none"


def _state_at(done: Replay, label: str) -> str:
    """Return a line about the position before a turn, empty if there is no such turn."""
    for turn in done.turns:
        if turn.label == label and turn.turn_no:
            rules = registry.load(done.game)
            return rules.state_words(position_at(done, turn.turn_no - 1))
    return ""


_HINTS: Final = {
    "L204": "save the log again once the game is over; --keep-unproved keeps what is there",
    "L205": "a game that a player left is no game for statistics; --keep-unproved keeps what is there",
    "L206": "the solo game has rules of its own",
    "L209": "events are missing or in another order: save the log again",
    "L212": "events are missing or in another order: save the log again",
    "L301": "the log contradicts itself here: was it changed by hand, or are events missing before this?",
    "L307": "events are missing before this, or stand in another order: save the log again",
    "L304": "the log contradicts itself here: was it changed by hand, or are events missing before this?",
}
