"""Positions at a place of a record: what was played before it, and what can be written there.

Statements before the place are replayed by the engine; a variation is played in the place of the turn that
it replaces. Where they are wrong, or need a fact that nobody knows, there is no position.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from wcreplay.engine import registry
from wcreplay.engine.binding import Binding
from wcreplay.engine.decision import UnknownFact
from wcreplay.engine.game import Game
from wcreplay.engine.outcomes import Outcome, outcomes
from wcreplay.engine.printing import SEATS
from wcreplay.engine.replay import position_at, replay
from wcreplay.engine.values import Replay
from wcreplay.notation.model import Record, Statement, Token


class Spot(NamedTuple):
    """A place in a record: the statement there (None before the first) and those played before it."""

    before: list[Statement]
    statement: Statement | None


def spot_at(record: Record, offset: int) -> Spot:
    """Return where an offset of the record's text stands: in a statement, or behind it before the next."""
    path: list[Statement] = []
    _follow(record.statements, offset, record.text, path)
    return Spot(path[:-1], path[-1] if path else None)


def _follow(statements: Iterable[Statement], offset: int, text: str, path: list[Statement]) -> None:
    last: Statement | None = None
    for statement in statements:
        if statement.at > offset:
            break
        path.append(statement)
        last = statement
    for variation in reversed(last.variations if last is not None else ()):
        inner = variation.statements
        if inner and inner[0].at <= offset and ")" not in text[inner[-1].end : offset]:
            path.pop()
            _follow(inner, offset, text, path)
            return


def played(record: Record, statements: Sequence[Statement]) -> Replay | None:
    """Replay these statements of a record; None if they are wrong."""
    tags = [tag for tag in record.tags if tag.name != "Result"]  # it is about the end, which is cut off
    line = [msgspec.structs.replace(statement, variations=[]) for statement in statements]
    done = replay(msgspec.structs.replace(record, tags=tags, statements=line))
    return None if done.state == "error" else done


def beginning_of(record: Record, before: Sequence[Statement], label: str, seat: str) -> Binding | None:
    """Return the game where the statement with this label and seat begins; None if it cannot stand there.

    Units that may be left out (gardens at a round's end) are passed over on the way. An empty ``seat`` means
    whoever is next.
    """
    done = played(record, before)
    if done is None:
        return None
    game = registry.load(done.game)
    try:
        position = position_at(done, len(done.turns) - 1)
        while not _is_turn_of(position, label, seat):
            if not _skip(position):
                return None
    except UnknownFact:
        return None
    return Binding(game, done.setup, position)


def _is_turn_of(position: Any, label: str, seat: str) -> bool:
    decision = position.decision
    if decision is None or decision.seat < 0:
        return not seat and not label
    return seat in ("", SEATS[decision.seat]) and label in ("", position.label)


def _skip(position: Any) -> bool:
    """Leave out the unit that a position has reached, if that is possible."""
    unit, first = position.unit_number, True
    while position.decision is not None and position.decision.seat >= 0 and position.unit_number == unit:
        if "" not in position.decision.options:
            return False
        position.apply("")
        first = False
    return not first


def take(bind: Binding, tokens: Iterable[Token]) -> bool:
    """Bind tokens, what chance showed behind ``/`` included; false if one of them cannot stand there."""
    try:
        return all(bind.take(text) for token in tokens for text in parts_of(token.text))
    except UnknownFact:
        return False


def parts_of(token: str) -> tuple[str, ...]:
    """Return the choices that a token is made of: ``g^s2.3/S9`` is a climb and what it turned up."""
    head, slash, tail = token.partition("/")
    return tuple(text for text in (head, slash + tail) if text)


def offered(game: Game, position: Any) -> dict[str, Outcome]:
    """Return what can be written at a position, by its text, with what it would do.

    A token binds to the first decision of the unit that has it, as long as those before it print as nothing.
    """
    found: dict[str, Outcome] = {}
    try:
        for here in _ahead(position):
            for outcome in outcomes(game, here):
                if outcome.text:
                    found.setdefault(outcome.text, outcome)
    except UnknownFact:  # what comes next cannot be said
        pass
    return found


def _ahead(position: Any) -> Iterator[Any]:
    unit, here = position.unit_number, position.clone()
    while here.decision is not None and here.unit_number == unit:
        yield here
        if "" not in here.decision.options:
            return
        here = here.clone()
        here.apply("")
