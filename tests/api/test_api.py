"""The interface for programs: light to import, typed and frozen, and as strict as the commands."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import msgspec
import plotly.graph_objects as go
import pytest

import wcreplay
from wcreplay.bundled import records_dir
from wcreplay.engine.outcomes import Change
from wcreplay.store.database import open_database
from wcreplay.store.errors import StoreError
from wcreplay.store.loader import import_records
from wcreplay.store.lock import writing
from wcreplay.store.players import store_aliases

SAMPLES = records_dir() / "white_castle"


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of the sample records, with one player spelt in another way."""
    path = tmp_path_factory.mktemp("api") / "games.duckdb"
    assert import_records(path, [records_dir()]).clean
    store_aliases(path, {"Ana": "Ana Lima"})
    return path


def test_importing_the_package_loads_nothing_else() -> None:
    code = (
        "import json, sys; before = set(sys.modules); import wcreplay; assert 'open' in dir(wcreplay);"
        "print(json.dumps(sorted(set(sys.modules) - before)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(json.loads(done.stdout)) <= {"__future__", "wcreplay"}


def test_every_name_of_the_package_can_be_had() -> None:
    assert all(getattr(wcreplay, name).__doc__ for name in wcreplay.__all__)
    with pytest.raises(AttributeError, match="no attribute 'reed'"):
        _ = wcreplay.reed  # type: ignore[attr-defined]


def test_records_are_read_with_their_places_and_tags() -> None:
    records = list(wcreplay.read(SAMPLES / "evening.wcr"))
    assert [(record.number, record.ok, record.tags["Place"]) for record in records] == [
        (1, True, "the long table"),
        (2, True, "the long table"),
        (3, True, "the long table"),
    ]
    assert records[1].line > 1
    assert records[1].text.startswith('[Game "white-castle"]')
    with pytest.raises(AttributeError):
        records[0].number = 7  # type: ignore[misc]


def test_what_is_wrong_with_a_record_is_told_not_raised(tmp_path: Path) -> None:
    good = (SAMPLES / "two-players-1.wcr").read_text(encoding="utf-8")
    path = tmp_path / "mixed.wcr"
    texts = (good, good.replace("1.1 A", "1.1"), good.replace("white-castle", "wite-castle"), good)
    path.write_text("\n".join(texts), encoding="utf-8")
    records = list(wcreplay.read(path))
    assert [record.ok for record in records] == [True, False, False, True]
    assert [record.number for record in records] == [1, 2, 3, 4]
    broken = records[1].diagnostics[0]
    assert (broken.code, broken.record, broken.line > records[1].line) == ("N204", 2, True)
    states = [wcreplay.replay(record).state for record in records]
    assert states == ["complete", "error", "error", "complete"]
    assert wcreplay.replay(records[1]).diagnostics == records[1].diagnostics
    (empty,) = wcreplay.read(write_empty(tmp_path))
    assert (empty.number, empty.ok, empty.diagnostics[0].code[:2]) == (0, False, "N1")
    assert wcreplay.replay(empty).diagnostics == empty.diagnostics
    with pytest.raises(FileNotFoundError):
        wcreplay.read(tmp_path / "none.wcr")


def write_empty(folder: Path) -> Path:
    path = folder / "empty.wcr"
    path.write_bytes(b"")
    return path


def test_a_text_is_replayed() -> None:
    text = (SAMPLES / "two-players-1.wcr").read_text(encoding="utf-8")
    done = wcreplay.replay(text)
    assert [(line.seat, line.points) for line in done.result] == [("A", 58), ("B", 69)]
    early = text.replace("\n3.", "\n9.")
    assert wcreplay.replay(early).state == "error"
    assert wcreplay.replay(early, keep_prefix=True).state == "cut"
    assert wcreplay.replay("").diagnostics[0].code == "N104"
    with pytest.raises(ValueError, match="the text holds 2 records, not one"):
        wcreplay.replay(text + "\n" + text)


def test_changes_add_up_to_the_holdings() -> None:
    done = wcreplay.replay((SAMPLES / "four-players-1.wcr").read_text(encoding="utf-8"))
    held: dict[tuple[str, str], int] = {}
    for turn in done.turns:
        for change in wcreplay.changes(done, turn):
            assert isinstance(change, Change)
            key = (change.seat, change.account)
            held[key] = held.get(key, 0) + change.delta
            assert held[key] == change.balance
    assert sum(points for (_, account), points in held.items() if account == "point") > 0


def test_stored_games_and_their_seats(file: Path) -> None:
    with wcreplay.open(file) as db:
        games = db.games()
        assert len(games) == 10
        assert [game.played_on for game in games] == sorted(
            game.played_on for game in games if game.played_on
        )
        four = db.games("players = 4 AND event = 'Lantern cup' -- both")
        assert [game.title for game in four] == [
            "Ana 68, Dario 67, Bruno 57, Clara 54",
            "Dario 67, Bruno 58, Clara 54, Ana 54",
        ]
        ana = four[0].seats[0]
        assert (ana.seat, ana.player, ana.name, ana.rank, ana.points) == ("A", "Ana Lima", "Ana", 1, 68)
        assert db.game(four[0].game_id) == four[0]
        assert db.games("players = 5") == ()
        assert msgspec.json.decode(msgspec.json.encode(games[0]))["seats"][0]["seat"] == "A"
        done = db.replay(four[0].game_id)
        assert (done.game_id, len(done.turns) - 1) == (four[0].game_id, four[0].turns)
        for ask in (db.game, db.text, db.replay):
            with pytest.raises(wcreplay.NoSuchGame, match="no game 'abc'"):
                ask("abc")
        with pytest.raises(StoreError) as caught:
            db.games("plyers = 2")
        assert caught.value.code == "S404"


def test_answers_as_rows_dictionaries_and_arrow(file: Path) -> None:
    sql = "SELECT player, points, points AS points FROM seated ORDER BY points DESC, player LIMIT 2"
    with wcreplay.open(file) as db:
        rows = db.query(sql)
        assert (rows.columns, rows.rows[0], rows.truncated) == (
            ("player", "points", "points_1"),
            ("Ana Lima", 69, 69),
            False,
        )
        assert rows.dicts()[1] == {"player": "Bruno", "points": 69, "points_1": 69}
        table = db.arrow(sql)
        assert table.to_pylist() == rows.dicts()
        assert [str(kind) for kind in table.schema.types] == ["string", "uint16", "uint16"]
        assert db.arrow("FROM ledger").num_rows == db.query("SELECT count(*) FROM ledger").rows[0][0]
        assert db.query("FROM ledger", limit=5).truncated
        assert db.arrow("FROM ledger", limit=5).num_rows == 5
        for ask in (db.query, db.arrow):
            for wrong in ("DROP TABLE game", "FROM read_text('/etc/hosts')", "SELECT 1; SELECT 2"):
                with pytest.raises(StoreError):
                    ask(wrong)
        if find_spec("pandas") is None:
            with pytest.raises(ImportError, match="pandas"):
                db.pandas(sql)
        else:
            assert list(db.pandas(sql)["player"]) == ["Ana Lima", "Bruno"]


def test_every_chart_becomes_a_figure(file: Path) -> None:
    with wcreplay.open(file) as db:
        game = db.games("players = 3")[0]
        charts = db.charts()
        assert {"coins", "time", "scoring"} <= set(charts)
        for chart, panels in charts.items():
            for panel in panels:
                figure = db.figure(game.game_id, chart, panel)
                assert isinstance(figure, go.Figure)
                assert figure.data
                assert figure.layout.title.text
        assert db.figure(game.game_id, "coins") == db.figure(game.game_id, "coins", charts["coins"][0])
        for wrong, near in ((("coin",), "'coins'"), (("coins", "nothing"), charts["coins"][0])):
            with pytest.raises(LookupError, match=near):
                db.figure(game.game_id, *wrong)
        with pytest.raises(LookupError, match="choice"):
            db.figure(game.game_id, "coins", choice="nothing")
        with pytest.raises(wcreplay.NoSuchGame):
            db.figure("abc", "coins")
        assert db.charts("no-game") == {}
        assert db.charts("../white_castle") == {}


def test_an_open_database_stays_as_it_is_and_keeps_nobody_waiting(file: Path, tmp_path: Path) -> None:
    copy = tmp_path / "games.duckdb"
    copy.write_bytes(file.read_bytes())
    with wcreplay.open(str(copy)) as db:
        with writing(copy), open_database(copy, locked=True) as catalogue:
            catalogue.cursor().execute("DELETE FROM game WHERE players = 2")
        assert len(db.games()) == 10
        assert db.path == copy
    with wcreplay.open(copy) as db:
        assert len(db.games()) == 8


def test_there_is_no_database(tmp_path: Path) -> None:
    with pytest.raises(StoreError) as caught:
        wcreplay.open(tmp_path / "none.duckdb")
    assert caught.value.code == "S101"
