"""The page that checks records: what it shows, keeps and stores, and what it refuses."""

from __future__ import annotations

import gzip
import io
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from wcreplay.engine.reader import read_record
from wcreplay.store.database import Snapshot, open_database
from wcreplay.store.loader import import_records
from wcreplay.store.lock import writing
from wcreplay.web import checking, previews, storing
from wcreplay.web.app import create_app
from wcreplay.web.guard import BODY_BYTES
from wcreplay.web.site import game_or_404, site
from wcreplay.web.storing import Shelf

from .conftest import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

RECORDS = GAMES.read_text(encoding="utf-8")
BAD = RECORDS.replace("c1<s1", "c9<s1", 1)
FIRST = RECORDS.split("\n\n[Game")[0] + "\n"
LINE = 1 + BAD[: BAD.index("c9<s1")].count("\n")


def token(client: FlaskClient) -> str:
    found = re.search(r'name="token" value="([^"]{20,})"', client.get("/check").text)
    assert found is not None
    return found[1]


def send(client: FlaskClient, text: str = "", status: int = 200, **more: Any) -> str:
    headers = more.pop("headers", {})
    answer = client.post("/check", data={"text": text, **more}, headers=headers)
    assert answer.status_code == status, answer.text
    return answer.text


def view(client: FlaskClient, text: str, number: int) -> str:
    """The address of the replay of one of the records."""
    data = {"text": text, "do": f"view-{number}", "token": token(client)}
    answer = client.post("/check", data=data)
    assert answer.status_code == 303, answer.text
    return answer.headers["Location"]


def test_the_page_is_the_current_one_before_and_after_it_is_sent(client: FlaskClient) -> None:
    for page in (client.get("/check").text, send(client, FIRST), send(client, BAD)):
        assert re.findall(r'<a href="([^"]*)" aria-current="page"', page) == ["/check"]


def blocked(answer: TestResponse, words: str) -> None:
    assert answer.status_code == 403
    assert words in answer.text


