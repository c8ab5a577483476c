"""Gardeners, warriors and courtiers (R6, R12, R16.3, R16.9, R16.12, R16.13, R16.17)."""

from __future__ import annotations

from .table import SIXES, choices, delta, holds, last_turn, play, position, posted, refused

START = f"""round 1 {SIXES}
0.1 B R9
0.2 A R2 +pp"""
"""A holds 4 coins, 2 seals, 2 pearls; B 3 coins, 2 seals, 4 food, 2 iron."""
GARDENER = f"{START}\n1.1 A w6>w +i +i"


def test_r6_1_a_gardener_pays_food_and_acts_at_once() -> None:
    assert delta(f"{GARDENER}\n1.2 B c6>o1 G:K2") == {
        "coin": 1 + 3,
        "food": -1,
        "gardener_domain": -1,
        "gardener_black_stone": 1,
    }


def test_r6_1_one_gardener_of_a_clan_on_a_card() -> None:
    turns = f"{GARDENER}\n1.2 B c6>o1 G:K2\n1.3 A w6>w +f +f"
    assert refused(f"{turns}\n1.4 B b6>p G:K2").article == "R6.1"
    assert "G:K3" in choices(position(turns, "b6>p"))


def test_r6_1_other_clans_may_be_there() -> None:
    turns = f"{START}\n1.1 A w6>w +f +f\n1.2 B c6>o1 G:K2\n1.3 A b6>s2"
    after = position(f"{turns} G:K2")
    assert after.to_json()["gardens"]["black"]["stone"]["seats"] == ["A", "B"]


def test_r12_8_a_garden_may_lead_to_a_garden_each_paid() -> None:
    gardens = "c P1 K3 | b P2 K2 | w P5 K5"
    turns = f"{START}\n1.1 A w6>w +i +i\n1.2 B b6>w +f +i\n1.3 A w6>w +i +i"
    turn = f"{turns}\n1.4 B c6>o1 G:P2 G:K2"
    assert delta(turn, gardens=gardens) == {
        "coin": 1 - 3 + 3,
        "food": -5,
        "gardener_domain": -2,
        "gardener_black_plant": 1,
        "gardener_black_stone": 1,
    }
    # The coins of the first garden's action are due with the second gardener.
    assert posted(turn, "coin", gardens=gardens)[1] == ("coin", -3, "price", "P2")
    assert delta(f"{turns}\n1.4 B c6>o1 G:P2", gardens=gardens)["coin"] == 1


YARD = f"""{START}
1.1 A w6>w +i +i
1.2 B b6>w +i +i
1.3 A w6>w +i +i
1.4 B c6>w +i +i
1.5 A b6>w +p +p"""
"""B has 4 seals, 6 iron and 4 food; the 5-iron yard shows a gardener and 2 seals."""


def test_r6_2_both_tiles_of_the_large_yard_gains_first() -> None:
    turn = f"{YARD}\n1.6 B w6<o2 -L W5 G:K2"
    have = delta(turn)
    assert (have["iron"], have["seal"], have["coin"], have["warrior_5"]) == (-5, 1, 1 + 3, 1)
    assert [name for name, *_ in posted(turn, "seal", "gardener_black_stone")] == [
        *("seal", "seal", "gardener_black_stone"),
    ]


def test_r6_2_the_tiles_in_any_order() -> None:
    turn = f"{YARD}\n1.6 B w6<o2 -L W5 >y1 G:K2"
    assert [name for name, *_ in posted(turn, "seal", "gardener_black_stone")] == [
        *("gardener_black_stone", "seal", "seal"),
    ]
    assert delta(turn) == delta(f"{YARD}\n1.6 B w6<o2 -L W5 G:K2")


def test_r16_8_an_exchange_before_the_yards_seals_saves_one() -> None:
    turn = f"{YARD}\n1.6 B w6<o2 -L W5 x:c G:K2"
    assert posted(turn, "seal") == [("seal", -1, "exchange", "coin"), ("seal", 2, "yard tile", "Y5")]
    saved = delta(turn)
    assert (saved["seal"], saved["coin"]) == (1, 1 + 1 + 3)


def test_r6_2_any_number_of_warriors_in_a_yard() -> None:
    two = f"{START}\n1.1 A w6>w +i +i\n1.2 B c6>o2 W1\n1.3 A w6>w +i +i"
    turn = f"{two}\n1.4 B b6>p W1"
    # B's own card brings gardeners only; a warrior needs a space that sends one.
    assert refused(turn).code == "R210"
    turns = f"{two}\n1.4 B c6<s3 -L W1"
    assert holds(position(turns), "B", "warrior_1", "point") == (2, 4)


