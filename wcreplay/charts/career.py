"""Chart kind ``career``: a bar for each game of a player, oldest first, made of its points by category."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wcreplay.charts.style import Table, base_layout, below, category_style, joined, plain

if TYPE_CHECKING:
    from wcreplay.charts.spec import Panel
    from wcreplay.charts.style import Rows

COLUMNS = ("game_no", "label", "category", "points")


def _categories(panel: Panel, rows: Rows) -> dict[str, str]:
    """Return the categories with their labels, those of the panel first."""
    found = dict.fromkeys(str(row["category"]) for row in rows)
    order = [key for key in panel.labels if key in found]
    order += [key for key in found if key not in panel.labels]
    return {key: panel.labels.get(key, key) for key in order}


def _games(rows: Rows) -> dict[int, str]:
    """Return the games by number with what they are called."""
    return dict(sorted((int(row["game_no"]), str(row["label"])) for row in rows))


def _points(rows: Rows) -> dict[tuple[int, str], float]:
    return {(int(row["game_no"]), str(row["category"])): row["points"] for row in rows}


def figure(panel: Panel, rows: Rows) -> dict[str, Any]:
    """Return the figure: x is the number of the game, stacked bars are the points by category."""
    games, points = _games(rows), _points(rows)
    labels = [plain(label) for label in games.values()]
    traces = []
    for number, (category, name) in enumerate(_categories(panel, rows).items()):
        colour, pattern = category_style(number)
        look = {"shape": pattern, "fillmode": "overlay", "fgcolor": "rgba(255,255,255,.45)", "size": 5}
        traces.append(
            {
                "type": "bar",
                "name": plain(name),
                "x": list(games),
                "y": [points.get((game, category), 0) for game in games],
                "text": labels,
                "textposition": "none",
                "marker": {"color": colour, "pattern": look},
                "hovertemplate": "%{text}<br>%{fullData.name}: %{y}<extra></extra>",
            }
        )
    layout = base_layout(
        380,
        barmode="stack",
        bargap=0.15,
        margin={"l": 48, "r": 28, "t": 12, "b": 130},
        xaxis=number_axis(list(games)),
        yaxis={"title": {"text": plain(panel.units or panel.unit)}, "rangemode": "tozero"},
        hovermode="closest",
        legend=below(),
    )
    return {"data": traces, "layout": layout}


def number_axis(games: list[int]) -> dict[str, Any]:
    """Return an x axis that counts games; few games have a tick each."""
    axis: dict[str, Any] = {
        "title": {"text": "game", "standoff": 4},
        "range": [games[0] - 0.6, games[-1] + 0.6],
        "tickformat": "d",
        "showgrid": False,
        "zeroline": False,
    }
    return {**axis, "dtick": 1} if len(games) <= 12 else axis


def summary(panel: Panel, rows: Rows) -> str:
    """Return the number of games, the mean, the best and the lowest total, and the biggest categories."""
    games, points = _games(rows), _points(rows)
    names = _categories(panel, rows)
    totals = {game: sum(points.get((game, key), 0) for key in names) for game in games}
    means = {key: sum(points.get((game, key), 0) for game in games) / len(games) for key in names}
    best = max(totals, key=lambda game: totals[game])
    least = min(totals, key=lambda game: totals[game])
    top = sorted((key for key in means if means[key]), key=lambda key: -means[key])[:3]
    count = f"{len(games)} game{'s' if len(games) != 1 else ''}"
    words = f"{count} with {sum(totals.values()) / len(games):.1f} {panel.units or panel.unit} in the mean"
    if totals[best] > totals[least]:
        words += f", most {totals[best]:g} ({games[best]}), fewest {totals[least]:g} ({games[least]})"
    if top:
        words += f". In the mean most came from {joined([f'{names[key]} {means[key]:.1f}' for key in top])}"
    return f"{words}."


def table(panel: Panel, rows: Rows) -> Table:
    """Return heads and rows: a row per game, a column per category, the total last."""
    games, points = _games(rows), _points(rows)
    names = _categories(panel, rows)
    body: list[list[Any]] = []
    for game, label in games.items():
        line = [points.get((game, key), 0) for key in names]
        body.append([f"{game}: {label}", *line, sum(line)])
    return Table(["Game", *names.values(), "total"], body)
