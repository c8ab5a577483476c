"""``python -m bench.logs``: how many logs of online games are read on one core, and where the time goes.

Rates are medians over rounds that take turns with the yardstick of the same run, as in ``python -m bench``.
The logs are generated ones of simulated games of the ``heuristic`` policy, with some turns taken back.
With ``--import`` it is how many are imported by ``--jobs`` processes into a database of their own.
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.importers.generator import Options, make_log
from wcreplay.engine.reader import read_record
from wcreplay.engine.simulate import simulate
from wcreplay.importers.bga import (
    convert,
    dice,
    events,
    objects,
    shapes,
    timeline,
    totals,
    undo,
    writing,
)
from wcreplay.importers.model import Document
from wcreplay.notation.model import RawRecord
from wcreplay.store.loader import import_records

from . import yardstick

STEPS = (
    (shapes, "tables_of", "decode JSON, find the packets"),
    (events, "may_be_another", "look for marks of other rulesets"),
    (events, "read_events", "read events"),
    (undo, "without_undone", "take back"),
    (totals, "check", "check totals as they stand"),
    (objects, "collect", "collect cards and prompts"),
    (timeline, "build", "events to changes and steps"),
    (dice, "read_dice", "read dice"),
    (convert._Table, "search", "find the choices"),
    (writing, "write", "write the record"),
    (convert._Table, "agrees", "replay it and compare"),
)
"""The parts of a conversion that are timed: where they live, their names, and what they do.

The time of a part does not count in one that it is called from.
"""


def main() -> None:
    """Print rates and parts."""
    options = _options()
    logs = [_log(players, seed) for seed in range(options.logs) for players in (2, 3, 4)]
    print(
        f"{len(logs)} logs of 2 to 4 players, {sum(map(len, logs)) / len(logs) / 1024:.0f} KiB on average\n"
    )
    if options.whole:
        _import(logs, options.rounds, options.jobs)
        return
    _read(logs[:3])
    pgn = yardstick.games(40)
    rates, ratios = [], []
    for _ in range(options.rounds):
        before = yardstick.rate(pgn)
        start = time.perf_counter()
        proved = _read(logs)
        rates.append(len(logs) / (time.perf_counter() - start))
        ratios.append(rates[-1] / ((before + yardstick.rate(pgn)) / 2))
    print(
        f"{statistics.median(rates):.1f} logs/s on one core, {statistics.median(ratios):.3f} x yardstick "
        f"({min(ratios):.3f}, {max(ratios):.3f}); {proved} of {len(logs)} proved\n"
    )
    _parts(logs)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.logs", description=__doc__)
    parser.add_argument(
        "-n", "--logs", type=int, default=10, help="logs of each number of players (default 10)"
    )
    parser.add_argument("--rounds", type=int, default=5, help="rounds (default 5)")
    parser.add_argument("--import", dest="whole", action="store_true", help="time whole imports instead")
    parser.add_argument("--jobs", type=int, default=1, help="processes of an import (default 1)")
    return parser.parse_args()


def _log(players: int, seed: int) -> bytes:
    done = read_record(RawRecord(next(simulate("white-castle", 1, players, "heuristic", seed)))).replay
    assert done is not None
    return make_log(done, random.Random(seed), Options(undo="light"))


def _import(logs: list[bytes], rounds: int, jobs: int) -> None:
    """Import the logs from a folder, each time into a new database."""
    pgn = yardstick.games(40)
    rates, ratios = [], []
    with tempfile.TemporaryDirectory(prefix="wcreplay-") as folder:
        for number, data in enumerate(logs):
            Path(folder, f"{number}.json").write_bytes(data)
        for number in range(rounds):
            before = yardstick.rate(pgn)
            start = time.perf_counter()
            summary = import_records(Path(folder, f"{number}.duckdb"), [folder], jobs=jobs)
            rates.append(len(logs) / (time.perf_counter() - start))
            ratios.append(rates[-1] / ((before + yardstick.rate(pgn)) / 2))
    print(
        f"{statistics.median(rates):.1f} logs/s imported, jobs {jobs}, {statistics.median(ratios):.3f} x "
        f"yardstick ({min(ratios):.3f}, {max(ratios):.3f}); {summary.stored} of {len(logs)} stored"
    )


def _read(logs: list[bytes]) -> int:
    """Convert all logs and return how many agree with their record."""
    return sum(done.proved for data in logs for done in convert.convert_document(Document("log.json", data)))


def _parts(logs: list[bytes]) -> None:
    """Print the share of each part of a conversion."""
    spent = dict.fromkeys((words for _, _, words in STEPS), 0.0)
    kept = [(owner, name, getattr(owner, name)) for owner, name, _ in STEPS]
    running: list[str] = []
    for owner, name, words in STEPS:
        setattr(owner, name, _timed(getattr(owner, name), words, spent, running))
    try:
        start = time.perf_counter()
        _read(logs)
        whole = time.perf_counter() - start
    finally:
        for owner, name, function in kept:
            setattr(owner, name, function)
    for words, seconds in spent.items():
        print(f"{words:<34}{1000 * seconds / len(logs):>7.2f} ms a log {100 * seconds / whole:>5.1f} %")
    rest = whole - sum(spent.values())
    print(f"{'all else':<34}{1000 * rest / len(logs):>7.2f} ms a log {100 * rest / whole:>5.1f} %")


def _timed(
    function: Callable[..., Any], words: str, spent: dict[str, float], running: list[str]
) -> Callable[..., Any]:
    def timed(*given: Any, **named: Any) -> Any:
        start = time.perf_counter()
        running.append(words)
        try:
            return function(*given, **named)
        finally:
            running.pop()
            seconds = time.perf_counter() - start
            spent[words] += seconds
            if running:
                spent[running[-1]] -= seconds

    return timed


if __name__ == "__main__":
    main()
