"""What a posting depends on besides its source, for records that were made of incomplete sources."""

from __future__ import annotations

from wcreplay.engine.ledger import Posting
from wcreplay.engine.values import Turn

from .components import ROOMS


def depends(turn: Turn, posting: Posting) -> tuple[str, ...]:
    """Name the facts that decided about a posting: tiles say which blocks of a room pay (R5.1)."""
    if posting.cause == "room block" and turn.facts is not None and turn.facts.space in ROOMS:
        return (f"tiles {turn.facts.space}",)
    return ()
