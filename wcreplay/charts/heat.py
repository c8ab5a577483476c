"""Chart kind ``heat``: how much of each thing each seat had in each round; the numbers stand in the cells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wcreplay.charts.style import Table, base_layout, joined, named, plain, seats_of, short, turn_numbers

if TYPE_CHECKING:
    from wcreplay.charts.spec import Panel
    from wcreplay.charts.style import Row, Rows

COLUMNS = ("row", "seat", "player", "round", "value")
"""A column ``note`` may say where a number comes from; ``turns`` may have a list of the numbers of turns."""
_GAP = 0.5
"""Width of the gap between two seats, in columns."""


def _things(panel: Panel, rows: Rows) -> dict[str, str]:
    """Return the things with their labels: those of the panel in its order, then the others as they come."""
    found = dict.fromkeys(str(row["row"]) for row in rows)
    return {**panel.labels, **{key: key for key in found if key not in panel.labels}}


def _rounds(rows: Rows) -> list[int]:
    return list(range(1, max(int(row["round"]) for row in rows) + 1))


def _cells(rows: Rows) -> dict[tuple[str, str, int], Row]:
    return {(str(row["row"]), str(row["seat"]), int(row["round"])): row for row in rows}


def figure(panel: Panel, rows: Rows) -> dict[str, Any]:
    """Return the figure: a block of columns for each seat, a column for each round, a row for each thing."""
    names, rounds = seats_of(rows), _rounds(rows)
    things = _things(panel, rows)
    top = max(1.0, *(float(row["value"]) for row in rows), 1.0)
    traces: list[dict[str, Any]] = []
    notes, ticks = [], []
    # Numbers are texts of their own: those of a heat map shrink until the longest fits into its cell.
    numbers: dict[str, list[Any]] = {"x": [], "y": [], "text": []}
    for place, (seat, player) in enumerate(names.items()):
        start = place * (len(rounds) + _GAP)
        columns = [start + number for number in range(len(rounds))]
        ticks += columns
        trace = _block(rows, things, seat)
        for height, line in enumerate(trace["z"]):
            for x, value in zip(columns, line, strict=True):
                if value:
                    numbers["x"].append(x)
                    numbers["y"].append(height)
                    numbers["text"].append(f"{value:g}")
        traces.append({**trace, "name": plain(named(seat, player)), "x": columns, "zmax": top})
        notes.append(_heading(seat, player, start, len(names)))
    layout = base_layout(
        84 + 27 * len(things),
        margin={"l": 48, "r": 12, "t": 40, "b": 44},
        xaxis={
            "tickmode": "array", "tickvals": ticks, "tickangle": 0,
            "ticktext": [str(number) for number in rounds] * len(names), "title": {"text": "round"},
            "showgrid": False, "zeroline": False, "range": [-0.6, ticks[-1] + 0.6],
        },
        yaxis={
            "tickmode": "array", "tickvals": list(range(len(things))), "range": [len(things) - 0.4, -0.6],
            "ticktext": [plain(label) for label in things.values()],
            "automargin": True, "showgrid": False, "zeroline": False, "ticksuffix": " ",
        },
        annotations=notes,
        showlegend=False,
        hovermode="closest",
        template={"data": {"heatmap": [_LOOK]}},
    )  # fmt: skip
    shown = {"type": "scatter", "mode": "text", **numbers, "hoverinfo": "skip"}
    return {"data": [*traces, shown], "layout": layout}


def _block(rows: Rows, things: dict[str, str], seat: str) -> dict[str, Any]:
    """Return the cells of a seat; what has no row is nothing, so 0."""
    rounds, cells = _rounds(rows), _cells(rows)
    found = [[cells.get((thing, seat, number)) for number in rounds] for thing in things]
    return {
        "type": "heatmap",
        "y": list(range(len(things))),
        "z": [[row["value"] if row else 0 for row in line] for line in found],
        "customdata": [[_note(row) for row in line] for line in found],
        "zmin": 0,
        "meta": {
            "scale": "amount",
            "turns": [[turn_numbers(row.get("turns")) if row else [] for row in line] for line in found],
        },
    }


_LOOK: dict[str, Any] = {
    "hovertemplate": "%{y}: %{z} in round %{x}%{customdata}<extra>%{fullData.name}</extra>",
    "colorscale": [[0, "#f1eee6"], [1, "#8db8e8"]],
    "showscale": False,
    "xgap": 2,
    "ygap": 2,
}


def _heading(seat: str, player: str, start: float, seats: int) -> dict[str, Any]:
    """Return the letter and the name above the columns of a seat; names are cut to fit on narrow screens."""
    name = "" if player == seat else plain(short(player, {1: 24, 2: 14, 3: 9}.get(seats, 5)))
    return {
        "x": start - 0.5, "y": 1, "yref": "paper", "xanchor": "left", "yanchor": "bottom", "align": "left",
        "showarrow": False, "text": f"<b>{plain(seat)}</b><br>{name}",
    }  # fmt: skip


def _note(row: Row | None) -> str:
    return f" ({plain(str(row['note']))})" if row and row.get("note") else ""


def summary(panel: Panel, rows: Rows) -> str:
    """Return for each seat its three highest rows over all rounds, or all rows of the last round."""
    things, last = _things(panel, rows), _rounds(rows)[-1]
    parts = []
    for seat, player in seats_of(rows).items():
        sums: dict[str, float] = {}
        for row in rows:
            if str(row["seat"]) == seat and (not panel.running or int(row["round"]) == last):
                sums[str(row["row"])] = sums.get(str(row["row"]), 0) + row["value"]
        if panel.running:
            words = "; ".join(f"{label}: {sums.get(key, 0):g}" for key, label in things.items())
            parts.append(f"{player} after round {last}: {words}.")
            continue
        top = sorted((key for key in sums if sums[key]), key=lambda key: -sums[key])[:3]
        words = joined([f"{things[key]} ({sums[key]:g})" for key in top])
        parts.append(f"{player}: most {words}." if words else f"{player}: nothing.")
    return " ".join(parts)


def table(panel: Panel, rows: Rows) -> Table:
    """Return heads and rows: a row per thing, a column per seat and round."""
    names, rounds, cells = seats_of(rows), _rounds(rows), _cells(rows)
    head = ["", *(f"{seat}, round {number}" for seat in names for number in rounds)]
    body: list[list[Any]] = []
    for thing, label in _things(panel, rows).items():
        line = [cells.get((thing, seat, number)) for seat in names for number in rounds]
        body.append([label, *(row["value"] if row else 0 for row in line)])
    return Table(head, body)
