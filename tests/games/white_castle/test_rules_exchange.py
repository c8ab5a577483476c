"""Exchanges of seals: what for, and when (R1.5, R3.7, R16.7, R16.8, R16.14)."""

from __future__ import annotations

import pytest

from .table import SIXES, choices, delta, holds, position, posted, refused

START = f"""round 1 {SIXES}
0.1 B R9
0.2 A R2 +fp"""
"""A holds 4 coins, 2 seals, 1 food, 1 pearl; B 3 coins, 2 seals, 4 food, 2 iron."""

FIVE_SEALS = f"""{START}
1.1 A c6>w +f +f
1.2 B b6>w +i +i
1.3 A c6>w +i +i
1.4 B b6>w +i +i
1.5 A w6>w +i +i
1.6 B w6>w +p +p
round 2 {SIXES}"""
"""Three wells later A has 5 seals and is first in round 2."""

GARDEN = """round 1 c 666 | b 166 | w 226
0.1 B R2 +fp
0.2 A R9
1.1 A c6>o1 G:P4
1.2 B c6>w +f +f
1.3 A w6>o2 Q
1.4 B c6<w -L +f +f
1.5 A w2<s2 -L
1.6 B b6>w +f +f"""
"""A has a gardener on P4 (3 coins: warrior), 2 coins, 2 seals and 2 iron at the end of round 1."""


def test_r1_5_a_seal_is_exchanged_for_a_coin() -> None:
    assert delta(f"{START}\n1.1 A x:c c6>w +f +f") == {"coin": 6, "food": 2}


@pytest.mark.parametrize(("letter", "name"), [("f", "food"), ("i", "iron"), ("p", "pearl")])
def test_r1_5_two_seals_are_exchanged_for_a_resource(letter: str, name: str) -> None:
    assert posted(f"{START}\n1.1 A x:{letter} c6>w +i +i", "seal", name)[:2] == [
        ("seal", -2, "exchange", name),
        (name, 1, "exchange", name),
    ]


def test_r1_5_there_is_no_other_exchange() -> None:
    start = position(START)
    assert choices(start, "x") == ["x:c", "x:f", "x:i", "x:p"]
    start.apply("x:c")
    assert choices(start, "x") == ["x:c"]
    start.apply("x:c")
    assert choices(start, "x") == []


def test_r3_7_seals_may_be_exchanged_to_pay_for_a_die() -> None:
    start = START.replace("c 666", "c 111")
    assert refused(f"{start}\n1.1 A c1>p").article == "R3.6"
    assert delta(f"{start}\n1.1 A x:c c1>p") == {"coin": -4, "seal": -1, "food": 1}


def test_r3_7_the_die_is_paid_before_the_lantern_gives_a_coin() -> None:
    start = "round 1 c 333 | b 666 | w 666\n0.1 B R9\n0.2 A R1"
    pairs = "R1+A1 R9+A3 R7+A2"
    assert refused(f"{start}\n1.1 A c3<p", pairs=pairs).article == "R3.6"
    # 2 coins and 1 exchanged pay 3; the decree in the Lantern Area gives 1 only then.
    assert delta(f"{start}\n1.1 A x:c c3<p", pairs=pairs) == {"coin": -1, "seal": -1, "food": 1, "pearl": 1}


def test_r16_8_inside_a_turn_before_the_climb_that_it_pays() -> None:
    turn = "1.1 A c6>o2 Q x:p g^s1.1/S4 +f"
    assert delta(f"{START}\n{turn}") == {
        "coin": -1,
        "seal": -1,
        "food": 1,
        "pearl": -1,
        "courtier_domain": -1,
        "courtier_steward": 1,
    }


def test_r16_14_an_action_that_an_exchange_makes_payable_is_offered() -> None:
    gate = position(START, "c6>o2 Q")
    assert choices(gate, "g^") == []
    assert "x:p" in choices(gate)
    gate.apply("x:p")
    assert choices(gate, "g^") == ["g^s1.1", "g^s1.3", "g^s2.1", "g^s2.3", "g^s3.1", "g^s3.2"]


def test_r16_14_an_action_that_no_exchange_makes_payable_is_no_question() -> None:
    # The 1 on the row's 6 takes all five coins: the audience costs 2, and there is one seal.
    start = START.replace("R2 +fp", "R3").replace("c 666", "c 111")
    row = position(start, "c1>p", pairs="R3+A1 R9+A3 R7+A2")
    assert holds(row, "A", "coin", "seal", "courtier_gate") == (0, 1, 0)
    assert row.decision.kind == "close"
    # Two seals are enough.
    outside = position(START.replace("c 666", "c 111"), "c1>o1")
    assert holds(outside, "A", "coin", "seal") == (0, 2)
    outside.apply("x:c")
    outside.apply("x:c")
    assert choices(outside, "Q") == ["Q"]


