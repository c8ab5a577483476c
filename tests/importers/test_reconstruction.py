"""A log is read back as the game it was made of: holdings, results, facts, decisions.

``python -m tests.importers.bulk`` does the same with logs of every form by the thousand.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.importers.bulk import Case, Result, check, convert, make
from tests.importers.comparing import compare
from tests.importers.generator import encode

SEED = 7
TOLD = (("whole_cards", True), ("die_prompts", True))
"""Readings that are not drawn: card events carry their card, and prompts for dice are there."""


LOGS = 40
OPEN = 5
"""Logs of these whose record differs from the game in something that the log tells: a bound to be lowered."""
NUMBERS = frozenset(("raised", "record", "results", "totals", "units"))
"""What is wrong with no record that is made of these forms."""


@pytest.fixture(scope="module")
def results() -> list[Result]:
    """Half of the logs list all gardens and yards in their prompts, half those that a prompt needs."""
    found = []
    for number in range(1, LOGS // 2 + 1):
        for prompts, first in (("all", 0), ("needed", 100)):
            found.append(check(Case(SEED, first + number, (*TOLD, ("prompts", prompts)))))
    return found


def test_holdings_and_results_of_every_log_are_those_of_its_game(results: list[Result]) -> None:
    wrong = [(result.case.number, one) for result in results for one in result.wrong]
    assert not [one for one in wrong if one[1].kind.split()[0] in NUMBERS]


def test_facts_and_decisions_are_those_of_the_game_or_as_the_log_leaves_them_open(
    results: list[Result],
) -> None:
    wrong = [f"{result.case}: {result.wrong}" for result in results if result.wrong]
    assert len(wrong) <= OPEN, "\n".join(wrong)


def test_climbs_that_are_taken_back_leave_nothing() -> None:
    reading = (("prompts", "all"), ("undo", "heavy"), ("reveal", "turn_end"), ("undo_climbs", True))
    for number in range(201, 207):
        result = check(Case(SEED, number, (*TOLD, *reading)))
        assert not result.wrong, f"{result.case}\n{result.wrong}"


# -- the comparison can fail -------------------------------------------------------------------------------


def test_a_record_of_another_game_is_noticed() -> None:
    source, log = make(Case(SEED, 1, (*TOLD, ("prompts", "all"))))
    other, _ = make(Case(SEED, 4))
    done = convert(encode(log))
    found = compare(other, log.knowledge, log.options, done).differences
    assert {"results", "pair wrong"} & {one.kind for one in found}
    assert not compare(source, log.knowledge, log.options, done).differences


def test_a_refused_log_is_noticed() -> None:
    source, log = make(Case(SEED, 1, TOLD))
    done = convert(encode(log)[:5000])
    assert [found.kind[:7] for found in compare(source, log.knowledge, log.options, done).differences] == [
        "refused"
    ]


# -- the command -------------------------------------------------------------------------------------------


def run(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.importers.bulk", *arguments]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)


def test_the_command_prints_its_figures(root: Path) -> None:
    told = ("whole_cards=True", "die_prompts=True", "prompts=all")
    done = run(root, "-n", "2", "--seed", str(SEED), "--set", *told)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[1] == "2 records agree with their game (100.00%)"


@pytest.mark.parametrize(
    ("reading", "words"),
    [("prompts=some", "'prompts=some': all, needed, none"), ("colour=red", "'colour=red': one of outer")],
)
def test_the_command_explains_readings_that_are_none(root: Path, reading: str, words: str) -> None:
    done = run(root, "--set", reading)
    assert done.returncode == 2
    assert words in done.stderr
