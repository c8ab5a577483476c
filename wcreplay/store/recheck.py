"""Judging all stored games anew with the installed engine, and what comes out differently."""

from __future__ import annotations

import datetime as dt
from collections import deque
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Final, NamedTuple

import duckdb
import msgspec
import pyarrow as pa

from wcreplay import __version__
from wcreplay.engine import registry
from wcreplay.notation.model import NOTATION_VERSION, RawRecord

from .arrow import read_layout
from .database import Snapshot, open_database, schema_version
from .judge import Judged, Outcome, Setting
from .lock import Waiting, writing
from .opening import cannot_write
from .order import put_in_order
from .pool import judged
from .rows import DIAGNOSTIC_COLUMNS, diagnostic_row
from .writer import (
    Cursor,
    FileTarget,
    Rows,
    insert,
    note_replaced,
    remove_games,
    selected,
    tables_of_games,
    transaction,
)

_BATCH: Final = 500
_FETCH: Final = 64
_EXAMPLES: Final = 5
_STAMPS: Final = ("package_version", "rules_version", "notation_version", "schema_version")
_LEFT_OUT: Final[dict[str, Collection[str]]] = {
    "game": {"file", "record_no", "line", "imported_at", "source_text", *_STAMPS},
    "turn": {"source_line"},
    "diagnostic": {"file", "record_no", "line", "column", "length"},
}
"""Columns that do not come from judging: where a record was read, when, and by which versions."""


class Example(NamedTuple):
    """A game of a group, and where it was read from."""

    game_id: str
    file: str
    record: int


class Group(msgspec.Struct):
    """Games that differ in the same way.

    ``kind`` is ``wrong`` (``what`` is the code of the error, ``message`` that of the first game), ``cut``
    (the same of games of which what comes before the fault is kept now, because that was asked for),
    ``changed`` (``what`` lists the tables whose rows differ) or ``id`` (the game has another id now).
    """

    kind: str
    what: str
    message: str
    count: int = 0
    examples: list[Example] = []


class RecheckSummary(msgspec.Struct):
    """What a recheck found: ``found`` = ``same`` + ``changed`` + ``wrong``.

    ``known`` of the wrong ones were known to be: an earlier recheck marked them as rejected. ``written`` says
    whether the tables were brought up to date.
    """

    found: int = 0
    same: int = 0
    changed: int = 0
    wrong: int = 0
    known: int = 0
    written: bool = False
    groups: list[Group] = []


_NAMES_AS_TITLE: Final = """
UPDATE game SET title = names.title
FROM (
    SELECT game_id, string_agg(coalesce(nullif(player, ''), seat::VARCHAR), ', ' ORDER BY seat) AS title
    FROM seat WHERE game_id IN (SELECT unnest(?::VARCHAR[])) GROUP BY game_id
) AS names
WHERE game.game_id = names.game_id
"""

Progress = Callable[[int, int], object]
"""Is told how many games are done and how many there are."""


def recheck(
    db: str | Path,
    *,
    jobs: int = 1,
    write: bool = False,
    keep_prefix: bool = False,
    lock_wait: float = 60.0,
    waiting: Waiting | None = None,
    progress: Progress | None = None,
) -> RecheckSummary:
    """Replay the source text of every stored game and compare the rows with the stored ones.

    Reads a copy, so others can read and import meanwhile. With ``write`` the rows that differ are replaced,
    games that are wrong now keep only their record and the findings (state ``rejected``) or, with
    ``keep_prefix``, also what comes before the first fault (state ``cut``), and all games are stamped with
    the versions that judged them. In the end the rows of each table are put in the order of the games, which
    makes questions about single games several times as fast. Imports wait until that is done. Games that are
    cut already stay so.

    Raises:
        StoreError: as :func:`wcreplay.store.loader.import_raw`.
    """
    path = Path(db)
    with ExitStack() as stack:
        target = None
        if write:
            stack.enter_context(writing(path, wait=lock_wait, waiting=waiting))
            open_database(path, wait=lock_wait, waiting=waiting, locked=True).close()
            target = FileTarget(path, lock_wait, waiting)
        snapshot = stack.enter_context(Snapshot(path, wait=lock_wait, follow=False))
        cursor = snapshot.cursor()
        stack.callback(cursor.close)
        try:
            checker = _Checker(cursor, target, keep_prefix=keep_prefix)
            work = judged(checker.records(snapshot.cursor()), checker.setting, jobs)
            stack.callback(work.close)
            for outcome in work:
                checker.add(outcome)
                if progress is not None:
                    progress(checker.done, checker.total)
            checker.flush()
            if target is not None:
                put_in_order(target, checker.tables)
        except duckdb.Error as error:
            raise cannot_write(path, error) from error
    checker.summary.written = write
    checker.summary.groups.sort(key=lambda group: -group.count)
    return checker.summary


