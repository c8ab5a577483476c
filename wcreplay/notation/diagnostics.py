"""Diagnostics: what is wrong, where, what was expected, what to do."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Any

import msgspec

from wcreplay.notation.quote import escape, visible


class Diagnostic(msgspec.Struct, frozen=True, kw_only=True):
    """One finding about a record.

    ``line`` and ``column`` are 1-based and count code points; ``length`` is at least 1.
    ``expected`` says what could have stood there, ``hint`` what to do, ``state`` sums up the
    position for findings about the rules. ``source_line`` is the line of text it points into; of a
    very long line it is only the part from column ``source_column`` on. ``record`` is 0 for a finding
    about a whole source. ``severity`` is ``error`` or ``warning``; only an error makes a record wrong.
    """

    code: str
    message: str
    file: str = "-"
    record: int = 1
    line: int = 1
    column: int = 1
    length: int = 1
    expected: str = ""
    hint: str = ""
    article: str = ""
    state: str = ""
    source_line: str = ""
    source_column: int = 1
    severity: str = "error"


class RecordError(Exception):
    """A record that cannot be used; carries its diagnostics (never empty)."""

    def __init__(self, diagnostics: list[Diagnostic]) -> None:
        """Keep the diagnostics and show the first one's message."""
        super().__init__(diagnostics[0].message)
        self.diagnostics = diagnostics


class CodeInfo(msgspec.Struct, frozen=True):
    """One kind of finding: what the code means, a text that shows it, and the cure.

    ``example`` is one of three: lines to type at a shell, each behind ``$ ``; changes to the example game,
    lines that are taken out behind ``-`` and lines that are put in behind ``+``; or a whole text. It is
    empty where nothing short can show the finding.
    """

    code: str
    title: str
    meaning: str
    example: str
    cure: str
    severity: str = "error"


_TAB = "    "
_WIDTH = 100
_CONTEXT = 40
_COLOURS = {"error": "\x1b[1;31m", "warning": "\x1b[1;33m"}
_BLUE, _BOLD, _RESET = "\x1b[1;34m", "\x1b[1m", "\x1b[0m"


def render(diagnostic: Diagnostic, *, color: bool = False) -> str:
    """Return a finding as text of several lines: message, place, source line, caret, what to do.

    Control characters of the record are shown as escapes, long lines are clipped around the place.
    ``color`` adds terminal colours. There is no line break at the end.
    """
    d = diagnostic
    strong, blue, bold, reset = (_COLOURS[d.severity], _BLUE, _BOLD, _RESET) if color else ("", "", "", "")
    head = f"{strong}{d.severity}[{d.code}]{reset}{bold}: {escape(d.message)}{reset}"
    where = f"{escape(d.file)}:{d.line}:{d.column} (record {d.record})" if d.record else escape(d.file)
    number = str(d.line)
    margin = " " * len(number)
    lines = [head, f"{margin}{blue}-->{reset} {where}"]
    notes = [(name, text) for name, text in notes_of(d) if text]
    if d.source_line:
        shown, before, width = _clip(d.source_line, d.column - d.source_column, d.length)
        lines.append(f"{margin} {blue}|{reset}")
        lines.append(f"{blue}{number} |{reset} {shown}")
        lines.append(f"{margin} {blue}|{reset} {' ' * before}{strong}{'^' * width}{reset}")
        if notes:
            lines.append(f"{margin} {blue}|{reset}")
    for name, text in notes:
        first, *more = _wrapped(escape(text), _WIDTH - len(margin) - len(name) - 5)
        lines.append(f"{margin} {blue}={reset} {bold}{name}{reset}: {first}")
        lines.extend(f"{margin}   {' ' * len(name)}  {rest}" for rest in more)
    return "\n".join(lines)


def notes_of(diagnostic: Diagnostic) -> tuple[tuple[str, str], ...]:
    """Return what a finding says beside its message, by name, in the order in which it is shown."""
    d = diagnostic
    return ("expected", d.expected), ("hint", d.hint), ("rule", d.article), ("position", d.state)


def _wrapped(text: str, width: int) -> list[str]:
    """Break a text into lines at its blanks; words stay whole."""
    if len(text) <= width:
        return [text]
    from textwrap import wrap

    return wrap(text, width, break_long_words=False, break_on_hyphens=False)


def _clip(line: str, at: int, length: int) -> tuple[str, int, int]:
    """Return the part of a line to show, and where the caret stands in it and how wide it is (columns)."""
    at = min(max(at, 0), len(line))
    end = min(at + max(length, 1), len(line))
    first, last = 0, len(line)
    if len(line) > _WIDTH:
        first = max(0, at - _CONTEXT)
        last = min(len(line), max(first + _WIDTH, min(end, at + _WIDTH)))
        end = min(end, last)
    shown = [_TAB if c == "\t" else visible(c) for c in line[first:last]]
    widths = [sum(map(_columns, text)) for text in shown]
    lead = "..." if first else ""
    tail = "..." if last < len(line) else ""
    before = len(lead) + sum(widths[: at - first])
    return lead + "".join(shown) + tail, before, max(1, sum(widths[at - first : end - first]))


def _columns(char: str) -> int:
    """Return how many columns of a terminal a character takes: 0, 1 or 2."""
    if char.isascii():
        return 1
    if unicodedata.combining(char) or unicodedata.category(char) == "Me":
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def in_order(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return findings about one record in the order of its text."""
    return sorted(diagnostics, key=lambda d: (d.line, d.column))


def to_json(diagnostics: Iterable[Diagnostic]) -> bytes:
    """Return findings as a JSON array of objects with the fields of :class:`Diagnostic`."""
    return msgspec.json.encode([encodable(d) for d in diagnostics])


def encodable(diagnostic: Diagnostic) -> Diagnostic:
    """Return the finding fit for JSON: lone surrogates (undecodable file names) written as escapes."""
    try:
        msgspec.json.encode(diagnostic)
    except UnicodeEncodeError:
        texts: dict[str, Any] = {
            name: value.encode("utf-8", "backslashreplace").decode()
            for name, value in msgspec.structs.asdict(diagnostic).items()
            if isinstance(value, str)
        }
        return msgspec.structs.replace(diagnostic, **texts)
    return diagnostic
