"""The Flask application: factory, security headers, caching by data generation, error pages."""

from __future__ import annotations

import hashlib
import secrets
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flask import Flask, Response, current_app, g, render_template, request, url_for
from werkzeug.exceptions import HTTPException, NotFound, RequestEntityTooLarge, SecurityError

from wcreplay import __version__
from wcreplay.bundled import dashboards_dir
from wcreplay.web import check, compare, explorer, extras, guard, pages, people
from wcreplay.web.site import Site, generation, site, stale_reason
from wcreplay.web.v1 import endpoints, manual, routes

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from wcreplay.charts import Chart
    from wcreplay.store.database import Queryable
    from wcreplay.web.storing import Shelf

_POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_API = f"{endpoints.PREFIX}/"
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


def create_app(
    source: Queryable,
    dashboards: Path | None = None,
    shelf: Shelf | None = None,
    own: Mapping[str, tuple[Chart, ...]] | None = None,
    embed_from: Sequence[str] = (),
) -> Flask:
    """Return the application over a database's snapshot or catalogue.

    ``dashboards`` replaces the folder of dashboards that comes with the package, ``own`` are a user's charts
    that are added. With a ``shelf`` records that are uploaded can be stored. Pages of the origins
    ``embed_from`` may show ``/embed/<id>`` in a frame.

    Raises:
        ChartFileError: if a dashboard file is wrong.
    """
    app = Flask("wcreplay.web")
    app.config.update(
        SEND_FILE_MAX_AGE_DEFAULT=365 * 24 * 3600,
        MAX_CONTENT_LENGTH=64 * 1024,
        # Only the page that stores records has a session: it holds the token of its forms, until a restart.
        SECRET_KEY=secrets.token_bytes(32),
        SESSION_COOKIE_NAME="wcreplay",
        SESSION_COOKIE_SAMESITE="Strict",
    )
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    static = Path(app.static_folder or "")
    app.jinja_env.globals.update(version=__version__, plotly=_plotly_file(static), asset=_assets(static))
    app.extensions["wcreplay"] = Site(
        source, dashboards if dashboards is not None else dashboards_dir(), shelf, own
    )
    app.config["EMBED_FROM"] = tuple(embed_from)
    for module in (pages, people, compare, explorer, extras, check, routes, manual):
        app.register_blueprint(module.blueprint)
    app.before_request(guard.refuse_foreign_pages)
    app.before_request(_not_modified)
    app.after_request(_finish)
    app.teardown_request(_close_cursor)
    app.register_error_handler(HTTPException, _error_page)
    app.register_error_handler(Exception, _crash_page)
    return app


def _plotly_file(static: Path) -> str:
    """Return the address, under the static files, of the plotly.js bundle that comes with the package."""
    found = sorted((static / "vendor").glob("plotly-*-wcreplay.min.js"))
    return f"vendor/{found[-1].name}" if found else ""


def _assets(static: Path) -> Callable[[str], str]:
    """Return the function that gives a static file's address with a mark that changes with its content."""

    @cache
    def mark(name: str) -> str:
        return hashlib.sha256((static / name).read_bytes()).hexdigest()[:10]

    return lambda name: url_for("static", filename=name, v=mark(name))


def _tag(state: str) -> str:
    """Return the entity tag of the address asked for: it changes with the data and with the program."""
    text = f"{state}\n{__version__}\n{request.full_path}"
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:20]


def _not_modified() -> Response | None:
    """Answer 304 before any query if the browser has this page of this generation of the data."""
    if request.method not in {"GET", "HEAD"} or request.endpoint in {None, "static"}:
        return None
    g.tag = _tag(f"{site().born} {generation()} {stale_reason()}")
    # Not `*`: whether there is anything at this address is known only after the query.
    if g.tag in request.if_none_match.as_set(include_weak=True):
        return Response(status=304)
    return None


def _finish(response: Response) -> Response:
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
    extras.allow_frames(response)
    tag = g.get("tag")
    if tag is not None and response.status_code in {200, 304}:
        response.set_etag(tag, weak=True)
        response.headers["Cache-Control"] = "no-cache"
    return response


def _close_cursor(_: BaseException | None) -> None:
    cursor = g.pop("cursor", None)
    if cursor is not None:
        cursor.close()


def _error_page(error: HTTPException) -> tuple[Any, int, dict[str, str]]:
    """Return a page, or JSON where programs ask, that says what is wrong and where to go on."""
    if isinstance(error, SecurityError):  # a host name that is not served: no page can be addressed either
        words = "This server does not answer to that name."
        return Response(f"{words}\n", mimetype="text/plain"), 400, {}
    code = error.code or 500
    title = "Not found" if isinstance(error, NotFound) else error.name
    words = error.description or ""
    if isinstance(error, NotFound) and words == NotFound.description:
        api = request.path.startswith(_API)
        words = endpoints.nothing_at(request.path) if api else "There is no page at this address."
    elif isinstance(error, RequestEntityTooLarge) and words == RequestEntityTooLarge.description:
        words = guard.TOO_LARGE
    # The method that is allowed, and when to try again.
    kept = {name: value for name, value in error.get_headers() if name in {"Allow", "Retry-After"}}
    return _in_form(title, words), code, kept


def _crash_page(error: Exception) -> tuple[Any, int]:
    current_app.logger.error("request for %s failed", request.path, exc_info=error)
    words = "This could not be answered. The log of the server says why."
    return _in_form("Something went wrong", words), 500


def _in_form(title: str, words: str) -> Any:
    """Return an error as JSON to those who asked for that by the address, to others as a page."""
    if request.path.startswith(_API) or request.path.endswith(".json"):
        return {"error": title, "message": words}
    return render_template("error.html", title=title, words=words)
