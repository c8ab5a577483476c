"""The one that writes: sorts out which games are new, stored or replaced, and commits whole games."""

from __future__ import annotations

import datetime as dt
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple, Protocol

import duckdb
import pyarrow as pa
import pyarrow.compute as pc

from wcreplay.importers.sources import BLOTTED

from .arrow import Layout, read_layout
from .database import Catalogue, open_database, schema_version
from .errors import StoreError
from .judge import Judged, Outcome, Setting
from .lock import Waiting
from .opening import Bench
from .summary import ImportSummary, Kept, Repeat, Replacement

Cursor = duckdb.DuckDBPyConnection
Rows = dict[str, list[pa.Table]]

BATCH: Final = 1000
"""Games in a transaction: from about 650 four-player games on, DuckDB gets whole row groups (122,880 rows of
state) and writes them straight to the file; half as many games took 1.5 times as long."""
_LEAST: Final = 250
_SECONDS: Final = 5.0
_SHARE: Final = 20
"""Fewer games than a batch, but no fewer than these, are written when the last ones were so long ago, and so
many times as long as writing them took."""
_GAP_SECONDS: Final = 0.1
"""How long the file is left to others, at least, between two transactions."""
_MEMORY: Final = "320MB"
"""What DuckDB may use while importing; without a limit it keeps all it wrote, up to most of the memory."""
_JOINED: Final = 16_384
"""So many stored games may be joined to one row group as the file is closed. DuckDB would go on to
122,880, which takes 3 KiB a game for that moment; from here on an import leaves them as they are."""


class Target(Protocol):
    """A database to write to."""

    def opened(self) -> AbstractContextManager[Cursor]:
        """Open the database for a transaction and return a cursor."""


class OpenTarget:
    """A database that is open already and stays so."""

    def __init__(self, catalogue: Catalogue) -> None:
        """Write to an open database."""
        self._catalogue = catalogue

    @contextmanager
    def opened(self) -> Iterator[Cursor]:
        """Return a cursor."""
        with _closing(self._catalogue.cursor()) as cursor:
            yield cursor


class FileTarget:
    """A database file that is open for the time of each transaction only, so that others can read it."""

    def __init__(
        self, path: str | Path, wait: float, waiting: Waiting | None = None, *, adding: bool = False
    ) -> None:
        """Write to a file whose lock the caller holds, waiting so many seconds for those who read it.

        ``adding``: mostly new games are written, so that among many there is little to join.
        """
        self.path = Path(path)
        self._adding = adding
        self._wait = wait
        self._waiting = waiting
        self._bench = Bench(_MEMORY, Path(f"{path}.tmp"))  # where DuckDB would put it for a file, too
        self._used = False
        self._closed = 0.0

    @contextmanager
    def opened(self) -> Iterator[Cursor]:
        """Open the file for a transaction and return a cursor."""
        time.sleep(max(self._closed + _GAP_SECONDS - time.monotonic(), 0.0))
        try:
            with (
                open_database(
                    self.path, wait=self._wait, waiting=self._waiting, locked=True, bench=self._bench
                ) as catalogue,
                _closing(catalogue.cursor()) as cursor,
            ):
                if self._adding:
                    _keep_apart(cursor)
                yield cursor
        finally:
            # The first transaction only looks what is there.
            self._closed = time.monotonic() if self._used else 0.0
            self._used = True


def _keep_apart(cursor: Cursor) -> None:
    """Leave row groups as they are when the file is closed, if many games are stored."""
    ((stored,),) = cursor.execute("SELECT count(*) FROM game").fetchall()
    if stored >= _JOINED:
        cursor.execute("SET max_vacuum_tasks = 0")


@contextmanager
def _closing(cursor: Cursor) -> Iterator[Cursor]:
    try:
        yield cursor
    finally:
        cursor.close()


@contextmanager
def transaction(cursor: Cursor) -> Iterator[None]:
    """Run a transaction: committed in the end, unless an error ends it."""
    cursor.execute("BEGIN TRANSACTION")
    try:
        yield
        cursor.execute("COMMIT")
    except BaseException:
        # After some failures, such as a full disk, there is nothing left to roll back.
        with suppress(duckdb.Error):
            cursor.execute("ROLLBACK")
        raise


