"""How seats and categories look in charts, and the parts all figures share.

A seat's colour is never its only sign: it also has a dash, a marker symbol, a bar pattern and its letter.
The colours keep a contrast of 3:1 on the light and on the dark page and differ for colour-blind eyes.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    Row = Mapping[str, Any]
    Rows = Sequence[Row]


class SeatStyle(NamedTuple):
    """Colour, line dash, marker symbol and bar pattern of a seat."""

    colour: str
    dash: str
    symbol: str
    pattern: str


_SEATS = {
    "A": SeatStyle("#3b82c9", "solid", "circle", ""),
    "B": SeatStyle("#d0730c", "dash", "square", "/"),
    "C": SeatStyle("#16977f", "dot", "diamond", "x"),
    "D": SeatStyle("#c25ba5", "dashdot", "triangle-up", "."),
    "E": SeatStyle("#8a8a8a", "longdash", "cross", "-"),
}
_CATEGORIES = (
    ("#cc6677", ""),
    ("#c9a227", "/"),
    ("#4d8f3f", ""),
    ("#3f9fd0", "x"),
    ("#5b74c9", ""),
    ("#a5578f", "\\"),
    ("#3aa892", "."),
    ("#8a8a8a", "-"),
)

_PLOT = 250
"""Height of a plot of lines in pixels, about."""
_LETTER = 14
"""Height of a letter at the end of a line, in pixels."""


class Table(NamedTuple):
    """The data of a figure as a table; ``turns`` has the turn number of each row where rows are turns."""

    head: list[str]
    body: list[list[Any]]
    turns: Sequence[int] = ()


def seat_style(seat: str) -> SeatStyle:
    """Return the look of a seat, ``A`` or with a game's number ``2A``; unknown letters look like the last."""
    return _SEATS.get(seat[-1:], _SEATS["E"])


def category_style(number: int) -> tuple[str, str]:
    """Return colour and pattern of the category at a place of the list; the list repeats."""
    return _CATEGORIES[number % len(_CATEGORIES)]


def plain(text: str) -> str:
    """Return a name as plotly.js shows it literally: it reads a few HTML tags in its texts."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def seats_of(rows: Rows) -> dict[str, str]:
    """Return the seats in the rows with their players, sorted by letter; without a name it is the letter."""
    found = {str(row["seat"]): str(row["player"] or row["seat"]) for row in rows}
    return dict(sorted(found.items()))


def short(text: str, most: int = 18) -> str:
    """Return a name cut to ``most`` characters, for axes."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def named(seat: str, player: str) -> str:
    """Return a seat for a legend: its letter, then the player."""
    return seat if player == seat else f"{seat} {player}"


