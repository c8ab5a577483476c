"""What ``import wcreplay`` offers to programs and notebooks: read records, replay them, ask a database.

    >>> import wcreplay
    >>> for record in wcreplay.read("records"):
    ...     done = wcreplay.replay(record)
    ...     print(record.tags.get("Event", ""), done.state, [result.points for result in done.result])

Everything handed out is frozen. The names are loaded when they are used, so importing the package costs
nothing. docs/api.md tells more.
"""

from __future__ import annotations

import datetime as dt
import difflib
import io
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Self

import msgspec

from wcreplay.bundled import dashboards_dir
from wcreplay.charts import Chart, draw
from wcreplay.charts import load as load_charts
from wcreplay.engine import registry
from wcreplay.engine.outcomes import Change, named_change
from wcreplay.engine.reader import grammar_of, read_record
from wcreplay.engine.replay import Replay, Turn
from wcreplay.engine.replay import replay as replay_record
from wcreplay.notation.diagnostics import Diagnostic
from wcreplay.notation.model import RawRecord, Record
from wcreplay.notation.scanner import parse, skim
from wcreplay.notation.stream import expand_paths, read_records, read_sources
from wcreplay.store.database import Snapshot
from wcreplay.store.export import matching
from wcreplay.store.query import SECONDS, QueryResult, run_arrow, run_query

__all__ = [
    "Database",
    "NoSuchGame",
    "ReadRecord",
    "StoredGame",
    "StoredSeat",
    "changes",
    "open_games",
    "read",
    "replay",
]


class ReadRecord(msgspec.Struct, frozen=True):
    """A record that was read, not yet replayed.

    ``source``, ``number`` (from 1) and ``line`` say where it stands, ``text`` is what was read. ``record``
    is None if it cannot be parsed; ``diagnostics`` say why then. A finding about a whole source, such as
    an empty file, comes with ``number`` 0 and no record.
    """

    source: str
    number: int
    line: int
    text: str
    tags: Mapping[str, str]
    record: Record | None
    diagnostics: tuple[Diagnostic, ...]

    @property
    def ok(self) -> bool:
        """Whether the record is well-formed; :func:`replay` says whether it is also right."""
        return self.record is not None


def read(path: str | os.PathLike[str]) -> Iterator[ReadRecord]:
    """Yield the records of a file, an archive (``.gz``, ``.zip``), or all files of a folder.

    One record is held at a time. What is wrong with one of them is in its ``diagnostics``.

    Raises:
        FileNotFoundError: if there is nothing at the path.
    """
    if not Path(path).exists():
        raise FileNotFoundError(f"there is no file or folder {os.fspath(path)}")
    return map(_parsed, read_sources(expand_paths([path])))


def _parsed(raw: RawRecord) -> ReadRecord:
    found: tuple[Diagnostic, ...] = raw.diagnostics
    record: Record | None = None
    if not found:
        if grammar := grammar_of(raw):
            record, faults = parse(raw, grammar)
            found = tuple(faults)
        else:
            found = read_record(raw).diagnostics
    tags = {tag.name: tag.value for tag in reversed(skim(raw))}
    return ReadRecord(raw.source, raw.number, raw.line, raw.text, tags, None if found else record, found)


def replay(record: ReadRecord | Record | str, *, keep_prefix: bool = False) -> Replay:
    """Replay a record (a string is the text of one) through the rules of its game.

    What is wrong with it never raises: ``state`` is ``error`` then, and ``diagnostics`` say what and where.
    With ``keep_prefix`` the turns before the first illegal decision are there, and ``state`` is ``cut``.

    Raises:
        ValueError: if a string holds more than one record.
    """
    if isinstance(record, str):
        raws = list(read_records(io.BytesIO(record.encode("utf-8", "surrogateescape")), "text"))
        if len(raws) != 1:
            raise ValueError(f"the text holds {len(raws)} records, not one")
        record = _parsed(raws[0])
    if isinstance(record, ReadRecord):
        if record.record is None:
            return _failed(record)
        record = record.record
    return replay_record(record, keep_prefix=keep_prefix)


