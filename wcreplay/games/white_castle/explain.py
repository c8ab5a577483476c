"""Why a token is no legal option: messages for people who wrote a record down."""

from __future__ import annotations

import difflib
import re
from typing import TYPE_CHECKING

from wcreplay.engine.game import Explanation

from . import accounts as acc
from . import effects as fx
from .board import letter
from .components import ROOMS, YARDS, load
from .dice import MAIN_SPACES, VALUES, WELL_SPACE, takeable
from .effects import COLOURS
from .flow import DICE_PER_COLOUR
from .nodes import Group, Refill, Units
from .workers import CLIMB_PEARLS

if TYPE_CHECKING:
    from .position import Position

_DIE = re.compile(r"([cbw])([1-6])([<>])(s[1-3]|d[12]|o[12]|w|p)")
_ROLL = re.compile(r"([cbw])([1-6_]*)")
_GARDEN = re.compile(r"([G@]):?([PK]\d+)")
_WARRIOR = re.compile(r"W([531])")
_CLIMB = re.compile(r"([gsd])\^(s[1-3]|d[12]|m[1-3]?)(?:\.(\d))?")
_BLOCK = re.compile(r"B:(s[1-3]|d[12])\.(\d)")
_WORDS = re.compile(r"x:[cfip]|\+[fip]{1,3}|-[LTw]|>.{1,3}\^*|P:[cbw]|[.LTw]|R[1-9]|/\S*")
"""Tokens of the game that no other pattern of this module matches."""
_AUDIENCE = re.compile(r"Q")
_COLOUR = {colour[0]: number for number, colour in enumerate(COLOURS)}


def explain(pos: Position, token: str) -> Explanation:
    """Say why ``token`` is not legal at a position, naming what is."""
    decision = pos.decision
    if decision is None:
        return Explanation("the game is over", expected="the end of the record")
    options = [text for text in pos.options() if text]
    expected = _listed(options)
    known = _WORDS.fullmatch(token) is not None
    for pattern, words in (
        (_DIE, _explain_die),
        (_GARDEN, _explain_garden),
        (_WARRIOR, _explain_warrior),
        (_CLIMB, _explain_climb),
        (_BLOCK, _explain_block),
        (_AUDIENCE, _explain_audience),
    ):
        match = pattern.fullmatch(token)
        if match and decision.kind not in ("roll", "refill", "draft", "units"):
            return words(pos, match, expected)
        known = known or match is not None
    if decision.kind == "roll":
        return _explain_roll(pos, token)
    if decision.kind == "refill":
        return _explain_refill(pos, token, expected)
    if decision.kind == "draft" and re.fullmatch(r"R\d+(\+A\d)?", token):
        pairs = " ".join(f"{resource}+{action}" for resource, action in pos.pairs)
        message = f"'{token}' is no pair that is left"
        if any(pair[0] == "_" for pair in pos.pairs) and "+" not in token:
            return _unknown("a starting resource card", f"{token} cannot be checked")
        if "+" in token:
            message = f"'{token}': of the pair only the resource card is written"
        return Explanation(message, "R2.9", f"{expected} (of {pairs})")
    if decision.kind == "units" and token.startswith("+"):
        count = len(options[0]) - 1 if options else 0
        message = f"'{token}' does not say what the {count} resource{'s' * (count > 1)} are"
        return Explanation(message, "R12.1", expected)
    if token.startswith("x:"):
        row = pos.ledger.balances[pos.seat]
        message = f"{letter(pos.seat)} cannot exchange for that: {row[acc.SEAL]} seals"
        return Explanation(message, "R1.5", expected, "1 seal for a coin, 2 for a resource that is not full")
    if not known:
        return _explain_unknown(token, options, expected)
    return Explanation(f"'{token}' is no legal choice here", "", expected)


def _unknown(fact: str, so: str) -> Explanation:
    return Explanation(f"the record leaves {fact} open, so {so}", "", "the fact instead of _", "", "R401")


def _slip(token: str, options: list[str]) -> str:
    """Return the option that differs from a token only by case, or by O for 0 and l for 1."""

    def plain(text: str) -> str:
        return text.lower().translate(str.maketrans("ol", "01"))

    return next((text for text in options if plain(text) == plain(token)), "")


