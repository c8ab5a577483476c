"""Cards and tiles as things to look up: ids are not printed on them, so they are found by what they show."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Protocol

import msgspec

_WORD = re.compile(r"[a-z0-9]+")
_COUNTED = re.compile(r"\d+ ([a-z]+)")
_PREFIX = 3
"""Letters from which on the beginning of a word stands for the whole word."""
_MOST_NEAR = 5
_LONGEST_QUERY = 200
_FILLERS = frozenset(("a", "and", "costs", "for", "of", "or", "the", "to", "with"))


class Part(msgspec.Struct, frozen=True):
    """One area of a card, as ``1 seal + 1 point`` or ``gardener for 3 coin``.

    ``label`` tells areas apart (``dark``, ``blue``, ``back``); ``plain`` areas show it to nobody. ``sought``
    are the words that a search looks at where they are fewer than those shown. A ``hidden`` area, such as
    the back of a card, is searched only where the label is named.
    """

    label: str
    words: str
    plain: bool = False
    sought: str | None = None
    hidden: bool = False

    @property
    def text(self) -> str:
        """The area in words."""
        return self.words if self.plain or not self.label else f"{self.label} {self.words}"


class Item(msgspec.Struct, frozen=True):
    """A card or tile: its id, the name of its deck, its areas, words true for all of it, and a remark."""

    id: str
    deck: str
    parts: tuple[Part, ...]
    kinds: tuple[str, ...] = ()
    note: str = ""

    @property
    def text(self) -> str:
        """What the card shows, in a line."""
        return " | ".join(part.text for part in self.parts)


class Deck(msgspec.Struct, frozen=True):
    """A kind of cards: its name, its heading, and where such a card lies."""

    name: str
    title: str
    about: str


class CardList(Protocol):
    """All cards and tiles of a game; the ``CARDS`` of a game's module ``cards``."""

    @property
    def decks(self) -> tuple[Deck, ...]:
        """The kinds of cards, in the order in which they are listed."""

    @property
    def items(self) -> tuple[Item, ...]:
        """All cards and tiles, deck by deck."""

    @property
    def synonyms(self) -> Mapping[str, tuple[str, ...]]:
        """A word or phrase that players use, and the words of the cards that it stands for."""

    @property
    def legend(self) -> tuple[tuple[str, str], ...]:
        """The words of the cards and what they mean."""


class Term(msgspec.Struct, frozen=True):
    """One thing asked for: any of ``words``, with an amount or a label if one was named with it.

    Without words it is an amount of anything.
    """

    written: str
    words: frozenset[str]
    amount: str = ""
    labels: frozenset[str] = frozenset()


class Found(msgspec.Struct, frozen=True):
    """The answer to a query.

    ``unknown`` are words that no card has, each with the nearest known one. Where nothing shows all terms,
    ``nearest`` are the cards that show most of them.
    """

    items: tuple[Item, ...]
    unknown: tuple[tuple[str, str], ...] = ()
    nearest: tuple[Item, ...] = ()


def find(cards: CardList, query: str, items: Iterable[Item] | None = None) -> Found:
    """Return the items (of all, or of ``items``) that have everything a query asks for.

    Words are parted by blanks or commas and all of them are wanted; case says nothing. A word is what a
    card shows, a synonym, the name of a deck, an id, or the beginning of one (three letters or more). A
    number belongs to the word behind it (``2 food``), a label such as ``dark`` likewise.
    """
    pool = tuple(cards.items if items is None else items)
    terms, unknown = _read(cards, query[:_LONGEST_QUERY])
    if unknown:
        return Found((), tuple(unknown))
    hits = [(sum(_shows(item, term) for term in terms), item) for item in pool]
    full = tuple(item for count, item in hits if terms and count == len(terms))
    if full or not terms:
        return Found(full)
    most = max((count for count, _ in hits), default=0)
    return Found((), (), tuple(item for count, item in hits if most and count == most)[:_MOST_NEAR])


def _shows(item: Item, term: Term) -> bool:
    plain = not term.amount and not term.labels
    if plain and (item.id.lower() in term.words or not term.words.isdisjoint(item.kinds)):
        return True
    if plain and any(part.label in term.words and not part.hidden for part in item.parts):
        return True
    return any(_part_shows(part, term) for part in item.parts)


