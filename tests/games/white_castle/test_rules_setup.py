"""What is in the box, the setup and the draft (R1, R2, R12.9, R12.10)."""

from __future__ import annotations

import pytest

from wcreplay.engine.replay import replay
from wcreplay.games.white_castle import accounts as acc
from wcreplay.games.white_castle.components import load
from wcreplay.games.white_castle.gains import gain

from .table import (
    ACCOUNTS,
    SIXES,
    choices,
    delta,
    finish,
    holds,
    play,
    position,
    posted,
    read,
    record,
    refused,
    replayed,
)
from .test_worked import NAMES, game

START = f"""round 1 {SIXES}
0.1 B R9
0.2 A R2 +ff"""
"""A holds 4 coins, 2 seals, 2 food; B 3 coins, 2 seals, 4 food, 2 iron."""
PLANTS = ("P1", "P2", "P3", "P4", "P5")


# -- objects and limits -------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_r1_2_five_workers_of_each_kind_and_none_returns(name: str) -> None:
    done = game(name)
    for seat in range(len(done.seats)):
        at_home = {"courtier": 5, "gardener": 5, "warrior": 5}
        for turn in done.turns:
            have = dict(zip(ACCOUNTS, turn.balances[seat], strict=True))
            for kind, before in at_home.items():
                assert sum(n for account, n in have.items() if account.startswith(kind)) == 5
                assert have[f"{kind}_domain"] <= before
                at_home[kind] = have[f"{kind}_domain"]


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
2.5 A w6>p W1
2.6 B w6>w +f +f
round 3 {SIXES}"""
"""A's own card sends a warrior; all five have gone."""


def test_r1_2_there_is_no_sixth_worker() -> None:
    pairs = "R3+A2 R9+A3 R7+A1"
    before = LAST_WARRIOR[: LAST_WARRIOR.index("2.5 A")]
    assert choices(position(before, "w6>p", pairs=pairs), "W") == ["W1"]
    after = position(LAST_WARRIOR, pairs=pairs)
    assert holds(after, "A", "warrior_domain", "warrior_1", "iron") == (0, 5, 1)
    assert choices(play(after, "w6>p"), "W") == []


@pytest.mark.parametrize("unit", "fip")
def test_r1_3_a_resource_stops_at_seven(unit: str) -> None:
    wells = "\n".join(
        f"1.{n} {'AB'[(n - 1) % 2]} {'ccbbw'[n - 1]}6>w +{unit if n % 2 else 'f'} +{unit if n % 2 else 'f'}"
        for n in range(1, 6)
    )
    name = {"f": "food", "i": "iron", "p": "pearl"}[unit]
    start = START.replace("+ff", f"+{unit}{unit}")
    assert posted(f"{start}\n{wells}", name)[-2:] == [
        (name, 1, "well", "tile any"),
        (name, -1, "cap", "tile any"),
    ]
    assert holds(position(f"{start}\n{wells}"), "A", name) == (7,)


def test_r1_4_points_have_no_limit() -> None:
    # No game comes that far, so the gain is made by itself.
    start = position(START)
    gain(start, acc.POINT, 125, "lantern", "D1")
    assert holds(start, "A", "point") == (125,)
    assert [posting.cause for posting in start.ledger.postings] == ["lantern"]


def test_r12_9_coins_have_no_limit() -> None:
    # Nine wells with a die of 6 for B: 5 coins and both well tiles, on top of the 3 of R9.
    done = finish(position(START, tiles="wcb cbw bwc | cb bw | coin coin"))
    assert holds(done, "B", "coin", "seal") == (3 + 9 * (5 + 2), 5)


