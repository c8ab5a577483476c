"""Packets to events: what a log holds, in order, with the names that are not known counted and kept."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from . import schema
from .shapes import Packet

_NODES: Final = 4_000_000
"""Values that the search for another ruleset's marks looks at, at most."""


class Event:
    """One event of the game.

    ``at`` counts all events of the table from 1, ``packet`` the packets. ``kind`` is the canonical name,
    ``args`` as sent, ``player`` an id as text (empty: none). ``undo``: the event takes a step back.
    ``confirms`` tells of a line of text whether it is the one that ends turns (None: that is not known).
    """

    __slots__ = ("args", "at", "confirms", "kind", "packet", "player", "undo")

    def __init__(self, at: int, packet: int, kind: str, args: dict[str, Any]) -> None:
        """Take an event of canonical kind."""
        self.at = at
        self.packet = packet
        self.kind = kind
        self.args = args
        self.confirms: bool | None = None
        self.player = schema.as_id(schema.get(args, "playerId"))
        self.undo = schema.truth(schema.get(args, "isUndo")) if kind not in _NO_UNDO else False

    @property
    def place(self) -> str:
        """Where the event stands, for messages."""
        return f"event {self.at} (packet {self.packet}, {self.kind})"


_NO_UNDO: Final = frozenset((schema.STATE, schema.LIVE_SCORE, schema.DICE_ROLLED, schema.LOG_LINE))


class Log:
    """What was read of one table.

    ``events`` are those of the game, ``kinds`` the types of all events, as they are spelled. ``unknown``
    counts event types that no list knows, ``arguments`` arguments of known events that none knows
    (``event.argument``). ``absence`` names events that tell of a seat given up. ``names`` holds player names
    by id, empty unless they were asked for.
    """

    def __init__(self) -> None:
        """Begin with nothing read."""
        self.events: list[Event] = []
        self.kinds: set[str] = set()
        self.unknown: dict[str, int] = {}
        self.arguments: dict[str, int] = {}
        self.absence: list[str] = []
        self.names: dict[str, str] = {}
        self.date = ""
        self.total = 0


def is_private(packet: Packet) -> bool:
    """Whether a packet was sent to one player only."""
    channel = packet.get("channel")
    return isinstance(channel, str) and channel.startswith(("/player/", "/private/", "/chat/"))


def events_of(packet: Packet) -> Iterator[dict[str, Any]]:
    """Yield the events of a packet that are objects with a type; talk is left out."""
    data = packet.get("data")
    if not isinstance(data, list):
        return
    for item in data:
        if isinstance(item, dict):
            kind = item.get("type")
            if isinstance(kind, str) and not schema.is_private(kind):
                yield item


def arguments(event: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of an event; the site leaves them out, or sends an empty list for none."""
    args = event.get("args")
    return args if isinstance(args, dict) else {}


def read_events(packets: list[Packet], *, names: bool = False) -> Log:
    """Read the events of a table; ``names`` asks for the names of players too."""
    log = Log()
    known = schema.GAME_EVENTS
    seen_keys: dict[str, set[str]] = {}
    lines: list[tuple[Event, Any]] = []
    for number, packet in enumerate(packets, start=1):
        if is_private(packet):
            continue
        if not log.date:
            log.date = _date(packet)
        for item in events_of(packet):
            log.total += 1
            name = item["type"]
            log.kinds.add(name)
            kind = known.get(name) or known.get(schema.fold(name))
            if kind is None:
                _other(log, name)
                continue
            args = arguments(item)
            event = Event(log.total, number, kind, args)
            log.events.append(event)
            if kind == schema.LOG_LINE:
                lines.append((event, item.get("log")))
            seen = seen_keys.setdefault(kind, set())
            for key in args:
                if key in seen:
                    continue
                if schema.known_argument(kind, key):
                    seen.add(key)
                else:
                    name = f"{kind}.{key}"
                    log.arguments[name] = log.arguments.get(name, 0) + 1
            if names:
                _note_name(log, args)
    _find_confirming(log.events, lines)
    return log


def _find_confirming(events: list[Event], lines: list[tuple[Event, Any]]) -> None:
    """Find the line that ends turns: what stands behind a turn's last step, before the prompt for a die.

    Lines are compared and not read, so that their language does not matter.
    """
    templates = {
        event.at: text
        for event, text in lines
        if event.player and isinstance(text, str) and text and not schema.get(event.args, "iconPlaceholder")
    }
    counts: Counter[str] = Counter()
    last = ""
    for event in events:
        if event.kind == schema.LOG_LINE:
            last = templates.get(event.at, "")
        elif event.kind == schema.STATE:
            if last and schema.as_int(schema.get(event.args, "id")) == schema.STATE_DIE:
                counts[last] += 1
                last = ""
        elif event.kind != schema.LIVE_SCORE:
            last = ""
    if counts:
        confirming = max(counts, key=counts.__getitem__)
        for event, text in lines:
            event.confirms = text == confirming


def _other(log: Log, name: str) -> None:
    folded = schema.fold(name)
    if folded in schema.ABSENCE:
        log.absence.append(name)
    elif folded not in schema.PLATFORM:
        log.unknown[name] = log.unknown.get(name, 0) + 1


def _note_name(log: Log, args: dict[str, Any]) -> None:
    player, name = schema.as_id(schema.get(args, "playerId")), schema.get(args, "playerName")
    if player and isinstance(name, str) and name.strip():
        log.names.setdefault(player, name.strip()[:80])


def _date(packet: Packet) -> str:
    """Return the day on which a packet was sent (UTC), from seconds since 1970; empty if it does not say."""
    seconds = schema.as_int(packet.get("time"))
    if seconds is None or not 1_262_304_000 < seconds < 4_102_444_800:  # 2010 to 2100
        return ""
    return dt.datetime.fromtimestamp(seconds, dt.UTC).date().isoformat()


def other_ruleset(packets: list[Packet]) -> tuple[str, str] | None:
    """Return the code and the mark of another ruleset: the expansion (L202) or promo cards (L203)."""
    room = _NODES
    for packet in packets:
        if is_private(packet):
            continue
        for item in events_of(packet):
            if schema.fold(item["type"]) in schema.MATCHA_EVENTS:
                return "L202", f"the event {item['type']}"
            stack: list[Any] = [arguments(item)]
            while stack and room > 0:
                room -= 1
                here = stack.pop()
                if isinstance(here, dict):
                    if (mark := _mark(here)) is not None:
                        return mark
                    stack.extend(value for value in here.values() if isinstance(value, (dict, list)))
                elif isinstance(here, list):
                    stack.extend(value for value in here if isinstance(value, (dict, list)))
    return None


def _mark(value: dict[str, Any]) -> tuple[str, str] | None:
    kind = value.get("type")
    if isinstance(kind, str):
        if kind.startswith(schema.PROMO):
            return "L203", f"an object of type {kind[:40]}"
        if kind in schema.MATCHA_WORDS:
            return "L202", f"an object of type {kind}"
    for key in ("id", "location", "locationName"):
        place = value.get(key)
        if isinstance(place, str) and any(word in place for word in schema.MATCHA_PLACES):
            return "L202", f"the place {place[:40]}"
    return None


_MARKS: Final = (b'"promo', b'"matcha', b'"green"', b'Curtain"', b"tea-fields", b"outskirts")
"""Pieces of text without which no object or place of another ruleset can stand in a document."""


def may_be_another(data: bytes) -> bool:
    """Whether a document needs to be searched for marks of another ruleset; most can be told at a glance."""
    return any(mark in data for mark in _MARKS)
