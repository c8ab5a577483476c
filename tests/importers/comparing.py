"""Whether a record made from a log is the game that the log was made of.

Compared are all holdings after every unit, the results, the facts of setup and chance, and the decisions.

- A fact that the log shows has to be in the record, one that it hides must be unknown there
  (:class:`~.generator.Knowledge`), and one that may be concluded may be known or unknown, but not wrong.
  Where the rules need a hidden fact one that fits stands in; the record names it as assumed.
- Decisions are the same, or the log leaves them open: then the record's decisions, played at the true table,
  make the very same log, event by event. Prompts count as events where nothing was taken back; what was
  tried and taken back without an event leaves prompts, so that these prove nothing.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, pairwise, product
from typing import Any, Final, NamedTuple, TypeVar

import msgspec

from tests.importers.generator import Knowledge, Options, build
from wcreplay.engine import registry
from wcreplay.engine.decision import UnknownFact
from wcreplay.engine.reader import read_record
from wcreplay.engine.replay import Replay
from wcreplay.engine.simulate import Paper
from wcreplay.games.white_castle import accounts as acc
from wcreplay.games.white_castle.components import GARDEN_PLACES, ROOMS, load
from wcreplay.games.white_castle.effects import NOT
from wcreplay.games.white_castle.setup import UNKNOWN, Setup, check_setup
from wcreplay.importers.bga.convert import Conversion
from wcreplay.notation.model import RawRecord

_Value = TypeVar("_Value")
_COLOURS: Final = ("red", "black", "white")
_DEALS: Final = 20
_LAYS: Final = 10_000
"""Cards and ways to lay the tiles that a record leaves open that are tried, at most."""


class Difference(NamedTuple):
    """What is wrong with a record: its kind, and details for a reader."""

    kind: str
    message: str


class Outcome(NamedTuple):
    """What is wrong with a record; how many units it reads otherwise, and how much it calls assumed."""

    differences: list[Difference]
    otherwise: int = 0
    assumed: int = 0


def compare(source: Replay, known: Knowledge, options: Options, done: Conversion) -> Outcome:
    """Compare a game with the record that was made from its log."""
    if not done.proved:
        errors = [found for found in done.diagnostics if found.severity == "error"]
        return Outcome([Difference(f"refused {errors[0].code}", errors[0].message)])
    made = read_record(RawRecord(done.text)).replay
    if made is None or made.state != "complete":
        return Outcome([Difference("record", "the record does not replay to the end")])
    return _Comparison(source, known, options, done, made).run()


class _Comparison:
    def __init__(
        self, source: Replay, known: Knowledge, options: Options, done: Conversion, made: Replay
    ) -> None:
        self.source = source
        self.known = known
        self.options = options
        self.done = done
        self.made = made
        self.order: tuple[int, ...] = source.setup.order
        """Seat number of the source by that of the record, which numbers seats in the first turn order."""
        self.found: list[Difference] = []
        self.doubtful = False
        """Whether a fact is not the true one, so that the log has to be compared."""

    def wrong(self, kind: str, message: str) -> None:
        self.found.append(Difference(kind, message))

    def run(self) -> Outcome:
        self.results()
        for name, theirs, ours in self.facts():
            self.fact(name, theirs, ours)
        self.totals()
        otherwise = 0 if self.found else self.decisions()
        return Outcome(self.found, otherwise, len(self.done.assumed))

    # -- numbers -------------------------------------------------------------------------------

    def totals(self) -> None:
        """Compare the holdings after every unit."""
        units = [
            [(turn.label, self.seat(turn.seat, which), turn.balances) for turn in replay.turns]
            for which, replay in enumerate((self.source, self.made))
        ]
        if [unit[:2] for unit in units[0]] != [unit[:2] for unit in units[1]]:
            self.wrong("units", "the record has other turns")
            return
        for (label, _, theirs), (_, _, ours) in zip(*units, strict=True):
            rows = [(theirs[seat], ours[number]) for number, seat in enumerate(self.order)]
            if any(self.held(one) != self.held(other) for one, other in rows):
                self.wrong("totals", f"other holdings after {label}")
                return

    def held(self, row: tuple[int, ...]) -> tuple[int, ...]:
        """Return the holdings of a seat that a log states, so without the time steps that were lost.

        Gardeners are told apart by garden unless the record says that one is assumed.
        """
        row = (*row[: acc.TIME_LOST], *row[acc.TIME_LOST + 1 :])
        if set(self.made.setup.gardens).isdisjoint(self.done.assumed):
            return row
        first, behind = acc.GARDENER_FIRST, acc.GARDENER_FIRST + len(GARDEN_PLACES)
        return (*row[:first], sum(row[first:behind]), *row[behind:])

    def seat(self, letter: str, which: int) -> int:
        """Return a seat's number in the source; ``which`` is 1 for a letter of the record."""
        if not letter:
            return -1
        number = "ABCD".index(letter)
        return self.order[number] if which else number

    def results(self) -> None:
        """Compare points and ranks."""
        theirs = {self.seat(line.seat, 0): (line.points, line.rank) for line in self.source.result}
        ours = {self.seat(line.seat, 1): (line.points, line.rank) for line in self.made.result}
        if theirs != ours:
            self.wrong("results", f"{ours} for {theirs}")

    # -- facts ---------------------------------------------------------------------------------

    def facts(self) -> Iterator[tuple[str, str, str]]:
        """Yield name, true value and the record's value of every fact, empty for one that is open."""
        theirs, ours = self.source.setup, self.made.setup
        for number, room in enumerate(ROOMS):
            yield f"castle {room}", theirs.rooms[number], _open(ours.rooms[number])
            for block, tiles in enumerate(zip(theirs.tiles[number], ours.tiles[number], strict=True), 1):
                yield f"tiles {room}.{block}", str(tiles[0]), _tile(*tiles)
        for slot in range(3):
            yield f"daimyo m{slot + 1}", _slot(theirs.daimyo, slot), _slot(ours.daimyo, slot)
        yield "well", "+".join(sorted(theirs.well)), _open("+".join(sorted(ours.well)))
        for place, (colour, kind) in enumerate(GARDEN_PLACES):
            yield f"gardens {colour}.{kind}", theirs.gardens[place], _open(ours.gardens[place])
        for place, name in enumerate(("5.1", "5.2", "3.1", "1.1")):
            yield f"yards {name}", theirs.yards[place], _open(ours.yards[place])
        yield from self.pairs()
        yield from self.dice()
        yield from self.refills()

    def pairs(self) -> Iterator[tuple[str, str, str]]:
        theirs, ours = _pairs(self.source), _pairs(self.made)
        for number, seat in enumerate(self.order):
            for side, kind in enumerate(("resource", "action")):
                name = f"pair {self.source.seats[seat]} {kind}"
                yield name, theirs[seat][side], _open(ours[number][side])
        yield "pair left", "+".join(theirs[-1]), _open("+".join(ours[-1]))

    def dice(self) -> Iterator[tuple[str, str, str]]:
        rolls = [
            [text for text in replay.history if re.fullmatch(r"[cbw][1-6_]+", text)]
            for replay in (self.source, self.made)
        ]
        for number, (theirs, ours) in enumerate(zip(*rolls, strict=True)):
            for place, pips in enumerate(theirs[1:], 1):
                yield f"dice {number // 3 + 1} {theirs[0]}.{place}", pips, _open(ours[place])

    def refills(self) -> Iterator[tuple[str, str, str]]:
        """Yield the cards that filled rooms, by unit and order: a unit never climbs twice to one room."""
        units = [
            [[text for text in unit if text[0] == "/" and text != "/-"] for unit in map(_words, _units(one))]
            for one in (self.source, self.made)
        ]
        for turn, theirs, ours in zip(self.source.turns, *units, strict=False):
            if len(theirs) == len(ours):
                for place, (card, other) in enumerate(zip(theirs, ours, strict=True), 1):
                    yield f"refill {turn.label}.{place}", card[1:], _open(other[1:])

    def fact(self, name: str, theirs: str, ours: str) -> None:
        """Judge one fact by what the log tells of it."""
        kind = name.split(maxsplit=1)[0]
        if ours and ours != theirs:
            self.doubtful = True
        if name in self.known.shown:
            if ours != theirs:
                self.wrong(f"{kind} {'wrong' if ours else 'unknown'}", f"{name} is {theirs}, not '{ours}'")
        elif ours and ours != theirs and not self.assumed(name, ours):
            self.wrong(f"{kind} wrong", f"{name} is {theirs}, not {ours}")
        elif ours and name in self.known.hidden and not self.assumed(name, ours):
            self.wrong(f"{kind} invented", f"{name} is {ours}, but the log does not tell")

    def assumed(self, name: str, value: str) -> bool:
        """Whether the record says that a card or tile is one of several that fit."""
        card = self.made.setup.daimyo if name.startswith("daimyo") else value
        if name.startswith("dice"):
            return True  # which of its bridge a die is follows from the turns, and goes with their reading
        return not {name.partition(".")[0], card}.isdisjoint(self.done.assumed)

    # -- decisions -----------------------------------------------------------------------------

    def decisions(self) -> int:
        """Compare the decisions; return how many units are read otherwise than they were played."""
        other = []
        for turn, theirs, ours in zip(self.source.turns, _units(self.source), _units(self.made), strict=True):
            if [*map(_known, _words(theirs))] != [*map(_known, _words(ours))]:
                other.append(f"{turn.label}: {' '.join(_words(ours))} for {' '.join(_words(theirs))}")
        if other or self.doubtful:
            self.admitted(other)
        return len(other)

    def admitted(self, other: Sequence[str]) -> None:
        """Find out whether the log could as well be that of the record's decisions."""
        shown = "; ".join(other)
        replayed = _at_the_true_table(self.source, self.made, self.order, self.done.assumed)
        if isinstance(replayed, str):
            self.wrong("decisions impossible", f"{replayed}: {shown}")
            return
        try:
            events = [_events(replay, self.options) for replay in (self.source, replayed)]
        except ValueError as error:
            self.wrong("decisions impossible", f"{error}: {shown}")
            return
        for theirs, ours in zip(*events, strict=False):
            if theirs != ours:
                self.wrong("decisions wrong", f"{shown}\n  the log: {theirs}\n  theirs : {ours}")
                return
        if len(events[0]) != len(events[1]):
            self.wrong("decisions wrong", f"{shown}\n  the log is longer or shorter")


