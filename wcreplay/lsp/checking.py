"""The findings of a document, those of ``wcreplay validate``; a record is judged only when it has changed."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterable
from typing import Final, TypeVar

from lsprotocol import types

from wcreplay.engine.reader import read_record
from wcreplay.notation.diagnostics import Diagnostic, notes_of
from wcreplay.notation.model import RawRecord
from wcreplay.notation.quote import escape

from .document import MOST_CHARACTERS, Document

Item = TypeVar("Item")

SOURCE: Final = "wcreplay"
MOST_FINDINGS = 1000
"""Findings that an editor is sent for one document."""

_SLICE = 0.02
_IN_BETWEEN = 1.0
_SEVERITIES = {"error": types.DiagnosticSeverity.Error, "warning": types.DiagnosticSeverity.Warning}


async def gently(items: Iterable[Item]) -> AsyncIterator[Item]:
    """Yield items, and let other work of the event loop go on every 20 ms."""
    until = time.monotonic() + _SLICE
    for item in items:
        yield item
        if time.monotonic() > until:
            await asyncio.sleep(0)
            until = time.monotonic() + _SLICE


class Judge:
    """Judges the records of one document and remembers what it found.

    A record that is right is so wherever it stands. The findings of a wrong one name lines of the document,
    so they hold only as long as it stays where it is.
    """

    def __init__(self) -> None:
        """Begin with nothing known."""
        self._right: set[str] = set()
        self._wrong: dict[tuple[str, int, int], tuple[Diagnostic, ...]] = {}

    def findings(self, raw: RawRecord) -> tuple[Diagnostic, ...]:
        """Return what is wrong with a record; it is read and replayed only if that is not known."""
        if raw.diagnostics:
            return raw.diagnostics
        if raw.text in self._right:
            return ()
        key = (raw.text, raw.line, raw.column)
        if key not in self._wrong:
            found = read_record(raw).diagnostics
            if not found:
                self._right.add(raw.text)
                return ()
            self._wrong[key] = found
        return self._wrong[key]

    def forget_all_but(self, records: Iterable[RawRecord]) -> None:
        """Forget what is known of records that are gone."""
        keys = {(raw.text, raw.line, raw.column) for raw in records}
        self._right.intersection_update(text for text, _, _ in keys)
        self._wrong = {key: found for key, found in self._wrong.items() if key in keys}


async def check(document: Document, judge: Judge, publish: Callable[[list[types.Diagnostic]], None]) -> None:
    """Judge all records of a document and publish the findings; also those so far, once a second."""
    if document.too_large:
        publish([_too_large(document)])
        return
    found: list[types.Diagnostic] = []
    records = document.records()
    published = time.monotonic()
    async for raw in gently(records):
        found += (as_diagnostic(document, finding) for finding in judge.findings(raw))
        if len(found) > MOST_FINDINGS:
            found[MOST_FINDINGS:] = [_too_many(document)]
            break
        if found and time.monotonic() > published + _IN_BETWEEN:
            publish(found)
            published = time.monotonic()
    publish(found)
    judge.forget_all_but(records)


def as_diagnostic(document: Document, finding: Diagnostic) -> types.Diagnostic:
    """Return a finding as the editor shows it; what was expected and what to do are part of the message."""
    notes = (f"{name}: {escape(text)}" for name, text in notes_of(finding) if text)
    return types.Diagnostic(
        range=document.range_of(finding),
        message="\n".join((escape(finding.message), *notes)),
        severity=_SEVERITIES[finding.severity],
        code=finding.code,
        source=SOURCE,
    )


def _too_large(document: Document) -> types.Diagnostic:
    message = f"this file is longer than {MOST_CHARACTERS:,} characters: use `wcreplay validate` to check it"
    return _remark(document, message)


def _too_many(document: Document) -> types.Diagnostic:
    return _remark(document, f"more than {MOST_FINDINGS:,} findings: `wcreplay validate` lists them all")


def _remark(document: Document, message: str) -> types.Diagnostic:
    at = document.range(0, 0, len(document.lines[0]))
    return types.Diagnostic(at, message, types.DiagnosticSeverity.Information, source=SOURCE)
