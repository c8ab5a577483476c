"""``wcreplay import``."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Any

import click

from .common import FINDINGS, fail, note, records_argument, show

if TYPE_CHECKING:
    from collections.abc import Callable

    from wcreplay.store.loader import ImportSummary

_SHOWN = 20
"""Games named one by one that were stored already; the rest are counted."""


@click.command("import")
@records_argument
@click.option("--db", required=True, metavar="FILE", help="The DuckDB file; made if it is not there.")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes.")
@click.pass_context
def command(ctx: click.Context, paths: tuple[str, ...], db: str, jobs: int) -> None:
    """Store records in a DuckDB file.

    Each record is checked in full. Right ones are stored, wrong ones reported with their place (exit
    code 1). A game that is stored already, also from another file or person, is left as it is and named.

    \b
    Examples:
      wcreplay import records --db games.duckdb
      wcreplay import evening.wcr more/ --db games.duckdb --jobs 2
      wcreplay simulate -n 1000 | wcreplay import - --db test.duckdb
    """
    from wcreplay.store.errors import StoreError
    from wcreplay.store.loader import import_records

    try:
        summary = import_records(db, paths, jobs=jobs, progress=_progress())
    except StoreError as error:
        fail(f"[{error.code}] {error}")
        return
    show(summary.diagnostics)
    for repeat in summary.repeats[:_SHOWN]:
        note(
            f"unchanged: {repeat.file} (record {repeat.record}) is game {repeat.game_id}, "
            f"stored from {repeat.stored_file} (record {repeat.stored_record})"
        )
    if summary.unchanged > _SHOWN:
        note(f"unchanged: {summary.unchanged - _SHOWN} more")
    unreadable = f"; {summary.unreadable} sources without a record" if summary.unreadable else ""
    note(
        f"{summary.found} found = {summary.stored} stored + {summary.unchanged} unchanged + "
        f"{summary.rejected} rejected{unreadable}"
    )
    if not summary.clean:
        ctx.exit(FINDINGS)


def _progress() -> Callable[[ImportSummary], Any] | None:
    """Return what shows the count on a terminal, at most five times a second; None elsewhere."""
    if not sys.stderr.isatty():
        return None
    last = [0.0]

    def show_count(summary: ImportSummary) -> None:
        now = time.monotonic()
        if now - last[0] > 0.2:
            last[0] = now
            click.echo(f"\r{summary.found} records ...", err=True, nl=False)

    return show_count
