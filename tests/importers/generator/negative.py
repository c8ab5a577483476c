"""Logs that an importer must refuse, or of which it may only take a part."""

from __future__ import annotations

import copy
import json
import random
from itertools import pairwise
from typing import Any, Final

import msgspec

from . import sentences
from .packing import Log, encode
from .sheet import TOTALS, Event

MATCHA: Final = (
    "geishaAssigned",
    "geishaMoved",
    "ceremonyTileGained",
    "flowerCalligraphyLanternRefresh",
    "green die",
    "tea-fields",
    "outskirts",
    "matcha tile",
    "blueCurtain",
    "yellowCurtain",
)
"""Marks of the expansion."""


def _changed(log: Log, packets: list[list[Event]]) -> bytes:
    return encode(msgspec.structs.replace(log, packets=packets))


def truncated(log: Log, rng: random.Random) -> bytes:
    """Return a file that breaks off somewhere in the middle, as a download does."""
    data = encode(log)
    return data[: rng.randrange(len(data) // 10, len(data) - 10)]


def _account(event: Event) -> tuple[str, str, str]:
    args = event["args"]
    return str(args["playerId"]), args.get("resource", ""), next(key for key in TOTALS if key in args)


def _totals(log: Log) -> dict[tuple[str, str, str], list[tuple[int, int]]]:
    """Return the places of events with a total outside undone windows, by player and currency."""
    found: dict[tuple[str, str, str], list[tuple[int, int]]] = {}
    for packet, place in log.firm:
        found.setdefault(_account(log.packets[packet][place]), []).append((packet, place))
    return found


def altered_total(log: Log, rng: random.Random) -> tuple[bytes, Event]:
    """Return a log in which one total does not fit, and the event as it stands there.

    The event lies outside undone windows and is not the first of its player and currency, so that amount and
    earlier total contradict it.
    """
    places = [place for found in _totals(log).values() for place in found[1:]]
    packet, place = rng.choice(places)
    packets = [events.copy() for events in log.packets]
    event = packets[packet][place] = copy.deepcopy(packets[packet][place])
    event["args"][_account(event)[2]] += rng.choice((1, 2, 3))
    return _changed(log, packets), event


def permuted(log: Log, rng: random.Random) -> bytes:
    """Return a log in which two events of one player and currency, with different totals, changed places."""
    pairs = []
    for (_, _, key), found in _totals(log).items():
        for one, two in pairwise(found):
            values = [log.packets[packet][place]["args"][key] for packet, place in (one, two)]
            if values[0] != values[1]:
                pairs.append((one, two))
    (packet, place), (other, there) = rng.choice(pairs)
    packets = [events.copy() for events in log.packets]
    packets[packet][place], packets[other][there] = packets[other][there], packets[packet][place]
    return _changed(log, packets)


def shuffled(log: Log, rng: random.Random) -> bytes:
    """Return a log with all its packets in random order."""
    return _changed(log, rng.sample(log.packets, len(log.packets)))


def unfinished(log: Log, label: str) -> bytes:
    """Return a log that ends after the unit ``label`` (``2.3``), without a final score board."""
    _, count, _ = next(end for end in log.ends if end[0] == label)
    packets = [
        [event for event in events if event["type"] != "updateLiveScore"] for events in log.packets[:count]
    ]
    return _changed(log, packets)


def abandoned_seat(log: Log, label: str, seat: int) -> bytes:
    """Return a log in which seat number ``seat`` leaves after the unit ``label`` and the game is ended."""
    _, count, board = next(end for end in log.ends if end[0] == label)
    left = {"playerId": log.players[seat], "player_name": "someone"}
    end: list[Event] = [
        {"type": "gameLog", "log": sentences.of("quit", log.options.language), "args": left},
        {"type": "updateLiveScore", "log": "", "args": {"scoreBreakdown": board}},
        {"type": "gameStateChange", "log": "", "args": {"id": 99, "type": "manager", "args": {}}},
    ]
    return _changed(log, [*log.packets[:count], end])


def _insert(log: Log, rng: random.Random, event: Event) -> bytes:
    packets = log.packets.copy()
    packets.insert(rng.randrange(len(packets) // 4, len(packets) // 2), [event])
    return _changed(log, packets)


def matcha(log: Log, rng: random.Random, mark: str) -> bytes:
    """Return a log with one mark of the Matcha expansion, one of :data:`MATCHA`."""
    args: dict[str, Any] = {"playerId": log.players[0]}
    kind = mark
    if mark == "green die":
        kind, args["die"] = "diePlaced", {"id": 77, "type": "green", "value": 3}
        args["actionSpace"] = {"id": "action-space-main-board-well", "type": "well", "value": 1}
    elif mark in ("tea-fields", "outskirts"):
        kind, args["die"] = "diePlaced", {"id": 77, "type": "red", "value": 3}
        args["actionSpace"] = {"id": f"action-space-main-board-{mark}-1", "type": mark, "value": 5}
    elif mark == "matcha tile":
        kind = "gameStateChange"
        tile = {"type": "matcha", "typeArg": 1, "side": "front", "locationArg": 1}
        args = {
            "id": 82,
            "args": {"action": {"id": 1, "actionArgs": {"trainingYards": [{"yardTiles": [tile]}]}}},
        }
    elif mark.endswith("Curtain"):
        kind = "newMainBoardCardRevealed"
        block = {"id": "3-1", "type": mark, "position": ["top"], "actionDescriptions": []}
        args["card"] = {"id": 3, "type": "steward", "typeArg": 2, "actionBlocks": [block]}
    return _insert(log, rng, {"type": kind, "log": "", "args": args})


def promo(log: Log, rng: random.Random) -> bytes:
    """Return a log with a sixth plant garden, whose type begins with ``promo``."""
    card = {
        "id": 190,
        "type": "promo-plant",
        "typeArg": 11,
        "foodCost": 3,
        "pointValue": 5,
        "locationArg": "red",
    }
    action = {"id": 1, "type": "AssignGardenerAction", "actionArgs": {"gardenCards": [card]}}
    return _insert(
        log, rng, {"type": "gameStateChange", "log": "", "args": {"id": 82, "args": {"action": action}}}
    )


def foreign_game(rng: random.Random) -> bytes:
    """Return the log of another game of the same site."""
    packets = []
    for number in range(40):
        kind = rng.choice(("tilePlaced", "cardPlayed", "coinGained", "gameStateChange"))
        args = {
            "playerId": rng.randrange(1000, 2000),
            "tile": {"id": number, "type": "meadow"},
            "x": 1,
            "y": 2,
        }
        packets.append({"move_id": str(number), "data": [{"type": kind, "log": "", "args": args}]})
    return json.dumps(packets).encode()


def html_error() -> bytes:
    """Return a page of the site that came with status 200 in place of a log."""
    return (
        b"<!DOCTYPE html>\n<html><head><title>Error</title></head><body><h1>An error has occurred</h1>"
        b"<p>This table cannot be shown.</p><script>var g_user = [1, 2];</script></body></html>\n"
    )


def quota_message() -> bytes:
    """Return the answer that says that no more logs can be had today."""
    answer = {"status": "0", "exception": "feException", "error": "Limit of replays reached", "code": 100}
    return json.dumps(answer).encode()