def _explain_unknown(token: str, options: list[str], expected: str) -> Explanation:
    """Say that a token is no word of the game, with the slip that is nearest."""
    hint = "see the table of tokens in docs/notation.md"
    if slip := _slip(token, options):
        hint = f"did you mean {slip}?"
    elif token[:1] in "cbw" and token[1:2] in set("123456") and token[2:3] in set("<>"):
        hint = "a die is followed by its space: s1 s2 s3 d1 d2 o1 o2 w p"
    elif token[:1] in "cbw" and token[1:2] in set("123456"):
        hint = "a die is followed by its end, < (left) or > (right), and its space, such as c6>s2"
    elif near := difflib.get_close_matches(token, options, n=1, cutoff=0.75):
        hint = f"did you mean {near[0]}?"
    return Explanation(f"'{token}' is no word of the notation", "", expected, hint, "R209")


def explain_next(pos: Position) -> Explanation:
    """Say what a position waits for: the dice, whose turn it is, or a choice that must be made."""
    decision = pos.decision
    if decision is None:
        return Explanation("the game is over", expected="the end of the record")
    expected = _listed([text for text in pos.options() if text])
    if decision.kind == "roll":
        number = pos.round or 1
        count = DICE_PER_COLOUR[pos.setup.seats]
        dice = " | ".join(f"{colour[0]} {'123456'[:count]}" for colour in COLOURS)
        hint = f"write them before the first {'turn' if pos.round else 'pick'} of the round"
        article = "R10.3" if pos.round > 1 else "R2.5"
        return Explanation(
            f"the dice of round {number} are missing", article, f"round {number}  {dice}", hint
        )
    if decision.kind == "refill":
        message = "the card that refilled the room is missing"
        return Explanation(
            message, "R6.4", expected, "write it behind the climb, such as g^s1.2/S9; /_ if unknown"
        )
    if decision.kind == "units":
        node = pos.stack[-1]
        assert isinstance(node, Units)
        message = f"{node.source} gives {node.n} of any resource, but not which is written"
        return Explanation(message, "R12.1", expected, "write what was taken: f food, i iron, p pearl")
    order = {
        "draft": ("R2.9", "picks go in reverse turn order"),
        "gardens": ("R10.2", "gardens go in the new turn order"),
    }
    article, words = order.get(pos.phase, ("R3.1", "the seats take turns in turn order"))
    who = f"{pos.label} {letter(pos.seat)}"
    return Explanation(f"{who} has a choice to make", article, expected, f"{words}; {who} is next")


def _listed(options: list[str], most: int = 14) -> str:
    shown = " ".join(options[:most])
    return shown + (f" ... ({len(options)} in all)" if len(options) > most else "") or "the end of the turn"


def _explain_die(pos: Position, match: re.Match[str], expected: str) -> Explanation:
    colour, pips, end = _COLOUR[match[1]], int(match[2]), match[3]
    dice = [f"{COLOURS[c][0]}{p or '_'}{e}" for c, p, e in takeable(pos)]
    name = f"{COLOURS[colour]} {pips}"
    if f"{match[1]}{pips}{end}" not in dice:
        side = "left" if end == "<" else "right"
        if f"{match[1]}_{end}" in dice:
            return _unknown(
                f"the die at the {side} end of the {COLOURS[colour]} bridge", "it cannot be taken"
            )
        legal = " ".join(dice)
        if pos.decision is not None and pos.decision.kind != "die":
            return Explanation(f"a second die in one turn: {match[0]}", "R3.3", expected)
        return Explanation(f"no {name} at the {side} end of its bridge", "R3.4", legal)
    if pos.decision is not None and pos.decision.kind != "die":
        return Explanation(f"a second die in one turn: {match[0]}", "R3.3", expected)
    spaces = [text[3:] for text in pos.options() if text.startswith(match[0][:3])]
    legal = " ".join(match[0][:3] + space for space in spaces)
    return Explanation(*_explain_space(pos, colour, pips, match[4]), legal)


def _explain_space(pos: Position, colour: int, pips: int, space: str) -> tuple[str, str]:
    coins = pos.ledger.balances[pos.seat][acc.COIN]
    die = f"the {COLOURS[colour]} {pips}"
    if space == "p":
        if pos.domain_dice[pos.seat][colour]:
            return f"a die lies in the {COLOURS[colour]} domain row already", "R4.3"
        return f"{die} in the domain row costs {6 - pips} coins, {letter(pos.seat)} has {coins}", "R3.6"
    number = MAIN_SPACES.index(space)
    dice = pos.placed[number]
    cap = 1 if pos.setup.seats == 2 else 2
    if number != WELL_SPACE and len(dice) >= cap:
        return f"{space} is full: {cap} {'die' if cap == 1 else 'dice'} at most", "R4"
    if number < len(ROOMS) and colour not in pos.setup.tiles[number]:
        return f"no tile of room {space} is {COLOURS[colour]}", "R4.4"
    covered = dice[-1].pips if dice else VALUES[number]
    return f"{die} on a {covered} costs {covered - pips} coins, {letter(pos.seat)} has {coins}", "R3.6"


