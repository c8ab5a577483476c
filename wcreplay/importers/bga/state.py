"""A state of the search: a position of the rules engine, and how much of the log it explains."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from wcreplay.games.white_castle.components import ROOMS
from wcreplay.games.white_castle.position import Position

from .possibilities import Hidden, Tiles
from .timeline import NEVER

ACCOUNTS: Final = 7
"""Accounts that the log states: coin to time, the first of the engine's accounts."""
WIDTH: Final = 9
"""Pointers of a seat: its accounts, its anchors, the stops of its marker."""

OPEN: Final[tuple[tuple[int, int], ...]] = ((1, 6), (1, 6), (1, 6))
"""Bounds of the dice that are left on each bridge: between those taken from the left and from the right."""


class Step:
    """A choice: the kind of its decision, how much was pending, its text, and the move that led to it.

    ``before`` is the choice before it in its unit.
    """

    __slots__ = ("before", "depth", "kind", "move", "text")

    def __init__(self, kind: str, depth: int, text: str, move: Any, before: Step | None = None) -> None:
        """Note a choice."""
        self.kind = kind
        self.depth = depth
        self.text = text
        self.move = move
        self.before = before


class State:
    """A position in the search: the engine's, how much of the log it explains, and what is still open.

    ``pointers`` count for each seat the atoms of each account, the anchors and the stops of its marker that
    are explained. ``owed`` is what the engine has posted and the log has not stated in full yet, by account,
    ``causes`` for what. ``cost``, ``odd`` and ``disorder`` add up over the unit; ``seen`` is the furthest
    event explained so far, and ``asked`` counts the decisions since then that a log asks for. ``lanterns``
    counts how often the unit collects the Lantern; ``moved`` tells that the time steps being gained have
    moved the marker. ``lo`` is the unit's first event, ``start`` where the unit before ends; ``hi`` bounds
    its events and ``end`` its prompts; events below ``must`` have to be explained in it. ``bounds`` are those
    of the dice left on each bridge. ``laid`` are the tile orders that the tiles of the position stand for.
    ``gone`` counts the cards taken from each room, and ``copies`` are ids of cards that no payload shows,
    each with the card that it must be (see ``_is_another``).
    ``last`` is the last choice of the unit, ``unit`` and ``label`` are its number and label.
    """

    __slots__ = (
        "asked",
        "bounds",
        "causes",
        "copies",
        "cost",
        "disorder",
        "end",
        "gone",
        "hi",
        "hidden",
        "label",
        "laid",
        "lanterns",
        "last",
        "lo",
        "moved",
        "must",
        "odd",
        "owed",
        "pointers",
        "pos",
        "seat",
        "seen",
        "start",
        "unit",
    )

    def __init__(self, pos: Position, hidden: Hidden, of: State | None = None) -> None:
        """Begin at a position with nothing explained, or copy all but these ``of`` another state."""
        self.pos = pos
        self.hidden = hidden
        if of is None:
            self._begin(pos)
        else:
            self._copy(of)

    def _begin(self, pos: Position) -> None:
        self.pointers = [0] * (WIDTH * pos.setup.seats)
        self.owed = [0] * ACCOUNTS
        self.laid: tuple[tuple[Tiles, ...], ...] = ()
        self.bounds = OPEN
        self.copies: tuple[tuple[str, int], ...] = ()
        self.gone: tuple[int, ...] = (0,) * len(ROOMS)
        self.causes = [""] * ACCOUNTS
        self.cost = 0
        self.disorder = 0
        self.odd = 0
        self.lanterns = 0
        self.moved = False
        self.asked = 0
        self.seen = 0
        self.hi = self.end = NEVER
        self.start = 0
        self.lo = 0
        self.must = 0
        self.label = pos.label
        self.seat = pos.seat
        self.unit = pos.unit_number
        self.last: Step | None = None

    def back(self) -> Iterator[Step]:
        """Yield the choices of the unit, newest first."""
        step = self.last
        while step is not None:
            yield step
            step = step.before

    def steps(self) -> list[Step]:
        """Return the choices of the unit in their order."""
        return list(self.back())[::-1]

    def clone(self) -> State:
        """Return an independent copy."""
        return State(self.pos.clone(), self.hidden, self)

    def _copy(self, of: State) -> None:
        self.pointers = of.pointers.copy()
        self.owed = of.owed.copy()
        self.laid = of.laid
        self.bounds = of.bounds
        self.copies = of.copies
        self.gone = of.gone
        self.causes = of.causes.copy()
        self.cost = of.cost
        self.disorder = of.disorder
        self.odd = of.odd
        self.lanterns = of.lanterns
        self.moved = of.moved
        self.asked = of.asked
        self.seen = of.seen
        self.hi = of.hi
        self.end = of.end
        self.start = of.start
        self.lo = of.lo
        self.must = of.must
        self.label = of.label
        self.seat = of.seat
        self.unit = of.unit
        self.last = of.last
