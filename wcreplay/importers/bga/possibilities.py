"""The possibilities that are left of what a log never shows outright, as a value."""

from __future__ import annotations

import msgspec

Tiles = tuple[int, ...]
"""The colours of a room's tiles, in their order."""


class Hidden(msgspec.Struct, frozen=True):
    """The possibilities that are left: tile colours by room, well tiles, daimyo cards, cards of rooms.

    ``rooms`` is empty for a room whose card is known, ``actions`` are the starting action cards that seats
    may have, empty where known. ``gardens`` are places whose card is not known; positions have a cheap one
    there, so that a gardener is asked for. ``bound`` are the places of gardens that the log calls by an id.
    ``joint`` are the pairs of card and tiles that a room may have, where not all of them go together.
    """

    tiles: tuple[tuple[Tiles, ...], ...]
    wells: tuple[tuple[str, str], ...]
    daimyos: tuple[str, ...]
    rooms: tuple[tuple[str, ...], ...] = ((), (), (), (), ())
    actions: tuple[tuple[str, ...], ...] = ()
    gardens: tuple[int, ...] = ()
    bound: tuple[tuple[str, int], ...] = ()
    joint: tuple[frozenset[tuple[str, Tiles]], ...] = (frozenset(),) * 5
