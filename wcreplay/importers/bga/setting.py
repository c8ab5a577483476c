"""The setup that a log shows: castle cards, gardens, yards, starting pairs. The rest stays open."""

from __future__ import annotations

import msgspec

from wcreplay.games.white_castle.components import GARDEN_PLACES, ROOMS
from wcreplay.games.white_castle.setup import COPIES_OF_ACTION, UNKNOWN, Setup

from .hidden import Hidden
from .objects import Objects, Sighting
from .timeline import Timeline

_FLOORS = ((0, 1, 2), (3, 4))


class Setting(msgspec.Struct):
    """The setup to begin with, and what is known besides.

    ``candidates`` are the cards that a room with an unknown card may have at the beginning, likeliest first
    (empty: any that is not seen elsewhere). ``refills`` are the cards turned up, by the event of the climb.
    ``inferred`` names facts that no payload states, though they follow.
    """

    setup: Setup
    candidates: dict[int, list[str]]
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
    setup = Setup(
        seats=line.seats,
        order=tuple(range(line.seats)),
        rooms=rooms,
        daimyo=hidden.daimyos[0],
        tiles=tuple(options[0] for options in hidden.tiles),
        well=hidden.wells[0],
        gardens=_gardens(found),
        yards=tuple(found.yards.get(slot, UNKNOWN) for slot in range(1, 5)),
        pairs=_pairs(line, found, inferred),
        pool=pool,
    )
    return Setting(setup, candidates, refills, inferred)


def _gardens(found: Objects) -> tuple[str, ...]:
    places = [UNKNOWN] * len(GARDEN_PLACES)
    for card, bridge in found.gardens.items():
        place = 2 * bridge + (card[0] == "K")
        if places[place] not in (UNKNOWN, card):
            raise Conflict(0, f"{places[place]} and {card} are both shown at one bridge")
        places[place] = card
    return tuple(places)


# -- pairs -------------------------------------------------------------------------------------------------


def _pairs(line: Timeline, found: Objects, inferred: set[str]) -> tuple[tuple[str, str], ...]:
    """Return the starting pairs: those taken, in the order of the draft, and the one left over."""
    taken = [
        (line.starting[seat].get("R", UNKNOWN), line.starting[seat].get("A", UNKNOWN))
        for seat in reversed(range(line.seats))
    ]
    resources, actions = [pair[0] for pair in taken], [pair[1] for pair in taken]
    left = (UNKNOWN, UNKNOWN)
    for offered in found.offered:
        shown = [[card for card in offered if card[0] == letter] for letter in "RA"]
        if any(
            len(set(cards) if letter == 0 else cards) != line.seats + 1 for letter, cards in enumerate(shown)
        ):
            continue
        rest = [card for card in shown[0] if card not in resources]
        others = list(shown[1])
        for action in actions:
            if action in others:
                others.remove(action)
        if len(rest) == 1 and len(others) == 1:
            left = (rest[0], others[0])
            inferred.add("pairs")
            break
    if left == (UNKNOWN, UNKNOWN) and UNKNOWN not in actions:
        counts = [card for card in set(actions) if actions.count(card) > COPIES_OF_ACTION]
        if counts:
            raise Conflict(0, f"{counts[0]} is taken more than twice")
    return (*taken, left)


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
