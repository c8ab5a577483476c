"""Checks whole games against all laws and tells what broke which."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from .laws import EVERYWHERE, IN_ALL, IN_DEPTH
from .walk import Case, Played, generator, moments, play, so_far

ENOUGH = 10
"""Faults of one game after which no more are looked for."""

FRAMES = -3
"""The last calls of a traceback, which say where it happened."""


class Fault(NamedTuple):
    """A law that a game breaks: where, how, and the record up to there."""

    case: Case
    law: str
    place: str
    message: str
    record: str

    def __str__(self) -> str:
        """Say it in a line or two."""
        return f"{self.case}, {self.place}: {self.law.replace('_', ' ')}: {self.message}"


def play_and_check(case: Case, depth: int | None) -> tuple[Played | None, list[Fault]]:
    """Play a game and check it; without a game if it could not be played to its end."""
    try:
        played = play(case)
    except Exception:  # noqa: BLE001 - whatever a program runs into is a finding
        return None, [Fault(case, "a_game_is_played_to_its_end", "in play", _raised(), "")]
    return played, check(played, depth)


def check(played: Played, depth: int | None) -> list[Fault]:
    """Return what is wrong with a game; ``depth`` decisions are looked at in depth, ``None``: all of them."""
    found: list[Fault] = []
    for fault in _faults(played, depth):
        found.append(fault)
        if len(found) == ENOUGH:
            break
    return found


def _faults(played: Played, depth: int | None) -> Iterator[Fault]:
    case = played.case
    count = len(played.position.history)
    deep = range(count) if depth is None else generator("depth", case).sample(range(count), min(depth, count))
    chosen = set(deep)
    try:
        for number, moment in enumerate(moments(played)):
            for law in (*EVERYWHERE, *(IN_DEPTH if number in chosen else ())):
                for message in _broken(law, moment):
                    place = f"decision {number} ({moment.position.label}, {moment.decision.kind})"
                    yield Fault(case, law.__name__, place, message, so_far(moment))
    except Exception:  # noqa: BLE001 - the same
        yield Fault(case, "a_game_can_be_stepped_through", "on the way", _raised(), played.text)
    for whole in IN_ALL:
        for message in _broken(whole, played):
            yield Fault(case, whole.__name__, "the whole game", message, played.text)


def _broken(law: Callable[[Any], Iterator[str]], subject: Any) -> Iterator[str]:
    """Yield what breaks a law; an exception is one more way to break it."""
    try:
        yield from law(subject)
    except Exception:  # noqa: BLE001 - the same
        yield _raised()


def _raised() -> str:
    return traceback.format_exc(limit=FRAMES)
