"""``wcreplay query``."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from wcreplay.notation.quote import escape

from .common import ENVIRONMENT, USAGE, fail, note

if TYPE_CHECKING:
    from wcreplay.store.query import QueryResult


@click.command("query")
@click.argument("sql", metavar="SQL")
@click.option("--db", required=True, metavar="FILE", help="The DuckDB file.")
@click.option("--format", "form", type=click.Choice(["table", "csv", "json"]), default="table", help="Form.")
@click.option(
    "--limit", type=click.IntRange(1, 10_000_000), default=1000, show_default=True, help="Most rows."
)
def command(sql: str, db: str, form: str, limit: int) -> None:
    """Ask a DuckDB file a question in SQL.

    Read-only: one query, no other file, no setting. `-` as SQL reads it from standard input.

    \b
    Examples:
      wcreplay query --db games.duckdb "SELECT * FROM final_scores ORDER BY points DESC LIMIT 5"
      wcreplay query --db games.duckdb "FROM ledger WHERE cause = 'cap'" --format csv
    """
    from wcreplay.store.errors import StoreError
    from wcreplay.store.query import format_csv, format_json, format_table, run_query

    text = sys.stdin.read() if sql == "-" else sql
    try:
        result = run_query(db, text, limit=limit)
    except StoreError as error:
        fail(
            f"[{error.code}] {error}",
            USAGE if error.code in ("S201", "S202", "S203", "S205") else ENVIRONMENT,
        )
        return
    forms: dict[str, Callable[[QueryResult], str]] = {
        "table": format_table,
        "csv": format_csv,
        "json": format_json,
    }
    shown = forms[form](result)
    if sys.stdout.isatty():
        shown = "\n".join(map(escape, shown.split("\n")))
    click.echo(shown, nl=not shown.endswith("\n"))
    if result.truncated:
        note(f"only the first {limit} rows are shown; --limit sets how many")