class _Stored(NamedTuple):
    """What is stored about a game besides its rows."""

    game_id: str
    state: str
    file: str
    record: int
    imported_at: dt.datetime
    stamps: tuple[object, ...]


class _Verdicts(NamedTuple):
    """What is to be written of a batch: games whose rows differ, wrong ones, and the others."""

    changed: list[tuple[_Stored, str]]
    wrong: list[tuple[_Stored, Outcome]]
    same: list[_Stored]


class _Checker:
    """Compares batches of judged games with what is stored."""

    def __init__(self, cursor: Cursor, target: FileTarget | None, *, keep_prefix: bool) -> None:
        """Prepare for comparing: note a fingerprint of what is stored of each game in each table."""
        self.summary = RecheckSummary()
        self._cursor = cursor
        self._target = target
        self._keep_prefix = keep_prefix
        self._noted = set(
            cursor.execute(
                "SELECT game_id, code FROM diagnostic SEMI JOIN game ON game.game_id = diagnostic.game_id "
                "AND game.state <> 'rejected'"
            ).fetchall()
        )
        layout = read_layout(cursor)
        self.tables = tables_of_games(layout)
        now = dt.datetime.now(dt.UTC).replace(tzinfo=None, microsecond=0)
        # Games whose prefix was kept are judged as they were stored; what else is wrong is sorted out later.
        self.setting = Setting(layout, schema_version(), now, keep_prefix=True)
        self._prints = {}
        for name in self.tables:
            left_out = {"game_id", *_LEFT_OUT.get(name, ())}
            columns = ", ".join(f'"{column.name}"' for column in layout[name] if column.name not in left_out)
            self._prints[name] = f"SELECT game_id, count(*) AS rows, sum(hash({columns})) AS print"
            cursor.execute(
                f'CREATE TEMP TABLE "old {name}" AS {self._prints[name]} FROM "{name}" GROUP BY game_id'
            )
            cursor.execute(f'CREATE TEMP TABLE "new {name}" AS FROM "{name}" LIMIT 0')
        self.total = int(cursor.execute("SELECT count(*) FROM game").fetchall()[0][0])
        self.done = 0
        self._waiting: deque[_Stored] = deque()
        self._batch: list[tuple[_Stored, Outcome]] = []
        self._rows: Rows = {}
        self._ids: set[str] = set()
        self._groups: dict[tuple[str, str], Group] = {}

    def records(self, cursor: Cursor) -> Iterator[RawRecord]:
        """Yield the records of all stored games."""
        stamps = ", ".join(_STAMPS)
        cursor.execute(
            f"SELECT source_text, line, game_id, state, file, record_no, imported_at, {stamps} "  # noqa: S608
            "FROM game ORDER BY rowid"
        )
        while fetched := cursor.fetchmany(_FETCH):
            for text, line, game_id, state, file, number, imported_at, *stamped in fetched:
                self._waiting.append(_Stored(game_id, state, file, number, imported_at, tuple(stamped)))
                yield RawRecord(text, file, number, line or 1)
        cursor.close()

    def add(self, outcome: Judged) -> None:
        """Take the next judged games."""
        self._batch += [(self._waiting.popleft(), one) for one in outcome.outcomes]
        rows = outcome.rows
        ids = {one.game_id for one in outcome.outcomes}
        if not ids.isdisjoint(self._ids):  # two stored games are one now
            rows = selected(rows, ids - self._ids)
        self._ids |= ids - {""}
        for name, tables in rows.items():
            self._rows.setdefault(name, []).extend(tables)
        if len(self._batch) >= _BATCH:
            self.flush()

    def flush(self) -> None:
        """Compare what was gathered, count it, and write it if that is wanted."""
        if not self._batch:
            return
        verdicts = self._compare()
        self.summary.found += len(self._batch)
        self.summary.same += len(verdicts.same)
        self.summary.changed += len(verdicts.changed)
        self.summary.wrong += len(verdicts.wrong)
        self.done += len(self._batch)
        if self._target is not None:
            self._write(self._target, verdicts)
        self._batch, self._rows, self._ids = [], {}, set()

    def _compare(self) -> _Verdicts:
        old, new = self._fingerprints()
        verdicts = _Verdicts([], [], [])
        for stored, outcome in self._batch:
            first = next((found for found in outcome.diagnostics if found.severity == "error"), None)
            kept = stored.state == "cut" or (
                first is not None and (stored.game_id, first.code) in self._noted
            )
            if first is not None and (not outcome.game_id or not (kept or self._keep_prefix)):
                self._count("wrong", first.code, first.message, stored)
                self.summary.known += stored.state == "rejected"
                verdicts.wrong.append((stored, outcome))
                continue
            differ = [
                name
                for name in self.tables
                if old[name].get(stored.game_id) != new[name].get(outcome.game_id)
            ]
            if first is not None and outcome.cut and not kept:
                self._count("cut", first.code, first.message, stored)
            elif outcome.game_id != stored.game_id:
                self._count("id", "game", f"{stored.game_id} is {outcome.game_id} now", stored)
            elif differ:
                self._count("changed", ", ".join(differ), "", stored)
            else:
                verdicts.same.append(stored)
                continue
            verdicts.changed.append((stored, outcome.game_id))
        return verdicts

    def _count(self, kind: str, what: str, message: str, stored: _Stored) -> None:
        group = self._groups.get((kind, what))
        if group is None:
            group = self._groups[kind, what] = Group(kind, what, message)
            self.summary.groups.append(group)
        group.count += 1
        if len(group.examples) < _EXAMPLES:
            group.examples.append(Example(stored.game_id, stored.file, stored.record))

    def _fingerprints(self) -> tuple[dict[str, dict[str, object]], dict[str, dict[str, object]]]:
        """Return number and fingerprint of the rows by table and game: as stored, and as judged now."""
        ids = [stored.game_id for stored, _ in self._batch]
        old: dict[str, dict[str, object]] = {}
        new: dict[str, dict[str, object]] = {}
        cursor = self._cursor
        for name in self.tables:
            found = cursor.execute(
                f'FROM "old {name}" WHERE game_id IN (SELECT unnest(?::VARCHAR[]))',
                [ids],
            ).fetchall()
            old[name] = {game_id: (rows, mark) for game_id, rows, mark in found}
            if name in self._rows:
                insert(cursor, f"new {name}", pa.concat_tables(self._rows[name]))
            found = cursor.execute(f'{self._prints[name]} FROM "new {name}" GROUP BY game_id').fetchall()
            new[name] = {game_id: (rows, mark) for game_id, rows, mark in found}
            cursor.execute(f'DELETE FROM "new {name}"')  # noqa: S608
        return old, new

    def _write(self, target: FileTarget, verdicts: _Verdicts) -> None:
        """Write what differs, in one transaction; leave the file alone if nothing does."""
        wrong = [(stored, outcome) for stored, outcome in verdicts.wrong if stored.state != "rejected"]
        now = self._stamps()
        old = [stored.game_id for stored in verdicts.same if stored.stamps != now[stored.game_id]]
        if not (verdicts.changed or wrong or old):
            return
        with target.opened() as cursor, transaction(cursor):
            if verdicts.changed:
                self._write_changed(cursor, verdicts.changed)
            if wrong:
                self._write_wrong(cursor, wrong)
            if old:
                _write_stamps(cursor, pa.concat_tables(selected(self._rows, old)["game"]))

    def _stamps(self) -> dict[str, tuple[object, ...]]:
        """Return the versions that have judged the games now."""
        stamps: dict[str, tuple[object, ...]] = {}
        for table in self._rows.get("game", ()):
            columns = [table.column(name).to_pylist() for name in ("game_id", *_STAMPS)]
            stamps.update((row[0], tuple(row[1:])) for row in zip(*columns, strict=True))
        return stamps

    def _write_changed(self, cursor: Cursor, changed: list[tuple[_Stored, str]]) -> None:
        """Put the rows as judged now in the place of the stored ones."""
        olds = [stored.game_id for stored, _ in changed]
        moved = [(stored.game_id, new) for stored, new in changed if stored.game_id != new]
        if moved:
            note_replaced(cursor, moved, self.setting.imported_at)
        remove_games(cursor, self.tables, olds)
        news = {new: stored.imported_at for stored, new in changed}
        there = cursor.execute(
            "SELECT game_id FROM game WHERE game_id IN (SELECT unnest(?::VARCHAR[]))", [list(news)]
        ).fetchall()
        for name, tables in selected(self._rows, news.keys() - {game_id for (game_id,) in there}).items():
            insert(cursor, name, pa.concat_tables(tables))
        cursor.execute(
            "UPDATE game SET imported_at = given.at FROM (SELECT unnest(?::VARCHAR[]) AS id, "
            "unnest(?::TIMESTAMP[]) AS at) AS given WHERE game.game_id = given.id",
            [list(news), list(news.values())],
        )

    def _write_wrong(self, cursor: Cursor, wrong: list[tuple[_Stored, Outcome]]) -> None:
        """Keep of games that are wrong now only the record and the findings."""
        ids = [stored.game_id for stored, _ in wrong]
        remove_games(cursor, [name for name in self.tables if name not in ("game", "seat")], ids)
        these = "game_id IN (SELECT unnest(?::VARCHAR[]))"
        cursor.execute(f"UPDATE seat SET rank = NULL, points = NULL WHERE {these}", [ids])  # noqa: S608
        cursor.execute(_NAMES_AS_TITLE, [ids])
        cursor.execute(
            "UPDATE game SET state = 'rejected', turns = 0, package_version = ?, notation_version = ?, "  # noqa: S608
            f"schema_version = ? WHERE {these}",
            [__version__, NOTATION_VERSION, schema_version(), ids],
        )
        names = cursor.execute(f"SELECT DISTINCT game FROM game WHERE {these}", [ids]).fetchall()  # noqa: S608
        for (name,) in names:
            with suppress(registry.UnknownGame):
                rules = registry.load(name).meta.rules_version
                cursor.execute(
                    f"UPDATE game SET rules_version = ? WHERE game = ? AND {these}",  # noqa: S608
                    [rules, name, ids],
                )
        rows = [
            (stored.game_id, *diagnostic_row(found))
            for stored, outcome in wrong
            for found in outcome.diagnostics
        ]
        columns = zip(*rows, strict=True)
        insert(
            cursor, "diagnostic", pa.table(dict(zip(("game_id", *DIAGNOSTIC_COLUMNS), columns, strict=True)))
        )


def _write_stamps(cursor: Cursor, games: pa.Table) -> None:
    """Stamp games that are the same with the versions that have judged them now."""
    cursor.register("games_now", games)
    try:
        stamps = ", ".join(f"{name} = games_now.{name}" for name in _STAMPS)
        cursor.execute(f"UPDATE game SET {stamps} FROM games_now WHERE game.game_id = games_now.game_id")  # noqa: S608
    finally:
        cursor.unregister("games_now")
