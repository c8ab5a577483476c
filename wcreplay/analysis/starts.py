"""How those did who began with a pair of cards from a place in the starting order."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from . import query


class Cursor(Protocol):
    """What runs a query, such as a cursor of DuckDB."""

    def execute(self, query: str, parameters: dict[str, Any], /) -> Any:
        """Run a query, and return what the rows are fetched from."""


class Start(NamedTuple):
    """Complete games that began alike: the pair, the place in the order (from 1), the number of players.

    ``games`` counts them and ``wins`` those won. ``mean_lead`` is the mean of the final points less the mean
    of the table. A spread is the sample standard deviation, ``None`` for a single game.
    """

    resource: str
    action: str | None
    position: int
    players: int
    games: int
    wins: int
    mean_points: float
    points_spread: float | None
    mean_lead: float
    mean_rank: float
    rank_spread: float | None


def starts(
    cursor: Cursor,
    *,
    players: int | None = None,
    resource: str | None = None,
    action: str | None = None,
    position: int | None = None,
    most: int = 10_000,
    skipped: int = 0,
) -> list[Start]:
    """Return the starts, the most frequent first: at most ``most`` after the first ``skipped``. None: any."""
    wanted = {
        "players": players,
        "resource": resource,
        "action": action,
        "position": position,
        "most": most,
        "skipped": skipped,
    }
    return [Start._make(row) for row in cursor.execute(query("starts"), wanted).fetchall()]
