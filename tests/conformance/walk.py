"""Games played by programs, and the walk through one of them, decision by decision."""

from __future__ import annotations

import random
from collections.abc import Iterator
from types import GetSetDescriptorType, MemberDescriptorType
from typing import Any, NamedTuple

import msgspec

from wcreplay.engine import registry
from wcreplay.engine.decision import Decision
from wcreplay.engine.game import Game, Player, Policies
from wcreplay.engine.ledger import Ledger
from wcreplay.engine.simulate import Paper, play_out

from .games import Adapter, adapter


class Case(NamedTuple):
    """A game to play. ``seed`` is that of a simulated game: ``1-7`` is the seventh with ``--seed 1``."""

    game: str
    players: int
    policy: str
    seed: str = "1-1"
    ruling: str = ""

    def __str__(self) -> str:
        """Name the case in one word."""
        ruling = f"-{self.ruling}" if self.ruling else ""
        return f"{self.game}{ruling}-{self.players}-{self.policy}-{self.seed}"


class Played(msgspec.Struct):
    """A game that was played to the end: its record, what was chosen, and where it ended.

    ``head`` is the record up to its first statement, ``text`` all of it.
    """

    case: Case
    rules: Game
    policies: Policies
    adapter: Adapter
    setup: Any
    head: str
    text: str
    position: Any


class Moment(msgspec.Struct):
    """A decision of a game. The position is the live one: whoever looks at it leaves it as it is.

    ``sheet`` is the record up to here; ``begin`` is a copy of the position where the statement in progress
    began, and ``written`` the number of the sheet's lines before that statement.
    """

    played: Played
    position: Any
    decision: Decision
    sheet: Paper
    begin: Any
    written: int
    rng: random.Random


class TooLong(AssertionError):
    """A game has more decisions than its adapter allows."""


def generator(*seed: object) -> random.Random:
    """Return the generator of a seed."""
    return random.Random(" ".join(map(str, seed)))


def play(case: Case) -> Played:
    """Play a game to its end: the one that ``wcreplay simulate`` makes of the same seed.

    Raises :class:`TooLong` rather than go on for ever.
    """
    known = adapter(case.game)
    rules, policies = registry.load(case.game), registry.policies(case.game)
    chance = generator(case.game, case.players, case.seed)
    setup = known.under(policies.deal(chance, case.players), case.ruling)
    limit = known.longest(case.players)
    hands = [
        bounded(policies.player(case.policy, generator(case.seed, seat)), limit)
        for seat in range(case.players)
    ]
    lines, position = play_out(rules, policies, setup, hands, chance)
    return finished(case, setup, lines, position)


def finished(case: Case, setup: Any, lines: list[str], position: Any) -> Played:
    """Return a game that was played, given its statements and its last position."""
    rules = registry.load(case.game)
    tags = {"Game": case.game, "Ruleset": rules.meta.rulesets[0]}
    if case.ruling:
        tags["Rulings"] = case.ruling
    head = "".join(f'[{name} "{value}"]\n' for name, value in tags.items()) + "\n"
    text = head + "\n".join(lines) + "\n"
    policies = registry.policies(case.game)
    return Played(case, rules, policies, adapter(case.game), setup, head, text, position)


def bounded(player: Player, limit: int) -> Player:
    """Return a player that gives up where the game has gone on for too long."""

    def choose(position: Any) -> str:
        if len(position.history) > limit:
            raise TooLong(f"more than {limit} decisions, and the game still goes on")
        return player(position)

    return choose


def moments(played: Played) -> Iterator[Moment]:
    """Go through a game once more and yield each decision before it is taken."""
    rules = played.rules
    rng = generator("walk", played.case)
    position = rules.start(played.setup)
    sheet = Paper(rules)
    sheet.setup(played.setup)
    statement: tuple[int, bool] | None = None
    begin, written = position, 0
    for choice in played.position.history:
        decision = position.decision
        assert decision is not None, "the game is over, but it was played on"
        here = (position.unit_number, decision.seat < 0)
        if here != statement:
            statement, begin = here, position.clone()
            before = sheet.clone()
            before.close(position)
            written = len(before.lines)
        yield Moment(played, position, decision, sheet, begin, written, rng)
        sheet.write(position, decision, choice)
        position.apply(choice)


def last(played: Played) -> Any:
    """Return the position at the end of a game, reached step by step, with all finished units."""
    position = played.rules.start(played.setup)
    for choice in played.position.history:
        position.apply(choice)
    return position


def so_far(moment: Moment, *, whole_turns: bool = False) -> str:
    """Return the record up to a moment, or up to the statement in progress."""
    sheet = moment.sheet.clone()
    sheet.close(moment.position)
    lines = sheet.lines[: moment.written] if whole_turns else sheet.lines
    return moment.played.head + "\n".join(lines) + "\n"


def contents(value: Any) -> Any:
    """Return all that a position holds in a form that can be kept and compared.

    Finished units stay with the original when a position is copied, so they are left out.
    """
    if isinstance(value, (list, tuple)):
        return tuple(map(contents, value))
    if isinstance(value, dict):
        return {key: contents(held) for key, held in value.items()}
    if isinstance(value, (set, frozenset)):
        return frozenset(value)
    if isinstance(value, Decision):
        return value.seat, value.kind, tuple(sorted(value.options)), value.go, tuple(value.redundant)
    if isinstance(value, Ledger) or hasattr(value, "finished"):
        return {name: contents(getattr(value, name)) for name in _attributes(value) if name != "finished"}
    return value


def _attributes(value: Any) -> list[str]:
    """Return the names of an object's attributes: in slots, compiled, or in its ``__dict__``."""
    names = {
        name
        for kind in type(value).__mro__
        for name, member in vars(kind).items()
        if isinstance(member, (GetSetDescriptorType, MemberDescriptorType)) and name[:2] != "__"
    }
    return sorted(names | vars(value).keys() if hasattr(value, "__dict__") else names)
