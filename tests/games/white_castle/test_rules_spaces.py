"""Rooms, outside, well, domain rows and main-board actions (R5, R7, R16.1, R16.2, R16.4, R16.6, R16.18)."""

from __future__ import annotations

from collections import Counter

import pytest

from wcreplay.games.white_castle import accounts as acc
from wcreplay.games.white_castle import effects as fx
from wcreplay.games.white_castle.components import load

from .table import SIXES, choices, delta, holds, last_turn, play, position, posted, refused

START = f"""round 1 {SIXES}
0.1 B R9
0.2 A R2 +pp"""
"""A holds 4 coins, 2 seals, 2 pearls; B 3 coins, 2 seals, 4 food, 2 iron."""
TWICE = {"tiles": "ccw cbw bwc | cb bw | any any"}
"""Room s1 has coral beside S10.1 (1 seal + 1 any) and S10.2 (courtier for a seal)."""


def test_r5_1_both_blocks_of_a_colour_gains_first() -> None:
    want = {"coin": 1, "food": 1, "courtier_domain": -1, "courtier_gate": 1}
    assert delta(f"{START}\n1.1 A c6>s1 +f Q", **TWICE) == want
    assert delta(f"{START}\n1.1 A c6>s1 >2 Q +f", **TWICE) == want
    order = [name for name, *_ in posted(f"{START}\n1.1 A c6>s1 >2 Q +f", "food", "courtier_gate", **TWICE)]
    assert order == ["courtier_gate", "food"]


def test_r5_1_one_of_the_blocks_may_be_declined() -> None:
    assert delta(f"{START}\n1.1 A c6>s1 +f", **TWICE) == {"coin": 3, "food": 1, "seal": 1}


def test_r16_2_the_seal_of_the_light_block_pays_the_dark_one_only_in_that_order() -> None:
    start = f"round 1 {SIXES}\n0.1 B R9\n0.2 A R4"
    lines = {**TWICE, "pairs": "R4+A1 R9+A3 R7+A2"}
    assert delta(f"{start}\n1.1 A c6>s1 +f Q", **lines)["coin"] == 1
    assert refused(f"{start}\n1.1 A c6>s1 >2 Q +f", **lines).state.startswith("1.1 A")
    assert choices(position(start, "c6>s1", **lines), ">") == []


def test_r5_1_a_room_does_only_the_blocks_of_the_colour() -> None:
    assert delta(f"{START}\n1.1 A w6>s1 +f") == {"coin": 3, "seal": 1, "food": 1}
    assert delta(f"{START}\n1.1 A b6>s1") == {"coin": 3, "iron": 1, "food": 1}


def test_r16_2_a_steward_price_falls_due_once_with_the_first_step() -> None:
    turn = "1.1 A c6>s1 Q g^s2.3/S4"
    assert delta(f"{START}\n{turn}") == {
        "coin": 1,
        "seal": -1,
        "pearl": -2,
        "food": 2,
        "courtier_domain": -1,
        "courtier_steward": 1,
    }
    assert posted(f"{START}\n{turn}", "seal") == [("seal", -1, "price", "S10.2")]
    assert posted(f"{START}\n{turn}", "seal", "coin")[1:] == [
        ("seal", -1, "price", "S10.2"),
        ("coin", -2, "audience", "gate"),
    ]


def test_r16_2_a_declined_action_costs_nothing() -> None:
    assert delta(f"{START}\n1.1 A c6>s1") == {"coin": 3}


def test_r12_7_dark_blocks_of_diplomats_are_free() -> None:
    assert delta(f"{START}\n1.1 A b6>d2 Q") == {"courtier_domain": -1, "courtier_gate": 1}


def test_r16_6_the_blocks_are_those_of_the_card_that_lay_there() -> None:
    turn = f"{START}\n1.1 A c6>s1 >2 Q g^s1.3/S2 +f"
    assert delta(turn, **TWICE) == {
        "coin": 1,
        "pearl": -2,
        "iron": 1,
        "food": 2,
        "courtier_domain": -1,
        "courtier_steward": 1,
    }
    assert posted(turn, "seal", **TWICE) == [
        ("seal", -1, "price", "S10.2"),
        ("seal", 1, "room block", "S10.1"),
    ]
    assert position(turn, **TWICE).to_json()["rooms"]["s1"]["card"] == "S2"


