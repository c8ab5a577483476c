"""The canonical form of a record: what the formatter prints once the rules have had their say."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from wcreplay.notation.diagnostics import RecordError
from wcreplay.notation.model import Comment, Record, Statement, Token, Variation

from .run import Canonical, Run


def canonical_record(record: Record, *, annotate: bool = False) -> Record:
    """Return the record with labels filled in and every token in its canonical spelling.

    Comments, marks, assertions and variations stay where they stand; with ``annotate`` assertions that
    state what every seat holds are added after each round. Raises
    :class:`~wcreplay.notation.diagnostics.RecordError` for a record that does not replay: its canonical
    form is not known.
    """
    run = Run(record, keep_canonical=True)
    run.facts = [] if annotate else None
    done = run.replay()
    if done.state == "error":
        raise RecordError(list(done.diagnostics))
    setup_words = dict(run.game.setup_lines(run.setup))
    order = [keyword.name for keyword in run.game.grammar.setup]
    setup: list[Statement] = []
    rest: list[Statement] = []
    facts = {id(statement) if statement else 0: stated for statement, stated in run.facts or ()}
    for statement in record.statements:
        _add_facts(rest, facts.get(id(statement), []))
        if statement.keyword in setup_words:
            words = setup_words[statement.keyword].split()
            setup.append(_rewritten(statement, Canonical("", "", words, [])))
        else:
            rest.append(_spelled(statement, run.canonical or {}))
    _add_facts(rest, facts.get(0, []))
    setup.sort(key=lambda statement: order.index(statement.keyword))
    return msgspec.structs.replace(record, statements=setup + rest)


def _add_facts(statements: list[Statement], facts: list[tuple[str, list[str]]]) -> None:
    """Add assertions behind the statements, except those that stand there already."""
    place = len(statements)
    while place and statements[place - 1].keyword == "=":
        place -= 1
    there = [(stated.seat, [token.text for token in stated.tokens]) for stated in statements[place:]]
    for seat, texts in facts:
        if (seat, texts) not in there:
            statements.append(Statement("=", "", seat, [Token(text, -1) for text in texts], -1, -1))


def _spelled(statement: Statement, known: Mapping[int, Canonical]) -> Statement:
    """Return a statement in its canonical spelling, its variations likewise."""
    found = known.get(id(statement))
    if statement.variations:
        variations = [
            Variation([_spelled(inner, known) for inner in variation.statements], variation.at)
            for variation in statement.variations
        ]
        statement = msgspec.structs.replace(statement, variations=variations)
    return statement if found is None else _rewritten(statement, found)


def _rewritten(statement: Statement, known: Canonical) -> Statement:
    tokens = [Token(text, -1) for text in known.tokens]
    origins = known.origins or list(range(len(tokens)))
    comments = [
        msgspec.structs.replace(comment, slot=_slot(comment, origins)) for comment in statement.comments
    ]
    return msgspec.structs.replace(
        statement, label=known.label, seat=known.seat, tokens=tokens, comments=comments
    )


def _slot(comment: Comment, origins: list[int]) -> int:
    """A comment stays behind the tokens that came from those before it."""
    if comment.slot < 0:
        return comment.slot
    return sum(1 for origin in origins if origin < comment.slot)
