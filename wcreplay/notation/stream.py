"""Files to raw records: one at a time, in flat memory, and a broken one never costs the next.

The splitter knows only what may hide a tag: tag strings, comments and line comments. A tag behind a
statement begins the next record.
"""

from __future__ import annotations

import codecs
import os
import re
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Protocol

import msgspec

from wcreplay.notation import lexis
from wcreplay.notation.diagnostics import Diagnostic
from wcreplay.notation.locate import CONTEXT, diagnose
from wcreplay.notation.model import RawRecord
from wcreplay.notation.quote import escape

if TYPE_CHECKING:
    from wcreplay.notation.archives import Archive

#: Ending of record files.
SUFFIX = ".wcr"
#: Endings of the files that a folder is searched for.
SUFFIXES = (SUFFIX, f"{SUFFIX}.gz", ".zip")

_CHUNK = 1 << 18
_DISPLAY = 4096
_MAX_TAG = 1 << 16

_WIDE_BOMS = (b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")

# Groups: 1 tag, 2 comment and 3 its end, 4 line comment, 5 lone bracket, 6 text of statements.
_EVENT = re.compile(
    rf"[ \t\r\n\ufeff]*+(?:({lexis.TAG})|({lexis.BRACE})|(;[^\r\n]*+)|(\[)|([^\[{{;]++))", re.ASCII
)
_TAG_G, _BRACE_G, _END_G, _LINE_G, _BRACKET_G, _TEXT_G = 1, 4, 6, 7, 8, 9
_TAG_START = re.compile(r"\[[ \t]*+[A-Za-z]")
#: Where reading goes on in a record that is too long: a line that begins like a tag, or a Game tag.
_RESUME = re.compile(r'[\r\n][ \t\ufeff]*+(?=\[[ \t]*+[A-Za-z])|(?=\[Game[ \t]*+")')
#: The same where only tags and comments were seen, so that a line with a tag may be one more of them.
_RESUME_GAME = re.compile(r'(?=\[Game[ \t]*+")')
_UNDECODED = re.compile("[\ud800-\udfff]+")
_BLANKS = re.compile(r"[ \t\r\n\ufeff]*+")


class Readable(Protocol):
    """A binary file object: only ``read`` is needed."""

    def read(self, size: int = -1, /) -> bytes:
        """Return up to ``size`` bytes, nothing at the end."""


class SourceFault(OSError):
    """What is wrong with a source beyond what the system says; ``code`` is that of the finding."""

    def __init__(self, code: str, message: str, hint: str = "") -> None:
        """Keep the parts; ``strerror`` is the message, ``hint`` says what to do."""
        super().__init__(None, message)
        self.code = code
        self.hint = hint


class Source(msgspec.Struct, frozen=True):
    """A place to read records from: a file, what an ``archive`` holds, or else standard input.

    ``path`` is there for plain files only, ``member`` for those of a zip file. ``size`` is the number of
    bytes, -1 if it is not known before they are read. A source with ``diagnostics`` (missing file, folder
    without records) cannot be opened.
    """

    name: str
    path: Path | None = None
    diagnostics: tuple[Diagnostic, ...] = ()
    archive: Archive | None = None
    member: str = ""
    size: int = -1

    def open(self) -> AbstractContextManager[BinaryIO]:
        """Open for reading bytes; raises OSError. Standard input is not closed afterwards."""
        if self.archive is not None:
            return self.archive.open(self.member)
        return nullcontext(sys.stdin.buffer) if self.path is None else self.path.open("rb")


def expand_paths(paths: Iterable[str | os.PathLike[str]], others: tuple[str, ...] = ()) -> Iterator[Source]:
    """Turn arguments into sources; what is missing becomes a source with a diagnostic.

    Files are taken as they are, ``*.gz`` and ``*.zip`` as what they hold; folders as all files in them and
    below that end in :data:`SUFFIXES` or one of ``others`` (sorted), and so are zip files; ``-`` is standard
    input. Only regular files are read, and links to them: a pipe or a device could keep the reader for ever.
    """
    for given in paths:
        name = os.fspath(given)
        try:
            yield from _expand(name, others)
        except OSError as error:
            yield _cannot("opened", escape(name), error)


def _expand(name: str, others: tuple[str, ...]) -> Iterator[Source]:
    """Yield the sources of one path; raises OSError where the system refuses to tell."""
    path = Path(name)
    shown = escape(name)
    if name == "-":
        yield Source("-")
    elif name and path.is_dir():
        found = False
        refused: list[OSError] = []
        for file in _walk(path, refused, (*SUFFIXES, *others)):
            for source in _sources(file, others):
                found = True
                yield source
        for error in refused:
            folder = escape(str(error.filename))
            yield _unusable(folder, "N102", f"cannot be opened: {error.strerror}", "check its permissions")
        if not found and not refused:
            yield _without(shown, "folder or below it", others)
    elif name and path.exists():
        found = False
        for source in _sources(path, others):
            found = True
            yield source
        if not found:
            yield _without(shown, "archive", others)
    else:
        yield _unusable(shown, "N101", "there is no such file or folder", "check the spelling of the path")


def _without(name: str, what: str, others: tuple[str, ...]) -> Source:
    """Return the source for a folder or archive without anything to read."""
    logs = f"; logs end in {' '.join(suffix for suffix in others if suffix[-3:] != '.gz')}" if others else ""
    message = f"no {SUFFIX} file{' and no log' if others else ''} in this {what}"
    return _unusable(name, "N103", message, f"records are text files named *{SUFFIX}{logs}")


def _sources(path: Path, others: tuple[str, ...]) -> Iterator[Source]:
    """Yield a file as a source, or the members of a zip file."""
    shown = escape(str(path))
    try:
        status = path.stat()
    except OSError as error:
        yield _cannot("opened", shown, error)
        return
    if not stat.S_ISREG(status.st_mode):
        hint = "`-` reads standard input"
        yield _unusable(shown, "N102", "this is a pipe, a socket or a device, not a regular file", hint)
        return
    kind = path.suffix.lower()
    if kind not in (".gz", ".zip"):
        yield Source(shown, path, size=status.st_size)
        return
    from wcreplay.notation.archives import Archive

    if kind == ".gz":
        yield Source(shown, archive=Archive(path))
        return
    archive = Archive(path)
    try:
        for member in archive.members((SUFFIX, *others)):
            name = f"{shown}/{escape(member.name)}"
            if member.fault is not None:
                yield _cannot("read", name, member.fault)
            else:
                yield Source(name, archive=archive, member=member.name, size=member.size)
    except OSError as error:
        yield _cannot("opened", shown, error)


def read_sources(sources: Iterable[Source], *, limit: int = 1 << 20) -> Iterator[RawRecord]:
    """Read the records of many sources; what cannot be opened or read is a raw record numbered 0."""
    for source in sources:
        if source.diagnostics:
            yield _nothing(source)
            continue
        try:
            with source.open() as file:
                yield from read_records(file, source.name, limit=limit)
        except OSError as error:
            yield unreadable(source, error)


def unreadable(source: Source, error: OSError) -> RawRecord:
    """Return what stands for a source that cannot be opened."""
    return _nothing(_cannot("opened", source.name, error))


def _walk(folder: Path, refused: list[OSError], endings: tuple[str, ...]) -> Iterator[Path]:
    """Yield the files of a folder and its subfolders that end so, folder by folder in sorted order.

    Folders that cannot be read are added to ``refused``.
    """
    for root, folders, files in os.walk(folder, onerror=refused.append):
        folders.sort()
        for file in sorted(files):
            if file.lower().endswith(endings):
                yield Path(root, file)


def _unusable(name: str, code: str, message: str, hint: str) -> Source:
    return Source(name, None, (Diagnostic(code=code, message=message, file=name, record=0, hint=hint),))


def _cannot(what: str, name: str, error: OSError) -> Source:
    """Return the source that cannot be opened or read."""
    if isinstance(error, SourceFault):
        return _unusable(name, error.code, str(error.strerror), error.hint)
    return _unusable(name, "N102", f"cannot be {what}: {error.strerror or error}", "")


def _nothing(source: Source) -> RawRecord:
    """Return what stands for a source without records: a record numbered 0."""
    return RawRecord("", source.name, 0, 1, source.diagnostics)


def _refused(name: str, code: str, message: str, hint: str = "") -> RawRecord:
    """Return the finding about a whole source."""
    return _nothing(_unusable(name, code, message, hint))


def read_records(source: Readable, name: str, *, limit: int = 1 << 20) -> Iterator[RawRecord]:
    """Yield the records of a binary stream, each as soon as it is complete.

    ``limit`` is the greatest length of a record in characters; memory stays at a small multiple of it.
    Line breaks in the texts are line feeds and a byte order mark at the start is removed. Findings
    (N1xx) about encoding, binary data and length are on the record they concern; those about the
    whole source (empty, only comments, UTF-16, unreadable) on a record numbered 0.
    """
    read = getattr(source, "read1", source.read)
    decode = codecs.getincrementaldecoder("utf-8")("surrogateescape").decode
    splitter = _Splitter(name, limit)
    first = True
    while True:
        try:
            data = read(_CHUNK)
            while first and data and len(data) < 4:
                more = read(_CHUNK)
                if not more:
                    break
                data += more
        except OSError as error:
            yield _nothing(_cannot("read", name, error))
            return
        text = decode(data, not data)
        if first:
            if data.startswith(_WIDE_BOMS):
                yield _refused(name, "N107", "this file is UTF-16 or UTF-32, not UTF-8", "save it as UTF-8")
                return
            if b"\0" in data and not _RESUME.search("\n" + text):
                yield _refused(
                    name, "N108", "this is binary data, not a record", "records are text files in UTF-8"
                )
                return
            first = False
        yield from splitter.feed(text, final=not data)
        if not data:
            break
    if splitter.number == 0:
        if splitter.commented:
            yield _refused(
                name, "N105", "there is no record here, only comments", "a record has tags and statements"
            )
        else:
            yield _refused(name, "N104", "this file is empty")


class _Splitter:
    """Cuts decoded text into records. The buffer begins where the record that is being read begins."""

    def __init__(self, name: str, limit: int) -> None:
        self.name = name
        self.limit = limit
        self.number = 0
        self.commented = False
        self.buffer = ""
        #: everything before this offset of the buffer has been looked at
        self.pos = 0
        #: a tag was seen, a statement was seen in the record that is being read
        self.tagged = False
        self.begun = False
        #: the record is too long: its text is being thrown away
        self.over = False
        #: look only for the beginning of the next record
        self.lost = False
        self.line = 1
        #: the column where the buffer begins, and the end of what stands before it on its line
        self.column = 1
        self.before = ""
        self.byte = 0

    def feed(self, text: str, *, final: bool) -> Iterator[RawRecord]:
        """Take more text and yield the records that are complete."""
        self.buffer += text
        start = 0
        while True:
            cut = self.next_cut(start, final=final)
            if cut < 0:
                break
            yield from self.emit(self.buffer[start:cut])
            start = cut
        self.buffer = self.buffer[start:]
        self.pos -= start
        if len(self.buffer) > self.limit:
            yield from self.overflow()
        if final:
            yield from self.emit(self.buffer)

    def next_cut(self, start: int, *, final: bool) -> int:
        """Return where the next record begins, or -1 when more text is needed to know."""
        buffer = self.buffer
        size = len(buffer)
        while self.pos < size:
            if self.lost and not self.find_next():
                return -1
            m = _EVENT.match(buffer, self.pos)
            if m is None:
                self.pos = size
                break
            kind = m.lastindex
            if kind == _TEXT_G:
                self.begun = True
            elif kind == _LINE_G:
                if m.end() == size and not final:
                    return -1
                self.commented = True
            elif kind == _TAG_G:
                if self.begun:
                    return self.begin(m.start(1), m.end())
                self.tagged = True
            elif kind == _BRACE_G:
                self.commented = True
                if m[_END_G] != "}":
                    if not m[_END_G] and not final:
                        return -1
                    self.pos = lexis.resume(buffer, m.start(_BRACE_G), m.start(_END_G))
                    continue
            else:
                at = m.start(_BRACKET_G)
                if not final and size - at < _MAX_TAG:
                    return -1
                end = lexis.broken_tag_end(buffer, at)
                begins = self.begins_line(start, at)
                if begins and self.begun:
                    return self.begin(at, end)
                self.tagged = self.tagged or begins
                self.begun = self.begun or not begins
                self.pos = end
                continue
            self.pos = m.end()
        return -1

    def begin(self, at: int, pos: int) -> int:
        """Begin a record at a tag; return where it begins."""
        self.pos = pos
        self.begun = False
        self.tagged = True
        return at

    def begins_line(self, start: int, at: int) -> bool:
        """Tell whether the bracket at ``at`` begins a line like a tag does."""
        buffer = self.buffer
        before = at
        while before > start and buffer[before - 1] in " \t\ufeff":
            before -= 1
        at_start = before == start or buffer[before - 1] in "\r\n"
        return at_start and _TAG_START.match(buffer, at) is not None

    def find_next(self) -> bool:
        """Behind a record that is too long: go to where the next one seems to begin."""
        pattern = _RESUME if self.begun else _RESUME_GAME
        m = pattern.search(self.buffer, self.pos)
        if m is None:
            self.pos = len(self.buffer)
            return False
        self.pos = m.end()
        self.lost = False
        self.begun = True
        return True

    def overflow(self) -> Iterator[RawRecord]:
        """Refuse the record that is being read: report it once, then throw its text away."""
        text = self.buffer
        if not self.over:
            self.number += 1
            self.over = True
            shown = self.raw(text[:_DISPLAY], self.number)
            found = diagnose(
                shown,
                "N109",
                f"this record is longer than {self.limit} characters",
                0,
                1,
                hint="a game is about 1,500 characters: is this a record?",
            )
            yield _with(shown, found)
        # Keep a little, so that neither a line break nor the beginning of a tag is cut in two.
        keep = 17 if text[-17:-15] == "\r\n" else 16
        self.lost = True
        self.advance(text[:-keep])
        self.buffer = text[-keep:]
        self.pos = 0

    def raw(self, text: str, number: int) -> RawRecord:
        """Return the record of that text, which begins where the buffer does."""
        text = lexis.unify_newlines(text)
        return RawRecord(text, self.name, number, self.line, (), self.column, self.before)

    def advance(self, text: str) -> None:
        """Count the lines, columns and bytes of text that is done with."""
        self.byte += len(text) if text.isascii() else len(text.encode("utf-8", "surrogateescape"))
        self.line += text.count("\n")
        start = text.rfind("\n") + 1
        if "\r" in text:
            self.line += text.count("\r") - text.count("\r\n")
            start = max(start, text.rfind("\r") + 1)
        if start:
            self.column, self.before = 1, ""
        if start < len(text):
            self.column += len(text) - start
            before = self.before + text[max(start, len(text) - CONTEXT) :]
            self.before = _UNDECODED.sub(_replaced, before[-CONTEXT:])

    def emit(self, text: str) -> Iterator[RawRecord]:
        """Yield one record, unless there is nothing in it or it was already refused."""
        byte = self.byte
        raw = self.raw(text, self.number + 1)
        self.advance(text)
        if self.over:
            self.over = self.lost = False
            return
        if not (self.begun or self.tagged or self.number) and not _has_record(text):
            return
        if _BLANKS.fullmatch(text):
            return
        self.number += 1
        skip = _BLANKS.match(text)
        lead = skip.end() if skip else 0
        if len(text) > self.limit:
            clipped = msgspec.structs.replace(raw, text=raw.text[:_DISPLAY])
            yield _with(
                clipped,
                diagnose(
                    clipped,
                    "N109",
                    f"this record is longer than {self.limit} characters",
                    lead,
                    1,
                    hint="a game is about 1,500 characters: is this a record?",
                ),
            )
        elif "\0" in text:
            at = raw.text.index("\0")
            offset = byte + len(text[: text.index("\0")].encode("utf-8", "surrogateescape"))
            found = diagnose(
                raw,
                "N108",
                f"binary data: a zero byte at byte {offset} of the file",
                at,
                hint="records are text files in UTF-8",
            )
            yield _with(raw, found)
        elif not text.isascii() and (bad := _UNDECODED.search(text)):
            yield self.undecoded(raw, text, byte, bad.start())
        else:
            yield raw

    def undecoded(self, raw: RawRecord, text: str, byte: int, at: int) -> RawRecord:
        """Refuse a record with bytes that are not UTF-8."""
        offset = byte + len(text[:at].encode("utf-8", "surrogateescape"))
        place = _UNDECODED.search(raw.text)
        shown = msgspec.structs.replace(raw, text=_UNDECODED.sub(_replaced, raw.text))
        length = len(place[0]) if place else 1
        value = ord(text[at]) & 0xFF
        message = f"not UTF-8: byte 0x{value:02x} at byte {offset} of the file"
        hint = "save the file as UTF-8"
        return _with(
            shown, diagnose(shown, "N106", message, place.start() if place else 0, length, hint=hint)
        )


def _with(raw: RawRecord, found: Diagnostic) -> RawRecord:
    return msgspec.structs.replace(raw, diagnostics=(found,))


def _replaced(undecoded: re.Match[str]) -> str:
    """Return the characters that are shown for bytes that are not UTF-8."""
    return "\ufffd" * len(undecoded[0])


def _has_record(text: str) -> bool:
    """Tell whether there is anything but blanks and comments in the text."""
    pos = 0
    while m := _EVENT.match(text, pos):
        if m.lastindex not in (_LINE_G, _BRACE_G) or (m.lastindex == _BRACE_G and m[_END_G] != "}"):
            return True
        pos = m.end()
    return False
