"""The table behind a log: the engine's position, and the pieces that the engine does not tell apart."""

from __future__ import annotations

import random
from typing import Any

from wcreplay.engine import registry
from wcreplay.engine.replay import Replay
from wcreplay.games.white_castle import accounts as acc
from wcreplay.games.white_castle import effects as fx
from wcreplay.games.white_castle.components import ROOMS

FLOORS = (acc.COURTIER_GATE, acc.COURTIER_STEWARD, acc.COURTIER_DIPLOMAT, acc.COURTIER_DAIMYO)
HOME = "player-board"


def place_of(room: str) -> str:
    """Return the location of a courtier in a room (``s1``), at the gate or on the third floor."""
    if room in ("gate", "daimyo"):
        return f"main-board-{room}"
    return f"main-board-{'steward' if room[0] == 's' else 'diplomat'}-{room[1]}"


class Pieces:
    """Ids of everything on the table, shuffled."""

    def __init__(self, replay: Replay, rng: random.Random) -> None:
        setup = replay.setup
        seats = setup.seats
        self.players = [str(number) for number in rng.sample(range(1_000_000, 99_000_000), seats)]
        game = registry.load(replay.game)
        position = game.start(setup)
        cards = [*setup.rooms, *position.unseen[0], *position.unseen[1], "E1", "E2", "E3"]
        cards += [pair[0] for pair in setup.pairs]
        cards += [f"{pair[1]}#{number}" for number, pair in enumerate(setup.pairs)]
        cards += setup.gardens
        self.cards = dict(zip(cards, rng.sample(range(1, 200), len(cards)), strict=True))
        count = seats + 1
        dice = rng.sample(range(1, 60), 3 * count)
        self.dice = [dice[colour * count : (colour + 1) * count] for colour in range(3)]
        workers = rng.sample(range(1, 400), 15 * seats)
        self.workers = [[workers[15 * s + 5 * k :][:5] for k in range(3)] for s in range(seats)]


class Table:
    """What changes in the course of a game. :meth:`copy` makes an independent one to try things on."""

    def __init__(self, replay: Replay, pieces: Pieces) -> None:
        self.pos = registry.load(replay.game).start(replay.setup)
        if self.pos.well[0] is not None and self.pos.well[0].kind == fx.ANY:
            self.pos.well = self.pos.well[::-1]  # the choice comes after all that the well gives by itself
        seats = range(replay.setup.seats)
        self.dice: list[list[int]] = [[], [], []]
        self.low = [0, 0, 0]  # dice taken from the left of each bridge
        self.left = [[list(kind) for kind in pieces.workers[seat]] for seat in seats]
        self.courtiers: list[list[list[tuple[int, str]]]] = [[[], [], [], []] for _ in seats]
        self.own_card = [""] * len(seats)
        self.piles = [pile.copy() for pile in self.pos.piles]  # as last told; replaced, never changed
        self.occupant = [f"castle {room}" for room in ROOMS]
        self.slot: tuple[int, int, int, int] | None = None  # stack depth, seat, courtier, slot
        self.held: list[tuple[Any, ...]] = []  # the well's seal, told after its tiles
        self.reveals: list[tuple[int, int, str, int]] = []  # stack depth, room, card, acting seat
        self.announced: object = None  # the Lantern or well that was told last
        self.moved = 0  # steps of the time gain in progress
        self.told = 0  # of them, those that an event told

    def copy(self) -> Table:
        """Return an independent copy."""
        other = Table.__new__(Table)
        other.__dict__.update(self.__dict__)
        other.pos = self.pos.clone()
        other.dice = [dice.copy() for dice in self.dice]
        other.low = self.low.copy()
        other.left = [[kind.copy() for kind in seat] for seat in self.left]
        other.courtiers = [[floor.copy() for floor in seat] for seat in self.courtiers]
        other.own_card = self.own_card.copy()
        other.occupant = self.occupant.copy()
        other.held, other.reveals = self.held.copy(), self.reveals.copy()
        return other
