"""A log written by hand: the dullest game there is, in which everybody visits the well every turn.

Two players, 18 turns. Each round's dice show 2, 3 and 4 on every bridge and are taken from the right, so the
Lantern is never collected, nobody moves on the time track and the turn order stays. All numbers are
counted here, not by the rules engine.
"""

from __future__ import annotations

import copy
import gzip
import io
import json
import zipfile
from typing import Any

Packet = dict[str, Any]

FIRST, SECOND = "81000001", "81000002"
"""Platform numbers of the players; FIRST is first in turn order."""
NAMES = {FIRST: "Aino", SECOND: "Bao"}
CAPS = {"coin": 10**9, "seal": 5, "food": 7, "iron": 7, "pearl": 7}


def event(kind: str, **args: Any) -> dict[str, Any]:
    """Return one event."""
    return {"type": kind, "log": "", "args": args}


class Hand:
    """Writes the events of one game down and keeps the totals."""

    def __init__(self, tiles: tuple[str, str] = ("food", "coin")) -> None:
        """Begin a game with these tiles at the well."""
        self.events: list[dict[str, Any]] = []
        self.tiles = tiles
        self.held = {player: dict.fromkeys(CAPS, 0) for player in (FIRST, SECOND)}
        self.die = 0

    def gain(self, player: str, what: str, n: int, **more: Any) -> None:
        """Write a gain; what a limit takes away is not stated, nor is a gain of nothing."""
        held = self.held[player]
        n = min(n, CAPS[what] - held[what])
        if not n:
            return
        held[what] += n
        args: dict[str, Any] = {"playerId": player, **more}
        if what in ("coin", "seal"):
            args |= {f"numberOf{what.title()}s": n, f"{what}Value": held[what]}
            self.events.append(event(f"{what}Gained", **args))
        else:
            args |= {"resource": what, "numberOfResources": n, "resourceValue": held[what]}
            self.events.append(event("resourceGained", **args))

    def draft(self, player: str, card: int, action: int, gains: dict[str, int]) -> None:
        """Write a pick of the draft."""
        for what, n in gains.items():
            self.gain(player, what, n)
        resource = {"id": 200 + card, "type": "starting-resources", "typeArg": card}
        self.events.append(event("lanternCardGained", playerId=player, card=resource))
        own = {"id": 300 + action, "type": "starting-action", "typeArg": action}
        self.events.append(event("actionCardGained", playerId=player, card=own))

    def roll(self) -> dict[str, list[dict[str, Any]]]:
        """Write the roll of a round and return its dice by colour, left to right."""
        dice: dict[str, list[dict[str, Any]]] = {}
        for colour in ("red", "black", "white"):
            dice[colour] = []
            for pips in (2, 3, 4):
                self.die += 1
                dice[colour].append({"id": self.die, "type": colour, "value": pips})
        self.events.append(event("diceRolled", dice=[die for row in dice.values() for die in row]))
        return dice

    def turn(self, player: str, bridge: list[dict[str, Any]]) -> None:
        """Write a visit to the well with the right die of a bridge: the die's coins, the tiles, the seal."""
        die = bridge.pop()
        space = {"id": "action-space-main-board-well", "type": "well", "value": 1, "maxNrOfDice": 99}
        self.events.append(event("diePlaced", playerId=player, die=die, actionSpace=space))
        self.gain(player, "coin", die["value"] - 1, dieId=die["id"])
        for tile in self.tiles:
            self.gain(player, tile, 1)
        self.gain(player, "seal", 1)

    def herons(self) -> None:
        """Write the turn order."""
        places = [{"playerId": player, "locationArg": n} for n, player in enumerate((FIRST, SECOND), start=1)]
        self.events.append(event("heronsUpdated", herons=places))

    def score(self) -> None:
        """Write the breakdown of the score, counted by the printed rules."""
        breakdown = {}
        for player, held in self.held.items():
            row = {
                what: 2 if held[what] == 7 else 1 if held[what] >= 3 else 0
                for what in ("food", "iron", "pearl")
            }
            row["coinsAndSeals"] = (held["coin"] + held["seal"]) // 5
            others = ("vpDuringTheGame", "passageOfTime", "courtiers", "warriors", "gardeners")
            row |= dict.fromkeys(others, 0)
            breakdown[player] = {**row, "score": sum(row.values())}
        self.events.append(event("updateLiveScore", scoreBreakdown=breakdown))


def dull_game(tiles: tuple[str, str] = ("food", "coin")) -> list[dict[str, Any]]:
    """Return the events of the dull game."""
    hand = Hand(tiles)
    rolled = hand.roll()
    hand.draft(SECOND, 9, 2, {"food": 4, "iron": 2, "coin": 3, "seal": 2})
    hand.draft(FIRST, 3, 1, {"iron": 2, "pearl": 1, "coin": 5, "seal": 1})
    for number in range(3):
        if number:
            rolled = hand.roll()
        for place in range(6):
            hand.turn((FIRST, SECOND)[place % 2], rolled[("red", "black", "white")[place % 3]])
            hand.score()
        hand.herons()
    hand.score()
    return hand.events


def packets(events: list[dict[str, Any]], table: str = "700000001") -> list[Packet]:
    """Wrap events as packets of one table, an event each."""
    return [
        {
            "channel": f"/table/t{table}",
            "table_id": table,
            "packet_id": str(number),
            "move_id": str(number),
            "time": str(1_700_000_000 + number),
            "data": [copy.deepcopy(one)],
        }
        for number, one in enumerate(events, start=1)
    ]


def as_json(value: Any) -> bytes:
    """Return a value as a JSON document."""
    return json.dumps(value, ensure_ascii=False).encode()


def zipped(**files: bytes) -> bytes:
    """Return a zip archive of files; ``__`` in a name stands for a dot."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name.replace("__", "."), data)
    return target.getvalue()


def gzipped(data: bytes) -> bytes:
    """Return packed data."""
    return gzip.compress(data)
