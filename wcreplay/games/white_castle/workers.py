"""Worker actions: gardener, warrior, courtier (R6)."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final

from wcreplay.engine.decision import Decision, UnknownFact

from . import accounts as acc
from . import effects as fx
from .components import ROOMS, YARDS, Card, load
from .effects import Effect, as_one, in_default_order, second_step
from .exchange import payable
from .gains import lantern_group
from .nodes import Group, Refill

if TYPE_CHECKING:
    from .position import Position

AUDIENCE_COINS: Final = 2
CLIMB_PEARLS: Final[tuple[int, ...]] = (0, 2, 5)
"""Pearls for a climb of one and of two floors (R6.3)."""
_FLOORS: Final[tuple[int, ...]] = (
    acc.COURTIER_GATE,
    acc.COURTIER_STEWARD,
    acc.COURTIER_DIPLOMAT,
    acc.COURTIER_DAIMYO,
)
_FLOOR_LETTERS: Final = "gsd"
_FLOOR_ROOMS: Final[tuple[tuple[int, ...], ...]] = ((), (0, 1, 2), (3, 4))

Options = dict[str, Any]


def add_gardener(pos: Position, effect: Effect, row: list[int], options: Options) -> None:
    """Add each garden that can be paid now, price of the action included (R6.1, R16.2)."""
    if not row[acc.GARDENER_DOMAIN] or row[acc.COIN] < effect.coins or row[acc.SEAL] < effect.seals:
        return
    food = row[acc.FOOD]
    for place, garden in enumerate(pos.garden_cards):
        if garden is not None and garden.food <= food and not row[acc.GARDENER_FIRST + place]:
            options[f"G:{garden.id}"] = (place_gardener, effect, place)


def gardener_later(pos: Position, effect: Effect, row: list[int]) -> bool:
    """Whether a gardener could be placed after exchanges (R16.14)."""
    return row[acc.GARDENER_DOMAIN] > 0 and any(
        garden is not None
        and not row[acc.GARDENER_FIRST + place]
        and payable(row, effect.coins, effect.seals, acc.FOOD, garden.food)
        for place, garden in enumerate(pos.garden_cards)
    )


def place_gardener(pos: Position, effect: Effect, place: int) -> None:
    """Pay, place the gardener, and pend the garden's action (R6.1)."""
    garden = pos.garden_cards[place]
    assert garden is not None
    begin_action(pos, effect)
    post, seat = pos.ledger.post, pos.seat
    post(seat, acc.FOOD, -garden.food, "gardener", garden.id)
    post(seat, acc.GARDENER_DOMAIN, -1, "gardener", garden.id)
    post(seat, acc.GARDENER_FIRST + place, 1, "gardener", garden.id)
    pos.stack.append(Group("garden", garden.effects))


def add_warrior(pos: Position, effect: Effect, row: list[int], options: Options) -> None:
    """Add each yard that can be paid now (R6.2)."""
    if not row[acc.WARRIOR_DOMAIN] or row[acc.COIN] < effect.coins or row[acc.SEAL] < effect.seals:
        return
    iron = row[acc.IRON]
    for yard, price in enumerate(YARDS):
        if price <= iron:
            options[f"W{price}"] = (place_warrior, effect, yard)


def warrior_later(pos: Position, effect: Effect, row: list[int]) -> bool:
    """Whether a warrior could be placed after exchanges (R16.14)."""
    return row[acc.WARRIOR_DOMAIN] > 0 and payable(row, effect.coins, effect.seals, acc.IRON, YARDS[-1])


def place_warrior(pos: Position, effect: Effect, yard: int) -> None:
    """Pay, place the warrior, and pend the tiles of the yard (R6.2)."""
    begin_action(pos, effect)
    post, seat, source = pos.ledger.post, pos.seat, f"yard {YARDS[yard]}"
    post(seat, acc.IRON, -YARDS[yard], "warrior", source)
    post(seat, acc.WARRIOR_DOMAIN, -1, "warrior", source)
    post(seat, acc.WARRIOR_FIRST + yard, 1, "warrior", source)
    tiles = pos.yard_tiles[yard]
    if None in tiles:
        raise UnknownFact(f"the tiles of the {YARDS[yard]} iron yard")
    pos.stack.append(Group("yard tile", _yard_effects(tuple(tile.source for tile in tiles if tile), yard)))


