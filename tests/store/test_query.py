"""Queries that users write can read the tables and nothing else; what comes out is safe to open elsewhere."""

from __future__ import annotations

import csv
import datetime as dt
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from wcreplay.store.database import Snapshot, open_database
from wcreplay.store.errors import CODES, StoreError
from wcreplay.store.query import QueryResult, format_csv, format_json, format_table, run_arrow, run_query


def refused(db: Path, sql: str) -> StoreError:
    with pytest.raises(StoreError) as caught:
        run_query(db, sql)
    assert caught.value.code in CODES
    assert "\n" not in str(caught.value)
    return caught.value


@pytest.mark.parametrize(
    ("sql", "code"),
    [
        ("SELECT * FROM read_csv('{outside}')", "S203"),
        ("SELECT * FROM read_text('{outside}')", "S203"),
        ("SELECT * FROM '{outside}'", "S203"),
        ("SELECT * FROM glob('/*')", "S203"),
        ("COPY game TO '{target}'", "S202"),
        ("EXPORT DATABASE '{target}'", "S202"),
        ("ATTACH '{target}'", "S202"),
        ("PRAGMA version", "S202"),
        ("SET threads = 1", "S202"),
        ("INSTALL excel", "S202"),
        ("LOAD json", "S202"),
        ("DELETE FROM game", "S202"),
        ("UPDATE game SET event = ''", "S202"),
        ("DROP TABLE game", "S202"),
        ("CREATE TABLE x AS SELECT 1", "S202"),
        ("CREATE TEMP TABLE x AS SELECT 1", "S202"),
        ("CHECKPOINT", "S202"),
        ("EXPLAIN ANALYZE SELECT 1", "S202"),
        ("WITH d AS (DELETE FROM game RETURNING *) SELECT * FROM d", "S203"),
        ("SELECT 1; DROP TABLE game", "S201"),
        ("SELECT 1; SELECT 2", "S201"),
        ("", "S201"),
        ("-- nothing", "S201"),
        ("SELEC 1", "S203"),
        ("SELECT * FROM nothing", "S203"),
        ("SELECT getenv('HOME')", "S203"),
    ],
)
def test_only_the_tables_can_be_read(filled: Path, tmp_path: Path, sql: str, code: str) -> None:
    outside = tmp_path / "outside.csv"
    outside.write_text("secret\n1\n")
    target = tmp_path / "target"
    error = refused(filled, sql.format(outside=outside, target=target))
    assert error.code == code
    assert "secret" not in str(error)
    assert not target.exists()
    assert run_query(filled, "SELECT count(*) FROM game").rows == [(10,)]


def test_a_variable_of_the_program_is_no_table(filled: Path) -> None:
    result = [1]
    assert result
    assert refused(filled, "SELECT * FROM result").code == "S203"


@pytest.mark.parametrize(
    "sql",
    [
        "FROM game",
        "VALUES (1)",
        "WITH a AS (SELECT 1) FROM a",
        "DESCRIBE game",
        "SHOW TABLES",
        "SUMMARIZE seat",
        "SELECT 1;",
    ],
)
def test_every_kind_of_query_runs(filled: Path, sql: str) -> None:
    assert run_query(filled, sql).rows


def test_rows_beyond_the_limit_are_not_fetched(filled: Path) -> None:
    whole = run_query(filled, "SELECT * FROM ledger", limit=100_000)
    part = run_query(filled, "SELECT * FROM ledger", limit=5)
    assert (len(part.rows), part.truncated, whole.truncated) == (5, True, False)
    assert run_query(filled, "FROM range(5)", limit=5).truncated is False
    assert run_query(filled, "FROM range(10_000_000_000)", limit=5).truncated


def test_a_query_that_takes_too_long_is_stopped(filled: Path) -> None:
    with pytest.raises(StoreError) as caught:
        run_query(filled, "SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE a <> b", seconds=0.3)
    assert caught.value.code == "S204"


def test_queries_run_on_what_is_open_already(filled: Path) -> None:
    with Snapshot(filled) as snapshot:
        assert run_query(snapshot, "SELECT count(*) FROM game").rows == [(10,)]
    with open_database(filled) as catalogue:
        assert run_query(catalogue, "SELECT count(*) FROM game").rows == [(10,)]


