"""Columns as Arrow tables that match the tables of the database exactly.

The types are read from the database itself, so there is one place that says them: the SQL. Whole numbers go
through :class:`array.array`, which refuses fractions and anything out of range; Arrow's own conversion would
cut a fraction off silently. Words of a closed vocabulary are checked before the database sees them.
"""

from __future__ import annotations

import array
import re
from collections.abc import Collection, Mapping, Sequence
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

if TYPE_CHECKING:
    import duckdb

    from .rows import Columns, RowBatch


class Column(NamedTuple):
    """A column of a database table: its DuckDB type and, for an enum, its words (plain data, for workers)."""

    name: str
    kind: str
    nullable: bool
    words: tuple[str, ...] = ()


Layout = Mapping[str, tuple[Column, ...]]
"""The columns of every table by the table's name."""


class BadValue(ValueError):
    """A value that its column cannot hold."""

    def __init__(self, table: str, column: str, what: str) -> None:
        """Say which column refused what."""
        super().__init__(f"{table}.{column} cannot hold {what}")


_WHOLE: Final = {
    "UTINYINT": ("B", pa.uint8()),
    "USMALLINT": ("H", pa.uint16()),
    "UINTEGER": ("I", pa.uint32()),
    "TINYINT": ("b", pa.int8()),
    "SMALLINT": ("h", pa.int16()),
    "INTEGER": ("i", pa.int32()),
}
_PLAIN: Final = {"BOOLEAN": pa.bool_(), "DATE": pa.date32(), "TIMESTAMP": pa.timestamp("us")}
_REPEATED: Final = 1000
"""From this many rows on, text is stored once per distinct value."""


def read_layout(cursor: duckdb.DuckDBPyConnection) -> dict[str, tuple[Column, ...]]:
    """Return the columns of every table of the database the cursor is on."""
    layout: dict[str, list[Column]] = {}
    found = cursor.execute(
        "SELECT table_name, column_name, data_type, is_nullable FROM duckdb_columns() "
        "WHERE database_name = current_database() AND NOT internal ORDER BY table_name, column_index"
    ).fetchall()
    for table, name, kind, nullable in found:
        words: tuple[str, ...] = ()
        if kind.startswith("ENUM("):
            words = tuple(word.replace("''", "'") for word in re.findall(r"'((?:[^']|'')*)'", kind))
            kind = "ENUM"  # noqa: PLW2901
        layout.setdefault(table, []).append(Column(name, kind, nullable, words))
    return {table: tuple(columns) for table, columns in layout.items()}


def arrow_type(column: Column) -> pa.DataType:
    """Return the Arrow type that holds the column's values."""
    if column.kind in _WHOLE:
        return _WHOLE[column.kind][1]
    if column.kind in _PLAIN:
        return _PLAIN[column.kind]
    if column.kind == "ENUM":
        return pa.dictionary(pa.uint8(), pa.string())
    return pa.string()


def to_array(table: str, column: Column, values: Sequence[Any]) -> pa.Array:
    """Return the values as an array of exactly the column's type.

    Raises:
        BadValue: for a number out of range or with a fraction, a word outside the vocabulary, a value of
            another type, text that is no Unicode, or a missing value where none may be missing.
    """
    try:
        if column.kind in _WHOLE:
            made = _whole(column, values)
        elif column.kind in _PLAIN:
            made = pa.array(values, _PLAIN[column.kind])
        elif column.kind == "ENUM":
            made = _words(table, column, values)
        elif len(values) >= _REPEATED:
            made = pa.array(values, pa.string()).dictionary_encode()
        else:
            made = pa.array(values, pa.string())
    except (OverflowError, TypeError, UnicodeEncodeError, pa.ArrowInvalid, pa.ArrowTypeError) as error:
        raise BadValue(table, column.name, f"{_worst(column, values)!r}") from error
    if made.null_count and not column.nullable:
        raise BadValue(table, column.name, "a missing value")
    return made


def _whole(column: Column, values: Sequence[Any]) -> pa.Array:
    code, kind = _WHOLE[column.kind]
    if column.nullable and None in values:
        checked = array.array(code, [value for value in values if value is not None])
        known = iter(checked)
        return pa.array([None if value is None else next(known) for value in values], kind)
    held = (
        values if isinstance(values, array.array) and values.typecode == code else array.array(code, values)
    )
    return pa.Array.from_buffers(kind, len(held), [None, pa.py_buffer(held)])


def _words(table: str, column: Column, values: Sequence[Any]) -> pa.Array:
    made = pa.array(values, pa.string()).dictionary_encode()
    for word in made.dictionary.to_pylist():
        if word not in column.words:
            raise BadValue(table, column.name, f"{word!r}: it is not one of its words")
    return pa.DictionaryArray.from_arrays(made.indices.cast(pa.uint8()), made.dictionary)


def _worst(column: Column, values: Sequence[Any]) -> object:
    """Return the value that cannot be stored, for the message."""
    for value in values:
        if value is None:
            if not column.nullable:
                return value
            continue
        try:
            if column.kind in _WHOLE:
                array.array(_WHOLE[column.kind][0], [value])
            else:
                pa.array([value], _PLAIN.get(column.kind, pa.string()))
        except (OverflowError, TypeError, UnicodeEncodeError, pa.ArrowInvalid, pa.ArrowTypeError):
            return value
    return "one of its values"


