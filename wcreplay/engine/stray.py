"""Mistyped words at the beginning of a line, which the statement before them takes for its own."""

from __future__ import annotations

from wcreplay.notation.model import Grammar, Record, Statement, Token


def stray_word(record: Record, statement: Statement, grammar: Grammar) -> tuple[Token, str] | None:
    """Return a token that looks like a mistyped beginning of a statement, and what to do about it.

    Only tokens that begin a line of the source are looked at: ``O.1`` for ``0.1``, ``garden`` for
    ``gardens``, in a turn also ``a`` for the seat ``A``.
    """
    from wcreplay.notation.slips import meant_head

    keywords = [keyword.name for keyword in (*grammar.setup, *grammar.chance)]
    for token in statement.tokens:
        start = record.text.rfind("\n", 0, token.at) + 1
        if token.at <= statement.at or record.text[start : token.at].strip():
            continue
        if statement.keyword and (len(token.text) < 2 or token.text.isdigit()):
            continue  # the letters and dice of a wrapped line are no seats and labels
        if meant := meant_head(token.text, keywords, grammar.seats):
            return token, f"did you mean {meant}?"
    return None
