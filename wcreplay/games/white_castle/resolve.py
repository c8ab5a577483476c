"""Resolving pending effects: gains happen, actions are offered (R16.1, R16.3, R16.9)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from wcreplay.engine.decision import Decision

from . import accounts as acc
from . import board_actions, workers
from . import effects as fx
from .dice import on_take_die
from .draft import on_pick
from .effects import Effect
from .exchange import EXCHANGES, add_exchanges, exchange_key, payable
from .flow import on_roll
from .gains import (
    crosses,
    gain,
    lantern_group,
    on_granted_well,
    on_left_lantern,
    on_steps,
    on_units,
    sealish,
    time_steps,
)
from .gardens import on_gardens
from .nodes import (
    Close,
    Gardens,
    GrantedWell,
    Group,
    LeftLantern,
    Node,
    Pick,
    Refill,
    Roll,
    Steps,
    TakeDie,
    Units,
)

if TYPE_CHECKING:
    from .position import Position

Options = dict[str, Any]


def on_group(pos: Position, node: Group) -> Decision | None:
    """Work off the gains of a group; stop where there is something to choose."""
    effects = node.effects
    if not effects:
        pos.stack.pop()
        return None
    first = effects[0]
    if first.kind >= fx.FIRST_ACTION:
        return _offer_actions(pos, node)
    row = pos.ledger.balances[pos.seat]
    options: Options = {}
    if pos.setup.pool or effects[-1].kind >= fx.FIRST_ACTION:
        _add_reorderings(pos, node, options)
    elif _is_plain(row, first, effects):
        _gain_plain(pos, node, row)
        return None
    elif len(effects) > 1 and effects[-1].kind > fx.WELL:  # there may be time steps among them
        _add_reorderings(pos, node, options)
    overflow = first.kind == fx.GAIN and first.what == acc.SEAL and row[acc.SEAL] + first.n > acc.SEAL_CAP
    if options or (overflow and pos.phase != "draft"):
        options[""] = _PERFORM
        add_exchanges(row, options)
        return Decision(pos.seat, "order", options, redundant=_named_first(first.name))
    if len(effects) > 1:
        pos.settled.append(effects)
    perform_first(pos)
    return None


def _is_plain(row: list[int], effect: Effect, effects: tuple[Effect, ...]) -> bool:
    """Whether an effect is a gain whose place in its group cannot matter (R16.8, R16.9)."""
    if effect.kind != fx.GAIN:
        return False
    if effect.what != acc.SEAL:
        return True
    return effects[-1].kind <= fx.WELL and row[acc.SEAL] + effect.n <= acc.SEAL_CAP


def _gain_plain(pos: Position, node: Group, row: list[int]) -> None:
    """Post the gains at the head of a group of gains up to the first whose place may matter."""
    effects = node.effects
    count = len(effects)
    if count > 1:
        pos.settled.append(effects)
    done = 0
    cause = node.cause
    for effect in effects:
        if not _is_plain(row, effect, effects):
            break
        gain(pos, effect.what, effect.n, cause, effect.source)
        done += 1
    if done == count:
        pos.stack.pop()
    else:
        pos.stack[-1] = Group(cause, effects[done:])


def perform_first(pos: Position) -> None:
    """Perform the first effect of the top group, a gain."""
    stack = pos.stack
    node = stack[-1]
    assert isinstance(node, Group)
    effects = node.effects
    first = effects[0]
    if len(effects) == 1:
        stack.pop()
    else:
        stack[-1] = Group(node.cause, effects[1:])
    kind = first.kind
    if kind == fx.GAIN:
        gain(pos, first.what, first.n, node.cause, first.source)
    elif kind == fx.ANY:
        stack.append(Units(first.n, node.cause, first.source))
    elif kind == fx.TIME:
        stack.append(Steps(first.n, node.cause, first.source))
    elif kind == fx.LANTERN:
        pos.settled.append((first,))
        stack.append(lantern_group(pos))
    elif kind == fx.WELL:
        stack.append(GrantedWell())
    else:
        stack.append(Group(node.cause, first.parts))


_PERFORM: Final[tuple[Any, ...]] = (perform_first,)


def _add_reorderings(pos: Position, node: Node, options: Options) -> None:
    """Add ``>X`` for each pending effect that may be done before the next one (R16.9)."""
    assert isinstance(node, Group)
    row = pos.ledger.balances[pos.seat]
    first = node.effects[0]
    for depth, index, effect in pending(pos, node):
        if effect is first and depth == len(pos.stack) - 1 and index == 0:
            continue
        if effect.kind >= fx.FIRST_ACTION:
            allowed = can_do(pos, effect)
        elif first.kind >= fx.FIRST_ACTION:
            allowed = True  # pool: a gain before the actions on offer
        else:
            allowed = (sealish(row, first) and crosses(row, time_steps(row, effect))) or (
                sealish(row, effect) and crosses(row, time_steps(row, first))
            )
        if allowed:
            _name(options, effect, depth, index)


def _name(options: Options, effect: Effect, depth: int, index: int) -> None:
    text = f">{effect.name}"
    while text in options:
        text += "^"
    options[text] = (choose_next, depth, index)


def pending(pos: Position, node: Group) -> list[tuple[int, int, Effect]]:
    """Return depth, index and effect of all that may come next: the group's own, in a pool all (R16.3)."""
    top = len(pos.stack) - 1
    found = [(top, index, effect) for index, effect in enumerate(node.effects)]
    if pos.setup.pool:
        for depth in range(top - 1, -1, -1):
            below = pos.stack[depth]
            if isinstance(below, Group) and not below.waits:
                found += [(depth, index, effect) for index, effect in enumerate(below.effects)]
    return found


