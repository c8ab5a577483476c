"""Tables as files: Parquet with the database's types, CSV that no spreadsheet runs, JSON a row a line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, get_args

import duckdb

from .query import FORMULA

if TYPE_CHECKING:
    import pyarrow as pa

Form = Literal["parquet", "csv", "json", "wcr"]
"""What an export is made of; ``wcr`` are the records themselves."""
SUFFIXES: Final[tuple[str, ...]] = get_args(Form)[:3]
"""Endings of the files of tables."""

_ROWS: Final = 122_880
"""Rows that are fetched at once and become a row group of Parquet: as many as DuckDB makes."""
_LINES: Final = 8192
"""The same for JSON, whose rows are text."""
_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,62}")
_BARE: Final = re.compile(
    r"U?(?:TINY|SMALL|BIG|HUGE)?INT(?:EGER)?|UINTEGER|FLOAT|DOUBLE|DECIMAL.*|BOOLEAN|DATE"
)
_TIME: Final = "%Y-%m-%dT%H:%M:%S"
_START: Final = "".join(f"\\x{ord(char):02x}" for char in FORMULA)


class Column(NamedTuple):
    """A column: its name, DuckDB type and comment."""

    name: str
    kind: str
    comment: str


class Table(NamedTuple):
    """A table or view that has a row or more per game."""

    name: str
    comment: str
    is_view: bool
    columns: list[Column]

    def described(self) -> dict[str, dict[str, str]]:
        """Return type and comment of the columns by name."""
        return {column.name: {"type": column.kind, "about": column.comment} for column in self.columns}


def tables(cursor: duckdb.DuckDBPyConnection) -> dict[str, Table]:
    """Return the tables and views of an open database that have a column ``game_id``, by name, sorted.

    Those with a name that is none of ours are left out, so that a name can be one of a file.
    """
    found = cursor.execute(
        "SELECT table_name, comment, false FROM duckdb_tables() WHERE database_name = current_database() "
        "AND NOT internal UNION ALL SELECT view_name, comment, true FROM duckdb_views() "
        "WHERE database_name = current_database() AND NOT internal ORDER BY 1"
    ).fetchall()
    made = {
        name: Table(name, comment or "", view, []) for name, comment, view in found if _NAME.fullmatch(name)
    }
    for name, column, kind, comment in cursor.execute(
        "SELECT table_name, column_name, data_type, comment FROM duckdb_columns() "
        "WHERE database_name = current_database() AND NOT internal ORDER BY table_name, column_index"
    ).fetchall():
        if name in made:
            made[name].columns.append(Column(column, kind, comment or ""))
    return {
        name: table
        for name, table in made.items()
        if any(column.name == "game_id" for column in table.columns)
    }


def stream(cursor: duckdb.DuckDBPyConnection, sql: str, rows: int) -> Iterator[pa.RecordBatch]:
    """Yield the rows of a query, so many at once; ``OSError`` has what DuckDB refuses on the way."""
    with cursor.sql(sql).to_arrow_reader(rows) as reader:
        yield from reader


def write_table(cursor: duckdb.DuckDBPyConnection, table: Table, games: str, path: Path) -> int:
    """Write the rows of some games (``games`` is SQL for their ids) to a file; return how many they are.

    The ending of the path says in what form. In CSV, text that a spreadsheet would take for a formula gets an
    apostrophe in front; missing values are nothing at all, empty text is ``""``. Times are in ISO form.

    Raises ``OSError`` and ``duckdb.Error``.
    """
    form = path.suffix[1:]
    values = ", ".join(
        f"{_value(table.name, column, form)} AS {_quoted(column.name)}" for column in table.columns
    )
    sql = f'SELECT {values} FROM "{table.name}" WHERE game_id IN ({games})'  # noqa: S608 - names of columns, quoted
    if form == "json":
        as_text = f"SELECT to_json(made)::VARCHAR FROM ({sql}) AS made"  # noqa: S608 - as above
        return _write_json(stream(cursor, as_text, _LINES), path)
    import pyarrow.csv
    import pyarrow.parquet

    count = 0
    with cursor.sql(sql).to_arrow_reader(_ROWS) as reader:
        writer = (
            pyarrow.parquet.ParquetWriter(path, reader.schema, compression="zstd")
            if form == "parquet"
            else pyarrow.csv.CSVWriter(path, reader.schema)
        )
        with writer:
            for batch in reader:
                writer.write_batch(batch)
                count += batch.num_rows
    return count


def _write_json(batches: Iterator[pa.RecordBatch], path: Path) -> int:
    count = 0
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.write("[")
        for batch in batches:
            file.write(",\n " if count else "")
            file.write(",\n ".join(batch.column(0).to_pylist()))
            count += batch.num_rows
        file.write("]\n")
    return count


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _value(table: str, column: Column, form: str) -> str:
    """Return SQL for a column's value as the form needs it."""
    value = _quoted(column.name)
    if table == "seat" and column.name == "player":
        known = f"SELECT any_value(alias.player) FROM alias WHERE alias.name = seat.{value}"  # noqa: S608
        value = f"coalesce(({known}), {value})"
    if form == "parquet":
        return value
    if column.kind == "TIMESTAMP":
        return f"strftime({value}, '{_TIME}')"
    if form == "json" or _BARE.fullmatch(column.kind):
        return value
    text = f"CAST({value} AS VARCHAR)"
    return f"CASE WHEN regexp_matches({text}, '^[{_START}]') THEN '''' || {text} ELSE {text} END"