# -- values ------------------------------------------------------------------------------------------------


def _open(text: str) -> str:
    return "" if UNKNOWN in text else text


def _tile(true: int, tile: int) -> str:
    """Return a tile of the record; one that may be of two colours is open, unless both are wrong."""
    either = tile in NOT and true != NOT.index(tile)
    return "" if tile == -1 or either else str(tile)


def _slot(cards: str, slot: int) -> str:
    """Return what all cards that may be the daimyo card show at a slot; empty if they differ."""
    faces = load().daimyo
    words = {faces[card][slot].words for card in (faces if cards == UNKNOWN else cards.split("/"))}
    return words.pop() if len(words) == 1 else ""


def _pairs(replay: Replay) -> list[tuple[str, str]]:
    """Return the starting pair of each seat, and last the one that was left."""
    setup: Setup = replay.setup
    left = list(setup.pairs)
    taken = {}
    for turn, unit in zip(replay.turns, _units(replay), strict=False):
        if turn.phase == "draft":
            (pick,) = [text for text in unit if text[:1] == "R"]
            pair = next(pair for pair in left if pair[0] == pick)
            left.remove(pair)
            taken[turn.seat] = pair
    return [*(taken[seat] for seat in replay.seats), *left]


def _units(replay: Replay) -> list[tuple[str, ...]]:
    """Return the choices of each unit, chance and going on included."""
    return [replay.history[start:end] for start, end in pairwise(replay.unit_starts)]


