"""Main-board and domain actions: blocks and rows used without a die (R5.6, R7)."""

from __future__ import annotations

from functools import lru_cache
from itertools import compress
from typing import TYPE_CHECKING, Any, Final

from wcreplay.engine.decision import UnknownFact

from . import accounts as acc
from . import effects as fx
from .components import ROOMS, Block, load
from .dice import may_be, push_row
from .effects import COLOURS, Effect, with_prices
from .nodes import Group
from .workers import begin_action, courtier_inside

if TYPE_CHECKING:
    from .position import Position

_ROWS: Final = tuple((f"P:{colour[0]}", number) for number, colour in enumerate(COLOURS))


def add_rows(pos: Position, effect: Effect, row: list[int], options: dict[str, Any]) -> None:
    """Add the three domain rows, if the action's price can be paid (R5.6, R16.2)."""
    if row[acc.COIN] >= effect.coins and row[acc.SEAL] >= effect.seals:
        for text, colour in _ROWS:
            options[text] = (activate_row, effect, colour)


def activate_row(pos: Position, effect: Effect, colour: int) -> None:
    """Pay the action and pend the row (R5.4, R5.6)."""
    begin_action(pos, effect)
    push_row(pos, colour)


def add_blocks(pos: Position, effect: Effect, row: list[int], options: dict[str, Any]) -> None:
    """Add the blocks that a main-board action may use and that can be paid (R7, R16.2, R16.18)."""
    if effect.coins > row[acc.COIN]:
        return
    seals = row[acc.SEAL] - effect.seals
    for room, block in reachable(pos, effect):
        if block.effects[0].seals <= seals and can_begin(pos, block, row):
            options[_TEXTS[room][block.number]] = (use_block, effect, room, block)


_TEXTS: Final = [["", *(f"B:{room}.{number}" for number in (1, 2, 3))] for room in ROOMS]
"""How a block is written, by room and number."""


def reachable(pos: Position, effect: Effect) -> list[tuple[int, Block]]:
    """Return room and block of all that the action admits (R7.1 to R7.3), or may admit with unknown tiles."""
    tiles = pos.setup.tiles
    return [
        (room, block)
        for room, card in enumerate(pos.rooms)
        if card is not None
        for block in _admitted(card.id, tiles[room], effect.kind, effect.what)
    ]


@lru_cache(maxsize=4096)
def _admitted(card_id: str, tiles: tuple[int, ...], kind: int, what: int) -> tuple[Block, ...]:
    parts = load()
    blocks = (parts.stewards.get(card_id) or parts.diplomats[card_id]).blocks
    if kind == fx.BOARD_LIGHT:
        return tuple(block for block in blocks if not block.dark)
    if kind == fx.BOARD_COLOUR:
        fits = [tile == what or may_be(tile, what) for tile in tiles]
        return tuple(compress(blocks, fits))
    return blocks


def can_begin(pos: Position, block: Block, row: list[int]) -> bool:
    """Whether a worker and a target are left for the block's action; gains always are (R16.18)."""
    kind = block.effects[0].kind
    if kind == fx.COURTIER:
        return bool(row[acc.COURTIER_DOMAIN]) or courtier_inside(row)
    if kind == fx.WARRIOR:
        return bool(row[acc.WARRIOR_DOMAIN])
    if kind == fx.GARDENER:
        return bool(row[acc.GARDENER_DOMAIN]) and not all(
            row[acc.GARDENER_FIRST + place] for place in range(len(pos.garden_cards))
        )
    return True


def use_block(pos: Position, effect: Effect, room: int, block: Block) -> None:
    """Use a block: gains are paid for at once, an action's prices fall due with its first step (R16.2)."""
    if effect.kind == fx.BOARD_COLOUR and pos.setup.tiles[room][block.number - 1] < 0:
        raise UnknownFact(f"the tiles of room {ROOMS[room]}")
    effects = block.effects
    if effects[0].is_action:
        pos.stack.pop()
        if effect.due:
            effects = (with_prices(effects[0], effect.due),)
    else:
        begin_action(pos, effect)
    pos.stack.append(Group("main board", effects))


def board_later(pos: Position, effect: Effect, row: list[int]) -> bool:
    """Whether a block could be used after exchanges of seals for the action's coins."""
    seals = row[acc.SEAL] - effect.seals - max(0, effect.coins - row[acc.COIN])
    return any(
        block.effects[0].seals <= seals and can_begin(pos, block, row) for _, block in reachable(pos, effect)
    )
