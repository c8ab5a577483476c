"""Importing records: many readers and judges, one writer, whole games only."""

from __future__ import annotations

import datetime as dt
import multiprocessing
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import nullcontext
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple

import duckdb
import msgspec
import pyarrow as pa
import pyarrow.compute as pc

from wcreplay.notation.diagnostics import Diagnostic
from wcreplay.notation.model import RawRecord
from wcreplay.notation.stream import expand_paths, read_sources

from .arrow import read_layout
from .database import Catalogue, first_line, open_database, schema_version
from .errors import StoreError
from .judge import Judged, Outcome, Setting, from_bytes, judge, start_worker, work

KEPT: Final = 10_000
"""Diagnostics and repeats kept in a summary, so that an import's memory stays flat; the counts are exact."""
BATCH: Final = 1000
"""Games in a transaction: from about 650 four-player games on, DuckDB gets whole row groups (122,880 rows of
state) and writes them straight to the file; half as many games took 1.5 times as long."""
_CHUNK_RECORDS: Final = 32
_CHUNK_CHARACTERS: Final = 1 << 20
_LOCK_WAIT: Final = 10.0
_MEMORY: Final = "320MB"
"""What DuckDB may use while importing; without a limit it keeps all it wrote, up to most of the memory."""


class Repeat(NamedTuple):
    """A record of a game that is stored already: where it was read, and where the stored one came from."""

    game_id: str
    file: str
    record: int
    stored_file: str
    stored_record: int


class ImportSummary(msgspec.Struct):
    """What an import did: ``found`` = ``stored`` + ``unchanged`` + ``rejected``, always.

    ``unreadable`` counts sources that hold no record (missing, empty, binary); they are not among
    ``found``. ``diagnostics`` say why records were rejected and sources unreadable, ``repeats`` which
    games were stored already; of each the first 10,000 are kept.
    """

    found: int = 0
    stored: int = 0
    unchanged: int = 0
    rejected: int = 0
    unreadable: int = 0
    diagnostics: list[Diagnostic] = []
    repeats: list[Repeat] = []

    @property
    def clean(self) -> bool:
        """Whether nothing was wrong with any record or source."""
        return not self.rejected and not self.unreadable


Progress = Callable[[ImportSummary], None]


def import_records(
    db: str | Path | Catalogue,
    sources: Iterable[str | os.PathLike[str]],
    *,
    jobs: int = 1,
    batch: int = BATCH,
    progress: Progress | None = None,
) -> ImportSummary:
    """Import the records of files and folders (``-``: standard input); see :func:`import_raw`."""
    return import_raw(db, read_sources(expand_paths(sources)), jobs=jobs, batch=batch, progress=progress)


def import_raw(
    db: str | Path | Catalogue,
    records: Iterable[RawRecord],
    *,
    jobs: int = 1,
    batch: int = BATCH,
    progress: Progress | None = None,
) -> ImportSummary:
    """Parse, replay and store records in the order given.

    ``jobs`` processes parse and replay (1: this one); a script that asks for more must guard its main
    program with ``if __name__ == "__main__"``. A transaction holds about ``batch`` whole games, so a
    process that is killed leaves whole games only. ``progress`` is called with the summary so far.
    A game that is stored already, or occurs twice, is counted ``unchanged``.

    Raises:
        StoreError: if the database cannot be opened or written, or a worker process died. What was
            committed before stays.
    """
    opened = nullcontext(db) if isinstance(db, Catalogue) else open_database(db, wait=_LOCK_WAIT)
    with opened as catalogue:
        writer = _Writer(catalogue, batch, "" if catalogue is db else _MEMORY)
        try:
            for judged in _judged(records, writer.setting, jobs):
                writer.add(judged)
                if progress is not None:
                    progress(writer.summary)
            writer.commit()
        except duckdb.Error as error:
            raise StoreError(
                "S110",
                f"cannot write to {catalogue.path}: {first_line(str(error))}",
                "the games stored before this are kept; run the import again",
            ) from error
        finally:
            writer.close()
        if progress is not None:
            progress(writer.summary)
        return writer.summary


def _chunks(records: Iterable[RawRecord]) -> Iterator[list[RawRecord]]:
    """Yield lists of records, small enough to keep all workers busy."""
    chunk: list[RawRecord] = []
    size = 0
    for raw in records:
        chunk.append(raw)
        size += len(raw.text)
        if len(chunk) >= _CHUNK_RECORDS or size >= _CHUNK_CHARACTERS:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk


def _judged(records: Iterable[RawRecord], setting: Setting, jobs: int) -> Iterator[Judged]:
    """Yield the judged chunks in the order of the records; a single chunk needs no other process."""
    chunks = _chunks(records)
    first = next(chunks, None)
    if first is None:
        return
    second = next(chunks, None) if jobs > 1 else None
    if second is None:
        yield judge(first, setting)
        for chunk in chunks:
            yield judge(chunk, setting)
        return
    yield from _pooled(chain((first, second), chunks), setting, jobs)


