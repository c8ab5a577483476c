"""A player that seeks what seldom happens, so that few games show every rule at work."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final
from zlib import crc32

from . import accounts as acc
from .greedy import Search
from .heuristic import Chance, Heuristic
from .valuation import value

if TYPE_CHECKING:
    from wcreplay.engine.decision import Decision

    from .position import Position

WIDTH: Final = 5
NODES: Final = 24
_ODDS: Final = {
    "die": 0.03,
    "action": 0.08,
    "order": 0.3,
    "units": 0.1,
    "lantern": 0.1,
    "well": 0.25,
    "checkpoint": 0.3,
    "garden": 0.25,
    "close": 0.15,
}
"""How often a seat exchanges seals at a kind of decision where it can."""


class Seeker:
    """Plays for one rare goal a game, and now and then takes an option that players rarely take.

    Half of the goals are those of the whole table (an empty deck takes more than one seat).
    """

    def __init__(self, rng: Chance) -> None:
        """Play with this generator."""
        self._random = rng.random
        self._quick = Heuristic(rng)
        self._goal: Callable[[Position, int], float] | None = None
        self._plan: list[str] = []
        self._at = -1

    def __call__(self, position: Position) -> str:
        """Return the text of an option."""
        decision = position.decision
        assert decision is not None
        if self._goal is None:
            self._goal = self._choose_goal(position)
        rare = self._rare(decision) if self._goal not in _EARNEST else ""
        if rare:
            self._at = -1
            return rare
        if len(position.history) != self._at or not self._plan:
            self._plan = Search(position, self._quick, self._goal, WIDTH, NODES).best()
        text = self._plan.pop(0)
        follows = bool(self._plan) and self._plan[0][:1] != "/"
        self._at = len(position.history) + 1 if follows else -1
        return text

    def _choose_goal(self, position: Position) -> Callable[[Position, int], float]:
        table = crc32(repr(position.setup).encode())
        if table % 2:
            return _GOALS[table // 2 % len(_GOALS)]
        return _GOALS[int(self._random() * len(_GOALS))]

    def _rare(self, decision: Decision) -> str:
        """Return an option that is seldom taken, or nothing."""
        options, chance = decision.options, self._random()
        if chance < _ODDS.get(decision.kind, 0.0):
            return self._any(options, "x:")
        if chance > 0.9 and "" in options and decision.kind != "checkpoint":
            return self._any(options, "-") or self._any(options, ">")
        if chance > 0.75:
            return self._any(options, "-T") or self._any(options, ">")
        return ""

    def _any(self, options: Mapping[str, Any], head: str) -> str:
        fitting = [text for text in options if text.startswith(head)]
        return fitting[int(self._random() * len(fitting))] if fitting else ""


def _time(pos: Position, seat: int) -> float:
    """Far ahead on the time track, seals for the checkpoints kept."""
    row = pos.ledger.balances[seat]
    need = sum(price for stop, price in ((5, 1), (10, 2), (14, 3)) if row[acc.TIME] <= stop)
    engine = 6 * row[acc.LANTERN_TIME] + 3 * row[acc.LANTERN_SEAL]
    return 5 * row[acc.TIME] + 3 * min(row[acc.SEAL], need) + engine + 0.1 * value(pos, seat)


def _castle(pos: Position, seat: int) -> float:
    """Many courtiers on the diplomat floor and beyond: the deck runs out, the daimyo card fills."""
    row = pos.ledger.balances[seat]
    floors = 8 * row[acc.COURTIER_DIPLOMAT] + 8 * row[acc.COURTIER_DAIMYO] + 3 * row[acc.COURTIER_STEWARD]
    supply = (
        min(row[acc.PEARL], 7)
        + 0.3 * row[acc.COIN]
        + 0.3 * row[acc.SEAL]
        + 1.2 * row[acc.LANTERN_OF[acc.PEARL]]
    )
    return float(floors) + row[acc.COURTIER_GATE] + supply + 0.02 * value(pos, seat)


def _stewards(pos: Position, seat: int) -> float:
    """Many courtiers on the steward floor: the deck runs out."""
    row = pos.ledger.balances[seat]
    inside = row[acc.COURTIER_STEWARD] + row[acc.COURTIER_DIPLOMAT] + row[acc.COURTIER_DAIMYO]
    return (
        8 * inside
        + 2 * row[acc.COURTIER_GATE]
        + row[acc.PEARL]
        + 0.3 * row[acc.COIN]
        + 0.1 * value(pos, seat)
    )


def _outdoors(pos: Position, seat: int) -> float:
    """All gardeners and warriors away from the domain."""
    row = pos.ledger.balances[seat]
    home = row[acc.GARDENER_DOMAIN] + row[acc.WARRIOR_DOMAIN]
    return 0.3 * value(pos, seat) - 5 * home


def _hoard(pos: Position, seat: int) -> float:
    """Full tracks and many seals, so that gains are lost to the caps."""
    row = pos.ledger.balances[seat]
    return float(sum(row[acc.SEAL : acc.POINT])) + 0.2 * value(pos, seat)


_GOALS: Final = (_time, _castle, _stewards, _outdoors, _hoard, value)
_EARNEST: Final = (_time, _castle)
"""Goals out of reach for a seat that wastes anything."""
