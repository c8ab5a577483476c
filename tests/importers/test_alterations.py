"""No stated total can be altered without being found where it stands (see :mod:`.alterations`)."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.importers.alterations import BY, Place, game_log, missed, places
from tests.importers.generator import Log


@cache
def case(players: int, undo: str) -> tuple[Log, list[Place]]:
    """Return a log and where its totals stand."""
    log = game_log(players, "heuristic", 8 + players, undo)
    return log, list(places(log))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("undo", ["none", "some", "heavy"])
@settings(max_examples=8)
@given(data=st.data())
def test_an_altered_total_is_found_at_its_event(players: int, undo: str, data: st.DataObject) -> None:
    log, found = case(players, undo)
    place = data.draw(st.sampled_from(found))
    by = data.draw(st.sampled_from(BY))
    assert missed(log, place, by) == ""


def test_every_kind_of_total_is_altered() -> None:
    log, found = case(2, "none")
    assert {str(place.keys[0]) for place in found} == {
        "coinValue",
        "resourceValue",
        "sealValue",
        "influenceMarkers",
        "scoreBreakdown",
    }
    assert all(missed(log, place, 1) == "" for place in found[:4])
