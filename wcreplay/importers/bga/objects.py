"""Cards, gardens, yards and dice inside payloads, found by their shape wherever they stand.

The site calls a printed card by (``type``, ``typeArg``); ``id`` is the copy in one game and is used only to
tell what an event of the same game refers to. Die tiles and the daimyo card are never sent.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import attrgetter
from typing import Any, Final, NamedTuple

from . import changes, schema
from .events import Event

_CARDS: Final = {
    "steward": ("S", 15),
    "diplomat": ("D", 12),
    "startingresources": ("R", 9),
    "startingaction": ("A", 3),
    "decree": ("E", 3),
}
"""Letter of the notation's ids and number of cards by the folded type of a card."""
_TYPES: Final = frozenset((*_CARDS, "plant", "rock", "base"))
_PLANTS: Final = 5
_GARDENS: Final = 10
_YARD_TILES: Final = 8
_DEPTH: Final = 24

_Node = tuple[dict[str, Any], Any]
"""An object in a payload and the node around it."""


def card_of(value: dict[str, Any]) -> str:
    """Return the notation's id of a card, garden or yard tile that an object is; empty if it is none."""
    kind = value.get("type")
    if not isinstance(kind, str):
        return ""
    name = schema.fold(kind)
    if name not in _TYPES:
        return ""
    number = schema.as_int(schema.get(value, "typeArg"))
    if number is None:
        return ""
    if name in _CARDS:
        letter, count = _CARDS[name]
        return f"{letter}{number}" if 1 <= number <= count else ""
    if name == "plant":
        return f"P{number}" if 1 <= number <= _PLANTS else ""
    if name == "rock":
        return f"K{number - _PLANTS}" if _PLANTS < number <= _GARDENS else ""
    if name == "base":
        return f"Y{number}" if 1 <= number <= _YARD_TILES else ""
    return ""


class Sighting(NamedTuple):
    """A castle card seen in a payload: event number, room (empty: not told) and card."""

    at: int
    room: str
    card: str


class Objects:
    """What the payloads of one log show.

    ``copies`` are cards by copy id (a set: ids of gardens and of castle cards may coincide), ``gardens`` the
    bridge (0 to 2) of each garden card and ``garden_ids`` its card by id, ``yards`` yard tiles by slot (1
    to 4), ``castle`` sightings of castle cards, ``offered`` the starting pairs on offer before the first
    die, the longest list that a prompt shows, ``choices`` the numbers of events that ask for a resource.
    """

    def __init__(self) -> None:
        """Begin with nothing shown."""
        self.copies: dict[str, set[str]] = {}
        self.gardens: dict[str, int] = {}
        self.garden_ids: dict[str, str] = {}
        self.yards: dict[int, str] = {}
        self.castle: list[Sighting] = []
        self.offered: list[tuple[str, str]] = []
        self.choices: list[int] = []


def collect(events: list[Event], first_die: int, gone: Iterable[Event] = ()) -> Objects:
    """Look through the payloads; ``first_die`` is the number of the event that places the first die.

    ``gone`` are events that were taken back: they show what lies on the table, but ask for nothing.
    """
    found = Objects()
    last: dict[str, Any] = {}
    undone = {event.at for event in gone}
    tried: set[str] = set()
    climbed: dict[str, str] = {}  # rooms that players climbed to, and whose cards they gave back
    for event in sorted((*events, *gone), key=attrgetter("at")) if undone else events:
        kind = event.kind
        if kind == schema.STATE:
            state, value = changes.prompt(event)
            if event.at not in undone:
                _note_choice(found, event, state, value)
            skipped = ("dice", "actionSpaces") if state == schema.STATE_DIE else ()
            _Walk(found, event.at, last).walk(value, skipped)
            if event.at < first_die:
                pairs = starting_pairs(value)
                if len(pairs) > len(found.offered):
                    found.offered = pairs
        elif kind in _WITH_CARDS:
            _Walk(found, event.at, last).walk(event.args, ())
            room = climbed.get(event.player, "") if event.at in undone and kind == schema.ACTION_CARD else ""
            if room and (card := first_card(event, "SD")):
                found.castle.append(Sighting(event.at, room, card))
        elif event.at in undone and kind == schema.COURTIER_UP:
            room = schema.room_of(changes.location(changes.part(event, "courtier")))
            climbed[event.player] = "" if room in tried else room  # a second climb meets what was turned up
            tried.add(room)
        elif event.at not in undone and kind not in (schema.LOG_LINE, schema.LIVE_SCORE):
            tried.clear()
    return found


_WITH_CARDS: Final = frozenset((schema.ACTION_CARD, schema.LANTERN_CARD, schema.REVEALED))


def _note_choice(found: Objects, event: Event, state: int, value: dict[str, Any]) -> None:
    """Note a prompt for one unit of any resource."""
    if state != schema.STATE_ACTION:
        return
    action = value.get("action")
    if isinstance(action, dict) and action.get("type") == schema.CHOICE_ACTION:
        kind = schema.get(action, "resourceType")
        if kind in (None, schema.CHOICE):
            found.choices.append(event.at)


