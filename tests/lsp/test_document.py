"""The text of an open document: changes, places, and units, against a plain model of them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types

from wcreplay.lsp.document import Document

UNITS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}

texts = st.text(st.sampled_from("ab\n\r\f\u2028é😀"), max_size=12)


def offset(text: str, position: types.Position, encoding: str) -> int:
    """Return the offset of a position: lines end at LF, CRLF and CR, columns count units of the encoding."""
    starts = [0, *(match.end() for match in re.finditer(r"\r\n|\r|\n", text))]
    if position.line >= len(starts):
        return len(text)
    start = starts[position.line]
    line = re.split(r"[\r\n]", text[start:])[0]
    codec, size = UNITS[encoding]
    for column in range(len(line) + 1):
        if len(line[: column + 1].encode(codec)) // size > position.character:
            return start + column
    return start + len(line)


positions = st.builds(types.Position, st.integers(0, 5), st.integers(0, 9))


@given(texts, st.lists(st.tuples(positions, positions, texts), max_size=4), st.sampled_from(list(UNITS)))
def test_changes_of_ranges_make_the_text_that_the_editor_has(
    text: str, changes: list[tuple[types.Position, types.Position, str]], encoding: str
) -> None:
    document = Document("file:///x", 1, text, encoding)
    for one, other, new in changes:
        start, end = sorted((offset(text, one, encoding), offset(text, other, encoding)))
        places = sorted((one, other), key=lambda place: (place.line, place.character))
        change = types.TextDocumentContentChangePartial(range=types.Range(*places), text=new)
        document.change(2, [change])
        text = text[:start] + new + text[end:]
        assert document.text == text
        assert document.lines == Document("file:///x", 1, text).lines


@given(texts, st.data(), st.sampled_from(list(UNITS)))
def test_a_place_and_its_position_say_the_same(text: str, data: st.DataObject, encoding: str) -> None:
    document = Document("file:///x", 1, text, encoding)
    line = data.draw(st.integers(0, len(document.lines) - 1))
    column = data.draw(st.integers(0, len(document.lines[line].rstrip("\r\n"))))
    position = document.position(line, column)
    assert document.place(position) == (line, column)
    assert offset(text, position, encoding) == sum(map(len, document.lines[:line])) + column


def test_a_whole_text_replaces_everything() -> None:
    document = Document("file:///x", 1, "a\nb\nc")
    document.change(2, [types.TextDocumentContentChangeWholeDocument(text="d")])
    assert (document.text, document.lines, document.version) == ("d", ["d"], 2)


def test_a_distant_position_is_an_end() -> None:
    document = Document("file:///x", 1, "ab\ncd")
    assert document.place(types.Position(9, 9)) == (1, 2)
    assert document.place(types.Position(0, 9)) == (0, 2)


@pytest.mark.parametrize(
    ("uri", "name"),
    [("file:///games/an%20evening.wcr", "an evening.wcr"), ("untitled:Untitled-1", "untitled:Untitled-1")],
)
def test_a_document_is_named_by_the_end_of_its_address(uri: str, name: str) -> None:
    assert Document(uri, 1, "").name == name


def test_records_are_found_by_place() -> None:
    text = '; a\n[Game "x"]\n1.1 A a [Game "y"] 1.1 A b\n2.2 B c\n'
    document = Document("file:///x", 1, text)
    for word, number in (("x", 1), ("A a", 1), ("y", 2), ("b", 2), ("c\n", 2)):
        before = text[: text.index(word)]
        line, column = before.count("\n"), len(before) - before.rfind("\n") - 1
        found = document.record_at(line, column)
        assert found is not None
        raw, at = found
        assert (raw.number, raw.text[at : at + len(word)]) == (number, word)
        where = document.range_between(raw, at, at + 1)
        assert (where.start.line, where.start.character) == (line, column)
