"""Decisions: what a seat (or chance) can do next, each choice with its notation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class Decision:
    """A point where the record, a player or chance chooses.

    ``options`` maps the text of each legal choice to what the rules do with it. At most one text is
    empty: to go on. ``go`` is how that choice is written where it must be explicit (``.`` and a few
    words of the game). ``redundant`` holds spellings a reader may write although the choice they
    name comes next anyway, each with the texts that may follow (``None``: anything). ``seat`` is the
    acting seat's number, -1 for chance between turns.
    """

    __slots__ = ("go", "kind", "options", "redundant", "seat")

    def __init__(
        self,
        seat: int,
        kind: str,
        options: Mapping[str, Any],
        go: str = ".",
        redundant: Mapping[str, frozenset[str] | None] | None = None,
    ) -> None:
        """Build a decision; see the class for the fields."""
        self.seat = seat
        self.kind = kind
        self.options = options
        self.go = go
        self.redundant = redundant or {}


class IllegalOption(ValueError):
    """The text is not among the legal options of the decision."""


class UnknownFact(Exception):
    """The rules need a fact that the record marks as unknown; the message names it."""
