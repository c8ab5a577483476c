"""The pages: list of games, a game with its turns, charts as tables, and the same as JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import msgspec
from flask import Blueprint, Response, abort, current_app, render_template, request, url_for
from markupsafe import Markup

from wcreplay.engine import registry
from wcreplay.engine.ledger_words import Story, category_name, score_change, signed, tell
from wcreplay.store.errors import StoreError
from wcreplay.store.query import QueryResult, format_csv
from wcreplay.web import queries
from wcreplay.web.boards import View, board_for, has_sheet
from wcreplay.web.decisions import Moment, moment, told
from wcreplay.web.kept import Kept
from wcreplay.web.replays import Aside, Film, Unplayable
from wcreplay.web.site import charts_of, cursor, game_or_404, generation, site, stale_reason
from wcreplay.web.v1.answers import Position

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wcreplay.charts import Chart
    from wcreplay.engine.replay import Turn

blueprint = Blueprint("pages", __name__)


@blueprint.record_once
def _prepare(state: Any) -> None:
    state.app.extensions["wcreplay.pages"] = Kept(2)
    state.app.jinja_env.globals.update(game_states=queries.STATES, uncounted_states=queries.UNCOUNTED)
    state.app.jinja_env.globals.update(most_letters=queries.MOST_LETTERS)


_PHASES = {"setup": "setup", "draft": "draft", "gardens": "round-end gardens", "end": "end of the game"}


FILTERS = ("q", "players", "event", "source", "state")
"""The parts of the address that filter the list of games: a value that no game has finds nothing."""


@blueprint.get("/")
def index() -> str:
    """The list of games with search, filters, sorting and paging, all in the address."""
    chosen = {name: request.args.get(name, "") for name in FILTERS}
    chosen |= {"q": chosen["q"].strip()[:100], "players": chosen["players"].strip()}
    for name, text in chosen.items():
        if len(text) > queries.MOST_LETTERS:  # cut off it could be another value
            abort(400, f"{name.capitalize()} has at most {queries.MOST_LETTERS} characters, not {len(text)}.")
    sort = request.args.get("sort", "")
    chosen["sort"] = sort if sort in queries.SORTS else next(iter(queries.SORTS))
    wanted = queries.Wanted(
        chosen["q"],
        _count(chosen["players"]),
        event=chosen["event"],
        source=chosen["source"],
        state=chosen["state"],
    )
    listing = queries.list_games(cursor(), wanted, sort, request.args.get("page", 1, type=int))

    def page_address(number: int) -> str:
        parts: dict[str, Any] = {key: value for key, value in chosen.items() if value}
        return url_for("pages.index", **parts, page=number)

    return render_template(
        "index.html",
        listing=listing,
        people=players_with_pages(),
        chosen=chosen,
        filtered=[name for name in FILTERS if chosen[name]],
        sorts=queries.SORTS,
        choices=_kept().get(generation(), "choices", _choices),
        page_address=page_address,
        stale=stale_reason(),
    )


def _choices() -> dict[str, dict[str, str]]:
    """Return what each filter offers: values as stored, with their words."""
    return {
        "players": {str(n): f"{n} player{'s' if n != 1 else ''}" for n in queries.player_counts(cursor())},
        "event": {event: event for event in queries.events(cursor())},
        "source": {kind: queries.SOURCES.get(kind, kind) for kind in queries.sources(cursor())},
        "state": {
            state: f"{state}, in no statistics" if state in queries.UNCOUNTED else state
            for state in queries.states(cursor())
        },
    }


def _count(text: str) -> int:
    """Return the number of players that an address asks for: 0 any, -1 one that no game has."""
    if not text:
        return 0
    return int(text) if text in {str(number) for number in range(1, 100)} else -1


def players_with_pages() -> dict[str, str]:
    """Return for each name, as written, the player whose page it leads to."""
    return _kept().get(generation(), "players", lambda: queries.players_with_pages(cursor()))


def _kept() -> Kept:
    return cast("Kept", current_app.extensions["wcreplay.pages"])


class Row(NamedTuple):
    """A row of the list of turns; ``gain`` is how the running score of its seat changed: ``+21``."""

    turn: Turn
    gain: str


class Step(NamedTuple):
    """A turn as the page shows it: heading (``2.7 Bruno``), ledger, running scores, variations, board.

    ``scores`` are (seat, words) of the seats whose score changed; ``final`` has a row of points by seat
    for each category, with the total last, at the end of a game. ``told`` is the turn in words. With a
    ``moment`` one of its ``decisions`` is shown; ``back`` and ``forth`` are turn and number of those beside.
    """

    turn: Turn
    heading: str
    story: Story
    scores: Sequence[tuple[str, str]]
    final: Sequence[tuple[str, Sequence[int]]]
    asides: Sequence[Aside]
    panels: Sequence[dict[str, Any]]
    told: Sequence[str]
    decisions: int
    moment: Moment | None
    back: tuple[int, int] | None
    forth: tuple[int, int] | None


@blueprint.get("/games/<game_id>")
def game(game_id: str) -> str:
    """A game: result, stepper, the board of the turn asked for (``?turn=N``), ledger, turns, charts."""
    found = game_or_404(game_id)
    home = url_for("pages.game", game_id=found.game_id)
    charts = charts_of(found.game)
    people = players_with_pages()
    try:
        film = site().films.get(found.game_id, found.game, found.source_text)
    except Unplayable as error:
        return render_template(
            "game.html", game=found, fault=str(error), charts=charts, home=home, people=people
        )
    return show_game("game.html", found, film, home, charts, people=people)


def show_game(
    template: str, found: queries.Game, film: Film, home: str, charts: Sequence[Chart] = (), **more: Any
) -> str:
    """Return the page of a game at the turn asked for; ``home`` is its address."""
    number = _turn_number(request.args.get("turn", "0"), film)
    return render_template(
        template,
        game=found,
        charts=charts,
        home=home,
        film=film,
        step=_step(found, film, number, _decision_number(film, number)),
        seats=film.done.seats,
        last=len(film.done.turns) - 1,
        rounds=_rounds(film),
        articles=registry.articles(found.game),
        stops=_stop(found, film),
        sheet=has_sheet(found.game),
        **more,
    )


@blueprint.get("/games/<game_id>/turns/<number>")
def turn(game_id: str, number: str) -> str:
    """The part of a game's page that belongs to one turn; the page's script puts it in place."""
    return show_turn(*film_of(game_id), number)


def show_turn(found: queries.Game, film: Film, number: str, decision: int | None = None, **more: Any) -> str:
    """Return the part of a game's page that belongs to one turn, or to a decision of it (0: all of it).

    ``None`` is the decision that the address asks for.
    """
    shown = _turn_number(number, film)
    step = _step(found, film, shown, _decision_number(film, shown) if decision is None else decision)
    last = len(film.done.turns) - 1
    return render_template(
        "_turn.html",
        game=found,
        step=step,
        seats=film.done.seats,
        last=last,
        articles=registry.articles(found.game),
        **more,
    )


@blueprint.get("/games/<game_id>/turns/<number>.json")
def turn_json(game_id: str, number: str) -> Response:
    """A turn as JSON: position, ledger and the ledger in words."""
    found, film = film_of(game_id)
    content = Position.of(found.game_id, film, _turn_number(number, film))
    return Response(msgspec.json.encode(content), mimetype="application/json")


@blueprint.get("/games/<game_id>/charts/<name>.json")
def chart_json(game_id: str, name: str) -> Response:
    """A chart as JSON: for each panel a Plotly dict, its summary in words and its table.

    ``?show=`` names the view of a chart that has several.
    """
    return _json(_content(game_or_404(game_id), name))


@blueprint.get("/games/<game_id>/charts/<name>")
def chart(game_id: str, name: str) -> str:
    """A chart on a page of its own: words and tables, and with scripts the drawings."""
    found = game_or_404(game_id)
    return render_template("chart.html", game=found, chart=json.loads(_content(found, name)))


@blueprint.get("/games/<game_id>/charts/<name>/<panel>.csv")
def chart_csv(game_id: str, name: str, panel: str) -> Response:
    """The table of a panel as CSV, with the numbers of the turns; no cell is a formula to a spreadsheet."""
    return table_csv(json.loads(_content(game_or_404(game_id), name)), panel)


def table_csv(content: dict[str, Any], panel: str) -> Response:
    """Return the table of a panel of a chart's JSON as CSV; no cell is a formula to a spreadsheet."""
    panels = {found["name"]: found for found in content["panels"]}
    if panel not in panels:
        abort(404, f"There is no panel {panel[:40]!r} in this chart; there are: {', '.join(panels)}.")
    head, body, turns = (panels[panel][key] for key in ("head", "body", "turns"))
    if turns:
        head, body = ["turn_no", *head], [[turn, *line] for turn, line in zip(turns, body, strict=True)]
    columns = tuple(head or ["nothing"])
    table = QueryResult(columns, ("VARCHAR",) * len(columns), [tuple(line) for line in body], truncated=False)
    # The mark at the beginning tells spreadsheets that this is UTF-8.
    response = Response("\ufeff" + format_csv(table), mimetype="text/csv")
    response.headers["Content-Disposition"] = f'attachment; filename="{_file_name(content, panel)}.csv"'
    return response


