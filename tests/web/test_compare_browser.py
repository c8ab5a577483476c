"""Two games side by side and the list of games in a browser: charts, accessibility, a phone's width."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

if TYPE_CHECKING:
    from collections.abc import Sequence

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    ("path", "plots"),
    [
        ("/?event=Thursday+table&state=partial", 0),
        ("/compare?a={four}", 0),
        ("/compare?a={four}&b={three}", 5),
        ("/compare/{four}/{three}/charts/coins", 2),
    ],
)
def test_pages_are_accessible_and_fit_a_phone(
    quiet: Page, site: str, ids: dict[str, str], scheme: Any, path: str, plots: int
) -> None:
    quiet.set_viewport_size({"width": 390, "height": 844})
    quiet.emulate_media(color_scheme=scheme)
    quiet.goto(site + path.format(**ids))
    for chart in quiet.locator(".chart").all():
        chart.scroll_into_view_if_needed()
        expect(chart).to_have_attribute("data-drawn", "true", timeout=30_000)
    expect(quiet.locator(".plot.js-plotly-plot")).to_have_count(plots)
    assert quiet.evaluate("document.documentElement.scrollWidth") <= 390
    violations = Axe().run(quiet).response["violations"]
    assert not [(found["id"], found["nodes"][0]["html"][:160]) for found in violations]


def test_from_a_game_to_another_beside_it(quiet: Page, site: str, ids: dict[str, str]) -> None:
    """The whole card of a game opens it, its names lead to players; the game page leads to a comparison."""
    quiet.goto(f"{site}/?event=Autumn+cup%2C+round+2")
    quiet.get_by_role("link", name="Bruno").and_(quiet.locator(".who")).click()
    expect(quiet.get_by_role("heading", level=1)).to_have_text("Bruno")
    quiet.go_back()
    quiet.get_by_role("link", name="Open the game of").click(position={"x": 5, "y": 5})
    quiet.get_by_role("link", name="compare with another game").click()
    quiet.get_by_label("Second game").fill("zoe")
    quiet.get_by_label("Second game").press("Enter")
    quiet.get_by_role("link", name="Choose the game of").press("Enter")
    expect(quiet.get_by_role("heading", level=1)).to_have_text("Two games compared")
    assert quiet.url.endswith(f"/compare?a={ids['three']}&b={ids['four']}")
    assert totals(quiet) == ["75", "62", "55", "56", "53", "52", "48", "+19"]


def totals(page: Page) -> Sequence[str]:
    """The cells of the last line of the table of points."""
    return page.locator("[aria-labelledby=points-heading] .sum td").all_inner_texts()
