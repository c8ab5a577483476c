"""Files to raw records, whatever they hold: records are read as such, other documents go to their importer.

Converting takes long, so it is a step of its own, which any process can take. Nothing is told by a file's
name if its content says it. Archives are read within the bounds of :mod:`wcreplay.notation.archives`, and
nothing is fetched from anywhere.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Iterator
from typing import Final

from wcreplay.notation.model import RawRecord
from wcreplay.notation.stream import (
    Readable,
    Source,
    expand_paths,
    read_records,
    read_sources,
    unreadable,
)

from . import registry
from .model import DEFAULT, Options, Pending, raw_records
from .sources import read_document, unpack

_ENOUGH: Final = 512
"""Bytes that say what a document is; whoever types at a terminal is not waited for any longer."""
_PACKED: Final = (b"\x1f\x8b", b"PK\x03\x04")


def expand(paths: Iterable[str | os.PathLike[str]]) -> Iterator[Source]:
    """Turn arguments into sources as :func:`expand_paths`, with the documents that importers read."""
    return expand_paths(paths, registry.suffixes())


def read_paths(paths: Iterable[str | os.PathLike[str]], options: Options = DEFAULT) -> Iterator[RawRecord]:
    """Read the records of files, folders and archives (``-``: standard input), and those made of logs."""
    return converted(read_any(expand(paths), options))


def converted(items: Iterable[RawRecord | Pending]) -> Iterator[RawRecord]:
    """Yield records, and those that become of documents in their place, one at a time."""
    for item in items:
        if isinstance(item, Pending):
            convert = registry.named(item.importer).load()
            yield from raw_records(convert(item.document, item.options))
        else:
            yield item


def read_any(sources: Iterable[Source], options: Options = DEFAULT) -> Iterator[RawRecord | Pending]:
    """Read the records of sources, and the documents that importers make records of.

    What cannot be read is a raw record with findings, numbered 0 where it is about the whole source.
    """
    for source in sources:
        if source.diagnostics:
            yield from read_sources([source])
            continue
        try:
            with source.open() as file:
                yield from _read(_Ahead(file), source, options)
        except OSError as error:
            yield unreadable(source, error)


def _read(file: _Ahead, source: Source, options: Options) -> Iterator[RawRecord | Pending]:
    head = file.look(_ENOUGH)
    if head.startswith(_PACKED):
        yield from _packed(file, source, options)
    elif importer := registry.find(head if source.name == "-" else file.look(registry.HEAD), source.name):
        yield Pending(read_document(source.name, file), importer.name, options)
    else:
        yield from read_records(file, source.name)


def _packed(file: _Ahead, source: Source, options: Options) -> Iterator[RawRecord | Pending]:
    """Read what is packed although its name does not say so."""
    for document in unpack(source.name, file):
        importer = registry.find(document.data[: registry.HEAD], document.name)
        if document.diagnostics:
            yield RawRecord("", document.name, 0, 1, document.diagnostics)
        elif importer is not None:
            yield Pending(document, importer.name, options)
        else:
            yield from read_records(io.BytesIO(document.data), document.name)


class _Ahead:
    """A file of which the beginning can be looked at before it is read."""

    def __init__(self, file: Readable) -> None:
        self._read = getattr(file, "read1", file.read)
        self._seen = b""
        self._ended = False

    def look(self, size: int) -> bytes:
        """Return so many bytes of the beginning, or all there are, and keep them to be read."""
        while len(self._seen) < size and not self._ended:
            part = self._read(registry.HEAD)
            self._seen += part
            self._ended = not part
        return self._seen

    def read(self, size: int = -1, /) -> bytes:
        """Return up to ``size`` bytes, nothing at the end."""
        if self._seen:
            data, self._seen = self._seen, b""
            return data
        return b"" if self._ended else bytes(self._read(size))
