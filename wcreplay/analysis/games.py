"""Two games side by side: what their turns have in common, and where two seats differ. Pure functions."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


class Difference(NamedTuple):
    """Points of two seats in a category."""

    category: str
    first: float
    second: float

    @property
    def size(self) -> float:
        """How far apart the two are, whoever has more."""
        return abs(self.first - self.second)


def differences(first: Mapping[str, float], second: Mapping[str, float]) -> list[Difference]:
    """Return the categories in which two seats differ, the biggest difference first.

    The points are given by category; a category that one of them lacks counts 0 there.
    """
    keys = dict.fromkeys((*first, *second))
    found = [Difference(key, first.get(key, 0), second.get(key, 0)) for key in keys]
    return sorted((one for one in found if one.size), key=lambda one: -one.size)


def progress(phases: Iterable[tuple[int, str]], players: int) -> dict[int, float]:
    """Return for the number of each turn how many turns each player had by then: a measure of any two games.

    ``phases`` are (number, phase) in order; only phase ``turn`` counts, so that what happens between rounds
    stands where the round ended. With four players the first turn is 0.25.
    """
    found: dict[int, float] = {}
    taken = 0
    for number, phase in phases:
        taken += phase == "turn"
        found[number] = taken / players
    return found
