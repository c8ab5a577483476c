"""The game's own tables: the dice that each turn offered and took."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wcreplay.engine.game import Table

from .effects import COLOURS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wcreplay.engine.replay import Replay

    from .values import Facts, Offer

DICE_COLUMNS: Final[tuple[str, ...]] = (
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


def dice_values(replay: Replay) -> list[Sequence[Any]]:
    """Return the columns of the takeable dice of each turn, the one that was taken last.

    ``pips`` 0 is unknown, coins are in ``difference``.
    """
    dice: list[Offer] = []
    turn_nos: list[int] = []
    seats: list[str] = []
    placed: list[tuple[bool, str | None, int | None, int | None]] = []
    for turn in replay.turns:
        facts: Facts | None = turn.facts
        if facts is None:
            continue
        die = facts.taken
        left = [offer for offer in facts.offered if offer != die]
        dice.extend(left)
        dice.append(die)
        placed.extend([_LEFT] * len(left))
        placed.append((True, facts.space, facts.covered, facts.difference))
        turn_nos.extend([turn.turn_no] * (len(left) + 1))
        seats.extend([turn.seat] * (len(left) + 1))
    if not dice:
        return [[] for _ in DICE_COLUMNS]
    colours, pips, ends = zip(*dice, strict=True)
    return [turn_nos, seats, [COLOURS[colour] for colour in colours], pips, ends, *zip(*placed, strict=True)]


_LEFT: Final[tuple[Any, ...]] = (False, None, None, None)
"""Taken, space, covered and difference of a die that was left lying."""

TABLES: Final = (Table("wc_dice", DICE_COLUMNS, dice_values),)
