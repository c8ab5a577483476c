"""Setup and draft, the end of a round, final scoring (R1, R2, R10, R11, R16.5)."""

from __future__ import annotations

from typing import Any

import pytest

from .table import ACCOUNTS, GAME, SIXES, delta, holds, position, posted, record, refused, replayed

START = f"""round 1 {SIXES}
0.1 B R9
0.2 A R2 +ff"""
"""A holds 4 coins, 2 seals, 2 food; B 3 coins, 2 seals, 4 food, 2 iron."""


def finish(position: Any) -> Any:
    """Play on to the end: every die goes to the well, or where it can, and nothing else is done."""
    while (decision := position.decision) is not None:
        if decision.kind == "roll":
            position.apply(next(iter(decision.options))[0] + "666")
        elif decision.kind == "die":
            position.apply(next(text for text in position.options() if text.endswith("w")))
        else:
            position.apply("" if "" in decision.options else position.options()[0])
    return position


# -- setup and draft ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "article"),
    [
        ({"castle": "S1 S7 S15 | D6 D2 | M5"}, "R2.1"),
        ({"castle": "S10 S7 S15 | D6 D9 | M5"}, "R2.1"),
        ({"castle": "S7 S12 S13 | D7 D8 | M5"}, "R2.2"),
        ({"tiles": "www cbw bwc | cb bw | any any"}, "R2.4"),
        ({"tiles": "wcb cbw bwc | cc bw | any any"}, "R2.4"),
        ({"tiles": "wwb wbw bww | cb bw | any any"}, "R2.4"),
        ({"order": "A A"}, "R2.8"),
        ({"order": "A"}, "R2.8"),
        ({"pairs": "R2+A1 R9+A3"}, "R2.9"),
        ({"pairs": "R2+A1 R9+A1 R7+A1"}, "R2.9"),
        ({"pairs": "R2+A1 R9+A3 R2+A2"}, "R2"),
        ({"gardens": "c P1 P2 | b P4 K2 | w P5 K5"}, "R2"),
    ],
)
def test_r2_a_setup_that_the_rules_do_not_deal_is_refused(lines: dict[str, str], article: str) -> None:
    assert refused(START, **lines).article == article


def test_r2_1_diamond_cards_are_in_play_with_three() -> None:
    lines = {"castle": "S1 S3 S6 | D1 D9 | M5", "order": "A B C", "pairs": "R2+A1 R3+A3 R9+A2 R7+A2"}
    assert position("round 1 c 6666 | b 6666 | w 6666", **lines).seat == 2


@pytest.mark.parametrize(("dice", "seats"), [("666", 2), ("6666", 3), ("66666", 4)])
def test_r1_1_dice_of_a_colour_by_players(dice: str, seats: int) -> None:
    pairs = " ".join(["R2+A1", "R3+A3", "R9+A2", "R7+A2", "R5+A1"][: seats + 1])
    lines = {"order": " ".join("ABCD"[:seats]), "pairs": pairs}
    assert position(f"round 1 c {dice} | b {dice} | w {dice}", **lines).seat == seats - 1
    assert refused(f"round 1 c {dice}6 | b {dice} | w {dice}", **lines).article == "R1.1"


def test_r2_5_dice_lie_in_ascending_order() -> None:
    assert refused("round 1 c 321 | b 666 | w 666").article == "R2.5"


def test_r2_9_the_draft_goes_in_reverse_order_and_a_taken_pair_is_gone() -> None:
    assert refused(f"round 1 {SIXES}\n0.1 A R9").code == "R202"
    assert refused(f"round 1 {SIXES}\n0.1 B R9\n0.2 A R9").article == "R2.9"
    assert position(START).to_json()["pairs"] == []


def test_r2_10_what_a_pair_gives() -> None:
    turns = f"round 1 {SIXES}\n0.1 B R7 +p"
    pairs = "R2+A1 R1+A3 R7+A2"
    assert delta(turns, pairs=pairs) == {"coin": 2, "seal": 2, "pearl": 1}
    player = position(turns, pairs=pairs).to_json()["players"]["B"]
    assert (player["card"], sorted(player["lantern"]), player["points"]) == ("A2", ["E3", "R7"], 0)
    assert delta(f"{turns}\n0.2 A R1", pairs=pairs) == {"food": 2, "iron": 1, "coin": 2, "seal": 1}


def test_r2_11_nobody_starts_with_more() -> None:
    start = position(f"round 1 {SIXES}")
    assert holds(start, "A", "coin", "seal", "food", "iron", "pearl", "point", "time") == (0,) * 7
    assert holds(start, "A", "courtier_domain", "gardener_domain", "warrior_domain") == (5, 5, 5)


# -- the end of a round -------------------------------------------------------------------------

ON_K2 = f"""{START}
1.1 A w6>w +i +i
1.2 B c6>o1 G:K2
1.3 A w6>w +i +i
1.4 B c6>w +i +i
1.5 A b6>w +i +i"""


def test_r10_2_a_bridge_with_a_die_activates_its_gardens() -> None:
    done = position(f"{ON_K2}\n1.6 B w6<w -L +i +i")
    assert (done.label, done.seat, done.options()) == ("1.g", 1, ["", "@K2", "x:c", "x:f", "x:i", "x:p"])
    assert delta(f"{ON_K2}\n1.6 B w6<w -L +i +i\n1.g B @K2") == {"coin": 3}


def test_r10_2_a_garden_that_is_not_listed_is_declined() -> None:
    after = position(f"{ON_K2}\n1.6 B w6<w -L +i +i\nround 2 {SIXES}")
    assert (after.label, after.seat) == ("2.1", 0)