def test_r6_2_iron_is_due() -> None:
    assert choices(position(START, "c6>o2"), "W") == []
    assert refused(f"{START}\n1.1 A c6>o2 W1").article == "R6.2"


def test_r6_3_an_audience_costs_two_coins() -> None:
    assert delta(f"{START}\n1.1 A c6>o2 Q") == {"coin": -1, "courtier_domain": -1, "courtier_gate": 1}


def test_r6_3_each_step_once_in_either_order() -> None:
    both = position(START, "c6>o2 Q g^s1.3/S4")
    assert choices(both, "Q", "g", "s") == []
    gate = f"{START}\n1.1 A c6>o2 Q\n1.2 B c6>w +f +f"
    climbed = position(gate, "w6>o1 g^s2.3/S4")
    assert choices(climbed, "Q", "g", "s") == ["Q"]
    have = delta(f"{gate}\n1.3 A w6>o1 g^s2.3/S4 Q")
    assert (have["coin"], have["food"], have["courtier_domain"]) == (-1, 2, -1)


RICH = f"""{START}
1.1 A c6>o2 Q
1.2 B c6>w +f +f
1.3 A b6>w +p +p
1.4 B b6>w +f +f
1.5 A w6>w +p +p
1.6 B w6>w +f +f
round 2 {SIXES}"""
"""A has a courtier at the gate, 6 pearls, 4 seals and is first in round 2."""


def test_r6_3_from_the_gate_the_daimyo_is_out_of_reach() -> None:
    climbs = choices(position(RICH, "c6>o2"), "g^")
    assert {climb[2] for climb in climbs} == {"s", "d"}
    assert refused(f"{RICH}\n2.1 A c6>o2 g^m1").article == "R6.3"


def test_r6_3_there_is_no_second_climb_after_the_audience() -> None:
    both = position(f"{RICH}\n2.1 A c6>o2 Q\n2.2 B c6>w +f +f", "b6>d2 g^s2.3/S4 Q")
    assert holds(both, "A", "courtier_gate", "courtier_steward", "pearl") == (2, 1, 4)
    assert choices(both, "g^", "s^", "Q") == []


def test_r6_3_two_floors_cost_five_and_pass_a_floor() -> None:
    turn = f"{RICH}\n2.1 A c6>o2 g^d2/D5"
    assert delta(turn) == {
        "coin": 1,
        "pearl": -5,
        "time": 2,
        "courtier_gate": -1,
        "courtier_diplomat": 1,
    }
    rooms = position(turn).to_json()["rooms"]
    assert [room["card"] for room in rooms.values()] == ["S10", "S7", "S15", "D6", "D5"]


def test_r6_4_the_card_moves_and_a_new_one_fills_the_room() -> None:
    after = position(f"{START}\n1.1 A c6>o2 Q g^s2.3/S4").to_json()
    player = after["players"]["A"]
    assert (player["card"], player["lantern"]) == ("S7", ["R2", "A1"])
    assert after["rooms"]["s2"]["card"] == "S4"
    assert after["decks"] == {"steward": 5, "diplomat": 7}


def test_r16_13_the_light_block_of_a_climb_must_be_chosen() -> None:
    assert refused(f"{START}\n1.1 A c6>o2 Q g^s2/S4").article == "R6.4"
    assert refused(f"{START}\n1.1 A c6>o2 Q g^s2.2/S4").article == "R6.4"
    assert refused(f"{START}\n1.1 A c6>o2 Q g^s2.3").code == "R207"


def test_r12_6_a_single_light_block_has_no_number() -> None:
    assert refused(f"{RICH}\n2.1 A c6>o2 g^d2.2/D5").article == "R6.4"


def test_r16_3_the_second_step_comes_after_all_that_the_first_one_does() -> None:
    gate = f"{START}\n1.1 A c6>o2 Q\n1.2 B c6>w +f +f"
    turn = f"{gate}\n1.3 A w6>o1 g^s1.1/S4 +f Q"
    assert [name for name, *_ in posted(turn, "food", "courtier_gate")] == [
        *("courtier_gate", "food", "courtier_gate"),
    ]
    assert refused(f"{gate}\n1.3 A w6>o1 g^s1.1/S4 Q +f").state.startswith("1.3 A")


def test_r16_17_the_own_cards_courtier_block() -> None:
    gate = f"{START}\n1.1 A c6>o2 Q\n1.2 B c6>w +f +f"
    turn = f"{gate}\n1.3 A w6>p g^s2.3/S4 Q"
    assert delta(turn) == {
        "pearl": 1 - 2,
        "food": 2,
        "coin": -2,
        "courtier_domain": -1,
        "courtier_steward": 1,
    }
    player = position(turn).to_json()["players"]["A"]
    assert (player["card"], player["lantern"]) == ("S7", ["R2", "A1"])


