"""Deals follow the setup rules, chance is fair, and every policy plays legal games to the end."""

import random
from collections import Counter

import pytest

from wcreplay.engine import registry
from wcreplay.engine.reader import read_record
from wcreplay.engine.simulate import play
from wcreplay.games.white_castle import policies as wc
from wcreplay.games.white_castle.components import REWARDS, load
from wcreplay.games.white_castle.position import Position
from wcreplay.games.white_castle.setup import check_setup, format_setup
from wcreplay.notation.model import RawRecord

GAME = "white-castle"
POLICIES = wc.POLICIES


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_deal_can_be_played(players: int) -> None:
    rng = random.Random(players)
    for _ in range(1000):
        setup = POLICIES.deal(rng, players)
        assert check_setup(setup) == []
        assert setup.seats == players
        assert len(setup.pairs) == players + 1


def test_a_deal_is_made_again_from_its_seed() -> None:
    deals = [format_setup(POLICIES.deal(random.Random(7), 3)) for _ in range(2)]
    assert deals[0] == deals[1]
    assert deals[0] != format_setup(POLICIES.deal(random.Random(8), 3))


def test_every_component_is_dealt() -> None:
    rng, parts = random.Random(1), load()
    seen: set[str] = set()
    for _ in range(300):
        setup = POLICIES.deal(rng, 4)
        seen.update(setup.rooms, setup.gardens, setup.yards, [setup.daimyo], *setup.pairs, setup.well)
    expected = {*parts.stewards, *parts.diplomats, *parts.daimyo, *parts.gardens, *parts.blue}
    assert expected | {*parts.resources, *parts.actions, *REWARDS} == seen


def test_tiles_that_would_make_a_room_one_colour_go_on() -> None:
    coral, black, white = ([(colour, reward) for reward in REWARDS] for colour in range(3))
    # The marked spaces take a tile of each colour; a second coral tile at d1 goes on to d2.
    rest = [
        black[1],
        white[1],
        coral[1],
        coral[2],
        black[2],
        black[3],
        white[2],
        white[3],
        coral[3],
        white[4],
    ]
    laid = wc.lay_tiles([coral[0], black[0], white[0], *rest, coral[4], black[4]])
    assert laid is not None
    rooms, well = laid
    assert rooms == ((0, 1, 1), (1, 2, 2), (2, 0, 2), (0, 2), (1, 0))
    assert well == (coral[4], black[4])


def test_tiles_that_fit_nowhere_are_told() -> None:
    coral, black, white = ([(colour, reward) for reward in REWARDS] for colour in range(3))
    # Both diplomat rooms hold a white tile and the steward rooms are full when a third white one comes.
    order = [*coral[:1], *black[:1], *white[:1], coral[1], black[1], coral[2], white[1], white[2]]
    order += [black[2], coral[3], black[3], white[3], white[4], coral[4], black[4]]
    assert wc.lay_tiles(order) is None


@pytest.mark.parametrize(("players", "count"), [(2, 3), (3, 4), (4, 5)])
def test_dice_are_rolled_one_by_one(players: int, count: int) -> None:
    rng = random.Random(5)
    position = registry.load(GAME).start(POLICIES.deal(rng, players))
    faces: Counter[str] = Counter()
    triples = 0
    rolls = 2000
    for _ in range(rolls):
        text = POLICIES.chance(rng, position)
        assert position.decision.options.get(text) is not None
        assert text[0] == "c"
        faces.update(text[1:])
        triples += len(set(text[1:])) == 1
    expected = rolls * count / 6
    assert all(abs(faces[face] - expected) < 5 * expected**0.5 for face in "123456")
    # Uniform over multisets would give doubles far too often: 6 of 56 rolls of three dice, not 1 of 36.
    equal = rolls * 6 ** (1 - count)
    assert abs(triples - equal) < 5 * equal**0.5 + 1


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("policy", POLICIES.names)
def test_every_policy_plays_to_the_end(policy: str, players: int) -> None:
    text = play(GAME, (policy,) * players, "5-1")
    done = read_record(RawRecord(text)).replay
    assert done is not None
    assert done.state == "complete"
    if players == 2:
        assert text == play(GAME, (policy,) * players, "5-1")


def test_looking_ahead_never_looks_at_cards_to_come(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: set[str] = set()
    apply, roots = Position.apply, set[int]()

    def watched(self: Position, text: str) -> None:
        if id(self) not in roots and text[:1] == "/":
            shown.add(text)
        if id(self) not in roots and self.decision is not None:
            assert self.decision.kind != "roll"
        apply(self, text)

    monkeypatch.setattr(Position, "apply", watched)
    rules = registry.load(GAME)
    rng = random.Random(3)
    position = rules.start(POLICIES.deal(rng, 3))
    roots.add(id(position))
    players = [POLICIES.player("greedy", random.Random(seat)) for seat in range(3)]
    for _ in range(40):
        if position.decision is None:
            break
        chance = POLICIES.is_chance(position.decision)
        text = POLICIES.chance(rng, position) if chance else players[position.decision.seat](position)
        position.apply(text)
    assert shown <= {"/_", "/-"}
    assert "/_" in shown


def test_a_search_leaves_the_position_alone() -> None:
    rng = random.Random(4)
    position = registry.load(GAME).start(POLICIES.deal(rng, 3))
    player = POLICIES.player("greedy", rng)
    while position.decision.kind != "die":
        chance = POLICIES.is_chance(position.decision)
        position.apply(POLICIES.chance(rng, position) if chance else position.options()[0])
    before = position.to_json(), list(position.history)
    assert player(position) in position.options()
    assert (position.to_json(), position.history) == before
