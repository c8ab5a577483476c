"""What single events say: amounts and totals, objects and their places, read in one way only."""

from __future__ import annotations

from typing import Any, Final

from wcreplay.games.white_castle import accounts as acc

from . import schema
from .events import Event

RESOURCES: Final = {"food": acc.FOOD, "iron": acc.IRON, "pearl": acc.PEARL}

_MONEY: Final = {
    schema.COIN_GAINED: (acc.COIN, 1, "numberOfCoins", "coinValue"),
    schema.COIN_PAID: (acc.COIN, -1, "numberOfCoins", "coinValue"),
    schema.SEAL_GAINED: (acc.SEAL, 1, "numberOfSeals", "sealValue"),
    schema.SEAL_PAID: (acc.SEAL, -1, "numberOfSeals", "sealValue"),
    schema.RESOURCE_GAINED: (-1, 1, "numberOfResources", "resourceValue"),
    schema.RESOURCE_PAID: (-1, -1, "numberOfResources", "resourceValue"),
}

MONEY_KINDS: Final = frozenset(_MONEY)


class Money:
    """A change of coins, seals or a resource: signed ``amount`` and new ``total``, None if not sent."""

    __slots__ = ("account", "amount", "total")

    def __init__(self, account: int, amount: int | None, total: int | None) -> None:
        """Take a change as an event says it."""
        self.account = account
        self.amount = amount
        self.total = total


def money(event: Event) -> Money | None:
    """Return what an event says about a currency; None for another event, or a resource that is none."""
    entry = _MONEY.get(event.kind)
    if entry is None:
        return None
    account, sign, number, value = entry
    args = event.args
    if account < 0:
        resource = schema.get(args, "resource")
        account = RESOURCES.get(resource, -1) if isinstance(resource, str) else -1
        if account < 0:
            return None
    amount = schema.as_int(schema.get(args, number))
    total = schema.as_int(schema.get(args, value))
    return Money(account, None if amount is None else sign * abs(amount), total)


def points(event: Event) -> int | None:
    """Return the points that a ``scoreUpdated`` adds; None if it does not say."""
    return schema.as_int(schema.get(event.args, "numberOfVp"))


def part(event: Event, name: str) -> dict[str, Any]:
    """Return an object among the arguments, empty if it is not there."""
    value = schema.get(event.args, name)
    return value if isinstance(value, dict) else {}


def identity(value: dict[str, Any]) -> str:
    """Return the id of an object as text."""
    return schema.as_id(value.get("id"))


def location(value: dict[str, Any]) -> str:
    """Return the location of an object, empty if it has none."""
    place = schema.get(value, "location")
    return place if isinstance(place, str) else ""


class Marker:
    """A marker on the time track: its player, space and height in the pile (None: not sent)."""

    __slots__ = ("height", "player", "space")

    def __init__(self, player: str, space: int, height: int | None) -> None:
        """Take a marker as an event shows it."""
        self.player = player
        self.space = space
        self.height = height


def markers(event: Event) -> list[Marker]:
    """Return the markers that an event shows; what cannot be read is left out."""
    values = schema.get(event.args, "influenceMarkers")
    if isinstance(values, dict):
        values = list(values.values())
    found = []
    for value in values if isinstance(values, list) else ():
        if not isinstance(value, dict):
            continue
        player, place = schema.as_id(schema.get(value, "playerId")), location(value)
        _, dash, tail = place.partition("-")
        space = schema.as_int(tail if dash else place)
        if space is None:  # the number stands behind the last dash, should the prefix hold one too
            space = schema.as_int(place.rpartition("-")[2])
        if player and space is not None:
            found.append(Marker(player, space, schema.as_int(schema.get(value, "locationArg"))))
    return found


def herons(event: Event) -> list[str]:
    """Return the players of a ``heronsUpdated`` in turn order; empty if it cannot be read."""
    values = schema.get(event.args, "herons")
    if isinstance(values, dict):
        values = list(values.values())
    placed: list[tuple[int, str]] = []
    for value in values if isinstance(values, list) else ():
        if isinstance(value, dict):
            player = schema.as_id(schema.get(value, "playerId"))
            order = schema.as_int(schema.get(value, "locationArg"))
            if player and order is not None:
                placed.append((order, player))
    return [player for _, player in sorted(placed)]


def breakdown(event: Event) -> dict[str, dict[str, Any]]:
    """Return the score breakdown by player of an ``updateLiveScore``; empty if it cannot be read."""
    value = schema.get(event.args, "scoreBreakdown")
    if isinstance(value, list):
        value = {schema.as_id(schema.get(row, "playerId")): row for row in value if isinstance(row, dict)}
    if not isinstance(value, dict):
        return {}
    return {str(player): row for player, row in value.items() if isinstance(row, dict) and player}


Asked = tuple[tuple[str, ...], int]
"""What a prompt asks for: the names of its actions that are known, sorted, and how many actions it lists."""

_KNOWN: Final = frozenset((schema.CHOICE_ACTION, schema.GARDENER_ACTION, schema.WARRIOR_ACTION))


def actions(value: dict[str, Any]) -> Asked:
    """Return what a prompt asks for; of actions on the main board the icon is the name."""
    shown = schema.get(value, "actions")
    listed = [one for one in _values(shown) if isinstance(one, dict)]
    names = []
    for one in listed:
        kind = one.get("type")
        name = schema.get(one, "actionType") if kind == schema.BOARD_ACTION else kind
        if isinstance(name, str) and (kind == schema.BOARD_ACTION or name in _KNOWN):
            names.append(name)
    return tuple(sorted(names)), len(listed)


def _values(shown: Any) -> list[Any]:
    return list(shown.values()) if isinstance(shown, dict) else shown if isinstance(shown, list) else []


def prompt(event: Event) -> tuple[int, dict[str, Any]]:
    """Return state and useful part of a ``gameStateChange``; the part is nested in ``args`` (else flat)."""
    state = schema.as_int(schema.get(event.args, "id"))
    outer = schema.get(event.args, "args")
    if not isinstance(outer, dict):
        return state if state is not None else -1, {}
    inner = outer.get("args")
    return state if state is not None else -1, inner if isinstance(inner, dict) else outer
