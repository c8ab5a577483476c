"""The table of games. Names are listed without importing any rules."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, Any

from .game import Game, GameMeta, Policies

if TYPE_CHECKING:
    from .cards import CardList
    from .dialogue import Dialogue
    from .provenance import Depends

BUILT_IN = {"white-castle": "wcreplay.games.white_castle"}
"""Name of each game of this package and the package it lives in."""

GROUP = "wcreplay.games"
"""Entry points of this group name packages of further games."""


class UnknownGame(LookupError):
    """No game of that name; the message names the nearest."""


@cache
def _supplied() -> tuple[EntryPoint, ...]:
    """Return the games of other packages; looked up once, as it reads a file of every installed package."""
    return tuple(entry_points(group=GROUP))


def names() -> list[str]:
    """Return the names of all games, sorted."""
    return sorted({*BUILT_IN, *(entry.name for entry in _supplied())})


def package(name: str) -> str:
    """Return the package that a game lives in. Raises :class:`UnknownGame`."""
    if name in BUILT_IN:
        return BUILT_IN[name]
    found = [entry for entry in _supplied() if entry.name == name]
    if len(found) > 1:
        raise UnknownGame(
            f"'{name}' is supplied by {' and '.join(entry.value for entry in found)}; remove one"
        )
    if found:
        return found[0].value
    near = difflib.get_close_matches(name, names(), n=1)
    raise UnknownGame(f"no game '{name}'" + (f"; did you mean '{near[0]}'?" if near else ""))


def meta(name: str) -> GameMeta:
    """Return what is known of a game without its rules. Raises :class:`UnknownGame`."""
    found: GameMeta = import_module(f"{package(name)}.meta").META
    return found


@lru_cache(maxsize=16)
def load(name: str) -> Game:
    """Return a game with its rules. Raises :class:`UnknownGame`."""
    found: Game = import_module(f"{package(name)}.game").GAME
    return found


def policies(name: str) -> Policies:
    """Return how programs deal and play a game; replay never loads it. Raises :class:`UnknownGame`."""
    found: Policies = import_module(f"{package(name)}.policies").POLICIES
    return found


def cards(name: str) -> CardList:
    """Return the cards and tiles of a game. Raises :class:`UnknownGame`, also for a game that lists none."""
    found: CardList = _part(name, "cards").CARDS
    return found


def dialogue(name: str) -> Dialogue:
    """Return how people are asked about a game. Raises :class:`UnknownGame`, also where it cannot be."""
    found: Dialogue = _part(name, "dialogue").DIALOGUE
    return found


def articles(name: str) -> Mapping[str, str]:
    """Return the article of the rules by cause of a posting; empty if the game has no such list.

    A key is a cause, or a cause and an account (``cap time_lost``) where the account decides.
    """
    try:
        found: Mapping[str, str] = _part(name, "reference").ARTICLES
    except UnknownGame:
        return {}
    return found


def dependencies(name: str) -> Depends:
    """Return what names the facts that a posting depends on; nothing if the game has no such list."""
    try:
        found: Depends = _part(name, "provenance").depends
    except UnknownGame:
        return lambda _turn, _posting: ()
    return found


def _part(name: str, part: str) -> Any:
    """Import a module that a game may have or not."""
    module = f"{package(name)}.{part}"
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        raise UnknownGame(f"{name} has no {part}") from None
