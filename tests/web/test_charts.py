"""Charts over the web without a browser: addresses, views, sizes, tables that lead to turns, CSV."""

from __future__ import annotations

import csv
import io
import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from wcreplay.charts import Drawing
from wcreplay.engine.simulate import simulate
from wcreplay.store.database import Snapshot
from wcreplay.store.loader import import_records
from wcreplay.web import site
from wcreplay.web.app import create_app

if TYPE_CHECKING:
    from pathlib import Path

    from flask.testing import FlaskClient

RESOURCES = ("seal", "food", "iron", "pearl")
ADDRESSES = (
    "scoring.json",
    "coins.json",
    *(f"resources.json?show={name}" for name in RESOURCES),
    "time.json",
    "dice.json",
    "workers.json",
)


def content(client: FlaskClient, address: str) -> dict[str, Any]:
    """A chart as JSON, read strictly."""

    def refuse(constant: str) -> None:
        raise ValueError(constant)

    answer = client.get(address)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = json.loads(answer.text, parse_constant=refuse)
    return found


def rows_of(client: FlaskClient, address: str) -> list[list[str]]:
    answer = client.get(address)
    assert answer.status_code == 200, answer.text
    return list(csv.reader(io.StringIO(answer.text.removeprefix("\ufeff"))))


def test_chart_json_is_small_strict_and_complete(client: FlaskClient, ids: dict[str, str]) -> None:
    for game in ids.values():
        for address in ADDRESSES:
            path = f"/games/{game}/charts/{address}"
            assert len(client.get(path).data) < 30_000, path
            for panel in content(client, path)["panels"]:
                assert panel["summary"]
                assert panel["figure"]["data"], panel["name"]
                assert panel["head"], panel["name"]
                assert panel["body"], panel["name"]


def test_charts_stay_small_in_games_of_four_with_long_names(tmp_path: Path) -> None:
    """Of the policy that plays best, so that every turn moves much; the size is that of the plain text."""
    names = {"A": "Maximiliane", "B": "Bartholomäus", "C": "Carla-Franziska", "D": "Dieudonné"}
    tags = "".join(f'[{seat} "{name} Konstantinopolitanska-Rabenstein"]\n' for seat, name in names.items())
    games = [
        text.replace("[Ruleset", f"{tags}[Ruleset", 1)
        for text in simulate("white-castle", 4, 4, "heuristic", 11)
    ]
    (tmp_path / "games.wcr").write_text("\n".join(games), encoding="utf-8")
    assert import_records(tmp_path / "games.duckdb", [tmp_path / "games.wcr"]).stored == len(games)
    with Snapshot(tmp_path / "games.duckdb", follow=False) as snapshot:
        client = create_app(snapshot).test_client()
        for game in client.get("/api/v1/games").json["games"]:  # type: ignore[index]
            assert len(game["seats"][0]["player"]) > 40
            for address in ADDRESSES:
                size = len(client.get(f"/games/{game['game_id']}/charts/{address}").data)
                assert 10_000 < size < 30_000, address


def test_a_chart_of_several_views(client: FlaskClient, ids: dict[str, str]) -> None:
    address = f"/games/{ids['four']}/charts/resources"
    first = content(client, f"{address}.json")
    assert first == content(client, f"{address}.json?show=seal")
    assert first["choices"] == [
        {
            "name": name,
            "title": "mother-of-pearl" if name == "pearl" else f"{name}s" if name == "seal" else name,
        }
        for name in RESOURCES
    ]
    food = content(client, f"{address}.json?show=food")
    assert (food["choice"], food["panels"][0]["title"]) == ("food", "Food after each turn")
    assert "lost to the limit" in {line[0] for panel in food["panels"] for line in panel["body"]}
    page = client.get(f"{address}?show=iron").text
    assert 'href="' + address + '?show=pearl"' in page
    assert re.findall(r'data-choice="(\w+)" aria-current="true"', page) == ["iron"]
    assert "Iron after each turn" in page


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("resources?show=gold", "it can show: seal, food, iron, pearl"),
        ("coins?show=gold", "it can show: one view"),
        ("coins/none.csv", "there are: balance, purse, turns, causes"),
        ("none/balance.csv", "there are: scoring, coins, resources, time, dice, workers"),
    ],
)
def test_wrong_views_and_panels_name_the_right_ones(
    client: FlaskClient, ids: dict[str, str], address: str, words: str
) -> None:
    answer = client.get(f"/games/{ids['two']}/charts/{address}")
    assert answer.status_code == 404
    assert words in answer.text


