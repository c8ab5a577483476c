"""What a log never shows outright, as the possibilities that are left, and how one is put into a position.

Tile orders, the well's tiles and the daimyo card follow from what happened. Until they do, a position of the
rules engine is given one of the possibilities that are left; where its choice would matter, the search
branches and keeps those that fit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations_with_replacement, pairwise, product
from typing import Final

import msgspec

from wcreplay.games.white_castle.components import REWARDS, ROOMS, load
from wcreplay.games.white_castle.dice import space
from wcreplay.games.white_castle.position import Position
from wcreplay.games.white_castle.setup import TILES_PER_COLOUR, UNKNOWN

Tiles = tuple[int, ...]

SIZES: Final = (3, 3, 3, 2, 2)


class Hidden(msgspec.Struct, frozen=True):
    """The possibilities that are left: tile colours by room, pairs of well tiles, daimyo cards.

    The first of each is the one that positions are given.
    """

    tiles: tuple[tuple[Tiles, ...], ...]
    wells: tuple[tuple[str, str], ...]
    daimyos: tuple[str, ...]


@lru_cache(maxsize=2)
def arrangements(size: int) -> tuple[Tiles, ...]:
    """Return the tile colours that a room may have: at least two colours (R2.4)."""
    return tuple(tiles for tiles in product(range(3), repeat=size) if len(set(tiles)) > 1)


def everything() -> Hidden:
    """Return all that is possible before anything was seen."""
    wells = tuple(combinations_with_replacement(REWARDS, 2))
    return Hidden(tuple(arrangements(size) for size in SIZES), wells, tuple(load().daimyo))


def with_tiles(hidden: Hidden, room: int, tiles: Iterable[Tiles]) -> Hidden:
    """Return the possibilities with those of one room replaced."""
    rooms = list(hidden.tiles)
    rooms[room] = tuple(tiles)
    if rooms[room] == hidden.tiles[room]:
        return hidden
    return msgspec.structs.replace(hidden, tiles=tuple(rooms))


def admitting(hidden: Hidden, room: int, colour: int, admits: bool) -> Hidden | None:
    """Return what is left once it is known whether a room admits a colour; None: nothing."""
    old = hidden.tiles[room]
    new = tuple(tiles for tiles in old if (colour in tiles) == admits)
    if not new:
        return None
    return hidden if len(new) == len(old) else with_tiles(hidden, room, new)


def possible(hidden: Hidden) -> bool:
    """Whether the tiles can be laid so: of 15, five a colour, two lie at the well (R2.4).

    Each colour has one tile of each reward, so two equal rewards at the well are of two colours.
    """
    fewest = TILES_PER_COLOUR - 2
    if len(hidden.wells) == 1 and hidden.wells[0][0] == hidden.wells[0][1]:
        fewest += 1
    bounds = [_bounds(options) for options in hidden.tiles]
    for colour in range(3):
        least = sum(low[colour] for low, _ in bounds)
        most = sum(high[colour] for _, high in bounds)
        if least > TILES_PER_COLOUR or most < fewest:
            return False
    return True


@lru_cache(maxsize=2048)
def _bounds(options: tuple[Tiles, ...]) -> tuple[Tiles, Tiles]:
    """Return the least and the greatest number of tiles of each colour among tile orders."""
    counts = [_count(tiles) for tiles in options]
    return tuple(map(min, zip(*counts, strict=True))), tuple(map(max, zip(*counts, strict=True)))


def by_places(options: Iterable[Tiles], colour: int) -> dict[Tiles, list[Tiles]]:
    """Group tile orders by the places where a colour lies; places number from 0."""
    groups: dict[Tiles, list[Tiles]] = {}
    for tiles in options:
        groups.setdefault(tuple(place for place, tile in enumerate(tiles) if tile == colour), []).append(
            tiles
        )
    return groups


def by_slot(cards: Iterable[str], slot: int) -> Iterator[list[str]]:
    """Yield the daimyo cards in groups that show the same at a slot (from 0)."""
    faces = load().daimyo
    groups: dict[str, list[str]] = {}
    for card in cards:
        groups.setdefault(faces[card][slot].words, []).append(card)
    yield from groups.values()


# -- into a position ---------------------------------------------------------------------------------------


def install_tiles(position: Position, room: int, tiles: Tiles) -> None:
    """Give a room of a position its tiles."""
    setup = position.setup
    if setup.tiles[room] != tiles:
        rooms = (*setup.tiles[:room], tiles, *setup.tiles[room + 1 :])
        position.setup = msgspec.structs.replace(setup, tiles=rooms)
        position.spaces[room] = space(position, room)


def install_well(position: Position, well: tuple[str, str]) -> None:
    """Give a position its well tiles."""
    if position.setup.well != well:
        position.setup = msgspec.structs.replace(position.setup, well=well)
        position.well = tuple(load().well[tile] for tile in well)


def install_daimyo(position: Position, card: str) -> None:
    """Give a position its daimyo card."""
    if position.setup.daimyo != card:
        position.setup = msgspec.structs.replace(position.setup, daimyo=card)
        position.daimyo = load().daimyo[card]


def install_room(position: Position, room: int, card: str) -> None:
    """Give a room whose card was not known its card, as if it had lain there from the beginning."""
    parts = load()
    floor = room > 2
    rooms = list(position.setup.rooms)
    if rooms[room] == UNKNOWN and not _was_refilled(position, room):
        rooms[room] = card
        position.setup = msgspec.structs.replace(position.setup, rooms=tuple(rooms))
    position.rooms[room] = (parts.diplomats if floor else parts.stewards)[card]
    position.unseen[floor].pop(card, None)


def _was_refilled(position: Position, room: int) -> bool:
    return any(text.startswith("/") and ROOMS[room] in before for before, text in _pairs(position.history))


def _pairs(history: list[str]) -> Iterator[tuple[str, str]]:
    return pairwise(history)


# -- what is left at the end -------------------------------------------------------------------------------


def consistent(hidden: Hidden) -> Hidden:
    """Drop tile orders that no complete laying of the tiles has (R2.4)."""
    rooms = hidden.tiles
    equal = len(hidden.wells) == 1 and hidden.wells[0][0] == hidden.wells[0][1]
    fewest = TILES_PER_COLOUR - 2 + equal
    counts = [{_count(tiles) for tiles in options} for options in rooms]
    if all(len(options) == 1 for options in counts):
        return hidden
    laid: list[set[Tiles]] = [set() for _ in rooms]
    for chosen in product(*counts):
        total = [sum(room[colour] for room in chosen) for colour in range(3)]
        if max(total) <= TILES_PER_COLOUR and min(total) >= fewest:
            for room, count in enumerate(chosen):
                laid[room].add(count)
    kept = tuple(
        tuple(tiles for tiles in options if _count(tiles) in laid[room]) for room, options in enumerate(rooms)
    )
    return msgspec.structs.replace(hidden, tiles=kept) if all(kept) else hidden


def _count(tiles: Tiles) -> Tiles:
    return tuple(tiles.count(colour) for colour in range(3))
