"""Failures of the store that need a broken world: each raises its own code, and says what to do."""

from __future__ import annotations

from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import duckdb
import pytest

from wcreplay.store import pool
from wcreplay.store.catalogue import CATALOGUE
from wcreplay.store.errors import StoreError
from wcreplay.store.loader import Options, import_raw, import_records
from wcreplay.store.lock import writing
from wcreplay.store.opening import cannot_open, copy_files

from .games import many, write

SOURCES = Path(pool.__file__).parent


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ("Serialization Error: Failed to deserialize: storage version 99", "S108"),
        ("Failure while replaying WAL file: Corrupt WAL file: entry at byte position 4096", "S111"),
        ("IO Error: something that nobody has seen yet", "S107"),
    ],
)
def test_messages_of_duckdb_are_translated(message: str, code: str) -> None:
    error = cannot_open(Path("games.duckdb"), message)
    assert (error.code, "games.duckdb" in str(error)) == (code, True)
    assert error.todo


def test_a_copy_that_finds_no_place(filled: Path, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot copy") as caught:
        copy_files(filled, tmp_path / "no" / "where.duckdb")
    assert caught.value.code == "S109"


def test_a_database_that_cannot_be_written(db: Path, tmp_path: Path) -> None:
    def full(_: Any) -> None:
        raise duckdb.IOException("IO Error: no space left on device")

    with pytest.raises(StoreError, match="no space left") as caught:
        import_records(db, [write(tmp_path / "one.wcr", many(1)[0])], progress=full)
    assert caught.value.code == "S110"


def test_a_second_import_at_the_same_time(db: Path) -> None:
    with writing(db), pytest.raises(StoreError, match="another import") as caught:
        import_raw(db, [], Options(lock_wait=0.0))
    assert caught.value.code == "S112"


class _NoWorkers:
    """A pool whose processes die at once."""

    def __init__(self, *_: Any) -> None:
        pass

    def submit(self, *_: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_exception(BrokenProcessPool("gone"))
        return future

    def shutdown(self, **_: Any) -> None:
        pass


def test_a_worker_that_dies(db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "ProcessPoolExecutor", _NoWorkers)
    with pytest.raises(StoreError, match="a worker process ended") as caught:
        import_records(db, [write(tmp_path / "many.wcr", *many(80))], jobs=2)
    assert caught.value.code == "S303"


def test_every_code_that_the_store_raises_is_in_its_catalogue() -> None:
    texts = "".join(
        path.read_text(encoding="utf-8") for path in SOURCES.glob("*.py") if path.stem != "catalogue"
    )
    assert [code for code in CATALOGUE if f'"{code}"' not in texts] == []
