"""Taking and placing dice, caps on gains, the Lantern (R1.3, R3, R4, R8, R12, R16.9)."""

from __future__ import annotations

import pytest

from .table import SIXES, choices, delta, holds, last_turn, position, posted, refused

START = f"""round 1 {SIXES}
0.1 B R9
0.2 A R2 +fp"""

THREE = {"order": "A B C", "pairs": "R2+A1 R3+A3 R9+A2 R7+A2"}
START3 = """round 1 c 1556 | b 1666 | w 1666
0.1 C R9
0.2 B R3
0.3 A R2 +fp"""


def with_dice(dice: str) -> str:
    return START.replace(SIXES, dice)


def test_r3_6_the_rulebooks_example_of_a_die_on_a_die() -> None:
    # A coral 5 on a room's 3 gains 2 coins; a 1 on that 5 pays 4.
    start = START3.replace("1556", "1155")
    assert delta(f"{start}\n1.1 A c5>s1", **THREE) == {"coin": 2}
    turn = last_turn(f"{start}\n1.1 A c5>s1\n1.2 B c1<s1 -L", **THREE)
    assert (turn.facts.covered, turn.facts.difference) == (5, -4)
    assert delta(f"{start}\n1.1 A c5>s1\n1.2 B c1<s1 -L", **THREE) == {"coin": -4}


def test_r3_6_an_equal_die_settles_nothing() -> None:
    assert delta(f"{with_dice('c 555 | b 666 | w 666')}\n1.1 A c5>o1") == {}


def test_r3_6_a_die_that_cannot_be_paid_may_not_be_placed() -> None:
    dice = with_dice("c 111 | b 666 | w 666")
    spaces = [text[3:] for text in choices(position(dice), "c1>")]
    assert spaces == ["d1", "o1", "o2", "s1", "s2", "s3", "w"]
    assert refused(f"{dice}\n1.1 A c1>p").article == "R3.6"


def test_r4_1_two_players_place_one_die_on_a_space() -> None:
    assert refused(f"{START}\n1.1 A c6>s1\n1.2 B c6>s1").article == "R4"
    assert refused(f"{START}\n1.1 A c6>o1\n1.2 B b6>o1").article == "R4"


def test_r4_1_three_players_place_two_dice_on_a_space() -> None:
    two = f"{START3}\n1.1 A c6>s1\n1.2 B c5>s1"
    assert delta(two, **THREE) == {"coin": -1}
    assert refused(f"{two}\n1.3 C c5>s1", **THREE).article == "R4"


def test_r4_2_the_well_takes_any_number_and_is_always_worth_one() -> None:
    start = with_dice("c 116 | b 666 | w 666")
    turns = f"{start}\n1.1 A c6>w +f +f\n1.2 B b6>w +i +i\n1.3 A c1>w +f +f"
    assert delta(turns) == {"seal": 1, "food": 2}
    assert len(position(turns).placed[7]) == 3


def test_r4_3_a_domain_row_takes_one_die_a_round() -> None:
    used = f"{START}\n1.1 A c6>p\n1.2 B c6>p"
    assert refused(f"{used}\n1.3 A c6<p").article == "R4.3"
    rest = f"{used}\n1.3 A b6>p\n1.4 B b6>p\n1.5 A w6>p\n1.6 B w6>p"
    assert delta(f"{rest}\nround 2 {SIXES}\n2.1 A c6>p") == {"food": 1}


def test_r4_5_all_dice_return_at_the_round_change() -> None:
    turns = f"{START}\n1.1 A c6>s1\n1.2 B c6>o1\n1.3 A b6>d1\n1.4 B b6>s2\n1.5 A w6>p\n1.6 B w6>w +f +f"
    after = position(f"{turns}\nround 2 {SIXES}").to_json()
    assert [room["dice"] for room in after["rooms"].values()] == [[], [], [], [], []]
    assert (after["outside"], after["well"]["dice"]) == ({"o1": [], "o2": []}, [])
    assert after["players"]["A"]["domain_dice"] == {"coral": None, "black": None, "white": None}


def test_r4_4_a_room_admits_the_colours_of_its_tiles() -> None:
    assert refused(f"{START}\n1.1 A w6>d1").article == "R4.4"
    assert {text[-2:] for text in choices(position(START), "w6>d", "w6>s")} == {"s1", "s2", "s3", "d2"}


