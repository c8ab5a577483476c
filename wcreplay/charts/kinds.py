"""The chart kinds by name, and the one way from rows to a drawing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from wcreplay.charts import (
    career,
    courses,
    dice,
    flow,
    heat,
    lines,
    order,
    race,
    rating,
    sankey,
    stack,
    stacks,
    turns,
    waterfall,
)
from wcreplay.charts.style import clean

if TYPE_CHECKING:
    from collections.abc import Callable

    from wcreplay.charts.spec import Panel
    from wcreplay.charts.style import Rows, Table


class Kind(NamedTuple):
    """A chart kind: the columns it needs, and its figure, words and table as functions of (panel, rows)."""

    columns: tuple[str, ...]
    figure: Callable[[Panel, Rows], dict[str, Any]]
    summary: Callable[[Panel, Rows], str]
    table: Callable[[Panel, Rows], Table]


KINDS: dict[str, Kind] = {
    "lines": Kind(lines.COLUMNS, lines.figure, lines.summary, lines.table),
    "flow": Kind(flow.COLUMNS, flow.figure, flow.summary, flow.table),
    "race": Kind(race.COLUMNS, race.figure, race.summary, race.table),
    "stack": Kind(stack.COLUMNS, stack.figure, stack.summary, stack.table),
    "turns": Kind(turns.COLUMNS, turns.figure, turns.summary, turns.table),
    "sankey": Kind(sankey.COLUMNS, sankey.figure, sankey.summary, sankey.table),
    "waterfall": Kind(waterfall.COLUMNS, waterfall.figure, waterfall.summary, waterfall.table),
    "heat": Kind(heat.COLUMNS, heat.figure, heat.summary, heat.table),
    "order": Kind(order.COLUMNS, order.figure, order.summary, order.table),
    "dice": Kind(dice.COLUMNS, dice.figure, dice.summary, dice.table),
    "career": Kind(career.COLUMNS, career.figure, career.summary, career.table),
    "stacks": Kind(stacks.COLUMNS, stacks.figure, stacks.summary, stacks.table),
    "courses": Kind(courses.COLUMNS, courses.figure, courses.summary, courses.table),
    "rating": Kind(rating.COLUMNS, rating.figure, rating.summary, rating.table),
}


class Drawing(NamedTuple):
    """A drawn panel: a plain Plotly dict, its summary in words, and its data as a table.

    ``turns`` has the number of the turn that each row of the table is about, where rows are turns.
    """

    name: str
    title: str
    about: str
    summary: str
    figure: dict[str, Any]
    head: list[str]
    body: list[list[Any]]
    turns: list[int]
    wide: bool


def draw(panel: Panel, rows: Rows) -> Drawing:
    """Draw the rows of a panel's query; without rows the figure is empty and the summary says so.

    Raises:
        ValueError: if the rows lack a column that the kind needs; the message names query and columns.
    """
    kind = KINDS[panel.kind]
    rows = panel.kept(rows)
    if not rows:
        figure = {"data": [], "layout": {"height": 120}}
        words = "Nothing to show yet."
        return Drawing(panel.name, panel.title, panel.about, words, figure, [], [], [], panel.wide)
    missing = [column for column in kind.columns if column not in rows[0]]
    if missing:
        raise ValueError(f"{panel.query}: kind {panel.kind} needs the columns {', '.join(missing)}")
    table = kind.table(panel, rows)
    return Drawing(
        panel.name,
        panel.title,
        panel.about,
        kind.summary(panel, rows),
        clean(kind.figure(panel, rows)),
        table.head,
        clean(table.body),
        list(table.turns),
        panel.wide,
    )
