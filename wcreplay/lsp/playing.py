"""Positions at a place of a record: what was played before it, and what can be written there.

Statements before the place are replayed by the engine; a variation is played in the place of the turn that
it replaces. Where they are wrong, or need a fact that nobody knows, there is no position.
"""

from __future__ import annotations

import bisect
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
from wcreplay.engine.values import Replay, Turn
from wcreplay.notation.model import Record, Statement, Token, Variation


class Spot(NamedTuple):
    """A place in a record: the statement there (None before the first) and those played before it."""

    before: list[Statement]
    statement: Statement | None


def spot_at(record: Record, offset: int) -> Spot:
    """Return where an offset of the record's text stands: in a statement, or behind it before the next."""
    path: list[Statement] = []
    statements = record.statements
    while statements:
        here = _index(statements, offset)
        path += statements[: here + 1]
        aside = _variation(statements[here], offset, record.text) if here >= 0 else None
        if aside is None:
            break
        path.pop()  # the variation replaces it
        statements = aside.statements
    return Spot(path[:-1], path[-1] if path else None)


def _index(statements: Sequence[Statement], offset: int) -> int:
    """Return the number of the last statement that begins at or before an offset, -1 if there is none."""
    return bisect.bisect_right(statements, offset, key=lambda statement: statement.at) - 1


def _variation(statement: Statement, offset: int, text: str) -> Variation | None:
    """Return the variation of a statement that an offset stands in."""
    for variation in reversed(statement.variations):
        inner = variation.statements
        if inner and inner[0].at <= offset:
            return None if ")" in text[inner[-1].end : offset] else variation
    return None


def played_to(record: Record, offset: int) -> tuple[Replay, list[Turn]] | None:
    """Replay a record up to and with the statement at an offset; None if that cannot be done.

    Also returns the rows that lead there, those of variations instead of what they replace.
    """
    statements = _pruned(record.statements, offset, record.text)
    done = _replay(record, statements)
    if done.state == "error":
        spot = spot_at(record, offset)
        # In a variation it may be the line behind it that is wrong.
        done = _replay(
            record, [*map(_plain, spot.before), *([_plain(spot.statement)] if spot.statement else [])]
        )
        if done.state == "error":
            return None
    rows = list(done.turns)
    for line in done.variations:
        rows[line.turn_no :] = line.turns
    return done, rows


def _pruned(statements: Sequence[Statement], offset: int, text: str) -> list[Statement]:
    """Cut statements off behind an offset; of the variations only those that lead there are left.

    A line that is left for a variation is kept whole, as what chance shows later in it may happen there too.
    """
    here = _index(statements, offset)
    kept = [_plain(statement) for statement in statements]
    aside = _variation(statements[here], offset, text) if here >= 0 else None
    if aside is None:
        return kept[: here + 1]
    kept[here].variations = [Variation(_pruned(aside.statements, offset, text), aside.at)]
    return kept


def _plain(statement: Statement) -> Statement:
    """Return a statement without its variations."""
    return msgspec.structs.replace(statement, variations=[])


def _replay(record: Record, statements: list[Statement]) -> Replay:
    tags = [tag for tag in record.tags if tag.name != "Result"]  # it is about the end, which is cut off
    return replay(msgspec.structs.replace(record, tags=tags, statements=statements))


def beginning_of(record: Record, before: Sequence[Statement], label: str, seat: str) -> Binding | None:
    """Return the game where the statement with this label and seat begins; None if it cannot stand there.

    Units that may be left out (gardens at a round's end) are passed over on the way. An empty ``seat`` means
    whoever is next.
    """
    done = _replay(record, [_plain(statement) for statement in before])
    if done.state == "error":
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
