"""Postings in words: what changed, why, what the seat holds then, and what it did to the score."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from .ledger import Account, Posting

_PLURALS = {
    "coin": "coins",
    "seal": "seals",
    "point": "points",
    "point in play": "points in play",
    "pearl": "pearls",
    "time step": "time steps",
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
_CATEGORIES = {"play": "in play", "coins_seals": "coins and seals", "time": "time track"}
_LOST = {"unpaid": "not paid for", "refused": "not paid", "cap": "end of the track"}


class Line(NamedTuple):
    """A change in words: ``+3 coins``, ``die difference (s2)``, ``now 7``; ``sign`` is 1, -1 or 0.

    ``cause`` and ``account`` are those of the posting, by name.
    """

    seat: str
    change: str
    reason: str
    now: str
    sign: int
    cause: str
    account: str

    def article(self, articles: Mapping[str, str]) -> str:
        """Return the article of the rules behind it (see ``registry.articles``); empty: not known."""
        return articles.get(f"{self.cause} {self.account}") or articles.get(self.cause, "")

    def __str__(self) -> str:
        """Return the change as one sentence without the seat."""
        return ", ".join(part for part in (self.change, self.reason, self.now) if part)


class Story(NamedTuple):
    """Postings in words, and their sums by seat (``+5 coins, −1 seal, +2 time steps``)."""

    lines: tuple[Line, ...]
    totals: tuple[tuple[str, str], ...]


def signed(number: int) -> str:
    """Return a number with its sign, a real minus."""
    return f"+{number}" if number > 0 else f"−{abs(number)}" if number < 0 else "0"


def counted(number: int, unit: str) -> str:
    """Return a signed amount with its unit: ``+1 coin``, ``−2 coins``, ``+2 food``."""
    return f"{signed(number)} {unit if abs(number) == 1 else _PLURALS.get(unit, unit)}"


def tell(
    postings: Sequence[Posting],
    balances: Sequence[Sequence[int]],
    accounts: Sequence[Account],
    seats: Sequence[str],
    tolls: Mapping[int, int],
) -> Story:
    """Return postings in words, in their order, with totals.

    ``balances`` are what the seats hold afterwards. A worker that leaves one place and arrives at another is
    one line, and so is a gain of which a cap takes a part. ``tolls`` says how many seals it costs to enter a
    space of the time track (:attr:`wcreplay.engine.game.Game.tolls`).
    """
    lines: list[Line] = []
    sums: dict[tuple[int, str], int] = {}
    left: tuple[int, str] | None = None
    spaces = _spaces_before(postings, balances, accounts)
    for posting, lost in _capped(postings):
        account = accounts[posting.account]
        seat = seats[posting.seat]
        reason = _reason(posting.cause, posting.source)
        why = posting.cause, account.name
        if account.kind == "currency":
            unit = "point in play" if account.unit == "point" else account.unit
            sums[posting.seat, unit] = sums.get((posting.seat, unit), 0) + posting.delta
            lines.append(_currency(seat, posting, lost, account, reason))
        elif account.kind == "placement":
            piece, _, place = account.name.partition("_")
            place = _PLACES.get(place, place.replace("_", " "))
            if posting.delta < 0:
                left = (posting.seat, piece)
            elif left is not None and left == (posting.seat, piece):
                lines.append(Line(seat, f"{piece} to {place}", reason, f"{posting.balance} there", 0, *why))
                left = None
            else:
                lines.append(Line(seat, f"{counted(posting.delta, piece)} in {place}", reason, "", 0, *why))
        elif account.name == "time_lost":
            lines.append(_lost_steps(seat, posting, spaces.get(posting.seat, 0) + 1, tolls))
        else:
            if account.name == "time":
                spaces[posting.seat] = posting.balance
                key = (posting.seat, "time step")
                sums[key] = sums.get(key, 0) + posting.delta
            lines.append(_other(seat, posting, account, reason))
    totals: dict[str, list[str]] = {}
    for (number, unit), amount in sums.items():
        if amount:
            totals.setdefault(seats[number], []).append(counted(amount, unit))
    return Story(tuple(lines), tuple((seat, ", ".join(parts)) for seat, parts in totals.items()))


def score_change(
    before: Sequence[int], after: Sequence[int], categories: Sequence[str]
) -> tuple[int, str] | None:
    """Return by how much a seat's running score changed and how, or ``None`` where it did not.

    ``before`` and ``after`` are points by category. The words are
    ``37 → 58 (+21): courtiers +7, gardeners +14``.
    """
    parts = [
        f"{category_name(category)} {signed(new - old)}"
        for category, old, new in zip(categories, before, after, strict=True)
        if new != old
    ]
    if not parts:
        return None
    change = sum(after) - sum(before)
    return change, f"{sum(before)} → {sum(after)} ({signed(change)}): {', '.join(parts)}"


def category_name(category: str) -> str:
    """Return what a category of the score is called: ``coins and seals``."""
    return _CATEGORIES.get(category, category)


def _spaces_before(
    postings: Sequence[Posting], balances: Sequence[Sequence[int]], accounts: Sequence[Account]
) -> dict[int, int]:
    """Return the space of each seat's time marker beforehand; nothing for a game without one."""
    time = next((number for number, account in enumerate(accounts) if account.name == "time"), None)
    if time is None:
        return {}
    spaces = {seat: row[time] for seat, row in enumerate(balances)}
    for posting in postings:
        if posting.account == time:
            spaces[posting.seat] -= posting.delta
    return spaces


