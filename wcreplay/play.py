"""Stepping through a game by program: set it up, list the choices, take one, look at the state.

    >>> from wcreplay.play import new_game
    >>> game = new_game("white-castle", '''
    ...     castle  S10 S5 S2 | D3 D4 | M2
    ...     tiles   wcc wbc bwb | wc wc | coin food
    ...     gardens c P4 K4 | b P5 K2 | w P2 K1
    ...     yards   Y1 Y7 | Y8 | Y5
    ...     order   A B
    ...     pairs   R5+A3 R6+A2 R2+A1
    ... ''')
    >>> for roll in ("c135", "b155", "w235"):
    ...     game.apply(roll)
    >>> game.label, game.seat, game.kind
    ('0.1', 'B', 'draft')
    >>> game.options()
    ['R2', 'R5', 'R6']

A position never looks into the future: dice and refills are chance, and whoever steps through the game
supplies them (``seat`` is empty or ``kind`` is ``refill`` then).
"""

from __future__ import annotations

from typing import Any

from wcreplay.engine import registry
from wcreplay.engine.game import Game
from wcreplay.engine.outcomes import Change, Outcome, outcomes
from wcreplay.engine.printing import SEATS, result_tag
from wcreplay.engine.simulate import Paper
from wcreplay.notation.diagnostics import RecordError
from wcreplay.notation.model import RawRecord
from wcreplay.notation.scanner import parse

__all__ = ["Change", "Outcome", "Stepper", "from_record", "new_game"]


class Stepper:
    """A game in progress.

    Make one with :func:`new_game` or :func:`from_record`. Seats are letters; choices are texts of the
    notation, the empty text being "go on" (decline, collect, pay, end the turn).
    """

    def __init__(self, game: Game, setup: Any, position: Any, paper: Paper) -> None:
        """Wrap a position; use :func:`new_game` instead."""
        self._game = game
        self._setup = setup
        self._position = position
        self._paper = paper

    @property
    def label(self) -> str:
        """Label of the current unit: ``0.1`` (draft), ``2.7`` (turn) or ``2.g`` (round-end gardens)."""
        return str(self._position.label)

    @property
    def seat(self) -> str:
        """Letter of the seat that chooses; empty for dice and after the end."""
        decision = self._position.decision
        return SEATS[decision.seat] if decision is not None and decision.seat >= 0 else ""

    @property
    def kind(self) -> str:
        """Kind of the decision, such as ``roll``, ``draft``, ``die`` or ``action``; empty at the end."""
        decision = self._position.decision
        return decision.kind if decision is not None else ""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._position.over)

    @property
    def game(self) -> Game:
        """The rules of the game."""
        return self._game

    @property
    def position(self) -> Any:
        """The live position, to be read only; it changes with :meth:`apply`."""
        return self._position

    @property
    def setup(self) -> Any:
        """The setup, a value of the game's own."""
        return self._setup

    def options(self) -> list[str]:
        """Return the texts of all legal choices, sorted; empty after the end."""
        return list(self._position.options())

    def outcomes(self) -> tuple[Outcome, ...]:
        """Return what each choice would do, in the order of :meth:`options`; the game does not change.

        An outcome has the changes up to the next decision and that decision; see
        :class:`~wcreplay.engine.outcomes.Outcome`.
        """
        return outcomes(self._game, self._position)

    def apply(self, text: str) -> None:
        """Take a choice.

        Raises :class:`~wcreplay.engine.decision.IllegalOption` (a ``ValueError``) for a text that is
        not among the options; the game is unchanged then.
        """
        position = self._position
        decision = position.decision
        if decision is not None and decision.options.get(text) is not None:
            self._paper.write(position, decision, text)
        position.apply(text)
        position.finished.clear()

    def clone(self) -> Stepper:
        """Return an independent copy."""
        return Stepper(self._game, self._setup, self._position.clone(), self._paper.clone())

    def scores(self) -> dict[str, dict[str, int]]:
        """Return each seat's points by category as if the game ended now, with their ``total``."""
        shown = {}
        for seat, row in enumerate(self._position.ledger.balances):
            points = self._game.scores(self._setup, row)
            shown[SEATS[seat]] = {
                **dict(zip(self._game.categories, points, strict=True)),
                "total": sum(points),
            }
        return shown

    def to_json(self) -> dict[str, Any]:
        """Return the position as plain values; docs/api.md lists the keys."""
        shown: dict[str, Any] = self._position.to_json()
        return shown

    def record(self, **tags: str) -> str:
        """Return the canonical record of the game so far, with further tags such as ``Event="..."``."""
        head = {"Game": self._game.meta.name, "Ruleset": self._game.meta.rulesets[0], **tags}
        escaped = {name: value.replace("\\", "\\\\").replace('"', '\\"') for name, value in head.items()}
        lines = [f'[{name} "{value}"]' for name, value in escaped.items()]
        return "\n".join((*lines, "", *self.statements(), ""))

    def statements(self) -> list[str]:
        """Return the canonical statements so far; the last may be of an unfinished turn."""
        paper = self._paper.clone()
        paper.close(self._position)
        return paper.lines

    def result(self) -> str:
        """Return the value of the tag ``Result``, the winner first; empty before the end."""
        if not self.over:
            return ""
        points = [seat["total"] for seat in self.scores().values()]
        return result_tag(points, self._game.ranking(points, self._position.order))


def new_game(name: str, setup: str, *, rulings: str = "") -> Stepper:
    """Begin a game from its setup statements, before the first dice.

    Raises :class:`~wcreplay.engine.registry.UnknownGame`, ``RecordError`` for statements that cannot be
    read, and :class:`~wcreplay.engine.game.SetupError` for a setup that cannot be played.
    """
    game = registry.load(name)
    head = f'[Game "{name}"]\n' + (f'[Rulings "{rulings}"]\n' if rulings else "")
    record, faults = parse(RawRecord(head + setup, "setup", 1, 1, ()), game.grammar)
    if faults:
        raise RecordError(faults)
    values = game.read_setup(record)
    paper = Paper(game)
    paper.setup(values)
    return Stepper(game, values, game.start(values), paper)


def from_record(text: str) -> Stepper:
    """Return the game at the end of a record, complete or not.

    Raises ``RecordError`` for a record that is wrong.
    """
    from wcreplay.engine.reader import read_record

    reading = read_record(RawRecord(text, "record", 1, 1, ()))
    if reading.replay is None:
        raise RecordError(list(reading.diagnostics))
    done = reading.replay
    game = registry.load(done.game)
    paper = Paper(game)
    paper.setup(done.setup)
    stepper = Stepper(game, done.setup, game.start(done.setup), paper)
    for choice in done.history:
        stepper.apply(choice)
    return stepper
