"""The stepping API: what bot authors rely on."""

from __future__ import annotations

import doctest
import json
import random

import pytest

import wcreplay.play
from wcreplay.engine.decision import IllegalOption
from wcreplay.engine.game import SetupError
from wcreplay.engine.reader import read_record
from wcreplay.engine.registry import UnknownGame
from wcreplay.notation.diagnostics import RecordError
from wcreplay.notation.model import RawRecord
from wcreplay.play import Stepper, from_record, new_game

SETUP = """
castle  S4 S5 S6 | D9 D2 | M5
tiles   wwc bbc cwc | wb wc | iron coin
gardens c P4 K2 | b P1 K3 | w P5 K1
yards   Y8 Y5 | Y6 | Y2
order   B C A
pairs   R2+A1 R5+A3 R3+A2 R8+A2
"""


def play_on(game: Stepper, rng: random.Random, choices: int = 10_000) -> None:
    """Take random choices."""
    for _ in range(choices):
        options = game.options()
        if not options:
            return
        game.apply(rng.choice(options))


def test_the_examples_of_the_module_run() -> None:
    assert doctest.testmod(wcreplay.play).failed == 0
    assert doctest.testmod(wcreplay.play).attempted > 3


def test_a_game_from_its_setup_to_the_end_is_a_record() -> None:
    game = new_game("white-castle", SETUP)
    play_on(game, random.Random(3))
    assert game.over
    assert game.options() == []
    assert (game.seat, game.kind) == ("", "")
    text = game.record(Event='a "quoted" \\ event')
    reading = read_record(RawRecord(text, "x"))
    assert reading.replay is not None
    assert reading.replay.state == "complete"
    assert reading.replay.record.tag("Event") == 'a "quoted" \\ event'
    assert {r.seat: r.points for r in reading.replay.result} == {
        seat: points["total"] for seat, points in game.scores().items()
    }


def test_a_clone_goes_its_own_way() -> None:
    game = new_game("white-castle", SETUP)
    play_on(game, random.Random(1), 40)
    before, record = json.dumps(game.to_json()), game.record()
    other = game.clone()
    assert (other.options(), other.record()) == (game.options(), record)
    play_on(other, random.Random(2), 40)
    assert json.dumps(game.to_json()) == before
    assert game.record() == record
    assert other.record() != record


def test_outcomes_tell_what_apply_does() -> None:
    game = new_game("white-castle", SETUP)
    play_on(game, random.Random(4), 30)
    before = json.dumps(game.to_json()), game.record()
    told = game.outcomes()
    assert (json.dumps(game.to_json()), game.record()) == before
    assert [outcome.text for outcome in told] == game.options()
    for outcome in told:
        other = game.clone()
        other.apply(outcome.text)
        assert (outcome.label, outcome.seat, outcome.kind) == (other.label, other.seat, other.kind)
        shown = other.to_json()["players"]
        for change in reversed(outcome.changes):
            if change.account == "coin":
                assert change.balance == shown[change.seat]["coins"]
                break
    with pytest.raises(AttributeError):
        told[0].text = "x"  # type: ignore[misc]


def test_an_illegal_choice_changes_nothing() -> None:
    game = new_game("white-castle", SETUP)
    for roll in ("c2335", "b2334", "w2366"):
        game.apply(roll)
    before = game.record()
    for text in ("", "R9", "c6>s2", "_"):
        with pytest.raises(IllegalOption):
            game.apply(text)
    assert game.record() == before
    game.apply("R8")
    assert game.label == "0.2"


def test_a_game_that_is_over_takes_no_choice() -> None:
    game = new_game("white-castle", SETUP)
    play_on(game, random.Random(1), 10_000)
    assert game.over
    before = game.record()
    for text in ("", "c6>s2"):
        with pytest.raises(IllegalOption):
            game.apply(text)
    assert game.record() == before


@pytest.mark.parametrize("choices", [1, 7, 60, 150])
def test_a_record_picks_up_where_it_ends(choices: int) -> None:
    game = new_game("white-castle", SETUP)
    play_on(game, random.Random(choices), choices)
    label = game.label
    while not game.over and (game.label == label or game.kind == "roll"):  # a record ends with a whole turn
        game.apply(game.options()[0])
    again = from_record(game.record())
    assert again.label == game.label
    assert again.to_json() == game.to_json()
    assert again.options() == game.options()


def test_what_cannot_be_played_says_why() -> None:
    with pytest.raises(UnknownGame, match="did you mean 'white-castle'"):
        new_game("white-castel", SETUP)
    with pytest.raises(SetupError, match="S4 lies in two places"):
        new_game("white-castle", SETUP.replace("S5", "S4"))
    with pytest.raises(RecordError):
        new_game("white-castle", SETUP + "(")
    with pytest.raises(RecordError, match="is no word of the notation"):
        from_record('[Game "white-castle"]\n' + SETUP + "round 1  c 2335 | b 2334 | w 2366\n0.1 A R8 zap")
