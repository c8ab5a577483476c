"""Kinds of positions of The White Castle that legal continuations are counted from."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from wcreplay.games.white_castle.accounts import TIME

from .find import Kind

SPACES = ("s1", "s2", "s3", "d1", "d2", "o1", "o2", "w", "p")
WORKER = re.compile(r"G:|W\d|Q|[gsd]\^|B:|P:")


def _every_space(position: Any, choices: list[str]) -> bool:
    """A turn begins, and a die can go to every space."""
    spaces = {text[3:] for text in position.options() if text[1:2].isdigit()}
    return position.decision.kind == "die" and spaces == set(SPACES)


def _placed(space: str, count: int) -> Callable[[Any, list[str]], bool]:
    """A die was placed on a kind of space, and there are ``count`` options or more."""

    def fits(position: Any, choices: list[str]) -> bool:
        placed = bool(choices) and re.fullmatch(rf"[cbw]\d[<>]{space}", choices[-1]) is not None
        return placed and len(position.options()) >= count

    return fits


def _at(kind: str, count: int = 1, option: str = "") -> Callable[[Any, list[str]], bool]:
    """A decision of a kind, with ``count`` options or more, one of them beginning with ``option``."""

    def fits(position: Any, choices: list[str]) -> bool:
        options = position.options()
        found = any(text.startswith(option) for text in options)
        return position.decision.kind == kind and len(options) >= count and found

    return fits


def _chain(position: Any, choices: list[str]) -> bool:
    """Three actions of this turn led to one more that a courtier can do."""
    actions = [text for text in choices if WORKER.match(text)]
    climbs = [text for text in position.options() if text[1:2] == "^"]
    return len(actions) >= 3 and any(text[1:2] == "^" for text in actions) and len(climbs) > 1


def _full_daimyo_card(position: Any, choices: list[str]) -> bool:
    """All three slots are taken, and a courtier can climb to the third floor."""
    taken = None not in position.to_json()["daimyo"]["slots"]
    return taken and any(text.endswith("^m") for text in position.options())


def _empty_deck(floor: str) -> Callable[[Any, list[str]], bool]:
    """No card of a floor is left to draw, and a courtier can climb to it."""

    def fits(position: Any, choices: list[str]) -> bool:
        climbs = [text for text in position.options() if text[1:3] == f"^{floor[0]}"]
        return bool(climbs) and position.to_json()["decks"][floor] == 0

    return fits


def _last_turn(position: Any, choices: list[str]) -> bool:
    """The last turn of the game, to its end."""
    last = f"3.{3 * len(position.order)}"
    return position.label == last and position.decision.kind != "die" and len(position.options()) > 4


def _checkpoint(space: int) -> Callable[[Any, list[str]], bool]:
    """A marker stands before a checkpoint that can be paid."""

    def fits(position: Any, choices: list[str]) -> bool:
        time = position.ledger.balances[position.seat][TIME]
        return position.decision.kind == "checkpoint" and bool(time == space)

    return fits


KINDS = {
    "start-2": Kind(2, _at("draft")),
    "start-4": Kind(4, _at("draft")),
    "turn-2": Kind(2, _every_space),
    "turn-3": Kind(3, _every_space),
    "turn-4": Kind(4, _every_space),
    "steward-room": Kind(3, _placed("s[123]", 6)),
    "diplomat-room": Kind(4, _placed("d[12]", 6)),
    "outside-left": Kind(2, _placed("o1", 6)),
    "outside-right": Kind(4, _placed("o2", 6)),
    "well": Kind(3, _placed("w", 3)),
    "domain-row": Kind(2, _placed("p", 6)),
    "left-lantern": Kind(3, _at("lantern", 5)),
    "refill": Kind(4, _at("refill")),
    "courtier-chain": Kind(4, _chain),
    "main-board": Kind(3, _at("action", 12, "B:")),
    "domain-action": Kind(3, _at("action", 4, "P:")),
    "checkpoint-6": Kind(2, _checkpoint(5)),
    "checkpoint-11": Kind(3, _checkpoint(10)),
    "checkpoint-15": Kind(4, _checkpoint(14)),
    "order-of-gains": Kind(4, _at("order", 3, ">")),
    "granted-well": Kind(4, _at("well", 5)),
    "three-units": Kind(2, _at("units", 10, "+fff")),
    "full-daimyo-card": Kind(4, _full_daimyo_card),
    "no-steward-left": Kind(2, _empty_deck("steward")),
    "no-diplomat-left": Kind(2, _empty_deck("diplomat")),
    "round-end": Kind(3, _at("garden", 6, "@")),
    "exchanges-at-the-end": Kind(2, _at("close", 5)),
    "last-turn": Kind(2, _last_turn),
    "pool": Kind(2, _at("action", 6, ">"), "pool"),
}
