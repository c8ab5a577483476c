"""Hovers: the turn with its ledger, the choice of a token, what cards show, and what a code means."""

from __future__ import annotations

from pathlib import Path

import pytest

from wcreplay.games.white_castle.accounts import CAUSES
from wcreplay.games.white_castle.reference import CAUSES as ARTICLES

from .client import Editor
from .conftest import RECORD, TUTORIAL

RULES = Path(__file__).parents[2] / "docs" / "rules" / "white_castle.md"


def shown(editor: Editor, uri: str, text: str, context: str, word: str = "") -> str:
    """Return what is shown of ``word`` where it stands in ``context``, which stands in the text."""
    before = text[: text.index(context) + context.index(word)]
    line, column = before.count("\n"), len(before) - before.rfind("\n") - 1
    found = editor.at("hover", uri, line, column)
    assert found is None or found["contents"]["kind"] == "markdown"
    return str(found["contents"]["value"]) if found is not None else ""


@pytest.fixture(scope="module")
def tutorial(editor: Editor) -> str:
    text = TUTORIAL.read_text(encoding="utf-8")
    assert editor.open("file:///tutorial.wcr", text) == []
    return text


def test_a_turn_shows_holdings_before_and_after_and_its_ledger(editor: Editor, tutorial: str) -> None:
    text = shown(editor, "file:///tutorial.wcr", tutorial, "1.1 C w6>d2")
    assert text.splitlines() == [
        "**1.1 C** Clara, turn",
        "",
        "|  | coin | seal | food | iron | pearl | order | score |",
        "|---|--:|--:|--:|--:|--:|--:|--:|",
        "| A | 4 | 0 | 0 | 1 | 2 | 3 | 0 |",
        "| B | 5 | 1 | 0 | 2 | 1 | 2 | 1 |",
        "| C | 2 → **4** | 1 | 2 → **1** | 1 | 0 → **2** | 1 | 0 → **2** |",
        "",
        "- C +2 coins, die difference (d2), now 4",
        "- C −1 food, gardener (K1), now 1",
        "- C gardener to white stone, gardener (K1), 1 there",
        "- C +2 pearls, garden (K1), now 2",
        "",
        "*Rules:* die difference R3.6, gardener R6.1, garden R6.1",
    ]


def test_a_token_shows_its_choice_and_the_cards_it_names(editor: Editor, tutorial: str) -> None:
    text = shown(editor, "file:///tutorial.wcr", tutorial, "w6>d2 G:K1 +pp", "G:K1")
    choice, card, turn = text.split("\n\n---\n\n")
    assert choice.startswith("`G:K1` gardener for 1 food: 2 any\n\n- −1 food (gardener, K1)")
    assert card == "- **K1** 1 food, 1 point | 2 any *Stone gardens*"
    assert turn.startswith("**1.1 C** Clara")
    climb = shown(editor, "file:///tutorial.wcr", tutorial, "g^s1.1/S4", "g^s1.1")
    assert climb.startswith("`g^s1.1` climb from the gate for 2 pearl, take S10: 1 seal + 1 any")
    assert "**S4** dark warrior for 1 seal | 1 coin + well | lantern *Steward cards*" in climb
    turned_up = shown(editor, "file:///tutorial.wcr", tutorial, "g^s1.1/S4", "/S4")
    assert turned_up.startswith("`/S4`")


def test_setup_shows_cards_and_a_tag_shows_the_game(editor: Editor, tutorial: str) -> None:
    uri = "file:///tutorial.wcr"
    assert shown(editor, uri, tutorial, "S10 S13", "S13").startswith("- **S13** ")
    assert shown(editor, uri, tutorial, "R4+A3 R3", "A3").splitlines()[0].startswith("- **R4** ")
    line = shown(editor, uri, tutorial, "yards   Y3 Y4 | Y6 | Y7")
    assert [text[4:6] for text in line.splitlines()] == ["Y3", "Y4", "Y6", "Y7"]
    assert "The White Castle" in shown(editor, uri, tutorial, '[Game "white-castle"]', "white")
    assert shown(editor, uri, tutorial, '[Event "First steps"]', "First") == ""


def test_a_variation_is_played_instead_of_the_turn_it_replaces(editor: Editor, tutorial: str) -> None:
    main = shown(editor, "file:///tutorial.wcr", tutorial, "3.2 C c1<p ?!")
    aside = shown(editor, "file:///tutorial.wcr", tutorial, "3.2 C c5>w {four")
    assert "die difference (row c), now 3" in main
    assert "+4 coins, die difference (w), now 12" in aside


def test_in_a_variation_chance_is_what_the_main_line_shows_later(editor: Editor, uri: str) -> None:
    aside = "  (1.2 C w6>p\n   1.3 A c2<w\n   1.4 B w2<d2 Q g^d1)\n"
    text = RECORD.replace("1.3 A w6>w", aside + "1.3 A w6>w")
    assert editor.open(uri, text) == []
    assert "**1.4 B**" in shown(editor, uri, text, "1.4 B w2<d2 Q g^d1)")
    wrong = text.replace("1.5 C c2<w", "1.5 C c2>w")
    assert editor.change(uri, {"text": wrong}) != []
    assert "die difference (w)" in shown(editor, uri, wrong, "1.3 A c2<w")


def test_other_statements_show_what_everybody_holds(editor: Editor, tutorial: str) -> None:
    for context in ("= B c6 s2", "round 2  c 1256"):
        text = shown(editor, "file:///tutorial.wcr", tutorial, context)
        assert [line[:4] for line in text.splitlines()] == ["|  |", "|---", "| A ", "| B ", "| C "]


def test_comments_and_blanks_show_nothing(editor: Editor, tutorial: str) -> None:
    for context in ("; A turn is die, space", "{five coins for a row", "; A whole game for three"):
        assert shown(editor, "file:///tutorial.wcr", tutorial, context, context[4:]) == ""


def test_a_finding_shows_what_its_code_means_and_the_position(editor: Editor, uri: str) -> None:
    text = RECORD.replace("1.3 A w6>w", "1.3 A w5>w")
    editor.open(uri, text)
    shown_there = shown(editor, uri, text, "1.3 A w5>w", "w5>w")
    assert shown_there.startswith("**R210: ")
    assert "*Cure:* " in shown_there
    assert "1.3 A: 4 coins" in shown_there
    before = shown(editor, uri, text, "1.2 C w6>p")
    assert before.startswith("**1.2 C**"), "what stands before the fault is known all the same"
    assert shown(editor, uri, text, "1.4 B w2<d2") == "", "what follows it is not"


def test_hostile_names_are_shown_as_they_are(editor: Editor, uri: str) -> None:
    name = "<b>*x*</b> [a](b) `c` \u202e|"
    text = RECORD.replace("[Result", f'[A "{name}"]\n[Result')
    assert editor.open(uri, text) == []
    first = shown(editor, uri, text, "1.3 A w6>w").splitlines()[0]
    assert first == r"**1.3 A** \<b\>\*x\*\</b\> \[a\](b) \`c\` \\u202e|, turn"


def test_every_cause_has_its_article_of_the_rules() -> None:
    assert set(ARTICLES) == set(CAUSES)
    rules = RULES.read_text(encoding="utf-8")
    for article in ARTICLES.values():
        assert f"**{article}**" in rules or f"## {article} " in rules
