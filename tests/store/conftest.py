"""Fixtures for the tests of the store."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from wcreplay.bundled import records_dir
from wcreplay.store.loader import import_records

from .games import game, many, write


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
