"""Stored games as files for other programs: Parquet, CSV, JSON, or the records they came from.

What is written is a folder, in one step: it is there in full or not at all. Names of files come from names
of tables and from ids of games that look like one, never from what somebody wrote in a record.
"""

from __future__ import annotations

import difflib
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import duckdb
import msgspec

from wcreplay import __version__
from wcreplay.engine.reader import grammar_of
from wcreplay.notation.model import RawRecord
from wcreplay.notation.quote import escape
from wcreplay.notation.scanner import parse

from .anonymise import REMOVED, anonymised
from .database import Catalogue, Snapshot, open_database, schema_version
from .errors import StoreError
from .loader import Options, import_raw
from .opening import copy_files, first_line, is_damaged
from .players import Aliases, store_aliases
from .query import open_to_read, run_query
from .summary import ImportSummary
from .writing import SUFFIXES, Form, Table, stream, tables, write_table

Source = Catalogue | Snapshot
Progress = Callable[[int, int], object]
"""Is told how many games have been read anew, and of how many."""

MANIFEST: Final = "export.json"
"""Name of the file that says what the others hold."""
_CHOSEN: Final = "temp.exported"
_OURS: Final = re.compile(rf"[0-9a-f]{{16}}\.wcr|[a-z][a-z0-9_]*\.(?:{'|'.join(SUFFIXES)})")
_WAIT: Final = 10.0
_RECORDS: Final = 64
"""Records that are fetched at once."""


class ExportOptions(msgspec.Struct, frozen=True):
    """What to export.

    ``game_ids`` (none: all games) and the SQL condition ``where`` choose games, ``tables`` (none: all
    tables of games) tables or views. ``aliases`` stand in for those that are stored. ``anonymise`` takes out
    who played; the games are read anew for that, by ``jobs`` processes. ``force`` replaces an earlier export.
    """

    form: Form = "parquet"
    game_ids: tuple[str, ...] = ()
    where: str = ""
    tables: tuple[str, ...] = ()
    anonymise: bool = False
    aliases: Aliases | None = None
    force: bool = False
    jobs: int = 1


class LeftOut(NamedTuple):
    """A game that could not be exported, and why."""

    game_id: str
    reason: str


class ExportSummary(msgspec.Struct, frozen=True):
    """What was written: the folder, the number of games, the rows by file (records: by ``*.wcr``).

    ``left_out`` are games that could not be anonymised, because the rules at hand reject them.
    """

    folder: Path
    games: int
    files: dict[str, int]
    left_out: tuple[LeftOut, ...]


def export(
    db: str | Path, folder: str | Path, options: ExportOptions, *, progress: Progress | None = None
) -> ExportSummary:
    """Write stored games into a new folder.

    Raises:
        StoreError: S101 to S112 for the database; S204, S402 to S405.
    """
    target = _target(folder, force=options.force)
    if options.form == "wcr" and options.tables:
        raise StoreError("S405", "records have no tables", "leave the tables out, or name another format")
    left_out: list[LeftOut] = []
    made: list[Table] = []
    try:
        with ExitStack() as stack:
            source = stack.enter_context(_opened(db, options.aliases))
            ids: Sequence[str] | None = choose(source, options)
            new = stack.enter_context(_in_one_step(target))
            records = _records(source, ids)
            if options.anonymise:
                records = _without_names(records, len(ids or ()), left_out, progress)
            if options.form == "wcr":
                games = _write_records(records, new, left_out)
                files = {"*.wcr": games}
            else:
                if options.anonymise:
                    source, ids = stack.enter_context(_imported(records, options.jobs, left_out)), None
                games, files, made = _write_tables(source, ids, new, options)
            _write_manifest(new / MANIFEST, options, games, files, made)
    except (duckdb.Error, OSError) as error:
        if damage := is_damaged(Path(db), str(error)):
            raise damage from error
        what = f"cannot write {escape(str(target))}: {first_line(str(error))}"
        raise StoreError("S403", what, "check the rights of the folder, and the room on the disk") from error
    return ExportSummary(target, games, files, tuple(left_out))


# -- what to export ----------------------------------------------------------------------------------


@contextmanager
def _opened(db: str | Path, aliases: Aliases | None) -> Iterator[Source]:
    """Open a database; where other aliases are to count, a copy of it that has them."""
    if aliases is None:
        with open_to_read(db) as source:
            yield source
        return
    with tempfile.TemporaryDirectory(prefix="wcreplay-") as folder:
        copy = Path(folder) / "games.duckdb"
        with open_database(db, read_only=True, wait=_WAIT):
            copy_files(Path(db), copy)
        store_aliases(copy, aliases)
        with open_database(copy, read_only=True, contained=True) as source:
            yield source


