"""Replay: a record's decisions are applied one by one, and every turn is kept as a frozen value."""

from __future__ import annotations

from typing import Any

from wcreplay.notation.model import Record

from .game import Game
from .registry import load
from .run import Run
from .values import Line, Replay, Result, Turn

__all__ = ["Line", "Replay", "Result", "Turn", "position_at", "replay"]


def replay(record: Record, *, keep_prefix: bool = False) -> Replay:
    """Replay a record through its game's rules.

    Never raises for a bad record: what is wrong stands in ``diagnostics``, and nothing after the first
    illegal decision is replayed. With ``keep_prefix`` the turns before it are a replay in state ``cut``.
    """
    return Run(record, keep_prefix=keep_prefix).replay()


def position_at(done: Replay, turn_no: int, variation: int = 0) -> Any:
    """Return the position right after row ``turn_no`` of a replay, at its next decision.

    ``variation`` is the number of a variation whose row is meant, 0 the main line. Raises ``IndexError``
    if the replay has no such variation or row.
    """
    if not 0 <= variation <= len(done.variations):
        raise IndexError(f"variation {variation} of {len(done.variations)}")
    line = done.variations[variation - 1] if variation else done
    first = line.turn_no if isinstance(line, Line) else 0
    if not first <= turn_no < first + len(line.turns):
        raise IndexError(f"turn {turn_no} of {first} to {first + len(line.turns) - 1}")
    game: Game = load(done.game)
    position = game.start(done.setup)
    following = turn_no + 1
    starts, history = line.unit_starts, line.history
    for text in history[: starts[following] if following < len(starts) else len(history)]:
        position.apply(text)
    return position
