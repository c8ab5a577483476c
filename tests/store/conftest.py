"""Fixtures for the tests of the store."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from wcreplay.bundled import records_dir
from wcreplay.store import opening
from wcreplay.store.database import open_database
from wcreplay.store.loader import import_records
from wcreplay.store.opening import Opener

from .games import game, many, write

_IN_EARNEST = {"test_crash", "test_cut", "test_database", "test_lock", "test_schema"}
"""Modules that test how a file is made, too."""


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database without games; copy it, do not change it."""
    path = tmp_path_factory.mktemp("empty") / "empty.duckdb"
    open_database(path).close()
    return path


@pytest.fixture(autouse=True)
def quickly_made(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, empty: Path) -> None:
    """A new database is a copy of an empty one: to make its tables takes most of the time of a small test."""

    def copy(path: Path, opener: Opener) -> None:
        if path.parent.is_dir() and not Path(f"{path}.wal").exists():
            shutil.copyfile(empty, path)
        else:
            make(path, opener)

    make = opening.create
    if request.module.__name__.rpartition(".")[2] not in _IN_EARNEST:
        monkeypatch.setattr(opening, "create", copy)


@pytest.fixture
def db(tmp_path: Path) -> Path:
    """The path of a database that does not exist yet."""
    return tmp_path / "games.duckdb"


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with one complete and nine partial games; copy it, do not change it."""
    folder = tmp_path_factory.mktemp("store")
    text = game(tags='[A "Ana"]\n[B "Bruno"]\n', result=True)
    path = folder / "template.duckdb"
    summary = import_records(path, [write(folder / "ten.wcr", text, *many(80)[70:79])])
    assert summary.stored == 10, summary
    return path


@pytest.fixture(scope="session")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of the sample records; only read it."""
    path = tmp_path_factory.mktemp("samples") / "games.duckdb"
    assert import_records(path, [records_dir()]).clean
    return path


@pytest.fixture
def filled(template: Path, db: Path) -> Path:
    """A database of its own with one complete and nine partial games."""
    shutil.copyfile(template, db)
    return db
