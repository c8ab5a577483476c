"""The pages without a browser: lists, games, errors, headers, caching."""

from __future__ import annotations

import json
import re
import shutil
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.cli.conftest import RECORD
from wcreplay import bundled
from wcreplay.importers.intake import read_paths
from wcreplay.store.database import Snapshot, open_database
from wcreplay.store.loader import Options, import_raw, import_records
from wcreplay.store.players import store_aliases
from wcreplay.web import pages, queries
from wcreplay.web.app import create_app
from wcreplay.web.replays import Films, Unplayable
from wcreplay.web.roster import player_id
from wcreplay.web.server import LOOPBACK

from .conftest import GAMES

if TYPE_CHECKING:
    from flask.testing import FlaskClient


def text(client: FlaskClient, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status, answer.text
    return answer.text


def found_titles(client: FlaskClient, query: str) -> list[str]:
    """The first player of each listed game, in the order of the page."""
    page = text(client, f"/?{query}")
    return [part.split("</span>")[0] for part in page.split('class="who">')[1:]]


def test_the_list_shows_every_game_newest_first(client: FlaskClient) -> None:
    page = text(client, "/")
    assert "4 games" in page
    assert page.index("2026-11-27") < page.index("2026-11-20") < page.index("2026-10-03")


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("q=clara", 2), ("q=ZOE", 1), ("q=autumn", 1), ("q=kitchen", 1), ("q=nobody", 0), ("players=3", 2),
        ("players=3&q=emil", 1), ("q=%25", 0), ("q=%3Cb%3E", 1), ("players=", 4),
        ("event=Thursday+table", 2), ("event=thursday", 0), ("state=partial", 1), ("state=complete", 3),
        ("state=cut", 0), ("source=notation", 4), ("source=simulated", 0),
        ("event=Thursday+table&state=complete&source=notation&q=dario&players=4&sort=oldest", 1),
        ("players=abc", 0), ("players=0", 0), ("players=-1", 0), ("players=99999999999", 0),
        ("players=%D9%A3", 0),
        ("state=x", 0), ("state=%27", 0), ("source=%00", 0), ("event=%FF", 0), ("event=+", 0),
        ("page=99", 4), ("page=-3", 4), ("page=abc", 4), ("page=99999999999999999999", 4), ("sort=x", 4),
    ],
)  # fmt: skip
def test_search_and_filter(client: FlaskClient, query: str, count: int) -> None:
    page = text(client, f"/?{query}")
    assert page.count('class="cover"') == count
    if not count:
        assert "No game matches" in page


@pytest.mark.parametrize("sort", list(queries.SORTS))
def test_every_sorting_lists_all_games(client: FlaskClient, sort: str) -> None:
    assert text(client, f"/?sort={sort}").count('class="cover"') == 4


def test_sorting_by_points_and_players(client: FlaskClient) -> None:
    best = text(client, "/?sort=most-points")
    assert best.index(">75<") < best.index(">56<") < best.index(">54<")
    few = text(client, "/?sort=fewest-players")
    assert few.index("2 players</span>") < few.index("4 players</span>")


def test_paging_keeps_the_filter(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "PAGE_SIZE", 2)
    first = text(client, "/?sort=oldest&players=3")
    assert 'rel="next"' not in first
    page = text(client, "/?sort=oldest&page=1")
    assert "page 1 of 2" in page
    assert "sort=oldest&amp;page=2" in page
    assert page.count('class="cover"') == 2
    assert 'rel="prev"' in text(client, "/?sort=oldest&page=2")


def test_paging_keeps_every_filter(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "PAGE_SIZE", 1)
    page = text(client, "/?event=Thursday+table&source=notation&q=a&sort=oldest")
    (forth,) = re.findall(r'rel="next" href="([^"]+)"', page)
    later = text(client, unescape(forth))
    assert (found_dates(page), found_dates(later)) == (["2026-11-20"], ["2026-11-27"])
    assert 'rel="next"' not in later
    assert re.findall(r"<option value=\"([^\"]+)\" selected", later) == [
        "Thursday table",
        "notation",
        "oldest",
    ]


def found_dates(page: str) -> list[str]:
    return re.findall(r'<time datetime="([^"]+)"', page)


