"""Assertions: facts about a position that a record may state (``= A c4 s3``)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from wcreplay.engine.game import Fault
from wcreplay.engine.values import Turn
from wcreplay.notation.model import Statement, Token

from . import accounts as acc
from .accounts import CATEGORIES
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
    "v": (acc.POINT, "points scored in play"),
    "t": (acc.TIME, ""),
}
"""Letter, account and words of the holdings an assertion can state about a seat."""

_HOLDING = re.compile(r"([csfipvt])(\d{1,4})")
_SCORE = re.compile(r"=(-?\d{1,4})")
_ORDER = re.compile(r"[A-D]{2,4}")
_BRIDGE = re.compile(r"([cbw]):([1-6_]*)")
_SEAT_FACTS = (
    "c4 s3 f7 i2 p0 (coins, seals, food, iron, pearl), v8 (points in play), t6 (time), =31 (score now)"
)
_TABLE_FACTS = "CAB (the turn order) or b:126 (the dice on a bridge, left to right)"


def state(pos: Position) -> list[tuple[str, list[str]]]:
    """Return all that can be stated about the seats and the turn order: a seat letter or none, and tokens."""
    stated = []
    for seat, row in enumerate(pos.ledger.balances):
        tokens = [f"{key}{row[account]}" for key, (account, _) in HOLDINGS.items()]
        stated.append((letter(seat), [*tokens, f"={sum(score(tuple(row), pos.setup.garden_points))}"]))
    stated.append(("", ["".join(letter(seat) for seat in pos.order)]))
    return stated


def check(statement: Statement, pos: Position, turns: Sequence[Turn]) -> list[Fault]:
    """Return what the assertion states otherwise than the position has it, or misspells.

    ``turns`` are those that led to the position; they say where a fact last changed.
    """
    faults: list[Fault] = []
    if statement.seat:
        seat = ord(statement.seat) - ord("A")
        if seat >= pos.setup.seats:
            seats = " ".join(letter(other) for other in range(pos.setup.seats))
            token = Token(statement.seat, statement.seat_at)
            return [
                Fault("R301", f"there is no seat {statement.seat} in this game", "R2.8", token, "", seats)
            ]
        found = [_check_seat(token, seat, pos, turns) for token in statement.tokens]
        return [fault for fault in found if fault is not None]
    for token in statement.tokens:
        fault = _check_table(token, pos, turns)
        if fault is not None:
            faults.append(fault)
        if _HOLDING.fullmatch(token.text) or _SCORE.fullmatch(token.text):
            break  # the seat is missing: once is enough
    return faults


def _check_seat(token: Token, seat: int, pos: Position, turns: Sequence[Turn]) -> Fault | None:
    row = pos.ledger.balances[seat]
    if match := _HOLDING.fullmatch(token.text):
        account, words = HOLDINGS[match[1]]
        have, stated = row[account], int(match[2])
        if have == stated:
            return None
        if stated == 1:
            words = words.removesuffix("s")
        message = f"the record states {stated} {words} for {letter(seat)}, "
        message += f"the replay has {have} ({_less(have, stated)})"
        if account == acc.TIME:
            message = f"the record states time space {stated} for {letter(seat)}, the replay has {have} "
            message += f"({_less(have, stated)})"
        return Fault("R301", message, "", token, "", f"{match[1]}{have}", _last_change(turns, seat, account))
    if match := _SCORE.fullmatch(token.text):
        parts = score(tuple(row), pos.setup.garden_points)
        have, stated = sum(parts), int(match[1])
        if have == stated:
            return None
        message = f"the record states a score of {stated} for {letter(seat)}, the replay has {have} "
        message += f"({_less(have, stated)})"
        made = ", ".join(
            f"{name.replace('_', ' and ')} {points}"
            for name, points in zip(CATEGORIES, parts, strict=True)
            if points
        )
        return Fault("R301", message, "R11", token, "", f"={have}", f"made of {made or 'nothing yet'}")
    message, hint = f"'{token.text}' states nothing about a seat", ""
    if _ORDER.fullmatch(token.text) or _BRIDGE.fullmatch(token.text):
        message, hint = f"'{token.text}' is about the table, not about a seat", "leave the seat letter out"
    return Fault("R304", message, "", token, "", _SEAT_FACTS, hint or _slip(token.text))


def _less(have: int, stated: int) -> str:
    """Return how the replay's figure differs from the stated one: ``1 less``, ``3 more``."""
    return f"{abs(have - stated)} {'less' if have < stated else 'more'}"


