"""What the tests of the notation share: a grammar, a game, shorthands and a record without offsets."""

from __future__ import annotations

import io
from typing import Any

from wcreplay.notation.formatter import format_record
from wcreplay.notation.model import Grammar, Keyword, RawRecord, Record, Statement
from wcreplay.notation.scanner import parse
from wcreplay.notation.stream import read_records

GRAMMAR = Grammar(
    game="white-castle",
    setup=(
        Keyword("castle"),
        Keyword("tiles"),
        Keyword("gardens"),
        Keyword("yards"),
        Keyword("order", seats=True),
        Keyword("pairs"),
    ),
    chance=(Keyword("round", repeats=True),),
    seats="ABCD",
)

GAME = """\
[Game "white-castle"]
[Ruleset "base-2023"]
[A "Ana"]
[B "Bruno \\"B\\" \\\\ Ó"]

castle  S2 S4 S7 | D5 D10 | M7
tiles   wcb cww wbc | cw bc | coin food
order   A B
pairs   R8+A2 R3+A2 R5+A3
round 1  c 124 | b 234 | w 235
0.1 B R8
0.2 A R3
1.1 A w5>s2 !
  (1.1 A b4>p W3
   1.2 B c4>w {then what} ?)
  (1.1 A c4>w)
= A c4 s3
1.2 B c4>w +ipp {fine} !?
1.g B @P3 x:p
round 2  c 346 | b 114 | w 223
2.1 A w2<s1
"""


def records(data: bytes, **options: int) -> list[RawRecord]:
    """Read all records of some bytes."""
    return list(read_records(io.BytesIO(data), "x.wcr", **options))


def read(text: str) -> Record:
    """Read a record that must be well-formed."""
    record, findings = parse(RawRecord(text), GRAMMAR)
    assert not findings, findings
    return record


def codes(text: str) -> list[str]:
    """Return the codes found in a text."""
    return [d.code for d in parse(RawRecord(text), GRAMMAR)[1]]


def canonical(text: str) -> str:
    """Return the canonical form of a well-formed text."""
    return format_record(read(text), GRAMMAR)


def _view(statement: Statement) -> tuple[Any, ...]:
    return (
        statement.keyword,
        statement.label,
        statement.seat,
        [token.text for token in statement.tokens],
        statement.mark,
        [(c.text, c.slot, c.line, c.after) for c in statement.comments],
        [[_view(inner) for inner in variation.statements] for variation in statement.variations],
    )


def view(record: Record) -> tuple[Any, ...]:
    """Return everything a record says, without offsets and without the layout of its comments."""
    return (
        [(tag.name, tag.value) for tag in record.tags],
        [(c.text, c.slot, c.line) for c in record.comments],
        [_view(statement) for statement in record.statements],
    )


def words(record: Record) -> tuple[Any, ...]:
    """Return the tags and statements of a record without comments."""

    def bare(statement: Statement) -> tuple[Any, ...]:
        inner = [[bare(s) for s in v.statements] for v in statement.variations]
        texts = [token.text for token in statement.tokens]
        return statement.keyword, statement.label, statement.seat, texts, statement.mark, inner

    return [(tag.name, tag.value) for tag in record.tags], [bare(s) for s in record.statements]


def remarks(record: Record) -> list[str]:
    """Return the texts of all comments in the order of the record."""

    def inside(statement: Statement) -> list[tuple[int, str]]:
        own = [(c.at, c.text) for c in statement.comments]
        return own + [pair for v in statement.variations for s in v.statements for pair in inside(s)]

    found = [(c.at, c.text) for c in record.comments]
    found += [pair for statement in record.statements for pair in inside(statement)]
    return [text for _, text in sorted(found)]
