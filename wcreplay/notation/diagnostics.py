"""Diagnostics: what is wrong, where, what was expected, what to do."""

from __future__ import annotations

import msgspec


class Diagnostic(msgspec.Struct, frozen=True, kw_only=True):
    """One finding about a record.

    ``line`` and ``column`` are 1-based and count code points; ``length`` is at least 1.
    ``expected`` says what could have stood there, ``hint`` what to do, ``state`` sums up the
    position for findings about the rules. ``source_line`` is the line of text it points into; of a
    very long line it is only the part from column ``source_column`` on. ``record`` is 0 for a finding
    about a whole source.
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


class RecordError(Exception):
    """A record that cannot be used; carries its diagnostics (never empty)."""

    def __init__(self, diagnostics: list[Diagnostic]) -> None:
        """Keep the diagnostics and show the first one's message."""
        super().__init__(diagnostics[0].message)
        self.diagnostics = diagnostics
