"""The addresses of the JSON API: stored games as tables, a turn in full, and the check of records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeVar

import msgspec
from flask import abort, request

from wcreplay.analysis.starts import starts
from wcreplay.store.judge import GAME_ID
from wcreplay.web import checking, guard, queries, starting
from wcreplay.web.replays import Unplayable
from wcreplay.web.site import cursor, game_or_404, site

from . import answers
from .endpoints import ENDPOINTS, TEXT, blueprint, endpoint, refuse
from .parameters import BadParameter, Parameter, Value, nearest

__all__ = ["ENDPOINTS", "blueprint"]

MOST_PER_PAGE: Final = 100
_LAST_TURN: Final = 65535
"""Greatest number that the tables can hold."""

GAME = Parameter(
    name="game_id",
    about="the id of a game, which has 16 digits 0 to 9 and a to f",
    place="path",
    pattern=GAME_ID.pattern,
    example="40cf0a0d852b62a8",
)
TURN = Parameter(name="turn", kind="integer", about="Only this turn.", most=_LAST_TURN, example=7)
SEAT = Parameter(name="seat", about="Only this seat of the game.", longest=1, example="A")
ARCHIVES: Final = ("application/gzip", "application/zip", "application/octet-stream")

Row = TypeVar("Row", bound=msgspec.Struct)


@endpoint(
    "/games",
    "List games",
    answers.Games,
    Parameter(
        name="q",
        about="Text in the name of a player, the event or the place; case and accents do not count.",
        longest=100,
        default="",
        example="ana",
    ),
    Parameter(name="players", kind="integer", about="Number of players.", least=1, most=9, example=3),
    Parameter(
        name="event",
        about="Only this event, as the records write it.",
        longest=queries.MOST_LETTERS,
        default="",
    ),
    Parameter(
        name="source",
        about="Only records that came about in this way.",
        choices=tuple(queries.SOURCES),
        example="notation",
    ),
    Parameter(
        name="state", about="Only games of this state.", choices=tuple(queries.STATES), example="complete"
    ),
    Parameter(
        name="sort", about="The order.", choices=tuple(queries.SORTS), default=next(iter(queries.SORTS))
    ),
    Parameter(name="page", kind="integer", about="Which page.", least=1, most=1_000_000, default=1),
    Parameter(
        name="per_page", kind="integer", about="Games on a page.", least=1, most=MOST_PER_PAGE, default=25
    ),
)
def games(
    *,
    q: str,
    players: int | None,
    event: str,
    source: str | None,
    state: str | None,
    sort: str,
    page: int,
    per_page: int,
) -> answers.Games:
    """The stored games, filtered and sorted as the list of the dashboard is, a page at a time."""
    wanted = queries.Wanted(q, players or 0, event, source or "", state or "")
    found = queries.list_games(cursor(), wanted, sort, page, per_page)
    listed = [answers.ListedGame.of(game) for game in found.games] if found.page == page else []
    return answers.Games(found.total, page, found.pages, per_page, listed)


@endpoint("/games/{game_id}", "Get a game", answers.Game, GAME)
def game(*, game_id: str) -> answers.Game:
    """A stored game: what was played, by whom, and how it ended."""
    return answers.Game.of(game_or_404(game_id))


@endpoint("/games/{game_id}/record", "Get the record of a game", str, GAME)
def record(*, game_id: str) -> str:
    """The record as it was imported, in the notation."""
    return game_or_404(game_id).source_text


@endpoint("/games/{game_id}/turns", "List the turns of a game", answers.Turns, GAME)
def turns(*, game_id: str) -> answers.Turns:
    """All turns, with the decisions in notation; turn 0 is the position after setup."""
    game_or_404(game_id)
    found = _rows(answers.Turn, "turn", game_id, "turn_no")
    return answers.Turns(game_id, len(found), found)


@endpoint(
    "/games/{game_id}/turns/{turn_no}",
    "Get a turn in full",
    answers.Position,
    GAME,
    Parameter(
        name="turn_no",
        kind="integer",
        place="path",
        about="Number of the turn, from 0.",
        most=_LAST_TURN,
        example=7,
    ),
    errors={409: "The stored record cannot be replayed with the rules of this version."},
)
def turn(*, game_id: str, turn_no: int) -> answers.Position:
    """The position after a turn, what the turn posted on accounts of every kind, and the same in words."""
    found = game_or_404(game_id)
    if turn_no > found.turns:
        abort(404, f"This game has turns 0 to {found.turns}; there is no turn {turn_no}.")
    try:
        film = site().films.get(found.game_id, found.game, found.source_text)
    except Unplayable as error:
        abort(409, f"This game cannot be replayed with the rules of this version. {error}")
    return answers.Position.of(game_id, film, turn_no)


@endpoint(
    "/games/{game_id}/ledger",
    "List the ledger of a game",
    answers.Ledger,
    GAME,
    TURN,
    SEAT,
    Parameter(
        name="currency", about="Only this currency of the game, such as coin.", longest=20, example="coin"
    ),
)
def ledger(*, game_id: str, turn: int | None, seat: str | None, currency: str | None) -> answers.Ledger:
    """Every gain, payment and loss in order, with cause, component and the balance afterwards."""
    _known(game_id, "ledger", turn=turn, seat=seat, currency=currency)
    found = _rows(
        answers.Entry, "ledger", game_id, "turn_no, seq", turn_no=turn, seat=seat, currency=currency
    )
    return answers.Ledger(game_id, len(found), found)


@endpoint(
    "/games/{game_id}/score",
    "List the score of a game",
    answers.Score,
    GAME,
    TURN,
    SEAT,
    Parameter(
        name="category", about="Only this category of the game, such as time.", longest=20, example="time"
    ),
)
def score(*, game_id: str, turn: int | None, seat: str | None, category: str | None) -> answers.Score:
    """Points by category after every turn, as if the game ended there: totals so far, not changes."""
    _known(game_id, "score", turn=turn, seat=seat, category=category)
    order = "turn_no, seat, category"
    found = _rows(answers.Points, "score", game_id, order, turn_no=turn, seat=seat, category=category)
    return answers.Score(game_id, len(found), found)


@endpoint(
    "/explorer",
    "Explore the starts",
    answers.Starts,
    *starting.FILTERS,
    Parameter(name="page", kind="integer", about="Which page.", least=1, most=1_000_000, default=1),
    Parameter(
        name="per_page", kind="integer", about="Rows on a page.", least=1, most=MOST_PER_PAGE, default=100
    ),
)
def explorer(*, page: int, per_page: int, **filters: Value) -> answers.Starts:
    """How starting pairs did by place in the starting order and number of players, over complete games."""
    _possible(filters)
    wanted: dict[str, Any] = {name: filters[name] for name in starting.START}
    kind = starting.kind_of(filters)
    rows = starts(cursor(), **wanted, kind=kind, most=per_page + 1, skipped=(page - 1) * per_page)
    return answers.Starts(page, per_page, len(rows) > per_page, [*map(answers.Start.of, rows[:per_page])])


@endpoint("/explorer/first-turns", "Explore the first turns", answers.FirstTurns, *starting.FILTERS)
def explorer_first_turns(**filters: Value) -> answers.FirstTurns:
    """Which die those who had a start took on their first turn, where they placed it, and how they did.

    A seat of a complete game counts once; from one place in the starting order that is once a game.
    """
    _possible(filters)
    turns = starting.turns_of(filters)
    return answers.FirstTurns(sum(turn.games for turn in turns), [*map(answers.FirstTurn.of, turns)])


@endpoint(
    "/validate",
    "Check records",
    checking.Check,
    method="POST",
    body=(TEXT, *ARCHIVES),
    errors={
        413: f"Too much was sent: over {checking.MOST_BYTES >> 20} MiB, over {checking.MOST_RECORDS:,} "
        f"records, or more than can be checked in {checking.SECONDS:.0f} seconds.",
        415: "The content is of another type.",
        503: "Others are being served; try again.",
    },
)
def validate() -> checking.Check:
    """Checks records as `wcreplay validate` does: syntax, setup, every decision, stated facts and results.

    They are sent as text in UTF-8, or packed in a gzip or zip file. Nothing is kept.
    """
    guard.allow_upload()
    if request.mimetype not in ("", TEXT, *ARCHIVES):
        abort(
            415, f"Records are sent as {TEXT}, {' or '.join(ARCHIVES[:2])}, not as {request.mimetype[:40]}."
        )
    try:
        made = checking.check(request.get_data(), "-")
    except checking.TooMuch as error:
        abort(413, str(error))
    except checking.Busy as error:
        abort(503, str(error))
    ids = [one.game_id for one in made.records if one.game_id]
    stored = queries.stored_ids(cursor(), ids)
    for one in made.records:
        one.stored = one.game_id in stored
    return made


def _possible(filters: Mapping[str, Value]) -> None:
    """End the request (400) if it asks for starts that there cannot be."""
    try:
        starting.check(filters, starting.offer())
    except BadParameter as error:
        refuse(str(error))


def _rows(row: type[Row], table: str, game_id: str, order: str, **only: int | str | None) -> list[Row]:
    """Return the rows of a game in a table or view whose columns have the names of the fields of ``row``."""
    wanted: dict[str, Any] = {name: value for name, value in only.items() if value is not None}
    where = " AND ".join(f"{name} = ${name}" for name in ("game_id", *wanted))
    columns = ", ".join(row.__struct_fields__)
    # Only words of this module are put into the SQL.
    sql = f"SELECT {columns} FROM {table} WHERE {where} ORDER BY {order}"  # noqa: S608
    return [row(*values) for values in cursor().execute(sql, {"game_id": game_id, **wanted}).fetchall()]


def _known(game_id: str, table: str, *, turn: int | None, seat: str | None, **named: str | None) -> None:
    """End the request (400) if it asks for a turn, a seat or a name that the game does not have."""
    found = game_or_404(game_id)
    if turn is not None and turn > found.turns:
        refuse(f"turn {turn} is not there: this game has turns 0 to {found.turns}.")
    letters = sorted(found.names)
    if seat is not None and seat not in letters:
        refuse(f"seat cannot be {seat!r}. {nearest(seat, letters)}")
    for column, value in named.items():
        if value is None:
            continue
        sql = f"SELECT DISTINCT {column}::VARCHAR FROM {table} WHERE game_id = $id ORDER BY 1"  # noqa: S608
        names = [row[0] for row in cursor().execute(sql, {"id": game_id}).fetchall()]
        if value not in names:
            refuse(f"{column} cannot be {value[:40]!r} in this game. {nearest(value, names)}")