def test_r3_4_only_the_ends_can_be_taken_and_the_middle_slides() -> None:
    start = with_dice("c 136 | b 666 | w 666")
    assert refused(f"{start}\n1.1 A c3<w +f +f").article == "R3.4"
    after = position(f"{start}\n1.1 A c1<w -L +f +f")
    assert [text for text in choices(after, "c") if text.endswith("w")] == ["c3<w", "c6>w"]


def test_r3_5_the_last_die_keeps_its_end() -> None:
    start = with_dice("c 136 | b 666 | w 666")
    left = position(f"{start}\n1.1 A c6>w +f +f\n1.2 B c3>w +f +f")
    assert [text for text in choices(left, "c") if text.endswith("w")] == ["c1<w"]
    right = position(f"{start}\n1.1 A c6>w +f +f\n1.2 B c1<w -L +f +f")
    assert [text for text in choices(right, "c") if text.endswith("w")] == ["c3>w"]
    turns = f"{start}\n1.1 A c6>w +f +f\n1.2 B c1<w -L +f +f"
    assert refused(f"{turns}\n1.3 A c3<w +f +f").article == "R3.4"
    # From the right end there is no Lantern, although it is the only die.
    assert "pearl" not in delta(f"{turns}\n1.3 A c3>w +f +f")


def test_r3_2_a_round_ends_when_three_dice_are_left() -> None:
    turns = f"{START}\n1.1 A c6>p\n1.2 B c6>p\n1.3 A c6<s1\n1.4 B b6>p\n1.5 A b6>p"
    assert position(turns).label == "1.6"
    done = position(f"{turns}\n1.6 B w6>p")
    assert (done.decision.kind, done.round) == ("roll", 2)
    assert refused(f"{turns}\n1.6 B w6>p\n1.7 A w6>p").code == "R206"


def test_r12_3_and_r16_15_a_die_may_go_where_nothing_can_be_done() -> None:
    # A has no iron and a dark block of s3 wants a warrior: the die lies there for its coins.
    assert delta(f"{START}\n1.1 A c6>s3") == {"coin": 3}
    assert position(f"{START}\n1.1 A c6>s3").label == "1.2"


def test_r1_3_what_exceeds_a_cap_is_posted_in_full_and_lost() -> None:
    # B: 4 food, 2 from the block, 1 from the Lantern; then 2 more for a full track.
    turns = f"{START}\n1.1 A c6>w +i +i\n1.2 B w6<s2\n1.3 A c6>w +i +i"
    assert holds(position(turns), "B", "food") == (7,)
    assert posted(f"{turns}\n1.4 B w6>p", "food") == []
    full = f"{turns}\n1.4 B w6>w +fi"
    assert refused(full).article == "R12.1"
    assert posted(f"{turns}\n1.4 B w6>w +f +i", "food", "iron") == [
        ("food", 1, "well", "tile any"),
        ("food", -1, "cap", "tile any"),
        ("iron", 1, "well", "tile any"),
    ]


def test_r12_2_a_gain_that_is_partly_lost() -> None:
    turns = f"""{START}
1.1 A c6>w +i +i
1.2 B w6>s2
1.3 A c6>w +i +i
1.4 B b6>w +i +i
1.5 A b6>w +i +i
1.6 B w6>w +i +i
round 2 {SIXES}
2.1 A c6>w +i +i"""
    assert holds(position(turns), "B", "food") == (6,)
    assert posted(f"{turns}\n2.2 B w6>s2", "food") == [
        ("food", 2, "room block", "S7.3"),
        ("food", -1, "cap", "S7.3"),
    ]


def test_r12_1_units_of_one_gain_may_be_mixed() -> None:
    castle = "S10 S7 S15 | D5 D2 | M5"
    want = {"coin": 2, "food": 1, "iron": 1, "pearl": 1}
    assert delta(f"{START}\n1.1 A b6>d1 +fip", castle=castle) == want
    assert delta(f"{START}\n1.1 A b6>d1 +pif", castle=castle) == want
    assert choices(position(START, "b6>d1", castle=castle), "+") == [
        *("+fff", "+ffi", "+ffp", "+fii", "+fip", "+fpp", "+iii", "+iip", "+ipp", "+ppp"),
    ]
    assert refused(f"{START}\n1.1 A b6>d1 +fi", castle=castle).article == "R12.1"
    assert refused(f"{START}\n1.1 A b6>d1", castle=castle).code == "R207"


