"""An import does the same with any number of processes, whatever it reads; they convert logs, too."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from concurrent.futures import Future
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tests.importers.generator import Options, make_log
from tests.importers.hand import as_json, dull_game, gzipped, packets, zipped
from wcreplay.cli import cli
from wcreplay.engine.reader import read_record
from wcreplay.engine.simulate import simulate
from wcreplay.importers import registry
from wcreplay.importers.model import Conversion, Document, Pending
from wcreplay.notation.model import RawRecord
from wcreplay.store import pool
from wcreplay.store.database import open_database
from wcreplay.store.loader import import_records
from wcreplay.store.query import run_query
from wcreplay.store.summary import ImportSummary
from wcreplay.store.writer import FileTarget, Writer

from .games import game, write

RECORD = game(tags='[A "Ana"]\n', result=True)
WRONG = RECORD.replace("1.3 A b5>o1", "1.3 A b4>o1")
DULL = as_json(packets(dull_game()))
IRON = as_json(packets(dull_game(("iron", "pearl"))))
ODD = {"type": "teaServed", "args": {}}


def played(seed: int) -> bytes:
    """Return the log of a simulated game."""
    done = read_record(RawRecord(next(simulate("white-castle", 1, 2 + seed % 3, "heuristic", seed)))).replay
    assert done is not None
    return make_log(done, random.Random(seed), Options(undo="light"))


def altered() -> bytes:
    """Return a log that contradicts itself."""
    events = dull_game(("iron", "coin"))
    [event for event in events if event["type"] == "coinGained"][7]["args"]["coinValue"] += 1
    return as_json(packets(events))


def odd() -> bytes:
    """Return a log with an event that is not known, of a table that is kept all the same."""
    return as_json(packets([*dull_game(("food", "iron"))[:9], ODD, *dull_game(("food", "iron"))[9:]]))


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with everything that can be read, and much that cannot."""
    folder = tmp_path_factory.mktemp("mixed")
    # More tables than are judged together; those between the first and the last one are of another game.
    both = packets(dull_game(("food", "pearl")), "1"), packets(dull_game(("pearl", "coin")), "40")
    several = as_json([both[0], *(packets([ODD], str(number)) for number in range(2, 40)), both[1]])
    files = {
        "a-700000001.json": DULL,
        "b.wcr": RECORD.encode(),
        "c.zip": zipped(a__json=IRON, b__wcr=RECORD.encode(), c__json=odd(), d__json=played(3)),
        "d.json.gz": gzipped(played(4)),
        "e-altered.json": altered(),
        "f.wcr": (WRONG + "\n" + RECORD).encode(),
        "g-limit.html": b"<!DOCTYPE html><html><body>You have reached a limit (replay)</body></html>",
        "h-cut.json": DULL[:-9],
        "i-hidden-zip.json": zipped(a__json=IRON, b__html=b"<html>nothing</html>", c__json=played(5)),
        "j-several.json": several,
        "k-binary.wcr": bytes(range(256)) * 40,
        "l-again.html": b"<!DOCTYPE html><html><script>var g_gamelogs = " + DULL + b";</script></html>",
        "m-empty.json": b"",
        "n.json": played(6),
    }
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return folder


