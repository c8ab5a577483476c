"""``wcreplay players``, and how other commands take over a file of players."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from wcreplay.notation.quote import escape

from .common import note
from .store_errors import end

if TYPE_CHECKING:
    from wcreplay.store.players import Aliases

    Given = tuple[str, Aliases] | None
    """The file of players that counts for a database, and what it says."""

players_option = click.option(
    "--players",
    metavar="FILE",
    help="File that joins the spellings of players' names.  [default: players.toml beside the database]",
)
"""``--players FILE`` of the commands that store what the file says."""


def read_players_file(name: str) -> Aliases:
    """Read a file of players; ends the command with all of its faults if it is wrong."""
    from wcreplay.store.players import PlayersError, read_players

    try:
        return read_players(Path(name))
    except PlayersError as error:
        for fault in error.faults:
            note(f"{name}: {fault}")
        end(error)
        raise


def given_players(db: str, name: str | None) -> Given:
    """Return the file of players that counts for a database, and what it says; None if there is none."""
    from wcreplay.store.players import beside

    path = name or beside(db)
    return (str(path), read_players_file(str(path))) if path else None


def take_over(db: str, given: Given, wait: float) -> None:
    """Store what a file of players says.

    Raises:
        StoreError: if the database cannot be written.
    """
    from wcreplay.store.players import store_aliases

    if given is None:
        return
    name, aliases = given
    if store_aliases(db, aliases, wait=wait, waiting=note):
        count, players = len(aliases), len(set(aliases.values()))
        note(f"{name}: {count} spelling{'s' * (count != 1)} of {players} player{'s' * (players != 1)} stored")


@click.command("players")
@click.option("--db", required=True, metavar="FILE", help="The DuckDB file.")
@players_option
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "csv", "json"]),
    default="table",
    show_default=True,
    help="Form of the list.",
)
@click.option(
    "--lock-timeout",
    type=click.FloatRange(0),
    default=60.0,
    show_default=True,
    metavar="SECONDS",
    help="How long to wait for an import, or a program that has the file open.",
)
def command(db: str, players: str | None, form: str, lock_timeout: float) -> None:
    """List the players of the stored games, and join the spellings of their names.

    The file players.toml beside the database, or another one, says which spellings stand for one player. What
    it says is stored, and the views and exports go by it; tables and records stay as they are. `wcreplay
    import` takes the file over in the same way. An empty list of players undoes all.

    \b
      [players]
      "Ana Lima" = ["Ana", "ana_l"]

    \b
    Examples:
      wcreplay players --db games.duckdb
      wcreplay players --db games.duckdb --players club.toml --format csv
    """
    from wcreplay.store.errors import StoreError
    from wcreplay.store.opening import is_file
    from wcreplay.store.query import format_csv, format_json, format_table, run_query

    given = given_players(db, players)
    try:
        if given and is_file(Path(db)):
            take_over(db, given, lock_timeout)
        result = run_query(db, "FROM player ORDER BY games DESC, player", limit=None)
    except StoreError as error:
        end(error)
        return
    shown = {"table": format_table, "csv": format_csv, "json": format_json}[form](result)
    if sys.stdout.isatty():
        shown = "\n".join(map(escape, shown.split("\n")))
    click.echo(shown, nl=False)