def test_r1_6_prices_in_the_currency_of_their_symbol() -> None:
    parts = load()
    stewards = [block for card in parts.stewards.values() for block in card.blocks]
    assert [block.effects[0].due for block in stewards if block.dark] == [
        ((acc.SEAL, 1, block.source),) for block in stewards if block.dark
    ]
    assert sum(block.dark for block in stewards) == 15
    free = [effect for block in stewards if not block.dark for effect in block.effects]
    free += [
        effect
        for card in (*parts.diplomats.values(), *parts.actions.values())
        for block in card.blocks
        for effect in block.effects
    ]
    assert {effect.due for effect in free} == {()}
    assert {garden.id: garden.effects[0].due for garden in parts.gardens.values()} == {
        **{name: ((acc.COIN, coins, name),) for name, coins in zip(PLANTS, (4, 3, 3, 3, 4), strict=True)},
        **dict.fromkeys(("K1", "K2", "K3", "K4", "K5"), ()),
    }


def test_r1_6_what_is_black_is_gained_and_what_is_red_is_paid() -> None:
    # White at s1: 1 seal and 1 of any. Coral at s1: a courtier for 1 seal, whose audience costs 2 coins.
    assert delta(f"{START}\n1.1 A w6>s1 +f") == {"coin": 3, "seal": 1, "food": 1}
    assert delta(f"{START}\n1.1 A c6>s1 Q") == {
        "coin": 3 - 2,
        "seal": -1,
        "courtier_domain": -1,
        "courtier_gate": 1,
    }


# -- setup and draft ----------------------------------------------------------------------------


@pytest.mark.rules("R2.2", "R2.4", "R2.6", "R2.7", "R2.8", "R2.9")
@pytest.mark.parametrize(
    ("lines", "article"),
    [
        ({"castle": "S1 S7 S15 | D6 D2 | M5"}, "R2.1"),
        ({"castle": "S10 S7 S15 | D6 D9 | M5"}, "R2.1"),
        ({"castle": "S7 S12 S13 | D7 D8 | M5"}, "R2.2"),
        ({"tiles": "www cbw bwc | cb bw | any any"}, "R2.4"),
        ({"tiles": "wcb cbw bwc | cc bw | any any"}, "R2.4"),
        ({"tiles": "wwb wbw bww | cb bw | any any"}, "R2.4"),
        ({"tiles": "wbw cbw bwc | cb bw | food food"}, "R2.4"),
        ({"order": "A A"}, "R2.8"),
        ({"order": "A"}, "R2.8"),
        ({"pairs": "R2+A1 R9+A3"}, "R2.9"),
        ({"pairs": "R2+A1 R9+A1 R7+A1"}, "R2.9"),
        ({"pairs": "R2+A1 R9+A3 R2+A2"}, "R2"),
        ({"gardens": "c P1 P2 | b P4 K2 | w P5 K5"}, "R2"),
        ({"yards": "Y3 Y5 | Y3 | Y8"}, "R2"),
    ],
)
def test_r2_1_a_setup_that_the_rules_do_not_deal_is_refused(lines: dict[str, str], article: str) -> None:
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


def test_r2_5_a_die_that_is_not_known_lies_among_the_others() -> None:
    coral = position(START.replace("c 666", "c 1_6")).to_json()["bridges"]["coral"]
    assert coral == {"left": 1, "middle": [None], "right": 6}
    five = START.replace("c 666", "c _56")
    lowest = position(five)
    assert lowest.to_json()["bridges"]["coral"] == {"left": None, "middle": [5], "right": 6}
    # It cannot be taken before its value is known; the others can.
    assert {text[:3] for text in choices(lowest, "c")} == {"c6>"}
    assert {text[:3] for text in choices(position(f"{five}\n1.1 A c6>w +f +f"), "c")} == {"c5>"}


@pytest.mark.parametrize(
    ("dice", "article"),
    [("6_1", "R2.5"), ("61_", "R2.5"), ("1_7", "R2.5"), ("_0_", "R2.5"), ("1_", "R1.1"), ("1__6", "R1.1")],
)
def test_r2_5_dice_around_one_that_is_not_known_are_checked(dice: str, article: str) -> None:
    fault = refused(START.replace("c 666", f"c {dice}"))
    assert (fault.code, fault.article) == ("R205", article)