def choose_next(pos: Position, depth: int, index: int) -> None:
    """Pull one pending effect out of its group and put it on top."""
    node = pos.stack[depth]
    assert isinstance(node, Group)
    effect = node.effects[index]
    pos.stack[depth] = Group(node.cause, node.effects[:index] + node.effects[index + 1 :])
    pos.stack.append(Group(node.cause, (effect,)))
    if effect.kind < fx.FIRST_ACTION:
        perform_first(pos)


def _offer_actions(pos: Position, node: Group) -> Decision | None:
    """Offer the actions of a group in any order; going on declines what is left of it (R16.1)."""
    effects = node.effects
    row = pos.ledger.balances[pos.seat]
    options: Options = {}
    redundant: dict[str, frozenset[str] | None]
    if len(effects) == 1 and not pos.setup.pool:
        effect = effects[0]
        add_action(pos, effect, row, options)
        if not options and not can_do_later(pos, effect, row):
            pos.stack.pop()
            return None
        redundant = _named_first(effect.name)
    else:
        redundant = _add_all(pos, effects, row, options)
        if not options and not any(can_do_later(pos, effect, row) for effect in effects):
            pos.stack.pop()
            return None
    options[""] = _DECLINE
    add_exchanges(row, options)
    return Decision(pos.seat, "action", options, redundant=redundant)


@cache
def _named_first(name: str) -> dict[str, frozenset[str] | None]:
    return {f">{name}": None}


def _add_all(
    pos: Position, effects: tuple[Effect, ...], row: list[int], options: Options
) -> dict[str, frozenset[str] | None]:
    """Add the first steps of several actions; a text of two is the earlier's unless ``>X`` comes first."""
    redundant: dict[str, frozenset[str] | None] = {}
    top = len(pos.stack) - 1
    for index, effect in enumerate(effects):
        own: Options = {}
        add_action(pos, effect, row, own)
        redundant[f">{effect.name}"] = frozenset(own)
        if index and not own.keys().isdisjoint(options):
            _name(options, effect, top, index)
        for text, move in own.items():
            options.setdefault(text, (take_action, index, *move))
    if pos.setup.pool:
        _add_reorderings(pos, pos.stack[-1], options)
    return {text: following for text, following in redundant.items() if text not in options}


