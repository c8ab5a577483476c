"""Chart kind ``rating``: a player's rating after each game, with the range it lies in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wcreplay.charts.career import number_axis
from wcreplay.charts.style import Table, base_layout, plain, see_through, signed

if TYPE_CHECKING:
    from wcreplay.charts.spec import Panel
    from wcreplay.charts.style import Row, Rows

COLUMNS = ("game_no", "label", "value", "low", "high")
_COLOUR = "#3b82c9"
_NUMBER = ".1f"


def _sorted(rows: Rows) -> list[Row]:
    return sorted(rows, key=lambda row: int(row["game_no"]))


def figure(panel: Panel, rows: Rows) -> dict[str, Any]:
    """Return the figure: x is the number of the game, a line for the rating, a band for the range."""
    mine = _sorted(rows)
    games = [int(row["game_no"]) for row in mine]
    edge: dict[str, Any] = {
        "type": "scatter", "mode": "lines", "x": games, "hoverinfo": "skip",
        "line": {"width": 1, "color": see_through(_COLOUR, 0.6), "dash": "dot"},
    }  # fmt: skip
    texts = [
        f"{plain(str(row['label']))}<br>{row['value']:{_NUMBER}} "
        f"({row['low']:{_NUMBER}} to {row['high']:{_NUMBER}})"
        for row in mine
    ]
    fill = {"fill": "tonexty", "fillcolor": see_through(_COLOUR, 0.15)}
    traces = [
        {**edge, "name": "lower end", "y": [_cut(row["low"]) for row in mine], "showlegend": False},
        {**edge, **fill, "name": "range (± 2 sigma)", "y": [_cut(row["high"]) for row in mine]},
        {
            "type": "scatter",
            "mode": "lines+markers" if len(games) <= 60 else "lines",
            "name": "rating (mu)",
            "x": games,
            "y": [_cut(row["value"]) for row in mine],
            "line": {"width": 2.25, "color": _COLOUR},
            "marker": {"size": 6, "color": _COLOUR},
            "text": texts,
            "hovertemplate": "%{text}<extra></extra>",
        },
    ]
    layout = base_layout(
        340,
        margin={"l": 48, "r": 28, "t": 12, "b": 44},
        xaxis=number_axis(games),
        yaxis={"title": {"text": plain(panel.units or panel.unit)}, "zeroline": False},
        hovermode="closest",
    )
    return {"data": traces, "layout": layout}


def _cut(number: float) -> float:
    return round(number, 2)


def summary(panel: Panel, rows: Rows) -> str:
    """Return the last rating with its range, the change since the first game shown, and the highest."""
    mine = _sorted(rows)
    first, last = mine[0], mine[-1]
    best = max(mine, key=lambda row: float(row["value"]))
    words = (
        f"After game {last['game_no']} the rating is {last['value']:{_NUMBER}}, in the range from "
        f"{last['low']:{_NUMBER}} to {last['high']:{_NUMBER}}"
    )
    if len(mine) > 1:
        change = round(float(last["value"]) - float(first["value"]), 1)
        words += f"; {signed(change)} since game {first['game_no']}"
        if best is not last:
            words += f", after at most {best['value']:{_NUMBER}} at game {best['game_no']}"
    return f"{words}."


def table(panel: Panel, rows: Rows) -> Table:
    """Return heads and rows: a row per game with the rating and the ends of its range."""
    numbers = ("value", "low", "high")
    body: list[list[Any]] = [
        [f"{row['game_no']}: {row['label']}", *(round(float(row[key]), 1) for key in numbers)]
        for row in _sorted(rows)
    ]
    head = f"{(panel.unit or 'value').capitalize()} after the game"
    return Table(["Game", head, "Range from", "Range to"], body)