def choose(source: Source, options: ExportOptions) -> list[str]:
    """Return the ids of the games that an export is about.

    Raises:
        StoreError: S404 for a condition that is none, S405 for a game that is not stored, or if no game is
            left; S204 if the condition takes too long.
    """
    ids = matching(source, options.where)
    if options.game_ids:
        stored = set(ids if not options.where else matching(source))
        for game_id in options.game_ids:
            if game_id not in stored:
                todo = '`wcreplay query --db FILE "SELECT game_id, title FROM game"` lists the games'
                raise StoreError("S405", f"no game {escape(game_id[:40])} is stored", todo)
        ids = [game_id for game_id in ids if game_id in options.game_ids]
    if not ids:
        raise StoreError("S405", "no stored game is like that", "look with `wcreplay query` which there are")
    return ids


def matching(source: Source, where: str = "") -> list[str]:
    """Return the ids of the games that meet an SQL condition on the table ``game``; empty: of all games.

    Raises:
        StoreError: S404 for a condition that is none, S204 if it takes too long.
    """
    sql = "SELECT game_id FROM game"
    if where:
        try:
            where.encode()
            duckdb.SQLExpression(where)  # refuses all that is not one expression
        except (duckdb.Error, UnicodeEncodeError) as error:
            raise _no_condition(first_line(str(error))) from error
        sql += f" WHERE (\n{where}\n)"
    try:
        return [row[0] for row in run_query(source, sql, limit=None).rows]
    except StoreError as error:
        raise _no_condition(error.what) if error.code == "S203" else error from error


def _no_condition(why: str) -> StoreError:
    todo = "write one about the columns of game, such as \"event = 'Spring cup' AND players = 4\""
    return StoreError("S404", f"the condition cannot be used: {why}", todo)


# -- games without names -----------------------------------------------------------------------------


def _records(source: Source, ids: Sequence[str] | None) -> Iterator[RawRecord]:
    """Yield the stored text of each game, as a record of a file that is named for the game."""
    with _chosen(source, ids) as cursor:
        sql = f"SELECT game_id, source_text FROM game WHERE game_id IN (SELECT game_id FROM {_CHOSEN})"  # noqa: S608
        for batch in stream(cursor, sql, _RECORDS):
            for game_id, text in zip(*(column.to_pylist() for column in batch.columns), strict=True):
                yield RawRecord(text, f"{game_id}.wcr")


def _without_names(
    records: Iterator[RawRecord], count: int, left_out: list[LeftOut], progress: Progress | None
) -> Iterator[RawRecord]:
    """Yield ``count`` records without what says who played."""
    for number, raw in enumerate(records, 1):
        reason = "its game is not known here"
        if grammar := grammar_of(raw):
            record, faults = parse(raw, grammar)
            reason = f"{faults[0].code}: {faults[0].message}" if faults else ""
        if grammar and not reason:
            yield RawRecord(anonymised(record, grammar), raw.source)
        else:
            left_out.append(LeftOut(raw.source.removesuffix(".wcr"), reason))
        if progress is not None:
            progress(number, count)


@contextmanager
def _imported(records: Iterator[RawRecord], jobs: int, left_out: list[LeftOut]) -> Iterator[Catalogue]:
    """Import records into a database of their own, and open it: every table follows from them."""
    with tempfile.TemporaryDirectory(prefix="wcreplay-") as folder:
        path = Path(folder) / "games.duckdb"
        summary = ImportSummary()
        import_raw(path, records, Options(jobs=jobs), summary=summary)
        left_out += [
            LeftOut(found.file.removesuffix(".wcr"), f"{found.code}: {found.message}")
            for found in summary.diagnostics
            if found.severity == "error"
        ]
        with open_database(path, read_only=True, contained=True) as catalogue:
            yield catalogue


# -- writing -----------------------------------------------------------------------------------------


@contextmanager
def _chosen(source: Source, ids: Sequence[str] | None) -> Iterator[duckdb.DuckDBPyConnection]:
    """Return a cursor with the table :data:`_CHOSEN` of some games, or of all."""
    cursor = source.cursor()
    try:
        if ids is None:
            cursor.execute(f"CREATE TEMP TABLE {_CHOSEN} AS SELECT game_id FROM game")  # noqa: S608
        else:
            cursor.execute(f"CREATE TEMP TABLE {_CHOSEN} AS SELECT unnest(?::VARCHAR[]) AS game_id", [ids])
        yield cursor
    finally:
        cursor.close()


