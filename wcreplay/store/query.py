"""Running a query that a user wrote, contained, and printing its result."""

from __future__ import annotations

import csv
import datetime as dt
import decimal
import io
import json
import math
import threading
import time
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any, Final

import duckdb
import msgspec

from .database import Catalogue, Snapshot, first_line, open_database
from .errors import StoreError

SECONDS: Final = 60.0
"""How long a query may take if nothing else is said."""
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


class QueryResult(msgspec.Struct, frozen=True):
    """Rows of a query: names and DuckDB types of the columns; ``truncated`` if there were more rows."""

    columns: tuple[str, ...]
    types: tuple[str, ...]
    rows: list[tuple[Any, ...]]
    truncated: bool


def run_query(
    db: str | Path | Catalogue | Snapshot, sql: str, *, limit: int = 1000, seconds: float = SECONDS
) -> QueryResult:
    """Run one query and return at most ``limit`` rows.

    Of a path, or a :class:`Snapshot`, only the tables can be read: no other file, no setting, no other
    database. A :class:`Catalogue` is used as it was opened.

    Raises:
        StoreError: S101 to S108 for the file; S201 not one statement, S202 not a query, S203 refused by
            DuckDB (its message on one line), S204 not done after ``seconds``.
    """
    opened = (
        open_database(db, read_only=True, contained=True, wait=2.0)
        if isinstance(db, str | Path)
        else nullcontext(db)
    )
    with opened as source:
        cursor = source.cursor()
        try:
            statement = _one_query(cursor, sql)
            return _fetch(cursor, statement, limit, seconds)
        finally:
            cursor.close()


def _one_query(cursor: duckdb.DuckDBPyConnection, sql: str) -> duckdb.Statement:
    """Return the one statement of the text if it is a query; DuckDB's own parser says so."""
    try:
        statements = cursor.extract_statements(sql)
    except duckdb.Error as error:
        raise _refused(error) from error
    if len(statements) != 1:
        what = f"one SQL statement is needed, not {len(statements)}"
        raise StoreError("S201", what, "run them one by one")
    if statements[0].type != duckdb.StatementType.SELECT:
        what = f"{statements[0].type.name} is no query"
        raise StoreError(
            "S202", what, "use SELECT, FROM, WITH, DESCRIBE, SUMMARIZE or SHOW; the tables stay as they are"
        )
    return statements[0]


def _fetch(
    cursor: duckdb.DuckDBPyConnection, statement: duckdb.Statement, limit: int, seconds: float
) -> QueryResult:
    stopped = threading.Event()

    def stop() -> None:
        stopped.set()
        cursor.interrupt()

    timer = threading.Timer(seconds, stop)
    timer.daemon = True
    started = time.monotonic()
    timer.start()
    try:
        cursor.execute(statement)
        described = cursor.description or []
        rows = cursor.fetchmany(limit + 1)
        cursor.abort()
    except duckdb.InterruptException as error:
        what = f"the query was stopped after {time.monotonic() - started:.0f} seconds"
        raise StoreError("S204", what, "ask for less, or allow it more time") from error
    except duckdb.Error as error:
        raise _refused(error) from error
    finally:
        timer.cancel()
    return QueryResult(
        tuple(str(column[0]) for column in described),
        tuple(str(column[1]) for column in described),
        rows[:limit],
        len(rows) > limit,
    )


def _refused(error: duckdb.Error) -> StoreError:
    return StoreError(
        "S203", first_line(str(error)), "DESCRIBE shows the tables, DESCRIBE game the columns of one"
    )


def plain(value: Any) -> Any:
    """Return a value of a result as JSON can hold it: null for NaN and infinity, text for dates."""
    match value:
        case None | bool() | str():
            return value
        case int():
            return value
        case float():
            return value if math.isfinite(value) else None
        case decimal.Decimal():
            return plain(float(value))
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
    rows = [
        json.dumps(dict(zip(names, map(plain, row), strict=True)), ensure_ascii=False, allow_nan=False)
        for row in result.rows
    ]
    return "[" + ",\n ".join(rows) + "]\n"


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
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value


def _cell(value: Any, *, missing: str) -> Any:
    made = plain(value)
    if made is None:
        return missing
    if isinstance(made, bool):
        return "true" if made else "false"
    if isinstance(made, dict | list):
        return json.dumps(made, ensure_ascii=False)
    return made


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
    text = f"{value:.2f}" if isinstance(value, float) else str(value)
    text = "".join(char if char.isprintable() else " " for char in text)
    return text if len(text) <= width else text[: width - 1] + "…"
