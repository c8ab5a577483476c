"""The Passage of Time: steps, checkpoints, piles, turn order (R9, R10.1, R16.10, R16.11, R16.16)."""

from __future__ import annotations

import pytest

from wcreplay.games.white_castle import effects as fx
from wcreplay.games.white_castle.components import load
from wcreplay.games.white_castle.nodes import Steps

from .table import ACCOUNTS, SIXES, delta, holds, position, posted, record, refused, replayed

AT_FOUR = f"""round 1 {SIXES}
0.1 B R9
0.2 A R2 +fp
1.1 A b6>d1
1.2 B c6>w +f +f
1.3 A w6>d2
1.4 B c6>w +i +i
1.5 A b6>w +p +p
1.6 B w6>w +i +i
round 2 {SIXES}"""
"""A stands on 4 with 3 seals and is first in round 2."""

AT_FIVE = f"""{AT_FOUR}
2.1 A b6>d1 -T
2.2 B b6>w +p +p
2.3 A c6>o2 Q g^s3.2/S2
2.4 B b6<w -L +p +p"""
"""A stands on 5 with 3 seals; its old action card lies in the Lantern Area and gives a time step."""

PILES = f"""round 1 {SIXES}
0.1 B R9
0.2 A R2 +fp
1.1 A b6>d1
1.2 B w6>d2
1.3 A c6>s2
1.4 B b6>s3
1.5 A w6>w +f +f
1.6 B c6>w +f +f"""
"""A, then B arrived on 3."""


def test_r9_3_a_checkpoint_in_the_middle_of_a_gain_is_paid_and_the_rest_follows() -> None:
    assert delta(f"{AT_FOUR}\n2.1 A b6>d1") == {"coin": 2, "time": 2, "seal": -1}
    assert posted(f"{AT_FOUR}\n2.1 A b6>d1", "seal") == [("seal", -1, "checkpoint", "6")]


def test_r9_4_a_checkpoint_may_be_declined_with_seals_in_hand() -> None:
    assert posted(f"{AT_FOUR}\n2.1 A b6>d1 -T", "time", "seal", "time_lost") == [
        ("time", 1, "room block", "D6.2"),
        ("time_lost", 1, "refused", "D6.2"),
    ]


def test_r9_3_without_seals_the_marker_stops_and_the_rest_is_lost() -> None:
    assert posted(f"{AT_FOUR}\n2.1 A x:c x:c x:c b6>d1", "time", "time_lost") == [
        ("time", 1, "room block", "D6.2"),
        ("time_lost", 1, "unpaid", "D6.2"),
    ]


def test_r16_10_a_checkpoint_that_cannot_be_paid_is_no_question() -> None:
    after = position(AT_FOUR, "x:c x:c x:c b6>d1")
    assert after.label == "2.2"
    assert refused(f"{AT_FOUR}\n2.1 A x:c x:c x:c b6>d1 -T").code == "R210"


def test_r16_8_an_exchange_at_the_checkpoint_comes_before_the_step() -> None:
    question = position(AT_FOUR, "b6>d1 x:c")
    assert question.options() == ["", "-T", "x:c", "x:f", "x:i", "x:p"]
    assert holds(question, "A", "time", "seal") == (5, 2)
    # Two more leave no seal: the marker stops without a question.
    assert delta(f"{AT_FOUR}\n2.1 A b6>d1 x:c x:c x:c") == {"coin": 5, "seal": -3, "time": 1}
    assert delta(f"{AT_FOUR}\n2.1 A b6>d1 x:p") == {"coin": 2, "seal": -3, "pearl": 1, "time": 2}


@pytest.mark.parametrize(
    ("tokens", "seals", "steps", "pearls"),
    [
        ("w6<d2", -1, 3, 1),
        ("w6<d2 T", -1, 3, 1),
        ("w6<d2 -T", -1, 2, 1),
        ("w6<d2 -T -T", 0, 0, 1),
        ("w6<d2 -L", -1, 2, 0),
        ("w6<d2 -L -T", 0, 0, 0),
    ],
)
def test_r16_10_each_gain_of_a_turn_asks_for_itself(tokens: str, seals: int, steps: int, pearls: int) -> None:
    have = delta(f"{AT_FIVE}\n2.5 A {tokens}")
    assert have.pop("coin") == 2
    assert have == {name: n for name, n in (("seal", seals), ("time", steps), ("pearl", pearls)) if n}


def test_r16_10_what_has_been_paid_is_not_asked_again() -> None:
    assert refused(f"{AT_FIVE}\n2.5 A w6<d2 T -T").code == "R210"


