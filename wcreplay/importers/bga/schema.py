"""The names in a log: events, their arguments, words of values, and the aliases of each.

This is the only place that knows how the site spells things. Names are compared without regard to case,
``_`` and ``-`` (:func:`fold`), so only true synonyms are listed. A name that stands nowhere here is reported
with a count and kept; it is no fault by itself.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final


@lru_cache(maxsize=8192)
def fold(name: str) -> str:
    """Return a name without what spellings differ in: ``playerId`` and ``player_id`` are one."""
    return name.replace("_", "").replace("-", "").lower()


# -- events ------------------------------------------------------------------------------------------------

DICE_ROLLED: Final = "diceRolled"
DIE_PLACED: Final = "diePlaced"
COIN_GAINED: Final = "coinGained"
COIN_PAID: Final = "coinPaid"
RESOURCE_GAINED: Final = "resourceGained"
RESOURCE_PAID: Final = "resourcePaid"
SEAL_GAINED: Final = "sealGained"
SEAL_PAID: Final = "sealPaid"
SCORE: Final = "scoreUpdated"
TIME_MOVED: Final = "passageOfTimeMoved"
HERONS: Final = "heronsUpdated"
COURTIER_ASSIGNED: Final = "courtierAssigned"
COURTIER_UP: Final = "courtierMovedUp"
COURTIER_SLOT: Final = "courtierPlacedOnDaimyoCard"
GARDENER: Final = "gardenerAssigned"
WARRIOR: Final = "warriorAssigned"
ACTION_CARD: Final = "actionCardGained"
LANTERN_CARD: Final = "lanternCardGained"
REVEALED: Final = "newMainBoardCardRevealed"
LOG_LINE: Final = "gameLog"
STATE: Final = "gameStateChange"
LIVE_SCORE: Final = "updateLiveScore"

_CARD: Final = frozenset(("card", "iconCard", "topCard", "mainCard", "mainCards", "gardenCards", "cards"))
_MONEY: Final = frozenset(("playerId", "dieId", "cardId", "isUndo"))

EVENTS: Final[dict[str, frozenset[str]]] = {
    DICE_ROLLED: frozenset(("dice",)),
    DIE_PLACED: frozenset(("playerId", "die", "actionSpace", "isUndo")),
    COIN_GAINED: _MONEY | {"numberOfCoins", "coinValue"},
    COIN_PAID: _MONEY | {"numberOfCoins", "coinValue"},
    RESOURCE_GAINED: _MONEY | {"resource", "numberOfResources", "resourceValue"},
    RESOURCE_PAID: _MONEY | {"resource", "numberOfResources", "resourceValue"},
    SEAL_GAINED: _MONEY | {"numberOfSeals", "sealValue"},
    SEAL_PAID: _MONEY | {"numberOfSeals", "sealValue"},
    SCORE: frozenset(("playerId", "numberOfVp", "isUndo")),
    TIME_MOVED: frozenset(("playerId", "steps", "influenceMarkers", "isUndo")),
    HERONS: frozenset(("herons", "isUndo")),
    COURTIER_ASSIGNED: frozenset(("playerId", "courtier", "isUndo")),
    COURTIER_UP: frozenset(("playerId", "courtier", "isUndo")),
    COURTIER_SLOT: frozenset(("playerId", "courtier", "isUndo")),
    GARDENER: frozenset(("playerId", "gardener", "isUndo")),
    WARRIOR: frozenset(("playerId", "warrior", "isUndo")),
    ACTION_CARD: _CARD | {"playerId", "isUndo"},
    LANTERN_CARD: _CARD | {"playerId", "isUndo"},
    REVEALED: _CARD | {"playerId", "location", "isUndo"},
    LOG_LINE: frozenset(("playerId", "iconPlaceholder")),
    STATE: frozenset(("id", "args", "type", "name", "description", "descriptionmyturn"))
    | {"active_player", "possibleactions", "transitions", "updateGameProgression", "reflexion", "action"},
    LIVE_SCORE: frozenset(("scoreBreakdown",)),
}
"""Events of the game and the arguments that are known of each."""

EVENT_ALIASES: Final[dict[str, str]] = {
    "dieRolled": DICE_ROLLED,
    "dicePlaced": DIE_PLACED,
    "coinsGained": COIN_GAINED,
    "coinsPaid": COIN_PAID,
    "resourcesGained": RESOURCE_GAINED,
    "resourcesPaid": RESOURCE_PAID,
    "sealsGained": SEAL_GAINED,
    "sealsPaid": SEAL_PAID,
    "liveScoreUpdated": LIVE_SCORE,
}
"""Other spellings of events; none was seen, these are what a change of the site would most likely be."""

PLATFORM: Final = frozenset(
    map(
        fold,
        (
            "simpleNote",
            "simpleNode",
            "gameStateMultipleActiveUpdate",
            "gameStatePrivateActiveUpdate",
            "newPrivateState",
            "updateReflexionTime",
            "wakeupPlayers",
            "yourturnack",
            "tableInfosChanged",
            "resultsAvailable",
            "newRequestToken",
            "archivewaitingdelay",
            "end_archivewaitingdelay",
            "replayinitialwaitingdelay",
            "end_replayinitialwaitingdelay",
            "replay_has_ended",
            "undoRestorePoint",
            "tableDecision",
            "message",
            "log",
        ),
    )
)
"""Events of the platform that say nothing about the game: counted, never read."""

_PRIVATE: Final = frozenset(
    map(fold, ("chat", "startWriting", "stopWriting", "privateMessage", "playerMessage", "spectatorMessage"))
)

ABSENCE: Final = frozenset(
    map(
        fold,
        (
            "zombieModeFail",
            "zombieModeFailWarning",
            "zombiePass",
            "zombieTurn",
            "playerEliminated",
            "playerAbandoned",
            "playerConcedeGame",
            "playerConceded",
            "playerQuit",
            "quitGame",
            "skipTurnOfPlayer",
            "skipTurnOfPlayerWarning",
        ),
    )
)
"""Events that say that a seat is no longer played by its player."""


@lru_cache(maxsize=1024)
def is_private(kind: str) -> bool:
    """Whether an event is talk: its arguments are never looked at."""
    name = fold(kind)
    return name in _PRIVATE or name.startswith("chat") or name.endswith(("chat", "chatmessage"))


MATCHA_EVENTS: Final = frozenset(
    map(fold, ("geishaAssigned", "geishaMoved", "ceremonyTileGained", "flowerCalligraphyLanternRefresh"))
)
MATCHA_WORDS: Final = frozenset(("matcha", "green", "blueCurtain", "yellowCurtain"))
MATCHA_PLACES: Final = ("tea-fields", "outskirts")
PROMO: Final = "promo"

GAME_EVENTS: Final = {fold(name): name for name in EVENTS} | {
    fold(alias): name for alias, name in EVENT_ALIASES.items()
}
"""Canonical name of every event of the game by its folded spelling."""

MARKS_OF_THE_GAME: Final = frozenset((DIE_PLACED, TIME_MOVED, HERONS, COURTIER_ASSIGNED, GARDENER, WARRIOR))
"""Events that no other game has, so that one of them is enough to know the game."""

# -- arguments ---------------------------------------------------------------------------------------------

ARGUMENT_ALIASES: Final[dict[str, tuple[str, ...]]] = {
    "playerId": ("player",),
    "numberOfCoins": ("coins", "nbCoins", "number"),
    "coinValue": ("coinTotal", "newCoinValue"),
    "numberOfResources": ("resources", "nbResources", "number"),
    "resourceValue": ("resourceTotal", "newResourceValue"),
    "numberOfSeals": ("seals", "nbSeals", "number"),
    "sealValue": ("sealTotal", "newSealValue"),
    "numberOfVp": ("vp", "points", "numberOfPoints"),
    "influenceMarkers": ("markers",),
    "herons": ("turnOrder",),
    "actionSpace": ("space",),
    "isUndo": ("undo",),
    "scoreBreakdown": ("scores", "breakdown"),
    "location": ("place",),
    "locationArg": ("position",),
    "typeArg": (),
    "playerName": (),
}
"""Other spellings of arguments, in the order in which they are tried behind the known one."""

PIPS: Final = ("value", "pips", "face", "dieValue", "faceValue", "typeArg", "number", "side")
"""Fields of a die that may hold its pips; which one does is settled by what they hold (see dice.py)."""


@lru_cache(maxsize=256)
def spellings(name: str) -> tuple[str, ...]:
    """Return the folded spellings of an argument, the known one first."""
    return tuple(fold(other) for other in (name, *ARGUMENT_ALIASES.get(name, ())))


def get(args: dict[str, Any], name: str) -> Any:
    """Return an argument by its known name or an alias; None if it is not there."""
    found = args.get(name)
    if found is not None or not args:
        return found
    ranks = _RANKS.get(name)
    if ranks is None:
        ranks = _RANKS[name] = {}
    first, best = None, _NO_RANK
    for key in args:
        rank = ranks.get(key)
        if rank is None:
            rank = _rank(name, key)
            if len(ranks) < _MOST_KEYS:
                ranks[key] = rank
        if rank < best:
            first, best = key, rank
    return args[first] if first is not None else None


_RANKS: Final[dict[str, dict[str, int]]] = {}
"""By argument, how well the keys that were met so far name it: 0 best, ``_NO_RANK`` not at all."""
_NO_RANK: Final = 99
_MOST_KEYS: Final = 1024


def _rank(name: str, key: str) -> int:
    """Return how well a key names an argument."""
    if key == name:
        return 0
    known, folded = spellings(name), fold(key)
    return 1 + known.index(folded) if folded in known else _NO_RANK


def known_argument(event: str, key: str) -> bool:
    """Whether an argument of a game event is known, in any spelling."""
    name = fold(key)
    return name in _known(event) or name in _COMMON


@lru_cache(maxsize=64)
def _known(event: str) -> frozenset[str]:
    return frozenset(spelling for name in EVENTS[event] for spelling in spellings(name))


_COMMON: Final = frozenset(
    map(fold, ("i18n", "preserve", "player_name", "iconPlaceholder", "iconPlaceholder2", "log", "uid"))
)
"""Arguments of log lines that any event may carry; they serve the text on the screen only."""


def as_int(value: Any) -> int | None:
    """Return a whole number that may have been sent as text; None for anything else."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, str):
        text = value.strip()
        if 0 < len(text) <= 15 and text.lstrip("-").isdecimal() and text.isascii():
            return int(text)
    return None


