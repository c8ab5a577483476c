"""Every page of the site in a browser, found by the addresses the application has; and a way by keys alone.

A page that is added is walked without being named here, unless its address has a part that is new: then the
test that has no value for it says so.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from .addresses import LEADING, PAGES, filled
from .conftest import GAMES

if TYPE_CHECKING:
    from flask.testing import FlaskClient

pytestmark = pytest.mark.browser

RECORDS = GAMES.read_text(encoding="utf-8")
CHARTS: Final = ("scoring", "coins", "resources", "time", "dice", "workers")


def draw_all(page: Page) -> None:
    for chart in page.locator(".chart").all():
        chart.scroll_into_view_if_needed()
        expect(chart).to_have_attribute("data-drawn", "true", timeout=30_000)


def violations(page: Page, *rules: str, within: str = "html") -> list[str]:
    """What axe finds that keeps anybody out, by some of its rules or by all."""
    # What is within the picture of a chart is no part of the page to those who do not see it.
    where: Any = {"include": [[within]], "exclude": [[".main-svg"]]}
    how: Any = {"resultTypes": ["violations"], **({"runOnly": list(rules)} if rules else {})}
    found = Axe().run(page, where, how).response["violations"]
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:160]} {one['nodes'][0]['failureSummary']}"
        for one in found
        if one["impact"] in {"serious", "critical"}
    ]


def walk(page: Page, address: str, *, drawn: bool = True, within: str = "html") -> None:
    """A page on a phone in light and in dark, charts drawn and the first tables open, then on a screen.

    What is not ``within`` the part that differs was looked at on another page.
    """
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": 390, "height": 844})
    answer = page.goto(address)
    assert answer is not None
    assert answer.status == (404 if address.endswith("/nothing") else 200), address
    if drawn:
        draw_all(page)
    closed = "[...document.querySelectorAll('details:not([open])')]"
    page.evaluate(f"{closed}.slice(0, 2).forEach((one) => {{ one.open = true }})")
    assert not violations(page, within=within), f"{address} in light"
    page.emulate_media(color_scheme="dark")  # what is there is the same: its colours are not
    assert not violations(page, "color-contrast", within=within), f"{address} in dark"
    for width in (390, 1440):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address


@pytest.mark.parametrize("endpoint", [name for name in PAGES if name not in LEADING])
def test_every_page_is_for_everybody(
    quiet: Page, site: str, client: FlaskClient, parts: dict[str, Any], endpoint: str
) -> None:
    """No serious fault of accessibility, no error, nothing asked of others, nothing wider than the screen."""
    walk(quiet, site + filled(PAGES[endpoint], parts, client))


@pytest.mark.parametrize("name", sorted(set(CHARTS) - {"coins"}))
def test_the_page_of_every_chart_is_for_everybody(
    quiet: Page, site: str, ids: dict[str, str], name: str
) -> None:
    walk(quiet, f"{site}/games/{ids['four']}/charts/{name}")


def test_pages_in_other_states_are_for_everybody(page: Page, site: str, ids: dict[str, str]) -> None:
    """What stops early, a decision, a list of nothing, and what is not there, an error to the console."""
    walk(page, f"{site}/games/{ids['partial']}?turn=8", drawn=False)
    walk(page, f"{site}/games/{ids['two']}?turn=5&decision=1", drawn=False, within="#turn")
    for address in ("/?q=none", "/compare", "/versus", "/nothing"):
        walk(page, site + address, drawn=False)


# -- by keys alone -----------------------------------------------------------------------------------

FOCUS: Final = """() => {
    const focused = document.activeElement;
    const ringed = (style) => style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
    const around = [focused, focused.parentElement, focused.closest('.paper')].filter(Boolean);
    const box = focused.getBoundingClientRect();
    return {
        what: focused.outerHTML.slice(0, 120),
        seen: around.some((one) => ['', '::before', '::after'].some((p) => ringed(getComputedStyle(one, p)))),
        shown: box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight,
    };
}"""


def press(page: Page, key: str) -> None:
    """Press a key; what is focused then must be seen, and be seen to be focused."""
    page.keyboard.press(key)
    page.wait_for_timeout(20)
    found = page.evaluate(FOCUS)
    if not found["what"].startswith("<body"):
        assert found["seen"], f"no focus to be seen: {found['what']}"
        assert found["shown"], f"out of sight: {found['what']}"


def tab_to(page: Page, selector: str, most: int = 80) -> None:
    """Press Tab until what is wanted is focused."""
    for _ in range(most):
        press(page, "Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"{selector} is not reached by {most} tabs")


def at(page: Page, turn: int) -> None:
    expect(page.locator(f'#turn[data-turn="{turn}"]')).to_be_attached()
    expect(page.locator(".stepper .count")).to_have_text(re.compile(rf"Turn {turn} of \d+"))


def ready(page: Page) -> None:
    """Wait until the script of a game's page listens to keys: it brings the button that plays."""
    expect(page.locator("[data-play]")).to_be_visible()


