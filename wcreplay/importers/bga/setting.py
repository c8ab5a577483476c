"""The setup that a log shows: castle cards, gardens, yards, starting pairs. The rest stays open."""

from __future__ import annotations

import msgspec

from wcreplay.games.white_castle.components import GARDEN_PLACES, ROOMS, load
from wcreplay.games.white_castle.setup import UNKNOWN, Setup

from .hidden import in_common
from .objects import Objects, Sighting
from .possibilities import Hidden
from .timeline import Timeline

_FLOORS = ((0, 1, 2), (3, 4))


class Setting(msgspec.Struct):
    """The setup to begin with, and what is known besides.

    ``rooms`` are the cards that a room may have at the beginning, empty for one whose card is known; so are
    ``actions`` the starting action cards of seats.
    ``refills`` are the cards turned up, by the event of the climb. ``inferred`` names facts that no payload
    states, though they follow.
    """

    setup: Setup
    rooms: tuple[tuple[str, ...], ...]
    actions: tuple[tuple[str, ...], ...]
    refills: dict[int, str]
    inferred: set[str]


class Conflict(Exception):
    """Payloads that contradict each other: an event number and a message."""

    def __init__(self, at: int, message: str) -> None:
        """Keep the event number beside the message."""
        super().__init__(message)
        self.at = at


def read_setting(line: Timeline, found: Objects, hidden: Hidden, *, pool: bool) -> Setting:
    """Read the setup of a game. Raises :class:`Conflict` where payloads contradict each other."""
    inferred: set[str] = set()
    rooms, refills, candidates = _castle(line, found, inferred)
    pairs, actions = _pairs(line, found)
    setup = Setup(
        seats=line.seats,
        order=tuple(range(line.seats)),
        rooms=rooms,
        daimyo=hidden.daimyos[0],
        tiles=tuple(in_common(options) for options in hidden.tiles),
        well=hidden.wells[0],
        gardens=_gardens(found),
        yards=tuple(found.yards.get(slot, UNKNOWN) for slot in range(1, 5)),
        pairs=pairs,
        pool=pool,
    )
    return Setting(setup, _possible_cards(setup, refills, candidates), actions, refills, inferred)


def _possible_cards(
    setup: Setup, refills: dict[int, str], listed: dict[int, list[str]]
) -> tuple[tuple[str, ...], ...]:
    """Return the cards that rooms of unknown card may have: those listed, else any not seen elsewhere."""
    parts = load()
    seen = {*setup.rooms, *refills.values()}
    found: list[tuple[str, ...]] = []
    for room, card in enumerate(setup.rooms):
        if card != UNKNOWN:
            found.append(())
            continue
        deck = parts.diplomats if room > 2 else parts.stewards
        cards = [name for name, one in deck.items() if setup.seats > 2 or not one.diamond]
        possible = [name for name in listed.get(room, []) if name in cards] or cards
        found.append(tuple(name for name in possible if name not in seen))
    return tuple(found)


def _gardens(found: Objects) -> tuple[str, ...]:
    places = [UNKNOWN] * len(GARDEN_PLACES)
    for card, bridge in found.gardens.items():
        place = 2 * bridge + (card[0] == "K")
        if places[place] not in (UNKNOWN, card):
            raise Conflict(0, f"{places[place]} and {card} are both shown at one bridge")
        places[place] = card
    return tuple(places)


# -- pairs -------------------------------------------------------------------------------------------------


def _pairs(line: Timeline, found: Objects) -> tuple[tuple[tuple[str, str], ...], tuple[tuple[str, ...], ...]]:
    """Return the starting pairs, and the action cards that seats may have, empty where they are known.

    Without the prompts of the draft these are the pairs that were taken and one that nobody knows; if not
    even they are shown, every resource card, each with the first action card.
    """
    known = [(cards.get("R", UNKNOWN), cards.get("A", UNKNOWN)) for cards in line.starting]
    taken = [pair for pair in known if UNKNOWN not in pair]
    if len(found.offered) == line.seats + 1 and all(pair in found.offered for pair in taken):
        return tuple(found.offered), ()
    actions = load().actions
    open_actions = tuple(() if action != UNKNOWN else tuple(actions) for _, action in known)
    first = next(iter(actions))
    if any(resource == UNKNOWN for resource, _ in known):
        return tuple((card, first) for card in load().resources), open_actions
    left = _left_over(known, found.offered)
    pairs = [(resource, action if action != UNKNOWN else first) for resource, action in reversed(known)]
    return (*pairs, left), open_actions if any(open_actions) else ()


