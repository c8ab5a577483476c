"""Names and events as records may have them, and addresses as anybody may send them."""

from __future__ import annotations

import random
import shutil
import time
from html import unescape
from typing import TYPE_CHECKING
from urllib.parse import quote

import duckdb
import pytest

from wcreplay.store.database import Snapshot
from wcreplay.web.app import create_app
from wcreplay.web.queries import MOST_LETTERS
from wcreplay.web.v1.parameters import most_like

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from flask.testing import FlaskClient
    from playwright.sync_api import Page

STORED = (
    '=HYPERLINK("x")',
    "'; DROP TABLE game; --",
    "100%_",
    "\t padded ",
    "\u2028line",
    "a\x01b\x85",
    "\u202egnp.live",
    "</script><script>alert(1)</script>",
    "e" * 201,
    "e" * MOST_LETTERS,
)
"""Texts that are an event, and a player, of the database each in turn."""
EVENT = ("/?event=", "/explorer?event=", "/api/v1/games?event=", "/api/v1/explorer?event=")
TOO_LONG = "e" * (MOST_LETTERS + 1)


@pytest.fixture(scope="module")
def named(db: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    """The small database with a complete game of each of the texts, and one of a text that is too long."""
    path = tmp_path_factory.mktemp("hostile") / "named.duckdb"
    shutil.copyfile(db, path)
    with duckdb.connect(path) as connection:
        (old,) = connection.execute("SELECT game_id FROM game WHERE record_no = 2").fetchall()[0]
        for number, text in enumerate((*STORED, TOO_LONG)):
            given = {"new": f"{number:016x}", "old": old, "text": text}
            connection.execute(
                "INSERT INTO game SELECT * REPLACE ($new AS game_id, $text AS event) FROM game "
                "WHERE game_id = $old",
                given,
            )
            connection.execute(
                "INSERT INTO seat SELECT * REPLACE ($new AS game_id, "
                "CASE seat::VARCHAR WHEN 'A' THEN $text WHEN 'B' THEN 'Other' ELSE player END AS player) "
                "FROM seat WHERE game_id = $old",
                given,
            )
    with Snapshot(path) as snapshot:
        yield create_app(snapshot).test_client()


@pytest.mark.parametrize("text", STORED)
def test_every_event_and_name_that_is_stored_can_be_asked_for(named: FlaskClient, text: str) -> None:
    for address in EVENT:
        answer = named.get(address + quote(text))
        assert answer.status_code == 200, address
        found = '"total":1,' if "v1/games" in address else "R3" if "explorer" in address else "1 game"
        assert found in answer.text, address
        assert "<script>alert" not in answer.text or "/api/" in address
    leading = named.get(f"/players/by-name?name={quote(text)}")
    assert leading.status_code == 302
    assert named.get(leading.headers["Location"]).status_code == 200
    page = named.get(f"/versus?a={quote(text)}&b=Other")
    assert page.status_code == 200
    assert "<script>alert" not in page.text


@pytest.mark.parametrize("address", EVENT)
def test_an_event_that_is_too_long_is_told_and_never_cut(named: FlaskClient, address: str) -> None:
    answer = named.get(address + TOO_LONG)
    assert answer.status_code == 400
    assert f"Event has at most {MOST_LETTERS} characters, not {len(TOO_LONG)}." in unescape(answer.text)


def test_what_is_too_long_to_be_asked_for_is_not_offered(named: FlaskClient) -> None:
    for address in ("/", "/explorer", "/versus"):
        page = named.get(address).text
        assert f'<option value="{STORED[-1]}"' in page
        assert f'<option value="{TOO_LONG}"' not in page
    assert named.get(f"/players/by-name?name={TOO_LONG}").status_code == 404
    assert named.get(f"/versus?a={TOO_LONG}&b=Other").status_code == 404


def test_a_browser_that_has_anything_is_told_of_an_error_all_the_same(client: FlaskClient) -> None:
    for address, status in (("/compare?a=zz", 404), ("/explorer?players=x", 400), ("/players", 200)):
        assert client.get(address, headers={"If-None-Match": "*"}).status_code == status


def test_the_nearest_of_many_names_is_found_quickly() -> None:
    chance = random.Random(1)
    alike = ["".join(chance.sample("abcdefghij" * 6, 60)) for _ in range(5_000)]
    began = time.process_time()
    assert most_like("jihgfedcba" * 6, alike) in {"", *alike}
    assert most_like("Autum cup", [*alike, "Autumn cup"]) == "Autumn cup"
    assert time.process_time() - began < 1  # three seconds and more if each is compared in full
    assert most_like("", ["Ana"]) == most_like("x", []) == ""


@pytest.mark.browser
def test_a_name_that_turns_the_direction_of_writing_turns_nothing_beside_it(quiet: Page, site: str) -> None:
    quiet.goto(site)
    beside = """who => {
        const [line, points] = [document.createElement("p"), document.createElement("i")];
        const name = who.cloneNode();
        [name.textContent, points.textContent] = ["\\u202eAna", " 72"];
        line.append(name, points);
        document.querySelector("main").append(line);
        return points.getBoundingClientRect().left >= name.getBoundingClientRect().right - 1;
    }"""
    assert quiet.locator("a.who").first.evaluate(beside)
