"""What a position is worth to a seat between turns: its score and what it can still make of what it has."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from . import accounts as acc
from . import effects as fx
from .components import Card, load
from .effects import Effect
from .flow import ROUNDS, TURNS_PER_SEAT
from .heuristic import WORTH
from .scoring import score

if TYPE_CHECKING:
    from .position import Position

TURNS: Final = ROUNDS * TURNS_PER_SEAT

_ACTION_WORTH: Final = {
    fx.ANY: 0.9,
    fx.WELL: 2.0,
    fx.LANTERN: 2.5,
    fx.TIME: 0.8,
    fx.COURTIER: 3.5,
    fx.AUDIENCE: 1.0,
    fx.CLIMB: 2.5,
    fx.GARDENER: 3.0,
    fx.WARRIOR: 3.0,
    fx.DOMAIN: 3.5,
    fx.BOARD_LIGHT: 2.0,
    fx.BOARD_ANY: 3.5,
    fx.BOARD_COLOUR: 3.0,
}

WEIGHTS: Final[dict[str, tuple[float, float]]] = {
    "turns": (0.28, 21.38),
    "coin": (0.52, 0.55),
    "coin over 6": (-0.16, 0.58),
    "seal": (0.91, 0.22),
    "food": (0.58, 0.39),
    "food over 4": (0.37, -0.21),
    "iron": (0.68, 0.36),
    "iron over 3": (0.21, 1.1),
    "pearl": (0.44, 2.81),
    "pearl over 2": (0.42, 0.53),
    "gate": (-1.08, 3.64),
    "steward": (-0.46, 3.26),
    "diplomat": (0.64, 0.7),
    "inside": (-0.93, -0.67),
    "strength": (-0.35, 4.49),
    "courtiers home": (-1.55, 1.11),
    "gardeners home": (-0.73, 1.04),
    "warriors home": (-0.68, 2.14),
    "lantern coin": (0.57, 5.06),
    "lantern seal": (0.51, 13.84),
    "lantern point": (1.03, 8.2),
    "lantern food": (-1.32, 3.0),
    "lantern iron": (-1.35, 3.61),
    "lantern pearl": (-2.06, 6.03),
    "lantern time": (-2.86, 12.39),
    "time 0-5": (2.12, -1.52),
    "time 6-10": (0.66, 0.7),
    "time 11-14": (1.85, -5.24),
    "season 2": (-0.46, -0.85),
    "season 3": (1.03, -0.54),
    "season 4": (-0.52, -4.6),
    "gardens": (-0.36, 1.59),
    "card": (0.04, 2.11),
}
"""For each feature its worth in points while any turn is left, and how much more with all nine left."""

_PAIRS: Final = tuple(WEIGHTS.values())


@lru_cache(maxsize=16)
def weights(turns: int) -> tuple[float, ...]:
    """Return the weights of the features with so many turns left for the seat (0 to 9)."""
    if turns <= 0:
        return (0.0,) * len(_PAIRS)
    return tuple(base + more * turns / TURNS for base, more in _PAIRS)


def turns_left(pos: Position, seat: int) -> int:
    """Return how many turns a seat still has to begin, 0 to 9."""
    if pos.round == 0:
        return TURNS
    if pos.phase == "end":
        return 0
    if pos.phase == "gardens":
        return TURNS - pos.round * TURNS_PER_SEAT
    rounds, place = divmod(pos.turn - 1, pos.setup.seats)
    begun = (pos.round - 1) * TURNS_PER_SEAT + rounds + (pos.order.index(seat) < place)
    return TURNS - begun


def features(pos: Position, seat: int, turns: int) -> tuple[float, ...]:
    """Return the features of a seat's holdings, in the order of ``WEIGHTS``."""
    row = pos.ledger.balances[seat]
    coins, seals, food, iron, pearl = row[:5]
    space = row[acc.TIME]
    inside = row[acc.COURTIER_STEWARD] + row[acc.COURTIER_DIPLOMAT] + row[acc.COURTIER_DAIMYO]
    warriors = row[acc.WARRIOR_FIRST : acc.WARRIOR_FIRST + 3]
    rounds = (turns - 1) // TURNS_PER_SEAT if turns else 0
    gardens = 0.0
    if rounds:
        for place, garden in enumerate(pos.garden_cards):
            if garden is not None and row[acc.GARDENER_FIRST + place]:
                gardens += rounds * effects_worth(garden.effects)
    card = pos.card[seat]
    return (
        1.0,
        min(coins, 6),
        max(coins - 6, 0),
        seals,
        min(food, 4),
        max(food - 4, 0),
        min(iron, 3),
        max(iron - 3, 0),
        min(pearl, 2),
        max(pearl - 2, 0),
        row[acc.COURTIER_GATE],
        row[acc.COURTIER_STEWARD],
        row[acc.COURTIER_DIPLOMAT],
        inside,
        2 * warriors[0] + warriors[1] + warriors[2],
        row[acc.COURTIER_DOMAIN],
        row[acc.GARDENER_DOMAIN],
        row[acc.WARRIOR_DOMAIN],
        *row[acc.LANTERN_FIRST : acc.LANTERN_FIRST + 7],
        min(space, 5) / 5,
        (min(space, 10) - 6) / 4 if space >= 6 else 0.0,
        (min(space, 14) - 11) / 3 if space >= 11 else 0.0,
        space >= 6,
        space >= 11,
        space >= 15,
        gardens,
        card_worth(card) if card is not None else 3.0,
    )


def value(pos: Position, seat: int) -> float:
    """Return the points that a seat may expect at the end of the game."""
    turns = turns_left(pos, seat)
    total = float(sum(score(tuple(pos.ledger.balances[seat]), pos.setup.garden_points)))
    if turns:
        for weight, feature in zip(weights(turns), features(pos, seat, turns), strict=True):
            total += weight * feature
    return total


@lru_cache(maxsize=256)
def effects_worth(effects: tuple[Effect, ...]) -> float:
    """Return what effects are worth on the whole, in points, prices deducted."""
    total = 0.0
    for effect in effects:
        if effect.kind == fx.GAIN:
            total += WORTH[effect.what] * effect.n
        else:
            total += _ACTION_WORTH[effect.kind] * max(1, effect.n)
        total -= WORTH[acc.COIN] * effect.coins + WORTH[acc.SEAL] * effect.seals
    return max(0.0, total)


@lru_cache(maxsize=64)
def card_worth(card: Card) -> float:
    """Return what the blocks of an action card are worth, on average over the three rows."""
    return sum(effects_worth(block.effects) * len(block.rows) for block in card.blocks) / len(load().rows)
