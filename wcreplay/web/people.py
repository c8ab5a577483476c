"""The pages of players: the list with ratings, one player, two of them against each other."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

import msgspec
from flask import Blueprint, Response, abort, current_app, redirect, render_template, request, url_for

from wcreplay.analysis import query
from wcreplay.analysis.people import by_category, duel, gaps
from wcreplay.analysis.ratings import MU, SIGMA, Rating
from wcreplay.charts import Chart, draw
from wcreplay.charts.spec import Panel
from wcreplay.engine.ledger_words import category_name
from wcreplay.web import pages, queries
from wcreplay.web.kept import Kept
from wcreplay.web.roster import Person, Roster, Rosters, player_id
from wcreplay.web.site import chart_text, cursor, generation, site
from wcreplay.web.v1.parameters import most_like

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from werkzeug.wrappers import Response as AnyResponse

blueprint = Blueprint("people", __name__)

PAGE_SIZE = 50
"""Players on a page of the list, and games on a page of a player's results."""
FEW: Final = 10
"""With fewer games than this a player's numbers say little, and are greyed."""
BARS: Final = 40
"""Games in the chart of points: the last ones."""
POINTS: Final = 100
"""Most points of a curve of ratings; of more games evenly spaced ones are shown, and the last."""
OPPONENTS: Final = 12
"""Opponents that a player's page names."""
SUGGESTED: Final = 300
"""Names that the fields for two players suggest."""
KEPT: Final = 64
"""Tables and charts of players that are kept of a generation of the data."""


class Column(NamedTuple):
    """A column of the list: heading, address of its order, what is compared, whether big comes first."""

    words: str
    key: str
    value: Callable[[Person], Any]
    down: bool = True


COLUMNS: Final = (
    Column("Player", "name", lambda one: queries.plain(one.name), down=False),
    Column("Rating", "rating", lambda one: one.rating.mu if one.rating else None),
    Column("Rating from – to", "range", lambda one: one.rating.low if one.rating else None),
    Column("Games", "games", lambda one: one.games),
    Column("Wins", "wins", lambda one: one.wins),
    Column("Win share", "share", lambda one: one.wins / one.games),
    Column("Mean place", "place", lambda one: one.mean_rank, down=False),
    Column("Mean points", "points", lambda one: one.mean_points),
)
"""The columns of the list, each of which can order it."""
FIRST: Final = "range"
"""The order if the address names none: who is sure to be strong comes first."""


@blueprint.record_once
def _prepare(state: Any) -> None:
    state.app.extensions["wcreplay.rosters"] = Rosters()
    state.app.extensions["wcreplay.people"] = Kept(KEPT)
    state.app.jinja_env.globals["player_id"] = player_id


def roster() -> Roster:
    """Return all players of this request's generation of the data."""
    kept = cast("Rosters", current_app.extensions["wcreplay.rosters"])
    return kept.get(generation(), cursor())


def foresee() -> None:
    """Begin with the ratings as soon as the data has changed, whatever page is asked for then."""
    kept = cast("Rosters", current_app.extensions["wcreplay.rosters"])
    kept.foresee(site().source.generation, site().take)


def _kept() -> Kept:
    """Return what was worked out last of single players."""
    return cast("Kept", current_app.extensions["wcreplay.people"])


@blueprint.get("/players")
def players() -> str:
    """The list of players with search, order and paging, all in the address."""
    known = roster()
    text = request.args.get("q", "")[:100]
    column = next((one for one in COLUMNS if one.key == request.args.get("sort")), None)
    column = column or next(one for one in COLUMNS if one.key == FIRST)
    down = {"down": True, "up": False}.get(request.args.get("dir", ""), column.down)
    found = _ordered(_matching(known, text), column, down)
    page, last = _page(len(found))
    chosen = {"q": text, "sort": column.key, "dir": "down" if down else "up"}

    def address(**parts: Any) -> str:
        return url_for(
            "people.players", **{key: value for key, value in {**chosen, **parts}.items() if value}
        )

    def order_address(other: Column) -> str:
        turned = not down if other.key == column.key else other.down
        return address(sort=other.key, dir="down" if turned else "up")

    return render_template(
        "players.html",
        found=found[(page - 1) * PAGE_SIZE : page * PAGE_SIZE],
        first=(page - 1) * PAGE_SIZE,
        total=len(found),
        everyone=len(known.people),
        games=known.games,
        rated=known.rated,
        page=page,
        pages=last,
        columns=COLUMNS,
        column=column,
        down=down,
        few=FEW,
        begin=Rating(MU, SIGMA),
        chosen=chosen,
        address=address,
        order_address=order_address,
    )


