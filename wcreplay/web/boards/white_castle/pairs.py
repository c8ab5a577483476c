"""The starting pairs that are still to be drafted: a resource card with an action card (R2.9, R2.10)."""

from __future__ import annotations

from wcreplay.games.white_castle.components import load
from wcreplay.web.boards.svg import group, icon, picture, rect, text
from wcreplay.web.boards.white_castle.effects import draw_effects
from wcreplay.web.boards.white_castle.frame import WIDTH, Changes, block, card_blocks, joined

_ROW = 38.0


def draw_pairs(changes: Changes) -> str:
    """Return a row for each pair: what the resource card gives and has on its back, and the action card."""
    parts = load()
    shapes, words = [], []
    for number, (resource, action) in enumerate(changes.now["pairs"]):
        card = parts.resources.get(resource)
        gains = card.words if card is not None else "_"
        back = card.icon_words.partition(" ")[2] if card is not None else "any"
        blocks = card_blocks(action)
        does = blocks[0].words if blocks else "unknown"
        shapes.append(
            group(
                rect(0.5, 0.5, 268, 32, "card", 6),
                text(8, 21, resource, "t-b"),
                draw_effects(gains, 32, 16.5, 196),
                icon("lantern", 230, 9, 14),
                icon(back, 247, 9, 14),
                text(278, 21, action, "t-b"),
                block(blocks[0] if blocks else None, 304, 0.5, 55, 32),
                title=f"{resource}: {gains}; back {back}. {action}: {does}",
                y=number * _ROW,
            )
        )
        words.append(f"{resource} ({gains}) with {action} ({does})")
    height = max(1, len(shapes)) * _ROW - 4
    return picture(WIDTH, height, f"Starting pairs to choose from: {joined(words)}.", *shapes)
