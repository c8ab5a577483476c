"""Running a query that a user wrote, contained, and printing its result.

What bounds the memory: DuckDB's own limit, which counts tables, hashes and sorts but not the strings and
lists that a function makes; the sizes below, for what reaches Python; and for the command line a limit on the
whole process (:mod:`wcreplay.cli.memory`). A program that runs queries of people it does not know should do
that in a process of its own with such a limit, too.
"""

from __future__ import annotations

import csv
import datetime as dt
import decimal
import io
import json
import math
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import duckdb
import msgspec

from .database import Catalogue, Snapshot, first_line, open_database
from .errors import StoreError
from .lock import writer
from .opening import is_damaged, is_file

if TYPE_CHECKING:
    import pyarrow as pa

SECONDS: Final = 60.0
"""How long a query may take if nothing else is said."""
ROW_SIZE: Final = 16 << 20
"""Greatest size of a row: bytes of text, and 8 for every item of a list. A record has 4 MiB at most."""
RESULT_SIZE: Final = 256 << 20
"""Greatest size of all rows of a result: in the same measure, and 8 for every value."""
_LOCK_SECONDS: Final = 10.0
"""How long to wait for a program that writes to the file."""
_BATCH: Final = 16
_ARROW_BATCH: Final = 2048
"""Rows that are fetched at once; for Arrow as many as DuckDB makes at once anyway."""
_GRACE: Final = 2.0
_TICK: Final = 0.05
FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""How text begins that spreadsheets take for a formula."""
_FIXED: Final = frozenset(
    (
        "boolean",
        "tinyint",
        "smallint",
        "integer",
        "bigint",
        "hugeint",
        "utinyint",
        "usmallint",
        "uinteger",
        "ubigint",
        "uhugeint",
        "float",
        "double",
        "decimal",
        "date",
        "time",
        "timestamp",
        "timestamp_s",
        "timestamp_ms",
        "timestamp_ns",
        "time_ns",
        "interval",
        "uuid",
        "enum",
        "null",
    )
)
_NOT_IN_ARROW: Final = frozenset(("bit", "interval", "time with time zone", "union", "variant"))
"""Types that are text in Arrow: it has none of them, or other programs cannot read them there."""
_TOO_LARGE: Final = "the row is too large"


class QueryResult(msgspec.Struct, frozen=True):
    """Rows of a query: names and DuckDB types of the columns; ``truncated`` if there were more rows."""

    columns: tuple[str, ...]
    types: tuple[str, ...]
    rows: list[tuple[Any, ...]]
    truncated: bool

    def dicts(self) -> list[dict[str, Any]]:
        """Return each row as a dictionary by column; a name that occurs again has ``_2`` behind it."""
        names = unique_names(self.columns)
        return [dict(zip(names, row, strict=True)) for row in self.rows]


class ArrowResult(NamedTuple):
    """Rows of a query as an Arrow table; ``truncated`` if there were more rows."""

    table: pa.Table
    truncated: bool


def run_query(
    db: str | Path | Catalogue | Snapshot,
    sql: str,
    *,
    limit: int | None = 1000,
    seconds: float = SECONDS,
    parameters: Mapping[str, object] | None = None,
) -> QueryResult:
    """Run one query and return at most ``limit`` rows (None: all); ``parameters`` are its ``$names``.

    Of a path, or a :class:`Snapshot`, only the tables can be read: no other file, no setting, no other
    database. A :class:`Catalogue` is used as it was opened. The query runs in a thread of its own, so
    that the time and ``KeyboardInterrupt`` stop it; DuckDB may take some seconds more to give up.

    Raises:
        StoreError: S101 to S109, S111 for the file (S107 where it is damaged); S201 not one statement, S202
            not a query, S203 refused by DuckDB (its message on one line), S204 not done after ``seconds``,
            S205 larger than :data:`ROW_SIZE` or :data:`RESULT_SIZE`.
    """
    job = _Job(db, sql, limit, parameters=parameters)
    job.run(seconds)
    assert job.rows is not None
    return job.rows


def run_arrow(
    db: str | Path | Catalogue | Snapshot, sql: str, *, limit: int | None = 1000, seconds: float = SECONDS
) -> ArrowResult:
    """Run one query as :func:`run_query` does, and return the rows as an Arrow table.

    Columns have DuckDB's types, enums as dictionaries; of columns with the same name later ones get ``_2``,
    ``_3`` ... behind it.

    Raises:
        StoreError: as :func:`run_query`.
    """
    job = _Job(db, sql, limit, arrow=True)
    job.run(seconds)
    assert job.table is not None
    return job.table


class _Job:
    """A query that runs in a thread; it opens and closes what it needs there."""

    def __init__(
        self,
        db: str | Path | Catalogue | Snapshot,
        sql: str,
        limit: int | None,
        *,
        arrow: bool = False,
        parameters: Mapping[str, object] | None = None,
    ) -> None:
        self.rows: QueryResult | None = None
        self.table: ArrowResult | None = None
        self._db = db
        self._sql = sql
        self._limit = sys.maxsize - 1 if limit is None else limit
        self._arrow = arrow
        self._parameters = parameters
        self._cursor: duckdb.DuckDBPyConnection | None = None
        self._stopped = False
        self._error: BaseException | None = None

    def run(self, seconds: float) -> None:
        """Run the query and wait for it; stop it when the time is over or the user breaks off."""
        started = time.monotonic()
        # Not a daemon: the end of the process waits for it, which DuckDB needs to end well.
        thread = threading.Thread(target=self._work, name="query")
        thread.start()
        try:
            # In short steps: some systems hold back Ctrl-C while a thread waits.
            while thread.is_alive() and time.monotonic() - started < seconds:
                thread.join(_TICK)
        finally:
            late = thread.is_alive()
            self._stop(thread)
        if late:
            what = f"the query was stopped after {time.monotonic() - started:.0f} seconds"
            raise StoreError("S204", what, "ask for less, or allow it more time")
        if self._error is not None:
            raise self._error

    def _stop(self, thread: threading.Thread) -> None:
        """Stop the query; one that does not give up in time goes on alone until it can."""
        self._stopped = True
        deadline = time.monotonic() + _GRACE
        while thread.is_alive() and time.monotonic() < deadline:
            cursor = self._cursor
            if cursor is not None:
                # Again and again: what has not begun yet is not interrupted. It may be closed just now.
                with suppress(duckdb.Error):
                    cursor.interrupt()
            thread.join(_TICK)

    def _work(self) -> None:
        try:
            with open_to_read(self._db) as source:
                self._cursor = source.cursor()
                try:
                    self._query(self._cursor)
                finally:
                    cursor, self._cursor = self._cursor, None
                    cursor.close()
        except duckdb.Error as error:
            self._error = self._refused(error)
        except (MemoryError, ValueError, OverflowError) as error:
            self._error = StoreError("S203", f"the result cannot be shown: {error}", "ask for less")
        except BaseException as error:  # noqa: BLE001 - raised again in the thread that waits
            self._error = error

    def _query(self, cursor: duckdb.DuckDBPyConnection) -> None:
        """Run the query with the size of each row as one more column, checked before Python sees it."""
        text = _one_query(cursor, self._sql)
        cursor.execute(f"FROM ({text}\n) LIMIT 0", self._parameters)
        columns = [(str(name), kind) for name, kind, *_ in cursor.description or []]
        size = _sum([_size(f"#{n}", kind) for n, (_, kind) in enumerate(columns, 1)]) or "0"
        wanted = [
            f"CAST(#{n} AS VARCHAR)" if self._arrow and kind.id in _NOT_IN_ARROW else f"#{n}"
            for n, (_, kind) in enumerate(columns, 1)
        ]
        sql = (
            f"SELECT {', '.join(wanted)}, "  # noqa: S608 - numbers of columns
            f"CASE WHEN {size} > {ROW_SIZE} THEN error('{_TOO_LARGE}') ELSE {size} END "
            f"FROM ({text}\n) LIMIT {self._limit + 1}"
        )
        if self._arrow:
            self.table = self._fetch_table(cursor, sql, [name for name, _ in columns])
        else:
            self.rows = self._fetch_rows(cursor, sql, columns)

    def _fetch_rows(
        self, cursor: duckdb.DuckDBPyConnection, sql: str, columns: Sequence[tuple[str, Any]]
    ) -> QueryResult:
        cursor.execute(sql, self._parameters)
        rows: list[tuple[Any, ...]] = []
        total = 0
        while not self._stopped and (batch := cursor.fetchmany(_BATCH)):
            total += sum(row[-1] for row in batch) + 8 * len(batch) * len(columns)
            if total > RESULT_SIZE:
                raise _too_large("result", RESULT_SIZE)
            rows += [row[:-1] for row in batch]
        return QueryResult(
            tuple(name for name, _ in columns),
            tuple(str(kind) for _, kind in columns),
            rows[: self._limit],
            len(rows) > self._limit,
        )

    def _fetch_table(self, cursor: duckdb.DuckDBPyConnection, sql: str, names: Sequence[str]) -> ArrowResult:
        import pyarrow as pa

        batches = []
        total = 0
        try:
            with cursor.sql(sql).to_arrow_reader(_ARROW_BATCH) as reader:
                schema = reader.schema
                for batch in reader:
                    total += batch.nbytes
                    if total > RESULT_SIZE:
                        raise _too_large("result", RESULT_SIZE)
                    if self._stopped:
                        break
                    batches.append(batch)
        except OSError as error:  # what DuckDB refuses on the way
            raise self._refused(error) from error
        table = pa.Table.from_batches(batches, schema)
        table = table.select(list(range(len(names)))).rename_columns(unique_names(names))
        return ArrowResult(table.slice(0, self._limit), table.num_rows > self._limit)

    def _refused(self, error: duckdb.Error | OSError) -> StoreError:
        path = self._db if isinstance(self._db, str | Path) else self._db.path
        return refused(Path(path), error)


def open_to_read(db: str | Path | Catalogue | Snapshot) -> AbstractContextManager[Catalogue | Snapshot]:
    """Open a database for queries that users write; while an import goes on, a copy of it.

    So the import need not wait. What is open already is used as it is, and stays open.

    Raises:
        StoreError: S101 to S109, S111.
    """
    if not isinstance(db, str | Path):
        return nullcontext(db)
    if is_file(Path(db)) and writer(db):
        return Snapshot(db, wait=_LOCK_SECONDS, follow=False)
    return open_database(db, read_only=True, contained=True, wait=_LOCK_SECONDS)


def _one_query(cursor: duckdb.DuckDBPyConnection, sql: str) -> str:
    """Return the one statement of the text, without semicolons, if it is a query; DuckDB's parser says so."""
    try:
        sql.encode()
    except UnicodeEncodeError as error:
        raise StoreError("S203", "the SQL is not valid Unicode", "write it in UTF-8") from error
    statements = cursor.extract_statements(sql)
    if len(statements) != 1:
        what = f"one SQL statement is needed, not {len(statements)}"
        raise StoreError("S201", what, "run them one by one")
    if statements[0].type != duckdb.StatementType.SELECT:
        what = f"{statements[0].type.name} is no query"
        raise StoreError(
            "S202", what, "use SELECT, FROM, WITH, DESCRIBE, SUMMARIZE or SHOW; the tables stay as they are"
        )
    text = bytearray(sql, "utf-8")
    for at, kind in duckdb.tokenize(sql):
        if kind == duckdb.token_type.operator and text[at] == ord(";"):
            text[at] = ord(" ")
    return text.decode()


