"""Opening files: clear refusals; snapshots that follow the file while others write to it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

from wcreplay.store import database, opening
from wcreplay.store.database import Snapshot, open_database, schema_files, schema_version
from wcreplay.store.errors import CODES, StoreError
from wcreplay.store.loader import import_records

from .games import game, many, write


def refusal(path: Path, *, read_only: bool = False) -> StoreError:
    with pytest.raises(StoreError) as caught:
        open_database(path, read_only=read_only)
    assert caught.value.code in CODES
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)
    return caught.value


def test_a_missing_file_is_made_for_writing_only(db: Path) -> None:
    assert refusal(db, read_only=True).code == "S101"
    assert not db.exists()
    open_database(db).close()
    with open_database(db, read_only=True) as catalogue:
        assert catalogue.cursor().execute("SELECT count(*) FROM game").fetchall() == [(0,)]
        assert catalogue.generation == 1


@pytest.mark.parametrize("content", [b"", b"hello" * 1000, b"SQLite format 3\0" + bytes(8000), bytes(5000)])
def test_files_of_other_kinds_are_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "other.db"
    path.write_bytes(content)
    assert refusal(path).code == "S103"
    assert path.read_bytes() == content


def test_a_damaged_database_is_refused(filled: Path) -> None:
    content = bytearray(filled.read_bytes())
    content[100] ^= 255
    filled.write_bytes(content)
    error = refusal(filled)
    assert error.code == "S107"
    assert "damaged" in error.what


def test_a_folder_and_a_path_without_folder_are_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path).code == "S107"
    assert refusal(tmp_path / "no" / "where.duckdb").code == "S107"


@pytest.mark.parametrize(
    "name",
    [
        ":memory:",
        ":memory:games",
        ":default:",
        "md:",
        "md:games",
        "motherduck:games",
        "file:games.duckdb",
        "https://example.org/games.duckdb",
        "s3://bucket/games.duckdb",
        "sqlite:games.db",
        "a\0b",
        "\udcff.duckdb",
        "x" * 5000,
    ],
)
def test_names_that_are_no_files_are_refused_and_nothing_is_made(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for given in (name, Path(name)):
        for read_only in (False, True):
            with pytest.raises(StoreError) as caught:
                open_database(given, read_only=read_only)
            assert caught.value.code == "S107"
            assert str(caught.value).isprintable()
    with pytest.raises(StoreError):
        import_records(name, [])
    assert list(tmp_path.iterdir()) == []


def test_a_file_whose_name_looks_special_to_duckdb_is_still_a_file(tmp_path: Path) -> None:
    for name in (":memory:", "md:games", "games.duckdb?x=1"):
        with open_database(tmp_path / name) as catalogue:
            assert catalogue.path.is_file()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_and_a_device_are_refused_at_once(tmp_path: Path) -> None:
    pipe, link = tmp_path / "pipe.duckdb", tmp_path / "link.duckdb"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    for path in (pipe, link, Path("/dev/null"), Path("/dev/zero")):
        for read_only in (False, True):
            assert refusal(path, read_only=read_only).code == "S107"
        with pytest.raises(StoreError):
            Snapshot(path)


def test_a_link_to_a_database_is_opened(filled: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.duckdb"
    link.symlink_to(filled)
    with open_database(link, read_only=True) as catalogue:
        assert catalogue.cursor().execute("SELECT count(*) FROM game").fetchall() == [(10,)]


def test_the_database_of_another_program_is_refused_and_left_alone(db: Path) -> None:
    with duckdb.connect(db) as connection:
        connection.execute("CREATE TABLE game (id INTEGER)")
    assert refusal(db).code == "S104"
    with duckdb.connect(db, read_only=True) as connection:
        assert connection.execute("SELECT count(*) FROM duckdb_tables()").fetchall() == [(1,)]


def test_newer_tables_are_refused(db: Path) -> None:
    open_database(db).close()
    with duckdb.connect(db) as connection:
        connection.execute("INSERT INTO schema_version VALUES (200, now()::TIMESTAMP, '9.0')")
    for read_only in (False, True):
        error = refusal(db, read_only=read_only)
        assert error.code == "S105"
        assert "200" in error.what
        assert "update wcreplay" in error.todo


def old_database(db: Path, version: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a database as an earlier version of the program did."""
    files = {number: paths for number, paths in schema_files().items() if number <= version}
    with monkeypatch.context() as patched:
        patched.setattr(opening, "schema_files", lambda: files)
        patched.setattr(opening, "schema_version", lambda: version)
        open_database(db).close()
    with duckdb.connect(db) as connection:
        found = connection.execute("SELECT max(version) FROM schema_version").fetchall()
        assert found == [(version,)]


