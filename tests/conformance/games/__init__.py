"""What the laws need to know of each game: one module per game, named as the game's package is.

For ``wcreplay.games.white_castle`` it is ``white_castle.py`` in this folder. It defines ``ADAPTER``, an
object with the members of :class:`Adapter`. Beside it lies ``white_castle.wcr``: games that together show
everything that can occur (``python -m tests.conformance.covering`` finds them).
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from wcreplay.engine import registry


class Final(NamedTuple):
    """The end of a game by seat: points by category, and rank from 1."""

    points: list[dict[str, int]]
    ranks: list[int]


class Adapter(Protocol):
    """What only the game knows. Written from its rules, without help of the code that it checks."""

    rulings: tuple[str, ...]
    """Values of the tag ``Rulings`` under which games are played; the first is empty."""

    def under(self, setup: Any, ruling: str) -> Any:
        """Return the setup under a ruling."""

    def longest(self, players: int) -> int:
        """Return a number of decisions that no game exceeds."""

    def faults(self, position: Any) -> Iterator[str]:
        """Yield what is wrong with a position at a decision or at the end, each as a sentence."""

    def unit_faults(self, unit: Any) -> Iterator[str]:
        """Yield what is wrong with a finished unit: a pick, a turn, an activation."""

    def final(self, board: dict[str, Any]) -> Final:
        """Score a finished game from what its last position shows, and from nothing else."""


class NoAdapter(AssertionError):
    """A registered game lacks its module here; the message says what to write."""


def module_name(game: str) -> str:
    """Return the name of a game's module in this folder."""
    return registry.package(game).rpartition(".")[2]


def adapter(game: str) -> Adapter:
    """Return the adapter of a game. Raises :class:`NoAdapter`."""
    name = f"{__name__}.{module_name(game)}"
    if find_spec(name) is None:
        raise NoAdapter(
            f"the game '{game}' has no tests/conformance/games/{module_name(game)}.py: write one with an "
            "ADAPTER as tests/conformance/games/__init__.py says, so that its games can be checked"
        )
    found: Adapter = import_module(name).ADAPTER
    return found


def covering_games(game: str) -> Path:
    """Return the file with games that together show everything that can occur in a game."""
    return Path(__file__).with_name(f"{module_name(game)}.wcr")
