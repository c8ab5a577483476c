"""Two games side by side: results, points by category, coins by cause, and the way there."""

from __future__ import annotations

import json
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

import msgspec
from flask import Blueprint, Response, abort, current_app, render_template, request, url_for

from wcreplay.analysis.games import differences, progress
from wcreplay.charts import Chart, draw
from wcreplay.charts.stack import best_first, categories, points_of
from wcreplay.charts.style import joined
from wcreplay.web import pages, people, queries
from wcreplay.web.kept import Kept
from wcreplay.web.site import chart_text, charts_of, cursor, game_or_404, generation

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from wcreplay.charts.spec import Panel

    Row = dict[str, Any]

blueprint = Blueprint("compare", __name__)

KEPT: Final = 32
"""Games whose rows are kept of a generation of the data: page and charts of a comparison need the same."""

BASES: Final = {
    "points": ("scoring", "final"),
    "running": ("scoring", "running"),
    "coins": ("coins", "causes"),
    "time": ("time", "race"),
}
"""Charts of a game, and their panels, that bring the rows. What a game does not have is left out."""
_NOTHING: Final = "A recheck found the record of this game wrong: nothing is left to compare."
_COURSE: Final = "Full lines are game 1, dotted ones game 2; the thick lines are those in front at the end."


class Side(NamedTuple):
    """One of two games; ``seats`` are in order, who is in front first, ``rows`` those of :data:`BASES`."""

    number: int
    game: queries.Game
    label: str
    seats: tuple[queries.Seat, ...]
    rows: dict[str, Sequence[Mapping[str, Any]]]
    phases: Sequence[tuple[int, int, str, str | None]]


class Line(NamedTuple):
    """A line of a table: words, a value for each seat of either game, what the front of game 1 has more."""

    words: str
    values: tuple[Sequence[float | None], ...]
    more: float | None = None


class Table(NamedTuple):
    """A table that has a column for each seat of both games."""

    name: str
    title: str
    about: str
    lines: Sequence[Line]


@blueprint.record_once
def _prepare(state: Any) -> None:
    state.app.extensions["wcreplay.compare"] = Kept(KEPT)


@blueprint.get("/compare")
def page() -> tuple[str, int] | str:
    """Two games (``?a=`` and ``?b=``, ids or their beginnings), or the list to choose them from."""
    asked = {key: request.args.get(key, "").strip().lower()[:40] for key in ("a", "b")}
    found: dict[str, queries.Game] = {}
    fault, status = "", 400
    for key, text in asked.items():
        if not text:
            continue
        ids = queries.ids_beginning(cursor(), text, 2)
        if len(ids) > 1:
            fault = fault or f"Several games have an id that begins with {text!r}. Write more of it."
        else:
            found[key] = game_or_404(ids[0] if ids else text)
    rejected = next((key for key, game in found.items() if game.state == "rejected"), "")
    if rejected:
        fault, status = _NOTHING, 409
        del found[rejected]
    elif len(found) == 2:
        fault = _unlike(found["a"], found["b"])
        if not fault:
            return _compared(found["a"], found["b"])
        del found["b"]
    shown = _choice(found, fault)
    return (shown, status) if fault else shown


def _unlike(first: queries.Game, second: queries.Game) -> str:
    """Return why two games cannot be compared, or nothing."""
    if first.game_id == second.game_id:
        return "Both are the same game. Choose another one."
    if first.game != second.game:
        return f"One is a game of {first.game}, the other of {second.game}: they have no numbers in common."
    return ""


def _choice(found: dict[str, queries.Game], fault: str) -> str:
    """Return the page on which a game is chosen: the one that is not ``found``, else the first."""
    key = "b" if "a" in found else "a"
    kept: dict[str, Any] = {name: game.game_id for name, game in found.items()}
    text = request.args.get("q", "").strip()[:100]
    other = next(iter(found.values()), None)
    wanted = queries.Wanted(
        text,
        game=other.game if other else "",
        without=other.game_id if other else "",
        replayed=True,
    )
    listing = queries.list_games(cursor(), wanted, page=request.args.get("page", 1, type=int))
    return render_template(
        "compare.html",
        fault=fault,
        sides=[],
        kept=kept,
        other=other,
        key=key,
        q=text,
        listing=listing,
        choose=lambda game: url_for("compare.page", **kept, **{key: game.game_id}),
        page_address=lambda number: url_for("compare.page", **kept, q=text or None, page=number),
    )


