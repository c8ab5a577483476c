"""Dashboards of a user: the page that tells how, what is checked, what a query may do."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import plotly.graph_objects as go
import pytest
from click.testing import CliRunner, Result

from wcreplay.charts import ChartFileError, scan
from wcreplay.cli import cli
from wcreplay.store.database import Snapshot
from wcreplay.store.errors import StoreError
from wcreplay.store.loader import import_records
from wcreplay.web import dashboards
from wcreplay.web.app import create_app

if TYPE_CHECKING:
    from collections.abc import Iterator

GUIDE = Path(__file__).parents[2] / "docs" / "dashboards.md"
RECORDS = Path(__file__).parents[1] / "web" / "games.wcr"
TOML = 'title = "T"\n[[panel]]\nname = "a"\ntitle = "A"\nkind = "lines"\nquery = "x.sql"\n'
SQL = "SELECT turn_no, label, 'A' AS seat, '' AS player, turn_no AS value FROM turn WHERE game_id = $game_id"


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    (tmp_path / "mine" / "white_castle").mkdir(parents=True)
    return tmp_path / "mine"


def write(mine: Path, toml: str = TOML, sql: str = SQL, name: str = "x") -> None:
    (mine / "white_castle" / f"{name}.toml").write_text(toml, encoding="utf-8")
    (mine / "white_castle" / "x.sql").write_text(sql, encoding="utf-8")


def check(mine: Path, *more: str) -> Result:
    return CliRunner().invoke(cli, ["dashboards", "check", str(mine), *more])


@pytest.fixture(scope="module")
def snapshot(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Snapshot]:
    path = tmp_path_factory.mktemp("own") / "games.duckdb"
    assert import_records(path, [RECORDS]).stored == 4
    with Snapshot(path, follow=False) as made:
        yield made


def first_game(snapshot: Snapshot) -> str:
    rows = snapshot.cursor().execute("SELECT game_id FROM game ORDER BY record_no").fetchall()
    return str(rows[0][0])


def test_the_example_of_the_guide_is_fine_and_is_drawn(mine: Path, snapshot: Snapshot) -> None:
    text = GUIDE.read_text(encoding="utf-8")
    files = re.findall(r"`mine/(\S+)`\n\n```\w+\n(.*?)```", text, re.DOTALL)
    assert [name for name, _ in files] == ["white_castle/seals.toml", "white_castle/seals.sql"]
    for name, content in files:
        (mine / name).write_text(content, encoding="utf-8")
    result = check(mine)
    assert (result.exit_code, result.stderr) == (0, f"{mine}: 1 dashboard fine\n")
    client = create_app(snapshot, own=dashboards.read(mine)).test_client()
    game = first_game(snapshot)
    (panel,) = json.loads(client.get(f"/games/{game}/charts/seals.json").data)["panels"]
    figure = go.Figure(panel["figure"])
    assert {trace.type for trace in figure.data} == {"scatter"}
    assert [trace.y[-1] for trace in figure.data] == panel["body"][-1][1:]
    held = snapshot.cursor().execute(
        "SELECT seals FROM wc_state AS s JOIN game AS g ON g.game_id = s.game_id AND g.turns = s.turn_no "
        "WHERE g.game_id = ? ORDER BY seat",
        [game],
    )
    assert panel["body"][-1][1:] == [row[0] for row in held.fetchall()]
    assert "Seals in hand" in client.get(f"/games/{game}").text
    wrong = re.search(r"```text\n(error.*?)\n```", text, re.DOTALL)
    assert wrong
    toml = mine / "white_castle" / "seals.toml"
    toml.write_text(toml.read_text(encoding="utf-8").replace("query", "qery"), encoding="utf-8")
    assert wrong[1] in check(mine).stderr.replace(str(mine), "mine")


def test_all_faults_of_all_files_with_code_line_and_nearest(mine: Path) -> None:
    write(mine, TOML.replace("title", "titel", 1).replace("lines", "linse"))
    write(mine, TOML + '[[panel.bands]]\nfirst = "x"\nlast = 2\nlabel = "l"\n', name="y")
    (mine / "white_castel").mkdir()
    (mine / "z.toml").write_text(TOML, encoding="utf-8")
    result = check(mine)
    assert result.exit_code == 1
    codes = re.findall(r"error\[(C\d+)\]", result.stderr)
    assert sorted(codes) == ["C102", "C103", "C104", "C105", "C105"]
    assert "y.toml:8:1" in result.stderr
    assert "did you mean 'white_castle'?" in result.stderr
    assert f"{mine}: 5 faults" in result.stderr
    lines = check(mine, "--format", "json").stdout.splitlines()
    assert len(lines) == 5


@pytest.mark.parametrize(
    ("toml", "line"),
    [
        (TOML.replace('"A"', "3"), 4),
        (TOML + TOML.split("\n", 1)[1].replace('"a"', '"b"').replace("lines", "x"), 10),
        ('title = "T"\npanel = [{name = "a", title = "A", kind = "x", query = "x.sql"}]\n', 0),
        (TOML.replace("[[panel]]", "[[ panel ]] # first").replace("lines", "x"), 5),
    ],
)
def test_the_line_of_a_fault(mine: Path, toml: str, line: int) -> None:
    write(mine, toml)
    (fault,) = scan(mine / "white_castle")[1]
    assert fault.line == line


@pytest.mark.parametrize(
    ("sql", "code", "words"),
    [
        ("SELECT 1 AS a FROM read_csv('/etc/passwd') WHERE $game_id = ''", "C107", "disabled"),
        ("DELETE FROM game WHERE game_id = $game_id", "C107", "DELETE is no query"),
        ("SELECT $game_id; SELECT 2", "C107", "one SQL statement"),
        ("SELECT $game_id, $more", "C107", "more"),
        ("SELECT 1", "C107", "$game_id"),
        ("SET threads = 1 -- $game_id", "C107", "SET"),
        ("ATTACH '/tmp/x.duckdb' AS x -- $game_id", "C107", "ATTACH"),
        ("SELECT $game_id AS seat", "C108", "label, player, turn_no, value"),
    ],
)
def test_what_a_query_may_not_do(mine: Path, sql: str, code: str, words: str) -> None:
    write(mine, sql=sql)
    result = check(mine)
    assert result.exit_code == 1
    assert f"error[{code}]" in result.stderr
    assert words in result.stderr
    with pytest.raises(ChartFileError):
        dashboards.read(mine)


@pytest.mark.parametrize(
    "data", [b"\xff\xfe", b"a = " + b"[" * 5000 + b"]" * 5000, b"#" * 300_000, b"title = \n"]
)
def test_files_that_cannot_be_read(mine: Path, data: bytes) -> None:
    (mine / "white_castle" / "x.toml").write_bytes(data)
    assert "error[C101]" in check(mine).stderr
    write(mine)
    (mine / "white_castle" / "x.sql").write_bytes(b"\xff")
    assert "x.sql cannot be read" in check(mine).stderr


def test_names_and_folders(mine: Path, tmp_path: Path) -> None:
    assert "there must be a folder" in check(mine).stderr
    write(mine, name="coins")
    assert "error[C106]" in check(mine).stderr
    missing = check(tmp_path / "nowhere")
    assert (missing.exit_code, "no folder" in missing.stderr) == (2, True)
    escapes = tmp_path / "a\x1b[31m"
    assert "\x1b" not in check(escapes).stderr


def test_serve_does_not_start_with_a_wrong_dashboard(mine: Path, tmp_path: Path) -> None:
    write(mine, TOML.replace("lines", "linse"))
    db = tmp_path / "games.duckdb"
    assert import_records(db, [RECORDS]).stored == 4
    result = CliRunner().invoke(cli, ["serve", "--db", str(db), "--dashboards", str(mine), "--port", "0"])
    assert (result.exit_code, "error[C105]" in result.stderr) == (1, True)


def test_a_query_that_brings_too_much_or_nonsense_is_told_in_place_of_its_chart(
    mine: Path, snapshot: Snapshot
) -> None:
    game = first_game(snapshot)
    with pytest.raises(StoreError, match="more than 5,000 rows"):
        dashboards.rows(snapshot, "SELECT range, $game_id FROM range(6000)", game)
    write(mine, sql=SQL.replace("turn_no AS value", "'many' AS value"))
    client = create_app(snapshot, own=dashboards.read(mine)).test_client()
    answer = client.get(f"/games/{game}/charts/x.json")
    assert answer.status_code == 422
    assert "x.sql" in json.loads(answer.data)["message"]
    assert client.get(f"/games/{game}/charts/coins.json").status_code == 200
