"""The explorer of starts, its numbers worked out a second time from the seats and from the records."""

from __future__ import annotations

import datetime as dt
import re
import shutil
from collections import defaultdict
from html import unescape
from math import sqrt
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlencode

import duckdb
import pytest
from axe_playwright_python.sync_playwright import Axe

from wcreplay.analysis.intervals import Mean, student
from wcreplay.analysis.starts import starts
from wcreplay.store.database import Snapshot, open_database
from wcreplay.web.app import create_app

from .test_people import cells

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from flask.testing import FlaskClient
    from playwright.sync_api import ConsoleMessage, Page

PUBLISHED = {
    1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 9: 2.262, 10: 2.228, 29: 2.045, 30: 2.042, 60: 2.000,
    120: 1.980, 1_000_000: 1.960,
}  # fmt: skip
"""Student's t for 97.5 % by degrees of freedom, as tables have it."""

BY_HAND = {
    "resource=R6&action=A3&position=1&players=4": ("coral 6, right end", "well (w)", "4 of 4", "48"),
    "resource=R3&action=A3&position=2&players=4": (
        "coral 1, left end",
        "steward room 1 (s1)",
        "1 of 4",
        "56",
    ),
    "resource=R7&action=A1&position=3&players=4": (
        "coral 4, left end",
        "steward room 1 (s1)",
        "3 of 4",
        "52",
    ),
    "resource=R9&action=A1&position=4&players=4": (
        "coral 5, left end",
        "diplomat room 1 (d1)",
        "2 of 4",
        "53",
    ),
    "resource=R3&action=A2&position=1&players=3": (
        "coral 5, right end",
        "steward room 3 (s3)",
        "3 of 3",
        "55",
    ),
    "resource=R2&action=A1&position=2&players=3": ("white 6, right end", "white row (row w)", "1 of 3", "75"),
    "resource=R8&action=A2&position=3&players=3": ("white 6, right end", "well (w)", "2 of 3", "62"),
    "resource=R6&action=A2&position=1&players=2": ("coral 5, right end", "well (w)", "1 of 2", "54"),
    "resource=R2&action=A1&position=2&players=2": (
        "coral 1, left end",
        "steward room 1 (s1)",
        "2 of 2",
        "45",
    ),
}
"""The starts of the three complete games in games.wcr with their first dice and spaces, read by eye."""


@pytest.mark.parametrize(("freedom", "value"), PUBLISHED.items())
def test_student_is_as_published(freedom: int, value: float) -> None:
    assert student(freedom) == pytest.approx(value, abs=0.0005)


def test_student_goes_on_where_the_expansion_begins() -> None:
    assert 0 < student(200) - student(201) < 1e-4
    with pytest.raises(ValueError, match="at least 1"):
        student(0)


def test_a_mean_of_sums_is_that_of_the_values() -> None:
    values = [41, 55, 55, 70, 38]
    made = Mean.summed(sum(values), sum(value * value for value in values), len(values))
    assert made.value == pytest.approx(fmean(values))
    assert made.half == pytest.approx(2.776 * stdev(values) / sqrt(5), rel=0.001)
    assert Mean.summed(7, 49, 1) == (7, None)


class Line(NamedTuple):
    """A game of the start R3 + A2 from place 1 of 3."""

    colour: str
    pips: int
    end: str
    space: str
    rank: int
    points: int