def _words(unit: Sequence[str]) -> list[str]:
    return [text for text in unit if text]


def _known(text: str) -> str:
    """Return a choice without what chance showed, which is compared apart."""
    return (
        "/" if text[0] == "/" and text != "/-" else text[0] if re.fullmatch(r"[cbw][1-6_]+", text) else text
    )


# -- the record's decisions at the true table --------------------------------------------------------------


def _at_the_true_table(
    source: Replay, made: Replay, order: tuple[int, ...], assumed: Sequence[str]
) -> Replay | str:
    """Play a record's decisions with what it leaves open as it was; or say where that is not possible."""
    setup = _filled(source.setup, made, order, assumed)
    if setup is None:
        return "no table fits the facts of the record"
    rules = registry.load(source.game)
    position, paper = rules.start(setup), Paper(rules)
    paper.setup(setup)
    rolls = iter([text for text in source.history if re.fullmatch(r"[cbw][1-6]+", text)])
    cards = iter([text for text in source.history if text[0:1] == "/" and text != "/-"])

    def take(text: str) -> None:
        paper.write(position, position.decision, text)
        position.apply(text)
        position.finished.clear()

    for kind, depth, given in _steps(made):
        text = _roll(given, next(rolls)) if kind == "roll" else given
        while (decision := position.decision) is not None:
            if decision.kind == kind and len(position.stack) <= depth:
                break
            if "" not in decision.options or (len(position.stack) < depth and kind != "roll"):
                break
            take("")
        if decision is None:
            break
        if kind == "refill" and text != "/-":
            card = next(cards)
            choices = [card if given == "/_" else given, *sorted(decision.options)]
            text = next(one for one in choices if decision.options.get(one) is not None)
        try:
            if decision.kind == kind and decision.options.get(text) is not None:
                take(text)
            elif text:
                return f"{position.label} {text}"
        except UnknownFact as unknown:
            return f"{position.label} {text}: {unknown}"
    paper.close(position)
    text = "\n".join(
        (f'[Game "{source.game}"]', f'[Rulings "{made.rulings}"]' * bool(made.rulings), "", *paper.lines, "")
    )
    done = read_record(RawRecord(text)).replay
    return done if done is not None and done.state == "complete" else "the decisions do not end the game"


