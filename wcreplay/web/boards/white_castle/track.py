"""The Passage of Time: spaces 0 to 20, seasons, checkpoints and the piles in order (R9, R10.1)."""

from __future__ import annotations

from wcreplay.web.boards.svg import el, group, icon, picture, rect, ring, text
from wcreplay.web.boards.white_castle.frame import WIDTH, Changes, joined

_CELL = 32.0
CHECKPOINTS = {6: 1, 11: 2, 15: 3}
"""Seals it costs to enter a space (R9.2)."""
_SEASONS = ((0, 5, "0 points"), (6, 10, "3 points"), (11, 14, "6 points"), (15, 20, "10 to 15 points"))
_BASE = 108.0
_PILL = 17.0


def _place(space: int) -> tuple[float, float]:
    """Return the left edge and the row's top of a space; the second half of the year is the second row."""
    return (4 + space * _CELL, 0.0) if space <= 10 else (4 + (space - 11) * _CELL, _BASE + 26)


def draw_track(changes: Changes) -> str:
    """Return the track in two rows, spaces 0-10 and 11-20; in a pile the upper marker is first."""
    shapes = [_season(number, *season) for number, season in enumerate(_SEASONS, start=1)]
    shapes += [_checkpoint(space, seals) for space, seals in CHECKPOINTS.items()]
    for space, pile in enumerate(changes.now["track"]):
        x, top = _place(space)
        shapes.append(text(x + _CELL / 2, top + _BASE - 4, str(space), "t-m", "middle"))
        shapes += [_marker(space, height, seat, changes) for height, seat in enumerate(pile)]
    words = [
        f"space {space}: {joined(list(reversed(pile)))}"
        for space, pile in enumerate(changes.now["track"])
        if pile
    ]
    label = f"Time track. Markers from the top of each pile: {'; '.join(words)}."
    return picture(WIDTH, (_BASE + 26) * 2 - 24, label, *shapes)


def _season(number: int, first: int, last: int, words: str) -> str:
    x, top = _place(first)
    width = (last - first + 1) * _CELL
    shapes = [rect(x + 1, top + 16, width - 2, _BASE - 16, f"season season-{number}", 6)]
    shapes += [
        el("line", x1=x + step * _CELL, x2=x + step * _CELL, y1=top + 22, y2=top + _BASE - 18, class_="rule")
        for step in range(1, last - first + 1)
    ]
    offset = 48 if first else 4
    shapes.append(text(x + offset, top + 12, words, "t-m"))
    return group(*shapes, title=f"Season {number}, spaces {first} to {last}: {words} at the end")


def _checkpoint(space: int, seals: int) -> str:
    x, top = _place(space)
    return group(
        el("line", x1=x, x2=x, y1=top + 2, y2=top + _BASE, class_="gate"),
        rect(x, top + 0.5, 42, 15, "gate-flag", 3),
        text(x + 4, top + 12, f"−{seals}", "t-price"),
        icon("seal", x + 25, top + 1, 13),
        title=f"Entering space {space} costs {seals} seal{'s' if seals > 1 else ''}",
    )


def _marker(space: int, height: int, seat: str, changes: Changes) -> str:
    x, top = _place(space)
    left = x + 3
    y = top + _BASE - 20 - (height + 1) * _PILL
    moved = changes.delta("players", seat, "time_space")
    shapes = [
        rect(left, y, _CELL - 6, _PILL - 1.5, f"disc seat-{seat.lower()}", 5),
        text(x + _CELL / 2, y + 12, seat, "t-disc", "middle"),
    ]
    if moved:
        old_x, old_top = _place(space - moved)
        shapes.insert(0, rect(old_x + 4, old_top + _BASE - 21 - _PILL, _CELL - 8, _PILL - 2, "ghost", 5))
        shapes.append(ring(left, y, _CELL - 6, _PILL - 1.5, 6))
    return group(*shapes, title=f"{seat} on space {space}" + (f", moved {moved} this turn" if moved else ""))
