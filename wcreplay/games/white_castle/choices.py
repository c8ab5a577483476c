"""What the choices of a decision do, in few words, for people who are asked."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from . import accounts as acc
from .components import ROOMS, load
from .dice import DOMAIN_SPACE, DOMAIN_VALUE, MAIN_SPACES, takeable
from .effects import COLOURS
from .gains import CHECKPOINTS
from .setup import UNKNOWN
from .workers import CLIMB_PEARLS

if TYPE_CHECKING:
    from .position import Position

DIE: Final = re.compile(r"([cbw])([1-6])([<>])(\w+)")
_CLIMB = re.compile(r"([gsd])\^(s[1-3]|d[12]|m)(?:\.?(\d))?")
_BLOCK = re.compile(r"B:(s[1-3]|d[12])\.(\d)")
LETTER: Final = {colour[0]: number for number, colour in enumerate(COLOURS)}
_FROM: Final = {"g": "gate", "s": "steward floor", "d": "diplomat floor"}
_FLOORS: Final = {("g", "s"): 1, ("g", "d"): 2, ("s", "d"): 1, ("s", "m"): 2, ("d", "m"): 1}
_UNITS: Final = {"f": "food", "i": "iron", "p": "pearl", "c": "coin"}
_FIRST: Final = {
    "y1": "the blue yard tile",
    "y2": "the yellow yard tile",
    "L": "the lantern",
    "T": "the time steps",
    "w": "the well",
    "s": "the seals",
}


def menu(position: Position) -> list[str]:
    """Draw the dice that can be taken with the coins that each space gives or costs (R3.6)."""
    decision = position.decision
    if decision is None or decision.kind != "die":
        return []
    spaces = (*MAIN_SPACES, "p")
    lines = [f"  coins{''.join(f'{name:>5}' for name in spaces)}"]
    for offer in takeable(position):
        die = f"{COLOURS[offer.colour][0]}{offer.pips or UNKNOWN}{offer.end}"
        cells = [
            f"{die_coins(position, offer.pips, number):+d}" if die + name in decision.options else "."
            for number, name in enumerate(spaces)
        ]
        note = "   + lantern" if offer.end == "<" else ""
        lines.append(f"  {die:<5}{''.join(f'{cell:>5}' for cell in cells)}{note}")
    return lines


def describe(position: Position, text: str) -> str:
    """Return in few words what an option does."""
    decision = position.decision
    if not text:
        return _going_on(position, decision.kind if decision is not None else "")
    if match := DIE.fullmatch(text):
        return _die_words(position, match)
    if match := _CLIMB.fullmatch(text):
        return _climb_words(position, match)
    if match := _BLOCK.fullmatch(text):
        card = position.rooms[ROOMS.index(match[1])]
        block = card.blocks[int(match[2]) - 1] if card else None
        return f"{block.shade} block: {block.words}" if block else ""
    head, _, rest = text.partition(":")
    if head == "x":
        price = "1 seal" if rest == "c" else "2 seals"
        return f"exchange {price} for 1 {_UNITS[rest]}"
    if head == "P":
        row = load().rows[LETTER[rest]]
        return f"{row.colour} row of the domain and the card's block on it"
    return _worker_words(position, text) or _small_words(text)


def die_coins(position: Position, pips: int, number: int) -> int:
    """Return the coins gained (or paid, negative) for a die on a space (R3.6)."""
    return pips - (DOMAIN_VALUE if number == DOMAIN_SPACE else position.spaces[number][0])


def space_number(name: str) -> int:
    """Return the number of a space by its name in the notation, such as ``s2`` or ``p``."""
    return DOMAIN_SPACE if name == "p" else MAIN_SPACES.index(name)


def _die_words(position: Position, match: re.Match[str]) -> str:
    colour, pips, name = LETTER[match[1]], int(match[2]), match[4]
    number = space_number(name)
    coins = die_coins(position, pips, number)
    words = [f"{coins:+d} coin{'s' * (abs(coins) != 1)}"]
    if number < len(ROOMS):
        card, tiles = position.rooms[number], position.setup.tiles[number]
        blocks = card.blocks if card else ()
        words += [block.words for block, tile in zip(blocks, tiles, strict=False) if tile == colour]
    elif name == "w":
        words.append("1 seal + " + " + ".join(position.setup.well))
    elif name == "p":
        words.append(f"{COLOURS[colour]} row of the domain")
    else:
        words.append("gardener or courtier" if name == "o1" else "warrior or courtier")
    return "; ".join(words)


def _climb_words(position: Position, match: re.Match[str]) -> str:
    start, place, number = match.groups()
    pearls = CLIMB_PEARLS[_FLOORS[start, place[0]]]
    words = f"climb from the {_FROM[start]} for {pearls} pearl"
    if place == "m":
        face = position.daimyo[int(number) - 1] if number and position.daimyo else None
        slot = face.words if face else ""
        return f"{words} to the daimyo: lantern" + (f", then {slot}" if slot else "")
    card = position.rooms[ROOMS.index(place)]
    if card is None:
        return words
    block = card.blocks[int(number) - 1] if number else card.light[0]
    return f"{words}, take {card.id}: {block.words}"


def _worker_words(position: Position, text: str) -> str:
    """Return what a gardener, a warrior or a round-end garden brings."""
    garden = load().gardens.get(text.lstrip("G:@"))
    if garden is not None:
        return f"{garden.words}" if text[0] == "@" else f"gardener for {garden.food} food: {garden.words}"
    if text[0] == "W":
        tiles = position.yard_tiles[("W5", "W3", "W1").index(text)]
        return f"warrior for {text[1]} iron: " + " + ".join(tile.words if tile else UNKNOWN for tile in tiles)
    if text == "Q":
        return "audience: a courtier to the gate for 2 coins"
    return ""


def _small_words(text: str) -> str:
    if text[0] == "+":
        return " + ".join(f"{text.count(letter)} {_UNITS[letter]}" for letter in "fip" if letter in text)
    if text[0] == ">":
        return f"{_FIRST.get(text[1:], f'block {text[1:]}')} first"
    return {"-L": "leave the lantern", "-T": "stop there", "-w": "leave the well"}.get(text, "")


def _going_on(position: Position, kind: str) -> str:
    """Return what the empty option means at a decision."""
    if kind == "checkpoint":
        space = position.ledger.balances[position.seat][acc.TIME]
        seals = CHECKPOINTS[space]
        return f"pay {seals} seal{'s' * (seals > 1)} and move on"
    return {
        "action": "nothing (more) of this",
        "garden": "no (more) garden",
        "order": "as printed",
        "lantern": "collect the lantern",
        "well": "use the well",
        "close": "end the turn",
    }.get(kind, "go on")