def _steps(made: Replay) -> Iterator[tuple[str, int, str]]:
    """Yield the choices of a record with the kind of their decisions and how much was pending."""
    position = registry.load(made.game).start(made.setup)
    for text in made.history:
        assert position.decision is not None
        yield position.decision.kind, len(position.stack), text
        position.apply(text)
        position.finished.clear()


def _filled(true: Setup, made: Replay, order: tuple[int, ...], assumed: Sequence[str]) -> Setup | None:
    """Return the setup of a record with what is open as it was, or as it may have been beside the rest.

    Open are also gardens that are only assumed, and that no gardener was sent to.
    """
    ours: Setup = made.setup
    parts = load()
    shown = {text[1:] for text in made.history if text[:1] == "/"}
    decks = [[*parts.stewards]] * 3 + [[*parts.diplomats]] * 2
    plants, stones = ([card for card in parts.gardens if card[0] == letter] for letter in "PK")
    sent = {text[2:] for text in made.history if text[:2] == "G:"}
    kept = [UNKNOWN if card in assumed and card not in sent else card for card in ours.gardens]
    gardens = next(_cards(kept, true.gardens, [plants, stones] * 3, set()), None)
    yards = next(_cards(ours.yards, true.yards, [[*parts.blue]] * 4, set()), None)
    if gardens is None or yards is None:
        return None
    setup = Setup(
        seats=true.seats,
        order=true.order,
        rooms=true.rooms,
        daimyo=true.daimyo
        if ours.daimyo == UNKNOWN or true.daimyo in ours.daimyo.split("/")
        else ours.daimyo.split("/")[0],
        tiles=true.tiles,
        well=true.well if UNKNOWN in ours.well or sorted(true.well) == sorted(ours.well) else ours.well,
        gardens=gardens,
        yards=yards,
        pairs=true.pairs,
        pool=ours.pool,
    )
    for rooms in islice(_cards(ours.rooms, true.rooms, decks, shown), _DEALS):
        for tiles in islice(product(*map(_lays, ours.tiles, true.tiles)), _LAYS):
            laid = msgspec.structs.replace(setup, rooms=rooms, tiles=tiles)
            if not check_setup(laid):
                return laid
    return None


