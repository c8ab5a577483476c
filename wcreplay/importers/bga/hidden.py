"""What a log never shows outright, as the possibilities that are left, and how one is put into a position.

Tile orders, the well's tiles and the daimyo card follow from what happened. Until they do, a position of the
rules engine is given what all tile orders that are left have in common, and the first of the other
possibilities; where it would matter which, the search branches and keeps those that fit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import Final, TypeVar

import msgspec

from wcreplay.games.white_castle.components import GARDEN_PLACES, REWARDS, ROOMS, load
from wcreplay.games.white_castle.dice import space
from wcreplay.games.white_castle.effects import NOT
from wcreplay.games.white_castle.position import Position
from wcreplay.games.white_castle.setup import TILES_PER_COLOUR, UNKNOWN

from .possibilities import Hidden, Tiles

_Any = TypeVar("_Any")

SIZES: Final = (3, 3, 3, 2, 2)


@lru_cache(maxsize=2)
def arrangements(size: int) -> tuple[Tiles, ...]:
    """Return the tile colours that a room may have: at least two colours (R2.4)."""
    return tuple(tiles for tiles in product(range(3), repeat=size) if len(set(tiles)) > 1)


def everything() -> Hidden:
    """Return all that is possible before anything was seen."""
    # A choice comes after all that the well gives by itself.
    rewards = sorted(REWARDS, key=lambda tile: tile == "any")
    wells = tuple(combinations_with_replacement(rewards, 2))
    return Hidden(tuple(arrangements(size) for size in SIZES), wells, tuple(load().daimyo))


def with_tiles(hidden: Hidden, room: int, tiles: Iterable[Tiles]) -> Hidden:
    """Return the possibilities with those of one room replaced."""
    rooms = list(hidden.tiles)
    rooms[room] = tuple(tiles)
    if rooms[room] == hidden.tiles[room]:
        return hidden
    return _going_together(msgspec.structs.replace(hidden, tiles=tuple(rooms)), room)


def _going_together(hidden: Hidden, room: int) -> Hidden:
    """Return the possibilities without what goes together with nothing that is left of a room."""
    pairs = hidden.joint[room]
    if not pairs or not hidden.rooms[room]:
        return hidden
    left = _pairs(hidden, room)
    tiles = tuple(one for one in hidden.tiles[room] if any(one == other for _, other in left))
    cards = tuple(one for one in hidden.rooms[room] if any(one == other for other, _ in left))
    return msgspec.structs.replace(
        hidden,
        tiles=(*hidden.tiles[:room], tiles or hidden.tiles[room], *hidden.tiles[room + 1 :]),
        rooms=(*hidden.rooms[:room], cards or _NO_CARD, *hidden.rooms[room + 1 :]),
    )


def _pairs(hidden: Hidden, room: int) -> frozenset[tuple[str, Tiles]]:
    """Return the pairs of card and tiles that a room may have."""
    every = frozenset(product(hidden.rooms[room], hidden.tiles[room]))
    return every & hidden.joint[room] if hidden.joint[room] else every


def with_cards(hidden: Hidden, room: int, cards: Iterable[str]) -> Hidden:
    """Return the possibilities with the cards that one room may have replaced; each card lies in one room."""
    rooms = list(hidden.rooms)
    rooms[room] = tuple(cards)
    if rooms[room] == hidden.rooms[room]:
        return hidden
    if len(rooms[room]) == 1:
        (taken,) = rooms[room]
        for other, possible in enumerate(rooms):
            if other != room and taken in possible:
                rooms[other] = tuple(card for card in possible if card != taken) or _NO_CARD
    changed = [number for number, names in enumerate(rooms) if names != hidden.rooms[number]]
    hidden = msgspec.structs.replace(hidden, rooms=tuple(rooms))
    for number in changed:
        hidden = _going_together(hidden, number)
    return hidden


def with_action(hidden: Hidden, position: Position) -> Iterator[Hidden]:
    """Yield the possibilities with each starting action card that the acting seat may still have."""
    seat = position.seat
    card = position.card[seat]
    possible = hidden.actions[seat] if hidden.actions else ()
    if len(possible) < 2 or card is None or card.id[0] != "A":
        yield hidden
        return
    for name in possible:
        actions = (*hidden.actions[:seat], (name,), *hidden.actions[seat + 1 :])
        yield msgspec.structs.replace(hidden, actions=actions)


def admitting(hidden: Hidden, room: int, colour: int, admits: bool) -> Hidden | None:
    """Return what is left once it is known whether a room admits a colour; None: nothing."""
    old = hidden.tiles[room]
    new = tuple(tiles for tiles in old if (colour in tiles) == admits)
    if not new:
        return None
    return hidden if len(new) == len(old) else with_tiles(hidden, room, new)


def union(one: Hidden, other: Hidden) -> Hidden:
    """Return what is possible if either of two sets of possibilities may be the right one."""
    if one == other:
        return one
    actions = one.actions
    if actions and other.actions:
        actions = tuple(_both(*pair) for pair in zip(one.actions, other.actions, strict=True))
    tiles = tuple(_both(*pair) for pair in zip(one.tiles, other.tiles, strict=True))
    rooms = tuple(_both(*pair) for pair in zip(one.rooms, other.rooms, strict=True))
    joint = list(one.joint)
    for room, cards in enumerate(rooms):
        if cards and (one.joint[room] or other.joint[room] or _crossing(one, other, room)):
            pairs = _pairs(one, room) | _pairs(other, room)
            joint[room] = pairs if len(pairs) < len(cards) * len(tiles[room]) else frozenset()
    return msgspec.structs.replace(
        one,
        tiles=tiles,
        wells=_both(one.wells, other.wells),
        daimyos=_both(one.daimyos, other.daimyos),
        rooms=rooms,
        actions=actions,
        joint=tuple(joint),
    )


def _crossing(one: Hidden, other: Hidden, room: int) -> bool:
    """Whether both the cards and the tiles of a room differ."""
    return one.rooms[room] != other.rooms[room] and one.tiles[room] != other.tiles[room]


def differing(one: Hidden, other: Hidden) -> Iterator[str]:
    """Yield the names of the facts on which two sets of possibilities do not agree."""
    for room, tiles, others, cards, more in zip(
        ROOMS, one.tiles, other.tiles, one.rooms, other.rooms, strict=True
    ):
        if tiles != others:
            yield f"tiles {room}"
        if cards != more:
            yield f"castle {room}"
    if one.wells != other.wells:
        yield "well"
    if one.daimyos != other.daimyos:
        yield "daimyo"
    for seat, (actions, than) in enumerate(zip(one.actions, other.actions, strict=False)):
        if actions != than:
            yield f"action {seat}"


def _both(one: tuple[_Any, ...], other: tuple[_Any, ...]) -> tuple[_Any, ...]:
    return one if one == other else tuple(dict.fromkeys((*one, *other)))


_NO_CARD: Final = ("",)
"""The cards of a room for which none is left."""


def possible(hidden: Hidden) -> bool:
    """Whether the tiles can be laid so: of 15, five a colour, two lie at the well (R2.4).

    Each colour has one tile of each reward, so two equal rewards at the well are of two colours.
    """
    if _NO_CARD in hidden.rooms or distinct(hidden.rooms) is None:
        return False
    return _suffice(hidden.tiles, _fewest(hidden.wells))


def _fewest(wells: tuple[tuple[str, str], ...]) -> int:
    """Return the least number of tiles of a colour in the rooms."""
    return TILES_PER_COLOUR - 2 + (len(wells) == 1 and wells[0][0] == wells[0][1])


@lru_cache(maxsize=4096)
def _suffice(rooms: tuple[tuple[Tiles, ...], ...], fewest: int) -> bool:
    """Whether no colour is needed too often, and each may lie in the rooms as often as it must."""
    bounds = [_bounds(options) for options in rooms]
    for colour in range(3):
        least = sum([low[colour] for low, _ in bounds])
        most = sum([high[colour] for _, high in bounds])
        if least > TILES_PER_COLOUR or most < fewest:
            return False
    return True


@lru_cache(maxsize=2048)
def _bounds(options: tuple[Tiles, ...]) -> tuple[Tiles, Tiles]:
    """Return the least and the greatest number of tiles of each colour among tile orders."""
    counts = [_count(tiles) for tiles in options]
    return tuple(map(min, zip(*counts, strict=True))), tuple(map(max, zip(*counts, strict=True)))


@lru_cache(maxsize=4096)
def by_places(options: tuple[Tiles, ...], colour: int) -> tuple[tuple[Tiles, tuple[Tiles, ...]], ...]:
    """Group the tile orders that have a colour by the places (from 0) where it lies, which come first."""
    groups: dict[Tiles, list[Tiles]] = {}
    for tiles in options:
        if colour in tiles:
            places = tuple(place for place, tile in enumerate(tiles) if tile == colour)
            groups.setdefault(places, []).append(tiles)
    return tuple((places, tuple(lays)) for places, lays in groups.items())


@lru_cache(maxsize=4096)
def by_blocks(cards: tuple[str, ...], places: Tiles) -> tuple[tuple[str, ...], ...]:
    """Group castle cards by what the blocks at some places (from 0) show."""
    parts = load()
    groups: dict[tuple[str, ...], list[str]] = {}
    for card in cards:
        blocks = (parts.stewards.get(card) or parts.diplomats[card]).blocks
        words = tuple(f"{blocks[place].shade} {blocks[place].words}" for place in places)
        groups.setdefault(words, []).append(card)
    return tuple(map(tuple, groups.values()))


def by_slot(cards: Iterable[str], slot: int) -> Iterator[list[str]]:
    """Yield the daimyo cards in groups that show the same at a slot (from 0)."""
    faces = load().daimyo
    groups: dict[str, list[str]] = {}
    for card in cards:
        groups.setdefault(faces[card][slot].words, []).append(card)
    yield from groups.values()


@lru_cache(maxsize=2048)
def in_common(options: tuple[Tiles, ...]) -> Tiles:
    """Return what all tile orders of a room have in common, tile by tile (see ``Setup``)."""
    common = []
    for tiles in zip(*options, strict=True):
        colours = set(tiles)
        if len(colours) == 1:
            common.append(tiles[0])
        elif len(colours) == 2:
            (other,) = {0, 1, 2} - colours
            common.append(NOT[other])
        else:
            common.append(-1)
    return tuple(common)


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


def install_rooms(position: Position, hidden: Hidden) -> None:
    """Give the rooms whose first cards are not known cards that they may have together."""
    parts = load()
    chosen = distinct(hidden.rooms)
    assert chosen is not None
    before = position.setup.rooms
    rooms = tuple(new or old for new, old in zip(chosen, before, strict=True))
    position.setup = msgspec.structs.replace(position.setup, rooms=rooms)
    for room, old in enumerate(before):
        if chosen[room] and old != UNKNOWN:
            position.unseen[room > 2][old] = (parts.diplomats if room > 2 else parts.stewards)[old]
    for room, new in enumerate(chosen):
        if new:
            position.rooms[room] = (parts.diplomats if room > 2 else parts.stewards)[new]
            position.unseen[room > 2].pop(new, None)


@lru_cache(maxsize=1024)
def distinct(rooms: tuple[tuple[str, ...], ...]) -> tuple[str, ...] | None:
    """Choose a card for each room that has some to choose from, no card twice; None if there is no way."""
    return _distinct(rooms, ())


def _distinct(rooms: tuple[tuple[str, ...], ...], taken: tuple[str, ...]) -> tuple[str, ...] | None:
    """Go on choosing behind the rooms whose cards are taken."""
    if len(taken) == len(rooms):
        return taken
    for card in rooms[len(taken)] or ("",):
        if not card or card not in taken:
            found = _distinct(rooms, (*taken, card))
            if found is not None:
                return found
    return None


def install_action(position: Position, seat: int, cards: tuple[str, ...]) -> bool:
    """Give a seat that still has its starting action card one that it may be; true if that was needed."""
    card = position.card[seat]
    if card is None or card.id[0] != "A" or card.id in cards:
        return False
    position.card[seat] = load().actions[cards[0]]
    return True


def install_garden(position: Position, place: int, card: str) -> None:
    """Lay a garden card at a place where none is known."""
    gardens = list(position.setup.gardens)
    gardens[place] = card
    position.setup = msgspec.structs.replace(position.setup, gardens=tuple(gardens))
    position.garden_cards = tuple(load().gardens.get(name) for name in gardens)


def open_gardens(position: Position) -> tuple[int, ...]:
    """Lay cheap gardens at the places whose card is not known; return these places."""
    places = tuple(place for place, card in enumerate(position.setup.gardens) if card == UNKNOWN)
    cards = sorted(load().gardens.values(), key=lambda garden: garden.food)
    for place in places:
        kind = GARDEN_PLACES[place][1]
        free = (card.id for card in cards if card.kind == kind and card.id not in position.setup.gardens)
        install_garden(position, place, next(free))
    return places


def install_yards(position: Position, tiles: tuple[str, ...]) -> None:
    """Lay the yard tiles."""
    parts = load()
    blue, yellow = parts.blue.get, parts.yellow.get
    position.setup = msgspec.structs.replace(position.setup, yards=tiles)
    position.yard_tiles = (
        (blue(tiles[0]), yellow(tiles[1])),
        (blue(tiles[2]),),
        (yellow(tiles[3]),),
    )


# -- what is left at the end -------------------------------------------------------------------------------


def consistent(hidden: Hidden) -> Hidden:
    """Drop tile orders that no complete laying of the tiles has (R2.4)."""
    rooms = hidden.tiles
    if all(len({_count(tiles) for tiles in options}) == 1 for options in rooms):
        return hidden
    laid: list[set[Tiles]] = [set() for _ in rooms]
    for chosen in _lays(rooms, hidden.wells):
        for room, count in enumerate(chosen):
            laid[room].add(count)
    kept = tuple(
        tuple(tiles for tiles in options if _count(tiles) in laid[room]) for room, options in enumerate(rooms)
    )
    return msgspec.structs.replace(hidden, tiles=kept) if all(kept) else hidden


def can_lie(rooms: Iterable[tuple[Tiles, ...]], wells: tuple[tuple[str, str], ...]) -> bool:
    """Whether all tiles can be laid so that each room has one of its tile orders (R2.4)."""
    return next(_lays(rooms, wells), None) is not None


def _lays(
    rooms: Iterable[tuple[Tiles, ...]], wells: tuple[tuple[str, str], ...]
) -> Iterator[tuple[Tiles, ...]]:
    """Yield the numbers of tiles of each colour that the rooms may have together."""
    fewest = _fewest(wells)
    for chosen in product(*({_count(tiles) for tiles in options} for options in rooms)):
        total = [sum(room[colour] for room in chosen) for colour in range(3)]
        if max(total) <= TILES_PER_COLOUR and min(total) >= fewest:
            yield chosen


def _count(tiles: Tiles) -> Tiles:
    return tuple(tiles.count(colour) for colour in range(3))
