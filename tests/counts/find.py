"""Finds positions worth counting from in simulated games, and writes their files."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

from tests.conformance.games import module_name
from tests.conformance.walk import Case, Moment, moments, play, so_far
from wcreplay.engine import registry

from .count import FOLDER, GO_ON, Counted, deepest, position, split, write

GAMES = 300
"""Games per policy that are looked through for one kind."""


class Kind(NamedTuple):
    """A kind of position: the number of players, and how to tell it.

    ``fits`` is given a position and the choices since its turn began.
    """

    players: int
    fits: Callable[[Any, list[str]], bool]
    ruling: str = ""


def kinds(game: str) -> dict[str, Kind]:
    """Return the kinds of positions of a game by the name of their file."""
    name = f"tests.counts.{module_name(game)}"
    assert find_spec(name), (
        f"the game '{game}' has no tests/counts/{module_name(game)}.py: write one with KINDS, the positions "
        "that its legal continuations are counted from, as white_castle.py there does"
    )
    found: dict[str, Kind] = import_module(name).KINDS
    return found


def fits(kind: Kind, counted: Counted) -> bool:
    """Whether a file's position is of a kind."""
    reached = position(counted)
    choices = ["" if text == GO_ON else text for text in counted.after]
    return len(reached.ledger.balances) == kind.players and kind.fits(reached, choices)


def missing(game: str) -> None:
    """Make the file of each kind that has none."""
    for name, kind in kinds(game).items():
        path = FOLDER / game / f"{name}.txt"
        if path.exists():
            continue
        found = next(_candidates(game, kind), None)
        if found is None:
            sys.stderr.write(f"{name}: no such position in {GAMES} games of each policy\n")
        else:
            write(path, found)


def _candidates(game: str, kind: Kind) -> Iterator[Counted]:
    for number in range(1, GAMES + 1):
        for policy in registry.policies(game).names:
            if policy != "greedy":  # too slow for a search
                played = play(Case(game, kind.players, policy, f"1-{number}", kind.ruling))
                for moment in moments(played):
                    choices = moment.position.history[len(moment.begin.history) :]
                    if kind.fits(moment.position, choices):
                        yield from _candidate(moment, choices)


def _candidate(moment: Moment, choices: list[str]) -> Iterator[Counted]:
    """Yield the position of a moment if its record leads there and something can be counted."""
    record = so_far(moment, whole_turns=True) + "\n"
    counted = Counted(record, [text or GO_ON for text in choices], 0, {})
    if position(counted).history != moment.position.history:
        return  # a choice that was left out of the record stands between
    depth = deepest(moment.position)
    if depth > 1:
        yield counted._replace(depth=depth, split=split(moment.position, depth))
