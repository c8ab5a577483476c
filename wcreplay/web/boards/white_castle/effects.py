"""Effects of cards and tiles as rows of signs: what is gained, what may be done, what it costs."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from wcreplay.web.boards.svg import el, icon, text

_ICON = 15.0
_DIGIT = 8.4
_GAP = 6.0
_COLOURS = ("coral", "black", "white")


class Sign(NamedTuple):
    """One effect as drawn: how many (0: an action), the icon, a suffix (a die colour or a word), a price."""

    amount: int
    name: str
    suffix: str
    price: int
    currency: str


@cache
def signs(words: str) -> tuple[Sign, ...]:
    """Read the words of a block (``1 seal + 1 any``, ``board any for 4 coin``) into signs to draw."""
    found = []
    for part in words.split(" + "):
        what, _, price = part.strip().partition(" for ")
        cost, _, currency = price.partition(" ")
        first, _, rest = what.partition(" ")
        amount, name, suffix = (int(first), rest, "") if first.isdigit() else (0, first, rest)
        found.append(Sign(amount, name, suffix, int(cost) if cost.isdigit() else 0, currency))
    return tuple(found)


def _parts(sign: Sign) -> list[tuple[str, str, float]]:
    """Return the parts of a sign as (kind, content, width in user units)."""
    parts: list[tuple[str, str, float]] = []
    if sign.amount:
        written = str(sign.amount)
        parts.append(("number", written, _DIGIT * len(written) + 2))
    parts.append(("word", "?", 9) if sign.name == "_" else ("icon", sign.name, _ICON))
    if sign.suffix in _COLOURS:
        parts.append(("tile", sign.suffix, 14))
    elif sign.suffix:
        parts.append(("word", sign.suffix, 6.6 * len(sign.suffix) + 3))
    if sign.price:
        written = f"−{sign.price}"
        parts.append(("price", written, _DIGIT * len(written) + 8))
        parts.append(("icon", sign.currency, _ICON))
    return parts


@cache
def draw_effects(words: str, x: float, y: float, width: float, shade: str = "") -> str:
    """Return the effects named by ``words`` in one line, centred in ``width`` from ``x`` on.

    ``y`` is the middle of the line; ``shade`` is ``light`` or ``dark`` where it stands on a card's
    block. A line that is too long is made smaller as a whole, so it never runs over its neighbour.
    """
    on = f" on-{shade}" if shade else ""
    shapes: list[str] = []
    at = 0.0
    for number, sign in enumerate(signs(words)):
        at += _GAP if number else 0
        for kind, content, size in _parts(sign):
            if kind == "icon":
                shapes.append(icon(content, at, -_ICON / 2, _ICON, f"icon{on}"))
            elif kind == "tile":
                shapes.append(
                    el("rect", x=at + 1.5, y=-6, width=12, height=12, rx=2.5, class_=f"tile tile-{content}")
                )
            else:
                style = {"number": "t-b", "word": "t-s", "price": "t-price"}[kind]
                shapes.append(text(at + (4 if kind == "price" else 0.5), 4.3, content, style + on))
            at += size
    scale = min(1.0, width / at)
    left = x + (width - at * scale) / 2
    move = f"translate({left:.1f} {y:.1f})" + (f" scale({scale:.3f})" if scale < 1 else "")
    return el("g", *shapes, transform=move)
