"""``wcreplay serve``."""

from __future__ import annotations

import click

from .common import USAGE, fail, note


@click.command("serve")
@click.option("--db", required=True, metavar="FILE", help="The DuckDB file.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0: a free one.")
@click.option("--writable", is_flag=True, help="Let records be stored from the page that checks them.")
def command(db: str, host: str, port: int, writable: bool) -> None:
    """Serve the dashboard until Ctrl-C.

    The file is not kept open: imports work while the pages are open, and the pages follow. The same server
    answers programs with JSON (its page /api says how) and checks records (/check). It writes nothing
    unless it is --writable: then whoever reaches it can store records, and with the tag `Replaces` put them
    in the place of stored games.

    \b
    Examples:
      wcreplay serve --db games.duckdb
      wcreplay serve --db games.duckdb --port 0
      wcreplay serve --db games.duckdb --writable
    """
    from wcreplay.store.errors import StoreError
    from wcreplay.web.server import serve

    if not host:
        fail("--host wants an address, such as 127.0.0.1", USAGE)
    if host not in ("127.0.0.1", "localhost", "::1"):
        note(f"warning: everyone who reaches {host} can read the games; there is no login")
        if writable:
            note(f"warning: everyone who reaches {host} can store games, and replace those that are stored")

    def ready(address: str) -> None:
        click.echo(f"wcreplay serves {address} (Ctrl-C ends it)")

    try:
        serve(db, host, port, writable=writable, on_ready=ready)
    except StoreError as error:
        fail(f"[{error.code}] {error}")
    except OSError as error:
        fail(f"cannot listen on {host}:{port}: {error.strerror or error}; try --port 0")