HIGH = f"""{START}
1.1 A c6>o2 Q g^s3.2/S2
1.2 B c6>w +f +f
1.3 A b6>w +p +p
1.4 B b6>w +f +f
1.5 A w6>w +p +p
1.6 B w6>w +f +f
round 2 {SIXES}"""
"""A has a courtier on the steward floor and 6 pearls; R2 and A1 lie in its Lantern Area."""


def test_r6_7_the_lantern_comes_before_the_daimyo_slot() -> None:
    turn = f"{HIGH}\n2.1 A c6>o2 s^m2"
    assert delta(turn) == {
        "coin": 1,
        "pearl": 1 - 5,
        "time": 1 + 2,
        "courtier_steward": -1,
        "courtier_daimyo": 1,
    }
    assert [cause for *_, cause, _ in posted(turn, "pearl", "time")] == [
        *("climb", "lantern", "lantern", "daimyo slot"),
    ]


def test_r6_7_and_r16_13_a_free_slot_must_be_taken_and_is_for_ever() -> None:
    assert choices(position(HIGH, "c6>o2"), "s^m") == ["s^m1", "s^m2", "s^m3"]
    assert position(f"{HIGH}\n2.1 A c6>o2 s^m2").slots == [-1, 0, -1]
    assert refused(f"{HIGH}\n2.1 A c6>o2 s^m").code == "R210"


def test_r6_7_a_lantern_slot_collects_a_second_time() -> None:
    have = delta(f"{HIGH}\n2.1 A c6>o2 s^m1")
    assert (have["pearl"], have["time"]) == (2 - 5, 2)


NO_SLOT = """round 1 c 356 | b 224 | w 555
0.1 B R2 +pp
0.2 A R3
1.1 A w5<p W1
1.2 B c6>s1 >2 Q g^s1.1/S15 +p +p
1.3 A w5<d1 Q g^d1/D4 +p
1.4 B c3<o1 s^d2/D11 +ppp Q
1.5 A c5>p d^m3 Q
1.6 B b2<s3 g^d1/D6 Q
round 2 c 234 | b 235 | w 244
2.1 B w2<d1 W1
2.2 A b5>o1 g^s1.2/S4
2.3 B w4<o2 g^d2/D8 Q
2.4 A c4>s1 >1 W1 +p
2.5 B b3>s3 d^m1 Q
2.6 A b2<d2 G:K4 B:d2.1 +f
2.g A @K4 B:d2.1 +f
round 3 c 116 | b 344 | w 144
3.1 B b3<s3 d^m2"""
NO_SLOT_SETUP = {
    "castle": "S9 S13 S2 | D3 D5 | M6",
    "tiles": "ccb wcb bcw | wb wb | iron any",
    "gardens": "c P3 K4 | b P5 K2 | w P2 K3",
    "yards": "Y3 Y7 | Y8 | Y1",
    "pairs": "R2+A1 R5+A3 R3+A2",
}


def test_r6_7_without_a_free_slot_the_courtier_stays_with_the_lantern_alone() -> None:
    assert position(NO_SLOT, **NO_SLOT_SETUP).slots == [1, 1, 0]
    climb = position(NO_SLOT, "c6>o1", **NO_SLOT_SETUP)
    assert choices(climb, "s^m", "d^m") == ["s^m"]
    turn = f"{NO_SLOT}\n3.2 A c6>o1 s^m"
    causes = {
        cause for *_, cause, _ in posted(turn, "coin", "point", "pearl", "time", "seal", **NO_SLOT_SETUP)
    }
    assert causes == {"die difference", "climb", "lantern"}
    before, after = (
        holds(position(NO_SLOT, **NO_SLOT_SETUP), "A", "courtier_daimyo"),
        holds(position(turn, **NO_SLOT_SETUP), "A", "courtier_daimyo"),
    )
    assert (before, after) == ((1,), (2,))


EMPTY_DECK = """round 1 c 123 | b 566 | w 456
0.1 A R9
0.2 B R6
1.1 B b5<s2 >2 Q +p +p
1.2 A b6<p G:P2
1.3 B b6>o2 W3 B:d1.1 g^s2.1/S13 +p +p Q
1.4 A w4<w +p +p
1.5 B w5<d1 g^s3.2/S5 Q
1.6 A w6>s3 >1 W3 B:d1.1 Q g^s3.2/S10
1.g A @P2 G:P3 s^d1/D11 x:c Q
round 2 c 145 | b 223 | w 145
2.1 B w1<s3 >2 g^s1.2/S4 Q +p
2.2 A w4<w +p +p
2.3 B w5>o1 g^s1.2/S2 +p +p x:c Q
2.4 A c5>p g^s3.1/S7 +p Q"""
EMPTY_DECK_SETUP = {
    "castle": "S12 S9 S15 | D2 D6 | M6",
    "tiles": "cbc bbc wwb | wc bw | any any",
    "gardens": "c P2 K5 | b P3 K3 | w P5 K4",
    "yards": "Y5 Y6 | Y7 | Y2",
    "order": "B A",
    "pairs": "R3+A2 R9+A3 R6+A3",
}


