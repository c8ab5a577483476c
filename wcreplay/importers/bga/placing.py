"""Dice: which one was taken from which end, where it went, and what that says about rooms and well."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import zip_longest

import msgspec

from wcreplay.engine.decision import Decision
from wcreplay.games.white_castle import accounts as acc
from wcreplay.games.white_castle.components import ROOMS, load
from wcreplay.games.white_castle.dice import DOMAIN_VALUE, MAIN_SPACES, VALUES, ends, takeable
from wcreplay.games.white_castle.values import Offer

from . import dice as book
from . import hidden as hid
from .move import Context, Move, Prepare, ask_again, settle
from .possibilities import Hidden, Tiles
from .state import State
from .timeline import NEVER, Anchor


class Placing:
    """The moves of dice and of the well."""

    def __init__(self, context: Context) -> None:
        """Propose moves for a game."""
        self.context = context
        self.match = context.match
        self.sight = context.sight
        self.dice = context.dice
        self.choices = context.choices

    def die(self, state: State, decision: Decision) -> list[Move]:
        """Return the placements that the next die may be, or the exchange before it."""
        pos, match = state.pos, self.match
        seat = pos.seat
        anchor = match.next_anchor(state, seat)
        if anchor is None or anchor.kind != "d":
            return []
        moves = self.context.exchanges(state, decision, before=anchor.at)
        narrowed = self.see_offers(state, anchor.number)
        if narrowed is None:
            return moves
        rank = int(bool(moves) and not moves[0].rank)
        by_die = []
        for offer, prepare in self.dice_of(state, anchor):
            found = self.placements(state, narrowed, anchor, offer, rank)
            if prepare is not None:
                for move in found:
                    move.prepare = prepare
            by_die.append(found)
        # Some of each die first: what a die may have met is often more than is looked at.
        moves.extend(move for some in zip_longest(*by_die) for move in some if move is not None)
        return moves

    def dice_of(self, state: State, anchor: Anchor) -> Iterator[tuple[Offer, Prepare | None]]:
        """Yield each die that may be the one placed, with what makes it takeable on a loose bridge."""
        pos = state.pos
        number = anchor.number // (3 * pos.setup.seats)
        die = self.dice.rounds[number].dice.get(self.dice.placed[anchor.number])
        if die is not None and book.loose(self.dice, number, die.colour, pos.setup.seats):
            yield from self.loose_dice(state, anchor, die)
            return
        for offer in takeable(pos):
            if die is not None and (
                offer.colour != die.colour
                or (die.pips and offer.pips != die.pips)
                or (die.end and offer.end != die.end)
            ):
                continue
            yield offer, None

    def loose_dice(
        self, state: State, anchor: Anchor, die: book.Die
    ) -> Iterator[tuple[Offer, Prepare | None]]:
        """Yield a die of a loose bridge at each end where it may have stood."""
        pos, colour = state.pos, die.colour
        pips = die.pips or self.pips_paid(state, anchor)
        low, high = state.bounds[colour]
        bridge = pos.bridges[colour]
        if not bridge or not 1 <= pips <= 6 or not low <= pips <= high:
            return
        others = [other for other in bridge if other]
        if pips in others:
            others.remove(pips)
        for end in "<>":
            if die.end not in ("", end) or (len(bridge) == 1 and pos.lone_end[colour] != end):
                continue
            if all(other >= pips if end == "<" else other <= pips for other in others):
                offer = Offer(colour, pips, end)
                yield offer, partial(_lay_dice, offer, others)

    def pips_paid(self, state: State, anchor: Anchor) -> int:
        """Return the pips of a die from the coins that settle its value (R3.6); 0 if they say nothing."""
        pos, seat = state.pos, state.pos.seat
        name = anchor.what
        covered = (
            DOMAIN_VALUE if name == "p" else pos.spaces[MAIN_SPACES.index(name)][0] if name != "_" else 0
        )
        atoms = self.match.unexplained(state, seat, acc.COIN)
        return covered + next((atom.delta for atom in atoms if atom.die), 0) if covered else 0

    def placements(self, state: State, hidden: Hidden, anchor: Anchor, offer: Offer, rank: int) -> list[Move]:
        """Return the moves of a die to its space, one for each outcome that is still possible."""
        space, colour = anchor.what, offer.colour
        text = f"{'cbw'[colour]}{offer.pips}{offer.end}{space}"
        if space == "w":
            return self.wells(state, hidden, rank, text, anchor)
        if space == "p":
            return [Move(rank, text, anchor, one, settle) for one in hid.with_action(hidden, state.pos)]
        if space not in ROOMS:
            return [Move(rank, text, anchor, hidden, None if hidden is state.hidden else settle)]
        room = ROOMS.index(space)
        groups = hid.by_places(hidden.tiles[room], colour)
        moves = []
        for places, tiles in groups:
            narrowed = hid.with_tiles(hidden, room, tiles)
            for cards, card in self.context.cards_at(state, room, places):
                fired = [card.blocks[place].whole for place in places]
                if len(groups) == 1 or self.sight.follows(state, fired):
                    moves.append(Move(rank, text, anchor, hid.with_cards(narrowed, room, cards), settle))
        return moves

    def see_offers(self, state: State, number: int) -> Hidden | None:
        """Learn from the prompts of a turn which rooms admit which colours; None: they contradict the rest.

        A room that a die may enter has its colour. A room that a die may not enter, though it is not full and
        the coins reach, has not.
        """
        pos, hidden = state.pos, state.hidden
        if all(map(_settled, hidden.tiles)):
            return hidden
        coins = pos.ledger.balances[pos.seat][acc.COIN]
        head = self.match.head(state, pos.seat)
        here = self.dice.rounds[number // (3 * pos.setup.seats)].dice
        for offer in self.dice.offers[number]:
            current = state.seen < offer.at <= head  # nothing has changed since the prompt
            for name, spaces in offer.spaces.items():
                die = here.get(name)
                if die is None:
                    continue
                most = self.reach(state, spaces, die.pips + coins if die.pips else 0) if current else 0
                for room, space in enumerate(ROOMS):
                    if space in spaces:
                        found = hid.admitting(hidden, room, die.colour, True)
                    elif self.affordable(state, room, most):
                        found = hid.admitting(hidden, room, die.colour, False)
                    else:
                        continue
                    if found is None:
                        return None
                    hidden = found
        return hidden

    def reach(self, state: State, spaces: frozenset[str], known: int) -> int:
        """Return the highest value that a die on offer is known to cover: by coins, or where it may go."""
        covered = [known]
        for number, space in enumerate(MAIN_SPACES):
            if space in spaces:
                covered.append(state.pos.spaces[number][0])
        if "p" in spaces:
            covered.append(DOMAIN_VALUE)
        return max(covered)

    def affordable(self, state: State, room: int, most: int) -> bool:
        """Whether only its colour can keep a die that covers so much out of a room."""
        placed = state.pos.placed[room]
        if len(placed) >= (1 if state.pos.setup.seats == 2 else 2):
            return False
        return most >= (placed[-1].pips if placed else VALUES[room])

    # -- the well ------------------------------------------------------------------------------

    def well(self, state: State, decision: Decision) -> list[Move]:
        """Return the use of a granted well, and to leave it."""
        moves, rank, more = self.context.plan(state, decision)
        used = self.wells(state, state.hidden, rank + more)
        return [*moves, *used, Move(rank + (bool(used) and not more), "-w")]

    def wells(
        self, state: State, hidden: Hidden, rank: int, text: str = "", anchor: Anchor | None = None
    ) -> list[Move]:
        """Return the use of the well with each pair of tiles that may lie there."""
        if len(hidden.wells) == 1:
            if not self.well_fits(state, hidden.wells[0]):
                return []
            return [Move(rank, text, anchor, hidden, None if hidden is state.hidden else settle)]
        moves = []
        for pair in hidden.wells:
            if self.well_fits(state, pair):
                narrowed = msgspec.structs.replace(hidden, wells=(pair,))
                moves.append(Move(rank, text, anchor, narrowed, settle))
        return moves

    def well_fits(self, state: State, pair: tuple[str, str]) -> bool:
        """Whether what a pair of tiles gives may follow in the log."""
        seat = state.pos.seat
        row = state.pos.ledger.balances[seat]
        for tile in set(pair):
            if tile == "any":
                if self.choices and not self.asked(state):
                    return False
                continue
            account = load().well[tile].what
            if tile != "coin" and row[account] + pair.count(tile) > acc.RESOURCE_CAP:
                continue
            if self.match.gained(state, seat, account) < pair.count(tile):
                return False
        return row[acc.SEAL] >= acc.SEAL_CAP or self.match.gained(state, seat, acc.SEAL) > 0

    def asked(self, state: State) -> bool:
        """Whether the log asks for a resource between what is explained and the end of the unit."""
        seat = state.pos.seat
        head = self.match.head(state, seat)
        start = head if head < NEVER else state.hi
        return any(start <= at < state.hi for at in self.choices)


def _lay_dice(die: Offer, others: list[int], state: State) -> None:
    """Lay the dice of a loose bridge so that one can be taken from its end."""
    pos = state.pos
    colour, pips, end = die
    rest = [*others, *[0] * (len(pos.bridges[colour]) - 1 - len(others))]
    pos.bridges[colour] = [pips, *rest] if end == "<" else [*rest, pips]
    pos.ends[colour] = ends(pos, colour)
    low, high = state.bounds[colour]
    bounds = list(state.bounds)
    bounds[colour] = (max(low, pips), high) if end == "<" else (low, min(high, pips))
    state.bounds = tuple(bounds)
    settle(state)
    ask_again(state)


@lru_cache(maxsize=1024)
def _settled(options: tuple[Tiles, ...]) -> bool:
    """Whether all tile orders that a room may have show the same colours."""
    return len({frozenset(tiles) for tiles in options}) == 1