class _Walk:
    """The walk through one payload; lists that stood there under the same name last time are passed over."""

    def __init__(self, found: Objects, at: int, last: dict[str, Any]) -> None:
        self.found = found
        self.last = last
        self.at = at

    def walk(self, value: dict[str, Any], skipped: tuple[str, ...]) -> None:
        stack: list[tuple[Any, _Node | None, int]] = [
            (child, None, 0)
            for key, child in reversed(value.items())
            if isinstance(child, (dict, list)) and key not in skipped
        ]
        while stack:
            here, above, depth = stack.pop()
            if isinstance(here, dict):
                card = card_of(here) if "type" in here else ""
                if card:  # nothing inside a card is one
                    self.note(here, card, above)
                    continue
                above = (here, above)
                if depth < _DEPTH:
                    stack.extend((child, above, depth + 1) for child in self.fresh(here)[::-1])
            elif depth < _DEPTH:
                stack.extend(
                    (child, above, depth + 1) for child in reversed(here) if isinstance(child, (dict, list))
                )

    def fresh(self, value: dict[str, Any]) -> list[Any]:
        """Return the objects and lists in an object, but for lists that were walked last time already."""
        children: list[Any] = []
        for key, child in value.items():
            if isinstance(child, list):
                if self.last.get(key) == child:
                    continue
                self.last[key] = child
                children.append(child)
            elif isinstance(child, dict):
                children.append(child)
        return children

    def note(self, value: dict[str, Any], card: str, above: _Node | None) -> None:
        """Note one object; ``above`` are the objects that it stands in, innermost first."""
        found, letter = self.found, card[0]
        copy = changes.identity(value)
        if copy:
            found.copies.setdefault(copy, set()).add(card)
        if letter in "SD":
            found.castle.append(Sighting(self.at, _room((value, above)), card))
        elif letter in "PK":
            bridge = schema.get(value, "locationArg")
            colour = schema.COLOURS.get(bridge, -1) if isinstance(bridge, str) else -1
            if copy:
                found.garden_ids[copy] = card
            if colour >= 0:
                found.gardens[card] = colour
        elif letter == "Y":
            slot = schema.as_int(schema.get(value, "locationArg"))
            if slot is not None and 1 <= slot <= 4:
                found.yards.setdefault(slot, card)


def _room(node: _Node | None) -> str:
    """Return the castle room that an object, or the innermost one around it, names."""
    while node is not None:
        value, node = node
        for key in ("location", "locationName", "actionSpaceId", "space", "room", "id"):
            place = value.get(key)
            if isinstance(place, str) and (room := schema.room_of(place)):
                return room
        number = schema.as_int(schema.get(value, "locationArg"))
        place = changes.location(value)
        if number is not None and place and (room := schema.room_of(f"{place}-{number}")):
            return room
    return ""


def first_card(event: Event, letters: str) -> str:
    """Return the first card of the given kinds that an event's arguments hold; empty if there is none."""
    stack: list[Any] = [event.args]
    while stack:
        here = stack.pop()
        if isinstance(here, list):
            stack.extend(reversed(here))
        elif isinstance(here, dict):
            card = card_of(here)
            if card and card[0] in letters:
                return card
            stack.extend(child for child in reversed(here.values()) if isinstance(child, (dict, list)))
    return ""


def starting_pairs(value: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the starting pairs that a prompt shows.

    They stand in an object each, or in two lists side by side, matched by ``locationArg``, else by order.
    """
    pairs: list[tuple[str, str]] = []
    apart: dict[str, list[tuple[int, str]]] = {"R": [], "A": []}
    for cards in _starting_cards(value, 0, pairs):
        for place, card in cards:
            apart[card[0]].append((place, card))
    if pairs or len(apart["R"]) != len(apart["A"]):
        return pairs
    if all(len({place for place, _ in cards}) == len(cards) for cards in apart.values()):
        actions = dict(apart["A"])
        if actions.keys() == {place for place, _ in apart["R"]}:
            return [(card, actions[place]) for place, card in apart["R"]]
    return [(one, other) for (_, one), (_, other) in zip(apart["R"], apart["A"], strict=True)]


def _starting_cards(here: Any, depth: int, pairs: list[tuple[str, str]]) -> Iterator[list[tuple[int, str]]]:
    """Yield starting cards in a payload with their places (-1: none); those of one object become a pair."""
    if depth > _DEPTH or not isinstance(here, (dict, list)):
        return
    children: Any = here
    if isinstance(here, dict):
        card = card_of(here)
        if card:
            place = schema.as_int(schema.get(here, "locationArg"))
            yield [(-1 if place is None else place, card)] if card[0] in "RA" else []
            return
        children = here.values()
    found = [one for child in children for some in _starting_cards(child, depth + 1, pairs) for one in some]
    if sorted(card[0] for _, card in found) == ["A", "R"]:
        (_, one), (_, other) = sorted(found, key=lambda entry: entry[1], reverse=True)
        pairs.append((one, other))
    else:
        yield found
