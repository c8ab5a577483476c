"""What the pages ask the store: lists of games, one game, its seats, the rows of a chart."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Mapping, Sequence
    from typing import Protocol

    class Cursor(Protocol):
        """The part of a database cursor that is used here."""

        @property
        def description(self) -> Any:
            """Columns of the last result."""

        def execute(self, query: str, parameters: object = ...) -> Any:
            """Run one statement."""

        def fetchall(self) -> list[Any]:
            """Return all rows."""

        def fetchone(self) -> Any:
            """Return the next row or ``None``."""


PAGE_SIZE = 25

SORTS: dict[str, tuple[str, str]] = {
    "newest": ("date, newest first", "played_on DESC NULLS LAST, imported_at DESC"),
    "oldest": ("date, oldest first", "played_on ASC NULLS LAST, imported_at ASC"),
    "most-points": ("winner's points, highest first", "best DESC NULLS LAST"),
    "fewest-points": ("winner's points, lowest first", "best ASC NULLS LAST"),
    "most-players": ("players, most first", "players DESC"),
    "fewest-players": ("players, fewest first", "players ASC"),
}
"""Ways to sort the list: what the page calls them, and the SQL."""


class Seat(NamedTuple):
    """A seat of a game; ``rank`` and ``points`` are ``None`` until the game is complete."""

    letter: str
    player: str
    rank: int | None
    points: int | None
    start_position: int
    start_resource: str | None
    start_action: str | None

    @property
    def name(self) -> str:
        """The player's name, or the letter where none was given."""
        return self.player or self.letter


class Listed(NamedTuple):
    """A game as the list shows it."""

    game_id: str
    played_on: dt.date | None
    event: str
    place: str
    players: int
    state: str
    source_kind: str
    seats: tuple[Seat, ...]


class Listing(NamedTuple):
    """One page of the list: the games, how many match in all, the page (from 1) and the number of pages."""

    games: tuple[Listed, ...]
    total: int
    page: int
    pages: int


class Game(NamedTuple):
    """A game with everything its page shows besides the turns."""

    game_id: str
    game: str
    ruleset: str
    rulings: str
    players: int
    played_on: dt.date | None
    event: str
    place: str
    source_kind: str
    state: str
    title: str
    turns: int
    file: str
    rules_version: str
    source_text: str
    seats: tuple[Seat, ...]

    @property
    def names(self) -> dict[str, str]:
        """Seat letters with the players' names."""
        return {seat.letter: seat.name for seat in self.seats}


_BEST = """
LEFT JOIN (SELECT game_id, max(points) AS best FROM seat WHERE rank = 1 GROUP BY game_id) AS w
    ON w.game_id = g.game_id
"""
_TEXT = """(
    contains(strip_accents(lower(g.event)), $text)
    OR contains(strip_accents(lower(g.place)), $text)
    OR g.game_id IN (SELECT game_id FROM seat WHERE contains(strip_accents(lower(player)), $text))
)"""
_SEATS = """
SELECT game_id, seat, player, rank, points, start_position, start_resource, start_action
FROM seat WHERE game_id IN (SELECT unnest($ids)) ORDER BY game_id, rank NULLS LAST, start_position
"""


_GAME = """
SELECT
    game_id, game, ruleset, rulings, players, played_on, event, place, source_kind, state, title, turns, file,
    rules_version, source_text
FROM game WHERE game_id = $id
"""


def plain(text: str) -> str:
    """Return a text without accents and in lower case, as the search compares it."""
    parts = unicodedata.normalize("NFD", text.lower())
    return "".join(part for part in parts if not unicodedata.combining(part))


def list_games(cursor: Cursor, text: str, players: int, sort: str, page: int, size: int = 0) -> Listing:
    """Return a page of games whose player, event or place contains ``text`` (case and accents do not count).

    ``players`` 0 means any number. An unknown ``sort`` is the first of :data:`SORTS`, a page beyond
    the last one is the last one. A page has ``size`` games, 0: :data:`PAGE_SIZE`.
    """
    size = size or PAGE_SIZE
    conditions: list[str] = []
    wanted: dict[str, object] = {}
    if text.strip():
        conditions.append(_TEXT)
        wanted["text"] = plain(text.strip())
    if players:
        conditions.append("g.players = $players")
        wanted["players"] = players
    where = f"WHERE {' AND '.join(conditions)}" if conditions else ""
    # Only words of this module are put into the SQL; what the reader typed goes in as parameters.
    count = f"SELECT count(*) FROM game AS g {where}"  # noqa: S608
    total = int(cursor.execute(count, wanted).fetchone()[0])
    pages = max(1, -(-total // size))
    page = min(max(1, page), pages)
    order = SORTS.get(sort, next(iter(SORTS.values())))[1]
    best = _BEST if "best" in order else ""
    part = f"LIMIT {size} OFFSET {(page - 1) * size}"
    columns = "g.game_id, g.played_on, g.event, g.place, g.players, g.state, g.source_kind"
    sql = f"SELECT {columns} FROM game AS g {best} {where} ORDER BY {order}, g.game_id {part}"  # noqa: S608
    rows = cursor.execute(sql, wanted).fetchall()
    seats = seats_of(cursor, [row[0] for row in rows])
    games = tuple(Listed._make((*row, seats.get(row[0], ()))) for row in rows)
    return Listing(games, total, page, pages)


def seats_of(cursor: Cursor, ids: Sequence[str]) -> dict[str, tuple[Seat, ...]]:
    """Return the seats of each of these games, best first."""
    found: dict[str, list[Seat]] = {}
    if ids:
        for row in cursor.execute(_SEATS, {"ids": list(ids)}).fetchall():
            found.setdefault(row[0], []).append(Seat(*row[1:]))
    return {game_id: tuple(seats) for game_id, seats in found.items()}


def stored_ids(cursor: Cursor, ids: Sequence[str]) -> set[str]:
    """Return those of some ids that are ids of stored games."""
    sql = "SELECT game_id FROM game WHERE game_id IN (SELECT unnest($ids::VARCHAR[]))"
    return {row[0] for row in cursor.execute(sql, {"ids": list(ids)}).fetchall()} if ids else set()


def player_counts(cursor: Cursor) -> list[int]:
    """Return the numbers of players that occur, ascending."""
    return [row[0] for row in cursor.execute("SELECT DISTINCT players FROM game ORDER BY 1").fetchall()]


def find_game(cursor: Cursor, game_id: str) -> Game | None:
    """Return a game with its seats, or ``None``."""
    row = cursor.execute(_GAME, {"id": game_id}).fetchone()
    return Game._make((*row, seats_of(cursor, [game_id]).get(game_id, ()))) if row else None


def chart_rows(cursor: Cursor, query: str, game_id: str) -> list[Mapping[str, Any]]:
    """Run a panel's query for one game and return its rows by column name."""
    cursor.execute(query, {"game_id": game_id})
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
