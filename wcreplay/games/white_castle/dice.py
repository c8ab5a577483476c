"""Taking a die and placing it (R3, R4), and what the spaces then offer (R5)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from wcreplay.engine.decision import Decision, UnknownFact

from . import accounts as acc
from . import effects as fx
from .components import ROOMS, load
from .effects import COLOURS, Effect, in_default_order
from .exchange import add_exchanges
from .nodes import Close, Group, LeftLantern, TakeDie

if TYPE_CHECKING:
    from .position import Position

MAIN_SPACES = (*ROOMS, "o1", "o2", "w")
WELL_SPACE = 7
VALUES = (3, 3, 3, 4, 4, 5, 5, 1)
"""Printed values of the spaces on the main board (R4)."""
DOMAIN_SPACE = 8
DOMAIN_VALUE = 6

_OUTSIDE = tuple(
    Effect(fx.OUTSIDE, worker, name="o", source=space)
    for worker, space in ((fx.GARDENER, "o1"), (fx.WARRIOR, "o2"))
)


def takeable(pos: Position) -> list[tuple[int, int, str]]:
    """Return colour, pips and end of the dice at the ends of the bridges (R3.4, R3.5)."""
    dice = []
    for colour in range(3):
        bridge = pos.bridges[colour]
        if not bridge:
            continue
        if len(bridge) == 1:
            dice.append((colour, bridge[0], pos.lone_end[colour]))
        else:
            dice.append((colour, bridge[0], "<"))
            dice.append((colour, bridge[-1], ">"))
    return dice


@lru_cache(maxsize=None)
def _moves(colour: int, pips: int, end: str) -> tuple[tuple[str, Any], ...]:
    """Return text and move of placing a die on each main space, then on the own domain row."""
    die = f"{COLOURS[colour][0]}{pips}{end}"
    return tuple(
        (die + space, (place_die, colour, pips, end, number)) for number, space in enumerate((*MAIN_SPACES, "p"))
    )


def _open_spaces(pos: Position) -> list[tuple[int, int, tuple[bool, ...]]]:
    """Return number, covered value and admitted colours of the main spaces with room for a die (R4)."""
    cap = 1 if pos.setup.seats == 2 else 2
    spaces = []
    for number in range(WELL_SPACE):
        dice = pos.placed[number]
        if len(dice) < cap:
            colours = _admits(pos.setup.tiles[number]) if number < 5 else _ANY_COLOUR
            spaces.append((number, dice[-1].pips if dice else VALUES[number], colours))
    spaces.append((WELL_SPACE, 1, _ANY_COLOUR))
    return spaces


_ANY_COLOUR = (True, True, True)


@lru_cache(maxsize=None)
def _admits(tiles: tuple[int, ...]) -> tuple[bool, ...]:
    """A room admits the colours of its tiles (R4.4); an unknown tile may be of any colour."""
    return tuple(-1 in tiles or colour in tiles for colour in range(3))


def on_take_die(pos: Position, node: TakeDie) -> Decision:
    """List each takeable die on each space that it may enter and whose price can be paid (R3.6)."""
    seat = pos.seat
    row = pos.ledger.balances[seat]
    coins = row[acc.COIN]
    spaces = _open_spaces(pos)
    domain = pos.domain_dice[seat]
    dice = takeable(pos)
    options: dict[str, Any] = {}
    for colour, pips, end in dice:
        if not pips:
            continue  # an unknown die cannot be taken before its value is known
        moves = _moves(colour, pips, end)
        lowest = pips + coins
        for number, covered, colours in spaces:
            if covered <= lowest and colours[colour]:
                text, move = moves[number]
                options[text] = move
        if not domain[colour] and lowest >= DOMAIN_VALUE:
            text, move = moves[DOMAIN_SPACE]
            options[text] = move
    add_exchanges(row, options)
    return Decision(seat, "die", options)


def place_die(pos: Position, colour: int, pips: int, end: str, number: int) -> None:
    """Take the die, cover the space, settle the coins (R3.3 to R3.7), and pend what the space does."""
    from .position import Die, DieTaken, Facts

    seat = pos.seat
    offered = tuple((Die(c, p), e) for c, p, e in takeable(pos))
    bridge = pos.bridges[colour]
    if end == "<":
        bridge.pop(0)
        pos.lone_end[colour] = ">"
    else:
        bridge.pop()
        pos.lone_end[colour] = "<"
    die = Die(colour, pips)
    if number == DOMAIN_SPACE:
        space, covered = f"row {COLOURS[colour][0]}", DOMAIN_VALUE
        pos.domain_dice[seat][colour] = pips
    else:
        space, covered = MAIN_SPACES[number], VALUES[number]
        dice = pos.placed[number]
        if dice and number != WELL_SPACE:
            covered = dice[-1].pips
        dice.append(die)
    difference = pips - covered
    if difference:
        pos.ledger.post(seat, acc.COIN, difference, "die difference", space)
    pos.facts = Facts(offered, DieTaken(die, end, space, covered, difference))
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
    if -1 in tiles:
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


_WELL_SEAL = Effect(fx.GAIN, acc.SEAL, 1, name="s", source="w")


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
    pos.stack.append(Group("domain card", effects))
    pos.stack.append(Group("domain row", row.rewards[gone]))
