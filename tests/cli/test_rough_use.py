"""Odd files, odd arguments, hostile text and sudden ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from tests.timing import processor_seconds

from .conftest import RECORD

Run = Callable[..., Result]
HOSTILE = "\x1b]0;owned\x07\x1b[2J\u202eAna"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    file = tmp_path / "game.wcr"
    file.write_text(RECORD, encoding="utf-8")
    return file


def findings(run: Run, record: str) -> list[dict[str, str]]:
    result = run("validate", "-", "--format", "json", stdin=record)
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.mark.parametrize(
    "stated",
    ["banana", "C 75, A 62 B 55", "C: 75", "C 75; A 62", "C 750000", "D 3", "C 75, ", "* unfinished"],
)
def test_a_result_is_read_whole(run: Run, stated: str) -> None:
    (found,) = findings(run, RECORD.replace("C 75, A 62, B 55", stated))
    assert found["code"] == "R303"


def test_a_finding_about_a_tag_spans_the_whole_tag(run: Run) -> None:
    (found,) = findings(run, RECORD.replace("C 75, A 62, B 55", "C 7]5"))
    assert int(found["length"]) == len('[Result "C 7]5"]')


@pytest.mark.parametrize("stated", ["A 62,C 75", "C 75"])
def test_a_result_may_name_some_seats_in_any_order(run: Run, stated: str) -> None:
    assert findings(run, RECORD.replace("C 75, A 62, B 55", stated)) == []


@pytest.mark.parametrize(
    ("date", "right"),
    [
        ("2026-11-20", True),
        ("2026.11.20", True),
        ("2026-11", True),
        ("2026-11-??", True),
        ("????-??-??", True),
        ("banana", False),
        ("2026-02-31", False),
        ("2026-13-01", False),
        ("20-11-2026", False),
    ],
)
def test_a_date_is_a_day_that_there_is(run: Run, date: str, right: bool) -> None:
    found = findings(run, RECORD.replace("[Source", f'[Date "{date}"]\n[Source'))
    assert [finding["code"] for finding in found] == ([] if right else ["R006"])


UNKNOWNS = [
    ("castle  S4 S5 S6", "castle  S4 S5 _", "the card of room s3"),
    ("tiles   wwc bbc cwc", "tiles   wwc bbc _", "the tiles of room s3"),
    ("| iron coin", "| iron _", "the tiles at the well"),
    ("yards   Y8 Y5", "yards   Y8 _", "the tiles of the 5 iron yard"),
    ("c P4 K2 | b P1", "c P4 K2 | b _", "a garden card"),
    ("| M5", "| _", "the daimyo card"),
    ("pairs   R2+A1", "pairs   R2+_", "the action card paired with R2"),
    ("pairs   R2+A1", "pairs   _", "a starting resource card"),
    ("round 1  c 2335", "round 1  c 233_", "the die at the right end of the coral bridge"),
    ("round 1  c 2335", "round 1  c _", "the die at the right end of the coral bridge"),
    ("g^s1.2/S7", "g^s1.2/_", "the card of room s1"),
]


@pytest.mark.parametrize(("known", "unknown", "fact"), UNKNOWNS, ids=[case[1] for case in UNKNOWNS])
def test_an_unknown_fact_that_is_needed_is_named(run: Run, known: str, unknown: str, fact: str) -> None:
    assert RECORD.count(known) == 1
    (found,) = findings(run, RECORD.replace(known, unknown))
    assert found["code"] == "R401", found
    assert fact in found["message"]


def test_an_unknown_fact_that_nothing_needs_is_no_fault(run: Run) -> None:
    short = RECORD[: RECORD.index("1.4 B")].replace('[Result "C 75, A 62, B 55"]\n', "")
    for known, unknown in (
        ("S4 S5", "S4 _"),
        ("Y8 Y5 | Y6", "_ _ | _"),
        ("| M5", "| _"),
        ("g^s1.2/S7", "g^s1.2/_"),
    ):
        assert short.count(known) == 1
        assert findings(run, short.replace(known, unknown)) == []


def test_hostile_names_reach_no_terminal(run: Run, game: Path) -> None:
    game.write_text(RECORD.replace("[Source", f'[A "{HOSTILE}"]\n[Source'), encoding="utf-8")
    shown = run("replay", str(game), "--to", "1.1").output
    assert "\\x1b" in shown
    for words in (["replay", str(game)], ["replay", f"{HOSTILE}.wcr"], ["legal", str(game), "--at", HOSTILE]):
        assert not set(run(*words).output) & set("\x1b\x07\u202e")


def test_arguments_that_say_nothing_are_usage_errors(run: Run, game: Path) -> None:
    for words in (
        ["legal", str(game), "--at", ""],
        ["replay", str(game), "--to", ""],
        ["simulate", "-o", ""],
        ["simulate", "-o", str(game.parent)],
        ["serve", "--db", "x", "--host", ""],
    ):
        assert run(*words).exit_code == 2, words


def test_simulate_writes_into_what_stands_there(run: Run, tmp_path: Path) -> None:
    target, link = tmp_path / "target.wcr", tmp_path / "link.wcr"
    target.write_text("old", encoding="utf-8")
    link.symlink_to(target)
    assert run("simulate", "--policy", "random", "-o", str(link)).exit_code == 0
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8").startswith("[Game")
    assert run("simulate", "--policy", "random", "-o", "/dev/null").exit_code == 0
    assert not Path("/dev/null").is_file()
    assert sorted(tmp_path.iterdir()) == [link, target]


def test_fmt_goes_on_behind_a_file_that_cannot_be_read(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.wcr").symlink_to(tmp_path / "nowhere")
    (tmp_path / "b.wcr").write_text(RECORD.replace("1.1 B", "1.1  B"), encoding="utf-8")
    result = run("fmt", "--write", str(tmp_path))
    assert result.exit_code == 1
    assert "N10" in result.stderr
    assert (tmp_path / "b.wcr").read_text(encoding="utf-8") == RECORD


def test_fmt_removes_a_byte_order_mark(run: Run, game: Path) -> None:
    game.write_text("\ufeff" + RECORD, encoding="utf-8")
    assert run("fmt", "--check", str(game)).exit_code == 1
    assert run("fmt", "--write", str(game)).exit_code == 0
    assert game.read_text(encoding="utf-8") == RECORD


def test_many_assertions_cost_no_more_than_their_number(run: Run) -> None:
    def seconds(number: int) -> float:
        record = RECORD.replace("1.3 A w6>w", "1.3 A w6>w\n" + "= A\n" * number)
        assert findings(run, record) == []  # what is loaded for the first record is not counted
        return processor_seconds(lambda: findings(run, record), repeats=3)

    assert seconds(20_000) < 12 * seconds(5_000)


@pytest.mark.parametrize(
    ("closed", "code", "words"),
    [
        ("<&-", 0, "1 right"),
        ("2>&-", 0, ""),
        (">&-", 3, "standard output is closed"),
        ("- <&-", 1, "0 records"),
    ],
)
def test_closed_streams(game: Path, closed: str, code: int, words: str) -> None:
    path = "" if closed.startswith("-") else f"'{game}'"
    line = f"'{sys.executable}' -m wcreplay validate {path} {closed}"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == code, done.stderr
    assert words in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_sudden_end_leaves_nothing_behind(tmp_path: Path, number: signal.Signals) -> None:
    words = ["simulate", "-n", "100000", "--policy", "random", "--jobs", "2", "-o", str(tmp_path / "x.wcr")]
    process = subprocess.Popen([sys.executable, "-m", "wcreplay", *words], stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 30
    while not any(tmp_path.iterdir()) and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(1.0)
    children = _children(process.pid)
    assert len(children) >= 2
    process.send_signal(number)
    assert process.wait(30) != 0
    assert list(tmp_path.iterdir()) == []
    deadline = time.monotonic() + 10
    while any(_alive(pid) for pid in children) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not [pid for pid in children if _alive(pid)]


def _children(parent: int) -> list[int]:
    """Return the processes below a process."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == parent:
            found += [int(folder.name), *_children(int(folder.name))]
    return found


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        return (Path("/proc") / str(pid) / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()[
            0
        ] != "Z"
    except OSError:
        return False


def test_ctrl_c_while_the_program_is_loaded_ends_it_without_a_word() -> None:
    code = (
        "import os, signal, sys\n"
        "class Finder:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'click': os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Finder())\n"
        "from wcreplay.__main__ import main\n"
        "main()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, "", "")
    ignored = f"import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\n{code}"
    done = subprocess.run([sys.executable, "-c", ignored], capture_output=True, text=True, check=False)
    assert done.returncode == 2, done.stderr  # no command was given
