"""Around the castle: outside the walls, the well, the training yards (R4, R5, R6.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wcreplay.games.white_castle.components import YARDS, load
from wcreplay.web.boards.svg import die, die_space, group, icon, picture, rect, seat_pill, text
from wcreplay.web.boards.white_castle.effects import draw_effects
from wcreplay.web.boards.white_castle.frame import WIDTH, Changes, dice_words, joined

if TYPE_CHECKING:
    from collections.abc import Mapping

_DIE = 22.0
_YARD_POINTS = {"5": 2, "3": 1, "1": 1}


def draw_grounds(changes: Changes) -> str:
    """Return the two outside spaces, the well and the three yards."""
    shapes = [_outside("o1", "gardener", changes), group(_outside("o2", "warrior", changes), x=183)]
    shapes.append(group(_well(changes), y=66))
    for number, yard in enumerate(YARDS):
        shapes.append(group(_yard(str(yard), changes), x=number * 122, y=142))
    return picture(WIDTH, 248, _words(changes), *shapes)


def _outside(name: str, worker: str, changes: Changes) -> str:
    dice = changes.now["outside"][name]
    new = changes.new_dice("outside", name)
    places = 1 if len(changes.now["seats"]) < 3 else 2
    shapes = [
        rect(0.5, 0.5, 176, 56, "card", 6),
        text(8, 16, f"{name} outside", "t-h"),
        icon(worker, 10, 27, 18, "icon worker"),
        text(34, 41, "or", "t-m"),
        icon("courtier", 53, 27, 18, "icon worker"),
    ]
    for number in range(places):
        x = 172 - (places - number) * (_DIE + 5)
        if number < len(dice):
            fresh = number >= len(dice) - new
            shapes.append(die(x, 26, _DIE, dice[number]["colour"], dice[number]["pips"], changed=fresh))
        else:
            shapes.append(die_space(x, 26, _DIE, "5" if number == 0 else ""))
    return group(*shapes, title=f"Outside the walls, {name}: {worker} or courtier, value 5")


def _well(changes: Changes) -> str:
    well = changes.now["well"]
    dice = well["dice"]
    new = changes.new_dice("well", "dice")
    shapes = [
        rect(0.5, 0.5, WIDTH - 1, 66, "card", 6),
        icon("well", 8, 5, 14),
        text(27, 16, "w well", "t-h"),
        draw_effects(" + ".join(["1 seal", *(f"1 {tile}" for tile in well["tiles"])]), 6, 44, 104),
    ]
    step = min(_DIE + 4, 238 / max(1, len(dice)))
    for number, put in enumerate(dice):
        fresh = number >= len(dice) - new
        shapes.append(die(120 + number * step, 32, _DIE, put["colour"], put["pips"], changed=fresh))
    if not dice:
        shapes.append(die_space(120, 32, _DIE, "1"))
    words = f"The well: value 1 for any number of dice; gives 1 seal, {joined(well['tiles'])}"
    return group(*shapes, title=words)


def _yard(yard: str, changes: Changes) -> str:
    place: Mapping[str, Any] = changes.now["yards"][yard]
    points = _YARD_POINTS[yard]
    shapes = [
        rect(0.5, 0.5, 115, 104, "card", 6),
        icon("iron", 7, 5, 14),
        text(25, 16, f"{yard} yard", "t-h"),
        group(
            icon("point", 80, 5, 13),
            text(96, 16, f"×{points}", "t-s"),
            title=f"{points} point{'s' if points > 1 else ''} per warrior and courtier inside",
        ),
    ]
    for number, tile in enumerate(place["tiles"]):
        side = "yellow" if yard == "1" or number == 1 else "blue"
        face = getattr(load(), side).get(tile or "")
        y = 25 + number * 27
        words = face.words if face is not None else "unknown"
        part = [rect(6, y, 104, 24, f"yard-{side}", 4)]
        part.append(
            draw_effects(words, 10, y + 12, 96, "yard") if face else text(58, y + 16, "?", "t-m", "middle")
        )
        shapes.append(group(*part, title=f"Yard tile {tile or 'unknown'}, {side} side: {words}"))
    x = 5.0
    for seat in changes.now["seats"]:
        number = place["warriors"].get(seat, 0)
        if number:
            changed = changes.delta("yards", yard, "warriors", seat) > 0
            shapes.append(seat_pill(x, 84, seat, number, changed=changed))
            x += 27
    return "".join(shapes)


def _words(changes: Changes) -> str:
    now = changes.now
    left, right = dice_words(now["outside"]["o1"]), dice_words(now["outside"]["o2"])
    parts = [f"Outside left: {left}. Outside right: {right}."]
    parts.append(f"Well with {joined(now['well']['tiles'])}: {dice_words(now['well']['dice'])}.")
    for yard in YARDS:
        place = now["yards"][str(yard)]
        warriors = joined([f"{seat} ×{number}" for seat, number in place["warriors"].items() if number])
        tiles = joined([str(tile) for tile in place["tiles"]])
        parts.append(f"Yard for {yard} iron, {tiles}: {warriors or 'no warrior'}.")
    return "Grounds. " + " ".join(parts)
