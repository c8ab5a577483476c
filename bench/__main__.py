"""``python -m bench``: the numbers to hold, as ratios to the yardstick of the same run.

Rates are medians over rounds that take turns with the yardstick, so that a machine whose speed drifts
does not favour either. Games are simulated ones of the ``heuristic`` policy.
"""

from __future__ import annotations

import argparse
import datetime as dt
import gc
import io
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from wcreplay.engine import registry
from wcreplay.engine.replay import replay
from wcreplay.engine.simulate import simulate
from wcreplay.notation.model import RawRecord
from wcreplay.notation.scanner import parse
from wcreplay.notation.stream import read_records
from wcreplay.store.arrow import read_layout
from wcreplay.store.database import open_database, schema_version
from wcreplay.store.judge import Setting, judge
from wcreplay.store.loader import import_records

from . import yardstick

GAME = "white-castle"
CHUNK = 32
"""Records that the import hands to a worker process at a time."""
IMPORTED = 5
"""Times as many games are imported, so that starting the processes does not outweigh them."""


def main() -> None:
    """Print all figures, or with ``--sizes`` those of the records' sizes."""
    options = _options()
    if options.sizes:
        _sizes(options.games)
        return
    print(f"{options.games} simulated 4-player games, policy heuristic, {options.rounds} rounds\n")
    with tempfile.TemporaryDirectory() as folder:
        _rates(Path(folder), options.games, options.rounds, options.jobs)
        _start_up(Path(folder))
    _sizes(options.games)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("-n", "--games", type=int, default=120, help="games a round (default 120)")
    parser.add_argument("--sizes", action="store_true", help="only the sizes of the records")
    parser.add_argument("--rounds", type=int, default=7, help="rounds (default 7)")
    parser.add_argument("--jobs", type=int, default=2, help="processes of the import (default 2)")
    return parser.parse_args()


def _texts(players: int, games: int) -> str:
    return "\n".join(simulate(GAME, games, players, "heuristic", 1))


def _raw(text: str) -> list[RawRecord]:
    return list(read_records(io.BytesIO(text.encode()), "bench"))


def _each(records: list[RawRecord], step: Callable[[RawRecord], object]) -> None:
    """Do a step for each record and let go of what it made, as a reader of a stream does."""
    for record in records:
        step(record)


class Step(NamedTuple):
    """Something to time: how many games it works on, and what it does."""

    name: str
    games: int
    run: Callable[[], object]


def _rates(folder: Path, games: int, rounds: int, jobs: int) -> None:
    text = _texts(4, games)
    raw = _raw(text)
    many = folder / "many.wcr"
    many.write_text(_texts(4, IMPORTED * games), encoding="utf-8")
    grammar = registry.load(GAME).grammar
    with open_database(folder / "layout.duckdb") as database, database.cursor() as cursor:
        layout = read_layout(cursor)
    setting = Setting(layout, schema_version(), dt.datetime.now(dt.UTC))
    numbers = iter(range(1_000_000))
    steps = [
        Step("parse only", games, lambda: _each(raw, lambda record: parse(record, grammar))),
        Step("parse + replay", games, lambda: _each(raw, lambda record: replay(parse(record, grammar)[0]))),
        Step("parse + replay + rows", games, lambda: _rows(raw, setting)),
        Step(
            f"import, {jobs} processes",
            IMPORTED * games,
            lambda: import_records(folder / f"{next(numbers)}.duckdb", [many], jobs=jobs),
        ),
    ]
    _print_rates(steps, rounds, yardstick.games(max(30, games // 3)))


def _rows(raw: list[RawRecord], setting: Setting) -> None:
    """Read, replay and lay out the records as a worker process of the import does, collector off."""
    gc.disable()
    try:
        for first in range(0, len(raw), CHUNK):
            judge(raw[first : first + CHUNK], setting)
    finally:
        gc.enable()


def _print_rates(steps: list[Step], rounds: int, pgn: str) -> None:
    yardstick.rate(pgn)
    rates: dict[str, list[float]] = {step.name: [] for step in steps}
    ratios: dict[str, list[float]] = {step.name: [] for step in steps}
    units: list[float] = []
    for _ in range(rounds):
        for step in steps:
            unit = yardstick.rate(pgn)
            start = time.perf_counter()
            step.run()
            rate = step.games / (time.perf_counter() - start)
            unit = (unit + yardstick.rate(pgn)) / 2
            units.append(unit)
            rates[step.name].append(rate)
            ratios[step.name].append(rate / unit)
    print(f"{'':<28}{'games/s':>10}{'x yardstick':>14}{'(lowest, highest)':>22}")
    print(f"{'yardstick (python-chess)':<28}{statistics.median(units):>10.0f}{1:>14.2f}")
    for name, values in ratios.items():
        spread = f"({min(values):.2f}, {max(values):.2f})"
        rate = statistics.median(rates[name])
        print(f"{name:<28}{rate:>10.0f}{statistics.median(values):>14.2f}{spread:>22}")


def _start_up(folder: Path) -> None:
    file = folder / "one.wcr"
    file.write_text(_texts(4, 1), encoding="utf-8")
    print(f"\n{'start-up':<28}{'seconds':>10}  (best of 5)")
    for name, words in (("--help", ["--help"]), ("validate one file", ["validate", str(file)])):
        best = min(_seconds([sys.executable, "-m", "wcreplay", *words]) for _ in range(5))
        print(f"{name:<28}{best:>10.2f}")


def _seconds(words: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(words, check=True, capture_output=True)
    return time.perf_counter() - start


def _sizes(games: int) -> None:
    print(f"\n{'size of records':<28}{'bytes/game':>10}{'bytes/turn':>14}   (turn lines without labels)")
    for players in (2, 3, 4):
        text = _texts(players, games)
        body = [line for line in text.splitlines() if line and not line.startswith("[")]
        turns = [line.partition(" ")[2] for line in body if line[:1].isdigit() and line[2] != "g"]
        turns = [turn for turn in turns if turn]
        size = sum(len(line) + 1 for line in body) / games
        print(f"{players} players{'':<19}{size:>10.0f}{statistics.mean(map(len, turns)):>14.1f}")


if __name__ == "__main__":
    main()
