"""The replay in a browser: decisions, playing, jumping, frames; by button, key and link."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.browser


@pytest.fixture
def game(page: Page, site: str, ids: dict[str, str]) -> Iterator[Page]:
    errors: list[str] = []
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.goto(f"{site}/games/{ids['four']}?turn=20")
    yield page
    assert not errors


def at(page: Page, turn: int, decision: int = 0) -> None:
    found = page.locator(f'#turn[data-turn="{turn}"]')
    expect(found).to_be_attached()
    if decision:
        expect(found).to_have_attribute("data-decision", str(decision))
    else:
        expect(found).not_to_have_attribute("data-decision", re.compile(".*"))


def test_decisions_by_link_key_reload_and_back(game: Page) -> None:
    game.get_by_role("link", name=re.compile("Step through its")).click()
    at(game, 20, 1)
    assert game.url.endswith("?turn=20&decision=1")
    game.get_by_role("link", name="Next decision").press("Enter")
    at(game, 20, 2)
    expect(game.get_by_role("link", name="Next decision")).to_be_focused()
    game.keyboard.press("Shift+ArrowLeft")
    at(game, 20, 1)
    game.keyboard.press("Shift+ArrowLeft")
    expect(game.locator("#turn")).to_have_attribute("data-turn", "19")
    expect(game.locator("#turn")).to_have_attribute("data-decision", re.compile(r"\d+"))
    game.reload()
    expect(game.get_by_role("heading", name=re.compile(r"Decision \d+ of"))).to_be_visible()
    game.go_back()
    at(game, 20, 1)
    assert not Axe().run(game).response["violations"]
    game.get_by_role("link", name="The whole turn").click()
    at(game, 20)


def test_playing_stops_by_button_and_by_any_step(game: Page) -> None:
    game.clock.install()
    play = game.get_by_role("button", name="Play")
    play.click()
    game.clock.run_for(2100)
    at(game, 21)
    pause = game.get_by_role("button", name="Pause")
    expect(pause).to_have_attribute("aria-pressed", "true")
    pause.click()
    game.clock.run_for(9000)
    at(game, 21)
    play.click()
    game.keyboard.press("ArrowLeft")
    at(game, 20)
    expect(play).to_have_attribute("aria-pressed", "false")


def test_playing_waits_longer_for_who_wants_less_motion(game: Page) -> None:
    game.emulate_media(reduced_motion="reduce")
    game.clock.install()
    game.get_by_role("button", name="Play").click()
    game.clock.run_for(4500)
    at(game, 20)
    game.clock.run_for(1000)
    at(game, 21)


def test_jumping_to_a_round(game: Page) -> None:
    rounds = game.get_by_role("navigation", name="Rounds")
    rounds.get_by_role("link", name="Round 3").click()
    expect(game.locator("#turn-heading")).to_contain_text("3.1")
    rounds.get_by_role("link", name="End").click()
    expect(game.locator("#turn-heading")).to_contain_text("End of the game")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_shows_a_decision_without_scrolling_sideways(
    page: Page, site: str, ids: dict[str, str], scheme: str
) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    for address in (f"/games/{ids['four']}?turn=20&decision=1", f"/embed/{ids['four']}?turn=20"):
        page.goto(site + address)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert not Axe().run(page).response["violations"]
