"""The record as values: tags, statements, comments, variations. Knows no game."""

from __future__ import annotations

import msgspec

from wcreplay.notation.diagnostics import Diagnostic

#: Version of the notation that this package reads and writes (docs/notation.md).
NOTATION_VERSION = "1"


class Token(msgspec.Struct, frozen=True, gc=False):
    """A word of a statement and its offset in the record's text (code points, 0-based)."""

    text: str
    at: int


class Comment(msgspec.Struct, frozen=True):
    """A comment as written, without its delimiters and with escapes undone.

    ``slot`` is the number of tokens of its statement that stand before it (-1: before the
    statement's head; for a comment among the tags: the number of tags before it). ``line`` is true
    for a ``;`` comment, ``own_line`` when nothing but blanks stands before it on its line.
    ``after`` tells comments behind the last token apart: 0 before the mark, 1 behind the mark, 1 + n
    behind the n-th variation.
    """

    text: str
    slot: int
    line: bool
    own_line: bool
    at: int
    after: int = 0


class Tag(msgspec.Struct, frozen=True):
    """A tag pair; ``value`` has its escapes undone."""

    name: str
    value: str
    at: int


class Variation(msgspec.Struct):
    """Statements in parentheses that replace the statement they follow."""

    statements: list[Statement]
    at: int


class Statement(msgspec.Struct):
    """One statement: a setup line, a chance line, a turn or an assertion.

    ``keyword`` is the setup or chance keyword, ``=`` for an assertion, and empty for a turn.
    ``label`` (``1.3``) and ``seat`` (``A``) are empty where not written. ``mark`` is one of
    ``! ? !! ?? !? ?!`` or empty. ``at`` and ``end`` bound the statement in the record's text.
    """

    keyword: str
    label: str
    seat: str
    tokens: list[Token]
    at: int
    end: int
    label_at: int = -1
    seat_at: int = -1
    mark: str = ""
    comments: list[Comment] = []
    variations: list[Variation] = []


class RawRecord(msgspec.Struct, frozen=True):
    """The text of one record, cut out of its source and not yet read.

    ``number`` is the 1-based place among the records of its source, 0 for a finding about the source
    itself (missing, empty ...). ``line`` and ``column`` are the 1-based place where the text begins;
    ``before`` is what stands on that line before it, of a long line only the last part. A record with
    ``diagnostics`` cannot be read; its text then is for display only and may be clipped.
    """

    text: str
    source: str = "-"
    number: int = 1
    line: int = 1
    diagnostics: tuple[Diagnostic, ...] = ()
    column: int = 1
    before: str = ""


class Record(msgspec.Struct):
    """One record. ``text`` is its source text; offsets of all parts count from its start.

    ``line`` and ``column`` are the 1-based place in the source where the text begins, ``before`` what
    stands on that line before it (of a long line only the last part), ``number`` the 1-based place
    among the records of its source, ``source`` the name of the file (``-`` for standard input).
    """

    tags: list[Tag]
    statements: list[Statement]
    text: str
    source: str = "-"
    number: int = 1
    line: int = 1
    comments: list[Comment] = []
    column: int = 1
    before: str = ""

    def tag(self, name: str, default: str = "") -> str:
        """Return the value of the first tag of that name, or ``default``."""
        for tag in self.tags:
            if tag.name == name:
                return tag.value
        return default


class Keyword(msgspec.Struct, frozen=True):
    """A word that begins a statement in a game's setup or chance lines.

    ``seats`` is true where seat letters that follow belong to the statement (``order C A B``).
    ``repeats`` is true where the keyword may occur more than once in a record (``round``).
    """

    name: str
    seats: bool = False
    repeats: bool = False


class Grammar(msgspec.Struct, frozen=True):
    """What a game adds to the neutral layer: its keywords, in canonical order.

    ``setup`` keywords come before the first turn; ``chance`` keywords may stand between turns.
    ``pad`` is the width setup keywords are padded to in canonical form.
    """

    game: str
    setup: tuple[Keyword, ...]
    chance: tuple[Keyword, ...]
    seats: str = "ABCDE"
    pad: int = 7
