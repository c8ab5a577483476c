"""What every chart of the dashboards draws of whole games: its trace types, and its data against the tables.

The numbers are asked of the tables in other ways than the queries of the dashboards do. A panel without a
check fails, so that none is forgotten.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import plotly.graph_objects as go
import pytest

from wcreplay.bundled import dashboards_dir
from wcreplay.charts import Drawing, draw, load
from wcreplay.store.database import open_database
from wcreplay.store.loader import import_records

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Amounts = Counter[tuple[Any, ...]]

RECORDS = Path(__file__).parents[1] / "web" / "games.wcr"
CHARTS = {chart.name: chart for chart in load(dashboards_dir() / "white_castle")}
VIEWS = [
    (chart.name, choice, number)
    for chart in CHARTS.values()
    for choice in ([one.name for one in chart.choices] or [""])
    for number in range(len(chart.panels))
]
CURRENCY = {"coins": "coin"}
COLUMNS = {"coin": "coins", "seal": "seals", "food": "food", "iron": "iron", "pearl": "pearl"}


class Seen(NamedTuple):
    """A drawn panel of a game, what it counts, and how to ask the tables."""

    drawing: Drawing
    currency: str
    ask: Callable[..., list[Any]]

    @property
    def data(self) -> list[dict[str, Any]]:
        """The traces, with what the template of the figure gives those of their type."""
        looks = self.drawing.figure["layout"].get("template", {}).get("data", {})
        return [{**looks.get(trace["type"], [{}])[0], **trace} for trace in self.drawing.figure["data"]]

    @property
    def types(self) -> set[str]:
        return {trace["type"] for trace in self.data}

    @property
    def ticks(self) -> list[str]:
        """The words of the rows of a figure, from the top."""
        return list(self.drawing.figure["layout"]["yaxis"]["ticktext"])

    def posted(self) -> Amounts:
        """What was received and paid, by (sign, seat, cause, turn)."""
        sql = (
            "SELECT seat, cause::VARCHAR, turn_no, delta FROM ledger WHERE game_id = $id AND currency = '{}'"
        )
        found: Amounts = Counter()
        for seat, cause, turn, delta in self.ask(sql.format(self.currency)):
            found["+" if delta > 0 else "-", seat, cause, turn] += abs(delta)
        return +found

    def points(self) -> dict[tuple[str, str], int]:
        """The points by seat and category after the last turn."""
        sql = "SELECT seat, category, points, turn_no FROM score WHERE game_id = $id"
        return {(seat, key): points for seat, key, points, turn in self.ask(sql) if turn == self.last()}

    def last(self) -> int:
        return int(self.ask("SELECT turns FROM game WHERE game_id = $id")[0][0])

    def held(self, column: str) -> dict[tuple[str, int], int]:
        """A column of the states by seat and turn."""
        sql = f"SELECT seat, turn_no, {column} FROM wc_state WHERE game_id = $id"
        return {(seat, turn): value for seat, turn, value in self.ask(sql)}


def seat_of(trace: dict[str, Any]) -> str:
    """The letter that a legend begins with."""
    return str(trace["name"]).split(" ")[0]


def level(trace: dict[str, Any], last: int) -> dict[tuple[str, int], float]:
    """A stepped line as its value after every turn."""
    found, value = {}, None
    at = dict(zip(trace["x"], trace["y"], strict=True))
    for turn in range(last + 1):
        value = at.get(turn, value)
        assert value is not None, "a line begins at the first turn"
        found[seat_of(trace), turn] = value
    return found


def summed(amounts: Amounts, *places: int) -> dict[tuple[Any, ...], float]:
    """Amounts added up over all but some places of their keys."""
    found: Amounts = Counter()
    for key, amount in amounts.items():
        found[tuple(key[place] for place in places)] += amount
    return dict(found)


def lines(seen: Seen, wanted: dict[tuple[str, int], int]) -> None:
    assert seen.types == {"scatter"}
    drawn: dict[tuple[str, int], float] = {}
    for trace in seen.data:
        assert (trace["mode"], trace["line"]["shape"]) == ("lines+markers", "hv")
        drawn |= level(trace, seen.last())
    assert drawn == wanted


def waterfall(seen: Seen) -> None:
    assert seen.types == {"waterfall"}
    points = seen.points()
    totals = {seat: sum(value for (one, _), value in points.items() if one == seat) for seat, _ in points}
    ranks = dict(seen.ask("SELECT seat, rank FROM seat WHERE game_id = $id"))
    first = min(totals, key=lambda seat: (ranks[seat] or 0, -totals[seat]))
    assert len(seen.data) == len(totals) - 1
    labels = {label: key for key, label in CHARTS["scoring"].panels[0].labels.items()}
    for trace in seen.data:
        seat, *steps = seat_of(trace), *zip(trace["y"], trace["x"], trace["measure"], strict=True)
        assert steps.pop() == ("margin", 0, "total")
        for label, change, measure in steps:
            key = labels[label]
            assert (change, measure) == (points[first, key] - points[seat, key], "relative")
        assert sum(change for _, change, _ in steps) == totals[first] - totals[seat]


def stack(seen: Seen) -> None:
    assert seen.types == {"bar"}
    labels = CHARTS["scoring"].panels[1].labels
    wanted = {(labels[category], seat): points for (seat, category), points in seen.points().items()}
    drawn = {
        (trace["name"], name.split(" ")[0]): value
        for trace in seen.data
        for name, value in zip(trace["y"], trace["x"], strict=True)
    }
    assert drawn == wanted
    assert all(trace["orientation"] == "h" for trace in seen.data)


def sankey(seen: Seen) -> None:
    """The streams are what was posted, and each leads to the turns it was posted in."""
    (trace,) = seen.data
    assert trace["type"] == "sankey"
    link, labels = trace["link"], [label.rpartition(" ")[0] for label in trace["node"]["label"]]
    posted = seen.posted()
    sides = summed(posted, 0, 1, 2)
    seats = len(seen.ask("SELECT seat FROM seat WHERE game_id = $id"))
    drawn: Amounts = Counter()
    turns: dict[str, Counter[int]] = {"+": Counter(), "-": Counter()}
    streams = zip(link["source"], link["target"], link["value"], trace["meta"]["turns"], strict=True)
    for source, target, value, found in streams:
        side, purse = ("+", target) if target < seats else ("-", source)
        seat = labels[purse].split(" ")[0]
        if labels[target] == "left":
            drawn["left", seat] += value
            assert not found
            continue
        drawn[side, seat] += value
        turns[side].update(found)
    wanted = summed(posted, 0, 1)
    for seat in "ABCD"[:seats]:
        left = wanted.get(("+", seat), 0) - wanted.get(("-", seat), 0)
        assert drawn.pop(("left", seat), 0) == left
        assert left == seen.held(COLUMNS[seen.currency])[seat, seen.last()]
    assert dict(drawn) == wanted
    assert len(link["value"]) >= len(sides)
    for side, counted in turns.items():
        assert counted == Counter(turn for key, *_, turn in posted if key == side)


def by_turn(seen: Seen) -> None:
    assert seen.types == {"bar"}
    drawn: Amounts = Counter()
    for trace in seen.data:
        for turn, amount in zip(trace["x"], trace["y"], strict=True):
            drawn["+" if amount > 0 else "-", trace["meta"]["seat"], turn] += abs(amount)
    assert dict(drawn) == summed(seen.posted(), 0, 1, 3)


def flow(seen: Seen) -> None:
    assert seen.types == {"bar"}
    posted = seen.posted()
    labels = {label: key for key, label in CHARTS[seen.drawing.name].panels[0].labels.items()}
    drawn: dict[tuple[Any, ...], float] = {}
    for trace in seen.data:
        assert trace["orientation"] == "h"
        points = zip(trace["y"], trace["x"], trace["meta"]["turns"], strict=True)
        for place, amount, turns in points:
            cause = labels.get(seen.ticks[place], seen.ticks[place])
            key = ("+" if amount > 0 else "-", seat_of(trace), cause)
            drawn[key] = abs(amount)
            assert turns == sorted(turn for *found, turn in posted if tuple(found) == key), key
    assert drawn == summed(posted, 0, 1, 2)


def race(seen: Seen) -> None:
    assert seen.types == {"scatter"}
    paid = {
        (turn, seat)
        for turn, seat in seen.ask(
            "SELECT turn_no, seat FROM track WHERE game_id = $id AND track = 'time' AND paid > 0"
        )
    }
    markers = [trace for trace in seen.data if trace["mode"] == "markers"]
    stars = {
        (turn, text.split(": ")[1][0])
        for trace in markers
        for turn, text in zip(trace["x"], trace["text"], strict=True)
    }
    assert stars == paid
    spaces, heights = seen.held("time_space"), seen.held("time_height")
    drawn = {
        (seat_of(trace), turn): y
        for trace in seen.data
        if trace not in markers
        for turn, y in zip(trace["x"], trace["y"], strict=True)
    }
    assert drawn == {key: round(space + 0.16 * (heights[key] - 1), 2) for key, space in spaces.items()}


def order(seen: Seen) -> None:
    """The furthest marker is first; of those on one space the highest."""
    assert seen.types == {"scatter"}
    lies = {key: (space, seen.held("time_height")[key]) for key, space in seen.held("time_space").items()}
    ends = dict(seen.ask("SELECT round, max(turn_no) FROM turn WHERE game_id = $id GROUP BY round"))
    tried = [trace for trace in seen.data if trace["name"] == "with one more step"]
    for trace in seen.data:
        if trace in tried:
            continue
        for number, place, turn in zip(trace["x"], trace["y"], trace["meta"]["turns"], strict=True):
            row = sorted((key for key in lies if key[1] == turn), key=lambda key: lies[key], reverse=True)
            assert row[place - 1] == (seat_of(trace), turn)
            assert number == 0 or turn <= ends[number]
    for trace in tried:
        leads = [turn is not None for turn in trace["meta"]["turns"]]
        assert leads == [bool(words) for words in trace["customdata"]]


def dice(seen: Seen) -> None:
    """A cell is a die that could be taken; its number what it would have moved at the space used."""
    assert seen.types == {"heatmap", "scatter"}
    offered = seen.ask(
        "SELECT turn_no, colour || ' ' || if(die_end = '<', 'left', 'right'), pips, taken, covered "
        "FROM wc_dice WHERE game_id = $id"
    )
    covered = {turn: value for turn, _, _, taken, value in offered if taken}
    wanted = {(turn, slot): pips - covered[turn] for turn, slot, pips, *_ in offered if pips}
    drawn = {
        (turn, seen.ticks[row]): value
        for trace in seen.data
        if trace["type"] == "heatmap"
        for row, values in zip(trace["y"], trace["z"], strict=True)
        for turn, value in zip(trace["x"], values, strict=True)
        if value is not None
    }
    assert drawn == wanted
    frames = {
        (round(trace["x"][at] + 0.45), seen.ticks[round(trace["y"][at] + 0.44)])
        for trace in seen.data
        if trace.get("mode") == "lines"
        for at in range(0, len(trace["x"]), 6)
    }
    assert frames == {(turn, slot) for turn, slot, _, taken, _ in offered if taken}


def cells(seen: Seen, labels: dict[str, str]) -> dict[tuple[str, str, int], tuple[int, list[int]]]:
    """The cells of a heat map by (seat, row, round): what they show, and the turns they lead to."""
    names = {label: key for key, label in labels.items()}
    return {
        (seat_of(trace), names[seen.ticks[row]], number): (value, trace["meta"]["turns"][row][number - 1])
        for trace in seen.data
        if trace["type"] == "heatmap"
        for row, values in enumerate(trace["z"])
        for number, value in enumerate(values, 1)
    }


def spaces(seen: Seen) -> None:
    assert seen.types == {"heatmap", "scatter"}
    placed: dict[tuple[str, str, int], list[int]] = defaultdict(list)
    for seat, space, number, turn in seen.ask(
        "SELECT d.seat, d.space::VARCHAR, t.round, t.turn_no FROM wc_dice AS d JOIN turn AS t "
        "USING (game_id, turn_no) WHERE game_id = $id AND taken ORDER BY turn_no"
    ):
        placed[seat, space, number].append(turn)
    drawn = cells(seen, dict(CHARTS["workers"].panels[0].labels))
    assert {key: turns for key, (_, turns) in drawn.items() if turns} == placed
    assert all(value == len(turns) for value, turns in drawn.values())


def workers(seen: Seen) -> None:
    inside = [seen.held(f"{kind}_domain") for kind in ("courtier", "gardener", "warrior")]
    lines(seen, {key: 15 - sum(one[key] for one in inside) for key in inside[0]})


def margin(seen: Seen) -> None:
    """The parts of the product after each round, and what one more of each would have added (R11.6)."""
    assert seen.types == {"heatmap", "scatter"}
    warriors = seen.held("score_warriors")
    ends = dict(seen.ask("SELECT round, max(turn_no) FROM turn WHERE game_id = $id GROUP BY round"))
    drawn = cells(seen, dict(CHARTS["workers"].panels[3].labels))
    for (seat, _, number), (_, turns) in drawn.items():
        (turn,) = turns
        now = {
            row: drawn[seat, row, number][0] for row in ("yards", "inside", "product", "warrior", "courtier")
        }
        assert now["product"] == warriors[seat, turn] == now["yards"] * now["inside"]
        assert (now["warrior"], now["courtier"]) == (now["inside"], now["yards"])
        assert turn == ends[number]


PURSE: dict[str, Callable[[Seen], None]] = {
    "balance": lambda seen: lines(seen, seen.held(COLUMNS[seen.currency])),
    "purse": sankey,
    "turns": by_turn,
    "causes": flow,
}
CHECKS: dict[str, dict[str, Callable[[Seen], None]]] = {
    "scoring": {
        "margin": waterfall,
        "final": stack,
        "running": lambda seen: lines(seen, seen.held("score_total")),
    },
    "coins": PURSE,
    "resources": PURSE,
    "time": {"race": race, "order": order},
    "dice": {"offers": dice},
    "workers": {
        "spaces": spaces,
        "out": workers,
        "product": lambda seen: lines(seen, seen.held("score_warriors")),
        "margin": margin,
    },
}


@pytest.fixture(scope="module")
def cursor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    path = tmp_path_factory.mktemp("figures") / "games.duckdb"
    assert import_records(path, [RECORDS]).stored == 4
    with open_database(path, read_only=True) as catalogue:
        yield catalogue.cursor()


@pytest.fixture(scope="module")
def drawn(cursor: Any) -> Callable[[int, str, str, int], Seen]:
    """Draw a panel of a view of a chart for a game of the file, by its place there from 1."""
    games = dict(cursor.execute("SELECT record_no, game_id FROM game").fetchall())

    def make(game: int, name: str, choice: str, number: int) -> Seen:
        chart = CHARTS[name]
        cursor.execute(chart.queries[number], {"game_id": games[game]})
        names = [column[0] for column in cursor.description]
        rows = [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]

        def ask(sql: str) -> list[Any]:
            return list(cursor.execute(sql, {"id": games[game]}).fetchall())

        drawing = draw(chart.seen(choice)[number], rows)
        return Seen(drawing._replace(name=name), choice or CURRENCY.get(name, ""), ask)

    return make


def test_every_panel_has_a_check() -> None:
    assert {name: [panel.name for panel in chart.panels] for name, chart in CHARTS.items()} == {
        name: list(panels) for name, panels in CHECKS.items()
    }


@pytest.mark.parametrize("game", [1, 2, 3, 4], ids=["four", "three", "two", "partial"])
@pytest.mark.parametrize(("name", "choice", "number"), VIEWS)
def test_a_figure_draws_what_the_tables_say(
    drawn: Callable[[int, str, str, int], Seen], game: int, name: str, choice: str, number: int
) -> None:
    seen = drawn(game, name, choice, number)
    go.Figure(seen.drawing.figure)
    CHECKS[name][CHARTS[name].panels[number].name](seen)
