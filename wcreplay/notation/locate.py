"""From an offset in a record's text to a line and a column, and from there to a diagnostic."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from wcreplay.notation.diagnostics import Diagnostic

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


class Place(NamedTuple):
    """A place in a source: ``line`` and ``column`` are 1-based, columns count code points."""

    line: int
    column: int
    source_line: str


def locate(record: Located, offset: int, length: int = 1) -> Place:
    """Return line, column and the whole source line of ``offset`` in the record's text.

    An offset beyond the text means its end. ``length`` does not change the answer; it is accepted so
    that a span can be passed as it is.
    """
    text = record.text
    offset = min(max(offset, 0), len(text))
    start = text.rfind("\n", 0, offset) + 1
    stop = text.find("\n", offset)
    line = record.line + text.count("\n", 0, offset)
    return Place(line, offset - start + 1, text[start : len(text) if stop < 0 else stop])


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
    line, column, source = locate(record, offset)
    length = max(1, min(length, len(source) - column + 1))
    first = max(0, column - 1 - CONTEXT)
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
        source_line=source[first : column - 1 + min(length, CONTEXT) + CONTEXT],
        source_column=first + 1,
    )