def test_older_tables_are_copied_and_brought_up_when_opened_for_writing(
    db: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    old_database(db, 1, monkeypatch)
    with duckdb.connect(db) as connection:
        connection.execute(f"INSERT INTO game {_OLD_GAME}")
    before = db.read_bytes()
    error = refusal(db, read_only=True)
    assert (error.code, "version 1" in error.what) == ("S106", True)
    with pytest.raises(StoreError):
        Snapshot(db)
    assert db.read_bytes() == before
    summary = import_records(db, [write(tmp_path / "one.wcr", game(lines=5))])
    assert summary.stored == 1
    with open_database(db, read_only=True) as catalogue:
        cursor = catalogue.cursor()
        versions = cursor.execute("SELECT version FROM schema_version ORDER BY 1").fetchall()
        assert versions == [(version,) for version in range(1, schema_version() + 1)]
        lines = cursor.execute("SELECT line FROM game ORDER BY game_id = '0123456789abcdef' DESC").fetchall()
        assert lines == [(None,), (1,)]
    assert Path(f"{db}.v1.backup").read_bytes() == before
    assert sorted(path.name for path in db.parent.glob("games.duckdb*")) == [
        "games.duckdb",
        "games.duckdb.v1.backup",
    ]


_OLD_GAME = """BY NAME SELECT '0123456789abcdef' AS game_id, 'white-castle' AS game, 'base-2023' AS ruleset,
'' AS rulings, 2 AS players, '' AS event, '' AS place, 'notation' AS source_kind, 'partial' AS state,
'' AS title, 0 AS turns, 'old.wcr' AS file, 1 AS record_no, '0.1' AS package_version, '1' AS rules_version,
'1' AS notation_version, 1 AS schema_version, TIMESTAMP '2026-01-01' AS imported_at, '[]' AS tags,
'' AS source_text"""


def test_a_migration_that_fails_leaves_the_file_as_it_was(
    db: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    old_database(db, 1, monkeypatch)
    step = tmp_path / "0002_wrong.sql"
    step.write_text("CREATE TABLE more (n UTINYINT); CREATE TABLE game (n UTINYINT);")
    with monkeypatch.context() as patched:
        patched.setattr(opening, "schema_files", lambda: {1: [], 2: [step]})
        for _ in range(2):
            error = refusal(db)
            assert error.code == "S113"
    with open_database(db) as catalogue:
        found = catalogue.cursor().execute("SELECT max(version) FROM schema_version").fetchall()
        assert found == [(schema_version(),)]
        tables = catalogue.cursor().execute("SELECT count(*) FROM duckdb_tables() WHERE table_name = 'more'")
        assert tables.fetchall() == [(0,)]
    # No copy is ever written over.
    assert len(list(db.parent.glob("games.duckdb.v1.backup*"))) == 3


class Holder:
    """Another process that has the file open for writing until told to close it."""

    def __init__(self, db: Path) -> None:
        code = "import duckdb, sys; c = duckdb.connect(sys.argv[1]); print(1, flush=True); input(); c.close()"
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, db], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert self.process.stdout is not None
        self.process.stdout.readline()

    def release(self) -> None:
        self.process.communicate(b"\n")


def test_a_locked_file_is_refused_with_the_pid(filled: Path) -> None:
    holder = Holder(filled)
    try:
        for read_only in (False, True):
            error = refusal(filled, read_only=read_only)
            assert error.code == "S102"
            assert f"PID {holder.process.pid}" in error.what
    finally:
        holder.release()
    open_database(filled).close()


def test_opening_waits_for_a_lock_that_is_given_up(filled: Path) -> None:
    holder = Holder(filled)
    timer = threading.Timer(0.4, holder.release)
    timer.start()
    open_database(filled, wait=10).close()
    timer.join()


def soon(holds: Callable[[], bool], seconds: float = 10.0) -> bool:
    """Whether something comes to hold in that time."""
    deadline = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def games(snapshot: Snapshot) -> int:
    cursor = snapshot.cursor()
    try:
        return int(cursor.execute("SELECT count(*) FROM game").fetchall()[0][0])
    finally:
        cursor.close()


def test_a_snapshot_follows_imports_while_it_is_open(filled: Path, tmp_path: Path) -> None:
    with Snapshot(filled) as snapshot:
        assert games(snapshot) == 10
        old = snapshot.cursor()
        generation = snapshot.generation
        import_records(filled, [write(tmp_path / "more.wcr", *many(50)[20:])])
        assert games(snapshot) == 40
        assert snapshot.generation == generation + 1
        assert old.execute("SELECT count(*) FROM game").fetchall() == [(10,)]
        assert games(snapshot) == 40
        assert snapshot.generation == generation + 1
        import_records(filled, [tmp_path / "more.wcr"])  # nothing new
        assert games(snapshot) == 40


def test_a_snapshot_sees_what_another_process_imported(filled: Path, tmp_path: Path, root: Path) -> None:
    source = write(tmp_path / "more.wcr", *many(5))
    code = (
        "import sys; from wcreplay.store.loader import import_records;"
        "print(import_records(sys.argv[1], [sys.argv[2]]).stored)"
    )
    with Snapshot(filled) as snapshot:
        assert games(snapshot) == 10
        done = subprocess.run(
            [sys.executable, "-c", code, filled, source], capture_output=True, cwd=root, check=True
        )
        assert done.stdout.strip() == b"5"
        assert games(snapshot) == 15


def test_a_snapshot_serves_its_last_generation_while_another_program_writes(
    filled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "_RECHECK_SECONDS", 0.0)
    monkeypatch.setattr(database, "_WAIT_SECONDS", 0.3)
    with Snapshot(filled) as snapshot:
        with duckdb.connect(filled) as connection:
            connection.execute("DELETE FROM seat")
        holder = Holder(filled)
        try:
            assert games(snapshot) == 10
            assert snapshot.cursor().execute("SELECT count(*) FROM seat").fetchall() == [(20,)]
            assert soon(lambda: f"PID {holder.process.pid}" in snapshot.stale_reason)
            assert games(snapshot) == 10
        finally:
            holder.release()
        assert soon(lambda: snapshot.cursor().execute("SELECT count(*) FROM seat").fetchall() == [(0,)])
        assert soon(lambda: snapshot.stale_reason == "")


def test_a_snapshot_takes_what_still_stands_in_the_log(filled: Path, tmp_path: Path) -> None:
    code = (
        "import duckdb, os, sys; c = duckdb.connect(sys.argv[1]);"
        "c.execute(\"UPDATE game SET event = 'in the log'\"); os.kill(os.getpid(), 9)"
    )
    subprocess.run([sys.executable, "-c", code, filled], check=False)
    assert Path(f"{filled}.wal").exists()
    with Snapshot(filled) as snapshot:
        found = snapshot.cursor().execute("SELECT DISTINCT event FROM game").fetchall()
    assert found == [("in the log",)]


def test_a_snapshot_keeps_serving_when_the_file_is_gone(
    filled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Snapshot(filled) as snapshot:
        filled.unlink()
        assert games(snapshot) == 10
        assert soon(lambda: "no database" in snapshot.stale_reason)


def test_many_threads_read_while_imports_go_on(filled: Path, tmp_path: Path) -> None:
    seen: list[int] = []
    failures: list[BaseException] = []
    done = threading.Event()

    def read() -> None:
        try:
            while not done.is_set():
                seen.append(games(snapshot))
        except BaseException as error:  # noqa: BLE001 - shown by the assertion below
            failures.append(error)

    with Snapshot(filled) as snapshot:
        threads = [threading.Thread(target=read) for _ in range(3)]
        for thread in threads:
            thread.start()
        for n, text in enumerate(many(504)[501:]):
            import_records(filled, [write(tmp_path / f"{n}.wcr", text)])
        done.set()
        for thread in threads:
            thread.join()
        assert failures == []
        assert soon(lambda: games(snapshot) == 13)
    assert set(seen) <= set(range(10, 14))


def test_a_snapshot_of_nothing_leaves_no_folder(
    db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with pytest.raises(StoreError):
        Snapshot(db)
    assert list(tmp_path.glob("wcreplay-*")) == []


@pytest.mark.skipif(os.name != "posix", reason="other systems keep the name of an open file")
@pytest.mark.parametrize("end", ["close", "exit", "SIGTERM", "SIGKILL"])
def test_nothing_is_left_of_the_copies_however_the_process_ends(
    end: str, filled: Path, tmp_path: Path, root: Path
) -> None:
    code = (
        "import sys; from wcreplay.store.database import Snapshot; s = Snapshot(sys.argv[1]);"
        "print(s.cursor().execute('SELECT count(*) FROM game').fetchall(), flush=True); input();"
        "s._served = (*s._served[:2], ());"
        "print(s.cursor().execute('SELECT count(score_total) FROM wc_state').fetchall(),"
        "s.generation, flush=True); input() == 'close' and s.close()"
    )
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    with subprocess.Popen(
        [sys.executable, "-c", code, filled],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=root,
        env={**os.environ, "TMPDIR": str(temporary)},
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stdout.readline() == b"[(10,)]\n"
        process.stdin.write(b"\n")
        process.stdin.flush()
        assert process.stdout.readline().endswith(b" 2\n")
        if end.startswith("SIG"):
            process.send_signal(getattr(signal, end))
            process.wait()
        else:
            process.communicate(end.encode() + b"\n")
            assert process.returncode == 0
    assert list(temporary.iterdir()) == []


def test_a_snapshot_answers_only_about_its_tables(filled: Path) -> None:
    with Snapshot(filled) as snapshot, pytest.raises(duckdb.Error):
        snapshot.cursor().execute("SELECT * FROM read_text('/etc/hostname')")


def test_partial_and_complete_records_fill_a_new_file(db: Path, tmp_path: Path) -> None:
    assert import_records(db, [write(tmp_path / "two.wcr", game(), game(lines=4))]).stored == 2
