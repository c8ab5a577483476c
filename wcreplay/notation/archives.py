"""Archives of records: gzip files and zip files, read as streams and never unpacked to disk.

An archive from a stranger may expand without end, so what it may expand to is bounded before it is opened:
:data:`MOST_BYTES`, :data:`MOST_TIMES` its own size, :data:`MOST_MEMBERS`.
"""

from __future__ import annotations

import gzip
import io
import stat
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO, Final, NamedTuple, cast

from wcreplay.notation.stream import SourceFault

MOST_BYTES: Final = 1 << 30
"""Most bytes that all records of one archive may have together: about 700,000 games."""
MOST_TIMES: Final = 100
"""How many times its own size an archive may expand to; records of real games reach about 10."""
FREE_BYTES: Final = 1 << 20
"""What any archive may expand to, however small it is."""
MOST_MEMBERS: Final = 10_000
"""Most members of a zip file, of whatever kind."""

_NESTED: Final = (".zip", ".gz", ".tgz", ".bz2", ".xz", ".7z", ".rar", ".tar", ".zst")
_MAGIC: Final = (b"\x1f\x8b", b"PK\x03\x04", b"PK\x05\x06", b"BZh", b"\xfd7zXZ\0", b"7z\xbc\xaf", b"Rar!")
_DIRECTORY: Final = 8 << 20
"""Most bytes of a zip file's list of members; a longer one is not even read."""
_METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_READ: Final = 1 << 18


class Member(NamedTuple):
    """A member of a zip file that should hold records: its ``size`` in bytes, and why it is not read."""

    name: str
    size: int
    fault: SourceFault | None


class Archive:
    """One archive file and how much may still come out of it. Closed when nothing refers to it any more."""

    def __init__(self, path: Path) -> None:
        """Name the archive; it is opened when it is needed."""
        self.path = path
        self._zip: zipfile.ZipFile | None = None
        self._file: _Careful | None = None
        self._left = -1

    def __del__(self) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        for part in (self._zip, self._file):
            if part is not None:
                part.close()
        self._zip = self._file = None

    def members(self, suffixes: tuple[str, ...]) -> Iterator[Member]:
        """Yield the members of a zip file whose names end so, sorted, and those that hide further archives.

        Raises:
            SourceFault: N110 or N111, if the list of members cannot be read.
        """
        for info in sorted(self._opened().infolist(), key=lambda info: info.filename):
            name = info.filename.lower()
            if info.is_dir() or name.startswith("__macosx/"):
                continue
            if name.endswith(suffixes):
                yield Member(info.filename, info.file_size, _refusal(info))
            elif name.endswith(_NESTED):
                yield Member(info.filename, info.file_size, _nested())

    def open(self, member: str) -> Expanded:
        """Open a member of a zip file (no name: a gzip file) for reading what it expands to.

        Raises:
            SourceFault: if it cannot be read.
            OSError: if the archive cannot be opened.
        """
        if member:
            with _translated():
                return Expanded(self, self._opened().open(member))
        self._allow(self.path.stat().st_size)
        return Expanded(self, gzip.open(self.path, "rb"))

    def _opened(self) -> zipfile.ZipFile:
        if self._zip is None:
            self._file = _Careful(io.FileIO(self.path))
            with _translated():
                opened = zipfile.ZipFile(self._file)
            if len(opened.infolist()) > MOST_MEMBERS:
                raise _too_many()
            self._zip = opened
            self._allow(self.path.stat().st_size)
        return self._zip

    def _allow(self, size: int) -> None:
        self._left = min(MOST_BYTES, max(FREE_BYTES, MOST_TIMES * size))

    def take(self, size: int) -> None:
        """Count what came out of the archive; raises :class:`SourceFault` (N110) when it is too much."""
        self._left -= size
        if self._left < 0:
            raise SourceFault(
                "N110",
                f"this archive expands to over {MOST_TIMES} times its size, or over {MOST_BYTES:,} bytes",
                _SPLIT,
            )


_SPLIT = "unpack it yourself if you trust it, and import the files"


class Expanded:
    """The content of a member, read piece by piece."""

    def __init__(self, archive: Archive, file: Any) -> None:
        """Read from an open member of the archive."""
        self._archive = archive
        self._file = file
        self._first = True

    def read(self, size: int = -1, /) -> bytes:
        """Return up to ``size`` bytes (negative: all), nothing at the end; raises :class:`SourceFault`."""
        if size < 0:
            return b"".join(iter(lambda: self.read(_READ), b""))
        with _translated():
            data: bytes = self._file.read(size)
        self._archive.take(len(data))
        if self._first and data.startswith(_MAGIC):
            raise _nested()
        self._first = False
        return data

    def close(self) -> None:
        """Close the member."""
        self._file.close()

    def __enter__(self) -> BinaryIO:
        return cast("BinaryIO", self)

    def __exit__(self, *_: object) -> None:
        self.close()


class _Careful(io.BufferedReader):
    """A file that refuses to be read in one great piece, as the list of a zip file's members is."""

    def read(self, size: int | None = -1, /) -> bytes:
        data = super().read(_DIRECTORY + 1 if size is None or size < 0 else min(size, _DIRECTORY + 1))
        if len(data) > _DIRECTORY:
            raise _too_many()
        return data


@contextmanager
def _translated() -> Iterator[None]:
    """Turn what the readers of archives raise into :class:`SourceFault` (N111)."""
    try:
        yield
    except SourceFault:
        raise
    except EOFError as error:
        raise SourceFault("N111", "this archive ends in the middle", _AGAIN) from error
    except (zipfile.BadZipFile, gzip.BadGzipFile, zlib.error) as error:
        raise SourceFault("N111", f"this archive is damaged, or none: {error}", _AGAIN) from error
    except (NotImplementedError, RuntimeError, ValueError, KeyError) as error:
        raise SourceFault("N111", f"this archive cannot be read: {error}", _AGAIN) from error


_AGAIN = "get it anew, or make it anew"


def _too_many() -> SourceFault:
    return SourceFault("N110", f"this archive has more than {MOST_MEMBERS:,} members", _SPLIT)


def _nested() -> SourceFault:
    return SourceFault("N112", "an archive in an archive is not opened", "unpack the outer one")


def _refusal(info: zipfile.ZipInfo) -> SourceFault | None:
    """Return why a member is not read, or None."""
    name = info.filename
    parts = PurePosixPath(name).parts
    if "\\" in name or ":" in name or "\0" in name or ".." in parts or PurePosixPath(name).is_absolute():
        return SourceFault("N112", "the name of this member leads out of the archive", "")
    if stat.S_ISLNK(info.external_attr >> 16):
        return SourceFault("N112", "this member is a link, not a file", "")
    if info.flag_bits & 1:
        return SourceFault("N112", "this member is encrypted", "unpack the archive with its password")
    if info.compress_type not in _METHODS:
        return SourceFault("N112", "this member is compressed in a way that is not read", "use deflate")
    return None
