"""Formatting: the same form as ``wcreplay fmt``, or a message and nothing."""

from __future__ import annotations

from lsprotocol import types

from wcreplay.lsp.document import Document

from .client import Editor, Message
from .conftest import RECORD

LOOSE = RECORD.replace("1.1 B c5>s3 +pp", "B\n c5>s3   +pp").replace("P4 K2", "P04 K2")
OPTIONS = {"tabSize": 8, "insertSpaces": False}


def formatted(text: str, edits: list[Message]) -> str:
    """Return a text after edits, which do not touch each other."""
    document = Document("file:///x", 1, text)
    for edit in reversed(edits):
        ends = [types.Position(**edit["range"][end]) for end in ("start", "end")]
        change = types.TextDocumentContentChangePartial(range=types.Range(*ends), text=edit["newText"])
        document.change(2, [change])
    return document.text


def edits_of(editor: Editor, uri: str, text: str) -> list[Message]:
    editor.open(uri, text)
    found: list[Message] = editor.ask("textDocument/formatting", textDocument={"uri": uri}, options=OPTIONS)
    return found


def test_a_loose_record_becomes_canonical(editor: Editor, uri: str) -> None:
    assert formatted(LOOSE, edits_of(editor, uri, LOOSE)) == RECORD
    assert edits_of(editor, uri, RECORD) == []
    assert edits_of(editor, uri, " \n") == [], "an empty file is not worth a message"


def test_of_several_records_only_the_loose_one_is_replaced(editor: Editor, uri: str) -> None:
    text = f"{RECORD}\n\n\n{LOOSE.rstrip()} \n\n{RECORD}"
    edits = edits_of(editor, uri, text)
    assert formatted(text, edits) == f"{RECORD}\n{RECORD}\n{RECORD}"
    assert len(edits) == 2, "the first has blank lines too many"
    same = f"{RECORD}\n{LOOSE}\n{RECORD}"
    (edit,) = edits_of(editor, uri, same)
    assert edit["range"]["start"]["line"] == RECORD.count("\n") + 1
    assert formatted(same, [edit]) == f"{RECORD}\n{RECORD}\n{RECORD}"


def test_a_wrong_record_is_refused_with_a_message(editor: Editor, uri: str) -> None:
    wrong = LOOSE.replace("1.3 A w6>w", "1.3 A w5>w")
    assert edits_of(editor, uri, wrong) is None
    message = editor.wait(lambda message: message.get("method") == "window/showMessage")["params"]
    line = wrong[: wrong.index("w5>w")].count("\n") + 1
    assert message["type"] == 2
    assert f"is not formatted: line {line}: [R210] " in message["message"]


def test_a_range_formats_the_records_that_it_touches(editor: Editor, uri: str) -> None:
    wrong = RECORD.replace("1.3 A w6>w", "1.3 A w5>w")
    text = f"{wrong}\n{LOOSE}"
    editor.open(uri, text)
    line = wrong.count("\n") + 3
    where = {"start": {"line": line, "character": 0}, "end": {"line": line, "character": 5}}
    edits = editor.ask(
        "textDocument/rangeFormatting", textDocument={"uri": uri}, range=where, options=OPTIONS
    )
    assert formatted(text, edits) == f"{wrong}\n{RECORD}"