def _coded(codes: pa.Array, words: Sequence[str]) -> pa.DictionaryArray:
    return pa.DictionaryArray.from_arrays(codes, pa.array(words, pa.string()))


def _game_ids(ids: Sequence[str], counts: Sequence[int]) -> pa.DictionaryArray:
    places = array.array("I", chain.from_iterable(map(repeat, range(len(ids)), counts)))
    codes = pa.Array.from_buffers(pa.uint32(), len(places), [None, pa.py_buffer(places)])
    return _coded(codes, ids)


def batch_tables(batch: RowBatch, layout: Layout) -> dict[str, pa.Table]:
    """Return the rows of a batch as one Arrow table per database table; tables without rows are left out.

    Raises:
        BadValue: as :func:`to_array`; nothing of the batch can be used then.
    """
    tables = {}
    for name, columns in batch.shared.items():
        tables[name] = _table(name, columns, batch.game_ids, layout[name])
    for own, columns in batch.own:
        tables[own.name] = _table(own.name, columns, batch.game_ids, layout[own.name])
    if batch.state is not None:
        name = batch.state.table
        wanted = {column.name for column in layout[name]}
        tables[name] = _table(name, batch.states, batch.game_ids, layout[name], wanted)
    tables.update(_posting_tables(batch, layout))
    return {name: table for name, table in tables.items() if table.num_rows}


def _table(
    name: str, columns: Columns, ids: Sequence[str], layout: Sequence[Column], wanted: Collection[str] = ()
) -> pa.Table:
    """Return columns as a table; those not ``wanted`` (if any are named) are left out."""
    kinds = {column.name: column for column in layout}
    made = {"game_id": _game_ids(ids, columns.counts)}
    for column, values in zip(columns.names, columns.lists, strict=True):
        if wanted and column not in wanted:
            continue
        if column not in kinds:
            raise BadValue(name, column, "anything: the database has no such column")
        made[column] = to_array(name, kinds[column], values)
    return pa.table(made)


def _posting_tables(batch: RowBatch, layout: Layout) -> dict[str, pa.Table]:
    """Return ``ledger``, ``track`` and ``placement``: the postings, parted by the kind of their account."""
    lists = dict(zip(batch.postings.names, batch.postings.lists, strict=True))
    if not lists["seat"]:
        return {}
    columns = {column.name: column for column in layout["ledger"]}
    every = {
        "game_id": _game_ids(batch.game_ids, batch.postings.counts),
        "turn_no": to_array("ledger", columns["turn_no"], lists["turn_no"]),
        "seq": to_array("ledger", columns["seq"], lists["seq"]),
        "seat": _coded(to_array("ledger", _BYTE, lists["seat"]), columns["seat"].words),
        "account": to_array("ledger", _BYTE, lists["account"]),
        "delta": to_array("ledger", _WIDE, lists["delta"]),
        "balance": to_array("ledger", _WIDE, lists["balance"]),
        "cause": to_array("ledger", columns["cause"], lists["cause"]),
        "source": to_array("ledger", columns["source"], lists["source"]),
        "height": to_array("track", _WIDE, lists["detail"]),
        "paid": to_array("track", _WIDE, lists["paid"]),
    }
    table = pa.table(every)
    accounts = batch.game.accounts
    kinds = pa.array([account.kind for account in accounts]).take(every["account"])
    made = {}
    for name, kind, renamed, dropped in _PARTS:
        part = table.filter(pc.equal(kinds, kind)).combine_chunks().drop_columns(list(dropped))
        part = part.rename_columns([renamed.get(column, column) for column in part.column_names])
        names = [account.name for account in accounts if account.kind == kind]
        codes = [names.index(account.name) if account.kind == kind else 0 for account in accounts]
        made[name] = _fit(name, part, layout[name], names, pa.array(codes, pa.uint8()))
    return made


_BYTE: Final = Column("seat", "UTINYINT", nullable=False)
_WIDE: Final = Column("delta", "INTEGER", nullable=False)

_PARTS: Final = (
    ("ledger", "currency", {"account": "currency"}, ("height", "paid")),
    ("track", "track", {"account": "track", "balance": "space"}, ()),
    ("placement", "placement", {"account": "piece"}, ("height", "paid")),
)


def _fit(
    name: str, part: pa.Table, layout: Sequence[Column], names: Sequence[str], codes: pa.Array
) -> pa.Table:
    """Narrow the columns of a part to the types of its table; ``codes`` turn accounts into ``names``."""
    made = {}
    for column in layout:
        if column.name == "provenance":
            # Every posting follows from decisions and chance that the record shows (law 7 of the design).
            values = _coded(pa.repeat(pa.scalar(0, pa.uint8()), part.num_rows), ["observed"])
        else:
            values = part.column(column.name).combine_chunks()
        if column.name in {"currency", "track", "piece"}:
            if foreign := set(names) - set(column.words):
                raise BadValue(name, column.name, f"{sorted(foreign)}: they are not among its words")
            values = _coded(codes.take(values), names)
        elif column.kind in _WHOLE:
            if column.nullable:
                values = pc.if_else(pc.less(values, 0), pa.scalar(None, values.type), values)
            try:
                values = values.cast(arrow_type(column))
            except pa.ArrowInvalid as error:
                raise BadValue(name, column.name, str(error)) from error
        made[column.name] = values
    return pa.table(made)