def as_id(value: Any) -> str:
    """Return an id as text; the site sends ids as numbers and as text. Empty for anything else."""
    if isinstance(value, bool):
        return ""
    if isinstance(value, int):
        return str(value)
    return value.strip() if isinstance(value, str) and len(value) <= 80 else ""


def truth(value: Any) -> bool:
    """Return a mark such as ``isUndo`` as true or false; it may come as number or text."""
    if isinstance(value, str):
        return value.strip().lower() not in ("", "0", "false", "no", "null")
    return bool(value)


# -- values ------------------------------------------------------------------------------------------------

COLOURS: Final = {"red": 0, "coral": 0, "black": 1, "white": 2}
"""Number of a die colour: the site calls coral red."""

SPACES: Final = {
    "steward-1": "s1",
    "steward-2": "s2",
    "steward-3": "s3",
    "diplomat-1": "d1",
    "diplomat-2": "d2",
    "outside-the-walls-1": "o1",
    "outside-the-walls-2": "o2",
    "well": "w",
}
"""Space of the notation by the tail of the site's id."""

MAIN_BOARD: Final = "main-board-"
PERSONAL: Final = "action-space-player-"

GATE: Final = "gate"
DAIMYO: Final = "daimyo"
DAIMYO_CARD: Final = "daimyo-card"

