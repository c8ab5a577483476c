"""Two games side by side: the numbers against the replays, wrong questions, names that are markup."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
from html import unescape
from typing import TYPE_CHECKING, Any

import pytest

from wcreplay import api
from wcreplay.analysis.games import Difference, differences, progress
from wcreplay.store.database import Snapshot, open_database
from wcreplay.web import queries
from wcreplay.web.app import create_app

from .conftest import GAMES

if TYPE_CHECKING:
    from pathlib import Path

    from flask.testing import FlaskClient


def text(client: FlaskClient, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status, answer.text
    return answer.text


def table(page: str, name: str) -> dict[str, list[str]]:
    """The lines of one of the tables of the page by their words."""
    found = re.search(rf'aria-labelledby="{name}-heading".*?</section>', page, re.DOTALL)
    assert found is not None
    lines = {}
    for row in re.findall(r'<tr[^>]*><th scope="row">.*?</tr>', found[0], re.DOTALL):
        words, *cells = (
            unescape(re.sub(r"<[^>]*>", "", part)).strip() for part in re.findall(r"<t[hd].*?</t[hd]>", row)
        )
        lines[words] = cells
    return lines


def numbers(cells: list[str]) -> list[int]:
    return [int(cell.replace("−", "-")) for cell in cells]


@pytest.fixture
def both(ids: dict[str, str]) -> str:
    return f"/compare?a={ids['four']}&b={ids['three']}"


@pytest.fixture(scope="module")
def played() -> list[Any]:
    """The replays of the games ``four`` and ``three``."""
    return [api.replay(record) for record in api.read(GAMES)][:2]


def test_points_by_category_are_those_of_the_replays(
    client: FlaskClient, both: str, played: list[Any]
) -> None:
    lines = table(text(client, both), "points")
    seats = [(done, one.seat) for done in played for one in sorted(done.result, key=lambda one: one.rank)]
    finals = [dict(zip(done.seats, done.turns[-1].scores, strict=True))[seat] for done, seat in seats]
    assert len(lines) == len(finals[0]) + 1
    for place, cells in enumerate(list(lines.values())[:-1]):
        assert numbers(cells[:-1]) == [scores[place] for scores in finals]
    total = numbers(lines["total"])
    assert total[:-1] == [sum(scores) for scores in finals]
    first = len(played[0].seats)
    for cells in lines.values():
        assert numbers(cells)[-1] == numbers(cells)[0] - numbers(cells)[first]


def test_coins_by_cause_add_up_to_the_purses(client: FlaskClient, both: str, ids: dict[str, str]) -> None:
    page = text(client, both)
    received, paid = (numbers(table(page, name)["total"]) for name in ("received", "paid"))
    purses = []
    for name in ("four", "three"):
        turns = json.loads(text(client, f"/games/{ids[name]}/turns/0.json"))["turns"]
        last = json.loads(text(client, f"/games/{ids[name]}/turns/{turns}.json"))["position"]["players"]
        order = json.loads(text(client, f"/api/v1/games/{ids[name]}"))["seats"]
        purses += [last[seat["seat"]]["coins"] for seat in order]
    assert [gained - spent for gained, spent in zip(received, paid, strict=True)] == purses
    for name in ("received", "paid"):
        for cells in table(page, name).values():
            assert any(numbers(cells)), "a cause by which nobody moved a coin has no line"


def test_the_way_there(client: FlaskClient, both: str, played: list[Any]) -> None:
    lines = table(text(client, both), "course")
    assert lines["turns taken"] == ["9"] * 7
    final = [one.points for done in played for one in sorted(done.result, key=lambda one: one.rank)]
    assert numbers(lines["points after round 3"]) == final
    assert max(numbers(lines["space on the time track"])) > 5
    assert "seals paid at checkpoints" in lines


def test_the_page_says_in_words_where_the_winners_differ_most(client: FlaskClient, both: str) -> None:
    page = text(client, both)
    lines = table(page, "points")
    (words,) = re.findall(r'<p class="apart"><b>(.*?)</b>', page)
    gaps = {name: abs(numbers(cells)[-1]) for name, cells in lines.items() if name != "total"}
    most = max(gaps, key=lambda name: gaps[name])
    assert f"They differ most in {most} (" in words
    assert f"{abs(numbers(lines['total'])[-1])} points apart" in words
    assert "won game 1 with 56 points" in words


def test_a_game_that_stops_early_is_compared_as_far_as_it_goes(
    client: FlaskClient, ids: dict[str, str]
) -> None:
    page = text(client, f"/compare?a={ids['four']}&b={ids['partial']}")
    assert "Dario is in front with 18 points where game 2 stops" in page
    assert "Game 2 stops early" in page
    assert ">partial<" in page
    assert table(page, "course")["points after round 2"][-3:] == ["–"] * 3


def test_a_page_without_scripts_has_heads_tables_and_links(
    client: FlaskClient, both: str, ids: dict[str, str]
) -> None:
    page = text(client, both)
    for words in ("2026-11-20 Thursday table", "2026-10-03 Autumn cup, round 2", "R3 + A3", "1st to start"):
        assert words in page
    for name in ("four", "three"):
        assert f'href="/games/{ids[name]}"' in page
    assert f'href="/compare?b={ids["three"]}">Choose another game 1' in page
    assert f'href="/compare?a={ids["four"]}">Choose another game 2' in page
    for chart in ("scoring", "coins", "time"):
        assert f'href="/compare/{ids["four"]}/{ids["three"]}/charts/{chart}"' in page
    assert f'href="/compare?a={ids["four"]}"' in text(client, f"/games/{ids['four']}")
    assert 'href="/compare"' in text(client, "/")


def test_charts_of_both_games_have_drawings_tables_and_downloads(
    client: FlaskClient, ids: dict[str, str]
) -> None:
    base = f"/compare/{ids['four']}/{ids['three']}/charts"
    panels = {"scoring": ["points", "running"], "coins": ["received", "paid"], "time": ["race"]}
    for name, wanted in panels.items():
        answer = client.get(f"{base}/{name}.json")
        assert len(answer.data) < 30_000
        content = json.loads(answer.text)
        assert [panel["name"] for panel in content["panels"]] == wanted
        page = text(client, f"{base}/{name}")
        for panel in content["panels"]:
            assert panel["figure"]["data"]
            assert "Game 1: " in panel["summary"]
            assert "Game 2: " in panel["summary"]
            assert len(panel["head"]) == 8
            lines = list(csv.reader(io.StringIO(text(client, f"{base}/{name}/{panel['name']}.csv"))))
            assert len(lines) == 1 + len(panel["body"])
            assert panel["title"] in page
            assert page.count("<table") == len(wanted)


def test_the_charts_say_what_the_tables_say(client: FlaskClient, both: str, ids: dict[str, str]) -> None:
    page = text(client, both)
    base = f"/compare/{ids['four']}/{ids['three']}/charts"
    for chart, place, name in (("scoring", 0, "points"), ("coins", 0, "received"), ("coins", 1, "paid")):
        panel = json.loads(text(client, f"{base}/{chart}.json"))["panels"][place]
        shown = table(page, name)
        assert {line[0]: line[1:] for line in panel["body"]} == {
            words: numbers(cells)[:7] for words, cells in shown.items()
        }
    running = json.loads(text(client, f"{base}/scoring.json"))["panels"][1]
    order = [f"{number}{seat}" for number, seats in ((1, "ABCD"), (2, "ABC")) for seat in seats]
    assert [head[:2] for head in running["head"][1:]] == order
    assert sorted(running["body"][-1][1:]) == sorted(numbers(table(page, "points")["total"])[:7])
    assert running["body"][-2][0] == "9 turns each"


def test_a_game_is_chosen_from_a_list_that_can_be_searched(
    client: FlaskClient, ids: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = text(client, "/compare")
    assert page.count('class="cover"') == 4
    assert "Choose the first of the two games" in page
    page = text(client, f"/compare?a={ids['four']}")
    assert re.findall(r'class="cover" href="([^"]+)"', page) == [
        f"/compare?a={ids['four']}&amp;b={ids[name]}" for name in ("partial", "three", "two")
    ]
    page = text(client, f"/compare?b={ids['four']}&q=AUTUMN")
    assert re.findall(r'class="cover" href="([^"]+)"', page) == [
        f"/compare?b={ids['four']}&amp;a={ids['three']}"
    ]
    assert f'<input type="hidden" name="b" value="{ids["four"]}">' in page
    assert "No game matches" in text(client, f"/compare?a={ids['four']}&q=nobody")
    monkeypatch.setattr(queries, "PAGE_SIZE", 2)
    page = text(client, f"/compare?a={ids['four']}&q=a")
    (forth,) = re.findall(r'rel="next" href="([^"]+)"', page)
    assert text(client, unescape(forth)).count('class="cover"') == 1


def test_the_beginning_of_an_id_is_enough_if_only_one_game_has_it(
    client: FlaskClient, ids: dict[str, str]
) -> None:
    page = text(client, f"/compare?a={ids['four'][:8]}&b=%20{ids['three'][:8].upper()}")
    assert "Two games compared" in page


@pytest.mark.parametrize(
    ("address", "status", "words"),
    [
        ("/compare?a=0123456789abcdef", 404, "No game with this id"),
        ("/compare?a={four}&b=zzz", 404, "No game with this id"),
        ("/compare?a=%25&b={four}", 404, "No game with this id"),
        ("/compare?a={four}&b={four}", 400, "Both are the same game"),
        ("/compare?a=%00", 404, "No game with this id"),
        ("/compare?page=x&q=%00", 200, "No game matches"),
        ("/compare/{four}/{four}/charts/scoring.json", 400, "Both are the same game"),
        ("/compare/{four}/{three}/charts/none", 404, "there are: scoring, coins, time"),
        ("/compare/{four}/x/charts/scoring", 404, "No game with this id"),
        ("/compare/{four}/{three}/charts/coins/none.csv", 404, "there are: received, paid"),
    ],
)
def test_wrong_questions_are_answered(
    client: FlaskClient, ids: dict[str, str], address: str, status: int, words: str
) -> None:
    assert words in text(client, address.format(**ids), status)


def test_games_that_cannot_be_compared_are_said_to_be(db: Path, tmp_path: Path, ids: dict[str, str]) -> None:
    path = tmp_path / "other.duckdb"
    shutil.copyfile(db, path)
    twin = ids["four"][:10] + "000000"
    with open_database(path) as catalogue:
        cursor = catalogue.cursor()
        cursor.execute("UPDATE game SET game = 'castle-builder' WHERE game_id = ?", [ids["two"]])
        cursor.execute("UPDATE game SET state = 'rejected', turns = 0 WHERE game_id = ?", [ids["three"]])
        cursor.execute("UPDATE game SET game_id = ? WHERE game_id = ?", [twin, ids["partial"]])
    with Snapshot(path) as snapshot:
        client = create_app(snapshot).test_client()
        page = text(client, f"/compare?a={ids['four']}&b={ids['two']}", 400)
        assert "One is a game of white-castle, the other of castle-builder" in page
        assert "Choose the second of the two games" in page
        for address in (f"/compare?a={ids['four']}&b={ids['three']}", f"/compare?a={ids['three']}"):
            assert "nothing is left to compare" in text(client, address, 409)
        text(client, f"/compare/{ids['four']}/{ids['three']}/charts/scoring.json", 409)
        page = text(client, f"/compare?a={ids['four'][:9]}", 400)
        assert "Several games have an id that begins with" in page
        listed = re.findall(r"&amp;b=(\w+)", text(client, f"/compare?a={ids['four']}"))
        assert listed == [twin], "other kinds of game and rejected games are not offered"


def test_a_kind_of_game_without_charts_has_heads_and_turns(
    db: Path, tmp_path: Path, ids: dict[str, str]
) -> None:
    path = tmp_path / "kind.duckdb"
    shutil.copyfile(db, path)
    with open_database(path) as catalogue:
        catalogue.cursor().execute("UPDATE game SET game = 'castle-builder'")
    with Snapshot(path) as snapshot:
        client = create_app(snapshot).test_client()
        page = text(client, f"/compare?a={ids['four']}&b={ids['three']}")
        assert list(table(page, "course")) == ["turns taken"]
        assert page.count("<table") == 1
        assert "2026-10-03 Autumn cup, round 2" in page
        address = f"/compare/{ids['four']}/{ids['three']}/charts/scoring"
        assert "there are: none" in text(client, address, 404)


def test_names_and_events_are_text(client: FlaskClient, ids: dict[str, str], both: str) -> None:
    addresses = [both, "/compare?q=%3Cscript%3E", f"/compare?a={ids['four']}"]
    addresses += [f"/compare/{ids['four']}/{ids['three']}/charts/{name}" for name in ("scoring", "coins")]
    for address in addresses:
        page = text(client, address)
        assert "<b>Bob" not in page
        assert "<script>" not in page
        assert "<i>old" not in page
    assert "&lt;b&gt;Bob&lt;/b&gt;" in text(client, both)
    content = text(client, f"{addresses[-1]}.json")
    assert "<b>Bob" not in json.dumps([panel["figure"] for panel in json.loads(content)["panels"]])


def test_a_database_without_games(tmp_path: Path) -> None:
    with open_database(tmp_path / "none.duckdb"):
        pass
    with Snapshot(tmp_path / "none.duckdb") as snapshot:
        assert "Two games are needed" in text(create_app(snapshot).test_client(), "/compare")


def test_differences_are_sorted_by_size_whoever_has_more() -> None:
    found = differences({"time": 3, "play": 10, "same": 4}, {"time": 9, "same": 4, "rest": 2})
    assert found == [Difference("play", 10, 0), Difference("time", 3, 9), Difference("rest", 0, 2)]
    assert [one.size for one in found] == [10, 6, 2]


def test_progress_counts_turns_of_each_player() -> None:
    phases = ["setup", "draft", "turn", "turn", "gardens", "turn", "end"]
    assert progress(enumerate(phases), 2) == {0: 0, 1: 0, 2: 0.5, 3: 1, 4: 1, 5: 1.5, 6: 1.5}
