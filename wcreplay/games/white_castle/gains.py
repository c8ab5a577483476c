"""Gains and their caps, any-resource units, the Lantern, time steps and checkpoints (R1.3, R8, R9)."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any, Final

from wcreplay.engine.decision import Decision

from . import accounts as acc
from . import effects as fx
from .accounts import CAPS
from .dice import well_group
from .effects import Effect
from .exchange import EXCHANGES, add_exchanges, exchange_key
from .nodes import GrantedWell, Group, LeftLantern, Steps, Units

if TYPE_CHECKING:
    from .position import Position

LAST_SPACE: Final = 20
CHECKPOINTS: Final = {5: 1, 10: 2, 14: 3}
"""Seals due to move on from a space before a checkpoint (R9.2, R9.3)."""
_NEXT_STOP: Final = tuple(next(stop for stop in (5, 10, 14, 20) if stop >= space) for space in range(21))
_RESOURCES: Final = {"f": acc.FOOD, "i": acc.IRON, "p": acc.PEARL}


def gain(pos: Position, account: int, n: int, cause: str, source: str) -> None:
    """Post a gain in full and what a cap takes away as a loss of its own (R1.3, R12.2)."""
    ledger = pos.ledger
    seat = pos.seat
    ledger.post(seat, account, n, cause, source)
    lost = ledger.balances[seat][account] - CAPS[account]
    if lost > 0:
        ledger.post(seat, account, -lost, "cap", source)


@lru_cache(maxsize=8)
def _unit_options(n: int) -> tuple[tuple[str, Any], ...]:
    return tuple(
        ("+" + "".join(letters), (choose_units, letters))
        for letters in combinations_with_replacement("fip", n)
    )


def on_units(pos: Position, node: Units) -> Decision:
    """Ask what the units of one any-resource gain are; a full track may be chosen (R12.1, R16.7)."""
    options: dict[str, Any] = dict(_unit_options(node.n))
    if pos.phase != "draft":
        add_exchanges(pos.ledger.balances[pos.seat], options)
    return Decision(pos.seat, "units", options)


def choose_units(pos: Position, letters: tuple[str, ...]) -> None:
    """Gain the chosen units, one posting per kind."""
    node = pos.stack.pop()
    assert isinstance(node, Units)
    for letter in dict.fromkeys(letters):
        gain(pos, _RESOURCES[letter], letters.count(letter), node.cause, node.source)


def lantern_group(pos: Position) -> Group:
    """Return what the Lantern Area gives: every visible icon once (R8.1), time steps last (R16.9)."""
    cards = pos.lantern[pos.seat]
    gains = [card.icon for card in cards if card.icon_account != acc.LANTERN_TIME]
    if len(gains) < len(cards):
        gains += [card.icon for card in cards if card.icon_account == acc.LANTERN_TIME]
    return Group("lantern", tuple(gains))


def on_left_lantern(pos: Position, node: LeftLantern) -> Decision:
    """Ask whether the Lantern of a left-end die is collected (R3.3)."""
    return _lantern_decision(pos.seat, exchange_key(pos.ledger.balances[pos.seat]))


@cache
def _lantern_decision(seat: int, key: int) -> Decision:
    return Decision(seat, "lantern", {"": (collect_lantern,), "-L": (pass_by,), **EXCHANGES[key]}, "L")


def collect_lantern(pos: Position) -> None:
    """Collect the Lantern in place of the top node."""
    pos.stack[-1] = lantern_group(pos)


def pass_by(pos: Position) -> None:
    """Leave what the top node offered."""
    pos.stack.pop()


def on_granted_well(pos: Position, node: GrantedWell) -> Decision:
    """Ask whether a granted well is used (R16.1)."""
    return _well_decision(pos.seat, exchange_key(pos.ledger.balances[pos.seat]))


@cache
def _well_decision(seat: int, key: int) -> Decision:
    return Decision(seat, "well", {"": (use_well,), "-w": (pass_by,), **EXCHANGES[key]}, "w")


def use_well(pos: Position) -> None:
    """Take the well's benefits in place of the top node (R7.5)."""
    pos.stack[-1] = well_group(pos)


def crosses(row: list[int], steps: int) -> bool:
    """Whether a gain of ``steps`` would enter 6, 11 or 15, paid or not."""
    space = row[acc.TIME]
    stop = _NEXT_STOP[space]
    return stop < LAST_SPACE and space + steps > stop


def on_steps(pos: Position, node: Steps) -> Decision | None:
    """Move the marker to the next stop; at a checkpoint that can be paid, ask (R9.3 to R9.5, R16.10)."""
    seat = pos.seat
    row = pos.ledger.balances[seat]
    space = row[acc.TIME]
    if space == LAST_SPACE:
        _lose_steps(pos, node, "cap")  # R9.7
        return None
    seals = CHECKPOINTS.get(space)
    if seals is None:
        _move(pos, node, min(node.n, _NEXT_STOP[space] - space))
        return None
    if row[acc.SEAL] < seals:
        _lose_steps(pos, node, "unpaid")
        return None
    options: dict[str, Any] = {"": (pay_checkpoint, seals), "-T": (_refuse,)}
    add_exchanges(row, options)
    return Decision(seat, "checkpoint", options, "T")


def pay_checkpoint(pos: Position, seals: int) -> None:
    """Pay the seals and enter the next season (R9.2)."""
    node = pos.stack[-1]
    assert isinstance(node, Steps)
    space = pos.ledger.balances[pos.seat][acc.TIME]
    pos.ledger.post(pos.seat, acc.SEAL, -seals, "checkpoint", str(space + 1))
    _move(pos, node, min(node.n, _NEXT_STOP[space + 1] - space))


def _refuse(pos: Position) -> None:
    node = pos.stack[-1]
    assert isinstance(node, Steps)
    _lose_steps(pos, node, "refused")


def _move(pos: Position, node: Steps, steps: int) -> None:
    """Move the marker and lay it on top of the pile where it arrives (R9.6, R16.16)."""
    seat = pos.seat
    ledger = pos.ledger
    space = ledger.balances[seat][acc.TIME]
    pos.piles[space].remove(seat)
    pile = pos.piles[space + steps]
    pile.append(seat)
    ledger.post(seat, acc.TIME, steps, node.cause, node.source, len(pile))
    left = node.n - steps
    if left:
        pos.stack[-1] = Steps(left, node.cause, node.source)
    else:
        pos.stack.pop()


def _lose_steps(pos: Position, node: Steps, cause: str) -> None:
    pos.ledger.post(pos.seat, acc.TIME_LOST, node.n, cause, node.source)
    pos.stack.pop()


def sealish(row: list[int], effect: Effect) -> bool:
    """Whether an effect can gain seals."""
    if effect.kind == fx.GAIN:
        return effect.what == acc.SEAL
    if effect.kind == fx.BLOCK:
        return any(sealish(row, part) for part in effect.parts)
    return effect.kind == fx.WELL or (effect.kind == fx.LANTERN and row[acc.LANTERN_SEAL] > 0)


def time_steps(row: list[int], effect: Effect) -> int:
    """Return how many time steps an effect gains."""
    if effect.kind == fx.TIME:
        return effect.n
    if effect.kind == fx.BLOCK:
        return sum(time_steps(row, part) for part in effect.parts)
    return row[acc.LANTERN_TIME] if effect.kind == fx.LANTERN else 0
