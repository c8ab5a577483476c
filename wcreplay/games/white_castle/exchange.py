"""Exchanges: a seal for a coin, two seals for a unit of a resource (R1.5, R16.7, R16.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import accounts as acc

if TYPE_CHECKING:
    from .position import Position

SEALS_FOR_COIN = 1
SEALS_FOR_RESOURCE = 2
_RESOURCES = (("x:f", acc.FOOD, "food"), ("x:i", acc.IRON, "iron"), ("x:p", acc.PEARL, "pearl"))


def add_exchanges(row: list[int], options: dict[str, Any]) -> None:
    """Add the exchanges that the holdings in ``row`` allow to the options of a decision."""
    seals = row[acc.SEAL]
    if seals >= SEALS_FOR_COIN:
        options["x:c"] = _FOR_COIN
        if seals >= SEALS_FOR_RESOURCE:
            for text, account, _ in _RESOURCES:
                if row[account] < acc.RESOURCE_CAP:
                    options[text] = _FOR_RESOURCE[account]


def exchange(pos: Position, account: int, seals: int, source: str) -> None:
    """Pay seals for one coin or one unit of a resource."""
    post = pos.ledger.post
    post(pos.seat, acc.SEAL, -seals, "exchange", source)
    post(pos.seat, account, 1, "exchange", source)


_FOR_COIN = (exchange, acc.COIN, SEALS_FOR_COIN, "coin")
_FOR_RESOURCE = {
    account: (exchange, account, SEALS_FOR_RESOURCE, source) for _, account, source in _RESOURCES
}


def payable(row: list[int], coins: int, seals: int, account: int = acc.COIN, units: int = 0) -> bool:
    """Whether a price of coins, seals and ``units`` of a resource can be met, after exchanges if need be."""
    short = coins - row[acc.COIN]
    need = seals + (short if short > 0 else 0)
    if units:
        missing = units - row[account]
        if missing > 0:
            need += SEALS_FOR_RESOURCE * missing
    return need <= row[acc.SEAL]