def _file_name(content: dict[str, Any], panel: str) -> str:
    return "-".join(part for part in (content["name"], content["choice"], panel) if part)


def _content(found: queries.Game, name: str) -> str:
    """Return the chart asked for as JSON text, or end the request with a friendly page."""
    wanted = _chart(found, name)
    choice = request.args.get("show", "")
    known = [one.name for one in wanted.choices]
    if choice and choice not in known:
        abort(404, f"This chart cannot show {choice[:40]!r}; it can show: {', '.join(known) or 'one view'}.")
    try:
        return site().chart_json(generation(), found.game_id, wanted, choice, cursor())
    except (StoreError, ValueError) as error:
        if not wanted.contained:
            raise
        abort(422, f"The chart {wanted.title!r} cannot be shown: {error}")


@blueprint.get("/games/<game_id>/record.wcr")
def record(game_id: str) -> Response:
    """The stored source text of a game, to save."""
    found = game_or_404(game_id)
    response = Response(found.source_text, mimetype="text/plain")
    response.headers["Content-Disposition"] = f'attachment; filename="{found.game_id}.wcr"'
    return response


def film_of(game_id: str) -> tuple[queries.Game, Film]:
    """Return a stored game and its replay, or end the request with a friendly page."""
    found = game_or_404(game_id)
    try:
        return found, site().films.get(found.game_id, found.game, found.source_text)
    except Unplayable as error:
        abort(409, f"This game cannot be replayed with the rules of this version. {error}")


