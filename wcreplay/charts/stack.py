"""Chart kind ``stack``: one bar per seat, made of its points by category."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wcreplay.charts.style import Table, base_layout, below, category_style, joined, named, plain, short

if TYPE_CHECKING:
    from wcreplay.charts.spec import Panel
    from wcreplay.charts.style import Rows

COLUMNS = ("seat", "player", "rank", "category", "points")


def best_first(rows: Rows) -> list[tuple[str, str]]:
    """Return (seat, player), best first: by rank, or by total where there is no rank yet."""
    totals: dict[str, float] = {}
    first: dict[str, Any] = {}
    for row in rows:
        seat = str(row["seat"])
        totals[seat] = totals.get(seat, 0) + row["points"]
        first[seat] = row
    seats = sorted(first, key=lambda seat: (first[seat]["rank"] or 99, -totals[seat], seat))
    return [(seat, str(first[seat]["player"] or seat)) for seat in seats]


def points_of(rows: Rows) -> dict[tuple[str, str], float]:
    """Return the points by seat and category."""
    return {(str(row["seat"]), str(row["category"])): row["points"] for row in rows}


def categories(panel: Panel, rows: Rows) -> dict[str, str]:
    """Return the categories with their labels, those of the panel first."""
    found = dict.fromkeys(str(row["category"]) for row in rows)
    ordered = [key for key in panel.labels if key in found] + [
        key for key in found if key not in panel.labels
    ]
    return {key: panel.labels.get(key, key) for key in ordered}


def _traces(panel: Panel, rows: Rows, shown: list[str]) -> list[dict[str, Any]]:
    """Return a trace per category; ``shown`` names the seats in their order."""
    order = best_first(rows)
    points = points_of(rows)
    traces = []
    for number, (category, label) in enumerate(categories(panel, rows).items()):
        values = [points.get((seat, category), 0) for seat, _ in order]
        traces.append(bar(number, label, shown, values))
    return traces


def bar(number: int, label: str, shown: list[str], values: list[float]) -> dict[str, Any]:
    """Return the parts of the bars that belong to a category, the ``number``th from 0, one for each bar."""
    colour, pattern = category_style(number)
    return {
        "type": "bar",
        "orientation": "h",
        "name": plain(label),
        "y": shown,
        "x": values,
        "text": [f"{value:g}" if value else "" for value in values],
        "textposition": "inside",
        "insidetextanchor": "middle",
        "textangle": 0,
        "insidetextfont": {"color": "#10151b", "size": 12},
        "constraintext": "inside",
        "marker": {
            "color": colour,
            "pattern": {
                "fillmode": "overlay",
                "shape": pattern,
                "fgcolor": "rgba(255,255,255,.45)",
                "size": 6,
                "solidity": 0.2,
            },
            "line": {"width": 1, "color": "rgba(128,128,128,.55)"},
        },
        "hovertemplate": "%{y}, %{fullData.name}: %{x}<extra></extra>",
    }


def figure(panel: Panel, rows: Rows) -> dict[str, Any]:
    """Return the figure: horizontal stacked bars, the points written in each part and the total behind."""
    order = best_first(rows)
    points = points_of(rows)
    shown = [plain(short(named(seat, player))) for seat, player in order]
    traces = _traces(panel, rows, shown)
    totals = [
        sum(points.get((seat, category), 0) for category in categories(panel, rows)) for seat, _ in order
    ]
    notes = [
        {
            "x": total,
            "y": name,
            "text": f"<b>{total:g}</b>",
            "showarrow": False,
            "xanchor": "left",
            "xshift": 6,
        }
        for name, total in zip(shown, totals, strict=True)
    ]
    layout = base_layout(
        232 + 46 * len(order),
        barmode="stack",
        bargap=0.3,
        margin={"l": 48, "r": 28, "t": 12, "b": 92},
        xaxis={"range": [0, max(1.0, *totals, 1.0) * 1.1]},
        yaxis={"autorange": "reversed", "automargin": True, "showgrid": False, "ticksuffix": " "},
        annotations=notes,
        hovermode="closest",
    )
    # Seven names are too many above the bars: below them the legend may be as high as it needs to be.
    layout["legend"] = below()
    layout["uniformtext"] = {"mode": "hide", "minsize": 10}
    return {"data": traces, "layout": layout}


def summary(panel: Panel, rows: Rows) -> str:
    """Return each seat's total and its three biggest categories, in words."""
    points = points_of(rows)
    labels = categories(panel, rows)
    parts = []
    for seat, player in best_first(rows):
        mine = {category: points.get((seat, category), 0) for category in labels}
        top = sorted((key for key in mine if mine[key]), key=lambda key: -mine[key])[:3]
        words = joined([f"{labels[key]} {mine[key]:g}" for key in top])
        parts.append(
            f"{player} has {sum(mine.values()):g} points" + (f", most from {words}." if words else ".")
        )
    return " ".join(parts)


def table(panel: Panel, rows: Rows) -> Table:
    """Return heads and rows: a row per category, a column per seat, the totals last."""
    order = best_first(rows)
    points = points_of(rows)
    body: list[list[Any]] = [
        [label, *(points.get((seat, category), 0) for seat, _ in order)]
        for category, label in categories(panel, rows).items()
    ]
    body.append(["total", *(sum(line[place] for line in body) for place in range(1, len(order) + 1))])
    return Table(["Points from", *(named(seat, player) for seat, player in order)], body)
