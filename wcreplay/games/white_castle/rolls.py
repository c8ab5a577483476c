"""Dice rolls as options of chance: ``c1246`` lays 1, 2, 4 and 6 on the coral bridge."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any

from .effects import COLOURS


class Rolls(Mapping[str, Any]):
    """The rolls of one bridge. Known rolls are listed; one with unknown dice (``_``) can be looked up."""

    def __init__(self, colour: int, count: int, move: Callable[..., None]) -> None:
        """List the ascending rolls of ``count`` dice of a colour (0 to 2)."""
        self._letter = COLOURS[colour][0]
        self._count = count
        self._move = (move, colour)
        self._known = {
            self._letter + "".join(map(str, pips)): (move, colour, pips)
            for pips in combinations_with_replacement(range(1, 7), count)
        }

    def __getitem__(self, text: str) -> Any:
        known = self._known.get(text)
        if known is not None:
            return known
        digits = [digit for digit in text[1:] if digit != "_"]
        fits = text[:1] == self._letter and len(text) == self._count + 1 and "_" in text
        if fits and all(digit in "123456" for digit in digits) and digits == sorted(digits):
            return (*self._move, tuple(0 if digit == "_" else int(digit) for digit in text[1:]))
        raise KeyError(text)

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)


@lru_cache(maxsize=64)
def roll_options(colour: int, count: int, move: Callable[..., None]) -> Rolls:
    """Return the options of rolling ``count`` dice for the bridge of a colour."""
    return Rolls(colour, count, move)