def test_the_filters_offer_what_is_stored_and_keep_what_is_asked(client: FlaskClient) -> None:
    page = text(client, "/")
    for name, count in (("players", 3), ("event", 2), ("source", 1), ("state", 2)):
        select = re.search(rf'<select id="{name}".*?</select>', page, re.DOTALL)
        assert select is not None
        assert select[0].count("<option") == 1 + count, name
    page = text(client, "/?event=%3Cb%3E%22&state=cut")
    assert "<b>" not in page
    assert "with event “&lt;b&gt;&#34;”, state “cut”" in page
    assert "<option selected>&lt;b&gt;&#34;</option>" in page


def test_games_that_count_nowhere_say_so_in_words(db: Path, tmp_path: Path) -> None:
    path = tmp_path / "states.duckdb"
    shutil.copyfile(db, path)
    with open_database(path) as catalogue:
        cursor = catalogue.cursor()
        ids = [row[0] for row in cursor.execute("SELECT game_id FROM game ORDER BY record_no").fetchall()]
        for game_id, state in zip(ids, ("unproved", "cut", "rejected"), strict=False):
            cursor.execute("UPDATE game SET state = ? WHERE game_id = ?", [state, game_id])
    with Snapshot(path) as snapshot:
        client = create_app(snapshot).test_client()
        page = text(client, "/")
        for state in ("unproved", "cut", "rejected"):
            assert f">{state}, in no statistics<" in page
            assert text(client, f"/?state={state}").count('class="cover"') == 1
        assert ">partial<" in page
        assert "a recheck found the record wrong" in page
        assert "rejected: a recheck found the record wrong; the game is in no statistics" in text(
            client, f"/games/{ids[2]}"
        )


def test_names_lead_to_players_who_have_a_page(client: FlaskClient, ids: dict[str, str]) -> None:
    """Emil has played no game to the end, and a seat without a name is nobody."""
    for address in ("/", f"/games/{ids['partial']}", f"/games/{ids['four']}", f"/games/{ids['two']}"):
        page = text(client, address)
        links = re.findall(r'<a class="who" href="([^"]+)">(.*?)</a>', page)
        assert links
        for href, name in links:
            assert f"<h1>{name}</h1>" in text(client, href)
    named = re.findall(r'class="who" href="[^"]+">(.*?)<', text(client, f"/games/{ids['partial']}"))
    assert named == ["Ana", "Dario"]
    assert "href" not in re.findall(r"<(\w+ [^>]*)>Emil<", text(client, f"/games/{ids['partial']}"))[0]
    assert 'class="who" href' not in text(client, f"/embed/{ids['four']}")


def test_a_joined_spelling_leads_to_the_page_of_the_player(db: Path, tmp_path: Path) -> None:
    path = tmp_path / "joined.duckdb"
    shutil.copyfile(db, path)
    store_aliases(path, {"Emil": "Bruno"})
    with Snapshot(path) as snapshot:
        page = text(create_app(snapshot).test_client(), "/?q=emil")
    assert f'<a class="who" href="/players/{player_id("Bruno")}">Emil</a>' in page


def test_an_empty_database_says_what_to_do(tmp_path: Path) -> None:
    with open_database(tmp_path / "empty.duckdb"):
        pass
    with Snapshot(tmp_path / "empty.duckdb") as snapshot:
        page = text(create_app(snapshot).test_client(), "/")
    assert "No games yet" in page
    assert "wcreplay import" in page


def test_names_events_and_comments_are_text(client: FlaskClient, ids: dict[str, str]) -> None:
    addresses = [
        "/",
        "/?q=%3Cscript%3E",
        f"/games/{ids['four']}?turn=8",
        f"/games/{ids['four']}/charts/coins",
    ]
    for address in addresses:
        page = text(client, address)
        assert "<b>Bob" not in page
        assert "<script>alert" not in page
        assert "<i>old" not in page
        assert "<img src=x" not in page
    assert "&lt;img src=x onerror=alert(1)&gt;" in text(client, addresses[2])
    assert "&lt;b&gt;Bob&lt;/b&gt;" in text(client, addresses[2])


def test_a_game_at_each_of_its_turns(client: FlaskClient, ids: dict[str, str]) -> None:
    last = json.loads(text(client, f"/games/{ids['two']}/turns/0.json"))["turns"]
    for turn in range(last + 1):
        page = text(client, f"/games/{ids['two']}?turn={turn}")
        assert f"Turn <b>{turn}</b> of {last}" in page
        assert page.count('aria-current="step"') == 1
        pairs = turn <= 1  # two picks: from the second on none is left to choose
        assert page.count('role="img"') == 4 + 2 + pairs
        assert "NaN" not in page


