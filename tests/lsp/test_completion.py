"""Completion: what can be written at the cursor, all of it and nothing else."""

from __future__ import annotations

import io
import json

import pytest
from click.testing import CliRunner
from lsprotocol import types

from wcreplay.cli import cli
from wcreplay.engine.reader import read_record
from wcreplay.lsp.completion import complete
from wcreplay.lsp.document import Document
from wcreplay.notation.stream import read_records

from .client import Editor, Message
from .conftest import RECORD, TUTORIAL


def items(editor: Editor, uri: str, text: str) -> list[Message]:
    """Return what can be written at the end of a text."""
    editor.open(uri, text)
    line = text.rpartition("\n")[2]
    found: list[Message] = editor.at("completion", uri, text.count("\n"), len(line))["items"]
    return found


def labels(editor: Editor, uri: str, text: str) -> list[str]:
    return [item["label"] for item in items(editor, uri, text)]


def up_to(context: str, word: str = "") -> str:
    """Return the record up to (and without) ``word`` in a part of it."""
    return RECORD[: RECORD.index(context) + context.index(word)]


def of_legal(*words: str) -> list[str]:
    """Return what the command line says is legal."""
    result = CliRunner().invoke(cli, ["legal", "-", *words, "--format", "json"], input=RECORD)
    options: list[str] = json.loads(result.stdout)["options"]
    return [text for text in options if text]


def test_the_dice_and_spaces_of_a_turn_are_those_of_legal(editor: Editor, uri: str) -> None:
    found = items(editor, uri, up_to("1.3 A w6>w", "w6"))
    assert [item["label"] for item in found] == of_legal("--at", "1.3")
    chosen = next(item for item in found if item["label"] == "w6>w")
    assert chosen["detail"] == "+5 coins; 1 seal + iron + coin"
    assert chosen["documentation"].splitlines()[0] == "+5 coins (die difference, w)"
    assert "R3.6" in chosen["documentation"].splitlines()[-1]


def test_choices_of_later_decisions_are_offered_where_those_before_print_as_nothing(
    editor: Editor, uri: str
) -> None:
    found = labels(editor, uri, up_to("1.4 B w2<d2 Q", "Q"))
    now = of_legal("--at", "1.4", "--after", "w2<d2")
    assert "-L" in now
    assert "Q" not in now
    assert {*now, "Q"} <= set(found)


def test_a_word_that_is_begun_is_replaced(editor: Editor, uri: str) -> None:
    text = up_to("1.2 C w6>p", ">p")
    edits = {item["label"]: item["textEdit"] for item in items(editor, uri, text)}
    line = text.count("\n")
    assert edits["w6>p"] == {
        "range": {"start": {"line": line, "character": 6}, "end": {"line": line, "character": 8}},
        "newText": "w6>p",
    }


def test_what_chance_shows_is_glued_to_the_climb(editor: Editor, uri: str) -> None:
    found = items(editor, uri, up_to("g^s1.2/S7", "S7"))
    card = next(item for item in found if item["label"] == "/S7")
    assert card["textEdit"]["range"]["start"]["character"] == len("1.2 C w6>p Q g^s1.2")
    assert "/S4" not in {item["label"] for item in found}, "it lies in another room"


def test_the_next_statement_begins_with_whose_turn_it_is(editor: Editor, uri: str) -> None:
    assert labels(editor, uri, up_to("1.4 B")) == ["1.4 B"]
    assert labels(editor, uri, up_to("1.4 B", " B")) == ["1.4 B"]
    assert labels(editor, uri, up_to("1.4 B", "B")) == ["1.4 B"]
    dice = items(editor, uri, up_to("round 2"))
    assert [item["label"] for item in dice] == ["round 2"]
    assert dice[0]["detail"] == "the dice of round 2 are missing"
    assert dice[0]["textEdit"]["newText"] == "round 2  "
    gardens = labels(editor, uri, up_to("2.g C"))
    assert gardens == ["2.g C", "2.g A", "2.g B"], "each of them may be left out"
    assert labels(editor, uri, RECORD) == []


