"""Laws of every position: postings, limits, components, options, copies."""

from __future__ import annotations

from collections import Counter
from itertools import chain, product
from typing import Any

import pytest

from .walks import ACCOUNTS, COLOURS, GAME, POLICIES, generator, played, shown

GAMES = list(product(POLICIES.names, (2, 3, 4)))
CAPS = {"seal": 5, "food": 7, "iron": 7, "pearl": 7, "time": 20}
PRICED = {"s1": 3, "s2": 3, "s3": 3, "d1": 4, "d2": 4, "o1": 5, "o2": 5, "w": 1, "p": 6}
every_game = pytest.mark.parametrize(("policy", "players"), GAMES)


@every_game
def test_balances_are_the_sums_of_their_postings(policy: str, players: int) -> None:
    sums = [[0] * len(ACCOUNTS) for _ in range(players)]
    for unit in played(policy, players).position.finished:
        for posting in unit.postings:
            assert posting.delta
            assert posting.cause in GAME.causes
            sums[posting.seat][posting.account] += posting.delta
            assert posting.balance == sums[posting.seat][posting.account]
        assert unit.balances == tuple(map(tuple, sums))


@every_game
def test_nothing_leaves_its_limits(policy: str, players: int) -> None:
    for moment in played(policy, players).moments:
        for row in moment.position.ledger.balances:
            have = dict(zip(ACCOUNTS, row, strict=True))
            assert min(row) >= 0
            assert all(have[name] <= cap for name, cap in CAPS.items())


@every_game
def test_options_are_sorted_distinct_and_there_until_the_end(policy: str, players: int) -> None:
    game = played(policy, players)
    for moment in game.moments:
        options = moment.position.options()
        assert options
        assert options == sorted(set(options))
        decision = moment.position.decision
        assert len(decision.options) == len(options)
        assert all(decision.options.get(text) is not None for text in options)
        assert not any(set(text) & set(" \t\n;{}()[]") for text in options)
    assert game.position.over
    assert game.position.options() == []
    assert game.position.decision is None


@every_game
def test_components_are_conserved(policy: str, players: int) -> None:
    dice = {2: 3, 3: 4, 4: 5}[players]
    stewards, diplomats = (9, 9) if players == 2 else (15, 12)
    for moment in played(policy, players).moments:
        position = moment.position
        state = position.to_json()
        if position.decision.kind != "roll":
            assert count_dice(state) == dict.fromkeys(COLOURS, dice)
        if position.decision.kind != "refill":
            cards = seen_cards(state)
            assert max(Counter(card for card in cards if card[0] != "A").values()) == 1
            assert all(cards.count(card) <= 2 for card in ("A1", "A2", "A3"))
            assert sum(card[0] == "S" for card in cards) + state["decks"]["steward"] == stewards
            assert sum(card[0] == "D" for card in cards) + state["decks"]["diplomat"] == diplomats
        for letter, player in state["players"].items():
            assert sum(player["courtiers"].values()) == 5
            assert player["gardeners"]["domain"] + len(player["gardeners"]["gardens"]) == 5
            assert len(set(player["gardeners"]["gardens"])) == len(player["gardeners"]["gardens"])
            assert sum(player["warriors"].values()) == 5
            assert state["daimyo"]["slots"].count(letter) <= player["courtiers"]["daimyo"]
            pile = state["track"][player["time_space"]]
            assert pile[player["time_height"] - 1] == letter
        assert sorted(chain(*state["track"])) == state["seats"] == sorted(state["order"])


def count_dice(state: dict[str, Any]) -> dict[str, int]:
    count = dict.fromkeys(COLOURS, 0)
    for colour, bridge in state["bridges"].items():
        count[colour] += len(bridge["middle"]) + (bridge["left"] is not None) + (bridge["right"] is not None)
    places = [room["dice"] for room in state["rooms"].values()]
    for die in chain(*places, *state["outside"].values(), state["well"]["dice"]):
        count[die["colour"]] += 1
    for player in state["players"].values():
        for colour, pips in player["domain_dice"].items():
            count[colour] += pips is not None
    return count


