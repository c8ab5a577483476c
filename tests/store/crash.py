"""Imports that are killed, again and again, at any moment: ``python -m tests.store.crash --kills 200``.

Each round a process of its own goes on importing the same records into the same file, until it is killed or
done; then another one opens the file and looks what is in it. The processes are forked from this one, which
never opens a database itself, so that a round takes little time.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from wcreplay.notation.model import RawRecord
from wcreplay.store import pool, writer
from wcreplay.store.checks import run_checks
from wcreplay.store.database import open_database
from wcreplay.store.loader import Options, import_raw
from wcreplay.store.query import run_query

from .games import many

GAMES = 48
BATCH = 6
TRANSACTIONS = GAMES // BATCH


class Figures(NamedTuple):
    """What was seen.

    Imports killed and imports done before, files with a log, files not made yet, games that were there, and
    the longest time that opening took, in seconds.
    """

    kills: int
    done: int
    logs: int
    empty: int
    games: int
    opening: float

    def __str__(self) -> str:
        return (
            f"{self.kills} imports killed ({self.done} more were done before): every database opened, held\n"
            f"whole games only, and all that had been acknowledged ({self.games} games looked at);\n"
            f"{self.logs} had a log to take up, {self.empty} were not made yet; opening took at most "
            f"{self.opening:.2f} s"
        )


def child(work: Callable[[], None]) -> int:
    """Start a process that does some work and ends with 0, or with 1 after an error."""
    sys.stdout.flush()
    pid = os.fork()
    if pid:
        return pid
    try:
        work()
    except BaseException as error:  # noqa: BLE001 - the parent sees the exit code
        sys.stderr.write(f"{type(error).__name__}: {error}\n")
        sys.stderr.flush()
        os._exit(1)
    os._exit(0)


def run_import(db: Path, told: Path) -> None:
    """Import all records in small transactions; note after each how many games are stored."""
    vars(writer)["_GAP_SECONDS"] = 0.0
    vars(pool)["_CHUNK_RECORDS"] = BATCH

    def note(stored: int) -> None:
        with told.open("a", encoding="utf-8") as file:
            file.write(f"{stored}\n")

    records = [RawRecord(text, "some.wcr", number) for number, text in enumerate(many(GAMES), start=1)]
    summary = import_raw(
        db, records, Options(batch=BATCH), progress=lambda so_far: note(so_far.stored + so_far.unchanged)
    )
    assert summary.found == GAMES


def look(db: Path, acknowledged: int, seen: Path) -> None:
    """Check a database whose import was killed: it opens, contradicts itself nowhere, and lost nothing."""
    start = time.monotonic()
    with open_database(db, read_only=True) as catalogue:
        took = time.monotonic() - start
        failures = run_checks(catalogue)
        assert failures == [], failures
        (games,) = run_query(catalogue, "SELECT count(*) FROM game").rows[0]
    assert games >= acknowledged, (games, acknowledged)
    assert games % BATCH == 0, games
    seen.write_text(f"{games} {took}", encoding="utf-8")


def ended_well(pid: int) -> bool:
    """Wait for a process; whether it came to its end, and was not killed before. Its failures are ours."""
    _, status = os.waitpid(pid, 0)
    code = os.waitstatus_to_exitcode(status)
    assert code in (0, -signal.SIGKILL), "a process failed; see what it said"
    return code == 0


def lines(told: Path) -> list[int]:
    """Return how many games were stored after each transaction so far."""
    text = told.read_text(encoding="utf-8") if told.exists() else ""
    return [int(line) for line in text[: text.rfind("\n") + 1].split()]


def wait_a_while(rng: random.Random, told: Path, whole: float) -> None:
    """Wait for the moment to kill: while the file is made, or some time after some transaction."""
    started = time.monotonic()
    if rng.random() < 0.25:
        time.sleep(rng.random() * whole / 2)
        return
    wanted = rng.randrange(TRANSACTIONS)
    while (done := len(lines(told))) < wanted and time.monotonic() - started < 60:
        time.sleep(0.002)
    passed = time.monotonic() - started
    time.sleep(1.5 * rng.random() * (passed / done if done else whole / 2))


def kill_imports(folder: Path, kills: int, seed: int) -> Figures:
    """Kill that many imports; raises ``AssertionError`` where a database does not stand it."""
    rng = random.Random(seed)
    db, told, seen = folder / "games.duckdb", folder / "told", folder / "seen"
    done = logs = empty = looked_at = killed = games = 0
    longest = 0.0
    started = time.monotonic()
    assert ended_well(child(partial(run_import, db, told)))
    whole = time.monotonic() - started
    db.unlink()
    while killed < kills:
        told.unlink(missing_ok=True)
        pid = child(partial(run_import, db, told))
        wait_a_while(rng, told, whole)
        os.kill(pid, signal.SIGKILL)
        if ended_well(pid):
            done += 1
        else:
            killed += 1
        if not db.exists():
            assert not lines(told)
            empty += 1
            continue
        logs += Path(f"{db}.wal").exists()
        # What was there once has to stay.
        games = max([games, *lines(told)])
        assert ended_well(child(partial(look, db, games, seen)))
        found, took = seen.read_text(encoding="utf-8").split()
        games = int(found)
        looked_at += games
        longest = max(longest, float(took))
        if games == GAMES:
            db.unlink()
            Path(f"{db}.wal").unlink(missing_ok=True)
            games = 0
    assert ended_well(child(partial(run_import, db, told)))
    assert [path.name for path in folder.glob("games.duckdb*")] == ["games.duckdb"]
    return Figures(killed, done, logs, empty, looked_at, longest)


def main() -> None:
    """Kill imports and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m tests.store.crash", description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000)
    options = parser.parse_args()
    sys.stdout.write(f"seed {options.seed}\n")
    with tempfile.TemporaryDirectory(prefix="wcreplay-crash-") as folder:
        sys.stdout.write(f"{kill_imports(Path(folder), options.kills, options.seed)}\n")


if __name__ == "__main__":
    main()
