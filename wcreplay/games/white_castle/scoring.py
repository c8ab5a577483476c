"""Final scoring (R11), also applied after every turn as if the game ended there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .accounts import (
    COIN,
    COURTIER_DAIMYO,
    COURTIER_DIPLOMAT,
    COURTIER_GATE,
    COURTIER_STEWARD,
    FOOD,
    GARDENER_FIRST,
    IRON,
    PEARL,
    POINT,
    SEAL,
    TIME,
    WARRIOR_FIRST,
)
from .components import load

COINS_AND_SEALS_PER_POINT: Final = 5
COURTIER_POINTS: Final[tuple[int, ...]] = (1, 3, 6, 10)
"""Points of a courtier at the gate, on the steward, diplomat and daimyo floor (R11.5)."""
_RESOURCE_POINTS: Final[tuple[int, ...]] = (0, 0, 0, 1, 1, 1, 1, 2)


def score(row: tuple[int, ...], garden_points: tuple[int, ...]) -> tuple[int, ...]:
    """Return a seat's points by category, in the order of ``CATEGORIES`` (R11.1 to R11.7).

    ``row`` holds the seat's balances; ``garden_points`` the points of the six garden places.
    """
    parts = load()
    gate = row[COURTIER_GATE]
    steward, diplomat, daimyo = row[COURTIER_STEWARD], row[COURTIER_DIPLOMAT], row[COURTIER_DAIMYO]
    warriors = gardens = 0
    for yard, points in enumerate(parts.yard_points):
        warriors += points * row[WARRIOR_FIRST + yard]
    for place, points in enumerate(garden_points):
        gardens += points * row[GARDENER_FIRST + place]
    at_gate, on_steward, on_diplomat, on_daimyo = COURTIER_POINTS
    return (
        row[POINT],
        (row[COIN] + row[SEAL]) // COINS_AND_SEALS_PER_POINT,
        _RESOURCE_POINTS[row[FOOD]] + _RESOURCE_POINTS[row[IRON]] + _RESOURCE_POINTS[row[PEARL]],
        parts.time_points[row[TIME]],
        at_gate * gate + on_steward * steward + on_diplomat * diplomat + on_daimyo * daimyo,
        warriors * (steward + diplomat + daimyo),
        gardens,
    )


def ranking(points: Sequence[int], order: Sequence[int]) -> list[int]:
    """Return each seat's rank from 1; a tie goes to the earlier seat of ``order`` (R11.8)."""
    places = sorted(order, key=lambda seat: (-points[seat], order.index(seat)))
    return [places.index(seat) + 1 for seat in range(len(points))]
