"""What the postings of a finished unit of The White Castle must look like: payments, moves, steps, the die.

Like the adapter it is written from the rules reference.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

COLOURS = ("coral", "black", "white")
FLOORS = ("domain", "gate", "steward", "diplomat", "daimyo")
ICONS = ("coin", "seal", "point", "food", "iron", "pearl", "time")
ACCOUNTS = (
    *("coin", "seal", "food", "iron", "pearl", "point", "time"),
    *(f"courtier_{floor}" for floor in FLOORS),
    "gardener_domain",
    *(f"gardener_{colour}_{kind}" for colour in COLOURS for kind in ("plant", "stone")),
    *("warrior_domain", "warrior_5", "warrior_3", "warrior_1"),
    *(f"lantern_{icon}" for icon in ICONS),
    *("order", "time_lost"),
)
VALUES = {"s1": 3, "s2": 3, "s3": 3, "d1": 4, "d2": 4, "o1": 5, "o2": 5, "w": 1, "p": 6}  # R4
GARDEN_FOOD = {"P1": 5, "P2": 4, "P3": 4, "P4": 4, "P5": 3, "K1": 1, "K2": 1, "K3": 2, "K4": 2, "K5": 3}
GARDEN_COINS = {"P1": 4, "P2": 3, "P3": 3, "P4": 3, "P5": 4}
CLIMB_PEARLS = {1: 2, 2: 5}  # R6.3
ENTERED = {"6": 1, "11": 2, "15": 3}  # R9.2

SIZES = {"audience": 3, "climb": 3, "gardener": 3, "warrior": 3, "exchange": 2, "price": 1}
"""Postings that belong together by their cause."""
Change = tuple[str, int]
"""Account and amount."""


def faults(unit: Any) -> Iterator[str]:
    """Yield what is wrong with the postings of a finished unit."""
    for posting in unit.postings:
        kind, _, place = ACCOUNTS[posting.account].partition("_")
        if posting.seat != unit.seat and posting.cause not in ("setup", "turn order"):
            yield f"seat {unit.seat} acts, but {posting} is of another"
        if kind in ("courtier", "gardener", "warrior") and posting.cause != "setup":
            if place == "domain" and posting.delta != -1:
                yield f"{posting}: a worker that has left never comes back (R1.2)"
            if place != "domain" and (kind != "courtier" or place == "daimyo") and posting.delta != 1:
                yield f"{posting}: a worker in the gardens, the yards or on top stays there"
        if kind in ("point", "lantern", "time") and posting.delta < 0:
            yield f"{posting}: points, Lantern cards and steps are never lost again"
        if posting.cause == "cap" and posting.delta > 0 and place != "lost":
            yield f"{posting}: a loss that gains"
    yield from _moves(unit)
    yield from _steps(unit)
    if unit.phase == "turn":
        yield from _die(unit)


def _moves(unit: Any) -> Iterator[str]:
    """A worker moves, and seals are exchanged, for their price and together with it (R1.5, R6)."""
    for cause, size in SIZES.items():
        changes = [
            (ACCOUNTS[posting.account], posting.delta, posting.source)
            for posting in unit.postings
            if posting.cause == cause and not ACCOUNTS[posting.account].startswith("lantern")
        ]
        for start in range(0, len(changes), size):
            move = changes[start : start + size]
            source = move[0][2]
            if [change[:2] for change in move] not in _legal(cause, source, [change[0] for change in move]):
                yield f"{cause} by {source} posted {move}"


def _legal(cause: str, source: str, names: list[str]) -> list[list[Change]]:
    """Return what a cause may post in one go, for the accounts that it named."""
    if cause == "audience":
        return [[("coin", -2), ("courtier_domain", -1), ("courtier_gate", 1)]]
    if cause == "gardener":
        return [[("food", -GARDEN_FOOD[source]), ("gardener_domain", -1), (names[-1], 1)]]
    if cause == "warrior":
        iron = source.removeprefix("yard ")
        return [[("iron", -int(iron)), ("warrior_domain", -1), (f"warrior_{iron}", 1)]]
    if cause == "climb":
        return [
            [("pearl", -pearls), (f"courtier_{FLOORS[start]}", -1), (f"courtier_{FLOORS[start + floors]}", 1)]
            for floors, pearls in CLIMB_PEARLS.items()
            for start in range(1, 5 - floors)
        ]
    if cause == "exchange":
        return [[("seal", -1), ("coin", 1)], *([("seal", -2), (name, 1)] for name in ICONS[3:6])]
    return [[("coin", -GARDEN_COINS[source])]] if source in GARDEN_COINS else [[("seal", -1)]]


def _steps(unit: Any) -> Iterator[str]:
    """A marker enters 6, 11 and 15 only for their seals, each paid once and right before (R9.2 to R9.5)."""
    paid = ""
    for posting in unit.postings:
        if posting.cause == "checkpoint":
            paid = posting.source
            if (ACCOUNTS[posting.account], -posting.delta) != ("seal", ENTERED.get(paid)):
                yield f"{posting}: a checkpoint at another price"
        elif ACCOUNTS[posting.account] == "time":
            spaces = range(posting.balance - posting.delta + 1, posting.balance + 1)
            entered = [stop for stop in ENTERED if int(stop) in spaces]
            if entered != ([paid] if paid else []):
                yield f"{posting}: a marker that entered {entered}, paid was '{paid}'"
            paid = ""


def _die(unit: Any) -> Iterator[str]:
    """The die difference is all that placing costs or brings, and is posted once (R3.6, R4.2)."""
    pips, space, covered = unit.facts.taken.pips, unit.facts.space, unit.facts.covered
    posted = [posting.delta for posting in unit.postings if posting.cause == "die difference"]
    if posted != ([pips - covered] if pips != covered else []) or unit.facts.difference != pips - covered:
        yield f"a die of {pips} on {space} ({covered}) posted {posted} coins"
    printed = VALUES["p" if space.startswith("row") else space]
    alone = space == "w" or space.startswith("row") or len(unit.balances) == 2
    if covered != printed and (alone or not 1 <= covered <= 6):
        yield f"{space} counts as {covered}"
    if unit.facts.taken not in unit.facts.offered:
        yield f"{unit.facts.taken} was not on offer"