def test_r8_3_a_left_die_gives_the_lantern_and_it_may_be_left() -> None:
    assert posted(f"{START}\n1.1 A c6<w +f +f", "pearl") == [("pearl", 1, "lantern", "R2")]
    assert "pearl" not in delta(f"{START}\n1.1 A c6<w -L +f +f")
    assert refused(f"{START}\n1.1 A c6>w -L +f +f").code == "R210"


def test_r8_2_a_decree_shows_its_icon_too() -> None:
    start = f"round 1 {SIXES}\n0.1 B R9\n0.2 A R4"
    assert delta(f"{start}\n1.1 A b6<o1", pairs="R4+A1 R9+A3 R7+A2") == {"coin": 1, "iron": 1, "seal": 1}


def test_r6_5_a_lantern_in_the_light_block_counts_the_old_card() -> None:
    castle = "S13 S7 S15 | D6 D2 | M5"
    have = delta(f"{START}\n1.1 A c6>o2 Q x:p g^s1.2/S4", castle=castle)
    # R2 gives a pearl, the starting action card that was just replaced a time step.
    assert (have["time"], have.get("pearl", 0), have["seal"]) == (1, 0, -2)


SEAL_AND_TIME = f"""round 1 {SIXES}
0.1 B R9
0.2 A R4
1.1 A c6>o2 Q g^s3.2/S2
1.2 B c6>w +f +f
1.3 A b6>d1
1.4 B b6>w +f +f
1.5 A w6>d2
1.6 B w6>w +f +f
round 2 {SIXES}
2.1 A b6>d1
2.2 B b6>w +f +f"""
"""A stands on 5 without a seal; its Lantern Area shows iron, a seal and a time step."""


def test_r16_9_the_seal_of_a_lantern_pays_its_time_step_by_default() -> None:
    pairs = "R4+A1 R9+A3 R7+A2"
    assert holds(position(SEAL_AND_TIME, pairs=pairs), "A", "time", "seal") == (5, 0)
    assert delta(f"{SEAL_AND_TIME}\n2.3 A c6<o1", pairs=pairs) == {"coin": 1, "iron": 1, "time": 1}


def test_r16_9_the_time_step_may_come_first_and_is_lost_then() -> None:
    turn = f"{SEAL_AND_TIME}\n2.3 A c6<o1 >T"
    pairs = "R4+A1 R9+A3 R7+A2"
    assert delta(turn, pairs=pairs) == {"coin": 1, "iron": 1, "seal": 1}
    assert posted(turn, "time_lost", pairs=pairs) == [("time_lost", 1, "unpaid", "A1")]


def test_r16_9_where_no_checkpoint_is_near_the_order_is_no_choice() -> None:
    pairs = "R4+A1 R9+A3 R7+A2"
    start = "\n".join(SEAL_AND_TIME.splitlines()[:5])
    done = position(f"{start}\n1.3 A b6<d1", pairs=pairs)
    assert done.label == "1.4"
    assert holds(done, "A", "time", "seal", "iron") == (3, 1, 2)
    # Readers take the mark of an order that changes nothing, and the canonical text leaves it out.
    for written in ("b6<d1 L >T", "b6<d1 >T", "b6<d1 >s"):
        assert last_turn(f"{start}\n1.3 A {written}", pairs=pairs).text == "b6<d1"
    assert refused(f"{start}\n1.3 A b6<d1 -L >s", pairs=pairs).code == "R210"


def test_r16_9_a_mark_may_name_one_of_two_gains_that_no_order_changes() -> None:
    # S10.3: 1 iron and 1 food.
    assert last_turn(f"{START}\n1.1 A b6>s1 >+").text == "b6>s1"


def test_r16_9_a_lantern_alone_has_no_order() -> None:
    # S4.3: the Lantern and nothing else; a mark on it is a slip, not an order that changes nothing.
    table = {"castle": "S4 S10 S15 | D6 D2 | M1", "pairs": "R4+A1 R9+A3 R7+A2"}
    start = f"round 1 {SIXES}\n0.1 B R9\n0.2 A R4"
    assert last_turn(f"{start}\n1.1 A b6>s1", **table).text == "b6>s1"
    assert refused(f"{start}\n1.1 A b6>s1 >3", **table).code == "R210"


