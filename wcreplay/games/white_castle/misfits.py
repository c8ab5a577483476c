"""What is wrong with the form of a setup statement, and at which word. Asked only where something is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from wcreplay.engine.game import Fault
from wcreplay.notation.model import Statement, Token

from .components import REWARDS, ROOMS
from .effects import COLOURS
from .setup import TILE
from .words import meant

_BAR = "|"
_ANY = re.compile(r"[^|]+")


def _tiles(count: int) -> re.Pattern[str]:
    return re.compile(rf"_|{TILE}{{{count}}}")


def _card(words: str) -> tuple[re.Pattern[str] | str, str]:
    return _ANY, words


_STEWARDS = [_card(f"the card of room {room}") for room in ROOMS[:3]]
_DIPLOMATS = [_card(f"the card of room {room}") for room in ROOMS[3:]]
_ROWS: dict[str, list[tuple[re.Pattern[str] | str, str]]] = {
    "castle": [*_STEWARDS, (_BAR, ""), *_DIPLOMATS, (_BAR, ""), _card("the daimyo card")],
    "tiles": [
        *((_tiles(3), f"the tiles of room {room} (3 letters)") for room in ROOMS[:3]),
        (_BAR, ""),
        *((_tiles(2), f"the tiles of room {room} (2 letters)") for room in ROOMS[3:]),
        (_BAR, ""),
        *[(re.compile(r"[a-z]+|_"), "a well tile")] * 2,
    ],
    "gardens": [
        part
        for colour in COLOURS
        for part in (
            (_BAR, ""),
            (colour[0], f"the letter of the {colour} bridge"),
            _card(f"the plant garden at the {colour} bridge"),
            _card(f"the stone garden at the {colour} bridge"),
        )
    ][1:],
    "yards": [
        *[_card("a tile of the yard for 5 iron")] * 2,
        (_BAR, ""),
        _card("the tile of the yard for 3 iron"),
        (_BAR, ""),
        _card("the tile of the yard for 1 iron"),
    ],
    "order": [_card("the first seat")],
    "pairs": [_card("the first pair")],
}
"""What each setup statement consists of, word by word: a form or a letter, and what it is."""


def misfit(statement: Statement, shape: str, example: str) -> Fault:
    """Return what is wrong with the form of a setup statement, at the first word that does not fit (R102)."""
    keyword, tokens = statement.keyword, statement.tokens
    slots = _ROWS[keyword]
    hint = f"for example: {example}"
    for token, (form, what) in zip(tokens, slots, strict=False):
        text = token.text
        fits = text == form if isinstance(form, str) else form.fullmatch(text)
        if fits:
            continue
        message = f"'{text}' stands in place of {what or '|'}"
        if text != _BAR and _BAR in text and len(text) > 1:
            message, hint = (
                f"'{text}' is not one word",
                f"write {text.replace('|', ' | ').strip()}, with blanks",
            )
        elif form == _BAR:
            message = f"'|' is missing before '{text}'"
        elif isinstance(form, re.Pattern) and form.fullmatch(text.lower()):
            hint = f"did you mean {text.lower()}?"
        elif keyword == "tiles" and text in ("c", "b", "w"):
            hint = "the colours of a room are one word, such as cbw"
        return Fault("R102", message, "R2", token, keyword, shape, hint)
    if len(tokens) < len(slots):
        what = next(what for _, what in slots[len(tokens) :] if what)
        last = tokens[-1] if tokens else Token(keyword, statement.at)
        return Fault("R102", f"'{keyword}' ends before {what}", "R2", last, keyword, shape, hint)
    token = tokens[len(slots)]
    return Fault("R102", f"'{token.text}' is one word too many", "R2", token, keyword, shape, hint)


def missing(keywords: list[str], shapes: dict[str, tuple[str, str]]) -> Fault:
    """Return that setup statements are not there (R101)."""
    shape, example = shapes[keywords[0]]
    message = f"the setup line '{keywords[0]}' is missing"
    if len(keywords) > 1:
        names = ", ".join(f"'{keyword}'" for keyword in keywords[:-1])
        message = f"the setup lines {names} and '{keywords[-1]}' are missing"
    hint = f"for example: {' '.join(example.split())}"
    if len(keywords) > 1:
        hint += "; docs/notation.md shows every line"
    return Fault("R101", message, "R2", None, "", f"{keywords[0]}: {shape}", hint)


def wrong_card(card: str, kind: str, tables: dict[str, frozenset[str]], kinds: dict[str, str]) -> Fault:
    """Return that a card is of another kind, or none at all (R103); the caller adds the place."""
    words, _, span = kinds[kind].partition(" (")
    message = f"'{card}' is no {words}"
    if any(card in ids for ids in tables.values()):
        message += f" but a {kinds[card[0]].partition(' (')[0]}"
    same = f"{kind}{card[1:]}"
    near = meant(card, tables[kind], exact=True) or ([same] if same in tables[kind] and card[1:] else [])
    hint = f"did you mean {' or '.join(near)}?" if near else "`_` stands for a card that nobody knows"
    return Fault("R103", message, "R2", None, "", f"a {words} ({span} or _", hint)


_PLACES = {
    "castle": ROOMS,
    "gardens": tuple(f"the {colour} bridge" for colour in COLOURS for _ in range(2)),
    "yards": ("the 5 iron yard", "the 5 iron yard", "the 3 iron yard", "the 1 iron yard"),
}


def repeated(card: str, keyword: str, ids: tuple[str, ...]) -> Fault:
    """Return that a card lies in two places of a statement (R107)."""
    message = f"{card} is in two pairs"
    if keyword in _PLACES:
        where = [place for place, other in zip(_PLACES[keyword], ids, strict=True) if other == card]
        message = f"{card} lies in two places: {where[0]} and {where[1]}"
    hint = "check both against the table"
    return Fault("R107", message, "R2", Token(card, 0), keyword, "each card once", hint)


def wrong_reward(token: Token) -> Fault:
    """Return that a word is no tile of the well (R103)."""
    near = meant(token.text, REWARDS)
    hint = f"did you mean {near[0]}?" if near else "any is the tile that lets you choose"
    expected = ", ".join(REWARDS) + " or _"
    return Fault("R103", f"'{token.text}' is no well tile", "R5.3", token, "tiles", expected, hint)


def wrong_pairs(statement: Statement) -> Iterator[Fault]:
    """Yield what is wrong with the words of ``pairs`` that are no two cards glued with ``+`` (R102)."""
    before = ""
    for number, token in enumerate(statement.tokens):
        pair = token.text
        following = "".join(other.text for other in statement.tokens[number + 1 : number + 3])
        message, hint = f"'{pair}' is no pair", "a resource card and an action card, glued with +"
        ill = "+" not in pair.strip("+") and pair != "_"
        if match := re.fullmatch(r"(R\d+)[-/&,:.]?(A\d+)", pair):
            hint = f"write {match[1]}+{match[2]}"
        elif match := re.fullmatch(r"(A\d+)\+(R\d+)", pair):
            ill, message, hint = (
                True,
                "the resource card of a pair comes first",
                f"write {match[2]}+{match[1]}",
            )
        elif (match := re.fullmatch(r"(R\d+)\+?", pair)) and (other := re.match(r"\+?(A\d+)", following)):
            message = f"'{pair}' stands alone: a pair is two cards"
            hint = f"write {match[1]}+{other[1]}, without blanks"
        if ill and not (re.fullmatch(r"\+?A\d+|\+", pair) and re.fullmatch(r"R\d+\+?|\+", before)):
            yield Fault("R102", message, "R2.9", token, "pairs", "pairs such as R4+A1", hint)
        before = pair


def wrong_order(statement: Statement, low: int, high: int) -> Fault:
    """Return what is wrong with the words of ``order``: one that is no seat, or their number (R105)."""
    tokens = statement.tokens
    odd = next((token for token in tokens if len(token.text) != 1 or not token.text.isupper()), None)
    expected = f"{low} to {high} seats, first player first"
    if odd is not None:
        letters = " ".join(char for token in tokens for char in token.text if char.isupper())
        message, hint = f"'{odd.text}' is no seat", f"seats are parted by blanks alone: order {letters}"
        return Fault("R105", message, "R2.8", odd, "order", expected, hint)
    count = f"{len(tokens) or 'no'} seat{'s' * (len(tokens) != 1)}"
    message, hint = f"{count} in the starting order", "name each seat that plays, first player first"
    return Fault("R105", message, "R2.8", Token("order", statement.at), "order", expected, hint)


def order_fault(order: Iterable[int], seats: int) -> Fault | None:
    """Return what is wrong with the starting order of a number of seats, if anything is (R2.8)."""
    named = list(order)
    letters = " ".join(chr(65 + seat) for seat in range(seats))
    expected = f"the seats {letters}, first player first"
    for seat in named:
        name = chr(65 + seat) if -40 < seat < 26 else "a word"
        if named.count(seat) > 1 and 0 <= seat < seats:
            message, hint = f"{name} stands twice in the starting order", "each seat has one place"
        elif not 0 <= seat < seats:
            left = next(chr(65 + other) for other in range(seats) if other not in named)
            message = f"the starting order names {name}, but not {left}"
            hint = f"{seats} players have the seats {letters}"
        else:
            continue
        return Fault("R105", message, "R2.8", Token(name, 0), "order", expected, hint)
    return None
