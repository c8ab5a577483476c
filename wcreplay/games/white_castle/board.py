"""A position as plain values: what the board drawing, the API and saved states read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import accounts as acc
from .accounts import CATEGORIES
from .components import GARDEN_PLACES, ROOMS, YARDS
from .dice import WELL_SPACE
from .effects import COLOURS
from .scoring import score

if TYPE_CHECKING:
    from .position import Position
    from .values import Die


def letter(seat: int) -> str:
    """Return the letter of a seat number; empty for none."""
    return chr(ord("A") + seat) if seat >= 0 else ""


def to_json(pos: Position) -> dict[str, Any]:
    """Return the whole position; ``null`` stands for an empty place or an unknown fact."""
    seats = range(pos.setup.seats)
    return {
        "game": "white-castle",
        "seats": [letter(seat) for seat in seats],
        "start": [letter(seat) for seat in pos.setup.order],
        "order": [letter(seat) for seat in pos.order],
        "round": pos.round,
        "phase": pos.phase,
        "label": pos.label,
        "seat": letter(pos.seat),
        "bridges": {colour: _bridge(pos, number) for number, colour in enumerate(COLOURS)},
        "rooms": {name: _room(pos, number) for number, name in enumerate(ROOMS)},
        "outside": {name: _dice(pos.placed[5 + number]) for number, name in enumerate(("o1", "o2"))},
        "well": {"tiles": list(pos.setup.well), "dice": _dice(pos.placed[WELL_SPACE])},
        "daimyo": {"card": _known(pos.setup.daimyo), "slots": [letter(seat) or None for seat in pos.slots]},
        "gardens": _gardens(pos),
        "yards": _yards(pos),
        "track": [[letter(seat) for seat in pile] for pile in pos.piles],
        "decks": {"steward": pos.deck[0], "diplomat": pos.deck[1]},
        "pairs": [list(pair) for pair in pos.pairs],
        "players": {letter(seat): _player(pos, seat) for seat in seats},
    }


def _known(card: str) -> str | None:
    return None if card == "_" else card


def _dice(dice: list[Die]) -> list[dict[str, Any]]:
    return [{"colour": COLOURS[die.colour], "pips": die.pips or None} for die in dice]


def _bridge(pos: Position, colour: int) -> dict[str, Any]:
    dice = [pips or None for pips in pos.bridges[colour]]
    if len(dice) == 1:
        left = pos.lone_end[colour] == "<"
        return {"left": dice[0] if left else None, "middle": [], "right": None if left else dice[0]}
    return {"left": dice[0] if dice else None, "middle": dice[1:-1], "right": dice[-1] if dice else None}


def _room(pos: Position, number: int) -> dict[str, Any]:
    card = pos.rooms[number]
    return {
        "card": card.id if card else None,
        "tiles": [COLOURS[tile] if tile >= 0 else None for tile in pos.setup.tiles[number]],
        "dice": _dice(pos.placed[number]),
    }


def _gardens(pos: Position) -> dict[str, Any]:
    rows = pos.ledger.balances
    gardens: dict[str, Any] = {colour: {} for colour in COLOURS}
    for place, (colour, kind) in enumerate(GARDEN_PLACES):
        garden = pos.garden_cards[place]
        here = [letter(seat) for seat, row in enumerate(rows) if row[acc.GARDENER_FIRST + place]]
        gardens[colour][kind] = {"card": garden.id if garden else None, "seats": here}
    return gardens


def _yards(pos: Position) -> dict[str, Any]:
    rows = pos.ledger.balances
    return {
        str(iron): {
            "tiles": [tile.source if tile else None for tile in pos.yard_tiles[yard]],
            "warriors": {letter(seat): row[acc.WARRIOR_FIRST + yard] for seat, row in enumerate(rows)},
        }
        for yard, iron in enumerate(YARDS)
    }


def _player(pos: Position, seat: int) -> dict[str, Any]:
    row = pos.ledger.balances[seat]
    space = row[acc.TIME]
    points = score(tuple(row), pos.setup.garden_points)
    card = pos.card[seat]
    dice = pos.domain_dice[seat]
    gardens = [
        garden.id if garden else "_"
        for place, garden in enumerate(pos.garden_cards)
        if row[acc.GARDENER_FIRST + place]
    ]
    return {
        "coins": row[acc.COIN],
        "seals": row[acc.SEAL],
        "food": row[acc.FOOD],
        "iron": row[acc.IRON],
        "pearl": row[acc.PEARL],
        "points": row[acc.POINT],
        "time_space": space,
        "time_height": pos.piles[space].index(seat) + 1,
        "courtiers": dict(
            zip(
                ("domain", "gate", "steward", "diplomat", "daimyo"),
                row[acc.COURTIER_DOMAIN : acc.COURTIER_DAIMYO + 1],
                strict=True,
            )
        ),
        "gardeners": {"domain": row[acc.GARDENER_DOMAIN], "gardens": gardens},
        "warriors": {
            "domain": row[acc.WARRIOR_DOMAIN],
            **{str(iron): row[acc.WARRIOR_FIRST + yard] for yard, iron in enumerate(YARDS)},
        },
        "card": card.id if card else None,
        "lantern": [card.id for card in pos.lantern[seat]],
        "domain_dice": {colour: dice[number] or None for number, colour in enumerate(COLOURS)},
        "score": {**dict(zip(CATEGORIES, points, strict=True)), "total": sum(points)},
    }
