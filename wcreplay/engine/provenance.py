"""How sure the facts of a replay are: shown by its source, inferred from what it shows, or neither.

A record made of an incomplete source says so itself, in two tags that list names parted by commas.
``Inferred``: what the source does not show, but what it shows leaves no other way. ``Assumed``: what it
leaves several ways for, of which the record has the first that fits. A name is a component as postings name
it (``S7``, ``tile pearl``), another fact of the setup (``tiles s2``), or a turn, whose choices are meant
(``2.1``, ``2.g B``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from wcreplay.notation.model import Record

from . import registry
from .ledger import Posting
from .values import Replay, Turn

OBSERVED: Final = 0
INFERRED: Final = 1
UNKNOWN: Final = 2
WORDS: Final[tuple[str, ...]] = ("observed", "inferred", "unknown")
"""The words of the tables, by number."""

Depends = Callable[[Turn, Posting], tuple[str, ...]]
"""Names the facts of the setup that a posting depends on besides its source."""


def doubts(record: Record) -> dict[str, int]:
    """Return how sure each name in the tags of a record is; empty for a record of which all was seen."""
    found: dict[str, int] = {}
    for tag, mark in (("Inferred", INFERRED), ("Assumed", UNKNOWN)):
        for name in record.tag(tag).split(","):
            if name.strip():
                found[name.strip()] = mark
    return found


def of_turn(turn: Turn, found: dict[str, int]) -> int:
    """Return how sure the choices of a turn are."""
    if not found or not turn.label:
        return OBSERVED
    return max(found.get(turn.label, OBSERVED), found.get(f"{turn.label} {turn.seat}", OBSERVED))


def of_postings(replay: Replay) -> bytes | None:
    """Return how sure every posting of a replay is, in their order; None: all were observed."""
    found = doubts(replay.record)
    if not found:
        return None
    depends = registry.dependencies(replay.game)
    return b"".join(of_turn_postings(turn, found, depends) for turn in replay.turns)


def of_turn_postings(turn: Turn, found: dict[str, int], depends: Depends) -> bytes:
    """Return how sure the postings of a turn are, in their order.

    A posting is as sure as what is least sure of these: the choices of its turn, its source, and the facts
    that decided about it. Its amount is never less sure than that.
    """
    if not found:
        return bytes(len(turn.postings))
    own = of_turn(turn, found)
    marks = bytearray()
    for posting in turn.postings:
        names = (posting.source.partition(".")[0], *depends(turn, posting))
        marks.append(max(own, *(found.get(name, OBSERVED) for name in names)))
    return bytes(marks)
