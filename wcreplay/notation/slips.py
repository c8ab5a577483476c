"""Slips of the pen: what a word was probably meant to be. Asked only where a word is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterable

from wcreplay.notation.quote import quote

#: Letters that are written for the digits 0 and 1, and signs for the dot of a label.
_DIGITS = str.maketrans({"O": "0", "o": "0", "l": "1", "I": "1"})
_LABEL = re.compile(
    r"(?P<round>[0-9OolI]{1,3})(?P<dot>[.,:;/_-])(?P<turn>[0-9OolI]{1,3}|[gG])(?P<end>[.:,)]?)(?P<seat>[A-Za-z]?)"
)
_NO_DOT = re.compile(r"([0-9])([0-9]{1,2}|[gG])")
_SEAT = re.compile(r"([A-Za-z])[.:,)-]?")
_ASSERTION = re.compile(r"=([A-Z])")
_NUMBERED = re.compile(r"([a-z]+)([0-9]+)")

#: Characters that programs put in place of ASCII ones, by what they stand for.
_LOOKALIKES = {
    ">": "›»→⇒＞〉▶➜",
    "<": "‹«←⇐＜〈◀",
    "-": "‐‑‒–—−－",
    '"': "“”„‟″＂",
    "'": "‘’‚‛′",
    "|": "│┃¦｜",
    ":": "：∶",
    "^": "ˆ↑⌃＾",
    "+": "＋",
    "/": "⁄∕／",
    "!": "！",
    "?": "？",
    " ": "\u00a0\u2002\u2003\u2007\u2009\u202f\u3000",
}
_ASCII = {char: plain for plain, chars in _LOOKALIKES.items() for char in chars}


def ascii_hint(text: str) -> str:
    """Return what to write instead of characters that no word may hold, as far as it can be guessed."""
    plain = "".join(_ASCII.get(char, "") for char in text)
    if len(plain) < len(text):
        return "other characters belong in tag values and comments"
    return f"write {quote(plain)}" if plain.strip() else "write a blank"


def broken_tag_hint(line: str) -> str:
    """Return what is wrong with a line that begins like a tag and is none."""
    if any(c in line for c in "\u201c\u201d\u201e"):
        return 'use straight quotation marks `"`'
    if '"' not in line:
        return "put the value in quotation marks"
    if line.count('"') == 1:
        return "the quotation mark at its end is missing"
    if line.rstrip().endswith('"'):
        return "close it with `]`"
    return 'inside the quotes `"` is written `\\"` and `\\` is written `\\\\`'


def meant_head(word: str, keywords: Iterable[str], seats: str) -> str:
    """Return the beginning of a statement that a word was probably meant to be, or nothing.

    ``O.1`` and ``0,1`` are the label ``0.1``, ``1.1A`` is ``1.1 A``, ``a:`` is the seat ``A``, ``round2`` is
    ``round 2``, ``garden`` is ``gardens``.
    """
    names = list(keywords)
    if match := _LABEL.fullmatch(word):
        label = f"{match['round']}.{match['turn'].lower()}".translate(_DIGITS)
        seat = match["seat"].upper()
        return f"{label} {seat}" if seat and seat in seats else "" if seat else label
    if match := _NO_DOT.fullmatch(word):
        return f"{match[1]}.{match[2].lower()}"
    if match := _ASSERTION.fullmatch(word):
        return f"= {match[1]}" if match[1] in seats else ""
    if match := _SEAT.fullmatch(word):
        return match[1].upper() if match[1].upper() in seats else ""
    if (match := _NUMBERED.fullmatch(word)) and match[1] in names:
        return f"{match[1]} {match[2]}"
    from difflib import get_close_matches

    return next(iter(get_close_matches(word.strip(":;,.=").lower(), names, n=1, cutoff=0.75)), "")
