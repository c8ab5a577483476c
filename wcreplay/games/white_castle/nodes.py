"""What is still to be done, as a stack of small frozen values.

The top of the stack is resolved first. A node is either worked off by the rules or becomes a decision.
Nodes are values, so copying a position copies a list of references.
"""

from __future__ import annotations

import msgspec

from .effects import Effect


class Roll(msgspec.Struct, frozen=True):
    """Chance: the dice of one bridge are rolled (R2.5, R10.3). ``colour`` is 0 to 2."""

    colour: int


class Pick(msgspec.Struct, frozen=True):
    """The seat picks a pair of starting cards (R2.9)."""


class TakeDie(msgspec.Struct, frozen=True):
    """The seat takes and places a die (R3.3)."""


class LeftLantern(msgspec.Struct, frozen=True):
    """The die came from the left: the Lantern may be collected (R3.3, R8.3)."""


class Group(msgspec.Struct, frozen=True):
    """Pending effects that belong together, in the default order of R16.9.

    A group that ``waits`` is not reached, even from a pool, before all that lies above it is done.
    """

    cause: str
    effects: tuple[Effect, ...]
    waits: bool = False


class Units(msgspec.Struct, frozen=True):
    """``n`` units of any resource are chosen (R12.1)."""

    n: int
    cause: str
    source: str


class Steps(msgspec.Struct, frozen=True):
    """``n`` steps on the time track are left of one gain (R9)."""

    n: int
    cause: str
    source: str


class GrantedWell(msgspec.Struct, frozen=True):
    """A well granted as an action: used, or declined with ``-w`` (R7.5, R16.1)."""


class Refill(msgspec.Struct, frozen=True):
    """Chance: the card that refills a room after a climb took its card (R6.4). ``room`` is 0 to 4."""

    room: int
    empty: bool


class Gardens(msgspec.Struct, frozen=True):
    """Round end: the seat's gardens that are activated and not yet used or declined (R10.2)."""

    places: tuple[int, ...]


class Close(msgspec.Struct, frozen=True):
    """The unit ends; seals may be exchanged once more (R16.8)."""


Node = Roll | Pick | TakeDie | LeftLantern | Group | Units | Steps | GrantedWell | Refill | Gardens | Close