def test_r5_2_outside_left_gardener_or_courtier() -> None:
    out = position(START.replace("0.1 B R9\n0.2 A R2 +pp", "0.1 B R2 +pp\n0.2 A R9"), "c6>o1")
    assert choices(out, "G", "W", "Q") == ["G:K2", "G:K3", "G:K5", "G:P4", "G:P5", "Q"]
    assert choices(play(out, "Q"), "G", "W", "Q") == []


def test_r5_2_outside_right_warrior_or_courtier() -> None:
    out = position(START.replace("0.1 B R9\n0.2 A R2 +pp", "0.1 B R2 +pp\n0.2 A R9"), "c6>o2")
    assert choices(out, "G", "W", "Q") == ["Q", "W1"]


def test_r5_3_the_well_gives_a_seal_and_both_tiles_on_top_of_the_coins() -> None:
    assert delta(f"{START}\n1.1 A c6>w +f +i") == {"coin": 5, "seal": 1, "food": 1, "iron": 1}
    other = {"tiles": "wcb cbw bwc | cb bw | coin pearl"}
    assert delta(f"{START}\n1.1 A c6>w", **other) == {"coin": 6, "seal": 1, "pearl": 1}


def test_r5_4_and_r16_4_rewards_come_before_the_card_and_the_order_is_no_choice() -> None:
    row = position(START, "c6>p")
    assert holds(row, "A", "food") == (1,)
    assert choices(row, ">") == []
    assert delta(f"{START}\n1.1 A c6>p Q") == {
        "food": 1,
        "coin": -2,
        "courtier_domain": -1,
        "courtier_gate": 1,
    }


@pytest.mark.parametrize(("die", "reward"), [("c", "food"), ("b", "iron"), ("w", "pearl")])
def test_r5_4_a_start_card_covers_all_three_rows(die: str, reward: str) -> None:
    have = delta(f"{START}\n1.1 A {die}6>p Q")
    assert (have[reward], have["coin"], have["courtier_gate"]) == (1, -2, 1)


DIPLOMAT_CARD = f"""{START}
1.1 A c6>o2 Q g^s3.2/S2
1.2 B c6>w +f +f
1.3 A w6>o1 s^d1/D5
1.4 B w6>w +f +f"""
"""A's card is D6: warrior on top, 2 time steps in the middle and at the bottom."""


def test_r5_4_a_block_of_two_rows_answers_for_both() -> None:
    assert delta(f"{DIPLOMAT_CARD}\n1.5 A b6>p") == {"iron": 1, "time": 2}
    assert delta(f"{DIPLOMAT_CARD}\n1.5 A w6<p -L") == {"pearl": 1, "time": 2}
    # One courtier has left the coral row; the dark block is free.
    assert delta(f"{DIPLOMAT_CARD}\n1.5 A c6<p -L x:i W1") == {
        "food": 2,
        "seal": -2,
        "point": 2,
        "warrior_domain": -1,
        "warrior_1": 1,
    }


def test_r5_5_what_each_row_pays_by_workers_gone() -> None:
    spots = {
        "coral": ["food", "food", "food", "coin coin", "food", "seal"],
        "black": ["iron", "iron", "iron", "lantern", "iron", "coin coin"],
        "white": ["pearl", "pearl", "pearl", "seal", "pearl", "lantern"],
    }
    names = {acc.FOOD: "food", acc.IRON: "iron", acc.PEARL: "pearl", acc.COIN: "coin", acc.SEAL: "seal"}
    for row in load().rows:
        for gone in range(6):
            pays: Counter[str] = Counter()
            for effect in row.rewards[gone]:
                pays[("lantern" if effect.kind == fx.LANTERN else names[effect.what])] += effect.n or 1
            assert pays == Counter(" ".join(spots[row.colour][: gone + 1]).split())


GARDENER = f"""round 1 {SIXES}
0.1 B R9
0.2 A R2 +pp
1.1 A w6>w +i +i"""


def test_r5_6_a_domain_action_is_paid_with_its_row() -> None:
    # P5: 3 food for the garden, 4 coins for the row; one gardener has left the black row, K2 gives 3 coins.
    assert delta(f"{GARDENER}\n1.2 B c6>o1 G:P5 P:b G:K2") == {
        "food": -4,
        "iron": 2,
        "gardener_domain": -2,
        "gardener_white_plant": 1,
        "gardener_black_stone": 1,
    }
    assert choices(position(GARDENER, "c6>o1 G:P5"), "P:") == ["P:b", "P:c", "P:w"]
    assert delta(f"{GARDENER}\n1.2 B c6>o1 G:P5")["coin"] == 1


