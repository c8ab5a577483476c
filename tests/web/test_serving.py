"""The measuring of the server asks for every address that there is, and tells what misses its limit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bench import serving
from tools import visit
from wcreplay.store.database import open_database

if TYPE_CHECKING:
    from pathlib import Path


def test_every_address_is_measured(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    serving.measure(db, browser=False)
    printed = capsys.readouterr().out
    assert printed.startswith("4 games; ")
    for rule in visit.rules().values():
        start, _, rest = rule.partition("<name>")
        assert f"`{start}" in printed, rule
        assert rest in printed, rule
    assert "Not measured" not in printed
    assert "| game page, asked for again: median | 50 ms |" in printed
    assert "`/games/<game_id>/charts/resources.json?show=food`" in printed


def test_a_limit_that_is_missed_is_said_to_be(capsys: pytest.CaptureFixture[str]) -> None:
    serving.print_limits([serving.Limit("fine", 50, 50, "ms"), serving.Limit("slow", 50, 50.1, "ms")])
    fine, slow = capsys.readouterr().out.splitlines()[2:]
    assert fine == "| fine | 50 ms | 50.0 ms | held |"
    assert slow == "| slow | 50 ms | 50.1 ms | **missed** |"


def test_the_games_that_are_made_have_days_and_players(tmp_path: Path) -> None:
    db = tmp_path / "games.duckdb"
    serving.make(db, 2, tmp_path)
    sql = "SELECT played_on, list(DISTINCT player) FROM game JOIN seated USING (game_id) GROUP BY ALL"
    with open_database(db, read_only=True) as catalogue:
        rows = catalogue.cursor().execute(sql).fetchall()
    assert sorted(str(day) for day, _ in rows) == ["2020-01-01", "2020-01-02"]
    assert all(len(names) == 4 and all(name.startswith("Player ") for name in names) for _, names in rows)
