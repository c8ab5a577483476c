"""The words of the notation: character classes, expressions and the classes of words.

Everything here is game-neutral. Tokens are printable ASCII without blanks and ``{ } ( ) ; [ ]``;
blanks are space, tab, line breaks and a byte order mark.
"""

from __future__ import annotations

import functools
import re

from wcreplay.notation.model import Grammar, Keyword

#: Limits of one record (see docs/notation.md). Beyond them a record is refused, not truncated.
MAX_TOKENS = 100_000
MAX_TAGS = 256
MAX_DEPTH = 16
MAX_FINDINGS = 50

#: Tag names the neutral layer knows; others are kept as they are.
KNOWN_TAGS = ("Game", "Ruleset", "Rulings", "Event", "Place", "Date", "Source", "Result", "Replaces")

MARKS = frozenset(("!", "?", "!!", "??", "!?", "?!"))

# Classes of words. PLAIN is 0 so that a test for truth finds the words that matter.
PLAIN, LABEL, SEAT, KEYWORD, EQUALS, MARK, WRONG_CASE, GLUED_MARK, ODD_LABEL, LABEL_CASE = range(10)

_WORD = r"!-'*-:<-Z\\^-z|~"

#: A tag pair: group 1 is its name, group 2 the value with its escapes. A value may be broken over
#: lines, but a blank line or a line that begins with ``[`` ends it as unclosed.
TAG = (
    r"\[[ \t\r\n]*+([A-Za-z][A-Za-z0-9_]*+)[ \t\r\n]*+"
    r'"([^"\\\r\n]*+(?:(?:\\["\\]?+|(?:\r\n|\r|\n)(?![ \t]*+[\[\r\n]))[^"\\\r\n]*+)*+)"'
    r"[ \t\r\n]*+\]"
)

#: A brace comment: its body and what ended it: ``}``, or ``{`` or nothing where it is not closed.
BRACE = r"\{([^\\{}]*+(?:\\[\\{}]?+[^\\{}]*+)*+)([{}]|\Z)"

#: Groups: 1 words, 2 and 3 tag name and value, 4 and 5 brace comment and its end, 6 line comment,
#: 7 parenthesis, 8 characters that may stand in no token, 9 a bracket or brace out of place.
MASTER = re.compile(
    rf"([{_WORD}][{_WORD} \t\r\n]*+)|{TAG}|{BRACE}|;([^\r\n]*+)|([()])"
    r"|([^!-~ \t\r\n\ufeff]++)|([\[\]}])",
    re.ASCII,
)

#: A tag pair alone.
TAG_PAIR = re.compile(TAG)
_LINE_END = re.compile(r"[\r\n]")
_LABEL = re.compile(r"[0-9]{1,3}\.(?:[0-9]{1,3}|g)")
_ODD_LABEL = re.compile(r"0[0-9]+\..*|.*\.0[0-9]+")
_LABEL_CASE = re.compile(r"[0-9]{1,3}\.G")
_NEWLINES = re.compile(r"\r\n?")
_WRAP = re.compile(r"[ \t]*\n[ \t]*")
_TAG_ESCAPE = re.compile(r'\\(["\\])')
_BRACE_ESCAPE = re.compile(r"\\([\\{}])")
_RESUME = re.compile(r"\n[ \t\ufeff]*(?=\[|=[ \t\n]|[()]|[0-9]{1,3}\.(?:[0-9]{1,3}|g)[ \t\n])")

_CACHE_SIZE = 8192
_CACHE_WORD = 40


def unify_newlines(text: str) -> str:
    """Return the text with every line break (CRLF, CR, LF) written as a line feed."""
    return _NEWLINES.sub("\n", text) if "\r" in text else text


def tag_value(raw: str) -> str:
    """Undo the escapes of a tag value; a line break in it with the blanks around it is one blank."""
    if "\n" in raw:
        raw = _WRAP.sub(" ", raw)
    return _TAG_ESCAPE.sub(r"\1", raw) if "\\" in raw else raw


def brace_text(raw: str) -> str:
    """Undo the escapes of a brace comment."""
    return _BRACE_ESCAPE.sub(r"\1", raw) if "\\" in raw else raw


def resume(text: str, start: int, end: int) -> int:
    """Return where to read on after a brace comment that begins at ``start`` and is not closed.

    ``end`` is where the next brace stands, or the end of the text. Reading goes on at the first line
    between them that begins like a tag, a labelled turn, an assertion or a variation; else at ``end``.
    """
    found = _RESUME.search(text, start, end)
    return found.end() if found else end


def broken_tag_end(text: str, at: int) -> int:
    """Return the end of a broken tag at ``at``: the next complete tag on its line, or the line's end."""
    line = _LINE_END.search(text, at)
    end = line.start() if line else len(text)
    following = text.find("[", at + 1, end)
    while following >= 0:
        if TAG_PAIR.match(text, following):
            return following
        following = text.find("[", following + 1, end)
    return end


def plain_label(label: str) -> str:
    """Return a label without leading zeros: ``01.02`` is ``1.2``."""
    rounds, _, turn = label.partition(".")
    return f"{int(rounds)}.{turn if turn == 'g' else int(turn)}"


class Words(dict[str, int]):
    """The class of every word seen with one grammar: a bounded cache that fills itself."""

    def __init__(self, grammar: Grammar) -> None:
        """Build the tables of a grammar."""
        super().__init__()
        self.setup = {k.name: k for k in grammar.setup}
        self.keywords: dict[str, Keyword] = self.setup | {k.name: k for k in grammar.chance}
        self.folded = {name.casefold(): name for name in self.keywords}
        self.seats = frozenset(grammar.seats)
        self.lower_seats = frozenset(grammar.seats.lower()) - self.seats

    def __missing__(self, word: str) -> int:
        """Classify a word; keep the answer while there is room."""
        kind = self._classify(word)
        if len(word) <= _CACHE_WORD and len(self) < _CACHE_SIZE:
            self[word] = kind
        return kind

    def _classify(self, word: str) -> int:
        if word in self.seats:
            return SEAT
        if word in self.keywords:
            return KEYWORD
        if word == "=":
            return EQUALS
        if word in MARKS:
            return MARK
        if word.casefold() in self.folded:
            return WRONG_CASE
        if word[-1] in "!?":
            return GLUED_MARK
        if _LABEL.fullmatch(word):
            return ODD_LABEL if _ODD_LABEL.fullmatch(word) else LABEL
        return LABEL_CASE if _LABEL_CASE.fullmatch(word) else PLAIN


@functools.lru_cache(maxsize=32)
def words_of(grammar: Grammar) -> Words:
    """Return the word table of a grammar, shared by all records read with it."""
    return Words(grammar)
