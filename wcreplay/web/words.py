"""The ledger of a turn in words: what changed, why, and what the seat holds then."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wcreplay.engine.ledger import Account, Posting

_PLURALS = {
    "coin": "coins",
    "seal": "seals",
    "point": "points",
    "pearl": "pearls",
    "step": "steps",
    "icon": "icons",
}
_ORDINALS = {1: "1st", 2: "2nd", 3: "3rd"}
_PLACES = {
    "gate": "the gate",
    "steward": "steward floor",
    "diplomat": "diplomat floor",
    "daimyo": "daimyo floor",
    "5": "5-iron yard",
    "3": "3-iron yard",
    "1": "1-iron yard",
}


class Line(NamedTuple):
    """A change in words: ``+3 coins``, ``die difference (s2)``, ``now 7``; ``sign`` is 1, -1 or 0."""

    seat: str
    change: str
    reason: str
    now: str
    sign: int

    def __str__(self) -> str:
        """Return the change as one sentence without the seat."""
        return ", ".join(part for part in (self.change, self.reason, self.now) if part)


class Story(NamedTuple):
    """A turn's ledger in words, and the sums of currencies by seat (``+5 coins, −1 seal``)."""

    lines: tuple[Line, ...]
    totals: tuple[tuple[str, str], ...]


def signed(number: int) -> str:
    """Return a number with its sign, a real minus."""
    return f"+{number}" if number > 0 else f"−{abs(number)}" if number < 0 else "0"


def counted(number: int, unit: str) -> str:
    """Return a signed amount with its unit: ``+1 coin``, ``−2 coins``, ``+2 food``."""
    return f"{signed(number)} {unit if abs(number) == 1 else _PLURALS.get(unit, unit)}"


def tell(postings: Sequence[Posting], accounts: Sequence[Account], seats: Sequence[str]) -> Story:
    """Return the postings of a turn in words, in their order, with totals.

    A worker that leaves one place and arrives at another is one line.
    """
    lines: list[Line] = []
    sums: dict[tuple[int, str], int] = {}
    left: tuple[int, str] | None = None
    for posting in postings:
        account = accounts[posting.account]
        seat = seats[posting.seat]
        reason = _reason(posting)
        if account.kind == "currency":
            key = (posting.seat, account.unit)
            sums[key] = sums.get(key, 0) + posting.delta
            lines.append(
                Line(
                    seat,
                    counted(posting.delta, account.unit),
                    reason,
                    f"now {posting.balance}",
                    _sign(posting),
                )
            )
        elif account.kind == "placement":
            piece, _, place = account.name.partition("_")
            place = _PLACES.get(place, place.replace("_", " "))
            if posting.delta < 0:
                left = (posting.seat, piece)
            elif left is not None and left == (posting.seat, piece):
                lines.append(Line(seat, f"{piece} to {place}", reason, f"{posting.balance} there", 0))
                left = None
            else:
                lines.append(Line(seat, f"{counted(posting.delta, piece)} in {place}", reason, "", 0))
        else:
            lines.append(_other(seat, posting, account, reason))
    totals: dict[str, list[str]] = {}
    for (number, unit), amount in sums.items():
        if amount:
            totals.setdefault(seats[number], []).append(counted(amount, unit))
    return Story(tuple(lines), tuple((seat, ", ".join(parts)) for seat, parts in totals.items()))


def _sign(posting: Posting) -> int:
    return (posting.delta > 0) - (posting.delta < 0)


def _reason(posting: Posting) -> str:
    source = "" if posting.source == posting.cause else posting.source
    return f"{posting.cause} ({source})" if source else posting.cause


def _other(seat: str, posting: Posting, account: Account, reason: str) -> Line:
    """Return a line for a track or a count that is no currency and no piece."""
    if account.name == "order":
        place = _ORDINALS.get(posting.balance, f"{posting.balance}th")
        return Line(seat, f"{place} in turn order", reason, "", 0)
    if account.name == "time_lost":
        return Line(seat, f"{abs(posting.delta)} time lost", reason, "", -1)
    if account.kind == "track":
        height = (
            f" ({_ORDINALS.get(posting.detail, f'{posting.detail}th')} in pile)" if posting.detail > 1 else ""
        )
        return Line(
            seat, f"{signed(posting.delta)} {account.name}", reason, f"now space {posting.balance}{height}", 0
        )
    name = account.name.removeprefix("lantern_")
    return Line(seat, f"{signed(posting.delta)} icon: {name}", reason, f"now {posting.balance}", 0)