@lru_cache(maxsize=256)
def _yard_effects(tiles: tuple[str, ...], yard: int) -> tuple[Effect, ...]:
    parts = load()
    faces = [parts.yellow[tiles[0]]] if yard == 2 else [parts.blue[tiles[0]]]
    if yard == 0:
        faces.append(parts.yellow[tiles[1]])
    if len(faces) == 1:
        return faces[0].effects
    return in_default_order(as_one(face.effects, f"y{number}") for number, face in enumerate(faces, start=1))


def add_audience(pos: Position, effect: Effect, row: list[int], options: Options) -> None:
    """Add the audience if its coins and the action's price can be paid together (R6.3, R16.2)."""
    payable_now = row[acc.COIN] >= AUDIENCE_COINS + effect.coins and row[acc.SEAL] >= effect.seals
    if row[acc.COURTIER_DOMAIN] and payable_now:
        options["Q"] = (audience, effect)


def audience(pos: Position, effect: Effect) -> None:
    """Pay 2 coins and send a courtier to the gate; a climb may follow (R6.3)."""
    begin_action(pos, effect)
    post, seat = pos.ledger.post, pos.seat
    post(seat, acc.COIN, -AUDIENCE_COINS, "audience", "gate")
    post(seat, acc.COURTIER_DOMAIN, -1, "audience", "gate")
    post(seat, acc.COURTIER_GATE, 1, "audience", "gate")
    if effect.kind != fx.AUDIENCE:
        pos.stack.append(Group("courtier", (second_step(fx.CLIMB),)))


def add_climbs(pos: Position, effect: Effect, row: list[int], options: Options) -> None:
    """Add each climb of one or two floors that can be paid (R6.3, R6.4, R6.7)."""
    pearls = row[acc.PEARL]
    if pearls < CLIMB_PEARLS[1] or row[acc.COIN] < effect.coins or row[acc.SEAL] < effect.seals:
        return
    for start in range(3):
        if not row[_FLOORS[start]]:
            continue
        for floors in (1, 2):
            target = start + floors
            if target > 3 or pearls < CLIMB_PEARLS[floors]:
                continue
            letter = _FLOOR_LETTERS[start]
            if target == 3:
                _add_daimyo(pos, effect, letter, start, options)
                continue
            for room in _FLOOR_ROOMS[target]:
                card = pos.rooms[room]
                for text, block in _climbs(letter, room, card.id if card else ""):
                    options[text] = (climb, effect, start, target, room, block)


@lru_cache(maxsize=512)
def _climbs(letter: str, room: int, card_id: str) -> tuple[tuple[str, int], ...]:
    """Return text and light block of each climb to a room; a single light block is not named (R12.6)."""
    head = f"{letter}^{ROOMS[room]}"
    if not card_id:
        return ((head, 0),)
    parts = load()
    light = (parts.stewards.get(card_id) or parts.diplomats[card_id]).light
    if len(light) == 1:
        return ((head, light[0].number),)
    return tuple((f"{head}.{block.number}", block.number) for block in light)


def _add_daimyo(pos: Position, effect: Effect, letter: str, start: int, options: Options) -> None:
    free = [slot for slot, seat in enumerate(pos.slots) if seat < 0]
    for slot in free:
        options[f"{letter}^m{slot + 1}"] = (climb_to_daimyo, effect, start, slot)
    if not free:
        options[f"{letter}^m"] = (climb_to_daimyo, effect, start, -1)


def _pay_climb(pos: Position, effect: Effect, start: int, target: int, source: str) -> None:
    begin_action(pos, effect)
    post, seat = pos.ledger.post, pos.seat
    post(seat, acc.PEARL, -CLIMB_PEARLS[target - start], "climb", source)
    post(seat, _FLOORS[start], -1, "climb", source)
    post(seat, _FLOORS[target], 1, "climb", source)
    if effect.kind != fx.CLIMB:
        pos.stack.append(Group("courtier", (second_step(fx.AUDIENCE),)))


