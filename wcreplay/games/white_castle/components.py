"""The components of The White Castle, read from ``components.toml``."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

import msgspec

from . import accounts as acc
from .effects import COLOURS, TIME, Effect, as_one, parse_effect, parse_effects

ROOMS: Final[tuple[str, ...]] = ("s1", "s2", "s3", "d1", "d2")
YARDS: Final[tuple[int, ...]] = (5, 3, 1)
REWARDS: Final[tuple[str, ...]] = ("food", "iron", "pearl", "any", "coin")
GARDEN_PLACES: Final = tuple((colour, kind) for colour in COLOURS for kind in ("plant", "stone"))


class Block(msgspec.Struct, frozen=True):
    """An action area of a card. ``number`` counts from 1, top to bottom; ``rows`` are 1 (top) to 3."""

    number: int
    rows: tuple[int, ...]
    dark: bool
    effects: tuple[Effect, ...]
    words: str
    source: str
    whole: Effect

    @property
    def shade(self) -> str:
        """``dark`` or ``light``."""
        return "dark" if self.dark else "light"


class Card(msgspec.Struct, frozen=True):
    """A card that can lie on a domain board or in the Lantern Area.

    ``icon`` is what its back gives in the Lantern Area, ``icon_account`` the memo account of it.
    ``light`` are the light blocks. ``diamond`` cards are left out with two players (R2.1).
    """

    id: str
    icon: Effect
    icon_account: int
    icon_words: str
    blocks: tuple[Block, ...] = ()
    diamond: bool = False
    gains: tuple[Effect, ...] = ()
    words: str = ""
    decree: str = ""

    @property
    def light(self) -> tuple[Block, ...]:
        """The light blocks, top to bottom."""
        return tuple(block for block in self.blocks if not block.dark)


class Garden(msgspec.Struct, frozen=True):
    """A garden card: its price in food, its points at the end, and its action (R6.1, R11.7)."""

    id: str
    kind: str
    food: int
    points: int
    effects: tuple[Effect, ...]
    words: str


class Face(msgspec.Struct, frozen=True):
    """One face of a yard tile or one slot of the daimyo card."""

    effects: tuple[Effect, ...]
    words: str
    source: str


class Row(msgspec.Struct, frozen=True):
    """A domain row: ``rewards[n]`` is what it pays when ``n`` workers have left it (R5.5)."""

    colour: str
    worker: str
    row: int
    always: str
    spots: tuple[str, ...]
    rewards: tuple[tuple[Effect, ...], ...]


class Components(msgspec.Struct, frozen=True):
    """All components by id."""

    stewards: dict[str, Card]
    diplomats: dict[str, Card]
    daimyo: dict[str, tuple[Face, ...]]
    resources: dict[str, Card]
    actions: dict[str, Card]
    decrees: dict[str, Card]
    gardens: dict[str, Garden]
    blue: dict[str, Face]
    yellow: dict[str, Face]
    rows: tuple[Row, ...]
    well: dict[str, Effect]
    time_points: tuple[int, ...]
    yard_points: tuple[int, ...]

    def cards(self) -> dict[str, Card]:
        """Return every card with a Lantern icon, by id."""
        return {**self.stewards, **self.diplomats, **self.resources, **self.actions, **self.decrees}


def _icon(text: str, source: str) -> tuple[Effect, int, str]:
    effect = parse_effect(text, source)
    return effect, acc.LANTERN_OF[acc.TIME if effect.kind == TIME else effect.what], text


def _blocks(card_id: str, texts: list[str], spans: list[int]) -> tuple[Block, ...]:
    blocks, row = [], 1
    for number, (text, span) in enumerate(zip(texts, spans, strict=True), start=1):
        shade, _, words = text.partition(": ")
        source = f"{card_id}.{number}"
        effects = parse_effects(words, source)
        rows = tuple(range(row, row + span))
        whole = as_one(effects, str(number))
        blocks.append(Block(number, rows, shade == "dark", effects, words, source, whole))
        row += span
    return tuple(blocks)


def _floor(table: dict[str, Any]) -> dict[str, Card]:
    cards = {}
    for card_id, entry in table["cards"].items():
        blocks = _blocks(card_id, entry["blocks"], entry.get("rows", [1, 1, 1]))
        cards[card_id] = Card(
            card_id, *_icon(table["back"], card_id), blocks=blocks, diamond=entry.get("diamond", False)
        )
    return cards


def _resources(table: dict[str, Any]) -> dict[str, Card]:
    cards = {}
    for card_id, entry in table["cards"].items():
        decree, words = "", entry["gains"]
        if words.startswith("decree "):
            decree, _, words = words.removeprefix("decree ").partition(" + ")
        gains = parse_effects(words, card_id)
        cards[card_id] = Card(
            card_id, *_icon(entry["back"], card_id), gains=gains, words=entry["gains"], decree=decree
        )
    return cards


def _rows(table: dict[str, Any]) -> tuple[Row, ...]:
    rows = []
    for colour in COLOURS:
        entry = table[colour]
        texts = [entry["always"], *entry["spots"]]
        source = f"row {colour[0]}"
        rewards = tuple(parse_effects(" + ".join(texts[: gone + 1]), source) for gone in range(6))
        spots = tuple(entry["spots"])
        rows.append(Row(colour, entry["worker"], entry["row"], entry["always"], spots, rewards))
    return tuple(rows)


def _faces(table: dict[str, Any], side: str) -> dict[str, Face]:
    return {
        tile: Face(parse_effects(entry[side], tile), entry[side], tile)
        for tile, entry in table["cards"].items()
    }


@lru_cache(maxsize=64)
def daimyo_faces(cards: str) -> tuple[Face | None, ...] | None:
    """Return what the slots of a card show; of several joined by ``/`` what they share; None: unknown."""
    parts = load().daimyo
    known = [parts[card] for card in cards.split("/") if card in parts]
    if len(known) < 2:
        return known[0] if known else None
    faces: list[Face | None] = []
    for slot, shown in enumerate(zip(*known, strict=True), start=1):
        words, source = shown[0].words, f"{cards}.{slot}"
        same = all(face.words == words for face in shown)
        faces.append(Face(parse_effects(words, source), words, source) if same else None)
    return tuple(faces)


def _daimyo(table: dict[str, Any]) -> dict[str, tuple[Face, ...]]:
    return {
        card_id: tuple(
            Face(parse_effects(text, f"{card_id}.{slot}"), text, f"{card_id}.{slot}")
            for slot, text in enumerate(slots, start=1)
        )
        for card_id, slots in table["cards"].items()
    }


@lru_cache(maxsize=1)
def load() -> Components:
    """Read the component file; later calls return the same value."""
    text = files(__package__).joinpath("components.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    actions = {
        card_id: Card(
            card_id,
            *_icon(data["actions"]["back"], card_id),
            blocks=_blocks(card_id, [f"light: {words}"], [3]),
        )
        for card_id, words in data["actions"]["cards"].items()
    }
    gardens = {
        card_id: Garden(
            card_id,
            "plant" if card_id.startswith("P") else "stone",
            entry["food"],
            entry["points"],
            parse_effects(entry["effect"], card_id),
            entry["effect"],
        )
        for card_id, entry in data["gardens"]["cards"].items()
    }
    return Components(
        stewards=_floor(data["stewards"]),
        diplomats=_floor(data["diplomats"]),
        daimyo=_daimyo(data["daimyo"]),
        resources=_resources(data["resources"]),
        actions=actions,
        decrees={
            card_id: Card(card_id, *_icon(text, card_id))
            for card_id, text in data["decrees"]["cards"].items()
        },
        gardens=gardens,
        blue=_faces(data["yard_tiles"], "blue"),
        yellow=_faces(data["yard_tiles"], "yellow"),
        rows=_rows(data["domain_rows"]),
        well={reward: parse_effect(f"1 {reward}", f"tile {reward}") for reward in REWARDS},
        time_points=tuple(data["time_track"]["points"]),
        yard_points=tuple(data["yards"][str(iron)]["points"] for iron in YARDS),
    )
