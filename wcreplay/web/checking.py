"""Records that a stranger sends: read within bounds, judged, and nothing of them kept."""

from __future__ import annotations

import io
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, BinaryIO, Final

import msgspec
from msgspec import Meta

from wcreplay.engine.reader import Reading, read_record
from wcreplay.notation.diagnostics import Diagnostic, encodable
from wcreplay.notation.model import RawRecord
from wcreplay.notation.scanner import skim
from wcreplay.notation.stream import (
    Source,
    SourceFault,
    expand_paths,
    read_records,
    read_sources,
    unreadable,
)
from wcreplay.store.rows import title

MOST_BYTES: Final = 2 << 20
"""Most bytes of an upload: over a thousand games as text."""
MOST_EXPANDED: Final = 8 << 20
"""Most bytes that an uploaded archive may expand to, all its files together."""
MOST_CHARACTERS: Final = 1 << 18
"""Longest record; a game has about 1,500 characters."""
MOST_RECORDS: Final = 1000
MOST_FINDINGS: Final = 1000
"""Findings that are listed; the others are counted."""
SECONDS: Final = 10.0
"""How long the records of one upload may take; a single record takes at most a few seconds."""
_AT_ONCE: Final = 2
_QUEUE_SECONDS: Final = 5.0

_GZIP: Final = b"\x1f\x8b"
_ZIP: Final = b"PK"
_INSTEAD: Final = "Check fewer at once, or use `wcreplay validate`, which has no such limit."

_turns = threading.BoundedSemaphore(_AT_ONCE)


class TooMuch(Exception):
    """More was sent than is checked here; the message says how much that is and what to do."""


class Busy(Exception):
    """Others are being served; the message says so."""


class CheckedRecord(msgspec.Struct):
    """What became of a record."""

    file: Annotated[str, Meta(description="Where it was read: a member of an archive, or the whole of it.")]
    record: Annotated[int, Meta(description="Place among the records there, from 1.")]
    line: Annotated[int, Meta(description="Line on which it begins, from 1.")]
    state: Annotated[str, Meta(description="complete, partial (the record stops early), or wrong.")]
    title: Annotated[
        str, Meta(description="The players, best first, with their points where it is complete.")
    ]
    game_id: Annotated[str, Meta(description="Identity of the game; empty: the record is wrong.")]
    stored: Annotated[bool, Meta(description="Whether a game with this identity is stored here.")] = False


class Check(msgspec.Struct):
    """The findings about records that were sent: ``found`` = ``right`` + ``wrong``, always."""

    found: Annotated[int, Meta(description="Records.")] = 0
    right: Annotated[int, Meta(description="Records without an error; they may have warnings.")] = 0
    wrong: Annotated[int, Meta(description="Records with an error.")] = 0
    unreadable: Annotated[int, Meta(description="Sources without a record: empty, binary, damaged.")] = 0
    errors: Annotated[int, Meta(description="Findings that make a record wrong or a source unreadable.")] = 0
    warnings: Annotated[int, Meta(description="Findings that do not.")] = 0
    left_out: Annotated[int, Meta(description="Findings that are counted and not listed.")] = 0
    words: Annotated[str, Meta(description="The counts in a sentence.")] = ""
    records: Annotated[list[CheckedRecord], Meta(description="The records in their order.")] = []
    diagnostics: Annotated[
        list[Diagnostic],
        Meta(description="The findings, as `wcreplay validate --format json` prints them."),
    ] = []

    def add(self, raw: RawRecord, reading: Reading) -> None:
        """Count a record, or a source without one, and list what was found."""
        wrong = reading.replay is None
        if raw.number == 0:
            self.unreadable += 1
        else:
            self.found += 1
            self.wrong += wrong
            self.right += not wrong
            self.records.append(_checked(raw, reading))
        for found in reading.diagnostics:
            if found.severity == "error":
                self.errors += 1
            else:
                self.warnings += 1
            if len(self.diagnostics) < MOST_FINDINGS:
                self.diagnostics.append(encodable(found))
            else:
                self.left_out += 1


def _checked(raw: RawRecord, reading: Reading) -> CheckedRecord:
    done = reading.replay
    if done is not None:
        return CheckedRecord(raw.source, raw.number, raw.line, done.state, title(done), done.game_id)
    tags = {tag.name: tag.value for tag in skim(raw)} if not raw.diagnostics else {}
    names = [tags[seat] for seat in "ABCDE" if tags.get(seat)]
    return CheckedRecord(raw.source, raw.number, raw.line, "wrong", ", ".join(names)[:200], "")


