"""The game's own tables: the dice that each turn offered and took."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from wcreplay.engine.game import Table

from .effects import COLOURS
from .values import Offer

if TYPE_CHECKING:
    from wcreplay.engine.replay import Replay

DICE_COLUMNS: Final = (
    "turn_no",
    "seat",
    "colour",
    "pips",
    "die_end",
    "taken",
    "space",
    "covered",
    "difference",
)


@lru_cache(maxsize=64)
def _left_lying(offer: Offer) -> tuple[Any, ...]:
    """Return the end of the row of a die that was not taken."""
    return (COLOURS[offer.colour], offer.pips, offer.end, False, None, None, None)


def dice_rows(replay: Replay) -> list[tuple[Any, ...]]:
    """Return a row per takeable die of each turn; ``pips`` 0 is unknown, coins in ``difference``."""
    rows: list[tuple[Any, ...]] = []
    for turn in replay.turns:
        if turn.facts is None:
            continue
        head = (turn.turn_no, turn.seat)
        offered, taken, *how = turn.facts
        rows += [head + _left_lying(offer) for offer in offered if offer != taken]
        rows.append((*head, COLOURS[taken.colour], taken.pips, taken.end, True, *how))
    return rows


TABLES: Final = (Table("wc_dice", DICE_COLUMNS, dice_rows),)
