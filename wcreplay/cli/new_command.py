"""``wcreplay new``."""

from __future__ import annotations

import datetime as dt
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from wcreplay.notation.quote import escape

from .common import ENVIRONMENT, FINDINGS, USAGE, fail, note, read_raw, show

if TYPE_CHECKING:
    from wcreplay.notation.model import Record


@click.command("new")
@click.argument("file", required=False, metavar="[FILE]")
@click.option("--players", "count", type=click.IntRange(1, 8), metavar="N", help="Number of players.")
@click.option("--names", metavar="NAMES", help="Players in the order of their seats, parted by commas.")
@click.option(
    "--tag",
    "tags",
    multiple=True,
    metavar="NAME=VALUE",
    help="A tag of the record; may be repeated.",
)
@click.option("--game", default="white-castle", show_default=True, metavar="NAME", help="Which game.")
@click.option(
    "--board",
    type=click.Choice(["turn", "round", "never"]),
    default="round",
    show_default=True,
    help="When the board is shown by itself.",
)
@click.pass_context
def command(
    ctx: click.Context,
    file: str | None,
    count: int | None,
    names: str | None,
    tags: tuple[str, ...],
    game: str,
    board: str,
) -> None:
    """Record a game while it is played: asked for the setup, then for every turn.

    Cards are found by what they show (`warrior lantern`), dice typed as `c 1 4 5`, turns as they are written
    or shorter (`c6s2 gk2` for `c6>s2 G:K2`). Every choice is checked; `?` lists what is legal, `undo` takes
    the last entry back. The record is saved after every entry; in a FILE that holds an unfinished game,
    recording goes on. Without a FILE a new one is made in this folder.

    \b
    Examples:
      wcreplay new
      wcreplay new thursday.wcr --names "Ana, Bruno, Clara" --tag "Event=Thursday table"
      wcreplay new thursday.wcr      # goes on where it was left
    """
    from wcreplay.engine import registry

    from .recorder.console import open_console
    from .recorder.table import Table

    given = _tags(tags)
    path = Path(file) if file is not None else _fresh_name(game)
    _check_place(path)
    resumed = path.exists() and path.stat().st_size > 0
    found = _read(ctx, path) if resumed else None
    try:
        meta = registry.meta(found[0].tag("Game") if found else game)
        table = Table(open_console(), path, meta.name, board)
    except registry.UnknownGame as error:
        fail(str(error), USAGE)
        return
    hello = f"{meta.title}, saved in {path} after every entry. `?` shows the choices, `help` all commands."
    if found is not None:
        record, setup, text, begun = found
        note(hello)
        if count or names or given:
            note("the record names its players and tags already; the options for them are left out")
        table.resume(record, setup, text, begun=begun)
    else:
        head = {name: value for name, value in {"Date": _today(), **given}.items() if value}
        players = _names(names, count, meta.players)
        if wrong := table.wrong_tags(head):
            fail(wrong, USAGE)
        note(hello)
        table.begin(head, players, count)
    if table.unsaved:
        note("the record could not be saved; here it is:")
        click.echo(table.unsaved, nl=False)
        ctx.exit(ENVIRONMENT)


def _tags(pairs: tuple[str, ...]) -> dict[str, str]:
    given = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name) or not value.isprintable():
            raise click.UsageError(f"--tag wants NAME=VALUE, such as Event=Thursday, not '{escape(pair)}'")
        if re.fullmatch(r"[A-E]|Game|Ruleset|Result", name):
            raise click.UsageError(f"the tag {name} is written by itself; --names and --game are for that")
        given[name] = value
    return given


def _names(names: str | None, count: int | None, players: tuple[int, int]) -> list[str]:
    """Return the names of the option; none if it was not given."""
    from .recorder.setting_up import read_names

    low, high = players
    if count is not None and not low <= count <= high:
        raise click.UsageError(f"{low} to {high} players, not {count}")
    if names is None:
        return []
    read = read_names(" ".join(names.split()), low, high, count)
    if isinstance(read, str):
        raise click.UsageError(read)
    return read


def _today() -> str:
    return dt.datetime.now().astimezone().date().isoformat()


def _fresh_name(game: str) -> Path:
    """Return a name in this folder that no file has: the game and the day."""
    from .recorder.keeping import fresh

    path = Path(f"{re.sub('[^a-z0-9-]', '', game)}-{_today()}.wcr")
    return fresh(path) if path.exists() else path


def _check_place(path: Path) -> None:
    """End the command if nothing can be written there: better now than after the first round."""
    if str(path) in ("", ".", "-") or path.is_dir() or (path.exists() and not path.is_file()):
        fail(f"'{escape(str(path))}' is no file to write to", USAGE)
    folder = path.parent
    if not folder.is_dir():
        fail(f"{escape(str(folder))}: no such folder", ENVIRONMENT)
    if not os.access(folder, os.W_OK) or (path.exists() and not os.access(path, os.W_OK)):
        fail(f"{escape(str(path))} cannot be written", ENVIRONMENT)


def _read(ctx: click.Context, path: Path) -> tuple[Record, object, str, bool]:
    """Return the record of a file, its setup, its text, and whether there is more than the setup."""
    from wcreplay.engine.reader import read_record

    raws = list(read_raw([str(path)]))
    if len(raws) != 1:
        fail(f"{escape(str(path))} holds {len(raws)} records; recording goes on in a file of one", USAGE)
    reading = read_record(raws[0])
    if reading.replay is None or reading.record is None:
        show(reading.diagnostics)
        note("mend it first, or record in another file")
        ctx.exit(FINDINGS)
    begun = len(reading.replay.history) > 0
    return reading.record, reading.replay.setup, raws[0].text, begun
