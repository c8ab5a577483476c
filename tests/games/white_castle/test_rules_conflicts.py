"""Where sources disagree: what this engine does, beside what the rejected reading would do (R15)."""

from __future__ import annotations

import pytest

from .table import GAME, SIXES, choices, delta, holds, last_turn, position, posted, record, refused, replayed
from .test_rules_time import FAR
from .test_rules_time import THREE as FAR_SETUP

START = f"""round 1 {SIXES}
0.1 B R9
0.2 A R2 +pp"""
"""A holds 4 coins, 2 seals, 2 pearls; B 3 coins, 2 seals, 4 food, 2 iron."""
THREE = {"order": "A B C", "pairs": "R2+A1 R3+A3 R9+A2 R7+A2"}
START3 = """round 1 c 5566 | b 1666 | w 1666
0.1 C R9
0.2 B R3
0.3 A R2 +pp"""
SETUP = replayed(record(START)).setup


def score(**held: int) -> tuple[int, ...]:
    """Score holdings with the gardens of the usual setup, by category."""
    return GAME.scores(SETUP, [held.get(account.name, 0) for account in GAME.accounts])


def test_r15_1_a_second_die_covers_the_value_of_the_first() -> None:
    # A 5 on a 6 pays 1; on the printed 3 it would gain 2.
    assert delta(f"{START3}\n1.1 A c6>s1\n1.2 B c6>o1\n1.3 C c5>s1", **THREE) == {"coin": -1}


def test_r15_2_resources_are_not_traded() -> None:
    # B has 4 food, 2 iron, and no seal left: nothing can be exchanged.
    rich = position(f"{START}\n1.1 A c6>w +f +f", "x:c x:c")
    assert holds(rich, "B", "seal", "food", "iron") == (0, 4, 2)
    assert choices(rich, "x") == []


def test_r15_3_steps_before_a_refused_checkpoint_stay() -> None:
    turns = f"""{START}
1.1 A b6>d1
1.2 B c6>w +f +f
1.3 A w6>d2
1.4 B c6>w +i +i
1.5 A b6>w +p +p
1.6 B w6>w +i +i
round 2 {SIXES}"""
    # On 4 with 2 steps: one is made; cancelling the gain would leave the marker on 4.
    assert holds(position(f"{turns}\n2.1 A b6>d1 -T"), "A", "time", "seal") == (5, 3)


@pytest.mark.parametrize(
    ("label", "space", "paid"),
    [("1.4", 3, 0), ("1.7", 5, 0), ("2.1", 7, 1), ("2.7", 12, 2), ("3.1", 14, 0), ("3.4", 17, 3)],
)
def test_r15_4_checkpoints_are_paid_on_entering_6_11_and_15(label: str, space: int, paid: int) -> None:
    # A runs the whole track; other places of the checkpoints are paid for in other turns.
    done = replayed(record(FAR, **FAR_SETUP))
    turn = next(turn for turn in done.turns if turn.label == label)
    assert holds(turn, "A", "time") == (space,)
    assert sum(-posting.delta for posting in turn.postings if posting.cause == "checkpoint") == paid


def test_r15_5_resources_score_from_three() -> None:
    assert [score(iron=n)[2] for n in (2, 3, 4, 7)] == [0, 1, 1, 2]


def test_r15_6_coins_and_seals_score_together() -> None:
    assert [score(coin=4, seal=1)[1], score(coin=3, seal=2)[1], score(coin=9, seal=4)[1]] == [1, 1, 2]


def test_r15_7_the_5_iron_yard_scores_two() -> None:
    assert [
        score(**{yard: 1}, courtier_steward=1)[5] for yard in ("warrior_5", "warrior_3", "warrior_1")
    ] == [
        *(2, 1, 1),
    ]


THIRD_COURTIER = f"""{START}
1.1 A c6>o1 Q
1.2 B b6>w +f +f
1.3 A w6>o2 Q
1.4 B b6>w +f +f
1.5 A c6>d1
1.6 B w6>w +f +f
round 2 {SIXES}
2.1 A b6>d2 Q
2.2 B b6>w +f +f"""
"""Three of A's courtiers have left the coral row; none of its other workers has."""


def test_r15_8_the_third_coral_spot_pays_two_coins() -> None:
    assert holds(position(THIRD_COURTIER), "A", "courtier_domain", "courtier_gate") == (2, 3)
    assert delta(f"{THIRD_COURTIER}\n2.3 A c6>p") == {"food": 3, "coin": 2}


def test_r15_9_gardeners_uncover_the_black_row_and_warriors_the_white_one() -> None:
    turns = f"{START}\n1.1 A w6>w +i +i\n1.2 B c6>o1 G:K2\n1.3 A w6>w +i +i"
    assert delta(f"{turns}\n1.4 B b6>p")["iron"] == 2
    assert delta(f"{turns}\n1.4 B w6<p -L")["pearl"] == 1


