"""The coverage report lists all that can occur, zeros too, and counts what did."""

import pytest

from wcreplay.engine.coverage import NotReplayed, coverage, coverage_of, coverage_table
from wcreplay.engine.simulate import simulate

GAME = "white-castle"


@pytest.fixture(scope="module")
def games() -> list[str]:
    return [text for players in (2, 4) for text in simulate(GAME, 25, players, "random", 3)]


def test_the_list_names_each_event_once_and_articles_name_only_those() -> None:
    source = coverage_of(GAME)
    events = set(source.events)
    assert len(events) == len(source.events)
    for article, shown in source.articles.items():
        assert shown, article
        assert set(shown) <= events, article


def test_without_records_everything_is_zero() -> None:
    source = coverage_of(GAME)
    rows = coverage(GAME, [])
    assert len(rows) == len(source.events) + len(source.articles)
    assert not any(row.count for row in rows)


def test_all_that_occurs_is_listed(games: list[str]) -> None:
    rows = coverage(GAME, games)
    assert [row for row in rows if not row.listed] == []
    assert sum(1 for row in rows if row.count) > 0.6 * len(rows)
    counts = {(row.group, row.name): row.count for row in rows}
    assert sum(counts["coins", name] for name in ("gained", "paid", "equal")) == 25 * 9 * (2 + 4)
    assert counts["cause", "draft"] >= 25 * (2 + 4)


def test_the_table_shows_zeros_and_names_them(games: list[str]) -> None:
    lines = coverage_table(GAME, games[:1]).splitlines()
    rows = len(coverage_of(GAME).events) + len(coverage_of(GAME).articles)
    never = [line for line in lines if line.startswith("never: ")]
    assert lines[rows] == f"{rows - len(never)} of {rows} occurred"
    assert never
    assert sum(1 for line in lines[:rows] if line.endswith(" 0")) == len(never)


def test_a_wrong_record_stops_the_count(games: list[str]) -> None:
    wrong = games[0].replace("round 1 ", "round 2 ", 1)
    with pytest.raises(NotReplayed, match="record 2: "):
        coverage(GAME, [games[0], wrong])
