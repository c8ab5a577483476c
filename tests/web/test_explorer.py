"""The explorer of starts, its numbers worked out a second time from the seats of the games."""

from __future__ import annotations

from collections import defaultdict
from math import sqrt
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from wcreplay.analysis.starts import starts
from wcreplay.store.database import Snapshot
from wcreplay.web.explorer import Group

if TYPE_CHECKING:
    from pathlib import Path

    from flask.testing import FlaskClient
    from playwright.sync_api import ConsoleMessage, Page


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
        found = [Group.of(start) for start in starts(cursor)]
    assert found
    assert {one[:4] for one in found} == set(results)
    for one in found:
        ranks, points = zip(*results[one[:4]], strict=True)
        assert one.games == len(ranks)
        for mean, values in ((one.rank, ranks), (one.points, points)):
            assert mean.value == pytest.approx(fmean(values))
            half = 1.96 * stdev(values) / sqrt(len(values)) if len(values) > 1 else None
            assert mean.half == (half if half is None else pytest.approx(half))


def test_the_page_filters_and_says_its_method(client: FlaskClient) -> None:
    page = client.get("/explorer").text
    assert "1.96 standard errors" in page
    assert 'class="few"' in page
    for wanted in ("resource=%3Cb%3E", "position=99&players=x", "players=-5&action=A9"):
        answer = client.get(f"/explorer?{wanted}")
        assert answer.status_code == 200
        assert "No start matches" in answer.text
        assert "<b>" not in answer.text


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_is_accessible_and_fits_a_phone(page: Page, site: str, scheme: Any) -> None:
    errors: list[str] = []

    def listen(message: ConsoleMessage) -> None:
        if message.type == "error":
            errors.append(message.text)

    page.on("console", listen)
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(color_scheme=scheme)
    page.goto(f"{site}/explorer")
    page.locator("tbody a").first.press("Enter")
    page.wait_for_url("**/explorer?*resource=*")
    assert page.locator("tbody tr").count()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    violations = Axe().run(page).response["violations"]
    assert not [(found["id"], found["nodes"][0]["html"][:160]) for found in violations]
    assert not errors
