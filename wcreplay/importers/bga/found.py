"""What a search finds: the readings of the units, and how far they go."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from .possibilities import Hidden
from .state import State, Step


class Reading(NamedTuple):
    """How a unit was read: label, seat, choices, readings as likely, its cost, what it leaves open.

    ``other`` are the facts that the readings which fit as well do not agree on. ``lanterns`` counts how often
    the Lantern is collected.
    """

    label: str
    seat: int
    steps: list[Step]
    ties: tuple[State, ...]
    cost: int
    hidden: Hidden
    other: frozenset[str] = frozenset()
    lanterns: int = 0


Path = tuple[Any, Reading] | None
"""The readings of units, the newest last: those before it, and a reading."""


class Found(msgspec.Struct):
    """What a search found.

    ``state`` is the last state that is certain to be reached: the end of the game if ``whole``, else the
    beginning of the unit that cannot be read, and ``reason`` why. ``readings`` are those of the units before
    it. ``actions`` are the starting action cards that the log shows, by seat. ``tries`` counts choices.
    ``asked``: the log has prompts for actions, so that what was chosen stands in it, or there was no choice.
    """

    state: State
    whole: bool
    readings: list[Reading]
    reason: tuple[Any, ...]
    actions: list[str]
    tries: int
    asked: bool = True
