"""What a replay hands out: frozen values, never the live position."""

from __future__ import annotations

from typing import Any

import msgspec

from wcreplay.notation.diagnostics import Diagnostic
from wcreplay.notation.model import Record

from .ledger import Posting


class Turn(msgspec.Struct, frozen=True):
    """A row of the ``turn`` table: a draft pick, a turn, an activation, the setup or the end.

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
    postings: tuple[Posting, ...]
    balances: tuple[tuple[int, ...], ...]
    scores: tuple[tuple[int, ...], ...]
    facts: Any


class Result(msgspec.Struct, frozen=True):
    """A seat's final points and rank (from 1)."""

    seat: str
    points: int
    rank: int


class Replay(msgspec.Struct, frozen=True):
    """A replayed record.

    ``state`` is ``complete``, ``partial`` (the record ends early) or ``error`` (``diagnostics`` says
    why, else it holds warnings; ``turns`` stop before the fault, and ``game_id`` is empty). ``seats``
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
