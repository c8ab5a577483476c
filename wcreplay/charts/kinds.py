"""The chart kinds by name, and the one way from rows to a drawing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from wcreplay.charts import flow, lines, race, stack
from wcreplay.charts.style import clean

if TYPE_CHECKING:
    from collections.abc import Callable

    from wcreplay.charts.spec import Panel
    from wcreplay.charts.style import Rows


class Kind(NamedTuple):
    """A chart kind: the columns it needs, and its figure, words and table as functions of (panel, rows)."""

    columns: tuple[str, ...]
    figure: Callable[[Panel, Rows], dict[str, Any]]
    summary: Callable[[Panel, Rows], str]
    table: Callable[[Panel, Rows], tuple[list[str], list[list[Any]]]]


KINDS: dict[str, Kind] = {
    "lines": Kind(lines.COLUMNS, lines.figure, lines.summary, lines.table),
    "flow": Kind(flow.COLUMNS, flow.figure, flow.summary, flow.table),
    "race": Kind(race.COLUMNS, race.figure, race.summary, race.table),
    "stack": Kind(stack.COLUMNS, stack.figure, stack.summary, stack.table),
}


class Drawing(NamedTuple):
    """A drawn panel: a plain Plotly dict, its summary in words, and its data as a table."""

    name: str
    title: str
    about: str
    summary: str
    figure: dict[str, Any]
    head: list[str]
    body: list[list[Any]]


def draw(panel: Panel, rows: Rows) -> Drawing:
    """Draw the rows of a panel's query; without rows the figure is empty and the summary says so.

    Raises:
        ValueError: if the rows lack a column that the kind needs; the message names query and columns.
    """
    kind = KINDS[panel.kind]
    if not rows:
        figure = {"data": [], "layout": {"height": 120}}
        return Drawing(panel.name, panel.title, panel.about, "Nothing to show yet.", figure, [], [])
    missing = [column for column in kind.columns if column not in rows[0]]
    if missing:
        raise ValueError(f"{panel.query}: kind {panel.kind} needs the columns {', '.join(missing)}")
    head, body = kind.table(panel, rows)
    summary = kind.summary(panel, rows)
    return Drawing(
        panel.name, panel.title, panel.about, summary, clean(kind.figure(panel, rows)), head, clean(body)
    )
