"""How each game's wide table of states is made of balances and scores, and what else a game adds to the rows.

A game whose tables are in the schema has an entry in :data:`STATES`. Everything here renames what the
replay holds; only the heights in the piles of a track are followed here, move by move, from its postings.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from wcreplay.engine.ledger import FIELDS

if TYPE_CHECKING:
    from wcreplay.engine.game import Game
    from wcreplay.engine.replay import Replay

Heights = list[tuple[int, ...]]
"""Heights by turn, then by seat number; 1 is the lowest of a pile."""


class State(NamedTuple):
    """The wide table of a game: ``accounts`` by column, and the columns that are no balances.

    ``heights`` names the column of heights and makes it; ``start_cards`` returns the two starting cards
    by seat letter. ``aside`` names the table of states in variations and those of its columns that are
    balances.
    """

    table: str
    accounts: dict[str, str]
    heights: tuple[str, Callable[[Replay, Game], Heights]] | None
    start_cards: Callable[[Replay], dict[str, tuple[str, str]]] | None
    aside: tuple[str, tuple[str, ...]] | None = None


def time_heights(replay: Replay, game: Game) -> Heights:
    """Return each marker's height in its pile on the time track after each turn.

    At first the markers lie in one pile, the last of the starting order lowest (R2.8); a marker that
    moves goes on top (R9.6), and those that lay above it come down.

    Raises:
        ValueError: if a posting states another height than the moves give.
    """
    track = _time_account(game)
    numbers = {seat: number for number, seat in enumerate(replay.seats)}
    first = [numbers[seat] for seat in reversed(replay.order)]
    piles: dict[int, list[int]] = {0: first}
    spaces = [0] * len(first)
    now = [first.index(number) + 1 for number in range(len(first))]
    heights: Heights = []
    for turn in replay.turns:
        # Only the acting seat's marker can have moved.
        acting = numbers.get(turn.seat, -1)
        if acting >= 0 and turn.balances[acting][track] != spaces[acting]:
            posted = turn.posted
            accounts: tuple[int, ...] = posted[1::FIELDS]
            for number, account in enumerate(accounts):
                if account != track:
                    continue
                seat, _, delta, space, _, _, height = posted[number * FIELDS : (number + 1) * FIELDS]
                left, pile = piles[space - delta], piles.setdefault(space, [])
                left.remove(seat)
                pile.append(seat)
                if height != len(pile):
                    raise ValueError(f"the marker of seat {replay.seats[seat]} is posted at height {height}")
                for place, lying in enumerate(left, start=1):
                    now[lying] = place
                now[seat] = height
            spaces[acting] = turn.balances[acting][track]
        heights.append(tuple(now))
    return heights


def _time_account(game: Game) -> int:
    return [account.name for account in game.accounts].index("time")


def drafted_cards(replay: Replay) -> dict[str, tuple[str, str]]:
    """Return the starting resource and action card that each seat drafted (R2.9)."""
    actions = dict(replay.setup.pairs)
    picked = ((turn.seat, turn.text.split(" ", 1)[0]) for turn in replay.turns if turn.phase == "draft")
    return {seat: (resource, actions[resource]) for seat, resource in picked}


STATES: Final[dict[str, State]] = {
    "white-castle": State(
        table="wc_state",
        accounts={"coins": "coin", "seals": "seal", "points": "point", "time_space": "time"},
        heights=("time_height", time_heights),
        start_cards=drafted_cards,
        aside=(
            "wc_variation_state",
            ("coins", "seals", "food", "iron", "pearl", "points", "time_space"),
        ),
    ),
}
"""The wide table of each game by the game's name; a column not renamed here has its account's name."""