CATEGORIES: Final = (
    ("vpDuringTheGame", ("play",)),
    ("coinsAndSeals", ("coins_seals",)),
    ("food", ()),
    ("iron", ()),
    ("pearl", ()),
    ("passageOfTime", ("time",)),
    ("courtiers", ("courtiers",)),
    ("warriors", ("warriors",)),
    ("gardeners", ("gardeners",)),
    ("score", ()),
)
"""Categories of the final breakdown, and the engine's category where there is one of the same extent."""

RIGHT_END: Final = "right"

STATE_DIE: Final = 20
STATE_ACTIONS: Final = 81
STATE_ACTION: Final = 82
LANTERN_ICON: Final = "action-lantern"
WELL_ICON: Final = "action-well"
STATES_OF_PAUSE: Final = (31, 89)
STATE_END: Final = 99
"""The state in which every game of the platform ends."""
CHOICE_ACTION: Final = "GainResourceAction"
GARDENER_ACTION: Final = "AssignGardenerAction"
WARRIOR_ACTION: Final = "AssignWarriorAction"
BOARD_ACTION: Final = "GainActionsAction"
CHOICE: Final = "resource"


@lru_cache(maxsize=1024)
def space_of(place: str) -> str:
    """Return the space that an action space's id names, ``p`` for a personal one; empty for another."""
    if PERSONAL in place:
        return "p"
    _, found, tail = place.partition(MAIN_BOARD)
    return SPACES.get(tail, "") if found else ""


@lru_cache(maxsize=1024)
def room_of(place: str) -> str:
    """Return the castle room that a location or id names, else empty."""
    _, found, tail = place.partition(MAIN_BOARD)
    space = SPACES.get(tail if found else place, "")
    return space if space[:1] in ("s", "d") else ""


def floor_of(place: str) -> str:
    """Return where a courtier's location is: ``gate``, a room, ``daimyo``, ``slot``, else empty."""
    if place == DAIMYO_CARD:
        return "slot"
    _, found, tail = place.partition(MAIN_BOARD)
    name = tail if found else place
    if name in (GATE, DAIMYO):
        return name
    return room_of(place)