def test_r2_9_the_draft_goes_in_reverse_order_and_a_taken_pair_is_gone() -> None:
    assert refused(f"round 1 {SIXES}\n0.1 A R9").code == "R202"
    assert refused(f"round 1 {SIXES}\n0.1 B R9\n0.2 A R9").article == "R2.9"
    assert position(START).to_json()["pairs"] == []


@pytest.mark.parametrize("place", [0, 1])
def test_r2_4_the_well_shows_rewards(place: int) -> None:
    well = ["coin", "food"]
    well[place] = "rice"
    found = refused(START, tiles=f"wcb cbw bwc | cb bw | {' '.join(well)}")
    assert found.source_line[found.column - 1 :][: found.length] == "rice"


@pytest.mark.parametrize("room", range(5))
def test_r2_4_a_room_whose_tiles_are_not_known_has_as_many(room: int) -> None:
    tiles = ["wcb", "cbw", "bwc", "cb", "bw"]
    tiles[room] = "_"
    line = f"{' '.join(tiles[:3])} | {' '.join(tiles[3:])} | any any"
    assert [len(seen) for seen in replayed(record(START, tiles=line)).setup.tiles] == [3, 3, 3, 2, 2]


def test_r2_10_cards_are_laid_down_by_the_draft() -> None:
    turns = f"round 1 {SIXES}\n0.1 B R1"
    lanterns = [name for name in ACCOUNTS if name.startswith("lantern_")]
    laid = [(source, cause) for _, _, cause, source in posted(turns, *lanterns, pairs="R2+A1 R1+A3 R7+A2")]
    assert laid
    assert {cause for _, cause in laid} == {"draft"}


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


def test_r2_2_a_card_in_each_room_and_the_rest_in_two_decks() -> None:
    two = position(f"round 1 {SIXES}").to_json()
    assert [room["card"] for room in two["rooms"].values()] == ["S10", "S7", "S15", "D6", "D2"]
    assert two["decks"] == {"steward": 9 - 3, "diplomat": 9 - 2}
    more = {"order": "A B C", "pairs": "R2+A1 R3+A3 R9+A2 R7+A2"}
    three = position("round 1 c 6666 | b 6666 | w 6666", **more).to_json()
    assert three["decks"] == {"steward": 15 - 3, "diplomat": 12 - 2}


@pytest.mark.parametrize(
    "castle", ["_ S7 S15 | D6 D2", "S10 S7 _ | D6 D2", "S10 S7 S15 | _ D2", "_ _ _ | _ _"]
)
def test_r2_2_a_card_that_is_not_known_is_in_its_room_and_in_no_deck(castle: str) -> None:
    decks = position(START, castle=f"{castle} | M5").to_json()["decks"]
    assert decks == {"steward": 9 - 3, "diplomat": 9 - 2}


def test_r2_2_four_of_five_may_show_one_dark_action() -> None:
    # S7, S12, S13 and D7 send a gardener; D6 sends a warrior.
    cards = "S7 S12 S13 | D7 D6"
    assert refused(START, castle=f"{cards.replace('D6', 'D8')} | M5").article == "R2.2"
    assert position(START, castle=f"{cards} | M5").label == "1.1"


@pytest.mark.parametrize("number", range(1, 10))
def test_r2_3_one_daimyo_card_lies_on_the_third_floor(number: int) -> None:
    daimyo = position(START, castle=f"S10 S7 S15 | D6 D2 | M{number}").to_json()["daimyo"]
    assert daimyo == {"card": f"M{number}", "slots": [None, None, None]}


def test_r2_2_every_line_of_a_setup_that_is_wrong_is_told() -> None:
    for wrong in (("castle", "tiles", "yards"), ("castle", "gardens")):
        done = replay(read(record(START, **dict.fromkeys(wrong, "zz"))))
        assert {d.source_line.split()[0] for d in done.diagnostics} == {*wrong}


