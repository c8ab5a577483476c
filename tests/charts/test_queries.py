"""The queries of the White Castle charts on whole games: what they say is what another way finds."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from wcreplay.bundled import dashboards_dir
from wcreplay.games.white_castle.components import load as components
from wcreplay.store.database import open_database
from wcreplay.store.loader import import_records

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Rows = list[dict[str, Any]]
    Ask = Callable[..., Rows]

RECORDS = Path(__file__).parents[1] / "web" / "games.wcr"
FOLDER = dashboards_dir() / "white_castle"


@pytest.fixture(scope="module")
def cursor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    path = tmp_path_factory.mktemp("charts") / "games.duckdb"
    assert import_records(path, [RECORDS]).stored == 4
    with open_database(path, read_only=True) as catalogue:
        yield catalogue.cursor()


@pytest.fixture(scope="module")
def ask(cursor: Any) -> Ask:
    """Run a query of the dashboards (``dice.sql``) or any other for one game."""

    def run(query: str, game_id: str) -> Rows:
        text = (FOLDER / query).read_text(encoding="utf-8") if query.endswith(".sql") else query
        cursor.execute(text, {"game_id": game_id})
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]

    return run


@pytest.fixture(scope="module")
def games(cursor: Any) -> list[str]:
    return [row[0] for row in cursor.execute("SELECT game_id FROM game ORDER BY record_no").fetchall()]


@pytest.fixture(params=range(4), ids=["four", "three", "two", "partial"])
def game(request: pytest.FixtureRequest, games: list[str]) -> str:
    return games[int(request.param)]


def test_balances_and_moves_agree_turn_by_turn(ask: Ask, game: str) -> None:
    held: dict[tuple[str, str], int] = {}
    moves = {(row["currency"], row["turn_no"], row["seat"]): 0 for row in ask("moves.sql", game)}
    for row in ask("moves.sql", game):
        moves[row["currency"], row["turn_no"], row["seat"]] += row["income"] - row["spending"]
    for row in ask("balance.sql", game):
        key = (row["currency"], row["seat"])
        held[key] = held.get(key, 0) + moves.get((row["currency"], row["turn_no"], row["seat"]), 0)
        assert row["value"] == held[key], row
        assert bool(row["note"]) == ((row["currency"], row["turn_no"], row["seat"]) in moves)
    assert {currency for currency, _ in held} == {"coin", "seal", "food", "iron", "pearl"}


def test_causes_are_the_sums_of_the_moves(ask: Ask, game: str) -> None:
    sums: dict[tuple[str, str, str], list[Any]] = {}
    for row in ask("moves.sql", game):
        found = sums.setdefault((row["currency"], row["cause"], row["seat"]), [0, 0, [], []])
        for place, side in enumerate(("income", "spending")):
            found[place] += row[side]
            found[place + 2] += [row["label"]] if row[side] else []
    seats = len(ask("SELECT seat FROM seat WHERE game_id = $game_id", game))
    rows = ask("causes.sql", game)
    for row in rows:
        found = sums.pop((row["currency"], row["cause"], row["seat"]), [0, 0, [], []])
        assert [row["income"], row["spending"]] == found[:2]
        assert [row["gained_at"].split(), row["paid_at"].split()] == found[2:]
    assert not sums
    assert len(rows) % seats == 0


def test_a_full_track_loses_what_is_shown_as_lost(ask: Ask, games: list[str]) -> None:
    lost = {
        (row["currency"], row["seat"]): row["spending"]
        for row in ask("causes.sql", games[0])
        if row["cause"] == "cap"
    }
    posted = ask(
        "SELECT currency::VARCHAR AS currency, seat, -sum(delta) AS lost FROM ledger "
        "WHERE game_id = $game_id AND cause = 'cap' GROUP BY ALL",
        games[0],
    )
    assert posted
    assert {(row["currency"], row["seat"]): row["lost"] for row in posted} == {
        key: value for key, value in lost.items() if value
    }


def test_running_notes_add_up_to_the_change(ask: Ask, game: str) -> None:
    before: dict[str, int] = {}
    for row in ask("score_running.sql", game):
        parts = [part.split(" ", 1)[0].replace("−", "-") for part in row["note"].split(", ") if part]
        assert row["value"] - before.get(row["seat"], row["value"]) == sum(int(part) for part in parts)
        before[row["seat"]] = row["value"]


def test_the_order_and_one_more_step_by_hand(ask: Ask, game: str) -> None:
    """The order is that of the herons; one more step is tried by moving the marker (R10.1, R9.6)."""
    rounds: dict[int, Rows] = {}
    for row in ask("time_order.sql", game):
        rounds.setdefault(row["round"], []).append(row)
    complete = ask("SELECT state FROM game WHERE game_id = $game_id", game)[0]["state"] == "complete"
    assert list(rounds) == ([0, 1, 2, 3] if complete else [0, 1])
    for rows in rounds.values():
        lies = {row["seat"]: (row["space"], row["height"]) for row in rows}
        order = sorted(lies, key=lambda seat: lies[seat], reverse=True)
        assert order == [row["seat"] for row in rows]
        assert [row["place"] for row in rows] == list(range(1, len(rows) + 1))
        for row in rows:
            tried = {**lies, row["seat"]: (row["space"] + 1, 9)}
            order = sorted(tried, key=lambda seat: tried[seat], reverse=True)
            assert row["more_order"] == " ".join(order)
            assert row["more_place"] == order.index(row["seat"]) + 1


def test_the_denied_dice_by_hand(ask: Ask, game: str) -> None:
    """Follow the die of every end from take to take: denied is an earlier offer that the turn before took."""
    turns: dict[int, Rows] = {}
    for row in ask("dice.sql", game):
        turns.setdefault(row["turn_no"], []).append(row)
    found = set()
    offers: dict[tuple[int, str], set[tuple[str, str, int]]] = {}
    born: dict[tuple[str, str], int] = {}
    previous: dict[str, Any] | None = None
    for turn, rows in turns.items():
        now = next(row for row in rows if row["what"] == "taken")
        if previous is None or previous["round"] != now["round"]:
            born, previous = {}, None
        here = {(row["colour"], row["die_end"]) for row in rows if row["what"] != "gone"}
        mine = offers.get((now["round"], now["seat"]), set())
        if previous is not None and previous["die"] in mine:
            found.add((turn, *previous["die"][:2], previous["seat"]))
        offers[now["round"], now["seat"]] = {(*end, born.get(end, 0)) for end in here}
        end = (now["colour"], now["die_end"])
        previous = {"round": now["round"], "seat": now["seat"], "die": (*end, born.get(end, 0))}
        born[end] = turn
    said = {
        (row["turn_no"], row["colour"], row["die_end"], row["by_seat"])
        for rows in turns.values()
        for row in rows
        if row["what"] == "gone"
    }
    assert said == found
    assert said


def test_dice_prices_and_the_lantern(ask: Ask, game: str) -> None:
    rows = ask("dice.sql", game)
    moved = ask("SELECT turn_no, difference FROM wc_dice WHERE game_id = $game_id AND taken", game)
    assert {row["turn_no"]: row["coins"] for row in rows if row["what"] == "taken"} == {
        row["turn_no"]: row["difference"] for row in moved
    }
    for row in rows:
        assert (
            sum(int(part.split()[0]) for part in (row["lantern"] or "").split(", ") if part) == row["icons"]
        )
    gains = ask(
        "SELECT turn_no, count(*) AS icons FROM ledger WHERE game_id = $game_id AND cause = 'lantern' "
        "AND currency <> 'point' GROUP BY turn_no",
        game,
    )
    collected = {row["turn_no"]: row["icons"] for row in gains}
    lit = {row["turn_no"]: row for row in rows if row["what"] == "taken" and row["die_end"] == "<"}
    assert any(turn in collected for turn in lit)


def test_the_product_is_the_score_of_the_warriors(ask: Ask, game: str) -> None:
    """The yards count in the queries what the components say (R11.6), also for one more of each."""
    assert components().yard_points == (2, 1, 1)
    rounds: dict[tuple[str, int], dict[str, int]] = {}
    for row in ask("worker_margin.sql", game):
        rounds.setdefault((row["seat"], row["round"]), {})[row["row"]] = row["value"]
    for found in rounds.values():
        yards, inside = found["yards"], found["inside"]
        assert found["product"] == yards * inside
        assert found["warrior"] == (yards + 1) * inside - yards * inside
        assert found["warrior_5"] == (yards + 2) * inside - yards * inside
        assert found["courtier"] == yards * (inside + 1) - yards * inside
    last = {row["seat"]: row["value"] for row in ask("worker_product.sql", game)}
    end = max(number for _, number in rounds)
    assert last == {seat: found["product"] for (seat, number), found in rounds.items() if number == end}


def test_spaces_and_workers_count_everything_once(ask: Ask, game: str) -> None:
    taken = ask(
        "SELECT seat, count(*) AS dice FROM wc_dice WHERE game_id = $game_id AND taken GROUP BY ALL", game
    )
    placed: dict[str, int] = {}
    for row in ask("spaces.sql", game):
        placed[row["seat"]] = placed.get(row["seat"], 0) + row["value"]
        assert len(row["note"].split(", ")) == row["value"]
    assert placed == {row["seat"]: row["dice"] for row in taken}
    out = {row["seat"]: row["value"] for row in ask("workers_out.sql", game)}
    at_home = ask(
        "SELECT seat, courtier_domain + gardener_domain + warrior_domain AS workers FROM wc_state "
        "WHERE game_id = $game_id AND turn_no = (SELECT turns FROM game WHERE game_id = $game_id)",
        game,
    )
    assert out == {row["seat"]: 15 - row["workers"] for row in at_home}