def _label(game: queries.Game | queries.Listed) -> str:
    return people.label({"played_on": game.played_on, "event": game.event, "game_id": game.game_id})


def _compared(first: queries.Game, second: queries.Game) -> str:
    sides = _sides(first, second)
    return render_template(
        "compare.html",
        fault="",
        sides=sides,
        people=pages.players_with_pages(),
        words=_words(sides),
        tables=[table for table in _tables(sides) if table.lines],
        charts=[chart for chart, _ in _charts(sides)],
        place=lambda chart: _place(sides, chart.name),
    )


@blueprint.get("/compare/<first>/<second>/charts/<name>.json")
def chart_json(first: str, second: str, name: str) -> Response:
    """A chart of two games as JSON, in the form of those of one game."""
    return Response(_content(*_both(first, second), name), mimetype="application/json")


@blueprint.get("/compare/<first>/<second>/charts/<name>")
def chart(first: str, second: str, name: str) -> str:
    """A chart of two games on a page of its own, with its tables."""
    games = _both(first, second)
    content = json.loads(_content(*games, name))
    sides = [Side(number, game, _label(game), (), {}, ()) for number, game in enumerate(games, start=1)]
    return render_template("compared_chart.html", sides=sides, chart=content, place=_place(sides, name))


@blueprint.get("/compare/<first>/<second>/charts/<name>/<panel>.csv")
def chart_csv(first: str, second: str, name: str, panel: str) -> Response:
    """The table of one of these charts as CSV."""
    return pages.table_csv(json.loads(_content(*_both(first, second), name)), panel)


def _both(first: str, second: str) -> tuple[queries.Game, queries.Game]:
    """Return two games that can be compared, or end the request with a friendly page."""
    games = game_or_404(first), game_or_404(second)
    if "rejected" in {game.state for game in games}:
        abort(409, _NOTHING)
    fault = _unlike(*games)
    if fault:
        abort(400, fault)
    return games


def _place(sides: Sequence[Side], name: str) -> dict[str, str]:
    """Return the addresses around a chart, as the macro of charts needs them."""
    parts: dict[str, Any] = {"first": sides[0].game.game_id, "second": sides[1].game.game_id, "name": name}
    return {
        "page": url_for("compare.chart", **parts),
        "data": url_for("compare.chart_json", **parts),
        "home": "",
    }


def _content(first: queries.Game, second: queries.Game, name: str) -> str:
    """Return a chart of two games as JSON text, or end the request with a friendly page."""
    found = {chart.name: (chart, rows) for chart, rows in _charts(_sides(first, second))}
    if name not in found:
        abort(404, f"There is no chart {name[:40]!r} of two games; there are: {', '.join(found) or 'none'}.")
    chart, rows = found[name]
    return chart_text(chart, [draw(panel, mine) for panel, mine in zip(chart.panels, rows, strict=True)])


def _bases(game: str) -> dict[str, tuple[Panel, str]]:
    """Return the panels of :data:`BASES` that a kind of game has, with their queries."""
    shipped = {chart.name: chart for chart in charts_of(game) if not chart.contained}
    found: dict[str, tuple[Panel, str]] = {}
    for key, (chart, name) in BASES.items():
        if chart in shipped:
            panels = zip(shipped[chart].panels, shipped[chart].queries, strict=True)
            found.update((key, (panel, query)) for panel, query in panels if panel.name == name)
    return found


def _sides(first: queries.Game, second: queries.Game) -> tuple[Side, Side]:
    """Return both games with the rows that are compared."""
    kept = cast("Kept", current_app.extensions["wcreplay.compare"])
    one, other = (kept.get(generation(), game.game_id, partial(_side, game)) for game in (first, second))
    return one, other._replace(number=2)


def _side(game: queries.Game) -> Side:
    rows = {
        key: panel.kept(queries.chart_rows(cursor(), query, game.game_id))
        for key, (panel, query) in _bases(game.game).items()
    }
    seats = game.seats
    if rows.get("points"):
        order = [seat for seat, _ in best_first(rows["points"])]
        seats = tuple(sorted(seats, key=lambda seat: order.index(seat.letter)))
    return Side(1, game, _label(game), seats, rows, queries.phases(cursor(), game.game_id))


