"""Chart kind ``race``: markers on a track over the turns, with bands, checkpoints and the order in piles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wcreplay.charts.lines import by_seat, line
from wcreplay.charts.style import (
    Table,
    base_layout,
    end_letters,
    named,
    over_turns,
    plain,
    seat_style,
    seats_of,
    turn_axis,
)

if TYPE_CHECKING:
    from wcreplay.charts.spec import Panel
    from wcreplay.charts.style import Row, Rows

COLUMNS = ("turn_no", "label", "seat", "player", "space", "height", "pile", "paid")
# Markers on one space are drawn one above the other, as in the pile.
_STEP = 0.16
_TINTS = ("rgba(110,160,90,.16)", "rgba(222,180,70,.18)", "rgba(208,120,70,.17)", "rgba(90,140,190,.18)")


def _height(row: Row) -> float:
    """Return where a marker is drawn: its space, a little higher for each marker under it."""
    return float(row["space"]) + _STEP * max(0, int(row["height"]) - 1)


def figure(panel: Panel, rows: Rows) -> dict[str, Any]:
    """Return the figure: x is the turn, y the space; a star where a checkpoint was paid for."""
    names = seats_of(rows)
    traces: list[dict[str, Any]] = []
    ends, paid = [], []
    for seat, mine in by_seat(rows).items():
        x = [int(row["turn_no"]) for row in mine]
        y = [round(_height(row), 2) for row in mine]
        texts = [f"{row['label']}: space {row['space']}{_pile(row)}" for row in mine]
        traces.append(line(seat, names[seat], x, y, text=texts, hovertemplate="%{text}"))
        ends.append((seat, x[-1], y[-1]))
        paid += [(seat, row) for row in mine if row["paid"]]
    if paid:
        traces.append(_payments(panel, paid))
    top = max([band.last for band in panel.bands] + [int(row["space"]) for row in rows], default=1)
    axis = {"title": {"text": "space"}, "range": [-0.6, top + 0.9], "dtick": 5}
    layout = base_layout(
        420,
        # Lines would cross the words of the bands.
        xaxis=turn_axis(rows) | {"showgrid": False, "ticks": "outside"},
        yaxis={**axis, "zeroline": False, "showgrid": False},
        shapes=[*_bands(panel), *_gates(panel)],
        annotations=end_letters(ends, -0.6, top + 0.9),
        hovermode="closest",
        meta={"turns": over_turns(rows)},
    )
    return {"data": traces, "layout": layout}


def _pile(row: Row) -> str:
    pile = str(row["pile"] or "")
    return f", pile from the top: {plain(pile)}" if len(pile) > 1 else ""


def _payments(panel: Panel, paid: list[tuple[str, Row]]) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "markers",
        "name": "checkpoint paid",
        "x": [int(row["turn_no"]) for _, row in paid],
        "y": [round(_height(row), 2) for _, row in paid],
        "text": [f"{row['label']}: {seat} paid {panel.count(row['paid'])}" for seat, row in paid],
        "hovertemplate": "%{text}<extra></extra>",
        "marker": {
            "symbol": "star",
            "size": 15,
            "color": [seat_style(seat).colour for seat, _ in paid],
            "line": {"width": 1.5, "color": "rgba(128,128,128,.9)"},
        },
    }


def _bands(panel: Panel) -> list[dict[str, Any]]:
    return [
        {
            "type": "rect", "xref": "paper", "x0": 0, "x1": 1, "y0": band.first - 0.5, "y1": band.last + 0.5,
            "layer": "below", "line": {"width": 0}, "fillcolor": _TINTS[number % len(_TINTS)],
            "label": {"text": plain(band.label), "textposition": "top left", "font": {"size": 11}},
        }
        for number, band in enumerate(panel.bands)
    ]  # fmt: skip


def _gates(panel: Panel) -> list[dict[str, Any]]:
    return [
        {
            "type": "line", "xref": "paper", "x0": 0, "x1": 1, "y0": gate.space - 0.5, "y1": gate.space - 0.5,
            "layer": "below", "line": {"width": 1.5, "dash": "dot", "color": "#c8443c"},
            "label": {"text": plain(gate.label), "textposition": "start",
                      "yanchor": "bottom", "font": {"size": 11}},
        }
        for gate in panel.gates
    ]  # fmt: skip


def summary(panel: Panel, rows: Rows) -> str:
    """Return for each seat, the furthest first, where it ends and what it paid at checkpoints, in words."""
    names = seats_of(rows)
    lasts = {seat: mine[-1] for seat, mine in by_seat(rows).items()}
    parts = []
    for seat in sorted(lasts, key=lambda seat: (-int(lasts[seat]["space"]), -int(lasts[seat]["height"]))):
        total = sum(int(row["paid"]) for row in rows if str(row["seat"]) == seat)
        cost = f"paid {panel.count(total)}" if total else "paid nothing"
        parts.append(f"{names[seat]} ends on space {lasts[seat]['space']} and {cost} at checkpoints.")
    return " ".join(parts)


def table(panel: Panel, rows: Rows) -> Table:
    """Return heads and rows: a row per turn, a column per seat with its space, its pile and what it paid."""
    names = seats_of(rows)
    labels = {int(row["turn_no"]): str(row["label"]) for row in rows}
    cells = {}
    for row in rows:
        pile = str(row["pile"] or "")
        notes = [f"pile {pile}"] if len(pile) > 1 else []
        notes += [f"paid {panel.count(row['paid'])}"] if row["paid"] else []
        note = f" ({'; '.join(notes)})" if notes else ""
        cells[int(row["turn_no"]), str(row["seat"])] = f"{row['space']}{note}"
    turns = sorted(labels)
    body = [[labels[turn], *(cells.get((turn, seat), "") for seat in names)] for turn in turns]
    return Table(["Turn", *(named(seat, player) for seat, player in names.items())], body, turns)
