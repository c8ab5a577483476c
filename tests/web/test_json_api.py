"""The JSON API: answers, errors in one form, and all of it as its document says."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import jsonschema_rs
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import checks
from werkzeug.exceptions import HTTPException

from tests.store.games import game, write
from wcreplay.notation.diagnostics import to_json
from wcreplay.notation.stream import expand_paths, read_sources
from wcreplay.store.database import Snapshot
from wcreplay.store.loader import import_records
from wcreplay.web import checking
from wcreplay.web.app import create_app
from wcreplay.web.v1.document import document
from wcreplay.web.v1.endpoints import ENDPOINTS
from wcreplay.web.v1.reference import http_page

from .conftest import GAMES

if TYPE_CHECKING:
    from pathlib import Path

    from flask import Flask
    from flask.testing import FlaskClient

V1 = "/api/v1"
RECORDS = GAMES.read_text(encoding="utf-8")
NAMES = [made.name for made in ENDPOINTS]


def ask(client: FlaskClient, address: str, status: int = 200) -> Any:
    answer = client.get(f"{V1}{address}")
    assert answer.status_code == status, answer.text
    assert answer.mimetype == "application/json"
    return answer.json


def refused(client: FlaskClient, address: str, status: int = 400) -> str:
    """The message of an error, which always has the same form."""
    found = ask(client, address, status)
    assert list(found) == ["error", "message"]
    return str(found["message"])


def validate(client: FlaskClient, data: bytes | str, kind: str = "text/plain", status: int = 200) -> Any:
    answer = client.post(f"{V1}/validate", data=data, content_type=kind)
    assert answer.status_code == status, answer.text
    return answer.json


def rows(app: Flask, sql: str) -> list[Any]:
    cursor = app.extensions["wcreplay"].source.cursor()
    try:
        return list(cursor.execute(sql).fetchall())
    finally:
        cursor.close()


def test_the_list_has_the_filters_of_the_page(client: FlaskClient) -> None:
    everything = ask(client, "/games")
    assert (everything["total"], everything["pages"], len(everything["games"])) == (4, 1, 4)
    dates = [game["played_on"] or "" for game in everything["games"]]
    assert dates == sorted(dates, reverse=True)
    assert ask(client, "/games?q=ZOE")["total"] == 1
    assert ask(client, "/games?players=3&q=emil")["total"] == 1
    best = ask(client, "/games?sort=most-points")["games"][0]["seats"][0]
    assert (best["rank"], best["points"]) == (1, 75)


def test_the_list_is_filtered_by_event_source_and_state(client: FlaskClient, ids: dict[str, str]) -> None:
    everything = ask(client, "/games")["games"]
    for key, parameter in (("event", "event"), ("source_kind", "source"), ("state", "state")):
        for value in {one[key] for one in everything} - {""}:
            found = ask(client, f"/games?{urlencode({parameter: value})}")["games"]
            assert found == [one for one in everything if one[key] == value]
    partial = ask(client, "/games?state=partial&source=notation")["games"]
    assert [one["game_id"] for one in partial] == [ids["partial"]]
    assert ask(client, "/games?source=simulated")["total"] == 0
    assert ask(client, "/games?event=nothing+of+the+kind")["total"] == 0
    assert "Did you mean 'complete'?" in refused(client, "/games?state=complet")
    assert "There are: notation" in refused(client, "/games?source=paper")


def test_paging_is_exact_and_bounded(client: FlaskClient) -> None:
    pages = [ask(client, f"/games?per_page=3&page={page}") for page in (1, 2, 3)]
    assert [len(page["games"]) for page in pages] == [3, 1, 0]
    assert {(page["total"], page["pages"], page["per_page"]) for page in pages} == {(4, 2, 3)}
    listed = [game["game_id"] for page in pages for game in page["games"]]
    assert listed == [game["game_id"] for game in ask(client, "/games")["games"]]
    for query in ("per_page=101", "per_page=0", "page=0", "page=1000001", "page=-1", "page=1e3", "page=١"):
        assert "whole number from" in refused(client, f"/games?{query}")


def test_tables_of_a_game_are_those_of_the_store(
    client: FlaskClient, app: Flask, ids: dict[str, str]
) -> None:
    game = f"game_id = '{ids['four']}'"
    turns = ask(client, f"/games/{ids['four']}/turns")
    assert turns["total"] == len(turns["turns"]) == rows(app, f"SELECT count(*) FROM turn WHERE {game}")[0][0]
    assert turns["turns"][6]["label"] == "1.2"
    ledger = ask(client, f"/games/{ids['four']}/ledger?seat=A&currency=coin")["ledger"]
    stored = rows(
        app,
        f"SELECT turn_no, delta, balance FROM ledger WHERE {game} AND seat = 'A' AND currency = 'coin' "
        "ORDER BY turn_no, seq",
    )
    assert [(row["turn_no"], row["delta"], row["balance"]) for row in ledger] == stored
    assert sum(row["delta"] for row in ledger) == ledger[-1]["balance"]
    last = ask(client, f"/games/{ids['four']}")["turns"]
    score = ask(client, f"/games/{ids['four']}/score?turn={last}")["score"]
    points = {seat["seat"]: seat["points"] for seat in ask(client, f"/games/{ids['four']}")["seats"]}
    assert {seat: sum(row["points"] for row in score if row["seat"] == seat) for seat in points} == points
    assert {row["category"] for row in ask(client, f"/games/{ids['four']}/score?category=time")["score"]} == {
        "time"
    }


def test_the_starts_are_those_of_the_complete_games(client: FlaskClient, app: Flask) -> None:
    starts = ask(client, "/explorer")["starts"]
    seats = "FROM seat JOIN game USING (game_id) WHERE game.state = 'complete'"
    count, wins, points = rows(app, f"SELECT count(*), count(*) FILTER (rank = 1), sum(points) {seats}")[0]
    assert (sum(row["games"] for row in starts), sum(row["wins"] for row in starts)) == (count, wins)
    assert round(sum(row["games"] * row["mean_points"] for row in starts)) == points
    assert {row["players"] for row in ask(client, "/explorer?players=3")["starts"]} == {3}
    pages = [ask(client, f"/explorer?per_page=5&page={page}") for page in (1, 2, 3)]
    assert [row for page in pages for row in page["starts"]] == starts
    assert [page["more"] for page in pages] == [True, len(starts) > 10, len(starts) > 15]


def test_a_game_its_record_and_a_turn(client: FlaskClient, ids: dict[str, str]) -> None:
    game = ask(client, f"/games/{ids['three']}")
    assert (game["game"], game["state"], game["players"]) == ("white-castle", "complete", 3)
    assert "file" not in game
    record = client.get(f"{V1}/games/{ids['three']}/record")
    assert record.mimetype == "text/plain"
    assert record.text == client.get(f"/games/{ids['three']}/record.wcr").text
    turn = ask(client, f"/games/{ids['three']}/turns/5")
    assert turn == client.get(f"/games/{ids['three']}/turns/5.json").json
    assert "turns 0 to" in refused(client, f"/games/{ids['three']}/turns/999", 404)


def test_turns_and_postings_say_how_sure_they_are(tmp_path: Path) -> None:
    """In the rows of a game as in a turn in full: of its choices, and of what a component gave."""
    db = tmp_path / "games.duckdb"
    tags = '[Inferred "1.2, S5"]\n[Assumed "2.g A"]'
    assert import_records(db, [write(tmp_path / "one.wcr", game(tags=tags, result=True))]).stored == 1
    with Snapshot(db, follow=False) as snapshot:
        client = create_app(snapshot).test_client()
        game_id = ask(client, "/games")["games"][0]["game_id"]
        turns = ask(client, f"/games/{game_id}/turns")["turns"]
        sure = {(row["label"], row["seat"]): row["provenance"] for row in turns}
        assert {key: word for key, word in sure.items() if word != "observed"} == {
            ("1.2", "B"): "inferred",
            ("2.g", "A"): "unknown",
        }
        ledger = ask(client, f"/games/{game_id}/ledger")["ledger"]
        for row in turns:
            full = ask(client, f"/games/{game_id}/turns/{row['turn_no']}")
            assert full["provenance"] == row["provenance"]
            kept = [one for one in full["ledger"] if one["kind"] == "currency"]
            told = [one for one in ledger if one["turn_no"] == row["turn_no"]]
            keys = ("seat", "delta", "balance", "cause", "source", "provenance")
            assert [[one[key] for key in keys] for one in kept] == [
                [one[key] for key in keys] for one in told
            ]
        doubtful = {row["source"].partition(".")[0] for row in ledger if row["provenance"] == "inferred"}
        assert "S5" in doubtful


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("/games?player=3", "Did you mean 'players'?"),
        ("/games?sort=newst", "Did you mean 'newest'?"),
        ("/games?players=abc", "Players wants a whole number from 1 to 9, not 'abc'."),
        ("/games?players=", "not ''"),
        ("/games?players=2&players=3", "given 2 times"),
        (f"/games?q={'a' * 101}", "at most 100 characters"),
        ("/games/{four}?turn=1", "There are none."),
        ("/games/{four}/ledger?curency=coin", "Did you mean 'currency'?"),
        ("/games/{four}/ledger?currency=coins", "Did you mean 'coin'?"),
        ("/games/{four}/ledger?seat=E", "There are: A, B, C, D."),
        ("/games/{four}/ledger?seat=a", "Did you mean 'A'?"),
        ("/games/{four}/score?category=tyme", "Did you mean 'time'?"),
        ("/games/{four}/score?turn=9999", "this game has turns 0 to"),
    ],
)
def test_what_cannot_be_is_refused_with_the_nearest_name(
    client: FlaskClient, ids: dict[str, str], query: str, words: str
) -> None:
    assert words in refused(client, query.format(**ids))


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("/games/x", "16 digits"), ("/games/40CF0A0D852B62A8", "16 digits"), ("/games/..%2f..", "nothing at"),
        ("/games/0123456789abcdef/turns", "No game with this id"), ("/games/'%20OR%201=1", "16 digits"),
        ("/games/0123456789abcdef%00", "16 digits"), ("/game", "Did you mean '/api/v1/games'?"),
        ("/games/0123456789abcdef/turns/-1", "whole number"), ("", "There are: /api/v1/games"),
    ],
)  # fmt: skip
def test_addresses_that_are_none(client: FlaskClient, address: str, words: str) -> None:
    if not address:
        address = "/"
    assert words in refused(client, address, 404)


def test_other_methods_and_types_are_refused_in_the_same_form(client: FlaskClient) -> None:
    for method, address, status in (
        ("POST", "/games", 405), ("DELETE", "/games/0123456789abcdef", 405), ("GET", "/validate", 405),
        ("POST", "/validate", 415),
    ):  # fmt: skip
        answer = client.open(f"{V1}{address}", method=method, data=b"{}", content_type="application/json")
        assert answer.status_code == status
        assert answer.json is not None
        assert list(answer.json) == ["error", "message"]
        assert ("Allow" in answer.headers) is (status == 405)


def test_a_crash_tells_nothing(app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr(checking, "check", broken)
    found = validate(client, RECORDS, status=500)
    assert list(found) == ["error", "message"]
    assert "secret" not in str(found)


def test_answers_are_confirmed_and_never_for_other_sites(client: FlaskClient, ids: dict[str, str]) -> None:
    for address in ("/games", f"/games/{ids['four']}/ledger", "/openapi.json"):
        answer = client.get(f"{V1}{address}", headers={"Origin": "http://elsewhere.example"})
        assert not [name for name in dict(answer.headers) if name.startswith("Access-Control")]
        assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
        again = client.get(f"{V1}{address}", headers={"If-None-Match": answer.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")


# -- checking records --------------------------------------------------------------------------------


def test_a_check_says_what_the_command_says(client: FlaskClient, ids: dict[str, str], tmp_path: Path) -> None:
    bad = RECORDS.replace("c1<s1", "c9<s1", 1)
    found = validate(client, bad)
    assert (found["found"], found["right"], found["wrong"]) == (4, 3, 1)
    assert [one["stored"] for one in found["records"]] == [
        one["state"] != "wrong" for one in found["records"]
    ]
    assert {one["game_id"] for one in found["records"]} - {""} < set(ids.values())
    (tmp_path / "bad.wcr").write_text(bad, encoding="utf-8")
    from wcreplay.engine.reader import read_record

    expected = [
        one
        for raw in read_sources(expand_paths([tmp_path / "bad.wcr"]))
        for one in json.loads(to_json(read_record(raw).diagnostics))
    ]
    assert [one | {"file": ""} for one in found["diagnostics"]] == [one | {"file": ""} for one in expected]


def packed(members: dict[str, bytes]) -> bytes:
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in members.items():
            file.writestr(name, data)
    return sink.getvalue()


def test_archives_are_checked_and_named_as_sent(client: FlaskClient) -> None:
    data = RECORDS.encode()
    assert validate(client, gzip.compress(data), "application/gzip")["right"] == 4
    found = validate(client, packed({"a/b.wcr": data, "c.wcr": b"x", "d.txt": b"?"}), "application/zip")
    assert (found["right"], found["wrong"]) == (4, 1)
    assert {one["file"] for one in found["records"]} == {"-/a/b.wcr", "-/c.wcr"}
    assert "/tmp" not in json.dumps(found)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "N104"), (b"\x00\x01\x02", "N108"), (b"\xff\xfea\x00", "N107"), (b"\x1f\x8b\x08broken", "N111"),
        (b"PK\x03\x04broken", "N111"), (packed({"a.wcr": b"x", "b.zip": packed({"c.wcr": b"x"})}), "N112"),
        (packed({"../a.wcr": RECORDS.encode()}), "N112"), (packed({}), "N103"),
        (gzip.compress(b"z" * (checking.MOST_EXPANDED + 1)), "N110"),
        (packed({f"{number}.wcr": b"z" * (4 << 20) for number in range(9)}), "N110"),
        (RECORDS.replace("Clara", "Cl\x00ra", 1).encode(), "N108"),
        (RECORDS.encode().replace(b"Clara", b"Cl\xffra", 1), "N106"),
        (RECORDS.encode() + b"x" * (checking.MOST_CHARACTERS + 1), "N109"),
    ],
)  # fmt: skip
def test_hostile_uploads_are_findings(client: FlaskClient, data: bytes, code: str) -> None:
    found = validate(client, data)
    assert code in {one["code"] for one in found["diagnostics"]}
    assert found["wrong"] or found["unreadable"]
    assert len(json.dumps(found)) < 100_000


def test_a_check_is_bounded(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    large = b" " * (checking.MOST_BYTES + 1)
    assert "2 MiB" in validate(client, large, status=413)["message"]
    assert "2 MiB" in validate(client, large + large, status=413)["message"]
    many = '[Game "x"]\nz\n' * (checking.MOST_RECORDS + 1)
    assert "more than 1,000 records" in validate(client, many, status=413)["message"]
    monkeypatch.setattr(checking, "SECONDS", 0.0)
    assert "was stopped at record 1" in validate(client, RECORDS, status=413)["message"]
    monkeypatch.setattr(checking, "_QUEUE_SECONDS", 0.01)
    with checking._turn(), checking._turn():
        assert "Try again" in validate(client, RECORDS, status=503)["message"]
    monkeypatch.setattr(checking, "SECONDS", 10.0)
    monkeypatch.setattr(checking, "MOST_FINDINGS", 2)
    found = validate(client, many[: len(many) // 100])
    assert (len(found["diagnostics"]), found["left_out"]) == (2, found["errors"] - 2)


# -- the document ------------------------------------------------------------------------------------


def test_the_document_is_served_and_documented(client: FlaskClient) -> None:
    assert ask(client, "/openapi.json") == document()
    assert document()["openapi"].startswith("3.1")
    page = client.get("/api").text
    for made in ENDPOINTS:
        assert f"{V1}{made.path}" in page
        assert made.about
        for parameter in made.parameters:
            assert f"<code>{parameter.name}</code>" in page
    assert "http://localhost/api/v1/games" in page
    for name, schema in document()["components"]["schemas"].items():
        assert f'id="schema-{name}"' in page
        assert schema["description"]
        jsonschema_rs.Draft202012Validator(schema | {"components": document()["components"]})


def test_the_page_of_the_documentation_is_current(root: Path) -> None:
    page = (root / "docs" / "http.md").read_text(encoding="utf-8")
    assert page == http_page(), "run: python tools/generate_docs.py"


def test_real_answers_are_as_the_document_says(client: FlaskClient, ids: dict[str, str]) -> None:
    """With all fields of every game, and for each status that is easily had."""
    checked = 0
    for made in ENDPOINTS:
        if made.answer is str:
            continue
        operation = document()["paths"][made.path][made.method.lower()]
        schema = operation["responses"]["200"]["content"]["application/json"]["schema"]
        validator = jsonschema_rs.Draft202012Validator(
            schema | {"components": document()["components"]}, validate_formats=True
        )
        for game_id in ids.values():
            path = made.path.format(game_id=game_id, turn_no=3)
            if made.method == "POST":
                answer = validate(client, RECORDS.replace("c1<s1", "c9<s1", 1))
            else:
                answer = ask(client, path)
            validator.validate(answer)
            checked += 1
    assert checked == 4 * (len(ENDPOINTS) - 1)


@pytest.mark.parametrize("name", NAMES)
def test_whatever_is_asked_the_answer_is_as_documented(app: Flask, ids: dict[str, str], name: str) -> None:
    """Requests made from the document, as it allows and as it does not; game ids are those of real games."""
    schema = schemathesis.openapi.from_wsgi(f"{V1}/openapi.json", app)
    made = next(one for one in ENDPOINTS if one.name == name)
    operation = schema[made.path][made.method]
    known = {"game_id": ids["two"]} if "{game_id}" in operation.path else None
    held: list[Any] = [
        not_a_server_error,
        checks.status_code_conformance,
        checks.content_type_conformance,
        checks.response_headers_conformance,
        checks.response_schema_conformance,
        checks.negative_data_rejection,
    ]
    statuses: set[int] = set()

    def hold(case: Any) -> None:
        response = case.call()
        statuses.add(response.status_code)
        case.validate_response(response, checks=held)

    free = len(operation.query) + len(operation.path_parameters) > 1
    for mode in schemathesis.GenerationMode:
        for places in (known, None) if known else (None,):
            if places and mode.is_negative and not free:
                continue  # there is nothing else that could be wrong
            strategy = operation.as_strategy(generation_mode=mode, path_parameters=places)
            limits = settings(
                max_examples=8, derandomize=True, deadline=None, database=None,
                suppress_health_check=list(HealthCheck),
            )  # fmt: skip
            limits(given(case=strategy)(hold))()
    assert 200 in statuses
    assert not {status for status in statuses if status >= 500}


def test_every_error_of_the_framework_has_the_form(app: Flask, client: FlaskClient) -> None:
    """Whatever Werkzeug raises for a request under the prefix."""
    with app.test_request_context(f"{V1}/games"):
        for kind in HTTPException.__subclasses__():
            if kind.code and kind.code >= 400:
                answer = app.make_response(app.handle_user_exception(kind()))
                assert answer.json is not None or kind.__name__ == "SecurityError"