def test_time_holds_while_the_result_is_made(filled: Path) -> None:
    started = time.monotonic()
    for sql in ("SELECT i::VARCHAR || repeat('x', 9999) FROM range(100000000) t(i)", "FROM range(100000000)"):
        with pytest.raises(StoreError) as caught:
            run_query(filled, sql, seconds=0.3, limit=100_000_000)
        assert caught.value.code in ("S204", "S205")
    assert time.monotonic() - started < 15


@pytest.mark.parametrize(
    "value",
    [
        "range(0, 200000)",
        "repeat('x', 2000000)",
        "repeat('x', 2000000)::BLOB",
        "[repeat('x', 600000), repeat('x', 600000), repeat('x', 600000)]",
        "{'a': 1, 'b c': {'d': [repeat('x', 2000000)]}}",
        "map {'a': repeat('x', 2000000)}",
        "[repeat('x', 1000000), repeat('y', 1000000)]::VARCHAR[2]",
        "union_value(k := repeat('x', 2000000))",
        "repeat('x', 900000) AS a, repeat('x', 900000) AS a",
    ],
)
def test_a_row_that_is_too_large_is_refused_before_it_is_made(
    filled: Path, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wcreplay.store.query.ROW_SIZE", 1 << 20)
    error = refused(filled, f"SELECT {value}")
    assert error.code == "S205"
    assert "row" in error.what


def test_a_result_that_is_too_large_is_refused(filled: Path) -> None:
    error = refused(filled, "SELECT i::VARCHAR || repeat('x', 1000000) FROM range(400) t(i)")
    assert error.code == "S205"
    assert "result" in error.what


def test_memory_is_bounded(filled: Path) -> None:
    error = refused(filled, "SELECT count(*) FROM (SELECT DISTINCT range FROM range(500000000))")
    assert (error.code, "Memory" in error.what or "memory" in error.what or "allocate" in error.what) == (
        "S203",
        True,
    )


@pytest.mark.parametrize(
    ("sql", "row"),
    [
        ("SELECT 1 AS n, 2 AS n; -- é;", (1, 2)),
        (";;/* é; */ SELECT ';' AS \"a;b\" ;;", (";",)),
        ("SELECT [1, NULL], [['a'], NULL], NULL::VARCHAR[]", ([1, None], [["a"], None], None)),
        (
            "SELECT {'a': 1, 'b c': ['x']}, map {'a': [1]}, row(1, 'x')",
            ({"a": 1, "b c": ["x"]}, {"a": [1]}, (1, "x")),
        ),
        ("SELECT union_value(k := 1), 1::VARIANT, [1, 2]::INTEGER[2], '101'::BIT", (1, 1, (1, 2), "101")),
        ("SELECT 'b'::BLOB, '{}'::JSON, NULL", (b"b", "{}", None)),
        ("VALUES (1), (2)", (1,)),
        ("SELECT i FROM range(100000) t(i) ORDER BY i DESC", (99999,)),
        ("WITH a AS (SELECT 1 AS x) FROM a", (1,)),
        ("FROM (VALUES (1, 'a')) t(n, s)", (1, "a")),
        ("SELECT 1 -- at the end", (1,)),
    ],
)
def test_values_of_every_kind_come_out_as_they_are(filled: Path, sql: str, row: tuple[object, ...]) -> None:
    assert run_query(filled, sql).rows[0] == row


def test_columns_keep_their_names(filled: Path) -> None:
    result = run_query(filled, 'SELECT 1 AS a, \'x\' AS "b ""c"')
    assert (result.columns, result.types) == (("a", 'b "c'), ("INTEGER", "VARCHAR"))


def test_decimal_numbers_are_exact_in_every_form(filled: Path) -> None:
    sql = (
        "SELECT 9007199254740993::DECIMAL(20, 0) AS a, 0.1::DECIMAL(38, 30) AS b, 0::DECIMAL(38, 30) AS c,"
        "-1.50::DECIMAL(4, 2) AS d, [1.25] AS e, 170141183460469231731687303715884105727::HUGEINT AS f"
    )
    result = run_query(filled, sql)
    digits = [
        "9007199254740993",
        "0." + "1".ljust(30, "0"),
        "0." + "0" * 30,
        "-1.50",
        "[1.25]",
        "170141183460469231731687303715884105727",
    ]
    assert next(iter(list(csv.reader(io.StringIO(format_csv(result))))[1:])) == digits
    assert format_table(result).splitlines()[2].split() == digits
    text = format_json(result)
    assert list(json.loads(text, parse_float=str, parse_int=str)[0].values()) == [
        *digits[:4],
        ["1.25"],
        digits[5],
    ]


@pytest.mark.parametrize("sql", ["SELECT 'q\udcff'", "\ud800", 'SELECT 1 AS "\udfff"'])
def test_sql_that_is_no_unicode_is_refused(filled: Path, sql: str) -> None:
    assert refused(filled, sql).code == "S203"


@pytest.mark.skipif(os.name != "posix", reason="sends SIGINT")
@pytest.mark.parametrize(
    "sql", ["SELECT count(*) FROM range(100000000000) a, range(1000) b", "FROM range(100000000000)"]
)
def test_ctrl_c_ends_a_query(filled: Path, root: Path, sql: str) -> None:
    code = (
        "import sys; from wcreplay.store.query import run_query; print(1, flush=True);"
        "run_query(sys.argv[1], sys.argv[2], limit=10**12)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, filled, sql], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=root
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        _, problems = process.communicate(timeout=10)
    assert b"KeyboardInterrupt" in problems


TRICKY = QueryResult(
    ("name", "n", "n", "x", "day", "list", "yes"),
    ("VARCHAR", "INTEGER", "INTEGER", "DOUBLE", "DATE", "INTEGER[]", "BOOLEAN"),
    [
        ("=HYPERLINK(1)", -5, 1, float("nan"), dt.date(2026, 11, 20), [1, 2], True),
        ("-1", 2, 3, 1.5, None, None, False),
        ("+a", 2, 3, float("inf"), None, None, None),
        ("@b", 2, 3, -0.25, None, None, None),
        ("\tc", 2, 3, 0.0, None, None, None),
        ('quo"te, <b>雪</b>\nnext', 2, 3, 0.0, None, None, None),
        (None, 2, 3, 0.0, None, None, None),
    ],
    truncated=False,
)


def test_csv_has_no_formulas_and_keeps_numbers() -> None:
    rows = list(csv.reader(io.StringIO(format_csv(TRICKY))))
    assert rows[0] == ["name", "n", "n", "x", "day", "list", "yes"]
    assert [row[0] for row in rows[1:]] == [
        "'=HYPERLINK(1)",
        "'-1",
        "'+a",
        "'@b",
        "'\tc",
        'quo"te, <b>雪</b>\nnext',
        "",
    ]
    assert rows[1][1:] == ["-5", "1", "", "2026-11-20", "[1, 2]", "true"]
    assert rows[4][3] == "-0.25"


def test_json_is_valid_and_loses_no_column() -> None:
    rows = json.loads(format_json(TRICKY), parse_constant=lambda _: pytest.fail("no JSON"))
    assert rows[0] == {
        "name": "=HYPERLINK(1)",
        "n": -5,
        "n_2": 1,
        "x": None,
        "day": "2026-11-20",
        "list": [1, 2],
        "yes": True,
    }
    assert rows[2]["x"] is None
    assert rows[5]["name"] == 'quo"te, <b>雪</b>\nnext'
    assert json.loads(format_json(QueryResult(("a",), ("INTEGER",), [], truncated=False))) == []


def test_a_table_has_one_line_a_row_and_no_control_characters() -> None:
    result = QueryResult(
        ("name", "n"), ("VARCHAR", "INTEGER"), [("a\x1b[31m\nb", 5), ("x" * 90, -10)], truncated=False
    )
    lines = format_table(result).splitlines()
    assert len(lines) == 4
    assert all(line.isprintable() for line in lines)
    assert lines[2].endswith("  5")
    assert max(map(len, lines)) < 50


def test_real_rows_come_out_in_every_format(filled: Path) -> None:
    result = run_query(filled, "SELECT player, points, warriors FROM final_scores ORDER BY points DESC")
    assert json.loads(format_json(result))[0] == {"player": "Ana", "points": 54, "warriors": 12}
    assert format_csv(result).startswith("player,points,warriors\nAna,54,12\n")
    assert format_table(result).splitlines()[2].split() == ["Ana", "54", "12"]


def test_a_damaged_file_is_called_damaged_but_no_query_can_say_so(filled: Path) -> None:
    assert refused(filled, "SELECT error('Corrupt database file')").code == "S203"
    content = bytearray(filled.read_bytes())
    for place in range(len(content) // 3, len(content)):
        content[place] ^= 0x55
    filled.write_bytes(content)
    for read in (run_query, run_arrow):
        with pytest.raises(StoreError) as caught:
            read(filled, "SELECT sum(hash(*COLUMNS(*))) FROM wc_state")
        assert caught.value.code == "S107"
        assert str(filled) in caught.value.what
