"""Whether the totals and markers of a log follow from each other, event by event, taken back or not.

A step that is taken back restores a value; what comes next goes on from there. So each account of a player is
one chain, whatever was undone in between, and an event that does not continue it is found where it stands.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from wcreplay.games.white_castle.accounts import CAPS

from . import changes, schema
from .events import Event
from .timeline import WORDS, may_move

_PAIRS: Final = 200
"""Events that one in the wrong place is tried to be exchanged with."""


class Break(NamedTuple):
    """An event that does not follow from those before it: its number, the code of the finding, and why.

    ``seat`` is whose total or marker it is about, -1: nobody's.
    """

    at: int
    code: str
    message: str
    seat: int = -1


_Link = tuple[Event, int | None, int | None]
"""What an event says about an account: signed amount and total (None: not sent)."""


def check(events: list[Event], seat_of: dict[str, int], *, seated: bool) -> list[Break]:
    """Return the events that break a chain, and those of nobody who plays, in their order.

    The numbers of ``seat_of`` are seats if the players are ``seated``; else they are not called so.
    """
    found: list[Break] = []
    chains: dict[tuple[int, int], list[_Link]] = {}
    for event in events:
        said = changes.money(event)
        seat = seat_of.get(event.player, -1)
        if said is None:
            continue
        if seat < 0:
            found.append(Break(event.at, "L210", f"the event names no player of this game ({event.kind})"))
        else:
            chains.setdefault((seat, said.account), []).append((event, said.amount, said.total))
    for (seat, account), links in chains.items():
        found += _breaks(links, seat, account)
    found += _markers(events, seat_of)
    if seated:
        found = [one._replace(message=_with_seat(one)) for one in found]
    return sorted(found)


def _with_seat(one: Break) -> str:
    return f"seat {'ABCD'[one.seat]}: {one.message}" if one.seat >= 0 else one.message


# -- coins, seals, resources -------------------------------------------------------------------------------


def _breaks(links: list[_Link], seat: int, account: int) -> list[Break]:
    broken = _broken(links, CAPS[account])
    if not broken or not _broken(links, CAPS[account], lenient=True):
        return []
    other = _exchanged(links, broken[0][0], CAPS[account])
    return [_told(links, place, before, seat, account, other) for place, before in broken]


def _broken(links: list[_Link], cap: int, *, lenient: bool = False) -> list[tuple[int, int]]:
    """Return the places where the chain is broken, with what was held there.

    Of several steps taken back one after the other the last says what is held; ``lenient``: any of them may.
    """
    broken: list[tuple[int, int]] = []
    before: set[int] | None = {0}  # what may be held; None: nothing is known
    restored = False
    for place, (event, amount, total) in enumerate(links):
        if event.undo:
            earlier = before if restored and lenient else set()
            before = None if total is None or earlier is None else {*earlier, total}
            restored = True
            continue
        restored = False
        if total is None:
            before = None if before is None or amount is None else {min(n + amount, cap) for n in before}
        elif amount is None or before is None or total in {min(n + amount, cap) for n in before}:
            before = {total}
        else:
            broken.append((place, min(before)))
            after = {min(n + amount, cap) for n in before}
            before = {total} if _goes_on(links, place, total, after, cap) else after
    return broken


def _goes_on(links: list[_Link], place: int, total: int, after: set[int], cap: int) -> bool:
    """Whether the event behind a break goes on from what the broken one states, not from what it should."""
    if place + 1 == len(links):
        return False
    event, amount, following = links[place + 1]
    if event.undo or amount is None:
        return False
    return following == min(total + amount, cap) and all(following != min(n + amount, cap) for n in after)


def _exchanged(links: list[_Link], place: int, cap: int) -> int:
    """Return the place of a later event with which the first broken one has changed places; 0: none."""
    for other in range(place + 1, min(place + _PAIRS, len(links))):
        if links[other][0].undo:
            continue
        changed = links.copy()
        changed[place], changed[other] = links[other], links[place]
        if not _broken(changed[: other + 2], cap):
            return other
    return 0


def _told(links: list[_Link], place: int, before: int, seat: int, account: int, other: int) -> Break:
    event, amount, total = links[place]
    assert amount is not None
    after = min(before + amount, CAPS[account])
    words = f"{before} {WORDS[account]} and {amount:+d} make {after}, but the log states {total}"
    if other:
        swapped = links[other][0].at
        return Break(event.at, "L307", f"{words}; with event {swapped} in its place it would fit", seat)
    if _goes_on(links, place, total or 0, {after}, CAPS[account]):
        return Break(event.at, "L307", f"{words}, and goes on from there", seat)
    return Break(event.at, "L301", words, seat)


# -- markers -----------------------------------------------------------------------------------------------


def _markers(events: list[Event], seat_of: dict[str, int]) -> list[Break]:
    """Return the moves on the time track that do not begin where the marker stood."""
    found: list[Break] = []
    stand: dict[int, set[int]] = {seat: {0} for seat in seat_of.values()}
    restored: set[int] = set()
    for event in events:
        seat = seat_of.get(event.player, -1)
        if event.kind != schema.TIME_MOVED or seat < 0:
            continue
        shown = {seat_of.get(marker.player, -1): marker.space for marker in changes.markers(event)}
        own, steps = shown.get(seat), schema.as_int(schema.get(event.args, "steps"))
        if event.undo:
            if own is not None:
                stand[seat] = {*(stand[seat] if seat in restored else ()), own}
                restored.add(seat)
            continue
        restored.discard(seat)
        for other, space in shown.items():
            if other not in (-1, seat) and space not in stand[other]:
                at = min(stand[other])
                words = f"states space {space}, but the marker stands on {at}"
                found.append(Break(event.at, "L304", words, other))
        if own is None:
            stand[seat] = {space + (steps or 0) for space in stand[seat]}
        else:
            if steps is not None and not any(may_move(space, own, steps) for space in stand[seat]):
                words = f"{steps} steps from space {min(stand[seat])}, but the log states space {own}"
                found.append(Break(event.at, "L304", words, seat))
            stand[seat] = {own}
    return found