def _part_shows(part: Part, term: Term) -> bool:
    if part.label not in term.labels if term.labels else part.hidden:
        return False
    sought = part.words if part.sought is None else part.sought
    for effect in re.split(r" \+ |, | for ", sought):
        amount, _, what = effect.rpartition(" ") if effect[:1].isdigit() else ("", "", effect)
        if term.amount in ("", amount) and (
            not term.words or not term.words.isdisjoint(what.lower().split())
        ):
            return True
    return False


def _read(cards: CardList, query: str) -> tuple[list[Term], list[tuple[str, str]]]:
    """Read a query into terms; also return its unknown words."""
    words = vocabulary(cards)
    labels, units = _labels_and_units(cards.items)
    terms: list[Term] = []
    unknown: list[tuple[str, str]] = []
    for group in query.lower().split(","):
        written = _phrases(group, cards.synonyms)
        meant = [_meant(word, words, cards.synonyms) for word in written]
        amount, marked = "", frozenset[str]()
        first = len(terms)
        for place, (word, known) in enumerate(zip(written, meant, strict=True)):
            following = meant[place + 1] if place + 1 < len(meant) else frozenset()
            if word.isdigit():
                if following & units:  # "2 food"
                    amount = word
                elif len(terms) > first and terms[-1].words & units and not terms[-1].amount:  # "food 2"
                    terms[-1] = msgspec.structs.replace(terms[-1], amount=word)
                else:
                    terms.append(Term(word, frozenset(), word))
            elif not known:
                unknown.append((word, next(iter(difflib.get_close_matches(word, sorted(words), 1)), "")))
            elif known <= labels and place + 1 < len(written):
                marked |= known
            else:
                terms.append(Term(word, known, amount, marked))
                amount, marked = "", frozenset()
    return terms, unknown


def _phrases(group: str, synonyms: Mapping[str, tuple[str, ...]]) -> list[str]:
    """Return the words of a query, phrases that are synonyms kept together."""
    found = _WORD.findall(group)
    words: list[str] = []
    while found:
        size = next((n for n in (3, 2) if " ".join(found[:n]) in synonyms and len(found) >= n), 1)
        words.append(" ".join(found[:size]))
        del found[:size]
    return [word for word in words if word not in _FILLERS]


def _meant(word: str, words: frozenset[str], synonyms: Mapping[str, tuple[str, ...]]) -> frozenset[str]:
    """Return the words of the cards that a written word stands for; none if it is unknown."""
    if re.fullmatch(r"[a-z]0+\d+", word):
        word = word[0] + word[1:].lstrip("0")
    for spelling in (word, word.removesuffix("s"), word.removesuffix("es")):
        if spelling in synonyms:
            return frozenset(synonyms[spelling])
        if spelling in words:
            return frozenset((spelling,))
    if len(word) < _PREFIX:
        return frozenset()
    begun = (known for known in words if known.startswith(word))
    return frozenset(meant for known in begun for meant in synonyms.get(known, (known,)))


@lru_cache(maxsize=8)
def _words_of(items: tuple[Item, ...]) -> frozenset[str]:
    found: set[str] = set()
    for item in items:
        found.update((item.id.lower(), *item.kinds))
        for part in item.parts:
            found.update(
                word for word in _WORD.findall(part.words.lower()) if not word.isdigit() and word != "for"
            )
            found.update((part.label,) if part.label else ())
    return frozenset(found)


@lru_cache(maxsize=8)
def _labels_and_units(items: tuple[Item, ...]) -> tuple[frozenset[str], frozenset[str]]:
    """Return the labels of areas, and the words that stand behind an amount somewhere."""
    parts = [part for item in items for part in item.parts]
    labels = frozenset(part.label for part in parts if part.label)
    return labels, frozenset(unit for part in parts for unit in _COUNTED.findall(part.words))


def vocabulary(cards: CardList) -> frozenset[str]:
    """Return every word that a query may use: what cards show, their kinds and ids, and synonyms."""
    return _words_of(cards.items) | frozenset(cards.synonyms)
