"""The records of a document and their rounds, as symbols and as parts that can be folded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from lsprotocol import types

from wcreplay.engine.reader import grammar_of
from wcreplay.notation.model import RawRecord, Statement
from wcreplay.notation.quote import escape
from wcreplay.notation.scanner import parse, skim

from .checking import gently
from .document import Document

MOST_WITH_ROUNDS = 300
"""Records of a document up to which their rounds are symbols too: editors are slow with many thousands."""

_LONGEST_NAME = 100


class Part(NamedTuple):
    """A round of a record: its name, and where it begins and ends in the record's text."""

    name: str
    start: int
    end: int


class Outline(NamedTuple):
    """A record: its name, what more can be said of it, its rounds; where it begins and ends in its text."""

    name: str
    detail: str
    rounds: tuple[Part, ...]
    start: int
    end: int


class Outlines:
    """The outlines of the records of one document; each record is read once as long as it stays as it is."""

    def __init__(self) -> None:
        """Begin with nothing known."""
        self._known: dict[str, Outline] = {}

    async def of(self, document: Document) -> list[tuple[RawRecord, Outline]]:
        """Return the outline of every record of a document that is not too large."""
        if document.too_large:
            return []
        found: list[tuple[RawRecord, Outline]] = []
        known: dict[str, Outline] = {}
        async for raw in gently(document.records()):
            if not raw.diagnostics:
                known[raw.text] = self._known.get(raw.text) or outline(raw)
                found.append((raw, known[raw.text]))
        self._known = known
        return found


def outline(raw: RawRecord) -> Outline:
    """Return the outline of a record."""
    tags = {tag.name: tag.value for tag in skim(raw)}
    grammar = grammar_of(raw)
    seats = grammar.seats if grammar is not None else "ABCDE"
    players = ", ".join(tags[seat] for seat in seats if tags.get(seat))
    about = ", ".join(tags[name] for name in ("Event", "Date", "Result") if tags.get(name))
    rounds: list[Part] = []
    end = len(raw.text.rstrip())
    if grammar is not None:
        chance = frozenset(keyword.name for keyword in grammar.chance)
        rounds = _rounds(parse(raw, grammar)[0].statements, chance, end)
    start = len(raw.text) - len(raw.text.lstrip(" \t\n\ufeff"))
    name = players or tags.get("Event") or tags.get("Game") or "record"
    return Outline(_shown(name), _shown(about), tuple(rounds), start, end)


def _shown(text: str) -> str:
    return escape(text[:_LONGEST_NAME]).strip() or "record"


def _rounds(statements: Iterable[Statement], chance: frozenset[str], end: int) -> list[Part]:
    """Cut statements into setup, draft and rounds by the labels of the turns.

    What chance shows, lines with a keyword of ``chance``, belongs to the turns behind it.
    """
    heads: list[tuple[str, int]] = []
    shown = -1
    for statement in statements:
        if statement.keyword in chance:
            shown = statement.at if shown < 0 else shown
            continue
        number = statement.label.partition(".")[0]
        name = heads[-1][0] if heads else "setup"
        if number:
            name = f"round {int(number)}" if int(number) else "draft"
        if not heads or heads[-1][0] != name:
            heads.append((name, statement.at if shown < 0 else shown))
        shown = -1
    ends = [at for _, at in heads[1:]] + [end]
    return [Part(name, at, stop) for (name, at), stop in zip(heads, ends, strict=False)]


def symbols(document: Document, outlines: Sequence[tuple[RawRecord, Outline]]) -> list[types.DocumentSymbol]:
    """Return records as symbols, and below each its rounds unless there are very many."""
    found = []
    for raw, record in outlines:
        below = [
            _symbol(document, raw, part.name, types.SymbolKind.Event, part.start, part.end)
            for part in (record.rounds if len(outlines) <= MOST_WITH_ROUNDS else ())
        ]
        symbol = _symbol(document, raw, record.name, types.SymbolKind.Class, record.start, record.end)
        symbol.detail, symbol.children = record.detail, below
        found.append(symbol)
    return found


def _symbol(
    document: Document, raw: RawRecord, name: str, kind: types.SymbolKind, start: int, end: int
) -> types.DocumentSymbol:
    stop = raw.text.find("\n", start, end)
    head = document.range_between(raw, start, end if stop < 0 else stop)
    whole = document.range_between(raw, start, start + len(raw.text[start:end].rstrip()))
    return types.DocumentSymbol(name, kind, whole, head)


def folds(document: Document, outlines: Iterable[tuple[RawRecord, Outline]]) -> list[types.FoldingRange]:
    """Return records and rounds of more than one line as parts that can be folded."""
    found = []
    for raw, record in outlines:
        for start, end in ((record.start, record.end), *((part.start, part.end) for part in record.rounds)):
            length = len(raw.text[start:end].rstrip())
            where = document.range_between(raw, start, start + length)
            if where.end.line > where.start.line:
                found.append(types.FoldingRange(where.start.line, where.end.line))
    return found
