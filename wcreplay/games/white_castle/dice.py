"""Taking a die and placing it (R3, R4), and what the spaces then offer (R5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final

from wcreplay.engine.decision import Decision, UnknownFact

from . import accounts as acc
from . import effects as fx
from .components import ROOMS, load
from .effects import COLOURS, NOT, Effect, in_default_order
from .exchange import EXCHANGES, exchange_key
from .nodes import Close, Group, LeftLantern, TakeDie
from .values import Die, Facts, Offer

if TYPE_CHECKING:
    from .position import Position

MAIN_SPACES: Final[tuple[str, ...]] = (*ROOMS, "o1", "o2", "w")
WELL_SPACE: Final = 7
VALUES: Final[tuple[int, ...]] = (3, 3, 3, 4, 4, 5, 5, 1)
"""Printed values of the spaces on the main board (R4)."""
DOMAIN_SPACE: Final = 8
DOMAIN_VALUE: Final = 6

_OUTSIDE: Final = tuple(
    Effect(fx.OUTSIDE, worker, name="o", source=space)
    for worker, space in ((fx.GARDENER, "o1"), (fx.WARRIOR, "o2"))
)


_die = cache(Die)
_offer = cache(Offer)
"""One value for each of the 42 offers there can be."""


def ends(pos: Position, colour: int) -> tuple[Offer, ...]:
    """Return the dice at the ends of one bridge (R3.4, R3.5)."""
    bridge = pos.bridges[colour]
    if not bridge:
        return ()
    if len(bridge) == 1:
        return (_offer(colour, bridge[0], pos.lone_end[colour]),)
    return (_offer(colour, bridge[0], "<"), _offer(colour, bridge[-1], ">"))


def takeable(pos: Position) -> tuple[Offer, ...]:
    """Return the dice at the ends of all bridges."""
    coral, black, white = pos.ends
    return coral + black + white


class DieOptions(Mapping[str, Any]):
    """Each takeable die on each space that it may enter and whose price can be paid (R3.6, R4).

    A look-up and the listing ask the same question, :meth:`_may_enter`; nothing is built for dice that
    nobody asks about. The values are those of the moment, so later changes of the position do not show.
    """

    __slots__ = ("_coins", "_domain", "_exchanges", "_offers", "_spaces")

    def __init__(self, pos: Position, offers: tuple[Offer, ...]) -> None:
        """Note what the acting seat can pay and what lies on the spaces."""
        row = pos.ledger.balances[pos.seat]
        self._offers = offers
        self._coins = row[acc.COIN]
        self._domain = tuple(pos.domain_dice[pos.seat])
        self._spaces = pos.spaces.copy()
        self._exchanges = EXCHANGES[exchange_key(row)]

    def _may_enter(self, offer: Offer, number: int) -> bool:
        colour, pips, _ = offer
        if not pips:
            return False  # an unknown die cannot be taken before its value is known
        if number == DOMAIN_SPACE:
            return not self._domain[colour] and pips + self._coins >= DOMAIN_VALUE
        covered, colours = self._spaces[number]
        return colours[colour] and pips + self._coins >= covered

    def get(self, text: str, default: Any = None) -> Any:
        """Return the move of a legal text, else ``default``."""
        found = _moves().get(text)
        if found is None:
            return self._exchanges.get(text, default)
        _, offer, number = found
        return found if offer in self._offers and self._may_enter(offer, number) else default

    def __getitem__(self, text: str) -> Any:
        move = self.get(text)
        if move is None:
            raise KeyError(text)
        return move

    def __contains__(self, text: object) -> bool:
        return isinstance(text, str) and self.get(text) is not None

    def __iter__(self) -> Iterator[str]:
        for offer in self._offers:
            for number, text in enumerate(_texts(offer)):
                if self._may_enter(offer, number):
                    yield text
        yield from self._exchanges

    def __len__(self) -> int:
        return sum(1 for _ in self)


@cache
def _texts(offer: Offer) -> tuple[str, ...]:
    """Return the texts of placing a die on each main space, then on the own domain row."""
    die = f"{COLOURS[offer.colour][0]}{offer.pips}{offer.end}"
    return tuple(die + space for space in (*MAIN_SPACES, "p"))


@lru_cache(maxsize=1)
def _moves() -> dict[str, tuple[Any, Offer, int]]:
    """Return the move of every text there can be: what to do, the die, the space."""
    offers = [_offer(colour, pips, end) for colour in range(3) for pips in range(1, 7) for end in "<>"]
    return {text: (place_die, offer, number) for offer in offers for number, text in enumerate(_texts(offer))}


def space(pos: Position, number: int) -> tuple[int, tuple[bool, ...]]:
    """Return covered value and admitted colours of a main space; a full one admits none (R4)."""
    dice = pos.placed[number]
    if number == WELL_SPACE:
        return 1, _ANY_COLOUR
    if len(dice) >= (1 if pos.setup.seats == 2 else 2):
        return 0, _NO_COLOUR
    colours = _admits(pos.setup.tiles[number]) if number < 5 else _ANY_COLOUR
    return dice[-1].pips if dice else VALUES[number], colours


_ANY_COLOUR: Final[tuple[bool, ...]] = (True, True, True)
_NO_COLOUR: Final[tuple[bool, ...]] = (False, False, False)
_ROW_NAMES: Final = tuple(f"row {colour[0]}" for colour in COLOURS)


@cache
def _admits(tiles: tuple[int, ...]) -> tuple[bool, ...]:
    """A room admits the colours of its tiles (R4.4); an unknown tile may be of any that is not ruled out."""
    return tuple(colour in tiles or _one_may_be(tiles, colour) for colour in range(3))


def _one_may_be(tiles: tuple[int, ...], colour: int) -> bool:
    return any(may_be(tile, colour) for tile in tiles)


def may_be(tile: int, colour: int) -> bool:
    """Whether a tile that is not known may be of a colour."""
    return tile < 0 and tile != NOT[colour]


def on_take_die(pos: Position, node: TakeDie) -> Decision:
    """Ask for a die and its space."""
    pos.offered = takeable(pos)
    return Decision(pos.seat, "die", DieOptions(pos, pos.offered))


def place_die(pos: Position, offer: Offer, number: int) -> None:
    """Take the die, cover the space, settle the coins (R3.3 to R3.7), and pend what the space does."""
    colour, pips, end = offer
    seat = pos.seat
    bridge = pos.bridges[colour]
    if end == "<":
        bridge.pop(0)
        pos.lone_end[colour] = ">"
    else:
        bridge.pop()
        pos.lone_end[colour] = "<"
    pos.ends[colour] = ends(pos, colour)
    if number == DOMAIN_SPACE:
        name, covered = _ROW_NAMES[colour], DOMAIN_VALUE
        pos.domain_dice[seat][colour] = pips
    else:
        name, covered = MAIN_SPACES[number], pos.spaces[number][0]
        pos.placed[number].append(_die(colour, pips))
        pos.spaces[number] = space(pos, number)
    difference = pips - covered
    if difference:
        pos.ledger.post(seat, acc.COIN, difference, "die difference", name)
    pos.facts = Facts(pos.offered, offer, name, covered, difference)
    stack = pos.stack
    stack[-1] = Close()
    if number < 5:
        stack.append(Group("room block", room_effects(pos, number, colour)))
    elif number < WELL_SPACE:
        stack.append(Group("outside", (_OUTSIDE[number - 5],)))
    elif number == WELL_SPACE:
        stack.append(well_group(pos))
    else:
        push_row(pos, colour)
    if end == "<":
        stack.append(LeftLantern())


def room_effects(pos: Position, room: int, colour: int) -> tuple[Effect, ...]:
    """Return the blocks of a room that have a tile of the colour, in the default order (R5.1, R16.6)."""
    card, tiles = pos.rooms[room], pos.setup.tiles[room]
    if card is None:
        raise UnknownFact(f"the card of room {ROOMS[room]}")
    if _one_may_be(tiles, colour):
        raise UnknownFact(f"the tiles of room {ROOMS[room]}")
    return _matching(card.id, tiles, colour)


@lru_cache(maxsize=4096)
def _matching(card_id: str, tiles: tuple[int, ...], colour: int) -> tuple[Effect, ...]:
    parts = load()
    blocks = (parts.stewards.get(card_id) or parts.diplomats[card_id]).blocks
    return in_default_order(blocks[place].whole for place, tile in enumerate(tiles) if tile == colour)


def well_group(pos: Position) -> Group:
    """Return the well's benefits: a seal and both tiles (R5.3)."""
    first, second = pos.well
    if first is None or second is None:
        raise UnknownFact("the tiles at the well")
    return Group("well", (_WELL_SEAL, first, second))


_WELL_SEAL: Final = Effect(fx.GAIN, acc.SEAL, 1, name="s", source="w")


def push_row(pos: Position, colour: int) -> None:
    """Pend a domain row: its rewards first, then the block of the own card on it (R5.4, R5.5, R16.4)."""
    seat = pos.seat
    row = load().rows[colour]
    domain = (acc.COURTIER_DOMAIN, acc.GARDENER_DOMAIN, acc.WARRIOR_DOMAIN)[colour]
    gone = acc.WORKERS - pos.ledger.balances[seat][domain]
    card = pos.card[seat]
    if card is None:
        raise UnknownFact("the action card of the acting seat")
    effects = next(block.effects for block in card.blocks if row.row in block.rows)
    pos.stack.append(Group("domain card", effects, waits=True))
    pos.stack.append(Group("domain row", row.rewards[gone]))
