"""The page of tables, made of the comments in the schema and of the example queries in ``examples/``."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

import duckdb

from .database import open_database

_EXAMPLES: Final = Path(__file__).resolve().parent / "examples"
_VIEWS: Final = ("seated", "player", "final_scores", "coin_flow", "time_race", "turn_summary", "start_pairs")
_TABLES: Final = (
    "game",
    "seat",
    "turn",
    "ledger",
    "track",
    "placement",
    "diagnostic",
    "wc_state",
    "wc_dice",
    "variation",
    "variation_turn",
    "variation_ledger",
    "wc_variation_state",
)
"""The order of the page; what is not named comes behind, by name."""

_HEAD: Final = """# Tables

What a database made by `wcreplay import` holds. It is one DuckDB file, which `wcreplay query`,
`wcreplay.open()` ([api.md](api.md)) and any DuckDB client read. The same words stand as comments in the file
itself. [data.md](data.md) is about queries, exports and players. This page is generated:
`python tools/generate_docs.py`.

A game is `game_id` everywhere; within it a turn is `turn_no`, from 0 (the position after setup), and what was
posted in a turn has the order `seq`, in `ledger`, `track` and `placement` together. Every change of anything
that a seat holds is a row there; `wc_state` and the views are sums of them. Put a condition on `game_id`
where a query is about one game.

**Views** answer the usual questions: {views}.

**Tables**: {tables}.
"""


class Example(NamedTuple):
    """A question about the stored games, and the SQL that answers it."""

    question: str
    sql: str


def examples() -> dict[str, Example]:
    """Return an example query for tables and views, by the name of the one it shows."""
    made = {}
    for path in sorted(_EXAMPLES.glob("*.sql")):
        question, _, sql = path.read_text(encoding="utf-8").partition("\n")
        made[path.stem] = Example(question.lstrip("- "), sql.strip())
    return made


def tables_page() -> str:
    """Return docs/tables.md."""
    with (
        tempfile.TemporaryDirectory(prefix="wcreplay-") as folder,
        open_database(f"{folder}/empty.duckdb") as made,
    ):
        cursor = made.cursor()
        try:
            return _page(cursor)
        finally:
            cursor.close()


def _page(cursor: duckdb.DuckDBPyConnection) -> str:
    words = {
        "ENUM(" + ", ".join(f"'{label}'" for label in labels) + ")": (name, labels)
        for name, labels in cursor.execute(
            "SELECT type_name, labels FROM duckdb_types() WHERE logical_type = 'ENUM' AND NOT internal "
            "AND database_name = current_database() ORDER BY type_name"
        ).fetchall()
    }
    views = _about(cursor, "SELECT view_name, comment FROM duckdb_views() WHERE NOT internal", _VIEWS)
    tables = _about(cursor, "SELECT table_name, comment FROM duckdb_tables() WHERE NOT internal", _TABLES)
    parts = [_HEAD.format(views=", ".join(map(_link, views)), tables=", ".join(map(_link, tables)))]
    kinds = {kind: name for kind, (name, _) in words.items()}
    shown = examples()
    for title, names in (("Views", views), ("Tables", tables)):
        parts.append(f"## {title}\n")
        parts += [_section(cursor, name, about, kinds, shown.get(name)) for name, about in names.items()]
    parts.append(
        "## Words\n\nColumns with one of these types hold nothing else.\n\n| type | words |\n|---|---|"
    )
    for name, labels in words.values():
        parts.append(f"| `{name}` | {', '.join(f'`{label}`' if label else '(empty)' for label in labels)} |")
    return "\n".join(parts) + "\n"


def _about(cursor: duckdb.DuckDBPyConnection, sql: str, order: Sequence[str]) -> dict[str, str]:
    """Return the comments of tables or views by name, in the order of the page."""
    found = dict(cursor.execute(sql).fetchall())
    place = {name: number for number, name in enumerate(order)}
    return {name: found[name] for name in sorted(found, key=lambda name: (place.get(name, 99), name))}


def _link(name: str) -> str:
    return f"[{name}](#{name})"


def _section(
    cursor: duckdb.DuckDBPyConnection, name: str, about: str, kinds: dict[str, str], example: Example | None
) -> str:
    columns = cursor.execute(
        "SELECT column_name, data_type, comment FROM duckdb_columns() WHERE table_name = ? AND NOT internal "
        "ORDER BY column_index",
        [name],
    ).fetchall()
    lines = [f"### {name}\n", f"{about}\n", "| column | type | meaning |", "|---|---|---|"]
    lines += [f"| `{column}` | {kinds.get(kind, kind)} | {_cell(words)} |" for column, kind, words in columns]
    if example:
        lines.append(f"\n{example.question}\n\n```sql\n{example.sql}\n```")
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")
