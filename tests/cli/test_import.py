"""``wcreplay import`` and ``recheck``: options, reports, archives, corrections, progress."""

from __future__ import annotations

import gzip
import json
import os
import pty
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from wcreplay.store.query import run_query

from .conftest import RECORD

Run = Callable[..., Result]
WRONG = RECORD.replace("1.3 A w6>w", "1.3 A w5>w")
SHORT = RECORD[: RECORD.index("3.2 A")].replace('[Result "C 75, A 62, B 55"]\n', "")


@pytest.fixture
def db(tmp_path: Path) -> str:
    return str(tmp_path / "games.duckdb")


def write(path: Path, *texts: str) -> str:
    path.write_text("\n".join(texts), encoding="utf-8")
    return str(path)


def ids(db: str) -> list[str]:
    return [row[0] for row in run_query(db, "SELECT game_id FROM game ORDER BY record_no").rows]


def test_a_report_names_every_rejection_with_its_place(run: Run, db: str, tmp_path: Path) -> None:
    source = write(tmp_path / "some.wcr", RECORD, WRONG, SHORT, RECORD)
    report = tmp_path / "report.json"
    words = ["import", source, str(tmp_path / "missing.wcr"), "--db", db, "--report"]
    assert run(*words, str(report)).exit_code == 1
    told = json.loads(report.read_text(encoding="utf-8"))
    assert (told["ended"], told["error"], told["database"]) == ("done", None, db)
    counts = [told[name] for name in ("found", "stored", "unchanged", "replaced", "rejected", "unreadable")]
    assert counts == [4, 2, 1, 0, 1, 1]
    wrong, missing = told["findings"]
    lines = Path(source).read_text(encoding="utf-8").splitlines()
    assert (wrong["file"], wrong["record"], wrong["code"]) == (source, 2, "R210")
    assert lines[wrong["line"] - 1][wrong["column"] - 1 :].startswith("w5>w")
    assert (missing["code"], missing["record"]) == ("N101", 0)
    assert told["repeats"][0]["stored_record"] == 1
    again = json.loads(run(*words, "-").stdout)
    assert (again["stored"], again["unchanged"], again["left_out"]) == (0, 3, 0)


def test_the_first_error_can_end_the_import(run: Run, db: str, tmp_path: Path) -> None:
    source = write(tmp_path / "some.wcr", SHORT, WRONG, RECORD)
    result = run("import", source, "--db", db, "--on-error", "stop", "--report", "-")
    assert result.exit_code == 1
    assert "2 found = 1 stored + 0 unchanged + 0 replaced + 1 rejected" in result.stderr
    assert json.loads(result.stdout)["ended"] == "stopped"
    assert len(ids(db)) == 1
    source = write(tmp_path / "some.wcr", SHORT, RECORD)
    result = run("import", str(tmp_path / "missing"), source, "--db", db, "--on-error", "stop")
    assert "0 found = 0 stored" in result.stderr
    assert run("import", source, "--db", db, "--on-error", "stop").exit_code == 0


def test_a_failure_is_reported_too(run: Run, tmp_path: Path) -> None:
    source = write(tmp_path / "some.wcr", RECORD)
    (tmp_path / "text.duckdb").write_text("text", encoding="utf-8")
    result = run("import", source, "--db", str(tmp_path / "text.duckdb"), "--report", "-")
    assert result.exit_code == 3
    told = json.loads(result.stdout)
    assert (told["ended"], told["error"]["code"]) == ("failed", "S103")
    result = run("import", source, "--db", str(tmp_path / "x.duckdb"), "--report", str(tmp_path / "no" / "r"))
    assert result.exit_code == 3
    assert "cannot write the report" in result.stderr


