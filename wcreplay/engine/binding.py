"""Binding: written tokens meet the decisions of a unit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .decision import Decision
from .game import Game
from .printing import add_token


class Binding:
    """Takes the tokens of one unit (a pick, a turn, an activation) to a position's decisions.

    A token binds to the first decision that has it as an option; decisions on the way there take their
    empty option. ``printed`` is the canonical form of what was read, ``anchor`` the number of choices
    the position had taken right after the last token that bound, ``first`` before the unit.
    """

    __slots__ = ("_expect", "_passed", "anchor", "first", "game", "pos", "printed", "setup", "unit")

    def __init__(self, game: Game, setup: Any, pos: Any) -> None:
        """Bind tokens to ``pos``, a position of ``game`` that began from ``setup``."""
        self.game = game
        self.setup = setup
        self.pos = pos
        self.begin()

    @property
    def expected(self) -> frozenset[str] | None:
        """The tokens that may follow an order mark that was read last; None where anything may."""
        return self._expect

    def begin(self) -> None:
        """Begin the unit that the position has reached."""
        self.printed: list[str] = []
        self._passed: list[Decision] = []
        self._expect: frozenset[str] | None = None
        self.anchor = self.first = len(self.pos.history)
        self.unit = self.pos.unit_number

    def take(self, written: str, idle: Callable[[str, Any], None] | None = None) -> bool:
        """Bind one token; false if it is not legal in this unit (the position has then gone on).

        ``idle`` is told of a token that chooses nothing, and the position where it does. It is not kept: a
        run and its binding must not hold each other, so that a replay is let go of at once.
        """
        pos = self.pos
        text = written
        done = len(pos.history)
        while pos.unit_number == self.unit:
            decision: Decision | None = pos.decision
            if decision is None:
                break
            options = decision.options
            move = options.get(text)
            if move is None and text is written and (text[0] == "+" or "0" in text):
                text = self.game.normalise(written)
                move = options.get(text)
            if move is not None:
                if self._expect is not None and text not in self._expect and not text.startswith("x:"):
                    return False
                if self._passed or text[0] == "/":
                    add_token(self.printed, self._passed, text)
                else:
                    self.printed.append(text)
                self._expect = None
                pos.take(text, move)
                self.anchor = len(pos.history)
                return True
            empty = options.get("")
            if empty is None:
                break
            if text in decision.redundant:
                self._expect = decision.redundant[text]
                return True
            self._passed.append(decision)
            pos.take("", empty)
            if text == decision.go:
                return True
        return written[0] == ">" and self._says_nothing(written, done, idle)

    def _says_nothing(self, text: str, done: int, idle: Callable[[str, Any], None] | None) -> bool:
        """Go back to where an order mark stood; true if it may be left out there or at a decision passed."""
        steps = self.pos.history[done:]
        passed = len(steps)
        before = self.position_after(done)
        ahead = before.clone()
        while not self.game.tolerates(text, ahead):
            if not steps:
                return False
            ahead.apply(steps.pop(0))
        if idle is not None:
            idle(text, ahead)
        before.finished.clear()
        self.pos = before
        del self._passed[len(self._passed) - passed :]
        return True

    def position_after(self, steps: int) -> Any:
        """Return a new position after the first ``steps`` choices."""
        position = self.game.start(self.setup)
        for step in self.pos.history[:steps]:
            position.apply(step)
        return position