def climb(pos: Position, effect: Effect, start: int, target: int, room: int, block: int) -> None:
    """Climb to a room: its card becomes the action card, the old one joins the Lantern Area (R6.4)."""
    _pay_climb(pos, effect, start, target, ROOMS[room])
    card = pos.rooms[room]
    if card is None:
        raise UnknownFact(f"the card of room {ROOMS[room]}")
    seat, stack = pos.seat, pos.stack
    empty = pos.deck[room > 2] == 0
    stack.append(Group("climb card", card.blocks[block - 1].effects))
    stack.append(Refill(room, empty))
    if empty:
        return  # R6.6: the light block only; the action card stays
    to_lantern(pos, pos.card[seat], ROOMS[room])
    pos.card[seat] = card
    pos.rooms[room] = None


def to_lantern(pos: Position, card: Card | None, source: str) -> None:
    """Lay a card face down in the Lantern Area, its icon visible (R6.4, R2.10)."""
    if card is None:
        raise UnknownFact("the action card of the acting seat")
    pos.lantern[pos.seat].append(card)
    pos.ledger.post(pos.seat, card.icon_account, 1, "climb" if pos.phase != "draft" else "draft", card.id)


def on_refill(pos: Position, node: Refill) -> Decision:
    """Ask chance for the card that fills the room (R6.4); with an empty deck none does (R6.6)."""
    if node.empty:
        return Decision(pos.seat, "refill", {"/-": _NO_REFILL})
    return Decision(pos.seat, "refill", _Refills(map(_refill_option, pos.unseen[node.room > 2])))


@cache
def _refill_option(card_id: str) -> tuple[str, tuple[Any, ...]]:
    return f"/{card_id}", (refill, card_id)


class _Refills(dict[str, Any]):
    """The cards that may appear; the unknown one (``/_``) can be looked up but is not listed."""

    def get(self, text: str, default: Any = None) -> Any:
        return _UNKNOWN_REFILL if text == "/_" else super().get(text, default)


def refill(pos: Position, card_id: str) -> None:
    """Lay the next card of the deck into the room; ``_`` lays an unknown one."""
    node = pos.stack.pop()
    assert isinstance(node, Refill)
    floor = node.room > 2
    pos.deck[floor] -= 1
    pos.rooms[node.room] = pos.unseen[floor].pop(card_id, None)


def _no_refill(pos: Position) -> None:
    pos.stack.pop()


_NO_REFILL: Final[tuple[Any, ...]] = (_no_refill,)
_UNKNOWN_REFILL: Final[tuple[Any, ...]] = (refill, "_")


def climb_to_daimyo(pos: Position, effect: Effect, start: int, slot: int) -> None:
    """Reach the third floor: collect the Lantern, then take a free slot and its benefit (R6.7)."""
    source = "daimyo"
    _pay_climb(pos, effect, start, 3, source)
    if slot >= 0:
        face = pos.daimyo[slot] if pos.daimyo is not None else None
        if face is None:
            raise UnknownFact("the daimyo card")
        pos.slots[slot] = pos.seat
        pos.stack.append(Group("daimyo slot", face.effects))
    pos.stack.append(lantern_group(pos))


def courtier_later(pos: Position, effect: Effect, row: list[int]) -> bool:
    """Whether an audience or a climb could be paid after exchanges (R16.14)."""
    coins, seals = effect.coins, effect.seals
    if effect.kind != fx.CLIMB and row[acc.COURTIER_DOMAIN] and payable(row, coins + AUDIENCE_COINS, seals):
        return True
    if effect.kind == fx.AUDIENCE or not courtier_inside(row):
        return False
    return payable(row, coins, seals, acc.PEARL, CLIMB_PEARLS[1])


def courtier_inside(row: list[int]) -> bool:
    """Whether a courtier can climb: one at the gate, on the steward or the diplomat floor."""
    return bool(row[acc.COURTIER_GATE] or row[acc.COURTIER_STEWARD] or row[acc.COURTIER_DIPLOMAT])


def begin_action(pos: Position, effect: Effect) -> None:
    """Take an action off the stack and pay its prices, due with its first step (R16.2)."""
    pos.stack.pop()
    for account, amount, source in effect.due:
        pos.ledger.post(pos.seat, account, -amount, "price", source)