def check(data: bytes, name: str) -> Check:
    """Check the records of a text, a gzip file or a zip file, of which ``name`` is shown.

    Raises:
        TooMuch: if it is too large, has too many records, or takes too long.
        Busy: if too many others are being checked.
    """
    made = Check()
    with _turn():
        deadline = time.monotonic() + SECONDS
        for raw in raw_records(data, name, deadline):
            made.add(raw, read_record(raw))
    made.words = _words(made)
    return made


def _words(made: Check) -> str:
    """Return the counts in words: ``2 records: 1 right, 1 wrong. 3 errors, 1 warning.``."""
    found = _counted(made.found, "record") if made.found else "No record"
    parts = [f"{made.right} right"] * bool(made.right) + [f"{made.wrong} wrong"] * bool(made.wrong)
    findings = [_counted(made.errors, "error")] * bool(made.errors)
    findings += [_counted(made.warnings, "warning")] * bool(made.warnings)
    return f"{found}{': ' if parts else ''}{', '.join(parts)}. {', '.join(findings) or 'No findings'}."


def _counted(number: int, word: str) -> str:
    return f"{number:,} {word}{'s' * (number != 1)}"


def raw_records(data: bytes, name: str, deadline: float = float("inf")) -> Iterator[RawRecord]:
    """Yield the records of a text, a gzip file or a zip file; what cannot be read is one with findings.

    Raises:
        TooMuch: if there is too much of it, or ``deadline`` (:func:`time.monotonic`) has passed.
    """
    if len(data) > MOST_BYTES:
        raise TooMuch(f"More than {MOST_BYTES >> 20} MiB were sent. {_INSTEAD}")
    for count, raw in enumerate(_unpacked(data, name, deadline), 1):
        if count > MOST_RECORDS:
            raise TooMuch(f"There are more than {MOST_RECORDS:,} records. {_INSTEAD}")
        _in_time(deadline, count)
        yield raw


def _in_time(deadline: float, count: int = 0) -> None:
    if time.monotonic() > deadline:
        raise TooMuch(f"After {SECONDS:.0f} seconds the check was stopped at record {count}. {_INSTEAD}")


@contextmanager
def _turn() -> Iterator[None]:
    """Wait for a turn, so that checks leave the server's threads to the pages."""
    if not _turns.acquire(timeout=_QUEUE_SECONDS):
        raise Busy("Others are having records checked just now. Try again in a moment.")
    try:
        yield
    finally:
        _turns.release()


def is_archive(data: bytes) -> bool:
    """Whether that is a gzip or zip file."""
    return data.startswith((_GZIP, _ZIP))


def _unpacked(data: bytes, name: str, deadline: float) -> Iterator[RawRecord]:
    if not is_archive(data):
        yield from read_records(io.BytesIO(data), name, limit=MOST_CHARACTERS)
        return
    with tempfile.TemporaryDirectory(prefix="wcreplay-") as folder:
        path = Path(folder, "upload.gz" if data.startswith(_GZIP) else "upload.zip")
        path.write_bytes(data)
        budget = _Budget(deadline)
        for source in expand_paths([path]):
            yield from _of_source(_renamed(source, str(path), name), budget)


def _of_source(source: Source, budget: _Budget) -> Iterator[RawRecord]:
    if source.diagnostics:
        yield from read_sources([source])
        return
    try:
        with source.open() as file:
            yield from read_records(_Counted(file, budget), source.name, limit=MOST_CHARACTERS)
    except OSError as error:
        yield unreadable(source, error)


def _renamed(source: Source, path: str, name: str) -> Source:
    """Return the source with the name the user knows in the place of that of our copy."""

    def known(text: str) -> str:
        return name + text.removeprefix(path) if text.startswith(path) else text

    found = tuple(msgspec.structs.replace(one, file=known(one.file)) for one in source.diagnostics)
    return msgspec.structs.replace(source, name=known(source.name), diagnostics=found)


class _Budget:
    """What may still be read of an archive."""

    def __init__(self, deadline: float) -> None:
        self.left = MOST_EXPANDED
        self.deadline = deadline

    def take(self, size: int) -> None:
        self.left -= size
        if self.left < 0:
            raise SourceFault(
                "N110", f"this archive expands to more than {MOST_EXPANDED >> 20} MiB", _INSTEAD[:-1]
            )
        _in_time(self.deadline)


class _Counted:
    """A file whose bytes are counted."""

    def __init__(self, file: BinaryIO, budget: _Budget) -> None:
        self._file = file
        self._budget = budget

    def read(self, size: int = -1, /) -> bytes:
        data = self._file.read(min(size, 1 << 16) if size >= 0 else 1 << 16)
        self._budget.take(len(data))
        return data
