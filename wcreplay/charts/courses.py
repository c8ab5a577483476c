"""Chart kind ``courses``: one stepped line per seat of several games, over the turns that each player had."""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING, Any

from wcreplay.charts.lines import line
from wcreplay.charts.stacks import by_game
from wcreplay.charts.style import Table, base_layout, below, end_letters, joined, named, plain, short

if TYPE_CHECKING:
    from wcreplay.charts.spec import Panel
    from wcreplay.charts.style import Row, Rows

COLUMNS = ("game_no", "game", "label", "seat", "player", "rank", "step", "value")
"""``step`` is how many turns each player had by then: turns of the game over the players. It never falls."""
_ENTRY = 19
_DASHES = ("solid", "dot", "dash", "dashdot")


def _lines(rows: Rows) -> dict[tuple[int, str], list[Row]]:
    """Return the rows of each game and seat, in the order of games, seats and turns."""
    found: dict[tuple[int, str], list[Row]] = {}
    for number, mine in by_game(rows).items():
        for row in sorted(mine, key=lambda row: str(row["seat"])):
            found.setdefault((number, str(row["seat"])), []).append(row)
    return found


def _named(number: int, row: Row) -> str:
    seat = str(row["seat"])
    return f"{number}{named(seat, str(row['player'] or seat))}"


def figure(panel: Panel, rows: Rows) -> dict[str, Any]:
    """Return the figure: a colour for each seat, a dash for each game, the winners' lines thick."""
    traces, ends = [], []
    for (number, seat), every in _lines(rows).items():
        mine = [
            row
            for place, row in enumerate(every)
            if place in {0, len(every) - 1} or row["value"] != every[place - 1]["value"]
        ]
        x = [round(float(row["step"]), 3) for row in mine]
        y = [row["value"] for row in mine]
        drawn = line(seat, "", x, y)
        again = number % 2 == 0
        drawn["name"] = plain(short(_named(number, mine[0])))
        drawn["line"] |= {
            "dash": _DASHES[(number - 1) % len(_DASHES)],
            "width": 3 if mine[0]["rank"] == 1 else 1.5,
        }
        drawn["marker"] |= {"symbol": drawn["marker"]["symbol"] + ("-open" if again else "")}
        texts = [f"{row['label']}: {panel.count(row['value'])}" for row in mine]
        traces.append({**drawn, "text": texts, "hovertemplate": "%{text}"})
        ends.append((f"{number}{seat}", x[-1], float(y[-1])))
    values = [float(row["value"]) for row in rows]
    last = max(float(row["step"]) for row in rows)
    low, high = min(0.0, *values, 0.0), max(1.0, *values, 1.0) * 1.08
    layout = base_layout(
        370 + _ENTRY * -(-len(ends) // 4),
        margin={"l": 48, "r": 28, "t": 12, "b": 64 + _ENTRY * -(-len(ends) // 4)},
        xaxis={
            "title": {"text": "turns of each player", "standoff": 4},
            "range": [-0.1, last * 1.07 + 0.1],
            "zeroline": False,
            **({"dtick": 1} if last <= 20 else {}),
        },
        yaxis={"title": {"text": plain(panel.units or panel.unit)}, "range": [low, high], "zeroline": True},
        annotations=end_letters(ends, low, high),
        hovermode="closest",
        legend=below(),
    )
    return {"data": traces, "layout": layout}


def summary(panel: Panel, rows: Rows) -> str:
    """Return for each game what each seat ends with, the most first, in words."""
    lasts = {key: mine[-1] for key, mine in _lines(rows).items()}
    parts = []
    for number in by_game(rows):
        own = [row for (game, _), row in lasts.items() if game == number]
        own.sort(key=lambda row: -float(row["value"]))
        words = [f"{row['player'] or row['seat']} ends with {panel.count(row['value'])}" for row in own]
        parts.append(f"Game {number}: {joined(words)}.")
    return " ".join(parts)


def table(panel: Panel, rows: Rows) -> Table:
    """Return heads and rows: a row for each turn that every player had, a column per seat, the end last.

    Cells of a game that stopped earlier are empty.
    """
    del panel
    lines = _lines(rows)
    steps = range(floor(max(float(row["step"]) for row in rows)) + 1)
    body: list[list[Any]] = [[_after(step), *(_by(mine, step) for mine in lines.values())] for step in steps]
    body.append(["end", *(mine[-1]["value"] for mine in lines.values())])
    return Table(["After", *(_named(number, mine[0]) for (number, _), mine in lines.items())], body)


def _after(step: int) -> str:
    return f"{step} turn{'s' if step != 1 else ''} each" if step else "start"


def _by(mine: list[Row], step: int) -> float | None:
    """Return the value once everybody had so many turns; nothing if it did not come to that."""
    if float(mine[-1]["step"]) < step:
        return None
    found: float = [row["value"] for row in mine if float(row["step"]) <= step][-1]
    return found
