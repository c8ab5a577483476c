"""Actions: workers, climbs, main-board blocks, domain rows, and the gardens of a round's end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from itertools import product
from typing import Any, Final

import msgspec

from wcreplay.engine.decision import Decision
from wcreplay.games.white_castle import accounts as acc
from wcreplay.games.white_castle import effects as fx
from wcreplay.games.white_castle.components import GARDEN_PLACES, ROOMS, Block, load
from wcreplay.games.white_castle.nodes import Gardens, Group
from wcreplay.games.white_castle.setup import UNKNOWN

from . import hidden as hid
from .foresight import Head
from .move import Context, Move, ask_again, settle
from .state import State
from .timeline import NEVER, Anchor

_BOARD: Final = frozenset((fx.BOARD_LIGHT, fx.BOARD_ANY, fx.BOARD_COLOUR))
_CLIMB = re.compile(r"([gsd])\^(s[123]|d[12]|m[123]?)(?:\.([123]))?")
_SLOTS: Final = {"5": (0, 1), "3": (2,), "1": (3,)}
"""Tiles of the yards by price, as places of ``Setup.yards``."""
_BLUE: Final = (0, 2)
"""Those of which the blue face shows (R2.7)."""


class Acting:
    """The moves of actions."""

    def __init__(self, context: Context) -> None:
        """Propose moves for a game."""
        self.context = context
        self.match = context.match
        self.sight = context.sight

    def action(self, state: State, decision: Decision) -> list[Move]:
        """Return the step that comes next, main-board and domain actions, and to decline."""
        moves, rank, more = self.context.plan(state, decision)
        head = self.sight.head(state)
        if head[0] == NEVER and not more and not self.match.leaves_more(state):
            return [Move(0, "")]
        anchor = self.match.next_anchor(state, state.pos.seat)
        options = decision.options
        direct = self.steps(state, anchor, options, rank + more) if anchor is not None else []
        moves.extend(direct)
        later = rank + bool(direct and not more)
        moves.extend(self.board(state, [text for text in options if text[:2] in ("B:", "P:")], later, head))
        unused = state.last is not None and state.last.text[:1] == "@"
        if not unused or self.match.prompts:  # a garden without its action was not used, unless the log asks
            moves.append(Move(later, ""))  # a block without effect is less likely than none: both are tried
        moves.extend(reorderings(state, options, later + (not more)))
        return moves

    def steps(self, state: State, anchor: Anchor, options: Any, rank: int) -> list[Move]:
        """Return the options that are the step of an anchor."""
        kind, what = anchor.kind, anchor.what
        if kind == "Q":
            return [Move(rank, "Q", anchor)] if "Q" in options else []
        if kind == "W":
            prices = what if what != "_" else "531"
            return [
                move
                for price in prices
                if f"W{price}" in options
                for move in self.warriors(state, anchor, price, rank)
            ]
        if kind == "G":
            if what != "_":
                return [Move(rank, f"G:{what}", anchor)] if f"G:{what}" in options else []
            return self.nameless_garden(state, anchor, rank)
        return self.climbs(state, anchor, options, rank) if kind == "^" else []

    def warriors(self, state: State, anchor: Anchor, price: str, rank: int) -> Iterator[Move]:
        """Yield a warrior to a yard, with each lay of its tiles if the log does not show them."""
        slots, yards = _SLOTS[price], state.pos.setup.yards
        if all(yards[slot] != UNKNOWN for slot in slots):
            yield Move(rank, f"W{price}", anchor)
            return
        parts = load()
        free = [tile for tile in parts.blue if tile not in yards]
        for chosen in product(*([yards[slot]] if yards[slot] != UNKNOWN else free for slot in slots)):
            if len(set(chosen)) < len(chosen):
                continue
            faces = [
                (parts.blue if slot in _BLUE else parts.yellow)[tile]
                for slot, tile in zip(slots, chosen, strict=True)
            ]
            if all(self.sight.follows(state, face.effects) for face in faces):
                laid = list(yards)
                for slot, tile in zip(slots, chosen, strict=True):
                    laid[slot] = tile
                yield Move(rank, f"W{price}", anchor, None, partial(_lay_yards, tuple(laid)))

    def nameless_garden(self, state: State, anchor: Anchor, rank: int) -> list[Move]:
        """Return a gardener to a garden that no payload shows, by its id if it was met before."""
        pos, hidden = state.pos, state.hidden
        for name, place in hidden.bound:
            garden = pos.garden_cards[place]
            if name == anchor.card and garden is not None:
                return [Move(rank, f"G:{garden.id}", anchor)]
        paid = self.match.next_atom(state, pos.seat, acc.FOOD)
        moves = []
        known = {card for place, card in enumerate(pos.setup.gardens) if place not in hidden.gardens}
        for place in hidden.gardens:
            for garden in load().gardens.values():
                if garden.kind != GARDEN_PLACES[place][1] or garden.id in known:
                    continue
                if (
                    paid is not None
                    and -paid.delta == garden.food
                    and self.sight.follows(state, garden.effects)
                ):
                    bound = (*hidden.bound, (anchor.card, place))
                    others = tuple(other for other in hidden.gardens if other != place)
                    narrowed = msgspec.structs.replace(hidden, bound=bound, gardens=others)
                    setter = partial(_lay_garden, place, garden.id)
                    moves.append(Move(rank, f"G:{garden.id}", anchor, narrowed, setter))
        return moves

    def climbs(self, state: State, anchor: Anchor, options: Any, rank: int) -> list[Move]:
        """Return the climbs that an anchor may be."""
        moves = []
        for text in options:
            match = _CLIMB.fullmatch(text) if text[1:2] == "^" else None
            if match is None or (anchor.source and match[1] != anchor.source):
                continue
            place = match[2]
            if anchor.what == "m_" and place[0] == "m":
                moves.extend(self.slots(state, anchor, text, place, rank))
            elif anchor.what in (place, "_"):
                if place[0] == "m":
                    moves.extend(self.slots(state, anchor, text, place, rank))
                elif self.light_fits(state, place, match[3]):
                    moves.append(Move(rank, text, anchor))
        return moves

    def light_fits(self, state: State, place: str, number: str | None) -> bool:
        """Whether the light block that a climb names may have been done."""
        card = state.pos.rooms[ROOMS.index(place)]
        if card is None or number is None:
            return True
        return self.sight.follows(state, card.blocks[int(number) - 1].effects)

    def slots(self, state: State, anchor: Anchor, text: str, place: str, rank: int) -> list[Move]:
        """Return a climb to the daimyo with each benefit that its slot may have."""
        hidden = state.hidden
        if len(place) == 1 or len(hidden.daimyos) == 1:
            return [Move(rank, text, anchor)]
        return [
            Move(
                rank,
                text,
                anchor,
                msgspec.structs.replace(hidden, daimyos=tuple(cards)),
                settle,
            )
            for cards in hid.by_slot(hidden.daimyos, int(place[1]) - 1)
            if self.sight.follows(state, load().daimyo[cards[0]][int(place[1]) - 1].effects)
        ]

    def board(self, state: State, texts: list[str], rank: int, head: Head) -> list[Move]:
        """Return the blocks and rows that may be used, and what a block says about the tile beside it."""
        node = state.pos.stack[-1]
        effects = node.effects if isinstance(node, Group) else ()
        moves = [
            Move(rank, text, None, hidden, settle)
            for text in texts
            if text[0] == "P"
            for hidden in hid.with_action(state.hidden, state.pos)
        ]
        if not any(effect.kind in _BOARD for effect in effects):
            return moves
        for room in range(len(ROOMS)):
            for place in range(hid.SIZES[room]):
                for cards, card in self.context.cards_at(state, room, (place,)):
                    if place < len(card.blocks):
                        block = card.blocks[place]
                        moves.extend(self.uses(state, room, block, cards, rank, head))
        return moves

    def uses(
        self, state: State, room: int, block: Block, cards: tuple[str, ...], rank: int, head: Head
    ) -> Iterator[Move]:
        """Yield the uses of one block by the main-board actions on offer."""
        node = state.pos.stack[-1]
        effects = node.effects if isinstance(node, Group) else ()
        colour = next((effect.what for effect in effects if effect.kind == fx.BOARD_COLOUR), -1)
        every = any(effect.kind == fx.BOARD_ANY for effect in effects)
        light = every or any(effect.kind == fx.BOARD_LIGHT for effect in effects)
        if not self.sight.follows(state, block.effects) or not self.sight.acted(state, block.effects):
            return
        paid = any(effect.coins for effect in effects) and head[1] == acc.COIN and head[2] < 0
        late = rank + (not paid and not self.sight.begins(state, block.effects, head))
        text = f"B:{ROOMS[room]}.{block.number}"
        hidden = hid.with_cards(state.hidden, room, cards)
        if colour < 0:
            yield Move(late, text, None, hidden, settle)
            return
        options = hidden.tiles[room]
        for matching in (True, False):
            if matching or every or (light and not block.dark):
                tiles = [one for one in options if (one[block.number - 1] == colour) == matching]
                if tiles:
                    yield Move(late, text, None, hid.with_tiles(hidden, room, tiles), settle)

    def garden(self, state: State, decision: Decision) -> list[Move]:
        """Return the gardens whose use may be what comes next; none if nothing is left to explain."""
        moves, rank, more = self.context.plan(state, decision)
        pos = state.pos
        head = self.sight.head(state)
        if head[0] == NEVER and not more and not self.match.leaves_more(state):
            return [*moves, Move(rank, "")]
        node = pos.stack[-1]
        assert isinstance(node, Gardens)
        for place in node.places:
            garden = pos.garden_cards[place]
            if garden is not None and self.sight.follows(state, garden.effects):
                first = (
                    garden.effects[0].is_action if more else self.sight.begins(state, garden.effects, head)
                )
                moves.append(Move(rank + (not first), f"@{garden.id}"))
        moves.append(Move(rank + 1, ""))
        return moves


def _lay_yards(tiles: tuple[str, ...], state: State) -> None:
    hid.install_yards(state.pos, tiles)


def _lay_garden(place: int, card: str, state: State) -> None:
    gardens = state.pos.setup.gardens
    for other in state.hidden.gardens:
        if gardens[other] == card:  # what stood in there gives way
            hid.install_garden(state.pos, other, gardens[place])
    hid.install_garden(state.pos, place, card)
    ask_again(state)


def reorderings(state: State, options: Any, rank: int) -> list[Move]:
    """Return the marks of another order; those that may only undo the marks before come later."""
    before: list[str] = []
    for step in state.back():
        if step.text[:1] != ">":
            break
        before.append(step.text)
    return [Move(rank + 2 * (text in before), text) for text in options if text[:1] == ">"]