def take_action(pos: Position, index: int, move: Callable[..., None], *arguments: Any) -> None:
    """Take one of several actions of the top group with its first step."""
    node = pos.stack[-1]
    assert isinstance(node, Group)
    pos.stack[-1] = Group(node.cause, (node.effects[index],))
    pos.stack.insert(-1, Group(node.cause, node.effects[:index] + node.effects[index + 1 :]))
    move(pos, *arguments)


def _decline(pos: Position) -> None:
    pos.stack.pop()


_DECLINE: Final[tuple[Any, ...]] = (_decline,)


def add_action(pos: Position, effect: Effect, row: list[int], options: Options) -> None:
    """Add the first steps of an action that can be paid now, price included (R16.2).

    Each is a move that replaces the top of the stack, a group of this action alone.
    """
    for add in _STEPS[effect.kind if effect.kind != fx.OUTSIDE else -effect.what]:
        add(pos, effect, row, options)


_COURTIER: Final = (workers.add_audience, workers.add_climbs)
_STEPS: Final[dict[int, tuple[Callable[[Position, Effect, list[int], Options], None], ...]]] = {
    fx.COURTIER: _COURTIER,
    fx.AUDIENCE: (workers.add_audience,),
    fx.CLIMB: (workers.add_climbs,),
    fx.GARDENER: (workers.add_gardener,),
    fx.WARRIOR: (workers.add_warrior,),
    fx.DOMAIN: (board_actions.add_rows,),
    fx.BOARD_LIGHT: (board_actions.add_blocks,),
    fx.BOARD_ANY: (board_actions.add_blocks,),
    fx.BOARD_COLOUR: (board_actions.add_blocks,),
    -fx.GARDENER: (workers.add_gardener, *_COURTIER),
    -fx.WARRIOR: (workers.add_warrior, *_COURTIER),
}
"""What lists the first steps of each kind of action; negative: outside the walls (R5.2)."""
_BOARD: Final = frozenset((fx.BOARD_LIGHT, fx.BOARD_ANY, fx.BOARD_COLOUR))


def can_do_later(pos: Position, effect: Effect, row: list[int]) -> bool:
    """Whether an action could be paid after exchanges (R16.14)."""
    if not row[acc.SEAL]:
        return False
    kind = effect.kind
    if kind == fx.DOMAIN:
        return payable(row, effect.coins, effect.seals)
    if kind in _BOARD:
        return board_actions.board_later(pos, effect, row)
    if kind == fx.GARDENER or (kind == fx.OUTSIDE and effect.what == fx.GARDENER):
        if workers.gardener_later(pos, effect, row):
            return True
    elif kind in (fx.WARRIOR, fx.OUTSIDE) and workers.warrior_later(pos, effect, row):
        return True
    return kind not in (fx.GARDENER, fx.WARRIOR) and workers.courtier_later(pos, effect, row)


def can_do(pos: Position, effect: Effect) -> bool:
    """Whether an action can do something now or after exchanges."""
    row = pos.ledger.balances[pos.seat]
    options: Options = {}
    add_action(pos, effect, row, options)
    return bool(options) or can_do_later(pos, effect, row)


def on_close(pos: Position, node: Close) -> Decision | None:
    """Offer exchanges once more before the unit ends (R16.8)."""
    row = pos.ledger.balances[pos.seat]
    if not row[acc.SEAL]:
        pos.stack.pop()
        return None
    return _close_decision(pos.seat, exchange_key(row))


@cache
def _close_decision(seat: int, key: int) -> Decision:
    return Decision(seat, "close", {"": _DECLINE, **EXCHANGES[key]})


HANDLERS: Final[dict[type[Node], Callable[[Position, Any], Decision | None]]] = {
    Roll: on_roll,
    Pick: on_pick,
    TakeDie: on_take_die,
    LeftLantern: on_left_lantern,
    Group: on_group,
    Units: on_units,
    Steps: on_steps,
    GrantedWell: on_granted_well,
    Refill: workers.on_refill,
    Gardens: on_gardens,
    Close: on_close,
}
"""What to do with each kind of node: work it off (``None``) or ask."""
