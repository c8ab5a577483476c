"""Rechecking: what the installed engine makes of the stored records, and what differs from the tables."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import pytest

from wcreplay.store import order
from wcreplay.store.checks import run_checks
from wcreplay.store.loader import import_records
from wcreplay.store.query import run_query
from wcreplay.store.recheck import RecheckSummary, recheck

from .games import game, many, write

COUNTS = "SELECT game_id, turns FROM game ORDER BY ALL"


def counts(summary: RecheckSummary) -> tuple[int, int, int]:
    assert summary.found == summary.same + summary.changed + summary.wrong
    return summary.same, summary.changed, summary.wrong


def change(db: Path, *statements: str) -> None:
    with duckdb.connect(db) as connection:
        for statement in statements:
            connection.execute(statement)


def dump(db: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Return all rows of all tables, sorted."""
    with duckdb.connect(db, read_only=True) as connection:
        names = connection.execute("SELECT table_name FROM duckdb_tables() ORDER BY 1").fetchall()
        return {name: connection.execute(f"FROM {name} ORDER BY ALL").fetchall() for (name,) in names}


def some(db: Path) -> list[str]:
    return [row[0] for row in run_query(db, "SELECT game_id FROM game ORDER BY game_id").rows]


@pytest.mark.parametrize("jobs", [1, 2])
def test_nothing_differs_where_nothing_changed(filled: Path, tmp_path: Path, jobs: int) -> None:
    import_records(filled, [write(tmp_path / "more.wcr", *many(504)[440:])])
    before = dump(filled)
    content = filled.read_bytes()
    told: list[int] = []
    for write_too in (False, True):
        summary = recheck(filled, jobs=jobs, write=write_too, progress=lambda _, total: told.append(total))
        assert counts(summary) == (74, 0, 0)
        assert summary.groups == []
    assert set(told) == {74}
    assert dump(filled) == before
    assert filled.read_bytes() == content


def test_changed_tables_are_grouped_and_written(filled: Path) -> None:
    before = dump(filled)
    first, second, third, *_ = some(filled)
    change(
        filled,
        f"UPDATE wc_state SET coins = coins + 1 WHERE game_id = '{first}' AND turn_no = 3",
        f"DELETE FROM ledger WHERE game_id IN ('{first}', '{second}') AND turn_no = 2",
        f"UPDATE wc_state SET seals = 0 WHERE game_id = '{second}'",
        f"UPDATE game SET title = 'x' WHERE game_id = '{third}'",
    )
    summary = recheck(filled)
    assert counts(summary) == (7, 3, 0)
    assert {(group.kind, group.what, group.count) for group in summary.groups} == {
        ("changed", "ledger, wc_state", 2),
        ("changed", "game", 1),
    }
    assert summary.groups[0].examples[0].game_id in {first, second}
    assert dump(filled) != before
    assert counts(recheck(filled, write=True)) == (7, 3, 0)
    assert dump(filled) == before
    assert counts(recheck(filled)) == (10, 0, 0)


def test_a_game_that_is_wrong_now_keeps_its_record_and_the_finding(filled: Path, tmp_path: Path) -> None:
    (whole,) = run_query(filled, "SELECT game_id FROM game WHERE state = 'complete'").rows[0]
    change(
        filled,
        f"UPDATE game SET source_text = replace(source_text, '1.5 A w5>d1', '1.5 A w6>d1') "
        f"WHERE game_id = '{whole}'",
    )
    summary = recheck(filled)
    assert counts(summary) == (9, 0, 1)
    (group,) = summary.groups
    assert (group.kind, group.what, group.examples[0].game_id) == ("wrong", "R210", whole)
    recheck(filled, write=True)
    rows = run_query(filled, "SELECT state, turns, title FROM game WHERE turns = 0").rows
    assert rows == [("rejected", 0, "Ana, Bruno")]
    rows = run_query(filled, f"SELECT code, line FROM diagnostic WHERE game_id = '{whole}'").rows
    assert rows[0][0] == "R210"
    text = run_query(filled, f"SELECT source_text FROM game WHERE game_id = '{whole}'").rows[0][0]
    assert text.splitlines()[rows[0][1] - 1].startswith("1.5 A w6")
    for table in ("turn", "ledger", "wc_state", "track", "placement", "wc_dice"):
        assert run_query(filled, f"SELECT count(*) FROM {table} WHERE game_id = '{whole}'").rows == [(0,)]
    assert run_checks(filled) == []
    again = recheck(filled, write=True)
    assert (again.wrong, again.known) == (1, 1)
    # The right record, imported anew, takes its place.
    assert import_records(filled, [write(tmp_path / "right.wcr", game())]).stored == 1
    assert counts(recheck(filled)) == (10, 0, 0)
    assert run_checks(filled) == []