def _slip(text: str) -> str:
    """Return what a misspelt fact about a seat was probably meant to be, as a hint."""
    plain = text.lower().translate(str.maketrans("oli", "011"))
    if match := re.fullmatch(r"(\d{1,4})([csfipvt])", text.lower()):
        plain = match[2] + match[1]
    elif text[:1].lower() == "i":
        plain = "i" + plain[1:]
    return f"did you mean {plain}?" if plain != text and _HOLDING.fullmatch(plain) else ""


def _last_change(turns: Sequence[Turn], seat: int, account: int) -> str:
    """Return in words where a balance last changed: turn, cause, source, and by how much."""
    for turn in reversed(turns):
        found = [p for p in turn.postings if p.seat == seat and p.account == account]
        if found:
            name = f"{turn.label} {turn.seat}".strip() or turn.phase
            line = f" (line {turn.line})" if turn.line else ""
            made = "; ".join(f"{p.delta:+d} = {p.balance} ({p.cause}, {p.source})" for p in found[-3:])
            more = "... " if len(found) > 3 else ""
            return f"last changed in {name}{line}: {more}{made}"
    return "it has not changed since the beginning"


def _check_table(token: Token, pos: Position, turns: Sequence[Turn]) -> Fault | None:
    if _ORDER.fullmatch(token.text):
        have = "".join(letter(seat) for seat in pos.order)
        if have == token.text:
            return None
        message = f"the record states the turn order {token.text}, the replay has {have}"
        return Fault("R301", message, "R10.1", token, "", have, _order_hint(pos))
    if match := _BRIDGE.fullmatch(token.text):
        colour = next(number for number, name in enumerate(COLOURS) if name[0] == match[1])
        dice = "".join("_" if not pips else str(pips) for pips in pos.bridges[colour])
        have = f"{match[1]}:{dice}"
        if have == token.text:
            return None
        stated = match[2] or "no dice"
        message = (
            f"the record states {stated} on the {COLOURS[colour]} bridge, the replay has {dice or 'no dice'}"
        )
        return Fault("R301", message, "R3.4", token, "", have, next(_last_die(turns, colour), ""))
    message, hint = f"'{token.text}' states nothing about the table", ""
    if _HOLDING.fullmatch(token.text) or _SCORE.fullmatch(token.text):
        message = f"'{token.text}' states something about a seat, but no seat is named"
        hint = f"write the seat behind the sign: = A {token.text}"
    return Fault("R304", message, "", token, "", f"{_TABLE_FACTS}; behind a seat {_SEAT_FACTS}", hint)


def _order_hint(pos: Position) -> str:
    """Return what made the turn order: the starting order, or the time track at the last round's end."""
    if pos.round <= 1 and pos.phase not in {"gardens", "end"}:
        return "the starting order stands in the line 'order'"
    return "after each round: furthest on the time track first, on one space the upper marker first"


def _last_die(turns: Sequence[Turn], colour: int) -> Iterator[str]:
    """Yield in words where a die was last taken from a bridge, newest first."""
    for turn in reversed(turns):
        facts = turn.facts
        if facts is not None and facts.taken.colour == colour:
            line = f" (line {turn.line})" if turn.line else ""
            end = "left" if facts.taken.end == "<" else "right"
            yield f"{turn.seat} took the {facts.taken.pips} at the {end} end in {turn.label}{line}"
