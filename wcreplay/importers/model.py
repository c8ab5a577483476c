"""What importers are given and hand back, whichever site or sheet they read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from wcreplay.notation.diagnostics import Diagnostic
from wcreplay.notation.model import RawRecord


class Document(msgspec.Struct, frozen=True):
    """The bytes of one document and its name; with ``diagnostics`` it could not be read and is empty."""

    name: str
    data: bytes = b""
    diagnostics: tuple[Diagnostic, ...] = ()


class Options(msgspec.Struct, frozen=True):
    """What is kept: player names, the table's number, games that do not agree with their log."""

    names: bool = False
    ids: bool = False
    keep_unproved: bool = False


DEFAULT: Final = Options()
"""Letters for players, no numbers, and only what is proved."""


class Pending(msgspec.Struct, frozen=True):
    """A document that the importer of that name reads, not converted yet: that can be done in any process."""

    document: Document
    importer: str
    options: Options = DEFAULT


class Converted(RawRecord, frozen=True):
    """A record that was made of a log; ``told`` are the findings about a game that is kept all the same."""

    told: tuple[Diagnostic, ...] = ()


class Conversion(msgspec.Struct):
    """What became of one table: ``text`` is its record, empty if there is none.

    ``file`` is the document's name as it may be stored: without long numbers unless they were asked for.
    ``number`` counts the tables of a document from 1; 0 is a finding about the document. ``proved``: the
    record agrees with all that the log states, of which ``compared`` counts kinds. ``diagnostics`` hold an
    error exactly if it is not proved; they name the document as it was named to us.
    """

    file: str
    number: int
    text: str = ""
    proved: bool = False
    compared: dict[str, int] = {}
    inferred: list[str] = []
    assumed: list[str] = []
    notes: list[str] = []
    diagnostics: tuple[Diagnostic, ...] = ()


def raw_records(conversions: Iterable[Conversion]) -> Iterator[Converted]:
    """Yield conversions as raw records for an import; those without a record carry their errors."""
    for done in conversions:
        if done.text:
            yield Converted(done.text, done.file, done.number, told=done.diagnostics)
        else:
            errors = tuple(one for one in done.diagnostics if one.severity == "error")
            yield Converted("", done.file, done.number, diagnostics=errors)
