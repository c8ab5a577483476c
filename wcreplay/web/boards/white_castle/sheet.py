"""The cards of The White Castle drawn for a printed sheet, and the lines to write a game on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from wcreplay.games.white_castle.cards import CARDS
from wcreplay.games.white_castle.components import load
from wcreplay.games.white_castle.setup import GRAMMAR
from wcreplay.games.white_castle.tokens import TOKENS
from wcreplay.web.boards import Line, Section, Sheet
from wcreplay.web.boards.svg import icon, picture, rect, text
from wcreplay.web.boards.white_castle.effects import draw_effects
from wcreplay.web.boards.white_castle.frame import block

if TYPE_CHECKING:
    from wcreplay.engine.cards import Item

_HEAD = 15.0
_ROW = 21.0
_LINE = 28.0
_TURNS = 12
_DICE = "c" + " " * 16 + "b" + " " * 16 + "w"
_SETUP = {
    "castle": "s1 s2 s3 | d1 d2 | daimyo",
    "tiles": "colours, top to bottom, of each | two of the well",
    "gardens": "c plant stone | b plant stone | w plant stone",
    "yards": "5 iron: blue, yellow | 3 iron | 1 iron",
    "order": "seats, first player first",
    "pairs": "resource+action, one pair more than players",
}


def sheet() -> Sheet:
    """Return what stands on the sheet: cards by deck, tokens, signs, and lines to fill in."""
    setup = tuple(Line(keyword.name, _SETUP[keyword.name]) for keyword in GRAMMAR.setup)
    draft = tuple(Line(f"0.{pick}") for pick in range(1, 5))
    rounds = tuple(
        (
            f"Round {number}",
            (
                Line(f"round {number}", _DICE),
                *(Line(f"{number}.{turn}") for turn in range(1, _TURNS + 1)),
                *((Line(f"{number}.g"),) * 4 if number < 3 else (Line("result"),)),
            ),
        )
        for number in (1, 2, 3)
    )
    return Sheet("The White Castle", tuple(_sections()), TOKENS, CARDS.legend, setup, draft, rounds)


def _sections() -> Iterable[Section]:
    draw = {
        "steward": (_castle, 6),
        "diplomat": (_castle, 6),
        "daimyo": (_daimyo, 3),
        "resource": (_resource, 3),
        "action": (_action, 6),
        "decree": (_decree, 6),
        "plant": (_garden, 5),
        "stone": (_garden, 5),
        "yard": (_yard, 4),
    }
    for deck in CARDS.decks:
        one, columns = draw[deck.name]
        drawings = tuple(one(item) for item in CARDS.items if item.deck == deck.name)
        yield Section(deck.name, deck.title, deck.about, columns, drawings)


def _card(item: Item, width: float, height: float, *shapes: str) -> str:
    """Draw a card's frame and id; the id of a card of one line stands in its middle."""
    frame = rect(0.5, 0.5, width - 1, height - 1, "card", 5)
    name = text(6, 12 if height > _LINE else 18, item.id, "t-b")
    return picture(width, height, f"{item.id}: {item.text}", frame, name, *shapes)


def _castle(item: Item) -> str:
    """Draw a steward or diplomat card; a block that covers two rows is twice as high."""
    shapes = []
    for area in load().cards()[item.id].blocks:
        y = _HEAD + (area.rows[0] - 1) * _ROW
        shapes.append(block(area, 4, y, 112, len(area.rows) * _ROW - 2))
    if item.note:
        shapes.append(text(112, 12, "◆", "t-m", "end"))
    return _card(item, 120, _HEAD + 3 * _ROW + 2, *shapes)


def _daimyo(item: Item) -> str:
    shapes = []
    for number, slot in enumerate(load().daimyo[item.id]):
        x = 32.0 + number * 68
        shapes += [rect(x, 4, 65, 20, "slot", 4), text(x + 4, 17.5, f"m{number + 1}", "t-l")]
        shapes.append(draw_effects(slot.words, x + 20, 14, 44))
    return _card(item, 240, _LINE, *shapes)


def _resource(item: Item) -> str:
    card = load().resources[item.id]
    back = card.icon_words.partition(" ")[2]
    shapes = [draw_effects(card.words, 28, 14, 164), icon("lantern", 196, 6.5), icon(back, 214, 6.5)]
    return _card(item, 240, _LINE, *shapes)


def _action(item: Item) -> str:
    return _card(item, 120, _LINE, block(load().actions[item.id].blocks[0], 34, 4, 80, 20))


def _decree(item: Item) -> str:
    sign = load().decrees[item.id].icon_words.partition(" ")[2]
    return _card(item, 120, _LINE, icon("decree", 44, 6.5), icon("lantern", 64, 6.5), icon(sign, 82, 6.5))


def _garden(item: Item) -> str:
    garden = load().gardens[item.id]
    shapes = [
        rect(0.5, 0.5, 143, 43, f"garden-{garden.kind}", 5),
        text(6, 14, item.id, "t-b"),
        icon("food", 62, 3, 14),
        text(79, 14.5, str(garden.food), "t-b"),
        icon("point", 102, 3, 14),
        text(119, 14.5, str(garden.points), "t-b"),
        draw_effects(garden.words, 6, 31, 132),
    ]
    return picture(144, 44, f"{item.id}: {item.text}", *shapes)


def _yard(item: Item) -> str:
    shapes = []
    for x, side in ((30.0, "blue"), (104.0, "yellow")):
        face = getattr(load(), side)[item.id]
        shapes += [rect(x, 4, 71, 20, f"yard-{side}", 4), draw_effects(face.words, x + 3, 14, 65)]
    return _card(item, 179, _LINE, *shapes)
