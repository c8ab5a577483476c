"""Record to text: the one canonical form of what a record says.

The layout depends on the parts of the record alone, never on offsets, and reading the text again gives
the same parts: so formatting twice changes nothing. Only comments can make a statement longer than a line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from wcreplay.notation.model import Comment, Grammar, Record, Statement, Tag, Variation

_STEP = "  "
_BRACE = re.compile(r"[\\{}]")
_QUOTE = re.compile(r'[\\"]')
_BREAK = re.compile(r"[ \t]*[\r\n][ \t\r\n]*")


def format_record(record: Record, grammar: Grammar) -> str:
    """Return the canonical text of a record; it ends with one line feed.

    Tags one a line, a blank line, statements one a line, setup keywords padded to ``grammar.pad``.
    Labels, tokens and marks are written as the record has them.
    """
    out = _Writer()
    comments = record.comments
    for i, tag in enumerate(record.tags):
        out.comments((c for c in comments if c.slot == i), "")
        out.line("")
        out.word(format_tag(tag))
    out.comments((c for c in comments if c.slot >= len(record.tags)), "")
    if record.tags and record.statements:
        out.blank_line()
    pads = {keyword.name: grammar.pad for keyword in grammar.setup}
    for statement in record.statements:
        _statement(out, statement, "", pads)
    return out.text()


def format_tag(tag: Tag) -> str:
    """Return a tag pair as text; a line break in the value, with blanks around it, becomes a blank."""
    value = _BREAK.sub(" ", tag.value)
    return f'[{tag.name} "' + _QUOTE.sub(r"\\\g<0>", value) + '"]'


def format_comment(comment: Comment) -> str:
    """Return a comment with its delimiters; a line comment with several lines is put in braces."""
    if comment.line and "\n" not in comment.text and "\r" not in comment.text:
        return ";" + comment.text.rstrip(" \t")
    return "{" + _BRACE.sub(r"\\\g<0>", comment.text) + "}"


class _Writer:
    """Collects lines; knows what the current line holds so far."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.current = ""
        self.indent = ""
        #: the current line holds comments and nothing else
        self.only_comments = False
        #: a line comment stands on the current line: nothing may follow it there
        self.closed = False
        #: the next word follows without a blank (behind an opening parenthesis)
        self.glue = False

    def line(self, indent: str) -> None:
        """Begin a new line with an indent, unless the current one is still empty."""
        if self.current:
            self.lines.append(self.current)
        self.current = ""
        self.indent = indent
        self.only_comments = self.closed = self.glue = False

    def blank_line(self) -> None:
        """Begin a new line with an empty one before it."""
        self.line("")
        self.lines.append("")

    def put(self, text: str, gap: str) -> None:
        """Add text to the current line."""
        if not self.current:
            self.current = self.indent + text
        else:
            self.current += text if self.glue else gap + text
        self.glue = False

    def word(self, text: str, gap: str = " ", indent: str = "") -> None:
        """Add a word; behind a line comment or on a line of comments it goes to the next line."""
        if self.closed or self.only_comments:
            self.line(indent)
        self.put(text, gap)

    def comments(self, comments: Iterable[Comment], indent: str) -> None:
        """Add comments, each on a line of its own or behind what is there."""
        for comment in comments:
            if comment.own_line or self.closed or not self.current:
                self.line(indent)
            text = format_comment(comment)
            line = text[0] == ";"
            self.only_comments = not self.current or self.only_comments
            self.put(text, "  " if line else " ")
            self.closed = line

    def text(self) -> str:
        """Return everything that was written."""
        self.line("")
        return "\n".join(self.lines) + "\n"


def _statement(out: _Writer, statement: Statement, indent: str, pads: dict[str, int]) -> None:
    """Write one statement on a line of its own (in a variation: behind its opening parenthesis)."""
    inner = indent + _STEP * 2
    by_slot: dict[int, list[Comment]] = {}
    count = len(statement.tokens)
    variations = [v for v in statement.variations if v.statements]
    for comment in statement.comments:
        slot = (
            count + 1 + min(comment.after, 1 + len(variations))
            if comment.after
            else min(max(comment.slot, -1), count)
        )
        by_slot.setdefault(slot, []).append(comment)
    out.comments(by_slot.get(-1, ()), indent)
    if not out.glue:
        out.line(indent)
    head = [part for part in (statement.keyword, statement.label, statement.seat) if part]
    out.word(" ".join(head), indent=indent)
    gap = " "
    if statement.keyword in pads:
        gap = " " * max(1, pads[statement.keyword] + 1 - len(statement.keyword))
    numbered = bool(statement.keyword) and statement.keyword not in pads and statement.keyword != "="
    for i, token in enumerate(statement.tokens):
        if i in by_slot:
            out.comments(by_slot[i], inner)
        out.word(token.text, gap, inner)
        gap = "  " if numbered and i == 0 and token.text.isdigit() else " "
    more = bool(statement.mark or variations)
    out.comments(by_slot.get(count, ()), inner if more else indent)
    if statement.mark:
        out.word(statement.mark, indent=inner)
    last = len(variations)
    places = [count + 2, *range(count + 3, count + 3 + last)]
    out.comments(by_slot.get(places[0], ()), inner if last else indent)
    for i, variation in enumerate(variations):
        _variation(out, variation, indent + _STEP, pads)
        out.comments(by_slot.get(places[i + 1], ()), indent if i + 1 == last else inner)


def _variation(out: _Writer, variation: Variation, indent: str, pads: dict[str, int]) -> None:
    """Write a variation: the first statement behind ``(``, the others below it, ``)`` behind the last."""
    out.line(indent)
    out.put("(", "")
    out.glue = True
    for statement in variation.statements:
        _statement(out, statement, indent + " ", pads)
    if out.closed:
        out.line(indent + " ")
    out.put(")", "")
