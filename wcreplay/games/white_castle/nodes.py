"""What is still to be done, as a stack of small frozen values.

The top of the stack is resolved first. A node is either worked off by the rules or becomes a decision.
Nodes are values, so copying a position copies a list of references.
"""

from __future__ import annotations

from typing import Final

from .effects import Effect, Value


class Node(Value):
    """What is still to be done."""

    __slots__ = ()


class Roll(Node):
    """Chance: the dice of one bridge are rolled (R2.5, R10.3). ``colour`` is 0 to 2."""

    __slots__ = ("colour",)

    def __init__(self, colour: int) -> None:
        """Build a node; see the class for the fields."""
        self.colour: Final = colour

    def fields(self) -> tuple[object, ...]:
        """Return all fields."""
        return (self.colour,)


class Pick(Node):
    """The seat picks a pair of starting cards (R2.9)."""

    __slots__ = ()


class TakeDie(Node):
    """The seat takes and places a die (R3.3)."""

    __slots__ = ()


class LeftLantern(Node):
    """The die came from the left: the Lantern may be collected (R3.3, R8.3)."""

    __slots__ = ()


class Group(Node):
    """Pending effects that belong together, in the default order of R16.9.

    A group that ``waits`` is not reached, even from a pool, before all that lies above it is done.
    """

    __slots__ = ("cause", "effects", "waits")

    def __init__(self, cause: str, effects: tuple[Effect, ...], waits: bool = False) -> None:
        """Build a node; see the class for the fields."""
        self.cause: Final = cause
        self.effects: Final = effects
        self.waits: Final = waits

    def fields(self) -> tuple[object, ...]:
        """Return all fields."""
        return (self.cause, self.effects, self.waits)


class Units(Node):
    """``n`` units of any resource are chosen (R12.1)."""

    __slots__ = ("cause", "n", "source")

    def __init__(self, n: int, cause: str, source: str) -> None:
        """Build a node; see the class for the fields."""
        self.n: Final = n
        self.cause: Final = cause
        self.source: Final = source

    def fields(self) -> tuple[object, ...]:
        """Return all fields."""
        return (self.n, self.cause, self.source)


class Steps(Node):
    """``n`` steps on the time track are left of one gain (R9)."""

    __slots__ = ("cause", "n", "source")

    def __init__(self, n: int, cause: str, source: str) -> None:
        """Build a node; see the class for the fields."""
        self.n: Final = n
        self.cause: Final = cause
        self.source: Final = source

    def fields(self) -> tuple[object, ...]:
        """Return all fields."""
        return (self.n, self.cause, self.source)


class GrantedWell(Node):
    """A well granted as an action: used, or declined with ``-w`` (R7.5, R16.1)."""

    __slots__ = ()


class Refill(Node):
    """Chance: the card that refills a room after a climb took its card (R6.4). ``room`` is 0 to 4."""

    __slots__ = ("empty", "room")

    def __init__(self, room: int, empty: bool) -> None:
        """Build a node; see the class for the fields."""
        self.room: Final = room
        self.empty: Final = empty

    def fields(self) -> tuple[object, ...]:
        """Return all fields."""
        return (self.room, self.empty)


class Gardens(Node):
    """Round end: the seat's gardens that are activated and not yet used or declined (R10.2)."""

    __slots__ = ("places",)

    def __init__(self, places: tuple[int, ...]) -> None:
        """Build a node; see the class for the fields."""
        self.places: Final = places

    def fields(self) -> tuple[object, ...]:
        """Return all fields."""
        return (self.places,)


class Close(Node):
    """The unit ends; seals may be exchanged once more (R16.8)."""

    __slots__ = ()
