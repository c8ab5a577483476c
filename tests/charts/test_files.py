"""Dashboard files: those that ship are sound, their SQL fits the tables, and every fault is named at once."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import fields

from wcreplay.bundled import dashboards_dir
from wcreplay.charts import KINDS, ChartFileError, load, scan
from wcreplay.charts.spec import Band, Choice, Gate, Page, Panel
from wcreplay.engine import registry
from wcreplay.store.database import open_database

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


def test_the_charts_of_the_white_castle() -> None:
    names = [chart.name for chart in load(dashboards_dir() / "white_castle")]
    assert names == ["scoring", "coins", "resources", "time", "dice", "workers"]


def test_the_checkpoints_of_the_time_charts_are_those_of_the_rules() -> None:
    time = next(chart for chart in load(dashboards_dir() / "white_castle") if chart.name == "time")
    tolls = registry.load("white-castle").tolls
    for panel in time.panels:
        assert {gate.space: gate.cost for gate in panel.gates} == tolls
        assert [band.first for band in panel.bands] == [0, *tolls]


def test_a_choice_sets_what_is_counted_and_which_rows(folder: Path) -> None:
    choice = (
        '[[choice]]\nname = "{0}"\ntitle = "{0}"\nunit = "{0}"\nunits = "{0}s"\nwhere = {{ kind = "{0}" }}\n'
    )
    text = GOOD.replace('"A"', '"{Units} now"') + choice.format("egg") + choice.format("ham")
    assert faults(folder, text) == []
    chart = load(folder)[0]
    assert [panel.title for panel in chart.seen()] == ["Eggs now"]
    (panel,) = chart.seen("ham")
    assert (panel.title, panel.unit, panel.where) == ("Hams now", "ham", {"kind": "ham"})
    assert panel.kept([{"kind": "egg"}, {"kind": "ham"}]) == [{"kind": "ham"}]
    with pytest.raises(KeyError):
        chart.seen("jam")
    with pytest.raises(ValueError, match=r"a.sql: where needs the column kind"):
        panel.kept([{"sort": "egg"}])
    twice = faults(folder, GOOD + choice.format("egg") + choice.format("egg"))
    assert twice == ["x.toml: choice[2].name: 'egg' is used twice"]


def test_what_a_page_says_once_holds_for_its_panels(folder: Path) -> None:
    own = '[panel.labels]\na = "own"\n'
    page = '[labels]\na = "all"\n[[gates]]\nspace = 6\ncost = 1\nlabel = "g"\n'
    second = GOOD.split("\n", 1)[1].replace('"a"', '"b"')
    assert faults(folder, GOOD + own + second + page) == []
    first, other = load(folder)[0].panels
    assert (first.labels, other.labels) == ({"a": "own"}, {"a": "all"})
    assert [gate.space for gate in first.gates + other.gates] == [6, 6]


def test_the_documentation_lists_every_kind_column_and_key() -> None:
    page = (Path(__file__).parents[2] / "docs" / "charts.md").read_text(encoding="utf-8")
    lines = {line.split("`")[1]: line for line in page.splitlines() if line.startswith("| `")}
    for name, kind in KINDS.items():
        wanted = set(kind.columns)
        same = {"sankey": "flow", "waterfall": "stack"}.get(name, name)
        assert wanted <= set(re.findall(r"`(\w+)`", lines[same].rpartition("|")[0])), name
        assert name in lines
    for part in (Page, Panel, Choice, Band, Gate):
        for field in fields(part):
            assert f"`{field.name}`" in page, field.name


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
