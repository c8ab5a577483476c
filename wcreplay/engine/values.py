"""What a replay hands out: frozen values, never the live position."""

from __future__ import annotations

from typing import Any

import msgspec

from wcreplay.notation.diagnostics import Diagnostic
from wcreplay.notation.model import Record

from .ledger import Posting, postings_of


class Turn(msgspec.Struct, frozen=True):
    """A row of the ``turn`` table: a draft pick, a turn, an activation, the setup or the end.

    ``posted`` is what was posted, as in a :class:`~wcreplay.engine.ledger.Ledger`.
    ``balances`` and ``scores`` are by seat number: holdings after the turn, and points by category as
    if the game ended there. ``text`` is canonical; ``line`` is the 1-based line of the source, 0
    where nothing was written.
    """

    turn_no: int
    round: int
    turn_in_round: int
    phase: str
    seat: str
    label: str
    text: str
    line: int
    mark: str
    comment: str
    posted: tuple[Any, ...]
    balances: tuple[tuple[int, ...], ...]
    scores: tuple[tuple[int, ...], ...]
    facts: Any

    @property
    def postings(self) -> tuple[Posting, ...]:
        """What was posted, in order; made of ``posted`` anew."""
        return postings_of(self.posted)


class Result(msgspec.Struct, frozen=True):
    """A seat's final points and rank (from 1)."""

    seat: str
    points: int
    rank: int


class Line(msgspec.Struct, frozen=True):
    """A variation, replayed from the position before the turn that it replaces.

    ``number`` counts the variations of a record from 1 in the order they are written; ``parent`` is the
    number of the line it departs from, 0 for the main line, and ``turn_no`` the row of that line it
    replaces: its own ``turns`` begin with that row. ``state`` is ``complete`` if it ends the game, else
    ``partial``. ``history`` and ``unit_starts`` lead there from the start of the game, as in
    :class:`Replay`.
    """

    number: int
    parent: int
    turn_no: int
    turns: tuple[Turn, ...]
    state: str
    history: tuple[str, ...]
    unit_starts: tuple[int, ...]


class Replay(msgspec.Struct, frozen=True):
    """A replayed record.

    ``state`` is ``complete``, ``partial`` (the record ends early), ``error`` (``diagnostics`` says
    why, else it holds warnings; ``turns`` stop before the fault, and ``game_id`` is empty) or ``cut``
    (the same, but what comes before the fault was asked for, and has a ``game_id``). ``seats``
    are letters by seat number, ``order`` the starting order.
    """

    record: Record
    game: str
    ruleset: str
    rulings: str
    seats: tuple[str, ...]
    order: tuple[str, ...]
    turns: tuple[Turn, ...]
    diagnostics: tuple[Diagnostic, ...]
    state: str
    game_id: str
    result: tuple[Result, ...]
    setup: Any
    history: tuple[str, ...]
    unit_starts: tuple[int, ...]
    variations: tuple[Line, ...] = ()
