"""Postings in words: what a cap took, steps that were not made, cards for the Lantern Area, the score."""

from __future__ import annotations

import pytest

from wcreplay.engine.ledger import Posting
from wcreplay.engine.ledger_words import Story, category_name, score_change, tell
from wcreplay.games.white_castle import accounts as acc
from wcreplay.games.white_castle.game import GAME

COURTIER_GATE = 8
NAMES = [account.name for account in acc.ACCOUNTS]


def story(*postings: Posting, time: int = 0) -> Story:
    """The story of postings of seat A, after which its time marker is on space ``time``."""
    row = [0] * len(acc.ACCOUNTS)
    row[acc.TIME] = time
    return tell(postings, [row], acc.ACCOUNTS, ("A",), GAME.tolls)


def words(told: Story) -> list[str]:
    return [str(line) for line in told.lines]


def test_what_a_cap_takes_is_told_with_its_gain() -> None:
    told = story(
        Posting(0, acc.IRON, 1, 8, "lantern", "R4", -1),
        Posting(0, acc.IRON, -1, 7, "cap", "R4", -1),
        Posting(0, acc.FOOD, 3, 9, "room block", "S1.1", -1),
        Posting(0, acc.FOOD, -2, 7, "cap", "S1.1", -1),
    )
    assert words(told) == [
        "+0 iron (1 lost, full), lantern (R4), now 7",
        "+1 food (2 lost, full), room block (S1.1), now 7",
    ]
    assert [line.sign for line in told.lines] == [0, 1]
    assert told.totals == (("A", "+1 food"),)


@pytest.mark.parametrize(
    ("cause", "steps", "space", "expected"),
    [
        ("unpaid", 1, 10, "1 time step lost, space 11 costs 2 seals (A2)"),
        ("unpaid", 2, 5, "2 time steps lost, space 6 costs 1 seal (A2)"),
        ("refused", 1, 14, "1 time step lost, not paid (A2)"),
        ("cap", 2, 20, "2 time steps lost, end of the track (A2)"),
    ],
)
def test_steps_that_were_not_made_say_why(cause: str, steps: int, space: int, expected: str) -> None:
    assert words(story(Posting(0, acc.TIME_LOST, steps, steps, cause, "A2", -1), time=space)) == [expected]


def test_a_lost_step_knows_the_space_it_was_lost_on() -> None:
    told = story(
        Posting(0, acc.TIME_LOST, 1, 1, "unpaid", "A2", -1),
        Posting(0, acc.TIME, 2, 7, "lantern", "A2", 2),
        time=7,
    )
    assert words(told) == [
        "1 time step lost, space 6 costs 1 seal (A2)",
        "+2 time steps, lantern (A2), now space 7, on top",
    ]
    assert told.totals == (("A", "+2 time steps"),)


def test_points_in_play_are_not_the_score() -> None:
    told = story(Posting(0, acc.POINT, 4, 9, "lantern", "D1", -1))
    assert words(told) == ["+4 points, lantern (D1), now 9"]
    assert told.totals == (("A", "+4 points in play"),)


def test_a_card_goes_to_the_lantern_area() -> None:
    told = story(Posting(0, acc.LANTERN_OF[acc.POINT], 1, 2, "climb", "D1", -1))
    assert words(told) == ["card to the Lantern Area: D1 (1 point icon), climb"]


def test_the_change_of_the_score_by_category() -> None:
    before, after = (5, 1, 0, 3, 21, 0, 7), (5, 0, 0, 3, 28, 0, 21)
    assert score_change(before, after, acc.CATEGORIES) == (
        20, "37 → 57 (+20): coins and seals −1, courtiers +7, gardeners +14",
    )  # fmt: skip
    assert score_change(before, before, acc.CATEGORIES) is None
    assert category_name("time") == "time track"


def test_the_tolls_of_the_time_track() -> None:
    assert GAME.tolls == {6: 1, 11: 2, 15: 3}
