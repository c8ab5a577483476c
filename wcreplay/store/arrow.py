"""Columns as Arrow tables that match the tables of the database exactly.

The types are read from the database itself, so there is one place that says them: the SQL. Whole numbers are
packed by :mod:`struct`, which refuses fractions and anything out of range and takes a quarter of the time of
Arrow's own conversion, which would cut a fraction off silently. Words of a closed vocabulary are checked
before the database sees them.
"""

from __future__ import annotations

import re
import struct
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import count
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc  # give it typed scalars: for a plain number it tries an import

from wcreplay.engine import provenance
from wcreplay.engine.ledger import FIELDS

if TYPE_CHECKING:
    import duckdb

    from .rows import Columns, RowBatch
    from .states import State


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
_REFUSALS: Final = (
    ValueError,
    OverflowError,
    TypeError,
    struct.error,
    pa.ArrowInvalid,
    pa.ArrowTypeError,
)
_NO_WORD: Final = 255


def read_layout(cursor: duckdb.DuckDBPyConnection) -> dict[str, tuple[Column, ...]]:
    """Return the columns of every table of the database the cursor is on."""
    layout: dict[str, list[Column]] = {}
    found = cursor.execute(
        "SELECT table_name, column_name, data_type, is_nullable FROM duckdb_columns() "
        "WHERE database_name = current_database() AND NOT internal AND table_name IN (SELECT table_name "
        "FROM duckdb_tables() WHERE database_name = current_database()) ORDER BY table_name, column_index"
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
        else:
            made = pa.array(values, pa.string())
    except BadValue:
        raise
    except _REFUSALS as error:
        raise BadValue(table, column.name, f"{_worst(column, values)!r}") from error
    if made.null_count and not column.nullable:
        raise BadValue(table, column.name, "a missing value")
    return made


def _pack(code: str, values: Sequence[Any]) -> bytes:
    """Return whole numbers as bytes of that :mod:`struct` code."""
    if code == "B":
        return bytes(values)
    return struct.pack(f"{len(values)}{code}", *values)


def _from_bytes(kind: pa.DataType, packed: bytes | bytearray) -> pa.Array:
    return pa.Array.from_buffers(kind, len(packed) * 8 // kind.bit_width, [None, pa.py_buffer(packed)])


def _whole(column: Column, values: Sequence[Any]) -> pa.Array:
    code, kind = _WHOLE[column.kind]
    if not column.nullable:
        return _from_bytes(kind, _pack(code, values))
    _pack(code, [value for value in values if value is not None])  # refuses what Arrow would cut off
    return pa.array(values, kind)


def _without(values: pa.Array, missing: pa.Array) -> pa.Array:
    return pc.if_else(missing, pa.scalar(None, values.type), values)


def _words(table: str, column: Column, values: Sequence[Any]) -> pa.Array:
    codes: dict[str | None, int] = {word: code for code, word in enumerate(column.words)}
    if column.nullable:
        codes[None] = _NO_WORD
    try:
        indices = _from_bytes(pa.uint8(), bytes(_looked_up(values, codes)))
    except KeyError as error:
        word = error.args[0]
        what = "a missing value" if word is None else f"{word!r}: it is not one of its words"
        raise BadValue(table, column.name, what) from error
    if column.nullable:
        indices = _without(indices, pc.equal(indices, pa.scalar(_NO_WORD, pa.uint8())))
    return _coded(indices, column.words)


def _looked_up(values: Sequence[Any], codes: dict[Any, int]) -> Sequence[int]:
    """Return the code of each value, in two thirds of the time of a loop over them."""
    return itemgetter(*values)(codes) if len(values) > 1 else [codes[value] for value in values]


def _text(values: Sequence[str]) -> pa.Array:
    """Return text with few distinct values, each stored once."""
    codes: defaultdict[str, int] = defaultdict(count().__next__)
    packed = _pack("H", _looked_up(values, codes))
    return _coded(_from_bytes(pa.uint16(), packed), list(codes))


def _worst(column: Column, values: Sequence[Any]) -> object:
    """Return the value that cannot be stored, for the message."""
    for value in values:
        if value is None:
            if not column.nullable:
                return value
            continue
        try:
            if column.kind in _WHOLE:
                _pack(_WHOLE[column.kind][0], [value])
            else:
                pa.array([value], _PLAIN.get(column.kind, pa.string()))
        except _REFUSALS:
            return value
    return "one of its values"


def _coded(codes: pa.Array, words: Sequence[str]) -> pa.DictionaryArray:
    return pa.DictionaryArray.from_arrays(codes, pa.array(words, pa.string()))


def _game_ids(ids: Sequence[str], counts: Sequence[int]) -> pa.DictionaryArray:
    places = b"".join([struct.pack("I", place) * count for place, count in enumerate(counts)])
    return _coded(_from_bytes(pa.uint32(), places), ids)


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
        tables[batch.state.table] = _state_table(batch, batch.state, layout[batch.state.table])
    for name, columns in batch.asides.tables.items():
        tables[name] = _table(name, columns, batch.asides.game_ids, layout[name])
    tables.update(_posting_tables(batch, layout))
    return {name: table for name, table in tables.items() if table.num_rows}


def _table(name: str, columns: Columns, ids: Sequence[str], layout: Sequence[Column]) -> pa.Table:
    kinds = {column.name: column for column in layout}
    made = {"game_id": _game_ids(ids, columns.counts)}
    for column, values in zip(columns.names, columns.lists, strict=True):
        if column not in kinds:
            raise BadValue(name, column, "anything: the database has no such column")
        made[column] = to_array(name, kinds[column], values)
    return pa.table(made)


def _state_table(batch: RowBatch, state: State, layout: Sequence[Column]) -> pa.Table:
    """Return the wide table of a game: balances and scores by column, and the sum of the scores."""
    kinds = {column.name: column for column in layout}
    renamed = {account: column for column, account in state.accounts.items()}
    states = batch.states
    balances = _transpose(state.table, states.balances, len(batch.game.accounts))
    scores = _transpose(state.table, states.scores, len(batch.game.categories))
    held = {}
    for account, values in zip(batch.game.accounts, balances, strict=True):
        name = renamed.get(account.name, account.name)
        if name in kinds:
            held[name] = _narrow(state.table, kinds[name], values)
    total = pa.scalar(0, pa.int32())
    for category, values in zip(batch.game.categories, scores, strict=True):
        held[f"score_{category}"] = _narrow(state.table, kinds[f"score_{category}"], values)
        total = pc.add(total, values.cast(pa.int32()))
    held["score_total"] = _narrow(state.table, kinds["score_total"], total)
    table = pa.table(held).take(_from_bytes(pa.uint32(), _pack("I", states.places)))
    seats = _coded(to_array(state.table, _BYTE, states.seats), kinds["seat"].words)
    table = table.append_column("game_id", _game_ids(batch.game_ids, states.counts))
    table = table.append_column("turn_no", to_array(state.table, kinds["turn_no"], states.turn_nos))
    table = table.append_column("seat", seats)
    if state.heights:
        heights = to_array(state.table, kinds[state.heights[0]], states.heights)
        table = table.append_column(state.heights[0], heights)
    return table


def _transpose(table: str, rows: Sequence[Sequence[int]], width: int) -> list[pa.Array]:
    """Return the columns of rows of whole numbers; nearly always bytes, and then all in one go."""
    try:
        flat = b"".join(map(bytes, rows))
    except ValueError:
        wide = Column("balance", "INTEGER", nullable=False)
        return [to_array(table, wide, column) for column in zip(*rows, strict=True)]
    return [_from_bytes(pa.uint8(), flat[place::width]) for place in range(width)]


def _narrow(table: str, column: Column, values: pa.Array) -> pa.Array:
    """Return whole numbers in exactly the column's type."""
    wanted = arrow_type(column)
    if values.type == wanted:
        return values
    try:
        return values.cast(wanted)
    except pa.ArrowInvalid as error:
        raise BadValue(table, column.name, str(error)) from error


def _paid(
    causes: pa.DictionaryArray, postings: Sequence[Sequence[Any]], seqs: Sequence[int], kinds: Sequence[str]
) -> bytearray:
    """Return for every posting what was paid at a checkpoint for that step on a track; mostly 0."""
    paid = bytearray(len(causes))
    seats, accounts, deltas = postings[:3]
    codes = causes.indices.buffers()[1].to_pybytes()
    checkpoint = causes.dictionary.index(CHECKPOINT).as_py()
    at = codes.find(checkpoint) if checkpoint >= 0 else -1
    while at >= 0:
        step = at + 1
        while kinds[accounts[at]] == "currency" and step < len(paid) and seqs[step]:
            if seats[step] == seats[at] and kinds[accounts[step]] == "track" and deltas[step] > 0:
                paid[step] -= deltas[at]
                break
            step += 1
        at = codes.find(checkpoint, at + 1)
    return paid


def _posting_tables(batch: RowBatch, layout: Layout) -> dict[str, pa.Table]:
    """Return ``ledger``, ``track`` and ``placement``: the postings, parted by the kind of their account."""
    postings = batch.postings
    if not postings.flat:
        return {}
    columns = {column.name: column for column in layout["ledger"]}
    accounts = batch.game.accounts
    fields = [postings.flat[place::FIELDS] for place in range(FIELDS)]
    seats, numbers, deltas, balances, causes, sources, details = fields
    cause = to_array("ledger", columns["cause"], causes)
    paid = _paid(cause, fields, postings.seqs, [account.kind for account in accounts])
    every = {
        "game_id": _game_ids(batch.game_ids, postings.counts),
        "turn_no": to_array("ledger", columns["turn_no"], postings.turn_nos),
        "seq": to_array("ledger", columns["seq"], postings.seqs),
        "seat": _coded(to_array("ledger", _BYTE, seats), columns["seat"].words),
        "account": to_array("ledger", _BYTE, numbers),
        "delta": to_array("ledger", _WIDE, deltas),
        "balance": to_array("ledger", _WIDE, balances),
        "cause": cause,
        "source": _text(sources),
        "height": to_array("track", _WIDE, details),
        "paid": _from_bytes(pa.uint8(), paid),
        "provenance": _coded(_from_bytes(pa.uint8(), postings.marks), provenance.WORDS),
    }
    table = pa.table(every)
    kinds = pa.array([_KINDS.index(account.kind) for account in accounts], pa.uint8()).take(every["account"])
    made = {}
    for name, kind, renamed, dropped in _PARTS:
        chosen = pc.equal(kinds, pa.scalar(_KINDS.index(kind), pa.uint8()))
        part = table.filter(chosen).combine_chunks().drop_columns(list(dropped))
        part = part.rename_columns([renamed.get(column, column) for column in part.column_names])
        names = [account.name for account in accounts if account.kind == kind]
        codes = [names.index(account.name) if account.kind == kind else 0 for account in accounts]
        made[name] = _fit(name, part, layout[name], names, pa.array(codes, pa.uint8()))
    return made


_BYTE: Final = Column("seat", "UTINYINT", nullable=False)
_WIDE: Final = Column("delta", "INTEGER", nullable=False)

CHECKPOINT: Final = "checkpoint"
"""Cause of a payment that buys a step on a track; the step that follows shows it as ``paid``."""

_KINDS: Final = ("currency", "track", "placement", "memo")

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
        values = part.column(column.name).combine_chunks()
        if column.name in {"currency", "track", "piece"}:
            if foreign := set(names) - set(column.words):
                raise BadValue(name, column.name, f"{sorted(foreign)}: they are not among its words")
            values = _coded(codes.take(values), names)
        elif column.kind in _WHOLE:
            if column.nullable:  # a posting has -1 where there is nothing to say
                values = _without(values, pc.less(values, pa.scalar(0, values.type)))
            values = _narrow(name, column, values)
        made[column.name] = values
    return pa.table(made)
