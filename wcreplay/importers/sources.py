"""Saved files to documents: plain, ``.gz`` or ``.zip``, one or a folder of them; sizes bounded."""

from __future__ import annotations

import io
import os
import re
import stat
import sys
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from wcreplay.notation.diagnostics import Diagnostic
from wcreplay.notation.quote import escape
from wcreplay.notation.stream import Readable

from .model import Document

LIMIT: Final = 48 << 20
"""Most bytes of one document, unpacked; a long game is under 2 MB."""
MEMBERS: Final = 10_000
"""Most files in an archive."""
SUFFIXES: Final = (".json", ".jsonl", ".ndjson", ".html", ".htm", ".gz", ".zip", ".log")
"""Endings of the files that a folder is searched for; a file that is named may have any."""

_LONG_NUMBER = re.compile(r"[0-9]{6,}")
BLOTTED: Final = "#"
"""What stands in a stored name for a number of a table or player."""


def without_numbers(name: str) -> str:
    """Return a file's name with long numbers blotted out: sites name files by table and player."""
    return _LONG_NUMBER.sub(BLOTTED, name)


def is_log_name(path: str | os.PathLike[str]) -> bool:
    """Whether a file's ending says that it may be a log."""
    return os.fspath(path).lower().endswith(SUFFIXES)


def read_documents(paths: Iterable[str | os.PathLike[str]]) -> Iterator[Document]:
    """Yield the documents of files and folders; ``-`` is standard input.

    What cannot be read is a document with a diagnostic. Only regular files are opened.
    """
    for given in paths:
        name = os.fspath(given)
        try:
            yield from _expand(name)
        except OSError as error:
            yield refused(escape(name), "N102", f"cannot be opened: {error.strerror or error}")


def _expand(name: str) -> Iterator[Document]:
    path = Path(name)
    shown = escape(name)
    if name == "-":
        yield from unpack("-", sys.stdin.buffer)
    elif name and path.is_dir():
        found = False
        for file in _walk(path):
            found = True
            yield from _file(file)
        if not found:
            endings = " ".join(SUFFIXES)
            yield refused(shown, "L101", "no file in this folder looks like a log", f"endings: {endings}")
    elif name and path.exists():
        yield from _file(path)
    else:
        yield refused(shown, "N101", "there is no such file or folder", "check the spelling of the path")


def _walk(folder: Path) -> Iterator[Path]:
    for root, folders, files in os.walk(folder):
        folders.sort()
        for file in sorted(files):
            if is_log_name(file):
                yield Path(root, file)


def _file(path: Path) -> Iterator[Document]:
    shown = escape(str(path))
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            yield refused(shown, "N102", "this is a pipe, a socket or a device, not a regular file")
            return
        with path.open("rb") as file:
            yield from unpack(shown, file)
    except OSError as error:
        yield refused(shown, "N102", f"cannot be read: {error.strerror or error}")


def read_document(name: str, file: Readable) -> Document:
    """Read one file whole; one that is too large is a document with a finding."""
    parts: list[bytes] = []
    room = LIMIT + 1
    while room > 0 and (part := file.read(room)):
        parts.append(part)
        room -= len(part)
    return Document(name, b"".join(parts)) if room > 0 else _too_large(name)


def unpack(name: str, file: Readable) -> Iterator[Document]:
    """Read one file whole, unpacking what is packed by what it begins with, not by its name."""
    document = read_document(name, file)
    data = document.data
    if data.startswith(b"PK\x03\x04"):
        yield from _members(name, data)
    else:
        yield _gunzipped(name, data) if data.startswith(b"\x1f\x8b") else document


def _gunzipped(name: str, data: bytes) -> Document:
    """Unpack gzip data, member by member, never beyond the limit."""
    parts: list[bytes] = []
    room = LIMIT + 1
    try:
        while data and room > 0:
            unpacker = zlib.decompressobj(wbits=31)
            part = unpacker.decompress(data, room)
            parts.append(part)
            room -= len(part)
            if not unpacker.eof and room > 0:
                return refused(name, "L103", "the packed data ends early", "save the file again")
            data = unpacker.unused_data.lstrip(b"\0")
    except zlib.error as error:
        return refused(name, "L103", f"the packed data is damaged: {error}", "save the file again")
    return Document(name, b"".join(parts)) if room > 0 else _too_large(name)


def _members(name: str, data: bytes) -> Iterator[Document]:
    """Read the files of a zip archive; nothing is written to disk, so their paths cannot matter."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            infos = [info for info in archive.infolist() if not info.is_dir()]
            if len(infos) > MEMBERS:
                yield refused(name, "L102", f"{len(infos)} files in this archive; {MEMBERS} are read at most")
                return
            for info in sorted(infos, key=lambda info: info.filename):
                yield _member(f"{name}/{escape(info.filename)}", archive, info)
    except zipfile.BadZipFile as error:
        yield refused(name, "L103", f"the archive is damaged: {error}", "save the file again")


def _member(name: str, archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Document:
    if info.file_size > LIMIT:
        return _too_large(name)
    try:
        with archive.open(info) as file:
            data = file.read(LIMIT + 1)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError) as error:
        return refused(name, "L103", f"cannot be unpacked: {error}", "save the file again")
    if len(data) > LIMIT:
        return _too_large(name)
    return _gunzipped(name, data) if data.startswith(b"\x1f\x8b") else Document(name, data)


def _too_large(name: str) -> Document:
    return refused(
        name, "L102", f"more than {LIMIT >> 20} MiB in one document", "a game is under 2 MB: is this a log?"
    )


def refused(name: str, code: str, message: str, hint: str = "") -> Document:
    """Return a document that could not be read, with the reason."""
    found = Diagnostic(code=code, message=message, file=name, record=0, hint=hint)
    return Document(name, b"", (found,))
