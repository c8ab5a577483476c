"""Makes the pictures of README and docs: ``python tools/screenshots.py`` (needs the test environment)."""

from __future__ import annotations

import shutil
import tempfile
import threading
from pathlib import Path

from playwright.sync_api import sync_playwright

from wcreplay.bundled import records_dir
from wcreplay.store.loader import import_records
from wcreplay.web.server import serve

IMAGES = Path(__file__).resolve().parents[1] / "docs" / "images"
TURN = 27


def main() -> None:
    """Import the sample records, serve them, and photograph the game page."""
    IMAGES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        db = Path(folder) / "games.duckdb"
        import_records(db, [records_dir() / "white_castle" / "tutorial.wcr"])
        ready = threading.Event()
        address: list[str] = []

        def on_ready(url: str) -> None:
            address.append(url)
            ready.set()

        threading.Thread(
            target=serve, args=(db,), kwargs={"port": 0, "on_ready": on_ready}, daemon=True
        ).start()
        if not ready.wait(30):
            raise SystemExit("the server did not start")
        _photograph(address[0])


def _photograph(url: str) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(viewport={"width": 1440, "height": 1180}, color_scheme="light")
        page.goto(url)
        page.locator("main a[href*='/games/']").first.click()
        page.goto(f"{page.url.partition('?')[0]}?turn={TURN}")
        page.wait_for_timeout(1500)
        page.screenshot(path=IMAGES / "game-page.png")
        browser.close()


if __name__ == "__main__":
    main()
