"""How a person at the table is asked: questions about the setup, words for choices. See ``cli/recorder``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import msgspec

from .cards import Item

UNKNOWN = "_"
"""The answer to any question about a fact that nobody saw."""


class Question(msgspec.Struct, frozen=True):
    """A fact that is asked for.

    ``key`` names it among the answers, ``prompt`` asks, ``hint`` says how an answer is written. The answer
    is one of ``items`` (found by what they show), one of ``words``, or whatever ``pattern`` matches.
    ``fact`` is how an :class:`~wcreplay.engine.decision.UnknownFact` that needs it begins. A question about a
    choice writes its answer in ``form``.
    """

    key: str
    prompt: str
    hint: str = ""
    items: tuple[Item, ...] = ()
    words: tuple[str, ...] = ()
    pattern: str = ""
    fact: str = ""
    form: str = "{}"

    def is_about(self, fact: str) -> bool:
        """Whether the answer is a fact that is needed, or one of several that may be it."""
        return bool(self.fact) and fact.startswith(self.fact)

    def read(self, text: str) -> str:
        """Return an answer that is written out as its id, word or pattern; empty if ``text`` is none."""
        if text == UNKNOWN:
            return text
        plain = re.sub(r"(?<=[a-z])0+(?=\d)", "", text.lower())
        for answer in (*(item.id for item in self.items), *self.words):
            if answer.lower() == plain:
                return answer
        if self.pattern and re.fullmatch(self.pattern, plain):
            return plain
        begun = [word for word in self.words if word.startswith(plain)]
        return begun[0] if plain and len(begun) == 1 else ""


class Dialogue(Protocol):
    """A game's side of the recorder; the ``DIALOGUE`` of a game's module ``dialogue``."""

    @property
    def routine(self) -> frozenset[str]:
        """Kinds of decisions where going on is so usual that nobody is asked."""

    @property
    def tokens(self) -> Sequence[tuple[str, Sequence[tuple[str, str]]]]:
        """The words of the notation in groups, each with its meaning."""

    def questions(self, seats: int) -> tuple[Question, ...]:
        """Return what is asked about the setup of a game with so many seats, but for the turn order."""

    def setup(self, order: Sequence[str], answers: Mapping[str, str]) -> str:
        """Return the setup statements; what has no answer is unknown in them."""

    def answers(self, setup: Any) -> dict[str, str]:
        """Return the answers that a setup holds, unknown ones included."""

    def chance(self, position: Any, line: str) -> list[str] | str:
        """Read what chance showed, typed in a line, as texts of options; or say what is wrong with it."""

    def question(self, position: Any) -> Question | None:
        """Return the question that a decision about cards is; ``None`` for any other decision."""

    def prompt(self, position: Any) -> str:
        """Return in few words what a position waits for."""

    def is_aside(self, text: str) -> bool:
        """Whether an option is open nearly always, so that it needs no line of its own."""

    def menu(self, position: Any) -> list[str]:
        """Return a drawing of a decision's options where a plain list would be too long; else nothing."""

    def describe(self, position: Any, text: str) -> str:
        """Return in few words what an option does, the empty one included."""

    def sentence(self, position: Any, text: str) -> str:
        """Return what the seat that decides does with an option, to follow its name; empty: no news."""
