"""README and docs say what is true: their records, programs and commands run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from wcreplay.cli import COMMANDS, cli
from wcreplay.cli.codes import all_codes, errors_page
from wcreplay.cli.reference import commands_page
from wcreplay.engine import catalogue
from wcreplay.engine.game import Explanation

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
API = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")


def record_of_readme() -> str:
    (text,) = re.findall(r"```\n(\[Game.*?)```", README, re.DOTALL)
    return str(text)


def test_the_record_of_the_readme_is_canonical_and_right(tmp_path: Path) -> None:
    file = tmp_path / "game.wcr"
    file.write_text(record_of_readme(), encoding="utf-8")
    for words in (
        ["validate"],
        ["fmt", "--check"],
        ["replay", "--to", "1.3", "--ledger"],
        ["legal", "--at", "1.5"],
    ):
        result = CliRunner().invoke(cli, [words[0], str(file), *words[1:]])
        assert result.exit_code == 0, result.output


def test_the_fault_of_the_readme_is_what_it_says(tmp_path: Path) -> None:
    shown = CliRunner().invoke(cli, ["validate", "-"], input=record_of_readme().replace("b5>o1", "b5<o1"))
    assert "error[R210]: no black 5 at the left end of its bridge" in shown.stdout
    assert "error[R210]: no black 5 at the left end of its bridge" in README


def test_commands_of_the_readme_exist() -> None:
    blocks = "".join(re.findall(r"```sh\n(.*?)```", README, re.DOTALL))
    named = set(re.findall(r"^wcreplay (\w+)", blocks, re.MULTILINE))
    assert len(named) > 6
    assert named <= set(COMMANDS)
    assert set(re.findall(r"^make (\w+)", README, re.MULTILINE)) <= set(
        re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    )


def test_the_program_of_the_api_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", API, re.DOTALL)
    exec(compile(program, "docs/api.md", "exec"), {})
    assert '[Event "two random players"]' in capsys.readouterr().out


def test_calls_and_keys_of_the_api_page_exist() -> None:
    from wcreplay import play

    game = play.new_game("white-castle", re.findall(r'SETUP = """(.*?)"""', API, re.DOTALL)[0])
    for name in re.findall(r"`game\.(\w+)", API):
        assert hasattr(game, name)
    shown = game.to_json()
    keys = re.findall(
        r"^\| ((?:`\w+`(?:, )?)+) \|", API.partition("## The position as JSON")[2], re.MULTILINE
    )
    assert {key for row in keys for key in re.findall(r"`(\w+)`", row)} == set(shown)


def test_the_page_of_errors_is_current_and_complete() -> None:
    page = (ROOT / "docs" / "errors.md").read_text(encoding="utf-8")
    assert page == errors_page(), "run: python tools/generate_docs.py"
    assert all(f"### {code}: {info.title}" in page for code, info in all_codes().items())


def test_the_page_of_commands_is_current_and_complete() -> None:
    page = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    assert page == commands_page(), "run: python tools/generate_docs.py"
    assert all(f"## wcreplay {name}\n" in page for name in COMMANDS)


def test_every_code_of_the_engine_is_in_its_catalogue_and_used() -> None:
    sources = [*(ROOT / "wcreplay" / "engine").glob("*.py"), *(ROOT / "wcreplay" / "games").rglob("*.py")]
    used = {
        code
        for path in sources
        if path.name != "catalogue.py"
        for code in re.findall(r'"(R\d{3})"', path.read_text(encoding="utf-8"))
    }
    assert used == set(catalogue.CATALOGUE)
    assert Explanation("x").code in used
