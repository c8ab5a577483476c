"""The chart kinds as pure functions: valid figures, honest words, complete tables, strict JSON."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import plotly.graph_objects as go
import pytest

from wcreplay.charts import KINDS, draw
from wcreplay.charts.spec import Band, Gate, Panel
from wcreplay.charts.style import clean, end_letters, plain, seat_style, short

PLAYERS = {"A": "Ana", "B": "<b>Bo</b>", "C": ""}


def panel(kind: str, **parts: Any) -> Panel:
    return Panel("p", "Title", kind, "q.sql", unit="coin", units="coins", **parts)


def line_rows() -> list[dict[str, Any]]:
    values = {"A": [0, 3, 5, 5], "B": [0, 0, 0, 2], "C": [0, 9, 1, 1]}
    labels = ["", "1.1", "1.2", "2.1"]
    return [
        {
            "turn_no": turn,
            "label": labels[turn],
            "seat": seat,
            "player": PLAYERS[seat],
            "value": values[seat][turn],
        }
        for turn in range(4)
        for seat in values
    ]


def flow_rows() -> list[dict[str, Any]]:
    moved = {("A", "well"): (3, 0), ("A", "price"): (0, 4), ("B", "well"): (0, 0), ("B", "price"): (0, 1)}
    return [
        {"cause": cause, "seat": seat, "player": PLAYERS[seat], "income": income, "spending": spending}
        for (seat, cause), (income, spending) in moved.items()
    ]


def race_rows() -> list[dict[str, Any]]:
    names = ("turn_no", "label", "seat", "player", "space", "height", "pile", "paid")
    rows = [
        (0, "1.0", "A", "Ana", 0, 2, "A, B", 0),
        (0, "1.0", "B", "<b>Bo</b>", 0, 1, "A, B", 0),
        (1, "1.1", "A", "Ana", 6, 1, "A", 1),
        (1, "1.1", "B", "<b>Bo</b>", 0, 1, "B", 0),
    ]
    return [dict(zip(names, row, strict=True)) for row in rows]


def stack_rows() -> list[dict[str, Any]]:
    points = {("A", "play"): 10, ("A", "time"): 3, ("B", "play"): 20, ("B", "time"): 0}
    ranks = {"A": 2, "B": 1}
    return [
        {"seat": seat, "player": PLAYERS[seat], "rank": ranks[seat], "category": category, "points": value}
        for (seat, category), value in points.items()
    ]


CASES = {
    "lines": (panel("lines"), line_rows()),
    "flow": (panel("flow", labels={"price": "prices paid"}), flow_rows()),
    "race": (
        panel("race", bands=(Band(0, 5, "one"), Band(6, 10, "two")), gates=(Gate(6, 1, "1 seal"),)),
        race_rows(),
    ),
    "stack": (panel("stack", labels={"time": "time track", "play": "during play"}), stack_rows()),
}


@pytest.mark.parametrize("kind", sorted(CASES))
def test_a_figure_is_valid_plotly_and_strict_json(kind: str) -> None:
    drawing = draw(*CASES[kind])
    go.Figure(drawing.figure)
    assert json.loads(json.dumps(drawing.figure, allow_nan=False)) == drawing.figure
    assert {trace["type"] for trace in drawing.figure["data"]} <= {"scatter", "bar"}
    assert drawing.summary
    assert all(len(line) == len(drawing.head) for line in drawing.body)


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
    assert paid["x"] == [-4, None]


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


def test_clean_leaves_no_nan() -> None:
    assert clean({"a": [float("nan"), float("inf"), 1.5, 2.0, (3,)]}) == {"a": [None, None, 1.5, 2, [3]]}


def test_letters_at_the_ends_of_lines_keep_apart() -> None:
    notes = end_letters([("A", 9, 4.0), ("B", 9, 4.0), ("C", 9, 4.1)], 0, 10)
    heights = sorted(note["y"] * 25 + note["yshift"] for note in notes)
    assert all(after - before >= 12 for before, after in pairwise(heights))


def test_small_helpers() -> None:
    assert plain("<a & b>") == "&lt;a &amp; b&gt;"
    assert short("x" * 30) == "x" * 17 + "…"
    assert panel("lines").count(-1) == "−1 coin"
