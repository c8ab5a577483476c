"""Replay: a record's decisions are applied one by one, and every turn is kept as a frozen value."""

from __future__ import annotations

from typing import Any

import msgspec

from wcreplay.notation.diagnostics import Diagnostic
from wcreplay.notation.model import Record

from .game import Game
from .ledger import Posting


class Turn(msgspec.Struct, frozen=True):
    """A row of the ``turn`` table: a draft pick, a turn, an activation, the setup or the end.

    ``balances`` and ``scores`` are by seat number: holdings after the turn, and points by category as
    if the game ended there. ``text`` is canonical; ``line`` is the 1-based line of the source, 0
    where nothing was written.
    """

    turn_no: int
    round: int
    turn_in_round: int
    phase: str
    seat: str
    label: str
    text: str
    line: int
    mark: str
    comment: str
    postings: tuple[Posting, ...]
    balances: tuple[tuple[int, ...], ...]
    scores: tuple[tuple[int, ...], ...]
    facts: Any


class Result(msgspec.Struct, frozen=True):
    """A seat's final points and rank (from 1)."""

    seat: str
    points: int
    rank: int


class Replay(msgspec.Struct, frozen=True):
    """A replayed record.

    ``state`` is ``complete``, ``partial`` (the record ends early) or ``error`` (``diagnostics`` says
    why; ``turns`` stop before the fault, and ``game_id`` is empty). ``seats`` are letters by seat
    number, ``order`` the starting order.
    """

    record: Record
    game: str
    ruleset: str
    rulings: str
    seats: tuple[str, ...]
    order: tuple[str, ...]
    turns: tuple[Turn, ...]
    diagnostics: tuple[Diagnostic, ...]
    state: str
    game_id: str
    result: tuple[Result, ...]
    setup: Any
    history: tuple[str, ...]
    unit_starts: tuple[int, ...]


def replay(record: Record) -> Replay:
    """Replay a record through its game's rules.

    Never raises for a bad record: what is wrong stands in ``diagnostics``, and nothing after the first
    illegal decision is replayed.
    """
    from .run import Run

    return Run(record).replay()


def position_at(done: Replay, turn_no: int) -> Any:
    """Return the position right after row ``turn_no`` of a replay, at its next decision.

    Raises ``IndexError`` if the replay has no such row.
    """
    from .registry import load

    if not 0 <= turn_no < len(done.turns):
        raise IndexError(f"turn {turn_no} of {len(done.turns)}")
    game: Game = load(done.game)
    position = game.start(done.setup)
    following = turn_no + 1
    stop = done.unit_starts[following] if following < len(done.unit_starts) else len(done.history)
    for text in done.history[:stop]:
        position.apply(text)
    return position