class _Candidate(NamedTuple):
    """A right record that waits to be written, and the game that it says it replaces."""

    file: str
    record: int
    replaces: str
    cut: bool = False


class _Place(NamedTuple):
    """Where a stored game was read from, and its state."""

    file: str
    record: int
    state: str


class _Plan:
    """What a transaction does: ``new`` games to write, and stored ones to remove with their successors.

    ``passing`` are pairs of a game that is not stored and the one that stands for it.
    """

    def __init__(self) -> None:
        self.new: set[str] = set()
        self.removed: dict[str, str] = {}
        self.passing: list[tuple[str, str]] = []
        self.stored = 0
        self.repeats: list[Repeat] = []
        self.replacements: list[Replacement] = []
        self.cuts: list[Kept] = []
        self.missed: list[Replacement] = []


class Writer:
    """Gathers judged records and writes the games that are new. ``busy`` while it is at it."""

    def __init__(
        self,
        target: Target,
        summary: ImportSummary,
        *,
        batch: int = BATCH,
        stop: bool = False,
        keep_prefix: bool = False,
        replace: str = "",
    ) -> None:
        """Prepare for writing in transactions of ``batch`` games.

        ``stop``: the first record that is wrong ends the import. ``keep_prefix``: what comes before the
        first fault of a wrong record is stored. ``replace``: a stored game that the one
        record of the import replaces.
        """
        self.summary = summary
        self.busy = False
        self._target = target
        self._batch = batch
        self._stop = stop
        self._replace = replace
        self._rows: Rows = {}
        self._pending: dict[str, _Candidate] = {}
        self._twice: list[Repeat] = []  # records of games that wait already
        now = dt.datetime.now(dt.UTC).replace(tzinfo=None, microsecond=0)
        with target.opened() as cursor:
            layout = read_layout(cursor)
            self.setting = Setting(layout, schema_version(), now, keep_prefix)
            self._successors = dict(
                cursor.execute(
                    "SELECT game_id, replaced_by FROM replaced WHERE game_id <> replaced_by "
                    "AND game_id NOT IN (SELECT game_id FROM game) ORDER BY replaced_at"
                ).fetchall()
            )
        self._tables = tables_of_games(layout)
        self._since = time.monotonic()
        self._patience = _SECONDS

    def add(self, judged: Judged) -> None:
        """Count the outcomes, keep the rows of right records, and write when there are enough of them."""
        self.busy = True
        rows = judged.rows
        fresh: set[str] = set()
        for outcome in judged.outcomes:
            self.summary.judged += 1
            self.summary.characters += outcome.size
            self.summary.unproved += outcome.unproved
            self.summary.keep("diagnostics", outcome.diagnostics)
            if not outcome.game_id or (outcome.cut and self._replace):  # a wrong record takes no game's place
                self._refuse(outcome)
            elif self._take(outcome):
                fresh.add(outcome.game_id)
            if self._stop and (outcome.cut or not outcome.game_id):
                self.summary.stopped = True
                break
        if {outcome.game_id for outcome in judged.outcomes} - {""} != fresh:
            rows = selected(rows, fresh)
        for name, tables in rows.items():
            self._rows.setdefault(name, []).extend(tables)
        late = time.monotonic() - self._since > self._patience
        if (late and len(self._pending) >= _LEAST) or len(self._pending) >= self._batch:
            self.commit()
        self.busy = False

    def _take(self, outcome: Outcome) -> bool:
        """Let a game wait to be written; False: it waits already."""
        replaces = self._replace or outcome.replaces
        if replaces and not self._pending.keys().isdisjoint((outcome.game_id, self._current(replaces))):
            self.commit()
            self.busy = True
        known = self._pending.get(outcome.game_id)
        if known is None:
            self._pending[outcome.game_id] = _Candidate(outcome.file, outcome.record, replaces, outcome.cut)
            return True
        self.summary.found += 1
        self.summary.unchanged += 1
        self._twice.append(Repeat(outcome.game_id, outcome.file, outcome.record, known.file, known.record))
        return False

    def _refuse(self, outcome: Outcome) -> None:
        if outcome.record == 0:
            self.summary.unreadable += 1
        else:
            self.summary.found += 1
            self.summary.rejected += 1

    def commit(self) -> None:
        """Write what was gathered in one transaction."""
        if not self._pending:
            return
        self.busy = True
        started = time.monotonic()
        pending, rows = self._pending, self._rows
        with self._target.opened() as cursor:
            with transaction(cursor):
                plan = self._sort_out(cursor, pending, rows)
                revised = self._revised(cursor, plan, pending)
                self._write(cursor, plan, rows)
            # They are stored, even if closing the file should fail.
            summary = self.summary
            summary.found += len(pending)
            summary.stored += plan.stored
            summary.unchanged += len(plan.repeats)
            summary.replaced += len(plan.replacements)
            summary.cut += len(plan.cuts)
            known = {repeat.game_id: repeat for repeat in plan.repeats}
            twice = [_of_the_stored(one, known.get(one.game_id)) for one in self._twice]
            summary.keep("repeats", [*plan.repeats, *twice])
            summary.keep("replacements", plan.replacements)
            summary.keep("cuts", plan.cuts)
            summary.keep("missed", plan.missed)
            summary.keep("revised", revised)
            self._pending, self._rows, self._twice = {}, {}, []
        self._since = time.monotonic()
        self._patience = max(_SECONDS, _SHARE * (self._since - started))
        self.busy = False

    def _current(self, game_id: str) -> str:
        """Return the game that has taken the place of a game at last: itself, if it was not replaced."""
        seen = {game_id}
        while (following := self._successors.get(game_id)) and following not in seen:
            seen.add(following)
            game_id = following
        return game_id

    def _sort_out(self, cursor: Cursor, pending: Mapping[str, _Candidate], rows: Rows) -> _Plan:
        """Decide about each record in turn."""
        wanted = set(pending)
        for game_id, candidate in pending.items():
            wanted |= {self._current(game_id), self._current(candidate.replaces)}
        places = _places(cursor, wanted)
        plan = _Plan()
        for game_id, (file, record, replaces, cut) in pending.items():
            old = self._current(replaces)
            place = places.get(game_id)
            here = place is not None and place.state != "rejected"
            if self._replace:
                if old not in places:
                    raise nothing_to_replace(self._replace)
                self._successors.pop(game_id, None)
            elif game_id in self._successors:
                successor = self._current(game_id)
                kept = places.get(successor, _Place("", 0, ""))
                plan.repeats.append(Repeat(game_id, file, record, kept.file, kept.record, successor))
                continue
            if replaces == game_id and here:
                changed = _source_text(cursor, game_id).strip() != _incoming_text(rows, game_id).strip()
            else:
                changed = old in places and old != game_id
            if changed:
                replaced = places.pop(old)
                if old in plan.new:  # two records of one import replace the same game: the last one stays
                    plan.new.discard(old)
                    plan.passing.append((old, game_id))
                else:
                    plan.removed[old] = game_id
                plan.replacements.append(
                    Replacement(game_id, file, record, old, replaced.file, replaced.record)
                )
            elif here and place is not None:
                plan.repeats.append(Repeat(game_id, file, record, place.file, place.record))
            elif cut:
                plan.cuts.append(Kept(game_id, file, record))
            else:
                plan.stored += 1
                if replaces and old != game_id:
                    plan.missed.append(Replacement(game_id, file, record, old))
                    plan.passing.append((old, game_id))
            if old and old != game_id:
                self._successors[old] = game_id
            if place is not None and place.state == "rejected":
                plan.removed[game_id] = game_id
            if not here or (changed and old == game_id):
                plan.new.add(game_id)
                places[game_id] = _Place(file, record, "")
        return plan

    def _revised(self, cursor: Cursor, plan: _Plan, pending: Mapping[str, _Candidate]) -> list[Replacement]:
        """Return the new games that come from a place where another stored game was read from."""
        replacing = {replacement.game_id for replacement in plan.replacements}
        fresh = [
            (game_id, pending[game_id].file, pending[game_id].record)
            for game_id in plan.new - replacing
            if pending[game_id].file != "-" and BLOTTED not in pending[game_id].file  # names of many files
        ]
        if not fresh:
            return []
        ids, files, records = zip(*fresh, strict=True)
        found = cursor.execute(
            "SELECT new.id, new.file, new.record, game.game_id FROM (SELECT unnest(?::VARCHAR[]) AS id, "
            "unnest(?::VARCHAR[]) AS file, unnest(?::UINTEGER[]) AS record) AS new "
            "JOIN game ON game.file = new.file AND game.record_no = new.record AND game.game_id <> new.id",
            [list(ids), list(files), list(records)],
        ).fetchall()
        return [
            Replacement(new, file, record, old, file, record)
            for new, file, record, old in found
            if old not in plan.removed
        ]

    def _write(self, cursor: Cursor, plan: _Plan, rows: Rows) -> None:
        now = self.setting.imported_at
        if plan.removed:
            note_replaced(cursor, list(plan.removed.items()), now)
            remove_games(cursor, self._tables, list(plan.removed))
        if plan.passing:
            cursor.executemany(
                "INSERT INTO replaced VALUES (?, ?, ?, NULL, NULL, NULL)",
                [(old, new, now) for old, new in plan.passing],
            )
        if not plan.new:
            return
        if len(plan.new) < len(self._pending):
            rows = selected(rows, plan.new)
        for name, tables in rows.items():
            insert(cursor, name, pa.concat_tables(tables))


