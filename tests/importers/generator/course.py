"""The course of a log: the game's choices, and between them what players tried and took back."""

from __future__ import annotations

import random

from wcreplay.engine.replay import Replay

from .options import Options
from .writer import Writer

_CLIMB_TO_ROOM = ("^s", "^d")
_UNDOABLE = ("turn", "gardens")


def write(replay: Replay, rng: random.Random, options: Options) -> Writer:
    """Write a whole game.

    Raises ``ValueError`` for a replay that is not complete and fully known, or that no log can be of: with
    an exchange that is only possible if a choice of the well comes before what it gives by itself.
    """
    if replay.state != "complete":
        raise ValueError(f"a log is made of a complete game, not of one in state {replay.state}")
    if any("_" in text for text in replay.history):
        raise ValueError("a log is made of a game without unknown facts")
    writer = Writer(replay, rng, options)
    pos = writer.table.pos
    if writer.options.first_herons:
        writer.herons()
        writer.seen.shown.add("order")
    for text in writer.replay.history:
        pos = writer.table.pos
        decision = pos.decision
        assert decision is not None
        if decision.seat >= 0 and decision.kind not in ("refill", "close"):
            writer.prompt()
            _noise(writer)
        writer.undoable.clear()
        rolled = decision.kind == "roll"
        writer.step(text)
        if rolled and (pos.decision is None or pos.decision.kind != "roll"):
            writer.rolled()
        writer.cut()
    writer.scores()
    writer.state(99, {})
    return writer


def _noise(writer: Writer) -> None:
    """Now and then try something and take it back: a step, or from its start the whole turn."""
    how = writer.options.undo
    rng = writer.rng
    pos = writer.table.pos
    if how == "none" or pos.phase not in _UNDOABLE or rng.random() > (0.08 if how == "light" else 0.3):
        return
    for _ in range(1 if how == "light" else rng.randint(1, 2)):
        if _try(writer, rng.randint(1, 2 if how == "light" else 5), nested=how == "heavy"):
            writer.prompt()


def _try(writer: Writer, steps: int, *, nested: bool) -> bool:
    """Take up to ``steps`` choices on a copy of the table, then undo all of it; false: there was none."""
    table = writer.table
    outer, writer.undoable, trying = writer.undoable, [], writer.trying
    writer.trying, writer.table = True, table.copy()
    begun = False
    for _ in range(steps):
        text = _choice(writer)
        if text is None:
            break
        if begun:
            writer.prompt()
        begun = True
        writer.step(text)
        writer.cut()
        if any(part in text for part in _CLIMB_TO_ROOM):
            refill = writer.table.pos.decision
            if refill is not None and refill.kind == "refill":
                writer.step(writer.rng.choice(sorted(refill.options)))
            break
        if nested and writer.rng.random() < 0.3:
            _try(writer, 1, nested=False)
    writer.table, writer.trying = table, trying
    if begun:
        _take_back(writer, whole=len(writer.undoable) > 3)
    writer.undoable = outer
    return begun


def _choice(writer: Writer) -> str | None:
    """Return a choice that leaves the turn open, so that it can be taken back; None if there is none."""
    pos = writer.table.pos
    decision = pos.decision
    if decision is None or decision.seat < 0 or decision.kind in ("refill", "close"):
        return None
    climbs = writer.options.undo_climbs and writer.options.reveal == "turn_end"
    options: list[str] = [
        text
        for text in sorted(decision.options)
        if climbs or not any(part in text for part in _CLIMB_TO_ROOM)
    ]
    for text in writer.rng.sample(options, min(3, len(options))):
        probe = pos.clone()
        probe.apply(text)
        if probe.decision is not None and probe.decision.kind == "refill":
            probe.apply(min(probe.decision.options))
        if probe.unit_number == pos.unit_number:
            return text
    return None


def _take_back(writer: Writer, *, whole: bool) -> None:
    """Re-send the events since a point, last first, with their mark and the restored values."""
    writer.cut()
    writer.say("restart" if whole else "undo", writer.who(writer.table.pos.seat))
    undone, writer.undoable = writer.undoable, []
    for kind, args in reversed(undone):
        writer.emit(kind, args)
    writer.cut()
