"""The White Castle as inline SVG: one drawing for each part of the table, so that the page can place them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wcreplay.web.boards import Panel
from wcreplay.web.boards.white_castle.bridges import draw_bridges
from wcreplay.web.boards.white_castle.castle import draw_castle
from wcreplay.web.boards.white_castle.domain import draw_domain
from wcreplay.web.boards.white_castle.frame import Changes
from wcreplay.web.boards.white_castle.grounds import draw_grounds
from wcreplay.web.boards.white_castle.pairs import draw_pairs
from wcreplay.web.boards.white_castle.track import draw_track

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wcreplay.web.boards import View


def draw(view: View) -> Sequence[Panel]:
    """Return the panels of a position: bridges, castle, grounds, time track, and a domain for each seat."""
    changes = Changes(view)
    panels = [
        Panel("bridges", "Bridges and gardens", draw_bridges(changes), "main"),
        Panel("castle", "Castle", draw_castle(changes), "main"),
        Panel("grounds", "Outside, well and yards", draw_grounds(changes), "main"),
        Panel("track", "Passage of Time", draw_track(changes), "main"),
    ]
    if view.position["pairs"] and view.position["phase"] in {"setup", "draft"}:
        panels.insert(0, Panel("pairs", "Starting pairs to choose from", draw_pairs(changes), "wide"))
    order = [seat for seat in view.position["order"] if seat in view.position["players"]]
    rest = [seat for seat in view.position["seats"] if seat not in order]
    for seat in (*order, *rest):
        svg = draw_domain(seat, view.names.get(seat, seat), changes)
        panels.append(Panel(f"domain-{seat.lower()}", f"Domain of {view.names.get(seat, seat)}", svg, "seat"))
    return panels
