"""The pages of players in a browser: charts, accessibility, a phone's width; no console error."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import ConsoleMessage, Page, expect

from wcreplay.web.roster import player_id

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.browser


@pytest.fixture
def quiet(page: Page) -> Iterator[Page]:
    """A page on which any console error fails the test."""
    errors: list[str] = []

    def listen(message: ConsoleMessage) -> None:
        if message.type == "error":
            errors.append(message.text)

    page.on("console", listen)
    yield page
    assert not errors


def drawn(page: Page, count: int) -> None:
    for plot in page.locator(".chart .plot").all():
        plot.scroll_into_view_if_needed()
    expect(page.locator(".plot .main-svg").first).to_be_visible()
    expect(page.locator(".plot.js-plotly-plot")).to_have_count(count)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    ("path", "plots"),
    [
        ("/players", 0),
        ("/players/{clara}", 2),
        ("/players/{clara}/charts/career", 2),
        ("/versus?a=Ana&b=Bruno", 0),
    ],
)
def test_pages_are_accessible_and_fit_a_phone(
    quiet: Page, site: str, scheme: Any, path: str, plots: int
) -> None:
    quiet.set_viewport_size({"width": 390, "height": 844})
    quiet.emulate_media(color_scheme=scheme)
    quiet.goto(site + path.format(clara=player_id("Clara")))
    if plots:
        drawn(quiet, plots)
    assert quiet.evaluate("document.documentElement.scrollWidth") <= 390
    violations = Axe().run(quiet).response["violations"]
    assert not [(found["id"], found["nodes"][0]["html"][:160]) for found in violations]


def test_the_keyboard_orders_the_list_and_opens_a_player(quiet: Page, site: str) -> None:
    quiet.goto(f"{site}/players")
    quiet.get_by_role("link", name="Games", exact=True).last.press("Enter")
    expect(quiet.locator("th[aria-sort]")).to_contain_text("Games")
    quiet.get_by_role("link", name="Clara").press("Enter")
    expect(quiet.get_by_role("heading", level=1)).to_have_text("Clara")