def test_r6_6_with_an_empty_deck_a_climb_takes_no_card() -> None:
    before = position(EMPTY_DECK, **EMPTY_DECK_SETUP).to_json()
    assert before["decks"]["steward"] == 0
    turn = f"{EMPTY_DECK}\n2.5 B c4>s1 >1 g^s2.2/-"
    after = position(turn, **EMPTY_DECK_SETUP).to_json()
    old, new = before["players"]["B"], after["players"]["B"]
    assert (new["card"], new["lantern"]) == (old["card"], old["lantern"])
    assert after["rooms"]["s2"]["card"] == before["rooms"]["s2"]["card"] == "S13"
    assert after["decks"] == before["decks"]
    assert new["courtiers"]["steward"] == old["courtiers"]["steward"] + 1
    # The light block S13.2 still collects the Lantern, without the card that stayed.
    assert any(
        source == old["lantern"][0] for *_, source in posted(turn, "iron", "pearl", **EMPTY_DECK_SETUP)
    )


def test_r16_12_an_empty_deck_shows_no_card_and_must_be_written() -> None:
    assert refused(f"{EMPTY_DECK}\n2.5 B c4>s1 >1 g^s2.2/S8", **EMPTY_DECK_SETUP).article == "R6.6"
    assert refused(f"{EMPTY_DECK}\n2.5 B c4>s1 >1 g^s2.2", **EMPTY_DECK_SETUP).code == "R207"
    # With one card left the climb took a card and the deck's last one filled the room.
    assert position("\n".join(EMPTY_DECK.splitlines()[:-1]), **EMPTY_DECK_SETUP).deck[0] == 1


def test_r12_8_a_chained_warrior_pays_its_iron_on_top_of_the_price() -> None:
    turn = f"{START}\n1.1 A w6>w +i +i\n1.2 B c6>s3 W1"
    assert delta(turn) == {
        "coin": 3,
        "seal": -1,
        "iron": -1,
        "point": 2,
        "warrior_domain": -1,
        "warrior_1": 1,
    }


def test_r6_2_the_blue_tile_of_the_middle_yard_is_an_action() -> None:
    turns = f"{START}\n1.1 A w6>w +i +i\n1.2 B b6>w +i +i\n1.3 A w6>w +i +i"
    have = delta(f"{turns}\n1.4 B c6>o2 W3 Q")
    assert (have["iron"], have["coin"], have["courtier_gate"]) == (-3, -1, 1)
    assert last_turn(f"{turns}\n1.4 B c6>o2 W3").text == "c6>o2 W3"
    assert choices(play(position(turns), "c6>o2 W3"), "Q", "G") == ["Q"]


def test_r12_4_a_courtier_that_moves_up_leaves_nothing_and_gives_nothing_back() -> None:
    turns = f"{START}\n1.1 A c6>o2 Q g^s3.2/S2\n1.2 B c6>w +f +f"
    moved = position(f"{turns}\n1.3 A w6>o1 s^d1/D5").to_json()
    assert [moved["rooms"][room]["card"] for room in ("s3", "d1")] == ["S2", "D5"]
    player = moved["players"]["A"]
    assert (player["card"], player["lantern"]) == ("D6", ["R2", "A1", "S15"])
    assert player["courtiers"] == {"domain": 4, "gate": 0, "steward": 0, "diplomat": 1, "daimyo": 0}


def test_r12_5_a_courtier_in_a_room_hinders_neither_dice_nor_courtiers() -> None:
    turns = f"{START}\n1.1 A c6>o2 Q g^s3.2/S2"
    # A's courtier went to s3, where S2 lies now. B's die enters, and B's courtier follows later.
    assert delta(f"{turns}\n1.2 B w6>s3") == {"coin": 3, "time": 1}
    both = f"{turns}\n1.2 B w6>w +p +p\n1.3 A b6>w +f +f\n1.4 B b6>o2"
    assert refused(both).article == "R4"
    after = position(f"{both.replace('b6>o2', 'b6>o1')} Q g^s3.2/S4").to_json()["players"]
    assert [after[seat]["courtiers"]["steward"] for seat in "AB"] == [1, 1]