def _failed(given: ReadRecord) -> Replay:
    """Return the replay of a record that cannot be parsed."""
    empty = Record([], [], given.text, given.source, given.number, given.line)
    return msgspec.structs.replace(replay_record(empty), diagnostics=given.diagnostics)


def changes(done: Replay, turn: Turn) -> tuple[Change, ...]:
    """Return what a turn of a replay posted, in order: every gain, payment, step and placement.

    Seats are letters there and accounts have names, such as ``coin`` or ``courtier_gate``.
    """
    game = registry.load(done.game)
    return tuple(named_change(game, posting) for posting in turn.postings)


class StoredSeat(msgspec.Struct, frozen=True):
    """A seat of a stored game.

    ``player`` is one spelling for all that stand for the same player, ``name`` the one in the record.
    ``rank`` (from 1) and ``points`` are None unless the game is complete.
    """

    seat: str
    player: str
    name: str
    start_position: int
    start_resource: str | None
    start_action: str | None
    rank: int | None
    points: int | None


class StoredGame(msgspec.Struct, frozen=True):
    """A stored game; docs/tables.md explains the fields under ``game``. ``seats`` are in seat order."""

    game_id: str
    game: str
    ruleset: str
    rulings: str
    players: int
    played_on: dt.date | None
    event: str
    place: str
    source_kind: str
    state: str
    title: str
    turns: int
    seats: tuple[StoredSeat, ...]


class NoSuchGame(LookupError):
    """No game with that id is stored."""


