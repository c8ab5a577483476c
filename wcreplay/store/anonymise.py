"""A record without whatever says who played it: the players become their seat letters."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import msgspec

from wcreplay.notation.formatter import format_record
from wcreplay.notation.model import Grammar, Record, Statement, Tag, Variation

from .rows import source_kind

REMOVED: Final = "names of players, event, place, day and month, comments, names of files, all other tags"
"""What is not in an anonymised record, in words."""

_KEPT: Final = frozenset(("Game", "Ruleset", "Rulings", "Inferred", "Assumed"))
_YEAR: Final = re.compile(r"\s*([0-9]{4})\b")
_RESULT: Final = re.compile(r"\s*(?:\*|[A-E] \d{1,5}(?:\s*,\s*[A-E] \d{1,5})*)\s*")


def anonymised(record: Record, grammar: Grammar) -> str:
    """Return the text of a record with letters for names, and no comments; its course is the same.

    Kept are game, ruleset, rulings, result, the year, how the record came about and how sure it is, marks and
    variations.
    """
    tags = [made for tag in record.tags if (made := _tag(tag, grammar)) is not None]
    bare = msgspec.structs.replace(record, tags=tags, comments=[], statements=_bare(record.statements))
    return format_record(bare, grammar)


def _tag(tag: Tag, grammar: Grammar) -> Tag | None:
    """Return the tag as it may stay, None if it has to go."""
    value = ""
    if tag.name in _KEPT or (tag.name == "Result" and _RESULT.fullmatch(tag.value)):
        value = tag.value
    elif tag.name in tuple(grammar.seats):
        value = tag.name
    elif tag.name == "Date" and (year := _YEAR.match(tag.value)):
        value = f"{year[1]}-??-??"
    elif tag.name == "Source":
        value = source_kind(tag.value)
    elif tag.name == "Proof":
        value = "none" if tag.value.strip().lower().startswith("none") else tag.value[:40]
    return Tag(tag.name, value, tag.at) if value else None


def _bare(statements: Sequence[Statement]) -> list[Statement]:
    return [
        msgspec.structs.replace(
            statement,
            comments=[],
            variations=[Variation(_bare(inner.statements), inner.at) for inner in statement.variations],
        )
        for statement in statements
    ]