def _cards(
    ours: Sequence[str], true: Sequence[str], decks: Sequence[list[str]], shown: set[str]
) -> Iterator[tuple[str, ...]]:
    """Yield cards with the true ones, or else others that are free, where ours are open."""
    choices = [
        [card] if card != UNKNOWN else [other, *deck]
        for card, other, deck in zip(ours, true, decks, strict=True)
    ]
    return (cards for cards in product(*choices) if len({*cards, *shown}) == len(cards) + len(shown))


def _roll(ours: str, true: str) -> str:
    """Return a roll with the true dice, or else others that fit, where ours are open."""
    text = "".join(other if pips == "_" else pips for pips, other in zip(ours, true, strict=True))
    if sorted(text[1:]) == list(text[1:]):
        return text
    pips, least = "", "1"
    for here in ours[1:]:
        least = least if here == "_" else here
        pips += least
    return ours[0] + pips


def _lays(room: tuple[int, ...], true: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the tiles that a room may have, the true ones first if they are among them, then their colours.

    The colours that a room admits are shown by the prompts for dice.
    """
    lays = [
        tiles
        for tiles in product(range(3), repeat=len(room))
        if all(
            tile in (-1, one) or (tile in NOT and NOT.index(tile) != one)
            for tile, one in zip(room, tiles, strict=True)
        )
    ]
    return sorted(lays, key=lambda tiles: (tiles != true, set(tiles) != set(true)))


# -- what a log tells --------------------------------------------------------------------------------------


class _Plain(random.Random):
    """No dice at all: lists stay as they are, ids are counted, so that equal games make equal logs."""

    def shuffle(self, x: Any) -> None:
        """Leave a list as it is."""

    def sample(self, population: Sequence[_Value], k: int, *, counts: Any = None) -> list[_Value]:
        """Return the first of a population."""
        return list(population[:k])

    def randrange(self, start: int, stop: Any = None, step: int = 1) -> int:
        """Return the least number."""
        return 0 if stop is None else start

    def choice(self, seq: Any) -> Any:
        """Return the first."""
        return seq[0]

    def random(self) -> float:
        """Return what is never less than any chance."""
        return 1.0


def _events(replay: Replay, options: Options) -> list[Any]:
    """Return the events of a game's log without what was taken back and without what ids happen to be."""
    plain = replace(options, undo="none", ids="int", names=False)
    silent = () if options.undo == "none" else ("gameStateChange",)
    numbers: dict[int, int] = {}
    dice: dict[int, int] = {}

    def named(number: int) -> int:
        return numbers.setdefault(number, len(numbers))

    def told(value: Any) -> Any:
        if isinstance(value, list):
            return [told(item) for item in value]
        if not isinstance(value, dict):
            return value
        kept = {key: told(item) for key, item in value.items() if key not in ("log", "blocks")}
        if kept.get("type") in _COLOURS and "id" in kept and "maxNrOfDice" not in kept:
            kept["id"] = dice.setdefault(kept["id"], len(dice))
        if "dieId" in kept:
            kept["dieId"] = dice.setdefault(kept["dieId"], len(dice))
        if "actionSpaces" in kept:
            spaces = kept["actionSpaces"].items()
            kept["actionSpaces"] = {dice.setdefault(int(die), len(dice)): told for die, told in spaces}
        if "cardId" in kept:
            kept["cardId"] = named(kept["cardId"])
        if "typeArg" in kept and "id" in kept:
            kept["id"] = named(value["id"])
            for block in kept.get("actionBlocks", ()):
                block["id"] = block["id"].partition("-")[2]
        elif str(kept.get("type", "")).endswith("Action"):
            kept.pop("id", None)
        return kept

    def event(value: Any) -> Any:
        if value["type"] == "diceRolled":
            dice.clear()
        kept = told(value)
        if kept["type"] == "gardenerAssigned":
            kept["args"]["gardener"]["locationArg"] = named(value["args"]["gardener"]["locationArg"])
        return kept

    events = build(replay, _Plain(), plain).events
    return [event(value) for value in events if value["type"] not in silent]
