"""Small building blocks for inline SVG: elements, texts, dice, seat discs, icons.

Everything here returns markup as text. Values of attributes and texts are escaped, so that a name
or an id can never become markup. Colours are not written here: each shape has a class, and the
style sheet gives it a colour in light and in dark.
"""

from __future__ import annotations

from functools import cache, lru_cache
from html import escape

# Where the pips of a die lie, in thirds of its side from the middle.
_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


@lru_cache(maxsize=4096)
def number(value: float) -> str:
    """Return a length in user units, with at most two decimals and no trailing zeros."""
    whole = int(value)
    return str(whole) if whole == value else f"{value:.2f}".rstrip("0")


def el(name: str, *children: str, **attributes: str | float | None) -> str:
    """Return one element; ``children`` are markup already, attribute values are escaped.

    An underscore in an attribute's name becomes a hyphen (``stroke_width``), one at its end is
    dropped (``class_``); an attribute that is ``None`` or empty text is left out.
    """
    opening = f"<{name}"
    for key, value in attributes.items():
        if value is None or value == "":
            continue
        written = escape(value) if isinstance(value, str) else number(value)
        opening += f' {_attribute(key)}="{written}"'
    return f"{opening}>{''.join(children)}</{name}>" if children else f"{opening}/>"


@cache
def _attribute(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def group(*children: str, title: str = "", class_: str = "", x: float = 0, y: float = 0) -> str:
    """Return a group moved to (``x``, ``y``); ``title`` is shown when the pointer rests on it."""
    move = f' transform="translate({number(x)} {number(y)})"' if x or y else ""
    style = f' class="{escape(class_)}"' if class_ else ""
    head = f"<title>{escape(title)}</title>" if title else ""
    return f"<g{style}{move}>{head}{''.join(children)}</g>"


def rect(x: float, y: float, width: float, height: float, class_: str, radius: float = 4) -> str:
    """Return a rounded rectangle; ``class_`` is a word of this package, not text from outside."""
    return (
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}" '
        f'rx="{number(radius)}" class="{class_}"/>'
    )


def text(x: float, y: float, content: str, class_: str = "t", anchor: str = "") -> str:
    """Return a line of text; ``y`` is its base line, ``anchor`` is middle, end or nothing."""
    place = f' text-anchor="{anchor}"' if anchor else ""
    return f'<text x="{number(x)}" y="{number(y)}" class="{class_}"{place}>{escape(content)}</text>'


def icon(name: str, x: float, y: float, size: float = 15, class_: str = "") -> str:
    """Return a sign of the page's sprite with its upper left corner at (``x``, ``y``)."""
    style = f' class="{class_}"' if class_ else ""
    length = number(size)
    place = f'x="{number(x)}" y="{number(y)}" width="{length}" height="{length}"'
    return f'<use href="#i-{escape(name)}" {place}{style}/>'


def ring(x: float, y: float, width: float, height: float, radius: float = 6) -> str:
    """Return the outline that says: this changed in the turn shown."""
    return rect(x - 2, y - 2, width + 4, height + 4, "changed", radius)


def die(x: float, y: float, size: float, colour: str, pips: int | None, *, changed: bool = False) -> str:
    """Return a die of 1 to 6 ``pips``; ``None`` (unknown) is drawn as a question mark."""
    value = pips or 0
    shapes = [rect(x, y, size, size, f"die die-{colour}", size / 5)]
    centre, step, radius = size / 2, size * 0.26, size * 0.095
    look = f'r="{number(radius)}" class="pip pip-{colour}"'
    shapes += [
        f'<circle cx="{number(x + centre + dx * step)}" cy="{number(y + centre + dy * step)}" {look}/>'
        for dx, dy in _PIPS.get(value, ())
    ]
    if value not in _PIPS:
        shapes.append(text(x + centre, y + centre + 4, "?", f"t-b pip-{colour}", "middle"))
    if changed:
        shapes.append(ring(x, y, size, size))
    return group(
        *shapes, title=f"{colour} die, {pips or 'unknown'}" + (", placed this turn" if changed else "")
    )


def die_space(x: float, y: float, size: float, printed: str) -> str:
    """Return an empty place for a die with the value printed on it."""
    return rect(x, y, size, size, "space", size / 5) + text(
        x + size / 2, y + size / 2 + 4, printed, "t-m", "middle"
    )


def seat_disc(
    x: float, y: float, seat: str, *, radius: float = 8, count: int = 1, changed: bool = False
) -> str:
    """Return the disc of a seat with its letter, centred at (``x``, ``y``), with ``count`` if above 1."""
    shapes = [
        el("circle", cx=x, cy=y, r=radius, class_=f"disc seat-{seat.lower()}"),
        text(x, y + 3.8, seat, "t-disc", "middle"),
    ]
    if count > 1:
        shapes.append(text(x + radius + (5 if changed else 2), y + 4, f"×{count}", "t-m"))
    if changed:
        shapes.append(ring(x - radius, y - radius, radius * 2, radius * 2, radius + 2))
    return "".join(shapes)


def seat_pill(x: float, y: float, seat: str, count: int, *, changed: bool = False) -> str:
    """Return a seat's letter in a flat shape 25 wide and 16 high, with ``count`` if above 1."""
    words = seat if count == 1 else f"{seat}×{count}"
    shapes = rect(x, y, 25, 16, f"disc seat-{seat.lower()}", 8)
    shapes += text(x + 12.5, y + 11.8, words, "t-disc" if count == 1 else "t-disc t-pill", "middle")
    return shapes + (ring(x, y, 25, 16, 9) if changed else "")


def picture(width: float, height: float, label: str, *children: str) -> str:
    """Return a whole drawing that scales with its container; ``label`` says in words what it shows."""
    return el(
        "svg",
        *children,
        viewBox=f"0 0 {number(width)} {number(height)}",
        role="img",
        aria_label=label,
        class_="drawing",
    )
