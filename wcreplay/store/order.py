"""Putting the rows of each table in the order of the games, so that what is asked about one is found fast.

DuckDB passes over chunks of 122,880 rows that cannot hold the game asked for. Rows in the order of import
leave it none to pass over; in the order of ``game_id`` it reads one or two.
"""

from __future__ import annotations

import tempfile
from collections.abc import Collection
from typing import Final

from .writer import Cursor, FileTarget, transaction

_LAST: Final = "seat"
"""The table that is put in order last, and so says whether all are."""
LEAST: Final = 122_880
"""Rows of the largest table from which on the order matters: a chunk."""
_KEYED: Final = ("game", "replaced")
"""Found by a key, and short."""


def put_in_order(target: FileTarget, tables: Collection[str]) -> bool:
    """Put the rows of tables in the order of ``game_id``, and leave those of a game in theirs.

    Returns whether there was something to do: rows out of order, and so many that it matters. Every table is
    one transaction, and holds the same rows before and after. The file is left to others in between. It grows
    by the largest table, whose place later imports use.
    """
    with tempfile.TemporaryDirectory(prefix="wcreplay-") as folder:
        with target.opened() as cursor:
            if _largest(cursor) <= LEAST or _in_order(cursor):
                return False
            quoted = folder.replace("'", "''")
            cursor.execute(f"SET temp_directory = '{quoted}'")  # for what does not fit into the memory
        names = [name for name in tables if name not in (*_KEYED, _LAST)]
        for name in (*names, _LAST):
            with target.opened() as cursor, transaction(cursor):
                cursor.execute(
                    f'CREATE OR REPLACE TEMP TABLE ordered_rows AS FROM "{name}" ORDER BY game_id, rowid'
                )
                cursor.execute(f'DELETE FROM "{name}"')  # noqa: S608 - our own tables
                cursor.execute(f'INSERT INTO "{name}" FROM ordered_rows')
                cursor.execute("DROP TABLE ordered_rows")
    return True


def _largest(cursor: Cursor) -> int:
    """Return about how many rows the largest table has."""
    (found,) = cursor.execute(
        "SELECT max(estimated_size) FROM duckdb_tables() WHERE database_name = current_database()"
    ).fetchall()
    return int(found[0])


def _in_order(cursor: Cursor) -> bool:
    """Whether the games of the last table to be put in order follow each other as they should."""
    (found,) = cursor.execute(
        f"SELECT count(*) FROM (SELECT game_id < lag(game_id) OVER (ORDER BY rowid) AS back FROM {_LAST}) "  # noqa: S608
        "WHERE back"
    ).fetchall()
    return bool(found[0] == 0)
