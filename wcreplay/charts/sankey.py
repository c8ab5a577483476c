"""Chart kind ``sankey``: from sources through each seat's purse to uses, losses and what is left."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from wcreplay.charts.style import (
    Table,
    at,
    base_layout,
    joined,
    named,
    plain,
    seat_style,
    seats_of,
    see_through,
    short,
    turn_numbers,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wcreplay.charts.spec import Panel
    from wcreplay.charts.style import Row, Rows

COLUMNS = ("cause", "seat", "player", "income", "spending")
"""Columns ``gained_at`` and ``paid_at`` may name the turns, parted by blanks; ``gained_turns`` and
``paid_turns`` may have lists of their numbers."""
LOST = "cap"
"""The cause of what a limit takes away: no use, but a loss."""
_LEFT = "left"
_NEUTRAL = "rgba(128,128,128,.75)"


class _Nodes:
    """The nodes of a figure in the order they were first asked for."""

    def __init__(self) -> None:
        self.numbers: dict[tuple[str, str], int] = {}
        self.amounts: dict[tuple[str, str], float] = {}

    def at(self, side: str, name: str, amount: float) -> int:
        """Return the number of a node, and count what flows through it."""
        key = (side, name)
        self.amounts[key] = self.amounts.get(key, 0) + amount
        return self.numbers.setdefault(key, len(self.numbers))


def _left(rows: Rows) -> dict[str, float]:
    """Return what each seat has left: everything received less everything paid."""
    left = dict.fromkeys(seats_of(rows), 0.0)
    for row in rows:
        left[str(row["seat"])] += row["income"] - row["spending"]
    return left


def _ordered(panel: Panel, rows: Rows, side: str) -> list[Row]:
    """Return the rows that have something on a side: the biggest causes first, what was lost last."""
    del panel
    weight: dict[str, float] = {}
    for row in rows:
        weight[str(row["cause"])] = weight.get(str(row["cause"]), 0) + row[side]
    found = [row for row in rows if row[side]]
    return sorted(
        found,
        key=lambda row: (
            row["cause"] == LOST,
            -weight[str(row["cause"])],
            str(row["cause"]),
            str(row["seat"]),
        ),
    )


class _Link(NamedTuple):
    """A stream from a node to another, the turns it flowed in, and their numbers."""

    source: int
    target: int
    amount: float
    seat: str
    turns: str = ""
    numbers: Sequence[int] = ()


def _links(panel: Panel, rows: Rows, nodes: _Nodes) -> list[_Link]:
    """Return every stream."""
    purses = {seat: nodes.at("purse", seat, 0) for seat in seats_of(rows)}
    links = []
    for row in _ordered(panel, rows, "income"):
        seat = str(row["seat"])
        source = nodes.at("income", str(row["cause"]), row["income"])
        nodes.amounts["purse", seat] += row["income"]
        when = (str(row.get("gained_at") or ""), turn_numbers(row.get("gained_turns")))
        links.append(_Link(source, purses[seat], row["income"], seat, *when))
    for row in _ordered(panel, rows, "spending"):
        goal = nodes.at("spending", str(row["cause"]), row["spending"])
        seat = str(row["seat"])
        when = (str(row.get("paid_at") or ""), turn_numbers(row.get("paid_turns")))
        links.append(_Link(purses[seat], goal, row["spending"], seat, *when))
    for seat, amount in _left(rows).items():
        if amount > 0:
            links.append(_Link(purses[seat], nodes.at("spending", _LEFT, amount), amount, seat))
    return links


def _name(panel: Panel, cause: str) -> str:
    if cause == _LEFT:
        return "left"
    return panel.labels.get(cause, "lost to the limit" if cause == LOST else cause)


def figure(panel: Panel, rows: Rows) -> dict[str, Any]:
    """Return the figure: sources at the left, a purse for each seat, uses at the right."""
    nodes = _Nodes()
    links = _links(panel, rows, nodes)
    names = seats_of(rows)
    labels, brief, colours = [], [], []
    for side, name in nodes.numbers:
        amount = nodes.amounts[side, name]
        words = short(named(name, names[name]), 14) if side == "purse" else _name(panel, name)
        labels.append(f"{plain(words)} {amount:g}")
        brief.append(f"{plain(name)} {amount:g}" if side == "purse" else labels[-1])
        colours.append(seat_style(name).colour if side == "purse" else _NEUTRAL)
    tallest = max(
        sum(side == wanted for side, _ in nodes.numbers) for wanted in ("income", "purse", "spending")
    )
    trace = {
        "type": "sankey",
        "arrangement": "fixed",
        "valueformat": "~g",
        # `narrow`: labels for a narrow screen, where names run into those of the uses.
        "meta": {"narrow": brief, "turns": [list(link.numbers) for link in links]},
        "node": {
            "label": labels, "color": colours, "thickness": 14, "pad": 12,
            "line": {"width": 0}, "hovertemplate": "%{label}<extra></extra>",
        },
        "link": {
            "source": [link.source for link in links],
            "target": [link.target for link in links],
            "value": [link.amount for link in links],
            "color": [see_through(seat_style(link.seat).colour, 0.42) for link in links],
            "customdata": [at(link.turns) for link in links],
            "hovertemplate": "%{source.label} → %{target.label}:<br>%{value}%{customdata}<extra></extra>",
        },
    }  # fmt: skip
    layout = base_layout(max(300, 90 + 30 * tallest), margin={"l": 8, "r": 8, "t": 12, "b": 12})
    return {"data": [trace], "layout": layout}


def summary(panel: Panel, rows: Rows) -> str:
    """Return for each seat what it took in and from where most, what it used, lost and has left, in words."""
    left = _left(rows)
    parts = []
    for seat, player in seats_of(rows).items():
        mine = [row for row in rows if str(row["seat"]) == seat]
        lost = sum(row["spending"] for row in mine if row["cause"] == LOST)
        received = sum(row["income"] for row in mine)
        used = sum(row["spending"] for row in mine) - lost
        words = [
            f"took in {panel.count(received)}{_most(panel, mine, 'income', 'from')}",
            f"used {used:g}{_most(panel, mine, 'spending', 'for')}",
            *([f"lost {lost:g} to the limit"] if lost else []),
            f"has {left[seat]:g} left",
        ]
        parts.append(f"{player} {joined(words)}.")
    return " ".join(parts)


def _most(panel: Panel, mine: list[Row], side: str, word: str) -> str:
    """Return the biggest cause of a side in brackets, or nothing."""
    top = max((row for row in mine if row["cause"] != LOST), key=lambda row: float(row[side]), default=None)
    if top is None or not top[side]:
        return ""
    return f" (most {word} {_name(panel, str(top['cause']))}: {top[side]:g})"


def table(panel: Panel, rows: Rows) -> Table:
    """Return heads and rows: a row per source and use, for what was lost and is left; a column per seat."""
    names = seats_of(rows)
    head = [
        f"{panel.units or panel.unit}".capitalize() or "Amount",
        *(named(*seat) for seat in names.items()),
    ]
    body: list[list[Any]] = []
    for side, sign, word in (("income", "from", "received"), ("spending", "for", "paid and lost")):
        amounts: dict[str, dict[str, float]] = {}
        for row in _ordered(panel, rows, side):
            amounts.setdefault(str(row["cause"]), {})[str(row["seat"])] = row[side]
        for cause, found in amounts.items():
            name = _name(panel, cause)
            shown = name if cause == LOST else f"{sign} {name}"
            body.append([shown, *(found.get(seat, 0) for seat in names)])
        sums = [sum(found.get(seat, 0) for found in amounts.values()) for seat in names]
        body.append([word, *sums])
    left = _left(rows)
    body.append([_name(panel, _LEFT), *(left[seat] for seat in names)])
    return Table(head, body)
