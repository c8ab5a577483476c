"""Chart kind ``flow``: what each seat took in (to the right) and gave out (to the left), by cause."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wcreplay.charts.style import (
    Table,
    at,
    base_layout,
    joined,
    named,
    plain,
    seat_style,
    seats_of,
    turn_numbers,
)

if TYPE_CHECKING:
    from wcreplay.charts.spec import Panel
    from wcreplay.charts.style import Rows

    _Moments = tuple[str, list[int]]

COLUMNS = ("cause", "seat", "player", "income", "spending")
"""Columns ``gained_at`` and ``paid_at`` may name the turns, parted by blanks; ``gained_turns`` and
``paid_turns`` may have lists of their numbers."""


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


def _moments(rows: Rows) -> dict[tuple[str, str], tuple[_Moments, _Moments]]:
    """Return the turns in which a seat received and paid by a cause, as the hover tells them, and numbers."""
    return {
        (str(row["seat"]), str(row["cause"])): (
            (at(row.get("gained_at")), turn_numbers(row.get("gained_turns"))),
            (at(row.get("paid_at")), turn_numbers(row.get("paid_turns"))),
        )
        for row in rows
    }


def figure(panel: Panel, rows: Rows) -> dict[str, Any]:
    """Return the figure: horizontal bars, a pair of traces for each seat, causes from the top down."""
    causes = _causes(panel, rows)
    amounts, moments = _amounts(rows), _moments(rows)
    names = seats_of(rows)
    traces = []
    for seat, player in names.items():
        style = seat_style(seat)
        for side, sign, word in ((0, 1, "received"), (1, -1, "paid")):
            mine = [
                (place, amounts[seat, cause][side], moments[seat, cause][side])
                for place, cause in enumerate(causes)
                if amounts.get((seat, cause), (0, 0))[side]
            ]
            traces.append(
                {
                    "type": "bar",
                    "name": plain(named(seat, player)),
                    "legendgroup": seat,
                    "showlegend": side == 0,
                    "offsetgroup": seat,
                    "y": [place for place, _, _ in mine],
                    "x": [sign * amount for _, amount, _ in mine],
                    "customdata": [f"{panel.count(amount)} {word}{when}" for _, amount, (when, _) in mine],
                    "marker": {"color": style.colour, "pattern": {"shape": style.pattern}},
                    "meta": {"turns": [turns for _, _, (_, turns) in mine]},
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
        yaxis={
            "range": [len(causes) - 0.5, -0.5], "automargin": True, "showgrid": False, "zeroline": False,
            "ticksuffix": " ", "tickmode": "array", "tickvals": list(range(len(causes))),
            "ticktext": [plain(panel.labels.get(cause, cause)) for cause in causes],
        },
        hovermode="closest",
        template={"data": {"bar": [_LOOK]}},
    )  # fmt: skip
    layout["legend"]["tracegroupgap"] = 0
    return {"data": traces, "layout": layout}


_LOOK: dict[str, Any] = {
    "orientation": "h",
    "hovertemplate": "%{y}: %{customdata}",
    "marker": {"pattern": {"fillmode": "overlay", "fgcolor": "rgba(255,255,255,.65)", "size": 5}},
}


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


def table(panel: Panel, rows: Rows) -> Table:
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
    return Table(head, body)
