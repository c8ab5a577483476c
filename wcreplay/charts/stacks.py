"""Chart kind ``stacks``: for each of several games a bar per seat, made of its numbers by category."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wcreplay.charts import stack
from wcreplay.charts.style import Table, base_layout, below, joined, lane_title, named, plain, short

if TYPE_CHECKING:
    from wcreplay.charts.spec import Panel
    from wcreplay.charts.style import Row, Rows

COLUMNS = ("game_no", "game", *stack.COLUMNS)
"""``game`` is what a game is called; the other columns are those of ``stack``."""
_BAR = 38
_TITLE = 34
_SHOWN = 8
_REST = "others"


def by_game(rows: Rows) -> dict[int, list[Row]]:
    """Return the rows of each game by its number, ascending."""
    found: dict[int, list[Row]] = {}
    for row in rows:
        found.setdefault(int(row["game_no"]), []).append(row)
    return dict(sorted(found.items()))


def _groups(panel: Panel, rows: Rows) -> dict[str, str]:
    """Return for each category the part of the bar it belongs to; of many the small ones share the last."""
    labels = stack.categories(panel, rows)
    if len(labels) <= _SHOWN:
        return labels
    weight = dict.fromkeys(labels, 0.0)
    for row in rows:
        weight[str(row["category"])] += row["points"]
    order = sorted(labels, key=lambda key: -weight[key])
    return {key: labels[key] if place < _SHOWN - 1 else _REST for place, key in enumerate(order)}


def _stretches(counts: list[int]) -> list[tuple[float, float]]:
    """Return the stretches of the y axis, 0 to 1 from the top down, of games with so many bars each."""
    whole = sum(_TITLE + _BAR * count for count in counts)
    found, top = [], 1.0
    for count in counts:
        top -= _TITLE / whole
        bottom = max(0.0, top - _BAR * count / whole)
        found.append((round(bottom, 4), round(top, 4)))
        top = bottom
    return found


def figure(panel: Panel, rows: Rows) -> dict[str, Any]:
    """Return the figure: stacked bars with their totals, a lane for each game one above the other."""
    games, groups = by_game(rows), _groups(panel, rows)
    order = list(dict.fromkeys(groups.values()))
    seats = {number: stack.best_first(mine) for number, mine in games.items()}
    stretches = _stretches([len(found) for found in seats.values()])
    most = max(sum(column) for _, column in _columns(panel, rows))
    last = len(games)
    layout = base_layout(
        150 + sum(_TITLE + _BAR * len(found) for found in seats.values()),
        barmode="stack",
        bargap=0.25,
        margin={"l": 48, "r": 28, "t": 4, "b": 110},
        xaxis={"range": [0, max(1.0, most) * 1.1], "anchor": f"y{last}" if last > 1 else "y"},
        annotations=[],
        hovermode="closest",
        legend=below(),
        uniformtext={"mode": "hide", "minsize": 10},
    )
    traces: list[dict[str, Any]] = []
    for place, (number, mine) in enumerate(games.items()):
        axis = f"y{place + 1}" if place else "y"
        bottom, top = stretches[place]
        layout[axis.replace("y", "yaxis")] = {
            "domain": [bottom, top], "autorange": "reversed", "automargin": True, "showgrid": False,
            "ticksuffix": " ",
        }  # fmt: skip
        layout["annotations"].append(lane_title(short(f"{number}: {mine[0]['game']}", 28), top))
        shown = [plain(short(named(seat, player), 15)) for seat, player in seats[number]]
        points: dict[tuple[str, str], float] = {}
        for (seat, category), value in stack.points_of(mine).items():
            points[seat, groups[category]] = points.get((seat, groups[category]), 0) + value
        for at, group in enumerate(order):
            values = [points.get((seat, group), 0) for seat, _ in seats[number]]
            trace = {**stack.bar(at, group, shown, values), "yaxis": axis, "legendgroup": str(at)}
            traces.append({**trace, "showlegend": False} if place else trace)
        totals = [sum(points.get((seat, group), 0) for group in order) for seat, _ in seats[number]]
        layout["annotations"] += [
            {
                "x": total, "y": name, "yref": axis, "text": f"<b>{total:g}</b>", "showarrow": False,
                "xanchor": "left", "xshift": 6,
            }
            for name, total in zip(shown, totals, strict=True)
        ]  # fmt: skip
    return {"data": traces, "layout": layout}


def _columns(panel: Panel, rows: Rows) -> list[tuple[str, list[float]]]:
    """Return for each seat of each game, best first, its heading ``1A Ana`` and its numbers by category."""
    labels = stack.categories(panel, rows)
    found = []
    for number, mine in by_game(rows).items():
        points = stack.points_of(mine)
        for seat, player in stack.best_first(mine):
            column = [points.get((seat, key), 0) for key in labels]
            found.append((f"{number}{named(seat, player)}", column))
    return found


def summary(panel: Panel, rows: Rows) -> str:
    """Return for each game each seat's total and its biggest category, in words."""
    labels = stack.categories(panel, rows)
    parts = []
    for number, mine in by_game(rows).items():
        points = stack.points_of(mine)
        words = []
        for seat, player in stack.best_first(mine):
            own = {key: points.get((seat, key), 0) for key in labels}
            top = max(own, key=lambda key: own[key])
            most = f" (most: {labels[top]} {own[top]:g})" if own[top] else ""
            words.append(f"{player} {panel.count(sum(own.values()))}{most}")
        parts.append(f"Game {number}: {joined(words)}.")
    return " ".join(parts)


def table(panel: Panel, rows: Rows) -> Table:
    """Return heads and rows: a row per category, a column per seat of each game, the totals last."""
    columns = _columns(panel, rows)
    body: list[list[Any]] = [
        [label, *(column[place] for _, column in columns)]
        for place, label in enumerate(stack.categories(panel, rows).values())
    ]
    body.append(["total", *(sum(column) for _, column in columns)])
    return Table([f"{(panel.units or panel.unit).capitalize()} from", *(head for head, _ in columns)], body)