def _size(value: str, kind: Any, depth: int = 0) -> str:
    """Return SQL for the size of a value that may be large, of whatever it is made; empty for others."""
    if kind.id in _FIXED:
        return ""
    parts = kind.children if kind.id in ("list", "array", "map", "struct") else []
    match kind.id:
        case "varchar":
            return f"strlen({value})"
        case "blob":
            return f"octet_length({value})"
        case "list":
            return _list_size(value, parts[0][1], depth)
        case "array":
            return _list_size(f"CAST({value} AS {parts[0][1]}[])", parts[0][1], depth)
        case "map":
            sizes = [_list_size(f"map_{name}s({value})", part, depth) for name, part in parts]
            return _sum(sizes)
        case "struct":
            return _sum(
                [_size(f"struct_extract_at({value}, {n})", part[1], depth) for n, part in enumerate(parts, 1)]
            )
        case _:
            return f"strlen(CAST({value} AS VARCHAR))"


def _list_size(value: str, kind: Any, depth: int) -> str:
    """Return SQL for the size of a list of values of that type."""
    item = f"x{depth}"
    size = _size(item, kind, depth + 1)
    items = f"list_sum(list_transform({value}, lambda {item}: {size}))" if size else ""
    return _sum([f"8 * len({value})", items])


def _sum(sizes: Sequence[str]) -> str:
    """Return SQL for the sum of those sizes that are not empty; the size of a missing value is 0."""
    some = [f"coalesce({size}, 0)" for size in sizes if size]
    return f"({' + '.join(some)})" if some else ""


