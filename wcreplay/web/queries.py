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

        def close(self) -> None:
            """Give it back."""

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

STATES: dict[str, str] = {
    "complete": "played to the end",
    "partial": "the record stops early",
    "cut": "the record stops early, before its first fault",
    "unproved": "the record does not agree with its log",
    "rejected": "a recheck found the record wrong",
}
"""What the states of a game mean."""

UNCOUNTED = frozenset({"cut", "unproved", "rejected"})
"""States whose games are in no statistics."""

SOURCES: dict[str, str] = {
    "notation": "written by people",
    "simulated": "simulated",
    "log": "log of an online game",
    "sheet": "score sheet",
}
"""How a record came about, in words."""

MOST_LETTERS = 2000
"""Most letters of an event or a name that is asked for. Longer ones are shown, and offered nowhere."""
MOST_EVENTS = 300
"""Events that the list of games offers: those with the most games."""


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


class Wanted(NamedTuple):
    """Which games are asked for; what is empty, or 0, is any.

    ``text`` is in a player, event or place (case and accents do not count). ``event``, ``source`` and
    ``state`` are as stored: a value that no game has finds nothing. ``game`` is the kind of game,
    ``without`` the id of a game that is left out. With ``replayed`` only games that have turns count.
    """

    text: str = ""
    players: int = 0
    event: str = ""
    source: str = ""
    state: str = ""
    game: str = ""
    without: str = ""
    replayed: bool = False

    def conditions(self) -> tuple[list[str], dict[str, object]]:
        """Return the conditions as SQL on ``game AS g``, and their parameters."""
        text = plain(self.text.strip())
        asked: dict[str, tuple[object, str]] = {
            "text": (text, _TEXT),
            "players": (self.players, "g.players = $players"),
            "event": (self.event, "g.event = $event"),
            "source": (self.source, "g.source_kind = $source"),
            "state": (self.state, "g.state::VARCHAR = $state"),
            "game": (self.game, "g.game = $game"),
            "without": (self.without, "g.game_id <> $without"),
        }
        given = {name: value for name, (value, _) in asked.items() if value}
        sql = [asked[name][1] for name in given]
        return [*sql, "g.state <> 'rejected'"] if self.replayed else sql, given


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


def list_games(cursor: Cursor, wanted: Wanted, sort: str = "", page: int = 1, size: int = 0) -> Listing:
    """Return a page of the games that are wanted.

    An unknown ``sort`` is the first of :data:`SORTS`, a page beyond the last one is the last one. A page
    has ``size`` games, 0: :data:`PAGE_SIZE`.
    """
    size = size or PAGE_SIZE
    conditions, given = wanted.conditions()
    where = f"WHERE {' AND '.join(conditions)}" if conditions else ""
    # Only words of this module are put into the SQL; what the reader typed goes in as parameters.
    count = f"SELECT count(*) FROM game AS g {where}"  # noqa: S608
    total = int(cursor.execute(count, given).fetchone()[0])
    pages = max(1, -(-total // size))
    page = min(max(1, page), pages)
    order = SORTS.get(sort, next(iter(SORTS.values())))[1]
    best = _BEST if "best" in order else ""
    part = f"LIMIT {size} OFFSET {(page - 1) * size}"
    columns = "g.game_id, g.played_on, g.event, g.place, g.players, g.state, g.source_kind"
    sql = f"SELECT {columns} FROM game AS g {best} {where} ORDER BY {order}, g.game_id {part}"  # noqa: S608
    rows = cursor.execute(sql, given).fetchall()
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


def events(cursor: Cursor) -> list[str]:
    """Return the events of the stored games by name: at most :data:`MOST_EVENTS`, those with most games."""
    sql = (
        "SELECT event FROM game WHERE event <> '' AND length(event) <= $longest "
        "GROUP BY event ORDER BY count(*) DESC, event LIMIT $most"
    )
    given = {"longest": MOST_LETTERS, "most": MOST_EVENTS}
    return sorted((row[0] for row in cursor.execute(sql, given).fetchall()), key=plain)


def sources(cursor: Cursor) -> list[str]:
    """Return the kinds of source that occur."""
    return [row[0] for row in cursor.execute("SELECT DISTINCT source_kind FROM game ORDER BY 1").fetchall()]


def states(cursor: Cursor) -> list[str]:
    """Return the states that occur, complete first."""
    found = cursor.execute("SELECT DISTINCT state::VARCHAR FROM game").fetchall()
    return sorted((row[0] for row in found), key=[*STATES].index)


def players_with_pages(cursor: Cursor) -> dict[str, str]:
    """Return for each name, as written, the player whose page it leads to; a name without one is left out.

    A page has who sat in a complete game; spellings that are joined share it.
    """
    sql = """
        SELECT DISTINCT name, player FROM seated
        WHERE player <> '' AND player IN (
            SELECT seated.player FROM seated JOIN game ON game.game_id = seated.game_id
            WHERE game.state = 'complete'
        )
    """
    return dict(cursor.execute(sql).fetchall())


def ids_beginning(cursor: Cursor, text: str, most: int) -> list[str]:
    """Return up to ``most`` ids of stored games that begin with a text."""
    sql = "SELECT game_id FROM game WHERE starts_with(game_id, $text) ORDER BY game_id LIMIT $most"
    return [row[0] for row in cursor.execute(sql, {"text": text, "most": most}).fetchall()]


def phases(cursor: Cursor, game_id: str) -> list[tuple[int, int, str, str | None]]:
    """Return number, round, phase and seat of every turn of a game, in order."""
    sql = (
        "SELECT turn_no, round, phase::VARCHAR, seat::VARCHAR FROM turn WHERE game_id = $id ORDER BY turn_no"
    )
    return [tuple(row) for row in cursor.execute(sql, {"id": game_id}).fetchall()]


def find_game(cursor: Cursor, game_id: str) -> Game | None:
    """Return a game with its seats, or ``None``."""
    row = cursor.execute(_GAME, {"id": game_id}).fetchone()
    return Game._make((*row, seats_of(cursor, [game_id]).get(game_id, ()))) if row else None


def chart_rows(cursor: Cursor, query: str, game_id: str) -> list[Mapping[str, Any]]:
    """Run a panel's query for one game and return its rows by column name."""
    cursor.execute(query, {"game_id": game_id})
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
