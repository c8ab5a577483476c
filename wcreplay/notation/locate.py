"""From an offset in a record's text to a line and a column, and from there to a diagnostic."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from wcreplay.notation import lexis
from wcreplay.notation.diagnostics import Diagnostic
from wcreplay.notation.model import Tag

#: Code points kept on either side of the place of a finding when its line is longer than that.
CONTEXT = 200


class Located(Protocol):
    """Anything with a text and its place in a source: a raw record or a record."""

    @property
    def text(self) -> str:
        """The text that offsets count in (code points, 0-based)."""

    @property
    def source(self) -> str:
        """The name of the source."""

    @property
    def number(self) -> int:
        """The 1-based number of the record in its source."""

    @property
    def line(self) -> int:
        """The 1-based line of the source where the text begins."""

    @property
    def column(self) -> int:
        """The 1-based column of the source where the text begins."""

    @property
    def before(self) -> str:
        """What stands on the text's first line before it, or the last part of that."""


class Place(NamedTuple):
    """A place in a source: ``line`` and ``column`` are 1-based, columns count code points.

    ``source_line`` is the line from column ``source_column`` on, nearly always 1.
    """

    line: int
    column: int
    source_line: str
    source_column: int = 1


def locate(record: Located, offset: int, length: int = 1) -> Place:
    """Return line, column and source line of ``offset`` in the record's text.

    The line is whole, but for what a very long one holds before a record that begins in it. An offset
    beyond the text means its end. ``length`` does not change the answer; it is accepted so
    that a span can be passed as it is.
    """
    text = record.text
    offset = min(max(offset, 0), len(text))
    start = text.rfind("\n", 0, offset) + 1
    stop = text.find("\n", offset)
    line = record.line + text.count("\n", 0, offset)
    source = text[start : len(text) if stop < 0 else stop]
    if start:
        return Place(line, offset - start + 1, source)
    before = record.before
    return Place(line, record.column + offset, before + source, record.column - len(before))


def tag_length(record: Located, tag: Tag) -> int:
    """Return the length of a tag of the record in code points, from its ``[`` to its ``]``.

    1 for a tag that does not stand at its offset in the text (one that was made, not read).
    """
    found = lexis.TAG_PAIR.match(record.text, tag.at) if tag.at >= 0 else None
    return found.end() - tag.at if found else 1


def diagnose(  # noqa: PLR0913 (the parts of a finding, by name)
    record: Located,
    code: str,
    message: str,
    offset: int,
    length: int = 1,
    *,
    expected: str = "",
    hint: str = "",
    article: str = "",
    state: str = "",
) -> Diagnostic:
    """Make a diagnostic about ``length`` code points at ``offset`` of the record's text.

    The span is cut at the end of its line and is at least 1 long; of a long line only the part
    around the span is kept.
    """
    line, column, source, begin = locate(record, offset)
    at = column - begin
    length = max(1, min(length, len(source) - at))
    first = max(0, at - CONTEXT)
    return Diagnostic(
        code=code,
        message=message,
        file=record.source,
        record=record.number,
        line=line,
        column=column,
        length=length,
        expected=expected,
        hint=hint,
        article=article,
        state=state,
        source_line=source[first : at + min(length, CONTEXT) + CONTEXT],
        source_column=begin + first,
    )
