"""The other files for editors and reviews: the extension, the hooks, the problem matcher."""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from pre_commit.clientlib import load_manifest
from pre_commit.yaml import yaml_load

import wcreplay
from wcreplay.cli import COMMANDS, cli
from wcreplay.games.white_castle.game import GAME

ROOT = Path(__file__).parents[2]
EDITORS = ROOT / "editors"
RECORD = (ROOT / "tests" / "cli" / "game.wcr").read_text(encoding="utf-8")


def load(name: str) -> Any:
    return json.loads((EDITORS / name).read_text(encoding="utf-8"))


# -- the extension ------------------------------------------------------------------------------


def test_the_extension_is_about_our_files() -> None:
    package = load("package.json")
    assert package["version"] == wcreplay.__version__
    contributes = package["contributes"]
    (language,), (grammar,) = contributes["languages"], contributes["grammars"]
    for path in (package["main"], language["configuration"], grammar["path"]):
        assert (EDITORS / path).is_file()
    assert load(grammar["path"])["scopeName"] == grammar["scopeName"]
    assert load(grammar["path"])["fileTypes"] == [name[1:] for name in language["extensions"]] == ["wcr"]
    assert re.search(language["firstLine"], f'[Game "{GAME.meta.name}"]')
    command = contributes["configuration"]["properties"]["wcreplay.command"]
    assert command["default"] == ["wcreplay", "lsp"]
    assert command["scope"] == "machine", "a folder that is opened must not choose what is run"
    assert 'get("command")' in (EDITORS / "extension.js").read_text(encoding="utf-8")


def test_a_word_of_the_editor_is_a_word_of_the_notation() -> None:
    pattern = re.compile(load("language-configuration.json")["wordPattern"])
    for line in RECORD.splitlines():
        if not line.startswith("["):
            assert pattern.findall(line) == line.split()
    assert pattern.findall("(g^s2.3/S9){x};") == ["g^s2.3/S9", "x"]


# -- hooks --------------------------------------------------------------------------------------


@pytest.fixture
def hooks() -> dict[str, Any]:
    """The hooks, read as pre-commit reads them."""
    return {hook["id"]: hook for hook in load_manifest(ROOT / ".pre-commit-hooks.yaml")}


def run(hook: dict[str, Any], *files: Path) -> int:
    program, *words = shlex.split(hook["entry"])
    assert program == "wcreplay"
    assert words[0] in COMMANDS
    return CliRunner().invoke(cli, [*words, *map(str, files)]).exit_code


def test_hooks_look_at_records(hooks: dict[str, Any]) -> None:
    assert set(hooks) == {"wcreplay-validate", "wcreplay-fmt"}
    for hook in hooks.values():
        assert hook["language"] == "python"
        assert re.search(hook["files"], "games/an evening.WCR")
        assert not re.search(hook["files"], "games/evening.wcr.txt")


def test_hooks_find_and_mend(hooks: dict[str, Any], tmp_path: Path) -> None:
    right, wrong = tmp_path / "right.wcr", tmp_path / "wrong.wcr"
    right.write_text(RECORD.replace("1.1 B", "1.1   B"), encoding="utf-8")
    wrong.write_text(RECORD.replace("w6>w", "w5>w"), encoding="utf-8")
    assert run(hooks["wcreplay-validate"], right) == 0
    assert run(hooks["wcreplay-validate"], right, wrong) == 1
    assert run(hooks["wcreplay-fmt"], right) == 0
    assert right.read_text(encoding="utf-8") == RECORD, "the changed file makes pre-commit fail"
    assert run(hooks["wcreplay-fmt"], right, wrong) == 1


# -- the problem matcher ------------------------------------------------------------------------


def problems(output: str) -> list[dict[str, str]]:
    """Match lines as GitHub does: each pattern in turn must match the line behind the one before."""
    (matcher,) = load("github-problem-matcher.json")["problemMatcher"]
    found, parts, number = [], dict[str, str](), 0
    for line in output.splitlines():
        for attempt in dict.fromkeys((number, 0)):
            pattern = matcher["pattern"][attempt]
            if match := re.search(pattern["regexp"], line):
                if not attempt:
                    parts = {}
                parts |= {name: match[group] for name, group in pattern.items() if name != "regexp"}
                number = attempt + 1
                break
        else:
            number = 0
        if number == len(matcher["pattern"]):
            found.append(parts)
            number = 0
    return found


def test_the_problem_matcher_reads_what_validate_prints(tmp_path: Path) -> None:
    file = tmp_path / "a file: with signs.wcr"
    wrong = RECORD.replace("w6>w", "w5>w")
    file.write_text(f"{RECORD.replace('1.3 A w6>w', '1.3 A w6>w >s')}\n{wrong}", encoding="utf-8")
    output = CliRunner().invoke(cli, ["validate", str(file), str(tmp_path / "none.wcr")]).stdout
    warning, error, missing = problems(output)
    line = (file.read_text(encoding="utf-8").partition("w5>w")[0]).count("\n") + 1
    assert (warning["severity"], warning["code"]) == ("warning", "R211")
    assert (error["severity"], error["code"]) == ("error", "R210")
    assert (error["file"], error["line"], error["column"]) == (str(file), str(line), "7")
    assert error["message"].startswith("no white 5 at the right end")
    assert (missing["code"], missing["file"]) == ("N101", str(tmp_path / "none.wcr"))


# -- the guide ----------------------------------------------------------------------------------

GUIDE = (ROOT / "docs" / "editors.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", GUIDE, re.DOTALL)


def test_the_guide_names_what_there_is(hooks: dict[str, Any]) -> None:
    config, workflow = map(yaml_load, blocks("yaml"))
    (repo,) = config["repos"]
    assert {hook["id"] for hook in repo["hooks"]} == set(hooks)
    assert repo["rev"] == f"v{wcreplay.__version__}"
    assert "/github-problem-matcher.json" in workflow[0]["run"]
    assert (EDITORS / "github-problem-matcher.json").is_file()
    assert f"wcreplay-{wcreplay.__version__}.vsix" in "".join(blocks("sh"))
    (settings,) = map(json.loads, blocks("json"))
    assert set(settings) == set(load("package.json")["contributes"]["configuration"]["properties"])
    (extra,) = re.findall(r'pip install "wcreplay\[(\w+)\]"', "".join(blocks("sh")))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert extra in project["optional-dependencies"]


def test_words_of_neovim_are_words_of_the_notation() -> None:
    (ranges,) = re.findall(r'iskeyword = "([\d,-]+)"', "".join(blocks("lua")))
    pairs = [part.partition("-")[::2] for part in ranges.split(",")]
    chars = {chr(code) for low, high in pairs for code in range(int(low), int(high or low) + 1)}
    assert chars == {char for char in map(chr, range(33, 127)) if char not in "(){};[]"}