def test_archives_are_imported_like_folders(run: Run, db: str, tmp_path: Path) -> None:
    folder = tmp_path / "entries"
    folder.mkdir()
    (folder / "a.wcr.gz").write_bytes(gzip.compress(RECORD.encode()))
    with zipfile.ZipFile(folder / "b.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("team/one.wcr", SHORT)
        archive.writestr("team/two.wcr", WRONG)
        archive.writestr("../up.wcr", RECORD)
    result = run("import", str(folder), "--db", db)
    assert result.exit_code == 1
    assert "3 found = 2 stored + 0 unchanged + 0 replaced + 1 rejected; 1 sources" in result.stderr
    assert re.search(r"--> \S*b\.zip/team/two\.wcr:\d+:\d+", result.stderr)
    assert "N112" in result.stderr
    files = {Path(row[0]).name for row in run_query(db, "SELECT file FROM game").rows}
    assert files == {"a.wcr.gz", "one.wcr"}


def test_a_correction_takes_the_place_of_the_game(run: Run, db: str, tmp_path: Path) -> None:
    source = write(tmp_path / "evening.wcr", SHORT)
    run("import", source, "--db", db)
    (old,) = ids(db)
    write(tmp_path / "evening.wcr", RECORD)
    hint = run("import", source, "--db", str(tmp_path / "other.duckdb"))
    assert "--replace" not in hint.stderr
    first = run("import", source, "--db", db, "--replace", "0" * 16)
    assert (first.exit_code, "S305" in first.stderr) == (2, True)
    hint = run("import", source, "--db", db)
    assert f"--replace {old}" in hint.stderr
    result = run("import", source, "--db", db, "--replace", old)
    assert result.exit_code == 0
    assert "1 found = 0 stored + 0 unchanged + 1 replaced + 0 rejected" in result.stderr
    assert f"took the place of game {old} from {source} (record 1)" in result.stderr
    (new,) = ids(db)
    again = run("import", write(tmp_path / "old.wcr", SHORT), "--db", db)
    assert f"was replaced by {new}" in again.stderr


def test_what_a_recheck_finds_is_printed_and_written(run: Run, db: str, tmp_path: Path) -> None:
    import duckdb

    run("import", write(tmp_path / "some.wcr", RECORD, SHORT), "--db", db)
    right = run("recheck", "--db", db)
    assert (right.exit_code, right.stdout) == (0, "")
    assert "2 found = 2 the same + 0 changed + 0 wrong" in right.stderr
    first, second = ids(db)
    with duckdb.connect(db) as connection:
        connection.execute(f"UPDATE wc_state SET coins = 9 WHERE game_id = '{first}'")
        connection.execute(
            f"UPDATE game SET source_text = replace(source_text, 'w6>w', 'w5>w') WHERE game_id = '{second}'"
        )
    result = run("recheck", "--db", db)
    assert result.exit_code == 1
    assert "1 game with other rows in wc_state" in result.stdout
    assert "1 game wrong now: R210: " in result.stdout
    assert f"  {second}  {tmp_path / 'some.wcr'} (record 2)" in result.stdout
    groups = [json.loads(line) for line in run("recheck", "--db", db, "--format", "json").stdout.splitlines()]
    assert {(group["kind"], group["what"], group["count"]) for group in groups} == {
        ("changed", "wc_state", 1),
        ("wrong", "R210", 1),
    }
    assert "the tables are up to date" in run("recheck", "--db", db, "--write").stderr
    last = run("recheck", "--db", db)
    assert (last.exit_code, "1 the same + 0 changed + 1 wrong (1 known to be)" in last.stderr) == (1, True)
    assert "--write" not in last.stderr
    assert run("recheck", "--db", str(tmp_path / "none")).exit_code == 3


def test_a_terminal_sees_how_far_it_is(db: str, tmp_path: Path) -> None:
    """With rate and time left; the line is gone in the end."""
    source = write(tmp_path / "some.wcr", *[RECORD] * 300)
    master, slave = pty.openpty()
    words = [sys.executable, "-m", "wcreplay", "import", source, "--db", db]
    with subprocess.Popen(words, stderr=slave, stdin=subprocess.DEVNULL) as process:
        os.close(slave)
        shown = b""
        while True:
            try:
                data = os.read(master, 4096)
            except OSError:
                break
            if not data:
                break
            shown += data
    os.close(master)
    assert process.returncode == 0
    text = shown.decode()
    assert re.search(r"\r\x1b\[K\d+ records, [\d,]+/s, \d+:\d\d left", text), text
    assert "300 found = 1 stored + 299 unchanged" in text.rpartition("\x1b[K")[2]
