"""The floors of the house: each imports only floors below it, and heavy libraries stay where they belong."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

# From the ground up. charts and store stand side by side, and so do lsp and web.
FLOORS = ("notation", "engine", "games", "importers", "analysis", "charts", "store", "lsp", "web", "cli")
LIBRARIES = {"click", "duckdb", "flask", "jinja2", "plotly", "prompt_toolkit", "pyarrow", "waitress"}
LIBRARIES |= {"lsprotocol", "pygls"}
ALLOWED = {"lsp": {"lsprotocol", "pygls"}, "store": {"duckdb", "pyarrow"}}

IMPORT_ALL = """
import importlib, json, pkgutil, sys
package = importlib.import_module("wcreplay." + sys.argv[1])
for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
    importlib.import_module(module.name)
print(json.dumps(sorted(sys.modules)))
"""

START = """
import json, sys
sys.argv = ["wcreplay", *sys.argv[1:]]
from wcreplay.cli import main
try:
    main()
except SystemExit as end:
    assert not end.code, end.code
print()
print(json.dumps(sorted(sys.modules)))
"""


def loaded_modules(code: str, *arguments: str) -> set[str]:
    """Return the modules that are loaded after ``code`` ran in a process of its own."""
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    modules: list[str] = json.loads(done.stdout.splitlines()[-1])
    return set(modules)


def test_contracts(root: Path) -> None:
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as run; run()"]
    done = subprocess.run([*command, "--no-cache"], cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_contracts_name_every_floor(root: Path) -> None:
    """A new package needs a place in the house."""
    packages = {path.parent.name for path in (root / "wcreplay").glob("*/__init__.py")}
    assert packages == set(FLOORS)


@pytest.mark.parametrize("floor", [floor for floor in FLOORS if floor not in {"web", "cli"}])
def test_floor_loads_nothing_above_it(floor: str) -> None:
    """Everything in the floor is imported in a fresh process; then the list of loaded modules is read."""
    modules = loaded_modules(IMPORT_ALL, floor)
    assert modules & LIBRARIES <= ALLOWED.get(floor, set())
    above = set(FLOORS[FLOORS.index(floor) + 1 :])
    beside = {"store": {"charts"}}.get(floor, set())
    assert not {name for name in above | beside if f"wcreplay.{name}" in modules}


def test_meta_of_a_game_comes_without_its_rules() -> None:
    code = "import json, sys, wcreplay.games.white_castle.meta; print(json.dumps(sorted(sys.modules)))"
    modules = loaded_modules(code)
    game = "wcreplay.games.white_castle"
    assert {name for name in modules if name.startswith(game)} == {game, f"{game}.meta"}
    assert "wcreplay.engine.replay" not in modules


@pytest.mark.parametrize("arguments", [["--help"], ["--version"]])
def test_command_line_starts_light(arguments: list[str]) -> None:
    modules = loaded_modules(START, *arguments)
    assert not modules & (LIBRARIES - {"click"})
    assert not {name for name in ("wcreplay.store", "wcreplay.web") if name in modules}
