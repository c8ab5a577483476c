"""The views answer the usual questions, and agree with the tables they are made of."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest

from wcreplay.store.query import run_query


def ask(db: Path, sql: str) -> list[tuple[Any, ...]]:
    return run_query(db, sql, limit=None).rows


def test_coin_flow_ends_in_what_each_seat_holds(samples: Path) -> None:
    wrong = ask(
        samples,
        "SELECT flow.* FROM (SELECT game_id, seat, sum(net) AS net, sum(received) AS r, sum(paid) AS p "
        "FROM coin_flow GROUP BY ALL) AS flow JOIN game ON game.game_id = flow.game_id "
        "JOIN wc_state AS state ON state.game_id = flow.game_id AND state.seat = flow.seat "
        "AND state.turn_no = game.turns WHERE net <> coins OR net <> r - p",
    )
    assert wrong == []
    assert ask(samples, "SELECT count(*) > 100, min(received), min(paid) FROM coin_flow") == [(True, 0, 0)]


def test_time_race_has_every_turn_and_adds_up(samples: Path) -> None:
    assert ask(samples, "SELECT count(*) FROM time_race") == ask(samples, "SELECT count(*) FROM wc_state")
    wrong = ask(
        samples,
        "SELECT * FROM (SELECT *, sum(steps) OVER (PARTITION BY game_id, seat ORDER BY turn_no) AS total "
        "FROM time_race) WHERE total <> space",
    )
    assert wrong == []
    paid = "SELECT sum(paid) FROM time_race"
    assert ask(samples, paid) == ask(
        samples, "SELECT -sum(delta) FROM ledger WHERE currency = 'seal' AND cause = 'checkpoint'"
    )


def test_turn_summary_has_a_row_per_turn_and_adds_up(samples: Path) -> None:
    assert ask(samples, "SELECT count(*) FROM turn_summary") == ask(
        samples, "SELECT count(*) FROM turn WHERE seat IS NOT NULL"
    )
    assert ask(samples, "SELECT count(*) FROM turn_summary WHERE die_pips IS NULL AND phase = 'turn'") == [
        (0,)
    ]
    first = ask(
        samples,
        "SELECT label, die_colour, die_pips, die_end, die_space, die_coins, coins, seals, time_steps, "
        "score_gain, score_total FROM turn_summary JOIN game USING (game_id) "
        "WHERE event = 'Friday table' AND label = '1.1' ORDER BY game_id DESC LIMIT 1",
    )
    assert first == [("1.1", "coral", 6, ">", "s3", 3, 1, -1, 1, 4, 5)]
    # Where only the acting seat's score can have changed, the gains add up to the points.
    total = ask(
        samples,
        "SELECT sum(score_gain) FROM turn_summary JOIN game USING (game_id) WHERE event = 'Friday table' "
        "AND record_no = 1 AND seat = 'C'",
    )
    assert total == ask(
        samples,
        "SELECT points FROM seat JOIN game USING (game_id) WHERE event = 'Friday table' AND record_no = 1 "
        "AND seat = 'C'",
    )


def test_start_pairs_count_every_complete_game_once(samples: Path) -> None:
    assert ask(samples, "SELECT sum(wins) FROM start_pairs") == ask(
        samples, "SELECT count(*) FROM game WHERE state = 'complete'"
    )
    assert ask(samples, "SELECT sum(games), abs(sum(games * mean_lead)) < 1 FROM start_pairs") == [(31, True)]


@pytest.mark.parametrize("view", ["seated", "final_scores", "coin_flow", "time_race", "turn_summary"])
def test_a_condition_on_the_game_reaches_the_tables(samples: Path, view: str) -> None:
    """Else the view of all games would be made for each page that shows one of them."""
    with duckdb.connect(samples, read_only=True) as connection:
        (row,) = connection.execute(f"EXPLAIN (FORMAT json) FROM {view} WHERE game_id = 'abc'").fetchall()
    scans = dict(scanned(json.loads(row[1])))
    assert {name.rpartition(".")[2] for name in scans} >= {"seat"}
    assert [name for name, filters in scans.items() if "game_id = 'abc'" not in filters] in (
        [],
        ["games.main.alias"],
    )


def scanned(nodes: list[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    """Yield each table that a plan reads, and the conditions it is read with."""
    for node in nodes:
        found = node.get("extra_info") or {}
        if "Table" in found:
            yield found["Table"], str(found.get("Filters"))
        yield from scanned(node["children"])
