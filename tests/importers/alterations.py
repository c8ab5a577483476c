"""Every number that a log states as a total, altered one at a time: each has to be found, at its event.

``python -m tests.importers.alterations`` alters all totals of some games by several amounts; the suite a few.
Totals are those of coins, seals and resources outside windows that are taken back, the spaces of markers,
and the points of score boards. A marker that is said to have stopped at a checkpoint contradicts nothing by
itself, so it may be found by what comes later.
"""

from __future__ import annotations

import argparse
import copy
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from tests.importers.generator import Log, Options, build, encode
from tests.importers.generator.sheet import TOTALS, Event
from wcreplay.engine.reader import read_record
from wcreplay.engine.simulate import simulate
from wcreplay.importers.bga.convert import convert_document
from wcreplay.importers.model import Document
from wcreplay.notation.model import RawRecord

STOPS = (5, 10, 14, 20)
"""Spaces of the time track where a player may stop, and the last one."""
BY = (1, -1, 2, -2, 3, 100)


class Place(NamedTuple):
    """Where a total stands: packet, place in it, and keys down from the event's args."""

    packet: int
    place: int
    keys: tuple[str | int, ...]

    def at(self, log: Log) -> int:
        """Return the number of the event."""
        return sum(map(len, log.packets[: self.packet])) + self.place + 1


def game_log(players: int, policy: str, seed: int, undo: str) -> Log:
    """Return the log of a simulated game."""
    done = read_record(RawRecord(next(simulate("white-castle", 1, players, policy, seed)))).replay
    assert done is not None
    return build(done, random.Random(seed), Options(undo=undo))


def places(log: Log) -> Iterator[Place]:
    """Yield the totals of a log. Markers and boards only where nothing is taken back in it."""
    for packet, place in log.firm:
        args = log.packets[packet][place]["args"]
        yield Place(packet, place, (next(key for key in TOTALS if key in args),))
    if log.options.undo != "none":
        return
    for packet, events in enumerate(log.packets):
        for place, event in enumerate(events):
            yield from (Place(packet, place, keys) for keys in _deeper(event))


def _deeper(event: Event) -> Iterator[tuple[str | int, ...]]:
    args = event["args"]
    if event["type"] == "passageOfTimeMoved":
        for number, _ in enumerate(args["influenceMarkers"]):
            yield "influenceMarkers", number, "location"
    elif event["type"] == "updateLiveScore":
        for player, row in args["scoreBreakdown"].items():
            for name in row:
                yield "scoreBreakdown", player, name


def altered(log: Log, place: Place, by: int) -> bytes | None:
    """Return the log with one total changed; None if that would make it negative."""
    packets = [events.copy() for events in log.packets]
    event = packets[place.packet][place.place] = copy.deepcopy(packets[place.packet][place.place])
    inner: Any = event["args"]
    for key in place.keys[:-1]:
        inner = inner[key]
    prefix, dash, number = _value(log, place).rpartition("-")
    if int(number) + by < 0:
        return None
    inner[place.keys[-1]] = f"{prefix}{dash}{int(number) + by}" if dash else int(number) + by
    return encode(msgspec.structs.replace(log, packets=packets))


def _value(log: Log, place: Place) -> str:
    """Return what stands there, as text: a number, perhaps behind a word and a dash."""
    inner: Any = log.packets[place.packet][place.place]["args"]
    for key in place.keys:
        inner = inner[key]
    return str(inner)


def missed(log: Log, place: Place, by: int) -> str:
    """Return what is wrong with how an altered total is found; empty: nothing."""
    data = altered(log, place, by)
    if data is None:
        return ""
    (done,) = convert_document(Document("table.json", data))
    if done.proved or done.text:
        return "not found"
    found = next(one for one in done.diagnostics if one.severity == "error")
    named = re.search(r"event (\d+) \(", found.message)
    if place.keys[0] == "influenceMarkers" and int(_value(log, place).rpartition("-")[2]) + by in STOPS:
        return ""  # a player may stop there: only what comes later tells that this one did not
    if named is None or int(named[1]) != place.at(log):
        return f"found elsewhere: {found.code} {found.message}"
    return ""


def main() -> None:
    """Alter all totals of some games and print what was missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.importers.alterations", description=__doc__)
    parser.add_argument("-n", "--games", type=int, default=1, help="games of each kind (default 1)")
    parser.add_argument(
        "--boards", type=int, default=10, help="one in so many numbers of boards (default 10)"
    )
    options = parser.parse_args()
    tried: Counter[str] = Counter()
    wrong = 0
    for seed in range(1, options.games + 1):
        for players in (2, 3, 4):
            for undo in ("none", "heavy"):
                log = game_log(players, "heuristic", seed, undo)
                for number, place in enumerate(places(log)):
                    if place.keys[0] == "scoreBreakdown" and number % options.boards:
                        continue
                    for by in BY:
                        tried[str(place.keys[0])] += 1
                        if words := missed(log, place, by):
                            wrong += 1
                            case = f"seed {seed}, {players} players, undo {undo}"
                            sys.stdout.write(f"{case}, {place}, {by:+d}: {words}\n")
    sys.stdout.write(f"{tried.total()} altered totals ({dict(tried)}), {wrong} missed\n")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
