"""What a game supplies to the engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from wcreplay.notation.model import Grammar, Record, Statement, Token

from .decision import Decision
from .ledger import Account, Ledger
from .values import Turn


class GameMeta(msgspec.Struct, frozen=True):
    """What can be said of a game without loading its rules.

    ``stage`` is ``alpha``, ``beta`` or ``stable``. ``rules_version`` changes whenever a record could
    be judged differently.
    """

    name: str
    title: str
    year: int
    designers: tuple[str, ...]
    players: tuple[int, int]
    rulesets: tuple[str, ...]
    rules_version: str
    stage: str
    reference: str


class Fault(msgspec.Struct, frozen=True):
    """Something a game finds wrong with a statement; the replay makes a diagnostic of it.

    ``token`` says where; without one the whole statement is meant.
    """

    code: str
    message: str
    article: str = ""
    token: Token | None = None
    keyword: str = ""
    expected: str = ""
    hint: str = ""


class SetupError(ValueError):
    """A setup that cannot be played; ``faults`` is never empty."""

    def __init__(self, faults: list[Fault]) -> None:
        """Keep all faults and show the first."""
        super().__init__(faults[0].message)
        self.faults = faults


class Unit(Protocol):
    """A finished draft pick, turn or activation; a row of the ``turn`` table."""

    @property
    def number(self) -> int:
        """Row number, 0 for the setup."""

    @property
    def round(self) -> int:
        """Round from 1; 0 before the first."""

    @property
    def turn_in_round(self) -> int:
        """Turn of the round (or pick of the draft) from 1; 0 for other rows."""

    @property
    def phase(self) -> str:
        """``setup``, ``draft``, ``turn``, ``gardens`` or ``end``."""

    @property
    def seat(self) -> int:
        """Acting seat, -1 for none."""

    @property
    def label(self) -> str:
        """Label of the notation."""

    @property
    def posted(self) -> tuple[Any, ...]:
        """What was posted, as in a :class:`~wcreplay.engine.ledger.Ledger`."""

    @property
    def balances(self) -> tuple[tuple[int, ...], ...]:
        """Balances by seat and account afterwards."""

    @property
    def facts(self) -> Any:
        """What the game's own tables need of the unit."""


class Position(Protocol):
    """A state of a game; see docs/api.md."""

    decision: Decision | None
    finished: list[Any]
    history: list[str]
    ledger: Ledger
    order: list[int]
    seat: int
    unit_number: int
    label: str

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    def options(self) -> list[str]:
        """Texts of the legal options, sorted."""

    def apply(self, text: str) -> None:
        """Take an option."""

    def take(self, text: str, move: Any) -> None:
        """Take an option that was looked up already in the options of the decision."""

    def clone(self) -> Position:
        """An independent copy."""

    def to_json(self) -> dict[str, Any]:
        """The position as plain values."""


class Explanation(msgspec.Struct, frozen=True):
    """Why a token is no legal option: message, article, what was legal, what to do, and the code.

    ``R210`` is a choice that is not legal, ``R209`` a token that is no word of the game at all. ``closed``
    is true where nothing at the position would allow any choice of the kind, whatever its price.
    """

    message: str
    article: str = ""
    expected: str = ""
    hint: str = ""
    code: str = "R210"
    closed: bool = False


class Table(msgspec.Struct, frozen=True):
    """A table of the game's own: its name, its columns after ``game_id``, and their values in a replay."""

    name: str
    columns: tuple[str, ...]
    values: Callable[[Any], Sequence[Sequence[Any]]]


class Game(Protocol):
    """A game's rules as the engine sees them. An object of this kind is registered as an entry point."""

    meta: GameMeta
    grammar: Grammar
    accounts: tuple[Account, ...]
    categories: tuple[str, ...]
    causes: tuple[str, ...]
    tables: tuple[Table, ...]
    tolls: Mapping[int, int]
    """What it costs to enter the spaces of the account ``time`` that cost something, by space."""

    def read_setup(self, record: Record) -> Any:
        """Read and check the setup of a record. Raises :class:`SetupError`."""

    def seats(self, setup: Any) -> tuple[int, tuple[int, ...]]:
        """Return the number of seats and the starting order as seat numbers."""

    def start(self, setup: Any) -> Any:
        """Return the position before the first decision."""

    def setup_lines(self, setup: Any) -> list[tuple[str, str]]:
        """Return the setup statements as keyword and canonical text, in canonical order."""

    def identity(self, setup: Any) -> list[str]:
        """Return what tells setups apart, whatever the order in which a record lists equal things.

        Seats and their starting order are left out: two records of one game may name the seats otherwise.
        """

    def chance(self, statement: Statement, position: Any) -> list[Token] | Fault:
        """Translate a chance statement into the texts of chance options."""

    def chance_line(self, texts: Sequence[str], position: Any) -> str:
        """Return the canonical text after the keyword of a chance statement."""

    def normalise(self, token: str) -> str:
        """Return the canonical spelling of a token written in a tolerated one."""

    def tolerates(self, token: str, position: Any) -> bool:
        """Whether a token that is no option says nothing at this position and may be left out."""

    def state_facts(self, position: Any) -> list[tuple[str, list[str]]]:
        """Return what an assertion can state about a position: a seat letter or none, and the tokens."""

    def check_facts(self, statement: Statement, position: Any, turns: Sequence[Turn]) -> list[Fault]:
        """Check an assertion; ``turns`` are those so far, to say where a fact last changed."""

    def explain(self, position: Any, token: str) -> Explanation:
        """Say why a token is not legal at a position."""

    def explain_idle(self, position: Any, token: str) -> Explanation:
        """Say why a token that :meth:`tolerates` lets pass chooses nothing at a position (R211)."""

    def unknown_word(self, token: str) -> Explanation | None:
        """Say that a token is no word of the notation at any position (R209); None if it is one."""

    def explain_next(self, position: Any, *, begun: bool = False) -> Explanation:
        """Say what a position waits for, by which article, and how it is written.

        ``begun`` is true if the right seat's statement stands there and stops too early.
        """

    def state_words(self, position: Any) -> str:
        """Return a one-line summary of a position for diagnostics."""

    def draw(self, position: Any) -> str:
        """Return a position as text for a terminal."""

    def scores(self, setup: Any, balances: Sequence[int]) -> tuple[int, ...]:
        """Return a seat's points by category as if the game ended with these balances."""

    def ranking(self, points: Sequence[int], order: Sequence[int]) -> list[int]:
        """Return each seat's rank from 1, given final points and final turn order."""


Player = Callable[[Any], str]
"""A program that plays: given a position, the text of an option of its decision."""


class Policies(Protocol):
    """How programs deal and play a game; the ``POLICIES`` of a game's module ``policies``.

    Random generators are handed in (``random.Random``), so that a seed makes the same game again.
    """

    names: tuple[str, ...]

    def deal(self, rng: Any, players: int) -> Any:
        """Return a random setup as the rules deal it. ``players`` is within the game's limits."""

    def chance(self, rng: Any, position: Any) -> str:
        """Return what chance shows at a decision that is chance's, as the text of an option."""

    def is_chance(self, decision: Decision) -> bool:
        """Whether chance decides, not a seat."""

    def player(self, name: str, rng: Any) -> Player:
        """Return a new player of the policy ``name`` for one seat of one game."""
