"""Parameters of an address: declared once, read from the request, and described in the document."""

from __future__ import annotations

import difflib
import heapq
import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Literal

import msgspec

Value = int | str | None

_LETTERS: Final = 60
"""Letters at the beginning of a text that are compared with those of a name."""
_LOOKED_AT: Final = 10_000
"""Names that are looked at."""
_COMPARED: Final = 100
"""Names that are compared in full: those that have most pairs of letters in common with the text."""


class BadParameter(ValueError):
    """A parameter that is unknown, given twice, or has a value it cannot have; the message says so."""


class Parameter(msgspec.Struct, frozen=True, kw_only=True):
    """A parameter of the query, or of the path where ``place`` says so.

    A whole number is bounded by ``least`` and ``most``, text by ``longest`` (characters), ``pattern`` or the
    ``choices`` it has. A parameter of the query that is not given is ``default``.
    """

    name: str
    about: str
    kind: Literal["integer", "string"] = "string"
    place: Literal["query", "path"] = "query"
    least: int = 0
    most: int = 0
    longest: int = 0
    pattern: str = ""
    choices: tuple[str, ...] = ()
    default: Value = None
    example: Value = None

    def read(self, text: str) -> int | str:
        """Return the value that a text stands for.

        Raises:
            BadParameter: if it stands for none; the message says what could stand there.
        """
        if self.kind == "integer":
            if text.isascii() and text.isdigit() and len(text) < 10 and self.least <= int(text) <= self.most:
                return int(text)
            wanted = f"a whole number from {self.least} to {self.most}"
            raise BadParameter(f"{self.name} wants {wanted}, not {text[:40]!r}.")
        if self.choices and text not in self.choices:
            raise BadParameter(f"{self.name} cannot be {text[:40]!r}. {nearest(text, self.choices)}")
        if self.pattern and not re.fullmatch(self.pattern, text):
            raise BadParameter(f"{text[:40]!r} is not {self.about}.")
        if self.longest and len(text) > self.longest:
            raise BadParameter(f"{self.name} has at most {self.longest} characters, not {len(text)}.")
        return text

    def schema(self) -> dict[str, Any]:
        """Return the JSON schema of the values."""
        made: dict[str, Any] = {"type": self.kind}
        if self.kind == "integer":
            made |= {"minimum": self.least, "maximum": self.most}
        if self.longest:
            made["maxLength"] = self.longest
        if self.pattern:
            made["pattern"] = f"^{self.pattern}$"
        if self.choices:
            made["enum"] = list(self.choices)
        if self.default is not None:
            made["default"] = self.default
        return made


def most_like(text: str, names: Iterable[str]) -> str:
    """Return the name that is most like a text, or nothing; quick among many thousands, too."""
    text = text[:_LETTERS]
    pairs = _pairs(text)
    looked_at = itertools.islice(names, _LOOKED_AT)
    likely = heapq.nlargest(_COMPARED, looked_at, key=lambda name: len(pairs & _pairs(name[:_LETTERS])))
    return next(iter(difflib.get_close_matches(text, likely, n=1)), "")


def _pairs(text: str) -> set[str]:
    """Return the pairs of neighbouring letters, which are much quicker to compare than the order of all."""
    return {text[place : place + 2] for place in range(len(text) - 1)}


def nearest(text: str, names: Sequence[str]) -> str:
    """Return a sentence or two that name the nearest of some names, and all of them."""
    folded = {name.lower(): name for name in names}
    near = difflib.get_close_matches(text[:80].lower(), folded, n=1)
    start = f"Did you mean {folded[near[0]]!r}? " if near else ""
    return f"{start}There are: {', '.join(names)}." if names else f"{start}There are none."


def read_query(declared: Sequence[Parameter], given: Mapping[str, Sequence[str]]) -> dict[str, Value]:
    """Return a value for each declared parameter of the query from the values that were given.

    Raises:
        BadParameter: if a parameter is unknown, occurs twice or has a wrong value.
    """
    known = {parameter.name: parameter for parameter in declared if parameter.place == "query"}
    values: dict[str, Value] = {name: parameter.default for name, parameter in known.items()}
    for name, texts in given.items():
        if name not in known:
            raise BadParameter(f"there is no parameter {name[:40]!r} here. {nearest(name, list(known))}")
        if len(texts) > 1:
            raise BadParameter(f"{name} is given {len(texts)} times; once is enough.")
        values[name] = known[name].read(texts[0])
    return values