def seen_cards(state: dict[str, Any]) -> list[str]:
    cards = [room["card"] for room in state["rooms"].values()]
    for player in state["players"].values():
        cards += player["lantern"]
        cards += [player["card"]] if player["card"] else []
    return cards


@every_game
def test_r3_and_r4_dice_and_spaces_by_a_second_reckoning(policy: str, players: int) -> None:
    for moment in played(policy, players).moments:
        if moment.position.decision.kind == "die":
            options = {text for text in moment.position.options() if text[0] != "x"}
            assert options == legal_dice(moment.position.to_json(), 1 if players == 2 else 2)


def legal_dice(state: dict[str, Any], cap: int) -> set[str]:
    """Reckon from what the board shows which die may go where."""
    me = state["players"][state["seat"]]
    spaces = {name: (set(room["tiles"]), room["dice"]) for name, room in state["rooms"].items()}
    spaces |= {name: (set(COLOURS), dice) for name, dice in state["outside"].items()}
    legal = set()
    for colour, bridge in state["bridges"].items():
        for end, pips in (("<", bridge["left"]), (">", bridge["right"])):
            if pips is None:
                continue
            text = f"{colour[0]}{pips}{end}"
            legal.add(text + "w")
            if me["domain_dice"][colour] is None and pips + me["coins"] >= PRICED["p"]:
                legal.add(text + "p")
            for name, (colours, dice) in spaces.items():
                value = dice[-1]["pips"] if dice else PRICED[name]
                if colour in colours and len(dice) < cap and pips + me["coins"] >= value:
                    legal.add(text + name)
    return legal


@every_game
def test_r3_6_the_die_difference_is_all_that_placing_costs(policy: str, players: int) -> None:
    for unit in played(policy, players).position.finished:
        if unit.phase == "turn":
            paid = [posting.delta for posting in unit.postings if posting.cause == "die difference"]
            space = unit.facts.space
            assert unit.facts.difference == unit.facts.taken.pips - unit.facts.covered
            assert paid == ([unit.facts.difference] if unit.facts.difference else [])
            if space == "w" or space.startswith("row") or players == 2:
                assert unit.facts.covered == PRICED["p" if space.startswith("row") else space]


@every_game
def test_a_copy_equals_and_is_independent(policy: str, players: int) -> None:
    rng = generator("copies", policy, players)
    for moment in rng.sample(played(policy, players).moments, 25):
        position = moment.position
        before = shown(position.clone())
        copy, twin = position.clone(), position.clone()
        assert shown(copy) == shown(twin) == before
        for _ in range(12):
            if copy.over:
                break
            text = rng.choice(copy.options())
            copy.apply(text)
            twin.apply(text)
        assert shown(copy) == shown(twin)
        assert shown(position) == before


@every_game
def test_scores_as_if_the_game_ended_are_those_of_the_end(policy: str, players: int) -> None:
    position = played(policy, players).position
    state = position.to_json()
    totals = [player["score"]["total"] for player in state["players"].values()]
    assert totals == [sum(GAME.scores(position.setup, row)) for row in position.ledger.balances]


@every_game
def test_r1_2_a_worker_that_has_left_never_comes_back(policy: str, players: int) -> None:
    for unit in played(policy, players).position.finished:
        for posting in unit.postings:
            kind, _, place = ACCOUNTS[posting.account].partition("_")
            if kind in ("courtier", "gardener", "warrior") and posting.cause != "setup":
                if place == "domain":
                    assert posting.delta == -1
                elif kind != "courtier" or place == "daimyo":
                    assert posting.delta == 1


@every_game
def test_r9_6_track_postings_tell_the_height_on_arrival(policy: str, players: int) -> None:
    time = ACCOUNTS.index("time")
    for moment in played(policy, players).moments:
        steps = [posting for posting in moment.position.ledger.postings if posting.account == time]
        if steps:
            last = steps[-1]
            pile = moment.position.piles[last.balance]
            assert pile[-1] == last.seat
            assert len(pile) == last.detail
