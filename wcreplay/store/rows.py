"""Replays as rows: a pure projection of what the replay holds onto the tables every game shares.

No number is computed here. A ``ledger``, ``track`` or ``placement`` row is a posting on an account of
that kind, renamed; a row of a game's own table comes from the game. Columns are gathered as plain lists,
so that a batch of games becomes Arrow arrays in one step each (see :mod:`wcreplay.store.arrow`).
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from wcreplay.engine import provenance
from wcreplay.engine.ledger import FIELDS

from .states import STATES, State

if TYPE_CHECKING:
    from wcreplay.engine.game import Game
    from wcreplay.engine.replay import Replay
    from wcreplay.engine.values import Line, Turn
    from wcreplay.notation.diagnostics import Diagnostic
    from wcreplay.notation.model import Record


class Origin(NamedTuple):
    """Where a game came from and what judged it; the columns of ``game`` that no replay knows."""

    file: str
    record_no: int
    package_version: str
    notation_version: str
    schema_version: int
    imported_at: dt.datetime
    line: int = 1


class Columns:
    """Rows of one table as a list per column, and the game each run of rows belongs to."""

    __slots__ = ("counts", "lists", "names")

    def __init__(self, names: Sequence[str]) -> None:
        """Start empty; ``names`` are the columns without ``game_id``."""
        self.names = tuple(names)
        self.lists: list[list[Any]] = [[] for _ in self.names]
        self.counts: list[int] = []

    def extend(self, rows: Sequence[tuple[Any, ...]]) -> None:
        """Add the rows of the next game (there may be none)."""
        self.counts.append(len(rows))
        if rows:
            for column, values in zip(self.lists, zip(*rows, strict=True), strict=True):
                column.extend(values)

    def add(self, values: Sequence[Sequence[Any]]) -> None:
        """Add the rows of the next game, a sequence per column."""
        self.counts.append(len(values[0]))
        for column, more in zip(self.lists, values, strict=True):
            column.extend(more)


class RowBatch:
    """The rows of several replays of one game, column by column, and their postings as they are."""

    def __init__(self, game: Game) -> None:
        """Start empty; ``game`` names the accounts, categories and own tables."""
        self.game = game
        self.game_ids: list[str] = []
        self.shared = {
            "game": Columns(GAME_COLUMNS),
            "seat": Columns(SEAT_COLUMNS),
            "turn": Columns(TURN_COLUMNS),
            "diagnostic": Columns(DIAGNOSTIC_COLUMNS),
        }
        self.asides = Asides(game)
        self.own = [(table, Columns(table.columns)) for table in game.tables]
        self.postings = Postings()
        self.state = STATES.get(game.meta.name)
        self.states = States()

    def __len__(self) -> int:
        """Return the number of games."""
        return len(self.game_ids)

    def add(self, replay: Replay, origin: Origin) -> None:
        """Add the rows of one replay that has an id (state ``complete`` or ``partial``)."""
        shared = {
            "game": [game_row(replay, self.game, origin)],
            "seat": seat_rows(replay, self.state),
            "diagnostic": [diagnostic_row(found) for found in replay.diagnostics],
        }
        for name, rows in shared.items():
            self.shared[name].extend(rows)
        self.shared["turn"].add(turn_columns(replay.turns, provenance.doubts(replay.record)))
        if replay.variations:
            self.asides.add(replay)
        for table, columns in self.own:
            columns.add(table.values(replay))
        self.postings.add(replay)
        if self.state is not None:
            heights = self.state.heights
            self.states.add(replay, heights[1](replay, self.game) if heights else [])
        self.game_ids.append(replay.game_id)


class Asides:
    """The variations of those games that have any, in tables of their own."""

    __slots__ = ("_game", "_held", "game_ids", "tables")

    def __init__(self, game: Game) -> None:
        """Start empty."""
        self.game_ids: list[str] = []
        self.tables: dict[str, Columns] = {}
        self._game = game
        self._held: tuple[int, ...] = ()

    def add(self, replay: Replay) -> None:
        """Add the variations of the next game that has some."""
        if not self.tables:
            self._begin()
        self.game_ids.append(replay.game_id)
        rows: dict[str, list[tuple[Any, ...]]] = {name: [] for name in self.tables}
        state = STATES.get(self._game.meta.name)
        doubts = provenance.doubts(replay.record)
        for line in replay.variations:
            rows["variation"].append(variation_row(line))
            for values in zip(*turn_columns(line.turns, doubts)[:-1], strict=True):
                rows["variation_turn"].append((line.number, *values))
            for turn in line.turns:
                here = (line.number, turn.turn_no)
                rows["variation_ledger"] += [(*here, *row) for row in self._ledger(replay, turn)]
                if state is not None and state.aside is not None:
                    rows[state.aside[0]] += [
                        (*here, seat, *(balances[account] for account in self._held), sum(scores))
                        for seat, balances, scores in zip(
                            replay.seats, turn.balances, turn.scores, strict=True
                        )
                    ]
        for name, columns in self.tables.items():
            columns.extend(rows[name])

    def _begin(self) -> None:
        self.tables = {
            "variation": Columns(VARIATION_COLUMNS),
            "variation_turn": Columns(("line_no", *TURN_COLUMNS[:-1])),
            "variation_ledger": Columns(VARIATION_LEDGER_COLUMNS),
        }
        state = STATES.get(self._game.meta.name)
        if state is not None and state.aside is not None:
            name, held = state.aside
            names = [account.name for account in self._game.accounts]
            self._held = tuple(names.index(state.accounts.get(column, column)) for column in held)
            self.tables[name] = Columns(("line_no", "turn_no", "seat", *held, "score_total"))

    def _ledger(self, replay: Replay, turn: Turn) -> list[tuple[Any, ...]]:
        accounts = self._game.accounts
        return [
            (seq, replay.seats[seat], accounts[account].name, delta, balance, cause, source)
            for seq, (seat, account, delta, balance, cause, source, _) in enumerate(turn.postings)
            if accounts[account].kind == "currency"
        ]


class Postings:
    """Every posting of the games, of whatever kind of account; the kinds part ways in Arrow.

    ``flat`` has the fields of all postings one behind the other, as ledgers do.
    ``marks`` say how sure each is, as numbers of :mod:`wcreplay.engine.provenance`.
    """

    __slots__ = ("counts", "flat", "marks", "seqs", "turn_nos")

    def __init__(self) -> None:
        """Start empty."""
        self.flat: list[Any] = []
        self.turn_nos: list[int] = []
        self.seqs: list[int] = []
        self.marks = bytearray()
        self.counts: list[int] = []

    def add(self, replay: Replay) -> None:
        """Add the postings of the next game."""
        before = len(self.seqs)
        for turn in replay.turns:
            posted = turn.posted
            count = len(posted) // FIELDS
            self.flat.extend(posted)
            self.turn_nos.extend([turn.turn_no] * count)
            self.seqs.extend(range(count))
        self.counts.append(len(self.seqs) - before)
        self.marks += provenance.of_postings(replay) or bytes(len(self.seqs) - before)


class States:
    """Balances and scores by turn and seat, as the replays hold them.

    A turn changes what one seat holds, so the rows of the others stay as they are: ``balances`` and
    ``scores`` hold each state once, and ``places`` says for every row of the table which it is.
    """

    __slots__ = ("balances", "counts", "heights", "places", "scores", "seats", "turn_nos")

    def __init__(self) -> None:
        """Start empty."""
        self.balances: list[tuple[int, ...]] = []
        self.scores: list[tuple[int, ...]] = []
        self.places: list[int] = []
        self.heights: list[int] = []
        self.turn_nos: list[int] = []
        self.seats = bytearray()
        self.counts: list[int] = []

    def add(self, replay: Replay, heights: Sequence[Sequence[int]]) -> None:
        """Add a row per turn and seat of the next game."""
        count = len(replay.seats)
        seats = range(count)
        last: list[tuple[int, ...] | None] = [None] * count
        here = [0] * count
        for turn in replay.turns:
            balances = turn.balances
            for seat in seats:
                row = balances[seat]
                if row is not last[seat]:
                    last[seat] = row
                    here[seat] = len(self.balances)
                    self.balances.append(row)
                    self.scores.append(turn.scores[seat])
            self.places.extend(here)
            self.turn_nos.extend([turn.turn_no] * count)
        self.seats += bytes(seats) * len(replay.turns)
        for heights_now in heights:
            self.heights.extend(heights_now)
        self.counts.append(count * len(replay.turns))


GAME_COLUMNS: Final = (
    "game",
    "ruleset",
    "rulings",
    "players",
    "played_on",
    "event",
    "place",
    "source_kind",
    "state",
    "title",
    "turns",
    "file",
    "record_no",
    "package_version",
    "rules_version",
    "notation_version",
    "schema_version",
    "imported_at",
    "line",
    "tags",
    "source_text",
)
SEAT_COLUMNS: Final = (
    "seat",
    "player",
    "start_position",
    "rank",
    "points",
    "start_resource",
    "start_action",
)
TURN_COLUMNS: Final = (
    "turn_no",
    "round",
    "turn_in_round",
    "phase",
    "seat",
    "label",
    "text",
    "mark",
    "comment",
    "source_line",
    "provenance",
)
VARIATION_COLUMNS: Final = (
    "line_no",
    "parent_no",
    "from_turn",
    "seat",
    "label",
    "text",
    "turns",
    "ends_game",
)
VARIATION_LEDGER_COLUMNS: Final = (
    "line_no",
    "turn_no",
    "seq",
    "seat",
    "currency",
    "delta",
    "balance",
    "cause",
    "source",
)
DIAGNOSTIC_COLUMNS: Final = (
    "file",
    "record_no",
    "code",
    "line",
    "column",
    "length",
    "message",
)


def game_row(replay: Replay, game: Game, origin: Origin) -> tuple[Any, ...]:
    """Return the row of ``game`` (columns: :data:`GAME_COLUMNS`)."""
    record = replay.record
    return (
        replay.game,
        replay.ruleset,
        replay.rulings,
        len(replay.seats),
        full_date(record.tag("Date")),
        record.tag("Event"),
        record.tag("Place") or record.tag("Site"),
        source_kind(record.tag("Source")),
        "unproved" if unproved(record) else replay.state,
        title(replay),
        replay.turns[-1].turn_no,
        origin.file,
        origin.record_no,
        origin.package_version,
        game.meta.rules_version,
        origin.notation_version,
        origin.schema_version,
        origin.imported_at,
        origin.line,
        json.dumps([[tag.name, tag.value] for tag in record.tags], ensure_ascii=False),
        record.text,
    )


def seat_rows(replay: Replay, state: State | None) -> list[tuple[Any, ...]]:
    """Return the rows of ``seat`` (columns: :data:`SEAT_COLUMNS`)."""
    result = {} if unproved(replay.record) else {line.seat: line for line in replay.result}
    cards = state.start_cards(replay) if state and state.start_cards else {}
    rows = []
    for seat in replay.seats:
        line = result.get(seat)
        rows.append(
            (
                seat,
                replay.record.tag(seat),
                replay.order.index(seat) + 1,
                line.rank if line else None,
                line.points if line else None,
                *cards.get(seat, (None, None)),
            )
        )
    return rows


def turn_columns(turns: Sequence[Turn], doubts: dict[str, int]) -> list[Sequence[Any]]:
    """Return the columns of ``turn`` (:data:`TURN_COLUMNS`); ``doubts`` say what is not sure."""
    if not turns:
        return [() for _ in TURN_COLUMNS]
    fields = zip(*map(msgspec.structs.astuple, turns), strict=True)
    numbers, rounds, in_round, phases, seats, labels, texts, lines, marks, comments, *_ = fields
    return [
        numbers,
        rounds,
        in_round,
        phases,
        [seat or None for seat in seats],
        labels,
        texts,
        marks,
        comments,
        [max(line, 0) for line in lines],
        [provenance.WORDS[provenance.of_turn(turn, doubts)] for turn in turns],
    ]


def variation_row(line: Line) -> tuple[Any, ...]:
    """Return a row of ``variation`` (columns: :data:`VARIATION_COLUMNS`)."""
    first = line.turns[0] if line.turns else None
    return (
        line.number,
        line.parent,
        line.turn_no,
        (first.seat or None) if first else None,
        first.label if first else "",
        "\n".join(f"{turn.label} {turn.seat} {turn.text}".strip() for turn in line.turns),
        len(line.turns),
        line.state == "complete",
    )


def diagnostic_row(found: Diagnostic) -> tuple[Any, ...]:
    """Return the row of ``diagnostic`` (columns: :data:`DIAGNOSTIC_COLUMNS`)."""
    return (found.file, found.record, found.code, found.line, found.column, found.length, found.message)


def title(replay: Replay) -> str:
    """Return the players, best first, with their points where the game is complete: ``Ana 54, Bruno 45``."""
    names = {seat: replay.record.tag(seat) or seat for seat in replay.seats}
    if replay.result and not unproved(replay.record):
        ranked = sorted(replay.result, key=lambda line: line.rank)
        return ", ".join(f"{names[line.seat]} {line.points}" for line in ranked)
    return ", ".join(names.values())


SOURCE_KINDS: Final = ("notation", "simulated", "log", "sheet")
"""How a record came about: written by people, made by a simulator, or converted by an importer."""


def source_kind(source: str) -> str:
    """Return the kind that the first word of a ``Source`` tag names; ``notation`` for all other text."""
    word = source.strip().lower().split(" ", 1)[0].rstrip(":,")
    return word if word in SOURCE_KINDS else "notation"


def unproved(record: Record) -> bool:
    """Whether a record was made of a log that it does not agree with (tag ``Proof``)."""
    return record.tag("Proof").strip().lower().startswith("none")


def full_date(text: str) -> dt.date | None:
    """Return the date of a ``Date`` tag (``2026-11-20`` or ``2026.11.20``); None: not a full date."""
    try:
        return dt.date.fromisoformat(text.strip().replace(".", "-"))
    except ValueError:
        return None
