"""The course of the game: draft, turns, round ends, and the end (R2.9, R3, R10)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wcreplay.engine.decision import Decision
from wcreplay.engine.ledger import FIELDS

from . import accounts as acc
from .dice import ends, space
from .nodes import Close, Gardens, Pick, Roll, TakeDie
from .rolls import roll_options
from .values import Unit

if TYPE_CHECKING:
    from .position import Position

ROUNDS: Final = 3
TURNS_PER_SEAT: Final = 3
DICE_PER_COLOUR: Final = {2: 3, 3: 4, 4: 5}
"""Dice of each colour by number of players (R1.1)."""


def begin(pos: Position) -> None:
    """Post the starting workers and positions, and ask for the first dice (R1.2, R2.5, R2.8)."""
    ledger = pos.ledger
    for seat in range(pos.setup.seats):
        for account in (acc.COURTIER_DOMAIN, acc.GARDENER_DOMAIN, acc.WARRIOR_DOMAIN):
            ledger.post(seat, account, acc.WORKERS, "setup", "domain")
    _post_order(pos, "setup")
    _clear_spaces(pos)
    pos.stack.extend((Roll(2), Roll(1), Roll(0)))


def next_unit(pos: Position) -> bool:
    """Close the unit that is done and open the next one; false when the game is over."""
    if pos.phase == "end":
        return False
    seats = pos.setup.seats
    last_turn = pos.phase == "turn" and pos.turn == seats * TURNS_PER_SEAT
    if last_turn and pos.round < ROUNDS:
        _new_order(pos)
    _close_unit(pos)
    if pos.phase == "setup":
        pos.phase = "draft"
    if pos.phase == "draft":
        if pos.turn < seats:
            pos.turn += 1
            pos.label = f"0.{pos.turn}"
            pos.seat = pos.order[seats - pos.turn]  # reverse turn order (R2.9)
            pos.stack.append(Pick())
            return True
        pos.pairs.clear()  # the last pair goes back to the box (R2.9)
        _open_round(pos, 1)
        return True
    if last_turn:
        if pos.round == ROUNDS:
            _end(pos)
            return False
        pos.phase = "gardens"
        pos.label = f"{pos.round}.g"
        pos.queue = pos.order.copy()
    if pos.phase == "gardens":
        if _open_gardens(pos):
            return True
        _return_dice(pos)
        _open_round(pos, pos.round + 1)
        pos.stack.extend((Roll(2), Roll(1), Roll(0)))
        return True
    _open_turn(pos, pos.turn + 1)
    return True


def _open_round(pos: Position, number: int) -> None:
    pos.phase = "turn"
    pos.round = number
    _open_turn(pos, 1)


def _open_turn(pos: Position, turn: int) -> None:
    pos.turn = turn
    pos.label = f"{pos.round}.{turn}"
    pos.seat = pos.order[(turn - 1) % len(pos.order)]
    pos.stack.append(TakeDie())


def _open_gardens(pos: Position) -> bool:
    """Open the activation of the next seat, in the new order, that has a garden to use (R10.2, R16.5)."""
    while pos.queue:
        pos.seat = pos.queue.pop(0)
        row = pos.ledger.balances[pos.seat]
        places = tuple(
            place for place in range(6) if row[acc.GARDENER_FIRST + place] and pos.bridges[place // 2]
        )
        if places:
            pos.stack.extend((Close(), Gardens(places)))
            return True
    return False


def _close_unit(pos: Position) -> None:
    ledger = pos.ledger
    gardens = pos.phase == "gardens"
    pos.finished.append(
        Unit(
            pos.unit_number,
            pos.round,
            0 if gardens else pos.turn,
            pos.phase,
            pos.seat,
            pos.label,
            tuple(ledger.posted),
            _frozen(pos),
            pos.facts,
        )
    )
    ledger.posted = []
    pos.facts = None
    pos.unit_number += 1


def _frozen(pos: Position) -> tuple[tuple[int, ...], ...]:
    """Freeze the balances; only the acting seat's have changed, except where the turn order did too."""
    balances, seat = pos.ledger.balances, pos.seat
    posted = pos.ledger.posted
    if seat < 0 or (posted and posted[1 - FIELDS] == acc.ORDER):  # the account of the last posting
        frozen = [tuple(row) for row in balances]
    else:
        frozen = list(pos.last_balances)
        frozen[seat] = tuple(balances[seat])
    pos.last_balances = tuple(frozen)
    return pos.last_balances


def _new_order(pos: Position) -> None:
    """Sort the seats by their markers: furthest first, on one space the upper first (R10.1)."""
    pos.order = [seat for pile in reversed(pos.piles) for seat in reversed(pile)]
    _post_order(pos, "turn order")


def _post_order(pos: Position, cause: str) -> None:
    ledger = pos.ledger
    for position, seat in enumerate(pos.order, start=1):
        change = position - ledger.balances[seat][acc.ORDER]
        if change:
            ledger.post(seat, acc.ORDER, change, cause, "heron track")


def _return_dice(pos: Position) -> None:
    """All placed dice go back (R4.5); those left on the bridges are rolled with them (R10.3)."""
    for placed in pos.placed:
        placed.clear()
    for bridge in pos.bridges:
        bridge.clear()
    pos.ends = [(), (), ()]
    for row in pos.domain_dice:
        row[:] = (0, 0, 0)
    _clear_spaces(pos)


def _clear_spaces(pos: Position) -> None:
    """Note for each main space that no die lies there."""
    pos.spaces = [space(pos, number) for number in range(len(pos.placed))]


def _end(pos: Position) -> None:
    pos.phase = "end"
    pos.seat = -1
    _new_order(pos)
    _close_unit(pos)


def on_roll(pos: Position, node: Roll) -> Decision:
    """Ask chance for the dice of a bridge."""
    return Decision(-1, "roll", roll_options(node.colour, DICE_PER_COLOUR[pos.setup.seats], set_dice))


def set_dice(pos: Position, colour: int, pips: tuple[int, ...]) -> None:
    """Lay the rolled dice on their bridge in ascending order (R2.5)."""
    pos.stack.pop()
    pos.bridges[colour] = list(pips)
    pos.ends[colour] = ends(pos, colour)
