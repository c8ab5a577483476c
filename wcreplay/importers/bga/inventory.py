"""What a log is made of: names, kinds and counts, and not one value, so that it can be shown to anyone."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any, Final

import msgspec

from wcreplay.games.white_castle.dice import MAIN_SPACES, VALUES
from wcreplay.games.white_castle.flow import DICE_PER_COLOUR

from . import changes, dice, events, objects, schema
from .shapes import Packet, Table, shown_key

_DEPTH: Final = 8
_KINDS: Final[dict[type, str]] = {
    str: "text",
    int: "number",
    float: "number",
    bool: "truth",
    list: "list",
    dict: "object",
    type(None): "null",
}


class Inventory(msgspec.Struct):
    """The inventory of one table.

    ``arguments`` counts each argument of each event by path and kind of value (``die.id: number``);
    numbers as keys are shown as ``*``. ``known`` tells which events the importer knows. ``states`` counts
    the prompts by state. ``answers`` are what the log says about points that were not certain.
    """

    where: str
    packets: int
    private: int
    packet_keys: dict[str, int]
    events: dict[str, int]
    known: dict[str, bool]
    arguments: dict[str, dict[str, int]]
    states: dict[str, int]
    answers: dict[str, str]


def take(table: Table) -> Inventory:
    """Take the inventory of a table."""
    keys: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    arguments: dict[str, Counter[str]] = {}
    states: Counter[str] = Counter()
    private = 0
    for packet in table.packets:
        if events.is_private(packet):
            private += 1
            continue
        keys.update(map(shown_key, packet))
        for item in events.events_of(packet):
            kind = item["type"]
            name = schema.GAME_EVENTS.get(schema.fold(kind), shown_key(kind))
            kinds[name] += 1
            _count(events.arguments(item), "", arguments.setdefault(name, Counter()), 0)
            if name == schema.STATE:
                states[str(schema.as_int(schema.get(events.arguments(item), "id")))] += 1
    return Inventory(
        table.where,
        len(table.packets),
        private,
        _sorted(keys),
        _sorted(kinds),
        {name: name in schema.EVENTS or schema.fold(name) in schema.PLATFORM for name in kinds},
        {name: _sorted(counts) for name, counts in arguments.items()},
        _sorted(states),
        _answers(table.packets),
    )


def _sorted(counts: Counter[str]) -> dict[str, int]:
    return dict(sorted(counts.items()))


def _count(value: Any, path: str, counts: Counter[str], depth: int) -> None:
    if path:
        counts[f"{path}: {_KINDS.get(type(value), 'other')}"] += 1
    if depth > _DEPTH:
        return
    if isinstance(value, dict):
        for key, child in value.items():
            _count(child, f"{path}.{shown_key(key)}".lstrip("."), counts, depth + 1)
    elif isinstance(value, list):
        for child in value:
            _count(child, f"{path}[]", counts, depth + 1)


# -- what was not certain ----------------------------------------------------------------------------------


def _answers(packets: list[Packet]) -> dict[str, str]:
    """Say what the log tells about the points that docs/import_bga.md lists as not certain."""
    found = events.read_events(packets).events
    placed = [event for event in found if event.kind == schema.DIE_PLACED]
    field = dice.pips_field(changes.part(event, "die") for event in placed)
    return {
        "diceRolled lists all dice": _rolls(found),
        "card events carry the whole card": _cards(found),
        "the value of a space changes once a die lies there": _values(found, field),
        "the field that holds the pips": field or "not found",
        "states 31 and 89 stand before": _following(found, ("31", "89")),
    }


def _rolls(found: list[events.Event]) -> str:
    rolls = [event for event in found if event.kind == schema.DICE_ROLLED]
    whole = {3 * count for count in DICE_PER_COLOUR.values()}
    full = sum(1 for event in rolls if sum(1 for _ in dice.objects_of_dice(event.args)) in whole)
    return f"{full} of {len(rolls)}" if rolls else "not seen"


def _cards(found: list[events.Event]) -> str:
    parts = []
    for kind in (schema.ACTION_CARD, schema.LANTERN_CARD, schema.REVEALED):
        seen = [event for event in found if event.kind == kind]
        if seen:
            with_card = sum(1 for event in seen if objects.first_card(event, "SDRAE"))
            parts.append(f"{kind} {with_card} of {len(seen)}")
    return ", ".join(parts) or "not seen"


def _values(found: list[events.Event], field: str) -> str:
    """Compare the values that prompts give to spaces with those printed and with the dice that lie there."""
    lying: dict[str, int] = {}
    printed = covered = 0
    for event in found:
        if event.kind == schema.DICE_ROLLED:
            lying.clear()
        elif event.kind == schema.DIE_PLACED and not event.undo:
            space = schema.space_of(changes.identity(changes.part(event, "actionSpace")))
            pips = schema.as_int(changes.part(event, "die").get(field)) if field else None
            if pips is not None and space in MAIN_SPACES and space != "w":
                lying[space] = pips
        elif event.kind == schema.STATE:
            for space, value in _offered(changes.prompt(event)[1]):
                own = VALUES[MAIN_SPACES.index(space)]
                if lying.get(space, own) != own:
                    printed += value == own
                    covered += value == lying[space]
    if not printed and not covered:
        return "not seen"
    return f"yes in {covered}, no in {printed} prompts"


def _offered(value: dict[str, Any]) -> list[tuple[str, int]]:
    spaces = schema.get(value, "actionSpaces")
    found = []
    for shown in spaces.values() if isinstance(spaces, dict) else ():
        for item in shown if isinstance(shown, list) else ():
            if isinstance(item, dict):
                space = schema.space_of(changes.identity(item))
                number = schema.as_int(item.get("value"))
                if space in MAIN_SPACES and number is not None:
                    found.append((space, number))
    return found


def _following(found: list[events.Event], states: tuple[str, ...]) -> str:
    """Name the events that follow prompts of some states, with counts."""
    counts: Counter[str] = Counter()
    for event, following in pairwise(found):
        if event.kind == schema.STATE and str(schema.as_int(schema.get(event.args, "id"))) in states:
            counts[following.kind] += 1
    return ", ".join(f"{kind} ({count})" for kind, count in sorted(counts.items())) or "not seen"
