"""The table of importers, and which of them a document is for. None is loaded before it is needed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Final, NamedTuple

from .model import Conversion, Document, Options

Convert = Callable[[Document, Options], Iterator[Conversion]]


class Importer(NamedTuple):
    """An importer: the endings its documents mostly have, what they look like, and where its code lives.

    ``begins`` matches the first bytes of a document behind blanks, ``holds`` bytes that stand near its
    beginning. ``module`` has a function ``convert_document``.
    """

    name: str
    suffixes: tuple[str, ...]
    begins: re.Pattern[bytes]
    holds: re.Pattern[bytes]
    module: str

    def load(self) -> Convert:
        """Return the function that converts a document."""
        found: Convert = import_module(self.module).convert_document
        return found


IMPORTERS: Final = (
    Importer(
        "bga",
        (".json", ".jsonl", ".ndjson", ".html", ".htm"),
        re.compile(rb'\[\s*[\[{]|\{\s*"(?:[^"\\]|\\.){0,200}"\s*:|<[!?A-Za-z]'),
        re.compile(rb"gameStateChange|diePlaced"),
        "wcreplay.importers.bga.convert",
    ),
)
"""All importers, in the order in which they are asked."""

HEAD: Final = 1 << 16
"""Bytes of a document that are looked at to tell what it is."""

_RECORD = re.compile(rb'\[[ \t]*[A-Za-z][A-Za-z0-9_]*[ \t]*"')
_BLANK: Final = b" \t\r\n\0"


def find(head: bytes, name: str) -> Importer | None:
    """Return the importer for a document that begins so; None: it is a record, or nothing that is known.

    What it holds decides; its name only where that says nothing.
    """
    text = _as_ascii(head).lstrip(_BLANK)
    for importer in IMPORTERS:
        if importer.begins.match(text):
            return importer
    if _RECORD.match(text):
        return None
    named = name.lower().removesuffix(".gz")
    for importer in IMPORTERS:
        if named.endswith(importer.suffixes) or importer.holds.search(text):
            return importer
    return None


def named(name: str) -> Importer:
    """Return the importer of that name."""
    (importer,) = (importer for importer in IMPORTERS if importer.name == name)
    return importer


def suffixes() -> tuple[str, ...]:
    """Return the endings of documents that some importer reads, packed ones too."""
    plain = [suffix for importer in IMPORTERS for suffix in importer.suffixes]
    return (*plain, *(f"{suffix}.gz" for suffix in plain))


def _as_ascii(head: bytes) -> bytes:
    """Return the beginning of a text in UTF-8 or UTF-16 as bytes that a pattern can be held against."""
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return head.decode("utf-16", "ignore").encode("utf-8", "ignore")
    return head.removeprefix(b"\xef\xbb\xbf")
