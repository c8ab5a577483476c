"""Finding the decisions: unit by unit, the readings of the log that the rules allow.

A *reading* of a unit (a pick, a turn, an activation) is a way through its decisions that posts what the log
states. Every unit is read with no cost first (see match.py), and with more only where there is no other way.
A unit with several readings keeps them: if a later unit cannot be read, the search comes back to them.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from heapq import heappop, heappush
from typing import Any, Final

import msgspec

from wcreplay.games.white_castle.position import Position

from . import dice as book
from .found import Found, Path, Reading
from .hidden import differing, open_gardens, union
from .hidden import possible as can_be
from .match import ASKED, Matcher
from .moves import Context, Move, Moves, settle
from .possibilities import Hidden
from .setting import Setting
from .state import State
from .timeline import NEVER, Timeline

_ANY: Final = 1 << 30
_LIMITS: Final = ((0, 0), (0, _ANY), (2, _ANY), (1000, _ANY))
"""The most that a reading may cost, and in how much it may differ from what the log asks for."""
_READINGS: Final = 24
"""Readings of a unit that are looked for, three times as many in a full search."""
_TRIES: Final = 4000
"""Choices tried for one unit and cost, and twenty times as many for a game."""
_EASY: Final = _TRIES - 24
"""What is left of them when a unit turns out not to be easy, so that remembering dead ends pays."""


class Search:
    """The search through one game."""

    def __init__(
        self,
        line: Timeline,
        dice: book.DiceBook,
        setting: Setting,
        hidden: Hidden,
        choices: list[int],
        accept: Callable[[Found], bool],
    ) -> None:
        """Prepare to read a game from its setting; a whole reading that is not accepted is gone on from."""
        self.line = line
        self.match = Matcher(line)
        self.context = Context(self.match, dice, setting, choices)
        self.moves = Moves(self.context)
        self.choices = choices
        self.accept = accept
        self.setting = setting
        self.hidden = msgspec.structs.replace(hidden, rooms=setting.rooms, actions=setting.actions)
        self.tries = 0
        self.limit = 0
        self.odd = 0
        self.budget = 0
        self.full = False
        self.dead: set[tuple[Any, ...]] = set()
        self.found: list[State] = []

    def run(self) -> Found:
        """Read the game as far as it can be read; should it fail, once more with unlikely choices too."""
        found, accepted = self._run()
        if not accepted and self.tries < _TRIES:
            self.full = self.context.full = True
            again, accepted = self._run()
            if accepted or again.state.unit > found.state.unit:
                return again
        return found

    def _run(self) -> tuple[Found, bool]:
        """Read the game unit by unit; where one cannot be read, with other readings of those before it.

        Whether the end is one to be accepted comes with it.

        Games with fewer choices other than the likeliest come first, and of these the latest choices. A unit
        that can only be read against the order of events or against the prompts counts as two.
        """
        state = State(Position(self.setting.setup), self.hidden)
        state.hidden = msgspec.structs.replace(self.hidden, gardens=open_gardens(state.pos))
        settle(state)
        self._open(state)
        deepest, best, path, odd = state, None, None, 0
        others: list[tuple[int, int, int, State, Path, bool]] = []
        visited: set[tuple[Any, ...]] = set()
        whole: Found | None = None
        while True:
            before = len(visited)
            visited.add((state.unit, *_situation(state)))
            readings: list[State] = []
            if state.pos.decision is None:
                found = self._result(state, path, whole=True)
                if self.accept(found):
                    return found, True
                whole = whole or found
            elif len(visited) > before:
                readings = self.read_unit(state)
            if state.unit > deepest.unit:
                deepest, best = state, path
            if not readings:
                if not others or self.tries > 20 * _TRIES:
                    return whole or self._result(deepest, best, whole=False), False
                odd, _, _, state, path, opened = heappop(others)
                state = state if opened else self._next(state)
                continue
            chosen = readings[0]
            known = {_situation(chosen)} if len(readings) > 1 else set()
            for other in readings[1:]:
                if (future := _situation(other)) not in known:
                    known.add(future)
                    entry = (path, self._reading(state, other, (), readings[:1]))
                    number = len(visited) * 1000 + len(known)
                    heappush(others, (odd + 1, -state.unit, number, other, entry, False))
            ties = tuple(other for other in readings[1:] if self.likelihood(other) == self.likelihood(chosen))
            same_cost = [other for other in readings[1:] if other.cost == chosen.cost]
            path = (path, self._reading(state, chosen, ties, same_cost))
            doubtful = chosen.cost or (chosen.odd and not self.line.undone)
            state = self._next(chosen)
            if others and (doubtful or self._pauses_elsewhere(state)):
                heappush(others, (odd + 2, -state.unit, len(visited) * 1000, state, path, True))
                odd, _, _, state, path, opened = heappop(others)
                state = state if opened else self._next(state)

    def _pauses_elsewhere(self, state: State) -> bool:
        """Whether the log has more or fewer turns at a round's end than the reading so far."""
        line, pos = self.line, state.pos
        if not line.pauses or state.pos.decision is None:
            return False
        if pos.phase == "gardens":
            return state.end == state.hi
        if pos.phase == "turn" and pos.turn == 1 and pos.round > 1:
            start = self._after((pos.round - 1) * 3 * line.seats - 1)
            return bisect_left(line.pauses, start) > bisect_right(line.pauses, state.start)
        return False

    def _reading(
        self, start: State, chosen: State, ties: tuple[State, ...], possible: Iterable[State]
    ) -> Reading:
        other = frozenset(
            name
            for tie in possible
            for name in (*differing(chosen.hidden, tie.hidden), *_laid_otherwise(chosen, tie))
        )
        steps, lanterns = chosen.steps(), chosen.lanterns
        return Reading(start.label, start.seat, steps, ties, chosen.cost, chosen.hidden, other, lanterns)

    def _result(self, state: State, path: Path, *, whole: bool) -> Found:
        readings = []
        while path is not None:
            path, reading = path
            readings.append(reading)
        actions = [cards.get("A", "") for cards in self.line.starting]
        asked = bool(self.line.prompts) or not any(
            step.kind in ASKED for reading in readings for step in reading.steps
        )
        return Found(state, whole, readings[::-1], self.match.reason, actions, self.tries, asked)

    # -- units ---------------------------------------------------------------------------------

    def sorted(self, found: list[State]) -> list[State]:
        """Return readings, likeliest first.

        Those that differ only in when seals were exchanged are one, and so are those that differ in what is
        hidden: any of it stays possible.
        """
        unique: dict[tuple[Any, ...], State] = {}
        for state in sorted(found, key=self.likelihood):
            same = unique.setdefault(_gist(state), state)
            if same is not state and same.cost == state.cost:
                same.hidden = union(same.hidden, state.hidden)
        return list(unique.values())

    def likelihood(self, state: State) -> tuple[int, int, int, int]:
        """Return what makes a reading unlikely.

        That is its cost, decisions and choices of a resource that the log did not ask for (or the other way
        round), disorder, and the number of choices that are not to go on.
        """
        words = [step.text for step in state.back() if step.text]
        odd = state.odd
        if self.choices:
            chosen = [text for text in words if text[0] == "+"]
            asked = sum(1 for at in self.choices if state.lo <= at < state.hi)
            odd += max(0, len(chosen) - asked, asked - sum(len(text) - 1 for text in chosen))
            odd += sum(1 for step in state.back() if step.text[:1] == "+" and step.move.rank)
        return state.cost, odd, state.disorder, len(words)

    def read_unit(self, start: State) -> list[State]:
        """Return the readings of the unit that a state begins, likeliest first."""
        for limit, self.odd in _LIMITS:
            if self.odd < _ANY and not (self.line.prompts or self.line.lanterns):
                continue
            self.limit = limit
            self.found = []
            self.budget = _TRIES
            self.dead = set()
            self._explore(start.clone())
            if self.found:
                return self.sorted(self.found)
        return []

    def _explore(self, state: State) -> bool:
        """Go on from a state to the ends of its unit; true if there was one."""
        match = self.match
        while True:
            if state.pos.unit_number != state.unit or state.pos.decision is None:
                if not self._may_end(state):
                    return False
                cost, odd = match.left_over(state, state.seat)
                state.cost += cost
                state.odd += odd
                self.found.append(state)
                return True
            moves = self.moves.of(state)
            if not moves:
                match.note_failure(state, state.pos.seat, ("none",))
                return False
            if len(moves) > 1:
                return self._branch(state, moves) if self.budget > _EASY else self._once(state, moves)
            if self._fails(state, moves[0]) or not self._take(state, moves[0]):
                return False

    def _once(self, state: State, moves: list[Move]) -> bool:
        """Branch, unless another order of the same choices led to the same state, and nowhere from there."""
        pos = state.pos
        key = (
            tuple(state.pointers),
            tuple(state.owed),
            (state.cost, state.odd, state.asked, state.lanterns, state.moved),
            state.hidden,
            state.copies,
            tuple(pos.stack),
            len(pos.history) if self.full else 0,
            moves[0].text,
        )
        if key in self.dead:
            return False
        reached = self._branch(state, moves)
        if not reached:
            self.dead.add(key)
        return reached

    def _branch(self, state: State, moves: list[Move]) -> bool:
        """Try moves rank by rank until one rank leads to a reading, the last one without a copy."""
        rank, reached = moves[0].rank, False
        last = len(moves) - 1
        enough = 3 * _READINGS if self.full else _READINGS
        alone = not self.full and moves[1].rank != rank  # the likeliest one is tried whatever came before
        for number, move in enumerate(moves):
            if move.rank != rank:
                if reached and not self.full:
                    return True
                rank = move.rank
            if (self.budget <= 0 or len(self.found) >= enough) and not (alone and number == 0):
                break
            if self._fails(state, move):
                continue
            trial = state if number == last else state.clone()
            if self._take(trial, move) and self._explore(trial):
                reached = True
        return reached

    def _fails(self, state: State, move: Move) -> bool:
        """Whether a move leads nowhere, as far as that can be told without taking it."""
        self.tries += 1
        self.budget -= 1
        if move.hidden is not None and move.hidden is not state.hidden and not can_be(move.hidden):
            return True
        decision = state.pos.decision
        return (
            not move.text and decision is not None and decision.kind == "close" and not self._may_end(state)
        )

    def _may_end(self, state: State) -> bool:
        """Whether a unit that ends here is a reading."""
        if not self.match.explained(state, state.seat):
            return False
        cost, odd = self.match.left_over(state, state.seat)
        return state.cost + cost <= self.limit and state.odd + odd <= self.odd

    def _take(self, state: State, move: Move) -> bool:
        """Take a move; false if it is not what the log states, or only at a higher cost."""
        if move.hidden is not None:
            state.hidden = move.hidden
        if move.prepare is not None:
            move.prepare(state)
        known = state.hidden
        if not self.match.apply(state, move.text, move.anchor, move):
            return False
        if state.hidden is not known:  # the log has told which card lies in a room
            settle(state)
        if state.cost <= self.limit and state.odd <= self.odd:
            return True
        self.match.note_failure(state, state.seat, ("cost", move.text))
        return False

    def _next(self, state: State) -> State:
        """Begin the unit after one that was read."""
        state.cost = state.disorder = state.odd = state.asked = state.lanterns = 0
        state.last = None
        self._open(state)
        return state

    def _open(self, state: State) -> None:
        """Note which events a unit may explain and which it must."""
        pos = state.pos
        before = state.start = state.end if state.end < NEVER else 0
        state.unit = pos.unit_number
        state.label = pos.label
        state.seat = pos.seat
        state.hi, state.must = self._window(pos)
        state.end = state.hi
        if pos.phase == "gardens":
            state.seen = max(state.seen, before)
            pauses = self.line.pauses
            first = bisect_right(pauses, state.seen)
            if first < len(pauses):  # the turns of a round's end are over where the log says so
                state.end = min(state.hi, pauses[first])
        state.lo = self.match.head(state, pos.seat) if pos.seat >= 0 else 0

    def _window(self, pos: Position) -> tuple[int, int]:
        """Return the events before which a unit's lie: those that it may and those that it must explain."""
        line = self.line
        dice = line.dice
        seats = line.seats
        if pos.phase == "setup":
            return 0, 0
        if pos.phase == "draft":
            first = dice[0][0] if dice else NEVER
            return first, 0 if pos.seat == pos.order[0] else first
        if pos.phase == "turn":
            number = (pos.round - 1) * 3 * seats + pos.turn - 1
            if number >= len(dice):
                return NEVER, 0
            if pos.turn < 3 * seats or number + 1 >= len(dice):
                following = dice[number + 1][0] if number + 1 < len(dice) else NEVER
                return following, following
            return self._round_end(number)
        return self._gardens(pos)

    def _round_end(self, number: int) -> tuple[int, int]:
        """Return the window of a round's last turn: it ends where the new turn order is told."""
        here, following = self.line.dice[number][0], self._after(number)
        herons = [stated.at for stated in self.line.orders if here < stated.at < following]
        if herons:
            return herons[-1], herons[0]
        return following, 0

    def _after(self, number: int) -> int:
        """Return where the next round begins after a turn: with its roll, else with its first die."""
        dice = self.line.dice
        here = dice[number][0]
        following = dice[number + 1][0] if number + 1 < len(dice) else NEVER
        rolls = [at for at in self.line.rolls if here < at < following]
        return rolls[0] if rolls else following

    def _gardens(self, pos: Position) -> tuple[int, int]:
        number = pos.round * 3 * self.line.seats - 1
        if number >= len(self.line.dice):
            return NEVER, 0
        end = self._after(number)
        told = end in self.line.rolls
        return end, end if told or pos.seat != pos.order[0] else 0