def test_r10_2_an_empty_bridge_activates_nothing() -> None:
    turns = f"{START}\n1.1 A b6>w +i +i\n1.2 B b6>o1 G:K2\n1.3 A b6<w -L +i +i"
    turns += "\n1.4 B c6>w +i +i\n1.5 A c6>w +i +i\n1.6 B w6>w +i +i"
    assert position(turns).decision.kind == "roll"
    assert refused(f"{turns}\n1.g B @K2").code == "R206"


BOTH = f"""{START}
1.1 A c6>o1
1.2 B b6>d1
1.3 A b6<s2 -L G:K2
1.4 B c6>w +f +f
1.5 A w6>w +i +i
1.6 B w6>p G:K2"""
"""Both have a gardener on K2; B is ahead in time and so first in the new order."""


def test_r10_2_in_the_new_order() -> None:
    done = position(BOTH)
    assert (done.order, done.label, done.seat) == ([1, 0], "1.g", 1)
    assert position(f"{BOTH}\n1.g B @K2\n1.g A @K2\nround 2 {SIXES}").seat == 1
    assert refused(f"{BOTH}\n1.g A @K2\n1.g B @K2").code in ("R202", "R206")


CHAIN = {"gardens": "c P1 K3 | b P2 K2 | w P5 K5"}
ON_P2 = f"""{START}
1.1 A w6>w +i +i
1.2 B c6>o1 G:P2
1.3 A w6>w +i +i
1.4 B c6>w +f +f
1.5 A b6>w +i +i
1.6 B w6<w -L +f +f"""


def test_r16_5_a_gardener_placed_during_the_activation_does_not_activate() -> None:
    # K2's own action, 3 coins, pays back what P2 asked for the gardener.
    assert delta(f"{ON_P2}\n1.g B @P2 G:K2", **CHAIN) == {
        "food": -1,
        "gardener_domain": -1,
        "gardener_black_stone": 1,
    }
    assert refused(f"{ON_P2}\n1.g B @P2 G:K2 @K2", **CHAIN).article == "R10.2"


def test_r10_2_each_own_gardener_once() -> None:
    assert refused(f"{ON_P2}\n1.g B @P2 @P2", **CHAIN).article == "R10.2"


def test_r10_4_round_three_activates_no_garden() -> None:
    done = finish(position(ON_K2))
    phases = [(unit.round, unit.phase) for unit in done.finished if unit.phase in ("gardens", "end")]
    assert [phase for number, phase in phases if number == 3] == ["end"]
    assert {number for number, phase in phases if phase == "gardens"} <= {1, 2}
    assert holds(done, "B", "gardener_black_stone") == (1,)


def test_r3_1_nine_turns_each_in_rotation() -> None:
    done = finish(position(START))
    turns = [unit for unit in done.finished if unit.phase == "turn"]
    assert [unit.seat for unit in turns] == [0, 1] * 9
    assert [unit.label for unit in turns][-1] == "3.6"
    assert done.over
    assert done.options() == []


# -- final scoring ------------------------------------------------------------------------------

SETUP = replayed(record(START)).setup


def scored(**held: int) -> tuple[int, ...]:
    """Score a row of holdings with the gardens of the usual setup."""
    assert not held.keys() - set(ACCOUNTS)
    return GAME.scores(SETUP, [held.get(name, 0) for name in ACCOUNTS])


def test_r11_the_rulebooks_example() -> None:
    points = scored(
        point=8,
        coin=4,
        seal=2,
        food=3,
        iron=6,
        pearl=4,
        time=12,
        courtier_daimyo=2,
        courtier_steward=1,
        courtier_gate=2,
        warrior_5=2,
        warrior_3=1,
        warrior_1=1,
        gardener_black_plant=1,
        gardener_white_plant=1,
        gardener_coral_stone=1,
    )
    assert points == (8, 1, 3, 6, 25, 18, 15)
    assert sum(points) == 76


@pytest.mark.parametrize(("n", "points"), [(0, 0), (2, 0), (3, 1), (6, 1), (7, 2)])
def test_r11_3_resources(n: int, points: int) -> None:
    assert scored(food=n) == scored(iron=n) == scored(pearl=n) == (0, 0, points, 0, 0, 0, 0)


def test_r11_2_coins_and_seals_together() -> None:
    assert [scored(coin=c, seal=s)[1] for c, s in ((4, 0), (3, 2), (0, 5), (9, 0), (5, 5))] == [0, 1, 1, 1, 2]


def test_r11_5_courtiers_by_floor() -> None:
    floors = ("gate", "steward", "diplomat", "daimyo")
    assert [scored(**{f"courtier_{floor}": 1})[4] for floor in floors] == [1, 3, 6, 10]


def test_r11_6_warriors_count_by_courtiers_inside_and_the_gate_is_outside() -> None:
    yards = {"warrior_5": 1, "warrior_3": 1, "warrior_1": 2}
    assert scored(**yards, courtier_gate=3)[5] == 0
    assert scored(**yards, courtier_steward=1, courtier_diplomat=1, courtier_daimyo=1)[5] == 5 * 3


def test_r11_8_a_tie_goes_to_the_earlier_in_the_final_order() -> None:
    assert GAME.ranking([61, 49, 61], [2, 0, 1]) == [2, 3, 1]
    assert GAME.ranking([61, 49, 61], [0, 1, 2]) == [1, 3, 2]


def test_r10_1_the_order_is_made_after_the_last_round_too() -> None:
    done = finish(position(BOTH))
    assert done.finished[-1].phase == "end"
    assert done.order == [1, 0]
    assert posted(START, "order") == []
