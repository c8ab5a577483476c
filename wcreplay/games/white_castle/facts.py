"""Assertions: facts about a position that a record may state (``= A c4 s3``)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from wcreplay.engine.game import Fault
from wcreplay.notation.model import Statement, Token

from . import accounts as acc
from .board import letter
from .effects import COLOURS
from .scoring import score

if TYPE_CHECKING:
    from .position import Position

HOLDINGS: Final = {
    "c": (acc.COIN, "coins"),
    "s": (acc.SEAL, "seals"),
    "f": (acc.FOOD, "food"),
    "i": (acc.IRON, "iron"),
    "p": (acc.PEARL, "pearl"),
    "v": (acc.POINT, "points in play"),
    "t": (acc.TIME, "time space"),
}
"""Letter, account and words of the holdings an assertion can state about a seat."""

_HOLDING = re.compile(r"([csfipvt])(\d{1,4})")
_SCORE = re.compile(r"=(-?\d{1,4})")
_ORDER = re.compile(r"[A-D]{2,4}")
_BRIDGE = re.compile(r"([cbw]):([1-6]*)")
_EXPECTED = (
    "c4 s3 f7 i2 p0 v8 t6 (holdings), =31 (score now) after a seat; CAB (turn order), b:126 (bridge) without"
)


def check(statement: Statement, pos: Position, changed: Mapping[Any, str]) -> list[Fault]:
    """Return what the assertion states otherwise than the position has it, or misspells."""
    faults: list[Fault] = []
    if statement.seat:
        seat = ord(statement.seat) - ord("A")
        if seat >= pos.setup.seats:
            return [Fault("R301", f"no seat {statement.seat} in this game", token=None)]
        for token in statement.tokens:
            fault = _check_seat(token, seat, pos, changed)
            if fault is not None:
                faults.append(fault)
        return faults
    for token in statement.tokens:
        fault = _check_table(token, pos)
        if fault is not None:
            faults.append(fault)
    return faults


def _check_seat(token: Token, seat: int, pos: Position, changed: Mapping[Any, str]) -> Fault | None:
    row = pos.ledger.balances[seat]
    match = _HOLDING.fullmatch(token.text)
    if match:
        account, words = HOLDINGS[match[1]]
        have, stated = row[account], int(match[2])
        where = changed.get((seat, account))
        hint = f"last changed in {where}" if where else "never changed"
    elif match := _SCORE.fullmatch(token.text):
        words, stated = "points if the game ended here", int(match[1])
        have, hint = sum(score(row, pos.setup.garden_points)), ""
    else:
        return Fault("R304", f"'{token.text}' is no fact about a seat", token=token, expected=_EXPECTED)
    if have == stated:
        return None
    message = f"states {stated} {words} for {letter(seat)}, the replay has {have}"
    return Fault("R301", message, token=token, expected=str(have), hint=hint)


def _check_table(token: Token, pos: Position) -> Fault | None:
    if _ORDER.fullmatch(token.text):
        have = "".join(letter(seat) for seat in pos.order)
        words = "turn order"
        stated = token.text
    elif match := _BRIDGE.fullmatch(token.text):
        colour = next(number for number, name in enumerate(COLOURS) if name[0] == match[1])
        have = match[1] + ":" + "".join("_" if not pips else str(pips) for pips in pos.bridges[colour])
        words, stated = f"{COLOURS[colour]} bridge", token.text
    else:
        return Fault("R304", f"'{token.text}' is no fact about the table", token=token, expected=_EXPECTED)
    if have == stated:
        return None
    return Fault("R301", f"states the {words} {stated}, the replay has {have}", token=token, expected=have)