def test_stamps_and_ids_are_brought_up_to_date(filled: Path) -> None:
    before = dump(filled)
    first, second, *_ = some(filled)
    names = [name for name, rows in before.items() if name not in ("schema_version", "replaced") and rows]
    change(
        filled,
        f"UPDATE game SET rules_version = '0', package_version = '0.0.1' WHERE game_id = '{first}'",
        *(f"UPDATE {name} SET game_id = repeat('0', 16) WHERE game_id = '{second}'" for name in names),
    )
    summary = recheck(filled, write=True)
    assert counts(summary) == (9, 1, 0)
    (group,) = summary.groups
    assert group.kind == "id"
    after = dump(filled)
    (moved,) = after.pop("replaced")
    assert moved[:2] == ("0" * 16, second)
    before.pop("replaced")
    assert after == before


def test_two_games_that_are_one_now_are_joined(filled: Path) -> None:
    first, second, *others = some(filled)
    change(
        filled,
        f"UPDATE game SET source_text = (SELECT source_text FROM game WHERE game_id = '{second}') "
        f"WHERE game_id = '{first}'",
    )
    assert counts(recheck(filled, write=True)) == (9, 1, 0)
    assert some(filled) == [second, *others]
    assert run_checks(filled) == []
    assert counts(recheck(filled)) == (9, 0, 0)


def test_lines_of_the_file_are_kept(filled: Path) -> None:
    lines = run_query(filled, "SELECT game_id, line FROM game").rows
    assert len({line for _, line in lines}) == 10
    wanted = dump(filled)["turn"]
    change(filled, "UPDATE turn SET text = 'x'")
    assert counts(recheck(filled, write=True)) == (0, 10, 0)
    assert dump(filled)["turn"] == wanted


def test_rows_are_put_in_the_order_of_the_games_and_are_the_same(
    filled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import_records(filled, [write(tmp_path / "more.wcr", *many(504)[480:])])
    before = dump(filled)
    assert not in_order(filled, "ledger")
    assert recheck(filled, write=True).same == 34
    assert not in_order(filled, "ledger")  # so few rows are found at once
    monkeypatch.setattr(order, "LEAST", 1000)
    assert recheck(filled, write=True).same == 34
    for table in ("seat", "turn", "ledger", "track", "placement", "wc_state", "wc_dice"):
        assert in_order(filled, table), table
    assert dump(filled) == before
    assert run_checks(filled) == []
    content = filled.read_bytes()
    assert recheck(filled, write=True).same == 34
    assert filled.read_bytes() == content
    import_records(filled, [write(tmp_path / "others.wcr", *many(470)[460:])])
    assert run_checks(filled) == []


def test_games_that_are_written_anew_leave_no_room_behind_however_many_there_are(
    filled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unlike an import, which leaves the row groups of many games as they are."""
    monkeypatch.setattr("wcreplay.store.writer._JOINED", 0)
    some = "SELECT game_id FROM game ORDER BY game_id LIMIT 5"
    change(filled, f"UPDATE turn SET text = 'x' WHERE game_id IN ({some})")
    assert counts(recheck(filled, write=True)) == (5, 5, 0)
    held = "SELECT sum(count) FROM pragma_storage_info('turn') WHERE column_name = 'turn_no'"
    rows = run_query(filled, "SELECT count(*) FROM turn").rows[0][0]
    assert run_query(filled, f"{held} AND segment_type <> 'VALIDITY'").rows[0][0] == rows


def in_order(db: Path, table: str) -> bool:
    """Whether the rows follow each other by game, and those of a game by turn."""
    by = "(game_id, seat::VARCHAR)" if table == "seat" else "(game_id, turn_no)"
    steps = f"SELECT {by} < lag({by}) OVER (ORDER BY rowid) AS back FROM {table}"
    return bool(run_query(db, f"SELECT count_if(back) FROM ({steps})").rows[0][0] == 0)
