"""Variations are rows of their own tables: all of them, nested ones too, and nothing of them elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import pytest

from wcreplay.engine import registry
from wcreplay.notation.model import RawRecord
from wcreplay.store.arrow import batch_tables, read_layout
from wcreplay.store.checks import run_checks
from wcreplay.store.database import open_database
from wcreplay.store.export import ExportOptions, export
from wcreplay.store.loader import import_raw, import_records
from wcreplay.store.query import run_query
from wcreplay.store.recheck import recheck
from wcreplay.store.rows import RowBatch

from .games import game, replayed, write

NESTED = game().replace(
    "2.2 A w5>d1 s^d2/D7 Q\n",
    "2.2 A w5>d1 s^d2/D7 Q\n(2.2 A w5>p\n(2.2 A b1<w\n2.3 B c3>p)\n2.3 B c1<s1)\n(2.2 A c1<w)\n",
)
TABLES = ("variation", "variation_turn", "variation_ledger", "wc_variation_state")
MAIN = ("seat", "turn", "ledger", "track", "placement", "wc_state", "wc_dice", "diagnostic")


def ask(db: Path, sql: str) -> list[tuple[Any, ...]]:
    return run_query(db, sql, limit=None).rows


@pytest.fixture
def nested(db: Path, tmp_path: Path) -> Path:
    summary = import_records(db, [write(tmp_path / "nested.wcr", NESTED)])
    assert summary.stored == 1, summary.diagnostics
    return db


def test_every_line_has_its_turns_state_and_ledger_as_the_replay_has_them(nested: Path) -> None:
    done = replayed(NESTED)
    assert [line.parent for line in done.variations] == [0, 1, 0]
    lines = ask(
        nested, "SELECT line_no, parent_no, from_turn, turns, ends_game, seat FROM variation ORDER BY 1"
    )
    assert lines == [
        (line.number, line.parent, line.turn_no, len(line.turns), False, "A") for line in done.variations
    ]
    turns = ask(nested, "SELECT line_no, turn_no, label, text FROM variation_turn ORDER BY ALL")
    assert turns == [
        (line.number, turn.turn_no, turn.label, turn.text) for line in done.variations for turn in line.turns
    ]
    accounts = [account.name for account in registry.load("white-castle").accounts]
    coin, time = accounts.index("coin"), accounts.index("time")
    states = (
        "SELECT line_no, turn_no, seat, coins, time_space, score_total FROM wc_variation_state ORDER BY ALL"
    )
    assert ask(nested, states) == [
        (line.number, turn.turn_no, seat, held[coin], held[time], sum(scores))
        for line in done.variations
        for turn in line.turns
        for seat, held, scores in zip(done.seats, turn.balances, turn.scores, strict=True)
    ]
    ledger = "SELECT line_no, turn_no, seq, currency, delta, balance FROM variation_ledger ORDER BY ALL"
    assert ask(nested, ledger) == sorted(
        (line.number, turn.turn_no, seq, accounts[posting[1]], posting[2], posting[3])
        for line in done.variations
        for turn in line.turns
        for seq, posting in enumerate(turn.postings)
        if accounts[posting[1]] in {"coin", "seal", "food", "iron", "pearl", "point"}
    )
    assert run_checks(nested) == []


def test_nothing_of_a_variation_is_in_the_tables_and_views_of_the_game(nested: Path, tmp_path: Path) -> None:
    plain = tmp_path / "plain.duckdb"
    import_records(plain, [write(tmp_path / "plain.wcr", game())])
    for table in (*MAIN, "score", "final_scores", "coin_flow", "time_race", "turn_summary", "start_pairs"):
        columns = "* EXCLUDE source_line" if table == "turn" else "*"
        sql = f"SELECT {columns} FROM {table} ORDER BY ALL"
        assert ask(nested, sql) == ask(plain, sql), table
    assert [ask(plain, f"FROM {table}") for table in TABLES] == [[]] * len(TABLES)


def test_games_with_variations_are_replaced_rechecked_and_exported_whole(
    nested: Path, tmp_path: Path
) -> None:
    assert recheck(nested).same == 1
    counts = {table: len(ask(nested, f"FROM {table}")) for table in TABLES}
    export(nested, tmp_path / "data", ExportOptions())
    for table in TABLES:
        file = tmp_path / "data" / f"{table}.parquet"
        assert duckdb.execute(f"SELECT count(*) FROM '{file}'").fetchall() == [(counts[table],)]
    with open_database(nested) as catalogue:
        catalogue.cursor().execute("DELETE FROM variation_ledger WHERE line_no = 2")
    assert [group.what for group in recheck(nested, write=True).groups] == ["variation_ledger"]
    assert {table: len(ask(nested, f"FROM {table}")) for table in TABLES} == counts
    (game_id,) = ask(nested, "SELECT game_id FROM game")[0]
    bare = game(tags=f'[Replaces "{game_id}"]\n')  # the same game without its variations
    assert import_raw(nested, [RawRecord(bare, "bare.wcr")]).replaced == 1
    assert [ask(nested, f"FROM {table}") for table in TABLES] == [[]] * len(TABLES)
    assert run_checks(nested) == []


def test_among_many_games_each_keeps_its_own_and_others_cost_nothing(nested: Path) -> None:
    with open_database(nested, read_only=True) as catalogue:
        layout = read_layout(catalogue.cursor())
    from .test_rows import ORIGIN

    batch = RowBatch(registry.load("white-castle"))
    for text in (game(lines=20), NESTED, game(lines=18)):
        batch.add(replayed(text), ORIGIN)
    made = batch_tables(batch, layout)["variation"]
    assert set(made.column("game_id").to_pylist()) == {batch.game_ids[1]}
    without = RowBatch(registry.load("white-castle"))
    without.add(replayed(game()), ORIGIN)
    assert without.asides.tables == {}
    assert not set(TABLES) & set(batch_tables(without, layout))