def test_the_ledger_of_a_turn_in_words(client: FlaskClient, ids: dict[str, str]) -> None:
    page = text(client, f"/games/{ids['four']}?turn=6")
    assert "−2 coins" in page
    assert "die difference (s1)" in page
    assert "courtier to steward floor" in page
    assert "<b>Total</b>" in page
    assert "c1&lt;s1 &gt;1 Q g^s2.1/S4" in page


def test_the_running_score_of_a_turn(client: FlaskClient, ids: dict[str, str]) -> None:
    """The change by category in the turn's panel is what the list of turns says, and what is drawn."""
    page = text(client, f"/games/{ids['four']}?turn=40")
    before, now = (json.loads(text(client, f"/games/{ids['four']}/turns/{turn}.json")) for turn in (39, 40))
    old, new = (turn["position"]["players"][now["seat"]]["score"]["total"] for turn in (before, now))
    assert new > old
    assert f"<b>Score</b> {old} → {new} (+{new - old}): " in page
    row = page[page.index(' aria-current="step"') :]
    assert f'<span class="hidden">score </span>+{new - old}</span>' in row[: row.index("</li>")]


def test_the_end_shows_the_final_categories(client: FlaskClient, ids: dict[str, str]) -> None:
    last = json.loads(text(client, f"/games/{ids['three']}/turns/0.json"))["turns"]
    page = text(client, f"/games/{ids['three']}?turn={last}")
    panels = json.loads(text(client, f"/games/{ids['three']}/charts/scoring.json"))["panels"]
    chart = next(panel for panel in panels if panel["name"] == "final")
    table = page[page.index("Final score by category</caption>") :]
    cells = [
        int(cell) for cell in re.findall(r'<td class="num">(\d+)</td>', table[: table.index("</table>")])
    ]
    assert cells == [points for line in chart["body"] for points in line[1:]]


def test_a_tie_says_why_and_a_variation_is_shown(tmp_path: Path) -> None:
    tutorial = Path(__file__).parents[2] / "records" / "white_castle" / "tutorial.wcr"
    source = tutorial.read_text(encoding="utf-8")
    nested = "  (3.2 C c5>w ! {one}\n    (3.2 C w1<w {<b>two})\n  3.3 B c1<o1)"
    start = source.index("  (3.2 C")
    source = source[:start] + nested + source[source.index("\n", start) :]
    (tmp_path / "one.wcr").write_text(source, encoding="utf-8")
    assert import_records(tmp_path / "g.duckdb", [tmp_path / "one.wcr"]).stored == 1
    with Snapshot(tmp_path / "g.duckdb") as snapshot:
        client = create_app(snapshot).test_client()
        address = text(client, "/").split('href="/games/')[1].split('"')[0]
        page = text(client, f"/games/{address}?turn=26")
        other = text(client, f"/games/{address}?turn=27")
    assert "tie: Clara is ahead of Bruno on the final turn order" in page
    found = re.findall(r'<li class="depth-(\d)"><code>(.*?)</code>', page)
    assert found == [("1", "3.2 C c5&gt;w"), ("2", "3.2 C w1&lt;w"), ("1", "3.3 B c1&lt;o1")]
    assert "&lt;b&gt;two" in page
    assert 'class="asides"' not in other


def test_a_partial_game_and_one_without_tags(client: FlaskClient, ids: dict[str, str]) -> None:
    page = text(client, f"/games/{ids['partial']}")
    assert "partial" in page
    assert "Dario" in page
    chart = json.loads(text(client, f"/games/{ids['partial']}/charts/scoring.json"))
    assert chart["panels"][0]["body"]


def test_a_cut_game_is_shown_up_to_its_fault(tmp_path: Path) -> None:
    (source := tmp_path / "cut.wcr").write_text(RECORD.replace("1.3 A w6>w", "1.3 A w5>w"), encoding="utf-8")
    import_raw(tmp_path / "cut.duckdb", read_paths([source]), Options(keep_prefix=True))
    with Snapshot(tmp_path / "cut.duckdb") as snapshot:
        client = create_app(snapshot).test_client()
        (game_id,) = set(re.findall(r"/games/([0-9a-f]{16})", text(client, "/")))
        assert "cut: the record stops early" in text(client, f"/games/{game_id}?turn=0")
        turns = json.loads(text(client, f"/api/v1/games/{game_id}/turns"))["turns"]
        assert [turn["label"] for turn in turns[-2:]] == ["1.1", "1.2"]
        json.loads(text(client, f"/api/v1/games/{game_id}/turns/{len(turns) - 1}"))
        text(client, f"/api/v1/games/{game_id}/turns/{len(turns)}", 404)


