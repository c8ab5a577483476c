"""Rows are what the replay holds, renamed; a value that does not fit is refused, never bent."""

from __future__ import annotations

import datetime as dt
import gc
from pathlib import Path
from typing import Any

import msgspec
import pytest

from wcreplay.engine import reader, registry
from wcreplay.engine.ledger import Posting
from wcreplay.notation.model import RawRecord
from wcreplay.store import judge
from wcreplay.store.arrow import BadValue, Column, batch_tables, read_layout, to_array
from wcreplay.store.database import open_database
from wcreplay.store.loader import import_raw, import_records
from wcreplay.store.rows import Origin, RowBatch, full_date, source_kind

from .games import POINTS, game, replayed, write

ORIGIN = Origin("test.wcr", 1, "0", "1", 1, dt.datetime(2026, 1, 1))  # noqa: DTZ001 - stored without zone, as UTC


@pytest.fixture
def rows(db: Path, tmp_path: Path) -> Any:
    import_records(db, [write(tmp_path / "one.wcr", game(result=True))])
    with open_database(db, read_only=True) as catalogue:
        yield lambda sql: catalogue.cursor().execute(sql).fetchall()


def test_postings_are_parted_by_kind_of_account_and_none_is_lost(rows: Any) -> None:
    done = replayed()
    accounts = registry.load(done.game).accounts
    for kind, table, name, balance in (
        ("currency", "ledger", "currency", "balance"),
        ("track", "track", "track", "space"),
        ("placement", "placement", "piece", "balance"),
    ):
        expected = [
            (
                turn.turn_no,
                seq,
                done.seats[p.seat],
                accounts[p.account].name,
                p.delta,
                p.balance,
                p.cause,
                p.source,
            )
            for turn in done.turns
            for seq, p in enumerate(turn.postings)
            if accounts[p.account].kind == kind
        ]
        sql = f"SELECT turn_no, seq, seat, {name}, delta, {balance}, cause, source FROM {table} ORDER BY 1, 2"
        assert rows(sql) == expected


def test_the_state_is_the_balances_and_the_scores(rows: Any) -> None:
    done = replayed()
    rules = registry.load(done.game)
    names = [account.name for account in rules.accounts]
    columns = (
        ("coin", "coins"),
        ("seal", "seals"),
        ("point", "points"),
        ("time", "time_space"),
        ("iron", "iron"),
    )
    picked = [
        *columns,
        *((name, name) for name in names if name.startswith(("courtier", "gardener", "lantern"))),
    ]
    expected = [
        (
            turn.turn_no,
            letter,
            *(turn.balances[seat][names.index(account)] for account, _ in picked),
            *turn.scores[seat],
            sum(turn.scores[seat]),
        )
        for turn in done.turns
        for seat, letter in enumerate(done.seats)
    ]
    scores = [f"score_{category}" for category in rules.categories]
    chosen = ", ".join([*(column for _, column in picked), *scores, "score_total"])
    assert rows(f"SELECT turn_no, seat, {chosen} FROM wc_state ORDER BY 1, 2") == expected


def test_seats_and_final_scores(rows: Any) -> None:
    assert rows("SELECT seat, start_position, rank, points, start_resource, start_action FROM seat") == [
        ("A", 1, 1, 54, "R6", "A2"),
        ("B", 2, 2, 45, "R2", "A1"),
    ]
    final = rows(
        "SELECT seat, points, play + coins_seals + resources + time + courtiers + warriors + gardeners "
        "FROM final_scores"
    )
    assert {seat: (points, points) for seat, points in POINTS.items()} == {row[0]: row[1:] for row in final}


def test_what_a_checkpoint_cost_stands_at_the_step_it_bought(rows: Any) -> None:
    spent = rows("SELECT -sum(delta) FROM ledger WHERE cause = 'checkpoint'")
    assert rows("SELECT sum(paid) FROM track WHERE track = 'time'") == spent
    assert spent[0][0] > 0


def test_heights_are_known_only_where_there_are_piles(rows: Any) -> None:
    assert rows("SELECT count(*) FROM track WHERE (track = 'time') = (height IS NULL)") == [(0,)]
    first = rows("SELECT seat, time_height FROM wc_state WHERE turn_no = 0 ORDER BY seat")
    assert first == [("A", 2), ("B", 1)]  # the first player's marker lies on top (R2.8)


