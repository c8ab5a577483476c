"""Whole games played by programs, with everything the laws look at written down on the way."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import msgspec

from wcreplay.engine import registry
from wcreplay.engine.decision import Decision
from wcreplay.engine.printing import SEATS, add_token
from wcreplay.engine.replay import Replay, replay
from wcreplay.engine.simulate import Paper
from wcreplay.notation.model import RawRecord, Record
from wcreplay.notation.scanner import parse

NAME = "white-castle"
GAME = registry.load(NAME)
POLICIES = registry.policies(NAME)
ACCOUNTS = tuple(account.name for account in GAME.accounts)
COLOURS = ("coral", "black", "white")
TAGS = f'[Game "{NAME}"]\n[Ruleset "base-2023"]\n'


class Moment(msgspec.Struct):
    """A decision of a game: a copy of the position, what was chosen, and the record up to it.

    ``lines`` is the number of lines of the record that stand before the unit; ``printed`` and ``passed`` are
    the tokens of the unit so far and the decisions passed since the last.
    """

    position: Any
    choice: str
    lines: int
    head: str
    printed: list[str]
    passed: list[Decision]


class Walk(msgspec.Struct):
    """A game: its record, its final position, all finished units, and every decision on the way."""

    text: str
    position: Any
    moments: list[Moment]


def generator(*seed: object) -> random.Random:
    return random.Random(" ".join(map(str, seed)))


def walk(policy: str, players: int, seed: int = 1, *, pool: bool = False) -> Walk:
    """Play a game with one policy for all seats and note every decision."""
    rng = generator("laws", players, seed)
    setup = msgspec.structs.replace(POLICIES.deal(rng, players), pool=pool)
    hands = [POLICIES.player(policy, generator(policy, players, seed, seat)) for seat in range(players)]
    position = GAME.start(setup)
    paper = Paper(GAME)
    paper.setup(setup)
    moments: list[Moment] = []
    unit, printed, passed = -1, list[str](), list[Decision]()
    while (decision := position.decision) is not None:
        chance = POLICIES.is_chance(decision)
        choice = POLICIES.chance(rng, position) if chance else hands[decision.seat](position)
        paper.write(position, decision, choice)
        if position.unit_number != unit:
            unit, printed, passed = position.unit_number, [], []
        head = f"{position.label} {SEATS[decision.seat]}" if decision.seat >= 0 else ""
        moments.append(
            Moment(position.clone(), choice, len(paper.lines), head, printed.copy(), passed.copy())
        )
        if choice and decision.seat >= 0:
            add_token(printed, passed, choice)
        else:
            passed.append(decision)
        position.apply(choice)
    paper.close(position)
    tags = TAGS + ('[Rulings "pool"]\n' if pool else "")
    return Walk(tags + "\n" + "\n".join(paper.lines) + "\n", position, moments)


@cache
def played(policy: str, players: int, seed: int = 1) -> Walk:
    """Return a game of a policy; the same one for every test of a run."""
    return walk(policy, players, seed)


def read(text: str) -> Record:
    """Parse a record that is well-formed."""
    record, faults = parse(RawRecord(text, "walk.wcr"), GAME.grammar)
    assert not faults, faults
    return record


def replayed(text: str) -> Replay:
    """Replay a record that is right."""
    done = replay(read(text))
    assert not done.diagnostics, done.diagnostics
    return done


def shown(position: Any) -> tuple[Any, ...]:
    """Return everything a position shows: what two equal positions have in common."""
    return position.to_json(), position.options(), position.ledger.balances, position.history