def tables(db: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Return all that is stored, but for when."""
    with open_database(db, read_only=True) as catalogue:
        cursor = catalogue.cursor()
        cursor.execute("SELECT table_name FROM duckdb_tables() WHERE NOT internal ORDER BY ALL")
        names = [name for (name,) in cursor.fetchall()]
        columns = "COLUMNS(lambda name: name <> 'imported_at')"
        return {
            name: cursor.execute(f'SELECT {columns} FROM "{name}" ORDER BY ALL').fetchall() for name in names
        }


def run(*words: str) -> Result:
    """Run the import."""
    result = CliRunner().invoke(cli, ["import", *words])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.mark.parametrize(
    ("options", "stored"),
    [((), 10), (("--keep-unproved", "--names", "keep", "--ids"), 11), (("--on-error", "stop"), 6)],
)
def test_the_number_of_processes_changes_nothing(
    mixed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], stored: int
) -> None:
    seen = []
    for jobs in ("1", "2"):
        if jobs == "2":  # this process converts nothing then
            monkeypatch.setattr(registry.Importer, "load", None)
        db = tmp_path / f"{jobs}.duckdb"
        paths = (str(mixed), str(tmp_path / "missing"))
        result = run(*paths, "--db", str(db), "--jobs", jobs, "--report", "-", *options)
        assert result.exit_code == 1
        report = json.loads(result.stdout)
        del report["database"], report["seconds"]
        seen.append((report, result.stderr, tables(db)))
    (report, told, one), (_, _, other) = seen
    assert report["stored"] == stored, told
    assert report["ended"] == ("stopped" if "stop" in options else "done")
    assert seen[0][:2] == seen[1][:2]
    for name, rows in one.items():
        assert rows == other[name], name


def test_what_fits_into_one_chunk_needs_no_other_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "ProcessPoolExecutor", None)
    (tmp_path / "one.zip").write_bytes(zipped(a__json=DULL, b__json=IRON, c__wcr=RECORD.encode()))
    result = run(str(tmp_path / "one.zip"), "--db", str(tmp_path / "games.duckdb"), "--jobs", "2")
    assert "3 found = 3 stored" in result.stderr


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_log_can_replace_a_game(tmp_path: Path, jobs: str) -> None:
    db, log = str(tmp_path / "games.duckdb"), tmp_path / "log.json"
    log.write_bytes(DULL)
    summary = import_records(db, [write(tmp_path / "one.wcr", RECORD)])
    assert summary.stored == 1
    (old,) = (row[0] for row in run_query(db, "SELECT game_id FROM game").rows)
    result = run(str(log), "--db", db, "--jobs", jobs, "--replace", old)
    assert "0 stored + 0 unchanged + 1 replaced" in result.stderr
    log.write_bytes(as_json([packets(dull_game()), packets(dull_game(("iron", "pearl")), "2")]))
    result = run(str(log), "--db", db, "--jobs", jobs, "--replace", old)
    assert (result.exit_code, "[S305] only one record can replace a game" in result.stderr) == (2, True)


def test_a_document_is_left_alone_once_nobody_wants_its_records(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(document: Document, _: Any) -> Iterator[Conversion]:
        for number in count(1):
            ended.value = number == 81
            yield Conversion(document.name, number)

    ended = SimpleNamespace(value=False)
    monkeypatch.setattr(pool, "_ended", ended, raising=False)
    monkeypatch.setattr(pool, "work", len)
    monkeypatch.setattr(registry.Importer, "load", lambda _: endless)
    parts: list[Any] = pool._work([Pending(Document("many.json"), "bga")])
    assert parts == [64, 16]


class _Watched:
    """A pool that only counts the bytes on their way to it."""

    most = now = 0

    def __init__(self, *_: Any) -> None:
        pass

    def submit(self, _: Any, chunk: list[Pending]) -> Future[Any]:
        future = _Taken()
        future.size = sum(len(pending.document.data) for pending in chunk)
        _Watched.now += future.size
        _Watched.most = max(_Watched.most, _Watched.now)
        return future

    def shutdown(self, **_: Any) -> None:
        pass


class _Taken(Future[Any]):
    size = 0

    def result(self, timeout: float | None = None) -> Any:
        _Watched.now -= self.size
        return []


@pytest.mark.parametrize(("size", "most"), [(5 << 20, 30 << 20), (40 << 20, 40 << 20), (1 << 18, 8 << 20)])
def test_what_is_on_its_way_is_bounded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int, most: int
) -> None:
    def documents() -> Iterator[Pending]:
        for number in range(80):
            yield Pending(Document(f"{number}.json", data), "bga")

    data = b" " * size
    monkeypatch.setattr(pool, "ProcessPoolExecutor", _Watched)
    _Watched.most = _Watched.now = 0
    setting = Writer(FileTarget(tmp_path / "games.duckdb", 1.0), ImportSummary()).setting
    assert list(pool.judged(documents(), setting, 2)) == []
    assert (_Watched.most, _Watched.now) == (most, 0)
