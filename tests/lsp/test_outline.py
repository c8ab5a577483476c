"""Records and rounds as symbols and folds."""

from __future__ import annotations

from .client import Editor, Message
from .conftest import RECORD, TUTORIAL


def symbols(editor: Editor, uri: str, text: str) -> list[Message]:
    editor.open(uri, text)
    found: list[Message] = editor.ask("textDocument/documentSymbol", textDocument={"uri": uri})
    return found


def first_lines(text: str, parts: list[Message]) -> list[str]:
    lines = text.splitlines()
    return [lines[part["range"]["start"]["line"]].split("  ")[0] for part in parts]


def test_records_and_rounds_are_symbols(editor: Editor, uri: str) -> None:
    text = f"{TUTORIAL.read_text(encoding='utf-8')}\n{RECORD}"
    first, second = symbols(editor, uri, text)
    assert (first["name"], first["detail"]) == (
        "Ana, Bruno, Clara",
        "First steps, 2026-01-10, A 68, C 66, B 66",
    )
    assert (second["name"], second["detail"]) == ("white-castle", "C 75, A 62, B 55")
    assert [part["name"] for part in second["children"]] == [
        "setup", "draft", "round 1", "round 2", "round 3",
    ]  # fmt: skip
    starts = ["castle", "round 1", "1.1 B c5>s3 +pp", "round 2", "round 3"]
    assert first_lines(text, second["children"]) == starts
    for part in (*first["children"], *second["children"], first, second):
        assert part["range"]["start"] == part["selectionRange"]["start"]
    assert second["range"]["end"]["line"] == text.count("\n") - 1


def test_the_same_parts_can_be_folded(editor: Editor, uri: str) -> None:
    found = symbols(editor, uri, RECORD)
    folds = editor.ask("textDocument/foldingRange", textDocument={"uri": uri})
    spans = {(fold["startLine"], fold["endLine"]) for fold in folds}
    assert spans == {
        (part["range"]["start"]["line"], part["range"]["end"]["line"])
        for part in (*found, *found[0]["children"])
    }


def test_rounds_of_very_many_records_are_left_out(editor: Editor, uri: str) -> None:
    short = RECORD[: RECORD.index("[Result")] + RECORD[RECORD.index("castle  ") : RECORD.index("1.1 B")]
    found = symbols(editor, uri, "\n".join([short] * 301))
    assert len(found) == 301
    assert all(part["children"] == [] for part in found)


def test_text_that_is_no_record_has_no_symbols(editor: Editor, uri: str) -> None:
    assert symbols(editor, uri, "; nothing\n") == []
    (bare,) = symbols(editor, uri, '[Game "white-castle"]\n')
    assert bare["children"] == []
    (strange,) = symbols(editor, uri, '[A "\u202e"]\nbla\n')
    assert strange["name"] == "\\u202e"
