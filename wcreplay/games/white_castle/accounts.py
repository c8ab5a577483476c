"""What a seat can hold, as account numbers of the ledger; score categories and causes."""

from __future__ import annotations

from typing import Final

from wcreplay.engine.ledger import Account

COIN: Final = 0
SEAL: Final = 1
FOOD: Final = 2
IRON: Final = 3
PEARL: Final = 4
POINT: Final = 5
TIME: Final = 6
COURTIER_DOMAIN: Final = 7
COURTIER_GATE: Final = 8
COURTIER_STEWARD: Final = 9
COURTIER_DIPLOMAT: Final = 10
COURTIER_DAIMYO: Final = 11
GARDENER_DOMAIN: Final = 12
GARDENER_FIRST: Final = 13  # six garden places: coral, black, white bridge; plant before stone
WARRIOR_DOMAIN: Final = 19
WARRIOR_FIRST: Final = 20  # three yards: 5, 3 and 1 iron
LANTERN_FIRST: Final = 23  # icons in the Lantern Area, in the order of LANTERN_ICONS
ORDER: Final = 30
TIME_LOST: Final = 31

LANTERN_ICONS: Final[tuple[int, ...]] = (COIN, SEAL, POINT, FOOD, IRON, PEARL, TIME)
LANTERN_OF: Final = {icon: LANTERN_FIRST + place for place, icon in enumerate(LANTERN_ICONS)}
LANTERN_SEAL: Final = LANTERN_OF[SEAL]
LANTERN_TIME: Final = LANTERN_OF[TIME]

SEAL_CAP: Final = 5
RESOURCE_CAP: Final = 7
CAPS: Final[tuple[int, ...]] = (1 << 30, SEAL_CAP, RESOURCE_CAP, RESOURCE_CAP, RESOURCE_CAP, 1 << 30)
"""Most a seat can hold of coin, seal, food, iron, pearl and point (R1.3, R1.4)."""

WORKERS: Final = 5
"""Courtiers, gardeners and warriors each that a seat begins with (R1.2)."""

_PLACES = (
    "courtier_domain",
    "courtier_gate",
    "courtier_steward",
    "courtier_diplomat",
    "courtier_daimyo",
    "gardener_domain",
    "gardener_coral_plant",
    "gardener_coral_stone",
    "gardener_black_plant",
    "gardener_black_stone",
    "gardener_white_plant",
    "gardener_white_stone",
    "warrior_domain",
    "warrior_5",
    "warrior_3",
    "warrior_1",
)
_ICONS = ("coin", "seal", "point", "food", "iron", "pearl", "time")

ACCOUNTS: Final[tuple[Account, ...]] = (
    *(Account(name, "currency", name) for name in ("coin", "seal", "food", "iron", "pearl", "point")),
    Account("time", "track", "space"),
    *(Account(name, "placement", "worker") for name in _PLACES),
    *(Account(f"lantern_{name}", "memo", "icon") for name in _ICONS),
    Account("order", "track", "position"),
    Account("time_lost", "track", "step"),
)

CATEGORIES: Final[tuple[str, ...]] = (
    "play",
    "coins_seals",
    "resources",
    "time",
    "courtiers",
    "warriors",
    "gardeners",
)

CAUSES: Final[tuple[str, ...]] = (
    "setup",
    "draft",
    "die difference",
    "room block",
    "well",
    "domain row",
    "domain card",
    "lantern",
    "garden",
    "yard tile",
    "daimyo slot",
    "climb card",
    "main board",
    "audience",
    "climb",
    "gardener",
    "warrior",
    "price",
    "checkpoint",
    "exchange",
    "cap",
    "unpaid",
    "refused",
    "turn order",
)
"""Every cause a posting can have. ``unpaid`` and ``refused`` are time steps lost at a checkpoint (R9.3)."""
