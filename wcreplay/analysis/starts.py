"""How those did who began with a pair of cards from a place in the starting order, and their first die."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from . import query
from .intervals import Mean

if TYPE_CHECKING:
    from collections.abc import Sequence

NOT_SIMULATED: Final = "not-simulated"
"""Stands for every kind of source but simulated games."""
ENDS: Final = {"<": "left", ">": "right"}
"""The ends of a bridge in words."""


class Cursor(Protocol):
    """What runs a query, such as a cursor of DuckDB."""

    def execute(self, query: str, parameters: dict[str, Any], /) -> Any:
        """Run a query, and return what the rows are fetched from."""


class Kind(NamedTuple):
    """Which games are looked at. ``None``: any; a source kind is one of the tables or NOT_SIMULATED."""

    game: str | None = None
    source_kind: str | None = None
    event: str | None = None


ANY: Final = Kind()
"""Games of every kind together."""


class Start(NamedTuple):
    """Complete games that began alike: the pair, the place in the order (from 1), the number of players.

    ``games`` counts them and ``wins`` those won; ``of_games`` are the complete games with that number of
    players. ``mean_lead`` is the mean of the final points less the mean of the table. A spread is the
    sample standard deviation, ``None`` for a single game.
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
    of_games: int
    game: str

    @property
    def rank(self) -> Mean:
        """The mean of the final places with its interval."""
        return Mean.of(self.mean_rank, self.rank_spread, self.games)

    @property
    def points(self) -> Mean:
        """The mean of the final points with its interval."""
        return Mean.of(self.mean_points, self.points_spread, self.games)


class Played(NamedTuple):
    """A game as whoever had the start played it; ``turn_no`` is that of the first die, ``None`` without."""

    game_id: str
    played_on: dt.date | None
    event: str
    player: str
    seat: str
    rank: int
    points: int
    turn_no: int | None


class FirstTurn(NamedTuple):
    """Complete games with a start and one first die, their number, and sums of places and points.

    The die has a colour, a value (``pips``, 0: not known), an end of the bridge (of :data:`ENDS`) and a
    space, all ``None`` where no dice are stored. ``newest`` are the last games, newest first.
    """

    colour: str | None
    pips: int | None
    end: str | None
    space: str | None
    games: int
    ranks: int
    rank_squares: int
    points: int
    point_squares: int
    newest: tuple[Played, ...]

    @property
    def mean_rank(self) -> Mean:
        """The mean of the final places with its interval."""
        return Mean.summed(self.ranks, self.rank_squares, self.games)

    @property
    def mean_points(self) -> Mean:
        """The mean of the final points with its interval."""
        return Mean.summed(self.points, self.point_squares, self.games)


class Summary(NamedTuple):
    """What several first turns come to: games, means with their intervals, and the newest games."""

    games: int
    rank: Mean
    points: Mean
    newest: tuple[Played, ...]


def starts(
    cursor: Cursor,
    *,
    players: int | None = None,
    resource: str | None = None,
    action: str | None = None,
    position: int | None = None,
    kind: Kind = ANY,
    most: int = 10_000,
    skipped: int = 0,
) -> list[Start]:
    """Return the starts, the most frequent first: at most ``most`` after the first ``skipped``. None: any."""
    wanted = {
        "players": players,
        "resource": resource,
        "action": action,
        "position": position,
        **kind._asdict(),
        "most": most,
        "skipped": skipped,
    }
    return [Start._make(row) for row in cursor.execute(query("starts"), wanted).fetchall()]


def first_turns(
    cursor: Cursor,
    *,
    players: int | None = None,
    resource: str | None = None,
    action: str | None = None,
    position: int | None = None,
    kind: Kind = ANY,
    shown: int = 25,
) -> list[FirstTurn]:
    """Return the first dice, the most frequent first, each with at most ``shown`` of its games. None: any.

    Whoever had such a start counts. From one ``position`` that is one in a game at most, so games are
    counted.
    """
    wanted = {
        "players": players,
        "resource": resource,
        "action": action,
        "position": position,
        **kind._asdict(),
        "shown": shown,
    }
    return [
        FirstTurn._make((*row[:-1], tuple(Played(**game) for game in row[-1])))
        for row in cursor.execute(query("first_turns"), wanted).fetchall()
    ]


def summed(turns: Sequence[FirstTurn], shown: int = 25) -> Summary:
    """Return what first turns (one or more) come to, with at most ``shown`` of the newest games."""
    games = sum(turn.games for turn in turns)
    ranks, rank_squares = sum(turn.ranks for turn in turns), sum(turn.rank_squares for turn in turns)
    points, point_squares = sum(turn.points for turn in turns), sum(turn.point_squares for turn in turns)
    newest = sorted((game for turn in turns for game in turn.newest), key=_age, reverse=True)
    return Summary(
        games,
        Mean.summed(ranks, rank_squares, games),
        Mean.summed(points, point_squares, games),
        tuple(newest[:shown]),
    )


def _age(game: Played) -> tuple[dt.date, str]:
    """Return what games are ordered by: those without a date are the oldest."""
    return game.played_on or dt.date.min, game.game_id