def test_r9_5_no_gain_is_long_enough_for_two_checkpoints() -> None:
    parts = load()
    groups = [block.effects for card in parts.cards().values() for block in card.blocks]
    groups += [face.effects for face in (*parts.blue.values(), *parts.yellow.values())]
    groups += [slot.effects for card in parts.daimyo.values() for slot in card]
    groups += [garden.effects for garden in parts.gardens.values()]
    assert max(effect.n for effects in groups for effect in effects if effect.kind == fx.TIME) == 2


def test_r9_6_a_marker_that_arrives_goes_on_top() -> None:
    turns = PILES.splitlines()
    assert position("\n".join(turns[:4])).piles[2] == [0]
    assert position("\n".join(turns[:5])).piles[2] == [0, 1]
    assert position(PILES).piles[3] == [0, 1]


def test_r10_1_on_one_space_the_upper_marker_is_first() -> None:
    after = position(PILES)
    assert after.order == [1, 0]
    assert position(f"{PILES}\nround 2 {SIXES}").seat == 1


def test_r16_16_a_gain_without_a_step_leaves_the_pile() -> None:
    five = f"{PILES}\nround 2 {SIXES}\n2.1 B b6>d1\n2.2 A w6>d2"
    assert position(five).piles[5] == [1, 0]
    refusing = position(f"{five}\n2.3 B c6>s2 -T")
    assert refusing.piles[5] == [1, 0]
    assert holds(refusing, "B", "seal") == (3,)
    assert position(f"{five}\n2.3 B c6>s2").piles[5:7] == [[0], [1]]


def test_r9_6_the_start_is_a_pile_too() -> None:
    start = position(f"round 1 {SIXES}\n0.1 A R9\n0.2 B R2 +fp", order="B A")
    assert start.piles[0] == [0, 1]
    assert start.seat == 1


def test_r10_1_further_forward_is_first() -> None:
    turns = f"{PILES}\nround 2 {SIXES}\n2.1 B c6>w +f +f\n2.2 A w6>d2\n2.3 B c6>w +i +i\n2.4 A b6>s3"
    done = position(f"{turns}\n2.5 B b6>w +i +i\n2.6 A w6>w +i +i\nround 3 {SIXES}")
    assert holds(done, "A", "time") == (6,)
    assert done.order == [0, 1]
    assert done.seat == 0


def test_r16_11_steps_in_round_end_gardens_do_not_change_the_new_order() -> None:
    turns = f"""round 1 {SIXES}
0.1 B R9
0.2 A R2 +fp
1.1 A c6>w +f +f
1.2 B c6>o1 G:K4
1.3 A b6>w +f +f
1.4 B b6>w +i +i
1.5 A w6>w +i +i
1.6 B w6>w +i +i
1.g B @K4 B:d1.2"""
    gardens = "c P1 K3 | b P4 K4 | w P5 K5"
    after = position(f"{turns}\nround 2 {SIXES}", gardens=gardens)
    assert holds(after, "B", "time") == (2,)
    assert (after.order, after.seat) == ([0, 1], 0)


def test_r9_1_and_r11_4_points_of_the_spaces() -> None:
    assert load().time_points == (*[0] * 6, *[3] * 5, *[6] * 4, 10, 11, 12, 13, 14, 15)


THREE = {
    "castle": "S10 S7 S15 | D6 D4 | M5",
    "order": "A B C",
    "pairs": "R2+A1 R9+A3 R7+A2 R3+A2",
}
FAR = """round 1 c 6666 | b 6666 | w 6666
0.1 C R9
0.2 B R3
0.3 A R2 +pp
1.1 A c6>o2 Q g^s3.1/S2
1.2 B b6>w +f +f
1.3 C b6>w +f +f
1.4 A w6<d2
1.5 B b6>w +f +f
1.6 C b6<w -L +f +f
1.7 A w6<d2
1.8 B c6>w +f +f
1.9 C c6>w +f +f
round 2 c 6666 | b 6666 | w 6666
2.1 A w6<d2
2.2 B b6>w +f +f
2.3 C b6>w +f +f
2.4 A w6<d2
2.5 B b6>w +f +f
2.6 C b6<w -L +f +f
2.7 A c6<o1 s^d1/D2
2.8 B c6>w +f +f
2.9 C c6>w +f +f
round 3 c 6666 | b 6666 | w 6666
3.1 A w6<d2
3.2 B c6>w +f +f
3.3 C c6>w +f +f
3.4 A b6<d1
3.5 B w6>w +f +f
3.6 C w6>w +f +f
3.7 A c6<o2 d^m2"""
"""A runs the whole track with the Lantern of left dice, and room d2 twice a round."""


