"""Why a token is no legal option, and what a position waits for: messages for people who wrote a record."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from wcreplay.engine.game import Explanation

from . import accounts as acc
from .asked import (
    UNITS,
    Asked,
    ahead,
    allows,
    choices,
    count,
    dice_words,
    effect_words,
    listed,
    open_actions,
    pending,
    unknown,
)
from .board import letter
from .components import ROOMS, load
from .explain_actions import WORDS
from .explain_dice import explain_roll, roll_shape
from .flow import DICE_PER_COLOUR
from .nodes import Group, Refill, Units
from .resolve import can_do
from .words import NO_HINT, meant, unknown_word

if TYPE_CHECKING:
    from .position import Position


def explain(pos: Position, token: str) -> Explanation:
    """Say why ``token`` is not legal at a position, or at one that follows while nothing is chosen."""
    decision = pos.decision
    if decision is None:
        return Explanation("the game is over", expected="the end of the record")
    path = list(ahead(pos))
    legal = list(dict.fromkeys(text for here in path for text in here.options() if text))
    expected = choices(pos, token, legal)
    if decision.kind == "roll":
        return explain_roll(pos, token)
    if (unknown := unknown_word(token)) is not None:
        why = _nearest_word(unknown, token, legal, expected)
        if decision.kind == "refill" and f"/{token}" in legal:
            why = msgspec.structs.replace(why, hint=f"glue it to its climb: {pos.history[-1]}/{token}")
        return why
    if decision.kind == "refill":
        return _explain_refill(pos, token, expected)
    if decision.kind == "draft":
        return _explain_pick(pos, token, expected)
    if decision.kind == "units":
        return _explain_units(pos, token, expected)
    if decision.kind == "die" and token[0] not in "xcbwR":
        hint = "a turn begins with a die and its space; only exchanges may come before"
        return Explanation(f"'{token}' stands before the die", "R3.3", expected, hint)
    why = Explanation(f"'{token}' is no legal choice here", "", expected)
    for pattern, kinds, words in WORDS:
        if match := pattern.fullmatch(token):
            why = words(Asked(_focus(path, kinds), token, match, legal))
            break
    if _awaits_units(path[-1]) and (why.closed or _legal_after_units(path[-1], token)):
        return _explain_units(path[-1], token, expected)
    return why


def _awaits_units(pos: Position) -> bool:
    return pos.decision is not None and pos.decision.kind == "units"


def _legal_after_units(pos: Position, token: str) -> bool:
    """Whether a token is legal once the units that a position asks for are chosen, and those after them."""
    while _awaits_units(pos):
        following = pos.clone()
        following.apply(next(text for text in pos.options() if text[0] == "+"))
        path = list(ahead(following))
        if any(here.decision is not None and token in here.decision.options for here in path):
            return True
        if not path:
            return False
        pos = path[-1]
    return False


def _focus(path: list[Position], kinds: tuple[int, ...]) -> Position:
    """Return the first position where an action of the kinds is on offer, else the first where one pends."""
    for here in path:
        top = here.stack[-1]
        if isinstance(top, Group) and any(allows(effect, kinds) for effect in top.effects):
            return here
    return next((here for here in path if any(allows(effect, kinds) for effect in pending(here))), path[0])


def _nearest_word(why: Explanation, token: str, legal: list[str], expected: str) -> Explanation:
    """Add to what is said about an unknown word which legal choice is nearest."""
    near = meant(token, legal, exact=why.hint != NO_HINT)
    hint = f"did you mean {' or '.join(near)}?" if near else why.hint
    return msgspec.structs.replace(why, expected=expected, hint=hint)


# -- what chance or the draft decides -------------------------------------------------------------


def _explain_pick(pos: Position, token: str, expected: str) -> Explanation:
    """Say why something is no pick of starting cards (R2.9)."""
    match = re.fullmatch(r"(R\d+)", token)
    who = letter(pos.seat)
    if match is None:
        return Explanation(f"{pos.label} {who} is a pick of starting cards", "R2.9", expected, _PICK)
    card = match[1]
    if any(pair[0] == "_" for pair in pos.pairs):
        return unknown("a starting resource card", f"{card} cannot be checked")
    owner = next((letter(n) for n, cards in enumerate(pos.lantern) if any(c.id == card for c in cards)), "")
    message = f"{owner} has taken {card} already" if owner else f"{card} is not among the starting pairs"
    return Explanation(message, "R2.9", expected)


_PICK = "a pick is the resource card of a pair, then what was chosen, such as 0.1 B R2 +ii"


def _explain_units(pos: Position, token: str, expected: str) -> Explanation:
    """Say why a token does not say what the units of an any-resource gain are (R12.1)."""
    node = pos.stack[-1]
    assert isinstance(node, Units)
    gain = f"{node.source} gives {node.n} of any resource"
    if token.startswith("+"):
        message = f"{gain}, but '{token}' names {len(token) - 1}"
        return Explanation(message, "R12.1", expected, "write a letter for each: f food, i iron, p pearl")
    message = f"{gain}: the choice is written before '{token}'"
    return Explanation(message, "R12.1", expected, "f is food, i iron, p pearl")


def _explain_refill(pos: Position, token: str, expected: str) -> Explanation:
    """Say why a card cannot have refilled a room (R6.4)."""
    node = pos.stack[-1]
    assert isinstance(node, Refill)
    card, floor = token.removeprefix("/"), node.room > 2
    if card not in load().cards() and card != "-":
        if token.startswith("/"):
            return Explanation(f"'{card}' is no card that can refill the room", "R6.4", expected)
        return explain_next(pos)
    parts = load()
    deck = (parts.stewards, parts.diplomats)[floor]
    kind, room = ("diplomat" if floor else "steward"), ROOMS[node.room]
    hint = ""
    if node.empty:
        message, article = f"the {kind} deck is empty, so no card refills {room}", "R6.6"
        hint = "write /-"
    elif card == "-":
        message, article = f"the {kind} deck is not empty: a card refills {room}", "R6.6"
        hint = "write the card that was turned up; /_ if nobody knows"
    elif card not in deck:
        message, article = f"{card} is no {kind} card", "R6.4"
        other = f"/{'D' if floor else 'S'}{card[1:]}"
        hint = f"{room} is refilled from the {kind} deck"
        hint += f": did you mean {other}?" if other in pos.options() else ""
    elif pos.setup.seats == 2 and deck[card].diamond:
        message, article = f"{card} is a diamond card, left out with two players", "R2.1"
    else:
        message, article = f"{card} has been turned up already", "R6.4"
        lying = next(
            (name for name, lies in zip(ROOMS, pos.rooms, strict=True) if lies and lies.id == card), ""
        )
        hint = f"it lies in {lying}" if lying else ""
    return Explanation(message, article, expected, hint)


# -- what comes next ------------------------------------------------------------------------------


def explain_next(pos: Position, *, begun: bool = False) -> Explanation:
    """Say what a position waits for: the dice, whose turn it is, or a choice that must be made.

    ``begun`` is true if the right seat's statement stands there and stops too early.
    """
    decision = pos.decision
    if decision is None:
        return Explanation("the game is over", expected="the end of the record")
    expected = listed([text for text in pos.options() if text])
    who = f"{pos.label} {letter(pos.seat)}"
    if decision.kind == "roll":
        number = pos.round or 1
        hint = f"write them before the first {'turn' if pos.round else 'pick'} of the round"
        article = "R10.3" if pos.round > 1 else "R2.5"
        shape = roll_shape(number, DICE_PER_COLOUR[pos.setup.seats])
        return Explanation(f"the dice of round {number} are missing", article, shape, hint)
    if decision.kind == "refill":
        hint = "write it behind the climb, such as g^s1.2/S9; /_ if unknown"
        return Explanation("the card that refilled the room is missing", "R6.4", expected, hint)
    if decision.kind == "units":
        node = pos.stack[-1]
        assert isinstance(node, Units)
        message = f"{node.source} gives {node.n} of any resource, and the record does not say which"
        return Explanation(message, "R12.1", expected, "write what was taken: f food, i iron, p pearl")
    if decision.kind == "die":
        dice = " ".join(dice_words(pos))
        hint = f"the seats take turns in turn order; {who} is next"
        hint = "a turn takes a die and places it, such as c6>s2" if begun else hint
        return Explanation(f"{who} takes no die", "R3.1", f"{dice}, with a space behind it", hint)
    if decision.kind == "draft":
        hint = _PICK if begun else f"picks go in reverse turn order; {who} is next"
        return Explanation(f"{who} picks no starting cards", "R2.9", expected, hint)
    hint = f"gardens go in the new turn order; {who} is next" if pos.phase == "gardens" else ""
    return Explanation(f"{who} has a choice to make", "R10.2" if hint else "", expected, hint)


def explain_idle(pos: Position, token: str) -> Explanation:
    """Say why an order mark that is passed over chooses nothing (R16.9)."""
    for here in ahead(pos):
        named = [effect for effect in pending(here) if f">{effect.name}" == token and effect.is_action]
        if named and not can_do(here, named[0]):
            row = here.ledger.balances[here.seat]
            have = f"{count(row[acc.COIN], acc.COIN)} and {count(row[acc.SEAL], acc.SEAL)}"
            message = f"'{token}' chooses nothing: {effect_words(named[0])} cannot be done"
            hint = f"{letter(here.seat)} has {have}; leave {token} out, as `wcreplay fmt` does"
            return Explanation(message, "R16.9", "", hint)
    message = f"'{token}' chooses nothing: this order comes by itself, or makes no difference"
    return Explanation(message, "R16.9", "", f"leave {token} out, as `wcreplay fmt` does")


def state_words(pos: Position) -> str:
    """Return the acting seat's holdings and what it can take or do, in a line."""
    if pos.seat < 0 or pos.decision is None or pos.decision.seat < 0:
        return ""
    who = f"{pos.label} {letter(pos.seat)}"
    if pos.decision.kind == "draft":
        return f"{who}: pairs left {' '.join('+'.join(pair) for pair in pos.pairs)}"
    row = pos.ledger.balances[pos.seat]
    holdings = ", ".join(count(row[account], account) for account in UNITS)
    what = ""
    if pos.decision.kind == "die":
        what = f"; dice {' '.join(dice_words(pos)) or 'none'}"
    elif actions := open_actions(pos):
        what = f"; open: {actions}"
    return f"{who}: {holdings}{what}"