def _too_large(what: str, size: int) -> StoreError:
    todo = "ask for fewer rows, or for parts of them"
    return StoreError("S205", f"a {what} of the query is larger than {size >> 20} MiB", todo)


def refused(path: Path, error: duckdb.Error | OSError) -> StoreError:
    """Translate what DuckDB says of a query of the database at a path: S107, S203 or S205."""
    # What the query itself says, as by error(), is no word about the file.
    if "Invalid Input Error" not in str(error) and (damage := is_damaged(path, str(error))):
        return damage
    if _TOO_LARGE in str(error):
        return _too_large("row", ROW_SIZE)
    if isinstance(error, duckdb.OutOfMemoryException) or "Out of Memory Error" in str(error):
        what = f"the query needs more memory than it may take: {first_line(str(error))}"
        return StoreError("S203", what, "ask for less at a time")
    return StoreError(
        "S203", first_line(str(error)), "DESCRIBE shows the tables, DESCRIBE game the columns of one"
    )


def plain(value: Any) -> Any:
    """Return a value of a result as JSON can hold it: null for NaN and infinity, text for dates.

    Decimal numbers stay as they are: JSON can hold them, ``float`` cannot (see :func:`_json`).
    """
    match value:
        case None | bool() | str() | int() | decimal.Decimal():
            return value
        case float():
            return value if math.isfinite(value) else None
        case dt.datetime() | dt.date() | dt.time():
            return value.isoformat()
        case dict():
            return {str(key): plain(item) for key, item in value.items()}
        case list() | tuple():
            return [plain(item) for item in value]
        case bytes():
            return value.hex()
        case _:
            return str(value)