@pytest.mark.parametrize(
    ("marked", "plain"),
    [
        ("c6>w >+ +f +f", "c6>w +f +f"),  # before a choice that must be made
        ("w6<s1 >1 +f x:c", "w6<s1 +f x:c"),
        ("b6<s1 >+ x:c", "b6<s1 x:c"),  # the exchange still comes before the Lantern
        ("b6<s1 L >+ x:c", "b6<s1 L x:c"),
    ],
)
def test_r16_9_a_turn_is_the_same_without_a_mark_that_chooses_nothing(marked: str, plain: str) -> None:
    with_mark, without = (last_turn(f"{START}\n1.1 A {written}") for written in (marked, plain))
    assert with_mark.text == without.text == plain
    assert with_mark.postings == without.postings


def test_r16_9_a_mark_that_names_nothing_pending_is_refused() -> None:
    for written in ("c6>w +f +f >T", "c6<w +f +f >T", "c6<w >T +f +f"):
        fault = refused(f"{START}\n1.1 A {written}")
        assert (fault.code, fault.article) == ("R210", "R16.9")


def test_words_of_the_notation_in_the_wrong_place_are_called_illegal_not_unknown() -> None:
    # A resource is to be chosen, or a pair: all these are words, at another time.
    for token in ("Q", "G:K2", "W1", "c6>w", "B:s1.1", "g^s1.1"):
        assert refused(f"{START}\n1.1 A c6>w {token}").code == "R210"
    for token in ("Q", "c6>w", "+f"):
        assert refused(f"round 1 {SIXES}\n0.1 B {token}").code == "R210"
    assert refused(f"{START}\n1.1 A c6>w Qx").code == "R209"


def test_r3_3_coins_then_the_lantern_then_what_the_space_offers() -> None:
    turn = f"{with_dice('c 666 | b 666 | w 266')}\n1.1 A w2<s1 +f"
    assert posted(turn, "coin", "pearl", "seal", "food") == [
        ("coin", -1, "die difference", "s1"),
        ("pearl", 1, "lantern", "R2"),
        ("seal", 1, "room block", "S10.1"),
        ("food", 1, "room block", "S10.1"),
    ]


def test_r3_8_an_action_may_be_left_out_and_one_that_cannot_be_done_is_lost() -> None:
    # B has food and a seal for the gardener of S7.2 and leaves it; A has no food and gets no question.
    start = f"{START.replace('0.2 A R2 +fp', '0.2 A R3')}"
    pairs = "R3+A1 R9+A3 R7+A2"
    assert position(start, "b6>s2", pairs=pairs).decision.kind == "close"
    assert delta(f"{start}\n1.1 A b6>s2", pairs=pairs) == {"coin": 3}
    after = f"{start}\n1.1 A c6>w +p +p"
    assert "G:K2" in choices(position(after, "b6>s2", pairs=pairs))
    assert delta(f"{after}\n1.2 B b6>s2", pairs=pairs) == {"coin": 3}


def test_r4_2_a_second_die_is_compared_with_the_die_below() -> None:
    # Outside 5 is printed and a 6 lies there: a 5 pays 1. In d1 4 is printed and a 1 lies there: a 6 gains 5.
    outside = f"{START3}\n1.1 A c6>o1\n1.2 B c5>o1"
    assert delta(outside, **THREE) == {"coin": -1}
    start = START3.replace("b 1666", "b 1166")
    room = f"{start}\n1.1 A b1<d1 -L\n1.2 B w6>o2\n1.3 C b6>d1"
    assert posted(room, "coin", **THREE) == [("coin", 5, "die difference", "d1")]


SEAL_AT_ITS_CAP = f"""round 1 {SIXES}
0.1 B R9
0.2 A R4
1.1 A c6>o2 Q g^s3.2/S2
1.2 B c6>w +f +f
1.3 A b6>d1
1.4 B b6>w +f +f
1.5 A w6>d2
1.6 B w6>w +f +f
round 2 {SIXES}
2.1 A b6>d1
2.2 B b6>w +f +f
2.3 A c6>o2 W1
2.4 B c6>w +i +i
2.5 A w6>w +f +f
2.6 B w6>w +i +i
round 3 {SIXES}
3.1 A c6>w +f +f
3.2 B b6>w +i +i
3.3 A c6>w +f +f
3.4 B b6>w +i +i"""
"""A stands on 5 with 5 seals; its Lantern Area shows iron, a seal and a time step."""


