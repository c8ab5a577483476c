"""Game logs of the online table in the documented form, made from replayed games.

    log = build(replay, random.Random(1), Options(undo="heavy"))
    data = encode(log)                       # the file; make_log does both
    log.knowledge.hidden                     # what no reader of this log can know

The only sources are the documented facts of the form and the engine. What they leave open is an option
(:mod:`.options`). :mod:`.negative` makes logs to be refused.
"""

from __future__ import annotations

import random

from wcreplay.engine.replay import Replay

from .course import write
from .options import READINGS, SHAPES, Options, any_options, documented_options
from .packing import LAYOUTS, SECRET, Log, encode, encode_several, stream
from .seen import Knowledge

__all__ = [
    "LAYOUTS",
    "READINGS",
    "SECRET",
    "SHAPES",
    "Knowledge",
    "Log",
    "Options",
    "any_options",
    "build",
    "documented_options",
    "encode",
    "encode_several",
    "hidden",
    "make_log",
    "stream",
]


def build(replay: Replay, rng: random.Random, options: Options) -> Log:
    """Return the log of a game.

    Raises ``ValueError`` for a replay that is not complete or has unknown facts.
    """
    writer = write(replay, rng, options)
    low, high = (731_000_000, 775_000_000) if options.era == "old" else (858_000_000, 904_000_000)
    return Log(
        table=rng.randrange(low, high),
        options=options,
        packets=writer.packets,
        players=writer.pieces.players,
        knowledge=writer.seen.knowledge(replay),
        firm=writer.firm,
        ends=writer.ends,
        seed=rng.random(),
    )


def make_log(replay: Replay, rng: random.Random, options: Options) -> bytes:
    """Return the log of a game as a file."""
    return encode(build(replay, rng, options))


def hidden(
    replay: Replay, rng: random.Random | None = None, options: Options | None = None
) -> frozenset[str]:
    """Return the facts of a game that its log does not tell anybody; :mod:`.seen` lists their names.

    What was tried and taken back shows things too, so ``rng`` has to be in the state that made the log.
    """
    return build(replay, rng or random.Random(0), options or Options()).knowledge.hidden
