"""The files and the counting.

A file is a record of whole turns. Its last comments say what is chosen after it (``.`` is the empty choice),
how many sequences of ``depth`` decisions are legal then, and how many of them begin with each option::

    ; after c5<s2 .
    ; depth 3: 420
    ;   G:P1   17

A game that ends before that counts as one sequence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from wcreplay.engine import registry
from wcreplay.engine.reader import read_record
from wcreplay.notation.model import RawRecord

FOLDER = Path(__file__).parent
MOST = 50_000
"""Sequences counted for a file at most."""
GO_ON = "."


class Counted(NamedTuple):
    """A position and its counts. ``split`` has the number of sequences by their first choice."""

    record: str
    after: list[str]
    depth: int
    split: dict[str, int]

    @property
    def total(self) -> int:
        """Return the number of all sequences."""
        return sum(self.split.values())


def files(game: str) -> list[Path]:
    """Return the files of a game."""
    return sorted((FOLDER / game).glob("*.txt"))


def read(path: Path) -> Counted:
    """Read a file. Raises ``ValueError`` for one of another form."""
    text = path.read_text(encoding="utf-8")
    record, found, rest = text.partition("; after")
    match = re.fullmatch(r"([^\n]*)\n; depth (\d+): (\d+)\n((?:;   \S+ +\d+\n)*)", rest)
    if not found or match is None:
        raise ValueError(f"{path.name} does not end in an 'after' and a 'depth' comment with the split")
    after, depth, total, lines = match.groups()
    split = dict(re.findall(r";   (\S+) +(\d+)\n", lines))
    counted = Counted(record, after.split(), int(depth), {text: int(count) for text, count in split.items()})
    if counted.total != int(total):
        raise ValueError(f"{path.name}: the split adds up to {counted.total}, not to {total}")
    return counted


def write(path: Path, counted: Counted) -> None:
    """Write a file."""
    wide = max(map(len, counted.split))
    lines = [f";   {text:<{wide}}  {count}" for text, count in counted.split.items()]
    head = f"; after {' '.join(counted.after)}".rstrip()
    path.parent.mkdir(exist_ok=True)
    body = "\n".join((head, f"; depth {counted.depth}: {counted.total}", *lines, ""))
    path.write_text(counted.record + body, encoding="utf-8")


def position(counted: Counted) -> Any:
    """Return the position that a file counts from."""
    done = read_record(RawRecord(counted.record)).replay
    assert done is not None, read_record(RawRecord(counted.record)).diagnostics
    reached = registry.load(done.game).start(done.setup)
    for text in (*done.history, *counted.after):
        reached.apply("" if text == GO_ON else text)
    return reached


def count(start: Any, depth: int) -> int:
    """Return how many sequences of ``depth`` decisions are legal at a position."""
    if depth == 0 or start.over:
        return 1
    options = start.options()
    return len(options) if depth == 1 else sum(count(child, depth - 1) for _, child in children(start))


def children(start: Any) -> Iterator[tuple[str, Any]]:
    """Yield each option of a position and the position behind it."""
    for text in start.options():
        child = start.clone()
        child.apply(text)
        yield text, child


def split(start: Any, depth: int) -> dict[str, int]:
    """Return the number of sequences of ``depth`` decisions by the first option; depth is 1 or more."""
    return {text or GO_ON: count(child, depth - 1) for text, child in children(start)}


def deepest(start: Any) -> int:
    """Return the greatest depth with at most :data:`MOST` sequences; 0 if there is none."""
    depth, before = 0, 0
    while before != (total := count(start, depth + 1)) and total <= MOST:
        depth, before = depth + 1, total
    return depth
