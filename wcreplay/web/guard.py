"""Who may send something here: sizes of what is sent, and pages of our own only."""

from __future__ import annotations

import hmac
import ipaddress
import secrets
from typing import Final
from urllib.parse import urlsplit

from flask import abort, request, session

from wcreplay.web.checking import MOST_BYTES

_SAFE: Final = frozenset(("GET", "HEAD", "OPTIONS"))
_OVERHEAD: Final = 64 << 10
"""Bytes of a form beside the records: names of its fields, their borders, the token."""
BODY_BYTES: Final = MOST_BYTES + _OVERHEAD
TOO_LARGE: Final = f"More than {MOST_BYTES >> 20} MiB were sent. Send less, or use the commands."


def refuse_foreign_pages() -> None:
    """End a request that a page of another site makes a browser send (403).

    Programs that are no browsers send neither of these headers. A browser leaves ``Sec-Fetch-Site`` out where
    the address is not of this computer and not encrypted; then there is ``Origin``.
    """
    if request.method in _SAFE:
        return
    site = request.headers.get("Sec-Fetch-Site")
    origin = request.headers.get("Origin")
    ours = origin is None or urlsplit(origin).netloc == request.host
    named = ours or (site is not None and origin == "null")
    if not named or site not in (None, "same-origin", "none"):
        abort(403, "This was sent by a page of another site, so nothing was done.")


def allow_upload() -> None:
    """Let this request be as large as an upload may be; others are bounded by the application's setting."""
    request.max_content_length = BODY_BYTES
    request.max_form_memory_size = BODY_BYTES


def token() -> str:
    """Return what a form that keeps something here must send back: it belongs to the visitor's cookie."""
    if "token" not in session:
        session["token"] = secrets.token_urlsafe(24)
    return str(session["token"])


def token_is_right(given: str) -> bool:
    """Whether the form was made for this visitor by this run of the server."""
    held = session.get("token", "")
    return bool(held) and hmac.compare_digest(str(held).encode(), given.encode("utf-8", "surrogatepass"))


def host_is_certain(name: str) -> bool:
    """Whether the host of the request is an address, ``localhost`` or ``name``: no name that others give us.

    A page from outside whose own name was made to lead here is a page of our own to the browser.
    """
    host = urlsplit(f"//{request.host}").hostname or ""
    if host in ("localhost", name.lower()):
        return True
    try:
        ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return True
