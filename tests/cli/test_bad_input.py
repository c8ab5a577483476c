"""Wrong records: one clear finding each, exit code 1, nothing stored."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from .conftest import RECORD

Run = Callable[..., Result]

LINE = {line: number for number, line in enumerate(RECORD.splitlines(), start=1)}


def changed(old: str, new: str) -> str:
    """Return the record with one place changed; the place must be there exactly once."""
    assert RECORD.count(old) == 1, old
    return RECORD.replace(old, new)


FAULTS = [
    # what, record, code, line that the finding points at, the text under the caret
    ("unknown token", changed("1.3 A w6>w", "1.3 A w6>w zap"), "R209", "1.3 A w6>w", "zap"),
    ("no such space", changed("1.5 C c2<w", "1.5 C c2<s4"), "R209", "1.5 C c2<w", "c2<s4"),
    ("illegal action", changed("1.3 A w6>w", "1.3 A w6>w G:P4"), "R210", "1.3 A w6>w", "G:P4"),
    ("wrong pips", changed("1.3 A w6>w", "1.3 A w5>w"), "R210", "1.3 A w6>w", "w5>w"),
    ("wrong end", changed("1.3 A w6>w", "1.3 A w6<w"), "R210", "1.3 A w6>w", "w6<w"),
    ("colour not in room", changed("1.1 B c5>s3 +pp", "1.1 B b4>s3"), "R210", "1.1 B c5>s3 +pp", "b4>s3"),
    ("unaffordable space", changed("3.1 C b6>o2 W5", "3.1 C c1<p W5"), "R210", "3.1 C", "c1<p"),
    ("card in play", changed("g^s1.2/S7", "g^s1.2/S6"), "R210", "1.2 C", "/S6"),
    ("refill missing", changed("g^s1.2/S7", "g^s1.2"), "R207", "1.2 C", "g^s1.2"),
    ("seat out of turn", changed("1.3 A w6>w", "1.3 B w6>w"), "R202", "1.3 A w6>w", "B"),
    ("wrong label", changed("1.3 A w6>w", "1.4 A w6>w"), "R201", "1.3 A w6>w", "1.4"),
    ("dice missing", changed("round 2  c 2245 | b 1345 | w 1336\n", ""), "R206", "round 2", "2.1"),
    ("dice not ascending", changed("c 2245 |", "c 2254 |"), "R205", "round 2", "2254"),
    ("dice of another round", changed("round 2 ", "round 3 "), "R204", "round 2", "3"),
    ("setup line missing", changed("yards   Y8 Y5 | Y6 | Y2\n", ""), "R101", "", ""),
    ("setup line misshapen", changed("Y8 Y5 | Y6 | Y2", "Y8 Y5 Y6 Y2"), "R102", "yards", "Y6"),
    ("setup line twice", changed("order   B C A", "order   B C A\norder   B C A"), "N221", "", "order"),
    ("card of another deck", changed("castle  S4", "castle  D4"), "R103", "castle", "D4"),
    ("card in two places", changed("castle  S4", "castle  S5"), "R107", "castle", "S5"),
    ("room of one colour", changed("| wb wc |", "| bb wc |"), "R109", "tiles", "bb"),
    ("pair too few", changed(" R8+A2", ""), "R105", "pairs", "pairs"),
    ("four seats in the tags", changed("[Source", '[D "Dario"]\n[Source'), "R004", "", '[D "Dario"]'),
    ("other result", changed("C 75", "C 74"), "R303", "[Result", "[Result"),
    ("cut off", RECORD[: RECORD.index("3.2 A")], "R302", "[Result", "[Result"),
    ("cut off in a token", RECORD[: RECORD.index("3.2 A") + 9], "R209", "3.2 A", "b2<"),
    ("goes on after the end", RECORD + "3.10 B w6>w\n", "R203", "", "3.10"),
    ("false assertion", changed("1.3 A w6>w", "1.3 A w6>w\n= A c4"), "R301", "", "c4"),
    ("no such fact", changed("1.3 A w6>w", "1.3 A w6>w\n= A q4"), "R304", "", "q4"),
    ("no game", changed('[Game "white-castle"]\n', ""), "R001", "", ""),
    ("unknown game", changed('"white-castle"', '"white-castel"'), "R002", "", '[Game "white-castel"]'),
    ("unknown ruleset", changed('"base-2023"', '"matcha"'), "R003", "", '[Ruleset "matcha"]'),
    ("unknown ruling", changed("[Source", '[Rulings "pools"]\n[Source'), "R110", "", '[Rulings "pools"]'),
    ("setup too late", changed("1.3 A w6>w", "1.3 A w6>w\norder   B C A"), "N222", "", "order"),
]


@pytest.mark.parametrize(
    ("what", "record", "code", "line", "under"), FAULTS, ids=[fault[0] for fault in FAULTS]
)
def test_a_fault_is_one_finding_at_its_place(
    run: Run, tmp_path: Path, what: str, record: str, code: str, line: str, under: str
) -> None:
    file = tmp_path / "wrong.wcr"
    file.write_text(record, encoding="utf-8")
    result = run("validate", str(file), "--format", "json")
    assert result.exit_code == 1
    (found,) = [json.loads(text) for text in result.stdout.splitlines()]
    assert found["code"] == code, found
    assert found["message"]
    source = record.splitlines()[found["line"] - 1]
    start = found["column"] - 1
    if code not in ("R201", "R202", "R206"):
        assert source.startswith(line[:5])
    assert source[start : start + found["length"]].startswith(under)


SLIPS = [
    ("0.1 A R8", "O.1 A R8", "O.1", "did you mean 0.1?"),
    ("1.3 A w6>w", "l.3 A w6>w", "l.3", "did you mean 1.3?"),
    ("gardens c", "garden c", "garden", "did you mean gardens?"),
    ("round 2 ", "ruond 2 ", "ruond", "did you mean round?"),
    ("1.3 A w6>w", "1.3 A w6>W", "w6>W", "did you mean w6>w?"),
    ("g^s1.2/S7", "g^s1.2/S1O", "/S1O", "did you mean /S10?"),
    ("0.1 A R8", "0.1 B R3", "B", "picks go in reverse turn order; 0.1 A is next"),
    ("g^s1.2/S7", "g^s1.2", "g^s1.2", "write it behind the climb, such as g^s1.2/S9; /_ if unknown"),
    ("0.2 C R2 +fp", "0.2 C R2", "R2", "write what was taken: f food, i iron, p pearl"),
]


@pytest.mark.parametrize(("right", "wrong", "under", "hint"), SLIPS, ids=[slip[1] for slip in SLIPS])
def test_common_slips_are_named_where_they_are(
    run: Run, right: str, wrong: str, under: str, hint: str
) -> None:
    record = changed(right, wrong)
    result = run("validate", "-", "--format", "json", stdin=record)
    (found,) = [json.loads(text) for text in result.stdout.splitlines()]
    assert found["hint"] == hint
    line = record.splitlines()[found["line"] - 1]
    assert line[found["column"] - 1 :][: found["length"]] == under


@pytest.mark.parametrize("what", [fault[0] for fault in FAULTS[:3]])
def test_nothing_of_a_wrong_record_is_stored(run: Run, tmp_path: Path, what: str) -> None:
    record = next(fault[1] for fault in FAULTS if fault[0] == what)
    file, db = tmp_path / "mixed.wcr", str(tmp_path / "games.duckdb")
    file.write_text(f"{record}\n{RECORD}\n{record}", encoding="utf-8")
    result = run("import", str(file), "--db", db)
    assert result.exit_code == 1
    assert "3 found = 1 stored + 0 unchanged + 0 replaced + 2 rejected" in result.stderr
    assert f"{file}:" in result.stderr
    assert "(record 1)" in result.stderr
    assert "(record 3)" in result.stderr
    for table in ("game", "turn", "ledger", "wc_state"):
        sql = f"SELECT count(DISTINCT game_id) n FROM {table}"
        assert json.loads(run("query", "--db", db, sql, "--format", "json").stdout) == [{"n": 1}]


def test_a_diamond_card_with_two_players(run: Run) -> None:
    record = """[Game "white-castle"]
