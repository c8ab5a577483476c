"""Coverage: how often what can occur in a game did occur in a number of records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from typing import Protocol

import msgspec

from wcreplay.notation.model import RawRecord

from . import registry
from .reader import read_record
from .replay import Replay

Event = tuple[str, str]
"""Group and name of something that can occur, such as ``("space", "s1 coral")``."""


class Coverage(Protocol):
    """What a game supplies: the ``COVERAGE`` of its module ``coverage``.

    ``events`` is the closed list of what can occur, ``articles`` says which of them show an article of
    the rules reference at work.
    """

    events: tuple[Event, ...]
    articles: Mapping[str, tuple[Event, ...]]

    def of(self, replay: Replay) -> Iterator[Event]:
        """Yield what occurred in a replayed record, each time it did."""


class Row(msgspec.Struct, frozen=True):
    """A row of the report. ``listed`` is false for an event that the game's list lacks: its fault."""

    group: str
    name: str
    count: int
    listed: bool = True


class NotReplayed(ValueError):
    """A record is not right, so nothing can be counted; the message is its first diagnostic."""


def coverage(game: str, texts: Iterable[str]) -> list[Row]:
    """Return a row for everything that can occur in a game, with how often it did in the records.

    Zeros are rows too. Articles of the rules come last. Raises :class:`NotReplayed` for a record with
    an error and :class:`~wcreplay.engine.registry.UnknownGame`.
    """
    source = coverage_of(game)
    counts = dict.fromkeys(source.events, 0)
    other: dict[Event, int] = {}
    for number, text in enumerate(texts, start=1):
        reading = read_record(RawRecord(text, number=number))
        if reading.replay is None:
            raise NotReplayed(f"record {number}: {reading.diagnostics[0].message}")
        for event in source.of(reading.replay):
            if event in counts:
                counts[event] += 1
            else:
                other[event] = other.get(event, 0) + 1
    rows = [Row(group, name, count) for (group, name), count in counts.items()]
    rows += [Row(group, name, count, listed=False) for (group, name), count in sorted(other.items())]
    rows += [
        Row("article", article, sum(counts[event] for event in events))
        for article, events in source.articles.items()
    ]
    return rows


def coverage_of(game: str) -> Coverage:
    """Return what a game says of its coverage. Raises :class:`~wcreplay.engine.registry.UnknownGame`."""
    found: Coverage = import_module(f"{registry.package(game)}.coverage").COVERAGE
    return found


def coverage_table(game: str, texts: Iterable[str]) -> str:
    """Return the report as text: a line per event, and at the end how many never occurred."""
    rows = coverage(game, texts)
    wide = max(len(row.group) for row in rows)
    name = max(len(row.name) for row in rows)
    lines = [
        f"{row.group:<{wide}}  {row.name:<{name}}  {row.count:>9}"
        + ("" if row.listed else "  not in the list")
        for row in rows
    ]
    missing = [f"{row.group} {row.name}" for row in rows if not row.count]
    lines.append(f"{len(rows) - len(missing)} of {len(rows)} occurred")
    lines += [f"never: {words}" for words in missing]
    return "\n".join(lines)
