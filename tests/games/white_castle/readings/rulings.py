"""What R16 could have chosen where the texts leave a choice, and did not."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from wcreplay.engine.decision import Decision
from wcreplay.games.white_castle import accounts as acc
from wcreplay.games.white_castle import (
    board_actions,
    components,
    dice,
    exchange,
    flow,
    gains,
    gardens,
    resolve,
    setup,
    workers,
)
from wcreplay.games.white_castle import effects as fx
from wcreplay.games.white_castle.effects import Effect, in_default_order
from wcreplay.games.white_castle.nodes import Close, Gardens, GrantedWell, Group, Steps, TakeDie, Units

from .base import Patch, handle, rejected


@rejected("R16.1", "a gain may be declined as well")
def _gains_offered(patch: Patch) -> None:
    def ask(pos: Any, node: Any) -> Decision:
        decision = gains.on_units(pos, node)
        return Decision(decision.seat, "units", {**decision.options, "": (gains.pass_by,)})

    handle(patch, Units, ask)


@rejected("R16.1", "an action that can be done must be done")
def _actions_must(patch: Patch) -> None:
    offer = resolve._offer_actions

    def insist(pos: Any, node: Any) -> Decision | None:
        decision = offer(pos, node)
        if decision is not None and any(text and not text.startswith("x:") for text in decision.options):
            options = {text: move for text, move in decision.options.items() if text}
            return Decision(decision.seat, decision.kind, options)
        return decision

    patch.setattr(resolve, "_offer_actions", insist)


@rejected("R16.1", "a granted well must be used")
def _well_must(patch: Patch) -> None:
    handle(patch, GrantedWell, lambda pos, node: gains.use_well(pos))


def _unpriced(effect: Any) -> Effect:
    return Effect(effect.kind, effect.what, effect.n, effect.name, effect.source, effect.parts)


@rejected("R16.2", "the prices of a block are paid when it is chosen")
def _paid_at_choice(patch: Patch) -> None:
    def use(pos: Any, effect: Any, room: int, block: Any) -> None:
        workers.begin_action(pos, effect)
        for account, amount, source in block.effects[0].due:
            pos.ledger.post(pos.seat, account, -amount, "price", source)
        free = _unpriced(block.effects[0])
        pos.stack.append(Group("main board", (free, *block.effects[1:])))

    patch.setattr(board_actions, "use_block", use)


@rejected("R16.2", "an action is offered if its first step can be paid, whatever its price")
def _price_later(patch: Patch) -> None:
    add = workers.add_warrior

    def offer(pos: Any, effect: Any, row: list[int], options: dict[str, Any]) -> None:
        add(pos, _unpriced(effect), row, options)  # and forgiven

    for kind in (fx.WARRIOR, -fx.WARRIOR):
        steps = tuple(offer if step is add else step for step in resolve._STEPS[kind])
        patch.setitem(resolve._STEPS, kind, steps)


@rejected("R16.3", "one pool holds all pending actions, nested ones included")
def _pool(patch: Patch) -> None:
    read = setup.read_setup
    patch.setattr(setup, "read_setup", lambda *found, **options: read(*found, **{**options, "pool": True}))


@rejected("R16.4", "the card's block may come before the rewards of its row")
def _block_first(patch: Patch) -> None:
    push = dice.push_row

    def push_as_one(pos: Any, colour: int) -> None:
        push(pos, colour)
        rewards, block = pos.stack.pop(), pos.stack.pop()
        pos.stack.append(Group("domain row", in_default_order((*rewards.effects, *block.effects))))

    patch.setattr(dice, "push_row", push_as_one)
    patch.setattr(board_actions, "push_row", push_as_one)


@rejected("R16.5", "a gardener placed during the activation activates its garden too")
def _activation_grows(patch: Patch) -> None:
    place_gardener = workers.place_gardener

    def place_and_add(pos: Any, effect: Any, place: int) -> None:
        place_gardener(pos, effect, place)
        for depth, node in enumerate(pos.stack):
            if isinstance(node, Gardens) and pos.bridges[place // 2]:
                pos.stack[depth] = Gardens((*node.places, place))

    patch.setattr(workers, "place_gardener", place_and_add)


@rejected("R16.6", "the blocks of a room are those of the card that lies there when they are used")
def _blocks_change(patch: Patch) -> None:
    refill = workers.refill

    def refill_and_change(pos: Any, card_id: str) -> None:
        room = pos.stack[-1].room
        refill(pos, card_id)
        for depth, node in enumerate(pos.stack):
            if isinstance(node, Group) and node.cause == "room block" and pos.rooms[room]:
                blocks = {block.whole.name: block.whole for block in pos.rooms[room].blocks}
                pos.stack[depth] = Group(node.cause, tuple(blocks[effect.name] for effect in node.effects))

    patch.setattr(workers, "refill", refill_and_change)


@rejected("R16.7", "a unit of any resource may not be chosen for a full track")
def _no_full_unit(patch: Patch) -> None:
    def ask(pos: Any, node: Any) -> Decision:
        decision = gains.on_units(pos, node)
        row = pos.ledger.balances[pos.seat]
        full = [letter for letter, account in zip("fip", (2, 3, 4), strict=True) if row[account] == 7]
        options = {
            text: move
            for text, move in decision.options.items()
            if text.startswith("x:") or not any(letter in text for letter in full)
        }
        return Decision(decision.seat, "units", options or decision.options)

    handle(patch, Units, ask)


@rejected("R16.7", "an exchange into a full track is possible, and lost")
def _exchange_into_full(patch: Patch) -> None:
    def key(row: list[int]) -> int:
        return exchange.exchange_key([*row[:2], 0, 0, 0])

    for module in (dice, gains, resolve):
        patch.setattr(module, "exchange_key", key)
    patch.setattr(gains, "add_exchanges", lambda row, options: options.update(exchange.EXCHANGES[key(row)]))


@rejected("R16.8", "seals are exchanged before the die and not later in the turn")
def _exchange_first(patch: Patch) -> None:
    for module in (gains, resolve, gardens):
        patch.setattr(module, "add_exchanges", lambda row, options: None)


@rejected("R16.8", "there is no exchange at the end of the turn")
def _no_exchange_at_the_end(patch: Patch) -> None:
    handle(patch, Close, lambda pos, node: gains.pass_by(pos))


@rejected("R16.8", "there is no exchange just before a seal is lost to the limit")
def _no_exchange_at_the_limit(patch: Patch) -> None:
    patch.setattr(resolve, "acc", SimpleNamespace(**{**vars(acc), "SEAL_CAP": 99}))


@rejected("R16.8", "seals may be exchanged in the draft")
def _exchange_in_the_draft(patch: Patch) -> None:
    def ask(pos: Any, node: Any) -> Decision:
        decision = gains.on_units(pos, node)
        exchange.add_exchanges(pos.ledger.balances[pos.seat], decision.options)  # type: ignore[arg-type]
        return decision

    handle(patch, Units, ask)


@rejected("R16.9", "the order of a seal gain and a time step is no choice")
def _no_order(patch: Patch) -> None:
    patch.setattr(resolve, "crosses", lambda row, steps: False)


@rejected("R16.9", "the order of any gains is a choice")
def _any_order(patch: Patch) -> None:
    patch.setattr(resolve, "crosses", lambda row, steps: True)
    patch.setattr(resolve, "sealish", lambda row, effect: True)


@rejected("R16.9", "time steps come first by default")
def _time_first(patch: Patch) -> None:
    group = gains.lantern_group
    patch.setattr(gains, "lantern_group", lambda pos: Group("lantern", group(pos).effects[::-1]))


@rejected("R16.10", "a checkpoint is a question even without the seals")
def _idle_question(patch: Patch) -> None:
    def ask(pos: Any, node: Any) -> Decision | None:
        row = pos.ledger.balances[pos.seat]
        if row[acc.SEAL] < gains.CHECKPOINTS.get(row[acc.TIME], 0):
            return Decision(pos.seat, "checkpoint", {"": (gains._refuse,), "-T": (gains._refuse,)}, "T")
        return gains.on_steps(pos, node)

    handle(patch, Steps, ask)


@rejected("R16.10", "a checkpoint refused once is refused for the whole turn")
def _refused_for_the_turn(patch: Patch) -> None:
    def ask(pos: Any, node: Any) -> Decision | None:
        if any(posting.cause == "refused" for posting in pos.ledger.postings):
            gains._refuse(pos)
            return None
        return gains.on_steps(pos, node)

    handle(patch, Steps, ask)


@rejected("R16.11", "time steps of round-end gardens change the new turn order")
def _order_after_gardens(patch: Patch) -> None:
    return_dice = flow._return_dice

    def order_again(pos: Any) -> None:
        flow._new_order(pos)
        return_dice(pos)

    patch.setattr(flow, "_return_dice", order_again)


@rejected("R16.12", "a deck counts as empty with one card left")
def _last_card_stays(patch: Patch) -> None:
    climb = workers.climb

    def stay(pos: Any, effect: Any, start: int, target: int, room: int, block: int) -> None:
        last = pos.deck[room > 2] == 1
        pos.deck[room > 2] -= last
        climb(pos, effect, start, target, room, block)
        pos.deck[room > 2] += last

    patch.setattr(workers, "climb", stay)


@rejected("R16.13", "the light block of a climb may be left")
def _block_left(patch: Patch) -> None:
    climbs, climb = workers._climbs, workers.climb

    def add_bare(letter: str, room: int, card_id: str) -> tuple[tuple[str, int], ...]:
        return ((f"{letter}^{components.ROOMS[room]}", 0), *climbs(letter, room, card_id))

    def climb_bare(pos: Any, effect: Any, start: int, target: int, room: int, block: int) -> None:
        climb(pos, effect, start, target, room, block)
        if not block:
            del pos.stack[-2]

    patch.setattr(workers, "_climbs", add_bare)
    patch.setattr(workers, "climb", climb_bare)


@rejected("R16.13", "a free daimyo slot may be left")
def _slot_left(patch: Patch) -> None:
    add = workers._add_daimyo

    def add_bare(pos: Any, effect: Any, letter: str, start: int, options: dict[str, Any]) -> None:
        add(pos, effect, letter, start, options)
        options[f"{letter}^m"] = (workers.climb_to_daimyo, effect, start, -1)

    patch.setattr(workers, "_add_daimyo", add_bare)


@rejected("R16.14", "an action that only an exchange could pay is not offered")
def _payable_now(patch: Patch) -> None:
    patch.setattr(resolve, "can_do_later", lambda pos, effect, row: False)


@rejected("R16.15", "a die may not be placed where nothing can be done")
def _no_idle_die(patch: Patch) -> None:
    def can_do(pos: Any, effect: fx.Effect) -> bool:
        return not effect.is_action or resolve.can_do(pos, effect)

    def ask(pos: Any, node: Any) -> Decision:
        decision = dice.on_take_die(pos, node)
        idle = {
            f"{'cbw'[offer.colour]}{offer.pips}{offer.end}{room}"
            for offer in pos.offered
            for number, room in enumerate(components.ROOMS)
            if not any(can_do(pos, effect) for effect in dice.room_effects(pos, number, offer.colour))
        }
        options = {text: move for text, move in decision.options.items() if text not in idle}
        return Decision(decision.seat, "die", options)

    handle(patch, TakeDie, ask)


@rejected("R16.16", "a gain without a step lays the marker on top of its pile")
def _on_top_without_a_step(patch: Patch) -> None:
    lose = gains._lose_steps

    def lay_on_top(pos: Any, node: Any, cause: str) -> None:
        pile = pos.piles[pos.ledger.balances[pos.seat][acc.TIME]]
        pile.remove(pos.seat)
        pile.append(pos.seat)
        lose(pos, node, cause)

    patch.setattr(gains, "_lose_steps", lay_on_top)


@rejected("R16.17", "the second step is lost with the card that the climb lays down")
def _second_step_lost(patch: Patch) -> None:
    climb = workers.climb

    def lose_second(pos: Any, *move: Any) -> None:
        climb(pos, *move)
        if pos.facts and pos.facts.space.startswith("row"):
            pos.stack[:] = [node for node in pos.stack if getattr(node, "cause", "") != "courtier"]

    patch.setattr(workers, "climb", lose_second)


@rejected("R16.18", "every block of the main board is offered, whatever it asks for")
def _every_block(patch: Patch) -> None:
    def add(pos: Any, effect: Any, row: list[int], options: dict[str, Any]) -> None:
        for room, block in board_actions.reachable(pos, effect):
            text = f"B:{components.ROOMS[room]}.{block.number}"
            options[text] = (board_actions.use_block, effect, room, block)

    for kind in (fx.BOARD_LIGHT, fx.BOARD_ANY, fx.BOARD_COLOUR):
        patch.setitem(resolve._STEPS, kind, (add,))
