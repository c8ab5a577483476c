"""A small database of four games behind the pages, for the test client and for the browser."""

from __future__ import annotations

import re
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from waitress import create_server

from wcreplay.store.database import Snapshot, open_database
from wcreplay.store.loader import import_records
from wcreplay.web.app import create_app
from wcreplay.web.roster import player_id

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask
    from flask.testing import FlaskClient
    from playwright.sync_api import ConsoleMessage, Page

GAMES = Path(__file__).parent / "games.wcr"


@pytest.fixture(scope="session")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("web") / "games.duckdb"
    summary = import_records(path, [GAMES])
    assert (summary.found, summary.stored) == (4, 4), summary.diagnostics
    return path


@pytest.fixture(scope="session")
def app(db: Path) -> Iterator[Flask]:
    with Snapshot(db) as snapshot:
        made = create_app(snapshot)
        made.testing = True
        yield made


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture(scope="session")
def ids(db: Path) -> dict[str, str]:
    """Ids of the stored games: ``four``, ``three``, ``two``, and ``partial``."""
    names = {1: "four", 2: "three", 3: "two", 4: "partial"}
    with open_database(db, read_only=True) as catalogue:
        rows = catalogue.cursor().execute("SELECT record_no, game_id FROM game").fetchall()
    return {names[number]: game_id for number, game_id in rows}


@pytest.fixture(scope="module")
def preview(app: Flask) -> str:
    """The key of a game that was checked and not stored; only so many are kept, so one for each module."""
    client = app.test_client()
    found = re.search(r'name="token" value="([^"]+)"', client.get("/check").text)
    assert found
    answer = client.post(
        "/check", data={"text": GAMES.read_text(encoding="utf-8"), "do": "view-2", "token": found[1]}
    )
    return answer.headers["Location"].rpartition("/")[2]


@pytest.fixture
def parts(ids: dict[str, str], preview: str) -> dict[str, Any]:
    """A value for every part of an address."""
    return {
        "game_id": ids["four"], "first": ids["four"], "second": ids["three"], "game": "white-castle",
        "number": 7, "turn_no": 7, "name": "coins", "panel": "balance", "who": player_id("Clara"),
        "key": preview,
    }  # fmt: skip


@pytest.fixture(scope="session")
def site(app: Flask) -> Iterator[str]:
    """The address of the application, served as for a user."""
    server = create_server(app, host="127.0.0.1", port=0, threads=4)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.effective_port}"
    server.close()
    thread.join(timeout=5)


@pytest.fixture
def quiet(page: Page) -> Iterator[Page]:
    """A page on which any console error fails the test."""
    errors: list[str] = []

    def listen(message: ConsoleMessage) -> None:
        if message.type == "error":
            errors.append(message.text)

    page.on("console", listen)
    yield page
    assert not errors
