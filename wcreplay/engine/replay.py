"""Replay: a record's decisions are applied one by one, and every turn is kept as a frozen value."""

from __future__ import annotations

from typing import Any

from wcreplay.notation.model import Record

from .game import Game
from .registry import load
from .run import Run
from .values import Replay, Result, Turn

__all__ = ["Replay", "Result", "Turn", "position_at", "replay"]


def replay(record: Record) -> Replay:
    """Replay a record through its game's rules.

    Never raises for a bad record: what is wrong stands in ``diagnostics``, and nothing after the first
    illegal decision is replayed.
    """
    return Run(record).replay()


def position_at(done: Replay, turn_no: int) -> Any:
    """Return the position right after row ``turn_no`` of a replay, at its next decision.

    Raises ``IndexError`` if the replay has no such row.
    """
    if not 0 <= turn_no < len(done.turns):
        raise IndexError(f"turn {turn_no} of {len(done.turns)}")
    game: Game = load(done.game)
    position = game.start(done.setup)
    following = turn_no + 1
    stop = done.unit_starts[following] if following < len(done.unit_starts) else len(done.history)
    for text in done.history[:stop]:
        position.apply(text)
    return position
