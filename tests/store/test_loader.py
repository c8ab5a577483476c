"""Importing: nothing counted twice, nothing lost without a word, whole games only."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from wcreplay.store.checks import run_checks
from wcreplay.store.database import open_database
from wcreplay.store.errors import StoreError
from wcreplay.store.loader import Options, import_raw, import_records
from wcreplay.store.query import run_query
from wcreplay.store.summary import ImportSummary
from wcreplay.store.writer import FileTarget

from .games import game, many, write


def adds_up(summary: ImportSummary) -> bool:
    return summary.found == summary.stored + summary.unchanged + summary.replaced + summary.rejected


def count(db: Path, table: str = "game") -> int:
    return int(run_query(db, f"SELECT count(*) FROM {table}").rows[0][0])


def test_importing_again_changes_nothing(db: Path, tmp_path: Path) -> None:
    source = write(tmp_path / "games.wcr", *many(30))
    first = import_records(db, [source])
    before = {table: count(db, table) for table in ("game", "turn", "ledger", "wc_state")}
    again = import_records(db, [source])
    assert (first.found, first.stored) == (30, 30)
    assert (again.found, again.stored, again.unchanged) == (30, 0, 30)
    assert {table: count(db, table) for table in before} == before
    assert run_checks(db) == []


def test_the_same_game_from_two_people_is_one_game(db: Path, tmp_path: Path) -> None:
    ana = write(tmp_path / "ana.wcr", game(tags='[Event "at Ana\'s"]\n'))
    bruno = write(tmp_path / "bruno.wcr", game(lines=10), game(tags='[A "Bruno"]\n').replace("\n", "\r\n"))
    summary = import_records(db, [ana, bruno])
    assert (summary.found, summary.stored, summary.unchanged) == (3, 2, 1)
    (repeat,) = summary.repeats
    stored = run_query(db, "SELECT game_id, file, record_no FROM game WHERE state = 'complete'").rows
    assert stored == [(repeat.game_id, str(ana), 1)]
    assert (repeat.file, repeat.record, repeat.stored_file, repeat.stored_record) == (
        str(bruno),
        2,
        str(ana),
        1,
    )


def test_a_stored_game_that_comes_twice_is_named_by_where_it_is_stored_from(db: Path, tmp_path: Path) -> None:
    first, *copies = (write(tmp_path / name, game()) for name in ("first.wcr", "copy.wcr", "other.wcr"))
    import_records(db, [first])
    summary = import_records(db, copies)
    assert (summary.found, summary.unchanged) == (2, 2)
    assert [(Path(one.file).name, Path(one.stored_file).name) for one in summary.repeats] == [
        ("copy.wcr", "first.wcr"),
        ("other.wcr", "first.wcr"),
    ]


def test_one_bad_record_among_many_is_named_and_the_others_are_stored(db: Path, tmp_path: Path) -> None:
    texts = many(504)[405:]
    texts.insert(41, game().replace("1.5 A w5>d1", "1.5 A w6>d1"))
    summary = import_records(db, [write(tmp_path / "hundred.wcr", *texts)])
    assert (summary.found, summary.stored, summary.rejected) == (100, 99, 1)
    (found,) = summary.diagnostics
    assert (Path(found.file).name, found.record) == ("hundred.wcr", 42)
    line = (tmp_path / "hundred.wcr").read_text(encoding="utf-8").splitlines()[found.line - 1]
    assert line.startswith("1.5 A w6")
    assert line[found.column - 1 :].startswith("w6>d1")
    assert found.code
    assert found.message


@pytest.mark.parametrize("jobs", [1, 2])
def test_good_bad_and_ugly_sources_together(db: Path, tmp_path: Path, jobs: int) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    write(folder / "b.wcr", *many(504)[405:], game())
    write(
        folder / "a.wcr",
        game(),
        '[Game "tic-tac-toe"]\n\n1.1 A x\n',
        game(lines=9).replace("0.2 A R6", "0.2 A R9"),
    )
    (folder / "binary.wcr").write_bytes(bytes(range(256)) * 40)
    (folder / "empty.wcr").touch()
    (tmp_path / "none").mkdir()
    summary = import_records(db, [folder, tmp_path / "none", tmp_path / "missing.wcr"], jobs=jobs, batch=40)
    assert adds_up(summary)
    assert not summary.clean
    # a.wcr is read first and holds the whole game of b.wcr too.
    assert (summary.stored, summary.unchanged) == (100, 1)
    assert summary.rejected >= 2
    assert summary.unreadable >= 3
    assert {Path(found.file).name for found in summary.diagnostics} == {
        "a.wcr",
        "binary.wcr",
        "empty.wcr",
        "none",
        "missing.wcr",
    }
    assert run_checks(db) == []


def test_workers_and_one_process_store_the_same(tmp_path: Path) -> None:
    source = write(tmp_path / "games.wcr", *many(504)[404:], *many(504)[494:])
    dumps = []
    for jobs in (1, 2):
        db = tmp_path / f"{jobs}.duckdb"
        summary = import_records(db, [source], jobs=jobs, batch=40)
        assert (summary.found, summary.stored, summary.unchanged) == (110, 100, 10)
        with open_database(db, read_only=True) as catalogue:
            dumps.append(
                {
                    table: catalogue.cursor()
                    .execute(f"SELECT * EXCLUDE (game_id) FROM {table} ORDER BY ALL")
                    .fetchall()
                    for table in ("seat", "turn", "ledger", "track", "placement", "wc_state", "wc_dice")
                }
            )
    assert dumps[0] == dumps[1]


NAMES = [
    "<script>alert(1)</script>",
    'Ana "A" \\ B',
    "O'Brien; DROP TABLE game;--",
    "雪 🏯 Ünï",
    "=1+1",
    "\u202eabc",
]


def test_names_of_any_kind_survive(db: Path, tmp_path: Path) -> None:
    texts = [
        game(tags='[A "{}"]\n'.format(name.replace("\\", "\\\\").replace('"', '\\"')), lines=30 - n)
        for n, name in enumerate(NAMES, start=10)
    ]
    summary = import_records(db, [write(tmp_path / "names.wcr", *texts)])
    assert summary.stored == len(NAMES), summary.diagnostics
    rows = run_query(db, "SELECT player FROM seat WHERE seat = 'A'").rows
    assert sorted(row[0] for row in rows) == sorted(NAMES)


def test_partial_games_are_stored_as_partial(db: Path, tmp_path: Path) -> None:
    import_records(db, [write(tmp_path / "part.wcr", game(lines=11))])
    assert run_query(db, "SELECT state, title, turns FROM game").rows == [("partial", "A, B", 10)]
    assert run_query(db, "SELECT DISTINCT rank, points FROM seat").rows == [(None, None)]
    assert run_query(db, "SELECT count(*) FROM final_scores").rows == [(0,)]


def test_progress_is_told_and_ends_with_the_whole(db: Path, tmp_path: Path) -> None:
    told: list[int] = []
    source = write(tmp_path / "games.wcr", *many(504)[354:])
    import_records(db, [source], progress=lambda summary: told.append(summary.found))
    assert told == sorted(told)
    assert told[-1] == 150
    assert len(told) > 2


def test_a_database_in_use_is_refused_in_one_line(db: Path, tmp_path: Path) -> None:
    import_records(db, [write(tmp_path / "one.wcr", game())])
    code = (
        "import duckdb, sys; c = duckdb.connect(sys.argv[1], read_only=True); print(1, flush=True); input()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, db], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        with pytest.raises(StoreError) as caught:
            import_raw(db, [], Options(lock_wait=0.3))
        holder.communicate(b"\n")
    assert caught.value.code == "S102"
    assert f"PID {holder.pid}" in str(caught.value)
    assert "\n" not in str(caught.value)


_IMPORT = """
import sys
from wcreplay.store import loader, pool, writer
if __name__ == "__main__":
    pool._CHUNK_RECORDS = 8
    writer._GAP_SECONDS = 0.0
    told = lambda summary: print(summary.stored, flush=True)
    loader.import_records(sys.argv[1], [sys.argv[2]], batch=12, progress=told)
