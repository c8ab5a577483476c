"""A player that looks ahead to the end of its own turn, and never at what chance has yet to show."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from wcreplay.engine.decision import UnknownFact

from .heuristic import Chance, Heuristic, Sight
from .valuation import value

if TYPE_CHECKING:
    from .position import Position

WIDTH: Final = 24
"""How many placements of a die are looked into."""
NODES: Final = 200
"""How many positions are looked at for each of them."""
_EFFORT: Final = 0.04
"""Points that each choice of a sequence must bring, so that nothing is done for nothing."""
_UNKNOWN: Final = "/_"
_BRANCH: Final = {"action": 7, "garden": 7, "units": 4, "order": 3, "checkpoint": 2, "lantern": 1, "well": 1}


class Greedy:
    """Plays the sequence of decisions after which its position is worth most.

    A sequence ends with the turn. A card that refills a room is unknown while looking ahead; once it
    is shown, the rest of the turn is thought over anew.
    """

    noise = 0.03

    def __init__(self, rng: Chance) -> None:
        """Play with this generator, which breaks ties and lets games differ."""
        self._rng = rng
        self._quick = Heuristic(rng)
        self._plan: list[str] = []
        self._at = -1

    def __call__(self, position: Position) -> str:
        """Return the text of an option."""
        decision = position.decision
        assert decision is not None
        if len(position.history) != self._at or not self._plan:
            self._plan = Search(position, self._quick, self._worth).best()
        text = self._plan.pop(0)
        follows = bool(self._plan) and self._plan[0] != _UNKNOWN
        self._at = len(position.history) + 1 if follows else -1
        return text

    def _worth(self, position: Position, seat: int) -> float:
        return value(position, seat) + self.noise * self._rng.random()


class Search:
    """One look ahead from a decision of a seat to the end of its unit."""

    def __init__(
        self,
        position: Position,
        quick: Heuristic,
        worth: Callable[[Position, int], float],
        width: int = WIDTH,
        nodes: int = NODES,
    ) -> None:
        """Prepare to search from a position (it is not changed) for what ``worth`` values most for a seat.

        ``width`` placements of a die are looked into, ``nodes`` positions for each.
        """
        assert position.decision is not None
        self._root = position
        self._seat = position.decision.seat
        self._unit = position.unit_number
        self._quick = quick
        self._worth = worth
        self._width = width
        self._budget = nodes
        self._best = -1e9
        self._path: list[str] = []
        self._nodes = 0
        self._seen: set[object] = set()

    def best(self) -> list[str]:
        """Return the texts of the best sequence found."""
        for text in self._candidates(self._root):
            child = self._root.clone()
            self._nodes = self._budget
            self._step(child, [text])
        return self._path

    def _step(self, pos: Position, path: list[str]) -> None:
        """Take the last text of ``path`` and look further."""
        try:
            pos.apply(path[-1])
        except UnknownFact:
            return
        self._nodes -= 1
        while True:
            decision = pos.decision
            if decision is None or pos.unit_number != self._unit:
                worth = self._worth(pos, self._seat) - _EFFORT * sum(map(bool, path))
                if worth > self._best:
                    self._best, self._path = worth, path
                return
            if decision.kind != "refill":
                break
            text = _UNKNOWN if decision.options.get(_UNKNOWN) is not None else next(iter(decision.options))
            pos.apply(text)
            path = [*path, text]
        mark = (tuple(pos.ledger.balances[self._seat]), tuple(pos.stack), tuple(map(id, pos.rooms)))
        if mark in self._seen:
            return
        self._seen.add(mark)
        candidates = self._candidates(pos)
        last = len(candidates) - 1
        for index, text in enumerate(candidates):
            if self._nodes <= 0 and text:
                continue
            self._step(pos.clone() if index < last else pos, [*path, text])

    def _candidates(self, pos: Position) -> list[str]:
        """Return the options worth looking into, best first; going on is always among them."""
        decision = pos.decision
        assert decision is not None
        kind, options = decision.kind, decision.options
        if kind == "close" and pos.round < 3:
            return [""]
        if kind == "draft":
            return list(options)
        sight = Sight(pos, self._seat)
        ranked = self._quick.rank(sight, kind, options)
        if kind == "die":
            return ranked[: self._width]
        chosen = ranked[: _BRANCH.get(kind, 4)]
        chosen += [text for text in options if text[:2] == "x:"][: _EXCHANGES.get(kind, 0)]
        if "" in options and "" not in chosen:
            chosen.append("")
        return chosen


_EXCHANGES: Final = {"action": 4, "order": 4, "die": 1, "close": 4}
