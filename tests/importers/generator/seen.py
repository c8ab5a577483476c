"""What a log shows of its game, what can be concluded from it, and what it hides.

The facts are those of the setup and of chance, by name: ``castle s1``, ``daimyo m2``, ``tiles s1.3``,
``well``, ``gardens coral.plant``, ``yards 5.1``, ``order``, ``pair A resource``, ``pair A action``,
``pair left``, ``dice 2 c.3`` (third lowest coral die of round 2), ``refill 1.3.1`` (first refill in turn
1.3), and ``units 2.4.1`` for the first choice of units in turn 2.4 of which something was lost
to a cap: the unit lost is in no event.
"""

from __future__ import annotations

from itertools import product

import msgspec

from wcreplay.engine.replay import Replay
from wcreplay.games.white_castle.components import GARDEN_PLACES, ROOMS, load
from wcreplay.games.white_castle.setup import TILES_PER_COLOUR, Setup

YARD_PLACES = ("5.1", "5.2", "3.1", "1.1")
SIZES = (3, 3, 3, 2, 2)


class Knowledge(msgspec.Struct, frozen=True):
    """Facts by what a reader of the log can know of them.

    ``shown`` stand in a payload. ``deducible`` follow for a reader who misses nothing, or may: known or
    unknown is right, wrong is not. ``hidden`` cannot be known by anybody: a reader must say unknown.
    """

    shown: frozenset[str]
    deducible: frozenset[str]
    hidden: frozenset[str]


class Seen:
    """Notes of what the events told, made while they are written."""

    def __init__(self, replay: Replay) -> None:
        self.setup: Setup = replay.setup
        self.facts: set[str] = set()
        self.shown: set[str] = set()
        self.used: set[str] = set()
        self.offered: list[list[bool | None]] = [[None] * 3 for _ in ROOMS]
        self.fired: list[tuple[int, int, frozenset[int], bool]] = []
        self.slots: set[int] = set()
        self.rolls: dict[str, tuple[int, ...]] = {}
        self.bounds: dict[str, tuple[int, int]] = {}  # least and most pips that the offers leave
        self.refills: dict[str, str] = {}
        self.lost: set[str] = set()

    def fire(self, room: int, colour: int, blocks: frozenset[int], *, all_of_them: bool) -> None:
        """Note that blocks of a room are of a colour, and whether the others are not."""
        self.fired.append((room, colour, blocks, all_of_them))
        self.offered[room][colour] = True

    def knowledge(self, replay: Replay) -> Knowledge:
        """Sort every fact of the game."""
        facts = {f"castle {room}" for room in ROOMS} | set(self.refills)
        facts |= {f"gardens {colour}.{kind}" for colour, kind in GARDEN_PLACES}
        facts |= {f"yards {place}" for place in YARD_PLACES}
        facts |= {f"pair {seat} {kind}" for seat in replay.seats for kind in ("resource", "action")}
        facts |= {"order", "well", "pair left"} | self.lost
        facts |= {f"daimyo m{slot}" for slot in (1, 2, 3)}
        facts |= {
            f"tiles {room}.{k + 1}" for room, size in zip(ROOMS, SIZES, strict=True) for k in range(size)
        }
        facts |= {f"dice {roll}.{n + 1}" for roll, pips in self.rolls.items() for n in range(len(pips))}
        shown = self.shown & facts
        concluded = (self.used & facts) | self._tiles() | self._daimyo() | self._dice() | self._last_card()
        concluded |= {"order"}
        deducible = concluded - shown
        return Knowledge(frozenset(shown), frozenset(deducible), frozenset(facts - shown - deducible))

    def _dice(self) -> set[str]:
        """A die is known if its prices on the spaces, or its neighbours in ascending order, leave one."""
        found = set()
        for roll, pips in self.rolls.items():
            names = [f"dice {roll}.{n + 1}" for n in range(len(pips))]
            limits = [
                (pip, pip) if name in self.shown else self.bounds.get(name, (1, 6))
                for name, pip in zip(names, pips, strict=True)
            ]
            for n, name in enumerate(names):
                if max(low for low, _ in limits[: n + 1]) == min(high for _, high in limits[n:]):
                    found.add(name)
        return found

    def bound(self, die: str, thresholds: list[int], most: int, coins: int) -> None:
        """Note which values a die can cover with ``coins`` and which not: up to ``most``."""
        low, high = self.bounds.get(die, (1, 6))
        low = max([low, *(value - coins for value in thresholds if value <= most)])
        high = min([high, *(value - coins - 1 for value in thresholds if value > most)])
        self.bounds[die] = low, high

    def _daimyo(self) -> set[str]:
        """Slots that were taken leave some of the cards; a slot on which these agree is known."""
        cards = load().daimyo
        true = cards[self.setup.daimyo]
        fits = [card for card in cards.values() if all(card[s].words == true[s].words for s in self.slots)]
        return {f"daimyo m{s + 1}" for s in range(3) if len({card[s].words for card in fits}) == 1}

    def _last_card(self) -> set[str]:
        """If all cards of a floor but one were seen, the last is known."""
        parts, found = load(), set()
        for cards in (parts.stewards, parts.diplomats):
            pool = {card.id for card in cards.values() if self.setup.seats > 2 or not card.diamond}
            names = {f"castle {room}": card for room, card in zip(ROOMS, self.setup.rooms, strict=True)}
            names = {**names, **self.refills}
            here = {name: card for name, card in names.items() if card in pool}
            unseen = {name for name in here if name not in self.shown and name not in self.used}
            if len(unseen) == 1 and len(pool) == len(here):
                found |= unseen
        return found

    def _tiles(self) -> set[str]:
        """Tiles on which all ways to lay the castle agree that fit what was offered and what fired (R2.4)."""
        ways = [self._ways(room) for room in range(5)]
        reach: list[set[tuple[int, ...]]] = [{(0, 0, 0)}]
        for options in ways:
            reach.append({_add(total, way) for total in reach[-1] for way in options})
        after: list[set[tuple[int, ...]]] = [set(filter(self._castle, reach[-1]))]
        for options in reversed(ways):
            after.append({_add(total, way, -1) for total in after[-1] for way in options})
        after.reverse()
        found = set()
        for room, options in enumerate(ways):
            fits = [
                way
                for way in options
                if any(_add(total, way) in after[room + 1] for total in reach[room] & after[room])
            ]
            for block in range(SIZES[room]):
                if len({way[block] for way in fits}) == 1:
                    found.add(f"tiles {ROOMS[room]}.{block + 1}")
        return found

    def _castle(self, counts: tuple[int, ...]) -> bool:
        left = [TILES_PER_COLOUR - count for count in counts]
        same = self.setup.well[0] == self.setup.well[1]
        return min(left) >= 0 and not (same and 2 in left)

    def _ways(self, room: int) -> list[tuple[int, ...]]:
        return [
            way
            for way in product(range(3), repeat=SIZES[room])
            if len(set(way)) > 1
            and all(known is None or known == (c in way) for c, known in enumerate(self.offered[room]))
            and all(
                all(way[block - 1] == colour for block in blocks)
                and not (whole and way.count(colour) != len(blocks))
                for where, colour, blocks, whole in self.fired
                if where == room
            )
        ]


def _add(total: tuple[int, ...], way: tuple[int, ...], sign: int = 1) -> tuple[int, ...]:
    return tuple(count + sign * way.count(colour) for colour, count in enumerate(total))
