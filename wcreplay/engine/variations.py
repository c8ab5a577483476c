"""Variations: what was not played, replayed from the position before the turn that it replaces.

They never touch the line they depart from. Chance that this line shows later (dice of later rounds, cards
in their order) happens in a variation too, where nothing else is written.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple

from wcreplay.notation.diagnostics import Diagnostic
from wcreplay.notation.model import Statement

from . import faults
from .binding import Binding
from .decision import UnknownFact
from .values import Line

if TYPE_CHECKING:
    from .run import Run


class Branch(NamedTuple):
    """Where a line can be left: a statement with variations, and how things stood before it."""

    statement: Statement
    position: Any
    scores: tuple[tuple[int, ...], ...]
    turns: int


def replay_variations(run: Run) -> tuple[list[Line], list[Diagnostic]]:
    """Replay all variations of a finished run, nested ones behind what they belong to.

    A variation ends with its first illegal decision; the diagnostics say of each what is wrong.
    """
    lines: list[Line] = []
    wrong: list[Diagnostic] = []
    _replay_all(run, 0, count(1), lines, wrong)
    return lines, wrong


def _replay_all(
    run: Run, parent: int, numbers: Iterator[int], lines: list[Line], wrong: list[Diagnostic]
) -> None:
    for branch in run.branches:
        for variation in branch.statement.variations:
            number = next(numbers)
            aside = _leave(run, branch)
            try:
                for statement in variation.statements:
                    aside.read(statement)
            except faults.Stop as stop:
                wrong.extend(stop.diagnostics)
                continue
            except UnknownFact as unknown:
                wrong.extend(faults.unknown_fact(aside, unknown).diagnostics)
                continue
            run.warnings.extend(aside.warnings)
            lines.append(
                Line(
                    number,
                    parent,
                    branch.turns,
                    tuple(aside.turns[branch.turns :]),
                    "complete" if aside.pos.over else "partial",
                    tuple(aside.pos.history),
                    tuple(aside.starts),
                )
            )
            _replay_all(aside, number, numbers, lines, wrong)


def _leave(run: Run, branch: Branch) -> Run:
    """Return a run that stands where the line was before a statement."""
    aside = run.fork()
    aside.pos = branch.position.clone()
    aside.bind = Binding(aside.game, aside.setup, aside.pos)
    aside.scores = list(branch.scores)
    aside.turns = run.turns[: branch.turns]
    aside.starts = run.starts[: branch.turns + 1]
    done = len(branch.position.history)
    aside.foreseen = [text for place, text in run.shown if place > done]
    if run.foreseen:
        aside.foreseen += run.foreseen
    return aside


def foresee(run: Run, *, rolls: bool) -> None:
    """Let chance show in a variation what it shows later in the line that was left.

    Between turns (``rolls``) that is what chance asks of nobody's turn, within a turn what it owes to one.
    """
    pos = run.bind.pos
    while run.foreseen and (decision := pos.decision) is not None and (decision.seat < 0) == rolls:
        fits = (t for t in run.foreseen if (rolls or t[0] == "/") and decision.options.get(t) is not None)
        text = next(fits, "")
        if not text:
            return
        run.foreseen.remove(text)
        if rolls:
            pos.apply(text)
            run.collect("", None)
        else:
            run.bind.take(text, run.warn)
