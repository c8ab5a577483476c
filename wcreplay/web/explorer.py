"""The explorer of starts: how those did who began with a pair of cards from a place in the order."""

from __future__ import annotations

from math import sqrt
from typing import Final, NamedTuple

from flask import Blueprint, render_template, request

from wcreplay.analysis.starts import Start, starts
from wcreplay.web import queries
from wcreplay.web.site import cursor

blueprint = Blueprint("explorer", __name__)

FEW: Final = 10
"""Groups of fewer games than this say little, and are greyed."""
WIDE: Final = 1.96
"""Standard errors on each side of a mean in its 95 % interval (normal approximation)."""


class Mean(NamedTuple):
    """A mean with the half width of its 95 % interval, ``None`` for a single game."""

    value: float
    half: float | None

    @classmethod
    def of(cls, value: float, spread: float | None, games: int) -> Mean:
        """Return the mean of ``games`` values with their sample standard deviation (``None``: of one)."""
        return cls(value, None if spread is None else WIDE * spread / sqrt(games))


class Group(NamedTuple):
    """Games that began alike: cards, place in the starting order (from 1), number of players."""

    resource: str
    action: str | None
    position: int
    players: int
    games: int
    rank: Mean
    points: Mean

    @classmethod
    def of(cls, start: Start) -> Group:
        """Return a group as the page shows it."""
        rank = Mean.of(start.mean_rank, start.rank_spread, start.games)
        points = Mean.of(start.mean_points, start.points_spread, start.games)
        return cls(start.resource, start.action, start.position, start.players, start.games, rank, points)


@blueprint.get("/explorer")
def page() -> str:
    """The explorer; ``?players=``, ``?resource=``, ``?action=`` and ``?position=`` choose the groups."""
    chosen = {key: request.args.get(key, "").strip()[:10] for key in ("resource", "action")}
    numbers = {key: request.args.get(key, type=int) for key in ("players", "position")}
    small = {key: value if value is not None and 1 <= value <= 99 else None for key, value in numbers.items()}
    found = [
        Group.of(start)
        for start in starts(
            cursor(),
            players=small["players"],
            resource=chosen["resource"] or None,
            action=chosen["action"] or None,
            position=small["position"],
        )
    ]
    return render_template(
        "explorer.html",
        groups=found,
        total=sum(group.games for group in found),
        chosen={**chosen, **small},
        counts=queries.player_counts(cursor()),
        few=FEW,
    )
