"""Copies the checkout and runs the tests on copies of it, one mutant each."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Final, NamedTuple

from .mutants import Mutant

TESTS: Final = (
    "tests/games",
    "tests/test_golden.py",
    "tests/engine",
    "tests/laws",
    "tests/conformance",
    "tests/counts",
    "tests/negative",
)
"""The tests that hold the rules, in the order they run; those that do not exist are left out."""
FOLDERS: Final = ("wcreplay", "tests", "records", "dashboards", "docs", "pyproject.toml")
WALL: Final = 8
"""How much longer than without a change a trial may last; the time limits of ``trial`` are much closer."""
CRASHES: Final = frozenset({-signal.SIGSEGV, -signal.SIGABRT, -signal.SIGBUS, -signal.SIGFPE, -signal.SIGILL})
"""Ends of a process that only a mutant can bring about."""
PAUSE: Final = 0.02
"""Seconds between two looks whether a trial has ended."""
TRIAL: Final = Path(__file__).with_name("trial.py")


class Outcome(NamedTuple):
    """What came of a trial: ``killed``, ``timeout``, ``survived`` or ``error``, and by what."""

    verdict: str
    by: str
    seconds: float
    output: str = ""


class Workshop:
    """A folder with a copy of the checkout, from which each mutant gets one of its own."""

    def __init__(self, root: Path, folder: Path) -> None:
        """Copy the files of the checkout at ``root`` that are, or would be, under version control."""
        self.root = root
        self.folder = folder
        self.base = folder / "base"
        self.limit = 3600.0
        self.seconds: dict[str, float] = {}
        self._running: set[subprocess.Popen[bytes]] = set()
        self._lock = threading.Lock()
        self._stopped = False
        command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *FOLDERS]
        done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
        digest = hashlib.sha256()
        for name in sorted(filter(None, done.stdout.split("\0"))):
            if not (root / name).is_file():
                continue
            target = self.base / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, target)
            digest.update(name.encode() + b"\0" + hashlib.sha256(target.read_bytes()).digest())
        self.tree = digest.hexdigest()[:16]
        """Stands for all that was copied: results of another tree are no results of this one."""
        self.tests = [name for name in TESTS if (self.base / name).exists()]

    def try_unchanged(self) -> Outcome:
        """Run all tests on the copy without a change; this also compiles it, and measures the time."""
        outcome = self._run(self.base, ["-q", "--no-header", "-x"], [])
        self.limit = max(60.0, WALL * outcome.seconds)
        times = self.folder / "base.seconds"
        self.seconds = json.loads(times.read_bytes()) if times.exists() else {}
        return outcome

    def try_mutant(self, mutant: Mutant, first: list[str]) -> Outcome:
        """Run the tests on a copy with the change, beginning with the tests named in ``first``."""
        copy = self.folder / mutant.place.key
        try:
            shutil.copytree(self.base, copy, copy_function=os.link, ignore=shutil.ignore_patterns(".*"))
            target = copy / mutant.place.path
            target.unlink()  # a link: writing to it would change the file for all
            for stale in (target.parent / "__pycache__").glob(f"{target.stem}.*"):
                stale.unlink()
            target.write_text(mutant.source, encoding="utf-8")
            return self._run(copy, ["-q", "--no-header", "-x", "--tb=no"], first)
        finally:
            shutil.rmtree(copy, ignore_errors=True)
            for left in self.folder.glob(f"{mutant.place.key}.*"):
                left.unlink()

    def _run(self, copy: Path, options: list[str], first: list[str]) -> Outcome:
        task, report, log = (self.folder / f"{copy.name}.{end}" for end in ("task", "report", "log"))
        options = [*options, "--hypothesis-seed=0"]
        asked = {"tests": self.tests, "options": options, "first": first, "seconds": self.seconds}
        task.write_text(json.dumps(asked), encoding="utf-8")
        environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONHASHSEED": "0"}
        if copy != self.base:
            environment["PYTHONDONTWRITEBYTECODE"] = "1"
        start = time.monotonic()
        with log.open("wb") as output, self._lock:
            if self._stopped:
                raise InterruptedError
            process = subprocess.Popen(
                [sys.executable, str(TRIAL), str(task), str(report)],
                cwd=copy,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            self._running.add(process)
        ended = False
        try:
            ended = _await(process, self.limit)
        finally:
            with self._lock:
                self._running.discard(process)
                _end(process)
        if self._stopped:
            raise InterruptedError
        seconds = time.monotonic() - start
        text = log.read_text(encoding="utf-8", errors="replace")
        verdict, _, by = (report.read_text(encoding="utf-8") if report.exists() else "error ").partition(" ")
        if verdict == "timeout" and ended and process.returncode != -signal.SIGXCPU:
            verdict = (
                "killed" if process.returncode in CRASHES else "error"
            )  # such as killed by somebody else
        return Outcome(verdict, by, round(seconds, 1), text)

    def stop(self) -> None:
        """End the trials that run; none starts any more."""
        with self._lock:
            self._stopped = True
            for process in self._running:
                _kill(process)


def _await(process: subprocess.Popen[bytes], seconds: float) -> bool:
    """Whether the process ends before its time is up; its number stays taken until :func:`_end`."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None:
            return True
        time.sleep(PAUSE)
    return False


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a trial with all processes that its tests started."""
    _kill(process)
    process.wait()


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill the group of a trial that nobody has waited for yet."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