COPIES = [
    Line(
        ("white", "coral")[number % 2],
        5 + number // 2 % 2,
        "<>"[number // 4 % 2],
        ("s3", "w", "row c")[number % 3],
        1 + number % 3,
        50 + number % 7,
    )
    for number in range(40)
]
"""Further games: 30 of them written by people, the first five at an event, and then ten simulated ones."""
ORIGINAL = Line("coral", 5, ">", "s3", 3, 55)
PEOPLE = [ORIGINAL, *COPIES[:30]]
LISTED = "R3 + A2, place 1 of 3"
START = "/explorer/start?resource=R3&action=A2&position=1&players=3"


@pytest.fixture(scope="module")
def many(db: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    """The small database with the copies of its game of three."""
    path = tmp_path_factory.mktemp("explorer") / "many.duckdb"
    shutil.copyfile(db, path)
    with duckdb.connect(path) as connection:
        (original,) = connection.execute("SELECT game_id FROM game WHERE record_no = 2").fetchall()[0]
        for number, line in enumerate(COPIES):
            _copy(connection, original, number, line)
    with Snapshot(path) as snapshot:
        yield create_app(snapshot).test_client()


def _copy(connection: duckdb.DuckDBPyConnection, original: str, number: int, line: Line) -> None:
    """Store a game again in which seat B began with another die, on its turn 4, and ended otherwise."""
    new = {"new": f"{number:016x}", "old": original}
    kind = {
        "source": "notation" if number < 30 else "simulated",
        "day": dt.date(2026, 1, 1) + dt.timedelta(number),
        "event": "Lantern cup" if number < 5 else "",
    }
    connection.execute(
        "INSERT INTO game SELECT * REPLACE ($new AS game_id, $source AS source_kind, $day AS played_on, "
        "$event AS event) FROM game WHERE game_id = $old",
        new | kind,
    )
    connection.execute(
        "INSERT INTO seat SELECT * REPLACE ($new AS game_id, if(seat = 'B', $rank, rank) AS rank, "
        "if(seat = 'B', $points, points) AS points) FROM seat WHERE game_id = $old",
        new | {"rank": line.rank, "points": line.points},
    )
    die = {"colour": line.colour, "pips": line.pips, "end": line.end, "space": line.space}
    connection.execute(
        "INSERT INTO wc_dice SELECT * REPLACE ($new AS game_id, "
        "if(turn_no = 4, $colour, colour::VARCHAR) AS colour, "
        "if(turn_no = 4, $pips, pips) AS pips, if(turn_no = 4, $end, die_end::VARCHAR) AS die_end, "
        "if(turn_no = 4, $space, space::VARCHAR) AS space) FROM wc_dice WHERE game_id = $old AND taken",
        new | die,
    )


def text(client: FlaskClient, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status, answer.text
    return answer.text


def plain(page: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", page)).split())


def shown(lines: list[Line], of: int) -> list[str]:
    """What a row of a table says of some games."""
    few = " too few games" if len(lines) < 5 else " few" if len(lines) < 10 else ""
    share = f"{100 * len(lines) / of:.0f}\xa0%"
    return [
        f"{len(lines)} of {of}{few}",
        share,
        _mean([one.rank for one in lines], 2),
        _mean([one.points for one in lines], 1),
    ]


def _mean(values: list[int], digits: int) -> str:
    if len(values) < 5:
        return f"{fmean(values):.{digits}f}"
    half = student(len(values) - 1) * stdev(values) / sqrt(len(values))
    return f"{fmean(values):.{digits}f} ± {half:.{digits}f}"


def test_groups_are_means_over_all_seats_of_complete_games(db: Path) -> None:
    with Snapshot(db) as source:
        cursor = source.cursor()
        sql = (
            "SELECT start_resource, start_action, start_position, g.players, rank, points FROM seat "
            "JOIN game AS g USING (game_id) WHERE g.state = 'complete' AND start_resource IS NOT NULL"
        )
        results = defaultdict(list)
        for *key, rank, points in cursor.execute(sql).fetchall():
            results[tuple(key)].append((rank, points))
        found = starts(cursor)
    assert found
    assert {one[:4] for one in found} == set(results)
    for one in found:
        ranks, points = zip(*results[one[:4]], strict=True)
        assert one.games == len(ranks)
        for mean, values in ((one.rank, ranks), (one.points, points)):
            assert mean.value == pytest.approx(fmean(values))
            assert (mean.half is None) == (len(values) == 1)


def test_a_start_of_many_games_has_its_share_and_intervals(many: FlaskClient) -> None:
    row = cells(text(many, "/explorer?players=3"))[LISTED]
    games, _, rank, points = shown(PEOPLE, 31)
    assert row == [games, rank, points]


@pytest.mark.parametrize(("start", "wanted"), BY_HAND.items())
def test_first_dice_and_spaces_are_those_of_the_records(
    client: FlaskClient, start: str, wanted: tuple[str, ...]
) -> None:
    die, space, place, points = wanted
    page = text(client, f"/explorer/start?{start}")
    rows = cells(page)
    mean = [f"{int(place[0]):.2f}", f"{int(points):.1f}"]
    assert rows[die] == rows[space] == ["1 of 1 too few games", "100\xa0%", *mean]
    (game,) = re.findall(r"<tr><th scope=\"row\"><a href=\"/games/.*?</tr>", page)
    assert plain(game).endswith(f"{place} {points}")


def test_the_first_dice_of_a_start_are_counted_each_game_once(many: FlaskClient) -> None:
    rows = cells(text(many, START))
    for colour, pips, end in {one[:3] for one in PEOPLE}:
        lines = [one for one in PEOPLE if one[:3] == (colour, pips, end)]
        assert rows[f"{colour} {pips}, {'left' if end == '<' else 'right'} end"] == shown(lines, 31)
    for words, space in (("steward room 3 (s3)", "s3"), ("well (w)", "w"), ("coral row (row c)", "row c")):
        assert rows[words] == shown([one for one in PEOPLE if one.space == space], 31)
    assert rows["coral"] == shown([one for one in PEOPLE if one.colour == "coral"], 31)
    assert rows["value 6"] == shown([one for one in PEOPLE if one.pips == 6], 31)
    assert rows["left end"] == shown([one for one in PEOPLE if one.end == "<"], 31)


def test_a_die_has_its_spaces_and_a_space_its_dice(many: FlaskClient) -> None:
    die = [one for one in PEOPLE if one[:3] == ("coral", 5, ">")]
    page = text(many, f"{START}&colour=coral&pips=5&end=right")
    assert f"Games {len(die)} of 31 with this start: few" in plain(page)
    rows = cells(page)
    assert rows["steward room 3 (s3)"] == shown([one for one in die if one.space == "s3"], len(die))
    assert "coral 5, right end" not in rows
    well = [one for one in PEOPLE if one.space == "w"]
    rows = cells(text(many, f"{START}&space=w"))
    lines = [one for one in well if one[:3] == ("coral", 6, "<")]
    assert lines
    assert rows["coral 6, left end"] == shown(lines, len(well))
    assert "well (w)" not in rows
    assert "Of the 31 complete games with this start none began like this" in text(many, f"{START}&space=d2")


def test_programs_get_the_first_dice_too(many: FlaskClient) -> None:
    address = START.replace("/explorer/start", "/api/v1/explorer/first-turns")
    content = many.get(address).get_json()
    assert (content["games"], sum(row["games"] for row in content["first_turns"])) == (41, 41)
    for row in content["first_turns"]:
        die = (row["colour"], row["pips"], {"left": "<", "right": ">"}[row["end"]], row["space"])
        lines = [one for one in (ORIGINAL, *COPIES) if one[:4] == die]
        assert row["games"] == len(lines)
        assert row["mean_points"] == round(fmean(one.points for one in lines), 2)
        assert (row["rank_half"] is None) == (len(lines) == 1)
    everybody = many.get("/api/v1/explorer/first-turns").get_json()["first_turns"]
    seats = 4 + 2 + 3 * (1 + len(COPIES))
    assert sum(row["games"] for row in everybody) == seats


def test_the_newest_games_are_named_and_the_others_counted(many: FlaskClient) -> None:
    page = text(many, START)
    named = re.findall(r'href="/games/(\w+)\?turn=4"', page)
    assert named[1:] == [f"{number:016x}" for number in range(29, 5, -1)]
    assert "And 6 more; these are the newest" in page
    for number in (1, 20):
        assert many.get(f"/games/{number:016x}?turn=4").status_code == 200


def test_small_groups_are_grey_and_said_to_be_few(many: FlaskClient) -> None:
    for address in ("/explorer", START):
        for row in re.findall(r"<tr.*?</tr>", text(many, address), re.DOTALL):
            if count := re.search(r">(\d+) of \d+", row):
                few = int(count[1]) < 10 and 'href="/games/' not in row
                words = "<small>too few games</small>" if int(count[1]) < 5 else "<small>few</small>"
                assert ('class="few"' in row) == (words in row) == few
                assert int(count[1]) >= 5 or "±" not in row


def test_simulated_games_are_counted_when_asked_for(many: FlaskClient) -> None:
    page = text(many, "/explorer?players=3")
    assert "10 simulated games are left out" in page
    together, apart, simulated = (
        cells(text(many, f"/explorer?players=3&source={source}"))[LISTED][0]
        for source in ("all", "not-simulated", "simulated")
    )
    assert (together, apart, simulated) == ("41 of 41", "31 of 31", "10 of 10")
    assert "left out" not in text(many, "/explorer?source=all")
    assert f"Games {len(PEOPLE)} of 31" in plain(text(many, START))
    [together] = re.findall(r'href="([^"]*)">count all together', text(many, START))
    assert unescape(together) == f"{START}&source=all"
    assert "Games 41 of 41" in plain(text(many, unescape(together)))
    [row] = many.get("/api/v1/explorer?resource=R3&players=3&source=simulated").get_json()["starts"]
    assert (row["games"], row["of_games"], row["mean_points"]) == (
        10,
        10,
        fmean(one.points for one in COPIES[30:]),
    )
    assert row["rank_half"] == pytest.approx(
        2.262 * stdev(one.rank for one in COPIES[30:]) / sqrt(10), abs=0.006
    )


def test_an_event_and_a_game_can_be_chosen(many: FlaskClient) -> None:
    rows = cells(text(many, "/explorer?event=Lantern+cup"))
    games, _, rank, points = shown(COPIES[:5], 5)
    assert rows[LISTED] == [games, rank, points]
    page = text(many, f"{START}&event=Lantern+cup")
    assert "(all but simulated, event Lantern cup; count all together )" in plain(page)
    assert "Games 5 of 5 complete games with 3 players: few" in plain(page)
    assert cells(text(many, "/explorer?game=white-castle&players=3")) == cells(
        text(many, "/explorer?players=3")
    )


def test_games_of_two_kinds_do_not_mix(db: Path, tmp_path: Path) -> None:
    path = tmp_path / "two.duckdb"
    shutil.copyfile(db, path)
    with duckdb.connect(path) as connection:
        connection.execute("UPDATE game SET game = 'other-castle' WHERE record_no = 3")
    with Snapshot(path) as snapshot:
        client = create_app(snapshot).test_client()
        page = text(client, "/explorer")
        assert cells(page)["R6 + A2, place 1 of 2"][:2] == ["other-castle", "1 of 1 too few games"]
        assert "other-castle" not in cells(text(client, "/explorer?game=white-castle"))
        start = "/explorer/start?resource=R6&action=A2&position=1&players=2"
        assert "Game must be given here" in text(client, start, 400)
        assert "coral 5, right end" in text(client, f"{start}&game=other-castle")


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ({"players": "abc"}, "Players wants a whole number from 1 to 9, not 'abc'."),
        ({"players": "-5"}, "Players wants a whole number"),
        ({"position": "0"}, "Position wants a whole number from 1 to 9, not '0'."),
        ({"resource": "R77"}, "Resource cannot be 'R77'. Did you mean 'R7'? There are: R1, R2,"),
        ({"resource": "<b>"}, "Resource cannot be '<B>'."),
        ({"action": "A9"}, "Action cannot be 'A9'."),
        ({"game": "white-castel"}, "Did you mean 'white-castle'?"),
        ({"source": "letters"}, "Source cannot be 'letters'."),
        ({"event": "thursday tabel"}, "Did you mean 'Thursday table'?"),
        ({"seats": "3"}, "There is no parameter 'seats' here."),
        ({"players": ["3", "4"]}, "Players is given 2 times; once is enough."),
    ],
)
def test_values_that_cannot_be_are_told(client: FlaskClient, wanted: dict[str, Any], words: str) -> None:
    query = urlencode(wanted, doseq=True)
    for address in ("/explorer", "/explorer/start"):
        page = text(client, f"{address}?{query}", 400)
        assert words in unescape(page)
        assert 'role="alert"' in page
        assert "<b>" not in page.lower().partition("<main")[2]
    for address in ("/api/v1/explorer", "/api/v1/explorer/first-turns"):
        answer = client.get(f"{address}?{query}")
        assert answer.status_code == 400
        assert words.replace("<B>", "<b>") in answer.get_json()["message"]


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ("resource=R3", "Position and players must be given here: choose a start from the list."),
        ("resource=R3&action=A3&position=2&players=4&colour=red", "Colour cannot be 'red'."),
        ("resource=R3&action=A3&position=2&players=4&pips=7", "Pips wants a whole number from 0 to 6"),
        ("resource=R3&action=A3&position=2&players=4&space=s4", "Space cannot be 's4'."),
    ],
)
def test_a_start_that_is_not_whole_is_told(client: FlaskClient, wanted: str, words: str) -> None:
    assert words in unescape(text(client, f"/explorer/start?{wanted}", 400))


