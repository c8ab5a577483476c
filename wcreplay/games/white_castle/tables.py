"""The game's own tables: the dice that each turn offered and took."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wcreplay.engine.game import Table

from .effects import COLOURS

if TYPE_CHECKING:
    from wcreplay.engine.replay import Replay

DICE_COLUMNS = (
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


def dice_rows(replay: Replay) -> list[tuple[Any, ...]]:
    """Return a row per takeable die of each turn; ``pips`` 0 is unknown, coins in ``difference``."""
    rows: list[tuple[Any, ...]] = []
    for turn in replay.turns:
        if turn.facts is None:
            continue
        number, seat = turn.turn_no, turn.seat
        offered, (colour, pips, end), *how = turn.facts
        rows.extend(
            (number, seat, COLOURS[other], value, side, False, None, None, None)
            for other, value, side in offered
            if other != colour or side != end
        )
        rows.append((number, seat, COLOURS[colour], pips, end, True, *how))
    return rows


TABLES = (Table("wc_dice", DICE_COLUMNS, dice_rows),)