def _laid_otherwise(state: State, other: State) -> Iterator[str]:
    """Yield the names of yard tiles and gardens in use that another reading has otherwise."""
    setup, than = state.pos.setup, other.pos.setup
    for slot, (tile, tile_than) in enumerate(zip(setup.yards, than.yards, strict=True)):
        if tile != tile_than:
            yield f"yard {slot}"
    if state.hidden.bound != other.hidden.bound:
        for _, place in set(state.hidden.bound) ^ set(other.hidden.bound):
            yield f"garden {place}"
    for _, place in state.hidden.bound:
        if setup.gardens[place] != than.gardens[place]:
            yield f"garden {place}"


def _situation(state: State) -> tuple[Any, ...]:
    """Return all of a state between two units that later ones depend on."""
    pos = state.pos
    setup = pos.setup
    return (
        tuple(state.pointers),
        state.hidden,
        state.copies,
        state.bounds,
        (setup.gardens, setup.yards, setup.rooms),
        tuple(map(tuple, pos.ledger.balances)),
        tuple(card.id if card is not None else "" for card in (*pos.rooms, *pos.card)),
        tuple(map(tuple, pos.bridges)),
        tuple(pos.slots),
        tuple(pos.pairs),
    )


def _gist(state: State) -> tuple[Any, ...]:
    """Return the choices of a reading without going on, exchanges apart from the others."""
    setup = state.pos.setup
    texts = [step.text for step in state.back() if step.text]
    exchanged = sorted(text for text in texts if text.startswith("x:"))
    return (*(text for text in texts if not text.startswith("x:")), *exchanged, setup.yards, setup.gardens)
