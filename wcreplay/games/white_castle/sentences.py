"""A turn in words: what a seat did at each decision, and the article behind each cause of a posting."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from .choices import describe

if TYPE_CHECKING:
    from .position import Position

_COLOURS: Final = {"c": "coral", "b": "black", "w": "white"}
_ENDS: Final = {"<": "left", ">": "right"}
_DIE: Final = re.compile(r"([cbw])([1-6])([<>])(\w+)")
_COINS: Final = re.compile(r"([+-]\d+) coins?(?:; )?")
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
CAUSES: Final = {
    "setup": "R2.8",
    "draft": "R2.10",
    "die difference": "R3.6",
    "room block": "R5.1",
    "outside": "R5.2",
    "well": "R5.3",
    "domain row": "R5.4",
    "domain card": "R5.4",
    "gardener": "R6.1",
    "garden": "R6.1",
    "warrior": "R6.2",
    "yard tile": "R6.2",
    "audience": "R6.3",
    "climb": "R6.3",
    "climb card": "R6.4",
    "daimyo slot": "R6.7",
    "main board": "R7",
    "lantern": "R8.1",
    "checkpoint": "R9.2",
    "unpaid": "R9.3",
    "refused": "R9.4",
    "end of the track": "R9.7",
    "price": "R1.6",
    "exchange": "R1.5",
    "cap": "R1.3",
    "turn order": "R10.1",
    "placement": "R3.3",
}
"""The article of the rules reference behind each cause of a posting."""


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
    if match := _DIE.fullmatch(text):
        return _die(match, meaning)
    if kind == "draft":
        return f"takes the pair with {text}"
    if text.startswith("@"):
        return f"activates the garden {text[1:]}: {meaning}"
    if kind == "garden" and not text:
        return "activates no more gardens"
    return _verb(kind, meaning)


def _die(match: re.Match[str], meaning: str) -> str:
    colour, pips, end, space = match.groups()
    name = _SPACES.get(space) or _SPACES.get(space[:1], space).format(space[1:])
    found = _COINS.match(meaning)
    coins = int(found[1]) if found else 0
    paid = f"{coins:+d} coin{'s' * (abs(coins) != 1)}".replace("-", "−") if coins else "no coins"
    return (
        f"takes the {_COLOURS[colour]} {pips} from the {_ENDS[end]}, places it in {name} "
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
