"""A turn in words: what a seat does at each decision."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from .choices import DIE, LETTER, describe, die_coins, space_number
from .effects import COLOURS

if TYPE_CHECKING:
    from .position import Position

_ENDS: Final = {"<": "left", ">": "right"}
_SPACES: Final = {
    "s": "steward room {}",
    "d": "diplomat room {}",
    "o1": "the outside space left",
    "o2": "the outside space right",
    "w": "the well",
    "p": "the row of that colour",
}
_SILENT: Final = frozenset(("order", "close", "roll"))
"""Kinds of decisions where going on is no news."""


def sentence(position: Position, text: str) -> str:
    """Return what the seat that decides does with an option, to follow its name; empty if it is no news.

    ``position`` is the one before the option is taken.
    """
    decision = position.decision
    kind = decision.kind if decision is not None else ""
    if kind == "refill":
        card = text.removeprefix("/")
        return f"sees {card} turned up" if card.strip("-") else "finds the deck empty"
    if not text and kind in _SILENT:
        return ""
    meaning = describe(position, text)
    if match := DIE.fullmatch(text):
        return _die(position, match)
    if kind == "draft":
        return f"takes the pair with {text}"
    if text.startswith("@"):
        return f"activates the garden {text[1:]}: {meaning}"
    if kind == "garden" and not text:
        return "activates no more gardens"
    return _verb(kind, meaning)


def _die(position: Position, match: re.Match[str]) -> str:
    letter, pips, end, space = match.groups()
    name = _SPACES.get(space) or _SPACES.get(space[:1], space).format(space[1:])
    coins = die_coins(position, int(pips), space_number(space))
    paid = f"{coins:+d} coin{'s' * (abs(coins) != 1)}".replace("-", "−") if coins else "no coins"
    return (
        f"takes the {COLOURS[LETTER[letter]]} {pips} from the {_ENDS[end]}, places it in {name} "
        f"against a {int(pips) - coins}: {paid}"
    )


def _verb(kind: str, meaning: str) -> str:
    """Return the meaning of an option as what somebody does."""
    head, _, rest = meaning.partition(" ")
    if kind == "units":
        return f"takes {meaning}"
    if kind == "checkpoint":
        return meaning.replace("pay", "pays").replace("and move", "and moves").replace("stop", "stops")
    if kind == "order":
        return f"chooses {meaning}" if meaning else ""
    verbs = {
        "black": "uses the black {}",
        "coral": "uses the coral {}",
        "white": "uses the white {}",
        "audience:": "has an audience, {}",
        "climb": "climbs {}",
        "collect": "collects {}",
        "dark": "does the dark {}",
        "exchange": "exchanges {}",
        "gardener": "sends a gardener {}",
        "light": "does the light {}",
        "nothing": "does nothing {}",
        "use": "uses {}",
        "warrior": "sends a warrior {}",
    }
    if head in verbs:
        return verbs[head].format(rest).replace(", take ", ", takes ")
    return f"does {meaning}" if meaning else ""
