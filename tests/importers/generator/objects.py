"""Component objects as payloads show them: cards, gardens, yard tiles, spaces."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from wcreplay.games.white_castle import accounts as acc
from wcreplay.games.white_castle import effects as fx
from wcreplay.games.white_castle.components import YARDS, Block, Card, Face, Garden, load
from wcreplay.games.white_castle.dice import VALUES
from wcreplay.games.white_castle.effects import Effect

COLOURS: Final = ("red", "black", "white")
ICONS: Final = {
    acc.COIN: "coin",
    acc.SEAL: "seal",
    acc.FOOD: "food",
    acc.IRON: "iron",
    acc.PEARL: "pearl",
    acc.POINT: "vp",
}
SPACES: Final = (
    "steward-1",
    "steward-2",
    "steward-3",
    "diplomat-1",
    "diplomat-2",
    "outside-the-walls-1",
    "outside-the-walls-2",
    "well",
)
SPACE_HEAD: Final = "action-space-main-board-"
ROWS: Final = ("top", "middle", "bottom")
WORDS: Final = {
    fx.COURTIER: ("Courtier Actions", "action-courtier"),
    fx.GARDENER: ("Gardener Action", "action-gardener"),
    fx.WARRIOR: ("Warrior Action", "action-warrior"),
    fx.DOMAIN: ("Personal Domain Action", "action-personal-domain"),
}
CARD_TYPES: Final = {
    "S": "steward",
    "D": "diplomat",
    "R": "starting-resources",
    "A": "starting-action",
    "E": "decree",
}
Described = tuple[str, dict[str, Any]]


def board_icon(effect: Effect) -> str:
    """Return the icon of a main-board action."""
    if effect.kind == fx.BOARD_LIGHT:
        return "action-light-background"
    if effect.kind == fx.BOARD_COLOUR:
        return f"action-{COLOURS[effect.what]}-die-tile"
    return "action-any-die-tile"


def _action(effect: Effect, era: str, *, counted: bool) -> Described:
    if effect.kind in WORDS:
        words, icon = WORDS[effect.kind]
        what, args = f"${{iconPlaceholder}} {words}", dict[str, Any](iconPlaceholder=icon)
    elif counted:  # yard texts of the newer tables
        what = "${nrOfActions} ${iconPlaceholder} Action(s) on the Main Board"
        args = {"nrOfActions": 1, "iconPlaceholder": board_icon(effect)}
    else:
        what, args = (
            "any ${iconPlaceholder} Action on the Main Board",
            {"iconPlaceholder": board_icon(effect)},
        )
    if effect.due:
        account, amount, _ = effect.due[0]
        args.update(iconPlaceholder2=ICONS[account], qty=amount)
    elif era == "old":
        args.update(iconPlaceholder2="coin", qty=0)
    if "qty" in args:
        return f"Pay ${{iconPlaceholder2}} ${{qty}} to perform {what}", args
    return f"Perform {what}", args


def describe(effect: Effect, era: str, *, counted: bool = False) -> Described:
    """Return template and operands of one effect."""
    kind = effect.kind
    if kind in (fx.GAIN, fx.ANY):
        icon = "resource" if kind == fx.ANY else ICONS[effect.what]
        args: dict[str, Any] = {"iconPlaceholder": icon, "numberOfResources": effect.n}
        return "Gain ${iconPlaceholder} ${numberOfResources}", args
    if kind == fx.LANTERN:
        return "Gain ${iconPlaceholder} Lantern Rewards", {"iconPlaceholder": "action-lantern"}
    if kind == fx.TIME:
        args = {"iconPlaceholder": "action-passage-of-time", "numberOfSteps": effect.n}
        return "Move ${iconPlaceholder} ${numberOfSteps} Passage of Time", args
    if kind == fx.WELL:
        return "Perform ${iconPlaceholder} Well Action", {"iconPlaceholder": "action-well"}
    return _action(effect, era, counted=counted)


def _block(card: str, number: int, block: Block, era: str) -> dict[str, Any]:
    texts = [describe(effect, era) for effect in block.effects]
    shown: dict[str, Any] = {
        "id": f"{card}-{number}",
        "type": block.shade,
        "position": [ROWS[row - 1] for row in block.rows],
        "actionDescriptions": [{"description": text, "descriptionArgs": args} for text, args in texts],
    }
    if era == "new":
        shown["conditional"] = "and"
    return shown


def _front(card: Card, copy: int, era: str) -> list[dict[str, Any]]:
    if card.id[0] != "R":
        return [_block(str(copy), number, block, era) for number, block in enumerate(card.blocks, start=1)]
    gains = [describe(effect, era) for effect in card.gains]
    if card.decree:
        gains.insert(0, ("Gain ${iconPlaceholder} Decree Card", {"iconPlaceholder": "decree"}))
    block = _block(str(copy), 1, Block(1, (1, 2, 3), False, (), "", card.id, Effect(fx.GAIN)), era)
    block["actionDescriptions"] = [{"description": text, "descriptionArgs": args} for text, args in gains]
    return [block]


@cache
def card_object(card_id: str, copy: int, era: str) -> dict[str, Any]:
    """Return a card as an object; ``copy`` is its id in this game. The value is shared: copy to change it."""
    card = load().cards()[card_id]
    text, args = describe(card.icon, era)
    return {
        "id": copy,
        "type": CARD_TYPES[card_id[0]],
        "typeArg": int(card_id[1:]),
        "back": args["iconPlaceholder"],
        "diamond": card.diamond,
        "actionBlocks": _front(card, copy, era),
        "lanternDescription": text,
        "lanternDescriptionArgs": args,
    }


@cache
def garden_object(garden_id: str, copy: int, bridge: int, era: str) -> dict[str, Any]:
    """Return a garden card as an object."""
    garden: Garden = load().gardens[garden_id]
    text, args = describe(garden.effects[0], era)
    plant = garden.kind == "plant"
    return {
        "id": copy,
        "type": "plant" if plant else "rock",
        "typeArg": int(garden_id[1:]) + (0 if plant else 5),
        "foodCost": garden.food,
        "pointValue": garden.points,
        "locationArg": COLOURS[bridge],
        "actionDescription": text if era == "old" else text + " ${disabledReason}",
        "actionDescriptionArgs": args if era == "old" else {**args, "disabledReason": ""},
    }


@cache
def yard_object(yard: int, tiles: tuple[str, ...], era: str) -> dict[str, Any]:
    """Return a training yard (0 to 2: for 5, 3 and 1 iron) with its tiles."""
    parts = load()
    slots = ((1, "front"), (2, "back")) if yard == 0 else (((3, "front"),) if yard == 1 else ((4, "back"),))
    shown = []
    for tile, (slot, side) in zip(tiles, slots, strict=True):
        face: Face = (parts.blue if side == "front" else parts.yellow)[tile]
        texts = [describe(effect, era, counted=era == "new") for effect in face.effects]
        shown.append(
            {
                "type": "base",
                "typeArg": int(tile[1:]),
                "side": side,
                "locationArg": slot,
                "actionDescription": [text for text, _ in texts],
                "actionDescriptionArgs": [args for _, args in texts],
            }
        )
    return {
        "id": yard + 1,
        "ironCost": YARDS[yard],
        "pointValue": parts.yard_points[yard],
        "yardTiles": shown,
    }


@cache
def main_space(number: int, value: int, seats: int) -> dict[str, Any]:
    """Return a space of the main board."""
    most = 15 if SPACES[number] == "well" else 1 if seats == 2 else 2
    return {
        "id": SPACE_HEAD + SPACES[number],
        "type": SPACES[number].rstrip("-123"),
        "value": value or VALUES[number],
        "locationName": "main-board",
        "maxNrOfDice": most,
    }


@cache
def own_space(player: str, colour: int) -> dict[str, Any]:
    """Return a row of a player's own domain."""
    return {
        "id": f"action-space-player-{player}-{colour + 1}",
        "type": COLOURS[colour],
        "value": 6,
        "locationName": "player-board",
        "maxNrOfDice": 1,
    }
