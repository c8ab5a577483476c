"""``wcreplay report``."""

from __future__ import annotations

import re
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from .common import (
    ENVIRONMENT,
    FINDINGS,
    USAGE,
    fail,
    game_options,
    note,
    one_record,
    show,
    written_in_one_step,
)
from .store_errors import end

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wcreplay.store.database import Snapshot

_ID: Final = re.compile(r"[0-9a-f]{16}")
_WIDTH, _SCALE = 1000, 2


@click.command("report")
@click.argument("wanted", metavar="GAME")
@click.option("--db", metavar="FILE", help="The DuckDB file in which GAME is stored.")
@game_options
@click.option(
    "--format",
    "form",
    type=click.Choice(["html", "png"]),
    default="html",
    show_default=True,
    help="One page, or a picture of each chart.",
)
@click.option("-o", "output", required=True, metavar="PATH", help="The HTML file; for pictures a folder.")
@click.pass_context
def command(ctx: click.Context, wanted: str, db: str | None, number: int, form: str, output: str) -> None:
    """Make a report of a game: one file with replay, charts and tables that opens without a server.

    GAME is the id of a stored game, with --db, or a file with a record. The page steps through the turns and
    draws the charts by itself; it loads nothing, so that it can be mailed, kept, and opened without network.

    Pictures (--format png) need the extra `images` (pip install 'wcreplay[images]') and Chromium or Chrome;
    the variable BROWSER_PATH names one that is not found.

    \b
    Examples:
      wcreplay report game.wcr -o game.html
      wcreplay report 31fb772ff04fb4f4 --db games.duckdb -o game.html
      wcreplay report game.wcr --format png -o pictures
    """
    from wcreplay.store.errors import StoreError
    from wcreplay.web.report import NoReport, figures, report

    if db is None and _ID.fullmatch(wanted) and not Path(wanted).exists():
        fail(f"{wanted} looks like the id of a stored game; say with --db where", USAGE)
    if db is not None and not _ID.fullmatch(wanted):
        fail(f"with --db GAME is an id of 16 digits 0 to 9 and a to f, not '{wanted}'", USAGE)
    try:
        with _stored(ctx, wanted, db, number) as (snapshot, game_id):
            if form == "png":
                count = _pictures(list(figures(snapshot, game_id)), Path(output))
                note(f"{output}: {count} pictures")
                return
            page = report(snapshot, game_id)
    except StoreError as error:
        end(error)
        return
    except NoReport as error:
        fail(str(error), USAGE)
        return
    if output == "-":
        click.echo(page, nl=False)
        return
    with written_in_one_step(output) as file:
        file.write(page)
    note(f"{output}: {len(page.encode()) / 1e6:.1f} MB")


@contextmanager
def _stored(ctx: click.Context, wanted: str, db: str | None, number: int) -> Iterator[tuple[Snapshot, str]]:
    """Give the database that has the game, and its id; a record is stored in one of its own for that."""
    from wcreplay.store.database import Snapshot

    if db is not None:
        with Snapshot(db, follow=False) as snapshot:
            yield snapshot, wanted
        return
    from wcreplay.engine.reader import read_record
    from wcreplay.store.loader import import_records

    raw = one_record(wanted, number)
    reading = read_record(raw)
    show(reading.diagnostics)
    if reading.replay is None:
        ctx.exit(FINDINGS)
    with tempfile.TemporaryDirectory(prefix="wcreplay-") as place:
        record = Path(place) / "game.wcr"
        record.write_bytes(raw.text.encode("utf-8", "surrogateescape"))
        path = Path(place) / "game.duckdb"
        import_records(path, [record])
        with Snapshot(path, follow=False) as snapshot:
            yield snapshot, reading.replay.game_id


def _pictures(found: list[tuple[str, dict[str, Any]]], folder: Path) -> int:
    """Write each figure as PNG into a folder and return how many there are."""
    try:
        import kaleido
        from plotly.graph_objects import Figure
    except ImportError:
        fail("pictures need the extra `images`: pip install 'wcreplay[images]'", ENVIRONMENT)
        return 0
    if folder.exists() and not folder.is_dir():
        fail(f"'{folder}' is no folder; pictures need one", USAGE)
    folder.mkdir(parents=True, exist_ok=True)
    jobs = [
        {
            "fig": Figure(_on_paper(figure)),
            "path": str(folder / f"{name}.png"),
            "opts": {"width": _WIDTH, "height": figure["layout"].get("height", 400), "scale": _SCALE},
        }
        for name, figure in found
    ]
    try:
        kaleido.write_fig_from_object_sync(jobs)
    except Exception as error:  # noqa: BLE001 - whatever stops a browser that is none of ours
        words = (str(error).splitlines() or [type(error).__name__])[0]
        fail(f"the browser that draws the pictures failed: {words}; Chromium or Chrome must be installed, "
             "BROWSER_PATH can name it", ENVIRONMENT)  # fmt: skip
    return len(jobs)


def _on_paper(figure: dict[str, Any]) -> dict[str, Any]:
    """Return a figure with white paper: the page's script would have added the colours of the page."""
    layout = {key: value for key, value in figure["layout"].items() if key != "meta"}
    return {
        "data": figure["data"],
        "layout": {**layout, "paper_bgcolor": "#ffffff", "plot_bgcolor": "#ffffff"},
    }
