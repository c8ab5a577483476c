"""Pages beside those of games: the sheet of cards, games in frames of other sites, who may show them."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from flask import Blueprint, abort, current_app, request, url_for

from wcreplay.web import pages
from wcreplay.web.boards import has_sheet
from wcreplay.web.sheet import sheet

if TYPE_CHECKING:
    from flask import Response

blueprint = Blueprint("extras", __name__)
_FRAMED = ("extras.embed", "extras.embedded_turn")


@blueprint.get("/embed/<game_id>")
def embed(game_id: str) -> str:
    """A game for a frame: result, stepper, board and ledger; its links open pages of their own."""
    found, film = pages.film_of(game_id)
    home = url_for("extras.embed", game_id=found.game_id)
    return pages.show_game("embed.html", found, film, home)


@blueprint.get("/embed/<game_id>/turns/<number>")
def embedded_turn(game_id: str, number: str) -> str:
    """The part of such a page that belongs to one turn."""
    return pages.show_turn(*pages.film_of(game_id), number)


@blueprint.get("/cards/<game>")
def cards(game: str) -> str:
    """All cards and tiles of a game drawn with their ids, and the notation: the sheet to print."""
    if not has_sheet(game):
        abort(404, "There is no sheet of cards for this game.")
    return _sheet(game)


@cache
def _sheet(game: str) -> str:
    return sheet(game) or ""


def allow_frames(response: Response) -> None:
    """Let the sites that were named show a game in a frame; nobody else, and no other page.

    A site that a frame is in may read nothing of it: that is the browser's rule for pages of another origin.
    """
    allowed: tuple[str, ...] = current_app.config.get("EMBED_FROM", ())
    if request.endpoint not in _FRAMED or not allowed or response.status_code not in (200, 304):
        return
    policy = response.headers["Content-Security-Policy"]
    response.headers["Content-Security-Policy"] = policy.replace(
        "frame-ancestors 'none'", f"frame-ancestors {' '.join(allowed)}"
    )
    del response.headers["X-Frame-Options"]
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
