"""From packets to a file: packet keys, foreign events, chat, and what can lie around the list."""

from __future__ import annotations

import gzip
import io
import random
import zipfile
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from .options import Options
from .seen import Knowledge
from .sheet import Event

SECRET: Final = "never-read-this-5e0c"
"""Stands in chat and private events only."""

_EXTRA: Final[tuple[Event, ...]] = (
    {"type": "wakeupPlayers", "log": "", "args": []},
    {"type": "simpleNote", "log": "", "args": {"coinValue": 99, "playerId": "1"}},
    {"type": "updateReflexionTime", "log": "", "args": {"player_id": 1, "delta": "60", "max": 180}},
    {
        "type": "aTypeOfNextYear",
        "log": "${what}",
        "args": {"what": "news", "card": {"id": 1, "type": "advert"}},
    },
)
_JUNK: Final[tuple[Any, ...]] = (
    None,
    17,
    "text",
    [],
    {"log": "no type"},
    {"type": "noArgs"},
    {"type": "x", "args": "y"},
)
_PAGE: Final = (
    "<!DOCTYPE html>\n<html><head><title>Table {table}</title></head><body><h1>Replay</h1>\n"
    '<script type="text/javascript">\n  var g_archive_mode = true;\n  var g_gamelogs = {stream};\n</script>\n'
    "<p>&lt;not a log&gt; [ {{ </p></body></html>\n"
)


class Log(msgspec.Struct):
    """A log before it becomes a file.

    ``players`` are the player ids by seat number of the source record. ``firm`` are packet and place of the
    events with a total that lie outside undone windows; ``ends`` label, number of packets and score board at
    the end of each unit.
    """

    table: int
    options: Options
    packets: list[list[Event]]
    players: list[str]
    knowledge: Knowledge
    firm: list[tuple[int, int]]
    ends: list[tuple[str, int, dict[str, Any]]]
    seed: float

    @property
    def events(self) -> list[Event]:
        """All events of the game in order."""
        return [event for packet in self.packets for event in packet]


def stream(log: Log) -> list[Any]:
    """Return the list of packets as the file holds it."""
    rng, options = random.Random(log.seed), log.options
    packets: list[Any] = []
    for number, events in enumerate(log.packets, start=1):
        if not events:
            continue
        if options.extra_events and rng.random() < 0.2:
            packets.append(_packet(log, rng, number, [rng.choice(_EXTRA)]))
        if options.chat and rng.random() < 0.1:
            packets.append(_private(log, rng, number))
        data: list[Any] = list(events)
        if options.junk and rng.random() < 0.2:
            data.insert(rng.randrange(len(data) + 1), rng.choice(_JUNK))
        packets.append(_packet(log, rng, number, data))
        if options.junk and rng.random() < 0.1:
            packets.append({"move_id": str(number)})
    return packets


def _packet(log: Log, rng: random.Random, number: int, data: list[Any]) -> dict[str, Any]:
    if not log.options.packet_keys:
        return {"data": data}
    return {
        "channel": f"/table/t{log.table}",
        "table_id": str(log.table),
        "packet_id": str(number),
        "packet_type": "history",
        "move_id": str(number),
        "time": str(1_700_000_000 + 40 * number + rng.randrange(40)),
        "data": data,
    }


def _private(log: Log, rng: random.Random, number: int) -> dict[str, Any]:
    """Return a packet with chat, or one to a single player."""
    who = rng.choice(log.players)
    chat = {"type": "chatmessage", "log": "${text}", "args": {"player_id": who, "text": f"{SECRET}: hi"}}
    note = {"type": "privateNote", "log": SECRET, "args": {"_private": {"note": SECRET}, "playerId": who}}
    packet = _packet(log, rng, number, [rng.choice((chat, note))])
    return {**packet, "channel": f"/player/p{who}", "packet_type": "single"}


def encode(log: Log) -> bytes:
    """Return a log as a file."""
    options, packets = log.options, stream(log)
    if options.outer == "ndjson":
        text = "".join(_dump(packet) + "\n" for packet in packets)
    elif options.outer == "html":
        whole = _dump(wrap(packets, options.nesting)).replace("</", "<\\/")
        text = _PAGE.format(table=log.table, stream=whole)
    elif options.outer == "answer":
        text = _dump(wrap(packets, options.nesting))
    else:
        text = _dump(packets)
    return _compress(text.encode(), log.table, options)


def wrap(packets: Any, nesting: int) -> Any:
    """Lay ``nesting`` answers around a list of packets."""
    inner = packets
    for depth in range(nesting):
        inner = {"status": 1, "data": inner} if depth == nesting - 1 else {"valid": 1, "data": inner}
    return inner


def _dump(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _compress(data: bytes, table: int, options: Options) -> bytes:
    if options.compress == "gz":
        return gzip.compress(data, compresslevel=1, mtime=0)
    if options.compress == "zip":
        return zipped({f"table-{table}.json": data})
    return data


def zipped(members: dict[str, bytes]) -> bytes:
    """Return a zip file of members."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, data in members.items():
            archive.writestr(zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), data)
    return file.getvalue()


LAYOUTS: Final = ("map", "lists", "lines", "answers", "zip")
"""How several tables can lie in one file."""


def encode_several(logs: Sequence[Log], layout: str) -> bytes:
    """Return several tables as one file; ``layout`` is one of :data:`LAYOUTS`."""
    if layout == "zip":
        return zipped({f"table-{log.table}.json": encode(log) for log in logs})
    if layout == "map":
        return _dump({str(log.table): stream(log) for log in logs}).encode()
    if layout == "lists":
        return _dump([stream(log) for log in logs]).encode()
    if layout == "lines":
        return "".join(_dump(stream(log)) + "\n" for log in logs).encode()
    if layout == "answers":
        return _dump([{"table_id": str(log.table), "data": stream(log)} for log in logs]).encode()
    raise ValueError(f"no layout {layout}; there are {', '.join(LAYOUTS)}")
