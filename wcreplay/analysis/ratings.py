"""Ratings of players: the Plackett-Luce model of openskill over complete games, oldest first.

The model and its numbers are told in docs/players.md.
"""

from __future__ import annotations

import datetime as dt
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

MU: Final = 25.0
"""The rating of a player of whom no game is known."""
SIGMA: Final = MU / 3
"""How uncertain that is: a standard deviation."""
BETA: Final = SIGMA / 2
"""How far the play of one game strays from a player's strength: a standard deviation."""
TAU: Final = SIGMA / 100
"""What is added to the uncertainty before each game (as variances): strength changes in time."""


class Place(NamedTuple):
    """The place of a player in a complete game; ``played_on`` is ``None`` where no full date is known."""

    played_on: dt.date | None
    game_id: str
    player: str
    rank: int


class Rating(NamedTuple):
    """A strength with its uncertainty, a standard deviation; both in points of rating."""

    mu: float
    sigma: float

    @property
    def low(self) -> float:
        """The lower end of the range that holds the strength with about 95 %: two sigma below."""
        return self.mu - 2 * self.sigma

    @property
    def high(self) -> float:
        """The upper end of that range."""
        return self.mu + 2 * self.sigma


class Entry(NamedTuple):
    """A player's rating after a game."""

    game_id: str
    rating: Rating


def rate(places: Iterable[Place]) -> dict[str, list[Entry]]:
    """Return for each player the ratings after each of the games that count, oldest first.

    Games are taken by date, then by id; those without a date come first. Players of one rank are tied.
    Seats without a name are left out. A game counts if at least two named players remain and nobody has
    two seats. The order of ``places`` does not matter.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce(mu=MU, sigma=SIGMA, beta=BETA, tau=TAU)
    named = sorted(
        (place for place in places if place.player),
        key=lambda place: (place.played_on or dt.date.min, place.game_id, place.rank, place.player),
    )
    current: dict[str, Any] = {}
    history: dict[str, list[Entry]] = {}
    for game_id, group in groupby(named, key=lambda place: place.game_id):
        seats = list(group)
        players = [seat.player for seat in seats]
        if len(players) < 2 or len(set(players)) < len(players):
            continue
        before = [[current.get(player) or model.rating()] for player in players]
        after = model.rate(before, ranks=[float(seat.rank) for seat in seats])
        for player, (made,) in zip(players, after, strict=True):
            current[player] = made
            history.setdefault(player, []).append(Entry(game_id, Rating(made.mu, made.sigma)))
    return history
