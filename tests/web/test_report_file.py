"""The report: one file that opens from disk, asks for nothing, steps and draws."""

from __future__ import annotations

import re
import sys
import types
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from click.testing import CliRunner, Result
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, expect

from wcreplay.cli import cli
from wcreplay.store.database import Snapshot
from wcreplay.web.report import figures, report

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
LONGEST = ROOT / "records" / "white_castle" / "four-players-1.wcr"
EVIL = "</script><img src=x onerror=alert(1)>"


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli, ["report", *map(str, arguments)])


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of a game whose event and player have names that a page must not take for its own."""
    folder = tmp_path_factory.mktemp("report")
    text = LONGEST.read_text(encoding="utf-8")
    text = re.sub(r'\[Event ".*"\]\n', "", text)
    text = re.sub(r'\[A ".*"\]', f'[A "{EVIL}"]', text)
    if EVIL not in text:
        text = f'[A "{EVIL}"]\n{text}'
    record = folder / "evil.wcr"
    record.write_text(f'[Event "{EVIL}"]\n{text}', encoding="utf-8")
    result = run(record, "-o", folder / "game.html")
    assert result.exit_code == 0, result.stderr
    return folder / "game.html"


@pytest.fixture
def opened(browser: Browser, file: Path) -> Iterator[Page]:
    """The report opened from disk; any request, error or message of the policy fails the test."""
    said: list[str] = []

    def listen(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            said.append(message.text)

    def ask(request: Request) -> None:
        if request.url.partition("#")[0] != file.as_uri() and not request.url.startswith(("blob:", "data:")):
            said.append(request.url)

    context = browser.new_context(offline=True)
    page = context.new_page()
    page.on("console", listen)
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("dialog", lambda dialog: said.append(dialog.message))
    page.on("request", ask)
    page.goto(file.as_uri())
    yield page
    context.close()
    assert not said


def test_it_is_one_file_of_bounded_size_that_may_load_nothing(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert len(text.encode()) < 2_500_000
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', text)
    assert policy
    rules = dict(rule.strip().split(" ", 1) for rule in policy[1].replace("&#39;", "'").split(";"))
    assert rules["default-src"] == "'none'"
    assert re.fullmatch(r"('sha256-[\w+/=]{44}' ?){4}", rules["script-src"])
    assert EVIL not in text
    # What follows from the page's own words; the packed parts hold no address.
    assert not re.findall(
        r'(?:src|href)="(?!#|\?(?:turn|show)=|data:)[^"]*"', text.partition('id="packed-content"')[0]
    )


def test_stepping_and_charts_from_disk(opened: Page) -> None:
    page = opened
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.get_by_role("button", name="Next").click()
    expect(page.locator('#turn[data-turn="1"]')).to_be_attached()
    page.keyboard.press("ArrowRight")
    expect(page.locator('#turn[data-turn="2"]')).to_be_attached()
    assert page.url.endswith("#turn=2")
    page.go_back()
    expect(page.locator('#turn[data-turn="1"]')).to_be_attached()
    page.get_by_role("navigation", name="Rounds").get_by_role("link", name="Round 2").click()
    expect(page.locator("#turn-heading")).to_contain_text("2.1")
    turn = page.locator("#turn").get_attribute("data-turn")
    page.reload()
    expect(page.locator("#turn")).to_have_attribute("data-turn", str(turn))
    for chart in page.locator(".chart").all():
        chart.scroll_into_view_if_needed()
        expect(chart).to_have_attribute("data-drawn", "true", timeout=30_000)
    assert page.locator(".plot .main-svg").count() >= 12
    iron = page.locator("#chart-resources").get_by_role("link", name="iron")
    iron.click()
    expect(page.locator("#chart-resources h4").first).to_contain_text("Iron")
    link = page.locator("#chart-scoring a[data-turn]").nth(9)
    link.evaluate("node => node.closest('details').open = true")
    goal = link.get_attribute("data-turn")
    link.click()
    expect(page.locator("#turn")).to_have_attribute("data-turn", str(goal))


def test_decisions_from_disk(opened: Page) -> None:
    """Every decision of a turn is there, with what else was legal and with the board of that moment."""
    opened.locator(".turns a", has_text="1.1").first.click()
    expect(opened.locator("#turn-heading")).to_contain_text("1.1")
    turn = opened.locator("#turn").get_attribute("data-turn")
    opened.get_by_role("link", name="Step through its").click()
    shown = opened.locator("#turn")
    expect(shown).to_have_attribute("data-decision", "1")
    expect(shown.get_by_role("region", name="Legal alternatives").locator("tbody tr").first).to_be_visible()
    expect(shown.locator(".panel svg").first).to_be_visible()
    drawn = shown.locator(".panel").count()
    opened.keyboard.press("Shift+ArrowRight")
    expect(shown).to_have_attribute("data-decision", "2")
    assert shown.locator(".panel").count() == shown.locator(".panel:has(figcaption)").count() == drawn > 5
    assert opened.url.endswith(f"#turn={turn}&decision=2")
    opened.reload()
    expect(shown).to_have_attribute("data-decision", "2")
    opened.get_by_role("link", name="The whole turn").click()
    expect(shown).not_to_have_attribute("data-decision", re.compile("."))
    expect(shown).to_have_attribute("data-turn", str(turn))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_reads_it(opened: Page, scheme: str) -> None:
    opened.set_viewport_size({"width": 390, "height": 800})
    opened.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    assert opened.evaluate("document.documentElement.scrollWidth") <= 390
    assert not Axe().run(opened).response["violations"]


def test_a_stored_game_by_its_id(db: Path, ids: dict[str, str], tmp_path: Path) -> None:
    target = tmp_path / "game.html"
    assert run(ids["partial"], "--db", db, "-o", target).exit_code == 0
    assert "The record stops early, after" in target.read_text(encoding="utf-8")
    with Snapshot(db, follow=False) as snapshot:
        assert report(snapshot, ids["partial"]) == target.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("0" * 16, "-o", "x.html"), 2, "say with --db where"),
        (("game.wcr", "--db", "DB", "-o", "x.html"), 2, "an id of 16 digits"),
        (("0" * 16, "--db", "DB", "-o", "x.html"), 2, "no game 0000000000000000 is stored"),
        (("0" * 16, "--db", "nowhere.duckdb", "-o", "x.html"), 3, "S101"),
    ],
)
def test_what_cannot_be_reported(db: Path, arguments: tuple[str, ...], code: int, words: str) -> None:
    result = run(*(str(db) if word == "DB" else word for word in arguments))
    assert (result.exit_code, words in result.stderr) == (code, True), result.stderr
    assert not Path("x.html").exists()


def test_a_wrong_record_is_told_and_not_reported(tmp_path: Path) -> None:
    record = tmp_path / "wrong.wcr"
    record.write_text(LONGEST.read_text(encoding="utf-8").replace("1.1 ", "1.1 z9>s1 ", 1), encoding="utf-8")
    result = run(record, "-o", tmp_path / "x.html")
    assert (result.exit_code, "error[" in result.stderr) == (1, True)
    assert not (tmp_path / "x.html").exists()


def test_pictures_without_the_extra_say_what_to_install(
    db: Path, ids: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "kaleido", None)
    result = run(ids["four"], "--db", db, "--format", "png", "-o", tmp_path / "pictures")
    assert (result.exit_code, "pip install 'wcreplay[images]'" in result.stderr) == (3, True)


def test_pictures_are_one_of_each_panel_in_each_view(
    db: Path, ids: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    jobs: list[dict[str, Any]] = []
    drawer = types.ModuleType("kaleido")
    monkeypatch.setattr(drawer, "write_fig_from_object_sync", jobs.extend, raising=False)
    monkeypatch.setitem(sys.modules, "kaleido", drawer)
    folder = tmp_path / "pictures"
    assert run(ids["four"], "--db", db, "--format", "png", "-o", folder).exit_code == 0
    names = {Path(job["path"]).name for job in jobs}
    assert {"coins-balance.png", "resources-iron-purse.png", "dice-offers.png"} <= names
    with Snapshot(db, follow=False) as snapshot:
        assert len(names) == len(jobs) == len(list(figures(snapshot, ids["four"])))

    def fail(_: object) -> None:
        raise RuntimeError("no browser here\nmore")

    monkeypatch.setattr(drawer, "write_fig_from_object_sync", fail)
    result = run(ids["four"], "--db", db, "--format", "png", "-o", folder)
    assert (result.exit_code, "failed: no browser here;" in result.stderr) == (3, True)
