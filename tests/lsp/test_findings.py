"""Findings as one types: those of ``wcreplay validate``, at the right places, of the text as it is now."""

from __future__ import annotations

import asyncio
import json
import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from click.testing import CliRunner

from wcreplay.cli import cli
from wcreplay.engine.reader import read_record
from wcreplay.lsp import checking
from wcreplay.lsp.checking import Judge, check
from wcreplay.lsp.document import Document

from .client import Editor, Message
from .conftest import RECORD

WRONG = RECORD.replace("1.3 A w6>w", "1.3 A {\U0001d11e \U0001f600} w5>w")
"""A turn that is wrong behind two characters that take two units each in UTF-16."""

TEXTS = {
    "right": RECORD,
    "wrong die": RECORD.replace("1.3 A w6>w", "1.3 A w5>w"),
    "beyond the basic plane": WRONG,
    "syntax": RECORD.replace("castle ", "Castle").replace("1.2 C", "1.2 c").replace("1.3 A", "( 1.3 A"),
    "no game": RECORD.replace("Game", "Event", 1),
    "other game": RECORD.replace("white-castle", "white castle"),
    "wrong result": RECORD.replace("B 55", "B 56"),
    "three records": f'{RECORD}\n{WRONG}\n[Game "white-castle"]\n1.1 A\n',
    "begins in mid-line": f'{RECORD.rstrip()} [Game "white-castle"] 1.1 A c5>w',
    "empty": "",
    "comments": "; nothing here\n{ nor here }\n",
    "zero byte": RECORD.replace("1.3 A w6", "1.3 A \0w6"),
    "lone carriage returns": WRONG.replace("\n", "\r"),
    "chooses nothing": RECORD.replace("1.3 A w6>w", "1.3 A w6>w >s"),
    "byte order mark": f"\ufeff{RECORD.replace('Game', 'game', 1)}",
    "too long": f'[Game "white-castle"]\n1.1 A {{{"x" * (1 << 20)}}}\n',
}


def of_validate(text: str) -> list[dict[str, Any]]:
    """Return what the command line finds."""
    data = text.encode("utf-8", "surrogatepass")
    output = CliRunner().invoke(cli, ["validate", "-", "--format", "json"], input=data).stdout
    return [json.loads(line) for line in output.splitlines()]