def test_charts_as_tables_for_readers_without_scripts(client: FlaskClient, ids: dict[str, str]) -> None:
    page = client.get(f"/games/{ids['three']}/charts/scoring").text
    assert "Clara has 75 points" in page
    assert "Ana is 13 points behind Clara" in page
    assert "<table" in page
    assert "<details open" not in client.get(f"/games/{ids['three']}").text


def test_the_turns_of_a_table_lead_into_the_replay(client: FlaskClient, ids: dict[str, str]) -> None:
    page = client.get(f"/games/{ids['two']}/charts/time").text
    link = re.compile(rf'<a href="/games/{ids["two"]}[?]turn=(\d+)" data-turn="(\d+)">([^<]*)</a>')
    for number, again, label in link.findall(page):
        turn = json.loads(client.get(f"/games/{ids['two']}/turns/{number}.json").text)
        assert number == again
        assert label in {turn["label"], turn["phase"], "start", f"round {turn['round']}"}
    assert (
        len(link.findall(page)) == 25 + 8
    )  # each turn in the race, each place after each round in the order


def test_every_panel_of_the_game_page_has_its_ways_out(client: FlaskClient, ids: dict[str, str]) -> None:
    page = client.get(f"/games/{ids['four']}").text
    panels = re.findall(r'data-panel="(\w+)"', page)
    assert len(panels) == 18
    links = re.findall(r'href="(/games/[^"]+[.]csv[^"]*)" download', page)
    assert len(links) == len(panels)
    for link in links:
        assert client.get(link).status_code == 200
    for name in ("scoring", "coins", "resources", "time", "dice", "workers"):
        assert f'href="#chart-{name}"' in page
        assert f'id="chart-{name}"' in page


def test_csv_is_the_table_with_the_numbers_of_the_turns(client: FlaskClient, ids: dict[str, str]) -> None:
    address = f"/games/{ids['three']}/charts/coins"
    panel = content(client, f"{address}.json")["panels"][0]
    answer = client.get(f"{address}/balance.csv")
    assert answer.mimetype == "text/csv"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="coins-balance.csv"'
    assert answer.text.startswith("\ufeffturn_no,Turn,A Ana,")
    head, *body = rows_of(client, f"{address}/balance.csv")
    assert head == ["turn_no", *panel["head"]]
    assert [line[0] for line in body] == [str(turn) for turn in panel["turns"]]
    assert [line[1] for line in body] == [line[0] for line in panel["body"]]
    shown = client.get(f"/games/{ids['three']}/charts/resources/causes.csv?show=food")
    assert shown.headers["Content-Disposition"] == 'attachment; filename="resources-food-causes.csv"'


def test_csv_has_no_formulas(db: Path, ids: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Texts that begin as formulas do are marked as text; numbers below zero stay numbers."""
    head = ["=cmd|' /C calc'!A0", "@sum"]
    body: list[list[Any]] = [["+1 warrior", -3], ["-2 coins", 4], ["\ttab", None], ['quoted "x", y', 5]]
    odd = Drawing("odd", "Odd", "", "Odd.", {"data": [], "layout": {}}, head, body, [], wide=False)
    monkeypatch.setattr(site, "draw", lambda *_: odd)
    with Snapshot(db) as snapshot:
        rows = rows_of(create_app(snapshot).test_client(), f"/games/{ids['two']}/charts/dice/odd.csv")
    assert rows == [
        ["'=cmd|' /C calc'!A0", "'@sum"],
        ["'+1 warrior", "-3"],
        ["'-2 coins", "4"],
        ["'\ttab", ""],
        ['quoted "x", y', "5"],
    ]