def _capped(postings: Sequence[Posting]) -> Iterator[tuple[Posting, int]]:
    """Yield each posting and how much of its gain a cap took; the cap's own posting is left out."""
    held: Posting | None = None
    for posting in postings:
        if held is not None:
            if posting.cause == "cap" and posting.delta < 0 and posting[:2] == held[:2]:
                net = held.delta + posting.delta
                yield held._replace(delta=net, balance=posting.balance), -posting.delta
                held = None
                continue
            yield held, 0
        held = posting
    if held is not None:
        yield held, 0


def _reason(cause: str, source: str) -> str:
    return f"{cause} ({source})" if source and source != cause else cause


def _currency(seat: str, posting: Posting, lost: int, account: Account, reason: str) -> Line:
    unit = account.unit
    change = counted(posting.delta, unit)
    if lost:
        change = f"{change if posting.delta else f'+0 {_PLURALS.get(unit, unit)}'} ({lost} lost, full)"
    sign = (posting.delta > 0) - (posting.delta < 0)
    return Line(seat, change, reason, f"now {posting.balance}", sign, posting.cause, account.name)


def _lost_steps(seat: str, posting: Posting, space: int, tolls: Mapping[int, int]) -> Line:
    """Return the line of time steps that were not made, with what entering the next ``space`` costs."""
    reason = _LOST.get(posting.cause, posting.cause)
    if posting.cause == "unpaid" and space in tolls:
        seals = tolls[space]
        reason = f"space {space} costs {seals} seal{'s' if seals > 1 else ''}"
    change = counted(posting.delta, "time step").removeprefix("+")
    return Line(seat, f"{change} lost", _reason(reason, posting.source), "", -1, posting.cause, "time_lost")


def _other(seat: str, posting: Posting, account: Account, reason: str) -> Line:
    """Return a line for a track or a count that is no currency and no piece."""
    why = posting.cause, account.name
    if account.name == "order":
        place = _ORDINALS.get(posting.balance, f"{posting.balance}th")
        return Line(seat, f"{place} in turn order", reason, "", 0, *why)
    if account.kind == "track":
        top = ", on top" if posting.detail > 1 else ""  # a marker that arrives lies upon those there
        words = counted(posting.delta, "time step" if account.name == "time" else account.name)
        return Line(seat, words, reason, f"now space {posting.balance}{top}", 0, *why)
    name = account.name.removeprefix("lantern_")
    sign = f"{posting.delta} {name} icon{'s' if posting.delta != 1 else ''}"
    return Line(seat, f"card to the Lantern Area: {posting.source} ({sign})", posting.cause, "", 0, *why)
