"""A player that weighs the options of each decision without looking ahead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, Protocol

from . import accounts as acc
from . import effects as fx
from .board_actions import can_begin, reachable
from .components import ROOMS, YARDS, Block, load
from .dice import DOMAIN_SPACE, DOMAIN_VALUE, MAIN_SPACES, WELL_SPACE, room_effects
from .effects import COLOURS, Effect
from .flow import ROUNDS, TURNS_PER_SEAT
from .scoring import COURTIER_POINTS

if TYPE_CHECKING:
    from .position import Position

WORTH: Final[tuple[float, ...]] = (0.45, 1.1, 0.8, 0.75, 1.0, 1.0)
"""Points that a coin, seal, food, iron, pearl and point are worth while there is time to spend them."""
LAST_WORTH: Final[tuple[float, ...]] = (0.2, 0.2, 0.3, 0.3, 0.3, 1.0)
"""The same at the end of the game (R11.2, R11.3)."""
_STEP: Final = 0.75
_CHECK_STEP: Final = 2.0
_RESOURCES: Final = {"f": acc.FOOD, "i": acc.IRON, "p": acc.PEARL}
_UNITS: Final = tuple(_RESOURCES.values())
_COLOUR: Final = {colour[0]: number for number, colour in enumerate(COLOURS)}
_SPACE: Final = {name: number for number, name in enumerate((*MAIN_SPACES, "p"))}
_FLOOR: Final = {"g": 0, "s": 1, "d": 2, "m": 3}
_ROOM: Final = {name: number for number, name in enumerate(ROOMS)}


class Chance(Protocol):
    """The generator a player is given."""

    def random(self) -> float:
        """Return a number from 0 up to 1."""


class Sight:
    """What a seat can make of effects at a position, in points, by rules of thumb."""

    def __init__(self, pos: Position, seat: int) -> None:
        """Look at the table from a seat."""
        self.pos = pos
        self.seat = seat
        self.row = row = pos.ledger.balances[seat]
        done = (pos.round - 1) * TURNS_PER_SEAT + (pos.turn - 1) // pos.setup.seats if pos.round else 0
        self.left = ROUNDS * TURNS_PER_SEAT - done
        early = min(1.0, (self.left - 1) / 4) if pos.phase != "gardens" else 1.0
        self.worth = [last + (full - last) * early for full, last in zip(WORTH, LAST_WORTH, strict=True)]
        for account, workers in ((acc.FOOD, acc.GARDENER_DOMAIN), (acc.IRON, acc.WARRIOR_DOMAIN)):
            if not row[workers]:
                self.worth[account] = 0.2
        self.inside = row[acc.COURTIER_STEWARD] + row[acc.COURTIER_DIPLOMAT] + row[acc.COURTIER_DAIMYO]
        self.strength = 2 * row[acc.WARRIOR_FIRST] + row[acc.WARRIOR_FIRST + 1] + row[acc.WARRIOR_FIRST + 2]
        self._cached: dict[object, float] = {}

    def effects(self, effects: tuple[Effect, ...], depth: int = 0) -> float:
        """Return what effects are worth together."""
        total = 0.0
        for effect in effects:
            total += self.effect(effect, depth)
        return total

    def effect(self, effect: Effect, depth: int = 0) -> float:
        """Return what an effect is worth; ``depth`` bounds how far actions in actions are followed."""
        kind = effect.kind
        if kind == fx.GAIN:
            what, n = effect.what, effect.n
            room = acc.CAPS[what] - self.row[what]
            return self.worth[what] * (n if n < room else room)  # noqa: FURB136 - faster
        if kind == fx.BLOCK:
            return self.effects(effect.parts, depth)
        key = (kind, effect.what, depth, effect.n)
        value = self._cached.get(key)
        if value is None:
            value = self._cached[key] = self._value(effect, depth)
        if not effect.due:
            return value
        price = effect.coins * self.worth[acc.COIN] + effect.seals * self.worth[acc.SEAL]
        enough = effect.coins <= self.row[acc.COIN] + 1 and effect.seals <= self.row[acc.SEAL]
        return max(0.0, value - price) if enough else 0.0

    def _value(self, effect: Effect, depth: int) -> float:
        kind = effect.kind
        if kind == fx.ANY:
            return effect.n * max(
                (self.worth[account] for account in _UNITS if self.row[account] < 7), default=0.0
            )
        if kind == fx.TIME:
            return self.steps(effect.n)
        if kind == fx.LANTERN:
            return self.lantern()
        if kind == fx.WELL:
            return self.well()
        if kind == fx.OUTSIDE:
            worker = self.gardener(depth) if effect.what == fx.GARDENER else self.warrior(depth)
            return max(worker, self.courtier(depth))
        if kind in (fx.COURTIER, fx.AUDIENCE, fx.CLIMB):
            return self.courtier(depth)
        if kind == fx.GARDENER:
            return self.gardener(depth)
        if kind == fx.WARRIOR:
            return self.warrior(depth)
        if depth > 1:
            return 1.5
        if kind == fx.DOMAIN:
            return max(self.domain(colour, depth + 1) for colour in range(3))
        blocks = (self.block(block, depth + 1) for _, block in reachable(self.pos, effect))
        return max(blocks, default=0.0)

    def lantern(self) -> float:
        """Return what collecting the Lantern is worth."""
        icons = self.row[acc.LANTERN_FIRST : acc.LANTERN_FIRST + 7]
        total = self.steps(icons[6]) if icons[6] else 0.0
        for icon, count in zip(acc.LANTERN_ICONS[:6], icons, strict=False):
            if count:
                total += self.worth[icon] * min(count, acc.CAPS[icon] - self.row[icon])
        return total

    def well(self) -> float:
        """Return what the well is worth without the coins of a die."""
        total = self.worth[acc.SEAL] if self.row[acc.SEAL] < acc.SEAL_CAP else 0.0
        return total + sum(self.effect(tile) for tile in self.pos.well if tile is not None)

    def steps(self, n: int) -> float:
        """Return what steps on the time track are worth (R9, R11.4)."""
        space, seals = self.row[acc.TIME], self.row[acc.SEAL]
        total = 0.0
        for _ in range(n):
            price = {5: 1, 10: 2, 14: 3}.get(space, 0)
            if price > seals or space == 20:
                break
            seals -= price
            total += _CHECK_STEP - 0.3 * price if price else _STEP
            space += 1
        return total

    def courtier(self, depth: int = 0) -> float:
        """Return what a courtier action is worth: the best climb, and the audience."""
        row, total = self.row, 0.0
        if row[acc.COURTIER_DOMAIN] and row[acc.COIN] + row[acc.SEAL] >= 2:
            total += self.audience()
        best = 0.0
        for start in range(3):
            if row[acc.COURTIER_GATE + start] or (start == 0 and total > 0):
                for floors in (1, 2):
                    if start + floors <= 3 and row[acc.PEARL] >= (2 if floors == 1 else 5):
                        best = max(best, self.climb(start, start + floors, depth))
        return total + best

    def audience(self) -> float:
        """Return what sending a courtier to the gate is worth."""
        climbs = 1.6 if self.left > 1 or self.row[acc.PEARL] >= 2 else 0.0
        return max(0.3, 1.0 + climbs - 2 * self.worth[acc.COIN] + 0.25)

    def climb(self, start: int, target: int, depth: int = 0) -> float:
        """Return what a climb is worth before the light block or slot is looked at closely."""
        pearls = 2 if target - start == 1 else 5
        value = COURTIER_POINTS[target] - COURTIER_POINTS[start] - pearls * (self.worth[acc.PEARL] - 0.3)
        if start == 0:
            value += self.strength + 0.4 * self.left
        if target == 3:
            return value + self.lantern() + 2.0
        return value + 1.0 + 0.3 * min(self.left, 5)

    def gardener(self, depth: int = 0) -> float:
        """Return what the best gardener is worth."""
        if not self.row[acc.GARDENER_DOMAIN]:
            return 0.0
        return max((self.garden(place, depth) for place in range(6)), default=0.0)

    def garden(self, place: int, depth: int = 0) -> float:
        """Return what a gardener on a garden place is worth, 0 if it cannot be placed."""
        garden, row = self.pos.garden_cards[place], self.row
        if garden is None or row[acc.GARDENER_FIRST + place] or garden.food > row[acc.FOOD]:
            return 0.0
        value = garden.points - garden.food * (self.worth[acc.FOOD] - 0.15) + 0.2 * min(self.left, 4)
        rounds = ROUNDS - max(1, self.pos.round)
        if depth < 2:
            value += self.effects(garden.effects, depth + 1) * (1 + 0.4 * rounds)
        return value

    def warrior(self, depth: int = 0) -> float:
        """Return what the best warrior is worth."""
        if not self.row[acc.WARRIOR_DOMAIN]:
            return 0.0
        return max(self.yard(yard, depth) for yard in range(3))

    def yard(self, yard: int, depth: int = 0) -> float:
        """Return what a warrior in a yard is worth, 0 if it cannot be paid."""
        if YARDS[yard] > self.row[acc.IRON]:
            return 0.0
        inside = self.inside + 0.3 * min(self.left - 1, 6)
        value = (2, 1, 1)[yard] * inside - YARDS[yard] * (self.worth[acc.IRON] - 0.25) + 0.15 * self.left
        if depth < 2:
            for tile in self.pos.yard_tiles[yard]:
                if tile is not None:
                    value += self.effects(tile.effects, depth + 1)
        return value

    def block(self, block: Block, depth: int = 0) -> float:
        """Return what a block of a castle card is worth."""
        return self.effects(block.effects, depth) if can_begin(self.pos, block, self.row) else 0.0

    def domain(self, colour: int, depth: int = 0) -> float:
        """Return what a domain row is worth (R5.4)."""
        row = load().rows[colour]
        gone = acc.WORKERS - self.row[(acc.COURTIER_DOMAIN, acc.GARDENER_DOMAIN, acc.WARRIOR_DOMAIN)[colour]]
        value = self.effects(row.rewards[gone], depth)
        card = self.pos.card[self.seat]
        if card is not None:
            for block in card.blocks:
                if row.row in block.rows:
                    value += self.effects(block.effects, depth)
        return value

    def space(self, number: int, colour: int) -> float:
        """Return what placing a die of a colour on a space does, coins aside."""
        key = ("space", number, colour if number < 5 or number == DOMAIN_SPACE else 0)
        value = self._cached.get(key)
        if value is None:
            value = self._cached[key] = self._space(number, colour)
        return value

    def _space(self, number: int, colour: int) -> float:
        if number < 5:
            return self.effects(room_effects(self.pos, number, colour))
        if number == WELL_SPACE:
            return self.well()
        if number == DOMAIN_SPACE:
            return self.domain(colour)
        return max(self.courtier(), self.gardener() if number == 5 else self.warrior())


class Heuristic:
    """Takes the option that looks best at once, with a little chance so that games differ."""

    noise = 0.6

    def __init__(self, rng: Chance) -> None:
        """Play with this generator."""
        self._random = rng.random

    def __call__(self, position: Position) -> str:
        """Return the text of an option."""
        decision = position.decision
        assert decision is not None
        kind = decision.kind
        if kind in ("lantern", "well", "checkpoint", "close"):
            return ""
        return max(self._valued(Sight(position, decision.seat), kind, decision.options))[1]

    def rank(self, sight: Sight, kind: str, options: Mapping[str, Any]) -> list[str]:
        """Return the options without most of the exchanges, the most promising first."""
        if kind in ("lantern", "well", "checkpoint", "close"):
            return sorted(text for text in options if text[:2] != "x:")
        return [text for _, text in sorted(self._valued(sight, kind, options), reverse=True)]

    def _valued(self, sight: Sight, kind: str, options: Mapping[str, Any]) -> list[tuple[float, str]]:
        if kind == "die":
            return self._die(sight, options)
        if kind in ("action", "garden"):
            return self._action(sight, options)
        if kind == "units":
            return self._units(sight, options)
        if kind == "draft":
            return self._draft(options)
        return self._order(sight, options)

    def _die(self, sight: Sight, options: Mapping[str, Any]) -> list[tuple[float, str]]:
        pos, noise = sight.pos, self._random
        lantern = sight.lantern()
        coin = sight.worth[acc.COIN]
        known: dict[str, float] = {}
        valued = []
        for text in options:
            if text[0] == "x":
                continue
            place = text[0] + text[3:]
            value = known.get(place)
            if value is None:
                colour, number = _COLOUR[text[0]], _SPACE[text[3:]]
                covered = DOMAIN_VALUE if number == DOMAIN_SPACE else pos.spaces[number][0]
                value = known[place] = sight.space(number, colour) - coin * covered
            value += coin * int(text[1]) + self.noise * noise()
            valued.append((value + lantern if text[2] == "<" else value, text))
        return valued

    def _action(self, sight: Sight, options: Mapping[str, Any]) -> list[tuple[float, str]]:
        valued = [
            (self.step(sight, text) + self.noise * self._random(), text)
            for text in options
            if text and text[:2] != "x:"
        ]
        valued.append((0.0, ""))
        short = sight.row[acc.COIN] < 2 < sight.row[acc.COIN] + sight.row[acc.SEAL]
        if short and sight.left > 1 and "x:c" in options:
            valued.append((0.001, "x:c"))
        return valued

    def step(self, sight: Sight, text: str) -> float:
        """Return what the first step of an action is worth, by its text."""
        head = text[0]
        pos = sight.pos
        if text[0] == "Q":
            return sight.audience()
        if text[1:2] == "^":
            return self._climb(sight, text)
        if head in "G@":
            place = pos.setup.gardens.index(text.lstrip("G:@"))
            if head == "G":
                return sight.garden(place)
            garden = pos.garden_cards[place]
            return sight.effects(garden.effects) if garden is not None else 0.0
        if head == "W":
            return sight.yard(YARDS.index(int(text[1])))
        if head == "P":
            return sight.domain(_COLOUR[text[2]])
        if head == "B":
            room, _, number = text[2:].partition(".")
            card = pos.rooms[_ROOM[room]]
            return sight.block(card.blocks[int(number) - 1]) if card is not None else 0.0
        return -1.0

    def _climb(self, sight: Sight, text: str) -> float:
        pos, place = sight.pos, text[2:]
        target = _FLOOR[place[0]]
        value = sight.climb(_FLOOR[text[0]], target)
        if target == 3:
            face = pos.daimyo[int(place[1]) - 1] if len(place) > 1 and pos.daimyo is not None else None
            if face is not None:
                value += sight.effects(face.effects, 1) - 2.0
            return value
        card = pos.rooms[_ROOM[place[:2]]]
        if card is None:
            return value
        block = card.blocks[int(place[3]) - 1] if len(place) > 2 else card.light[0]
        return value + sight.effects(block.effects, 1) - 1.0

    def _units(self, sight: Sight, options: Mapping[str, Any]) -> list[tuple[float, str]]:
        valued = []
        row, worth = sight.row, sight.worth
        for text in options:
            if text[0] != "+":
                continue
            value = 0.0
            for letter in "fip":
                count = text.count(letter)
                if count:
                    account = _RESOURCES[letter]
                    have = row[account]
                    value += worth[account] * min(count, acc.RESOURCE_CAP - have) - 0.06 * count * have
            valued.append((value + 0.1 * self._random(), text))
        return valued

    def _draft(self, options: Mapping[str, Any]) -> list[tuple[float, str]]:
        valued = []
        cards = load().resources
        for text in options:
            card = cards[text]
            value = 1.5 * bool(card.decree) + 2 * self._random()
            for effect in card.gains:
                value += effect.n * (WORTH[effect.what] if effect.kind == fx.GAIN else 1.05)
            valued.append((value, text))
        return valued

    def _order(self, sight: Sight, options: Mapping[str, Any]) -> list[tuple[float, str]]:
        row = sight.row
        valued = [(0.0, text) for text in options if text[:2] != "x:"]
        if row[acc.SEAL] == acc.SEAL_CAP:
            scarce = min(_RESOURCES, key=lambda letter: row[_RESOURCES[letter]])
            text = f"x:{scarce}"
            if text in options:
                valued.append((1.0, text))
        return valued
