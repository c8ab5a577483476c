"""What is kept of one generation of the data is dropped with it, and is never more than was said."""

from __future__ import annotations

import pytest

from wcreplay.web.kept import Kept


def test_a_thing_is_made_once_in_a_generation() -> None:
    kept = Kept(2)
    assert [kept.get(1, "a", lambda: "first"), kept.get(1, "a", lambda: "second")] == ["first", "first"]
    assert kept.get(2, "a", lambda: "newer") == "newer"
    assert kept.get(1, "a", lambda: "late") == "late"  # a request that still reads the data before
    assert kept.get(2, "a", lambda: "again") == "newer"


def test_what_was_asked_for_longest_ago_makes_room() -> None:
    kept = Kept(2)
    for key in ("a", "b", "a", "c"):
        kept.get(1, key, lambda: "made")
    assert [kept.get(1, key, lambda: "anew") for key in ("a", "c", "b")] == ["made", "made", "anew"]


def test_what_could_not_be_made_is_tried_again() -> None:
    kept = Kept(2)
    with pytest.raises(ZeroDivisionError):
        kept.get(1, "a", lambda: 1 / 0)
    assert kept.get(1, "a", lambda: 7.0) == 7.0
