"""The laws find what they are there to find: each is given something wrong.

Positions are spoilt by hand; others stand in for rules, sheets and positions and do one thing wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import msgspec
import pytest

from wcreplay.engine.decision import Decision, IllegalOption
from wcreplay.engine.ledger import Ledger, Overdrawn, Posting

from . import laws
from .check import ENOUGH, check, play_and_check
from .games.white_castle import ADAPTER
from .games.white_castle_units import ACCOUNTS
from .walk import Case, Moment, Played, contents, last, moments, play

SOURCES = {"gardener": "K1", "warrior": "yard 5"}
COIN, SEAL, FOOD, TIME, ORDER = (ACCOUNTS.index(name) for name in ("coin", "seal", "food", "time", "order"))


@cache
def game(players: int = 3, policy: str = "heuristic") -> Played:
    return play(Case("white-castle", players, policy))


def moment(kind: str, players: int = 3, number: int = 2, turn: int = 1) -> Moment:
    """Return the first decision of a kind in round ``number`` and turn ``turn`` or later."""
    return next(
        found
        for found in moments(game(players))
        if found.decision.kind == kind and (found.position.round, found.position.turn) >= (number, turn)
    )


class Like:
    """Something that behaves like another thing, except where a subclass says otherwise."""

    def __init__(self, real: Any) -> None:
        self.real = real

    def __getattr__(self, name: str) -> Any:
        return getattr(self.real, name)


def broken(law: Callable[[Any], Iterator[str]], subject: Any) -> str:
    """Return what a law finds wrong."""
    return "\n".join(law(subject))


# -- positions of The White Castle --------------------------------------------------------------------


def balance(account: str, amount: int, seat: int = 0) -> Callable[[Any], None]:
    def spoil(position: Any) -> None:
        position.ledger.balances[seat][ACCOUNTS.index(account)] = amount

    return spoil


def _two_of_a_card(position: Any) -> None:
    position.rooms[0] = position.rooms[1]


def _card_lost(position: Any) -> None:
    position.lantern[0].pop()


def _die_lost(position: Any) -> None:
    next(bridge for bridge in position.bridges if bridge).pop()


def _die_too_many(position: Any) -> None:
    position.placed[7].append(next(die for dice in position.placed for die in dice))


def _bridge_turned(position: Any) -> None:
    position.bridges[0][:] = [5, 3]


def _markers_swapped(position: Any) -> None:
    piles = [pile for pile in position.piles if pile]
    piles[0][0], piles[-1][-1] = piles[-1][-1], piles[0][0]


def _poor_gardens(position: Any) -> None:
    position.setup = msgspec.structs.replace(position.setup, gardens=("P5", "K1", "P5", "K1", "P5", "K1"))


def _marker_twice(position: Any) -> None:
    position.piles[20].append(0)


def _slot_without_courtier(position: Any) -> None:
    position.slots[:] = [0, 0, 0]


def _order_turned(position: Any) -> None:
    position.order.reverse()


def _deck_short(position: Any) -> None:
    position.deck[1] -= 1


def _card_seen_in_deck(position: Any) -> None:
    card = position.rooms[0]
    position.unseen[0][card.id] = card


def _no_action_card(position: Any) -> None:
    position.card[1] = None


def _other_label(position: Any) -> None:
    position.label = "1.1"


def _dice_beyond_the_cap(position: Any) -> None:
    dice = [die for dice in position.placed for die in dice]
    for row in position.placed:
        row.clear()
    position.placed[5].extend(dice)


def _first_is_last(position: Any) -> None:
    position.ledger.balances[position.order[0]][ORDER] = 9


SPOILT: dict[str, tuple[Callable[[Any], None], str]] = {
    "coins below 0": (balance("coin", -1), "has -1 coin"),
    "a seal too many": (balance("seal", 6), "the limit is 5"),
    "food beyond the track": (balance("food", 8), "IndexError"),
    "beyond the time track": (balance("time_lost", -2), "has -2 time_lost"),
    "a sixth courtier": (balance("courtier_gate", 6), "courtiers"),
    "a warrior lost": (balance("warrior_domain", 0), "warriors"),
    "two gardeners on a card": (balance("gardener_white_plant", 2), "gardeners"),
    "a Lantern icon miscounted": (balance("lantern_coin", 9), "Lantern icons"),
    "the order of the ledger": (_first_is_last, "by the ledger"),
    "two of a card": (_two_of_a_card, "lies in 2 places"),
    "a card lost": (_card_lost, "cards"),
    "a die lost": (_die_lost, "dice"),
    "a die too many": (_die_too_many, "dice"),
    "a bridge not ascending": (_bridge_turned, "bridge is [5, 3]"),
    "dice beyond the cap": (_dice_beyond_the_cap, "dice on o1 (R4.1)"),
    "markers swapped": (_markers_swapped, "ValueError"),
    "a marker twice": (_marker_twice, "the markers on the track"),
    "a slot without its courtier": (_slot_without_courtier, "slots"),
    "a garden that scores nothing": (_poor_gardens, "by the board {'play'"),
    "the order turned": (_order_turned, "the order"),
    "a deck that is short": (_deck_short, "in the deck"),
    "a card on the table and in the deck": (_card_seen_in_deck, "may hold"),
    "no action card": (_no_action_card, "starting cards"),
    "another label": (_other_label, "is on turn in 1.1"),
}


@pytest.mark.parametrize("name", SPOILT)
def test_a_spoilt_position_is_found(name: str) -> None:
    spoil, words = SPOILT[name]
    position = moment("die", turn=7).position.clone()
    assert list(ADAPTER.faults(position)) == []
    spoil(position)
    try:
        told = "\n".join(ADAPTER.faults(position))
    except (IndexError, ValueError) as error:  # the board cannot even be shown
        told = repr(error)
    assert words in told


KINDS = ("draft", "die", "lantern", "units", "action", "checkpoint", "refill", "garden", "close", "well")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("change", ["missing", "more"])
def test_options_that_the_board_does_not_show_are_found(kind: str, change: str) -> None:
    found = moment(kind, 4, 0 if kind == "draft" else 1)
    if kind == "action":
        found = next(other for other in moments(game(4)) if {"W3", "W1"} <= other.decision.options.keys())
    position = found.position.clone()
    options = dict.fromkeys(found.decision.options, ())
    if change == "more":
        options[{"action": "W9", "garden": "@P9"}.get(kind, "x:x")] = ()
    else:
        del options[{"action": "W1", "garden": ""}.get(kind, max(options))]
    position.decision = Decision(found.decision.seat, kind, options)
    assert list(ADAPTER.faults(found.position)) == []
    assert "by the board" in (told := "\n".join(ADAPTER.faults(position))) or "with {" in told


def test_postings_that_break_a_rule_are_found() -> None:
    unit = next(unit for unit in last(game()).finished if unit.phase == "turn")
    assert list(ADAPTER.unit_faults(unit)) == []
    wrong = {
        "never comes back": (ACCOUNTS.index("courtier_domain"), 1, "audience"),
        "stays there": (ACCOUNTS.index("warrior_5"), -1, "warrior"),
        "never lost again": (ACCOUNTS.index("point"), -1, "garden"),
        "a loss that gains": (SEAL, 1, "cap"),
        "price by S1 posted": (COIN, -2, "price"),
        "exchange by S1 posted": (SEAL, -2, "exchange"),
        "audience by S1 posted": (COIN, -1, "audience"),
        "climb by S1 posted": (ACCOUNTS.index("pearl"), -3, "climb"),
        "entered": (TIME, 15, "lantern"),
        "at another price": (SEAL, -2, "checkpoint"),
        "posted": (COIN, 3, "die difference"),
    }
    for words, (account, delta, cause) in wrong.items():
        posting = Posting(unit.seat, account, delta, 15, cause, SOURCES.get(cause, "S1"), -1)
        assert words in "\n".join(
            ADAPTER.unit_faults(msgspec.structs.replace(unit, posted=(*unit.posted, *posting)))
        )
    other = unit.postings[0]._replace(seat=1 - min(unit.seat, 1))
    assert "is of another" in "\n".join(
        ADAPTER.unit_faults(msgspec.structs.replace(unit, posted=tuple(other)))
    )


def test_a_tie_goes_to_the_earlier_seat_of_the_last_order() -> None:
    board = game().position.to_json()
    for player in board["players"].values():
        player.update(board["players"]["A"])
    order = [seat for pile in reversed(board["track"]) for seat in reversed(pile)]
    ranks = ADAPTER.final(board).ranks
    assert ["ABC"[ranks.index(rank)] for rank in (1, 2, 3)] == order


# -- laws of every game -------------------------------------------------------------------------------


def test_options_out_of_order_twice_or_not_to_be_looked_up_are_found() -> None:
    found = moment("die")

    class Unsorted(Like):
        def options(self) -> list[str]:
            return [*reversed(self.real.options()), self.real.options()[0]]

    class Bare(Like):
        def options(self) -> list[str]:
            return []

    law = laws.options_are_sorted_and_distinct
    assert broken(law, found) == ""
    assert "not sorted and distinct" in broken(law, replaced(found, position=Unsorted(found.position)))
    assert "no option" in broken(law, replaced(found, position=Bare(found.position)))
    empty = Decision(found.decision.seat, "die", dict.fromkeys(found.decision.options))
    assert "cannot be looked up" in broken(law, replaced(found, decision=empty))


def replaced(found: Moment, **changes: Any) -> Moment:
    return msgspec.structs.replace(found, **changes)


def test_a_seat_that_does_not_play_is_found() -> None:
    found = moment("die")
    law = laws.someone_is_on_turn
    assert broken(law, found) == ""
    options = found.decision.options
    assert "seat 3 decides" in broken(law, replaced(found, decision=Decision(3, "die", options)))
    assert "neither a seat nor chance" in broken(law, replaced(found, decision=Decision(-1, "die", options)))


def test_a_balance_without_its_posting_is_found() -> None:
    found = moment("action")
    law = laws.balances_follow_the_postings
    assert broken(law, found) == ""
    spoilt = found.position.clone()
    spoilt.ledger.balances[0][COIN] += 1
    assert "by the postings" in broken(law, replaced(found, position=spoilt))
    assert "has 77 coin" not in broken(laws.components_and_limits_hold, found)
    spoilt.ledger.balances[0][SEAL] = 9
    assert "the limit is 5" in broken(laws.components_and_limits_hold, replaced(found, position=spoilt))


def test_the_engine_itself_stops_at_a_balance_below_0() -> None:
    ledger = Ledger(2, 3)
    ledger.post(1, 2, 3, "draft", "R9")
    with pytest.raises(Overdrawn, match=r"seat 1 has -1 of account 2 after -4 \(price, S1\)"):
        ledger.post(1, 2, -4, "price", "S1")


def test_an_option_that_is_written_as_another_is_found() -> None:
    found = moment("die")

    class Careless(Like):
        def clone(self) -> Careless:
            return Careless(self.real.clone())

        def write(self, position: Any, decision: Decision, text: str) -> None:
            self.real.write(position, decision, position.options()[0])

    law = laws.an_option_is_read_back
    assert broken(law, found) == ""
    assert "and read as" in broken(law, replaced(found, sheet=Careless(found.sheet)))
    roll = moment("roll")
    assert broken(law, roll) == ""
    assert "and read as" in broken(law, replaced(roll, sheet=Careless(roll.sheet)))


def test_an_option_that_leads_astray_is_found() -> None:
    found = moment("die")

    class Spendthrift(Like):
        def clone(self) -> Spendthrift:
            return Spendthrift(self.real.clone())

        def apply(self, text: str) -> None:
            self.real.apply(text)
            self.real.ledger.balances[0][COIN] = -5

    law = laws.an_option_leads_to_a_sound_position
    assert broken(law, found) == ""
    assert "has -5 coin" in broken(law, replaced(found, position=Spendthrift(found.position)))


def test_an_option_that_is_not_listed_and_taken_is_found() -> None:
    found = moment("die")

    class Lenient(Like):
        def clone(self) -> Lenient:
            return Lenient(self.real.clone())

        def apply(self, text: str) -> None:
            try:
                self.real.apply(text)
            except IllegalOption:
                self.real.apply(self.real.options()[0])

    law = laws.nothing_else_is_an_option
    assert broken(law, found) == ""
    assert "taken though it is not listed" in broken(law, replaced(found, position=Lenient(found.position)))


def test_copies_that_share_or_forget_are_found() -> None:
    found = moment("die")

    class Shared(Like):
        def clone(self) -> Any:
            return self.real

    class Forgetful(Like):
        def clone(self) -> Any:
            copy = self.real.clone()
            copy.unit_number += 1
            return copy

    class Leaking(Like):
        def clone(self) -> Any:
            copy = self.real.clone()
            copy.piles = self.real.piles
            return copy

    law = laws.a_copy_is_equal_and_independent
    assert broken(law, found) == ""
    assert "has changed the original" in broken(law, replaced(found, position=Shared(found.position)))
    found = moment("die")
    assert "differs from its original" in broken(law, replaced(found, position=Forgetful(found.position)))
    assert "has changed" in broken(law, replaced(moment("checkpoint", 4, 1), position=Leaking(first_step())))
    assert {"ledger", "history", "piles", "decision", "unseen"} <= contents(found.position).keys()
    # Compiled, a property is an attribute like any other.
    assert {"balances", "posted"} == contents(found.position)["ledger"].keys() - {"postings"}


def first_step() -> Any:
    """Return a position at which each option moves a marker on the time track, or may."""
    position = moment("checkpoint", 4, 1).position.clone()
    position.decision = Decision(position.seat, "checkpoint", {"": position.decision.options[""]}, "T")
    return position


def test_a_record_that_leaves_something_out_is_found() -> None:
    found = moment("die")

    class Short(Like):
        def clone(self) -> Short:
            return Short(self.real.clone())

        @property
        def lines(self) -> list[str]:
            return list(self.real.lines[:-1])

    law = laws.the_record_so_far_restores_the_position
    assert broken(law, found) == ""
    assert "the record so far is read as" in broken(law, replaced(found, sheet=Short(found.sheet)))
    spoilt = found.position.clone()
    spoilt.unseen[0].popitem()
    assert "leads to another position" in broken(law, replaced(found, position=spoilt))


def test_a_position_that_cannot_be_told_is_found() -> None:
    found = moment("die")

    class Silent(Like):
        def draw(self, position: Any) -> str:
            position.order.reverse()
            return " "

    law = laws.a_position_can_be_told
    assert broken(law, found) == ""
    told = replaced(found, played=msgspec.structs.replace(game(), rules=Silent(game().rules)))
    assert "a drawing is empty" in broken(law, told)
    assert "has changed it" in broken(law, told)


class Wrong(Like):
    """Rules that score a point too many, rank upside down and know no causes."""

    causes = ()

    def scores(self, setup: Any, balances: Any) -> tuple[int, ...]:
        first, *others = self.real.scores(setup, balances)
        return (first + 1, *others)

    def ranking(self, points: Any, order: Any) -> list[int]:
        return list(self.real.ranking([-number for number in points], order))


def test_a_whole_game_that_breaks_a_law_is_found() -> None:
    right = game()
    for law in laws.IN_ALL:
        assert broken(law, right) == ""
    wrong = msgspec.structs.replace(right, rules=Wrong(right.rules))
    scores = broken(laws.the_final_scores_can_be_reckoned_from_the_board, wrong)
    assert "scored [{'play'" in scores
    assert "ranked" in scores
    assert "has an undeclared cause" in broken(laws.balances_are_the_sums_of_their_postings, wrong)
    assert "has scores" in broken(laws.the_record_is_read_as_it_was_played, wrong)
    elsewhere = right.position.clone()
    elsewhere.ledger.balances[0][COIN] += 5
    moved = msgspec.structs.replace(right, position=elsewhere)
    assert "ends elsewhere" in broken(laws.the_game_ends, moved)
    unfinished = right.text.rstrip().rpartition("\n")[0] + "\n"
    cut = msgspec.structs.replace(right, text=unfinished)
    assert "read as partial" in broken(laws.the_record_is_read_as_it_was_played, cut)
    padded = msgspec.structs.replace(right, text=right.text.replace("order   ", "order  "))
    assert "not canonical" in broken(laws.the_record_is_read_as_it_was_played, padded)


class Hasty(Like):
    """An adapter that allows no more than ten decisions."""

    def longest(self, players: int) -> int:
        return 10


def test_a_game_that_goes_on_for_too_long_is_found() -> None:
    slow = msgspec.structs.replace(game(), adapter=Hasty(ADAPTER))
    assert "no game has more than 10" in broken(laws.the_game_ends, slow)


def test_a_program_that_fails_is_a_finding_too() -> None:
    played, faults = play_and_check(Case("white-castle", 9, "random"), 0)
    assert played is None
    assert faults[0].law == "a_game_is_played_to_its_end"
    assert "Traceback" in faults[0].message
    broken_rules = msgspec.structs.replace(game(), rules=Like(None))
    found = check(broken_rules, 0)
    assert {fault.law for fault in found} >= {"a_game_can_be_stepped_through", "the_game_ends"}


def test_what_is_found_says_where_and_no_more_than_enough() -> None:
    spoilt = msgspec.structs.replace(game(), rules=Wrong(game().rules), adapter=Hasty(Grumpy(ADAPTER)))
    found = check(spoilt, 1)
    assert len(found) == ENOUGH
    assert str(found[0]).startswith("white-castle-3-heuristic-1-1, decision 0 (0.0, roll): components and")
    assert found[3].record.startswith('[Game "white-castle"]')


class Grumpy(Like):
    """An adapter that likes no position."""

    def faults(self, position: Any) -> Iterator[str]:
        yield "not like that"
