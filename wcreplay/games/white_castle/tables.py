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
        facts = turn.facts
        if facts is None:
            continue
        number, seat = turn.turn_no, turn.seat
        for offer in facts.offered:
            colour, pips, end = offer
            if offer == facts.taken:
                how = (True, facts.space, facts.covered, facts.difference)
                rows.append((number, seat, COLOURS[colour], pips, end, *how))
            else:
                rows.append((number, seat, COLOURS[colour], pips, end, False, None, None, None))
    return rows


TABLES = (Table("wc_dice", DICE_COLUMNS, dice_rows),)
