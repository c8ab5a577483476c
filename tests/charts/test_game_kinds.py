"""What the kinds that follow one game show: flows, margins, spaces, turn order, dice."""

from __future__ import annotations

import json
from typing import Any

import pytest

from wcreplay.charts import draw

from .cases import CASES, heat_rows, panel, sankey_rows, stack_rows, turn_rows


def test_turns_have_a_lane_for_each_seat_and_bars_up_and_down() -> None:
    drawing = draw(*CASES["turns"])
    ana = [trace for trace in drawing.figure["data"] if trace["yaxis"] == "y"]
    bars = [(trace["name"], *bar) for trace in ana for bar in zip(trace["x"], trace["y"], strict=True)]
    assert set(bars) == {
        ("draft", 1, 4), ("die", 2, 3), ("prices paid", 2, -5),
    }  # fmt: skip
    assert drawing.figure["layout"]["xaxis"]["anchor"] == "y2"
    assert [note["text"] for note in drawing.figure["layout"]["annotations"]] == [
        "<b>A Ana</b>",
        "<b>B &lt;b&gt;Bo&lt;/b&gt;</b>",
    ]
    assert drawing.summary.startswith(
        "Ana: start +4, round 1 −2; most received at 0.1 (4 coins); most paid at 1.1 (5 coins)."
    )
    assert drawing.body[1] == ["1.1", "A", 3, 5, "+3 die, −5 prices paid"]
    assert drawing.body[2][4] == "+1 well, −2 well"
    assert drawing.turns == [1, 2, 3]


def test_turns_put_the_small_causes_together() -> None:
    rows = [{**turn_rows()[0], "cause": f"cause {number}", "income": 20 - number} for number in range(12)]
    names = [trace["name"] for trace in draw(panel("turns"), rows).figure["data"]]
    assert names == [*(f"cause {number}" for number in range(6)), "other causes"]
    assert draw(panel("turns"), rows).figure["data"][-1]["text"][0] == "0.1 cause 6"


def test_a_sankey_keeps_what_flows_through_each_purse() -> None:
    drawing = draw(*CASES["sankey"])
    (trace,) = drawing.figure["data"]
    labels, link = trace["node"]["label"], trace["link"]
    flows = {
        (labels[source], labels[goal], value)
        for source, goal, value in zip(link["source"], link["target"], link["value"], strict=True)
    }
    assert flows == {
        ("well 6", "A Ana 6", 6), ("A Ana 6", "prices paid 4", 3), ("A Ana 6", "lost to the limit 2", 2),
        ("A Ana 6", "left 1", 1), ("prices paid 1", "B &lt;b&gt;Bo&lt;/b&gt; 1", 1),
        ("B &lt;b&gt;Bo&lt;/b&gt; 1", "prices paid 4", 1),
    }  # fmt: skip
    assert link["customdata"][0] == " at 1.1, 1.2"
    for node in range(len(labels)):
        into = sum(value for goal, value in zip(link["target"], link["value"], strict=True) if goal == node)
        out = sum(
            value for source, value in zip(link["source"], link["value"], strict=True) if source == node
        )
        assert not into or not out or into == out, labels[node]
    assert drawing.summary.startswith(
        "Ana took in 6 coins (most from well: 6), used 3 (most for prices paid: 3), lost 2 to the limit "
        "and has 1 left."
    )
    assert drawing.body[-3:] == [["lost to the limit", 2, 0], ["paid and lost", 5, 1], ["left", 1, 0]]


def test_a_sankey_of_nothing_but_losses() -> None:
    rows = [{**sankey_rows()[0], "income": 2}, {**sankey_rows()[1], "spending": 2}]
    assert draw(panel("sankey"), rows).summary == (
        "Ana took in 2 coins (most from well: 2), used 0, lost 2 to the limit and has 0 left."
    )


def test_a_waterfall_adds_up_to_the_margin() -> None:
    drawing = draw(*CASES["waterfall"])
    (trace,) = drawing.figure["data"]
    assert list(zip(trace["y"], trace["x"], trace["measure"], trace["text"], strict=True)) == [
        ("time track", -3, "relative", "−3"),
        ("during play", 10, "relative", "+10"),
        ("margin", 0, "total", "+7"),
    ]  # fmt: skip
    assert drawing.summary == (
        "Ana is 7 coins behind <b>Bo</b>: lost most on during play (10); won on time track (3)."
    )
    assert drawing.body[-1] == ["total", 20, 13, "+7"]
    low, high = drawing.figure["layout"]["xaxis"]["range"]
    assert low < -3 < 7 < high