def _left_over(known: list[tuple[str, str]], offered: list[tuple[str, str]]) -> tuple[str, str]:
    """Return the pair that nobody took, from the cards on offer, which need not be paired right."""
    cards = [[pair[side] for pair in offered] for side in (0, 1)]
    for side, names in enumerate(cards):
        for pair in known:
            if pair[side] in names:
                names.remove(pair[side])
    return (cards[0][0], cards[1][0]) if len(cards[0]) == len(cards[1]) == 1 else (UNKNOWN, UNKNOWN)


# -- castle ------------------------------------------------------------------------------------------------


def _castle(
    line: Timeline, found: Objects, inferred: set[str]
) -> tuple[tuple[str, ...], dict[int, str], dict[int, list[str]]]:
    """Follow the cards of each room from climb to climb."""
    histories = [_history(line, found, room) for room in ROOMS]
    refills = {}
    for room, (cards, climbs) in zip(ROOMS, histories, strict=True):
        for place, at in enumerate(climbs):
            refills[at] = cards[place + 1]
        del room
    candidates: dict[int, list[str]] = {}
    _by_elimination(found, histories, candidates, inferred)
    rooms = tuple(cards[0] for cards, _ in histories)
    return rooms, refills, candidates


History = tuple[list[str], list[int]]
"""Cards of a room in turn (``_``: not known), and the events of the climbs between them."""


def _history(line: Timeline, found: Objects, room: str) -> History:
    climbs = [climb for climb in line.climbs if climb.room == room]
    ats = [climb.at for climb in climbs]
    cards = [UNKNOWN] * (len(climbs) + 1)
    for place, climb in enumerate(climbs):
        _note(cards, place, climb.taken or UNKNOWN, climb.at, room)
        _note(cards, place + 1, climb.refill, climb.at, room)
    for sighting in found.castle:
        if sighting.room == room:
            place = sum(1 for at in ats if at < sighting.at)
            _sighted(cards, place, sighting)
    return cards, ats


def _note(cards: list[str], place: int, card: str, at: int, room: str) -> None:
    if card == UNKNOWN:
        return
    if cards[place] not in (UNKNOWN, card):
        raise Conflict(at, f"{card} comes from room {room}, where {cards[place]} lay")
    cards[place] = card


def _sighted(cards: list[str], place: int, sighting: Sighting) -> None:
    """Note a card seen in a room; one seen just before or after a climb may be the other of the two."""
    near = cards[max(0, place - 1) : place + 2]
    if cards[place] == UNKNOWN and sighting.card not in near:
        cards[place] = sighting.card


def _by_elimination(
    found: Objects, histories: list[History], candidates: dict[int, list[str]], inferred: set[str]
) -> None:
    """Give cards that were listed without their rooms to the rooms whose card is not known."""
    groups: dict[int, list[str]] = {}
    for sighting in found.castle:
        if not sighting.room:
            groups.setdefault(sighting.at, []).append(sighting.card)
    for at, shown in groups.items():
        for floor, letter in zip(_FLOORS, "SD", strict=True):
            cards = list(dict.fromkeys(card for card in shown if card[0] == letter))
            if len(cards) != len(floor):
                continue
            now = [_current(histories[room], at) for room in floor]
            unknown = [room for room, card in zip(floor, now, strict=True) if card == UNKNOWN]
            rest = [card for card in cards if card not in now]
            if not unknown or len(rest) != len(unknown):
                continue
            for room in unknown:
                place = sum(1 for climb in histories[room][1] if climb < at)
                if len(rest) == 1:
                    histories[room][0][place] = rest[0]
                    inferred.add(ROOMS[room])
                elif place == 0:
                    candidates.setdefault(room, rest)


def _current(history: History, at: int) -> str:
    cards, climbs = history
    return cards[sum(1 for climb in climbs if climb < at)]
