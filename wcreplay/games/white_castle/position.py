"""A position: the board, every seat's holdings, and what is still to be done."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from wcreplay.engine.decision import Decision, IllegalOption
from wcreplay.engine.ledger import Ledger

from . import accounts as acc
from .board import to_json
from .components import Card, Face, Garden, daimyo_faces, load
from .effects import Effect
from .flow import begin, next_unit
from .nodes import Node
from .resolve import HANDLERS
from .setup import UNKNOWN, Setup
from .values import Die, Facts, Offer, Unit

SPACES: Final = 8
"""Spaces for dice on the main board: rooms s1 s2 s3 d1 d2, outside o1 o2, the well."""


class Position:
    """The state of a game. Change it only through :meth:`apply`.

    Seats are numbers from 0 in the order of the seat letters, bridges and colours 0 to 2 (coral,
    black, white). ``label`` names the current unit: ``0.1`` (draft), ``2.7`` (turn) or ``2.g`` (round-end
    gardens). ``round`` is 0 before the first turn, then 1 to 3; ``turn`` counts turns of the
    round from 1.
    """

    __slots__ = (
        "bridges",
        "card",
        "daimyo",
        "decision",
        "deck",
        "domain_dice",
        "ends",
        "facts",
        "finished",
        "garden_cards",
        "history",
        "label",
        "lantern",
        "last_balances",
        "ledger",
        "lone_end",
        "offered",
        "order",
        "pairs",
        "phase",
        "piles",
        "placed",
        "queue",
        "rooms",
        "round",
        "seat",
        "settled",
        "setup",
        "slots",
        "spaces",
        "stack",
        "turn",
        "unit_number",
        "unseen",
        "well",
        "yard_tiles",
    )

    def __init__(self, setup: Setup, of: Position | None = None) -> None:
        """Build the position before the first dice are rolled (a valid setup, R2), or a copy ``of`` one."""
        self.setup = setup
        if of is None:
            self._begin(setup)
        else:
            self._copy(of)

    def _begin(self, setup: Setup) -> None:
        parts = load()
        n = setup.seats
        self.ledger = Ledger(n, len(acc.ACCOUNTS))
        self.order: list[int] = list(setup.order)
        self.round = 0
        self.turn = 0
        self.phase = "setup"
        self.seat = -1
        self.label = "0.0"
        self.unit_number = 0
        self.bridges: list[list[int]] = [[], [], []]
        self.lone_end: list[str] = ["<", "<", "<"]
        self.ends: list[tuple[Offer, ...]] = [(), (), ()]
        self.rooms: list[Card | None] = [
            parts.stewards.get(card) or parts.diplomats.get(card) for card in setup.rooms
        ]
        self.placed: list[list[Die]] = [[] for _ in range(SPACES)]
        self.spaces: list[tuple[int, tuple[bool, ...]]] = []
        self.domain_dice: list[list[int]] = [[0, 0, 0] for _ in range(n)]
        self.daimyo: tuple[Face | None, ...] | None = daimyo_faces(setup.daimyo)
        self.slots: list[int] = [-1, -1, -1]
        self.card: list[Card | None] = [None] * n
        self.lantern: list[list[Card]] = [[] for _ in range(n)]
        self.garden_cards: tuple[Garden | None, ...] = tuple(parts.gardens.get(g) for g in setup.gardens)
        blue, yellow = parts.blue.get, parts.yellow.get
        y = setup.yards
        self.yard_tiles: tuple[tuple[Face | None, ...], ...] = (
            (blue(y[0]), yellow(y[1])),
            (blue(y[2]),),
            (yellow(y[3]),),
        )
        self.well: tuple[Effect | None, ...] = tuple(parts.well.get(tile) for tile in setup.well)
        self.piles: list[list[int]] = [list(reversed(setup.order)), *([] for _ in range(20))]
        self.deck, self.unseen = _decks(setup)
        self.pairs: list[tuple[str, str]] = list(setup.pairs)
        self.queue: list[int] = []
        self.stack: list[Node] = []
        self.last_balances: tuple[tuple[int, ...], ...] = ()
        self.offered: tuple[Offer, ...] = ()
        self.facts: Facts | None = None
        # What the last choice resolved by itself: groups of gains, and each Lantern that was collected.
        self.settled: list[tuple[Effect, ...]] = []
        self.finished: list[Unit] = []
        self.history: list[str] = []
        self.decision: Decision | None = None
        begin(self)
        self._advance()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.decision is None

    def options(self) -> list[str]:
        """Return the texts of all legal options, sorted; empty after the end of the game."""
        return sorted(self.decision.options) if self.decision is not None else []

    def apply(self, text: str) -> None:
        """Take the option with this text and go on to the next decision.

        Raises :class:`IllegalOption` for a text that is not among the options, and
        :class:`~wcreplay.engine.decision.UnknownFact` where the rules need a fact the setup leaves open.
        """
        decision = self.decision
        move = decision.options.get(text) if decision is not None else None
        if move is None:
            raise IllegalOption(text)
        self.take(text, move)

    def take(self, text: str, move: tuple[Any, ...]) -> None:
        """Take an option that was looked up already: ``move`` is what the decision's options hold for it."""
        self.history.append(text)
        if self.settled:
            self.settled = []
        # Spelled out by number, as it takes a third of the time of a call with ``*``.
        count = len(move)
        if count == 1:
            move[0](self)
        elif count == 2:
            move[0](self, move[1])
        elif count == 3:
            move[0](self, move[1], move[2])
        else:
            move[0](self, *move[1:])
        self._advance()

    def _advance(self) -> None:
        """Work off the stack up to the next decision or the end of the game."""
        stack = self.stack
        decision = None
        while decision is None:
            if not stack and not next_unit(self):
                break
            node = stack[-1]
            decision = HANDLERS[type(node)](self, node)
        self.decision = decision

    def clone(self) -> Position:
        """Return an independent copy; finished units are left with the original."""
        return Position(self.setup, self)

    def _copy(self, of: Position) -> None:
        """Become a copy of another position: its values shared, its lists copied."""
        self.ledger = of.ledger.clone()
        self.order = of.order.copy()
        self.round = of.round
        self.turn = of.turn
        self.phase = of.phase
        self.seat = of.seat
        self.label = of.label
        self.unit_number = of.unit_number
        self.bridges = [dice.copy() for dice in of.bridges]
        self.lone_end = of.lone_end.copy()
        self.ends = of.ends.copy()
        self.rooms = of.rooms.copy()
        self.placed = [dice.copy() for dice in of.placed]
        self.spaces = of.spaces.copy()
        self.domain_dice = [dice.copy() for dice in of.domain_dice]
        self.daimyo = of.daimyo
        self.slots = of.slots.copy()
        self.card = of.card.copy()
        self.lantern = [cards.copy() for cards in of.lantern]
        self.garden_cards = of.garden_cards
        self.yard_tiles = of.yard_tiles
        self.well = of.well
        self.piles = [pile.copy() for pile in of.piles]
        self.deck = of.deck.copy()
        self.unseen = [cards.copy() for cards in of.unseen]
        self.pairs = of.pairs.copy()
        self.queue = of.queue.copy()
        self.stack = of.stack.copy()
        self.last_balances = of.last_balances
        self.offered = of.offered
        self.facts = of.facts
        self.settled = of.settled.copy()
        self.finished = []
        self.history = of.history.copy()
        self.decision = of.decision

    def to_json(self) -> dict[str, Any]:
        """Return the position as plain values (docs/api.md describes the keys)."""
        return to_json(self)


@lru_cache(maxsize=4)
def _cards_in_play(seats: int) -> tuple[dict[str, Card], dict[str, Card]]:
    """Return the stewards and diplomats of a game: with two players without diamonds (R2.1)."""
    parts = load()
    return tuple(  # type: ignore[return-value]
        {card_id: card for card_id, card in floor.items() if seats > 2 or not card.diamond}
        for floor in (parts.stewards, parts.diplomats)
    )


def _decks(setup: Setup) -> tuple[list[int], list[dict[str, Card]]]:
    """Return the sizes of the steward and diplomat decks and the cards not yet seen (R2.1, R2.2)."""
    unseen = [floor.copy() for floor in _cards_in_play(setup.seats)]
    for place, card_id in enumerate(setup.rooms):
        unseen[place > 2].pop(card_id, None)
    sizes = [len(unseen[0]), len(unseen[1])]
    for place, card_id in enumerate(setup.rooms):
        if card_id == UNKNOWN:
            sizes[place > 2] -= 1
    return sizes, unseen