def test_what_nobody_had_is_no_mistake(client: FlaskClient, tmp_path: Path) -> None:
    assert "No start matches" in text(client, "/explorer?resource=r1&players=")
    assert "has this start" in text(client, "/explorer/start?resource=R1&action=A1&position=1&players=4")
    with open_database(tmp_path / "none.duckdb"):
        pass
    with Snapshot(tmp_path / "none.duckdb") as snapshot:
        empty = create_app(snapshot).test_client()
        assert "No start matches" in text(empty, "/explorer?resource=R3&event=none")


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_are_accessible_and_fit_a_phone(page: Page, site: str, scheme: Any) -> None:
    errors: list[str] = []

    def listen(message: ConsoleMessage) -> None:
        if message.type == "error":
            errors.append(message.text)

    page.on("console", listen)
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(color_scheme=scheme)
    page.goto(f"{site}/explorer")
    for link, address in (
        (None, "**/explorer"),
        ("tbody a", "**/explorer/start?*position=*"),
        ("#content .pair tbody a", "**/explorer/start?*colour=*"),
        ("#content .pair tbody a", "**/explorer/start?*space=*"),
    ):
        if link is not None:
            page.locator(link).first.press("Enter")
        page.wait_for_url(address)
        assert page.locator("tbody tr").count()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        violations = Axe().run(page).response["violations"]
        assert not [(found["id"], found["nodes"][0]["html"][:160]) for found in violations]
    page.locator("#games-heading + .scroll tbody a").first.press("Enter")
    page.wait_for_url("**/games/*?turn=*")
    assert not errors
