"""Makes the pictures of README and docs: ``python tools/screenshots.py`` (needs the test environment).

With ``--all DIR`` it takes instead a picture of every page that the server has, as on a phone and on a
screen, in light and in dark, down to its foot.
"""

from __future__ import annotations

import argparse
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tools.visit import NothingThere, Visitor, chromium, filled, parts, rules, serving
from wcreplay.bundled import records_dir
from wcreplay.engine.simulate import simulate
from wcreplay.store.loader import import_records

IMAGES: Final = Path(__file__).resolve().parents[1] / "docs" / "images"
SAMPLES: Final = "white_castle"
GAME: Final = "tutorial.wcr"
TURN: Final = 27
WIDE: Final = {"width": 1440, "height": 1180}
WIDTHS: Final = (390, 1440)
SCHEMES: Final = ("light", "dark")
MANY: Final = 500
"""Simulated games behind the picture of the starts."""
CHARTS: Final = {
    "coin-flow": ("coins", "purse"),
    "time-race": ("time", "race"),
    "scoring": ("scoring", "margin"),
}
"""Pictures of a panel of a chart, by the names of their files."""
MORE: Final = {
    "index-nothing": "/?q=nobody",
    "index-filtered": "/?players=4",
    "compare-choice": "/compare",
    "versus-choice": "/versus",
    "not-found": "/nothing",
}
"""Further states of pages that have a picture with ``--all``."""
WRONG: Final = ("A c5>o2", "A c5<o2")
"""What the record on the picture of the check page has wrong."""


def main() -> None:
    """Serve the sample records and take the pictures."""
    parser = argparse.ArgumentParser(prog="python tools/screenshots.py", description=__doc__)
    parser.add_argument("--all", type=Path, metavar="DIR", help="take every page, into this folder")
    parser.add_argument("--db", type=Path, help="serve this database instead of the sample records")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        db = options.db
        if db is None:
            db = Path(folder) / "games.duckdb"
            import_records(db, [records_dir() / SAMPLES])
        browser = chromium(playwright)
        with serving(db) as visitor:
            if options.all:
                options.all.mkdir(parents=True, exist_ok=True)
                _every_page(browser, visitor, options.all)
            else:
                _of_the_docs(browser, visitor)
        if not options.all:
            _of_many_games(browser, Path(folder))
        browser.close()


def _of_the_docs(browser: Browser, visitor: Visitor) -> None:
    page = browser.new_page(viewport=WIDE, color_scheme="light")  # type: ignore[arg-type]
    text = (records_dir() / SAMPLES / GAME).read_text(encoding="utf-8")
    listed = visitor.json("/api/v1/games?per_page=100")["games"]
    home = next(
        f"{visitor.url}/games/{game['game_id']}"
        for game in listed
        if visitor.get(f"/api/v1/games/{game['game_id']}/record").text.strip() == text.strip()
    )
    page.goto(f"{home}?turn={TURN}")
    page.wait_for_load_state("networkidle")
    page.screenshot(path=IMAGES / "game-page.png")
    # Tall enough for all panels: a picture of what is beyond the edge would have the charts drawn anew.
    page.set_viewport_size({"width": WIDE["width"], "height": 4000})
    for name, (chart, panel) in CHARTS.items():
        page.goto(f"{home}/charts/{chart}")
        _draw_all(page)
        figure = page.locator(f'[data-panel="{panel}"]')
        figure.locator("summary").click()  # its table is not in the picture
        page.evaluate("scrollTo(0, 0)")
        box, end = figure.bounding_box(), figure.locator("details").bounding_box()
        assert box is not None
        assert end is not None
        page.screenshot(
            path=IMAGES / f"{name}.png",
            clip={
                "x": box["x"] - 12,
                "y": box["y"] - 8,
                "width": box["width"] + 24,
                "height": end["y"] - box["y"],
            },
        )
    page.set_viewport_size(WIDE)  # type: ignore[arg-type]
    page.goto(f"{visitor.url}/check")
    page.locator("#text").fill(text.replace(*WRONG, 1))
    page.locator(".finding a").first.click()
    page.screenshot(path=IMAGES / "check.png")


def _of_many_games(browser: Browser, folder: Path) -> None:
    records, db = folder / "many.wcr", folder / "many.duckdb"
    records.write_text("\n".join(simulate("white-castle", MANY, 4, "heuristic", 1)), encoding="utf-8")
    import_records(db, [records])
    with serving(db) as visitor:
        page = browser.new_page(viewport={**WIDE, "height": 900}, color_scheme="light")  # type: ignore[arg-type]
        page.goto(f"{visitor.url}/explorer?players=4")
        page.screenshot(path=IMAGES / "explorer.png")


def _every_page(browser: Browser, visitor: Visitor, folder: Path) -> None:
    for name, address in _pages(visitor):
        print(name, address)
        for scheme in SCHEMES:
            page = browser.new_page(color_scheme=scheme)
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 900})
                page.goto(visitor.url + address)
                _draw_all(page)
                page.screenshot(path=folder / f"{name}-{width}-{scheme}.png", full_page=True)
                wide = page.evaluate("document.documentElement.scrollWidth")
                if wide > width:
                    print(f"  {wide} wide on a screen of {width}")
            page.close()


def _pages(visitor: Visitor) -> Iterator[tuple[str, str]]:
    """Yield the name of a picture and the address of each page; parts of pages and data have none."""
    games = visitor.json("/api/v1/games?sort=most-players&per_page=100")["games"]
    complete = [game for game in games if game["state"] == "complete"]
    record = visitor.get(f"/api/v1/games/{complete[0]['game_id']}/record").text
    known = parts(complete[:2]) | {"key": visitor.checked(record)}
    for endpoint, rule in rules().items():
        names = [""]
        if endpoint == "pages.chart":
            home = visitor.get(f"/games/{known['game_id']}").text
            names = re.findall(r'data-name="(\w+)"', home)
        elif endpoint == "compare.chart":
            address = filled("compare.page", "/compare", known, visitor)
            names = re.findall(r'data-name="(\w+)"', visitor.get(address).text)
        for name in names:
            try:
                address = filled(endpoint, rule, known | ({"name": name} if name else {}), visitor)
                answer = visitor.ask(address)
            except NothingThere as error:
                print(f"left out: {error}")
                continue
            if answer.status == 200 and answer.is_page:
                yield "-".join(filter(None, [endpoint.replace(".", "-"), name])), address
    yield from MORE.items()


def _draw_all(page: Page) -> None:
    """Bring every chart into view, until all are drawn."""
    for chart in page.locator(".chart").all():
        chart.scroll_into_view_if_needed()
        expect(chart).to_have_attribute("data-drawn", "true", timeout=30_000)
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_timeout(1000)  # streams fade in after they are drawn


if __name__ == "__main__":
    main()