def _turn_number(text: str, film: Film) -> int:
    last = len(film.done.turns) - 1
    if not (text.isascii() and text.isdigit() and len(text) < 6 and int(text) <= last):
        abort(404, f"This game has turns 0 to {last}; there is no turn {text[:20]!r}.")
    return int(text)


def _decision_number(film: Film, turn_no: int) -> int:
    """Return which decision of the turn is asked for (``?decision=K``), 0 for the whole turn."""
    text = request.args.get("decision", "")
    if not text:
        return 0
    last = len(film.decisions(turn_no))
    if not (text.isascii() and text.isdigit() and len(text) < 4 and 1 <= int(text) <= last):
        abort(404, f"Turn {turn_no} has {last} decisions; there is no decision {text[:20]!r}.")
    return int(text)


def _chart(found: queries.Game, name: str) -> Chart:
    charts = {chart.name: chart for chart in charts_of(found.game)}
    if name not in charts:
        known = ", ".join(charts) or "none"
        abort(404, f"There is no chart {name[:40]!r} for this game; there are: {known}.")
    return charts[name]


def _json(text: str) -> Response:
    return Response(text, mimetype="application/json")


def _step(found: queries.Game, film: Film, number: int, decision: int = 0) -> Step:
    turns = film.done.turns
    now = turns[number]
    seats = film.done.seats
    story = tell(now.postings, now.balances, film.game.accounts, seats, film.game.tolls)
    shown = moment(film, number, decision) if decision else None
    draw = board_for(found.game)
    panels: list[dict[str, Any]] = []
    if draw is not None:
        if shown is None:
            before = film.position(number - 1) if number else None
            view = View(film.position(number), before, found.names, now.text if now.phase == "turn" else "")
        else:
            view = View(shown.after, shown.before, found.names, "")
        panels = [{**panel._asdict(), "svg": Markup(panel.svg)} for panel in draw(view)]  # noqa: S704
    scores = [
        (seat, change[1])
        for seat in sorted(seats, key=lambda seat: seat != now.seat)
        if (change := _score_change(film, number, seat))
    ]
    final: list[tuple[str, Sequence[int]]] = []
    if now.phase == "end":
        points = zip(*now.scores, strict=True)
        final = [(category_name(key), row) for key, row in zip(film.game.categories, points, strict=True)]
        final.append(("total", [sum(row) for row in now.scores]))
    return Step(
        now, heading(now, found.names), story, scores, final, film.asides(number), panels,
        () if shown else told(film, number, found.names), len(film.decisions(number)), shown,
        *_beside(film, number, decision),
    )  # fmt: skip


