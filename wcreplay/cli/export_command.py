"""``wcreplay export``."""

from __future__ import annotations

from typing import Any

import click

from .common import FINDINGS, USAGE, fail, note
from .memory import memory_bounded
from .players_command import read_players_file
from .progress import Progress
from .store_errors import end

_SHOWN = 20


@click.command("export")
@click.option("--db", required=True, metavar="FILE", help="The DuckDB file.")
@click.option("--to", "folder", required=True, metavar="DIR", help="The folder to make.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["parquet", "csv", "json", "wcr"]),
    default="parquet",
    show_default=True,
    help="Tables as Parquet, CSV or JSON, or the records.",
)
@click.option("--game-id", "game_ids", multiple=True, metavar="ID", help="Only this game; may be repeated.")
@click.option("--where", default="", metavar="SQL", help="Only games that meet a condition on `game`.")
@click.option(
    "--table", "tables", multiple=True, metavar="NAME", help="Only this table or view; may be repeated."
)
@click.option("--players", metavar="FILE", help="Join the spellings of players' names as this file says.")
@click.option("--anonymise", is_flag=True, help="Take out who played, where and when.")
@click.option("--force", is_flag=True, help="Replace an earlier export.")
@click.option(
    "--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes for --anonymise."
)
def command(db: str, folder: str, players: str | None, **given: Any) -> None:
    """Write stored games into a new folder, for other programs or other people.

    A file per table, or with `--format wcr` a file per game, named by its id. The folder appears when all is
    written. export.json in it says what the columns mean. The column `player` of `seat` has one spelling per
    player (see `wcreplay players`). In CSV, text that a spreadsheet would take for a formula has an
    apostrophe in front.

    With `--anonymise` players become their seat letters everywhere. Removed are event, place, day and month,
    all comments, the names of files and all other tags; kept are the year, result, marks and variations. The
    games are read anew for that. Who has a record of a game can still find it by its course, and its id.

    Exit code 1 says that games were left out because the rules at hand reject them.

    \b
    Examples:
      wcreplay export --db games.duckdb --to data
      wcreplay export --db games.duckdb --to cup --format csv --where "event = 'Spring cup'"
      wcreplay export --db games.duckdb --to scores --format csv --table final_scores
      wcreplay export --db games.duckdb --to shared --format wcr --anonymise
    """
    from wcreplay.store.errors import StoreError
    from wcreplay.store.export import ExportOptions, export

    if given["anonymise"] and players:
        fail("--players and --anonymise exclude each other", USAGE)
    aliases = read_players_file(players) if players else None
    progress = Progress()
    try:
        with memory_bounded():
            summary = export(
                db, folder, ExportOptions(aliases=aliases, **given), progress=lambda n, _: progress.show(n, n)
            )
    except StoreError as error:
        progress.clear()
        end(error)
        return
    progress.clear()
    for name, rows in summary.files.items():
        note(f"{name:24} {rows:>10,} {'records' if name == '*.wcr' else 'rows'}")
    for left in summary.left_out[:_SHOWN]:
        note(f"left out: game {left.game_id}: {left.reason}")
    if len(summary.left_out) > _SHOWN:
        note(f"left out: {len(summary.left_out) - _SHOWN} more")
    if given["anonymise"]:
        from wcreplay.store.anonymise import REMOVED

        note(f"removed: {REMOVED}")
    note(f"{summary.games:,} game{'s' * (summary.games != 1)} in {folder}")
    if summary.left_out:
        raise click.exceptions.Exit(FINDINGS)
