"""The cards and tiles of The White Castle, to be found by what they show (their ids are not printed)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Final

from wcreplay.engine.cards import Deck, Item, Part

from .components import Card, Components, load

DECKS: Final = (
    Deck("steward", "Steward cards", "rooms s1 s2 s3; the dark block costs a seal"),
    Deck("diplomat", "Diplomat cards", "rooms d1 d2; the dark block is free"),
    Deck("daimyo", "Daimyo cards", "third floor; slots m1 m2 m3"),
    Deck(
        "resource",
        "Starting resource cards",
        "dealt in pairs with an action card; the back is its lantern icon",
    ),
    Deck("action", "Starting action cards", "two copies of each"),
    Deck("decree", "Decree cards", "come with R1, R4, R7; only an icon"),
    Deck("plant", "Plant gardens", "one under each bridge; food for the gardener, points at the end"),
    Deck("stone", "Stone gardens", "one under each bridge; food for the gardener, points at the end"),
    Deck("yard", "Yard tiles", "blue face up in the yards for 5 and 3 iron, yellow in those for 5 and 1"),
)

SYNONYMS: Final[dict[str, tuple[str, ...]]] = {
    **dict.fromkeys(("vp", "pt", "fan", "victory", "victory point", "victory points"), ("point",)),
    **dict.fromkeys(("clan", "clan point", "clan points"), ("point",)),
    **dict.fromkeys(("daimyo seal", "daimyo seals", "stamp", "hanko"), ("seal",)),
    **dict.fromkeys(("money", "gold", "mon"), ("coin",)),
    **dict.fromkeys(("sword", "katana", "metal", "weapon"), ("iron",)),
    **dict.fromkeys(("rice", "bowl"), ("food",)),
    **dict.fromkeys(("mother of pearl", "nacre", "shell"), ("pearl",)),
    **dict.fromkeys(("choice", "wild", "joker"), ("any",)),
    "resource": ("any", "resource"),
    "resources": ("any", "resource"),
    **dict.fromkeys(("influence", "hourglass", "passage", "passage of time", "step"), ("time",)),
    **dict.fromkeys(("lamp", "lantern area"), ("lantern",)),
    **dict.fromkeys(("samurai", "soldier", "fighter"), ("warrior",)),
    **dict.fromkeys(("farmer", "peasant"), ("gardener",)),
    **dict.fromkeys(("noble", "servant"), ("courtier",)),
    **dict.fromkeys(("row", "own board", "personal board"), ("domain",)),
    **dict.fromkeys(("castle action", "main board", "room block"), ("board",)),
    **dict.fromkeys(("red", "pink", "orange"), ("coral",)),
    **dict.fromkeys(("training", "training yard", "tile"), ("yard",)),
    **dict.fromkeys(("rock", "zen"), ("stone",)),
    **dict.fromkeys(("ambassador",), ("diplomat",)),
}  # fmt: skip
"""What players call things that the cards show."""

LEGEND: Final = (
    ("coin", "coin"),
    ("seal", "Daimyo seal"),
    ("point", "Clan Point"),
    ("food", "food"),
    ("iron", "iron"),
    ("pearl", "mother-of-pearl"),
    ("any", "food, iron or pearl, chosen"),
    ("lantern", "collect the Lantern Area"),
    ("time", "step on the Passage of Time"),
    ("courtier", "courtier action"),
    ("gardener", "gardener action"),
    ("warrior", "warrior action"),
    ("well", "the well"),
    ("domain", "a row of the own domain"),
    ("board", "a block of a room card: light, of a colour, or any"),
    ("decree", "decree card, into the Lantern Area"),
)
"""What the words and signs on cards mean."""


def _blocks(card: Card, *, priced: bool) -> tuple[Part, ...]:
    """Return a card's blocks; where every dark block has the same price, nobody searches for that."""
    return tuple(
        Part(
            block.shade,
            block.words,
            plain=not block.dark,
            sought=block.words.partition(" for ")[0] if priced and block.dark else None,
        )
        for block in card.blocks
    )


def _castle(parts: Components) -> Iterator[Item]:
    note = "diamond: left out with two players"
    for deck, cards in (("steward", parts.stewards), ("diplomat", parts.diplomats)):
        for card in cards.values():
            kinds = (deck, "card", "room", *(("diamond",) if card.diamond else ()))
            yield Item(card.id, deck, _blocks(card, priced=deck == "steward"), kinds, note * card.diamond)
    for card_id, slots in parts.daimyo.items():
        yield Item(
            card_id, "daimyo", tuple(Part("", slot.words) for slot in slots), ("daimyo", "card", "slot")
        )


def _starting(parts: Components) -> Iterator[Item]:
    for card in parts.resources.values():
        shown = Part("", card.words)
        back = Part("back", card.icon_words, hidden=True)
        yield Item(card.id, "resource", (shown, back), ("resource", "card", "start", "starting"))
    for card in parts.actions.values():
        shown = Part("", card.blocks[0].words)
        yield Item(card.id, "action", (shown,), ("action", "card", "start", "starting"))
    for card in parts.decrees.values():
        yield Item(card.id, "decree", (Part("back", card.icon_words),), ("decree", "card"))


def _tiles(parts: Components) -> Iterator[Item]:
    for garden in parts.gardens.values():
        facts = f"{garden.food} food, {garden.points} point"
        kinds = (garden.kind, "garden", "card")
        yield Item(garden.id, garden.kind, (Part("", facts), Part("", garden.words)), kinds)
    for tile, blue in parts.blue.items():
        faces = (Part("blue", blue.words), Part("yellow", parts.yellow[tile].words))
        yield Item(tile, "yard", faces, ("yard",))


class Cards:
    """Every card and tile; see :class:`wcreplay.engine.cards.CardList`."""

    decks = DECKS
    synonyms = SYNONYMS
    legend = LEGEND

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """All cards and tiles, deck by deck."""
        parts = load()
        return (*_castle(parts), *_starting(parts), *_tiles(parts))


CARDS = Cards()