def test_source_text_and_versions_are_kept(rows: Any) -> None:
    text, *versions = rows(
        "SELECT source_text, package_version, rules_version, notation_version, schema_version FROM game"
    )[0]
    assert text.strip() == game(result=True).strip()
    assert all(versions)


WHOLE = Column("points", "UTINYINT", nullable=False)


@pytest.mark.parametrize(
    ("column", "value"),
    [
        (WHOLE, 300),
        (WHOLE, -1),
        (WHOLE, 5.7),
        (WHOLE, 5.0),
        (WHOLE, "5"),
        (WHOLE, None),
        (Column("delta", "SMALLINT", nullable=False), 40_000),
        (Column("delta", "SMALLINT", nullable=False), 1.5),
        (Column("rank", "UTINYINT", nullable=True), 256),
        (Column("seat", "ENUM", nullable=False, words=("A", "B")), "F"),
        (Column("seat", "ENUM", nullable=False, words=("A", "B")), None),
        (Column("text", "VARCHAR", nullable=False), None),
        (Column("text", "VARCHAR", nullable=False), "\udcff"),
        (Column("text", "VARCHAR", nullable=False), 5),
        (Column("taken", "BOOLEAN", nullable=False), 2),
    ],
)
def test_a_value_that_does_not_fit_is_refused(column: Column, value: object) -> None:
    good: object = {"ENUM": "A", "VARCHAR": "x", "BOOLEAN": True}.get(column.kind, 1)
    assert to_array("t", column, [good]).to_pylist() == [good]
    with pytest.raises(BadValue, match=rf"t\.{column.name}"):
        to_array("t", column, [good, value])


def test_missing_values_stay_missing() -> None:
    assert to_array("t", Column("rank", "UTINYINT", nullable=True), [1, None, 0]).to_pylist() == [1, None, 0]
    enum = Column("seat", "ENUM", nullable=True, words=("A", "B"))
    assert to_array("t", enum, ["B", None]).to_pylist() == ["B", None]


@pytest.mark.parametrize(
    "posting", [Posting(0, 0, 40_000, 40_000, "well", "w", -1), Posting(0, 0, 1, 1, "luck", "w", -1)]
)
def test_a_bad_posting_refuses_the_batch(db: Path, posting: Posting) -> None:
    done = replayed()
    turn = msgspec.structs.replace(done.turns[3], posted=tuple(posting))
    bad = msgspec.structs.replace(done, turns=(*done.turns[:3], turn, *done.turns[4:]))
    batch = RowBatch(registry.load(done.game))
    batch.add(bad, ORIGIN)
    with open_database(db) as catalogue, pytest.raises(BadValue):
        batch_tables(batch, read_layout(catalogue.cursor()))


def test_one_game_that_does_not_fit_never_costs_the_others(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = reader.read_record

    def bend(raw: RawRecord, **options: bool) -> Any:
        reading = real(raw, **options)
        if reading.replay is not None and raw.number == 2:
            done = msgspec.structs.replace(reading.replay, seats=("A", "Z"))
            return msgspec.structs.replace(reading, replay=done)
        if raw.number == 3:
            raise ZeroDivisionError
        return reading

    monkeypatch.setattr(judge, "read_record", bend)
    texts = [game(lines=n) for n in (20, 18, 16, 14)]
    summary = import_raw(db, [RawRecord(text, "f", n) for n, text in enumerate(texts, start=1)])
    assert (summary.found, summary.stored, summary.rejected) == (4, 2, 2)
    assert [(found.record, found.code) for found in summary.diagnostics] == [(2, "S301"), (3, "S302")]


@pytest.mark.parametrize("asides", ["", "(2.2 A c1<w)\n"])
def test_a_replay_leaves_nothing_to_the_garbage_collector(asides: str) -> None:
    """Workers run without it: what only the collector finds costs a fifth of their time, and memory."""
    turn = "2.2 A w5>d1 s^d2/D7 Q\n"
    text = game().replace(turn, turn + asides)
    assert asides in text
    replayed(text)  # fills what is looked up once
    gc.collect()
    gc.disable()
    try:
        replayed(text)
        assert gc.collect() == 0
    finally:
        gc.enable()


def test_dates_and_kinds_of_source() -> None:
    assert full_date("2026-11-20") == full_date("2026.11.20") == dt.date(2026, 11, 20)
    assert full_date("2026-11") is None
    assert full_date("??") is None
    assert source_kind("simulated") == "simulated"
    assert source_kind("the attic") == "notation"
