"""Serves the dashboard with waitress."""

from __future__ import annotations

import logging
import socket
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

THREADS = 4
LOOPBACK = ("127.0.0.1", "localhost")
"""Names of this computer. A server on one of them answers to no other name, so that no page from outside can
reach the games under a name of its own. (The web framework cannot list ``::1``.)"""

_BODY_TIMES = 8
"""A request that is so many times too large is not read; what is less too large gets a page that says so."""


def serve(
    db: str | Path,
    host: str = "127.0.0.1",
    port: int = 8000,
    *,
    writable: bool = False,
    dashboards: str | Path | None = None,
    embed_from: Sequence[str] = (),
    on_ready: Callable[[str], None] | None = None,
) -> None:
    """Serve the games of a database until interrupted (``KeyboardInterrupt`` ends it quietly).

    The database is copied, never kept open: imports work while the pages are open, and the pages follow.
    If it is ``writable``, records that are uploaded on the page that checks them can be stored. The
    dashboards of a user's folder are added to the others; pages of the origins ``embed_from`` may show games
    in frames. ``port`` 0 takes a free one. ``on_ready`` is called with the address once requests are
    accepted. Prints nothing itself.

    Raises:
        StoreError: if the database cannot be opened.
        ChartFileError: if a dashboard file is wrong, the user's included.
        OSError: if the address cannot be taken, such as when the port is in use.
    """
    from waitress import create_server

    from wcreplay.store.database import Snapshot
    from wcreplay.web import people
    from wcreplay.web.app import create_app
    from wcreplay.web.dashboards import read
    from wcreplay.web.guard import BODY_BYTES
    from wcreplay.web.storing import Shelf

    # A burst of requests waits for a moment; that is no news for the user.
    own = read(Path(dashboards)) if dashboards is not None else None
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    with Snapshot(db) as snapshot, _listen(host, port) as listener:
        app = create_app(
            snapshot, shelf=Shelf(snapshot, host) if writable else None, own=own, embed_from=embed_from
        )
        app.before_request(people.foresee)
        with app.app_context():
            people.foresee()
        if host in LOOPBACK:
            app.config["TRUSTED_HOSTS"] = list(LOOPBACK)
        server = create_server(
            app,
            sockets=[listener],
            threads=THREADS,
            ident=None,
            max_request_body_size=_BODY_TIMES * BODY_BYTES,
        )
        try:
            if on_ready is not None:
                shown = f"[{host}]" if ":" in host else host
                on_ready(f"http://{shown}:{listener.getsockname()[1]}/")
            server.run()
        finally:
            server.close()


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=128)
