"""Games in frames of other sites: their pages, and who may show them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, current_app, request, url_for

from wcreplay.web import pages

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
