"""The chart kinds as pure functions: valid figures, honest words, complete tables, strict JSON."""

from __future__ import annotations

import json
from itertools import pairwise

import plotly.graph_objects as go
import pytest

from wcreplay.charts import KINDS, draw
from wcreplay.charts.style import clean, end_letters, plain, seat_style, short

from .cases import CASES, PLAYERS, line_rows, panel, stack_rows

# The trace types of the plotly.js bundle: any other would be drawn as scatter.
DRAWN = {"scatter", "bar", "heatmap", "sankey", "waterfall"}


def test_every_kind_has_a_case() -> None:
    assert set(CASES) == set(KINDS)


@pytest.mark.parametrize("kind", sorted(CASES))
def test_a_figure_is_valid_plotly_and_strict_json(kind: str) -> None:
    drawing = draw(*CASES[kind])
    go.Figure(drawing.figure)
    assert json.loads(json.dumps(drawing.figure, allow_nan=False)) == drawing.figure
    assert {trace["type"] for trace in drawing.figure["data"]} <= DRAWN
    assert drawing.summary
    assert all(len(line) == len(drawing.head) for line in drawing.body)
    assert len(drawing.turns) in {0, len(drawing.body)}


@pytest.mark.parametrize("kind", sorted(CASES))
def test_kinds_do_not_change_their_rows(kind: str) -> None:
    spec, rows = CASES[kind]
    before = json.dumps(rows)
    assert draw(spec, rows) == draw(spec, rows)
    assert json.dumps(rows) == before


@pytest.mark.parametrize("kind", sorted(CASES))
def test_no_rows_make_an_empty_figure(kind: str) -> None:
    drawing = draw(CASES[kind][0], [])
    go.Figure(drawing.figure)
    assert drawing.summary == "Nothing to show yet."


@pytest.mark.parametrize("kind", sorted(CASES))
def test_a_missing_column_is_named(kind: str) -> None:
    spec, rows = CASES[kind]
    column = KINDS[kind].columns[-1]
    with pytest.raises(ValueError, match=f"q.sql.*{column}"):
        draw(spec, [{key: value for key, value in row.items() if key != column} for row in rows])


@pytest.mark.parametrize("kind", sorted(CASES))
def test_names_are_never_markup(kind: str) -> None:
    assert "<b>Bo" not in json.dumps(draw(*CASES[kind]).figure)


def test_seats_differ_in_more_than_colour() -> None:
    styles = [seat_style(seat) for seat in "ABCDE"]
    for part in zip(*styles, strict=True):
        assert len(set(part)) == 5
    traces = draw(*CASES["lines"]).figure["data"]
    assert len({trace["line"]["dash"] for trace in traces}) == 3
    assert len({trace["marker"]["symbol"] for trace in traces}) == 3


def test_lines_have_a_point_only_where_something_happened() -> None:
    rows = [{**row, "note": ""} for row in line_rows()]
    rows[6]["note"] = "+2 well, <i>−0</i> price"
    drawing = draw(panel("lines"), rows)
    ana = drawing.figure["data"][0]
    assert ana["x"] == [0, 1, 2, 3]
    assert drawing.figure["data"][1]["x"] == [0, 3]
    assert ana["text"][2] == "1.2: 5 coins<br>+2 well, &lt;i&gt;−0&lt;/i&gt; price"
    assert drawing.head[-1] == "What changed"
    assert drawing.body[2] == ["1.2", 5, 0, 1, "A: +2 well, <i>−0</i> price"]
    assert drawing.turns == [0, 1, 2, 3]
    assert draw(panel("lines", brief=True), rows).body[2] == ["1.2", 5, 0, 1]
    assert drawing.figure["layout"]["meta"] == {"turns": [["x", "paper", 0, 3]]}


def test_lines_say_who_is_in_front_and_since_when() -> None:
    drawing = draw(*CASES["lines"])
    assert drawing.summary == (
        "Ana ends with 5 coins, 3 coins in front. <b>Bo</b> ends with 2 coins. "
        "C ends with 1 coin, after at most 9 coins at 1.1. The lead changed once, last at 1.2 to Ana."
    )
    assert drawing.body[-1] == ["2.1", 5, 2, 1]


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"A": [0, 1], "B": [0, 1]}, "Nobody was ever in front."),
        ({"A": [0, 2], "B": [0, 1]}, "Ana was in front from 1.1 on, and nobody else ever."),
        ({"A": [1, 1, 1, 0], "B": [0, 2, 1, 1]}, "The lead changed once, last at 1.1 to <b>Bo</b>."),
        ({"A": [1, 1, 3, 3], "B": [0, 2, 2, 3]}, "The lead changed 2 times, last at 1.2 to Ana."),
    ],
)
def test_the_lead_in_words(values: dict[str, list[int]], words: str) -> None:
    labels = ["setup", "1.1", "1.2", "2.1"]
    rows = [
        {"turn_no": turn, "label": labels[turn], "seat": seat, "player": PLAYERS[seat], "value": value}
        for seat, mine in values.items()
        for turn, value in enumerate(mine)
    ]
    assert draw(panel("lines"), rows).summary.endswith(words)


def test_flow_adds_up() -> None:
    drawing = draw(*CASES["flow"])
    assert drawing.body[-1] == ["total", 3, 4, 0, 1]
    assert (
        "Ana received 3 coins, most by well (3) and paid 4 coins, most by prices paid (4)." in drawing.summary
    )
    paid = drawing.figure["data"][1]
    assert paid["x"] == [-4]
    assert paid["customdata"] == ["4 coins paid at 2.1"]
    axis = drawing.figure["layout"]["yaxis"]
    assert [axis["ticktext"][place] for place in paid["y"]] == ["prices paid"]


