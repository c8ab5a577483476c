"""Players over many games: two of them compared, and what made their points. Pure functions of rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_NO_CATEGORY = {"game_id", "seat", "player", "rank", "points"}


class Duel(NamedTuple):
    """How two players did in the games that both played to the end.

    ``ahead``, ``behind`` and ``tied`` count games by final place, seen from the first player; ``margin`` is
    the mean of the first player's points less the second's, ``None`` without games.
    """

    games: int
    ahead: int
    behind: int
    tied: int
    margin: float | None


class Gap(NamedTuple):
    """A score category in which two players are compared: means of points over ``games`` games."""

    category: str
    first: float
    second: float
    games: int

    @property
    def difference(self) -> float:
        """How many points more the first player makes in a game."""
        return self.first - self.second


def duel(results: Sequence[tuple[int, int, int, int]]) -> Duel:
    """Return the sum of games, each given as (rank, points) of the first player, then of the second."""
    ahead = sum(mine < theirs for mine, _, theirs, _ in results)
    behind = sum(mine > theirs for mine, _, theirs, _ in results)
    margins = [points - others for _, points, _, others in results]
    mean = sum(margins) / len(margins) if margins else None
    return Duel(len(results), ahead, behind, len(results) - ahead - behind, mean)


def by_category(row: Mapping[str, Any]) -> dict[str, int]:
    """Return the points of a row of ``final_scores`` by category; another game's categories are left out."""
    return {key: int(value) for key, value in row.items() if key not in _NO_CATEGORY and value is not None}


def gaps(rows: Iterable[Mapping[str, Any]], first: str, second: str) -> list[Gap]:
    """Return the categories in which two players made points in the same games, with the means of both.

    ``rows`` are those of ``final_scores`` for these two players and games.
    """
    found: dict[str, dict[str, dict[str, int]]] = {}
    for row in rows:
        for category, points in by_category(row).items():
            found.setdefault(category, {}).setdefault(str(row["game_id"]), {})[str(row["player"])] = points
    made = []
    for category, games in found.items():
        both = [points for points in games.values() if first in points and second in points]
        if both:
            mine, theirs = (sum(points[name] for points in both) / len(both) for name in (first, second))
            made.append(Gap(category, mine, theirs, len(both)))
    return made
