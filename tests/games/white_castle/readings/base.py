"""How a rejected reading is put in place of a ruling for a while."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import msgspec
import pytest

from wcreplay.engine.decision import Decision
from wcreplay.games.white_castle import components, resolve

Patch = pytest.MonkeyPatch
PACKAGE = components.__name__.rpartition(".")[0]
TESTS = __name__.rpartition(".readings.")[0]


class Reading(NamedTuple):
    """A reading that a ruling rejects, in words, and the change that makes the engine follow it."""

    ruling: str
    words: str
    follow: Callable[[Patch], None]


READINGS: list[Reading] = []


def rejected(ruling: str, words: str) -> Callable[[Callable[[Patch], None]], Callable[[Patch], None]]:
    """Register a function that makes the engine follow a rejected reading."""

    def register(follow: Callable[[Patch], None]) -> Callable[[Patch], None]:
        READINGS.append(Reading(ruling, words, follow))
        return follow

    return register


@contextmanager
def followed(reading: Reading) -> Iterator[None]:
    """Let the engine follow a rejected reading for a while."""
    with Patch.context() as patch:
        reading.follow(patch)
        _forget()
        try:
            yield
        finally:
            patch.undo()
            _forget()


def _forget() -> None:
    """Clear what the rules and the tests of them have cached, the components excepted."""
    for name, module in list(sys.modules.items()):
        if name.startswith((f"{PACKAGE}.", f"{TESTS}.test_")):
            for value in list(vars(module).values()):
                if hasattr(value, "cache_clear") and value is not components.load:
                    value.cache_clear()


def with_parts(patch: Patch, **changes: Any) -> None:
    """Let every module of the rules load other components."""
    load = components.load
    parts = msgspec.structs.replace(load(), **changes)
    for name, module in list(sys.modules.items()):
        if name.startswith(f"{PACKAGE}.") and vars(module).get("load") is load:
            patch.setattr(module, "load", lambda: parts)


def handle(patch: Patch, node: type, handler: Callable[[Any, Any], Decision | None]) -> None:
    """Replace what is done with a kind of node."""
    patch.setitem(resolve.HANDLERS, node, handler)