def test_r2_3_not_two_and_not_a_tenth() -> None:
    assert refused(START, castle="S10 S7 S15 | D6 D2 | M5 M6").code in ("R101", "R102")
    assert refused(START, castle="S10 S7 S15 | D6 D2 | M10").code == "R103"


def test_r2_4_three_tiles_at_a_steward_two_at_a_diplomat() -> None:
    rooms = position(START).to_json()["rooms"]
    assert [len(room["tiles"]) for room in rooms.values()] == [3, 3, 3, 2, 2]
    # Two of a colour are allowed where the room has another one too.
    twice = position(START, tiles="ccw bbc wcb | cw bw | any any").to_json()["rooms"]
    assert twice["s1"]["tiles"] == ["coral", "coral", "white"]


def test_r2_6_a_plant_and_a_stone_garden_under_each_bridge() -> None:
    gardens = position(START).to_json()["gardens"]
    assert {
        colour: (places["plant"]["card"], places["stone"]["card"]) for colour, places in gardens.items()
    } == {"coral": ("P1", "K3"), "black": ("P4", "K2"), "white": ("P5", "K5")}
    assert refused(START, gardens="c K3 P1 | b P4 K2 | w P5 K5").code == "R103"


YARDS = {"yards": "Y8 Y1 | Y2 | Y6"}
"""Domain and 3 pearls at 5 iron, a warrior at 3 iron, 5 coins at 1 iron."""
IRON = f"""{START}
1.1 A w6>w +i +i
1.2 B b6>w +i +i
1.3 A w6>w +i +i
1.4 B c6>w +i +i
1.5 A b6>w +p +p"""
"""B has 6 iron."""


def test_r2_7_the_5_iron_yard_shows_a_blue_and_a_yellow_face() -> None:
    # Y8 blue activates a row, Y1 yellow gives 3 pearls. One warrior has left the white row by then.
    assert delta(f"{IRON}\n1.6 B w6<o2 -L W5 P:w", **YARDS) == {
        "coin": 1,
        "iron": -5,
        "pearl": 3 + 2,
        "warrior_domain": -1,
        "warrior_5": 1,
    }


def test_r2_7_the_3_iron_yard_shows_a_blue_face_and_the_1_iron_yard_a_yellow_one() -> None:
    # Y2 blue sends a second warrior, Y6 yellow gives 5 coins.
    assert delta(f"{IRON}\n1.6 B w6<o2 -L W3 W1", **YARDS) == {
        "coin": 1 + 5,
        "iron": -4,
        "warrior_domain": -2,
        "warrior_3": 1,
        "warrior_1": 1,
    }


def test_r2_8_the_top_of_the_pile_moves_first_and_the_herons_stand_alike() -> None:
    start = position("round 1 c 6666 | b 6666 | w 6666", order="C A B", pairs="R2+A1 R3+A3 R9+A2 R7+A2")
    assert start.to_json()["track"][0] == ["B", "A", "C"]
    assert [holds(start, seat, "order") for seat in "CAB"] == [(1,), (2,), (3,)]
    # The draft goes the other way round.
    assert start.to_json()["seat"] == "B"


def test_r2_10_a_decree_lies_in_the_lantern_area_with_the_resource_card() -> None:
    pairs = "R4+A1 R9+A3 R7+A2"
    turns = f"round 1 {SIXES}\n0.1 B R9\n0.2 A R4"
    player = position(turns, pairs=pairs).to_json()["players"]["A"]
    assert (player["card"], sorted(player["lantern"])) == ("A1", ["E2", "R4"])
    assert position(turns, pairs=pairs).to_json()["players"]["B"]["lantern"] == ["R9"]


def test_r12_10_two_players_have_six_stewards_to_draw() -> None:
    turns = START.replace("+ff", "+pp")
    assert position(turns).to_json()["decks"]["steward"] == 6
    climbed = position(f"{turns}\n1.1 A c6>o2 Q g^s3.2/S4").to_json()
    assert climbed["decks"]["steward"] == 5
