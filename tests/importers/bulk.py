"""Makes logs of every form by the hundred, imports them, and compares each record with its game.

Examples:
  python -m tests.importers.bulk -n 2000 --jobs 2
  python -m tests.importers.bulk -n 200 --seed 7 --every --set prompts=none reveal=turn_end undo_climbs=True
  python -m tests.importers.bulk --first 17 -n 1 -o failing

Seed and number draw the game of a log, the program that plays it, and every reading that the documents leave
open; with --every also those that they speak against.
The exit code is 1 if a record is not the game that its log was made of.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
import traceback
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import asdict
from functools import partial
from itertools import count as numbers
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final, NamedTuple

from tests.importers.comparing import Difference, compare
from tests.importers.generator import (
    READINGS,
    Log,
    Options,
    any_options,
    build,
    documented_options,
    encode,
)
from wcreplay.engine.reader import read_record
from wcreplay.engine.replay import Replay
from wcreplay.engine.simulate import play
from wcreplay.engine.workers import prepare_worker
from wcreplay.importers.bga.convert import Conversion, convert_paths
from wcreplay.notation.model import RawRecord

PLAYERS: Final = (2, 3, 4)
POLICIES: Final = ("heuristic", "heuristic", "coverage", "random")
SHOWN: Final = 12
"""Kinds of differences of which an example is printed, the message cut after so many characters."""
CUT: Final = 600


class Case(NamedTuple):
    """A log to be made: seed and number, the readings that are not drawn, and which are: ``every`` one.

    Else those that the documents leave open.
    """

    seed: int
    number: int
    fixed: tuple[tuple[str, Any], ...] = ()
    every: bool = False

    def options(self) -> Options:
        """Return the readings of the log."""
        draw = any_options if self.every else documented_options
        return draw(random.Random(f"{self.seed}-{self.number}"), **dict(self.fixed))

    def __str__(self) -> str:
        """Say how to make it again, and in what it differs from the likely form."""
        plain = asdict(Options())
        odd = [f"{name}={value}" for name, value in asdict(self.options()).items() if value != plain[name]]
        given = "".join(f" {name}={value}" for name, value in self.fixed)
        again = f"--seed {self.seed} --first {self.number} -n 1" + " --every" * self.every
        again += f" --set{given}" if given else ""
        return f"{again}  ({' '.join(odd)})"


class Result(NamedTuple):
    """What came of one log: its size, the seconds of its import, what is wrong, units read otherwise."""

    case: Case
    size: int
    seconds: float
    wrong: list[Difference]
    otherwise: int
    assumed: int


def make(case: Case) -> tuple[Replay, Log]:
    """Return the game of a case and its log."""
    players = PLAYERS[case.number % len(PLAYERS)]
    policy = POLICIES[case.number // len(PLAYERS) % len(POLICIES)]
    seed = f"{case.seed}-{case.number}"
    for again in numbers():
        text = play("white-castle", (policy,) * players, seed + "'" * again)
        source = read_record(RawRecord(text)).replay
        assert source is not None
        with suppress(ValueError):  # one of the few games that no log can be of
            return source, build(source, random.Random(seed), case.options())
    raise AssertionError


def convert(data: bytes) -> Conversion:
    """Import a log as the file that it is."""
    with tempfile.NamedTemporaryFile(prefix="log-") as file:
        file.write(data)
        file.flush()
        (done,) = convert_paths([file.name])
    return done


def check(case: Case) -> Result:
    """Make one log, import it and compare."""
    source, log = make(case)
    data = encode(log)
    start = time.process_time()
    try:
        done = convert(data)
        seconds = time.process_time() - start
        outcome = compare(source, log.knowledge, log.options, done)
    except Exception:  # noqa: BLE001 - whatever a program runs into is a finding
        wrong = [Difference("raised", traceback.format_exc(limit=-3))]
        return Result(case, len(data), time.process_time() - start, wrong, 0, 0)
    return Result(case, len(data), seconds, outcome.differences, outcome.otherwise, outcome.assumed)


# -- the command -------------------------------------------------------------------------------------------


def main() -> int:
    """Make, import, compare, print; return the exit code."""
    options = _options()
    fixed = tuple(options.set)
    numbers = range(options.first, options.first + options.n)
    cases = [Case(options.seed, number, fixed, options.every) for number in numbers]
    results = []
    with _processes(options.jobs) as each:
        for result in each(cases):
            results.append(result)
            if sys.stderr.isatty():
                done = len(results)
                sys.stderr.write(f"\r{done} of {len(cases)}" + "\r\033[K" * (done == len(cases)))
    wrong = [result for result in results if result.wrong]
    _say(*_figures(results), *_by_kind(wrong))
    if options.output:
        _write(wrong, options.output)
    return 1 if wrong else 0


@contextmanager
def _processes(jobs: int) -> Iterator[Any]:
    """Give what checks each case: in this process, or in several."""
    if jobs == 1:
        yield partial(map, check)
        return
    with ProcessPoolExecutor(jobs, get_context("forkserver"), initializer=prepare_worker) as pool:
        yield partial(pool.map, check, chunksize=4)


def _options() -> argparse.Namespace:
    name, shape = "python -m tests.importers.bulk", argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(name, description=__doc__, formatter_class=shape)
    add = parser.add_argument
    add("-n", type=int, default=200, help="logs (default 200)")
    add("--seed", type=int, default=1, help="seed of all logs (default 1)")
    add("--first", type=int, default=1, help="number of the first log (default 1)")
    add("--jobs", type=int, default=1, help="processes (default 1)")
    add("--every", action="store_true", help="draw also readings that the documents speak against")
    add("--set", nargs="+", type=_reading, default=[], metavar="READING", help="readings for all: ids=mixed")
    add("-o", "--output", type=Path, metavar="FOLDER", help="write log and game of each wrong record there")
    return parser.parse_args()


def _reading(text: str) -> tuple[str, Any]:
    name, _, wanted = text.partition("=")
    for value in READINGS.get(name, ()):
        if str(value) == wanted:
            return name, value
    known = ", ".join(map(str, READINGS[name])) if name in READINGS else f"one of {', '.join(READINGS)}"
    raise argparse.ArgumentTypeError(f"'{text}': {known}")


def _figures(results: list[Result]) -> Iterator[str]:
    count = len(results)
    agreed = sum(1 for result in results if not result.wrong)
    same = sum(1 for result in results if not result.wrong and not result.otherwise)
    otherwise = sum(result.otherwise for result in results)
    assumed = sum(result.assumed for result in results)
    size = sum(result.size for result in results) / count
    seconds = sum(result.seconds for result in results)
    slow = sorted(result.seconds for result in results)[-1 - count // 100]
    yield f"{count} logs, {size / 1024:.0f} KiB on average as stored"
    yield f"{agreed} records agree with their game ({agreed / count:.2%})"
    yield f"{same} of them in every decision; {otherwise} units are read in another way that the log admits"
    yield f"{assumed} units or facts are called assumed"
    yield f"{count / seconds:.1f} logs/s on one core; the slowest in a hundred takes {1000 * slow:.0f} ms"


def _by_kind(wrong: list[Result]) -> Iterator[str]:
    """Yield kinds of differences, the most frequent first, each with its smallest log."""
    kinds: dict[str, list[tuple[Result, str]]] = {}
    for result in wrong:
        for kind in {found.kind for found in result.wrong}:
            message = next(found.message for found in result.wrong if found.kind == kind)
            kinds.setdefault(kind, []).append((result, message))
    ordered = sorted(kinds.items(), key=lambda entry: -len(entry[1]))
    for place, (kind, found) in enumerate(ordered):
        yield f"\n{kind}: {len(found)} logs"
        if place < SHOWN:
            result, message = min(found, key=lambda one: one[0].size)
            yield f"  {result.case}\n  {message[:CUT]}"


def _write(wrong: Iterable[Result], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for result in wrong:
        source, log = make(result.case)
        data = encode(log)
        (folder / f"{result.case.number}.log").write_bytes(data)
        head = "".join(
            f"; {found.kind}: {found.message}".replace("\n", "\n; ") + "\n" for found in result.wrong
        )
        lines = [f"; {turn.label} {turn.seat} {turn.text}" for turn in source.turns]
        text = "\n".join((head, *lines, "", convert(data).text))
        (folder / f"{result.case.number}.wcr").write_text(text, encoding="utf-8")


def _say(*lines: str) -> None:
    sys.stdout.writelines(f"{line}\n" for line in lines)
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