def test_r5_6_a_row_that_holds_a_die_can_be_activated_again() -> None:
    used = f"{GARDENER}\n1.2 B b6>p\n1.3 A w6>w +i +i"
    assert delta(f"{used}\n1.4 B c6>o1 G:P5 P:b")["iron"] == 2


LIGHT = {"gardens": "c P1 K3 | b P4 K4 | w P5 K5"}


def test_r7_1_light_is_any_of_the_eight_light_blocks_occupied_or_not() -> None:
    occupied = GARDENER.replace("w6>w +i +i", "c6>s1")
    light = position(occupied, "c6>o1 G:K4", **LIGHT)
    assert choices(light, "B") == [
        *("B:d1.2", "B:d2.2", "B:s1.1", "B:s1.3", "B:s2.1", "B:s2.3", "B:s3.1", "B:s3.2"),
    ]
    assert delta(f"{occupied}\n1.2 B c6>o1 G:K4 B:s1.1 +f", **LIGHT)["seal"] == 1


COLOUR = {"yards": "Y3 Y5 | Y6 | Y8"}
SECOND = f"""{GARDENER}
1.2 B b6>w +i +i
1.3 A w6>w +i +i"""


def test_r7_2_colour_is_the_blocks_beside_a_tile_of_it() -> None:
    black = position(SECOND, "c6>o2 W3", **COLOUR)
    assert choices(black, "B") == ["B:d1.2", "B:d2.1", "B:s1.3", "B:s2.2", "B:s3.1"]


def test_r7_4_a_steward_block_costs_its_seal_on_the_main_board_too() -> None:
    turn = f"{SECOND}\n1.4 B c6>o2 W3 B:s2.2 G:K2"
    assert posted(turn, "seal", **COLOUR) == [("seal", -1, "price", "S7.2")]
    assert delta(f"{SECOND}\n1.4 B c6>o2 W3 B:s2.2", **COLOUR).get("seal", 0) == 0


ANY = f"""{GARDENER}
1.2 B b6>w +f +i
1.3 A w6>w +i +i"""
"""B has 8 coins, 3 seals, 5 food, 3 iron; P1 costs 5 food and 4 coins for any block."""


def test_r7_3_any_is_each_of_the_thirteen_blocks() -> None:
    blocks = choices(position(ANY, "c6>o1 G:P1"), "B")
    assert len(blocks) == 13
    assert {block[2:4] for block in blocks} == {"s1", "s2", "s3", "d1", "d2"}


def test_r7_3_a_card_that_is_not_known_hides_its_own_blocks_only() -> None:
    known = choices(position(ANY, "c6>o1 G:P1"), "B")
    for room, castle in (("s1", "_ S7 S15 | D6 D2 | M5"), ("d1", "S10 S7 S15 | _ D2 | M5")):
        blocks = choices(position(ANY, "c6>o1 G:P1", castle=castle), "B")
        assert blocks == [block for block in known if block[2:4] != room]


def test_r16_2_both_prices_fall_due_with_the_workers_first_step() -> None:
    turn = f"{ANY}\n1.4 B c6>o1 G:P1 B:s3.3 W1"
    assert sorted(posted(turn, "coin", "seal")) == [
        ("coin", -4, "price", "P1"),
        ("coin", 1, "die difference", "o1"),
        ("seal", -1, "price", "S15.3"),
    ]
    have = delta(turn)
    assert (have["food"], have["iron"], have["point"]) == (-5, -1, 2)


def test_r16_2_a_block_whose_worker_is_not_sent_costs_nothing() -> None:
    for block in ("B:s3.3", "B:d1.1", "B:s1.2"):
        have = delta(f"{ANY}\n1.4 B c6>o1 G:P1 {block}")
        assert (have["coin"], have.get("seal", 0)) == (1, 0)


def test_r12_7_a_diplomat_block_costs_the_gardens_coins_only() -> None:
    assert sorted(posted(f"{ANY}\n1.4 B c6>o1 G:P1 B:d1.1 W1", "coin", "seal")) == [
        ("coin", -4, "price", "P1"),
        ("coin", 1, "die difference", "o1"),
    ]


def test_r16_2_a_gain_block_is_paid_at_the_choice() -> None:
    turn = f"{ANY}\n1.4 B c6>o1 G:P1 B:s1.3"
    assert [entry for entry in posted(turn, "coin", "iron") if entry[2] != "die difference"] == [
        ("coin", -4, "price", "P1"),
        ("iron", 1, "main board", "S10.3"),
    ]


