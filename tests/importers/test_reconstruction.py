"""A log is read back as the game it was made of: holdings, results, facts, decisions.

``python -m tests.importers.bulk`` does the same with logs by the thousand, and of forms that were ruled out.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from tests.importers.bulk import Case, check, convert, make
from tests.importers.comparing import compare
from tests.importers.generator import encode

SEED = 7
TOLD = (("whole_cards", True), ("die_prompts", True), ("prompts", "all"))
"""Readings of a log that tells as much as one can."""
LOGS = 60


def wrong_among(numbers: Iterable[int], *fixed: tuple[str, Any]) -> list[str]:
    results = [check(Case(SEED, number, fixed)) for number in numbers]
    return [f"{result.case}: {result.wrong}" for result in results if result.wrong]


def test_every_log_of_the_documented_form_is_read_as_its_game() -> None:
    """Two, three and four players, both eras, steps taken back, and all that the documents leave open."""
    wrong = wrong_among(range(1, LOGS + 1))
    assert not wrong, "\n".join(wrong)


def test_climbs_that_are_taken_back_leave_nothing() -> None:
    reading = (("undo", "heavy"), ("reveal", "turn_end"), ("undo_climbs", True))
    wrong = wrong_among(range(201, 209), *reading)
    assert not wrong, "\n".join(wrong)


def test_logs_without_prompts_for_dice_are_read_too() -> None:
    wrong = wrong_among(range(301, 309), ("die_prompts", False))
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_what_is_concluded_without_prompts_is_called_assumed(number: int) -> None:
    """Nothing then says what was chosen: the totals are proved, the tiles are only likely."""
    source, log = make(Case(SEED, number, (("prompts", "none"),)))
    done = convert(encode(log))
    assert done.proved
    assert not [name for name in done.inferred if name.startswith(("tile", "tiles"))]
    assert [name for name in done.assumed if name.startswith("tiles")]
    assert source.setup.seats == done.text.split("[Result", 1)[1].split("]", 1)[0].count(",") + 1


# -- the comparison can fail -------------------------------------------------------------------------------


def test_a_record_of_another_game_is_noticed() -> None:
    source, log = make(Case(SEED, 1, TOLD))
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
