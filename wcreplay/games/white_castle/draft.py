"""The draft of starting cards (R2.9, R2.10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wcreplay.engine.decision import Decision, UnknownFact

from . import effects as fx
from .components import load
from .gains import gain
from .nodes import Pick, Units
from .setup import UNKNOWN
from .workers import to_lantern

if TYPE_CHECKING:
    from .position import Position


def on_pick(pos: Position, node: Pick) -> Decision:
    """List the pairs that are left by their resource card."""
    options = {pair[0]: (pick, pair) for pair in pos.pairs if pair[0] != UNKNOWN}
    return Decision(pos.seat, "draft", options)


def pick(pos: Position, pair: tuple[str, str]) -> None:
    """Take a pair: gains at once, both cards to their places (R2.10)."""
    parts = load()
    resource, action = pair
    if action == UNKNOWN:
        raise UnknownFact(f"the action card paired with {resource}")
    pos.stack.pop()
    pos.pairs.remove(pair)
    card = parts.resources[resource]
    for effect in card.gains:
        if effect.kind == fx.ANY:
            pos.stack.append(Units(effect.n, "draft", resource))
        else:
            gain(pos, effect.what, effect.n, "draft", resource)
    if card.decree:
        to_lantern(pos, parts.decrees[card.decree], resource)
    to_lantern(pos, card, resource)
    pos.card[pos.seat] = parts.actions[action]
