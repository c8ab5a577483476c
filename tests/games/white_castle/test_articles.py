"""Every article of the rules reference has a test, and every ruling one that fails under another reading."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest

from .articles import ARTICLES, NO_RULING, ROOT, RULINGS, Held, confidence, held_by, page
from .readings import READINGS, Reading, followed
from .table import SIXES, finish, position, record, replayed

PLAIN = f"""round 1 {SIXES}
0.1 B R9
0.2 A R2 +ff"""
"""A beginning that every reading allows."""


def test_every_article_has_a_test() -> None:
    assert ARTICLES.keys() - held_by().keys() == set()


def test_tests_name_only_articles_that_there_are() -> None:
    assert held_by().keys() - ARTICLES.keys() == set()


def test_every_article_says_how_sure_it_is() -> None:
    assert [number for number in ARTICLES if not confidence(number)] == []


def test_the_table_of_tests_is_current() -> None:
    written = (ROOT / "docs" / "rules" / "white_castle_tests.md").read_text(encoding="utf-8")
    assert written == page(), "run: python tools/generate_docs.py"


def test_every_ruling_rejects_a_reading() -> None:
    rulings = [number for number in ARTICLES if number.split(".")[0] in RULINGS and number != NO_RULING]
    assert list(dict.fromkeys(reading.ruling for reading in READINGS)) == rulings


def name_of(reading: Reading) -> str:
    return f"{reading.ruling}: {reading.words}"


@pytest.mark.interpreted
@pytest.mark.parametrize("reading", READINGS, ids=name_of)
def test_a_test_of_the_ruling_fails_under_the_reading_it_rejects(reading: Reading) -> None:
    with followed(reading):
        assert finish(position(PLAIN)).over, "the reading is a game of its own, not a broken engine"
        caught = [held.name for held in held_by()[reading.ruling] if fails(held)]
    assert caught, f"no test of {reading.ruling} notices: {reading.words}"


@pytest.mark.interpreted
def test_a_rejected_reading_leaves_nothing_behind() -> None:
    before = replayed(record(PLAIN)).game_id, finish(position(PLAIN)).ledger.balances
    for reading in READINGS:
        with followed(reading):
            finish(position(PLAIN))
    assert (replayed(record(PLAIN)).game_id, finish(position(PLAIN)).ledger.balances) == before


def fails(held: Held) -> bool:
    """Run a test with all its parameters; true if one of them fails."""
    module = importlib.import_module(f"{__package__}.{held.file}")
    function: Callable[..., None] = getattr(module, held.name)
    for arguments in cases(function):
        try:
            function(**arguments)
        except AssertionError:
            return True
    return False


def cases(function: Callable[..., None]) -> Iterator[dict[str, Any]]:
    """Yield the arguments of each case of a test, from its markers ``parametrize``."""
    choices = []
    for mark in getattr(function, "pytestmark", []):
        if mark.name == "parametrize":
            names, values = mark.args
            names = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
            choices.append(
                [dict(zip(names, value if len(names) > 1 else (value,), strict=True)) for value in values]
            )
    for picks in product(*choices):
        yield {name: value for pick in picks for name, value in pick.items()}
