"""Boards: a position of a game drawn as inline SVG. Each game that has a drawing is listed here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    Position = Mapping[str, Any]


class Panel(NamedTuple):
    """One part of a board: a heading, its drawing (markup) and where it stands on a wide page.

    ``area`` is ``main`` for the common board, ``wide`` for a part that gets a row of its own, and ``seat``
    for what belongs to one seat.
    """

    name: str
    title: str
    svg: str
    area: str


class View(NamedTuple):
    """What a drawing needs: the position, the one before it (to mark changes), names and the turn's text.

    ``previous`` is ``None`` where there is nothing to compare with; ``names`` maps seat letters to players.
    """

    position: Position
    previous: Position | None
    names: Mapping[str, str]
    text: str


def board_for(game: str) -> Callable[[View], Sequence[Panel]] | None:
    """Return the function that draws positions of ``game``, or ``None`` where no drawing exists."""
    if game == "white-castle":
        from wcreplay.web.boards.white_castle import draw

        return draw
    return None


def tolls_for(game: str) -> Mapping[int, int]:
    """Return what it costs to enter the spaces of a game's track that cost something, by space."""
    if game == "white-castle":
        from wcreplay.web.boards.white_castle.track import CHECKPOINTS

        return CHECKPOINTS
    return {}
