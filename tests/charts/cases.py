"""Rows as the queries bring them, a case for each kind. One player is named like markup, one not at all."""

from __future__ import annotations

from typing import Any

from wcreplay.charts.spec import Band, Gate, Panel

PLAYERS = {"A": "Ana", "B": "<b>Bo</b>", "C": ""}


def panel(kind: str, **parts: Any) -> Panel:
    return Panel("p", "Title", kind, "q.sql", unit="coin", units="coins", **parts)


def line_rows() -> list[dict[str, Any]]:
    values = {"A": [0, 3, 5, 5], "B": [0, 0, 0, 2], "C": [0, 9, 1, 1]}
    labels = ["", "1.1", "1.2", "2.1"]
    return [
        {
            "turn_no": turn,
            "label": labels[turn],
            "seat": seat,
            "player": PLAYERS[seat],
            "value": values[seat][turn],
        }
        for turn in range(4)
        for seat in values
    ]


def flow_rows() -> list[dict[str, Any]]:
    moved = {("A", "well"): (3, 0), ("A", "price"): (0, 4), ("B", "well"): (0, 0), ("B", "price"): (0, 1)}
    return [
        {
            "cause": cause,
            "seat": seat,
            "player": PLAYERS[seat],
            "income": income,
            "spending": spending,
            "gained_at": "1.1 1.2" if income else "",
            "paid_at": "2.1" if spending else "",
        }
        for (seat, cause), (income, spending) in moved.items()
    ]


def race_rows() -> list[dict[str, Any]]:
    names = ("turn_no", "label", "seat", "player", "space", "height", "pile", "paid")
    rows = [
        (0, "1.0", "A", "Ana", 0, 2, "A, B", 0),
        (0, "1.0", "B", "<b>Bo</b>", 0, 1, "A, B", 0),
        (1, "1.1", "A", "Ana", 6, 1, "A", 1),
        (1, "1.1", "B", "<b>Bo</b>", 0, 1, "B", 0),
    ]
    return [dict(zip(names, row, strict=True)) for row in rows]


def stack_rows() -> list[dict[str, Any]]:
    points = {("A", "play"): 10, ("A", "time"): 3, ("B", "play"): 20, ("B", "time"): 0}
    ranks = {"A": 2, "B": 1}
    return [
        {"seat": seat, "player": PLAYERS[seat], "rank": ranks[seat], "category": category, "points": value}
        for (seat, category), value in points.items()
    ]


def turn_rows() -> list[dict[str, Any]]:
    names = ("turn_no", "label", "seat", "player", "cause", "income", "spending")
    rows = [
        (1, "0.1", "A", "Ana", "draft", 4, 0),
        (2, "1.1", "A", "Ana", "die", 3, 0),
        (2, "1.1", "A", "Ana", "price", 0, 5),
        (3, "1.2", "B", "<b>Bo</b>", "well", 1, 2),
    ]
    return [dict(zip(names, row, strict=True)) for row in rows]


def sankey_rows() -> list[dict[str, Any]]:
    names = ("cause", "seat", "player", "income", "spending", "gained_at", "paid_at")
    rows = [
        ("well", "A", "Ana", 6, 0, "1.1 1.2", ""),
        ("cap", "A", "Ana", 0, 2, "", "1.2"),
        ("price", "A", "Ana", 0, 3, "", "2.1"),
        ("well", "B", "<b>Bo</b>", 0, 0, "", ""),
        ("price", "B", "<b>Bo</b>", 1, 1, "0.1", "2.2"),
    ]
    return [dict(zip(names, row, strict=True)) for row in rows]


def heat_rows() -> list[dict[str, Any]]:
    names = ("row", "seat", "player", "round", "value", "note")
    rows = [
        ("s1", "A", "Ana", 1, 2, "1.1 coral 5, 1.3 white <2>"),
        ("w", "A", "Ana", 3, 1, "3.1 black 1"),
        ("s1", "B", "<b>Bo</b>", 2, 1, "2.2 coral 3"),
        ("extra", "B", "<b>Bo</b>", 2, 0, ""),
    ]
    return [dict(zip(names, row, strict=True)) for row in rows]


def order_rows() -> list[dict[str, Any]]:
    names = (
        "round", "turn_no", "label", "seat", "player", "place", "space", "seals", "more_place", "more_order",
    )  # fmt: skip
    rows = [
        (0, 0, "start", "A", "Ana", 1, 0, 0, 1, "A B C"),
        (0, 0, "start", "B", "<b>Bo</b>", 2, 0, 0, 1, "B A C"),
        (0, 0, "start", "C", "", 3, 0, 0, 1, "C A B"),
        (1, 9, "1.9", "C", "", 1, 6, 3, 1, "C B A"),
        (1, 9, "1.9", "B", "<b>Bo</b>", 2, 5, 1, 1, "B C A"),
        (1, 9, "1.9", "A", "Ana", 3, 4, 0, 2, "C A B"),
    ]
    return [dict(zip(names, row, strict=True)) for row in rows]


