"""The dice of a log: which lay on each bridge in each round, as far as the log shows it.

A roll that lists all dice settles a round. Else the dice are known from where they come to an end of their
bridge: in the order in which they do, those at the left end rise and those at the right end fall (R2.5,
R3.4), so that only dice that never reached an end stay unknown, between the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from wcreplay.games.white_castle.flow import DICE_PER_COLOUR

from . import changes, schema
from .events import Event

_LETTERS: Final = "cbw"


class Die:
    """A die of one round: colour 0 to 2, pips (0: not known), the end it stood at (empty: not told)."""

    __slots__ = ("colour", "end", "pips")

    def __init__(self, colour: int) -> None:
        """Take a die of which the colour is known."""
        self.colour = colour
        self.pips = 0
        self.end = ""


class Offer:
    """A prompt for a die: its event number, and the spaces that it shows for each takeable die (by id)."""

    __slots__ = ("_shown", "_spaces", "at")

    def __init__(self, at: int, shown: dict[str, Any]) -> None:
        """Take a prompt; few are ever looked at, so what it shows is read when it is asked for."""
        self.at = at
        self._shown = shown
        self._spaces: dict[str, frozenset[str]] | None = None

    @property
    def spaces(self) -> dict[str, frozenset[str]]:
        """The spaces that each takeable die may go to."""
        if self._spaces is None:
            self._spaces = {name: _spaces(shown) for name, shown in self._shown.items()}
        return self._spaces


class Round:
    """The dice of one round by id, in the order of their first sight, and those seen at each end."""

    def __init__(self) -> None:
        """Begin without dice."""
        self.dice: dict[str, Die] = {}
        self.ends: dict[str, list[str]] = {"<": [], ">": []}


class DiceBook:
    """Dice by round (from 0), offers by turn (from 0), the field that holds the pips, the die of each turn.

    ``placed`` are the die ids by turn.
    """

    def __init__(self, field: str) -> None:
        """Begin without dice; ``field`` is empty if none holds the pips."""
        self.rounds = [Round() for _ in range(3)]
        self.offers: list[list[Offer]] = [[]]
        self.placed: list[str] = []
        self.field = field


def objects_of_dice(value: Any) -> Iterator[dict[str, Any]]:
    """Yield the dice in a payload: objects with a number as id whose type is a colour."""
    stack = [value]
    while stack:
        here = stack.pop()
        if isinstance(here, list):
            stack.extend(reversed(here))
        elif isinstance(here, dict):
            kind = here.get("type")
            if isinstance(kind, str) and kind in schema.COLOURS and schema.as_int(here.get("id")) is not None:
                yield here
            else:
                stack.extend(child for child in reversed(here.values()) if isinstance(child, (dict, list)))


def pips_field(dice: Iterable[dict[str, Any]]) -> str:
    """Return the field that holds the pips: the first likely one that is 1 to 6 on every die; empty: none."""
    fields: Counter[str] = Counter()
    count = 0
    for die in dice:
        count += 1
        for key, value in die.items():
            number = schema.as_int(value)
            if number is not None and 1 <= number <= 6:
                fields[key] += 1
    full = [key for key, seen in fields.items() if seen == count]
    likely = {schema.fold(name): place for place, name in enumerate(schema.PIPS)}
    known = sorted(
        (key for key in full if schema.fold(key) in likely), key=lambda key: likely[schema.fold(key)]
    )
    if known:
        return known[0]
    others = [key for key in full if schema.fold(key) not in ("id", "locationarg", "playerid")]
    return others[0] if len(others) == 1 else ""


def read_dice(events: list[Event], seats: int, gone: Iterable[Event] = ()) -> DiceBook:
    """Read the dice of a log from rolls, prompts and placements, also from those that are ``gone`` again."""
    per_round = 3 * seats
    book = DiceBook(_field(events))
    placed: list[int] = []
    for event in events:
        if event.kind == schema.DIE_PLACED:
            placed.append(event.at)
            number = len(book.placed) // per_round
            if number < 3:
                _note_die(book, number, changes.part(event, "die"))
            book.placed.append(changes.identity(changes.part(event, "die")))
            book.offers.append([])
        elif event.kind == schema.DICE_ROLLED:
            number = len(book.placed) // per_round
            if number < 3:
                for die in objects_of_dice(event.args):
                    _note_die(book, number, die)
        elif event.kind == schema.STATE:
            _note_offer(book, event, len(book.placed) // per_round)
    for event in gone:
        if event.kind == schema.DIE_PLACED:
            number = sum(1 for at in placed if at < event.at) // per_round
            if number < 3:
                _note_die(book, number, changes.part(event, "die"))
    return book


def _field(events: list[Event]) -> str:
    """Return the field that holds the pips wherever a log tells them: of dice placed, rolled, or on offer."""
    placed = [
        dice for event in events if event.kind == schema.DIE_PLACED for dice in objects_of_dice(event.args)
    ]
    rolled = [
        dice for event in events if event.kind == schema.DICE_ROLLED for dice in objects_of_dice(event.args)
    ]
    return pips_field(placed) or pips_field(rolled) or pips_field(_offered(events))


def _offered(events: list[Event]) -> Iterator[dict[str, Any]]:
    """Yield the dice that prompts offer."""
    for event in events:
        if event.kind == schema.STATE:
            state, value = changes.prompt(event)
            if state == schema.STATE_DIE:
                yield from objects_of_dice(schema.get(value, "dice"))


def _note_die(book: DiceBook, number: int, value: dict[str, Any]) -> Die | None:
    """Note a die of a round; what is known of it already stays."""
    name, kind = changes.identity(value), value.get("type")
    if not name or not isinstance(kind, str) or kind not in schema.COLOURS:
        return None
    die = book.rounds[number].dice.setdefault(name, Die(schema.COLOURS[kind]))
    pips = schema.as_int(value.get(book.field)) if book.field else None
    if pips is not None and 1 <= pips <= 6 and not die.pips:
        die.pips = pips
    return die


def _note_offer(book: DiceBook, event: Event, number: int) -> None:
    state, value = changes.prompt(event)
    dice = schema.get(value, "dice")
    if state != schema.STATE_DIE or number > 2 or not isinstance(dice, (dict, list)):
        return
    spaces = schema.get(value, "actionSpaces")
    legal: dict[str, Any] = {}
    ends = book.rounds[number].ends
    for item in dice.values() if isinstance(dice, dict) else dice:
        if not isinstance(item, dict) or (die := _note_die(book, number, item)) is None:
            continue
        name = changes.identity(item)
        if not die.end:
            place = schema.get(item, "locationArg")
            die.end = ">" if isinstance(place, str) and schema.RIGHT_END in place.lower() else "<"
            ends[die.end].append(name)
        shown = spaces.get(name) if isinstance(spaces, dict) else None
        if isinstance(shown, (dict, list)):
            legal[name] = shown
    book.offers[-1].append(Offer(event.at, legal))


def _spaces(shown: Any) -> frozenset[str]:
    found = set()
    for key, item in shown.items() if isinstance(shown, dict) else enumerate(shown):
        place = item.get("id") if isinstance(item, dict) else item if isinstance(item, str) else key
        if isinstance(place, str) and (space := schema.space_of(place)):
            found.add(space)
    return frozenset(found)


# -- rolls -------------------------------------------------------------------------------------------------


def loose(book: DiceBook, number: int, colour: int, seats: int) -> bool:
    """Whether the order of a bridge's dice follows only from how they were taken.

    So it is where a die was placed of which the log tells neither pips nor end, and not all dice are known.
    """
    dice = [die for die in book.rounds[number].dice.values() if die.colour == colour]
    if sum(1 for die in dice if die.pips) == DICE_PER_COLOUR[seats]:
        return False
    per_round = 3 * seats
    placed = book.placed[number * per_round : (number + 1) * per_round]
    here = book.rounds[number].dice
    used = [here[name] for name in placed if name in here and here[name].colour == colour]
    return any(not die.pips or not die.end for die in used)


def roll(book: DiceBook, number: int, colour: int, seats: int) -> str:
    """Return the roll of a bridge in a round as a text of the notation; empty if the log contradicts itself.

    For a loose bridge the unknown dice come last, whatever they are.
    """
    count = DICE_PER_COLOUR[seats]
    dice = {name: die for name, die in book.rounds[number].dice.items() if die.colour == colour}
    letter = _LETTERS[colour]
    if len(dice) > count:
        return ""
    known = sorted(die.pips for die in dice.values() if die.pips)
    if len(known) == count or loose(book, number, colour, seats):
        return letter + "".join(map(str, known)) + "_" * (count - len(known))
    ends = book.rounds[number].ends
    left = [dice[name].pips for name in ends["<"] if name in dice]
    right = [dice[name].pips for name in ends[">"] if name in dice]
    text = _joined(left, right, count)
    return letter + text if text else ""


def roll_as_taken(book: DiceBook, number: int, colour: int, seats: int, taken: list[tuple[str, int]]) -> str:
    """Return the roll of a loose bridge, given end and pips of the dice that were taken, in their order."""
    dice, ends = book.rounds[number].dice, book.rounds[number].ends
    placed = set(book.placed[number * 3 * seats : (number + 1) * 3 * seats])
    sides = {}
    for end in "<>":
        others = [dice[name].pips for name in ends[end] if dice[name].colour == colour and name not in placed]
        sides[end] = [pips for side, pips in taken if side == end] + others
    told = {name for names in ends.values() for name in names} | placed
    between = [
        die.pips for name, die in dice.items() if die.colour == colour and name not in told and die.pips
    ]
    return _LETTERS[colour] + _joined(sides["<"], sides[">"], DICE_PER_COLOUR[seats], between)


def _joined(left: list[int], right: list[int], count: int, between: Sequence[int] = ()) -> str:
    """Join rising dice of the left end and falling ones of the right, with what was not seen between them.

    0 is a die whose pips were not told; between two equal ones it is known all the same. ``between`` are the
    pips of dice that lie somewhere between the ends. Empty: not rising.
    """
    middle = [0] * (count - len(left) - len(right))
    if between and len(between) <= len(middle):
        low, high = max([1, *left]), min([6, *right])
        some = len(middle) - len(between)
        least, most = sorted([*between, *[low] * some]), sorted([*between, *[high] * some])
        middle = [one if one == other else 0 for one, other in zip(least, most, strict=True)]
    pips = [*left, *middle, *reversed(right)]
    known = [value for value in pips if value]
    if known != sorted(known):
        return ""
    for place, value in enumerate(pips):
        if not value:
            below = next((other for other in reversed(pips[:place]) if other), 1)
            above = next((other for other in pips[place:] if other), 6)
            pips[place] = below if below == above else 0
    return "".join(str(value) if value else "_" for value in pips)
