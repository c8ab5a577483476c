"""The command that plays games by the thousand says what it played and what it found."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from wcreplay.engine.coverage import coverage_of

from . import bulk
from .check import Fault
from .walk import Case


def run(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.conformance", *arguments]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_games_are_played_and_counted(root: Path, jobs: str) -> None:
    asked = ("-n", "1", "greedy=0", "random=3", "--players", "2", "9", "--policy", "random", "greedy")
    done = run(root, *asked, "--jobs", jobs)
    assert done.returncode == 0, done.stdout + done.stderr
    head, row, *rest = done.stdout.splitlines()
    assert head.split() == ["game", "players", "policy", "games", "decisions", "games/s", "faults"]
    assert row.split()[:4] == ["white-castle", "2", "random", "3"]
    assert row.split()[-1] == "0"
    assert rest == ["", "0 faults"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("-n", "many"), "'many' is neither a number nor like greedy=200"),
        (("--depth", "deep"), "'deep' is neither a number nor 'all'"),
        (("--players", "7"), "there is no game with these players, policies and rulings"),
        (("--policy", "clever"), "there is no game with these players, policies and rulings"),
    ],
)
def test_wrong_requests_are_named(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
    words: str,
) -> None:
    monkeypatch.setattr(sys, "argv", ["tests.conformance", *arguments])
    with pytest.raises(SystemExit) as end:
        bulk.main()
    assert end.value.code == 2
    assert words in capsys.readouterr().err


def test_faults_and_what_never_occurred_are_told_and_end_in_exit_code_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    case = Case("white-castle", 2, "random", "1-3")
    fault = Fault(case, "the_game_ends", "the whole game", "it does not", '[Game "white-castle"]\n')
    outcome = bulk.Outcome(60, [fault], frozenset(coverage_of("white-castle").events[1:]))
    monkeypatch.setattr(bulk, "_outcome", lambda case, depth, covered: outcome)
    arguments = ["-n", "random=2", "--players", "2", "--coverage", "-o", str(tmp_path)]
    monkeypatch.setattr(sys, "argv", ["tests.conformance", *arguments])
    assert bulk.main() == 1
    out = capsys.readouterr().out
    assert "white-castle-2-random-1-3, the whole game: the game ends: it does not" in out
    assert "never in white-castle: cause setup" in out
    assert "2 faults" in out
    kept = (tmp_path / "2-white-castle-2-random-1-3.wcr").read_text(encoding="utf-8")
    assert kept == f'[Game "white-castle"]\n; {fault}\n'
