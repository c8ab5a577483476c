"""Cards and tiles: listed, found by what they show, and drawn on the sheet for the table."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from click.testing import Result
from playwright.sync_api import Page

from wcreplay.engine.cards import find
from wcreplay.games.white_castle import tokens
from wcreplay.games.white_castle.cards import CARDS
from wcreplay.games.white_castle.components import load

Run = Callable[..., Result]
ROOT = Path(__file__).resolve().parents[2]


def ids(query: str) -> list[str]:
    return [item.id for item in find(CARDS, query).items]


def test_every_card_and_tile_is_listed_once(run: Run) -> None:
    parts = load()
    known = {*parts.cards(), *parts.daimyo, *parts.gardens, *parts.blue}
    shown = re.findall(r"^  ([A-Z]\d+) ", run("cards").stdout, re.MULTILINE)
    assert len(shown) == 69
    assert set(shown) == known
    rows = [json.loads(line) for line in run("cards", "--format", "json").stdout.splitlines()]
    assert [row["id"] for row in rows] == shown


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("seal, vp", "S1 S12 S14 M1 K3"),
        ("SEAL Clan-Points", "S1 S12 S14 M1 K3"),
        ("steward seal", "S1 S10 S12 S14"),  # not the price that every steward's dark block has
        ("light seal diplomats", "D4"),
        ("dark warrior, lantern", "S4 S5 S11 D10"),
        ("2 food", "S7 S9 M3 M6 R1 R8 K3 K4"),
        ("garden 2 food", "K3 K4"),
        ("sword rice stew", "S5 S10"),
        ("3 coins warrior", "P4"),
        ("gard 7", "P2 P3 P4"),
        ("food 4 plant", "P2 P3 P4"),
        ("blue courtier", "Y1"),
        ("yellow time", "Y2"),
        ("back pearl", "R1 R2 R3"),
        ("start samurai", "A2"),
        ("board white", "Y5"),
        ("d07", "D7"),
        ("steward, 2 mother-of-pearl", "S12 S15"),
    ],
)
def test_a_card_is_found_by_what_it_shows(query: str, wanted: str) -> None:
    assert ids(query) == wanted.split()


def test_every_card_is_found_by_its_own_words() -> None:
    for item in CARDS.items:
        shown = ", ".join(
            f"{part.label} {effect}" for part in item.parts for effect in part.words.split(" + ")
        )
        assert item.id in ids(f"{item.deck}, {shown.replace(' for 1 seal', '')}"), item.text


def test_synonyms_lead_to_words_of_the_cards() -> None:
    shown = {word for item in CARDS.items for word in (*item.text.split(), *item.kinds)}
    assert {word for meant in CARDS.synonyms.values() for word in meant} <= shown
    assert all(find(CARDS, phrase).items for phrase in CARDS.synonyms)


def test_what_is_not_found_is_answered_with_the_nearest(run: Run) -> None:
    for query, code, answer in (
        ("seal, warrior, domain", 1, "no card shows all of 'seal, warrior, domain'; the nearest:\n"),
        ("lamtern", 1, "no card knows 'lamtern'; did you mean 'lantern'?\n"),
        ("xyzzy", 1, "no card knows 'xyzzy'\n"),
        (" , ", 1, "say what the card shows\n"),
    ):
        result = run("cards", "--find", query)
        assert (result.exit_code, result.stdout) == (code, "")
        assert result.stderr.startswith(answer)
    assert "S14" in run("cards", "--find", "seal, warrior, domain").stderr


@pytest.mark.parametrize("query", ["\x1b[2J", "é" * 5000, "7 7 7", ",,,", "(", "light", "dark dark"])
def test_an_odd_query_is_answered_in_few_words(run: Run, query: str) -> None:
    result = run("cards", "--find", query)
    assert result.exit_code in (0, 1)
    assert "\x1b" not in result.output
    assert len(result.output) < 6000


def test_wrong_options(run: Run) -> None:
    for words in (["--game", "gobang"], ["--sheet", "--format", "json"], ["--sheet", "--find", "seal"]):
        assert run("cards", *words).exit_code == 2


class _Tags(HTMLParser):
    """Collects what a page refers to, and the names of its drawings."""

    def __init__(self) -> None:
        super().__init__()
        self.refers: list[str] = []
        self.drawn: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.refers += [found[name] or "" for name in ("src", "href") if name in found]
        if tag == "svg" and found.get("role") == "img":
            self.drawn.append(str(found["aria-label"]))


def test_the_sheet_shows_every_card_and_needs_nothing_else(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "sheet.html"
    assert run("cards", "--sheet", "-o", str(file)).stdout == ""
    page = file.read_text(encoding="utf-8")
    assert page == run("cards", "--format", "html").stdout
    tags = _Tags()
    tags.feed(page)
    assert tags.drawn == [f"{item.id}: {item.text}" for item in CARDS.items]
    assert all(re.fullmatch(r"#i-\w+", address) for address in tags.refers)
    assert {address[1:] for address in tags.refers} <= set(re.findall(r'id="(i-\w+)"', page))
    assert "url(" not in page
    assert "@import" not in page


def test_the_sheet_has_every_token_of_the_specification() -> None:
    page = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8").partition("# Part 2")[2]
    decisions = page.partition("## Decisions")[2].partition("- **Binding")[0]
    specified = {
        word for cell in re.findall(r"^\| (`.*?) \|", decisions, re.MULTILINE) for word in cell.split()
    }
    short = " ".join(token for _, rows in tokens.TOKENS for token, _ in rows).split()
    known = {re.sub(r"\d", "n", word) for word in short}
    rare = {">Q", ">^", ">G", ">W", ">B", ">P", ">o", "s^d1/D9", "g^d2/D4", "g^s2.3/S9"}
    missing = {word.strip("`") for word in specified} - rare
    assert {word for word in missing if re.sub(r"\d", "n", word) not in known} == set()
    assert len(specified) > 30


@pytest.mark.browser
def test_the_sheet_prints_on_two_pages(run: Run, page: Page, tmp_path: Path) -> None:
    """Whatever a user's browser adds: with backgrounds and without."""
    page.set_content(run("cards", "--sheet").stdout)
    for background in (True, False):
        pdf = page.pdf(prefer_css_page_size=True, print_background=background)
        assert len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf)) == 2
        assert re.search(rb"/MediaBox \[0 0 59[45][.\d]* 84[12][.\d]*\]", pdf)  # A4 in points


@pytest.mark.browser
def test_the_sheet_is_accessible_and_fits_a_phone(run: Run, page: Page) -> None:
    page.set_content(run("cards", "--sheet").stdout)
    assert Axe().run(page).response["violations"] == []
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
