"""A token that is not legal, the position it meant, and words for what is open there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, NamedTuple

from wcreplay.engine.decision import UnknownFact
from wcreplay.engine.game import Explanation

from . import accounts as acc
from . import effects as fx
from .board import letter
from .dice import takeable
from .effects import COLOURS, Effect
from .exchange import SEALS_FOR_COIN, SEALS_FOR_RESOURCE
from .nodes import Group

if TYPE_CHECKING:
    from .position import Position

_MOST = 14
"""Choices that a message lists."""


class Asked(NamedTuple):
    """A token that is not legal: ``pos`` is the position it most likely meant, ``legal`` what it could be."""

    pos: Position
    token: str
    match: re.Match[str]
    legal: list[str]

    @property
    def who(self) -> str:
        """The letter of the acting seat."""
        return letter(self.pos.seat)

    @property
    def row(self) -> list[int]:
        """The balances of the acting seat."""
        return self.pos.ledger.balances[self.pos.seat]

    @property
    def expected(self) -> str:
        """The nearest legal choices; where a die is taken, the dice."""
        return choices(self.pos, self.token, self.legal)


def ahead(pos: Position) -> Iterator[Position]:
    """Yield a position and those that follow in its unit where nothing is written."""
    unit = pos.unit_number
    here = pos.clone()
    while here.decision is not None and here.unit_number == unit:
        yield here
        if "" not in here.decision.options:
            return
        here = here.clone()
        try:
            here.apply("")
        except UnknownFact:
            return


def pending(pos: Position) -> Iterator[Effect]:
    """Yield every pending effect of the position, the next ones first, and the parts of each."""
    for node in reversed(pos.stack):
        if isinstance(node, Group):
            for effect in node.effects:
                yield effect
                yield from effect.parts


def allows(effect: Effect, kinds: tuple[int, ...]) -> bool:
    """Whether an effect is an action of one of the kinds; outside the walls it is two at once (R5.2)."""
    if effect.kind == fx.OUTSIDE:
        return effect.what in kinds or fx.COURTIER in kinds
    return effect.kind in kinds


def listed(options: list[str], token: str = "", most: int = _MOST) -> str:
    """Return options as text, those most like the token first and exchanges last."""

    def likeness(text: str) -> tuple[bool, float]:
        far = text.startswith("x:") and not token.startswith("x")
        return far, -SequenceMatcher(None, token, text).ratio() if token else 0.0

    ranked = sorted(options, key=likeness)
    shown = " ".join(ranked[:most]) + (f" ... ({len(options)} in all)" if len(options) > most else "")
    if all(text.startswith("x:") for text in options):
        return f"the end of the turn, or an exchange: {shown}" if shown else "the end of the turn"
    return shown


def dice_words(pos: Position) -> list[str]:
    """Return the dice that can be taken, such as ``c2<``; ``_`` for one of unknown pips."""
    return [f"{COLOURS[colour][0]}{pips or '_'}{end}" for colour, pips, end in takeable(pos)]


def choices(pos: Position, token: str, legal: list[str]) -> str:
    """Return what could stand in place of a token: where a die is taken, its spaces or the dice there are."""
    if pos.decision is None or pos.decision.kind != "die":
        return listed(legal, token)
    if token.startswith("x:") and (exchanges := [text for text in legal if text.startswith("x:")]):
        return " ".join(exchanges)
    dice = dice_words(pos)
    if token[:3] in dice:
        return listed([text for text in legal if text.startswith(token[:3])], most=9)
    dice.sort(key=lambda die: (die[0] != token[:1], die[1] != token[1:2]))
    return f"{' '.join(dice)}, with a space behind it"


def unknown(fact: str, so: str) -> Explanation:
    """Say that a token depends on a fact that the record leaves open (R401)."""
    hint = "find the fact out, or end the record before this turn"
    return Explanation(f"the record leaves {fact} open, so {so}", "", "the fact instead of _", hint, "R401")


def open_actions(pos: Position) -> str:
    """Return the pending actions in words, each with the component that shows it."""
    words = (effect_words(effect) for effect in pending(pos) if effect.is_action)
    return ", ".join(dict.fromkeys(words))


_EFFECT_WORDS = {
    fx.COURTIER: "courtier (audience and climb)",
    fx.AUDIENCE: "audience",
    fx.CLIMB: "climb",
    fx.GARDENER: "gardener",
    fx.WARRIOR: "warrior",
    fx.DOMAIN: "domain row",
    fx.BOARD_LIGHT: "light block of the main board",
    fx.BOARD_ANY: "any block of the main board",
}
UNITS = {acc.COIN: "coin", acc.SEAL: "seal", acc.FOOD: "food", acc.IRON: "iron", acc.PEARL: "pearl"}


def effect_words(effect: Effect) -> str:
    """Return an action in words: what it does, what it costs on top, and the component that shows it."""
    if effect.kind == fx.OUTSIDE:
        words = f"{_EFFECT_WORDS[effect.what]} or courtier"
    elif effect.kind == fx.BOARD_COLOUR:
        words = f"block of the main board at a {COLOURS[effect.what]} tile"
    else:
        words = _EFFECT_WORDS.get(effect.kind, "")
    price = " and ".join(count(amount, account) for account, amount, _ in effect.due)
    where = "[second step of a courtier]" if effect.source == "courtier" else f"[{effect.source}]"
    return f"{words}{' for ' + price if price else ''} {where}"


def count(amount: int, account: int) -> str:
    """Return an amount with its unit: ``1 seal``, ``4 coins``, ``2 food``."""
    unit = UNITS[account]
    return f"{amount} {unit}{'s' * (account < acc.FOOD and amount != 1)}"


def by_exchange(asked: Asked, account: int, missing: int) -> str:
    """Return how exchanges before the token would pay what is missing, if they can (R1.5)."""
    each, letter_ = (SEALS_FOR_COIN, "c") if account == acc.COIN else (SEALS_FOR_RESOURCE, "")
    if not letter_ and account in (acc.FOOD, acc.IRON, acc.PEARL):
        letter_ = UNITS[account][0]
    if not letter_ or missing * each > asked.row[acc.SEAL] or asked.pos.phase == "draft":
        return ""
    marks = " ".join([f"x:{letter_}"] * missing)
    return f"{asked.who} has {count(asked.row[acc.SEAL], acc.SEAL)}: {marks} before it would pay for it"