_Work = tuple[list[Outcome], dict[str, list[bytes]]]


def _pooled(chunks: Iterable[list[RawRecord]], setting: Setting, jobs: int) -> Iterator[Judged]:
    """Judge chunks in ``jobs`` processes, a few ahead of the writer."""
    # Never plain fork: DuckDB's threads run in this process.
    methods = multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
    pool = ProcessPoolExecutor(jobs, context, start_worker, (setting,))
    waiting: deque[Future[_Work]] = deque()
    try:
        for chunk in chunks:
            waiting.append(pool.submit(work, chunk))
            if len(waiting) > 2 * jobs + 1:
                yield _received(waiting.popleft())
        while waiting:
            yield _received(waiting.popleft())
    except BrokenProcessPool as error:
        raise StoreError(
            "S303",
            "a worker process ended before its work was done (was memory short?)",
            "the games stored before this are kept; run the import again with fewer jobs",
        ) from error
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _received(future: Future[_Work]) -> Judged:
    outcomes, rows = future.result()
    return Judged(outcomes, {name: [from_bytes(data) for data in parts] for name, parts in rows.items()})


class _Writer:
    """The one that writes: sorts out what is new and commits whole games."""

    def __init__(self, catalogue: Catalogue, batch: int, memory: str) -> None:
        self.summary = ImportSummary()
        self._cursor = catalogue.cursor()
        if memory:
            self._cursor.execute("SET GLOBAL memory_limit = ?", [memory])
        self._batch = batch
        self._rows: dict[str, list[pa.Table]] = {}
        self._pending: dict[str, tuple[str, int]] = {}
        now = dt.datetime.now(dt.UTC).replace(tzinfo=None, microsecond=0)
        self.setting = Setting(read_layout(self._cursor), schema_version(), now)

    def add(self, judged: Judged) -> None:
        """Count the outcomes, keep the rows of new games, and commit when there are enough of them."""
        summary = self.summary
        known = self._known({outcome.game_id for outcome in judged.outcomes if outcome.game_id})
        repeated = set(known)
        for outcome in judged.outcomes:
            if outcome.record == 0:
                summary.unreadable += 1
            else:
                summary.found += 1
                summary.rejected += not outcome.game_id
            room = KEPT - len(summary.diagnostics)
            summary.diagnostics.extend(outcome.diagnostics[: max(room, 0)])
            if not outcome.game_id:
                continue
            place = known.get(outcome.game_id)
            if place is None:
                known[outcome.game_id] = self._pending[outcome.game_id] = (outcome.file, outcome.record)
                continue
            summary.unchanged += 1
            if len(summary.repeats) < KEPT:
                summary.repeats.append(Repeat(outcome.game_id, outcome.file, outcome.record, *place))
        if len(repeated) < len(known):
            self._keep(judged.rows, repeated)
        if len(self._pending) >= self._batch:
            self.commit()

    def _known(self, ids: set[str]) -> dict[str, tuple[str, int]]:
        """Return where those of the games come from that are stored or about to be."""
        found = self._cursor.execute(
            "SELECT game_id, file, record_no FROM game WHERE game_id IN (SELECT unnest(?::VARCHAR[]))",
            [list(ids)],
        ).fetchall()
        known = {game_id: (file, record) for game_id, file, record in found}
        known.update((game_id, self._pending[game_id]) for game_id in ids & self._pending.keys())
        return known

    def _keep(self, rows: dict[str, list[pa.Table]], repeated: set[str]) -> None:
        if not repeated:
            for name, tables in rows.items():
                self._rows.setdefault(name, []).extend(tables)
            return
        without = pa.array(sorted(repeated), pa.string())
        for name, tables in rows.items():
            for table in tables:
                ids = table.column("game_id").cast(pa.string())
                left = table.filter(pc.invert(pc.is_in(ids, without)))
                if left.num_rows:
                    self._rows.setdefault(name, []).append(left)

    def commit(self) -> None:
        """Write the rows gathered so far in one transaction."""
        if not self._pending:
            return
        cursor = self._cursor
        cursor.execute("BEGIN TRANSACTION")
        try:
            for name, tables in self._rows.items():
                insert(cursor, name, pa.concat_tables(tables))
        except BaseException:
            cursor.execute("ROLLBACK")
            raise
        cursor.execute("COMMIT")
        self.summary.stored += len(self._pending)
        self._pending.clear()
        self._rows.clear()

    def close(self) -> None:
        """Give up the cursor."""
        self._cursor.close()


def insert(cursor: duckdb.DuckDBPyConnection, name: str, rows: pa.Table) -> None:
    """Insert Arrow rows into a table, column by column name."""
    cursor.register("incoming_rows", rows)
    try:
        cursor.execute(f'INSERT INTO "{name}" BY NAME SELECT * FROM incoming_rows')  # noqa: S608 - our own tables
    finally:
        cursor.unregister("incoming_rows")
