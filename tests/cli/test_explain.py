"""The codes and their examples: each example makes exactly its own finding, and `explain` shows it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from wcreplay.cli.codes import EXIT_CODES, all_codes, nearest
from wcreplay.cli.examples import changed, findings, is_session
from wcreplay.engine import catalogue as rules
from wcreplay.notation import catalogue as notation

Run = Callable[..., Result]
CODES = all_codes()
SESSIONS = [code for code, info in CODES.items() if is_session(info)]
READ = [code for code, info in CODES.items() if info.example and not is_session(info)]
TESTS = Path(__file__).parents[1]


@pytest.mark.parametrize("code", CODES)
def test_every_code_says_what_it_means_and_what_to_do(code: str) -> None:
    info = CODES[code]
    assert info.code == code
    assert info.title
    assert info.title[-1] != "."
    assert info.meaning.endswith(".")
    assert info.cure.endswith(".")
    assert info.severity in ("error", "warning")


def test_every_code_of_a_record_has_an_example() -> None:
    assert [code for code in (*notation.CATALOGUE, *rules.CATALOGUE) if not CODES[code].example] == []


@pytest.mark.parametrize("code", READ)
def test_an_example_makes_its_own_finding_and_no_other(code: str) -> None:
    (found,) = findings(CODES[code])
    assert (found.code, found.severity) == (code, CODES[code].severity)


@pytest.mark.parametrize("code", SESSIONS)
def test_a_session_typed_at_a_shell_shows_its_code(code: str, tmp_path: Path) -> None:
    lines = [line.removeprefix("$ ") for line in CODES[code].example.split("\n")]
    folder = str(Path(sys.executable).parent)
    done = subprocess.run(
        ["bash", "-c", "\n".join(lines)],
        cwd=tmp_path,
        env={**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    said = done.stdout + done.stderr
    assert f"[{code}]" in said
    assert {other for other in CODES if f"[{other}]" in said} - {code} == (
        {"N213"} if code == "N290" else set()
    )
    assert done.returncode in (1, 2, 3)
    assert "Traceback" not in said


def test_codes_of_the_store_are_raised_by_its_tests_or_its_sessions() -> None:
    texts = "".join(path.read_text(encoding="utf-8") for path in (TESTS / "store").glob("*.py"))
    assert [code for code in CODES if code[0] == "S" and code not in texts and code not in SESSIONS] == []


def test_a_change_names_lines_of_the_sample_record() -> None:
    assert "+" not in changed("-order   A B\n+order   B A").partition("order")[2].split("\n")[0]
    with pytest.raises(ValueError, match="has not one line"):
        changed("-order   B A")


def test_explain_shows_meaning_example_finding_and_cure(run: Run) -> None:
    shown = run("explain", "r210").stdout
    info = CODES["R210"]
    for part in (info.title, "-1.6 B b6>w +i", "^^^^", "records/white_castle/"):
        assert part in shown
    assert f"{info.meaning} Example" in " ".join(shown.split())
    assert " ".join(shown.split()).endswith(f"Cure: {info.cure}")
    assert "\x1b" not in shown
    assert "wcreplay validate nowhere.wcr" in run("explain", "N101").stdout
    assert "warning[R211]" in run("explain", "R211").stdout


def test_explain_lists_codes_and_exit_codes(run: Run) -> None:
    shown = run("explain").stdout
    assert all(f"  {code}  {info.title}" in shown for code, info in CODES.items())
    assert all(f"  {number}     {words}" in shown for number, words in EXIT_CODES)
    listed = [json.loads(line) for line in run("explain", "--format", "json").stdout.splitlines()]
    assert [info["code"] for info in listed] == list(CODES)
    assert json.loads(run("explain", "N213", "--format", "json").stdout)["cure"] == CODES["N213"].cure


@pytest.mark.parametrize(("written", "meant"), [("R21", "R211"), ("n2O3", "N203"), ("210R", "R210")])
def test_an_unknown_code_is_a_usage_error_that_names_the_nearest(run: Run, written: str, meant: str) -> None:
    result = run("explain", written)
    assert result.exit_code == 2
    assert meant in nearest(written)
    assert meant in result.stderr
    assert run("explain", "\x1b[31m").exit_code == 2


def test_help_tells_the_exit_codes(run: Run) -> None:
    assert all(f"{number} " in run("--help").stdout for number, _ in EXIT_CODES)
