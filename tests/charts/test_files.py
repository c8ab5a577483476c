"""Dashboard files: those that ship are sound, their SQL fits the tables, and every fault is named at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from wcreplay.bundled import dashboards_dir
from wcreplay.charts import KINDS, ChartFileError, load, scan
from wcreplay.store.database import open_database

if TYPE_CHECKING:
    from pathlib import Path

FOLDERS = sorted(path for path in dashboards_dir().iterdir() if path.is_dir())
GOOD = 'title = "T"\n[[panel]]\nname = "a"\ntitle = "A"\nkind = "lines"\nquery = "a.sql"\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.sql").write_text("SELECT 1", encoding="utf-8")
    return tmp_path


def faults(folder: Path, text: str) -> list[str]:
    (folder / "x.toml").write_text(text, encoding="utf-8")
    return [str(fault) for fault in scan(folder)[1]]


@pytest.mark.parametrize("path", FOLDERS, ids=lambda path: path.name)
def test_shipped_dashboards_are_sound_and_use_every_query(path: Path) -> None:
    charts = load(path)
    assert charts
    used = {panel.query for chart in charts for panel in chart.panels}
    assert used == {file.name for file in path.glob("*.sql")}


@pytest.mark.parametrize("path", FOLDERS, ids=lambda path: path.name)
def test_shipped_queries_bring_the_columns_of_their_kind(path: Path, tmp_path: Path) -> None:
    with open_database(tmp_path / "empty.duckdb") as catalogue:
        cursor = catalogue.cursor()
        for chart in load(path):
            for panel, query in zip(chart.panels, chart.queries, strict=True):
                cursor.execute(f"PREPARE statement AS {query}")
                cursor.execute("DEALLOCATE statement")
                cursor.execute(query, {"game_id": "0" * 16})
                names = {column[0] for column in cursor.description}
                assert set(KINDS[panel.kind].columns) <= names, panel.query


def test_the_three_charts_of_the_white_castle() -> None:
    assert [chart.name for chart in load(dashboards_dir() / "white_castle")] == ["coins", "time", "scoring"]


def test_a_good_file(folder: Path) -> None:
    assert faults(folder, GOOD) == []
    assert load(folder)[0].queries == ("SELECT 1",)


def test_all_faults_at_once_with_file_key_and_nearest(folder: Path) -> None:
    found = faults(
        folder,
        'titel = "T"\norder = "first"\n[[panel]]\nname = 3\ntitle = "A"\nkind = "lines"\nqery = "a.sql"\n'
        '[[panel.bands]]\nfirst = "x"\nlast = 2\nlabel = "l"\n',
    )
    assert sorted(found) == sorted(
        [
            "x.toml: titel: unknown key (did you mean 'title'?)",
            "x.toml: title: missing key",
            "x.toml: order: Expected `int`, got `str`",
            "x.toml: panel[1].name: Expected `str`, got `int`",
            "x.toml: panel[1].qery: unknown key (did you mean 'query'?)",
            "x.toml: panel[1].query: missing key",
            "x.toml: panel[1].bands[1].first: Expected `int`, got `str`",
        ]
    )


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"lines"', '"linse"', "x.toml: panel[1].kind: unknown kind 'linse' (did you mean 'lines'?)"),
        (
            '"a.sql"',
            '"b.sql"',
            "x.toml: panel[1].query: no file 'b.sql' in this folder (did you mean 'a.sql'?)",
        ),
        ('"a.sql"', '"../a.sql"', "x.toml: panel[1].query: no file '../a.sql' in this folder"),
    ],
)
def test_names_that_do_not_exist(folder: Path, old: str, new: str, message: str) -> None:
    assert faults(folder, GOOD.replace(old, new))[0].startswith(message)


def test_other_faults(folder: Path) -> None:
    twice = GOOD + GOOD.split("\n", 1)[1]
    assert faults(folder, twice) == ["x.toml: panel[2].name: 'a' is used twice"]
    assert faults(folder, 'title = "T"\npanel = []\n') == ["x.toml: panel: a chart needs at least one panel"]
    assert faults(folder, 'title = "T"\npanel = 3\n') == ["x.toml: panel: Expected an array of tables"]
    assert "is not TOML" in faults(folder, "title = \n")[0]
    backwards = GOOD + '[[panel.bands]]\nfirst = 5\nlast = 2\nlabel = "l"\n'
    assert faults(folder, backwards) == ["x.toml: panel[1].bands[1]: first 5 is after last 2"]


def test_loading_wrong_files_raises_with_every_fault(folder: Path) -> None:
    (folder / "x.toml").write_text("a = 1\n", encoding="utf-8")
    (folder / "y.toml").write_text(GOOD, encoding="utf-8")
    with pytest.raises(ChartFileError) as caught:
        load(folder)
    assert {fault.key for fault in caught.value.faults} == {"a", "title", "panel"}