def test_race_marks_what_was_paid_and_the_order_in_a_pile() -> None:
    figure = draw(*CASES["race"]).figure
    lines = figure["data"]
    assert lines[0]["y"][0] > lines[1]["y"][0], "the upper marker of a pile is drawn higher"
    assert lines[0]["text"][0] == "1.0: space 0, pile from the top: A, B"
    assert lines[-1]["text"] == ["1.1: A paid 1 coin"]
    assert [shape["type"] for shape in figure["layout"]["shapes"]] == ["rect", "rect", "line"]


def test_stack_is_sorted_by_rank_and_adds_up() -> None:
    drawing = draw(*CASES["stack"])
    assert drawing.head == ["Points from", "B <b>Bo</b>", "A Ana"]
    assert drawing.body == [["time track", 0, 3], ["during play", 20, 10], ["total", 20, 13]]
    assert drawing.summary.startswith("<b>Bo</b> has 20 points")
    assert [note["text"] for note in drawing.figure["layout"]["annotations"]] == ["<b>20</b>", "<b>13</b>"]


def test_the_legend_of_a_stack_is_below_and_needs_no_scroll_bar() -> None:
    layout = draw(*CASES["stack"]).figure["layout"]
    assert (layout["legend"]["orientation"], layout["legend"]["yanchor"]) == ("h", "bottom")
    assert layout["legend"]["maxheight"] > layout["height"] / 2


def test_a_stack_without_ranks_is_sorted_by_points() -> None:
    rows = [{**row, "rank": None} for row in stack_rows()]
    assert draw(CASES["stack"][0], rows).head[1] == "B <b>Bo</b>"


def test_stacks_have_a_lane_for_each_game_and_all_numbers_in_the_table() -> None:
    drawing = draw(*CASES["stacks"])
    assert drawing.head == ["Coins from", "1B <b>Bo</b>", "1A Ana", "1C", "2B Cy", "2A <b>Bo</b>"]
    assert drawing.body[0] == ["well", 6, 3, 3, 6, 3]
    assert drawing.body[-1] == ["total", 75, 45, 45, 75, 45]
    assert len(drawing.body) == 11
    assert (
        "Game 2: Cy 75 coins (most: cause 9 12) and <b>Bo</b> 45 coins (most: cause 9 9)." in drawing.summary
    )
    layout = drawing.figure["layout"]
    assert layout["yaxis"]["domain"][0] > layout["yaxis2"]["domain"][1]
    totals = [note["text"] for note in layout["annotations"]]
    assert totals[1:4] == ["<b>75</b>", "<b>45</b>", "<b>45</b>"]
    assert totals[4] == "<b>2: &lt;b&gt;Bo&lt;/b&gt; cup</b>"
    names = [trace["name"] for trace in drawing.figure["data"] if trace.get("showlegend", True)]
    assert len(names) == 8
    assert names[-1] == "others"
    drawn = [
        sum(trace["x"][0] for trace in drawing.figure["data"] if trace["yaxis"] == axis)
        for axis in ("y", "y2")
    ]
    assert drawn == [75, 75]


def test_courses_meet_where_everybody_had_as_many_turns() -> None:
    drawing = draw(*CASES["courses"])
    assert drawing.head == ["After", "1A Ana", "1B <b>Bo</b>", "2A"]
    assert drawing.body == [
        ["start", 0, 0, 0],
        ["1 turn each", 6, 0, 0],
        ["2 turns each", 9, 5, None],
        ["end", 9, 5, 7],
    ]
    assert (
        drawing.summary
        == "Game 1: Ana ends with 9 coins and <b>Bo</b> ends with 5 coins. Game 2: A ends with 7 coins."
    )
    lines = drawing.figure["data"]
    assert [line["line"]["dash"] for line in lines] == ["solid", "solid", "dot"]
    assert [line["line"]["width"] for line in lines] == [3, 1.5, 1.5]
    assert lines[0]["marker"]["symbol"] != lines[2]["marker"]["symbol"]
    assert lines[0]["line"]["color"] == lines[2]["line"]["color"]
    assert lines[0]["x"] == [0, 0.5, 1, 2]


def test_clean_leaves_no_nan() -> None:
    assert clean({"a": [float("nan"), float("inf"), 1.5, 2.0, (3,)]}) == {"a": [None, None, 1.5, 2, [3]]}


def test_letters_at_the_ends_of_lines_keep_apart() -> None:
    notes = end_letters([("A", 9, 4.0), ("B", 9, 4.0), ("C", 9, 4.1)], 0, 10)
    heights = sorted(note["y"] * 25 + note["yshift"] for note in notes)
    assert all(after - before >= 12 for before, after in pairwise(heights))


def test_letters_at_the_top_stay_in_the_plot() -> None:
    notes = end_letters([(seat, 9, 9.9) for seat in "ABCDEFGH"], 0, 10)
    heights = [note["y"] * 25 + note["yshift"] for note in notes]
    assert max(heights) <= 250
    assert all(after - before >= 12 for before, after in pairwise(heights))


def test_small_helpers() -> None:
    assert plain("<a & b>") == "&lt;a &amp; b&gt;"
    assert short("x" * 30) == "x" * 17 + "…"
    assert panel("lines").count(-1) == "−1 coin"
