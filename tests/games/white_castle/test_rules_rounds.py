"""The end of a round and final scoring (R3.1, R10, R11, R16.5)."""

from __future__ import annotations

import pytest

from .table import ACCOUNTS, GAME, SIXES, delta, finish, holds, position, posted, record, refused, replayed

START = f"""round 1 {SIXES}
0.1 B R9
0.2 A R2 +ff"""
"""A holds 4 coins, 2 seals, 2 food; B 3 coins, 2 seals, 4 food, 2 iron."""


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
    assert refused(f"{turns}\n1.g B @K2").code == "R202"


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


PRICED = """round 1 c 666 | b 666 | w 666
0.1 B R8
0.2 A R9
1.1 A c6>o1 G:P4
1.2 B b6>p G:K2
1.3 A w6>d2
1.4 B b6>d1
1.5 A w6>w +f +f
1.6 B c6>w +f +f"""
"""A has a gardener on P4 (3 coins: warrior), B on K2 (3 coins gained). B arrived on 2 after A."""
PRICED_2 = f"""{PRICED}
1.g A @P4 W1
round 2 c 666 | b 666 | w 666
2.1 B b6>w +f +f
2.2 A b6>d1
2.3 B c6>w +i +i
2.4 A c6>w +f +f
2.5 B w6>w +i +i
2.6 A w6>w +f +f"""
"""Round 2 ends with A on 4 and B on 2; every bridge holds a die."""
PRICED_SETUP = {"pairs": "R9+A1 R8+A3 R7+A2"}
WARRIOR = {"coin": -3, "iron": -1, "point": 2, "warrior_domain": -1, "warrior_1": 1}


@pytest.mark.parametrize(
    ("turns", "label", "order"), [(PRICED, "1.g", "BA"), (PRICED_2, "2.g", "AB")], ids=["round 1", "round 2"]
)
def test_r10_2_gardens_in_the_new_order_after_rounds_one_and_two(turns: str, label: str, order: str) -> None:
    use = {"A": "@P4 W1", "B": "@K2"}
    first, second = (f"{label} {seat} {use[seat]}" for seat in order)
    assert position(turns, **PRICED_SETUP).to_json()["order"] == list(order)
    gains = {"A": WARRIOR, "B": {"coin": 3}}
    assert delta(f"{turns}\n{first}", **PRICED_SETUP) == gains[order[0]]
    assert delta(f"{turns}\n{first}\n{second}", **PRICED_SETUP) == gains[order[1]]
    refused(f"{turns}\n{second}\n{first}", **PRICED_SETUP)


@pytest.mark.parametrize(("turns", "label"), [(PRICED, "1.g"), (PRICED_2, "2.g")], ids=["round 1", "round 2"])
def test_r10_2_a_garden_with_a_price_is_declined_for_nothing(turns: str, label: str) -> None:
    """Not written, or named without its action (R16.2): the 3 coins stay."""
    number = int(label[0]) + 1
    before = holds(position(turns, **PRICED_SETUP), "A", "coin", "iron", "warrior_domain")
    unwritten = position(f"{turns}\nround {number} {SIXES}", **PRICED_SETUP)
    assert holds(unwritten, "A", "coin", "iron", "warrior_domain") == before
    assert delta(f"{turns}\n{label} A @P4", **PRICED_SETUP) == {}


@pytest.mark.parametrize("number", [2, 3])
def test_r10_3_all_dice_are_rolled_anew_and_set_ascending(number: int) -> None:
    turns = {2: PRICED, 3: PRICED_2}[number]
    done = position(turns, **PRICED_SETUP)
    while done.decision.kind == "garden":
        done.apply("")
        done.apply("")  # no exchange before the activation ends
    assert (done.decision.kind, done.round) == ("roll", number)
    assert [bridge["left"] for bridge in done.to_json()["bridges"].values()] == [None] * 3
    rolled = position(f"{turns}\nround {number} c 126 | b 345 | w 112", **PRICED_SETUP).to_json()
    assert (rolled["round"], rolled["label"]) == (number, f"{number}.1")
    assert rolled["bridges"]["coral"] == {"left": 1, "middle": [2], "right": 6}
    assert refused(f"{turns}\nround {number} c 621 | b 345 | w 112", **PRICED_SETUP).article == "R2.5"


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


def test_r11_1_points_made_during_play_count() -> None:
    # Y8 at the 1-iron yard gives 2 points.
    done = replayed(record(f"{START}\n1.1 A c6>w +i +i\n1.2 B c6>o2 W1"))
    assert holds(done.turns[-1], "B", "point") == (2,)
    assert [scores[0] for scores in done.turns[-1].scores] == [0, 2]


@pytest.mark.parametrize(
    ("gardens", "points"),
    [
        ("c P1 K1 | b P2 K2 | w P3 K3", [9, 1, 7, 1, 7, 3]),
        ("c P4 K4 | b P5 K5 | w P1 K1", [7, 3, 5, 5, 9, 1]),
    ],
)
def test_r11_7_gardeners_score_what_their_card_shows(gardens: str, points: list[int]) -> None:
    setup = replayed(record(START, gardens=gardens)).setup
    places = [name for name in ACCOUNTS if name.startswith("gardener_") and name != "gardener_domain"]
    assert [GAME.scores(setup, [int(name == place) for name in ACCOUNTS])[6] for place in places] == points
    assert GAME.scores(setup, [int(name in places) for name in ACCOUNTS])[6] == sum(points)


def test_r11_6_in_play_warriors_count_from_the_first_courtier_inside() -> None:
    turns = f"""round 1 {SIXES}
0.1 B R9
0.2 A R2 +pp
1.1 A w6>w +i +f
1.2 B c6>w +f +f
1.3 A c6>o2 W1
1.4 B b6>w +f +f
1.5 A b6>o1 Q"""
    at_the_gate = replayed(record(turns)).turns[-1]
    inside = replayed(record(f"{turns} g^s2.3/S4")).turns[-1]
    assert holds(at_the_gate, "A", "warrior_1", "courtier_gate") == (1, 1)
    assert (at_the_gate.scores[0][5], inside.scores[0][5]) == (0, 1)


def test_r11_8_a_tie_played_out() -> None:
    """Everything goes to the well, but B gains 2 time steps once and so the lead in the turn order."""
    units = {
        "A": iter(("ff", "ff", "fi", "ii", "ii", "ii", "pp", "pp", "pp")),
        "B": iter(("pp", "pp", "pp", "ii", "ii", "fi", "ff", "ff")),
    }
    lines = []
    for number in (1, 2, 3):
        lines.append(f"round {number} {SIXES}")
        if number == 1:
            lines += ["0.1 B R9", "0.2 A R2 +ff"]
        for turn, colour in enumerate("ccbbww"):
            seat = "AB"[(turn + (number > 1)) % 2]
            if (number, turn) == (1, 3):
                lines.append("1.4 B b6>d1")
                continue
            pair = next(units[seat])
            lines.append(f"{number}.{turn + 1} {seat} {colour}6>w +{pair[0]} +{pair[1]}")
    done = replayed(record("\n".join(lines)))
    # Both hold 7 of two resources and 6 of the third (5 points), and coins and seals for 10 points:
    # A 49 coins and 5 seals, B 45 and 5.
    assert [(result.seat, result.points, result.rank) for result in done.result] == [
        ("A", 15, 2),
        ("B", 15, 1),
    ]
