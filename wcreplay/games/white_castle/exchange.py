"""Exchanges: a seal for a coin, two seals for a unit of a resource (R1.5, R16.7, R16.8)."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any, Final

from . import accounts as acc

if TYPE_CHECKING:
    from .position import Position

SEALS_FOR_COIN: Final = 1
SEALS_FOR_RESOURCE: Final = 2
_RESOURCES: Final = (("x:f", acc.FOOD, "food"), ("x:i", acc.IRON, "iron"), ("x:p", acc.PEARL, "pearl"))


def add_exchanges(row: list[int], options: dict[str, Any]) -> None:
    """Add the exchanges that the holdings in ``row`` allow to the options of a decision."""
    if row[acc.SEAL]:
        options.update(EXCHANGES[exchange_key(row)])


def exchange_key(row: list[int]) -> int:
    """Return which entry of :data:`EXCHANGES` the holdings allow."""
    seals = row[acc.SEAL]
    if seals < SEALS_FOR_RESOURCE:
        return seals
    full = acc.RESOURCE_CAP
    return 2 + (row[acc.FOOD] < full) + 2 * (row[acc.IRON] < full) + 4 * (row[acc.PEARL] < full)


def exchange(pos: Position, account: int, seals: int, source: str) -> None:
    """Pay seals for one coin or one unit of a resource."""
    post = pos.ledger.post
    post(pos.seat, acc.SEAL, -seals, "exchange", source)
    post(pos.seat, account, 1, "exchange", source)


_FOR_COIN: Final = (exchange, acc.COIN, SEALS_FOR_COIN, "coin")
EXCHANGES: Final[list[dict[str, Any]]] = [
    {},
    {"x:c": _FOR_COIN},
    *(
        {
            "x:c": _FOR_COIN,
            **{
                text: (exchange, account, SEALS_FOR_RESOURCE, source)
                for (text, account, source), free in zip(_RESOURCES, (food, iron, pearl), strict=True)
                if free
            },
        }
        for pearl, iron, food in product((False, True), repeat=3)
    ),
]
"""What can be exchanged with no seal, with one, and with more by whether food, iron, pearl have room."""


def payable(row: list[int], coins: int, seals: int, account: int = acc.COIN, units: int = 0) -> bool:
    """Whether a price of coins, seals and ``units`` of a resource can be met, after exchanges if need be."""
    short = coins - row[acc.COIN]
    need = seals + (max(0, short))
    if units:
        missing = units - row[account]
        if missing > 0:
            need += SEALS_FOR_RESOURCE * missing
    return need <= row[acc.SEAL]
