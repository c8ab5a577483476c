"""Which options of a decision may be what the log shows: few, the likeliest first."""

from __future__ import annotations

from bisect import bisect_left
from functools import partial
from operator import attrgetter
from typing import Final

from wcreplay.engine.decision import Decision
from wcreplay.games.white_castle import accounts as acc
from wcreplay.games.white_castle import effects as fx
from wcreplay.games.white_castle.components import load
from wcreplay.games.white_castle.effects import Effect
from wcreplay.games.white_castle.gains import CHECKPOINTS
from wcreplay.games.white_castle.nodes import Refill, Units

from . import dice as book
from .acting import Acting, reorderings
from .foresight import RESOURCES
from .move import Context, Move, ask_again, settle
from .placing import Placing
from .state import OPEN, State
from .timeline import NEVER

__all__ = ["Context", "Move", "Moves", "settle"]

_RANK: Final = attrgetter("rank")
_LANTERN: Final = (Effect(fx.LANTERN),)


class Moves:
    """The options of a game's decisions that fit its log."""

    def __init__(self, context: Context) -> None:
        """Propose moves for a game."""
        self.context = context
        self.match = context.match
        self.sight = context.sight
        self.dice = context.dice
        self.setting = context.setting
        self.choices = context.choices
        self.placing = Placing(context)
        self.acting = Acting(context)

    def of(self, state: State) -> list[Move]:
        """Return the moves at the decision that a state stands at, by rank."""
        decision = state.pos.decision
        assert decision is not None
        moves = self.by_kind(state, decision)
        if len(moves) > 1:
            moves.sort(key=_RANK)
        return moves

    def by_kind(self, state: State, decision: Decision) -> list[Move]:
        """Return the moves at a decision."""
        match decision.kind:
            case "action":
                return self.acting.action(state, decision)
            case "die":
                return self.placing.die(state, decision)
            case "lantern":
                return self.lantern(state, decision)
            case "order":
                return self.order(state, decision)
            case "close":
                return self.close(state, decision)
            case "well":
                return self.placing.well(state, decision)
            case "refill":
                return self.refill(state, decision)
            case "garden":
                return self.acting.garden(state, decision)
            case "units":
                return self.units(state, decision)
            case "roll":
                return self.roll(state, decision)
            case "checkpoint":
                return self.checkpoint(state, decision)
        return self.draft(state, decision)

    # -- chance --------------------------------------------------------------------------------

    def roll(self, state: State, decision: Decision) -> list[Move]:
        """Return the roll of a bridge."""
        pos = state.pos
        colour = "cbw".index(next(iter(decision.options))[0])
        text = book.roll(self.dice, max(pos.round, 1) - 1, colour, pos.setup.seats)
        return [Move(0, text, prepare=_rolled)] if text else []

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
        """Return the pair that was taken; those whose gains follow, if the log does not show its card."""
        starting = self.match.line.starting[state.pos.seat]
        resource, action = starting.get("R"), starting.get("A")
        cards = load().resources
        return [
            Move(0, text, prepare=partial(_pair, text, action) if action is not None else None)
            for text in decision.options
            if text == resource or (resource is None and self.sight.follows(state, cards[text].gains))
        ]

    # -- gains ---------------------------------------------------------------------------------

    def lantern(self, state: State, decision: Decision) -> list[Move]:
        """Return to collect the Lantern of a left die or to leave it, as far as either may be."""
        moves, rank, more = self.context.plan(state, decision)
        told = self.sight.lantern_told(state) if not self.context.full else None
        if told is False or not self.sight.follows(state, _LANTERN):
            return [*moves, Move(rank, "-L")]
        if self.match.line.lanterns:
            said = self.match.said_lantern(state)
            if said:
                for move in moves:
                    move.rank = 1
                return [*moves, Move(0, ""), Move(1, "-L")]
            return [*moves, Move(rank, "-L"), Move(rank + 1, "")]
        return [*moves, Move(rank + more, ""), *([] if told else [Move(rank + (not more), "-L")])]

    def units(self, state: State, decision: Decision) -> list[Move]:
        """Return the choices of resources that the log may state, those lost to a full track last."""
        moves, rank, more = self.context.plan(state, decision)
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
                silent = all(count == 0 or not room[letter] for letter, count in counts)
                odd = not silent if more else lost or first not in ("", text)
                moves.append(Move(rank + odd, text))
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
        moves, rank, more = self.context.plan(state, decision)
        acts = more or self.match.acts(state, state.pos.seat)
        moves.append(Move(rank + acts, ""))
        moves.extend(reorderings(state, decision.options, rank + (not acts)))
        return moves

    def checkpoint(self, state: State, decision: Decision) -> list[Move]:
        """Return to pay a checkpoint, if its seals are paid next, and to refuse it."""
        moves, rank, more = self.context.plan(state, decision)
        seat = state.pos.seat
        due = CHECKPOINTS[state.pos.ledger.balances[seat][acc.TIME]]
        atom = self.match.next_atom(state, seat, acc.SEAL)
        if atom is not None and atom.delta < 0 and -atom.delta <= due:
            moves.append(Move(rank + more, ""))
            rank += not more
        moves.append(Move(rank, "-T"))
        return moves

    def close(self, state: State, decision: Decision) -> list[Move]:
        """Return to end the unit, or the exchange before that."""
        if self.match.head(state, state.pos.seat) == NEVER:
            return [Move(0, "")]
        moves, rank, _ = self.context.plan(state, decision)
        return [*moves, Move(rank, "")]


def _pair(resource: str, action: str, state: State) -> None:
    """Pair the action card that a seat is known to have with its resource card."""
    pos = state.pos
    if (resource, action) not in pos.pairs:
        pos.pairs = [(card, action if card == resource else other) for card, other in pos.pairs]
        ask_again(state)


def _rolled(state: State) -> None:
    """Forget the bounds of the round before."""
    state.bounds = OPEN
