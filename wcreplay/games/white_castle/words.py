"""The words of the game's notation, and what a word that is none of them was probably meant to be.

Asked only where a record is wrong: reading takes what a decision offers and needs no list of words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import SequenceMatcher, get_close_matches
from functools import lru_cache
from itertools import product

import msgspec

from wcreplay.engine.game import Explanation

from .components import ROOMS, YARDS, load
from .dice import MAIN_SPACES
from .setup import normalise_ids

SPACES = (*MAIN_SPACES, "p")
_FORM = re.compile(
    r"[cbw][1-6][<>](?:s[1-3]|d[12]|o[12]|w|p)"  # a die and its space
    r"|G:[PK][1-5]|@(?:[PK][1-5]|_)|W[531]|Q"
    r"|[gsd]\^(?:s[1-3](?:\.[1-3])?|d[12](?:\.[1-3])?|m[1-3]?)"
    r"|B:(?:s[1-3]|d[12])\.[1-3]|P:[cbw]"
    r"|x:[cfip]|\+[fip]{1,9}|-[LTw]|[.LTw]"
    r"|>(?:[1-3]|y[12]|[sLTwQ^GWBPo+])\^*|R[1-9]"
)
_CHANCE = re.compile(r"_|-|S(?:1[0-5]|[1-9])|D(?:1[0-2]|[1-9])")
_DIE = re.compile(r"([A-Za-z])([0-9])([<>]?)(\w*)")
_DIE_EXPECTED = "colour, pips, end and space, such as c6>s2"
_ENDS = "< is the left end of the bridge, with the Lantern, > the right end"
_SPACES = (
    "rooms are s1 s2 s3 (steward floor) and d1 d2 (diplomat floor); o1 o2 are outside, w is the well, "
    "p the own domain"
)
_LONG_SPACES = {"well": ["w"], "domain": ["p"], "row": ["p"]}


def unknown_word(token: str) -> Explanation | None:
    """Say why a token is no word of the notation at any position, and what was meant; None if it is one."""
    token = normalise_ids(token)
    head, slash, tail = token.partition("/")
    if not token.strip("/"):
        hint = "write climb, / and card without blanks, such as g^s2.3/S9"
        return Explanation("'/' stands alone", "R6.4", "", hint, "R209")
    if slash and not _CHANCE.fullmatch(tail) and (not head or _FORM.fullmatch(head)):
        return _unknown_card(tail)
    if _FORM.fullmatch(head) or (slash and not head):
        return None
    why = _misshapen_die(head) or _misshapen_place(head)
    if why is None:
        return Explanation(f"'{token}' is no word of the notation", "", "", _hint(token), "R209")
    same = [word for word in _all_words() if _plain(word) == _plain(head)]
    if len(same) == 1:  # a slip of case, or a letter for a digit: the shape says less than the word
        return msgspec.structs.replace(why, hint=f"did you mean {same[0]}?")
    return why


def _unknown_card(card: str) -> Explanation:
    near = meant(card, (*load().stewards, *load().diplomats))
    hint = f"did you mean {_either('/' + text for text in near)}?" if near else ""
    expected = "/ and the card that was turned up, such as /S9; /_ if unknown, /- if the deck was empty"
    return Explanation(f"'{card}' is no card that can refill a room", "R6.4", expected, hint, "R209")


def _misshapen_die(token: str) -> Explanation | None:
    """Say what is wrong with a token that begins like a die."""
    match = _DIE.fullmatch(token)
    if match is None or (token[0] not in "cbw" and not match[3]):
        return None
    colour, pips, end, space = match.groups()
    if colour not in "cbw":
        message = f"'{token}': there are no dice '{colour}'"
        hint = f"write {colour.lower()}{token[1:]}" if colour in "CBW" else "c is coral, b black, w white"
    elif pips not in "123456":
        message, hint = f"'{token}': a die shows 1 to 6", ""
    elif not end and space in SPACES:
        message = f"'{token}' does not say from which end the die was taken"
        hint = f"write {colour}{pips}<{space} (left end) or {colour}{pips}>{space} (right end)"
    elif not end:
        message = f"'{token}' lacks the end of the bridge and the space"
        hint = f"a die with its space is one word, without blanks; {_ENDS}"
    elif not space:
        message, hint = f"'{token}' lacks the space where the die was placed", _SPACES
    else:
        message, hint = f"'{token}': there is no space '{space}'", _SPACES
        if near := meant(space, SPACES) or _LONG_SPACES.get(space, []):
            hint = f"did you mean {_either(colour + pips + end + text for text in near)}?"
    return Explanation(message, "", _DIE_EXPECTED, hint, "R209")


_PLACES = (
    (
        re.compile(r"(?:G:|@)([A-Z]\d+)"),
        "'{0}' is no garden card",
        "G:P1 to G:P5 or G:K1 to G:K5",
        "plant gardens are P1 to P5, stone gardens K1 to K5",
    ),
    (
        re.compile(r"W(\d+)"),
        "there is no yard for {0} iron",
        "W5, W3 or W1",
        "the number is the price of the yard",
    ),
    (
        re.compile(r"[gsd]\^([a-z]\w*(?:\.\w*)?)"),
        "a courtier cannot climb to '{0}'",
        "a room (s1 s2 s3 d1 d2) or a daimyo slot (m1 m2 m3)",
        "such as g^s2.3/S9: from the gate to room s2, its block 3, S9 turned up",
    ),
    (
        re.compile(r"B:(\w+(?:\.\w*)?)"),
        "'{0}' names no block of the main board",
        "a room, a dot and the number of the block",
        "such as B:s2.1",
    ),
    (re.compile(r"P:(\w+)"), "there is no domain row '{0}'", "P:c, P:b or P:w", ""),
    (re.compile(r"x:(\w+)"), "seals cannot be exchanged for '{0}'", "x:c, x:f, x:i or x:p", ""),
    (
        re.compile(r"([SD]\d+)"),
        "the card {0} stands alone",
        "",
        "glue the card to the climb that took the one before it with /, such as g^s2.3/{0}",
    ),
    (
        re.compile(r"(R\d+)\W?A\d+"),
        "only the resource card of a starting pair is written",
        "",
        "write {0}; the line 'pairs' says which action card comes with it",
    ),
    (
        re.compile(r"(A[1-3])"),
        "a pick is named by the resource card of its pair, not by {0}",
        "",
        "the line 'pairs' says which resource card comes with it",
    ),
)
"""Tokens with a right beginning and a wrong rest: their form, what to say, what is right, what to do."""


def _misshapen_place(token: str) -> Explanation | None:
    for pattern, message, expected, hint in _PLACES:
        if match := pattern.fullmatch(token):
            return Explanation(message.format(match[1]), "", expected, hint.format(match[1]), "R209")
    return None


NO_HINT = "docs/notation.md has the table of words; remarks stand in { } or behind ;"
"""What to do about a word that resembles none."""
_LONG_COLOUR = re.compile(r"([cbw])(?:oral|lack|hite)(.+)")
_COUNT = re.compile(r"\+?(\d)([fip])")
_LONG_NAMES = {
    "food": "+f",
    "iron": "+i",
    "pearl": "+p",
    "audience": "Q",
    "well": "w",
    "lantern": "L",
    "coin": "x:c",
}


def _hint(token: str) -> str:
    """Return what to do about a word that is none."""
    for at in range(1, min(len(token), 40)):
        if _FORM.fullmatch(token[:at]) and _FORM.fullmatch(token[at:]):
            return f"put a blank between them: {token[:at]} {token[at:]}"
    if (match := _LONG_COLOUR.fullmatch(token)) and _FORM.fullmatch(match[1] + match[2]):
        return f"did you mean {match[1]}{match[2]}?"
    if near := meant(token, _all_words()):
        return f"did you mean {_either(near)}?"
    bare = token.strip("+-:.,").lower()
    if match := _COUNT.fullmatch(token):
        return f"write each unit: +{match[2] * int(match[1])}"
    if bare in _LONG_NAMES:
        return f"did you mean {_LONG_NAMES[bare]}?"
    if bare in ("pass", "end", "none", "no", "skip", ""):
        return "what is not done is not written: leave it out"
    return NO_HINT


def meant(token: str, words: Iterable[str], *, exact: bool = False) -> list[str]:
    """Return the words that a token was probably meant to be: none, one, or a few that are equally near.

    First those that differ in case or in O for 0 and l for 1, then in signs too, then, unless it must be
    ``exact``, in a letter.
    """
    pool = list(words)
    for form in (_plain, _bare):
        sought = form(token)
        found = [word for word in pool if form(word) == sought]
        if found and (len(sought) > 1 or form is _plain):
            likeness = [SequenceMatcher(None, token, word).ratio() for word in found]
            best = [word for word, rate in zip(found, likeness, strict=True) if rate == max(likeness)]
            return best if len(best) <= 3 else []
    return get_close_matches(token, pool, n=1, cutoff=0.75) if len(token) > 2 and not exact else []


def _plain(text: str) -> str:
    return text.lower().translate(_SAME)


def _bare(text: str) -> str:
    return _SIGNS.sub("", _plain(text))


_SAME = str.maketrans("oli", "011")
_SIGNS = re.compile(r"[^0-9a-z]")


def _either(words: Iterable[str]) -> str:
    return " or ".join(words)


@lru_cache(maxsize=1)
def _all_words() -> tuple[str, ...]:
    """Return every word of the notation without chance, order marks and choices of resources."""
    dice = (f"{c}{n}{e}{s}" for c, n, e, s in product("cbw", "123456", "<>", SPACES))
    gardens = (f"{sign}{card}" for sign, card in product(("G:", "@"), load().gardens))
    climbs = [f"{start}^{room}" for start, room in product("gs", ROOMS) if start == "g" or room[0] == "d"]
    climbs += [f"{start}^m{slot}" for start, slot in product("sd", ("", "1", "2", "3"))]
    lights = [f"{climb}.{n}" for climb, n in product(climbs, "123") if climb[2] != "m"]
    blocks = (f"B:{room}.{n}" for room, n in product(ROOMS, "123") if room[0] == "s" or n != "3")
    others = ("Q", "P:c", "P:b", "P:w", "x:c", "x:f", "x:i", "x:p", "-L", "-T", "-w", "L", "T", "w")
    yards = (f"W{price}" for price in YARDS)
    resources = ("+f", "+i", "+p", *(f"R{number}" for number in range(1, 10)))
    return (*dice, *gardens, *climbs, *lights, *blocks, *others, *yards, *resources)
