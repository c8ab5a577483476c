"""``wcreplay ls``: the tags of records, whatever the rest of them is worth."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner, Result

from wcreplay.cli import cli

WRONG = """[Game "white-castle"]
[Date "2026-02-03"]
[Event "Spring cup"]
[A "Ana"]
[B "Bruno \\"B\\""]
[Result "A 51, B 48"]

castle nonsense that no game could be replayed from
"""


def ls(*words: str) -> Result:
    return CliRunner().invoke(cli, ["ls", *words])


def test_a_record_is_listed_by_its_tags_even_if_it_is_wrong(tmp_path: Path) -> None:
    file = tmp_path / "g.wcr"
    file.write_text(WRONG + "\n" + WRONG.replace("Spring", "Autumn"), encoding="utf-8")
    done = ls(str(file))
    assert done.exit_code == 0
    first, second = done.stdout.splitlines()
    assert first.split("  ")[0].endswith("g.wcr:1")
    assert 'Ana 51, Bruno "B" 48  Spring cup' in first
    assert "g.wcr:10" in second
    assert done.stderr == "2 records\n"


def test_json_has_the_values_as_they_are(tmp_path: Path) -> None:
    file = tmp_path / "g.wcr"
    file.write_text(WRONG, encoding="utf-8")
    line = json.loads(ls(str(file), "--format", "json").stdout)
    assert line == {
        "file": str(file),
        "record": 1,
        "line": 1,
        "game": "white-castle",
        "date": "2026-02-03",
        "event": "Spring cup",
        "players": {"A": "Ana", "B": 'Bruno "B"'},
        "result": {"A": 51, "B": 48},
    }


def test_find_looks_into_all_tags_and_ignores_case(tmp_path: Path) -> None:
    file = tmp_path / "g.wcr"
    file.write_text(WRONG + "\n" + WRONG.replace("Ana", "Clara"), encoding="utf-8")
    done = ls(str(file), "--find", "CLARA")
    assert len(done.stdout.splitlines()) == 1
    assert done.stderr == "1 of 2 records\n"
    assert not ls(str(file), "--find", "nobody").stdout


def test_names_cannot_steer_a_terminal(tmp_path: Path) -> None:
    file = tmp_path / "g.wcr"
    file.write_text(WRONG.replace("Ana", "A\x1b[31mna\u202e"), encoding="utf-8")
    done = ls(str(file))
    assert "\x1b" not in done.stdout
    assert "\u202e" not in done.stdout


def test_what_cannot_be_read_is_said_and_the_rest_is_listed(tmp_path: Path) -> None:
    file = tmp_path / "g.wcr"
    file.write_text(WRONG, encoding="utf-8")
    done = ls(str(tmp_path / "none.wcr"), str(file))
    assert done.exit_code == 1
    assert "N101" in done.stderr
    assert len(done.stdout.splitlines()) == 1


def test_a_record_without_tags_is_a_line_too(tmp_path: Path) -> None:
    file = tmp_path / "g.wcr"
    file.write_text("1.1 A c6<s1\n", encoding="utf-8")
    assert ls(str(file)).stdout.rstrip().endswith("g.wcr:1")