def as_sent(text: str, found: dict[str, Any]) -> tuple[object, ...]:
    """Return what an editor must be sent for a finding of the command line."""
    lines = re.split(r"\r\n|\r|\n", text)
    line, column, length = found["line"] - 1, found["column"] - 1, found["length"]
    if not found["record"]:
        line, column, length = 0, 0, len(lines[0])
    units = [len(lines[line][:end].encode("utf-16-le")) // 2 for end in (column, column + length)]
    severity = {"error": 1, "warning": 2}[found["severity"]]
    return found["code"], severity, (line, units[0]), (line, units[1])


def sent(found: Message) -> tuple[object, ...]:
    ends = [tuple(found["range"][end].values()) for end in ("start", "end")]
    return found["code"], found["severity"], *ends


@pytest.mark.parametrize("name", TEXTS)
def test_findings_are_those_of_validate(editor: Editor, uri: str, name: str) -> None:
    expected = of_validate(TEXTS[name])
    assert bool(expected) == (name != "right")
    found = editor.open(uri, TEXTS[name])
    assert [sent(one) for one in found] == [as_sent(TEXTS[name], one) for one in expected]
    for one, known in zip(found, expected, strict=True):
        assert one["source"] == "wcreplay"
        if known["hint"]:
            assert f"\nhint: {known['hint']}" in one["message"]
        if known["expected"]:
            assert f"\nexpected: {known['expected']}" in one["message"]


def test_the_place_behind_wide_characters_is_counted_in_utf_16(editor: Editor, uri: str) -> None:
    (found,) = editor.open(uri, WRONG)
    line = next(number for number, text in enumerate(WRONG.splitlines()) if "w5>w" in text)
    start = len("1.3 A {xx xx} ")
    assert found["range"] == {
        "start": {"line": line, "character": start},
        "end": {"line": line, "character": start + len("w5>w")},
    }


def replacing(text: str, old: str, new: str) -> Message:
    """Return the change of the first ``old`` in a text."""
    before = text[: text.index(old)]
    line, column = before.count("\n"), len(before) - before.rfind("\n") - 1
    ends = [{"line": line, "character": column}, {"line": line, "character": column + len(old)}]
    return {"range": {"start": ends[0], "end": ends[1]}, "text": new}


def test_changes_are_followed(editor: Editor, uri: str) -> None:
    assert editor.open(uri, RECORD) == []
    (found,) = editor.change(uri, replacing(RECORD, "w6>w", "w5>w"))
    assert found["code"] == "R210"
    assert editor.change(uri, replacing(RECORD.replace("w6>w", "w5>w"), "w5>w", "w6>w")) == []
    twice = (replacing(RECORD, "1.2 C", "1.2  C"), replacing(RECORD, "order ", "Order "))
    (found,) = editor.change(uri, *twice)
    assert found["code"] == "N203"
    assert editor.change(uri, {"text": RECORD}) == []


@pytest.mark.parametrize("strange", ["\f", "\x1c", "\x85", "\u2028", "\v"])
def test_only_line_breaks_of_the_notation_count_as_lines(editor: Editor, uri: str, strange: str) -> None:
    text = RECORD.replace("1.2 C", f"; a comment{strange}of one line\n1.2 C")
    assert editor.open(uri, text) == []
    (found,) = editor.change(uri, replacing(text, "w6>w", "w5>w"))
    assert sent(found) == as_sent(text, of_validate(text.replace("w6>w", "w5>w"))[0])


def test_a_document_that_is_closed_has_no_findings(editor: Editor, uri: str) -> None:
    assert editor.open(uri, WRONG) != []
    editor.tell("textDocument/didClose", textDocument={"uri": uri})
    gone = editor.wait(lambda message: (message.get("params") or {}).get("uri") == uri)
    assert gone["params"]["diagnostics"] == []


def test_utf_8_positions_are_sent_to_an_editor_that_prefers_them() -> None:
    preferring = Editor(capabilities={"general": {"positionEncodings": ["utf-8", "utf-16"]}})
    assert preferring.server["capabilities"]["positionEncoding"] == "utf-8"
    (found,) = preferring.open("file:///wide.wcr", WRONG)
    assert found["range"]["start"]["character"] == len("1.3 A {\U0001d11e \U0001f600} ".encode())
    assert preferring.end() == 1, "it has gone without a word"
    assert preferring.errors == []


# -- how much is done ---------------------------------------------------------------------------


def checked(document: Document, judge: Judge) -> list[Any]:
    """Return the findings that a check publishes last."""
    published: list[list[Any]] = []
    # In a thread of its own: browser tests in the same process leave an event loop running in this one.
    with ThreadPoolExecutor(1) as pool:
        pool.submit(lambda: asyncio.run(check(document, judge, published.append))).result()
    return published[-1]


def test_only_the_record_that_changes_is_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []

    def counting(raw: Any) -> Any:
        read.append(raw.number)
        return read_record(raw)

    monkeypatch.setattr("wcreplay.lsp.checking.read_record", counting)
    texts = [RECORD.replace("worked", f"{number} worked") for number in range(5)]
    document, judge = Document("file:///many.wcr", 1, "\n".join(texts)), Judge()
    assert checked(document, judge) == []
    assert read == [1, 2, 3, 4, 5]
    read.clear()
    texts[2] = texts[2].replace("w6>w", "w5>w")
    document = Document("file:///many.wcr", 2, "\n".join(texts))
    assert [found.code for found in checked(document, judge)] == ["R210"]
    assert read == [3]
    read.clear()
    document = Document("file:///many.wcr", 3, "; a line more\n" + "\n".join(texts))
    (found,) = checked(document, judge)
    before = document.text[: document.text.index("w5>w")]
    assert found.range.start.line == before.count("\n")
    assert read == [1, 3], "the first has a comment more, the wrong one has moved"


def test_findings_and_text_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "MOST_FINDINGS", 3)
    document = Document("file:///many.wcr", 1, '[Game "white-castle"]\n1.1 A c5>w\n' * 9)
    found = checked(document, Judge())
    assert len(found) == 4
    assert found[-1].message.startswith("more than 3 findings")
    monkeypatch.setattr("wcreplay.lsp.document.MOST_CHARACTERS", 100)
    (found,) = checked(document, Judge())
    assert "use `wcreplay validate`" in found.message
