"""The checks find nothing in what was imported, and each finds the fault it is for."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from wcreplay.store.checks import check_names, run_checks

CORRUPTIONS = {
    "ledger_balance": "UPDATE ledger SET balance = balance + 1 WHERE turn_no = 5 AND seq = 0",
    "placement_balance": "UPDATE placement SET delta = 2 WHERE turn_no = 5 AND delta = 1",
    "track_space": "UPDATE track SET space = space + 1 WHERE turn_no = 0 AND seat = 'A'",
    "wc_state_holdings": "UPDATE wc_state SET seals = seals + 1 WHERE turn_no = 5 AND seat = 'A'",
    "wc_state_time": "UPDATE wc_state SET time_height = 4 WHERE turn_no = 5 AND seat = 'B'",
    "score_total": "UPDATE wc_state SET score_total = score_total + 1 WHERE turn_no = 5",
    "final_points": "UPDATE seat SET points = points + 1 WHERE rank = 2",
    "ranks": "UPDATE seat SET rank = 3 - rank",
    "seats": "DELETE FROM seat WHERE seat = 'B'",
    "turn_numbers": "DELETE FROM turn WHERE turn_no = 5",
    "wc_state_rows": "DELETE FROM wc_state WHERE turn_no = 5 AND seat = 'A'",
    "orphans": "DELETE FROM game WHERE state = 'partial'",
    "variations": "INSERT INTO variation SELECT game_id, 1, 0, 5, 'A', '1.1', '', 2, false FROM game LIMIT 1",
    "wc_dice": "UPDATE wc_dice SET taken = true WHERE turn_no = 5",
}


def test_imported_games_pass_every_check(filled: Path) -> None:
    assert run_checks(filled) == []


def test_every_check_is_tried_here() -> None:
    assert sorted(CORRUPTIONS) == check_names()


@pytest.mark.parametrize("check", sorted(CORRUPTIONS))
def test_a_corrupted_row_is_found(filled: Path, check: str) -> None:
    with duckdb.connect(filled) as connection:
        changed = connection.execute(CORRUPTIONS[check]).fetchall()
        assert changed[0][0] > 0
    failures = {failure.check: failure for failure in run_checks(filled)}
    assert check in failures
    assert failures[check].count > 0
    assert failures[check].rule
    assert len(failures[check].columns) == len(failures[check].rows[0])


@pytest.mark.parametrize("table", ["ledger", "turn", "wc_state"])
def test_a_row_stored_twice_is_found(filled: Path, table: str) -> None:
    with duckdb.connect(filled) as connection:
        connection.execute(f"INSERT INTO {table} SELECT * FROM {table} WHERE turn_no = 6")
    assert run_checks(filled)
