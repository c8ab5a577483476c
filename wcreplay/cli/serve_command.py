"""``wcreplay serve``."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import click

from .common import FINDINGS, USAGE, fail, note, show
from .dashboards_command import diagnostics

_ORIGIN: Final = re.compile(r"https?://[a-z0-9.-]+(:[0-9]{1,5})?", re.IGNORECASE)
"""A site as browsers name it: no path, and no place for a second one."""


@click.command("serve")
@click.option("--db", required=True, metavar="FILE", help="The DuckDB file.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0: a free one.")
@click.option("--writable", is_flag=True, help="Let records be stored from the page that checks them.")
@click.option("--dashboards", metavar="DIR", help="Folder of your own dashboards, shown behind the others.")
@click.option(
    "--embed-from",
    multiple=True,
    metavar="ORIGIN",
    help="Site whose pages may show /embed/ID in a frame; repeatable.",
)
def command(
    db: str, host: str, port: int, writable: bool, dashboards: str | None, embed_from: tuple[str, ...]
) -> None:
    """Serve the dashboard until Ctrl-C.

    The file is not kept open: imports work while the pages are open, and the pages follow. The same server
    answers programs with JSON (its page /api says how) and checks records (/check). It writes nothing
    unless it is --writable: then whoever reaches it can store records, and with the tag `Replaces` put them
    in the place of stored games.

    `--dashboards` adds dashboards that you write (docs/dashboards.md); they are checked first. No page can be
    shown in a frame of another site, unless `--embed-from` names that site: then /embed/ID can.

    \b
    Examples:
      wcreplay serve --db games.duckdb
      wcreplay serve --db games.duckdb --port 0
      wcreplay serve --db games.duckdb --writable
      wcreplay serve --db games.duckdb --dashboards mine
      wcreplay serve --db games.duckdb --embed-from https://club.example
    """
    from wcreplay.charts import ChartFileError
    from wcreplay.store.errors import StoreError
    from wcreplay.web.server import serve

    if not host:
        fail("--host wants an address, such as 127.0.0.1", USAGE)
    if host not in ("127.0.0.1", "localhost", "::1"):
        note(f"warning: everyone who reaches {host} can read the games; there is no login")
        if writable:
            note(f"warning: everyone who reaches {host} can store games, and replace those that are stored")

    if dashboards is not None and not Path(dashboards).is_dir():
        fail(f"there is no folder {dashboards}", USAGE)

    def ready(address: str) -> None:
        click.echo(f"wcreplay serves {address} (Ctrl-C ends it)")

    try:
        serve(
            db,
            host,
            port,
            writable=writable,
            dashboards=dashboards,
            embed_from=[origin for text in embed_from if (origin := _origin(text))],
            on_ready=ready,
        )
    except ChartFileError as error:
        show(diagnostics(error.faults, Path(dashboards or "")))
        fail("these dashboards are wrong; nothing is served", FINDINGS)
    except StoreError as error:
        fail(f"[{error.code}] {error}")
    except OSError as error:
        fail(f"cannot listen on {host}:{port}: {error.strerror or error}; try --port 0")


def _origin(text: str) -> str:
    """Return an origin as given, without a slash at its end; ends the command if it is none."""
    origin = text.rstrip("/")
    if not _ORIGIN.fullmatch(origin):
        fail(f"--embed-from wants a site, such as https://club.example, not '{text}'", USAGE)
    return origin
