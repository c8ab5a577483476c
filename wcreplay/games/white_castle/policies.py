"""Dealing and playing The White Castle by programs. Replay never loads this module."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from wcreplay.engine.decision import Decision
from wcreplay.engine.game import Player

from .components import REWARDS, load
from .flow import DICE_PER_COLOUR
from .greedy import Greedy
from .heuristic import Heuristic
from .position import Position
from .seeker import Seeker
from .setup import COPIES_OF_ACTION, Setup

_ROOM_SIZES: Final = (3, 3, 3, 2, 2)
_SPACES: Final = (0, 1, 2, 3, 4) * 2
"""Room of the numbered tile spaces 1 to 10: first one tile to each room, then a second round (R2.4)."""

Tile = tuple[int, str]
"""Colour (0 to 2) and reward of a die tile."""


def deal(rng: random.Random, players: int) -> Setup:
    """Return a random setup of 2 to 4 players, dealt as the rules deal it (R2.1 to R2.9)."""
    parts = load()
    rooms, daimyo = _deal_castle(rng, players), rng.choice(list(parts.daimyo))
    tiles, well = _deal_tiles(rng)
    plants = rng.sample([card for card in parts.gardens if card.startswith("P")], 3)
    stones = rng.sample([card for card in parts.gardens if card.startswith("K")], 3)
    order = list(range(players))
    rng.shuffle(order)
    resources = rng.sample(list(parts.resources), players + 1)
    actions = rng.sample(list(parts.actions) * COPIES_OF_ACTION, players + 1)
    return Setup(
        seats=players,
        order=tuple(order),
        rooms=rooms,
        daimyo=daimyo,
        tiles=tiles,
        well=well,
        gardens=tuple(card for pair in zip(plants, stones, strict=True) for card in pair),
        yards=tuple(rng.sample(list(parts.blue), 4)),
        pairs=tuple(zip(resources, actions, strict=True)),
    )


def _deal_castle(rng: random.Random, players: int) -> tuple[str, ...]:
    """Deal the five castle cards, again while all show the same dark action (R2.1, R2.2)."""
    parts = load()
    stewards = [card for card in parts.stewards.values() if players > 2 or not card.diamond]
    diplomats = [card for card in parts.diplomats.values() if players > 2 or not card.diamond]
    while True:
        cards = [*rng.sample(stewards, 3), *rng.sample(diplomats, 2)]
        dark = {block.effects[0].kind for card in cards for block in card.blocks if block.dark}
        if len(dark) > 1:
            return tuple(card.id for card in cards)


def _deal_tiles(rng: random.Random) -> tuple[tuple[tuple[int, ...], ...], tuple[str, str]]:
    """Deal the die tiles; a deal whose last tiles fit nowhere is begun again (R2.4)."""
    while True:
        tiles = [(colour, reward) for colour in range(3) for reward in REWARDS]
        rng.shuffle(tiles)
        laid = lay_tiles(tiles)
        if laid is not None:
            rooms, (first, second) = laid
            return rooms, (first[1], second[1])


def lay_tiles(tiles: list[Tile]) -> tuple[tuple[tuple[int, ...], ...], tuple[Tile, Tile]] | None:
    """Lay shuffled die tiles into the castle; return the colours by room and the tiles left for the well.

    One tile of each colour goes to the marked spaces, one in each steward room. The others fill the
    numbered spaces in order; on spaces 6 to 10 a tile that would make its room one colour goes to the
    next free space where it does not. ``None`` if there is no such space.
    """
    left = tiles.copy()
    rooms: list[list[int]] = [[], [], [], [], []]
    marked: list[int] = []
    for tile in tiles:
        if tile[0] not in marked and len(marked) < 3:
            rooms[len(marked)].append(tile[0])
            marked.append(tile[0])
            left.remove(tile)
    free = list(_SPACES)
    while free:
        colour = left.pop(0)[0]
        for index, room in enumerate(free):
            last = len(rooms[room]) == _ROOM_SIZES[room] - 1
            if not last or set(rooms[room]) != {colour}:
                rooms[room].append(colour)
                del free[index]
                break
        else:
            return None
    return tuple(tuple(room) for room in rooms), (left[0], left[1])


def roll(rng: random.Random, position: Position) -> str:
    """Roll the dice of a bridge: each by itself, then in ascending order (R2.5, R10.3)."""
    assert position.decision is not None
    letter = next(iter(position.decision.options))[0]
    count = DICE_PER_COLOUR[position.setup.seats]
    return letter + "".join(sorted(rng.choices("123456", k=count)))


class RandomPlayer:
    """Takes any legal option, each with the same chance."""

    def __init__(self, rng: random.Random) -> None:
        """Play with this generator."""
        self._rng = rng

    def __call__(self, position: Position) -> str:
        """Return the text of an option."""
        return self._rng.choice(position.options())


class WhiteCastlePolicies:
    """What simulations need of The White Castle; see :class:`wcreplay.engine.game.Policies`."""

    names = ("random", "heuristic", "greedy", "coverage")

    def deal(self, rng: random.Random, players: int) -> Setup:
        """Return a random setup."""
        return deal(rng, players)

    def is_chance(self, decision: Decision) -> bool:
        """Dice rolls and the cards that refill rooms are chance."""
        return decision.kind in ("roll", "refill")

    def chance(self, rng: random.Random, position: Position) -> str:
        """Roll dice, or draw the next card of a deck: any card not seen yet, each with the same chance."""
        assert position.decision is not None
        if position.decision.kind == "roll":
            return roll(rng, position)
        return rng.choice(position.options())

    def player(self, name: str, rng: random.Random) -> Player:
        """Return a player of the policy ``name``. Raises ``KeyError`` for a policy that does not exist."""
        return _PLAYERS[name](rng)


_PLAYERS: Final[dict[str, Callable[[random.Random], Player]]] = {
    "random": RandomPlayer,
    "heuristic": Heuristic,
    "greedy": Greedy,
    "coverage": Seeker,
}
POLICIES: Final = WhiteCastlePolicies()
