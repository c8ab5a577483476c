"""The broken records of this folder: what they state must be found, and what is found."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from wcreplay.engine.reader import read_record
from wcreplay.notation.diagnostics import Diagnostic, render
from wcreplay.notation.stream import read_records

FOLDER = Path(__file__).parent
_STATED = re.compile(r"([A-Z]\d{3}) (\d+):(\d+)\+(\d+)")


class Place(NamedTuple):
    """A code, and where: line and column from 1, length in code points."""

    code: str
    line: int
    column: int
    length: int

    def __str__(self) -> str:
        """Return the place as the first line of a record states it."""
        return f"{self.code} {self.line}:{self.column}+{self.length}"


class Case(NamedTuple):
    """A broken record."""

    path: Path
    stated: list[Place]
    found: list[Diagnostic]

    @property
    def golden(self) -> Path:
        """The file with what the program says."""
        return self.path.with_suffix(".txt")

    @property
    def text(self) -> str:
        """What the program says, as the golden file has it: the places, then each finding."""
        heads = ", ".join(str(place_of(found)) for found in self.found)
        return "\n\n".join([heads, *map(render, self.found)]) + "\n"


def place_of(found: Diagnostic) -> Place:
    """Return code and place of a finding."""
    return Place(found.code, found.line, found.column, found.length)


def findings(path: Path) -> list[Diagnostic]:
    """Return what is found in a file, named without its folder."""
    with path.open("rb") as file:
        return [d for raw in read_records(file, path.name) for d in read_record(raw).diagnostics]


def cases() -> Iterator[Case]:
    """Yield every broken record in the order of the names."""
    for path in sorted(FOLDER.glob("*.wcr")):
        head = path.read_text(encoding="utf-8", errors="replace").partition("\n")[0]
        stated = [Place(code, *map(int, place)) for code, *place in _STATED.findall(head)]
        yield Case(path, stated, findings(path))
