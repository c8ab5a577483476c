"""Simulation is repeatable, does not depend on the number of processes, and writes canonical records."""

import re

import pytest

from wcreplay.engine import registry
from wcreplay.engine.reader import read_record
from wcreplay.engine.simulate import UnknownPolicy, simulate
from wcreplay.notation.formatter import format_record
from wcreplay.notation.model import RawRecord
from wcreplay.notation.scanner import parse

GAME = "white-castle"
GRAMMAR = registry.load(GAME).grammar


def texts(n: int, players: int, policy: str, seed: int = 1, jobs: int = 1) -> list[str]:
    return list(simulate(GAME, n, players, policy, seed, jobs))


def test_the_same_seed_gives_the_same_games() -> None:
    assert texts(5, 3, "heuristic") == texts(5, 3, "heuristic")
    assert texts(5, 3, "heuristic")[:3] == texts(3, 3, "heuristic")
    assert texts(2, 3, "heuristic", 1) != texts(2, 3, "heuristic", 2)


def test_games_do_not_depend_on_the_number_of_processes() -> None:
    assert texts(16, 2, "random", jobs=2) == texts(16, 2, "random")


def test_a_consumer_may_stop_early() -> None:
    games = simulate(GAME, 10_000, 2, "random", 1, jobs=2)
    assert '[Seed "1-1"]' in next(games)
    games.close()  # type: ignore[attr-defined]


def test_deal_and_dice_depend_on_the_seed_and_not_on_the_policy() -> None:
    one, other = texts(1, 3, "random")[0], texts(1, 3, "heuristic")[0]
    start = re.compile(r"^castle.*?round 1[^\n]*", re.DOTALL | re.MULTILINE)
    first, second = start.search(one), start.search(other)
    assert first is not None
    assert second is not None
    assert first[0] == second[0]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("policy", ["random", "heuristic"])
def test_records_replay_complete_and_are_canonical(policy: str, players: int) -> None:
    for text in texts(8, players, policy):
        record, faults = parse(RawRecord(text), GRAMMAR)
        assert not faults
        assert format_record(record, GRAMMAR) == text
        done = read_record(RawRecord(text)).replay
        assert done is not None
        assert done.state == "complete"
        assert not done.diagnostics
        written = [line for line in text.splitlines() if re.match(r"\d\.", line)]
        assert written == [f"{turn.label} {turn.seat} {turn.text}" for turn in done.turns if turn.text]


def test_tags_say_how_the_game_was_made() -> None:
    (text,) = texts(1, 2, "random,heuristic", 42)
    tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', text, re.MULTILINE))
    assert list(tags) == ["Game", "Ruleset", "Event", "Source", "Policy", "Seed", "Result"]
    assert tags["Source"] == "simulated"
    assert tags["Policy"] == "random, heuristic"
    assert tags["Seed"] == "42-1"
    assert re.fullmatch(r"[AB] \d+, [AB] \d+", tags["Result"])


def test_the_better_policy_wins() -> None:
    points = [0, 0]
    for text in texts(10, 2, "heuristic,random"):
        result = re.search(r'Result "(.*)"', text)
        assert result is not None
        for seat, number in re.findall(r"([AB]) (\d+)", result[1]):
            points[seat == "B"] += int(number)
    assert points[0] > 2 * points[1]


def test_progress_is_called_after_each_game() -> None:
    done: list[int] = []
    list(simulate(GAME, 6, 2, "random", 1, 1, done.append))
    assert done == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    ("players", "policy", "error", "words"),
    [
        (3, "clever", UnknownPolicy, "no policy 'clever' for white-castle; there are random, heuristic"),
        (3, "random,greedy", UnknownPolicy, "2 policies for 3 seats"),
        (5, "random", ValueError, "2 to 4 players, not 5"),
    ],
)
def test_wrong_requests_are_named_at_once(
    players: int, policy: str, error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        simulate(GAME, 1, players, policy, 1)


def test_an_unknown_game_is_named() -> None:
    with pytest.raises(registry.UnknownGame, match="did you mean 'white-castle'"):
        simulate("white-casle", 1, 2, "random", 1)
