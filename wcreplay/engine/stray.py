"""Mistyped words at the beginning of a line, which the statement before them takes for its own."""

from __future__ import annotations

import difflib
import re

from wcreplay.notation.model import Grammar, Record, Statement, Token

_LABEL_LIKE = re.compile(r"[0-9OolI]{1,3}[.,:][0-9OolIg]{1,3}")
_DIGITS = str.maketrans({"O": "0", "o": "0", "l": "1", "I": "1", ",": ".", ":": "."})


def stray_word(record: Record, statement: Statement, grammar: Grammar) -> tuple[Token, str] | None:
    """Return a token that looks like a mistyped label or keyword, and what it was probably meant to be.

    Only tokens that begin a line of the source are looked at: ``O.1`` for ``0.1``, ``garden`` for
    ``gardens``.
    """
    keywords = [keyword.name for keyword in (*grammar.setup, *grammar.chance)]
    for token in statement.tokens:
        start = record.text.rfind("\n", 0, token.at) + 1
        if token.at <= statement.at or record.text[start : token.at].strip():
            continue
        if _LABEL_LIKE.fullmatch(token.text):
            return token, token.text.translate(_DIGITS)
        near = difflib.get_close_matches(token.text.lower(), keywords, n=1, cutoff=0.75)
        if near:
            return token, near[0]
    return None
