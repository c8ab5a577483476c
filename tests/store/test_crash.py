"""Sudden ends: whatever happens to an import, the file opens and holds whole games only."""

from __future__ import annotations

import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from operator import itemgetter
from pathlib import Path

import duckdb
import pytest
from click.testing import CliRunner

from wcreplay.cli import cli
from wcreplay.store.checks import run_checks
from wcreplay.store.database import Snapshot, open_database
from wcreplay.store.loader import import_records
from wcreplay.store.query import run_query

from .games import game, many, write


def count(db: Path) -> int:
    return int(run_query(db, "SELECT count(*) FROM game").rows[0][0])


@pytest.mark.slow
def test_twenty_imports_are_killed(root: Path) -> None:
    """In a process of its own, because the harness forks; ``make crash`` does the same 200 times."""
    words = [sys.executable, "-m", "tests.store.crash", "--kills", "20", "--seed", "20"]
    done = subprocess.run(words, capture_output=True, text=True, cwd=root, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "20 imports killed" in done.stdout


LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), resource.RLIM_INFINITY))
sys.argv = ["wcreplay", "import", *sys.argv[2:]]
from wcreplay.__main__ import main
main()
"""


@pytest.mark.parametrize("more", [-2_000_000, 0, 100_000, 700_000])
def test_a_full_disk_is_told_and_costs_nothing(filled: Path, tmp_path: Path, root: Path, more: int) -> None:
    """A limit on the size of files stands for a disk that is full."""
    source = write(tmp_path / "more.wcr", *many(504)[300:])
    limit = filled.stat().st_size + more
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, str(limit), source, "--db", filled],
        capture_output=True,
        text=True,
        cwd=root,
        check=False,
    )
    assert done.returncode == 3, done.stderr
    assert "S110" in done.stderr
    assert "Traceback" not in done.stderr
    # What went into the log before the disk was full is stored, and said to be.
    stored = count(filled) - 10
    assert stored in (0, 204)
    assert more >= 0 or stored == 0
    assert f"{stored} found = {stored} stored" in done.stderr
    assert run_checks(filled) == []
    assert import_records(filled, [source]).stored == 204 - stored
    assert count(filled) == 214
    assert run_checks(filled) == []


def test_a_full_disk_leaves_no_half_made_file(db: Path, tmp_path: Path, root: Path) -> None:
    source = write(tmp_path / "one.wcr", game())
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, "200000", source, "--db", db],
        capture_output=True,
        text=True,
        cwd=root,
        check=False,
    )
    assert done.returncode == 3, done.stderr
    assert "S107" in done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.glob("games.duckdb*")) == []


@pytest.fixture(scope="module")
def with_log(template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with three more games that stand in its log only, a transaction each."""
    folder = tmp_path_factory.mktemp("log")
    db, other = folder / "games.duckdb", folder / "other.duckdb"
    shutil.copyfile(template, db)
    import_records(other, [write(folder / "more.wcr", *many(504)[501:])])
    code = f"""
import duckdb, os
c = duckdb.connect({str(db)!r})
c.execute("ATTACH {str(other)!r} AS other (READ_ONLY)")
tables = [n for (n,) in c.execute("SELECT table_name FROM duckdb_columns() WHERE column_name = 'game_id' AND "
    "database_name = 'games' AND table_name IN (SELECT table_name FROM duckdb_tables())").fetchall()]
for (one,) in c.execute("SELECT game_id FROM other.game").fetchall():
    c.execute("BEGIN")
    for name in tables:
        c.execute(f"INSERT INTO {{name}} BY NAME SELECT * FROM other.{{name}} WHERE game_id = ?", [one])
    c.execute("COMMIT")
os.kill(os.getpid(), 9)
"""
    subprocess.run([sys.executable, "-c", code], check=False)
    assert Path(f"{db}.wal").exists()
    return db


def damaged(with_log: Path, db: Path, damage: Callable[[bytes], bytes]) -> Path:
    """Return a copy of the database whose log is damaged."""
    shutil.copyfile(with_log, db)
    Path(f"{db}.wal").write_bytes(damage(Path(f"{with_log}.wal").read_bytes()))
    return db