def _of_the_stored(repeat: Repeat, known: Repeat | None) -> Repeat:
    """Return a repeat that names where the game is stored from, if it was before this transaction."""
    if known is None:
        return repeat
    return known._replace(file=repeat.file, record=repeat.record)


def nothing_to_replace(game_id: str) -> StoreError:
    """Return the error for a game that should be replaced and is not stored."""
    return StoreError(
        "S305",
        f"no game {game_id} is stored",
        '`wcreplay query --db FILE "SELECT game_id, title FROM game"` lists the games',
    )


def tables_of_games(layout: Layout) -> list[str]:
    """Return the tables that hold rows of stored games, from the layout of all tables."""
    return [
        name
        for name, columns in layout.items()
        if name != "replaced" and any(column.name == "game_id" for column in columns)
    ]


def note_replaced(cursor: Cursor, pairs: Sequence[tuple[str, str]], now: dt.datetime) -> None:
    """Note which stored games give way to which, before they are removed."""
    cursor.execute(
        "INSERT INTO replaced BY NAME SELECT game_id, given.new_id AS replaced_by, ? AS replaced_at, "
        "file, record_no, source_text FROM game JOIN (SELECT unnest(?::VARCHAR[]) AS game_id, "
        "unnest(?::VARCHAR[]) AS new_id) AS given USING (game_id)",
        [now, [old for old, _ in pairs], [new for _, new in pairs]],
    )


