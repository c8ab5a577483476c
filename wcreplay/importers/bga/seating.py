"""Who sits where, whose turn each die was, and whether the log holds a whole game."""

from __future__ import annotations

from collections import Counter

import msgspec

from . import changes, schema
from .events import Event

ROUNDS = 3
TURNS = 3
"""Turns of a seat in a round (R3.1)."""


class Seating(msgspec.Struct):
    """Players by seat, in the first turn order; the seat of every die; what is missing.

    ``whole`` games have all their turns and a final breakdown behind them. ``faults`` are pairs of code
    and message, with the number of the event they are about (0: none).
    """

    players: list[str]
    turns: list[int]
    first_die: int
    whole: bool
    faults: list[tuple[str, str, int]]

    @property
    def numbers(self) -> dict[str, int]:
        """Seat number by player id."""
        return {player: seat for seat, player in enumerate(self.players)}


def seat_players(events: list[Event], absence: list[str]) -> Seating:
    """Seat the players by the first turn order; events taken back are gone already."""
    dice = [event for event in events if event.kind == schema.DIE_PLACED]
    final = next((event for event in reversed(events) if event.kind == schema.LIVE_SCORE), None)
    scored = changes.breakdown(final) if final is not None else {}
    acting = Counter(event.player for event in events if event.player and event.kind != schema.STATE)
    players = list(scored) or list(acting)
    seats = len(players)
    faults: list[tuple[str, str, int]] = []
    if not 2 <= seats <= 4:
        faults.append(("L206", f"{seats} player{'s' * (seats != 1)} in this log; 2 to 4 can be read", 0))
        return Seating(players, [], 0, False, faults)
    order = _first_order(events, dice, seats)
    if not dice or sorted(order) != sorted(players):
        if not dice:
            message = "no die is placed in this log: it ends before the first turn, or begins after the last"
            faults.append(("L204", message, 0))
        elif absence or len(set(order)) < seats:
            faults.append(_absent(players, order, absence, dice))
        else:
            strangers = "the players of the first turns are not those of the final scores"
            faults.append(("L209", strangers, dice[0].at))
        return Seating(order or players, [], dice[0].at if dice else 0, False, faults)
    numbers = {player: seat for seat, player in enumerate(order)}
    turns = [numbers.get(event.player, -1) for event in dice]
    per_round = TURNS * seats
    faults.extend(_check_turns(turns, dice, seats, absence))
    whole = len(dice) == ROUNDS * per_round and final is not None and final.at > dice[-1].at
    if not faults and not whole:
        faults.append(_unfinished(len(dice), seats, final is not None, events))
    return Seating(order, turns, dice[0].at, whole, faults)


def _first_order(events: list[Event], dice: list[Event], seats: int) -> list[str]:
    """Return the first turn order: as the first dice were placed, else as the herons stood before."""
    order = list(dict.fromkeys(event.player for event in dice[:seats]))
    if len(order) == seats:
        return order
    first = dice[0].at if dice else 0
    for event in events:
        if event.kind == schema.HERONS and (not first or event.at < first):
            shown = changes.herons(event)
            if len(shown) == seats:
                return shown
    return order


def _check_turns(
    turns: list[int], dice: list[Event], seats: int, absence: list[str]
) -> list[tuple[str, str, int]]:
    """Compare the seats of the dice with the turn order, which a round goes through three times."""
    per_round = TURNS * seats
    if len(turns) > ROUNDS * per_round:
        message = f"{len(turns)} dice are placed; a game of {seats} has {ROUNDS * per_round} turns"
        return [("L209", message, dice[ROUNDS * per_round].at)]
    for number, seat in enumerate(turns):
        start = number - number % per_round
        order = turns[start : start + seats]
        turn = number - start
        expected = order[turn % seats]
        if turn < seats and seat not in order[:turn]:
            continue
        if turn >= seats and seat == expected:
            continue
        due = expected if turn >= seats else next(s for s in range(seats) if s not in order[:turn])
        label = f"{number // per_round + 1}.{turn + 1}"
        letter, other = "ABCD"[due], "ABCD"[seat] if seat >= 0 else "nobody"
        if due not in turns[number:] or absence:
            return [_given_up(letter, label, dice[number].at, absence)]
        message = f"turn {label} belongs to {letter}, but {other} places a die"
        return [("L209", message, dice[number].at)]
    if absence:
        return [_given_up("", "", 0, absence)]
    return []


def _given_up(letter: str, label: str, at: int, absence: list[str]) -> tuple[str, str, int]:
    who = f"seat {letter} places no more dice from turn {label} on" if letter else "a seat was given up"
    told = f" (the log has {absence[0]})" if absence else ""
    return "L205", f"{who}{told}", at


def _absent(
    players: list[str], order: list[str], absence: list[str], dice: list[Event]
) -> tuple[str, str, int]:
    missing = len(players) - len(set(order))
    told = f" (the log has {absence[0]})" if absence else ""
    message = f"{missing} of {len(players)} players take no turn in the first round{told}"
    return "L205", message, dice[0].at


def _ends(event: Event) -> bool:
    """Whether an event tells that the game is over, however it came to that."""
    return event.kind == schema.STATE and schema.as_int(schema.get(event.args, "id")) == schema.STATE_END


def _unfinished(turns: int, seats: int, scored: bool, events: list[Event]) -> tuple[str, str, int]:
    per_round = TURNS * seats
    last = events[-1].at if events else 0
    ended = next((event.at for event in reversed(events) if _ends(event)), 0)
    if ended and turns < ROUNDS * per_round:
        what = f"the game was ended after {turns} of {ROUNDS * per_round} turns: a player left it"
        return "L205", what, ended
    if turns < ROUNDS * per_round:
        label = f"{turns // per_round + 1}.{turns % per_round}" if turns % per_round else ""
        where = f"in turn {label}" if label else f"after round {turns // per_round}"
        what = f"the log ends {where}; {turns} of {ROUNDS * per_round} turns are there"
        return "L204", what, last
    missing = "no final score" if not scored else "no score behind the last turn"
    return "L204", f"the log holds all turns but {missing}", last
