"""``wcreplay import`` with logs of games played online."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from tests.importers.hand import FIRST, NAMES, SECOND, as_json, dull_game, packets
from wcreplay.store.query import run_query

from .conftest import RECORD

Run = Callable[..., Result]


@pytest.fixture
def db(tmp_path: Path) -> str:
    return str(tmp_path / "games.duckdb")


def write(path: Path, data: bytes) -> str:
    path.write_bytes(data)
    return str(path)


def rows(db: str, sql: str) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in run_query(db, sql).rows]


def saved_by_the_other() -> bytes:
    """Return the table as another player saved it: another language, other numbers, private packets."""
    saved = packets(dull_game())
    for number, packet in enumerate(saved):
        packet["packet_id"] = str(5000 + number)
        packet["data"][0]["log"] = "ein anderer Satz"
    private = {"channel": f"/player/p{SECOND}", "data": [{"type": "coinGained", "args": {"playerId": FIRST}}]}
    return as_json({"data": {"data": [*saved[:7], private, *saved[7:]]}})


def altered() -> bytes:
    events = dull_game()
    found = [event for event in events if event["type"] == "coinGained"]
    found[7]["args"]["coinValue"] += 1
    return as_json(packets(events))


def test_logs_are_stored_beside_records(run: Run, db: str, tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    write(folder / "table-700000001.json", as_json(packets(dull_game())))
    write(folder / "table-700000002.json", as_json(packets(dull_game(("iron", "pearl")))))
    write(folder / "written.wcr", RECORD.encode())
    result = run("import", str(folder), "--db", db)
    assert result.exit_code == 0, result.stderr
    assert "3 found = 3 stored + 0 unchanged + 0 replaced + 0 rejected" in result.stderr
    assert "corrects" not in result.stderr
    found = rows(db, "SELECT source_kind, state, count(*) FROM game GROUP BY ALL ORDER BY ALL")
    assert found == [("log", "complete", 2), ("notation", "complete", 1)]


def test_two_players_save_one_game(run: Run, db: str, tmp_path: Path) -> None:
    one = write(tmp_path / "one.json", as_json(packets(dull_game())))
    other = write(tmp_path / "other.json", saved_by_the_other())
    assert run("import", one, "--db", db).exit_code == 0
    result = run("import", other, "--db", db, "--names", "keep")
    assert result.exit_code == 0
    assert "1 found = 0 stored + 1 unchanged" in result.stderr
    assert f"which is stored from {one}" in result.stderr


def test_what_is_kept_of_players_and_numbers(run: Run, db: str, tmp_path: Path) -> None:
    events = dull_game()
    for event in events:
        if player := event["args"].get("playerId"):
            event["args"]["player_name"] = NAMES[player]
    log = write(tmp_path / "t700000001.json", as_json(packets(events)))
    run("import", log, "--db", db)
    kept = str(rows(db, "SELECT * FROM game JOIN seat USING (game_id) JOIN turn USING (game_id)"))
    for secret in (FIRST, SECOND, "700000001", *NAMES.values()):
        assert secret not in kept
    run("import", log, "--db", db + "2", "--names", "keep", "--ids")
    assert rows(db + "2", "SELECT player FROM seat ORDER BY seat") == [(NAMES[FIRST],), (NAMES[SECOND],)]
    assert "700000001" in rows(db + "2", "SELECT file FROM game")[0][0]


def test_a_game_that_is_not_proved_is_not_stored(run: Run, db: str, tmp_path: Path) -> None:
    log = write(tmp_path / "t700000001.json", altered())
    report = tmp_path / "report.json"
    result = run("import", log, "--db", db, "--report", str(report))
    assert result.exit_code == 1
    assert "L301" in result.stderr
    assert "1 found = 0 stored + 0 unchanged + 0 replaced + 1 rejected" in result.stderr
    (finding,) = json.loads(report.read_text(encoding="utf-8"))["findings"]
    assert (finding["code"], finding["file"], finding["record"]) == ("L301", log, 1)
    assert rows(db, "SELECT * FROM game") == []


def test_what_is_not_proved_is_kept_if_asked_for_and_marked(run: Run, db: str, tmp_path: Path) -> None:
    log = write(tmp_path / "a.json", altered())
    result = run("import", log, "--db", db, "--keep-unproved", "--report", "-")
    assert result.exit_code == 1
    assert "unproved: 1 of them" in result.stderr
    told = json.loads(result.stdout)
    assert (told["stored"], told["unproved"], told["rejected"]) == (1, 1, 0)
    assert rows(db, "SELECT state, source_kind FROM game") == [("unproved", "log")]
    assert rows(db, "SELECT count(*) FROM final_scores") == [(0,)]
    assert run("import", log, "--db", db, "--keep-unproved").exit_code == 1
