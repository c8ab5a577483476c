"""How a person at the table is asked about a game of The White Castle."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import msgspec

from wcreplay.engine.cards import Item, Part
from wcreplay.engine.dialogue import UNKNOWN, Question

from . import choices, sentences
from .cards import CARDS
from .components import REWARDS, ROOMS, load
from .effects import COLOURS
from .flow import DICE_PER_COLOUR
from .nodes import Refill, Units
from .setup import Setup, format_setup
from .tokens import TOKENS

if TYPE_CHECKING:
    from .position import Position

_LETTER: Final = {colour[0]: number for number, colour in enumerate(COLOURS)}
_TILES: Final = "top to bottom, of c coral b black w white"
_TEMPLATE: Final = (
    "castle {s1} {s2} {s3} | {d1} {d2} | {daimyo}\n"
    "tiles {s1 tiles} {s2 tiles} {s3 tiles} | {d1 tiles} {d2 tiles} | {well 1} {well 2}\n"
    "gardens c {c plant} {c stone} | b {b plant} {b stone} | w {w plant} {w stone}\n"
    "yards {yard 5 blue} {yard 5 yellow} | {yard 3} | {yard 1}\n"
    "order {order}\n"
    "pairs {pairs}\n"
)


def _deck(name: str) -> tuple[Item, ...]:
    return tuple(item for item in CARDS.items if item.deck == name)


def _face(side: str) -> tuple[Item, ...]:
    """Return the yard tiles as they show one of their faces."""
    return tuple(
        msgspec.structs.replace(
            item,
            parts=tuple(
                msgspec.structs.replace(part, plain=True) for part in item.parts if part.label == side
            ),
        )
        for item in _deck("yard")
    )


def _of_deck(key: str, prompt: str, items: tuple[Item, ...], fact: str) -> Question:
    return Question(key, prompt, "what it shows, or its id", items, fact=fact)


def _castle() -> Iterator[Question]:
    for room in ROOMS:
        deck, size = ("steward", 3) if room[0] == "s" else ("diplomat", 2)
        yield _of_deck(room, f"room {room}, {deck} card", _deck(deck), f"the card of room {room}")
        yield Question(
            f"{room} tiles",
            f"room {room}, die tiles",
            f"{size} letters {_TILES}, such as {'cbw'[:size]}",
            pattern=f"[cbw_]{{{size}}}",
            fact=f"the tiles of room {room}",
        )
    yield _of_deck("daimyo", "daimyo card", _deck("daimyo"), "the daimyo card")
    for number in (1, 2):
        prompt = f"well, tile {number} of 2"
        yield Question(
            f"well {number}", prompt, ", ".join(REWARDS), words=REWARDS, fact="the tiles at the well"
        )


def _grounds() -> Iterator[Question]:
    for colour in COLOURS:
        for kind in ("plant", "stone"):
            prompt = f"{colour} bridge, {kind} garden"
            yield _of_deck(f"{colour[0]} {kind}", prompt, _deck(kind), "a garden card")
    for iron, side, key in (
        (5, "blue", "5 blue"),
        (5, "yellow", "5 yellow"),
        (3, "blue", "3"),
        (1, "yellow", "1"),
    ):
        prompt = f"yard for {iron} iron, {side} tile"
        yield _of_deck(f"yard {key}", prompt, _face(side), f"the tiles of the {iron} iron yard")


def _pairs(count: int) -> Iterator[Question]:
    for number in range(1, count + 1):
        head = f"pair {number} of {count}"
        yield _of_deck(f"r{number}", f"{head}, resource card", _deck("resource"), "a starting resource card")
        yield _of_deck(f"a{number}", f"{head}, action card", _deck("action"), "the action card paired with ")


@lru_cache(maxsize=4)
def _questions(seats: int) -> tuple[Question, ...]:
    return (*_castle(), *_grounds(), *_pairs(seats + 1))


class WhiteCastleDialogue:
    """The recorder's questions and words; see :class:`wcreplay.engine.dialogue.Dialogue`."""

    routine = frozenset(("lantern", "well", "close"))
    tokens = TOKENS

    def questions(self, seats: int) -> tuple[Question, ...]:
        """Return the questions in the order in which a table is read: castle, gardens, yards, pairs."""
        return _questions(seats)

    def setup(self, order: Sequence[str], answers: Mapping[str, str]) -> str:
        """Return the setup statements."""
        keys = [question.key for question in self.questions(len(order))]
        known = {key: answers.get(key, UNKNOWN) for key in keys}
        pairs = " ".join(f"{known[f'r{n}']}+{known[f'a{n}']}" for n in range(1, len(order) + 2))
        return _TEMPLATE.format_map({**known, "order": " ".join(order), "pairs": pairs})

    def answers(self, setup: Setup) -> dict[str, str]:
        """Return the answers that a setup holds."""
        text = " ".join(words for keyword, words in format_setup(setup) if keyword not in ("order", "pairs"))
        template = " ".join(line.partition(" ")[2] for line in _TEMPLATE.splitlines()[:4])
        keys = re.findall(r"\{(.*?)\}", template)
        found = [word for word in text.split() if word != "|" and word not in _LETTER]
        pairs = {
            f"{kind}{number}": card
            for number, pair in enumerate(setup.pairs, start=1)
            for kind, card in zip("ra", pair, strict=True)
        }
        known = dict(zip(keys, found, strict=True))
        return {key: UNKNOWN if set(word) == {UNKNOWN} else word for key, word in known.items()} | pairs

    def chance(self, position: Position, line: str) -> list[str] | str:
        """Read dice: ``c 1 4 5``, ``145 233 116``, or all bridges with their letters in any order."""
        count = DICE_PER_COLOUR[position.setup.seats]
        assert position.decision is not None
        awaited = _LETTER[next(iter(position.decision.options))[0]]
        plain = re.sub(r"^\s*round\s+\d+", "", line.lower())
        for colour in COLOURS:
            plain = plain.replace(colour, colour[0])
        marks = re.sub(r"[\s|,:]", "", plain)
        parts = re.findall(r"([cbw]?)([1-6_]+)", marks)
        if not marks or "".join(letter + dice for letter, dice in parts) != marks:
            return f"these are no dice: write {count} for each bridge, such as c {'1245'[:count]}"
        rolled: dict[int, str] = {}
        for letter, dice in parts:
            first = _LETTER[letter] if letter else awaited + len(rolled)
            whole = UNKNOWN * count if dice == UNKNOWN else dice
            for place, at in enumerate(range(0, len(whole), count)):
                piece, number = whole[at : at + count], first + place
                if number >= len(COLOURS) or number in rolled:
                    return f"too many dice: there are {count} of each colour"
                if len(piece) != count:
                    return f"{len(piece)} {COLOURS[number]} dice, but there are {count} of each colour"
                rolled[number] = "".join(sorted(piece))
        wanted = range(awaited, awaited + len(rolled))
        if sorted(rolled) != list(wanted):
            return f"the {COLOURS[awaited]} dice come first"
        return [COLOURS[number][0] + rolled[number] for number in wanted]

    def question(self, position: Position) -> Question | None:
        """Return the question about the card that refills a room, or about a starting pair."""
        decision = position.decision
        if decision is None or decision.kind not in ("refill", "draft"):
            return None
        if decision.kind == "draft":
            cards = {item.id: item for item in _deck("resource")}
            items = tuple(
                msgspec.structs.replace(
                    cards[resource], parts=(*cards[resource].parts[:1], _own_block(action))
                )
                for resource, action in position.pairs
                if resource in cards
            )
            return Question("pick", "starting pair", "its resource card", items)
        node = position.stack[-1]
        assert isinstance(node, Refill)
        if node.empty:
            return None
        items = tuple(item for item in CARDS.items if f"/{item.id}" in decision.options)
        hint = "what it shows, or its id; _ if nobody saw it"
        return Question("refill", self.prompt(position), hint, items, form="/{}")

    def prompt(self, position: Position) -> str:
        """Return in few words what a position waits for."""
        decision = position.decision
        if decision is None:
            return "the game is over"
        if decision.kind == "roll":
            colour = COLOURS[_LETTER[next(iter(decision.options))[0]]]
            return f"round {position.round or 1}, {colour} dice ({DICE_PER_COLOUR[position.setup.seats]})"
        if decision.kind == "units":
            node = position.stack[-1]
            assert isinstance(node, Units)
            return f"{node.source} gives {node.n} of any resource"
        if decision.kind == "refill":
            refill = position.stack[-1]
            assert isinstance(refill, Refill)
            return f"card turned up in room {ROOMS[refill.room]}"
        return {
            "draft": "starting pair",
            "die": "die and space",
            "lantern": "lantern of the left die",
            "order": "what comes next",
            "well": "the well",
            "checkpoint": "checkpoint of time",
            "garden": "gardens at the end of the round",
            "close": "end of the turn",
        }.get(decision.kind, "action")

    def is_aside(self, text: str) -> bool:
        """Whether an option is an exchange, possible at every decision of a turn (R16.8)."""
        return text.startswith("x:")

    def menu(self, position: Position) -> list[str]:
        """Draw the dice that can be taken."""
        return choices.menu(position)

    def describe(self, position: Position, text: str) -> str:
        """Return in few words what an option does."""
        return choices.describe(position, text)

    def sentence(self, position: Position, text: str) -> str:
        """Return what the seat that decides does with an option; see :func:`sentences.sentence`."""
        return sentences.sentence(position, text)


def _own_block(action: str) -> Part:
    card = load().actions.get(action)
    return Part("", f"with {action} {card.blocks[0].words}" if card else "with an unknown action card")


DIALOGUE = WhiteCastleDialogue()
