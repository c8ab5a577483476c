"""Chart kind ``order``: the turn order round by round, and where one more step would have led."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wcreplay.charts.style import Table, base_layout, named, plain, seat_style, seats_of

if TYPE_CHECKING:
    from wcreplay.charts.spec import Panel
    from wcreplay.charts.style import Row, Rows

COLUMNS = (
    "round", "turn_no", "label", "seat", "player", "place", "space", "seals", "more_place", "more_order",
)  # fmt: skip
_ORDINALS = {1: "1st", 2: "2nd", 3: "3rd"}
# How far to the right of a place the arrow of one more step ends, and the next one of the same place.
_REACH, _APART = 0.3, 0.2


def _ordinal(place: int) -> str:
    return _ORDINALS.get(place, f"{place}th")


def _round(row: Row) -> str:
    return f"round {row['round']}" if row["round"] else "start"


def _barrier(panel: Panel, row: Row) -> str:
    """Return why one more step could not be made, or nothing; the seals are those held at that time."""
    goal = int(row["space"]) + 1
    if panel.bands and goal > max(band.last for band in panel.bands):
        return "the track ends here"
    for gate in panel.gates:
        if gate.space == goal and gate.cost > int(row["seals"]):
            return f"the checkpoint costs {panel.count(gate.cost)}, held {row['seals']}"
    return ""


def _cost(panel: Panel, row: Row) -> str:
    cost = next((gate.cost for gate in panel.gates if gate.space == int(row["space"]) + 1), 0)
    return f" for {panel.count(cost)}" if cost else ""


def _more(panel: Panel, row: Row) -> str:
    """Return in words what one more step would have changed."""
    barrier = _barrier(panel, row)
    if barrier:
        return f"no further: {barrier}"
    goal = f"to space {int(row['space']) + 1}{_cost(panel, row)}"
    if row["more_place"] == row["place"]:
        return f"{goal}: still {_ordinal(int(row['place']))}"
    return f"{goal}: {_ordinal(int(row['more_place']))}, order {row['more_order']}"


def _gains(panel: Panel, row: Row) -> bool:
    return bool(row["round"]) and row["more_place"] != row["place"] and not _barrier(panel, row)


def figure(panel: Panel, rows: Rows) -> dict[str, Any]:
    """Return the figure: a line of places for each seat, first place at the top, arrows for one more step."""
    names = seats_of(rows)
    traces: list[dict[str, Any]] = []
    for seat, player in names.items():
        mine = sorted((row for row in rows if str(row["seat"]) == seat), key=lambda row: int(row["round"]))
        style = seat_style(seat)
        traces.append(
            {
                "type": "scatter",
                "mode": "lines+markers+text",
                "name": plain(named(seat, player)),
                "x": [row["round"] for row in mine],
                "y": [row["place"] for row in mine],
                "text": [f"<b>{plain(seat)}</b>"] * len(mine),
                "textfont": {"color": "#ffffff", "size": 12},
                "customdata": [_told(panel, row) for row in mine],
                "hovertemplate": "%{customdata}",
                "line": {"color": style.colour, "dash": style.dash, "width": 2.25},
                "marker": {"color": style.colour, "symbol": "circle", "size": 22, "opacity": 1},
                "meta": {"turns": [int(row["turn_no"]) for row in mine]},
            }
        )
    last = max(int(row["round"]) for row in rows)
    ticks = sorted({int(row["round"]): _round(row) for row in rows}.items())
    layout = base_layout(
        136 + 56 * len(names),
        margin={"l": 48, "r": 28, "t": 12, "b": 52},
        xaxis={
            "tickmode": "array", "tickvals": [number for number, _ in ticks],
            "ticktext": [name for _, name in ticks], "tickangle": 0, "title": {"text": "order after"},
            "range": [-0.25, last + 0.7], "zeroline": False,
        },
        yaxis={
            "tickmode": "array", "tickvals": list(range(1, len(names) + 1)),
            "ticktext": [_ordinal(place) for place in range(1, len(names) + 1)],
            "range": [len(names) + 0.55, 0.45], "zeroline": False, "ticksuffix": " ",
        },
        hovermode="closest",
    )  # fmt: skip
    tried = _tried(panel, rows)
    # The arrows come first: they begin behind the marks of the seats.
    return {"data": [tried, *traces] if tried["x"] else traces, "layout": layout}


def _told(panel: Panel, row: Row) -> str:
    words = f"{_round(row)}: {_ordinal(int(row['place']))}, space {row['space']}"
    return plain(words) + (f"<br>one more step {plain(_more(panel, row))}" if row["round"] else "")


def _tried(panel: Panel, rows: Rows) -> dict[str, Any]:
    """Return the ends of the steps that would have changed the order, each joined with where it starts."""
    x: list[Any] = []
    y: list[Any] = []
    told: list[str] = []
    turns: list[Any] = []
    ends: list[str] = []
    taken: dict[tuple[int, int], int] = {}
    for row in rows:
        if not _gains(panel, row):
            continue
        key = (int(row["round"]), int(row["more_place"]))
        reach = _REACH + _APART * taken.get(key, 0)
        taken[key] = taken.get(key, 0) + 1
        words = f"{plain(str(row['seat']))} with one more step {plain(_more(panel, row))}"
        x += [row["round"], row["round"] + reach, None]
        y += [row["place"], row["more_place"], None]
        told += ["", words, ""]
        turns += [None, int(row["turn_no"]), None]
        ends += ["", plain(str(row["seat"])), ""]
    return {
        "type": "scatter",
        "mode": "lines+markers+text",
        "name": "with one more step",
        "showlegend": False,
        "x": x,
        "y": y,
        "text": ends,
        "textposition": "top center",
        "customdata": told,
        "hovertemplate": "%{customdata}<extra></extra>",
        "line": {"color": "rgba(128,128,128,.9)", "dash": "dot", "width": 1.5},
        "marker": {
            "symbol": "arrow", "angleref": "previous", "color": "rgba(128,128,128,.95)",
            "size": [10 if words else 0 for words in told],
        },
        "meta": {"turns": turns},
    }  # fmt: skip


def summary(panel: Panel, rows: Rows) -> str:
    """Return the order after each round, and whose one more step would have changed it, in words."""
    names = seats_of(rows)
    parts = []
    for number in sorted({int(row["round"]) for row in rows}):
        mine = sorted((row for row in rows if row["round"] == number), key=lambda row: int(row["place"]))
        order = ", ".join(names[str(row["seat"])] for row in mine)
        parts.append(f"After round {number}: {order}." if number else f"At the start: {order}.")
        for row in mine:
            if _gains(panel, row):
                place = _ordinal(int(row["more_place"]))
                player = names[str(row["seat"])]
                parts.append(f"One more step{_cost(panel, row)} would have made {player} {place}.")
    return " ".join(parts)


def table(panel: Panel, rows: Rows) -> Table:
    """Return heads and rows: a row per round and place, with what one more step would have changed."""
    names = seats_of(rows)
    order = sorted(rows, key=lambda row: (int(row["round"]), int(row["place"])))
    body: list[list[Any]] = [
        [
            _round(row),
            row["place"],
            named(str(row["seat"]), names[str(row["seat"])]),
            row["space"],
            row["seals"],
            _more(panel, row) if row["round"] else "",
        ]
        for row in order
    ]
    head = [
        "After",
        "Place",
        "Player",
        "Space",
        (panel.units or panel.unit).capitalize(),
        "With one more step",
    ]
    return Table(head, body, [int(row["turn_no"]) for row in order])
