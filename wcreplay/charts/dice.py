"""Chart kind ``dice``: in every turn the dice that could be taken, and the price or yield of each.

A column is a turn, a row an end of a bridge. Coins are the value of a die less the value that the taken die
covered, so that all dice of a turn are compared at the space that was used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wcreplay.charts.style import Table, base_layout, lane_title, plain, seats_of, signed

if TYPE_CHECKING:
    from wcreplay.charts.spec import Panel
    from wcreplay.charts.style import Row, Rows

COLUMNS = (
    "what", "turn_no", "label", "round", "seat", "player", "colour", "die_end", "pips", "space", "covered",
    "coins", "icons", "lantern", "by_seat", "by_label",
)  # fmt: skip
_LANE = 292
_ENDS = {"<": "left", ">": "right"}
_LANTERN = "Lantern"


def _slot(row: Row) -> str:
    return f"{row['colour']} {_ENDS[str(row['die_end'])]}"


def _slots(rows: Rows) -> list[str]:
    """Return the rows of the figure: both ends of each bridge."""
    colours = dict.fromkeys(str(row["colour"]) for row in rows)
    return [f"{colour} {end}" for colour in colours for end in _ENDS.values()]


def _die(row: Row) -> str:
    """Return a die as the notation writes it, in words: ``coral 5``."""
    return f"{row['colour']} {_pips(row)}{row['die_end']}"


def _pips(row: Row) -> str:
    return "?" if row["pips"] is None else str(row["pips"])


def _coins(row: Row) -> str:
    return "?" if row["coins"] is None else signed(row["coins"])


def _by_turn(rows: Rows) -> dict[int, list[Row]]:
    found: dict[int, list[Row]] = {}
    for row in rows:
        found.setdefault(int(row["turn_no"]), []).append(row)
    return dict(sorted(found.items()))


def _taken(mine: list[Row]) -> Row:
    return next((row for row in mine if row["what"] == "taken"), mine[0])


def figure(panel: Panel, rows: Rows) -> dict[str, Any]:
    """Return the figure: a block for each round; taken dice are framed, a cross is a denied one."""
    del panel
    slots = _slots(rows)
    rounds = sorted({int(row["round"]) for row in rows})
    span = max(abs(row["coins"] or 0) for row in rows) or 1
    layout = base_layout(
        24 + _LANE * len(rounds),
        margin={"l": 48, "r": 12, "t": 4, "b": 8},
        showlegend=False,
        hovermode="closest",
        annotations=[],
        meta={"turns": []},
        template={"data": {"heatmap": [{**_LOOK, "zmin": -span, "zmax": span}]}},
    )
    traces: list[dict[str, Any]] = []
    for place, number in enumerate(rounds):
        turns = _by_turn([row for row in rows if row["round"] == number])
        axis = str(place + 1) if place else ""
        top = 1 - place / len(rounds) - 0.1 / len(rounds)
        bottom = 1 - (place + 1) / len(rounds) + (0.12 / len(rounds))
        first, last = min(turns), max(turns)
        layout[f"xaxis{axis}"] = {
            "anchor": f"y{axis}", "tickmode": "array", "tickvals": list(turns), "showgrid": False,
            "ticktext": [_tick(_taken(mine)) for mine in turns.values()], "tickangle": 0,
            "range": [first - 0.5, last + 0.5], "zeroline": False,
        }  # fmt: skip
        layout[f"yaxis{axis}"] = {
            "anchor": f"x{axis}", "domain": [round(bottom, 4), round(top, 4)],
            "range": [len(slots) + 0.5, -0.5], "tickmode": "array",
            "tickvals": list(range(len(slots) + 1)), "ticktext": [*slots, _LANTERN],
            "showgrid": False, "zeroline": False, "ticksuffix": " ", "automargin": True,
        }  # fmt: skip
        layout["annotations"].append(lane_title(f"round {number}", round(top, 4)))
        layout["meta"]["turns"].append([f"x{axis}", f"y{axis} domain", first, last])
        axes = {"xaxis": f"x{axis}", "yaxis": f"y{axis}"}
        traces += [{**trace, **axes} for trace in (_cells(turns, slots), *_signs(turns, slots))]
    return {"data": traces, "layout": layout}


_LOOK: dict[str, Any] = {
    "hovertemplate": "%{customdata}: %{y} %{text}, coins %{z:+}<extra></extra>",
    "zmid": 0,
    "colorscale": [[0, "#eea48f"], [0.5, "#f1eee6"], [1, "#9ecfae"]],
    "showscale": False,
    "xgap": 2,
    "ygap": 2,
    "hoverongaps": False,
}


def _tick(row: Row) -> str:
    return f"{plain(str(row['seat']))}<br>{str(row['label']).partition('.')[2]}"


def _cells(turns: dict[int, list[Row]], slots: list[str]) -> dict[str, Any]:
    """Return the dice of a round: the colour of a cell is what the die would have moved."""
    grid: list[list[Row | None]] = [[None] * len(turns) for _ in slots]
    for column, mine in enumerate(turns.values()):
        for row in mine:
            if row["what"] != "gone":
                grid[slots.index(_slot(row))][column] = row
    return {
        "type": "heatmap",
        "x": list(turns),
        "y": list(range(len(slots))),
        "z": [[row["coins"] if row else None for row in line] for line in grid],
        "text": [[_pips(row) if row else "" for row in line] for line in grid],
        "customdata": [[_told(row) if row else "" for row in line] for line in grid],
        "meta": {"scale": "balance"},
    }


def _told(row: Row) -> str:
    at = f" took, to {row['space']} over {row['covered']}" if row["what"] == "taken" else ""
    return f"{row['label']} {row['seat']}{at}"


def _frame(x: float, y: float) -> tuple[list[Any], list[Any]]:
    """Return the corners of a frame around a cell, and a gap."""
    left, right, high, low = x - 0.45, x + 0.45, y - 0.44, y + 0.44
    corners = [(left, high), (right, high), (right, low), (left, low), (left, high)]
    return [*(round(a, 2) for a, _ in corners), None], [*(round(b, 2) for _, b in corners), None]


def _signs(turns: dict[int, list[Row]], slots: list[str]) -> list[dict[str, Any]]:
    """Return frames of taken dice, numbers, crosses of denied dice, and what the Lantern would give."""
    frames: dict[str, list[Any]] = {"x": [], "y": []}
    numbers: dict[str, list[Any]] = {"x": [], "y": [], "text": [], "customdata": []}
    crosses: dict[str, list[Any]] = {"x": [], "y": [], "customdata": []}
    lights: dict[str, list[Any]] = {"x": [], "y": [], "text": [], "customdata": []}
    for turn, mine in turns.items():
        for row in mine:
            height = slots.index(_slot(row))
            if row["what"] == "gone":
                crosses["x"].append(round(turn + 0.38, 2))
                crosses["y"].append(round(height - 0.36, 2))
                crosses["customdata"].append(_lost(row))
                continue
            numbers["x"].append(turn)
            numbers["y"].append(height)
            numbers["text"].append(_pips(row))
            numbers["customdata"].append(_coins(row))
            if row["what"] == "taken":
                xs, ys = _frame(turn, height)
                frames["x"] += xs
                frames["y"] += ys
        _light(lights, turn, len(slots), _taken(mine))
    hover = {"hovertemplate": "%{customdata}<extra></extra>"}
    frame = {
        "type": "scatter", "mode": "lines", "hoverinfo": "skip", **frames,
        "line": {"width": 2.5, "color": "#20242a"}, "meta": {"ink": True},
    }  # fmt: skip
    number = {
        "type": "scatter", "mode": "text", "hoverinfo": "skip", **numbers, "textfont": {"size": 11},
        "texttemplate": "<b>%{text}</b><br>%{customdata}",
    }  # fmt: skip
    cross = {
        "type": "scatter", "mode": "markers", **crosses, **hover,
        "marker": {"symbol": "x", "size": 7, "color": "#c8443c"},
    }  # fmt: skip
    light = {"type": "scatter", "mode": "text", **lights, **hover}
    return [frame, number, *([cross] if crosses["x"] else []), light]


def _lost(row: Row) -> str:
    """Return what a cross says: a turn of the same seat ago the die could be taken."""
    return (
        f"{row['label']} {row['seat']}: {row['colour']} {_pips(row)} was there a turn ago; "
        f"{row['by_seat']} took it at {row['by_label']}"
    )


def _light(lights: dict[str, list[Any]], turn: int, height: int, taken: Row) -> None:
    """Add what the Lantern Area would have given at a turn: bold where a left die was taken."""
    used = taken["what"] == "taken" and taken["die_end"] == "<"
    words = "left die taken, the Lantern" if used else "a left die would have given"
    lights["x"].append(turn)
    lights["y"].append(height)
    lights["text"].append(f"<b>{taken['icons']}</b>" if used else str(taken["icons"]))
    lights["customdata"].append(f"{taken['label']} {taken['seat']}: {words}: {taken['lantern'] or 'nothing'}")


def summary(panel: Panel, rows: Rows) -> str:
    """Return for each seat what its dice moved, what the best ones would have, and its left dice."""
    turns = _by_turn(rows).values()
    parts = []
    for seat, player in seats_of(rows).items():
        mine = [found for found in turns if str(found[0]["seat"]) == seat]
        taken = [_taken(found) for found in mine]
        moved = sum(row["coins"] or 0 for row in taken)
        best = sum(
            max(
                (row["coins"] for row in found if row["what"] != "gone" and row["coins"] is not None),
                default=0,
            )
            for found in mine
        )
        left = [row for row in taken if row["what"] == "taken" and row["die_end"] == "<"]
        lit = sum(row["icons"] for row in left)
        passed = sum(row["icons"] for row in taken) - lit
        denied = sum(row["what"] == "gone" for found in mine for row in found)
        parts.append(
            f"{player}: dice moved {signed(moved)} {panel.units or panel.unit}; the highest die of each turn "
            f"would have moved {signed(best)} at the same spaces. Left dice: {len(left)} of {len(taken)}, "
            f"for {lit} Lantern icons; {passed} passed over. Denied by the take before: {denied}."
        )
    return " ".join(parts)


def table(panel: Panel, rows: Rows) -> Table:
    """Return heads and rows: a row per turn: the taken die, the others, the Lantern, the denied die."""
    del panel
    body: list[list[Any]] = []
    turns = _by_turn(rows)
    for mine in turns.values():
        taken = _taken(mine)
        others = [f"{_die(row)} {_coins(row)}" for row in mine if row["what"] == "offered"]
        denied = [
            f"{_die(row)} ({row['by_seat']} at {row['by_label']})" for row in mine if row["what"] == "gone"
        ]
        used = taken["what"] == "taken"
        body.append(
            [
                str(taken["label"]),
                str(taken["seat"]),
                _die(taken) if used else "",
                taken["space"],
                taken["covered"],
                _coins(taken) if used else "",
                ", ".join(others),
                taken["lantern"] or "",
                ", ".join(denied),
            ]
        )
    head = [
        "Turn", "Seat", "Taken", "Space", "Covers", "Coins", "Others, coins at that space",
        "Lantern of a left die", "Denied by the take before",
    ]  # fmt: skip
    return Table(head, body, list(turns))
