"""What an import did, as data. Importing this loads no database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from wcreplay.notation.diagnostics import Diagnostic

KEPT: Final = 10_000
"""Findings, repeats and so on kept in a summary, so that its memory stays flat; the counts are exact."""


class Repeat(NamedTuple):
    """A record of a game that is stored already: where it was read, and where the stored one came from.

    ``replaced_by`` is the game that took its place, if any; it is the one that is stored then.
    """

    game_id: str
    file: str
    record: int
    stored_file: str
    stored_record: int
    replaced_by: str = ""


class Replacement(NamedTuple):
    """A record that took the place of a stored game, and where that one had come from.

    The same two ids say that only tags or comments changed.
    """

    game_id: str
    file: str
    record: int
    replaced: str
    replaced_file: str = ""
    replaced_record: int = 0


class Kept(NamedTuple):
    """A wrong record of which what comes before its first fault is stored, as game ``game_id``."""

    game_id: str
    file: str
    record: int


class ImportSummary(msgspec.Struct):
    """What an import did: ``found`` = ``stored`` + ``unchanged`` + ``replaced`` + ``cut`` + ``rejected``.

    ``cut`` counts wrong records of which the part before the first fault was stored, because that was
    asked for.

    ``unreadable`` counts sources that hold no record (missing, empty, binary); they are not among
    ``found``. ``unproved`` counts games made of logs that they do not agree with, kept because that was
    asked for; what became of them is counted as for others. ``judged`` counts the records and sources
    looked at, written yet or not, and ``characters`` is the length of their texts. ``stopped`` says that the
    first fault was to end the import and did. Of each list the first :data:`KEPT` are kept, ``left_out``
    counts the rest:

    - ``diagnostics`` say why records were rejected and sources unreadable, and what was odd in others;
    - ``repeats`` which games were stored already, ``replacements`` which took the place of others;
    - ``cuts`` which games are stored up to the first fault of their record;
    - ``missed`` which records replace a game that is not here; ``revised`` which new games were read from
      a place that another stored game came from, and so may be meant to replace it.
    """

    found: int = 0
    stored: int = 0
    unchanged: int = 0
    replaced: int = 0
    cut: int = 0
    rejected: int = 0
    unreadable: int = 0
    unproved: int = 0
    judged: int = 0
    characters: int = 0
    stopped: bool = False
    left_out: int = 0
    diagnostics: list[Diagnostic] = []
    repeats: list[Repeat] = []
    replacements: list[Replacement] = []
    cuts: list[Kept] = []
    missed: list[Replacement] = []
    revised: list[Replacement] = []

    @property
    def clean(self) -> bool:
        """Whether nothing was wrong with any record or source."""
        wrong = self.rejected or self.cut or self.unreadable or self.unproved
        # Of a record that is wrong in a variation only, all the game is stored if what is right is kept.
        return not wrong and all(found.severity != "error" for found in self.diagnostics)

    def keep(self, name: str, more: Sequence[object]) -> None:
        """Add to one of the lists as long as there is room."""
        kept: list[object] = getattr(self, name)
        room = max(KEPT - len(kept), 0)
        kept.extend(more[:room])
        self.left_out += len(more[room:])