@pytest.mark.parametrize(
    "address",
    [
        "/nothing", "/games/0123456789abcdef", "/games/x", "/games/{two}?turn=999", "/games/{two}?turn=-1",
        "/games/{two}?turn=two", "/games/{two}/turns/999", "/games/{two}/charts/none", "/games/{two}?turn=٣",
    ],
)  # fmt: skip
def test_wrong_addresses_get_a_friendly_page(client: FlaskClient, ids: dict[str, str], address: str) -> None:
    page = text(client, address.format(**ids), 404)
    assert "Go to the list of games" in page


def test_wrong_json_addresses_get_json(client: FlaskClient, ids: dict[str, str]) -> None:
    for address in (f"/games/{ids['two']}/turns/999.json", f"/games/{ids['two']}/charts/x.json", "/a.json"):
        answer = client.get(address)
        assert answer.status_code == 404
        assert answer.json is not None
        assert answer.json["error"] == "Not found"


def test_a_crash_gets_a_page_and_no_detail(
    client: FlaskClient, ids: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr(pages, "_step", broken)
    page = text(client, f"/games/{ids['two']}", 500)
    assert "Something went wrong" in page
    assert "secret" not in page


def test_a_game_that_no_longer_replays_keeps_its_charts(
    client: FlaskClient, ids: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise Unplayable("line 9: R210: no such option")

    monkeypatch.setattr(Films, "get", refuse)
    page = text(client, f"/games/{ids['two']}")
    assert "cannot be replayed" in page
    assert "Coin flow" in page
    assert "line 9" in text(client, f"/games/{ids['two']}/turns/1", 409)


def test_security_headers_on_every_answer(client: FlaskClient, ids: dict[str, str]) -> None:
    game = f"/games/{ids['two']}"
    for address in ("/", game, "/nothing", "/static/wcreplay.css", f"{game}/turns/1.json"):
        with client.get(address) as answer:
            headers = answer.headers
        policy = headers["Content-Security-Policy"]
        assert policy.startswith(
            "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:"
        )
        assert "frame-ancestors 'none'" in policy
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"


def test_a_server_on_this_computer_answers_to_no_foreign_name(db: Path) -> None:
    with Snapshot(db) as snapshot:
        app = create_app(snapshot)
        app.config["TRUSTED_HOSTS"] = list(LOOPBACK)
        client = app.test_client()
        for host in ("127.0.0.1:8000", "localhost"):
            assert client.get("/", headers={"Host": host}).status_code == 200
        for host in ("games.example", "games.example:8000"):
            for address in ("/", "/static/game.js", "/nothing.json"):
                answer = client.get(address, headers={"Host": host})
                assert (answer.status_code, answer.mimetype) == (400, "text/plain")


def test_no_page_has_inline_script_or_outside_addresses(client: FlaskClient, ids: dict[str, str]) -> None:
    for address in ("/", f"/games/{ids['four']}?turn=3", f"/games/{ids['four']}/charts/time"):
        page = text(client, address)
        assert "<script>" not in page
        assert " onclick" not in page
        assert "http://" not in page.replace("http://www.w3.org/2000/svg", "")
        assert "https://" not in page


def test_unchanged_pages_are_answered_without_a_query(client: FlaskClient, ids: dict[str, str]) -> None:
    for address in (f"/games/{ids['two']}/charts/coins.json", f"/games/{ids['two']}/turns/3.json", "/?q=ana"):
        tag = client.get(address).headers["ETag"]
        again = client.get(address, headers={"If-None-Match": tag})
        assert again.status_code == 304
        assert not again.data
        other = client.get(
            address.replace("3.json", "4.json").replace("ana", "bob"), headers={"If-None-Match": tag}
        )
        if "coins" not in address:
            assert other.status_code == 200


def test_an_import_while_the_page_is_open_shows_up(tmp_path: Path) -> None:
    db = tmp_path / "games.duckdb"
    first = GAMES.read_text(encoding="utf-8").split("\n\n[Game")[0] + "\n"
    (tmp_path / "one.wcr").write_text(first, encoding="utf-8")
    import_records(db, [tmp_path / "one.wcr"])
    with Snapshot(db) as snapshot:
        client = create_app(snapshot).test_client()
        answer = client.get("/")
        assert "1 game<" in answer.text
        assert import_records(db, [GAMES]).stored == 3
        later = client.get("/", headers={"If-None-Match": answer.headers["ETag"]})
        assert later.status_code == 200
        assert "4 games" in later.text


def test_static_files_are_kept_by_the_browser_until_they_change(
    client: FlaskClient, ids: dict[str, str]
) -> None:
    page = text(client, f"/games/{ids['two']}")
    addresses = re.findall(r'"(/static/[^"]+)"', page)
    assert len(addresses) == 6
    for address in addresses:
        assert re.search(r"[?]v=[0-9a-f]{10}$", address)
        with client.get(address) as answer:
            assert answer.status_code == 200
            assert answer.cache_control.max_age == 365 * 24 * 3600


def test_a_restarted_server_never_answers_for_the_one_before(db: Path) -> None:
    tags = set()
    for _ in range(2):
        with Snapshot(db) as snapshot:
            tags.add(create_app(snapshot).test_client().get("/").headers["ETag"])
    assert len(tags) == 2


def test_a_database_that_is_being_written_is_said_to_be(db: Path) -> None:
    with Snapshot(db) as snapshot:
        client = create_app(snapshot).test_client()
        tag = client.get("/").headers["ETag"]
        snapshot.stale_reason = "games.duckdb is open in another program (PID 7)"
        answer = client.get("/", headers={"If-None-Match": tag})
        assert "is open in another program (PID 7)" in answer.text


def test_a_turn_as_json(client: FlaskClient, ids: dict[str, str]) -> None:
    answer = json.loads(text(client, f"/games/{ids['four']}/turns/6.json"))
    assert answer["label"] == "1.2"
    assert answer["seat"] == "A"
    assert answer["position"]["players"]["A"]["courtiers"]["steward"] == 1
    assert {"seat": "A", "text": "−2 coins, die difference (s1), now 3"} in answer["words"]
    sums: dict[str, int] = {}
    for posting in answer["ledger"]:
        if posting["account"] == "coin":
            sums["coin"] = sums.get("coin", 0) + posting["delta"]
    before = json.loads(text(client, f"/games/{ids['four']}/turns/5.json"))
    moved = answer["position"]["players"]["A"]["coins"] - before["position"]["players"]["A"]["coins"]
    assert sums["coin"] == moved


def test_the_record_can_be_saved(client: FlaskClient, ids: dict[str, str]) -> None:
    answer = client.get(f"/games/{ids['three']}/record.wcr")
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{ids["three"]}.wcr"'
    assert answer.text.startswith('[Game "white-castle"]')


def test_every_turn_agrees_with_the_stored_state(client: FlaskClient, ids: dict[str, str], db: Path) -> None:
    """What is drawn (a replay) is what the tables say."""
    with open_database(db, read_only=True) as catalogue:
        rows = (
            catalogue.cursor()
            .execute(
                "SELECT turn_no, seat, coins, points, time_space FROM wc_state WHERE game_id = ?",
                [ids["four"]],
            )
            .fetchall()
        )
    for turn, seat, coins, points, space in rows:
        player = json.loads(text(client, f"/games/{ids['four']}/turns/{turn}.json"))["position"]["players"][
            seat
        ]
        assert (player["coins"], player["points"], player["time_space"]) == (coins, points, space)


def test_the_films_are_few_and_any_order_of_turns_works(
    client: FlaskClient, ids: dict[str, str], db: Path
) -> None:
    films = Films(keep=1)
    with open_database(db, read_only=True) as catalogue:
        rows = {
            row[0]: row[1:]
            for row in catalogue.cursor().execute("SELECT game_id, game, source_text FROM game").fetchall()
        }
    film = films.get(ids["two"], *rows[ids["two"]])
    assert films.get(ids["two"], *rows[ids["two"]]) is film
    films.get(ids["three"], *rows[ids["three"]])
    assert films.get(ids["two"], *rows[ids["two"]]) is not film
    last = len(film.done.turns) - 1
    forward = [json.dumps(film.position(turn)) for turn in range(last + 1)]
    backward = [json.dumps(film.position(turn)) for turn in range(last, -1, -1)]
    assert forward == backward[::-1]
    with pytest.raises(IndexError):
        film.position(last + 1)
    with pytest.raises(Unplayable, match="no game"):
        films.get("0" * 16, "white-cheese", "")


def test_dashboards_come_from_the_package(client: FlaskClient) -> None:
    assert (bundled.dashboards_dir() / "white_castle" / "coins.toml").is_file()
