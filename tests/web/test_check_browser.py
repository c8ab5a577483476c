"""Checking records in a real browser: live findings, files, replays, storing, accessibility."""

from __future__ import annotations

import gzip
import re
import shutil
import threading
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect
from waitress import create_server

from wcreplay.store.database import Snapshot
from wcreplay.web.app import create_app
from wcreplay.web.storing import Shelf

from .conftest import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.browser

RECORDS = GAMES.read_text(encoding="utf-8")
BAD = RECORDS.replace("c1<s1", "c9<s1", 1)


@pytest.fixture(scope="module")
def writable(db: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that may be written to."""
    copy = tmp_path_factory.mktemp("writable") / "games.duckdb"
    shutil.copy(db, copy)
    with Snapshot(copy) as snapshot:
        app = create_app(snapshot, shelf=Shelf(snapshot, "127.0.0.1"))
        server = create_server(app, host="127.0.0.1", port=0, threads=4)
        thread = threading.Thread(target=server.run, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.effective_port}"
        server.close()
        thread.join(timeout=5)


@pytest.fixture
def check(page: Page, site: str) -> Page:
    page.goto(f"{site}/check")
    return page


def said(page: Page, words: str) -> None:
    """Wait until the live region says so."""
    expect(page.get_by_role("status")).to_have_text(words, timeout=20_000)


def selected(page: Page) -> str:
    return str(
        page.evaluate(
            "(t => t.value.slice(t.selectionStart, t.selectionEnd))(document.querySelector('#text'))"
        )
    )


def test_findings_appear_while_one_types_and_lead_to_their_place(check: Page) -> None:
    field = check.get_by_label("Records", exact=True)
    field.fill(BAD.replace("Zoë", "Z\U0001f600ë"))
    said(check, "4 records: 3 right, 1 wrong. 1 error.")
    finding = check.locator(".finding")
    expect(finding).to_contain_text("a die shows 1 to 6")
    expect(finding.locator("mark")).to_have_text("c9<s1")
    expect(check.locator(".marks mark.error")).to_have_text("c9<s1")
    link = finding.get_by_role("link")
    link.focus()
    check.keyboard.press("Enter")
    expect(field).to_be_focused()
    assert selected(check) == "c9<s1"
    check.keyboard.type("c1<s1")
    said(check, "4 records: 4 right. No findings.")
    expect(finding).to_have_count(0)
    expect(check.locator(".marks mark")).to_have_count(0)
    field.fill("")
    said(check, "Nothing was checked yet.")


def test_what_stays_the_same_keeps_the_focus(check: Page) -> None:
    check.get_by_label("Records", exact=True).fill(BAD)
    said(check, "4 records: 3 right, 1 wrong. 1 error.")
    for within in (".finding a", ".record button >> visible=true"):
        place = check.locator(within).first
        place.focus()
        with check.expect_response(re.compile("/validate")) as answer:
            check.evaluate("document.querySelector('form.check').requestSubmit()")
        answer.value.finished()
        check.wait_for_timeout(200)  # it is shown, and may change nothing
        expect(place).to_be_focused()


def test_a_place_behind_wide_characters_is_found(check: Page) -> None:
    check.get_by_label("Records", exact=True).fill(BAD.replace("1.2 A c9", "{\U0001f600\U0001f600} 1.2 A c9"))
    expect(check.locator(".marks mark")).to_have_text("c9<s1")
    check.locator(".finding a").click()
    assert selected(check) == "c9<s1"


def test_what_records_say_is_text_here_too(check: Page) -> None:
    check.get_by_label("Records", exact=True).fill(BAD.replace("c9<s1", "<img\u202e/src=x>", 1))
    expect(check.locator(".finding .line")).to_contain_text("<img\\u202e/src=x>")
    expect(check.locator(".record").first).to_contain_text('<b>Bob</b> "x" <script>')
    assert check.locator(".results img, .results script").count() == 0


def test_a_right_record_is_replayed_with_its_turns(check: Page) -> None:
    check.get_by_label("Records", exact=True).fill(RECORDS)
    check.get_by_role("button", name=re.compile("Replay Clara 75")).click()
    expect(check).to_have_url(re.compile(r"/check/replays/[\w-]{16}$"))
    expect(check.get_by_role("heading", level=1)).to_have_text("Clara 75, Ana 62, Bruno 55")
    expect(check.locator("[data-play]")).to_be_visible()  # the script that listens to keys brings it
    check.keyboard.press("ArrowRight")
    expect(check.locator("#turn")).to_have_attribute("data-turn", "1", timeout=20_000)
    check.reload()
    expect(check.locator("#turn")).to_have_attribute("data-turn", "1", timeout=20_000)
    check.go_back()
    expect(check.locator("#turn")).to_have_attribute("data-turn", "0", timeout=20_000)
    check.go_back()
    said(check, "4 records: 4 right. No findings.")


def test_files_are_checked_where_they_are_chosen_or_dropped(check: Page, tmp_path: Path) -> None:
    (tmp_path / "evening.wcr").write_text(BAD, encoding="utf-8")
    (tmp_path / "season.wcr.gz").write_bytes(gzip.compress(RECORDS.encode()))
    (tmp_path / "latin.wcr").write_bytes(RECORDS.encode("latin-1", "replace"))
    choose = check.locator("#file")
    choose.set_input_files(tmp_path / "evening.wcr")
    said(check, "4 records: 3 right, 1 wrong. 1 error.")
    expect(check.get_by_label("Records", exact=True)).to_have_value(BAD)
    choose.set_input_files(tmp_path / "latin.wcr")
    expect(check.locator(".finding .code").first).to_have_text("error N106")
    choose.set_input_files(tmp_path / "season.wcr.gz")
    said(check, "4 records: 4 right. No findings.")
    expect(check.locator(".record").first).to_contain_text("season.wcr.gz, record 1")
    check.get_by_role("button", name=re.compile("Replay Ana 54")).click()
    expect(check.get_by_role("heading", level=1)).to_have_text("Ana 54, Bruno 45")
    check.go_back()
    check.get_by_role("button", name="Remove the file").click() if check.locator(
        ".remove"
    ).is_visible() else None
    check.evaluate(
        """text => {
            const files = new DataTransfer();
            files.items.add(new File([text], "dropped.wcr"));
            files.items.add(new File([text], "too.wcr"));
            const target = document.querySelector(".editor");
            const how = { dataTransfer: files, bubbles: true, cancelable: true };
            target.dispatchEvent(new DragEvent("drop", how));
        }""",
        RECORDS,
    )
    said(check, "8 records: 8 right. No findings.")


def test_too_much_is_said_before_it_is_sent(check: Page) -> None:
    asked: list[str] = []
    check.on("request", lambda request: asked.append(request.url))
    check.evaluate(
        "t => { t.value = 'x'.repeat(2097153); t.dispatchEvent(new Event('input')) }",
        check.locator("#text").element_handle(),
    )
    expect(check.get_by_role("status")).to_contain_text("larger than 2 MiB")
    assert not [url for url in asked if "validate" in url]


def test_checking_and_replaying_without_scripts(browser: Browser, site: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site}/check")
    page.get_by_label("Records", exact=True).fill(BAD)
    page.get_by_role("button", name="Check", exact=True).click()
    said(page, "4 records: 3 right, 1 wrong. 1 error.")
    expect(page.locator(".finding mark")).to_have_text("c9<s1")
    expect(page.get_by_role("button", name=re.compile("^Replay"))).to_have_count(3)
    page.get_by_role("button", name=re.compile("Replay Ana 54")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ana 54, Bruno 45")
    page.get_by_role("button", name="Next").click()
    expect(page.locator("#turn")).to_have_attribute("data-turn", "1")
    context.close()


def test_storing_from_the_page(page: Page, writable: str) -> None:
    page.goto(f"{writable}/check")
    games = RECORDS.rsplit("\n2.3 B", 1)[0].split("\n\n[Game")  # the last one stops a turn earlier
    wrong = BAD.split("\n\n[Game")[0]
    page.get_by_label("Records", exact=True).fill(f"{wrong}\n\n[Game{games[3]}\n")
    said(page, "2 records: 1 right, 1 wrong. 1 error.")
    page.get_by_role("button", name="Store what is right").click()
    expect(page.locator(".outcome")).to_have_text(["rejected", "stored"])
    page.get_by_role("link", name="stored game").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Dario")
    page.goto(writable)
    expect(page.get_by_role("status")).to_have_text("5 games")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_accessibility_and_width(page: Page, writable: str, scheme: Any) -> None:
    page.emulate_media(color_scheme=scheme)
    for address in ("/check", "/api"):
        page.goto(f"{writable}{address}")
        if address == "/check":
            odd = BAD.replace("1.3 C c4<s1 >1 Q", "1.3 C c4<s1 >1 Q = ", 1)
            page.get_by_label("Records", exact=True).fill(odd)
            expect(page.locator(".finding").first).to_be_visible()
        violations = Axe().run(page).response["violations"]
        assert [
            f"{found['id']}: {found['nodes'][0]['html'][:160]} {found['nodes'][0]['failureSummary']}"
            for found in violations
        ] == []
        for width in (390, 1440):
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate("document.documentElement.scrollWidth") == width