castle  S1 S5 S2 | D3 D4 | M2
tiles   wcc wbc bwb | wc wc | coin food
gardens c P4 K4 | b P5 K2 | w P2 K1
yards   Y1 Y7 | Y8 | Y5
order   A B
pairs   R5+A3 R6+A2 R2+A1
"""
    result = run("validate", "-", stdin=record)
    assert result.exit_code == 1
    assert "error[R106]: S1 is a diamond card, left out with two players" in result.stdout
    assert "rule: R2.1" in result.stdout


def test_five_equal_dark_actions_are_dealt_again(run: Run) -> None:
    record = """[Game "white-castle"]
castle  S1 S2 S3 | D1 D2 | M2
tiles   wcc wbc bwb | wc wc | coin food
gardens c P4 K4 | b P5 K2 | w P2 K1
yards   Y1 Y7 | Y8 | Y5
order   A B C
pairs   R5+A3 R6+A2 R2+A1 R1+A1
"""
    result = run("validate", "-", stdin=record)
    assert result.exit_code == 1
    assert "error[R108]" in result.stdout
    assert "rule: R2.2" in result.stdout


@pytest.mark.parametrize(
    ("data", "code"),
    [(b"", "N104"), (bytes(range(256)) * 20, "N108"), (b"; nothing\n", "N105"), (b"\xff\xfea\0", "N107")],
    ids=["empty", "binary", "comment only", "UTF-16"],
)
def test_files_that_are_no_records(run: Run, tmp_path: Path, data: bytes, code: str) -> None:
    file, db = tmp_path / "file.wcr", tmp_path / "games.duckdb"
    file.write_bytes(data)
    result = run("validate", str(file))
    assert (result.exit_code, result.stdout.count("error[")) == (1, 1)
    assert f"error[{code}]" in result.stdout
    stored = run("import", str(file), "--db", str(db))
    assert stored.exit_code == 1
    assert f"error[{code}]" in stored.stderr
    assert "0 stored" in stored.stderr


def test_a_line_of_50_megabytes_costs_neither_memory_nor_the_next_record(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "long.wcr"
    with file.open("wb") as out:
        out.write(b'[Game "white-castle"]\n')
        for _ in range(50):
            out.write(b"c6>s2 " * 175_000)
        out.write(b"\n\n" + RECORD.encode())
    assert file.stat().st_size > 50_000_000
    result = run("validate", str(file))
    assert result.exit_code == 1
    assert "1 right" in result.stderr


def test_folders_and_paths(run: Run, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for path, code in ((tmp_path / "empty", "N103"), (tmp_path / "missing.wcr", "N101")):
        result = run("validate", str(path))
        assert result.exit_code == 1
        assert f"error[{code}]" in result.stdout


def test_terminal_escapes_in_a_record_are_shown_not_sent(run: Run, tmp_path: Path) -> None:
    record = changed("1.3 A w6>w", "1.3 A w6>w \x1b[31mred")
    result = run("validate", "-", stdin=record)
    assert result.exit_code == 1
    assert "\x1b" not in result.output
