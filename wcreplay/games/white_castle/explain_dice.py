"""Why a die cannot be taken or placed, and why dice cannot have been rolled (R2.5, R3, R4)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from wcreplay.engine.game import Explanation, Fault
from wcreplay.notation.model import Statement

from . import accounts as acc
from .asked import Asked, by_exchange, count, dice_words, unknown
from .components import ROOMS
from .dice import DOMAIN_VALUE, MAIN_SPACES, VALUES, WELL_SPACE
from .effects import COLOURS
from .flow import DICE_PER_COLOUR

if TYPE_CHECKING:
    from .position import Position

_ENDS = {"<": "left", ">": "right"}
_ROLL = re.compile(r"([cbw])([1-6_]*)")


def explain_die(asked: Asked) -> Explanation:
    """Say why a die with its space is not legal."""
    pos, match = asked.pos, asked.match
    kind = pos.decision.kind if pos.decision is not None else ""
    if pos.phase == "gardens":
        hint = "turns of the next round come behind the line of its dice"
        message = "no die is taken when gardens are used at a round's end"
        return Explanation(message, "R10.2", asked.expected, hint)
    if kind != "die":
        hint = "a turn takes one die; the next turn begins with its own label and seat"
        return Explanation(f"a second die in one turn: {asked.token}", "R3.3", asked.expected, hint)
    colour, pips, end = _colour(match[1]), int(match[2]), match[3]
    dice = dice_words(pos)
    if asked.token[:3] not in dice:
        if f"{match[1]}_{end}" in dice:
            fact = f"the die at the {_ENDS[end]} end of the {COLOURS[colour]} bridge"
            return unknown(fact, "it cannot be taken")
        return _no_such_die(asked, colour, pips, end, dice)
    message, article, hint = _closed_space(asked, colour, pips, match[4])
    return Explanation(message, article, asked.expected, hint)


def _colour(text: str) -> int:
    return next(number for number, name in enumerate(COLOURS) if name[0] == text)


def _no_such_die(asked: Asked, colour: int, pips: int, end: str, dice: list[str]) -> Explanation:
    """Say what lies where the record takes a die that is not there (R3.4)."""
    name, space, bridge = COLOURS[colour], asked.match[4], asked.pos.bridges[colour]
    head, other = f"{name[0]}{pips}", "><"["<>".index(end)]
    message = f"no {name} {pips} at the {_ENDS[end]} end of its bridge"
    here = [die for die in dice if die[0] == name[0]]
    same = next((die for die in here if die[2] == end), "")
    if head + other in here:
        hint = f"the {name} {pips} is at the {_ENDS[other]} end: write {head}{other}{space}"
    elif not bridge:
        hint = f"no die is left on the {name} bridge"
    elif pips in bridge and not same:
        hint = f"only the die at the {_ENDS[other]} end is left there: {here[0]}"
    elif pips in bridge:
        hint = f"the {pips} lies between the ends; only {' and '.join(here)} can be taken there"
    elif same:
        hint = f"the {name} die at the {_ENDS[end]} end is a {same[1]}: write {same}{space}"
    else:
        hint = f"the one {name} die that is left is {here[0]}, at the {_ENDS[other]} end"
    near = [die for die in dice if die[1:] == f"{pips}{end}"]
    if near and head + other not in here:
        hint += f"; or was it {' or '.join(die + space for die in near)}?"
    return Explanation(message, "R3.4", asked.expected, hint)


def _closed_space(asked: Asked, colour: int, pips: int, space: str) -> tuple[str, str, str]:
    """Return why a die that can be taken cannot be placed there, the article, and what to do."""
    pos, coins, name = asked.pos, asked.row[acc.COIN], COLOURS[colour]
    die = f"the {name} {pips}"
    if space == "p":
        if pos.domain_dice[pos.seat][colour]:
            return f"a die lies in the {name} domain row of {asked.who} already", "R4.3", ""
        price = DOMAIN_VALUE - pips
        where = "in the domain row"
    else:
        number = MAIN_SPACES.index(space)
        dice = pos.placed[number]
        most = 1 if pos.setup.seats == 2 else 2
        if number != WELL_SPACE and len(dice) >= most:
            return f"{space} is full: {most} {'die' if most == 1 else 'dice'} at most", "R4", ""
        if number < len(ROOMS) and colour not in pos.setup.tiles[number]:
            rooms = [room for room, tiles in zip(ROOMS, pos.setup.tiles, strict=True) if colour in tiles]
            return f"no tile of room {space} is {name}", "R4.4", f"{name} tiles are in {' '.join(rooms)}"
        covered = dice[-1].pips if dice else VALUES[number]
        price = covered - pips
        where = f"on {space}, which {'shows a die of' if dice else 'is worth'} {covered},"
    message = f"{die} {where} costs {count(price, acc.COIN)}, {asked.who} has {coins}"
    return message, "R3.6", by_exchange(asked, acc.COIN, price - coins)


def roll_shape(number: int, count_: int) -> str:
    """Return how the dice of a round are written."""
    dice = "." * count_
    return f"round {number}  c {dice} | b {dice} | w {dice}, the {count_} dice of each bridge ascending"


def explain_roll(pos: Position, token: str) -> Explanation:
    """Say why dice cannot lie on a bridge like that."""
    match = _ROLL.fullmatch(token)
    number = DICE_PER_COLOUR[pos.setup.seats]
    expected = roll_shape(pos.round or 1, number)
    if match is None:
        bare = re.sub(r"[^1-6_]", "", token)
        hint = "a die shows 1 to 6; _ is unknown"
        hint = f"write {token[0]} {bare}, without other signs" if len(bare) == number else hint
        return Explanation(f"'{token[1:]}' are no dice", "R2.5", expected, hint)
    colour, dice = COLOURS[_colour(match[1])], match[2]
    if len(dice) != number:
        message = f"{len(dice)} {colour} dice, but with {pos.setup.seats} players there are {number}"
        return Explanation(message, "R1.1", expected, "_ stands for a die that nobody knows")
    right = "".join(sorted(dice))
    if dice != right:
        message = f"the {colour} dice {dice} are not in ascending order"
        return Explanation(message, "R2.5", expected, f"write {match[1]} {right}")
    awaited = next((text[0] for text in pos.options()), "")
    return Explanation(f"the dice of '{awaited}' come before those of '{match[1]}'", "R2.5", expected)


def misshapen_roll(statement: Statement, pos: Position) -> Fault:
    """Say what is wrong with the form of a ``round`` line, and at which word (R204, R205)."""
    tokens = statement.tokens
    number = pos.round or 1
    expected = roll_shape(number, DICE_PER_COLOUR[pos.setup.seats])
    if not tokens or not tokens[0].text.isdigit():
        message = f"'{statement.keyword}' does not say which round begins"
        hint = f"write round {number}, then the dice"
        return Fault("R204", message, "R10.3", tokens[0] if tokens else None, "", expected, hint)
    if tokens[0].text != str(number):
        message = f"these are the dice of round {tokens[0].text}, but round {number} begins here"
        return Fault("R204", message, "R10.3", tokens[0], "", expected, f"write round {number}")
    slots = [letter for colour in COLOURS for letter in (colour[0], "")]
    parts = [token for token in tokens[1:] if token.text != "|"]
    for place, (token, slot) in enumerate(zip(parts, slots, strict=False)):
        if slot and token.text != slot:
            message = f"'{token.text}' stands where the {_named(slot)} dice begin with '{slot}'"
            hint = "the bridges go in the order c, b, w"
            if re.fullmatch(rf"{slot}[1-6_]+", token.text):
                hint = f"put a blank between them: {slot} {token.text[1:]}"
            elif re.fullmatch(r"[1-6_]", token.text):
                hint = "the dice of a bridge are one word, without blanks"
            return Fault("R205", message, "R2.5", token, "", expected, hint)
        if not slot and token.text in ("c", "b", "w"):
            message = f"the {_named(parts[place - 1].text)} dice are missing"
            return Fault("R205", message, "R2.5", parts[place - 1], "", expected, "_ stands for unknown dice")
    if len(parts) < len(slots):
        slot = slots[len(parts)] or parts[-1].text
        message = f"the line ends before the {_named(slot)} dice"
        return Fault("R205", message, "R2.5", tokens[-1], "", expected, "_ stands for unknown dice")
    token = parts[len(slots)]
    return Fault("R205", f"'{token.text}' follows the dice of the last bridge", "R2.5", token, "", expected)


def _named(letter: str) -> str:
    return COLOURS[_colour(letter)]
