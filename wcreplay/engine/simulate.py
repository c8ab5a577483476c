"""Simulation: programs play whole games, written as records in canonical form.

The engine's rules have no random generator; the generators live here and in the games' ``policies``.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context
from typing import Any

from . import registry
from .decision import Decision
from .game import Game, Player, Policies
from .printing import SEATS, add_token, chance_line, result_tag, setup_line
from .workers import prepare_worker

CHUNK = 4
"""Games that one task of a worker process plays."""


class UnknownPolicy(LookupError):
    """No policy of that name, or names for another number of seats; the message says which there are."""


def policy_names(policy: str, game: str, players: int) -> tuple[str, ...]:
    """Return a policy for each seat: ``greedy`` for all, or ``greedy,random`` by seat letter.

    Raises :class:`UnknownPolicy` and :class:`~wcreplay.engine.registry.UnknownGame`.
    """
    known = registry.policies(game).names
    names = tuple(name.strip() for name in policy.split(","))
    for name in names:
        if name not in known:
            raise UnknownPolicy(f"no policy '{name}' for {game}; there are {', '.join(known)}")
    if len(names) == 1:
        return names * players
    if len(names) != players:
        raise UnknownPolicy(f"{len(names)} policies for {players} seats; name one for all, or one a seat")
    return names


def simulate(
    game: str,
    n: int,
    players: int,
    policy: str,
    seed: int,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Iterator[str]:
    """Yield the texts of ``n`` simulated games, each ending in a newline.

    Game ``k`` (from 1) has the seed ``SEED-k``: its deal, dice and cards depend on the seed and the
    number of players alone, so policies can be compared on the same games. ``jobs`` processes share
    the work; the texts and their order do not depend on it. ``progress`` is called with the number of
    games done so far. Raises :class:`UnknownPolicy`, :class:`~wcreplay.engine.registry.UnknownGame`,
    and ``ValueError`` for a number of players that the game does not have.
    """
    low, high = registry.meta(game).players
    if not low <= players <= high:
        raise ValueError(f"{game} has {low} to {high} players, not {players}")
    names = policy_names(policy, game, players)
    return _run(game, n, names, seed, jobs, progress)


def _run(
    game: str,
    n: int,
    names: tuple[str, ...],
    seed: int,
    jobs: int,
    progress: Callable[[int], None] | None,
) -> Iterator[str]:
    chunks = (range(first, min(first + CHUNK, n + 1)) for first in range(1, n + 1, CHUNK))
    done = 0
    if jobs <= 1 or n <= CHUNK:
        for chunk in chunks:
            for number in chunk:
                yield play(game, names, f"{seed}-{number}")
                done += 1
                if progress is not None:
                    progress(done)
        return
    with ProcessPoolExecutor(jobs, get_context("forkserver"), initializer=prepare_worker) as pool:
        waiting: deque[Future[list[str]]] = deque(
            pool.submit(_play_chunk, game, names, seed, chunk) for chunk in islice(chunks, 4 * jobs)
        )
        try:
            while waiting:
                texts = waiting.popleft().result()
                waiting.extend(
                    pool.submit(_play_chunk, game, names, seed, chunk) for chunk in islice(chunks, 1)
                )
                for text in texts:
                    yield text
                    done += 1
                    if progress is not None:
                        progress(done)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _play_chunk(game: str, names: tuple[str, ...], seed: int, numbers: range) -> list[str]:
    return [play(game, names, f"{seed}-{number}") for number in numbers]


def play(game: str, names: tuple[str, ...], seed: str) -> str:
    """Play one game with a policy for each seat and return its record."""
    rules = registry.load(game)
    policies = registry.policies(game)
    count = len(names)
    chance = _generator(f"{game} {count} {seed}")
    setup = policies.deal(chance, count)
    players = [policies.player(name, _generator(f"{seed} {seat}")) for seat, name in enumerate(names)]
    lines, position = play_out(rules, policies, setup, players, chance)
    points = [sum(rules.scores(setup, row)) for row in position.ledger.balances]
    ranks = rules.ranking(points, position.order)
    tags = {
        "Game": game,
        "Ruleset": rules.meta.rulesets[0],
        "Event": "simulated",
        "Source": "simulated",
        "Policy": names[0] if len(set(names)) == 1 else ", ".join(names),
        "Seed": seed,
        "Result": result_tag(points, ranks),
    }
    head = [f'[{name} "{value}"]' for name, value in tags.items()]
    return "\n".join((*head, "", *lines, ""))


def _generator(seed: str) -> random.Random:
    return random.Random(seed)  # noqa: S311 - games are to be played again from their seed, not kept secret


def play_out(
    rules: Game, policies: Policies, setup: Any, players: list[Player], chance: random.Random
) -> tuple[list[str], Any]:
    """Play from a setup to the end; return the canonical statements and the final position."""
    position = rules.start(setup)
    paper = Paper(rules)
    paper.setup(setup)
    while (decision := position.decision) is not None:
        if policies.is_chance(decision):
            text = policies.chance(chance, position)
        else:
            text = players[decision.seat](position)
        paper.write(position, decision, text)
        position.apply(text)
        position.finished.clear()
    paper.close(position)
    return paper.lines, position


class Paper:
    """Writes the decisions of one game down, statement by statement, in canonical form."""

    def __init__(self, rules: Game) -> None:
        """Begin with an empty sheet for a game with these rules."""
        self.lines: list[str] = []
        self._rules = rules
        self._head = ""
        self._unit = -1
        self._printed: list[str] = []
        self._passed: list[Decision] = []
        self._shown: list[str] = []

    def clone(self) -> Paper:
        """Return an independent copy of the sheet."""
        other = Paper(self._rules)
        other.lines = self.lines.copy()
        other._head, other._unit = self._head, self._unit
        other._printed, other._passed = self._printed.copy(), self._passed.copy()
        other._shown = self._shown.copy()
        return other

    def setup(self, setup: Any) -> None:
        """Write the setup statements."""
        pad = self._rules.grammar.pad
        self.lines.extend(setup_line(keyword, text, pad) for keyword, text in self._rules.setup_lines(setup))

    def write(self, position: Any, decision: Decision, text: str) -> None:
        """Write what is chosen at a decision. Call it before the position takes the choice."""
        if decision.seat < 0:
            self._end_statement()
            self._shown.append(text)
            return
        if self._shown or position.unit_number != self._unit:
            self.close(position)
            self._unit = position.unit_number
            self._head = f"{position.label} {SEATS[decision.seat]}"
        if text:
            add_token(self._printed, self._passed, text)
        else:
            self._passed.append(decision)

    def close(self, position: Any) -> None:
        """End the statement in progress; the position stands at the next decision or the end."""
        self._end_statement()
        if self._shown:
            keyword = self._rules.grammar.chance[0].name
            self.lines.append(chance_line(keyword, self._rules.chance_line(self._shown, position)))
            self._shown = []

    def _end_statement(self) -> None:
        if self._printed:
            self.lines.append(f"{self._head} {' '.join(self._printed)}")
        self._printed, self._passed = [], []
