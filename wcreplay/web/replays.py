"""Stored games as replays and positions, kept while they are looked at."""

from __future__ import annotations

import io
import threading
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, NamedTuple

from wcreplay.engine.reader import read_record
from wcreplay.engine.registry import UnknownGame, load
from wcreplay.notation.stream import read_records

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wcreplay.engine.game import Game
    from wcreplay.engine.replay import Replay
    from wcreplay.notation.model import Statement

_KEEP = 16
_KEEP_POSITIONS = 8


class Unplayable(Exception):
    """A stored game that the rules at hand cannot replay; the message says why."""


class Key(NamedTuple):
    """What a replay depends on: the record and the version of the rules that reads it."""

    game_id: str
    rules_version: str


class Aside(NamedTuple):
    """A statement of a variation as text; ``depth`` 1 replaces the turn, 2 a statement of depth 1."""

    depth: int
    text: str
    mark: str
    comment: str


class Film:
    """A replayed game that can be shown at any of its turns.

    Positions are made by going forward from the last one shown, or from the start, and their plain
    values are kept for the turns nearby. Safe to use from several threads.
    """

    def __init__(self, done: Replay, game: Game) -> None:
        """Wrap a replay without errors."""
        self.done = done
        self.game = game
        self._lock = threading.Lock()
        self._position: Any = None
        self._applied = 0
        self._plain: OrderedDict[int, dict[str, Any]] = OrderedDict()

    def position(self, turn_no: int) -> dict[str, Any]:
        """Return the position after a turn as plain values; do not change them.

        Raises:
            IndexError: if the game has no such turn.
        """
        if not 0 <= turn_no < len(self.done.turns):
            raise IndexError(f"turn {turn_no} of {len(self.done.turns)}")
        with self._lock:
            if turn_no not in self._plain:
                self._plain[turn_no] = self._go_to(turn_no)
                if len(self._plain) > _KEEP_POSITIONS:
                    self._plain.popitem(last=False)
            self._plain.move_to_end(turn_no)
            return self._plain[turn_no]

    def decisions(self, turn_no: int) -> tuple[str, ...]:
        """Return the options that were taken in a turn, in order; chance is among them."""
        starts, history = self.done.unit_starts, self.done.history
        if turn_no >= len(starts):
            return ()
        stop = starts[turn_no + 1] if turn_no + 1 < len(starts) else len(history)
        return tuple(history[starts[turn_no] : stop])

    def before(self, turn_no: int) -> Any:
        """Return a live position of one's own at the first decision of a turn.

        Raises:
            IndexError: if the game has no such turn.
        """
        self.position(turn_no)  # is there such a turn?
        position = self.game.start(self.done.setup)
        starts = self.done.unit_starts
        for text in self.done.history[: starts[turn_no] if turn_no < len(starts) else None]:
            position.apply(text)
        return position

    def asides(self, turn_no: int) -> tuple[Aside, ...]:
        """Return the variations of a turn's statement, nested ones behind what they replace."""
        turn, record = self.done.turns[turn_no], self.done.record
        if not turn.line:
            return ()
        for statement in record.statements:
            if (
                statement.variations
                and statement.label in {"", turn.label}
                and statement.seat in {"", turn.seat}
                and record.line + record.text.count("\n", 0, statement.at) == turn.line
            ):
                return tuple(_asides(statement, 1))
        return ()

    def _go_to(self, turn_no: int) -> dict[str, Any]:
        starts, history = self.done.unit_starts, self.done.history
        following = turn_no + 1
        stop = starts[following] if following < len(starts) else len(history)
        if self._position is None or stop < self._applied:
            self._position = self.game.start(self.done.setup)
            self._applied = 0
        for text in history[self._applied : stop]:
            self._position.apply(text)
        self._applied = stop
        plain: dict[str, Any] = self._position.to_json()
        return plain


def _asides(statement: Statement, depth: int) -> Iterator[Aside]:
    for variation in statement.variations:
        for inner in variation.statements:
            words = (inner.keyword, inner.label, inner.seat, *(token.text for token in inner.tokens))
            comment = "\n".join(note.text.strip() for note in inner.comments)
            yield Aside(depth, " ".join(word for word in words if word), inner.mark, comment)
            yield from _asides(inner, depth + 1)


class Films:
    """The films of the games looked at last, by game and rules version."""

    def __init__(self, keep: int = _KEEP) -> None:
        """Keep at most ``keep`` games."""
        self._keep = keep
        self._lock = threading.Lock()
        self._films: OrderedDict[Key, Film] = OrderedDict()

    def get(self, game_id: str, game: str, source_text: str) -> Film:
        """Return the film of a stored game, replaying its source text if it is not kept.

        Raises:
            Unplayable: if the game is unknown or the text is no longer a legal game.
        """
        try:
            rules = load(game)
        except UnknownGame as error:
            raise Unplayable(str(error)) from error
        key = Key(game_id, rules.meta.rules_version)
        with self._lock:
            film = self._films.get(key)
            if film is not None:
                self._films.move_to_end(key)
                return film
        film = _develop(rules, source_text, game_id)
        with self._lock:
            self._films[key] = film
            while len(self._films) > self._keep:
                self._films.popitem(last=False)
        return film


def _develop(rules: Game, source_text: str, game_id: str) -> Film:
    raw = next(iter(read_records(io.BytesIO(source_text.encode("utf-8", "surrogateescape")), "stored")), None)
    if raw is None:
        raise Unplayable("the stored record is empty")
    reading = read_record(raw)
    if reading.replay is None:
        first = reading.diagnostics[0]
        reading = read_record(raw, keep_prefix=True)
        if reading.replay is not None and reading.replay.game_id == game_id:
            return Film(
                reading.replay, rules
            )  # stored as far as it is right: a cut game has an id of its own
        raise Unplayable(f"line {first.line}: {first.code}: {first.message}")
    return Film(reading.replay, rules)
