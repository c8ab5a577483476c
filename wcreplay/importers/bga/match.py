"""Postings of the engine against atoms of the log: the dry run that tells whether a choice was played.

For each account the engine must post what the log states, in its order; a posting may be stated in several
events, and postings of one cause in one event. Across accounts order is free between two anchors, because
gains there commute; an atom on the other side of an anchor than the engine has it *costs*, and so does one
that names another card. What the log asks, or says in its lines, at another place than the engine makes a
reading *odd*. Among readings of the same cost the least odd one is the likeliest, and then the one with the
least *disorder*: events that stand before one that is explained already.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

from wcreplay.engine.decision import Decision, UnknownFact
from wcreplay.engine.ledger import FIELDS, Posting
from wcreplay.games.white_castle import accounts as acc
from wcreplay.games.white_castle import effects as fx
from wcreplay.games.white_castle.components import ROOMS, Card
from wcreplay.games.white_castle.effects import Effect
from wcreplay.games.white_castle.nodes import Group
from wcreplay.games.white_castle.position import Position

from . import schema
from .changes import Asked
from .hidden import possible, with_cards
from .state import ACCOUNTS, WIDTH, State, Step
from .timeline import NEVER, Anchor, Atom, Counts, Timeline

_ANCHORS: Final = 7
_STOPS: Final = 8
ASKED: Final = frozenset(("action", "lantern", "checkpoint", "well", "garden", "units"))
"""Decisions that a log asks for in prompts of their own, if it has such prompts."""


_CLIMB: Final = re.compile(r"[gsd]\^(s[123]|d[12]).*")
_NAMES: Final = {
    fx.GARDENER: schema.GARDENER_ACTION,
    fx.WARRIOR: schema.WARRIOR_ACTION,
    fx.BOARD_LIGHT: "action-light-background",
    fx.BOARD_ANY: "action-any-die-tile",
}
_NAMED: Final = frozenset(("room block", "main board", "climb card"))
"""Causes of gains that an event states with the id of their card, if the log has such ids."""
_COLOURS: Final = ("action-red-die-tile", "action-black-die-tile", "action-white-die-tile")


@lru_cache(maxsize=1024)
def names_of(effects: tuple[Effect, ...]) -> Asked:
    """Return how a log asks for pending actions, as far as the names are known."""
    names = [
        _COLOURS[effect.what] if effect.kind == fx.BOARD_COLOUR else _NAMES.get(effect.kind, "")
        for effect in effects
    ]
    return tuple(sorted(filter(None, names))), len(effects)


def _uses_well(step: Step) -> bool:
    """Whether a choice is the use of the well: a die there (R7.5), or one that a card grants (R16.1)."""
    return (step.kind == "well" and not step.text) or (step.kind == "die" and step.text[-1] == "w")


def collected(decision: Decision, text: str, pos: Position) -> int:
    """Return how often a choice that was just taken has collected the Lantern (R3.3, R6.4, R8.1)."""
    chosen = (decision.kind == "lantern" and not text) or text[1:3] == "^m"
    return int(chosen) + sum(len(effects) == 1 and effects[0].kind == fx.LANTERN for effects in pos.settled)


class Matcher:
    """The log of one game, for comparing the engine's postings with it."""

    def __init__(self, line: Timeline) -> None:
        """Compare with a timeline."""
        self.line = line
        self.names_cards = any(atom.copy for seat in line.atoms for atoms in seat for atom in atoms)
        self.lists: list[list[Atom]] = [atoms for seat in line.atoms for atoms in (*seat, [], [])]
        self.prompts = line.prompts
        self.prompted = Counts(line.prompts)
        self.lanterns = Counts(line.lanterns)
        self.wells = Counts(line.wells)
        self.said = Counts(line.said)
        self.board = Counts(line.board)
        self.asked = line.asked
        self.anchors = line.anchors
        self.furthest = -1
        self.first = NEVER  # the first event that the last choice has explained
        self.last = 0  # and its last one
        self.placed = 0  # the event of its step, once the step is posted: what it causes comes behind
        self.sealed = 0  # its last event that gains seals: these come before the steps or behind (R16.9)
        self.reason: tuple[Any, ...] = ()
        self.rooms: list[Card | None] = []  # the cards in the rooms before the last choice

    # -- looking ahead -------------------------------------------------------------------------

    def next_atom(self, state: State, seat: int, account: int) -> Atom | None:
        """Return the next atom of an account that the unit may explain."""
        atoms = self.lists[WIDTH * seat + account]
        place = state.pointers[WIDTH * seat + account]
        if place < len(atoms) and atoms[place].at < state.hi:
            return atoms[place]
        return None

    def next_anchor(self, state: State, seat: int) -> Anchor | None:
        """Return the next anchor that the unit may explain."""
        anchors = self.anchors[seat]
        place = state.pointers[WIDTH * seat + _ANCHORS]
        if place < len(anchors) and anchors[place].at < state.hi:
            return anchors[place]
        return None

    def head(self, state: State, seat: int) -> int:
        """Return the number of the first event that is not explained; NEVER if all of the unit's are."""
        base = WIDTH * seat
        pointers, lists, hi = state.pointers, self.lists, state.hi
        first = NEVER
        for account in range(ACCOUNTS):
            atoms = lists[base + account]
            place = pointers[base + account]
            if place < len(atoms):
                at = atoms[place].at
                if at < first and at < hi:
                    first = at
        anchor = self.next_anchor(state, seat)
        return min(first, anchor.at) if anchor is not None else first

    def acts(self, state: State, seat: int) -> bool:
        """Whether the first event that is not explained is a step, a payment or a stop, not a gain."""
        head = self.head(state, seat)
        if self.stops_before(state, seat, head):
            return True
        anchor = self.next_anchor(state, seat)
        if anchor is not None and anchor.at == head:
            return True
        base = WIDTH * seat
        for account in range(ACCOUNTS):
            atoms, place = self.lists[base + account], state.pointers[base + account]
            if place < len(atoms) and atoms[place].at == head:
                return atoms[place].delta < 0
        return False

    def stops_before(self, state: State, seat: int, at: int) -> bool:
        """Whether the unit may explain a stop of a seat's marker before an event."""
        stops, place = self.line.stops[seat], state.pointers[WIDTH * seat + _STOPS]
        return place < len(stops) and stops[place] < min(at, state.end)

    def chooses_block(self, state: State) -> bool:
        """Whether the log asks which block of the main board is used, before the next event."""
        return self._said(self.board, state)

    def leaves_more(self, state: State) -> bool:
        """Whether lines, stops or choices of blocks before the next event are still to be explained."""
        return (
            self.said_gain(state)
            or self.chooses_block(state)
            or self.stops_before(state, state.pos.seat, NEVER)
        )

    def prompts_between(self, start: int, end: int) -> int:
        """Return how often the log asks between two events."""
        return self.prompted.between(start, end)

    def second(self, state: State, seat: int, first: Atom) -> int:
        """Return the number of the first event that is not explained besides the next one of an account."""
        base = WIDTH * seat
        found = NEVER
        for account in range(ACCOUNTS):
            atoms, place = self.lists[base + account], state.pointers[base + account]
            if place < len(atoms) and atoms[place] is first:
                place += 1
            if place < len(atoms) and atoms[place].at < state.hi:
                found = min(found, atoms[place].at)
        anchor = self.next_anchor(state, seat)
        return min(found, anchor.at) if anchor is not None else found

    def asked_again(self, state: State, seat: int, at: int) -> bool:
        """Whether the log asks between an event and the next one of a seat in the unit."""
        base = WIDTH * seat
        following = state.end
        for account in range(ACCOUNTS):
            atoms = self.lists[base + account]
            for place in range(state.pointers[base + account], len(atoms)):
                if atoms[place].at > at:
                    following = min(following, atoms[place].at)
                    break
        anchor = self.next_anchor(state, seat)
        if anchor is not None and anchor.at > at:
            following = min(following, anchor.at)
        return self.prompts_between(at, following) > 0

    def more_asked(self, state: State) -> bool:
        """Whether the log asks for more than the decision at hand before the next event."""
        head = self.head(state, state.pos.seat)
        decision = state.pos.decision
        itself = decision is not None and decision.kind in ASKED
        return self.prompts_between(state.seen, min(head, state.end)) > state.asked + itself

    def said_lantern(self, state: State) -> bool:
        """Whether a line before the next event says that the Lantern is collected."""
        return self._said(self.lanterns, state)

    def said_gain(self, state: State) -> bool:
        """Whether a line before the next event says that the Lantern or the well is used."""
        return self._said(self.said, state)

    def _said(self, lines: Counts, state: State) -> bool:
        end = min(self.head(state, state.pos.seat), state.end)
        return lines.between(state.seen, end) > 0

    def ahead(self, state: State, seat: int, account: int) -> int:
        """Return how many units of an account are gained next, before any is paid."""
        atoms = self.lists[WIDTH * seat + account]
        total = 0
        for place in range(state.pointers[WIDTH * seat + account], len(atoms)):
            atom = atoms[place]
            if atom.delta < 0 or atom.at >= state.hi:
                break
            total += atom.delta
        return total - max(state.owed[account], 0)

    def coming(self, state: State, seat: int, account: int) -> Iterator[Atom]:
        """Yield the gains of an account that come next, before anything is paid."""
        atoms = self.lists[WIDTH * seat + account]
        for place in range(state.pointers[WIDTH * seat + account], len(atoms)):
            if atoms[place].delta < 0 or atoms[place].at >= state.hi:
                return
            yield atoms[place]

    def unexplained(self, state: State, seat: int, account: int) -> Iterator[Atom]:
        """Yield what the unit may still explain of an account."""
        atoms = self.lists[WIDTH * seat + account]
        for place in range(state.pointers[WIDTH * seat + account], len(atoms)):
            if atoms[place].at >= state.hi:
                return
            yield atoms[place]

    def gained(self, state: State, seat: int, account: int) -> int:
        """Return how many units of an account are still gained in the unit, whatever is paid between."""
        atoms = self.lists[WIDTH * seat + account]
        total = 0
        for place in range(state.pointers[WIDTH * seat + account], len(atoms)):
            atom = atoms[place]
            if atom.at >= state.hi:
                break
            if atom.delta > 0:
                total += atom.delta
        return total - max(state.owed[account], 0)

    # -- trying --------------------------------------------------------------------------------

    def apply(self, state: State, text: str, anchor: Anchor | None = None, move: Any = None) -> bool:
        """Take an option and compare what is posted; false if it is not what the log states.

        The state is spoilt then. ``anchor`` is the step of the log that the option is.
        """
        pos = state.pos
        decision = pos.decision
        if decision is None:
            return False
        option = decision.options.get(text)
        if option is None:
            return False
        seat = pos.seat
        asks = decision.kind in ASKED and not (not text and self._only_supposed(state, decision))
        if asks:
            state.odd += self._asked_otherwise(state, decision)
            if decision.kind == "lantern" and not text and self.line.lanterns:
                state.odd += not self.said_lantern(state)  # it is told before what it gives
        state.last = Step(decision.kind, len(pos.stack), text, move, state.last)
        before = len(pos.ledger.posted)
        self.rooms = pos.rooms.copy()
        taken = state.pointers[WIDTH * seat : WIDTH * seat + ACCOUNTS] if anchor is not None else None
        try:
            pos.take(text, option)
        except UnknownFact as unknown:
            return self._fail(state, seat, ("unknown", str(unknown), text))
        finished = pos.finished
        posted = [*(finished[0].posted if finished else pos.ledger.posted)[before:]]
        if finished:
            finished.clear()
        state.asked += asks
        if text[1:2] == "^" and (climb := _CLIMB.fullmatch(text)):
            room = ROOMS.index(climb[1])
            state.gone = (*state.gone[:room], state.gone[room] + 1, *state.gone[room + 1 :])
        lit = collected(decision, text, pos)
        if seat >= 0:
            before = state.seen
            if anchor is not None:
                state.pointers[WIDTH * seat + _ANCHORS] += 1
            if not self._consume(state, seat, posted, text, anchor, asked=decision.kind == "checkpoint"):
                return False
            if anchor is not None and taken is not None:
                self._pass_anchor(state, seat, anchor, taken)
            if state.seen != before:
                self._told(state, before, exact=decision.kind not in ("die", "draft"))
                if self.line.lanterns:
                    lines = self.lanterns.between(state.start, self.first)
                    state.odd += not state.lanterns <= lines <= state.lanterns + lit
        state.lanterns += lit
        return True

    def _only_supposed(self, state: State, decision: Decision) -> bool:
        """Whether a gardener is only asked for because cards stand in for gardens that nobody saw.

        Then (see hidden.py) the log need not ask.
        """
        node = state.pos.stack[-1]
        if not state.hidden.gardens or decision.kind != "action" or not isinstance(node, Group):
            return False
        unseen = {f"G:{state.pos.setup.gardens[place]}" for place in state.hidden.gardens}
        return (
            all(effect.kind == fx.GARDENER for effect in node.effects)
            and all(option in unseen for option in decision.options if option[:1] == "G")
            and self._asked_otherwise(state, decision, missing=True)
        )

    def _asked_otherwise(self, state: State, decision: Decision, *, missing: bool = False) -> bool:
        """Whether the log asks for something else at the decision at hand; ``missing``: or for nothing."""
        place = self.prompted.between(-1, state.seen + 1) + state.asked
        if place >= len(self.prompts) or self.prompts[place] >= state.end:
            return missing  # that it does not ask at all is counted where the next event is explained
        node = state.pos.stack[-1]
        asked: Asked = (), 1
        if decision.kind == "units":
            asked = (schema.CHOICE_ACTION,), 1
        elif decision.kind == "action" and isinstance(node, Group):
            asked = names_of(node.effects)
        return asked != self.asked[place]

    def _told(self, state: State, before: int, *, exact: bool) -> None:
        """Compare the prompts before the events that a choice has explained with the decisions there."""
        stops = self.line.stops[state.seat]
        place = state.pointers[WIDTH * state.seat + _STOPS]
        while place < len(stops) and stops[place] < self.first:
            place += 1
            state.cost += 1
        state.pointers[WIDTH * state.seat + _STOPS] = place
        unmet = self.prompts_between(before, self.first) - state.asked
        state.asked = 0
        if not self.prompts:
            return
        inside = self.prompts_between(self.first, self.last)
        decision = state.pos.decision
        if decision is not None and decision.kind == "checkpoint":
            # All steps of a gain may be one event, behind the prompt for the checkpoint that they come to.
            state.asked -= max(unmet, 0) + inside
            unmet, inside = min(unmet, 0), 0
        state.odd += inside
        if exact:
            state.odd += abs(unmet)

    def _consume(
        self, state: State, seat: int, posted: list[Any], text: str, anchor: Anchor | None, *, asked: bool
    ) -> bool:
        """Explain atoms by what is posted; false if they contradict each other. ``asked`` about a checkpoint.

        The events of one choice may stand in any order, but those of a later one behind them.
        """
        owed = state.owed
        count = len(posted)
        place = 0
        before = state.seen
        moved = asked and state.moved
        self.first = NEVER
        self.last = 0
        self.sealed = 0
        self.placed = anchor.at if anchor is not None and anchor.kind == "d" else 0
        while place < count:
            posting = posted[place : place + FIELDS]
            place += FIELDS
            account: int = posting[1]
            if account >= ACCOUNTS:
                if anchor is not None and account < acc.LANTERN_FIRST and posting[2] > 0:
                    self.placed = anchor.at
                elif account == acc.TIME_LOST and posting[4] != "cap":
                    # What is exchanged comes before a stop that follows from it.
                    told = self._stop(state, seat, state.seen if text[:2] == "x:" else before)
                    state.odd += not (told or moved) and any(self.line.stops)
                continue
            moved = moved or account == acc.TIME
            delta: int = posting[2]
            if place < count and posted[place + 4] == "cap" and posted[place + 1] == account:
                delta += posted[place + 2]
                place += FIELDS
            if not delta:
                continue
            rest = owed[account]
            if rest and state.causes[account] != posting[4]:
                return self._fail(state, seat, ("posting", Posting(*posting), None, text))
            owed[account] = rest + delta
            if not self._explain(state, seat, posting, before, whole=not rest, chosen=text[:1] == "+"):
                following = self.next_atom(state, seat, account)
                return self._fail(state, seat, ("posting", Posting(*posting), following, text))
        state.moved = moved
        return True

    def _explain(
        self, state: State, seat: int, posting: list[Any], before: int, *, whole: bool, chosen: bool
    ) -> bool:
        """Explain atoms by what is owed of an account; false if the next one contradicts it.

        ``posting`` has the fields of the posting that it is owed for; ``whole``: nothing was owed before it;
        ``chosen``: a player chose the units that are gained.
        """
        account: int = posting[1]
        atoms = self.lists[WIDTH * seat + account]
        at = state.pointers[WIDTH * seat + account]
        rest, hi = state.owed[account], state.hi
        while rest and at < len(atoms):
            atom = atoms[at]
            step = atom.delta
            if atom.at >= hi or not (rest >= step > 0 or rest <= step < 0):
                break
            if whole and rest != state.owed[account] and account != acc.TIME and not chosen:
                state.odd += 1  # only units that are chosen, and steps, are told one by one
            rest -= step
            at += 1
            if atom.at < max(before, self.placed) or (account == acc.TIME and atom.at < self.sealed):
                state.cost += 1
            if account == acc.SEAL and step > 0:
                self.sealed = atom.at
            self.first = min(self.first, atom.at)
            self.last = max(self.last, atom.at)
            if atom.at < state.seen:
                state.disorder += 1
            else:
                state.seen = atom.at
            if whole and (atom.copy or atom.die):
                state.cost += self._contradicts(state, atom, posting)
            elif whole and self.names_cards and posting[4] in _NAMED and account < acc.POINT:
                state.odd += 1
        state.pointers[WIDTH * seat + account] = at
        state.owed[account] = rest
        if not rest:
            return True
        state.causes[account] = posting[4]
        return at < len(atoms) and atoms[at].at < hi and (atoms[at].delta > 0) == (rest > 0)

    def _contradicts(self, state: State, atom: Atom, posting: list[Any]) -> bool:
        """Whether the event names another source than the posting has.

        It may be the first to tell which of several cards lies in a room.
        """
        if atom.die:
            return bool(posting[4] != "die difference")
        source: str = posting[5]
        card, _, _ = source.partition(".")
        room = next((room for room, one in enumerate(self.rooms) if one is not None and one.id == card), -1)
        possible_here = state.hidden.rooms[room] if room >= 0 else ()
        if atom.cards is None:
            if room < 0 or self._is_another(state, atom.copy, len(ROOMS) * state.gone[room] + room):
                return room >= 0
            left = [one for one in possible_here if one not in self.line.shown]  # their ids are known
            if card not in self.line.shown and len(left) == len(possible_here):
                return False
        elif card in atom.cards:
            return False
        else:
            left = [one for one in possible_here if one in atom.cards]
        if not left or state.pos.rooms[room] is not self.rooms[room]:
            return True
        state.hidden = with_cards(state.hidden, room, left)
        return not possible(state.hidden)

    def _is_another(self, state: State, copy: str, card: int) -> bool:
        """Whether an id is that of another card; if neither was met before, it is the card's from now on."""
        for known, its in state.copies:
            if known == copy or its == card:
                return (known, its) != (copy, card)
        state.copies = (*state.copies, (copy, card))
        return False

    def _stop(self, state: State, seat: int, before: int) -> bool:
        """Explain the event of a marker that stops before a season, if it comes next; false: it does not."""
        stops = self.line.stops[seat]
        place = state.pointers[WIDTH * seat + _STOPS]
        told = place < len(stops) and stops[place] < min(state.hi, self.head(state, seat))
        if told:
            at = stops[place]
            state.pointers[WIDTH * seat + _STOPS] += 1
            state.cost += at < before or at < self.sealed
            state.seen = max(state.seen, at)
            self.first = min(self.first, at)
            self.last = max(self.last, at)
        return told

    def _pass_anchor(self, state: State, seat: int, anchor: Anchor, taken: list[int]) -> None:
        """Go past an anchor; what lies on the other side of it than the engine has it costs."""
        base = WIDTH * seat
        state.seen = max(state.seen, anchor.at)
        self.first = min(self.first, anchor.at)
        self.last = max(self.last, anchor.at)
        for account in range(ACCOUNTS):
            atoms = self.lists[base + account]
            place = state.pointers[base + account]
            if place < len(atoms) and atoms[place].at < anchor.at and not state.owed[account]:
                state.cost += 1
            before = taken[account]
            if before and atoms[before - 1].at > anchor.at:
                state.cost += 1

    def last_anchor(self, state: State, seat: int) -> Anchor:
        """Return the anchor that was passed last."""
        return self.anchors[seat][state.pointers[WIDTH * seat + _ANCHORS] - 1]

    def explained(self, state: State, seat: int) -> bool:
        """Whether a unit that ends here explains all that it must."""
        if seat < 0:
            return True
        if any(state.owed):
            account = next(number for number, owed in enumerate(state.owed) if owed)
            return self._fail(state, seat, ("owed", account, state.owed[account]))
        base = WIDTH * seat
        for account in range(ACCOUNTS):
            atoms, place = self.lists[base + account], state.pointers[base + account]
            if place < len(atoms) and atoms[place].at < state.must:
                return self._fail(state, seat, ("atom", account, atoms[place]))
        anchors, place = self.anchors[seat], state.pointers[base + _ANCHORS]
        if place < len(anchors) and anchors[place].at < state.must:
            return self._fail(state, seat, ("anchor", anchors[place]))
        return True

    def left_over(self, state: State, seat: int) -> tuple[int, int]:
        """Return what a unit that ends here costs, and how odd it is, for what the log has besides."""
        if seat < 0:
            return 0, 0
        stops, place = self.line.stops[seat], state.pointers[WIDTH * seat + _STOPS]
        cost, odd = sum(1 for at in stops[place:] if at < state.must), 0
        if self.prompts:
            odd += abs(self.prompts_between(state.seen, state.end) - state.asked)
        if self.line.lanterns:
            odd += abs(self.lanterns.between(state.start, state.end) - state.lanterns)
        if self.line.wells:
            used = sum(1 for step in state.back() if _uses_well(step))
            odd += abs(self.wells.between(state.start, state.end) - used)
        if self.line.board:
            used = sum(1 for step in state.back() if step.text[:2] == "B:")
            odd += abs(self.board.between(state.start, state.end) - used)
        return cost, odd

    def _fail(self, state: State, seat: int, reason: tuple[Any, ...]) -> bool:
        """Keep the reason that lies furthest into the log; always false."""
        self.note_failure(state, seat, reason)
        return False

    def note_failure(self, state: State, seat: int, reason: tuple[Any, ...]) -> None:
        """Keep a reason why a reading ends, if none lies further into the log."""
        explained = sum(state.pointers)
        if explained > self.furthest:
            self.furthest = explained
            self.reason = (seat, state.label, self.head(state, seat) if seat >= 0 else 0, *reason)
