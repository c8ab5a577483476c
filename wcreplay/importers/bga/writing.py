"""The record of what was found: setup as it is known, decisions in canonical form, where facts come from.

The decisions were found with possibilities put in for what was not known. Here they are taken once more from
the setup as it is really known, so that the text is the canonical one for it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import msgspec

from wcreplay.engine import registry
from wcreplay.engine.decision import UnknownFact
from wcreplay.engine.printing import result_tag
from wcreplay.engine.simulate import Paper
from wcreplay.games.white_castle.components import ROOMS, load
from wcreplay.games.white_castle.effects import NOT
from wcreplay.games.white_castle.position import Position
from wcreplay.games.white_castle.setup import UNKNOWN, Setup

from .hidden import SIZES, Hidden, Tiles, everything
from .match import Step
from .search import Found

GAME: Final = "white-castle"
_WELLS: Final = len(everything().wells)
_DAIMYOS: Final = len(everything().daimyos)


class NotFollowed(Exception):
    """The decisions cannot be taken from a setup; the message says where."""


class Written(msgspec.Struct):
    """Statements of a record, the final position, and facts as the tags name them."""

    lines: list[str]
    position: Position
    inferred: list[str]
    assumed: list[str]


def known_setup(setup: Setup, hidden: Hidden, *, stand_ins: bool = False) -> Setup:
    """Return a setup with what is left open as such; with ``stand_ins`` as the first possibility."""
    tiles = tuple(options[0] if stand_ins else in_common(options) for options in hidden.tiles)
    daimyos, wells = hidden.daimyos, hidden.wells
    daimyo = daimyos[0] if stand_ins else "/".join(sorted(daimyos)) if len(daimyos) < _DAIMYOS else UNKNOWN
    well = wells[0] if len(wells) == 1 else (UNKNOWN, UNKNOWN)
    return msgspec.structs.replace(setup, tiles=tiles, daimyo=daimyo, well=well)


def in_common(options: Iterable[Tiles]) -> Tiles:
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


def follow(setup: Setup, steps: Iterable[Step]) -> tuple[Paper, Position]:
    """Take decisions from a setup. Raises :class:`NotFollowed`.

    A decision asked only because a fact is open is passed; one that is not asked any more is left out.
    """
    rules = registry.load(GAME)
    paper = Paper(rules)
    paper.setup(setup)
    position = rules.start(setup)
    for step in steps:
        while (decision := position.decision) is not None:
            if decision.kind == step.kind and len(position.stack) <= step.depth:
                break
            if "" not in decision.options or len(position.stack) < step.depth:
                break
            _take(paper, position, "")
        if decision is None:
            break
        if decision.options.get(step.text) is not None and decision.kind == step.kind:
            _take(paper, position, step.text)
        elif step.text:
            raise NotFollowed(f"{position.label}: {step.text}")
    paper.close(position)
    return paper, position


def _take(paper: Paper, position: Any, text: str) -> None:
    paper.write(position, position.decision, text)
    try:
        position.apply(text)
    except UnknownFact as unknown:
        raise NotFollowed(f"{position.label}: {unknown}") from None
    position.finished.clear()


def write(found: Found, inferred: Iterable[str]) -> Written:
    """Write what was found. ``inferred`` names facts besides those that are seen here.

    Raises :class:`NotFollowed` if the decisions fit no setup, which would be a fault of the search.
    """
    setup, hidden = found.state.pos.setup, found.state.hidden
    steps = [step for reading in found.readings for step in reading.steps]
    assumed: list[str] = []
    try:
        paper, position = follow(known_setup(setup, hidden), steps)
        given = position.setup
    except NotFollowed:
        paper, position = follow(known_setup(setup, hidden, stand_ins=True), steps)
        given = position.setup
        assumed += stand_ins(hidden)
    for reading in found.readings:
        if reading.ties:
            letter = "ABCD"[reading.seat] if reading.label.endswith("g") else ""
            assumed.append(f"{reading.label} {letter}".strip())
    derived = [*inferred, *_derived(given)]
    return Written(paper.lines, position, _unique(derived, assumed), _unique(assumed, ()))


def stand_ins(hidden: Hidden) -> list[str]:
    """Name the facts of which the first of several possibilities stands for all."""
    rooms = [f"tiles {room}" for room, options in zip(ROOMS, hidden.tiles, strict=True) if len(options) > 1]
    return [*rooms, *([hidden.daimyos[0]] if len(hidden.daimyos) > 1 else [])]


def _derived(setup: Setup) -> list[str]:
    """Name the facts of a setup that no payload states and that are known all the same, at least in part."""
    names = [
        f"tiles {room}"
        for room, tiles, size in zip(ROOMS, setup.tiles, SIZES, strict=True)
        if tiles != (-1,) * size
    ]
    names += [load().well[tile].source for tile in setup.well if tile != UNKNOWN]
    return names if setup.daimyo == UNKNOWN else [*names, setup.daimyo]


def _unique(names: Iterable[str], without: Iterable[str]) -> list[str]:
    left_out = set(without)
    return [name for name in dict.fromkeys(names) if name not in left_out]


def commented(written: Written) -> list[str]:
    """Return the statements, with a comment on each line that holds something not shown outright."""
    notes: dict[str, list[str]] = {}
    for kind, names in (("inferred", written.inferred), ("assumed, other readings fit too", written.assumed)):
        for name in names:
            head = _line_of(name)
            notes.setdefault(head, [])
            if kind not in notes[head]:
                notes[head].append(kind)
    lines = []
    for line in written.lines:
        words = line.split()
        head = " ".join(words[:2]) if words[0].endswith(".g") else words[0]
        kinds = notes.get(head, [])
        open_facts = (
            ["open: _"]
            if "_" in line and words[0] in ("castle", "tiles", "gardens", "yards", "pairs", "round")
            else []
        )
        note = "; ".join((*kinds, *open_facts))
        lines.append(f"{line} {{{note}}}" if note else line)
    return lines


def _line_of(name: str) -> str:
    """Return the beginning of the statement that a name of the tags is about."""
    if name[:1].isdigit():
        return name
    word = name.partition(" ")[0]
    if word in ("tiles", "pairs"):
        return word
    return "tiles" if word == "tile" else "castle"


def result_of(position: Position) -> str:
    """Return the value of the tag ``Result`` at the end of a game; empty before it."""
    if not position.over:
        return ""
    rules = registry.load(GAME)
    points = [sum(rules.scores(position.setup, row)) for row in position.ledger.balances]
    return result_tag(points, rules.ranking(points, position.order))


def with_tags(lines: Iterable[str], tags: Iterable[tuple[str, str]]) -> str:
    """Return the text of a record: its tags with a value, then its statements."""
    head = []
    for name, value in tags:
        if value:
            escaped = value.replace("\\", "\\\\").replace('"', '\\"')
            head.append(f'[{name} "{escaped}"]')
    return "\n".join((*head, "", *lines, ""))