@pytest.fixture(scope="module")
def one_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with one game, to be copied."""
    folder = tmp_path_factory.mktemp("one")
    (folder / "one.wcr").write_text(FIRST, encoding="utf-8")
    assert import_records(folder / "games.duckdb", [folder / "one.wcr"]).stored == 1
    return folder / "games.duckdb"


@pytest.fixture
def shelf(one_game: Path, tmp_path: Path) -> Iterator[tuple[FlaskClient, Path]]:
    """A server that may be written to, and its database with one game."""
    db = tmp_path / "games.duckdb"
    shutil.copy(one_game, db)
    with Snapshot(db) as snapshot:
        yield create_app(snapshot, shelf=Shelf(snapshot, "127.0.0.1")).test_client(), db


def stored_files(db: Path) -> list[str]:
    with open_database(db, read_only=True) as catalogue:
        rows = catalogue.cursor().execute("SELECT file FROM game ORDER BY imported_at, record_no").fetchall()
    return [row[0] for row in rows]


# -- checking ----------------------------------------------------------------------------------------


def test_findings_stand_at_their_place_in_the_text(client: FlaskClient, ids: dict[str, str]) -> None:
    page = send(client, BAD)
    assert "4 records: 3 right, 1 wrong. 1 error." in page
    assert f"line {LINE}, column 7</a>" in page
    assert '>1.2 A </span><mark data-field="marked" data-caret="^^^^^">c9&lt;s1</mark>' in page
    assert "a die shows 1 to 6" in page
    assert page.count('class="state wrong"') == 1
    assert (
        page.count("stored here already</a>") - page.count("hidden>stored here already</a>") == 3 + 1
    )  # the mould
    assert f'href="/games/{ids["two"]}"' in page
    assert "c9&lt;s1 &gt;1 Q" in page[page.index("<textarea") : page.index("</textarea>")]


def test_what_records_say_is_text(client: FlaskClient) -> None:
    hostile = BAD.replace('[Event "', '[Event "</textarea><script>x</script>', 1)
    page = send(client, hostile.replace("c9<s1", "<b>\u202ec9<s1", 1))
    assert "<script>x" not in page
    assert "<b>" not in page[page.index('<ol class="findings">') : page.index("<template")]
    assert '&lt;b&gt;</span><mark data-field="marked" data-caret="^^^^^^">\\u202e</mark>' in page


def test_a_file_and_an_archive(client: FlaskClient) -> None:
    page = send(client, file=(io.BytesIO(BAD.encode()), "games/evening.wcr"))
    assert "record 1 of evening.wcr" in page
    assert "c9&lt;s1" in page[page.index("<textarea") : page.index("</textarea>")]
    page = send(client, file=(io.BytesIO(gzip.compress(BAD.encode())), "\x1b[31mseason.wcr.gz"))
    assert "record 1 of \\x1b[31mseason.wcr.gz" in page
    assert "Choose it again to view" in page
    assert "3 right, 1 wrong" in page


@pytest.mark.parametrize(
    "data", [b"\x00\x01", b"\xff\xfea\x00", b"Game\xff", b"\x1f\x8bbroken", b"PK\x03\x04"]
)
def test_no_text_is_a_finding(client: FlaskClient, data: bytes) -> None:
    page = send(client, file=(io.BytesIO(data), "x.wcr"))
    assert "1 error." in page
    assert 'class="finding error"' in page


def test_nothing_and_too_much(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Nothing was sent" in send(client, status=400)
    assert "Nothing was sent" in send(client, status=400, file=(io.BytesIO(b""), ""))
    for content in ("application/json", "text/plain", "multipart/form-data", ""):
        answer = client.post("/check", data=b'{"text": "x"}', content_type=content)
        assert answer.status_code == 400
        assert "Nothing was sent" in answer.text
    assert "More than 2 MiB" in send(client, "x" * (checking.MOST_BYTES + 1), status=413)
    assert "More than 2 MiB" in send(client, "x" * (BODY_BYTES + 1), status=413)
    assert "more than 1,000 records" in send(client, '[Game "x"]\nz\n' * 1001, status=413)
    monkeypatch.setattr(checking, "SECONDS", 0.0)
    page = send(client, RECORDS, status=413)
    assert "stopped at record 1" in page
    assert "[Game" in page
    monkeypatch.setattr(checking, "_QUEUE_SECONDS", 0.01)
    with checking._turn(), checking._turn():
        assert "Try again in a moment" in send(client, RECORDS, status=503)


def test_every_finding_of_the_negative_records_is_shown(client: FlaskClient, root: Path) -> None:
    """Whatever is wrong, the page shows the line with the place that the finding is about."""
    found = 0
    for path in sorted((root / "tests" / "negative").glob("*.wcr"))[:40]:
        data = path.read_bytes()
        page = send(client, file=(io.BytesIO(data), path.name))
        for one in checking.check(data, path.name).diagnostics:
            found += 1
            assert f'<span data-field="code">{one.code}</span>' in page
    assert found > 10


# -- looking at what is not stored -------------------------------------------------------------------


def test_a_right_record_is_replayed_without_being_stored(client: FlaskClient, ids: dict[str, str]) -> None:
    changed = RECORDS.replace("Clara", "Clarissa")
    address = view(client, changed, 2)
    page = client.get(f"{address}?turn=7").text
    assert "Clarissa 75" in page
    assert "Turn <b>7</b> of" in page
    assert "stored here already, with charts" in page  # names do not count for the identity
    assert "Clarissa" not in client.get(f"/games/{ids['three']}").text
    assert 'data-turn="8"' in client.get(f"{address}/turns/8").text
    record = client.get(f"{address}/record.wcr")
    assert "Clarissa" in record.text
    assert "attachment" in record.headers["Content-Disposition"]
    assert client.get(f"{address}?turn=999").status_code == 404
    assert client.get(f"{address}/turns/x").status_code == 404


def test_a_preview_says_of_a_game_what_the_store_says(client: FlaskClient, ids: dict[str, str]) -> None:
    """All that is told of the game, the seats and their order is the same, for every game."""
    records = [raw.text for raw in checking.raw_records(RECORDS.encode(), "x")]
    with client.application.test_request_context():
        for text in records:
            reading = read_record(next(checking.raw_records(text.encode(), "x")))
            assert reading.replay is not None
            shown = site().previews.get(site().previews.add(reading.replay))
            stored = game_or_404(reading.replay.game_id)
            assert shown is not None
            # A record in a file ends where the next one begins.
            same: dict[str, Any] = {"file": "", "source_text": text.strip()}
            assert shown.game._replace(**same) == stored._replace(**same)
            assert stored.game_id in ids.values()


def test_a_wrong_record_and_a_wrong_number_are_not_replayed(client: FlaskClient) -> None:
    for number, status, words in (
        ("1", 400, "nothing to replay"), ("5", 404, "there is no record 5"), ("0", 404, "no record 0"),
        ("x", 400, "number of the record"), ("-1", 400, "number of the record"),
    ):  # fmt: skip
        page = send(client, BAD, status, do=f"view-{number}", token=token(client))
        assert words in page


def test_previews_are_few_and_short_lived(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(previews, "KEEP", 2)
    addresses = [view(client, FIRST, 1) for _ in range(3)]
    assert len(set(addresses)) == 3
    assert [client.get(address).status_code for address in addresses] == [404, 200, 200]
    monkeypatch.setattr(previews, "MINUTES", 0)
    answer = client.get(addresses[2])
    assert answer.status_code == 404
    assert "no longer kept" in answer.text
    assert client.get("/check/replays/guess").status_code == 404


# -- storing -----------------------------------------------------------------------------------------


def test_storing_says_what_became_of_each_record(shelf: tuple[FlaskClient, Path]) -> None:
    client, db = shelf
    text = "\n".join((FIRST, BAD.split("\n\n[Game")[0] + "\n", "[Game" + RECORDS.split("\n\n[Game")[2]))
    page = send(client, text, do="store", token=token(client))
    outcomes = re.findall(r'class="outcome (\w+)"', page)
    assert outcomes == ["unchanged", "rejected", "stored"]
    assert "is stored from" in page
    (game_id,) = re.findall(
        r'href="/games/([0-9a-f]{16})"[^>]*>stored game', page[page.index("outcome stored") :]
    )
    assert client.get(f"/games/{game_id}").status_code == 200
    assert len(stored_files(db)) == 2
    assert re.fullmatch(r"pasted text \d{4}-\d\d-\d\dT[\d:.]+Z", stored_files(db)[1])
    again = send(client, text, do="store", token=token(client))
    assert re.findall(r'class="outcome (\w+)"', again) == ["unchanged", "rejected", "unchanged"]


def test_a_stored_game_is_replaced_by_its_tag(shelf: tuple[FlaskClient, Path]) -> None:
    client, db = shelf
    with open_database(db, read_only=True) as catalogue:
        (old,) = catalogue.cursor().execute("SELECT game_id FROM game").fetchone() or ("",)
    other = "[Game" + RECORDS.split("\n\n[Game")[2]
    text = other.replace("]\n", f']\n[Replaces "{old}"]\n', 1)
    page = send(client, do="store", token=token(client), file=(io.BytesIO(text.encode()), "new.wcr"))
    assert re.findall(r'class="outcome (\w+)"', page) == ["replaced"]
    assert f"took the place of game {old}" in page
    assert stored_files(db) == ["new.wcr"]
    wrong = send(client, text.replace(old, "x"), do="store", token=token(client))
    assert re.findall(r'class="outcome (\w+)"', wrong) == ["rejected"]
    assert "S304" in wrong


def test_a_server_stores_only_if_it_was_started_so(client: FlaskClient, db: Path) -> None:
    assert 'value="store"' not in client.get("/check").text
    page = send(client, FIRST, 403, do="store", token=token(client))
    assert "--writable" in page


def test_storing_waits_for_another_import_but_not_for_ever(
    shelf: tuple[FlaskClient, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    client, db = shelf
    monkeypatch.setattr(storing, "WAIT_SECONDS", 0.1)
    with writing(db):
        page = send(client, RECORDS, 503, do="store", token=token(client))
    assert "Nothing was stored: another import" in page
    assert len(stored_files(db)) == 1


# -- pages of others ---------------------------------------------------------------------------------


def test_what_keeps_or_stores_needs_the_token_of_the_visitor(shelf: tuple[FlaskClient, Path]) -> None:
    client, db = shelf
    right = token(client)
    stranger = client.application.test_client()
    for action in ("store", "view-1"):
        for sent in ("", "x", right[:-1], "\u202e", "x" * 1000):
            page = send(client, FIRST, 403, do=action, token=sent)
            assert "nothing was done" in page
            assert "[Game" in page  # what was typed is not lost
        page = send(stranger, FIRST, 403, do=action, token=right)
        assert "nothing was done" in page
    assert len(stored_files(db)) == 1


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://elsewhere.example"}, {"Origin": "null"}, {"Origin": "http://localhost:9999"},
        {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site", "Origin": "http://localhost"},
        {"Sec-Fetch-Site": "same-origin", "Origin": "http://elsewhere.example"},
        {"Sec-Fetch-Site": "cross-site", "Origin": "null"}, {"Origin": ""},
    ],
)  # fmt: skip
def test_other_sites_can_send_nothing(shelf: tuple[FlaskClient, Path], headers: dict[str, str]) -> None:
    client, db = shelf
    data = {"text": RECORDS, "do": "store", "token": token(client)}
    blocked(client.post("/check", data=data, headers=headers), "another site")
    answer = client.post("/api/v1/validate", data=RECORDS, content_type="text/plain", headers=headers)
    assert answer.status_code == 403
    assert answer.json is not None
    assert len(stored_files(db)) == 1


@pytest.mark.parametrize(
    "headers",
    [{"Origin": "http://localhost"}, {"Sec-Fetch-Site": "same-origin", "Origin": "http://localhost"}, {}],
)
def test_our_own_pages_and_programs_can(shelf: tuple[FlaskClient, Path], headers: dict[str, str]) -> None:
    client, db = shelf
    send(client, RECORDS, do="store", token=token(client), headers=headers)
    assert len(stored_files(db)) == 4


def test_a_name_that_was_made_to_lead_here_stores_nothing(shelf: tuple[FlaskClient, Path]) -> None:
    client, db = shelf
    for host, status in (("evil.example:8000", 403), ("192.168.1.7:8000", 200), ("[::1]:8000", 200)):
        base = f"http://{host}"
        found = re.search(r'name="token" value="([^"]+)"', client.get("/check", base_url=base).text)
        assert found is not None
        answer = client.post(
            "/check",
            data={"text": RECORDS, "do": "store", "token": found[1]},
            base_url=base,
            headers={"Origin": base},
        )
        assert answer.status_code == status
        assert (len(stored_files(db)) == 1) is (status == 403)


def test_the_cookie_and_the_page_are_for_its_visitor_alone(client: FlaskClient) -> None:
    answer = client.get("/check")
    cookie = answer.headers["Set-Cookie"]
    assert "SameSite=Strict" in cookie
    assert "HttpOnly" in cookie
    assert "ETag" not in answer.headers
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert "Set-Cookie" not in client.application.test_client().get("/").headers
