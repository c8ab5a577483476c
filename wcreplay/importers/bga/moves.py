"""Which options of a decision may be what the log shows: few, the likeliest first.

Every list is in ranks: options of rank 0 are all tried; those of a higher rank only if no option of a lower
one leads to a reading of the unit. An option with an anchor is a step of the log.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, Final, NamedTuple

from wcreplay.engine.decision import Decision
from wcreplay.games.white_castle import accounts as acc
from wcreplay.games.white_castle import effects as fx
from wcreplay.games.white_castle.components import ROOMS, Card, load
from wcreplay.games.white_castle.dice import VALUES, takeable
from wcreplay.games.white_castle.effects import Effect
from wcreplay.games.white_castle.gains import CHECKPOINTS
from wcreplay.games.white_castle.nodes import Gardens, Group, Refill, Units
from wcreplay.games.white_castle.resolve import HANDLERS

from . import dice as book
from . import hidden as hid
from .foresight import RESOURCES, Foresight, Head
from .hidden import Hidden
from .match import Matcher, State
from .setting import Setting
from .timeline import NEVER, Anchor

_LANTERN: Final = (Effect(fx.LANTERN),)
_EXCHANGES: Final = {"x:c": (acc.COIN, 1), "x:f": (acc.FOOD, 2), "x:i": (acc.IRON, 2), "x:p": (acc.PEARL, 2)}
_CLIMB = re.compile(r"([gsd])\^(s[123]|d[12]|m[123]?)(?:\.([123]))?")


class Move(NamedTuple):
    """An option that may be what was played: its rank, text, the step it is, and how to prepare a position.

    ``prepare`` names a fact that the position is given first: ``tiles``, ``well``, ``daimyo``, ``room``, with
    the possibilities that are left then.
    """

    rank: int
    text: str
    anchor: Anchor | None = None
    hidden: Hidden | None = None
    prepare: Callable[[State], None] | None = None


class Moves:
    """The options of a game's decisions that fit its log."""

    def __init__(self, match: Matcher, dice: book.DiceBook, setting: Setting, choices: list[int]) -> None:
        """Look at the log of a game; ``choices`` are the events that ask for a resource.

        Set ``full`` to leave out nothing that only rests on which cards events name.
        """
        self.match = match
        self.sight = Foresight(match)
        self.dice = dice
        self.setting = setting
        self.choices = choices
        self.full = False
        self.by_kind: dict[str, Callable[[State, Decision], list[Move]]] = {
            "roll": self.roll,
            "draft": self.draft,
            "die": self.die,
            "lantern": self.lantern,
            "units": self.units,
            "order": self.order,
            "action": self.action,
            "checkpoint": self.checkpoint,
            "well": self.well,
            "refill": self.refill,
            "garden": self.garden,
            "close": self.close,
        }

    def of(self, state: State) -> list[Move]:
        """Return the moves at the decision that a state stands at, by rank."""
        decision = state.pos.decision
        assert decision is not None
        moves = self.by_kind[decision.kind](state, decision)
        if len(moves) > 1:
            moves.sort(key=lambda move: move.rank)
        return moves

    # -- chance --------------------------------------------------------------------------------

    def roll(self, state: State, decision: Decision) -> list[Move]:
        """Return the rolls of a bridge that the log allows."""
        pos = state.pos
        colour = "cbw".index(next(iter(decision.options))[0])
        number = max(pos.round, 1) - 1
        return [Move(0, text) for text in book.rolls(self.dice, number, colour, pos.setup.seats)]

    def refill(self, state: State, decision: Decision) -> list[Move]:
        """Return the card that was turned up after the climb."""
        node = state.pos.stack[-1]
        assert isinstance(node, Refill)
        if node.empty:
            return [Move(0, "/-")]
        last = self.match.last_anchor(state, state.pos.seat)
        return [Move(0, f"/{self.setting.refills.get(last.at, '_')}")]

    # -- the draft -----------------------------------------------------------------------------

    def draft(self, state: State, decision: Decision) -> list[Move]:
        """Return the pair that was taken; all pairs if the log does not show its card."""
        seat = state.pos.seat
        own = self.match.line.starting[seat].get("R")
        if own is not None:
            return [Move(0, own)] if own in decision.options else []
        return [Move(0, text) for text in decision.options]

    # -- dice ----------------------------------------------------------------------------------

    def die(self, state: State, decision: Decision) -> list[Move]:
        """Return the placements that the next die may be, or the exchange before it."""
        pos, match = state.pos, self.match
        seat = pos.seat
        anchor = match.next_anchor(state, seat)
        if anchor is None or anchor.kind != "d":
            return []
        moves = self.exchanges(state, decision, before=anchor.at)
        narrowed = self.see_offers(state, anchor.number)
        if narrowed is None:
            return moves
        rank = 1 if moves else 0
        for text, colour in self.die_texts(state, anchor):
            moves.extend(self.placements(state, narrowed, anchor, text, colour, rank))
        return moves

    def die_texts(self, state: State, anchor: Anchor) -> Iterator[tuple[str, int]]:
        """Yield each takeable die that may be the one placed, with its colour."""
        per_round = 3 * state.pos.setup.seats
        name = self.dice.placed[anchor.number]
        die = self.dice.rounds[anchor.number // per_round].dice.get(name)
        for offer in takeable(state.pos):
            if die is not None and (
                offer.colour != die.colour
                or (die.pips and offer.pips != die.pips)
                or (die.end and offer.end != die.end)
            ):
                continue
            yield f"{'cbw'[offer.colour]}{offer.pips}{offer.end}", offer.colour

    def placements(
        self, state: State, hidden: Hidden, anchor: Anchor, die: str, colour: int, rank: int
    ) -> list[Move]:
        """Return the moves of a die to its space, one for each outcome that is still possible."""
        space = anchor.what
        text = die + space
        if space == "w":
            return [move._replace(text=text, anchor=anchor) for move in self.wells(state, hidden, rank)]
        if space not in ROOMS:
            return [Move(rank, text, anchor, hidden, None if hidden is state.hidden else settle)]
        room = ROOMS.index(space)
        options = [tiles for tiles in hidden.tiles[room] if colour in tiles]
        groups = hid.by_places(options, colour)
        here = state.pos.rooms[room]
        cards = [here] if here is not None else self.cards_of(state, room)
        moves = []
        for card in cards:
            prepare = _room_setter(room, "" if here is not None else card.id)
            for places, tiles in groups.items():
                fired = [card.blocks[place].whole for place in places]
                if len(groups) == 1 or self.sight.follows(state, fired):
                    narrowed = hid.with_tiles(hidden, room, tiles)
                    moves.append(Move(rank, text, anchor, narrowed, prepare))
        return moves

    def cards_of(self, state: State, room: int) -> list[Card]:
        """Return the cards that may lie in a room whose card is not known, likeliest first."""
        unseen = state.pos.unseen[room > 2]
        likely = [unseen[card] for card in self.setting.candidates.get(room, []) if card in unseen]
        later = set(self.setting.refills.values())
        return likely or [card for name, card in unseen.items() if name not in later]

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
                for room, space in enumerate(ROOMS):
                    if space in spaces:
                        found = hid.admitting(hidden, room, die.colour, True)
                    elif current and die.pips and self.affordable(state, room, die.pips, coins):
                        found = hid.admitting(hidden, room, die.colour, False)
                    else:
                        continue
                    if found is None:
                        return None
                    hidden = found
        return hidden

    def affordable(self, state: State, room: int, pips: int, coins: int) -> bool:
        """Whether only its colour can keep a die out of a room."""
        placed = state.pos.placed[room]
        if len(placed) >= (1 if state.pos.setup.seats == 2 else 2):
            return False
        covered = placed[-1].pips if placed else VALUES[room]
        return pips + coins >= covered

    # -- the well ------------------------------------------------------------------------------

    def well(self, state: State, decision: Decision) -> list[Move]:
        """Return the use of a granted well, and to leave it."""
        moves = self.exchanges(state, decision)
        rank = 1 if moves else 0
        used = self.wells(state, state.hidden, rank)
        return [*moves, *used, Move(rank + bool(used), "-w")]

    def wells(self, state: State, hidden: Hidden, rank: int) -> list[Move]:
        """Return the use of the well with each pair of tiles that may lie there."""
        if len(hidden.wells) == 1:
            if not self.well_fits(state, hidden.wells[0]):
                return []
            return [Move(rank, "", None, hidden, None if hidden is state.hidden else settle)]
        moves = []
        for pair in hidden.wells:
            if self.well_fits(state, pair):
                narrowed = hid.Hidden(hidden.tiles, (pair,), hidden.daimyos)
                moves.append(Move(rank, "", None, narrowed, settle))
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

    # -- gains ---------------------------------------------------------------------------------

    def lantern(self, state: State, decision: Decision) -> list[Move]:
        """Return to collect the Lantern of a left die or to leave it, as far as either may be."""
        moves = self.exchanges(state, decision)
        rank = 1 if moves else 0
        told = self.sight.lantern_told(state) if not self.full else None
        if told is False or not self.sight.follows(state, _LANTERN):
            return [*moves, Move(rank, "-L")]
        return [*moves, Move(rank, ""), *([] if told else [Move(rank + 1, "-L")])]

    def units(self, state: State, decision: Decision) -> list[Move]:
        """Return the choices of resources that the log may state, those lost to a full track last."""
        moves = self.exchanges(state, decision)
        rank = 1 if moves else 0
        pos = state.pos
        seat, row = pos.seat, pos.ledger.balances[pos.seat]
        node = pos.stack[-1]
        assert isinstance(node, Units)
        room = {letter: acc.RESOURCE_CAP - row[account] for letter, account in RESOURCES}
        coming = {
            letter: self.match.ahead(state, seat, account) if room[letter] else 0
            for letter, account in RESOURCES
        }
        first = self.first_units(state, node.n)
        for text in decision.options:
            if text[:1] != "+":
                continue
            counts = [(letter, text.count(letter)) for letter in "fip"]
            if all(min(count, room[letter]) <= coming[letter] for letter, count in counts):
                lost = any(count > room[letter] for letter, count in counts)
                moves.append(Move(rank + (lost or first not in ("", text)), text))
        return moves

    def first_units(self, state: State, n: int) -> str:
        """Return the units of resources that come next, behind the prompt for them; empty if too few do."""
        seat = state.pos.seat
        head = self.match.head(state, seat)
        first = self.choices[place] if (place := bisect_left(self.choices, head)) < len(self.choices) else 0
        if place and self.choices[place - 1] > state.seen:
            first = self.choices[place - 1]  # a gain that is stated before it belongs to something else
        coming: list[tuple[int, str]] = []
        for letter, account in RESOURCES:
            for atom in self.match.coming(state, seat, account):
                if first < state.hi and atom.at > first:
                    coming.extend([(atom.at, letter)] * atom.delta)
        return "+" + "".join(sorted(letter for _, letter in sorted(coming)[:n])) if len(coming) >= n else ""

    def order(self, state: State, decision: Decision) -> list[Move]:
        """Return to go on, and the marks of another order; these first if the next event is a step."""
        moves = self.exchanges(state, decision)
        rank = 1 if moves else 0
        acts = self.match.acts(state, state.pos.seat)
        moves.append(Move(rank + acts, ""))
        moves.extend(self.reorderings(state, decision.options, rank + (not acts)))
        return moves

    def reorderings(self, state: State, options: Any, rank: int) -> list[Move]:
        """Return the marks of another order, but for those that would only undo the marks before."""
        before: list[str] = []
        for step in state.back():
            if step.text[:1] != ">":
                break
            before.append(step.text)
        return [Move(rank, text) for text in options if text[:1] == ">" and text not in before]

    def checkpoint(self, state: State, decision: Decision) -> list[Move]:
        """Return to pay a checkpoint, if its seals are paid next, and to refuse it."""
        moves = self.exchanges(state, decision)
        rank = 1 if moves else 0
        seat = state.pos.seat
        due = CHECKPOINTS[state.pos.ledger.balances[seat][acc.TIME]]
        atom = self.match.next_atom(state, seat, acc.SEAL)
        if atom is not None and atom.delta < 0 and -atom.delta <= due:
            moves.append(Move(rank, ""))
            rank += 1
        moves.append(Move(rank, "-T"))
        return moves

    def close(self, state: State, decision: Decision) -> list[Move]:
        """Return to end the unit, or the exchange before that."""
        if self.match.head(state, state.pos.seat) == NEVER:
            return [Move(0, "")]
        moves = self.exchanges(state, decision)
        return [*moves, Move(1 if moves else 0, "")]

    # -- exchanges -----------------------------------------------------------------------------

    def exchanges(self, state: State, decision: Decision, before: int = NEVER) -> list[Move]:
        """Return the exchange that the next events are, if they look like one."""
        seat = state.pos.seat
        match = self.match
        seal = match.next_atom(state, seat, acc.SEAL)
        if seal is None or seal.delta >= 0 or seal.at >= before:
            return []
        head = match.head(state, seat)
        moves = []
        for text, (account, price) in _EXCHANGES.items():
            atom = match.next_atom(state, seat, account)
            if atom is None or atom.cards is not None or atom.die or min(atom.at, seal.at) != head:
                continue
            times, rest = divmod(-seal.delta, price)
            if decision.options.get(text) is None:
                continue
            if atom.delta == times and not rest and self.adjacent(state, seat, seal.at, atom.at):
                moves.append(Move(0, text))
        return moves

    def adjacent(self, state: State, seat: int, one: int, other: int) -> bool:
        """Whether no step of the seat lies between two events."""
        anchor = self.match.next_anchor(state, seat)
        low, high = min(one, other), max(one, other)
        return anchor is None or not low < anchor.at < high

    # -- actions -------------------------------------------------------------------------------

    def action(self, state: State, decision: Decision) -> list[Move]:
        """Return the step that comes next, main-board and domain actions, and to decline."""
        moves = self.exchanges(state, decision)
        rank = 1 if moves else 0
        head = self.sight.head(state)
        if head[0] == NEVER:
            return [Move(0, "")]
        anchor = self.match.next_anchor(state, state.pos.seat)
        options = decision.options
        direct = self.steps(state, anchor, options, rank) if anchor is not None else []
        moves.extend(direct)
        later = rank + bool(direct)
        moves.extend(self.board(state, [text for text in options if text[:2] in ("B:", "P:")], later, head))
        if state.trail is None or state.trail[0].text[:1] != "@":  # a garden without its action was not used
            moves.append(Move(later, ""))  # a block without effect is less likely than none: both are tried
        moves.extend(self.reorderings(state, options, later + 1))
        return moves

    def steps(self, state: State, anchor: Anchor, options: Any, rank: int) -> list[Move]:
        """Return the options that are the step of an anchor."""
        kind, what = anchor.kind, anchor.what
        if kind == "Q":
            return [Move(rank, "Q", anchor)] if "Q" in options else []
        if kind == "W":
            prices = what if what != "_" else "531"
            return [Move(rank, f"W{price}", anchor) for price in prices if f"W{price}" in options]
        if kind == "G":
            if what != "_":
                return [Move(rank, f"G:{what}", anchor)] if f"G:{what}" in options else []
            return [Move(rank, text, anchor) for text in options if text[:2] == "G:"]
        return self.climbs(state, anchor, options, rank) if kind == "^" else []

    def climbs(self, state: State, anchor: Anchor, options: Any, rank: int) -> list[Move]:
        """Return the climbs that an anchor may be."""
        moves = []
        for text in options:
            match = _CLIMB.fullmatch(text)
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
                hid.Hidden(hidden.tiles, hidden.wells, tuple(cards)),
                settle,
            )
            for cards in hid.by_slot(hidden.daimyos, int(place[1]) - 1)
            if self.sight.follows(state, load().daimyo[cards[0]][int(place[1]) - 1].effects)
        ]

    def board(self, state: State, texts: list[str], rank: int, head: Head) -> list[Move]:
        """Return the blocks and rows that may be used, and what a block says about the tile beside it."""
        pos, hidden = state.pos, state.hidden
        node = pos.stack[-1]
        effects = node.effects if isinstance(node, Group) else ()
        colour = next((effect.what for effect in effects if effect.kind == fx.BOARD_COLOUR), -1)
        every = any(effect.kind == fx.BOARD_ANY for effect in effects)
        light = every or any(effect.kind == fx.BOARD_LIGHT for effect in effects)
        moves = [Move(rank, text) for text in texts if text[0] == "P"]
        if not light and colour < 0:
            return moves
        for room, card in enumerate(pos.rooms):
            options, given = hidden.tiles[room], pos.setup.tiles[room]
            for place, block in enumerate(card.blocks if card is not None else ()):
                text = f"B:{ROOMS[room]}.{place + 1}"
                if not self.sight.follows(state, block.effects) or not self.sight.acted(state, block.effects):
                    continue
                paid = any(effect.coins for effect in effects) and head[1] == acc.COIN and head[2] < 0
                late = rank + (not paid and not self.sight.begins(state, block.effects, head))
                if colour < 0:
                    if text in texts:
                        moves.append(Move(late, text))
                    continue
                for matching in (True, False):
                    if not matching and not (every or (light and not block.dark)):
                        continue
                    tiles = tuple(option for option in options if (option[place] == colour) == matching)
                    if tiles and not (given in tiles and text not in texts):
                        moves.append(Move(late, text, None, hid.with_tiles(hidden, room, tiles), settle))
        return moves

    def garden(self, state: State, decision: Decision) -> list[Move]:
        """Return the gardens whose use may be what comes next; none if nothing is left to explain."""
        moves = self.exchanges(state, decision)
        rank = 1 if moves else 0
        pos = state.pos
        head = self.sight.head(state)
        if head[0] == NEVER:
            return [*moves, Move(rank, "")]
        node = pos.stack[-1]
        assert isinstance(node, Gardens)
        for place in node.places:
            garden = pos.garden_cards[place]
            if garden is not None and self.sight.follows(state, garden.effects):
                first = self.sight.begins(state, garden.effects, head)
                moves.append(Move(rank + (not first), f"@{garden.id}"))
        moves.append(Move(rank + 1, ""))
        return moves


# -- preparing a position ----------------------------------------------------------------------------------


def _room_setter(room: int, card: str) -> Callable[[State], None]:
    """Return what gives a room its card, should it not be known, and settles the rest."""
    if not card:
        return settle

    def prepare(state: State) -> None:
        hid.install_room(state.pos, room, card)
        settle(state)

    return prepare


def settle(state: State) -> None:
    """Give the position facts that are still possible, where those it has are not."""
    pos, hidden = state.pos, state.hidden
    changed = False
    for room, options in enumerate(hidden.tiles):
        if pos.setup.tiles[room] not in options:
            hid.install_tiles(pos, room, options[0])
            changed = True
    if pos.setup.well not in hidden.wells:
        hid.install_well(pos, hidden.wells[0])
    if pos.setup.daimyo not in hidden.daimyos:
        hid.install_daimyo(pos, hidden.daimyos[0])
    if changed:  # the decision may depend on the tiles
        node = pos.stack[-1]
        pos.decision = HANDLERS[type(node)](pos, node)


@lru_cache(maxsize=1024)
def _settled(options: tuple[hid.Tiles, ...]) -> bool:
    """Whether all tile orders that a room may have show the same colours."""
    return len({frozenset(tiles) for tiles in options}) == 1
