"""What a game's page says beside the board: decisions, words, articles, its end; frames, cards."""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from wcreplay import api
from wcreplay.engine import registry
from wcreplay.engine.ledger_words import Line, tell
from wcreplay.games.white_castle.accounts import CAUSES
from wcreplay.games.white_castle.sentences import sentence
from wcreplay.store.database import Snapshot
from wcreplay.web.app import create_app
from wcreplay.web.decisions import MOST, moment, told
from wcreplay.web.replays import Film

if TYPE_CHECKING:
    from flask.testing import FlaskClient

ROOT = Path(__file__).parents[2]
RULES = (ROOT / "docs" / "rules" / "white_castle.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def film() -> Film:
    read = next(iter(api.read(Path(__file__).parent / "games.wcr")))
    done = api.replay(read)
    return Film(done, registry.load(done.game))


def test_every_decision_of_a_game_can_be_shown(film: Film) -> None:
    history = film.done.history
    assert sum((film.decisions(n) for n in range(len(film.done.turns))), ()) == tuple(history)
    turn = next(turn.turn_no for turn in film.done.turns if turn.label == "2.1")
    texts = film.decisions(turn)
    for number, text in enumerate(texts, start=1):
        shown = moment(film, turn, number)
        assert (shown.number, shown.total, shown.text) == (number, len(texts), text)
        legal = {other.text for other in shown.others}
        assert text not in legal
        assert len(legal) == len(shown.others) <= MOST
        if shown.kind in {"roll", "refill"}:
            assert not legal
    assert moment(film, turn, len(texts)).after == film.position(turn)
    for number in (0, len(texts) + 1):
        with pytest.raises(IndexError):
            moment(film, turn, number)


def test_what_a_decision_posts_is_what_the_turn_posts(film: Film) -> None:
    for turn in film.done.turns[5:9]:
        posted = [
            (change.account, change.delta)
            for number in range(1, len(film.decisions(turn.turn_no)) + 1)
            for change in moment(film, turn.turn_no, number).taken.changes
        ]
        names = [account.name for account in film.game.accounts]
        assert posted[: len(turn.postings)] == [(names[p.account], p.delta) for p in turn.postings]


def test_a_turn_in_words_names_the_die_its_place_and_the_coins(film: Film) -> None:
    for turn in film.done.turns:
        if turn.phase != "turn":
            continue
        words = " ".join(told(film, turn.turn_no, {turn.seat: "Ana"}))
        die = re.search(r"([cbw])([1-6])([<>])", turn.text)
        assert die
        colour = {"c": "coral", "b": "black", "w": "white"}[die[1]]
        assert f"takes the {colour} {die[2]} from the {'left' if die[3] == '<' else 'right'}" in words
        assert words.startswith("Ana ")
        coins = sum(p.delta for p in turn.postings if p.cause == "die difference")
        said = re.search(r"against a (\d+): (?:([+−]\d+) coin|no coins)", words)
        assert said
        assert int((said[2] or "0").replace("−", "-")) == coins == int(die[2]) - int(said[1])


def test_no_choice_of_a_game_is_without_words(film: Film) -> None:
    position = film.before(0)
    for text in film.done.history:
        words = sentence(position, text)
        assert words or position.decision.kind in {"order", "close", "roll"}, (position.decision.kind, text)
        position.apply(text)


def test_every_line_of_a_ledger_names_an_article_that_exists(film: Film) -> None:
    articles = registry.articles("white-castle")
    assert set(CAUSES) <= set(articles)
    game, done = film.game, film.done
    for turn in done.turns:
        story = tell(turn.postings, turn.balances, game.accounts, done.seats, game.tolls)
        assert all(line.article(articles) for line in story.lines), turn.label
    for name in articles.values():
        assert re.search(rf"(\*\*|## ){re.escape(name)}\b", RULES), name
    for cause, account, wanted in (
        ("well", "seal", articles["well"]),
        ("unpaid", "time_lost", "R9.3"),
        ("cap", "time_lost", "R9.7"),
        ("cap", "food", "R1.3"),
        ("no such cause", "coin", ""),
    ):
        assert Line("A", "", "", "", 0, cause, account).article(articles) == wanted


def test_the_page_of_a_decision(client: FlaskClient, ids: dict[str, str]) -> None:
    home = f"/games/{ids['four']}"
    page = client.get(f"{home}?turn=20&decision=1").text
    assert "Decision 1 of" in page
    assert "Legal alternatives to decision 1" in page
    part = client.get(f"{home}/turns/20?decision=1").text
    assert 'data-decision="1"' in part
    assert "<html" not in part
    for wrong in ("99", "0", "x", "-1", "１"):
        assert client.get(f"{home}?turn=20&decision={wrong}").status_code == 404
    whole = client.get(f"{home}/turns/20").text
    assert "Step through its" in whole
    assert "Legal alternatives" not in whole
    assert re.search(r'class="rule"[^>]*>R3\.6<', whole)


def test_a_record_that_stops_early_says_where(client: FlaskClient, ids: dict[str, str]) -> None:
    page = html.unescape(client.get(f"/games/{ids['partial']}").text)
    assert re.search(r"The record stops early, after \d\.\d \S+.*, in line \d+ of the record\.", page)
    assert "The record stops early" not in client.get(f"/games/{ids['four']}").text


def test_the_page_leads_to_the_cards(client: FlaskClient, ids: dict[str, str]) -> None:
    assert 'href="/cards/white-castle"' in client.get(f"/games/{ids['four']}").text
    assert "S15" in client.get("/cards/white-castle").text
    assert client.get("/cards/chess").status_code == 404


def test_frames_are_for_the_sites_that_were_named_and_for_that_page_only(
    client: FlaskClient, db: Path, ids: dict[str, str]
) -> None:
    address = f"/embed/{ids['four']}"
    closed = client.get(address)
    assert closed.status_code == 200
    assert "frame-ancestors 'none'" in closed.headers["Content-Security-Policy"]
    assert closed.headers["X-Frame-Options"] == "DENY"
    with Snapshot(db, follow=False) as snapshot:
        sites = ("https://a.example", "https://b.example:8443")
        other = create_app(snapshot, embed_from=sites).test_client()
        answer = other.get(address)
        policy = answer.headers["Content-Security-Policy"]
        assert policy.endswith("frame-ancestors https://a.example https://b.example:8443")
        assert "X-Frame-Options" not in answer.headers
        again = other.get(address, headers={"If-None-Match": answer.headers["ETag"]})
        assert (again.status_code, "X-Frame-Options" in again.headers) == (304, False)
        assert other.get(f"{address}/turns/3").status_code == 200
        for page in ("/", f"/games/{ids['four']}", "/embed/0000000000000000"):
            headers = other.get(page).headers
            assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
            assert headers["X-Frame-Options"] == "DENY"


def test_an_embedded_game_leads_out_of_its_frame(client: FlaskClient, ids: dict[str, str]) -> None:
    page = client.get(f"/embed/{ids['four']}?turn=7").text
    assert f'href="/games/{ids["four"]}?turn=7" target="_blank"' in page
    assert f'data-turns="/embed/{ids["four"]}/turns/"' in page
    assert 'class="charts"' not in page
