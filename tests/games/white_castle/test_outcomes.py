"""What ``outcomes`` says each choice would do: worked out from the rules, and then really done."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from wcreplay.engine import registry
from wcreplay.engine.ledger import Posting
from wcreplay.engine.outcomes import Change, Outcome, outcomes

from .table import GAME, SIXES, position

START = f"""round 1 {SIXES}
0.1 B R9
0.2 A R2 +pp"""
"""A holds 4 coins, 2 seals, 2 pearls; B 3 coins, 2 seals, 4 food, 2 iron."""
AT_FOUR = f"""{START}
1.1 A b6>d1
1.2 B c6>w +f +f
1.3 A w6>d2
1.4 B c6>w +i +i
1.5 A b6>w +p +p
1.6 B w6>w +i +i
round 2 {SIXES}"""
"""A is on 4 with 3 seals."""


def outcome(turns: str, tokens: str, option: str, **lines: str) -> Outcome:
    """Return the outcome of one option of a position."""
    found = {one.text: one for one in outcomes(GAME, position(turns, tokens, **lines))}
    return found[option]


def changes(one: Outcome) -> list[tuple[str, int, str, str]]:
    return [(change.account, change.delta, change.cause, change.source) for change in one.changes]


# -- from the rules -------------------------------------------------------------------------------


def test_a_die_at_the_well_up_to_the_choice_of_units() -> None:
    well = outcome(START, "", "c6>w")
    assert changes(well) == [("coin", 5, "die difference", "w"), ("seal", 1, "well", "w")]
    assert [change.balance for change in well.changes] == [9, 3]
    assert well.words == ("+5 coins (die difference, w)", "+1 seal (well, w)")
    assert (well.label, well.seat, well.kind) == ("1.1", "A", "units")


def test_a_left_die_stops_at_its_lantern() -> None:
    left = outcome(START, "", "c6<w")
    assert (changes(left), left.kind) == ([("coin", 5, "die difference", "w")], "lantern")
    assert changes(outcome(START, "c6<w", "")) == [("pearl", 1, "lantern", "R2"), ("seal", 1, "well", "w")]
    assert changes(outcome(START, "c6<w", "-L")) == [("seal", 1, "well", "w")]


def test_a_block_of_gains_up_to_the_end_of_the_turn() -> None:
    room = outcome(START, "", "w6>s2")
    assert changes(room) == [("coin", 3, "die difference", "s2"), ("food", 2, "room block", "S7.3")]
    assert room.kind == "close"
    end = outcome(START, "w6>s2", "")
    assert (end.changes, end.label, end.seat, end.kind) == ((), "1.2", "B", "die")


def test_an_audience_and_a_climb() -> None:
    audience = outcome(START, "c6>o1", "Q")
    assert changes(audience) == [
        ("coin", -2, "audience", "gate"),
        ("courtier_domain", -1, "audience", "gate"),
        ("courtier_gate", 1, "audience", "gate"),
    ]
    assert audience.words == (
        "\N{MINUS SIGN}2 coins (audience, gate)",
        "courtier to the gate (audience, gate)",
    )
    climb = outcome(START, "c6>o1 Q", "g^s3.2")
    assert climb.changes[0] == Change("A", "pearl", "currency", -2, 0, "climb", "s3")
    assert climb.changes[-1] == Change("A", "lantern_time", "memo", 1, 1, "climb", "A1")
    assert climb.kind == "refill"
    assert changes(outcome(START, "c6>o1 Q g^s3.2", "/S2")) == [("pearl", 2, "climb card", "S15.2")]


def test_a_checkpoint_paid_and_refused() -> None:
    assert changes(outcome(AT_FOUR, "b6>d1", "")) == [
        ("seal", -1, "checkpoint", "6"),
        ("time", 1, "room block", "D6.2"),
    ]
    refused = outcome(AT_FOUR, "b6>d1", "-T")
    assert changes(refused) == [("time_lost", 1, "refused", "D6.2")]
    assert refused.words == ("1 time step lost (not paid, D6.2)",)


def test_without_seals_the_words_say_what_the_space_costs() -> None:
    stopped = outcome(AT_FOUR, "x:c x:c x:c", "b6>d1")
    assert stopped.words[-2:] == (
        "+1 time step (room block, D6.2)",
        "1 time step lost (space 6 costs 1 seal, D6.2)",
    )


def test_what_a_cap_takes_is_a_change_of_its_own() -> None:
    turns = f"{START}\n1.1 A c6>w +i +i\n1.2 B c6>w +f +f"
    full = outcome(f"{turns}\n1.3 A b6>w +i +i", "b6>w +f", "+f")
    assert changes(full) == [("food", 1, "well", "tile any"), ("food", -1, "cap", "tile any")]
    assert full.words == ("+0 food (1 lost, full) (well, tile any)",)


def test_the_end_of_a_round_changes_other_seats_too() -> None:
    turns = f"{START}\n1.1 A c6>w +f +f\n1.2 B w6>d2\n1.3 A c6>w +f +f\n1.4 B b6>w +f +f\n1.5 A b6>w +f +f"
    end = outcome(turns, "w6>w +f +i", "")
    assert [(change.seat, change.account, change.balance) for change in end.changes] == [
        ("B", "order", 1),
        ("A", "order", 2),
    ]
    assert end.words == (
        "1st in turn order (turn order, heron track)",
        "A: 2nd in turn order (turn order, heron track)",
    )
    assert (end.label, end.seat, end.kind) == ("2.1", "", "roll")


def test_an_option_that_needs_an_unknown_fact_says_so() -> None:
    castle = "S10 _ S15 | D6 D2 | M5"
    hidden = outcome(START, "", "w6>s2", castle=castle)
    assert (hidden.unknown, hidden.changes, hidden.kind) == ("the card of room s2", (), "")
    known = outcome(START, "", "w6>s3", castle=castle)
    assert (known.unknown, known.kind) == ("", "close")
    climb = outcome(START, "c6>o1 Q", "g^s2", castle=castle)
    assert climb.unknown == "the card of room s2"


def test_dice_and_refills_have_outcomes_too() -> None:
    found = outcomes(GAME, GAME.start(position(START).setup))
    assert len(found) == 56  # rolls of three coral dice
    assert {(one.changes, one.seat, one.kind) for one in found} == {((), "", "roll")}
    cards = outcomes(GAME, position(START, "c6>o1 Q g^s2.3"))
    assert [one.text for one in cards] == ["/S12", "/S13", "/S2", "/S4", "/S5", "/S9"]
    assert {tuple(changes(one)) for one in cards} == {(("food", 2, "climb card", "S7.3"),)}


def test_the_last_choice_ends_the_game() -> None:
    turn = position(START)
    while turn.label != "3.6" or turn.decision.kind != "close":
        options = turn.options()
        turn.apply(
            "" if "" in options else next((text for text in options if text.endswith("w")), options[0])
        )
    last = outcomes(GAME, turn)[0]
    assert (last.text, last.label, last.seat, last.kind, last.then) == ("", "", "", "", "the game is over")
    turn.apply("")
    assert outcomes(GAME, turn) == ()


def test_a_choice_has_its_meaning_in_words() -> None:
    for tokens, option in (("", "c6>w"), ("", "x:c"), ("c6<w", "-L"), ("c6<w", ""), ("c6>o1", "Q")):
        assert outcome(START, tokens, option).meaning


# -- and in play ----------------------------------------------------------------------------------


def named(postings: list[Posting]) -> list[tuple[str, str, int, int, str, str]]:
    return [
        ("ABCD"[posting.seat], GAME.accounts[posting.account].name, *posting[2:6]) for posting in postings
    ]


def whole(live: Any) -> tuple[str, list[str], list[str], list[Posting], int]:
    """Return all that a dry run must leave alone."""
    shown = json.dumps(live.to_json())
    return shown, live.options(), live.history.copy(), live.ledger.postings.copy(), len(live.finished)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_choice_does_what_was_said_and_asking_changes_nothing(players: int) -> None:
    chance = random.Random(players)
    asked = 0
    for _ in range(5):
        live = GAME.start(registry.policies("white-castle").deal(chance, players))
        while not live.over:
            options = live.options()
            if live.decision.kind == "roll" or chance.random() < 0.5:
                live.apply(chance.choice([option for option in options if not option.startswith("x:")]))
            else:
                compare(live, options, chance.choice(options))
                asked += 1
    assert asked > 100


def compare(live: Any, options: list[str], text: str) -> None:
    """Ask what the options of a position would do, then take one and see."""
    before = whole(live)
    found = outcomes(GAME, live)
    assert whole(live) == before
    assert [one.text for one in found] == options
    said = found[options.index(text)]
    already = len(live.ledger.postings)
    live.finished.clear()
    live.apply(text)
    done = [*(posting for unit in live.finished for posting in unit.postings), *live.ledger.postings]
    assert [
        (change.seat, change.account, change.delta, change.balance, change.cause, change.source)
        for change in said.changes
    ] == named(done[already:])
    assert (said.label, said.kind) == (("", "") if live.over else (live.label, live.decision.kind))