@pytest.mark.parametrize(
    ("label", "space", "seals"),
    [
        *(("1.1", 1, 2), ("1.4", 3, 3), ("1.7", 5, 4), ("2.1", 7, 4), ("2.4", 9, 5)),
        *(("2.7", 12, 3), ("3.1", 14, 4), ("3.4", 17, 1), ("3.7", 20, 1)),
    ],
)
def test_r9_2_one_two_and_three_seals(label: str, space: int, seals: int) -> None:
    done = replayed(record(FAR, **THREE))
    turn = next(turn for turn in done.turns if turn.label == label)
    assert holds(turn, "A", "time", "seal") == (space, seals)


def test_r9_7_there_is_no_step_beyond_the_last_space() -> None:
    assert posted(FAR, "time", "time_lost", **THREE) == [
        ("time", 1, "lantern", "A1"),
        ("time", 1, "lantern", "A1"),
        ("time", 1, "daimyo slot", "M5.2"),
        ("time_lost", 1, "cap", "M5.2"),
    ]


def test_r16_9_the_lantern_before_the_seal_of_its_block() -> None:
    # On 5 with 4 seals: D4.2 is a seal and the Lantern; either order pays for 6.
    turns = FAR[: FAR.index("2.1 A")]
    default = posted(f"{turns}2.1 A w6<d2 -L", "seal", "time", **THREE)
    swapped = posted(f"{turns}2.1 A w6<d2 -L >L", "seal", "time", **THREE)
    assert [entry[1:3] for entry in default] == [(1, "room block"), (-1, "checkpoint"), (1, "lantern")]
    assert [entry[1:3] for entry in swapped] == [(-1, "checkpoint"), (1, "lantern"), (1, "room block")]


def test_r16_9_a_block_with_a_time_step_and_a_lantern_that_holds_a_seal() -> None:
    lines = {"castle": "S10 S7 S15 | D11 D2 | M5", "pairs": "R4+A1 R9+A3 R7+A2"}
    turns = f"""round 1 {SIXES}
0.1 B R9
0.2 A R4
1.1 A w6>d2
1.2 B c6>w +f +f
1.3 A c6>s2
1.4 B b6>w +f +f
1.5 A b6>s3
1.6 B w6>w +f +f
round 2 {SIXES}
2.1 A w6>d2
2.2 B w6>w +f +f"""
    assert holds(position(turns, **lines), "A", "time", "seal") == (5, 0)
    # D11.1 is a time step and the Lantern: by default the decree's seal comes first and pays for 6.
    assert delta(f"{turns}\n2.3 A c6>d1", **lines) == {"coin": 2, "iron": 1, "time": 1}
    assert delta(f"{turns}\n2.3 A c6>d1 >T", **lines) == {"coin": 2, "iron": 1, "seal": 1}


def test_r10_1_after_the_last_round_the_order_changes_once_more() -> None:
    wells = "\n".join(f"2.{n} {'BA'[(n - 1) % 2]} {'ccbbww'[n - 1]}6>w +i +i" for n in range(1, 7))
    turns = f"{PILES}\nround 2 {SIXES}\n{wells}\nround 3 {SIXES}"
    assert position(turns).order == [1, 0]
    wells = "\n".join(f"3.{n} {'BA'[(n - 1) % 2]} {'ccbbww'[n - 1]}6>w +i +i" for n in (3, 4, 5, 6))
    done = replayed(record(f"{turns}\n3.1 B c6>w +i +i\n3.2 A c6>s2\n{wells}"))
    orders = [dict(zip(ACCOUNTS, row, strict=True))["order"] for row in done.turns[-1].balances]
    assert (done.state, orders) == ("complete", [1, 2])


@pytest.mark.parametrize(
    ("choices", "space", "seals", "lost"),
    [
        (("", ""), 11, 0, []),
        (("", "-T"), 10, 2, [(1, "refused")]),
        (("", "x:c"), 10, 1, [(1, "unpaid")]),
        (("-T",), 5, 3, [(6, "refused")]),
        (("x:c", "x:p"), 5, 0, [(6, "unpaid")]),
    ],
)
def test_r9_5_a_gain_over_two_checkpoints(
    choices: tuple[str, ...], space: int, seals: int, lost: list[tuple[int, str]]
) -> None:
    # No printed gain is so long: seven steps are pended by hand for A, which is on 4 and keeps 3 seals.
    turn = position(AT_FOUR, "c6>w +f +f")
    turn.stack.append(Steps(7, "lantern", "A1"))
    turn.apply("x:c")
    assert (holds(turn, "A", "time", "seal"), turn.decision.kind) == ((5, 3), "checkpoint")
    for text in choices:
        turn.apply(text)
    assert holds(turn, "A", "time", "seal") == (space, seals)
    done = [*(posting for unit in turn.finished for posting in unit.postings), *turn.ledger.postings]
    steps = [posting for posting in done if ACCOUNTS[posting.account] == "time_lost" and posting.seat == 0]
    assert [(posting.delta, posting.cause) for posting in steps][-1:] == lost
    assert turn.decision.kind != "checkpoint"
