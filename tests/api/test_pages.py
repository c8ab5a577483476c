"""The page of the interface and the notebook say what is true: they run."""

from __future__ import annotations

import doctest
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from wcreplay.bundled import records_dir
from wcreplay.store.loader import import_records

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_examples_of_the_api_page_run(here: Path) -> None:
    page = (DOCS / "api.md").read_text(encoding="utf-8")
    shutil.copyfile(records_dir() / "white_castle" / "two-players-1.wcr", here / "game.wcr")
    import_records("games.duckdb", [records_dir()])
    names: dict[str, object] = {}
    runner = doctest.DocTestRunner(verbose=False)
    for block in re.findall(r"^```(?:pycon|python)\n(.*?)^```", page, re.MULTILINE | re.DOTALL):
        if block.startswith(">>>"):
            example = doctest.DocTestParser().get_doctest(block, names, "docs/api.md", "docs/api.md", 0)
            runner.run(example, clear_globs=False)
            names.update(example.globs)
        else:
            exec(compile(block, "docs/api.md", "exec"), names)
    assert runner.summarize(verbose=False).failed == 0
    assert runner.tries > 10


def cells(text: str) -> Iterator[str]:
    """Yield the code cells of a notebook in the percent format."""
    for cell in re.split(r"^# %%", text, flags=re.MULTILINE)[1:]:
        kind, _, body = cell.partition("\n")
        if "[markdown]" not in kind:
            yield body


def test_the_notebook_runs_cell_by_cell(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {}
    count = 0
    for cell in cells((DOCS / "notebook.py").read_text(encoding="utf-8")):
        exec(compile(cell, "docs/notebook.py", "exec"), names)
        count += 1
    said = capsys.readouterr().out
    assert count > 7
    assert "2026-01-10  First steps  Ana 68, Clara 66, Bruno 66" in said
    assert "Bruno 69, Ana 58 {'audience': 6, 'die difference': 9, 'price': 3}" in said
    assert "tutorial.wcr 1 complete" in said
    assert type(names["figure"]).__name__ == "Figure"
