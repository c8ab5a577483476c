"""Plays games by the thousand and checks each against all laws.

Examples:
  python -m tests.conformance -n 3000 greedy=200 --jobs 2
  python -m tests.conformance -n 3000 --players 2 3 4 --policy random heuristic --coverage
  python -m tests.conformance -n 1 --players 3 --policy greedy --first 17 --depth all -o failing

Game 17 with --seed 1 is the 17th that `wcreplay simulate --seed 1` makes. The exit code is 1 if a law was
broken, and with --coverage also if something that can occur never did.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from wcreplay.engine import registry
from wcreplay.engine.coverage import Event, coverage_of
from wcreplay.engine.reader import read_record
from wcreplay.engine.workers import prepare_worker
from wcreplay.notation.model import RawRecord

from .check import Fault, play_and_check
from .games import adapter
from .walk import Case

SHOWN = 20
"""Faults that are printed; of the others only the number is told."""
ROW = "{:<20} {:>7} {:<10} {:>7} {:>9} {:>8} {:>6}"


class Outcome(NamedTuple):
    """What came of one game."""

    decisions: int
    faults: list[Fault]
    events: frozenset[Event]


Each = Callable[[Callable[[Case], Outcome], list[Case]], Iterable[Outcome]]


def main() -> int:
    """Play, check, print; return the exit code."""
    options = _options()
    faults: list[Fault] = []
    never: list[str] = []
    _say(ROW.format("game", "players", "policy", "games", "decisions", "games/s", "faults"))
    with _processes(options.jobs) as each:
        for game in options.game:
            missing = set(coverage_of(game).events) if options.coverage else set()
            for cases in _runs(game, options):
                faults += _run(each, cases, options, missing)
            never += [f"never in {game}: {group} {name}" for group, name in sorted(missing)]
    for fault in faults[:SHOWN]:
        _say(f"\n{fault}")
    if options.output:
        _write(faults, options.output)
    _say("", *never, f"{len(faults)} faults" + (f", {SHOWN} of them shown" if len(faults) > SHOWN else ""))
    return 1 if faults or never else 0


@contextmanager
def _processes(jobs: int) -> Iterator[Each]:
    """Give what applies a function to each game: in this process, or in several."""
    if jobs == 1:
        yield map
        return
    with ProcessPoolExecutor(jobs, get_context("forkserver"), initializer=prepare_worker) as pool:
        yield partial(pool.map, chunksize=4)


def _options() -> argparse.Namespace:
    name, shape = "python -m tests.conformance", argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(name, description=__doc__, formatter_class=shape)
    add, games = parser.add_argument, registry.names()
    n_help = "games per policy and number of players (default 20), greedy=200 for one policy"
    add("-n", nargs="+", type=_count, default=[("", 20)], metavar="N", help=n_help)
    add("--game", nargs="+", choices=games, default=games, help="games (default: all)")
    add("--players", nargs="+", type=int, help="numbers of players (default: all of the game's)")
    add("--policy", nargs="+", help="policies (default: all of the game's)")
    add("--ruling", nargs="+", default=[""], help='values of the tag Rulings (default: "")')
    add("--seed", type=int, default=1, help="seed of the first game (default 1)")
    add("--first", type=int, default=1, help="number of the first game (default 1)")
    add("--jobs", type=int, default=1, help="processes (default 1)")
    add("--depth", type=_depth, default=1, help="decisions a game looked at in depth: a number or 'all'")
    add("--coverage", action="store_true", help="also tell what can occur and never did")
    add("-o", "--output", type=Path, metavar="FOLDER", help="write the record up to each fault there")
    options = parser.parse_args()
    if not any(cases for game in options.game for cases in _runs(game, options)):
        parser.error("there is no game with these players, policies and rulings")
    return options


def _count(text: str) -> tuple[str, int]:
    policy, _, number = text.rpartition("=")
    if not number.isdecimal():
        raise argparse.ArgumentTypeError(f"'{text}' is neither a number nor like greedy=200")
    return policy, int(number)


def _depth(text: str) -> int | None:
    if text != "all" and not text.isdecimal():
        raise argparse.ArgumentTypeError(f"'{text}' is neither a number nor 'all'")
    return None if text == "all" else int(text)


def _runs(game: str, options: argparse.Namespace) -> Iterator[list[Case]]:
    """Yield the games of each combination of ruling, players and policy."""
    counts: dict[str, int] = dict(options.n)
    low, high = registry.meta(game).players
    players = [number for number in options.players or range(low, high + 1) if low <= number <= high]
    known = registry.policies(game).names
    policies = [policy for policy in options.policy or known if policy in known]
    rulings = [ruling for ruling in options.ruling if ruling in adapter(game).rulings]
    for ruling, number, policy in product(rulings, players, policies):
        last = options.first + counts.get(policy, counts.get("", 0))
        seeds = (f"{options.seed}-{place}" for place in range(options.first, last))
        yield [Case(game, number, policy, seed, ruling) for seed in seeds]


def _run(each: Each, cases: list[Case], options: argparse.Namespace, missing: set[Event]) -> list[Fault]:
    """Play and check games, print a line, strike what occurred off the missing, and return the faults."""
    start = time.perf_counter()
    one = partial(_outcome, depth=options.depth, covered=options.coverage)
    faults: list[Fault] = []
    decisions = 0
    for number, outcome in enumerate(each(one, cases), start=1):
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{number} of {len(cases)}" + "\r\033[K" * (number == len(cases)))
        decisions += outcome.decisions
        faults += outcome.faults
        missing -= outcome.events
    if cases:
        rate = len(cases) / (time.perf_counter() - start)
        name = " ".join(filter(None, (cases[0].game, cases[0].ruling)))
        head = (name, cases[0].players, cases[0].policy, len(cases))
        _say(ROW.format(*head, decisions, f"{rate:.1f}", len(faults)))
    return faults


def _outcome(case: Case, depth: int | None, covered: bool) -> Outcome:
    played, faults = play_and_check(case, depth)
    if played is None:
        return Outcome(0, faults, frozenset())
    events = frozenset[Event]()
    if covered and (done := read_record(RawRecord(played.text)).replay) is not None:
        events = frozenset(coverage_of(case.game).of(done))
    return Outcome(len(played.position.history), faults, events)


def _write(faults: list[Fault], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for number, fault in enumerate(faults, start=1):
        note = "".join(f"; {line}\n" for line in str(fault).splitlines())
        (folder / f"{number}-{fault.case}.wcr").write_text(fault.record + note, encoding="utf-8")


def _say(*lines: str) -> None:
    sys.stdout.writelines(f"{line}\n" for line in lines)
    sys.stdout.flush()
