"""Round-end gardens (R10.2, R16.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wcreplay.engine.decision import Decision, UnknownFact

from .exchange import add_exchanges
from .nodes import Gardens, Group

if TYPE_CHECKING:
    from .position import Position


def on_gardens(pos: Position, node: Gardens) -> Decision | None:
    """List the activated gardens of the seat that are left; going on declines them all.

    A garden whose action can do nothing is listed too: the action is then lost (R3.8).
    """
    options: dict[str, Any] = {}
    for place in node.places:
        garden = pos.garden_cards[place]
        options[f"@{garden.id if garden else '_'}"] = (use_garden, place)
    if not options:
        pos.stack.pop()
        return None
    options[""] = _DECLINE
    add_exchanges(pos.ledger.balances[pos.seat], options)
    return Decision(pos.seat, "garden", options)


def use_garden(pos: Position, place: int) -> None:
    """Pend the action of one garden."""
    node = pos.stack[-1]
    assert isinstance(node, Gardens)
    pos.stack[-1] = Gardens(tuple(other for other in node.places if other != place))
    garden = pos.garden_cards[place]
    if garden is None:
        raise UnknownFact("a garden card")
    pos.stack.append(Group("garden", garden.effects))


def _decline(pos: Position) -> None:
    pos.stack.pop()


_DECLINE: Final[tuple[Any, ...]] = (_decline,)