def unique_names(names: Sequence[str]) -> list[str]:
    """Return the names, later ones of the same name with ``_2``, ``_3`` ... behind them."""
    taken: set[str] = set()
    made = []
    for name in names:
        candidate, number = name, 1
        while candidate in taken:
            number += 1
            candidate = f"{name}_{number}"
        taken.add(candidate)
        made.append(candidate)
    return made


def format_json(result: QueryResult) -> str:
    """Return the rows as a JSON list of objects, one row a line."""
    names = unique_names(result.columns)
    rows = [_json(dict(zip(names, map(plain, row), strict=True))) for row in result.rows]
    return "[" + ",\n ".join(rows) + "]\n"


def _json(value: Any) -> str:
    """Return a plain value as JSON; decimal numbers with all their digits."""
    match value:
        case decimal.Decimal():
            return str(_exact(value))
        case dict():
            return "{" + ", ".join(f"{_json(key)}: {_json(item)}" for key, item in value.items()) + "}"
        case list():
            return "[" + ", ".join(map(_json, value)) + "]"
        case _:
            return json.dumps(value, ensure_ascii=False, allow_nan=False)


def format_parquet(table: pa.Table) -> bytes:
    """Return a table as a Parquet file.

    Raises:
        StoreError: S206 if it has a column of a type that Parquet has not.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    sink = io.BytesIO()
    try:
        pq.write_table(table, sink, compression="zstd")
    except pa.ArrowException as error:
        what = f"the result cannot be written as Parquet: {first_line(str(error))}"
        raise StoreError("S206", what, "cast that column to another type, such as VARCHAR") from error
    return sink.getvalue()


def format_csv(result: QueryResult) -> str:
    """Return the rows as CSV with a header.

    Text that a spreadsheet would take for a formula (it begins with ``= + - @``, a tab or a carriage
    return) gets an apostrophe in front; numbers stay as they are. Missing values are empty.
    """
    sink = io.StringIO()
    writer = csv.writer(sink, lineterminator="\n")
    writer.writerow([_guarded(name) for name in result.columns])
    writer.writerows([[_guarded(_cell(value, missing="")) for value in row] for row in result.rows])
    return sink.getvalue()


def _guarded(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else _exact(value)


def _exact(value: Any) -> Any:
    """Return a decimal number as text with all its digits and no exponent, all else as it is."""
    return format(value, "f") if isinstance(value, decimal.Decimal) else value


def _cell(value: Any, *, missing: str) -> Any:
    made = plain(value)
    if made is None:
        return missing
    if isinstance(made, bool):
        return "true" if made else "false"
    return _json(made) if isinstance(made, dict | list) else made


def format_table(result: QueryResult, *, width: int = 40) -> str:
    """Return the rows as a plain text table; cells longer than ``width`` are cut, numbers flush right."""
    cells = [[_shown(name, width) for name in result.columns]]
    cells += [[_shown(_cell(value, missing="-"), width) for value in row] for row in result.rows]
    numeric = [
        any(isinstance(row[place], int | float | decimal.Decimal) for row in result.rows)
        for place in range(len(result.columns))
    ]
    widths = [max(len(row[place]) for row in cells) for place in range(len(result.columns))]
    lines = []
    for row in cells:
        padded = [
            cell.rjust(size) if right else cell.ljust(size)
            for cell, size, right in zip(row, widths, numeric, strict=True)
        ]
        lines.append("  ".join(padded).rstrip())
    lines.insert(1, "  ".join("-" * size for size in widths))
    return "\n".join(lines) + "\n"


def _shown(value: Any, width: int) -> str:
    """Return a cell on one line, without control characters, cut to the width."""
    text = f"{value:.2f}" if isinstance(value, float) else str(_exact(value))
    text = "".join(char if char.isprintable() else " " for char in text)
    return text if len(text) <= width else text[: width - 1] + "…"