def test_from_the_list_through_a_chart_to_a_turn_by_keys_alone(
    quiet: Page, site: str, ids: dict[str, str]
) -> None:
    quiet.goto(site)
    press(quiet, "Tab")
    expect(quiet.get_by_role("link", name="Skip to the content")).to_be_focused()
    expect(quiet.locator(".skip")).to_be_in_viewport()
    quiet.keyboard.press("Enter")
    expect(quiet.locator("#content")).to_be_focused()
    tab_to(quiet, f'a[href*="/games/{ids["four"]}"]')
    quiet.keyboard.press("Enter")
    ready(quiet)
    # Through the turns, by keys wherever one is, and by a button.
    for turn in (1, 2, 3):
        quiet.keyboard.press("ArrowRight")
        at(quiet, turn)
    quiet.keyboard.press("ArrowLeft")
    at(quiet, 2)
    tab_to(quiet, '[data-step="next"]')
    quiet.keyboard.press("Enter")
    at(quiet, 3)
    # To a chart and through its points.
    tab_to(quiet, '.jumps a[href="#chart-coins"]', 150)
    quiet.keyboard.press("Enter")
    figure = quiet.locator('#chart-coins [data-panel="balance"]')
    expect(quiet.locator("#chart-coins")).to_have_attribute("data-drawn", "true", timeout=30_000)
    tab_to(quiet, '[data-panel="balance"] .pointer')
    points = figure.locator(".pointer")
    expect(figure.locator(".hint")).to_be_visible()
    expect(points).to_have_accessible_description(re.compile("Arrow keys: points. Enter: turn."))
    said = points.get_by_role("status")
    expect(said).to_have_text(re.compile(r"^A .*, setup: \d+ coins?$"))
    press(quiet, "ArrowRight")
    press(quiet, "ArrowRight")
    expect(said).to_have_text(re.compile(r"^A .*, \d\.\w+: \d+ coins?\n[+−]\d+ \w+"))
    label = re.search(r", ([\d.g]+):", said.inner_text() or said.text_content() or "")
    assert label
    quiet.keyboard.press("Enter")
    expect(quiet.locator("#turn-heading")).to_be_focused()
    expect(quiet.locator("#turn-heading")).to_be_in_viewport()
    expect(quiet.locator("#turn-heading")).to_contain_text(label[1])
    # And on from there.
    turn = int(quiet.locator("#turn").get_attribute("data-turn") or 0)
    press(quiet, "ArrowRight")
    at(quiet, turn + 1)
    expect(quiet.locator("#turn-heading")).to_be_focused()
    quiet.go_back()
    at(quiet, turn)


def test_a_record_is_checked_and_replayed_by_keys_alone(quiet: Page, site: str) -> None:
    quiet.goto(site)
    tab_to(quiet, 'a[href="/check"]')
    quiet.keyboard.press("Enter")
    expect(quiet).to_have_url(re.compile("/check$"))
    tab_to(quiet, "#text")
    quiet.keyboard.insert_text(RECORDS.replace("c1<s1", "c9<s1", 1))
    expect(quiet.get_by_role("status")).to_have_text("4 records: 3 right, 1 wrong. 1 error.", timeout=20_000)
    tab_to(quiet, ".finding a")
    quiet.keyboard.press("Enter")
    expect(quiet.locator("#text")).to_be_focused()
    quiet.keyboard.insert_text("c1<s1")
    expect(quiet.get_by_role("status")).to_have_text("4 records: 4 right. No findings.", timeout=20_000)
    tab_to(quiet, ".do .primary")
    quiet.keyboard.press("Enter")
    expect(quiet.get_by_role("status")).to_have_text("4 records: 4 right. No findings.", timeout=20_000)
    expect(quiet.locator('.sections a[href="/check"]')).to_have_attribute("aria-current", "page")
    tab_to(quiet, ".record button")
    quiet.keyboard.press("Enter")
    expect(quiet).to_have_url(re.compile("/check/replays/"))
    ready(quiet)
    quiet.keyboard.press("ArrowRight")
    at(quiet, 1)