def clean(value: Any) -> Any:
    """Return a value fit for strict JSON: NaN and infinities become null, other numbers stay."""
    if isinstance(value, dict):
        return {key: clean(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [clean(entry) for entry in value]
    if isinstance(value, float):
        if not math.isfinite(value):
            return None
        return int(value) if value.is_integer() else value
    return value


def joined(words: Sequence[str]) -> str:
    """Return a list in words: ``a, b and c``."""
    return "".join(words) if len(words) < 2 else f"{', '.join(words[:-1])} and {words[-1]}"


def base_layout(height: int, **parts: Any) -> dict[str, Any]:
    """Return a layout without colours of its own: the page's script adds those of the theme."""
    return {
        "height": height,
        "margin": {"l": 48, "r": 28, "t": 12, "b": 28},
        "legend": {"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom", "xanchor": "left"},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "hoverlabel": {"align": "left", "namelength": 30},
        **parts,
    }


def see_through(colour: str, opacity: float) -> str:
    """Return a colour ``#rrggbb`` as ``rgba(...)`` of that opacity, 0 to 1."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return f"rgba({red},{green},{blue},{opacity:g})"


def signed(number: float) -> str:
    """Return a number with its sign, a real minus: ``+3``, ``−2``, ``0``."""
    return f"{number:+g}".replace("-", "−") if number else "0"


def at(turns: object) -> str:
    """Return turns, given with blanks between them, as words that follow an amount: `` at 1.2, 1.4``."""
    return f" at {plain(str(turns)).replace(' ', ', ')}" if turns else ""


def turn_numbers(turns: Iterable[Any] | None) -> list[int]:
    """Return the numbers of the turns that a point is about, for ``meta.turns`` of its trace."""
    return [int(turn) for turn in turns or ()]


def lanes(count: int, title: float) -> list[tuple[float, float]]:
    """Return the stretches of the y axis, 0 to 1, of ``count`` lanes from the top down.

    ``title`` is the share of a lane that is kept free above it.
    """
    each = 1 / count
    return [(1 - each * (place + 1), 1 - each * (place + title)) for place in range(count)]


def lane_title(text: str, top: float) -> dict[str, Any]:
    """Return the words above a lane that ends at ``top``, 0 to 1."""
    return {
        "x": 0, "y": top, "xref": "paper", "yref": "paper", "xanchor": "left", "yanchor": "bottom",
        "text": f"<b>{plain(text)}</b>", "showarrow": False, "yshift": 2,
    }  # fmt: skip


def below(height: int = 400) -> dict[str, Any]:
    """Return a legend below the axes, as high as it needs to be (in pixels at most ``height``)."""
    return {
        "orientation": "h", "x": 0, "xref": "container", "xanchor": "left", "y": 0, "yref": "container",
        "yanchor": "bottom", "maxheight": height, "traceorder": "normal",
    }  # fmt: skip


def over_turns(rows: Rows, x: str = "x", y: str = "paper") -> list[list[Any]]:
    """Return what ``layout.meta.turns`` says of an axis: that its numbers are turns, and from where to where.

    The page draws the turn it shows on the axis ``x`` over the height of ``y``, and goes to a turn by a
    click.
    """
    turns = [int(row["turn_no"]) for row in rows]
    return [[x, y, min(turns), max(turns)]]


def turn_axis(rows: Rows) -> dict[str, Any]:
    """Return an x axis over turns that is labelled where a round begins and at the end."""
    labels = {int(row["turn_no"]): str(row["label"]) for row in rows}
    last = max(labels, default=0)
    ticks: dict[int, str] = {}
    seen: set[str] = set()
    for turn, label in sorted(labels.items()):
        head = label.partition(".")[0]
        if head.isdigit() and head != "0" and head not in seen:
            seen.add(head)
            ticks[turn] = f"round {head}"
    return {
        "tickmode": "array",
        "tickvals": list(ticks),
        "ticktext": list(ticks.values()),
        "range": [min(labels, default=0) - 0.5, last + max(1.0, last * 0.045)],
        "showgrid": True,
        "zeroline": False,
        "ticklabelposition": "outside right",
    }


def end_letters(ends: Iterable[tuple[str, float, float]], low: float, high: float) -> list[dict[str, Any]]:
    """Return each seat's letter at the end of its line, moved apart where lines end close together.

    ``ends`` are (seat, x, y); ``low`` and ``high`` bound the y axis.
    """
    pixels = _PLOT / (high - low) if high > low else 1.0
    order = sorted(ends, key=lambda end: end[2])
    wanted = [(y - low) * pixels for _, _, y in order]
    placed: list[float] = []
    for height in wanted:
        placed.append(max(height, placed[-1] + _LETTER) if placed else height)
    ceiling = float(_PLOT)
    for place in reversed(range(len(placed))):  # what was moved out of the plot comes down again
        placed[place] = min(placed[place], ceiling)
        ceiling = placed[place] - _LETTER
    return [
        {
            "x": x, "y": y, "text": f"<b>{plain(seat)}</b>", "showarrow": False, "xanchor": "left",
            "xshift": 7, "yshift": round(now - before), "font": {"color": seat_style(seat).colour},
        }
        for (seat, x, y), before, now in zip(order, wanted, placed, strict=True)
    ]  # fmt: skip
