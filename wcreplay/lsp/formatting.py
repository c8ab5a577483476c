"""The canonical form of a document, as edits of the records that differ from it."""

from __future__ import annotations

from lsprotocol import types

from wcreplay.engine.formatting import canonical_text
from wcreplay.notation.diagnostics import Diagnostic, RecordError
from wcreplay.notation.model import RawRecord
from wcreplay.notation.quote import escape

from .checking import gently
from .document import MOST_CHARACTERS, Document


class Refused(Exception):
    """The document has no canonical form; the message says why, in a line."""


async def format_document(document: Document, within: types.Range | None = None) -> list[types.TextEdit]:
    """Return the edits that make a document, or the records that ``within`` touches, canonical.

    As ``wcreplay fmt``, it changes nothing if one of them is wrong. Raises :class:`Refused`.
    """
    if document.too_large:
        message = f"{document.name} is longer than {MOST_CHARACTERS:,} characters: use `wcreplay fmt`"
        raise Refused(message)
    if not document.text.strip():
        return []
    records = document.records()
    edits: list[types.TextEdit] = []
    async for number, raw in gently(enumerate(records)):
        where = _place(document, records, number)
        if within is not None and not _touch(where, within):
            continue
        if raw.diagnostics:
            raise Refused(_why(document, raw.diagnostics[0]))
        try:
            canonical = canonical_text(raw)
        except RecordError as error:
            raise Refused(_why(document, error.diagnostics[0])) from None
        text = canonical + ("\n" if number + 1 < len(records) else "")
        if text != raw.text:
            edits.append(types.TextEdit(where, text))
    return edits


def _place(document: Document, records: list[RawRecord], number: int) -> types.Range:
    """Return where a record stands, with all up to the next one; the first begins where the document does."""
    start = document.position(0, 0)
    if number:
        start = document.position(records[number].line - 1, records[number].column - 1)
    end = document.position(len(document.lines), 0)
    if number + 1 < len(records):
        following = records[number + 1]
        end = document.position(following.line - 1, following.column - 1)
    return types.Range(start, end)


def _touch(one: types.Range, other: types.Range) -> bool:
    return one.start < other.end and other.start < one.end


def _why(document: Document, finding: Diagnostic) -> str:
    where = f"line {finding.line}: " if finding.record else ""
    return escape(f"{document.name} is not formatted: {where}[{finding.code}] {finding.message}")
