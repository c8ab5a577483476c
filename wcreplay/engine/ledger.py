"""The ledger: the one place where anything a seat holds is changed.

A seat's holdings *are* the balances of the ledger. The rules read them there and change them only
through :meth:`Ledger.post`, so a balance always equals the sum of its postings.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final, NamedTuple

import msgspec


class Account(msgspec.Struct, frozen=True):
    """One thing a seat can hold an amount of.

    ``kind`` says which table a posting belongs to: ``currency`` (coins, points ...), ``track`` (a
    marker's space), ``placement`` (workers, cards) or ``memo`` (a count derived from placements that
    the rules want at hand; it has postings but no table of its own).
    """

    name: str
    kind: str
    unit: str


class Posting(NamedTuple):
    """One change: ``delta`` was added to account number ``account`` of seat number ``seat``.

    ``balance`` is the balance afterwards. ``cause`` is a word of the game's closed vocabulary and
    ``source`` the component that did it (a card, tile, space or room). ``detail`` belongs to the
    game: the height in the pile for a track step, a place for a placement; -1 where it has none.
    """

    seat: int
    account: int
    delta: int
    balance: int
    cause: str
    source: str
    detail: int


class Overdrawn(Exception):
    """A balance fell below 0. Options that cannot be paid are never offered, so the fault is in the rules."""


FIELDS: Final = 7
"""Fields of a posting."""


#: What Posting._make does, without its Python frame.
_make = partial(tuple.__new__, Posting)


def postings_of(posted: Sequence[Any]) -> tuple[Posting, ...]:
    """Return the postings whose fields stand in ``posted`` one behind the other."""
    return tuple(map(_make, zip(*[iter(posted)] * FIELDS, strict=True)))


class Ledger:
    """Balances by seat and account, and what was posted in the current unit.

    ``posted`` has the fields of all postings one behind the other, as :class:`Posting` lists them: posting is
    what a replay does most, and most replays are only stored, column by column.
    """

    __slots__ = ("balances", "posted")

    def __init__(self, seats: int, accounts: int) -> None:
        """Open ``accounts`` accounts at zero for each of ``seats`` seats."""
        self.balances: list[list[int]] = [[0] * accounts for _ in range(seats)]
        self.posted: list[Any] = []

    @property
    def postings(self) -> list[Posting]:
        """The postings of the current unit in order, made of ``posted`` anew."""
        return list(postings_of(self.posted))

    def post(self, seat: int, account: int, delta: int, cause: str, source: str, detail: int = -1) -> None:
        """Add ``delta`` (may be negative) to a balance and write the posting. Raises :class:`Overdrawn`."""
        row = self.balances[seat]
        balance = row[account] + delta
        row[account] = balance
        if balance < 0:
            what = f"seat {seat} has {balance} of account {account} after {delta}"
            raise Overdrawn(f"{what} ({cause}, {source})")
        self.posted.extend((seat, account, delta, balance, cause, source, detail))

    def clone(self) -> Ledger:
        """Return an independent copy."""
        other = Ledger(0, 0)
        other.balances = [row.copy() for row in self.balances]
        other.posted = self.posted.copy()
        return other