def test_r15_10_all_seats_are_sorted_anew_not_the_leader_alone() -> None:
    # C moves to 4 and B to 2. With the leader alone moved up, A would stay before B.
    turns = """round 1 c 6666 | b 6666 | w 6666
0.1 C R9
0.2 B R3
0.3 A R2 +pp
1.1 A c6>w +f +f
1.2 B b6>d1
1.3 C w6>d2
1.4 A c6>w +f +f
1.5 B b6>w +f +f
1.6 C w6>d2
1.7 A c6>w +f +f
1.8 B b6>w +f +f
1.9 C w6>w +f +f
round 2 c 6666 | b 6666 | w 6666"""
    assert position(turns, **THREE).to_json()["order"] == ["C", "B", "A"]


@pytest.mark.parametrize("reward", ["seal", "point", "time"])
def test_r15_11_the_well_gives_neither_seals_nor_points_nor_time(reward: str) -> None:
    assert refused(START, tiles=f"wcb cbw bwc | cb bw | any {reward}").article == "R5.3"


def test_r15_11_the_well_gives_the_seal_and_its_five_rewards() -> None:
    for reward in ("food", "iron", "pearl"):
        tiles = {"tiles": f"wcb cbw bwc | cb bw | coin {reward}"}
        assert delta(f"{START}\n1.1 A c6>w", **tiles) == {"coin": 6, "seal": 1, reward: 1}
    assert delta(f"{START}\n1.1 A c6>w +f +p") == {"coin": 5, "seal": 1, "food": 1, "pearl": 1}


def test_r15_12_two_players_place_one_die_in_a_room_three_place_two() -> None:
    assert refused(f"{START}\n1.1 A c6>s1\n1.2 B c6>s1").article == "R4"
    assert last_turn(f"{START3}\n1.1 A c6>s1\n1.2 B c6>s1", **THREE).facts.covered == 6


def test_r15_13_nine_resource_cards_and_two_copies_of_three_action_cards() -> None:
    dice = "round 1 c 66666 | b 66666 | w 66666"
    right = "R1+A1 R2+A1 R3+A2 R4+A2 R9+A3"
    assert position(dice, order="A B C D", pairs=right).label == "0.1"
    for card, other in (("R9", "R10"), ("A3", "A4"), ("R3+A2", "R3+A1")):
        fault = refused(dice, order="A B C D", pairs=right.replace(card, other))
        assert fault.code in ("R103", "R107")


@pytest.mark.parametrize("gardens", ["c P6 K3 | b P4 K2 | w P5 K5", "c P1 K6 | b P4 K2 | w P5 K5"])
def test_r15_14_promotional_gardens_are_not_in_the_box(gardens: str) -> None:
    assert refused(START, gardens=gardens).code == "R103"


def test_r15_15_there_are_three_bridges() -> None:
    assert list(position(f"round 1 {SIXES}").to_json()["bridges"]) == ["coral", "black", "white"]
    assert refused(f"round 1 {SIXES} | g 666").code == "R205"


def test_r15_16_dice_stay_on_the_domain_rows_for_the_round() -> None:
    turns = f"{START}\n1.1 A c6>p\n1.2 B c6>w +f +f"
    assert position(turns).to_json()["players"]["A"]["domain_dice"]["coral"] == 6
    assert refused(f"{turns}\n1.3 A c6<p -L").article == "R4.3"


def test_r15_17_the_faces_of_s3_and_s14() -> None:
    castle = {**THREE, "castle": "S3 S14 S15 | D6 D2 | M5"}
    # Black at s1: 2 points. Black at s2: 1 seal and 1 of any, which costs nothing.
    assert delta(f"{START3}\n1.1 A b6>s1", **castle) == {"coin": 3, "point": 2}
    assert delta(f"{START3}\n1.1 A b6>s2 +f", **castle) == {"coin": 3, "seal": 1, "food": 1}


def test_r15_18_a_left_die_gives_every_card_of_the_lantern_area() -> None:
    turns = f"{START}\n1.1 A c6>o2 Q g^s3.2/S2\n1.2 B c6>w +f +f"
    assert position(turns).to_json()["players"]["A"]["lantern"] == ["R2", "A1"]
    assert delta(f"{turns}\n1.3 A w6<o1") == {"coin": 1, "pearl": 1, "time": 1}


def test_r15_19_three_dice_are_left_when_a_round_ends() -> None:
    turns = f"{START}\n1.1 A c6>p\n1.2 B c6>p\n1.3 A b6>p\n1.4 B b6>p\n1.5 A w6>p"
    before = position(turns)
    assert (before.label, sum(map(len, before.bridges))) == ("1.6", 4)
    done = position(turns, "w6>p")
    while done.decision.kind != "roll":
        done.apply("")
    assert done.round == 2


def test_r15_19_the_lantern_of_a_left_die_may_be_left() -> None:
    assert posted(f"{START}\n1.1 A c6<w -L +f +f", "pearl") == []
    assert posted(f"{START}\n1.1 A c6<w +f +f", "pearl") == [("pearl", 1, "lantern", "R2")]