def remove_games(cursor: Cursor, tables: Collection[str], ids: list[str]) -> None:
    """Delete all rows of some games."""
    for name in tables:
        cursor.execute(f'DELETE FROM "{name}" WHERE game_id IN (SELECT unnest(?::VARCHAR[]))', [ids])  # noqa: S608 - our own tables


def insert(cursor: Cursor, name: str, rows: pa.Table) -> None:
    """Insert Arrow rows into a table, column by column name."""
    cursor.register("incoming_rows", rows)
    try:
        cursor.execute(f'INSERT INTO "{name}" BY NAME SELECT * FROM incoming_rows')  # noqa: S608 - our own tables
    finally:
        cursor.unregister("incoming_rows")


def _places(cursor: Cursor, ids: Collection[str]) -> dict[str, _Place]:
    """Return where those of the games come from that are stored."""
    found = cursor.execute(
        "SELECT game_id, file, record_no, state FROM game WHERE game_id IN (SELECT unnest(?::VARCHAR[]))",
        [list(ids)],
    ).fetchall()
    return {game_id: _Place(*place) for game_id, *place in found}


def _source_text(cursor: Cursor, game_id: str) -> str:
    row = cursor.execute("SELECT source_text FROM game WHERE game_id = ?", [game_id]).fetchone()
    assert row is not None
    return str(row[0])


def _incoming_text(rows: Rows, game_id: str) -> str:
    (table,) = [table for table in selected(rows, {game_id})["game"] if table.num_rows]
    return str(table.column("source_text")[0].as_py())


def selected(rows: Rows, ids: Collection[str]) -> Rows:
    """Return the rows of those games only."""
    wanted = pa.array(sorted(ids), pa.string())
    selected: Rows = {}
    for name, tables in rows.items():
        for table in tables:
            left = table.filter(pc.is_in(table.column("game_id").cast(pa.string()), wanted))
            if left.num_rows:
                selected.setdefault(name, []).append(left)
    return selected
