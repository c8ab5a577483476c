"""The three bridges with their dice, and the gardens under them (R2.5, R2.6, R3.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wcreplay.games.white_castle.components import load
from wcreplay.web.boards.svg import die, el, group, icon, picture, rect, ring, seat_disc, text
from wcreplay.web.boards.white_castle.effects import draw_effects
from wcreplay.web.boards.white_castle.frame import COLOURS, WIDTH, Changes, joined

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

_DIE = 28.0
_ROW = 126.0
_LEFT, _MIDDLE, _RIGHT = 44.0, 98.0, 288.0


def draw_bridges(changes: Changes) -> str:
    """Return the bridges from the coral one down, each with its plant and stone garden."""
    rows = []
    words = []
    for number, colour in enumerate(COLOURS):
        bridge = changes.now["bridges"][colour]
        rows.append(group(_bridge(colour, bridge, changes), _gardens(colour, changes), y=number * _ROW))
        words.append(_bridge_words(colour, bridge) + " " + _garden_words(changes.now["gardens"][colour]))
    return picture(WIDTH, _ROW * len(COLOURS) - 6, "Bridges and gardens. " + " ".join(words), *rows)


def _bridge(colour: str, bridge: Mapping[str, Any], changes: Changes) -> str:
    shapes = [
        rect(0.5, 16.5, WIDTH - 1, 42, "surface", 10),
        rect(14, 56, WIDTH - 28, 5, f"stripe stripe-{colour}", 2.5),
        text(2, 11, f"{colour} bridge", "t-h"),
        group(
            text(7, 43, "<", "t-end"),
            icon("lantern", 22, 30, 15),
            title="Left end: this die also gives the Lantern",
        ),
        text(WIDTH - 14, 43, ">", "t-end", "middle"),
    ]
    for pips, x in ((bridge["left"], _LEFT), (bridge["right"], _RIGHT)):
        if pips is None:
            shapes.append(rect(x, 23.5, _DIE, _DIE, "space", 6))
        else:
            shapes.append(die(x, 23.5, _DIE, colour, pips))
    middle = bridge["middle"]
    start = (_MIDDLE + _RIGHT - 18 - len(middle) * (_DIE + 8)) / 2
    shapes += [die(start + place * (_DIE + 8), 23.5, _DIE, colour, pips) for place, pips in enumerate(middle)]
    if changes.taken is not None and changes.taken[0] == colour:
        _, pips, end = changes.taken
        x = _LEFT if end == "<" else _RIGHT
        shapes.append(ring(x, 23.5, _DIE, _DIE, 8))
        shapes.append(text(WIDTH - 2, 11, f"{colour[0]}{pips}{end} taken", "t-chg", "end"))
    return "".join(shapes)


def _gardens(colour: str, changes: Changes) -> str:
    return "".join(
        group(_garden(colour, kind, changes), x=x, y=66) for kind, x in (("plant", 0.5), ("stone", 182.5))
    )


def _garden(colour: str, kind: str, changes: Changes) -> str:
    place = changes.now["gardens"][colour][kind]
    card = load().gardens.get(place["card"] or "")
    shapes = [
        rect(0, 0, 177, 48, f"garden-{kind}", 6),
        icon(kind, 6, 5, 14),
        text(24, 16, place["card"] or "unknown", "t-b"),
    ]
    if card is not None:
        shapes += [
            icon("food", 50, 5, 13),
            text(66, 16, str(card.food), "t-s"),
            icon("point", 80, 5, 13),
            text(96, 16, str(card.points), "t-s"),
            draw_effects(card.words, 4, 34, 78),
        ]
    new = changes.new_seats("gardens", colour, kind, "seats")
    for number, seat in enumerate(place["seats"]):
        shapes.append(seat_disc(165 - number * 20, 34, seat, changed=seat in new))
    if not place["seats"]:
        shapes.append(el("circle", cx=165, cy=34, r=8, class_="space"))
    words = f"{kind} garden {place['card'] or 'unknown'}"
    if card is not None:
        words += f": gardener for {card.food} food, {card.points} points at the end, action {card.words}"
    return group(*shapes, title=words)


def _bridge_words(colour: str, bridge: Mapping[str, Any]) -> str:
    def end(pips: int | None) -> str:
        return "empty" if pips is None else str(pips)

    middle = joined([str(pips) for pips in bridge["middle"]]) or "none"
    ends = f"left end {end(bridge['left'])}, between {middle}, right end {end(bridge['right'])}"
    return f"{colour.capitalize()} bridge: {ends}."


def _garden_words(gardens: Mapping[str, Any]) -> str:
    words = []
    for kind in ("plant", "stone"):
        seats = joined(gardens[kind]["seats"])
        words.append(f"{kind} garden {gardens[kind]['card'] or 'unknown'} with {seats or 'no gardener'}")
    return f"Below: {joined(words)}."
