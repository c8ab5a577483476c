"""Which events of the coverage report show an article of the rules reference at work."""

from __future__ import annotations

from typing import Final

from wcreplay.engine.coverage import Event


def _of(group: str, *names: str) -> tuple[Event, ...]:
    return tuple((group, name) for name in names)


_EXCHANGES: Final = tuple(
    ("exchange", f"x:{what} at {kind}")
    for what in "cfip"
    for kind in ("die", "lantern", "order", "action", "units", "well", "checkpoint", "garden", "close")
)

ARTICLES: Final[dict[str, tuple[Event, ...]]] = {
    "R1.2 the last worker leaves": _of("workers gone", "courtiers", "gardeners", "warriors"),
    "R1.3 loss to a cap": _of("cap", "seal", "food", "iron", "pearl"),
    "R1.5 exchange": _EXCHANGES,
    "R1.6 price": _of("cause", "price"),
    "R2.9 pick of a pair": _of("cause", "draft"),
    "R2.10 decree": _of("starting card", "E1", "E2", "E3"),
    "R3.3 left end, Lantern collected or not": _of("die", "left", "last left"),
    "R3.5 last die at the right": _of("die", "last right"),
    "R3.5 last die at the left": _of("die", "last left"),
    "R3.6 coins gained": _of("coins", "gained"),
    "R3.6 coins paid": _of("coins", "paid"),
    "R3.6 equal value": _of("coins", "equal"),
    "R3.7 exchange before placing": _of("exchange", *(f"x:{what} at die" for what in "cfip")),
    "R3.8 action declined": _of("declined", "action"),
    "R4.2 second die covers the first": _of("second die", "s1", "s2", "s3", "d1", "d2", "o1", "o2"),
    "R5.1 two blocks of a room": _of("room", "two blocks"),
    "R5.2 outside": _of(
        "action", "o1 gardener", "o1 audience", "o1 climb", "o2 warrior", "o2 audience", "o2 climb"
    ),
    "R5.3 well": _of("space", "w coral", "w black", "w white"),
    "R5.4 domain row by die": _of("space", "p coral", "p black", "p white"),
    "R5.6 domain row by action": tuple(
        ("row", f"{colour} {gone} gone, action")
        for colour in ("coral", "black", "white")
        for gone in range(6)
    ),
    "R6.1 gardener": _of("cause", "gardener"),
    "R6.2 warrior": _of("warrior", "W5", "W3", "W1"),
    "R6.3 audience": _of("cause", "audience"),
    "R6.3 climb of one floor": _of("climb", "g^s", "s^d", "d^m"),
    "R6.3 climb of two floors": _of("climb", "g^d", "s^m", "s^m full"),
    "R6.3 audience after a climb": _of("action", "courtier audience"),
    "R6.3 climb after an audience": _of("action", "courtier climb"),
    "R6.6 empty deck": _of("refill", "no steward left", "no diplomat left"),
    "R6.7 daimyo slot": _of("cause", "daimyo slot"),
    "R6.7 no free slot": _of("climb", "s^m full", "d^m full"),
    "R7.1 main board light": _of("action", "K4 block", "M7.1 block", "M8.1 block", "M9.1 block", "Y7 block"),
    "R7.2 main board colour": _of("action", "Y4 block", "Y5 block", "Y6 block"),
    "R7.3 main board any": _of("action", "P1 block", "Y7 block"),
    "R7.5 well as an action declined": _of("declined", "-w"),
    "R8.1 Lantern": _of("cause", "lantern"),
    "R9.2 checkpoint paid": _of("checkpoint", "6 paid", "11 paid", "15 paid"),
    "R9.3 too few seals": _of("checkpoint", "6 unpaid", "11 unpaid", "15 unpaid"),
    "R9.4 checkpoint refused": _of("checkpoint", "6 refused", "11 refused", "15 refused"),
    "R9.6 on top of a pile": _of("time", "on top of a pile"),
    "R9.7 no movement past 20": _of("cap", "time"),
    "R10.1 new turn order": _of("round end", "new order"),
    "R10.1 upper marker first": _of("round end", "order by height"),
    "R10.2 garden at round end": tuple(
        ("garden at round end", f"@{kind}{number}") for kind in "PK" for number in range(1, 6)
    ),
    "R10.2 no die left on a bridge": _of("round end", "bridge empty"),
    "R11.8 tie": _of("result", "tie for the win"),
    "R16.2 price with the first step": _of("cause", "price"),
    "R16.7 unit lost on a full track": _of("units", "lost on a full track"),
    "R16.8 exchange before a seal is lost": _of("exchange", *(f"x:{what} at order" for what in "cfip")),
    "R16.9 order chosen": _of("order", ">1", ">2", ">3", ">y1", ">y2", ">T", ">L"),
    "R16.14 offered though an exchange must pay": _of("declined", "pay later"),
    "R16.15 nothing to do at a space": _of("declined", "nothing to do"),
}
"""Article, with a word on what of it is counted, and the events that show it."""
