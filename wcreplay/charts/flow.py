"""Chart kind ``flow``: what each seat took in (to the right) and gave out (to the left), by cause."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wcreplay.charts.style import base_layout, joined, named, plain, seat_style, seats_of

if TYPE_CHECKING:
    from wcreplay.charts.spec import Panel
    from wcreplay.charts.style import Rows

COLUMNS = ("cause", "seat", "player", "income", "spending")


def _causes(panel: Panel, rows: Rows) -> list[str]:
    """Return the causes, the biggest movement first."""
    del panel
    weight: dict[str, float] = {}
    for row in rows:
        cause = str(row["cause"])
        weight[cause] = weight.get(cause, 0.0) + float(row["income"]) + float(row["spending"])
    return sorted(weight, key=lambda cause: (-weight[cause], cause))


def _amounts(rows: Rows) -> dict[tuple[str, str], tuple[float, float]]:
    return {(str(row["seat"]), str(row["cause"])): (row["income"], row["spending"]) for row in rows}


def figure(panel: Panel, rows: Rows) -> dict[str, Any]:
    """Return the figure: horizontal bars, a pair of traces for each seat, causes from the top down."""
    causes = _causes(panel, rows)
    shown = [panel.labels.get(cause, cause) for cause in causes]
    amounts = _amounts(rows)
    names = seats_of(rows)
    traces = []
    for seat, player in names.items():
        style = seat_style(seat)
        for side, sign, word in ((0, 1, "received"), (1, -1, "paid")):
            values = [sign * amounts.get((seat, cause), (0, 0))[side] or None for cause in causes]
            texts = [panel.count(abs(value)) if value else "" for value in values]
            traces.append(
                {
                    "type": "bar",
                    "orientation": "h",
                    "name": plain(named(seat, player)),
                    "legendgroup": seat,
                    "showlegend": side == 0,
                    "offsetgroup": seat,
                    "y": [plain(cause) for cause in shown],
                    "x": values,
                    "customdata": texts,
                    "marker": {
                        "color": style.colour,
                        "pattern": {
                            "fillmode": "overlay",
                            "shape": style.pattern,
                            "fgcolor": "rgba(255,255,255,.65)",
                            "size": 5,
                        },
                    },
                    "hovertemplate": f"%{{y}}: %{{customdata}} {word}",
                }
            )
    layout = base_layout(
        96 + len(causes) * max(22, 11 * len(names) + 8),
        barmode="group",
        bargap=0.25,
        bargroupgap=0.05,
        margin={"l": 48, "r": 28, "t": 12, "b": 48},
        xaxis={
            "title": {"text": plain(f"← {panel.units or panel.unit} paid   received →")},
            "zeroline": True,
            "zerolinewidth": 2,
        },
        yaxis={"autorange": "reversed", "automargin": True, "showgrid": False, "ticksuffix": " "},
        hovermode="closest",
    )
    layout["legend"]["tracegroupgap"] = 0
    return {"data": traces, "layout": layout}


def summary(panel: Panel, rows: Rows) -> str:
    """Return for each seat what it took in and gave out, with the biggest cause of each, in words."""
    parts = []
    for seat, player in seats_of(rows).items():
        mine = [row for row in rows if str(row["seat"]) == seat]
        sides = []
        for key, word in (("income", "received"), ("spending", "paid")):
            total = sum(row[key] for row in mine)
            top = max(mine, key=lambda row, key=key: float(row[key]))  # type: ignore[misc]
            most = f", most by {panel.labels.get(top['cause'], top['cause'])} ({top[key]:g})" if total else ""
            sides.append(f"{word} {panel.count(total)}{most}")
        parts.append(f"{player} {joined(sides)}.")
    return " ".join(parts)


def table(panel: Panel, rows: Rows) -> tuple[list[str], list[list[Any]]]:
    """Return heads and rows: a row per cause, two columns per seat, totals last."""
    names = seats_of(rows)
    amounts = _amounts(rows)
    head = [
        "Cause",
        *(f"{named(seat, player)} {side}" for seat, player in names.items() for side in ("+", "−")),
    ]
    body: list[list[Any]] = []
    for cause in _causes(panel, rows):
        cells = [value for seat in names for value in amounts.get((seat, cause), (0, 0))]
        body.append([panel.labels.get(cause, cause), *cells])
    body.append(["total", *(sum(line[place] for line in body) for place in range(1, len(head)))])
    return head, body