def dice_rows() -> list[dict[str, Any]]:
    names = (
        "what", "turn_no", "label", "round", "seat", "player", "colour", "die_end", "pips", "space",
        "covered", "coins", "icons", "lantern", "by_seat", "by_label",
    )  # fmt: skip
    first = (1, "1.1", 1, "A", "Ana")
    second = (2, "1.2", 1, "B", "<b>Bo</b>")
    third = (3, "2.1", 2, "A", "Ana")
    rows = [
        ("taken", *first, "coral", "<", 2, "s1", 3, -1, 2, "1 coin, 1 time", None, None),
        ("offered", *first, "coral", ">", 6, "s1", 3, 3, 2, "1 coin, 1 time", None, None),
        ("taken", *second, "coral", ">", 6, "w", 1, 5, 0, None, None, None),
        ("offered", *third, "coral", "<", None, "w", 1, None, 1, "1 food", None, None),
        ("gone", *third, "coral", ">", 6, "w", 1, 5, 1, "1 food", "B", "1.2"),
        ("taken", *third, "white", ">", 1, "w", 1, 0, 1, "1 food", None, None),
    ]
    return [dict(zip(names, row, strict=True)) for row in rows]


def career_rows() -> list[dict[str, Any]]:
    names = ("game_no", "label", "category", "points")
    rows = [
        (2, "2026-02-01 <b>Bo</b>", "time", 4), (2, "2026-02-01 <b>Bo</b>", "play", 20),
        (1, "2026-01-01", "time", 7), (1, "2026-01-01", "play", 11),
    ]  # fmt: skip
    return [dict(zip(names, row, strict=True)) for row in rows]


def rating_rows() -> list[dict[str, Any]]:
    names = ("game_no", "label", "value", "low", "high")
    rows = [(1, "2026-01-01", 26.5, 10.25, 42.75), (2, "<b>Bo</b>", 24.0, 9.5, 38.5)]
    return [dict(zip(names, row, strict=True)) for row in rows]


def stacks_rows() -> list[dict[str, Any]]:
    """Two games, one without ranks, with more categories than a bar has colours."""
    names = ("game_no", "game", "seat", "player", "rank", "category", "points")
    first = (("A", "Ana", 2), ("B", "<b>Bo</b>", 1), ("C", "", 3))
    second = (("A", "<b>Bo</b>", None), ("B", "Cy", None))
    rows = [
        (number, title, *seat, f"cause {place}", place + 3 * (seat[0] == "B"))
        for number, title, seats in ((1, "2026-01-01", first), (2, "<b>Bo</b> cup", second))
        for seat in seats
        for place in range(10)
    ]
    return [dict(zip(names, row, strict=True)) for row in rows]


def courses_rows() -> list[dict[str, Any]]:
    names = ("game_no", "game", "label", "seat", "player", "rank", "step", "value")
    one, two = (1, "2026-01-01"), (2, "<b>Bo</b> cup")
    ana, bo = ("A", "Ana", 1), ("B", "<b>Bo</b>", 2)
    rows = [
        (*one, "setup", *ana, 0.0, 0), (*one, "1.1", *ana, 0.5, 4), (*one, "1.2", *ana, 1.0, 4),
        (*one, "1.g", *ana, 1.0, 6), (*one, "2.2", *ana, 2.0, 9),
        (*one, "setup", *bo, 0.0, 0), (*one, "2.2", *bo, 2.0, 5),
        (*two, "setup", "A", "", None, 0.0, 0), (*two, "2.1", "A", "", None, 1.5, 7),
    ]  # fmt: skip
    return [dict(zip(names, row, strict=True)) for row in rows]


CASES = {
    "stacks": (panel("stacks", labels={"cause 3": "well"}), stacks_rows()),
    "courses": (panel("courses"), courses_rows()),
    "career": (panel("career", labels={"time": "time track"}), career_rows()),
    "rating": (panel("rating"), rating_rows()),
    "lines": (panel("lines"), line_rows()),
    "flow": (panel("flow", labels={"price": "prices paid"}), flow_rows()),
    "race": (
        panel("race", bands=(Band(0, 5, "one"), Band(6, 10, "two")), gates=(Gate(6, 1, "1 seal"),)),
        race_rows(),
    ),
    "stack": (panel("stack", labels={"time": "time track", "play": "during play"}), stack_rows()),
    "turns": (panel("turns", labels={"price": "prices paid"}), turn_rows()),
    "sankey": (panel("sankey", labels={"price": "prices paid"}), sankey_rows()),
    "waterfall": (panel("waterfall", labels={"time": "time track", "play": "during play"}), stack_rows()),
    "heat": (panel("heat", labels={"w": "well", "s1": "room 1"}), heat_rows()),
    "order": (panel("order", bands=(Band(0, 6, "one"),), gates=(Gate(6, 2, "2 seals"),)), order_rows()),
    "dice": (panel("dice"), dice_rows()),
}