def _beside(film: Film, turn_no: int, decision: int) -> tuple[tuple[int, int] | None, tuple[int, int] | None]:
    """Return turn and number of the decisions before and behind one; from a whole turn, its ends."""
    back = (turn_no, decision - 1) if decision > 1 else None
    if back is None:
        earlier = (n for n in range(turn_no - 1, -1, -1) if film.decisions(n))
        back = next(((n, len(film.decisions(n))) for n in earlier), None)
    if decision < len(film.decisions(turn_no)):
        return back, (turn_no, decision + 1)
    later = range(turn_no + 1, len(film.done.turns))
    return back, next(((n, 1) for n in later if film.decisions(n)), None)


def _score_change(film: Film, number: int, seat: str) -> tuple[int, str] | None:
    """Return how a turn changed the running score of a seat, if it did; see ``words.score_change``."""
    turns = film.done.turns
    if not number or seat not in film.done.seats:
        return None
    place = film.done.seats.index(seat)
    before, after = turns[number - 1].scores[place], turns[number].scores[place]
    return score_change(before, after, film.game.categories)


def heading(turn: Turn, names: dict[str, str]) -> str:
    """Return a turn's name: ``2.7 Bruno``, ``2.g Bruno, round-end gardens``, ``End of the game``."""
    words = [part for part in (turn.label, names.get(turn.seat, turn.seat)) if part]
    phase = _PHASES.get(turn.phase, "")
    if phase:
        return f"{' '.join(words)}, {phase}" if words else phase.capitalize()
    return " ".join(words)


def _stop(found: queries.Game, film: Film) -> str:
    """Return where a record stops that is no complete game: ``after 2.4 Bruno, in line 31 of the record``."""
    if film.done.state == "complete":
        return ""
    last = film.done.turns[-1]
    line = f", in line {last.line} of the record" if last.line else ""
    return f"after {heading(last, found.names)}{line}"


def _rounds(film: Film) -> list[tuple[str, list[Row]]]:
    """Return the turns in groups with a heading each: draft, round 1, round 2 ..."""
    groups: list[tuple[str, list[Row]]] = []
    for turn in film.done.turns:
        name = "Start" if turn.round == 0 else f"Round {turn.round}"
        if not groups or groups[-1][0] != name:
            groups.append((name, []))
        change = _score_change(film, turn.turn_no, turn.seat)
        groups[-1][1].append(Row(turn, signed(change[0]) if change and change[0] else ""))
    return groups