"""


def session(leader: int) -> list[int]:
    """Return the processes of a session, by /proc."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == leader and fields[0] != "Z":
            found.append(int(stat.parent.name))
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_workers_end_with_the_process_that_started_them(db: Path, tmp_path: Path, root: Path) -> None:
    source = write(tmp_path / "games.wcr", *many(504))
    script = tmp_path / "run.py"
    script.write_text(_IMPORT.replace("batch=12", "batch=12, jobs=2"))
    environment = {**os.environ, "PYTHONPATH": str(root)}
    with subprocess.Popen(
        [sys.executable, script, db, source], stdout=subprocess.PIPE, env=environment, start_new_session=True
    ) as importer:
        assert importer.stdout is not None
        importer.stdout.readline()
        assert len(session(importer.pid)) > 2
        importer.kill()
    deadline = time.monotonic() + 20
    while (left := session(importer.pid)) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert left == []
    assert run_checks(db) == []


@pytest.mark.slow
@pytest.mark.parametrize("after", [1, 2, 3, 5])
def test_a_killed_import_leaves_whole_games_only(db: Path, tmp_path: Path, root: Path, after: int) -> None:
    source = write(tmp_path / "games.wcr", *many(504)[354:])
    script = tmp_path / "run.py"
    script.write_text(_IMPORT)
    environment = {**os.environ, "PYTHONPATH": str(root)}
    with subprocess.Popen(
        [sys.executable, script, db, source], stdout=subprocess.PIPE, env=environment, text=True
    ) as importer:
        assert importer.stdout is not None
        acknowledged = [int(importer.stdout.readline()) for _ in range(after)][-1]
        time.sleep(0.013 * after)
        importer.send_signal(signal.SIGKILL)
    assert count(db) >= acknowledged
    assert run_checks(db) == []
    again = import_records(db, [source])
    assert (again.found, again.rejected) == (150, 0)
    assert count(db) == 150
    assert run_checks(db) == []


def test_what_does_not_fit_into_the_memory_goes_beside_the_database(db: Path) -> None:
    """And not into the current folder, which may be anybody's."""
    with FileTarget(db, 5.0).opened() as cursor:
        cursor.execute("SET memory_limit = '40MB'")
        cursor.execute("CREATE TEMP TABLE big AS SELECT hash(range) AS n FROM range(10_000_000)")
        assert list(Path(f"{db}.tmp").iterdir()) != []
        cursor.execute("DROP TABLE big")


@pytest.mark.parametrize(("joined", "groups"), [(1000, 1), (20, 3), (0, 4)])
def test_row_groups_are_joined_up_to_a_number_of_games(
    db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, joined: int, groups: int
) -> None:
    """What is joined has to be unpacked, so that joining all would take more memory the more is stored."""
    monkeypatch.setattr("wcreplay.store.writer._JOINED", joined)
    records = many(40)
    for first in range(0, 40, 10):
        import_records(db, [write(tmp_path / "games.wcr", *records[first : first + 10])])
    seen = run_query(db, "SELECT count(DISTINCT row_group_id) FROM pragma_storage_info('game')").rows
    assert seen == [(groups,)]
