"""Chart kind ``waterfall``: from each other seat's points to those of the first, category by category."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wcreplay.charts.stack import best_first, categories, points_of
from wcreplay.charts.style import Table, base_layout, joined, lane_title, lanes, named, plain, short, signed

if TYPE_CHECKING:
    from wcreplay.charts.spec import Panel
    from wcreplay.charts.style import Rows

COLUMNS = ("seat", "player", "rank", "category", "points")
_LINE = 24
_MARGIN = "margin"


def _margins(panel: Panel, rows: Rows) -> dict[str, dict[str, float]]:
    """Return for each seat but the first how many points more the first has, by category."""
    points = points_of(rows)
    (first, _), *others = best_first(rows)
    return {
        seat: {
            key: points.get((first, key), 0) - points.get((seat, key), 0) for key in categories(panel, rows)
        }
        for seat, _ in others
    }


def figure(panel: Panel, rows: Rows) -> dict[str, Any]:
    """Return the figure: a lane for each other seat, steps to the right where the first seat has more."""
    (first, winner), *others = best_first(rows)
    totals: dict[str, float] = {}
    for (seat, _), points in points_of(rows).items():
        totals[seat] = totals.get(seat, 0) + points
    margins = _margins(panel, rows)
    stretches = lanes(max(1, len(others)), 0.12)
    layout = base_layout(
        70 + _LINE * (len(categories(panel, rows)) + 2) * max(1, len(others)),
        margin={"l": 48, "r": 28, "t": 4, "b": 48},
        xaxis={
            "title": {"text": plain(f"points that {first} is ahead")},
            "range": _range(margins),
            "zeroline": True,
            "zerolinewidth": 2,
            "anchor": f"y{len(others)}" if len(others) > 1 else "y",
        },
        showlegend=False,
        hovermode="closest",
        annotations=[],
        template={"data": {"waterfall": [_LOOK]}},
    )
    traces = []
    for place, (seat, player) in enumerate(others):
        number = str(place + 1) if place else ""
        bottom, top = (round(edge, 4) for edge in stretches[place])
        layout[f"yaxis{number}"] = {
            "domain": [bottom, top], "autorange": "reversed", "automargin": True, "showgrid": False,
            "ticksuffix": " ",
        }  # fmt: skip
        loser, best = short(named(seat, player), 11), short(named(first, winner), 11)
        title = f"{loser} {totals[seat]:g} → {best} {totals[first]:g}"
        layout["annotations"].append(lane_title(title, top))
        steps = _steps(panel, rows, seat)
        traces.append({**steps, "name": plain(named(seat, player)), "yaxis": f"y{number}"})
    return {"data": traces, "layout": layout}


def _steps(panel: Panel, rows: Rows, seat: str) -> dict[str, Any]:
    """Return the steps from a seat to the first one, a step for each category, and their sum."""
    points = points_of(rows)
    labels = categories(panel, rows)
    first = best_first(rows)[0][0]
    changes = _margins(panel, rows)[seat]
    margin = sum(changes.values())
    return {
        "type": "waterfall",
        "y": [*(plain(label) for label in labels.values()), _MARGIN],
        "x": [*changes.values(), 0],
        "measure": [*("relative" for _ in labels), "total"],
        "text": [*(signed(change) for change in changes.values()), signed(margin) if margin else "0: tie"],
        "customdata": [
            *(f": {points.get((first, key), 0):g} against {points.get((seat, key), 0):g}" for key in labels),
            "",
        ],
    }


_LOOK: dict[str, Any] = {
    "orientation": "h",
    "hovertemplate": "%{y} %{text}%{customdata}<extra>%{fullData.name}</extra>",
    "textposition": "outside",
    "cliponaxis": False,
    "connector": {"mode": "between", "line": {"width": 1, "color": "rgba(128,128,128,.8)"}},
    "increasing": {"marker": {"color": "#4d8f3f"}},
    "decreasing": {"marker": {"color": "#cc6677"}},
    "totals": {"marker": {"color": "#5b74c9"}},
}


def _range(margins: dict[str, dict[str, float]]) -> list[float]:
    """Return the ends of the axis: all running sums, with room for the numbers beside the bars."""
    ends = [0.0]
    for changes in margins.values():
        total = 0.0
        for change in changes.values():
            total += change
            ends.append(total)
    room = max(2.0, 0.2 * (max(ends) - min(ends)))
    return [min(ends) - room, max(ends) + room]


def summary(panel: Panel, rows: Rows) -> str:
    """Return for each other seat by how much it is behind, and where it lost and where it won, in words."""
    labels = categories(panel, rows)
    order = dict(best_first(rows))
    first, *others = order
    if not others:
        return f"{order[first]} played alone."
    parts = []
    margins = _margins(panel, rows)
    for seat in others:
        changes = margins[seat]
        behind = sum(changes.values())
        words = f"{order[seat]} is {panel.count(behind)} behind {order[first]}"
        if not behind:
            words = f"{order[seat]} has as many points as {order[first]}, who is ahead in the turn order"
        worst = sorted((key for key in changes if changes[key] > 0), key=lambda key: -changes[key])[:3]
        better = sorted((key for key in changes if changes[key] < 0), key=lambda key: changes[key])[:2]
        if worst:
            words += f": lost most on {joined([f'{labels[key]} ({changes[key]:g})' for key in worst])}"
        if better:
            won = joined([f"{labels[key]} ({-changes[key]:g})" for key in better])
            words += f"{';' if worst else ':'} won on {won}"
        parts.append(f"{words}.")
    return " ".join(parts)


def table(panel: Panel, rows: Rows) -> Table:
    """Return heads and rows: a row per category, for each other seat what the first has more, totals last."""
    order = best_first(rows)
    points = points_of(rows)
    margins = _margins(panel, rows)
    (first, winner), *others = order
    head = ["Points from", named(first, winner)]
    for seat, player in others:
        head += [named(seat, player), f"{first} − {seat}"]
    body: list[list[Any]] = []
    for key, label in categories(panel, rows).items():
        cells: list[Any] = [label, points.get((first, key), 0)]
        for seat, _ in others:
            cells += [points.get((seat, key), 0), signed(margins[seat][key])]
        body.append(cells)
    total: list[Any] = ["total", sum(points.get((first, key), 0) for key in categories(panel, rows))]
    for seat, _ in others:
        total += [
            sum(points.get((seat, key), 0) for key in categories(panel, rows)),
            signed(sum(margins[seat].values())),
        ]
    return Table(head, [*body, total])
