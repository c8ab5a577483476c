"""Chart kind ``lines``: one stepped line per seat over the turns of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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
    from collections.abc import Sequence

    from wcreplay.charts.spec import Panel
    from wcreplay.charts.style import Row, Rows

COLUMNS = ("turn_no", "label", "seat", "player", "value")
"""A column ``note`` may say why a value changed."""


def by_seat(rows: Rows) -> dict[str, list[Row]]:
    """Return the rows of each seat in the order of turns."""
    found: dict[str, list[Row]] = {seat: [] for seat in seats_of(rows)}
    for row in rows:
        found[str(row["seat"])].append(row)
    return {seat: sorted(lines, key=lambda row: int(row["turn_no"])) for seat, lines in found.items()}


def steps(values: list[float]) -> list[int]:
    """Return marker sizes that show a marker only where a value differs from the one before it."""
    return [7 if not place or value != values[place - 1] else 0 for place, value in enumerate(values)]


def _changes(mine: list[Row]) -> list[Row]:
    """Return the rows at which something happened, besides the first and the last: a step needs no others."""
    last = len(mine) - 1
    return [
        row
        for place, row in enumerate(mine)
        if place in {0, last}
        or row["value"] != mine[place - 1]["value"]
        or row.get("note", "") not in {"", mine[place - 1].get("note", "")}
    ]


def line(seat: str, player: str, x: Sequence[float], y: list[float], **parts: Any) -> dict[str, Any]:
    """Return a stepped line in the look of its seat."""
    style = seat_style(seat)
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "name": plain(named(seat, player)),
        "x": x,
        "y": y,
        "line": {"color": style.colour, "dash": style.dash, "width": 2.25, "shape": "hv"},
        "marker": {"symbol": style.symbol, "color": style.colour, "size": steps(y), "opacity": 1},
        **parts,
    }


def figure(panel: Panel, rows: Rows) -> dict[str, Any]:
    """Return the figure: x is the turn, y the value after it. A point stands where something happened."""
    names = seats_of(rows)
    traces, ends = [], []
    for seat, every in by_seat(rows).items():
        mine = _changes(every)
        x = [int(row["turn_no"]) for row in mine]
        y = [row["value"] for row in mine]
        hover = f"%{{text}}: %{{y}} {plain(panel.units or panel.unit)}"
        texts = [str(row["label"]) for row in mine]
        if any(row.get("note") for row in mine):
            texts = [f"{row['label']}: {panel.count(row['value'])}{_why(row)}" for row in mine]
            hover = "%{text}"
        traces.append(line(seat, names[seat], x, y, text=texts, hovertemplate=hover))
        ends.append((seat, x[-1], float(y[-1])))
    values = [float(row["value"]) for row in rows]
    low, high = min(0.0, *values, 0.0), max(1.0, *values, 1.0)
    layout = base_layout(
        340,
        xaxis=turn_axis(rows),
        yaxis={
            "title": {"text": plain(panel.units or panel.unit)},
            "range": [low, high * 1.08],
            "zeroline": True,
        },
        annotations=end_letters(ends, low, high * 1.08),
        hovermode="closest",
        meta={"turns": over_turns(rows)},
    )
    return {"data": traces, "layout": layout}


def summary(panel: Panel, rows: Rows) -> str:
    """Return what the chart shows in words: who ends in front and since when, then each seat's last value.

    The highest value of a seat is said, with its turn, where the last one is lower.
    """
    names = seats_of(rows)
    lines = by_seat(rows)
    lasts = {seat: float(mine[-1]["value"]) for seat, mine in lines.items()}
    order = sorted(lasts, key=lambda seat: -lasts[seat])
    best = [seat for seat in order if lasts[seat] == lasts[order[0]]]
    parts = []
    for seat in order:
        top = max(lines[seat], key=lambda row: float(row["value"]))
        words = f"{names[seat]} ends with {panel.count(lasts[seat])}"
        if len(order) > 1 and best == [seat]:
            words += f", {panel.count(lasts[seat] - lasts[order[1]])} in front"
        if float(top["value"]) > lasts[seat]:
            words += f", after at most {panel.count(top['value'])} at {top['label']}"
        parts.append(f"{words}.")
    if len(order) > 1:
        parts.append(_lead(lines, names))
    return " ".join(parts)


def _lead(lines: dict[str, list[Row]], names: dict[str, str]) -> str:
    """Return how often the lead passed from one seat to another, and when it did last, in words."""
    leads: list[tuple[str, str]] = []
    for together in zip(*lines.values(), strict=False):
        values = sorted((float(row["value"]) for row in together), reverse=True)
        first = max(together, key=lambda row: float(row["value"]))
        if values[0] > values[1] and (not leads or leads[-1][0] != str(first["seat"])):
            leads.append((str(first["seat"]), str(first["label"])))
    if not leads:
        return "Nobody was ever in front."
    seat, label = leads[-1]
    if len(leads) == 1:
        return f"{names[seat]} was in front from {label} on, and nobody else ever."
    times = "once" if len(leads) == 2 else f"{len(leads) - 1} times"
    return f"The lead changed {times}, last at {label} to {names[seat]}."


def _why(row: Row) -> str:
    return f"<br>{plain(str(row['note']))}" if row.get("note") else ""


def table(panel: Panel, rows: Rows) -> Table:
    """Return heads and rows: a row per turn, a column per seat, and why values changed if known."""
    names = seats_of(rows)
    labels = {int(row["turn_no"]): str(row["label"]) for row in rows}
    values = {(int(row["turn_no"]), str(row["seat"])): row["value"] for row in rows}
    turns = sorted(labels)
    body = [[labels[turn], *(values.get((turn, seat)) for seat in names)] for turn in turns]
    head = ["Turn", *(named(seat, player) for seat, player in names.items())]
    if not panel.brief and any(row.get("note") for row in rows):
        notes: dict[int, list[str]] = {}
        for seat, mine in by_seat(rows).items():
            for row in _changes(mine)[1:]:
                if row.get("note"):
                    notes.setdefault(int(row["turn_no"]), []).append(f"{seat}: {row['note']}")
        head.append("What changed")
        body = [[*cells, "; ".join(notes.get(turn, []))] for turn, cells in zip(turns, body, strict=True)]
    return Table(head, body, turns)