def test_r16_18_a_block_is_offered_when_its_price_can_be_paid() -> None:
    poor = ANY.replace("c 666 | b 666", "c 566 | b 166").replace("1.2 B b6>w", "1.2 B b1<w -L")
    short = position(poor, "c5<o1 -L G:P1")
    assert holds(short, "B", "coin", "seal") == (3, 3)
    assert choices(short, "B") == []
    assert len(choices(play(short, "x:c"), "B")) == 13
    # With the last seals gone the steward blocks with a price are out of reach.
    none = play(short, "x:c x:c")
    assert holds(none, "B", "coin", "seal") == (6, 0)
    assert [text for text in choices(none, "B") if text in ("B:s1.2", "B:s2.2", "B:s3.3", "B:d1.1")] == [
        "B:d1.1"
    ]


def test_r16_18_a_gardener_block_needs_a_garden_without_an_own_gardener() -> None:
    # The block is offered while a gardener and a garden are left, whatever the food.
    assert holds(position(ANY, "c6>o1 G:P1"), "B", "food") == (0,)
    assert "B:s2.2" in choices(position(ANY, "c6>o1 G:P1"))


def test_r7_5_a_granted_well_pays_no_coins_for_the_die() -> None:
    assert delta(f"{GARDENER}\n1.2 B c6>o1 G:K5 +i +i") == {
        "coin": 1,
        "food": -3,
        "seal": 1,
        "iron": 2,
        "gardener_domain": -1,
        "gardener_white_stone": 1,
    }


def test_r16_1_a_granted_well_may_be_declined() -> None:
    have = delta(f"{GARDENER}\n1.2 B c6>o1 G:K5 -w")
    assert "seal" not in have
    assert "iron" not in have
    assert last_turn(f"{GARDENER}\n1.2 B c6>o1 G:K5 w +i +i").text == "c6>o1 G:K5 +i +i"
    assert refused(f"{GARDENER}\n1.2 B c6>w -w").code == "R210"


def test_r16_9_an_action_may_come_before_a_plain_gain() -> None:
    lines = {"tiles": "wcb wcc bwc | cb bw | any any"}
    turn = f"{GARDENER.replace('w6>w', 'b6>w')}\n1.2 B c6>s2"
    assert [name for name, *_ in posted(f"{turn} G:K2", "food", **lines)] == ["food", "food"]
    assert [n for _, n, *_ in posted(f"{turn} G:K2", "food", **lines)] == [2, -1]
    assert [n for _, n, *_ in posted(f"{turn} >2 G:K2", "food", **lines)] == [-1, 2]


LAST_WARRIOR = f"""round 1 {SIXES}
0.1 B R9
0.2 A R3
1.1 A b6>p W1
1.2 B c6>w +f +f
1.3 A w6>p W1
1.4 B w6>w +f +f
1.5 A c6>p W1
1.6 B b6>w +f +f
round 2 {SIXES}
2.1 A b6>p W1
2.2 B b6>w +f +f
2.3 A c6>w +i +i
2.4 B c6>w +f +f
2.5 A w6>w +i +i
2.6 B w6>w +f +f
round 3 {SIXES}"""


def test_r16_18_a_block_for_a_worker_that_nobody_is_left_of_is_not_offered() -> None:
    lines = {"yards": "Y3 Y5 | Y7 | Y8", "pairs": "R3+A2 R9+A3 R7+A1"}
    board = position(LAST_WARRIOR, "c6>o2 W3", **lines)
    assert holds(board, "A", "warrior_domain", "warrior_1", "seal") == (0, 4, 3)
    blocks = choices(board, "B")
    assert len(blocks) == 11
    assert not {"B:s3.3", "B:d1.1"} & set(blocks)


YARD_OF_TWO_ACTIONS = f"""round 1 {SIXES}
0.1 B R9
0.2 A R3
1.1 A c6>w +i +i
1.2 B c6>w +f +f
1.3 A w6>w +i +i
1.4 B w6>w +f +f
1.5 A b6>o2 W5"""
TWO_ACTIONS = {"yards": "Y5 Y7 | Y1 | Y8", "pairs": "R3+A2 R9+A3 R7+A1"}
"""The 5-iron yard: a white block of the main board, then any light block. S10.1 is both."""