def _marked(sides: Iterable[Side], key: str) -> list[Row]:
    """Return the rows of both games with the game they are of; their order is that of the side."""
    found = []
    for side in sides:
        places = {seat.letter: place for place, seat in enumerate(side.seats, start=1)}
        steps = progress([(turn, phase) for turn, _, phase, _ in side.phases], side.game.players)
        for row in side.rows.get(key, ()):
            made = {**row, "game_no": side.number, "game": side.label, "rank": places[str(row["seat"])]}
            if "turn_no" in row:
                made["step"] = steps[int(row["turn_no"])]
            found.append(made)
    return found


def _charts(sides: Sequence[Side]) -> list[tuple[Chart, list[list[Row]]]]:
    """Return the charts with the rows of each panel."""
    bases = {key: panel for key, (panel, _) in _bases(sides[0].game.game).items()}
    rows = {key: _marked(sides, key) for key in bases}
    made: dict[str, list[tuple[Panel, list[Row]]]] = {"scoring": [], "coins": [], "time": []}

    def add(chart: str, key: str, mine: list[Row], **parts: Any) -> None:
        made[chart].append((msgspec.structs.replace(bases[key], where={}, **parts), mine))

    if "points" in bases:
        stop = "" if all(side.game.state == "complete" for side in sides) else bases["points"].about
        add(
            "scoring",
            "points",
            rows["points"],
            name="points",
            kind="stacks",
            title="Points by category",
            about=stop,
            wide=True,
        )
    if "running" in bases:
        about = f"{bases['running'].about} {_COURSE}"
        add("scoring", "running", rows["running"], kind="courses", about=about, wide=True)
    if "coins" in bases:
        for side, words in (("income", "received"), ("spending", "paid")):
            mine = [{**row, "category": row["cause"], "points": row[side]} for row in rows["coins"]]
            moved = {row["category"] for row in mine if row["points"]}
            mine = [row for row in mine if row["category"] in moved]
            title = f"{(bases['coins'].units or bases['coins'].unit).capitalize()} {words}, by cause"
            about = "Totals over the whole game."
            add("coins", "coins", mine, name=words, kind="stacks", title=title, about=about, wide=False)
    if "time" in bases:
        mine = [{**row, "value": row["space"]} for row in rows["time"]]
        about = f"The space of each marker. {_COURSE}"
        add("time", "time", mine, kind="courses", about=about, unit="space", units="spaces", wide=True)
    titles = {chart.name: chart.title for chart in charts_of(sides[0].game.game)}
    return [
        (
            Chart(name, titles.get(name, name), "", tuple(panel for panel, _ in parts), ()),
            [mine for _, mine in parts],
        )
        for name, parts in made.items()
        if parts
    ]


def _tables(sides: Sequence[Side]) -> list[Table]:
    """Return the tables: points by category, coins by cause, the course of the games."""
    panels = {key: panel for key, (panel, _) in _bases(sides[0].game.game).items()}
    made = []
    if "points" in panels:
        stops = [side.number for side in sides if side.game.state != "complete"]
        about = "The last column is the first one of game 1 less the first one of game 2."
        for number in stops:
            about += f" Game {number} stops early: these would be the points if it had ended there."
        lines = _summed(sides, panels["points"], "points", "points")
        made.append(Table("points", "Points by category", about, _with_more(lines)))
    if "coins" in panels:
        units = (panels["coins"].units or panels["coins"].unit).capitalize()
        for column, words in (("income", "received"), ("spending", "paid")):
            lines = _summed(sides, panels["coins"], "coins", column)
            made.append(Table(words, f"{units} {words}, by cause", "", lines))
    made.append(Table("course", "The way there", "", _course(sides, panels)))
    return made


def _summed(sides: Sequence[Side], panel: Panel, key: str, column: str) -> list[Line]:
    """Return a line for each category or cause in which anybody has something, and the sums."""
    name = "category" if key == "points" else "cause"
    both = [
        [{**row, "category": row[name], "points": row[column]} for row in side.rows[key]] for side in sides
    ]
    points = [points_of(rows) for rows in both]
    lines = []
    for category, label in categories(panel, [*both[0], *both[1]]).items():
        values = tuple(
            [mine.get((seat.letter, category), 0) for seat in side.seats]
            for side, mine in zip(sides, points, strict=True)
        )
        if key == "points" or any(map(any, values)):
            lines.append(Line(label, values))
    if key != "points":
        lines.sort(key=lambda line: -sum(map(sum, line.values)))  # type: ignore[arg-type]
    sums = tuple(
        [sum(own for (letter, _), own in mine.items() if letter == seat.letter) for seat in side.seats]
        for side, mine in zip(sides, points, strict=True)
    )
    return [*lines, Line("total", sums)] if lines else []


