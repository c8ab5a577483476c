"""All players with their totals and ratings, worked out once for each generation of the data."""

from __future__ import annotations

import hashlib
import re
import threading
import time
import unicodedata
from contextlib import closing, suppress
from typing import TYPE_CHECKING, Final, NamedTuple

from wcreplay.analysis import query
from wcreplay.analysis.ratings import Place, rate

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable, Sequence

    from wcreplay.analysis.ratings import Entry, Rating
    from wcreplay.web.queries import Cursor

REST: Final = 1.0
"""Seconds between a change of the data and early work on it: the page that was asked for goes first."""


class Person(NamedTuple):
    """A player over complete games; ``names`` are the spellings, ``history`` the ratings, oldest first."""

    name: str
    names: tuple[str, ...]
    games: int
    wins: int
    mean_rank: float
    mean_points: float
    first_played: dt.date | None
    last_played: dt.date | None
    history: Sequence[Entry]

    @property
    def rating(self) -> Rating | None:
        """The rating after the last game that counts, ``None`` without one."""
        return self.history[-1].rating if self.history else None


class Roster(NamedTuple):
    """The players by name, their names by address; ``rated`` of the complete ``games`` count for ratings."""

    people: dict[str, Person]
    ids: dict[str, str]
    spellings: dict[str, str]
    games: int
    rated: int

    def find(self, name: str) -> Person | None:
        """Return the player of that name, in any of its spellings, or ``None``."""
        return self.people.get(name) or self.people.get(self.spellings.get(name, ""))


class Rosters:
    """The roster of the last generation that was asked for. Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._generation = -1
        self._roster: Roster | None = None
        self._early: threading.Thread | None = None

    def get(self, generation: int, cursor: Cursor) -> Roster:
        """Return the roster; ``generation`` is that of the data that ``cursor`` reads."""
        with self._lock:  # whoever comes while it is made waits for it instead of making it again
            if self._roster is None or self._generation != generation:
                self._roster, self._generation = _made(cursor), generation
            return self._roster

    def foresee(self, generation: int, take: Callable[[], tuple[Cursor, int]]) -> None:
        """Begin with the roster of a generation before anybody asks for it, in a thread, one at a time.

        ``take`` returns a cursor and the generation of the data that it reads.
        """
        if self._generation == generation or (self._early is not None and self._early.is_alive()):
            return
        self._early = threading.Thread(target=self._make_early, args=(take,), name="roster", daemon=True)
        self._early.start()

    def _make_early(self, take: Callable[[], tuple[Cursor, int]]) -> None:
        time.sleep(REST)
        # What goes wrong, such as the server's end meanwhile, is told to whoever asks for the roster.
        with suppress(Exception):
            cursor, generation = take()
            with closing(cursor):
                self.get(generation, cursor)


def player_id(name: str) -> str:
    """Return what stands for a player in addresses: letters of the name, and a mark that only it has."""
    letters = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    readable = re.sub(r"[^a-z0-9]+", "-", letters).strip("-")[:40].strip("-")
    mark = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{readable}-{mark}" if readable else mark


def _made(cursor: Cursor) -> Roster:
    history = rate(Place._make(row) for row in cursor.execute(query("places")).fetchall())
    people = {
        name: Person._make((name, tuple(names), *rest, history.get(name, ())))
        for name, names, *rest in cursor.execute(query("players")).fetchall()
    }
    count = "SELECT count(*) FROM game WHERE state = 'complete'"
    return Roster(
        people,
        {player_id(name): name for name in people},
        {spelling: one.name for one in people.values() for spelling in one.names},
        int(cursor.execute(count).fetchone()[0]),
        len({entry.game_id for entries in history.values() for entry in entries}),
    )
