"""Findings as text with colours, as JSON, as SARIF and as GitHub commands."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import fastjsonschema
import pytest
from click.testing import CliRunner, Result

from wcreplay.cli import cli
from wcreplay.cli.codes import all_codes

from .conftest import RECORD

Run = Callable[..., Result]
SCHEMA = json.loads((Path(__file__).parent / "schemas" / "sarif-2.1.0.json").read_text(encoding="utf-8"))
NEGATIVE = Path(__file__).parents[1] / "negative"
WRONG = RECORD.replace("1.3 A w6>w", "1.3 A w6<w")
IDLE = RECORD.replace("1.3 A w6>w", "1.3 A w6>w >s")


@pytest.fixture(scope="module")
def valid() -> Callable[[Any], Any]:
    """Return what raises an exception for a value that is no SARIF log."""
    check: Callable[[Any], Any] = fastjsonschema.compile(SCHEMA)
    return check


def sarif(run: Run, *words: str, stdin: bytes | str | None = None) -> dict[str, Any]:
    log: dict[str, Any] = json.loads(run("validate", *words, "--format", "sarif", stdin=stdin).stdout)
    return log


def test_sarif_is_valid_and_whole(run: Run, valid: Callable[[Any], Any], tmp_path: Path) -> None:
    log = sarif(run, str(NEGATIVE), str(tmp_path / "missing.wcr"))
    valid(log)
    (report,) = log["runs"]
    rules = report["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == [code for code in all_codes() if code[0] != "S"]
    found = [
        json.loads(line) for line in run("validate", str(NEGATIVE), "--format", "json").stdout.splitlines()
    ]
    results = report["results"]
    assert len(results) == len(found) + 1
    for result, other in zip(results, found, strict=False):
        place = result["locations"][0]["physicalLocation"]
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"] == other["code"]
        assert result["level"] == other["severity"]
        assert result["message"]["text"].startswith(other["message"])
        if other["record"]:
            region = place["region"]
            assert (region["startLine"], region["startColumn"]) == (other["line"], other["column"])
            assert region["endColumn"] - region["startColumn"] == other["length"]
    assert "region" not in results[-1]["locations"][0]["physicalLocation"]


def test_sarif_of_nothing_wrong_is_valid(run: Run, valid: Callable[[Any], Any]) -> None:
    log = sarif(run, "-", stdin=RECORD)
    valid(log)
    assert log["runs"][0]["results"] == []


def test_sarif_names_files_as_uris(run: Run, valid: Callable[[Any], Any], tmp_path: Path) -> None:
    file = tmp_path / "a b%é#.wcr"
    file.write_text(WRONG, encoding="utf-8")
    log = sarif(run, str(file))
    valid(log)
    uri = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert uri.startswith("file:///")
    assert uri.endswith("/a%20b%25%C3%A9%23.wcr")
    odd = tmp_path / os.fsdecode(b"\xff.wcr")
    odd.write_text(WRONG, encoding="utf-8")
    valid(sarif(run, str(odd)))


COMMAND = re.compile(r"::(error|warning) ((?:\w+=[^,:\n]*,?)+)::([^\n]*)\n")


def commands(text: str) -> list[tuple[str, dict[str, str], str]]:
    """Read workflow commands as GitHub does; there must be nothing else in the text."""

    def plain(value: str) -> str:
        for code, char in (("%2C", ","), ("%3A", ":"), ("%0A", "\n"), ("%0D", "\r"), ("%25", "%")):
            value = value.replace(code, char)
        return value

    assert COMMAND.sub("", text) == ""
    return [
        (kind, {k: plain(v) for k, v in (pair.split("=", 1) for pair in pairs.split(","))}, plain(message))
        for kind, pairs, message in COMMAND.findall(text)
    ]


def test_github_commands_mark_the_place(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "x.wcr"
    file.write_text(WRONG, encoding="utf-8")
    result = run("validate", str(file), "--format", "github")
    assert result.exit_code == 1
    ((kind, properties, message),) = commands(result.stdout)
    assert kind == "error"
    assert properties == {
        "title": "wcreplay R210",
        "file": str(file),
        "line": "18",
        "col": "7",
        "endLine": "18",
        "endColumn": "11",
    }
    assert message.startswith(f"{file}:18:7: no white 6 at the left end of its bridge\nexpected: ")
    ((kind, properties, _),) = commands(run("validate", "-", "--format", "github", stdin=IDLE).stdout)
    assert (kind, "file" in properties) == ("warning", False)


def test_github_commands_hold_hostile_names_and_text(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "a,b:c%d\n::error::e.wcr"
    file.write_text(WRONG.replace("w6<w", "w6<w%0A::stop::x\x1b[31m"), encoding="utf-8")
    found = commands(run("validate", str(file), "--format", "github").stdout)
    assert found
    assert all("\x1b" not in message for _, _, message in found)
    assert found[0][1]["file"].endswith("a,b:c%d\\x0a::error::e.wcr")


def test_json_has_the_severity(run: Run) -> None:
    for record, severity, code in ((WRONG, "error", 1), (IDLE, "warning", 0)):
        result = run("validate", "-", "--format", "json", stdin=record)
        (found,) = [json.loads(line) for line in result.stdout.splitlines()]
        assert (found["severity"], result.exit_code) == (severity, code)


def test_a_warning_leaves_a_record_right(run: Run, tmp_path: Path) -> None:
    result = run("validate", "-", stdin=IDLE)
    assert result.exit_code == 0
    assert result.stdout.startswith("warning[R211]: '>s' chooses nothing")
    assert result.stderr == "1 record: 1 right, 0 wrong; 1 warning\n"
    db = str(tmp_path / "x.duckdb")
    stored = run("import", "-", "--db", db, stdin=IDLE)
    assert (stored.exit_code, "1 stored" in stored.stderr) == (0, True)
    rows = run("query", "--db", db, "SELECT code, line FROM diagnostic", "--format", "json").stdout
    assert json.loads(rows) == [{"code": "R211", "line": 18}]
    assert run("fmt", "-", stdin=IDLE).stdout == RECORD


@pytest.mark.parametrize(
    ("words", "variables", "coloured"),
    [
        ((), {}, False),
        ((), {"FORCE_COLOR": "1"}, True),
        ((), {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        ((), {"FORCE_COLOR": "", "NO_COLOR": ""}, False),
        (("--no-color",), {"FORCE_COLOR": "1"}, False),
    ],
)
def test_colours(words: tuple[str, ...], variables: dict[str, str], coloured: bool) -> None:
    env = {"NO_COLOR": None, "FORCE_COLOR": None, **variables}
    for command in (["validate", "-"], ["fmt", "-"], ["explain", "R210"]):
        stdin = None if command[0] == "explain" else WRONG
        shown = CliRunner().invoke(cli, [*command, *words], input=stdin, env=env)
        assert ("\x1b[" in shown.output) == coloured, command
    for form in ("json", "sarif", "github"):
        shown = CliRunner().invoke(cli, ["validate", "-", *words, "--format", form], input=WRONG, env=env)
        assert "\x1b" not in shown.stdout


def test_a_terminal_is_coloured_unless_it_is_dumb(monkeypatch: pytest.MonkeyPatch) -> None:
    from wcreplay.cli.common import use_colour

    class Terminal:
        def isatty(self) -> bool:
            return True

    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert use_colour(Terminal())
    assert not use_colour(None)
    monkeypatch.setenv("TERM", "dumb")
    assert not use_colour(Terminal())


def test_all_syntax_errors_of_a_file_are_shown_in_one_run(run: Run, tmp_path: Path) -> None:
    first = RECORD.replace("1.3 A w6>w", "1.3 A w6>w zap!").replace("1.5 C c2<w", "1.5 c c2<w")
    second = RECORD.replace("1.3 A w6>w", "1.3 A w6w").replace("2.6 B c2<o1", "2.6 B c2<o3")
    third = RECORD.replace("white-castle", "white-castel").replace("1.7 B b4>w", "1.7 B b4>w { open")
    file = tmp_path / "three.wcr"
    file.write_text(f"{first}\n{second}\n{third}", encoding="utf-8")
    found = [json.loads(line) for line in run("validate", str(file), "--format", "json").stdout.splitlines()]
    assert [(d["record"], d["code"]) for d in found] == [
        (1, "N213"),
        (1, "N203"),
        (2, "R209"),
        (2, "R209"),
        (3, "R002"),
        (3, "N205"),
    ]


def test_what_is_no_record_at_all_is_one_finding(run: Run) -> None:
    prose = "# A page\n\nThis is no record, (really!) and [has] {odd} signs; a lot!\n" * 40
    assert run("validate", "-", stdin=prose).stdout.count("error[") == 1