def _pending_actions(pos: Position, *kinds: int) -> bool:
    return any(
        effect.kind in kinds for node in pos.stack if isinstance(node, Group) for effect in node.effects
    )


def _nothing_pending(what: str, expected: str) -> Explanation:
    return Explanation(f"nothing here lets {what}", "R5", expected)


def _explain_garden(pos: Position, match: re.Match[str], expected: str) -> Explanation:
    card, row = match[2], pos.ledger.balances[pos.seat]
    ids = [garden.id if garden else "_" for garden in pos.garden_cards]
    if card not in ids and "_" in ids:
        return _unknown("a garden card", f"{card} cannot be checked")
    if card not in ids:
        return Explanation(f"garden {card} is not in this game", "R2.6", " ".join(ids))
    place = ids.index(card)
    if match[1] == "@":
        if not row[acc.GARDENER_FIRST + place]:
            return Explanation(f"{letter(pos.seat)} has no gardener on {card}", "R10.2", expected)
        if not pos.bridges[place // 2]:
            return Explanation(f"no die is left on the bridge over {card}", "R10.2", expected)
        return Explanation(f"{card} cannot be used here", "R10.2", expected)
    if not _pending_actions(pos, fx.GARDENER, fx.OUTSIDE):
        return _nothing_pending("a gardener be placed", expected)
    if row[acc.GARDENER_FIRST + place]:
        return Explanation(f"{letter(pos.seat)} has a gardener on {card} already", "R6.1", expected)
    if not row[acc.GARDENER_DOMAIN]:
        return Explanation(f"{letter(pos.seat)} has no gardener left", "R1.2", expected)
    food = load().gardens[card].food
    return _too_dear(pos, f"{card} costs {food} food", row[acc.FOOD], food, "food", "R6.1", expected)


def _explain_warrior(pos: Position, match: re.Match[str], expected: str) -> Explanation:
    row, iron = pos.ledger.balances[pos.seat], int(match[1])
    if iron not in YARDS or not _pending_actions(pos, fx.WARRIOR, fx.OUTSIDE):
        return _nothing_pending("a warrior be placed", expected)
    if not row[acc.WARRIOR_DOMAIN]:
        return Explanation(f"{letter(pos.seat)} has no warrior left", "R1.2", expected)
    return _too_dear(pos, f"that yard costs {iron} iron", row[acc.IRON], iron, "iron", "R6.2", expected)


def _too_dear(
    pos: Position, price: str, have: int, need: int, unit: str, article: str, expected: str
) -> Explanation:
    who = letter(pos.seat)
    if have < need:
        return Explanation(f"{price}, {who} has {have}", article, expected)
    return Explanation(
        f"{who} cannot pay the price of the action on top", "R16.2", expected, _price_words(pos)
    )


def _price_words(pos: Position) -> str:
    row = pos.ledger.balances[pos.seat]
    for node in reversed(pos.stack):
        if isinstance(node, Group):
            for effect in node.effects:
                if effect.due:
                    units = {acc.COIN: "coins", acc.SEAL: "seal"}
                    price = " and ".join(f"{amount} {units[account]}" for account, amount, _ in effect.due)
                    have = f"{row[acc.COIN]} coins, {row[acc.SEAL]} seals"
                    return f"{effect.source} costs {price}; there are {have}"
    return ""


def _explain_audience(pos: Position, match: re.Match[str], expected: str) -> Explanation:
    row, who = pos.ledger.balances[pos.seat], letter(pos.seat)
    if not _pending_actions(pos, fx.COURTIER, fx.AUDIENCE, fx.OUTSIDE):
        return _nothing_pending("a courtier ask for an audience", expected)
    if not row[acc.COURTIER_DOMAIN]:
        return Explanation(f"{who} has no courtier left at home", "R1.2", expected)
    return _too_dear(pos, "an audience costs 2 coins", row[acc.COIN], 2, "coins", "R6.3", expected)


def _explain_climb(pos: Position, match: re.Match[str], expected: str) -> Explanation:
    row, who = pos.ledger.balances[pos.seat], letter(pos.seat)
    if not _pending_actions(pos, fx.COURTIER, fx.CLIMB, fx.OUTSIDE):
        return _nothing_pending("a courtier climb", expected)
    start = "gsd".index(match[1])
    target = {"s": 1, "d": 2, "m": 3}[match[2][0]]
    floors = target - start
    names = ("at the gate", "on the steward floor", "on the diplomat floor")
    if not row[acc.COURTIER_GATE + start]:
        return Explanation(f"{who} has no courtier {names[start]}", "R6.3", expected)
    if floors not in (1, 2):
        return Explanation("a climb is one or two floors up", "R6.3", expected)
    pearls = CLIMB_PEARLS[floors]
    if row[acc.PEARL] < pearls:
        message = f"{floors} floor{'s' * (floors > 1)} cost {pearls} pearl, {who} has {row[acc.PEARL]}"
        return Explanation(message, "R6.3", expected)
    near = [text for text in expected.split() if text.startswith(match[0].partition(".")[0])]
    if near:
        hint = "a card with two light blocks needs the number of the one used; with one it is left out"
        return Explanation(f"'{match[0]}' names no light block of that card", "R6.4", " ".join(near), hint)
    return Explanation(f"'{match[0]}' is not possible here", "R6.3", expected, _price_words(pos))


def _explain_block(pos: Position, match: re.Match[str], expected: str) -> Explanation:
    if not _pending_actions(pos, fx.BOARD_ANY, fx.BOARD_LIGHT, fx.BOARD_COLOUR):
        return _nothing_pending("a block of the main board be used", expected)
    message = f"block {match[2]} of room {match[1]} is not open to this action, or cannot be paid"
    return Explanation(message, "R7", expected, _price_words(pos))


def _explain_roll(pos: Position, token: str) -> Explanation:
    match = _ROLL.fullmatch(token)
    count = DICE_PER_COLOUR[pos.setup.seats]
    expected = f"{count} ascending pips for each of c, b, w, such as c {'123456'[:count]}"
    if match is None or len(match[2]) != count:
        return Explanation(f"'{token}' is no roll of {count} dice", "R1.1", expected)
    if list(match[2]) != sorted(match[2]):
        hint = f"write {match[1]} {''.join(sorted(match[2]))}"
        return Explanation(f"the dice {match[2]} are not in ascending order", "R2.5", expected, hint)
    awaited = next((text[0] for text in pos.options()), "")
    return Explanation(f"the dice of '{awaited}' come before those of '{match[1]}'", "R2.5", expected)


def _why_no_refill(pos: Position, card: str) -> tuple[str, str]:
    """Return why a known card cannot refill the room that waits, and the article."""
    parts = load()
    node = pos.stack[-1]
    assert isinstance(node, Refill)
    if node.empty:
        return "the deck is empty, so no card refills the room", "R6.6"
    deck = (parts.stewards, parts.diplomats)[node.room > 2]
    if card not in deck:
        kind = "diplomat" if node.room > 2 else "steward"
        return f"{card} is no {kind} card", "R6.4"
    if pos.setup.seats == 2 and deck[card].diamond:
        return f"{card} is a diamond card, left out with two players", "R2.1"
    return f"{card} has been turned up already", "R6.4"


def _explain_refill(pos: Position, token: str, expected: str) -> Explanation:
    card = token.removeprefix("/")
    if card in load().cards():
        return Explanation(*_why_no_refill(pos, card), expected)
    if token.startswith("/"):
        hint = f"did you mean {slip}?" if (slip := _slip(token, pos.options())) else ""
        return Explanation(f"'{card}' is no card that can refill the room", "R6.4", expected, hint)
    return explain_next(pos)


def state_words(pos: Position) -> str:
    """Return the acting seat's holdings and the takeable dice in a line."""
    if pos.seat < 0:
        return ""
    row = pos.ledger.balances[pos.seat]
    dice = " ".join(f"{COLOURS[c][0]}{p or '_'}{e}" for c, p, e in takeable(pos))
    coins, seals = (
        f"{row[n]} {unit}{'s' * (row[n] != 1)}" for n, unit in ((acc.COIN, "coin"), (acc.SEAL, "seal"))
    )
    return (
        f"{pos.label} {letter(pos.seat)}: {coins}, {seals}, {row[acc.FOOD]} food, {row[acc.IRON]} iron, "
        f"{row[acc.PEARL]} pearl; dice {dice or 'none'}"
    )
