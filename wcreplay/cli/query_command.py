"""``wcreplay query``."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from wcreplay.notation.quote import escape

from .common import USAGE, fail, note
from .memory import memory_bounded
from .store_errors import end

if TYPE_CHECKING:
    from wcreplay.store.query import QueryResult


@click.command("query")
@click.argument("sql", metavar="SQL")
@click.option("--db", required=True, metavar="FILE", help="The DuckDB file.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "csv", "json", "parquet"]),
    default="table",
    show_default=True,
    help="Form of the answer.",
)
@click.option(
    "--limit", type=click.IntRange(1, 10_000_000), default=1000, show_default=True, help="Most rows."
)
@click.option(
    "--timeout",
    type=click.FloatRange(0, min_open=True),
    default=60.0,
    show_default=True,
    metavar="SECONDS",
    help="Longest time.",
)
def command(sql: str, db: str, form: str, limit: int, timeout: float) -> None:
    """Ask a DuckDB file a question in SQL.

    Read-only: one query, no other file, no setting, and no more than 2 GiB of memory. `-` as SQL reads it
    from standard input. docs/tables.md has the tables and views, and a query for each of them.

    In CSV, text that a spreadsheet would take for a formula has an apostrophe in front.

    \b
    Examples:
      wcreplay query --db games.duckdb "SELECT * FROM final_scores ORDER BY points DESC LIMIT 5"
      wcreplay query --db games.duckdb "FROM ledger WHERE cause = 'cap'" --format csv
      wcreplay query --db games.duckdb "FROM turn_summary" --format parquet > turns.parquet
    """
    from wcreplay.store import query
    from wcreplay.store.errors import StoreError

    if form == "parquet" and sys.stdout.isatty():
        fail("a Parquet file is nothing for a terminal: send it to a file with >", USAGE)
    text = sys.stdin.read() if sql == "-" else sql
    result: Any
    try:
        with memory_bounded():
            if form == "parquet":
                result = query.run_arrow(db, text, limit=limit, seconds=timeout)
            else:
                result = query.run_query(db, text, limit=limit, seconds=timeout)
        if form == "parquet":
            sys.stdout.buffer.write(query.format_parquet(result.table))
        else:
            forms: dict[str, Callable[[QueryResult], str]] = {
                "table": query.format_table,
                "csv": query.format_csv,
                "json": query.format_json,
            }
            _print(forms[form](result))
    except StoreError as error:
        end(error)
    if result.truncated:
        note(f"only the first {limit} rows are shown; --limit sets how many")


def _print(text: str) -> None:
    if sys.stdout.isatty():
        text = "\n".join(map(escape, text.split("\n")))
    click.echo(text, nl=not text.endswith("\n"))
