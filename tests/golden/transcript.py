"""Makes the transcripts. ``python -m tests.golden`` writes them anew; review the difference as text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from wcreplay.bundled import records_dir
from wcreplay.cli.replay_command import posting_lines
from wcreplay.engine import registry
from wcreplay.engine.reader import read_record
from wcreplay.engine.replay import Replay, position_at
from wcreplay.notation.stream import expand_paths, read_sources

FOLDER = Path(__file__).parent


def transcripts() -> Iterator[tuple[Path, str]]:
    """Yield file and text of each sample record's transcript."""
    for raw in read_sources(expand_paths([str(records_dir())])):
        reading = read_record(raw)
        assert reading.replay is not None, reading.diagnostics
        name = f"{Path(raw.source).stem}-{raw.number}.txt"
        yield FOLDER / reading.replay.game / name, transcript(reading.replay)


def transcript(done: Replay) -> str:
    """Return a record's transcript: per turn its choices, postings and running score; some boards."""
    game = registry.load(done.game)
    result = ", ".join(f"{seat.seat} {seat.points}" for seat in done.result)
    lines = [f"game {done.game_id}: {done.state}, {result}"]
    rounds = [turn.round for turn in done.turns] + [99]
    for number, turn in enumerate(done.turns):
        scores = " ".join(f"{seat}{sum(row)}" for seat, row in zip(done.seats, turn.scores, strict=True))
        head = f"{turn.label} {turn.seat} {turn.text or '(nothing)'}" if turn.label else turn.phase
        lines += ["", f"{head}   [{scores}]", *posting_lines(turn, game, done.seats)]
        position = position_at(done, turn.turn_no)
        lines.append(f"        next: {len(position.options())} choices")
        if rounds[number + 1] != turn.round:
            lines += ["", game.draw(position)]
    return "\n".join(line.rstrip() for line in lines) + "\n"
