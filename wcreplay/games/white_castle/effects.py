"""Effects: what a block, slot, tile or icon does, as small frozen values."""

from __future__ import annotations

from typing import Final

from . import accounts as acc

# Gains, in the default order of R16.9: plain gains, then the Lantern, then time steps.
GAIN: Final = 0  # `n` of account `what`
ANY: Final = 1  # `n` units of food, iron or pearl, chosen
WELL: Final = 2  # the well's benefits, may be declined (R16.1)
BLOCK: Final = 3  # several effects that belong together (`parts`)
LANTERN: Final = 4
TIME: Final = 5  # `n` steps
# Actions: optional, paid with their first step (R16.2).
FIRST_ACTION: Final = 10
COURTIER: Final = 10
AUDIENCE: Final = 11
CLIMB: Final = 12
GARDENER: Final = 13
WARRIOR: Final = 14
DOMAIN: Final = 15
BOARD_LIGHT: Final = 16
BOARD_ANY: Final = 17
BOARD_COLOUR: Final = 18  # `what` is the colour
OUTSIDE: Final = 19  # `what` is GARDENER or WARRIOR: that worker or a courtier (R5.2)

CURRENCIES: Final = {
    "coin": acc.COIN,
    "seal": acc.SEAL,
    "food": acc.FOOD,
    "iron": acc.IRON,
    "pearl": acc.PEARL,
    "point": acc.POINT,
}
COLOURS: Final[tuple[str, ...]] = ("coral", "black", "white")
NOT: Final[tuple[int, ...]] = (-2, -3, -4)
"""Stands for a tile that is not coral, black, white, but one of the other two; -1 is any colour."""

_ACTIONS: Final = {
    "courtier": (COURTIER, -1),
    "gardener": (GARDENER, -1),
    "warrior": (WARRIOR, -1),
    "well": (WELL, -1),
    "domain": (DOMAIN, -1),
    "lantern": (LANTERN, -1),
    "board light": (BOARD_LIGHT, -1),
    "board any": (BOARD_ANY, -1),
    **{f"board {colour}": (BOARD_COLOUR, number) for number, colour in enumerate(COLOURS)},
}
_NAMES: Final = {
    GAIN: "+",
    ANY: "+",
    WELL: "w",
    LANTERN: "L",
    TIME: "T",
    COURTIER: "Q",
    AUDIENCE: "Q",
    CLIMB: "^",
    GARDENER: "G",
    WARRIOR: "W",
    DOMAIN: "P",
    BOARD_LIGHT: "B",
    BOARD_ANY: "B",
    BOARD_COLOUR: "B",
    OUTSIDE: "o",
}


class Value:
    """Something that never changes; two of a kind with the same fields are equal."""

    __slots__ = ()

    def fields(self) -> tuple[object, ...]:
        """Return all fields."""
        return ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Value) and type(other) is type(self) and self.fields() == other.fields()

    def __hash__(self) -> int:
        return hash(self.fields())


class Effect(Value):
    """One effect.

    ``kind`` is one of this module's numbers; ``what`` and ``n`` depend on it. ``due`` lists what must be
    paid with the first step of an action as account, amount and the component that asks for it;
    ``coins`` and ``seals`` are the sums of it. ``name`` is what follows ``>`` when the effect is chosen
    out of order, ``source`` the component that shows it.
    """

    __slots__ = ("coins", "due", "kind", "n", "name", "parts", "seals", "source", "what")

    def __init__(
        self,
        kind: int,
        what: int = -1,
        n: int = 0,
        name: str = "",
        source: str = "",
        parts: tuple[Effect, ...] = (),
        due: tuple[tuple[int, int, str], ...] = (),
    ) -> None:
        """Build an effect; see the class for the fields."""
        self.kind: Final = kind
        self.what: Final = what
        self.n: Final = n
        self.name: Final = name
        self.source: Final = source
        self.parts: Final = parts
        self.due: Final = due
        self.coins: Final = sum([amount for account, amount, _ in due if account == acc.COIN])
        self.seals: Final = sum([amount for account, amount, _ in due if account == acc.SEAL])

    def fields(self) -> tuple[object, ...]:
        """Return all fields but the sums of one."""
        return self.kind, self.what, self.n, self.name, self.source, self.parts, self.due

    @property
    def is_action(self) -> bool:
        """Whether the effect is an action: offered, and declined if not taken (R16.1)."""
        return self.kind >= FIRST_ACTION

    @property
    def rank(self) -> int:
        """Place in the default order of pending effects (R16.9): 0 gain, 1 Lantern, 2 time, 3 action."""
        if self.kind >= FIRST_ACTION:
            return 3
        if self.kind == BLOCK:
            return max(part.rank for part in self.parts)
        return 1 if self.kind == LANTERN else 2 if self.kind == TIME else 0


def parse_effect(text: str, source: str) -> Effect:
    """Read one effect of the component file, such as ``2 food`` or ``courtier for 1 seal``.

    Raises ``KeyError`` or ``ValueError`` for a word that is no effect (a fault of the data file).
    """
    text, _, price_text = text.partition(" for ")
    if text in _ACTIONS:
        kind, what = _ACTIONS[text]
        action = Effect(kind, what, name=_NAMES[kind], source=source)
        if not price_text:
            return action
        amount, _, unit = price_text.partition(" ")
        return with_prices(action, ((CURRENCIES[unit], int(amount), source),))
    amount, _, unit = text.partition(" ")
    if unit == "time":
        return Effect(TIME, -1, int(amount), name="T", source=source)
    if unit == "any":
        return Effect(ANY, -1, int(amount), name="+", source=source)
    account = CURRENCIES[unit]
    return Effect(GAIN, account, int(amount), name="s" if account == acc.SEAL else "+", source=source)


def parse_effects(text: str, source: str) -> tuple[Effect, ...]:
    """Read the effects of one block, joined by ``+``, in the default order of R16.9."""
    return in_default_order(parse_effect(part.strip(), source) for part in text.split("+"))


def with_prices(effect: Effect, due: tuple[tuple[int, int, str], ...]) -> Effect:
    """Return an action with further prices (account, amount, component) due with its first step."""
    return _again(effect, effect.name, effect.due + due)


def in_default_order(effects: object) -> tuple[Effect, ...]:
    """Sort effects into the default order of R16.9, keeping printed order within a rank."""
    return tuple(sorted(effects, key=lambda effect: effect.rank))  # type: ignore[call-overload]


def as_one(effects: tuple[Effect, ...], name: str) -> Effect:
    """Make one pending effect called ``name`` of a block's effects, which are not interleaved (R16.3)."""
    if len(effects) == 1:
        return _again(effects[0], name, effects[0].due)
    return Effect(BLOCK, name=name, source=effects[0].source, parts=effects)


def _again(effect: Effect, name: str, due: tuple[tuple[int, int, str], ...]) -> Effect:
    return Effect(effect.kind, effect.what, effect.n, name, effect.source, effect.parts, due)


def second_step(kind: int) -> Effect:
    """Return the courtier step (``AUDIENCE`` or ``CLIMB``) that is left after the other one (R6.3)."""
    return _SECOND_STEPS[kind]


_SECOND_STEPS: Final = {
    kind: Effect(kind, name=_NAMES[kind], source="courtier") for kind in (AUDIENCE, CLIMB)
}
