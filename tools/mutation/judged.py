"""Mutants that were read and judged to change nothing that a record, a player or a table can show."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from .mutants import Mutant

PATH = Path(__file__).with_name("equivalent.toml")


class Judged(NamedTuple):
    """One line of one file, what a mutant makes of it, and why that is the same."""

    path: str
    before: str
    after: str
    why: str


def judged(path: Path = PATH) -> list[Judged]:
    """Read the file: groups with a reason ``why``, a ``file``, and ``lines`` of old and new text.

    Raises ``KeyError`` for a group without one of these, ``ValueError`` for what is no such list.
    """
    groups = tomllib.loads(path.read_text(encoding="utf-8"))["equivalent"]
    return [
        Judged(group["file"], before, after, group["why"])
        for group in groups
        for before, after in group["lines"]
    ]


def equivalent(mutant: Mutant, among: list[Judged]) -> Judged | None:
    """Return the judgement of a mutant, if it is among those; the place within its file does not count."""
    lines = mutant.diff.splitlines()
    before = "\n".join(line[1:].strip() for line in lines if line[0] == "-")
    after = "\n".join(line[1:].strip() for line in lines if line[0] == "+")
    for found in among:
        if (found.path, found.before, found.after) == (mutant.place.path, before, after):
            return found
    return None


def outdated(texts: dict[str, str], among: list[Judged]) -> Iterator[Judged]:
    """Yield the judgements of lines that are no longer there."""
    for found in among:
        lines = {line.strip() for line in texts.get(found.path, "").splitlines()}
        if not lines.issuperset(found.before.splitlines()):
            yield found