def _write_tables(
    source: Source, ids: Sequence[str] | None, folder: Path, options: ExportOptions
) -> tuple[int, dict[str, int], list[Table]]:
    """Write a file per table; return the number of games, the rows by file, and the tables."""
    files = {}
    with _chosen(source, ids) as cursor:
        wanted = _wanted(tables(cursor), options.tables)
        for table in wanted:
            path = folder / f"{table.name}.{options.form}"
            files[path.name] = write_table(cursor, table, f"SELECT game_id FROM {_CHOSEN}", path)  # noqa: S608
        row = cursor.execute(f"SELECT count(*) FROM {_CHOSEN}").fetchone()  # noqa: S608
    assert row is not None
    return int(row[0]), files, wanted


def _wanted(found: dict[str, Table], names: Sequence[str]) -> list[Table]:
    if not names:
        return [table for table in found.values() if not table.is_view and table.name != "replaced"]
    for name in names:
        if name not in found:
            near = difflib.get_close_matches(name, found, n=1)
            todo = f"did you mean {near[0]}?" if near else f"there are {', '.join(found)}"
            raise StoreError("S405", f"no table or view of games is named {escape(name[:40])}", todo)
    return [found[name] for name in dict.fromkeys(names)]


def _write_records(records: Iterator[RawRecord], folder: Path, left_out: list[LeftOut]) -> int:
    """Write a file per record, and return their number."""
    count = 0
    for raw in records:
        if not _OURS.fullmatch(raw.source):
            left_out.append(LeftOut(raw.source.removesuffix(".wcr"), "this is no id of a game"))
            continue
        (folder / raw.source).write_bytes(raw.text.encode())
        count += 1
    return count


def _write_manifest(
    path: Path, options: ExportOptions, games: int, files: dict[str, int], made: Sequence[Table]
) -> None:
    """Write what the other files hold, and nothing about where or when it was done."""
    parts = {f"{table.name}.{options.form}": table for table in made}
    content = {
        "wcreplay": __version__,
        "schema_version": schema_version(),
        "format": options.form,
        "games": games,
        "removed": REMOVED if options.anonymise else "",
        "files": {
            name: {"rows": rows, "about": parts[name].comment, "columns": parts[name].described()}
            if name in parts
            else {"records": rows}
            for name, rows in files.items()
        },
    }
    path.write_bytes(msgspec.json.format(msgspec.json.encode(content), indent=2) + b"\n")


# -- the folder --------------------------------------------------------------------------------------


def _target(folder: str | Path, *, force: bool) -> Path:
    """Return the folder to write.

    Raises:
        StoreError: S402 if it is there already and may not be replaced, S403 if it can never be written.
    """
    shown = escape(str(folder))
    try:
        target = Path(folder).resolve()
        names = sorted(path.name for path in target.iterdir()) if target.exists() else []
    except NotADirectoryError as error:
        raise StoreError("S402", f"{shown} is a file", "name a new folder") from error
    except (OSError, ValueError, RuntimeError) as error:
        raise StoreError("S403", f"cannot use the folder {shown}: {error}", "name another one") from error
    if not str(folder) or not target.parent.is_dir():
        raise StoreError("S403", f"there is no folder to put {shown or 'it'} into", "make that folder first")
    if names and not force:
        what = f"the folder {shown} is there already and not empty"
        raise StoreError("S402", what, "name a new folder, or replace an earlier export with --force")
    foreign = [name for name in names if name != MANIFEST and not _OURS.fullmatch(name)]
    if names and (foreign or MANIFEST not in names):
        why = f"holds {escape(foreign[0][:60])}" if foreign else f"has no {MANIFEST}"
        what = f"the folder {shown} is no earlier export (it {why}), so nothing replaces it"
        raise StoreError("S402", what, "name another folder")
    return target


@contextmanager
def _in_one_step(target: Path) -> Iterator[Path]:
    """Return a folder to write into; it takes the name of the target once all is written."""
    new = target.with_name(f".{target.name[:100]}.{os.getpid()}.new")
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir()
    try:
        yield new
        _put(new, target)
    except BaseException:
        shutil.rmtree(new, ignore_errors=True)
        raise


def _put(new: Path, target: Path) -> None:
    if not target.exists() or not any(target.iterdir()):
        new.rename(target)
        return
    old = target.with_name(f".{target.name[:100]}.{os.getpid()}.old")
    target.rename(old)
    try:
        new.rename(target)
    except BaseException:
        old.rename(target)
        raise
    shutil.rmtree(old, ignore_errors=True)
