"""Frozen values that a position hands out: dice, what a turn offered, finished units."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from wcreplay.engine.ledger import Posting, postings_of


class Die(NamedTuple):
    """A die: ``colour`` 0 to 2 (coral, black, white) and ``pips`` 1 to 6 (0: unknown)."""

    colour: int
    pips: int


class Offer(NamedTuple):
    """A die that can be taken: colour 0 to 2, pips 1 to 6 (0: unknown), and its end, ``<`` or ``>``."""

    colour: int
    pips: int
    end: str


class Facts(msgspec.Struct, frozen=True):
    """What a turn offered and took: ``covered`` value of the space, ``difference`` in coins (R3.6)."""

    offered: tuple[Offer, ...]
    taken: Offer
    space: str
    covered: int
    difference: int


class Unit(msgspec.Struct, frozen=True):
    """A finished draft pick, turn or activation: what was posted and what everyone holds afterwards."""

    number: int
    round: int
    turn_in_round: int
    phase: str
    seat: int
    label: str
    posted: tuple[Any, ...]
    balances: tuple[tuple[int, ...], ...]
    facts: Facts | None

    @property
    def postings(self) -> tuple[Posting, ...]:
        """What was posted, in order; made of ``posted`` anew."""
        return postings_of(self.posted)
