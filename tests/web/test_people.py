"""The pages of players, their numbers worked out a second time from the replays."""

from __future__ import annotations

import datetime as dt
import json
import re
import shutil
import threading
import time
from html import escape, unescape
from statistics import fmean
from typing import TYPE_CHECKING, Any

import pytest
from openskill.models import PlackettLuce

from wcreplay import api
from wcreplay.analysis.people import Duel, duel
from wcreplay.analysis.ratings import Place, rate
from wcreplay.store.database import Snapshot, open_database
from wcreplay.store.players import store_aliases
from wcreplay.web import people, roster
from wcreplay.web.app import create_app
from wcreplay.web.roster import player_id

from .conftest import GAMES

if TYPE_CHECKING:
    from pathlib import Path

    from flask import Flask
    from flask.testing import FlaskClient

BOB = '<b>Bob</b> "x" <script>alert(1)</script>'


def text(client: FlaskClient, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status, answer.text
    return answer.text


def cells(page: str) -> dict[str, list[str]]:
    """The rows of all tables of a page by their heading, as plain text."""
    found = {}
    for row in re.findall(r"<tr.*?</tr>", page, re.DOTALL):
        parts = re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL)
        words = [unescape(re.sub(r"<[^>]*>", "", part)).strip() for part in parts]
        found[words[0]] = words[1:]
    return found


@pytest.fixture(scope="module")
def played() -> list[dict[str, Any]]:
    """The complete games as the replays tell them: name to (rank, points)."""
    made = []
    for record in api.read(GAMES):
        done = api.replay(record)
        if done.state != "complete":
            continue
        made.append({record.tags[one.seat]: (one.rank, one.points) for one in done.result})
    assert len(made) == 3
    return made


@pytest.mark.parametrize("name", ["Ana", "Bruno", "Clara", "Dario", BOB])
def test_the_list_has_games_wins_and_means_of_complete_games(
    client: FlaskClient, played: list[dict[str, Any]], name: str
) -> None:
    mine = [game[name] for game in played if name in game]
    wins = sum(rank == 1 for rank, _ in mine)
    row = cells(text(client, "/players"))[name]
    assert row[2:] == [
        str(len(mine)),
        str(wins),
        f"{100 * wins / len(mine):.0f} %",
        f"{fmean(rank for rank, _ in mine):.2f}",
        f"{fmean(points for _, points in mine):.1f}",
    ]


def test_who_has_played_no_game_to_the_end_is_not_listed(client: FlaskClient) -> None:
    assert "Emil" not in text(client, "/players")
    assert "No player matches" in text(client, "/players?q=emil")


def test_names_are_text_on_every_page(client: FlaskClient) -> None:
    for address in ("/players", f"/players/{player_id(BOB)}", f"/players/{player_id('Clara')}"):
        page = text(client, address)
        assert "<script>alert" not in page
        assert escape(BOB, quote=False).split(" ")[0] in page


@pytest.mark.parametrize(
    ("query", "count"), [("q=ZOE", 1), ("q=a", 4), ("q=%25", 0), ("page=99", 6), ("sort=x", 6)]
)
def test_the_list_can_be_searched(client: FlaskClient, query: str, count: int) -> None:
    assert text(client, f"/players?{query}").count('<th scope="row">') == count


def test_every_column_orders_the_list_both_ways(client: FlaskClient) -> None:
    for number, key in enumerate(("rating", "range", "games", "wins", "share", "place", "points")):
        for way, down in (("down", True), ("up", False)):
            rows = list(cells(text(client, f"/players?sort={key}&dir={way}")).values())[1:]
            values = [float(row[number].partition(" –")[0].strip(" %")) for row in rows]
            assert values == sorted(values, reverse=down), key


def test_a_players_page_has_results_and_charts(client: FlaskClient, played: list[dict[str, Any]]) -> None:
    page = text(client, f"/players/{player_id('Clara')}")
    rank, points = next(game["Clara"] for game in played if "Zoë & Söhne" in game)
    assert cells(page)["2026-11-20 Thursday table"][:2] == [f"{rank} of 4", str(points)]
    content = json.loads(text(client, f"/players/{player_id('Clara')}/charts/career.json"))
    totals = [line[-1] for line in content["panels"][0]["body"]]
    assert sorted(totals) == sorted(game["Clara"][1] for game in played if "Clara" in game)
    assert len(text(client, f"/players/{player_id('Clara')}/charts/career/rating.csv").splitlines()) == 3
    assert "Rating after each game" in text(client, f"/players/{player_id('Clara')}/charts/career")


def test_two_players_are_compared_in_their_games_together(
    client: FlaskClient, played: list[dict[str, Any]]
) -> None:
    both = [(game["Ana"], game["Bruno"]) for game in played if "Ana" in game and "Bruno" in game]
    margin = fmean(mine[1] - theirs[1] for mine, theirs in both)
    page = text(client, "/versus?a=Ana&b=Bruno")
    ahead = sum(mine[0] < theirs[0] for mine, theirs in both)
    words = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page))
    assert f"Complete games together {len(both)} " in words
    assert f"Ana ahead {ahead} of {len(both)}" in words
    assert f"Mean margin {margin:+.1f}".replace("-", "−") in words
    table = re.search(r'aria-labelledby="gaps-heading".*?</section>', page, re.DOTALL)
    assert table is not None
    rows = cells(table[0])
    assert rows.pop("Category") == ["Ana", "Bruno", "Difference"]
    means = [fmean(game[place][1] for game in both) for place in (0, 1)]
    assert rows.pop("total")[:2] == [f"{mean:.1f}" for mean in means]
    gaps = list(rows.values())
    summed = sum(float(row[0]) - float(row[1]) for row in gaps)
    assert summed == pytest.approx(margin, abs=0.1 * len(gaps))


