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


class Section(NamedTuple):
    """The cards of one deck on a printed sheet: drawings (markup) in so many columns."""

    name: str
    title: str
    about: str
    columns: int
    drawings: tuple[str, ...]


class Line(NamedTuple):
    """A line to fill in: what is printed at its beginning, and a hint of what goes there."""

    head: str
    hint: str = ""


class Sheet(NamedTuple):
    """What a printed sheet of a game holds.

    ``tokens`` are groups of tokens with their meaning, ``signs`` names of signs with theirs; ``setup``,
    ``draft`` and ``rounds`` are the lines to write a game on.
    """

    title: str
    sections: tuple[Section, ...]
    tokens: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    signs: tuple[tuple[str, str], ...]
    setup: tuple[Line, ...]
    draft: tuple[Line, ...]
    rounds: tuple[tuple[str, tuple[Line, ...]], ...]


def board_for(game: str) -> Callable[[View], Sequence[Panel]] | None:
    """Return the function that draws positions of ``game``, or ``None`` where no drawing exists."""
    if game == "white-castle":
        from wcreplay.web.boards.white_castle import draw

        return draw
    return None


def sheet_for(game: str) -> Sheet | None:
    """Return what the printed sheet of ``game`` holds, or ``None`` where there is none."""
    if game == "white-castle":
        from wcreplay.web.boards.white_castle.sheet import sheet

        return sheet()
    return None


def has_sheet(game: str) -> bool:
    """Whether :func:`sheet_for` has a sheet of ``game``."""
    return game == "white-castle"