def test_r16_3_a_text_of_two_actions_is_the_earlier_ones() -> None:
    first, lines = YARD_OF_TWO_ACTIONS, TWO_ACTIONS
    assert delta(f"{first} B:s1.1 +f B:s1.3", **lines)["food"] == 2
    assert delta(f"{first} >y2 B:s1.1 +f B:s2.3", **lines)["food"] == 3
    assert refused(f"{first} >y2 B:s1.1 +f B:s1.3", **lines).article == "R7.2"


def test_r16_9_a_mark_that_names_what_comes_first_holds_for_its_own_steps_only() -> None:
    lines = TWO_ACTIONS
    plain = last_turn(f"{YARD_OF_TWO_ACTIONS} B:s1.1 +f B:s1.3", **lines)
    marked = last_turn(f"{YARD_OF_TWO_ACTIONS} >y1 B:s1.1 +f B:s1.3", **lines)
    assert (marked.text, marked.postings) == (plain.text, plain.postings)
    fault = refused(f"{YARD_OF_TWO_ACTIONS} >y1 B:s1.3 B:s1.1 +f", **lines)  # black: only the second action
    assert (fault.code, fault.article) == ("R210", "R16.9")


def test_r16_8_an_exchange_may_come_between_a_mark_and_its_step() -> None:
    trade = {"iron": -5, "warrior_domain": -1, "warrior_5": 1, "food": 1, "seal": 1, "coin": 1}  # the die: 1
    assert delta(f"{YARD_OF_TWO_ACTIONS} >y1 B:s1.1 +f", **TWO_ACTIONS) == trade
    traded = {name: n for name, n in trade.items() if name != "seal"}  # one for the coin, one from S10.1
    assert delta(f"{YARD_OF_TWO_ACTIONS} >y1 x:c B:s1.1 +f", **TWO_ACTIONS) == {**traded, "coin": 2}


@pytest.mark.parametrize(
    ("tile", "mark"), [("Y1", ">Q"), ("Y2", ">W"), ("Y3", ">G"), ("Y8", ">P"), ("Y6", ">B"), ("Y7", ">B")]
)
def test_r16_9_the_mark_of_the_only_action_is_left_out(tile: str, mark: str) -> None:
    turns = START.replace(
        "0.1 B R9\n0.2 A R2 +pp", "0.1 B R2 +pp\n0.2 A R9\n1.1 A c6>w +i +i\n1.2 B c6>w +f +f"
    )
    yards = f"Y5 Y4 | {tile} | {'Y1' if tile == 'Y7' else 'Y7'}"
    assert last_turn(f"{turns}\n1.3 A b6>o2 W3 {mark}", yards=yards).text == "b6>o2 W3"


def test_r16_2_the_price_is_due_with_a_climb_as_first_step_too() -> None:
    turns = f"{START}\n1.1 A w6>o2 Q\n1.2 B c6>w +f +f"
    assert posted(f"{turns}\n1.3 A c6>s1 g^s2.3/S4 Q", "seal", "coin", "pearl") == [
        ("coin", 3, "die difference", "s1"),
        ("seal", -1, "price", "S10.2"),
        ("pearl", -2, "climb", "s2"),
        ("coin", -2, "audience", "gate"),
    ]


DIPLOMAT_ABOVE = DIPLOMAT_CARD.replace("s^d1/D5", "s^d1/D6")
"""A's card is D11: a block of two rows with a time step and the Lantern, below it a gardener."""


@pytest.mark.parametrize(("die", "reward"), [("c6<p -L", {"food": 2}), ("b6>p", {"iron": 1})])
def test_r5_4_an_upper_block_of_two_rows_answers_for_both(die: str, reward: dict[str, int]) -> None:
    # The Lantern Area shows a pearl (R2), a time step (A1) and a coin (S15).
    lines = {"castle": "S10 S7 S15 | D11 D2 | M5"}
    assert delta(f"{DIPLOMAT_ABOVE}\n1.5 A {die}", **lines) == {**reward, "pearl": 1, "coin": 1, "time": 2}


def test_r5_4_the_lower_block_is_for_the_bottom_row_alone() -> None:
    lines = {"castle": "S10 S7 S15 | D11 D2 | M5"}
    assert delta(f"{DIPLOMAT_ABOVE}\n1.5 A w6<p -L x:f G:K2", **lines) == {
        "pearl": 1,
        "seal": -2,
        "coin": 3,
        "gardener_domain": -1,
        "gardener_black_stone": 1,
    }
