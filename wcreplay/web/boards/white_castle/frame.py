"""What the parts of the drawing share: sizes, the view with its changes, titles and lists in words."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from wcreplay.games.white_castle.components import load
from wcreplay.web.boards.svg import group, rect, text
from wcreplay.web.boards.white_castle.effects import draw_effects

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from wcreplay.games.white_castle.components import Block
    from wcreplay.web.boards import View

WIDTH = 360.0
COLOURS = ("coral", "black", "white")
_DIE = re.compile(r"(?:^|\s)([cbw])([1-6])([<>])")
_COLOUR_OF = {"c": "coral", "b": "black", "w": "white"}


class Changes:
    """What differs between the position before the turn and the one after it.

    Every question answers ``False`` (or zero) where there is no position before.
    """

    def __init__(self, view: View) -> None:
        self.now: Mapping[str, Any] = view.position
        self.before: Mapping[str, Any] | None = view.previous
        match = _DIE.search(view.text)
        self.taken: tuple[str, int, str] | None = None
        if match is not None and view.previous is not None:
            self.taken = (_COLOUR_OF[match[1]], int(match[2]), match[3])

    def _was(self, *path: str) -> Any:
        value: Any = self.before
        for key in path:
            if not isinstance(value, dict):
                return None
            value = value.get(key)
        return value

    def new_dice(self, *path: str) -> int:
        """Return how many of the dice at ``path`` were put there in this turn; they are the last ones."""
        before = self._was(*path)
        if before is None:
            return 0
        now: Any = self.now
        for key in path:
            now = now[key]
        return max(0, len(now) - len(before))

    def differs(self, *path: str) -> bool:
        """Whether the value at ``path`` is another one than before the turn."""
        if self.before is None:
            return False
        now: Any = self.now
        for key in path:
            now = now[key]
        return bool(now != self._was(*path))

    def delta(self, *path: str) -> int:
        """Return by how much the number at ``path`` changed."""
        before = self._was(*path)
        if not isinstance(before, int):
            return 0
        now: Any = self.now
        for key in path:
            now = now[key]
        return int(now) - before

    def new_seats(self, *path: str) -> set[str]:
        """Return the seats in the list at ``path`` that were not in it before the turn."""
        before = self._was(*path)
        if before is None:
            return set()
        now: Any = self.now
        for key in path:
            now = now[key]
        return {seat for seat in now if seat is not None} - set(before)


def label(x: float, y: float, name: str, note: str = "") -> str:
    """Return a small heading with a fainter note behind it."""
    shapes = text(x, y, name, "t-h")
    if note:
        shapes += text(x + len(name) * 8.4 + 8, y, note, "t-m")
    return shapes


def block(part: Block | None, x: float, y: float, width: float, height: float) -> str:
    """Return one action area of a card with its background and signs; ``None`` draws an unknown one."""
    if part is None:
        return rect(x, y, width, height, "unknown", 4) + text(
            x + width / 2, y + height / 2 + 4, "?", "t-m", "middle"
        )
    return group(
        rect(x, y, width, height, f"block-{part.shade}", 4),
        draw_effects(part.words, x + 4, y + height / 2, width - 8, part.shade),
        title=f"{part.source}, {part.shade} background: {part.words}",
    )


def card_blocks(card: str | None) -> tuple[Block, ...]:
    """Return the action areas of a castle or action card; none for an unknown card."""
    known = load().cards().get(card) if card is not None else None
    return known.blocks if known is not None else ()


def dice_words(dice: Sequence[Mapping[str, Any]]) -> str:
    """Return dice in words: ``coral 3 and white 5``, or ``no die``."""
    return joined([f"{die['colour']} {die['pips'] or 'unknown'}" for die in dice]) or "no die"


def joined(words: Sequence[str]) -> str:
    """Return a list in words: ``a, b and c``."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def counted(seats: Iterable[str]) -> str:
    """Return seats with how often each occurs: ``A twice`` is written ``A ×2``."""
    return joined([seat if number == 1 else f"{seat} ×{number}" for seat, number in Counter(seats).items()])
