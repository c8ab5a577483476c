"""The record of what was found: setup as it is known, decisions in canonical form, where facts come from.

The decisions were found with possibilities put in for what was not known. Here they are taken once more from
the setup as it is really known, so that the text is the canonical one for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice, product
from typing import Any, Final, NamedTuple

import msgspec

from wcreplay.engine import registry
from wcreplay.engine.decision import UnknownFact
from wcreplay.engine.printing import result_tag
from wcreplay.engine.simulate import Paper
from wcreplay.games.white_castle import accounts as acc
from wcreplay.games.white_castle.components import ROOMS, load
from wcreplay.games.white_castle.position import Position
from wcreplay.games.white_castle.setup import COPIES_OF_ACTION, UNKNOWN, Setup, check_setup

from . import dice
from .dice import DiceBook
from .found import Found
from .hidden import SIZES, can_lie, distinct, everything, in_common
from .match import collected
from .possibilities import Hidden, Tiles
from .setting import Setting
from .state import Step

GAME: Final = "white-castle"
_ROOM = re.compile(r"[<>:^](s[123]|d[12])")
_TILES_OF = re.compile(r"tiles of room (s[123]|d[12])")
_SETUPS: Final = 400
"""Sets of facts that stand in which are tried, at most."""
_DAIMYOS: Final = len(everything().daimyos)


class NotFollowed(Exception):
    """The decisions cannot be taken from a setup; the message says where, ``fact`` what they need to know."""

    def __init__(self, message: str, fact: str = "") -> None:
        """Keep the fact beside the message."""
        super().__init__(message)
        self.fact = fact


class Written(NamedTuple):
    """Statements of a record, the final position, and facts as the tags name them.

    ``agrees`` if that is a record of the log.
    """

    lines: list[str]
    position: Position
    inferred: list[str]
    assumed: list[str]
    agrees: bool = True


def known_setup(setup: Setup, hidden: Hidden, used: frozenset[str]) -> Setup:
    """Return a setup with what is left open as such.

    A card of a room in ``used`` cannot stay open: the first that fits stands in.
    """
    tiles = tuple(in_common(options) for options in hidden.tiles)
    chosen = distinct(hidden.rooms) or setup.rooms
    cards = list(setup.rooms)
    for room, possible in enumerate(hidden.rooms):
        if possible:
            known = len(possible) == 1 or ROOMS[room] in used
            cards[room] = chosen[room] if known else UNKNOWN
    daimyos, wells = hidden.daimyos, hidden.wells
    daimyo = "/".join(sorted(daimyos)) if len(daimyos) < _DAIMYOS else UNKNOWN
    well = wells[0] if len(wells) == 1 else (UNKNOWN, UNKNOWN)
    gardens = tuple(UNKNOWN if place in hidden.gardens else card for place, card in enumerate(setup.gardens))
    return msgspec.structs.replace(
        setup, rooms=tuple(cards), tiles=tiles, daimyo=daimyo, well=well, gardens=gardens
    )


def pairs_taken(found: Found) -> tuple[tuple[tuple[str, str], ...], list[str]]:
    """Return the starting pairs, and the action cards of them that are one of several that fit.

    These are the pairs on offer, else those taken and one that nobody knows.
    """
    setup = found.state.pos.setup
    if len(setup.pairs) == setup.seats + 1 and not found.state.hidden.actions:
        return setup.pairs, []
    picks = [
        (reading.seat, step.text)
        for reading in found.readings
        for step in reading.steps
        if step.kind == "draft"
    ]
    own = {seat: found.state.hidden.actions[seat] or (found.actions[seat],) for seat, _ in picks}
    chosen: list[str] = []
    assumed = []
    for seat, _ in sorted(picks, key=lambda pick: len(own[pick[0]])):
        several = len(own[seat]) > 1
        own[seat] = tuple(card for card in own[seat] if chosen.count(card) < COPIES_OF_ACTION) or own[seat]
        chosen.append(own[seat][0])
        assumed += [own[seat][0]] * several
    pairs = [(resource, own[seat][0]) for seat, resource in picks]
    return (*pairs, *[(UNKNOWN, UNKNOWN)] * (setup.seats + 1 - len(pairs))), assumed


def rooms_used(steps: Iterable[Step]) -> frozenset[str]:
    """Return the rooms whose cards the steps of a game depend on."""
    return frozenset(match[1] for step in steps if (match := _ROOM.search(step.text)))


def follow(setup: Setup, steps: Iterable[Step], *, deeper: bool = False) -> tuple[Paper, Position, int]:
    """Take decisions from a setup, and count how often the Lantern is collected. Raises :class:`NotFollowed`.

    A decision asked only because a fact is open is passed; one that is not asked any more is left out. With
    ``deeper`` more may be pending at a decision than where it was found.
    """
    rules = registry.load(GAME)
    paper = Paper(rules)
    paper.setup(setup)
    position = rules.start(setup)
    lanterns = 0
    for step in steps:
        exchange = step.text[:2] == "x:"  # may be made at any decision
        while (decision := position.decision) is not None:
            if decision.kind == step.kind and (
                len(position.stack) <= step.depth
                or (deeper and step.text and decision.options.get(step.text) is not None)
            ):
                break
            if exchange and decision.options.get(step.text) is not None:
                break
            if "" not in decision.options or (len(position.stack) < step.depth and step.kind != "roll"):
                break
            lanterns += _take(paper, position, "")
        if decision is None:
            break
        if decision.options.get(step.text) is not None and (exchange or decision.kind == step.kind):
            lanterns += _take(paper, position, step.text)
        elif step.text:
            raise NotFollowed(f"{position.label}: {step.text}")
    paper.close(position)
    return paper, position, lanterns


def _take(paper: Paper, position: Any, text: str) -> int:
    decision = position.decision
    paper.write(position, decision, text)
    try:
        position.apply(text)
    except UnknownFact as unknown:
        raise NotFollowed(f"{position.label}: {unknown}", _fact(str(unknown))) from None
    position.finished.clear()
    return collected(decision, text, position)


def _fact(unknown: str) -> str:
    """Return the name of a fact that the rules cannot do without; empty for one that cannot stand in."""
    if found := _TILES_OF.search(unknown):
        return f"tiles {found[1]}"
    return "daimyo" if "daimyo" in unknown else "well" if "well" in unknown else ""


def with_rolls(steps: list[Step], book: DiceBook, seats: int) -> list[Step]:
    """Return the steps with the rolls of loose bridges as their dice were taken."""
    taken: dict[tuple[int, int], list[tuple[str, int]]] = {}
    number = -1
    for step in steps:
        if step.kind == "roll" and step.text[0] == "c":
            number += 1
        elif step.kind == "die" and step.text[0] in "cbw":
            end, pips = step.text[2], int(step.text[1])
            taken.setdefault((number, "cbw".index(step.text[0])), []).append((end, pips))
    done, number = [], -1
    for step in steps:
        if step.kind == "roll":
            colour = "cbw".index(step.text[0])
            number += colour == 0
            if dice.loose(book, number, colour, seats):
                text = dice.roll_as_taken(book, number, colour, seats, taken.get((number, colour), []))
                done.append(Step(step.kind, step.depth, text, step.move))
                continue
        done.append(step)
    return done


def write(
    found: Found, setting: Setting, book: DiceBook, agrees: Callable[[list[str], Position], bool]
) -> Written:
    """Write what was found, beginning at a setting.

    ``agrees`` is asked whether statements and the position that they end in are a record of the log.

    Raises :class:`NotFollowed` if the decisions fit no setup, which would be a fault of the search.
    """
    hidden = found.state.hidden
    pairs, assumed = pairs_taken(found)
    setup = msgspec.structs.replace(found.state.pos.setup, pairs=pairs)
    steps = with_rolls([step for reading in found.readings for step in reading.steps], book, setup.seats)
    used = rooms_used(steps)
    chosen = distinct(hidden.rooms) or setup.rooms
    assumed += [
        chosen[room]
        for room, possible in enumerate(hidden.rooms)
        if len(possible) > 1 and ROOMS[room] in used
    ]
    inferred = [*setting.inferred, *(possible[0] for possible in hidden.rooms if len(possible) == 1)]
    holdings = _holdings(found.state.pos)

    lit = sum(reading.lanterns for reading in found.readings)
    fits = partial(_fits, lit, holdings, agrees)
    paper, position, stood_in, right = _with_gardens(setup, hidden, used, steps, fits)
    assumed += stood_in
    given = position.setup
    assumed += _open_by_ties(found, given)
    for reading in found.readings:
        if reading.ties:
            letter = "ABCD"[reading.seat] if reading.label.endswith("g") else ""
            assumed.append(f"{reading.label} {letter}".strip())
    derived = [*inferred, *_derived(given)]
    if not found.asked:  # what was done is only the likeliest of what may have been, and so is what it tells
        assumed += [*derived, *_laid(setting.setup, given)]
    return Written(paper.lines, position, _unique(derived, assumed), _unique(assumed, ()), right)


def _fits(
    lit: int,
    holdings: list[list[int]],
    agrees: Callable[[list[str], Position], bool],
    paper: Paper,
    position: Position,
    lanterns: int,
) -> bool:
    """Whether decisions that were taken once more lead to the same, and make a record of the log."""
    return lanterns == lit and _holdings(position) == holdings and agrees(paper.lines, position)


def _holdings(position: Position) -> list[list[int]]:
    """Return what the seats hold of all that a log states."""
    return [row[: acc.TIME + 1] for row in position.ledger.balances]


_Fits = Callable[[Paper, Position, int], bool]
_Followed = tuple[Paper, Position, list[str], bool]
"""What became of decisions: text, last position, the facts that stand in, and whether that fits."""


def _with_gardens(
    setup: Setup, hidden: Hidden, used: frozenset[str], steps: list[Step], fits: _Fits
) -> _Followed:
    """Take the decisions; gardens that nobody saw stay open unless it matters that a gardener could go there.

    Raises :class:`NotFollowed` as :func:`_followed`.
    """
    laid = [setup.gardens[place] for place in hidden.gardens]
    try:
        done = _followed(setup, hidden, used, steps, fits)
        if done[-1] or not laid:
            return done
    except NotFollowed:
        if not laid:
            raise
    known = msgspec.structs.replace(hidden, gardens=())
    paper, position, stood_in, right = _followed(setup, known, used, steps, fits)
    return paper, position, [*stood_in, *laid], right


def _followed(
    setup: Setup, hidden: Hidden, used: frozenset[str], steps: list[Step], fits: _Fits
) -> _Followed:
    """Take the decisions; facts that they depend on stand in, and are named.

    What was found to be possible of single facts need not go together: those are taken that fit, if there are
    any. Raises :class:`NotFollowed` if no facts will do.
    """
    needed: list[str] = []
    while True:
        last: NotFollowed | None = None
        done: _Followed | None = None
        setups = islice(_with_stand_ins(setup, hidden, used, needed), _SETUPS)
        for given, deeper in product(setups, (False, True)):
            try:
                paper, position, lanterns = follow(given, steps, deeper=deeper)
            except NotFollowed as failure:
                last = failure
                if failure.fact and failure.fact not in needed:
                    break
                continue
            named = [given.daimyo if name == "daimyo" else name for name in needed]
            others = zip(given.rooms, known_setup(setup, hidden, used).rooms, strict=True)
            named += [card for card, first in others if card != first]
            right = fits(paper, position, lanterns)
            if right:
                return paper, position, named, True
            done = done or (paper, position, named, False)
        if done is not None:
            return done  # the proof will say where it differs
        if last is None:
            raise NotFollowed("no tiles fit")
        if not last.fact or last.fact in needed:
            raise last
        needed.append(last.fact)


def _with_stand_ins(setup: Setup, hidden: Hidden, used: frozenset[str], needed: list[str]) -> Iterator[Setup]:
    """Yield setups in which facts that are needed have one of their values, the likeliest first."""
    base = known_setup(setup, hidden, used)
    tiles = [
        options if f"tiles {room}" in needed else (in_common(options),)
        for room, options in zip(ROOMS, hidden.tiles, strict=True)
    ]
    for cards in islice(product(*_cards_beside(base, hidden, needed)), _SETUPS):
        if len(set(cards) - {UNKNOWN}) == len(cards) - cards.count(UNKNOWN):
            yield from _with_tiles(msgspec.structs.replace(base, rooms=cards), hidden, needed, tiles)


def _cards_beside(base: Setup, hidden: Hidden, needed: list[str]) -> Iterator[tuple[str, ...]]:
    """Yield the cards that may lie in each room whose card or tiles are needed, else the one that does."""
    for room, card, possible in zip(ROOMS, base.rooms, hidden.rooms, strict=True):
        used = card != UNKNOWN or f"tiles {room}" in needed
        yield (card, *(other for other in possible if used and other != card))


def _with_tiles(
    base: Setup, hidden: Hidden, needed: list[str], tiles: list[tuple[Tiles, ...]]
) -> Iterator[Setup]:
    for daimyo in hidden.daimyos if "daimyo" in needed else (base.daimyo,):
        for well in hidden.wells if "well" in needed else (base.well,):
            for laid in islice(product(*tiles), _SETUPS):
                given = msgspec.structs.replace(base, daimyo=daimyo, well=well, tiles=laid)
                rooms = [
                    (here,) if len(options) > 1 else possible
                    for here, options, possible in zip(laid, tiles, hidden.tiles, strict=True)
                ]
                if not check_setup(given) and can_lie(rooms, hidden.wells):
                    yield given


def _open_by_ties(found: Found, given: Setup) -> Iterator[str]:
    """Name the facts that readings as likely do not agree on."""
    for name in sorted({name for reading in found.readings for name in reading.other}):
        kind, _, which = name.partition(" ")
        if kind == "castle":
            card = given.rooms[ROOMS.index(which)]
            if card != UNKNOWN:
                yield card
            yield f"tiles {which}"  # what its blocks gave tells which tiles lie beside them
        elif kind == "daimyo":
            yield given.daimyo
        elif kind in ("yard", "garden"):
            card = (given.yards if kind == "yard" else given.gardens)[int(which)]
            if card != UNKNOWN:
                yield card
        elif kind == "well":
            yield from (load().well[tile].source for tile in given.well if tile != UNKNOWN)
        elif kind == "action":
            own = [reading.steps for reading in found.readings if reading.seat == int(which)]
            pick = next(step.text for steps in own for step in steps if step.kind == "draft")
            yield next(pair[1] for pair in given.pairs if pair[0] == pick)
        else:
            yield name


def _derived(setup: Setup) -> list[str]:
    """Name the facts of a setup that no payload states and that are known all the same, at least in part."""
    names = [
        f"tiles {room}"
        for room, tiles, size in zip(ROOMS, setup.tiles, SIZES, strict=True)
        if tiles != (-1,) * size
    ]
    names += [load().well[tile].source for tile in setup.well if tile != UNKNOWN]
    return names if setup.daimyo == UNKNOWN else [*names, setup.daimyo]


def _laid(shown: Setup, given: Setup) -> Iterator[str]:
    """Yield the gardens and yard tiles that no payload shows."""
    for card, first in zip((*given.gardens, *given.yards), (*shown.gardens, *shown.yards), strict=True):
        if first == UNKNOWN != card:
            yield card


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
    return {"tile": "tiles", "P": "gardens", "K": "gardens", "Y": "yards"}.get(
        word if word == "tile" else word[:1], "castle"
    )


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