def _with_more(lines: Iterable[Line]) -> list[Line]:
    """Return lines with what the first seat of game 1 has more than that of game 2."""
    return [
        line._replace(more=(line.values[0][0] or 0) - (line.values[1][0] or 0))
        if line.values[0] and line.values[1]
        else line
        for line in lines
    ]


def _course(sides: Sequence[Side], panels: Mapping[str, Panel]) -> list[Line]:
    """Return turns taken, the time track, and the points after each round, as if the game ended there."""
    taken = tuple(
        [
            sum(phase == "turn" and seat.letter == who for _, _, phase, who in side.phases)
            for seat in side.seats
        ]
        for side in sides
    )
    lines = [Line("turns taken", taken)]
    if "time" in panels:
        rows = [[_of(side, "time", seat) for seat in side.seats] for side in sides]
        lines.append(
            Line(
                "space on the time track",
                tuple([mine[-1]["space"] if mine else None for mine in game] for game in rows),
            )
        )
        paid = tuple([sum(row["paid"] for row in mine) for mine in game] for game in rows)
        lines.append(Line(f"{panels['time'].units or panels['time'].unit} paid at checkpoints", paid))
    if "running" in panels:
        ends = _round_ends(sides)
        for number in sorted({*ends[0], *ends[1]}):
            values = tuple(
                [_at(side, seat, end.get(number)) for seat in side.seats]
                for side, end in zip(sides, ends, strict=True)
            )
            lines.append(Line(f"points after round {number}", values))
    return lines


def _round_ends(sides: Sequence[Side]) -> list[dict[int, int]]:
    """Return for each game the last turn of each round; a round that the record breaks off has none."""
    ends, shares = [], []
    for side in sides:
        ends.append({number: turn for turn, number, _, _ in side.phases if number})
        turns = Counter(number for _, number, phase, _ in side.phases if phase == "turn")
        shares.append({number: count / side.game.players for number, count in turns.items()})
    full = max((share for game in shares for share in game.values()), default=0)
    return [
        {number: turn for number, turn in end.items() if mine.get(number, 0) == full}
        for end, mine in zip(ends, shares, strict=True)
    ]


def _of(side: Side, key: str, seat: queries.Seat) -> list[Mapping[str, Any]]:
    return [row for row in side.rows.get(key, ()) if row["seat"] == seat.letter]


def _at(side: Side, seat: queries.Seat, turn: int | None) -> float | None:
    """Return the running points of a seat after a turn; nothing if the game has no such turn."""
    return next((row["value"] for row in _of(side, "running", seat) if row["turn_no"] == turn), None)


def _words(sides: Sequence[Side]) -> str:
    """Return in words how far apart those in front of the two games are, and in what most."""
    if not all(side.rows.get("points") for side in sides):
        return ""
    panel, _ = _bases(sides[0].game.game)["points"]
    own, words = [], []
    for side in sides:
        front = side.seats[0]
        points = points_of(side.rows["points"])
        own.append({category: value for (seat, category), value in points.items() if seat == front.letter})
        total = panel.count(sum(own[-1].values()))
        if side.game.state == "complete":
            words.append(f"{front.name} won game {side.number} with {total}")
        else:
            words.append(f"{front.name} is in front with {total} where game {side.number} stops")
    gap = sum(own[0].values()) - sum(own[1].values())
    begin = f"{joined(words)}: " + (f"{panel.count(abs(gap))} apart." if gap else "the same total.")
    found = differences(*own)
    if not found:
        return f"{begin} They made the same in every category."
    labels = {one.category: panel.labels.get(one.category, one.category) for one in found}
    most = [one for one in found if one.size == found[0].size]
    rest = found[len(most) : len(most) + 2]
    told = [
        [f"{labels[one.category]} ({one.first:g} to {one.second:g})" for one in part] for part in (most, rest)
    ]
    end = f"; then in {joined(told[1])}" if rest else ""
    return f"{begin} They differ most in {joined(told[0])}{end}."
