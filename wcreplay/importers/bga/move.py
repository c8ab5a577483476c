"""A move of the search: an option that may be what was played, and the facts it gives a position."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from wcreplay.engine.decision import Decision
from wcreplay.games.white_castle import accounts as acc
from wcreplay.games.white_castle.components import Card, load
from wcreplay.games.white_castle.resolve import HANDLERS

from . import hidden as hid
from .dice import DiceBook
from .foresight import Foresight
from .match import ASKED, Matcher
from .possibilities import Hidden, Tiles
from .setting import Setting
from .state import State
from .timeline import NEVER, Anchor

_EXCHANGES: Final = {"x:c": (acc.COIN, 1), "x:f": (acc.FOOD, 2), "x:i": (acc.IRON, 2), "x:p": (acc.PEARL, 2)}

Prepare = Callable[[State], None]
"""What makes a position ready for a move."""


class Move:
    """An option that may be what was played.

    Moves of rank 0 are all tried, those of a higher rank only if no move of a lower one leads to a reading.
    ``anchor`` is the step of the log that the move is. ``hidden`` is what is possible then, and ``prepare``
    gives the position facts that fit it.
    """

    __slots__ = ("anchor", "hidden", "prepare", "rank", "text")

    def __init__(
        self,
        rank: int,
        text: str,
        anchor: Anchor | None = None,
        hidden: Hidden | None = None,
        prepare: Prepare | None = None,
    ) -> None:
        """Propose an option."""
        self.rank = rank
        self.text = text
        self.anchor = anchor
        self.hidden = hidden
        self.prepare = prepare


class Context:
    """What all that propose moves share.

    ``choices`` are the events that ask for a resource. ``full`` leaves out nothing that only rests on which
    cards events name.
    """

    def __init__(self, match: Matcher, dice: DiceBook, setting: Setting, choices: list[int]) -> None:
        """Look at the log of a game."""
        self.match = match
        self.sight = Foresight(match)
        self.dice = dice
        self.setting = setting
        self.choices = choices
        self.full = False

    def cards_at(self, state: State, room: int, places: Tiles) -> Iterator[tuple[tuple[str, ...], Card]]:
        """Yield the cards that a room may have, grouped by blocks, each with the first of its group.

        A room whose card is known yields no names.
        """
        possible = state.hidden.rooms[room]
        here = state.pos.rooms[room]
        if not possible:
            if here is not None:
                yield (), here
            return
        parts = load()
        for cards in hid.by_blocks(possible, places):
            yield cards, parts.stewards.get(cards[0]) or parts.diplomats[cards[0]]

    def exchanges(
        self, state: State, decision: Decision, *, more: bool = False, before: int = NEVER
    ) -> list[Move]:
        """Return the exchange that the next events are, if they look like one; ``more`` is asked first."""
        seat = state.pos.seat
        match = self.match
        seal = match.next_atom(state, seat, acc.SEAL)
        if seal is None or seal.delta >= 0 or seal.at >= before:
            return []
        head = match.head(state, seat)
        later = more
        if decision.kind not in ("order", "die") and match.said_gain(state):
            later = True  # what the line is about begins before the exchange
        moves = []
        for text, (account, price) in _EXCHANGES.items():
            atom = match.next_atom(state, seat, account)
            if atom is None or atom.cards is not None or atom.die or min(atom.at, seal.at) != head:
                continue
            times, rest = divmod(-seal.delta, price)
            if decision.options.get(text) is None:
                continue
            if atom.delta == times and not rest and self.adjacent(state, seat, seal.at, atom.at):
                strict = seal.at == head and atom.at == match.second(state, seat, seal)
                last = max(seal.at, atom.at)
                if match.prompts and decision.kind in ASKED and not match.asked_again(state, seat, last):
                    later = True  # the decision would be asked once more behind the exchange
                moves.append(Move(int(later) if strict else 2, text))
        return moves

    def plan(self, state: State, decision: Decision) -> tuple[list[Move], int, bool]:
        """Return the exchange that may come next, the rank of other moves, and whether more is asked first.

        If the log asks once more before its next event, the decision at hand causes none.
        """
        more = self.match.more_asked(state)
        moves = self.exchanges(state, decision, more=more)
        return moves, int(bool(moves) and not moves[0].rank), more

    def adjacent(self, state: State, seat: int, one: int, other: int) -> bool:
        """Whether no step of the seat lies between two events."""
        anchor = self.match.next_anchor(state, seat)
        low, high = min(one, other), max(one, other)
        return anchor is None or not low < anchor.at < high


# -- facts of a position -----------------------------------------------------------------------------------


def settle(state: State) -> None:
    """Give the position facts that are still possible, where those it has are not."""
    pos, hidden = state.pos, state.hidden
    changed = False
    if hidden.tiles is not state.laid:
        for room, options in enumerate(hidden.tiles):
            if state.laid and options is state.laid[room]:
                continue
            tiles = hid.in_common(options)
            if pos.setup.tiles[room] != tiles:
                hid.install_tiles(pos, room, tiles)
                changed = True
        state.laid = hidden.tiles
    if any(cards and pos.setup.rooms[room] not in cards for room, cards in enumerate(hidden.rooms)):
        hid.install_rooms(pos, hidden)
        changed = True
    if pos.setup.well not in hidden.wells:
        hid.install_well(pos, hidden.wells[0])
    if pos.setup.daimyo not in hidden.daimyos:
        hid.install_daimyo(pos, hidden.daimyos[0])
    for seat, cards in enumerate(hidden.actions):
        if cards and hid.install_action(pos, seat, cards):
            changed = True
    if changed:  # the decision may depend on these
        ask_again(state)


def ask_again(state: State) -> None:
    """Ask the decision of a position anew, after a fact that it depends on was given."""
    pos = state.pos
    if pos.stack:
        node = pos.stack[-1]
        pos.decision = HANDLERS[type(node)](pos, node)
