"""What the sources say that R15 does not follow."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec

from wcreplay.games.white_castle import accounts as acc
from wcreplay.games.white_castle import components, dice, exchange, flow, gains, scoring, setup
from wcreplay.games.white_castle import game as rules
from wcreplay.games.white_castle.effects import parse_effect, parse_effects
from wcreplay.games.white_castle.nodes import Group, LeftLantern

from .base import Patch, handle, rejected, with_parts


@rejected("R15.1", "a second die is compared with the printed value")
def _printed_value(patch: Patch) -> None:
    space = dice.space

    def printed(pos: Any, number: int) -> tuple[int, tuple[bool, ...]]:
        covered, colours = space(pos, number)
        return dice.VALUES[number] if covered else 0, colours

    patch.setattr(dice, "space", printed)
    patch.setattr(flow, "space", printed)


@rejected("R15.2", "two of a resource may be traded for one of another")
def _trade(patch: Patch) -> None:
    def trade(pos: Any) -> None:
        pos.ledger.post(pos.seat, acc.FOOD, -2, "exchange", "iron")
        pos.ledger.post(pos.seat, acc.IRON, 1, "exchange", "iron")

    patch.setattr(dice, "EXCHANGES", [{**offers, "x:ffi": (trade,)} for offers in exchange.EXCHANGES])


@rejected("R15.3", "refusing a checkpoint cancels the whole gain")
def _cancelled(patch: Patch) -> None:
    refuse = gains._refuse

    def cancel(pos: Any) -> None:
        source, seat = pos.stack[-1].source, pos.seat
        made = [posting for posting in pos.ledger.postings if posting.account == acc.TIME]
        steps = sum(posting.delta for posting in made if posting.source == source)
        space = pos.ledger.balances[seat][acc.TIME]
        pos.ledger.post(seat, acc.TIME, -steps, "refused", source)
        pos.piles[space].remove(seat)
        pos.piles[space - steps].append(seat)
        refuse(pos)

    patch.setattr(gains, "_refuse", cancel)


@rejected("R15.4", "the checkpoints lie before 5, 10 and 15")
def _other_checkpoints(patch: Patch) -> None:
    stops = (4, 9, 14, 20)
    patch.setattr(gains, "CHECKPOINTS", {4: 1, 9: 2, 14: 3})
    patch.setattr(gains, "_NEXT_STOP", tuple(next(stop for stop in stops if stop >= n) for n in range(21)))


@rejected("R15.5", "a resource scores from 4 on")
def _from_four(patch: Patch) -> None:
    patch.setattr(scoring, "_RESOURCE_POINTS", (0, 0, 0, 0, 1, 1, 1, 2))


@rejected("R15.6", "coins and seals score apart")
def _apart(patch: Patch) -> None:
    score = scoring.score

    def apart(row: Any, garden_points: Any) -> tuple[int, ...]:
        points = score(row, garden_points)
        return (points[0], row[acc.COIN] // 5 + row[acc.SEAL] // 5, *points[2:])

    patch.setattr(scoring, "score", apart)


@rejected("R15.7", "the yards score 1, 1 and 2 from 5 iron to 1 iron")
def _other_yards(patch: Patch) -> None:
    with_parts(patch, yard_points=(1, 1, 2))


@rejected("R15.8", "every spot of a domain row pays what the row always pays")
def _placeholders(patch: Patch) -> None:
    with_parts(
        patch,
        rows=tuple(
            msgspec.structs.replace(
                row,
                rewards=tuple(
                    parse_effects(" + ".join([row.always] * (gone + 1)), f"row {row.colour[0]}")
                    for gone in range(6)
                ),
            )
            for row in components.load().rows
        ),
    )


@rejected("R15.9", "warriors uncover the black row and gardeners the white one")
def _swapped_rows(patch: Patch) -> None:
    swapped = {"GARDENER_DOMAIN": acc.WARRIOR_DOMAIN, "WARRIOR_DOMAIN": acc.GARDENER_DOMAIN}
    patch.setattr(dice, "acc", SimpleNamespace(**{**vars(acc), **swapped}))


@rejected("R15.10", "only the leader changes place in the turn order")
def _leader_only(patch: Patch) -> None:
    def lead(pos: Any) -> None:
        first = next(pile[-1] for pile in reversed(pos.piles) if pile)
        pos.order = [first, *(seat for seat in pos.order if seat != first)]
        flow._post_order(pos, "turn order")

    patch.setattr(flow, "_new_order", lead)


@rejected("R15.11", "a well tile may also show points, a seal or time")
def _more_rewards(patch: Patch) -> None:
    more = {name: parse_effect(f"1 {name}", f"tile {name}") for name in ("point", "seal", "time")}
    patch.setattr(setup, "REWARDS", (*components.REWARDS, *more))
    with_parts(patch, well={**components.load().well, **more})


@rejected("R15.12", "a room takes two dice with two players too")
def _two_in_a_room(patch: Patch) -> None:
    space = dice.space

    def roomy(pos: Any, number: int) -> tuple[int, tuple[bool, ...]]:
        placed = pos.placed[number]
        if number < len(components.ROOMS) and len(placed) == 1:
            return placed[0].pips, dice._admits(pos.setup.tiles[number])
        return space(pos, number)

    patch.setattr(dice, "space", roomy)
    patch.setattr(flow, "space", roomy)


@rejected("R15.13", "there are ten starting action cards")
def _ten_actions(patch: Patch) -> None:
    patch.setattr(setup, "COPIES_OF_ACTION", 4)


@rejected("R15.13", "there are ten starting resource cards")
def _ten_resources(patch: Patch) -> None:
    resources = components.load().resources
    tenth = msgspec.structs.replace(resources["R9"], id="R10")
    with_parts(patch, resources={**resources, "R10": tenth})


@rejected("R15.14", "the two promotional gardens belong to the base game")
def _promotional(patch: Patch) -> None:
    gardens = components.load().gardens
    plant = msgspec.structs.replace(gardens["P3"], id="P6", food=3, points=5)
    stone = msgspec.structs.replace(
        gardens["K3"], id="K6", food=2, points=3, effects=parse_effects("lantern", "K6")
    )
    with_parts(patch, gardens={**gardens, "P6": plant, "K6": stone})


@rejected("R15.15", "there are four bridges")
def _fourth_bridge(patch: Patch) -> None:
    chance = rules.WhiteCastle.chance

    def read(self: Any, statement: Any, position: Any) -> Any:
        tokens = statement.tokens
        bars = [place for place, token in enumerate(tokens) if token.text == "|"]
        if len(bars) > 2:
            statement = msgspec.structs.replace(statement, tokens=tokens[: bars[2]])
        return chance(self, statement, position)

    patch.setattr(rules.WhiteCastle, "chance", read)


@rejected("R15.16", "the domain rows are cleared after every turn")
def _cleared_rows(patch: Patch) -> None:
    open_turn = flow._open_turn

    def clear(pos: Any, turn: int) -> None:
        for row in pos.domain_dice:
            row[:] = (0, 0, 0)
        open_turn(pos, turn)

    patch.setattr(flow, "_open_turn", clear)


@rejected("R15.17", "S3 gives 2 time steps at its bottom, and S14.2 takes the seal")
def _other_faces(patch: Patch) -> None:
    stewards = components.load().stewards
    faces = {
        "S3": ["dark: courtier for 1 seal", "light: lantern", "light: 2 time"],
        "S14": ["light: 2 point", "light: -1 seal + 1 any", "dark: warrior for 1 seal"],
    }
    with_parts(
        patch,
        stewards={
            **stewards,
            **{
                card: msgspec.structs.replace(
                    stewards[card], blocks=components._blocks(card, texts, [1, 1, 1])
                )
                for card, texts in faces.items()
            },
        },
    )


@rejected("R15.18", "a left die gives the reward of one card of the Lantern Area")
def _one_card(patch: Patch) -> None:
    group = gains.lantern_group
    patch.setattr(gains, "lantern_group", lambda pos: Group("lantern", group(pos).effects[:1]))


@rejected("R15.19", "a round ends with more than three dice left (9 of 12 with three players)")
def _more_dice_left(patch: Patch) -> None:
    patch.setattr(flow, "TURNS_PER_SEAT", 1)


@rejected("R15.19", "the Lantern of a left die must be collected")
def _lantern_must(patch: Patch) -> None:
    handle(patch, LeftLantern, lambda pos, node: gains.collect_lantern(pos))