class Database:
    """The games of a database file, as they were when it was opened.

    It is a private copy: nothing can be changed, and the file is free for imports. Use as a context
    manager, or call :meth:`close`. Safe to use from several threads.
    """

    def __init__(self, snapshot: Snapshot) -> None:
        """Wrap a snapshot; see :func:`open_games`."""
        self._snapshot = snapshot
        self._charts: dict[str, tuple[Chart, ...]] = {}

    @property
    def path(self) -> Path:
        """The file that was opened."""
        return self._snapshot.path

    def games(self, where: str = "") -> tuple[StoredGame, ...]:
        """Return the stored games by date; ``where`` is an SQL condition on the table ``game``.

        Raises:
            StoreError: S404 if that is no condition.
        """
        return self._games(matching(self._snapshot, where))

    def game(self, game_id: str) -> StoredGame:
        """Return one game. Raises :class:`NoSuchGame`."""
        found = self._games([game_id])
        if not found:
            raise NoSuchGame(f"no game {game_id!r} is stored in {self.path}")
        return found[0]

    def text(self, game_id: str) -> str:
        """Return the record of a game as it was imported. Raises :class:`NoSuchGame`."""
        _, rows = self._fetch("SELECT source_text FROM game WHERE game_id = $id", {"id": game_id})
        if not rows:
            raise NoSuchGame(f"no game {game_id!r} is stored in {self.path}")
        return str(rows[0][0])

    def replay(self, game_id: str) -> Replay:
        """Return the replay of a game: turns, postings, holdings; of a cut game as far as it was kept.

        Raises :class:`NoSuchGame`.
        """
        return replay(self.text(game_id), keep_prefix=self.game(game_id).state == "cut")

    def query(self, sql: str, *, limit: int | None = None, seconds: float = SECONDS) -> QueryResult:
        """Ask a question in SQL: one query, of these tables only.

        Raises:
            StoreError: S201 to S203 if it is none, S204 if it takes too long, S205 if the answer is larger
                than 256 MiB.
        """
        return run_query(self._snapshot, sql, limit=limit, seconds=seconds)

    def arrow(self, sql: str, *, limit: int | None = None, seconds: float = SECONDS) -> Any:
        """Ask as :meth:`query` does, and return a ``pyarrow.Table``."""
        return run_arrow(self._snapshot, sql, limit=limit, seconds=seconds).table

    def pandas(self, sql: str, *, limit: int | None = None, seconds: float = SECONDS) -> Any:
        """Ask as :meth:`query` does, and return a ``pandas.DataFrame``; enums become categories.

        Raises:
            ImportError: if pandas is not installed.
        """
        return self.arrow(sql, limit=limit, seconds=seconds).to_pandas()

    def charts(self, game: str = "white-castle") -> dict[str, tuple[str, ...]]:
        """Return the charts of a game of that kind: the names of their panels by the name of the chart."""
        return {chart.name: tuple(panel.name for panel in chart.panels) for chart in self._charts_of(game)}

    def figure(self, game_id: str, chart: str, panel: str = "", choice: str = "") -> Any:
        """Return a chart of the dashboard for one game, as a ``plotly.graph_objects.Figure``.

        ``panel`` is one of its panels, the first if none is named; ``choice`` one of the ways it can be seen.

        Raises:
            NoSuchGame: if the game is not stored.
            LookupError: for a chart, panel or choice that is not there; the message names the nearest.
            ImportError: if plotly is not installed (the extra ``figures``).
        """
        charts = {found.name: found for found in self._charts_of(self.game(game_id).game)}
        shown = charts[_known(chart, charts, "chart")]
        _known(choice or "", ["", *(one.name for one in shown.choices)], "choice")
        panels = {
            found.name: (found, sql) for found, sql in zip(shown.seen(choice), shown.queries, strict=True)
        }
        found, sql = panels[_known(panel or next(iter(panels)), panels, "panel")]
        names, rows = self._fetch(sql, {"game_id": game_id})
        drawing = draw(found, [dict(zip(names, row, strict=True)) for row in rows])
        try:
            from plotly.graph_objects import Figure
        except ImportError as error:
            raise ImportError("figures need plotly: pip install 'wcreplay[figures]'") from error
        figure = Figure(drawing.figure)
        figure.update_layout(title={"text": drawing.title}, margin={"t": 64})
        return figure

    def close(self) -> None:
        """Remove the copy."""
        self._snapshot.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _games(self, ids: list[str]) -> tuple[StoredGame, ...]:
        seats: dict[str, list[StoredSeat]] = {}
        for game_id, *seat in self._fetch(_SEATS, {"ids": ids})[1]:
            seats.setdefault(game_id, []).append(StoredSeat(*seat))
        names, rows = self._fetch(_GAMES, {"ids": ids})
        return tuple(
            StoredGame(**dict(zip(names, row, strict=True)), seats=tuple(seats.get(row[0], ())))
            for row in rows
        )

    def _charts_of(self, game: str) -> tuple[Chart, ...]:
        if game not in self._charts:
            folder = dashboards_dir() / game.replace("-", "_")
            self._charts[game] = load_charts(folder) if game in registry.names() and folder.is_dir() else ()
        return self._charts[game]

    def _fetch(self, sql: str, values: Mapping[str, object]) -> tuple[list[str], list[tuple[Any, ...]]]:
        """Return the names of the columns, and the rows."""
        cursor = self._snapshot.cursor()
        try:
            cursor.execute(sql, values)
            return [str(column[0]) for column in cursor.description or []], cursor.fetchall()
        finally:
            cursor.close()


_GAMES = """
SELECT game_id, game, ruleset, rulings, players, played_on, event, place, source_kind, state, title, turns
FROM game WHERE game_id IN (SELECT unnest($ids)) ORDER BY played_on NULLS LAST, imported_at, game_id
"""
_SEATS = """
SELECT game_id, seat, player, name, start_position, start_resource, start_action, rank, points
FROM seated WHERE game_id IN (SELECT unnest($ids)) ORDER BY game_id, seat
"""


def _known(name: str, known: Any, what: str) -> str:
    """Return the name if it is known, else raise ``LookupError`` with the nearest."""
    if name in known:
        return name
    near = difflib.get_close_matches(name, list(known), n=1, cutoff=0.4)
    hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(filter(None, known))}"
    raise LookupError(f"no {what} {name!r}; {hint}")


def open_games(path: str | os.PathLike[str]) -> Database:
    """Open a database file for reading: a private copy of how it is now.

    Raises:
        StoreError: S101 if there is none, S102 to S109 if it cannot be read.
    """
    return Database(Snapshot(os.fspath(path), follow=False))
