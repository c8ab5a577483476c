"""Why an action, an order mark or another word of a turn is not legal."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from wcreplay.engine.game import Explanation

from . import accounts as acc
from . import effects as fx
from .asked import UNITS, Asked, allows, by_exchange, count, effect_words, open_actions, pending, unknown
from .board import letter
from .components import ROOMS, load
from .effects import COLOURS
from .exchange import SEALS_FOR_COIN, SEALS_FOR_RESOURCE
from .explain_dice import explain_die
from .gains import CHECKPOINTS
from .workers import AUDIENCE_COINS, CLIMB_PEARLS


def _not_open(asked: Asked, what: str) -> Explanation:
    """Say that no pending effect allows what the token wants, and what is open instead."""
    open_now = open_actions(asked.pos)
    hint = f"open here: {open_now}" if open_now else "no action is open here"
    message = f"nothing here lets {asked.who} {what}"
    return Explanation(message, "R5", asked.expected, hint, closed=True)


def _has(asked: Asked, *kinds: int) -> bool:
    return any(allows(effect, kinds) for effect in pending(asked.pos))


def _cost(asked: Asked, what: str, account: int, amount: int, article: str) -> Explanation:
    """Say that something cannot be paid: its own cost, or the price of the action on top of it."""
    have = asked.row[account]
    if have < amount:
        message = f"{what} costs {count(amount, account)}, {asked.who} has {have}"
        return Explanation(message, article, asked.expected, by_exchange(asked, account, amount - have))
    return Explanation(
        f"{asked.who} can pay {what}, but not the price of the action on top",
        "R16.2",
        asked.expected,
        _price(asked),
    )


def _price(asked: Asked) -> str:
    row = asked.row
    due = next((effect for effect in pending(asked.pos) if effect.due), None)
    if due is None:
        return ""
    have = f"{count(row[acc.COIN], acc.COIN)} and {count(row[acc.SEAL], acc.SEAL)}"
    return f"on offer: {effect_words(due)}; {asked.who} has {have}"


def _explain_garden(asked: Asked) -> Explanation:
    pos, card, row = asked.pos, asked.match[2], asked.row
    ids = [garden.id if garden else "_" for garden in pos.garden_cards]
    if card not in ids and "_" in ids:
        return unknown("a garden card", f"{card} cannot be checked")
    if card not in ids:
        lying = " | ".join(f"{c[0]} {ids[2 * n]} {ids[2 * n + 1]}" for n, c in enumerate(COLOURS))
        return Explanation(f"garden {card} is not in this game", "R2.6", lying, "check the line 'gardens'")
    place = ids.index(card)
    bridge = COLOURS[place // 2]
    if asked.match[1] == "@":
        message = f"{card} cannot be used again in this activation"
        if pos.phase != "gardens":
            hint = f"to place a gardener there, write G:{card}"
            return Explanation(f"@{card} uses a garden at a round's end", "R10.2", asked.expected, hint)
        if not row[acc.GARDENER_FIRST + place]:
            message = f"{asked.who} has no gardener on {card}"
        elif not pos.bridges[place // 2]:
            message = f"no die is left on the {bridge} bridge, so {card} is not activated"
        return Explanation(message, "R10.2", asked.expected, closed=True)
    if not _has(asked, fx.GARDENER):
        why = _not_open(asked, f"place a gardener on {card}")
        if pos.phase == "gardens":
            return msgspec.structs.replace(why, hint=f"to use the garden, write @{card}")
        return why
    if row[acc.GARDENER_FIRST + place]:
        return Explanation(f"{asked.who} has a gardener on {card} already", "R6.1", asked.expected)
    if not row[acc.GARDENER_DOMAIN]:
        return Explanation(f"{asked.who} has no gardener left at home", "R1.2", asked.expected)
    return _cost(asked, f"garden {card}", acc.FOOD, load().gardens[card].food, "R6.1")


def _explain_warrior(asked: Asked) -> Explanation:
    if not _has(asked, fx.WARRIOR):
        return _not_open(asked, "place a warrior")
    if not asked.row[acc.WARRIOR_DOMAIN]:
        return Explanation(f"{asked.who} has no warrior left at home", "R1.2", asked.expected)
    return _cost(asked, f"the yard {asked.token}", acc.IRON, int(asked.match[1]), "R6.2")


def _explain_audience(asked: Asked) -> Explanation:
    if not _has(asked, fx.COURTIER, fx.AUDIENCE):
        return _not_open(asked, "ask for an audience")
    if not asked.row[acc.COURTIER_DOMAIN]:
        return Explanation(f"{asked.who} has no courtier left at home", "R1.2", asked.expected)
    return _cost(asked, "an audience", acc.COIN, AUDIENCE_COINS, "R6.3")


_FLOORS = ("at the gate", "on the steward floor", "on the diplomat floor")


def _explain_climb(asked: Asked) -> Explanation:
    row, match = asked.row, asked.match
    start, floors = "gsd".index(match[1]), "sdm".index(match[2][0]) + 1 - "gsd".index(match[1])
    if not _has(asked, fx.COURTIER, fx.CLIMB):
        return _not_open(asked, "climb")
    if floors not in (1, 2):
        far = "not three" if floors == 3 else "never stays on its floor"
        return Explanation(f"a climb goes one or two floors up, {far}", "R6.3", asked.expected)
    if not row[acc.COURTIER_GATE + start]:
        message = f"{asked.who} has no courtier {_FLOORS[start]}"
        hint = "Q, an audience, puts one there for 2 coins" if start == 0 else ""
        return Explanation(message, "R6.3", asked.expected, hint)
    pearls = CLIMB_PEARLS[floors]
    if row[acc.PEARL] < pearls:
        what = f"a climb of {'one floor' if floors == 1 else 'two floors'}"
        return _cost(asked, what, acc.PEARL, pearls, "R6.3")
    if match[2][0] == "m":
        return _explain_slot(asked)
    near = [text for text in asked.legal if text.partition(".")[0] == match[0].partition(".")[0]]
    if not near:
        return _cost(asked, "the climb", acc.PEARL, pearls, "R6.3")
    room = match[2]
    if asked.pos.rooms[ROOMS.index(room)] is None:
        return unknown(f"the card of room {room}", "nobody can climb to it")
    if not match[3]:
        message, hint = f"the card in {room} has two light blocks: which one?", "add its number behind a dot"
    elif "." not in near[0]:
        message, hint = (
            f"the card in {room} has one light block, so its number is not written",
            f"write {near[0]}",
        )
    else:
        message, hint = (
            f"block {match[3]} of the card in {room} is no light block",
            "a climb uses a light one",
        )
    return Explanation(message, "R6.4", " ".join(near), hint)


def _explain_slot(asked: Asked) -> Explanation:
    """Say why a daimyo slot cannot be taken though the climb could be paid (R6.7)."""
    slots, head = asked.pos.slots, asked.match[1] + "^m"
    near = [text for text in asked.legal if text.startswith(head)]
    if not near:
        return _cost(asked, "the climb", acc.PEARL, 0, "R6.3")
    number = asked.match[2][1:]
    if not number:
        message = "a slot of the daimyo card is free, so one is taken"
    elif -1 not in slots:
        message = "no slot of the daimyo card is free, so none is named"
    else:
        message = f"slot {number} of the daimyo card holds a courtier of {letter(slots[int(number) - 1])}"
    return Explanation(message, "R6.7", " ".join(near), f"write {' or '.join(near)}")


def _explain_block(asked: Asked) -> Explanation:
    pos, match = asked.pos, asked.match
    kinds = (fx.BOARD_ANY, fx.BOARD_LIGHT, fx.BOARD_COLOUR)
    action = next((effect for effect in pending(pos) if effect.kind in kinds), None)
    if action is None:
        return _not_open(asked, "use a block of the main board")
    room, number = ROOMS.index(match[1]), int(match[2])
    card = pos.rooms[room]
    if card is None:
        return unknown(f"the card of room {match[1]}", "its blocks cannot be used")
    if number > len(card.blocks):
        message = f"the card in {match[1]}, {card.id}, has {len(card.blocks)} blocks"
        return Explanation(message, "R7", asked.expected)
    block, tile = card.blocks[number - 1], pos.setup.tiles[room][number - 1]
    name = f"block {number} of {card.id} in {match[1]}"
    if action.kind == fx.BOARD_LIGHT and block.dark:
        return Explanation(f"{name} is dark; {action.source} opens light ones", "R7.1", asked.expected)
    if action.kind == fx.BOARD_COLOUR and tile != action.what:
        colour = COLOURS[tile] if tile >= 0 else "an unknown"
        message = f"{name} lies at a {colour} tile; {action.source} opens {COLOURS[action.what]} ones"
        return Explanation(message, "R7.2", asked.expected)
    seals = block.effects[0].seals + action.seals
    if asked.row[acc.SEAL] < seals:
        return _cost(asked, name, acc.SEAL, seals, "R16.2")
    if asked.row[acc.COIN] < action.coins:
        return _cost(asked, f"the action of {action.source}", acc.COIN, action.coins, "R16.2")
    return Explanation(
        f"{name} asks for a worker or a target that {asked.who} has not", "R16.18", asked.expected
    )


def _explain_row(asked: Asked) -> Explanation:
    action = next((effect for effect in pending(asked.pos) if effect.kind == fx.DOMAIN), None)
    if action is None:
        return _not_open(asked, "activate a domain row")
    return Explanation(
        f"{asked.who} cannot pay the price of {action.source}", "R16.2", asked.expected, _price(asked)
    )


# -- small words --------------------------------------------------------------------------------


def _explain_exchange(asked: Asked) -> Explanation:
    row, account = asked.row, {"c": acc.COIN, "f": acc.FOOD, "i": acc.IRON, "p": acc.PEARL}[asked.match[1]]
    seals = SEALS_FOR_COIN if account == acc.COIN else SEALS_FOR_RESOURCE
    unit = "a coin" if account == acc.COIN else f"1 {UNITS[account]}"
    if row[acc.SEAL] < seals:
        message = f"{unit} costs {count(seals, acc.SEAL)}, {asked.who} has {row[acc.SEAL]}"
    elif account != acc.COIN and row[account] >= acc.RESOURCE_CAP:
        message = f"{asked.who} has {acc.RESOURCE_CAP} {UNITS[account]}: there is no room for more"
    else:
        message = "no exchange is possible at this point"
    hint = "1 seal is exchanged for a coin, 2 for a resource that is not full"
    return Explanation(message, "R1.5", asked.expected, hint)


def _explain_resources(asked: Asked) -> Explanation:
    hint = "only what was chosen is written; what a card or tile prints comes by itself"
    return Explanation("no choice of resources is open here", "R12.1", asked.expected, hint)


def _explain_refusal(asked: Asked) -> Explanation:
    pos, what = asked.pos, asked.match[1]
    row = asked.row
    if what == "w":
        hint = "-w is for a well that a card, tile or garden grants; a die placed there always uses it"
        return Explanation("no well was granted here that could be left unused", "R7.5", asked.expected, hint)
    if what == "L":
        taken = pos.facts.taken if pos.facts is not None else None
        message, hint = "the Lantern has been collected already", "-L stands directly behind the die"
        if taken is not None and taken.end == ">":
            message = "the die came from the right end: there is no Lantern to decline"
            hint = "the end of a left die is written <"
        return Explanation(message, "R3.3", asked.expected, hint if taken else "")
    space = row[acc.TIME]
    stop = next((stop for stop in CHECKPOINTS if stop >= space), None)
    message = "no payable checkpoint is met here, so none is refused"
    hint = f"the marker of {asked.who} is on space {space}" + (
        f"; the next checkpoint, behind space {stop}, costs {count(CHECKPOINTS[stop], acc.SEAL)}"
        if stop is not None
        else ""
    )
    return Explanation(message, "R9.4", asked.expected, f"{hint}, there are {row[acc.SEAL]}")


def _explain_go_on(asked: Asked) -> Explanation:
    hint = (
        f"'{asked.token}' is written only before a token that would be taken at this decision: leave it out"
    )
    return Explanation(f"there is nothing to pass over with '{asked.token}' here", "", asked.expected, hint)


def _explain_order(asked: Asked) -> Explanation:
    names = list(dict.fromkeys(f">{effect.name}" for effect in pending(asked.pos)))
    if asked.token in names:
        return Explanation(f"'{asked.token}' cannot be done next here", "R16.9", asked.expected)
    hint = f"pending here: {' '.join(names)}" if names else "nothing is pending here"
    return Explanation(
        f"nothing that is pending here is called {asked.token[1:]}", "R16.9", asked.expected, hint
    )


def _explain_start_card(asked: Asked) -> Explanation:
    hint = "a turn begins with its die"
    return Explanation(
        f"{asked.token} is a starting card: they are picked in the draft", "R2.9", asked.expected, hint
    )


def _explain_card(asked: Asked) -> Explanation:
    hint = "a card is glued to the climb that took the one before it, such as g^s2.3/S9"
    return Explanation("no room is refilled here", "R6.4", asked.expected, hint)


_BOARD = (fx.BOARD_ANY, fx.BOARD_LIGHT, fx.BOARD_COLOUR)
WORDS: tuple[tuple[re.Pattern[str], tuple[int, ...], Callable[[Asked], Explanation]], ...] = (
    (re.compile(r"([cbw])([1-6])([<>])(s[1-3]|d[12]|o[12]|w|p)"), (), explain_die),
    (re.compile(r"([G@]):?([PK]\d+)"), (fx.GARDENER,), _explain_garden),
    (re.compile(r"W([531])"), (fx.WARRIOR,), _explain_warrior),
    (re.compile(r"Q"), (fx.COURTIER, fx.AUDIENCE), _explain_audience),
    (
        re.compile(r"([gsd])\^(s[1-3]|d[12]|m[1-3]?)(?:\.(\d))?"),
        (fx.COURTIER, fx.CLIMB),
        _explain_climb,
    ),
    (re.compile(r"B:(s[1-3]|d[12])\.(\d)"), _BOARD, _explain_block),
    (re.compile(r"P:([cbw])"), (fx.DOMAIN,), _explain_row),
    (re.compile(r"x:([cfip])"), (), _explain_exchange),
    (re.compile(r"\+[fip]+"), (), _explain_resources),
    (re.compile(r"-([LTw])"), (), _explain_refusal),
    (re.compile(r"[.LTw]"), (), _explain_go_on),
    (re.compile(r">.+"), (), _explain_order),
    (re.compile(r"R[1-9]"), (), _explain_start_card),
    (re.compile(r"/.*"), (), _explain_card),
)
"""Each form of token, the effects that would allow it, and what explains it."""
