"""Every registered game, played by every policy with every number of players, holds to every law."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec

import pytest

from wcreplay.engine import registry
from wcreplay.engine.coverage import coverage, coverage_of
from wcreplay.engine.simulate import simulate
from wcreplay.notation.model import RawRecord

from . import covering
from .check import check, play_and_check
from .games import NoAdapter, adapter, covering_games
from .walk import Case, play

DEPTH = 8
"""Decisions of a game that are looked at in depth."""
GAMES = registry.names()


def cases() -> Iterator[Case]:
    """Yield every game, policy and number of players; further rulings with two policies."""
    for game in GAMES:
        if find_spec(f"{registry.package(game)}.policies") is None:
            continue
        low, high = registry.meta(game).players
        policies = registry.policies(game).names
        for players in range(low, high + 1):
            yield from (Case(game, players, policy) for policy in policies)
            for ruling in rulings(game)[1:]:
                yield from (Case(game, players, policy, "1-2", ruling) for policy in policies[:2])


def rulings(game: str) -> tuple[str, ...]:
    """Return the rulings that games are played under; a game without an adapter fails in its own test."""
    try:
        return adapter(game).rulings
    except NoAdapter:
        return ("",)


@pytest.mark.parametrize("game", GAMES)
def test_a_registered_game_brings_what_the_suite_needs(game: str) -> None:
    """A game without policies, a list of what can occur, or an adapter is not checked: say so."""
    for module in ("policies", "coverage"):
        assert find_spec(f"{registry.package(game)}.{module}"), f"{game} has no module {module}"
    assert adapter(game).rulings[0] == ""
    assert covering_games(game).exists(), (
        f"{game} has no {covering_games(game).name}: python -m tests.conformance.covering --game {game}"
    )


@pytest.mark.parametrize("case", list(cases()), ids=str)
def test_a_game_that_is_played_holds_to_every_law(case: Case) -> None:
    played, faults = play_and_check(case, DEPTH)
    assert not faults, "\n".join(map(str, faults))
    assert played is not None


@pytest.mark.parametrize("game", GAMES)
def test_the_games_are_those_that_simulate_makes(game: str) -> None:
    low, _ = registry.meta(game).players
    policy = registry.policies(game).names[0]
    (text,) = simulate(game, 1, low, policy, 1)
    assert play(Case(game, low, policy)).text.partition("\n\n")[2] == text.partition("\n\n")[2]


def kept() -> Iterator[RawRecord]:
    for game in GAMES:
        yield from covering.kept(game)


@pytest.mark.parametrize("raw", list(kept()), ids=lambda raw: f"{raw.source}-{raw.number}")
def test_a_kept_game_holds_to_every_law(raw: RawRecord) -> None:
    faults = check(covering.replayed(raw), 1)
    assert not faults, "\n".join(map(str, faults))


@pytest.mark.parametrize("game", GAMES)
def test_the_kept_games_show_everything_that_can_occur(game: str) -> None:
    rows = coverage(game, [raw.text for raw in covering.kept(game)])
    assert rows
    assert [f"{row.group} {row.name}" for row in rows if not row.count] == []
    assert [f"{row.group} {row.name}" for row in rows if not row.listed] == []


def test_a_game_without_an_adapter_is_told_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.BUILT_IN, "go", "wcreplay.games.go_of_old")
    with pytest.raises(NoAdapter, match=r"'go' has no tests/conformance/games/go_of_old\.py: write one"):
        adapter("go")


def test_the_search_keeps_no_game_that_shows_nothing_new() -> None:
    shown = [frozenset({("a", "1")}), frozenset({("a", "1"), ("a", "2")}), frozenset({("a", "3")})]
    assert covering.choose(["x", "yy", "z"], shown) == ["yy", "z"]
    assert set(coverage_of(GAMES[0]).events)