def test_a_log_that_is_cut_off_gives_its_whole_games(with_log: Path, db: Path) -> None:
    size = Path(f"{with_log}.wal").stat().st_size
    rng = random.Random(7)
    found = set()
    for cut in (0, 5, size - 1, *(rng.randrange(size) for _ in range(12))):
        with open_database(damaged(with_log, db, itemgetter(slice(cut)))) as catalogue:
            assert run_checks(catalogue) == []
            found.add(run_query(catalogue, "SELECT count(*) FROM game").rows[0][0])
    assert found <= {10, 11, 12}
    assert len(found) > 1


@pytest.mark.parametrize("share", [0.02, 0.5, 0.95])
@pytest.mark.parametrize("filling", [b"\0", b"\xa5"])
def test_a_log_that_is_garbled_is_cut_off_and_kept(
    with_log: Path, db: Path, share: float, filling: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    def garble(log: bytes) -> bytes:
        at = int(len(log) * share)
        return log[:at] + filling * (len(log) - at)

    damaged(with_log, db, garble)
    garbled = Path(f"{db}.wal").read_bytes()
    with duckdb.connect() as plain, pytest.raises(duckdb.Error):
        plain.execute(f"ATTACH '{db}' AS g")
    games = count(db)  # a query is enough to mend it
    assert games in (10, 11, 12)
    assert Path(f"{db}.wal.damaged").read_bytes() == garbled
    assert "damaged" in caplog.text
    assert run_checks(db) == []
    with Snapshot(db) as snapshot:
        assert snapshot.cursor().execute("SELECT count(*) FROM game").fetchall() == [(games,)]
    assert import_records(db, [Path(with_log.parent, "more.wcr")]).stored == 13 - games
    duckdb.connect(db).close()


def test_the_log_of_a_removed_database_is_not_taken_for_the_new_ones(with_log: Path, db: Path) -> None:
    damaged(with_log, db, lambda log: log)
    db.unlink()
    assert import_records(db, [Path(with_log.parent, "more.wcr")]).stored == 3
    assert count(db) == 3
    assert Path(f"{db}.wal.orphan").exists()


def test_a_file_that_is_cut_off_is_told_in_one_line(filled: Path, tmp_path: Path) -> None:
    content = filled.read_bytes()
    source = write(tmp_path / "more.wcr", *many(5))
    sql = "SELECT sum(coins), (SELECT sum(balance) FROM ledger) FROM wc_state"
    asked = ["query", sql]
    saved = ["export", "--to", str(tmp_path / "data")]
    for share in (0.0, 0.3, 0.9):
        for words in (asked, saved, ["import", str(source)], ["recheck"]):
            filled.write_bytes(content[: int(len(content) * share)])
            done = CliRunner().invoke(cli, [*words, "--db", str(filled)])
            assert done.exit_code == 3, (share, words, done.stderr)
            assert ("S107" in done.stderr and "is damaged" in done.stderr) if share else "S103" in done.stderr


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_leaves_whole_games_and_says_how_to_go_on(
    db: Path, tmp_path: Path, root: Path, jobs: str
) -> None:
    source = write(tmp_path / "many.wcr", *many(504)[300:])
    words = [sys.executable, "-m", "wcreplay", "import", "-", "--db", str(db), "--jobs", jobs]
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stderr=subprocess.PIPE, cwd=root, start_new_session=True
    ) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdin.write(source.read_bytes())
        process.stdin.flush()  # and no end of the input: the import waits for more
        deadline = time.monotonic() + 60
        while not db.exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        time.sleep(2.0)
        process.send_signal(signal.SIGINT)
        stderr = process.stderr.read().decode()
        process.stdin.close()
    assert process.returncode == 1
    assert "Run the same command again to go on" in stderr
    assert "Traceback" not in stderr
    assert run_checks(db) == []
    stored = count(db)
    assert f"= {stored} stored" in stderr
    again = import_records(db, [source])
    assert (again.found, again.unchanged) == (204, stored)
    assert jobs == "2" or stored > 0