def _matching(known: Roster, text: str) -> list[Person]:
    wanted = queries.plain(text.strip())
    everyone = known.people.values()
    if not wanted:
        return list(everyone)
    return [one for one in everyone if any(wanted in queries.plain(name) for name in (one.name, *one.names))]


def _ordered(found: list[Person], column: Column, down: bool) -> list[Person]:
    """Return players in the order of a column, equal ones by name; who has no value there comes last."""
    found = sorted(found, key=lambda one: (queries.plain(one.name), one.name))
    known = [one for one in found if column.value(one) is not None]
    known.sort(key=column.value, reverse=down)
    return known + [one for one in found if column.value(one) is None]


def _page(total: int) -> tuple[int, int]:
    """Return the page asked for, within bounds, and the last page."""
    last = max(1, -(-total // PAGE_SIZE))
    return min(max(1, request.args.get("page", 1, type=int)), last), last


@blueprint.get("/players/by-name")
def by_name() -> AnyResponse:
    """Lead from a name (``?name=``) to the page of that player."""
    return redirect(url_for("people.player", who=player_id(_known_name(request.args.get("name", "")))))


@blueprint.get("/players/<who>")
def player(who: str) -> str:
    """A player: totals, charts, results by seat, starting pair and game, and opponents."""
    one = person_or_404(who)
    page, last = _page(one.games)
    skip = {"size": PAGE_SIZE, "skip": (page - 1) * PAGE_SIZE}
    return render_template(
        "player.html",
        person=one,
        chart=_chart(one),
        place=_place(who),
        results=rows("player_results", {"player": one.name, **skip}),
        **_tables(one),
        page=page,
        pages=last,
        few=FEW,
    )


def _tables(one: Person) -> dict[str, list[dict[str, Any]]]:
    """Return a player's results by place in the order, starting pair and opponent: the same on every page."""
    wanted = {"player": one.name}
    return _kept().get(
        generation(),
        ("tables", one.name),
        lambda: {
            "seats": rows("player_seats", wanted),
            "pairs": rows("player_pairs", wanted),
            "opponents": rows("player_opponents", {**wanted, "size": OPPONENTS}),
        },
    )


@blueprint.get("/players/<who>/charts/career.json")
def career_json(who: str) -> Response:
    """The charts of a player as JSON, like those of a game."""
    return Response(_content(person_or_404(who)), mimetype="application/json")


@blueprint.get("/players/<who>/charts/career")
def career(who: str) -> str:
    """The charts of a player on a page of their own, with their tables."""
    one = person_or_404(who)
    content = json.loads(_content(one))
    return render_template("career.html", person=one, chart=content, place=_place(who))


@blueprint.get("/players/<who>/charts/career/<panel>.csv")
def career_csv(who: str, panel: str) -> Response:
    """The table of one of these charts as CSV."""
    return pages.table_csv(json.loads(_content(person_or_404(who))), panel)


@blueprint.get("/versus")
def versus() -> tuple[str, int] | str:
    """Two players (``?a=`` and ``?b=``, their names) in the games they played together."""
    known = roster()
    first, second = (request.args.get(key, "") for key in ("a", "b"))
    longest = queries.MOST_LETTERS
    busy = sorted(known.people.values(), key=lambda one: (-one.games, one.name))[:SUGGESTED]
    names = [one.name for one in busy if len(one.name) <= longest]
    shown: dict[str, Any] = {"a": first[:longest], "b": second[:longest], "names": names, "fault": ""}
    if not first.strip() or not second.strip():
        return render_template("versus.html", **shown)
    unknown = [name for name in (first, second) if _named(known, name) is None]
    if unknown:
        shown["fault"] = " ".join(_unknown(known, name) for name in unknown)
        return render_template("versus.html", **shown), 404
    a, b = (cast("Person", _named(known, name)) for name in (first, second))
    if a.name == b.name:
        shown["fault"] = f"Both names are those of {a.name}. Choose two players."
        return render_template("versus.html", **shown), 400
    games = rows("versus", {"first": a.name, "second": b.name})
    ids = [game["game_id"] for game in games]
    scores = rows("final_scores", {"games": ids, "players": [a.name, b.name]}) if ids else []
    numbers = ("rank", "points", "other_rank", "other_points")
    page, last = _page(len(games))
    return render_template(
        "versus.html",
        **{**shown, "a": a.name, "b": b.name},
        people=(a, b),
        duel=duel([tuple(game[key] for key in numbers) for game in games]),
        gaps=[(category_name(gap.category), gap) for gap in gaps(scores, a.name, b.name)],
        games=games[(page - 1) * PAGE_SIZE : page * PAGE_SIZE],
        page=page,
        pages=last,
    )


def rows(name: str, parameters: Mapping[str, object]) -> list[dict[str, Any]]:
    """Run a query of the analysis and return its rows by column name."""
    found = cursor()
    found.execute(query(name), parameters)
    columns = [column[0] for column in found.description]
    return [dict(zip(columns, row, strict=True)) for row in found.fetchall()]


def person_or_404(wanted: str) -> Person:
    """Return the player of an address, or end the request with a friendly page."""
    known = roster()
    name = known.ids.get(wanted)
    if name is None:
        abort(404, "No player with a complete game has this address. The list of players has all of them.")
    return known.people[name]


def _known_name(text: str) -> str:
    """Return the joined name of a player written in any spelling, or end the request."""
    known = roster()
    found = _named(known, text)
    if found is None:
        abort(404, _unknown(known, text))
    return found.name


def _named(known: Roster, text: str) -> Person | None:
    """Return the player of that name as the records write it, or else without the spaces around it."""
    return None if len(text) > queries.MOST_LETTERS else known.find(text) or known.find(text.strip())


def _unknown(known: Roster, name: str) -> str:
    name = name.strip()
    near = most_like(name, known.people)
    hint = f" Is {near!r} meant?" if near else ""
    return f"No player with a complete game is called {name[:60]!r}.{hint}"


def _place(who: str) -> dict[str, str]:
    """Return the addresses around a player's charts, as the macro of charts needs them."""
    return {
        "page": url_for("people.career", who=who),
        "data": url_for("people.career_json", who=who),
        "home": "",
    }


def _chart(one: Person) -> Chart:
    shown = min(one.games, BARS)
    about = f"The last {shown} of {one.games:,} games." if shown < one.games else ""
    scores = Panel("scores", "Points by category", "career", "final_scores.sql", "point", "points", about)
    thin = len(one.history) > POINTS
    about = "The line is mu, the band two sigma up and down: the strength lies in it with about 95 %."
    if thin:
        about += f" Of {len(one.history):,} rated games about {POINTS} evenly spaced ones are shown."
    rating = Panel("rating", "Rating after each game", "rating", "places.sql", "rating", "rating", about)
    words = "Complete games, oldest first; games without a full date come before all others."
    return Chart("career", "Games over time", words, (scores, rating), ())


def _content(one: Person) -> str:
    """Return a player's charts as JSON text, in the form of those of games."""
    return _kept().get(generation(), ("charts", one.name), lambda: _drawn(one))


def _drawn(one: Person) -> str:
    chart = _chart(one)
    found = (_score_rows(one), _rating_rows(one))
    return chart_text(
        chart, [draw(_labelled(panel, rows), rows) for panel, rows in zip(chart.panels, found, strict=True)]
    )


def _labelled(panel: Panel, found: list[dict[str, Any]]) -> Panel:
    """Return a panel with the categories of its rows in words."""
    names = dict.fromkeys(str(row["category"]) for row in found if "category" in row)
    return msgspec.structs.replace(panel, labels={name: category_name(name) for name in names})


def _score_rows(one: Person) -> list[dict[str, Any]]:
    results = rows("player_results", {"player": one.name, "size": BARS, "skip": 0})
    ids = [result["game_id"] for result in results]
    scores = rows("final_scores", {"games": ids, "players": [one.name]})
    points = {(row["game_id"], row["seat"]): by_category(row) for row in scores}
    made = []
    for back, result in enumerate(results):
        for category, value in points.get((result["game_id"], result["seat"]), {}).items():
            line = {
                "game_no": one.games - back,
                "label": label(result),
                "category": category,
                "points": value,
            }
            made.append(line)
    return made


def _rating_rows(one: Person) -> list[dict[str, Any]]:
    last = len(one.history)
    step = max(1, -(-last // POINTS))
    kept = [number for number in range(1, last + 1) if number % step == 0 or number in {1, last}]
    entries = {number: one.history[number - 1] for number in kept}
    sql = "SELECT game_id, played_on, event FROM game WHERE game_id IN (SELECT unnest($ids::VARCHAR[]))"
    found = cursor().execute(sql, {"ids": [entry.game_id for entry in entries.values()]}).fetchall()
    games = {game_id: {"game_id": game_id, "played_on": day, "event": event} for game_id, day, event in found}
    return [
        {
            "game_no": number,
            "label": label(games[entry.game_id]),
            "value": entry.rating.mu,
            "low": entry.rating.low,
            "high": entry.rating.high,
        }
        for number, entry in entries.items()
    ]


def label(game: Mapping[str, Any]) -> str:
    """Return what a game is called in a chart: its date and event, else the beginning of its id."""
    words = [str(part) for part in (game["played_on"], game["event"]) if part]
    return " ".join(words)[:60] or f"game {game['game_id'][:6]}"
