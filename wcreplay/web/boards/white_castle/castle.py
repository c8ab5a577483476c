"""The castle: gate, steward and diplomat rooms with cards, tiles and dice, and the daimyo floor (R4, R6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wcreplay.games.white_castle.components import load
from wcreplay.web.boards.svg import die, die_space, el, group, picture, rect, ring, seat_disc, text
from wcreplay.web.boards.white_castle.effects import draw_effects
from wcreplay.web.boards.white_castle.frame import (
    WIDTH,
    Changes,
    block,
    card_blocks,
    counted,
    dice_words,
    joined,
    label,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

_DIE = 22.0
_FLOORS = (("daimyo", "Daimyo"), ("diplomat", "Diplomats"), ("steward", "Stewards"), ("gate", "Gate"))
_BLOCK = 27.0


def draw_castle(changes: Changes) -> str:
    """Return the castle from the daimyo floor down to the gate."""
    shapes = [_daimyo(changes)]
    y = 84.0
    shapes.append(_floor("diplomat", changes, y))
    for number, room in enumerate(("d1", "d2")):
        shapes.append(group(_room(room, 175, 4, changes), x=0.5 + number * 183, y=y + 10))
    y += 10 + 30 + 2 * (_BLOCK + 3) + 24
    shapes.append(_floor("steward", changes, y))
    for number, room in enumerate(("s1", "s2", "s3")):
        shapes.append(group(_room(room, 115, 3, changes), x=0.5 + number * 122, y=y + 10))
    y += 10 + 30 + 3 * (_BLOCK + 3) + 24
    shapes.append(_floor("gate", changes, y))
    return picture(WIDTH, y + 8, _words(changes), *shapes)


def _courtiers(floor: str, changes: Changes) -> list[tuple[str, int, bool]]:
    found = []
    for seat in changes.now["seats"]:
        number = changes.now["players"][seat]["courtiers"][floor]
        if number:
            found.append((seat, number, changes.delta("players", seat, "courtiers", floor) > 0))
    return found


def _floor(floor: str, changes: Changes, y: float) -> str:
    """Return a floor's name with the courtiers there; the rules do not ask in which room (R12.5)."""
    points = {"gate": 1, "steward": 3, "diplomat": 6, "daimyo": 10}[floor]
    name = dict(_FLOORS)[floor]
    note = "1 point" if points == 1 else f"{points} points"
    deck = changes.now["decks"].get(floor)
    if deck is not None:
        note += f" · deck {deck}"
    shapes = [label(2, y, name, note)]
    x = WIDTH - 10
    for seat, number, changed in reversed(_courtiers(floor, changes)):
        x -= 18 if number > 1 else 0
        shapes.append(seat_disc(x, y - 4, seat, count=number, changed=changed))
        x -= 24
    return "".join(shapes)


def _daimyo(changes: Changes) -> str:
    daimyo = changes.now["daimyo"]
    faces = load().daimyo.get(daimyo["card"] or "", ())
    new = changes.new_seats("daimyo", "slots")
    shapes = [_floor("daimyo", changes, 12)]
    shapes.append(rect(0.5, 22.5, WIDTH - 1, 42, "card", 6))
    shapes.append(text(12, 47, daimyo["card"] or "?", "t-b"))
    for number, seat in enumerate(daimyo["slots"]):
        x = 42.0 + number * 106
        words = faces[number].words if number < len(faces) else ""
        part = [rect(x, 27, 102, 33, "slot", 5)]
        if words:
            part.append(draw_effects(words, x + 4, 43.5, 66))
        if seat is None:
            part.append(el("circle", cx=x + 88, cy=43.5, r=8, class_="space"))
        else:
            part.append(seat_disc(x + 88, 43.5, seat, changed=seat in new))
        taken = "free" if seat is None else f"taken by {seat}"
        shapes.append(group(*part, title=f"Slot {number + 1}: {words or 'unknown'}, {taken}"))
    return "".join(shapes)


def _room(name: str, width: float, printed: int, changes: Changes) -> str:
    room: Mapping[str, Any] = changes.now["rooms"][name]
    tiles = room["tiles"]
    height = 30 + len(tiles) * (_BLOCK + 3) + 3
    shapes = [rect(0, 0, width, height, "card", 6), text(7, 19, name, "t-h")]
    shapes.append(text(30, 19, room["card"] or "?", "t-m"))
    if changes.differs("rooms", name, "card"):
        shapes.append(ring(28, 7, 28, 15, 5))
    places = 1 if len(changes.now["seats"]) < 3 else 2
    new = changes.new_dice("rooms", name, "dice")
    for number in range(places):
        x = width - 5 - (places - number) * (_DIE + 3)
        if number < len(room["dice"]):
            put = room["dice"][number]
            fresh = number >= len(room["dice"]) - new
            shapes.append(die(x, 4, _DIE, put["colour"], put["pips"], changed=fresh))
        else:
            shapes.append(die_space(x, 4, _DIE, str(printed) if number == 0 else ""))
    blocks = card_blocks(room["card"])
    for number, colour in enumerate(tiles):
        y = 30 + number * (_BLOCK + 3)
        part = blocks[number] if number < len(blocks) else None
        shapes.append(
            group(
                rect(5, y, 19, _BLOCK, f"tile tile-{colour}" if colour else "unknown", 4),
                text(
                    14.5, y + _BLOCK / 2 + 4, colour[0] if colour else "?", f"t-tile pip-{colour}", "middle"
                ),
                title=f"{colour or 'unknown'} tile",
            )
        )
        shapes.append(block(part, 27, y, width - 32, _BLOCK))
    return "".join(shapes)


def _words(changes: Changes) -> str:
    """Return the castle in words."""
    now = changes.now
    parts = []
    for floor, name in _FLOORS:
        seats = [seat for seat, number, _ in _courtiers(floor, changes) for _ in range(number)]
        parts.append(f"{name}: {counted(seats) or 'no courtier'}.")
    slots = [seat or "free" for seat in now["daimyo"]["slots"]]
    parts.append(f"Daimyo card {now['daimyo']['card'] or 'unknown'}, slots {joined(slots)}.")
    for name, room in now["rooms"].items():
        blocks = card_blocks(room["card"])
        areas = [
            f"{colour or 'unknown'} tile {blocks[number].shade} {blocks[number].words}"
            if number < len(blocks)
            else str(colour or "unknown tile")
            for number, colour in enumerate(room["tiles"])
        ]
        card = room["card"] or "unknown"
        parts.append(f"Room {name}, card {card}: {joined(areas)}; {dice_words(room['dice'])}.")
    return "Castle. " + " ".join(parts)