def test_setup_lines_and_cards_by_what_they_show(editor: Editor, uri: str) -> None:
    assert labels(editor, uri, up_to("order   B", "B")) == []
    assert labels(editor, uri, up_to("yards ")) == ["yards", "order", "pairs"]
    found = items(editor, uri, up_to("| D9 D2 | M5", "D2"))
    ids = {item["label"]: item["filterText"] for item in found}
    assert "D9" not in ids
    assert ids["D2"].startswith("D2 diplomat ")
    pairs = items(editor, uri, up_to("R5+A3 R3", "3 R3"))
    action = next(item for item in pairs if item["label"] == "A3")
    assert action["textEdit"]["range"]["start"]["character"] == len("pairs   R2+A1 R5+")


def test_tags(editor: Editor, uri: str) -> None:
    assert labels(editor, uri, "") == ['[Game "white-castle"]']
    found = labels(editor, uri, '[Game "white-castle"]\n[')
    assert '[Ruleset "base-2023"]' in found
    assert '[A ""]' in found
    assert '[Game "white-castle"]' not in found


@pytest.mark.parametrize(
    "text",
    [
        up_to("1.3 A w6>w", "w6") + "{ a comment ",
        up_to("1.3 A w6>w", "w6") + "; a comment ",
        up_to("1.3 A w6>w") + '[Event "Thursday ',
        up_to("1.3 A w6>w", "A") + "B ",
        RECORD.replace("1.1 B c5", "1.1 B c6")[: RECORD.index("1.3 A") + 6],
        up_to("1.3 A w6>w", "w6") + "w6>w ! ",
        RECORD.replace("white-castle", "other")[: RECORD.index("1.3 A") + 2],
    ],
    ids=["comment", "line comment", "tag", "another seat", "wrong before", "behind the mark", "no such game"],
)
def test_nothing_is_offered_where_nothing_can_be_said(editor: Editor, uri: str, text: str) -> None:
    assert items(editor, uri, text) == []


def test_very_long_words_and_lines_take_no_time_to_speak_of(editor: Editor, uri: str) -> None:
    start = up_to("1.3 A w6>w", "w6")
    for hostile in ("x" * 100_000 + " " + "y" * 100_000, "\n" + " " * 200_000 + "Q ", "\n" + "(" * 50_000):
        assert items(editor, uri, start + hostile) == []
    assert items(editor, uri, f"{start}\n{'[' * 50_000}") != [], "no tag has begun where no word follows"


def test_a_variation_goes_on_from_the_turn_that_it_replaces(editor: Editor, uri: str) -> None:
    text = up_to("1.4 B") + "  (1.3 A c2<w\n   "
    assert labels(editor, uri, text) == ["1.4 B"]
    assert "w6>d2" in labels(editor, uri, text + "1.4 B ")


@pytest.mark.parametrize("file", [RECORD, TUTORIAL.read_text(encoding="utf-8")], ids=["record", "tutorial"])
def test_whatever_is_offered_is_legal(file: str) -> None:
    """Before every fourth token of a game each offered text is written, and the record read."""
    raw = next(iter(read_records(io.BytesIO(file.encode()), "x")))
    done = read_record(raw)
    assert done.record is not None
    tokens = [token for statement in done.record.statements if statement.seat for token in statement.tokens]
    tokens = [token for token in tokens if "/" not in token.text and not token.text[0].isdigit()]
    asked = 0
    head = file.replace('[Result "', '[Noted "')
    for token in tokens[::4]:
        text = head[: token.at - len(file) + len(head)]
        document = Document("file:///x", 1, text)
        line = len(document.lines) - 1
        end = types.Position(line, len(document.lines[-1]))
        for item in complete(document, end).items[::6]:
            assert isinstance(item.text_edit, types.TextEdit)
            written = Document("file:///x", 1, text)
            change = types.TextDocumentContentChangePartial(
                range=item.text_edit.range, text=item.text_edit.new_text
            )
            written.change(2, [change])
            codes = [found.code for found in read_record(written.records()[0]).diagnostics]
            assert codes in ([], ["R207"]), (written.lines[-1], codes)  # the turn is not finished yet
            asked += 1
    assert asked > 20
