"""Several programs at one database: one imports, others wait or read, and nobody is locked out."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path

import pytest

from wcreplay.store import opening
from wcreplay.store.checks import run_checks
from wcreplay.store.database import open_database
from wcreplay.store.errors import StoreError
from wcreplay.store.loader import Options, import_raw, import_records
from wcreplay.store.lock import lock_path, writer, writing
from wcreplay.store.query import run_query

from .games import game, many, write

HOLD = (
    "import sys; from wcreplay.store.lock import writing\n"
    "with writing(sys.argv[1]): print(1, flush=True); input()"
)


def command(*words: str | Path) -> list[str]:
    return [sys.executable, "-m", "wcreplay", *map(str, words)]


def holder(db: Path, root: Path) -> subprocess.Popen[bytes]:
    """Start a process that holds the lock of a database until its input ends."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, db], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=root
    )
    assert process.stdout is not None
    process.stdout.readline()
    return process


def test_the_lock_is_held_by_one_and_leaves_nothing(db: Path) -> None:
    assert writer(db) == 0
    with writing(db):
        assert writer(db) == os.getpid()
        with pytest.raises(StoreError) as caught, writing(db):
            pass
        assert caught.value.code == "S112"
        assert str(os.getpid()) in str(caught.value)
    assert writer(db) == 0
    assert list(db.parent.iterdir()) == []


def test_links_to_one_database_share_its_lock(db: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.duckdb"
    link.symlink_to(db)
    assert lock_path(link) == lock_path(db)


def test_many_threads_take_turns(db: Path) -> None:
    inside: list[int] = []
    most: list[int] = []

    def work(number: int) -> None:
        for _ in range(5):
            with writing(db, wait=30):
                inside.append(number)
                most.append(len(inside))
                time.sleep(0.001)
                inside.remove(number)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1] * 20


def test_a_lock_file_that_a_killed_process_left_stops_nobody(db: Path, root: Path) -> None:
    process = holder(db, root)
    assert writer(db) == process.pid
    process.kill()
    process.communicate()
    assert lock_path(db).exists()
    assert writer(db) == 0
    with writing(db):
        pass
    assert not lock_path(db).exists()


def test_a_lock_file_that_is_none_is_refused(db: Path, tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("precious")
    for make in (lambda path: path.symlink_to(tmp_path / "precious"), Path.mkdir):
        make(lock_path(db))
        with pytest.raises(StoreError) as caught, writing(db):
            pass
        assert caught.value.code == "S107"
        lock_path(db).rename(tmp_path / str(len(list(tmp_path.iterdir()))))
    assert (tmp_path / "precious").read_text() == "precious"


def test_a_second_import_waits_and_names_the_first(db: Path, tmp_path: Path, root: Path) -> None:
    source = write(tmp_path / "one.wcr", game())
    first = holder(db, root)
    words = command("import", source, "--db", db, "--lock-timeout", "0.3")
    impatient = subprocess.run(words, capture_output=True, text=True, cwd=root, check=False)
    assert impatient.returncode == 3
    assert f"process {first.pid}" in impatient.stderr
    assert "S112" in impatient.stderr
    with subprocess.Popen(
        command("import", source, "--db", db), stderr=subprocess.PIPE, text=True, cwd=root
    ) as second:
        assert second.stderr is not None
        told = second.stderr.readline()
        assert f"waiting for another import (process {first.pid})" in told
        first.communicate(b"\n")
        _, rest = second.communicate(timeout=60)
    assert second.returncode == 0
    assert "1 found = 1 stored" in rest
    assert not lock_path(db).exists()


def test_two_imports_at_once_store_everything_once(db: Path, tmp_path: Path, root: Path) -> None:
    texts = many(504)
    sources = [write(tmp_path / "a.wcr", *texts[380:460]), write(tmp_path / "b.wcr", *texts[420:500])]
    imports = [
        subprocess.Popen(command("import", source, "--db", db), stderr=subprocess.DEVNULL, cwd=root)
        for source in sources
    ]
    assert [process.wait(120) for process in imports] == [0, 0]
    assert run_query(db, "SELECT count(*) FROM game").rows == [(120,)]
    assert run_checks(db) == []
    assert [path.name for path in tmp_path.glob("games.duckdb*")] == ["games.duckdb"]


def test_a_query_reads_while_an_import_goes_on_and_does_not_hold_it_up(filled: Path, tmp_path: Path) -> None:
    texts = many(50)[20:]
    asked: list[int] = []

    def ask() -> None:
        result = run_query(
            filled, "SELECT count(*) FROM game, range(3000000) AS r(n) WHERE n % 2 = 7 OR n = 0"
        )
        asked.append(int(result.rows[0][0]))

    with writing(filled):
        slow = threading.Thread(target=ask)
        slow.start()
        time.sleep(0.3)
        # The query is at it, or was; the file can be written to.
        with open_database(filled, wait=1.0) as catalogue:
            catalogue.cursor().execute("UPDATE game SET event = 'x'")
        slow.join()
    assert asked == [10]
    assert import_records(filled, [write(tmp_path / "more.wcr", *texts)]).stored == 30


def test_an_import_tells_for_whom_it_waits(filled: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "_YOUNG_SECONDS", 0.2)
    code = "import duckdb, sys; c = duckdb.connect(sys.argv[1]); print(1, flush=True); input()"
    told: list[str] = []
    with subprocess.Popen(
        [sys.executable, "-c", code, filled], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        other.stdout.readline()
        with pytest.raises(StoreError) as caught:
            import_raw(filled, [], Options(lock_wait=0.6), waiting=told.append)
        other.communicate(b"\n")
    assert caught.value.code == "S102"
    assert len(told) == 1
    assert f"PID {other.pid}" in told[0]


@pytest.mark.slow
def test_dashboard_queries_and_imports_live_side_by_side(db: Path, tmp_path: Path, root: Path) -> None:
    """Real processes: all queries and pages are answered while two imports write, and the page follows."""
    texts = many(504)
    first, second = write(tmp_path / "1.wcr", *texts[200:400]), write(tmp_path / "2.wcr", *texts[400:])
    import_records(db, [write(tmp_path / "0.wcr", *texts[100:110])])
    with subprocess.Popen(
        command("serve", "--db", db, "--port", "0"), stdout=subprocess.PIPE, text=True, cwd=root
    ) as server:
        assert server.stdout is not None
        address = re.search(r"http://\S+", server.stdout.readline())
        assert address is not None
        imports = [
            subprocess.Popen(command("import", source, "--db", db), stderr=subprocess.PIPE, cwd=root)
            for source in (first, second)
        ]
        seen: list[int] = []
        while any(process.poll() is None for process in imports):
            with urllib.request.urlopen(address[0]) as answer:
                assert answer.status == 200
            words = command("query", "--db", db, "--format", "csv", "SELECT count(*) FROM game")
            done = subprocess.run(words, capture_output=True, text=True, cwd=root, check=False)
            assert done.returncode == 0, done.stderr
            seen.append(int(done.stdout.split()[-1]))
        assert [process.wait() for process in imports] == [0, 0]
        for process in imports:
            process.communicate()
        deadline = time.monotonic() + 10
        while "314 games" not in (page := urllib.request.urlopen(address[0]).read().decode()):
            assert time.monotonic() < deadline, page
            time.sleep(0.2)
        server.send_signal(signal.SIGINT)
        server.communicate()
    assert seen == sorted(seen)
    assert run_checks(db) == []
