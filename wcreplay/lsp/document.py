"""An open document: its lines, its records, and places in it in the units that the editor counts in.

Only LF, CRLF and CR end a line, as in the notation and in the protocol; other characters that Python's
``splitlines`` would break at (form feed, U+2028 ...) are plain text.
"""

from __future__ import annotations

import bisect
import io
import re
from collections.abc import Sequence

from lsprotocol import types

from wcreplay.notation.diagnostics import Diagnostic
from wcreplay.notation.model import RawRecord
from wcreplay.notation.stream import read_records

MOST_CHARACTERS = 1 << 24
"""Length of a document up to which it is looked at, 16 Mi characters (about 12,000 games)."""

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_ENDS = "\r\n"


class Document:
    """The text of an open document, kept as lines; the last one has no line break and may be empty.

    Lines and columns here are 0-based and columns count code points; ``encoding`` says which units the
    editor counts columns in (UTF-16 code units unless another was agreed on).
    """

    def __init__(self, uri: str, version: int | None, text: str, encoding: str = "utf-16") -> None:
        """Open a document."""
        self.uri = uri
        self.version = version
        self.encoding = encoding
        self.lines = _lines(text)
        self._records: list[RawRecord] | None = None

    @property
    def name(self) -> str:
        """The last part of the address, for messages."""
        from urllib.parse import unquote

        return unquote(self.uri.rpartition("/")[2]) or self.uri

    @property
    def text(self) -> str:
        """The whole text."""
        return "".join(self.lines)

    @property
    def too_large(self) -> bool:
        """Whether the document is too large to be looked at while it is edited."""
        return sum(map(len, self.lines)) > MOST_CHARACTERS

    # -- changes -----------------------------------------------------------------------------

    def change(self, version: int | None, changes: Sequence[types.TextDocumentContentChangeEvent]) -> None:
        """Apply changes in their order, each to what the one before it left."""
        for change in changes:
            if isinstance(change, types.TextDocumentContentChangePartial):
                self._replace(change.range, change.text)
            else:
                self.lines = _lines(change.text)
        self.version = version
        self._records = None

    def _replace(self, where: types.Range, text: str) -> None:
        (first, column), (last, end) = sorted((self.place(where.start), self.place(where.end)))
        before = self.lines[first][:column]
        if first and not column and self.lines[first - 1].endswith("\r"):
            first -= 1  # a line feed put in behind a lone carriage return makes one line break of both
            before = self.lines[first]
        behind = self.lines[last][end:]
        lines = _lines(before + text + behind)
        if last < len(self.lines) - 1:
            lines.pop()  # the empty line behind the last line break is the following line
        self.lines[first : last + 1] = lines

    # -- places ------------------------------------------------------------------------------

    def place(self, position: types.Position) -> tuple[int, int]:
        """Return line and column of a position; beyond the end of a line or of the text means that end."""
        if position.line >= len(self.lines):
            return len(self.lines) - 1, len(self.lines[-1])
        line = self.lines[position.line].rstrip(_ENDS)
        return position.line, _column(line, position.character, self.encoding)

    def position(self, line: int, column: int) -> types.Position:
        """Return the position of a line and column, in the units of the editor."""
        if line >= len(self.lines):
            line, column = len(self.lines) - 1, len(self.lines[-1])
        text = self.lines[line].rstrip(_ENDS)[:column]
        return types.Position(line, _units(text, self.encoding))

    def range(self, line: int, column: int, length: int) -> types.Range:
        """Return a range of ``length`` code points within a line."""
        return types.Range(self.position(line, column), self.position(line, column + length))

    def range_of(self, finding: Diagnostic) -> types.Range:
        """Return the range of a finding; one about the whole document is at its beginning."""
        if not finding.record:
            return self.range(0, 0, len(self.lines[0]))
        return self.range(finding.line - 1, finding.column - 1, finding.length)

    # -- records -----------------------------------------------------------------------------

    def records(self) -> list[RawRecord]:
        """Return the records of the text, unread; a finding about the whole text is a record numbered 0."""
        if self._records is None:
            # The reader takes bytes. Half a character (a lone surrogate) becomes bytes that are not UTF-8.
            data = self.text.encode("utf-8", "surrogatepass")
            self._records = list(read_records(io.BytesIO(data), self.name))
        return self._records

    def record_at(self, line: int, column: int) -> tuple[RawRecord, int] | None:
        """Return the record at a place and the offset in its text; None before the first or in a bad one."""
        records = self.records()
        found = bisect.bisect_right(records, (line, column), key=_start) - 1
        if found < 0 or records[found].diagnostics:
            return None
        raw = records[found]
        return raw, offset_of(raw, line, column)

    def range_between(self, raw: RawRecord, start: int, end: int) -> types.Range:
        """Return the range between two offsets of a record's text."""
        return types.Range(*(self.position(*place_of(raw, offset)) for offset in (start, end)))


def _start(raw: RawRecord) -> tuple[int, int]:
    return raw.line - 1, raw.column - 1


def offset_of(raw: RawRecord, line: int, column: int) -> int:
    """Return the offset in a record's text of a line and column of the document (0-based)."""
    text, down = raw.text, line - (raw.line - 1)
    if down <= 0:
        return min(max(column - (raw.column - 1), 0), len(text))
    start = 0
    for _ in range(down):
        start = text.find("\n", start) + 1
        if not start:
            return len(text)
    stop = text.find("\n", start)
    return min(start + column, len(text) if stop < 0 else stop)


def place_of(raw: RawRecord, offset: int) -> tuple[int, int]:
    """Return line and column of the document (0-based) of an offset in a record's text."""
    down = raw.text.count("\n", 0, offset)
    if not down:
        return raw.line - 1, raw.column - 1 + offset
    return raw.line - 1 + down, offset - raw.text.rfind("\n", 0, offset) - 1


def _lines(text: str) -> list[str]:
    lines = _LINE.findall(text)
    if not lines or lines[-1][-1] in _ENDS:
        lines.append("")
    return lines


def _units(text: str, encoding: str) -> int:
    """Return the length of a text in units of an encoding."""
    if encoding == "utf-32" or text.isascii():
        return len(text)
    if encoding == "utf-8":
        return len(text.encode("utf-8", "surrogatepass"))
    return len(text) + sum(char > "\uffff" for char in text)


def _column(line: str, units: int, encoding: str) -> int:
    """Return the column of a line that so many units stand before; within a character means its beginning."""
    if encoding == "utf-32" or line.isascii():
        return min(units, len(line))
    passed = 0
    for column, char in enumerate(line):
        passed += _units(char, encoding)
        if passed > units:
            return column
    return len(line)
