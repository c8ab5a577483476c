"""Chart kind ``turns``: what each seat took in (up) and gave out (down) in every turn, by cause."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wcreplay.charts.style import (
    Table,
    base_layout,
    below,
    category_style,
    lane_title,
    lanes,
    named,
    over_turns,
    plain,
    seats_of,
    short,
    signed,
    turn_axis,
)

if TYPE_CHECKING:
    from wcreplay.charts.spec import Panel
    from wcreplay.charts.style import Row, Rows

COLUMNS = ("turn_no", "label", "seat", "player", "cause", "income", "spending")
_LANE = 116
_SHOWN = 6
_REST = "other causes"


def _groups(panel: Panel, rows: Rows) -> dict[str, str]:
    """Return the group of each cause: those that move most by themselves, the others together."""
    weight: dict[str, float] = {}
    for row in rows:
        cause = str(row["cause"])
        weight[cause] = weight.get(cause, 0) + row["income"] + row["spending"]
    order = sorted(weight, key=lambda cause: (-weight[cause], cause))
    alone = order if len(order) <= _SHOWN + 1 else order[:_SHOWN]
    return {cause: panel.labels.get(cause, cause) if cause in alone else _REST for cause in order}


def _bars(mine: list[Row], groups: dict[str, str], group: str) -> dict[str, list[Any]]:
    """Return the points of one lane and group: received and paid are points of their own."""
    points: dict[str, list[Any]] = {"x": [], "y": [], "text": []}
    for row in mine:
        if groups[str(row["cause"])] != group:
            continue
        what = f"{row['label']} {plain(str(row['cause']))}" if group == _REST else str(row["label"])
        for amount in (row["income"], -row["spending"]):
            if amount:
                points["x"].append(int(row["turn_no"]))
                points["y"].append(amount)
                points["text"].append(what)
    return points


def figure(panel: Panel, rows: Rows) -> dict[str, Any]:
    """Return the figure: stacked bars over the turns, one pair of axes for each seat, one above the other."""
    names = seats_of(rows)
    groups = _groups(panel, rows)
    order = list(dict.fromkeys(groups.values()))
    stretches = lanes(len(names), 0.2)
    traces: list[dict[str, Any]] = []
    seen: set[str] = set()
    layout = base_layout(
        116 + _LANE * len(names),
        barmode="relative",
        margin={"l": 48, "r": 28, "t": 4, "b": 92},
        xaxis={**turn_axis(rows), "anchor": f"y{len(names)}" if len(names) > 1 else "y"},
        legend=below(),
        hovermode="closest",
        meta={"turns": over_turns(rows)},
        template={"data": {"bar": [_LOOK]}},
    )
    low, high = _bounds(rows)
    layout["annotations"] = []
    for place, (seat, player) in enumerate(names.items()):
        number = str(place + 1) if place else ""
        bottom, top = (round(edge, 4) for edge in stretches[place])
        layout[f"yaxis{number}"] = {
            "domain": [bottom, top], "range": [low * 1.08, high * 1.08], "zeroline": True, "nticks": 5,
        }  # fmt: skip
        layout["annotations"].append(lane_title(short(named(seat, player), 36), top))
        mine = [row for row in rows if str(row["seat"]) == seat]
        for at, group in enumerate(order):
            points = _bars(mine, groups, group)
            if points["x"]:
                trace = _trace(f"y{number}", at, group, points, new=group not in seen)
                traces.append({**trace, "meta": {"seat": plain(seat)}})
                seen.add(group)
    traces.sort(key=lambda trace: int(trace["legendgroup"]))
    return {"data": traces, "layout": layout}


_LOOK = {
    "hovertemplate": "%{text}: %{y:+} %{fullData.meta.seat}<extra>%{fullData.name}</extra>",
    "textposition": "none",
    "width": 0.86,
    "marker": {
        "line": {"width": 0.5, "color": "rgba(128,128,128,.55)"},
        "pattern": {"fillmode": "overlay", "fgcolor": "rgba(255,255,255,.5)", "size": 5, "solidity": 0.25},
    },
}


def _trace(axis: str, at: int, group: str, points: dict[str, list[Any]], *, new: bool) -> dict[str, Any]:
    colour, pattern = category_style(at)
    marker: dict[str, Any] = {"color": colour}
    if pattern:
        marker["pattern"] = {"shape": pattern}
    return {
        "type": "bar", "name": plain(group), "legendgroup": str(at), "yaxis": axis, "marker": marker,
        **points, **({} if new else {"showlegend": False}),
    }  # fmt: skip


def _bounds(rows: Rows) -> tuple[float, float]:
    """Return the lowest and the highest end of a stack."""
    sums: dict[tuple[int, str], list[float]] = {}
    for row in rows:
        pair = sums.setdefault((int(row["turn_no"]), str(row["seat"])), [0, 0])
        pair[0] -= row["spending"]
        pair[1] += row["income"]
    return min(-1.0, *(pair[0] for pair in sums.values())), max(1.0, *(pair[1] for pair in sums.values()))


def summary(panel: Panel, rows: Rows) -> str:
    """Return for each seat what each round brought, and its best and dearest turn, in words."""
    parts = []
    for seat, player in seats_of(rows).items():
        mine = [row for row in rows if str(row["seat"]) == seat]
        rounds: dict[str, float] = {}
        gained: dict[str, float] = {}
        paid: dict[str, float] = {}
        for row in mine:
            label = str(row["label"])
            head = label.partition(".")[0]
            part = "start" if head in {"0", "setup"} else f"round {head}" if head.isdigit() else head
            rounds[part] = rounds.get(part, 0) + row["income"] - row["spending"]
            gained[label] = gained.get(label, 0) + row["income"]
            paid[label] = paid.get(label, 0) + row["spending"]
        words = ", ".join(f"{part} {signed(change)}" for part, change in rounds.items())
        best = max(gained, key=lambda label: gained[label])
        dear = max(paid, key=lambda label: paid[label])
        extremes = [f"most received at {best} ({panel.count(gained[best])})"] if gained[best] else []
        extremes += [f"most paid at {dear} ({panel.count(paid[dear])})"] if paid[dear] else []
        parts.append(f"{player}: {'; '.join([words, *extremes])}.")
    return " ".join(parts)


def table(panel: Panel, rows: Rows) -> Table:
    """Return heads and rows: a row per turn and seat that moved something."""
    lines: dict[tuple[int, str], list[Row]] = {}
    for row in rows:
        lines.setdefault((int(row["turn_no"]), str(row["seat"])), []).append(row)
    body: list[list[Any]] = []
    for (_, seat), mine in sorted(lines.items()):
        moves = [
            f"{signed(amount)} {panel.labels.get(str(row['cause']), str(row['cause']))}"
            for row in mine
            for amount in (row["income"], -row["spending"])
            if amount
        ]
        received, paid = sum(row["income"] for row in mine), sum(row["spending"] for row in mine)
        body.append([str(mine[0]["label"]), seat, received, paid, ", ".join(moves)])
    return Table(["Turn", "Seat", "Received", "Paid", "By what"], body, [turn for turn, _ in sorted(lines)])