@pytest.mark.parametrize(
    ("address", "status", "words"),
    [
        ("/versus", 200, "Enter two names"),
        ("/versus?a=Ana&b=Anna", 404, "Is &#39;Ana&#39; meant?"),
        ("/versus?a=Ana&b=Ana", 400, "Choose two players"),
        ("/versus?a=Ana&b=Dario", 200, "No games together"),
        ("/players/nobody-12345678", 404, "No player with a complete game"),
    ],
)
def test_wrong_and_empty_questions_are_answered(
    client: FlaskClient, address: str, status: int, words: str
) -> None:
    assert words in text(client, address, status)


def test_a_database_without_games_has_its_own_words(tmp_path: Path) -> None:
    with open_database(tmp_path / "none.duckdb"):
        pass
    with Snapshot(tmp_path / "none.duckdb") as snapshot:
        client = create_app(snapshot).test_client()
        assert "No players yet" in text(client, "/players")
        assert "has played a game to the end here yet" in text(client, "/versus")


def test_spellings_that_are_joined_are_one_player(tmp_path: Path, db: Path) -> None:
    path = tmp_path / "joined.duckdb"
    shutil.copyfile(db, path)
    assert store_aliases(path, {"Dario": "Bruno"})
    with Snapshot(path) as snapshot:
        client = create_app(snapshot).test_client()
        rows = cells(text(client, "/players"))
        assert "Dario" not in rows
        assert rows["Bruno"][2] == "3"
        page = client.get("/players/by-name?name=Dario", follow_redirects=True)
        assert page.request.path == f"/players/{player_id('Bruno')}"
        assert "Written as: Bruno, Dario" in page.text
        assert "3 rated games" in page.text
        assert "Bruno and Ana" in text(client, "/versus?a=Dario&b=Ana")


def test_the_ratings_are_begun_before_anybody_asks_for_them(
    db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a thread, once for each generation of the data; a page of players has nothing left to work out."""
    made: list[str] = []

    def counted(*arguments: Any) -> roster.Roster:
        made.append(threading.current_thread().name)
        return really(*arguments)

    really = roster._made
    monkeypatch.setattr(roster, "_made", counted)
    monkeypatch.setattr(roster, "REST", 0.05)
    path = tmp_path / "games.duckdb"
    shutil.copyfile(db, path)
    with Snapshot(path) as snapshot:
        app = create_app(snapshot)
        app.before_request(people.foresee)
        client = app.test_client()
        for number in (1, 2):
            if number == 2:
                assert store_aliases(path, {"Dario": "Bruno"})
            deadline = time.monotonic() + 20
            while len(made) < number or not ready(app, number):
                client.get("/")
                time.sleep(0.02)
                assert time.monotonic() < deadline, made
            assert "Clara" in text(client, "/players")
            assert made == ["roster"] * number


def ready(app: Flask, generation: int) -> bool:
    """Whether the ratings of a generation are there."""
    kept: roster.Rosters = app.extensions["wcreplay.rosters"]
    return kept._generation == generation


def test_ratings_go_by_date_then_id_and_heed_ties() -> None:
    day = dt.date(2026, 5, 1)
    places = [
        Place(day, "b", "Ana", 2), Place(day, "b", "Bo", 1),
        Place(day, "a", "Ana", 1), Place(day, "a", "Bo", 1), Place(day, "a", "Cy", 3),
        Place(None, "z", "Bo", 2), Place(None, "z", "Cy", 1),
        Place(day, "c", "Ana", 1), Place(day, "c", "", 2),
        Place(day, "d", "Ana", 1), Place(day, "d", "Ana", 2),
    ]  # fmt: skip
    made = rate(places)
    assert [entry.game_id for entry in made["Ana"]] == ["a", "b"]
    assert [entry.game_id for entry in made["Bo"]] == ["z", "a", "b"]
    model = PlackettLuce()
    ana, bo, cy = (model.rating() for _ in range(3))
    [[cy], [bo]] = model.rate([[cy], [bo]], ranks=[1, 2])
    [[ana], [bo], [cy]] = model.rate([[ana], [bo], [cy]], ranks=[1, 1, 3])
    [[bo], [ana]] = model.rate([[bo], [ana]], ranks=[1, 2])
    for name, wanted in (("Ana", ana), ("Bo", bo), ("Cy", cy)):
        rating = made[name][-1].rating
        assert (rating.mu, rating.sigma) == pytest.approx((wanted.mu, wanted.sigma))
        assert rating.high - rating.low == pytest.approx(4 * rating.sigma)
    assert rate(reversed(places)) == made


def test_a_duel_counts_places_and_the_mean_margin() -> None:
    assert duel([(1, 50, 2, 40), (3, 30, 1, 60), (1, 44, 1, 44)]) == Duel(3, 1, 1, 1, -20 / 3)
    assert duel([]) == Duel(0, 0, 0, 0, None)
