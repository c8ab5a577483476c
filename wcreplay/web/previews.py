"""Games that are looked at without being stored: in memory, few of them, and not for long."""

from __future__ import annotations

import datetime as dt
import secrets
import threading
import time
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from wcreplay.engine.registry import load
from wcreplay.store.rows import GAME_COLUMNS, SEAT_COLUMNS, Origin, game_row, seat_rows
from wcreplay.store.states import STATES
from wcreplay.web.queries import Game, Seat
from wcreplay.web.replays import Film

if TYPE_CHECKING:
    from wcreplay.engine.replay import Replay

KEEP: Final = 24
"""Games that are kept; a replay of a long one takes about a megabyte."""
MINUTES: Final = 60


class Preview(NamedTuple):
    """A game that is not stored, as its page shows it, and when it was last looked at."""

    game: Game
    film: Film
    seen: float


class Previews:
    """The previews of an application by key. Nobody can guess a key. Safe to use from several threads."""

    def __init__(self) -> None:
        """Start empty."""
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, Preview] = OrderedDict()

    def add(self, done: Replay) -> str:
        """Keep the replay of a right record and return its key."""
        key = secrets.token_urlsafe(12)
        preview = Preview(_described(done), Film(done, load(done.game)), time.monotonic())
        with self._lock:
            self._kept[key] = preview
            while len(self._kept) > KEEP:
                self._kept.popitem(last=False)
        return key

    def get(self, key: str) -> Preview | None:
        """Return a preview that is still kept; looking at it keeps it."""
        now = time.monotonic()
        with self._lock:
            found = self._kept.pop(key, None)
            if found is None or now - found.seen > MINUTES * 60:
                return None
            self._kept[key] = found = found._replace(seen=now)
            return found


def _described(done: Replay) -> Game:
    """Return what the store would say of a game, by the store's own rules."""
    rules = load(done.game)
    row = game_row(done, rules, Origin("", done.record.number, "", "", 0, dt.datetime.now(dt.UTC)))
    values = dict(zip(GAME_COLUMNS, row, strict=True))
    seats = [_seat(row) for row in seat_rows(done, STATES.get(rules.meta.name))]
    seats.sort(key=lambda seat: (seat.rank is None, seat.rank or 0, seat.start_position))
    named = {name: values[name] for name in Game._fields if name not in ("game_id", "seats")}
    return Game(game_id=done.game_id, **named, seats=tuple(seats))


def _seat(row: tuple[Any, ...]) -> Seat:
    values = dict(zip(SEAT_COLUMNS, row, strict=True))
    return Seat(letter=values.pop("seat"), **values)