def test_r16_9_paying_for_the_time_step_first_makes_room_for_the_seal() -> None:
    lines = {"pairs": "R4+A1 R9+A3 R7+A2", "yards": "Y3 Y8 | Y1 | Y5"}
    assert holds(position(SEAL_AT_ITS_CAP, **lines), "A", "time", "seal", "iron") == (5, 5, 0)
    # By default the seal comes first and is lost to the cap; then the step costs one.
    default = f"{SEAL_AT_ITS_CAP}\n3.5 A w6<o1"
    assert delta(default, **lines) == {"coin": 1, "iron": 1, "time": 1, "seal": -1}
    assert posted(default, "seal", **lines) == [
        ("seal", 1, "lantern", "E2"),
        ("seal", -1, "cap", "E2"),
        ("seal", -1, "checkpoint", "6"),
    ]
    paid_first = f"{SEAL_AT_ITS_CAP}\n3.5 A w6<o1 >T"
    assert delta(paid_first, **lines) == {"coin": 1, "iron": 1, "time": 1}
    assert posted(paid_first, "seal", **lines) == [
        ("seal", -1, "checkpoint", "6"),
        ("seal", 1, "lantern", "E2"),
    ]


def test_r12_3_a_turn_in_which_only_the_well_is_left() -> None:
    # A pays its 4 coins for a 1 outside; every die shows 1, and nothing but the well is worth so little.
    turns = """round 1 c 111 | b 111 | w 111
0.1 B R9
0.2 A R4
1.1 A c1>o1
1.2 B c1>w +f +f"""
    pairs = "R4+A1 R9+A3 R7+A2"
    only = position(turns, pairs=pairs)
    assert holds(only, "A", "coin", "seal") == (0, 0)
    assert only.options() == ["b1<w", "b1>w", "c1<w", "w1<w", "w1>w"]
    assert delta(f"{turns}\n1.3 A b1>w +f +i", pairs=pairs) == {"seal": 1, "food": 1, "iron": 1}


LANTERN = f"""{START.replace("+fp", "+pp")}
1.1 A c6>o2 Q g^s3.2/S2
1.2 B c6>w +f +f
1.3 A b6>o1 s^d1/D5
1.4 B b6>w +f +f"""
"""R2, A1 and S15 lie in A's Lantern Area: a pearl, a time step and a coin."""


def test_r8_1_every_visible_icon_once() -> None:
    assert position(LANTERN).to_json()["players"]["A"]["lantern"] == ["R2", "A1", "S15"]
    assert posted(f"{LANTERN}\n1.5 A w6<s1 +f", "coin", "pearl", "time") == [
        ("coin", 3, "die difference", "s1"),
        ("pearl", 1, "lantern", "R2"),
        ("coin", 1, "lantern", "S15"),
        ("time", 1, "lantern", "A1"),
    ]


def test_r16_1_gains_need_no_consent_and_cannot_be_left() -> None:
    # The Lantern is left with -L; the well's seal and units have no such mark and must be named.
    assert "" not in position(START, "c6>w").options()
    assert refused(f"{START}\n1.1 A c6>w").code == "R207"
    assert delta(f"{START}\n1.1 A b6>s1") == {"coin": 3, "iron": 1, "food": 1}


def test_r16_1_actions_may_be_left() -> None:
    # A could pay for the audience outside, and B for the gardener of S7.2 or an audience.
    assert "Q" in choices(position(START, "c6>o1"))
    assert delta(f"{START}\n1.1 A c6>o1") == {"coin": 1}
    assert delta(f"{START}\n1.1 A c6>o1\n1.2 B b6>s2") == {"coin": 3}


def test_r16_7_a_unit_may_be_named_for_a_full_track() -> None:
    wells = "1.1 A c6>w +f +f\n1.2 B b6>w +f +f\n1.3 A c6>w +f +f\n1.4 B b6>w +f +i"
    full = f"{START}\n{wells}"
    assert holds(position(full), "B", "food") == (7,)
    turn = f"{full}\n1.5 A w6>w +i +i\n1.6 B w6>w +f +f"
    assert posted(turn, "food") == [("food", 1, "well", "tile any"), ("food", -1, "cap", "tile any")] * 2