@pytest.mark.parametrize(("space", "units"), [("o1", "iii"), ("o2", "fff")])
def test_r16_14_what_pays_the_worker_of_the_other_side_makes_no_question(space: str, units: str) -> None:
    # Left: gardener or courtier; right: warrior or courtier. One seal is half a unit, and half an audience.
    start = START.replace("R2 +fp", f"R5 +{units}").replace("c 666", "c 111")
    outside = position(start, f"c1>{space}", pairs="R5+A1 R9+A3 R7+A2")
    assert holds(outside, "A", "coin", "seal") == (0, 1)
    assert outside.decision.kind == "close"


@pytest.mark.parametrize(
    ("die", "coins", "kind", "first"),
    [(2, 0, "close", "S10"), (3, 1, "action", "S10"), (4, 2, "action", "S2")],
)
def test_r16_14_a_block_is_a_question_if_seals_make_up_for_the_coins(
    die: int, coins: int, kind: str, first: str
) -> None:
    # P1: any block for 4 coins; three seals are three coins. S2 begins with a dark block.
    turns = f"""round 1 c 666 | b 666 | w 1{die}6
0.1 B R2 +fp
0.2 A R9
1.1 A w1<w -L +f +f
1.2 B c6>w +f +f"""
    garden = position(turns, f"w{die}<o1 -L G:P1", castle=f"{first} S7 S15 | D6 D2 | M5")
    assert holds(garden, "A", "coin", "seal", "gardener_coral_plant") == (coins, 3, 1)
    assert garden.decision.kind == kind


def test_r16_7_no_exchange_into_a_full_track() -> None:
    turns = f"{START}\n1.1 A c6>w +i +i\n1.2 B b6>w +f +f\n1.3 A c6>w +i +i\n1.4 B b6>w +f +i"
    full = position(f"{turns}\n1.5 A w6>w +i +i")
    assert holds(full, "B", "food", "seal") == (7, 4)
    assert choices(full, "x") == ["x:c", "x:i", "x:p"]


def test_r16_8_just_before_a_seal_gain_over_five() -> None:
    assert holds(position(FIVE_SEALS), "A", "seal") == (5,)
    assert posted(f"{FIVE_SEALS}\n2.1 A c6>w x:c +f +f", "seal") == [
        ("seal", -1, "exchange", "coin"),
        ("seal", 1, "well", "w"),
    ]
    assert delta(f"{FIVE_SEALS}\n2.1 A c6>w x:c +f +f") == {"coin": 6, "food": 2}


def test_r1_3_without_an_exchange_the_sixth_seal_is_lost() -> None:
    assert posted(f"{FIVE_SEALS}\n2.1 A c6>w +f +f", "seal") == [
        ("seal", 1, "well", "w"),
        ("seal", -1, "cap", "w"),
    ]


def test_r16_8_an_exchange_between_two_gains_comes_after_the_loss() -> None:
    assert posted(f"{FIVE_SEALS}\n2.1 A c6>w +f x:c +f", "seal") == [
        ("seal", 1, "well", "w"),
        ("seal", -1, "cap", "w"),
        ("seal", -1, "exchange", "coin"),
    ]


def test_r16_8_once_more_before_the_turn_ends() -> None:
    assert posted(f"{START}\n1.1 A c6>w +f +f x:c x:i", "seal", "food")[-2:] == [
        ("seal", -1, "exchange", "coin"),
        ("seal", -2, "exchange", "iron"),
    ]
    assert refused(f"{START}\n1.1 A c6>w +f +f x:c x:i x:c").code == "R210"


@pytest.mark.parametrize("tokens", ["x:c @P4 W1", "@P4 x:c W1"])
def test_r16_8_in_the_activation_of_gardens(tokens: str) -> None:
    assert holds(position(GARDEN), "A", "coin", "seal", "iron") == (2, 2, 2)
    assert delta(f"{GARDEN}\n1.g A {tokens}") == {
        "coin": -2,
        "seal": -1,
        "iron": -1,
        "point": 2,
        "warrior_domain": -1,
        "warrior_1": 1,
    }


def test_r16_8_at_the_end_of_the_activation() -> None:
    assert posted(f"{GARDEN}\n1.g A x:c @P4 W1 x:c", "seal", "point")[-1] == ("seal", -1, "exchange", "coin")


def test_r16_2_a_garden_that_is_one_coin_short_cannot_be_used() -> None:
    assert refused(f"{GARDEN}\n1.g A @P4 W1").article == "R16.2"


def test_r16_8_no_exchange_in_the_draft() -> None:
    pick = position(f"round 1 {SIXES}\n0.1 B R9")
    assert pick.options() == ["R2", "R7"]
    pick.apply("R2")
    assert pick.options() == ["+ff", "+fi", "+fp", "+ii", "+ip", "+pp"]


def test_r16_8_no_exchange_in_the_turn_of_another_seat() -> None:
    assert refused(f"{START}\n1.1 A c6>w +f +f\n1.1 A x:c").code == "R201"