def test_a_waterfall_of_a_tie_and_of_one_player() -> None:
    rows = [{**row, "points": 5} for row in stack_rows()]
    drawing = draw(panel("waterfall"), rows)
    assert drawing.figure["data"][0]["text"][-1] == "0: tie"
    assert drawing.summary == "Ana has as many points as <b>Bo</b>, who is ahead in the turn order."
    alone = draw(panel("waterfall"), [row for row in rows if row["seat"] == "B"])
    assert alone.summary == "<b>Bo</b> played alone."


def test_heat_has_a_block_for_each_seat_and_numbers_in_the_cells() -> None:
    drawing = draw(*CASES["heat"])
    ana, bo, numbers = drawing.figure["data"]
    axis = drawing.figure["layout"]["yaxis"]
    assert axis["ticktext"] == ["well", "room 1", "extra"]
    assert ana["z"] == [[0, 0, 1], [2, 0, 0], [0, 0, 0]]
    assert ana["customdata"][1][0] == " (1.1 coral 5, 1.3 white &lt;2&gt;)"
    assert max(ana["x"]) < min(bo["x"])
    assert sorted(zip(numbers["x"], numbers["y"], numbers["text"], strict=True)) == [
        (0, 1, "2"), (2, 0, "1"), (4.5, 1, "1"),
    ]  # fmt: skip
    assert drawing.summary == "Ana: most room 1 (2) and well (1). <b>Bo</b>: most room 1 (1)."
    assert drawing.body[1] == ["room 1", 2, 0, 0, 0, 1, 0]


def test_heat_never_adds_up_states() -> None:
    drawing = draw(panel("heat", running=True), heat_rows())
    assert drawing.summary.startswith("Ana after round 3: s1: 0; w: 1; extra: 0.")


def test_order_says_what_one_more_step_would_have_changed() -> None:
    drawing = draw(*CASES["order"])
    tried, *seats = drawing.figure["data"]
    assert seats[0]["y"] == [1, 3]
    assert seats[0]["meta"] == {"turns": [0, 9]}
    words = {row[2]: row[5] for row in drawing.body if row[0] == "round 1"}
    assert words == {
        "C": "no further: the track ends here",
        "B <b>Bo</b>": "no further: the checkpoint costs 2 coins, held 1",
        "A Ana": "to space 5: 2nd, order C A B",
    }
    assert [x for x in tried["x"] if x is not None] == [1, 1.3]
    assert tried["y"][:2] == [3, 2]
    assert drawing.summary == (
        "At the start: Ana, <b>Bo</b>, C. After round 1: C, <b>Bo</b>, Ana. "
        "One more step would have made Ana 2nd."
    )


def test_order_without_a_change_has_no_arrow() -> None:
    rows = [{**row, "more_place": row["place"]} for row in CASES["order"][1]]
    drawing = draw(panel("order"), rows)
    assert len(drawing.figure["data"]) == 3
    assert drawing.body[-1][5] == "to space 5: still 3rd"


def test_dice_show_price_frame_cross_and_lantern() -> None:
    drawing = draw(*CASES["dice"])
    figure = drawing.figure
    assert figure["layout"]["meta"]["turns"] == [["x", "y domain", 1, 2], ["x2", "y2 domain", 3, 3]]
    cells = [trace for trace in figure["data"] if trace["type"] == "heatmap"]
    assert cells[0]["z"][:2] == [[-1, None], [3, 5]]
    assert cells[0]["customdata"][0][0] == "1.1 A took, to s1 over 3"
    assert cells[1]["text"][0] == ["?"], "unknown pips stay unknown"
    crosses = [trace for trace in figure["data"] if trace.get("marker", {}).get("symbol") == "x"]
    assert [trace["customdata"] for trace in crosses] == [
        ["2.1 A: coral 6 was there a turn ago; B took it at 1.2"]
    ]
    lights = [
        trace for trace in figure["data"] if trace.get("mode") == "text" and "texttemplate" not in trace
    ]
    assert lights[0]["text"] == ["<b>2</b>", "0"]
    assert lights[0]["customdata"][1] == "1.2 B: a left die would have given: nothing"
    assert drawing.body[2] == [
        "2.1",
        "A",
        "white 1>",
        "w",
        1,
        "0",
        "coral ?< ?",
        "1 food",
        "coral 6> (B at 1.2)",
    ]
    assert drawing.summary.startswith(
        "Ana: dice moved −1 coins; the highest die of each turn would have moved +3 at the same spaces. "
        "Left dice: 1 of 2, for 2 Lantern icons; 1 passed over. Denied by the take before: 1."
    )


@pytest.mark.parametrize("kind", ["lines", "race", "turns", "dice"])
def test_an_axis_of_turns_says_so(kind: str) -> None:
    meta: dict[str, Any] = draw(*CASES[kind]).figure["layout"]["meta"]
    json.dumps(meta)
    for axis, height, first, last in meta["turns"]:
        assert axis.startswith("x")
        assert height == "paper" or height.endswith(" domain")
        assert 0 <= first <= last
