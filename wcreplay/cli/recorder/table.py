"""The recorder at the table: players, setup, turns, and a farewell that says where everything is."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from wcreplay.engine import registry
from wcreplay.engine.dialogue import UNKNOWN
from wcreplay.engine.printing import SEATS
from wcreplay.engine.reader import read_record
from wcreplay.notation.model import RawRecord, Record

from .asking import Desk, Leave
from .console import Console
from .keeping import Keeper
from .playing import Playing
from .recording import Recording
from .setting_up import Asker, Setup, read_names


class Table:
    """One session: :meth:`begin` or :meth:`resume`. They return when the user leaves, or the input ends.

    Everything is saved then, or stands in ``unsaved``.
    """

    def __init__(self, console: Console, path: Path, game: str, board: str) -> None:
        """Record a game in ``path``. Raises ``UnknownGame``, also for one that nobody is asked about."""
        self._game = registry.load(game)
        self._dialogue = registry.dialogue(game)
        self._desk = Desk(console, registry.cards(game), self._dialogue)
        self._keeper = Keeper(path, console.say)
        self._board = board
        self._setup: Setup | None = None
        self._recording: Recording | None = None

    @property
    def unsaved(self) -> str:
        """The record, if it could not be saved."""
        return self._keeper.unsaved

    def wrong_tags(self, tags: Mapping[str, str]) -> str:
        """Return what is wrong with the tags of a new record, such as a date that there is not."""
        low, _ = self._game.meta.players
        probe = Setup(self._game, self._dialogue, tags, [""] * low)
        probe.order = list(SEATS[:low])
        found = read_record(RawRecord(probe.written({}), "tags", 1, 1, ())).diagnostics
        return f"{found[0].message}; {found[0].expected or found[0].hint}" if found else ""

    def begin(self, tags: Mapping[str, str], names: list[str], count: int | None) -> None:
        """Record a new game; players that are not named here are asked for."""
        try:
            setup = self._setup = self._ask_players(tags, names, count)
            while True:
                Asker(self._desk, setup, self._save).run()
                self._recording = Recording(setup.text(), self._dialogue)
                Playing(self._desk, self._recording, setup, self._save).run(self._board, back=True)
                self._recording = None
                setup.answers.popitem()
        except (EOFError, KeyboardInterrupt, Leave):
            self._leave()

    def resume(self, record: Record, setup: object, text: str, *, begun: bool) -> None:
        """Go on with a record; ``begun`` says whether it has more than its setup."""
        count, order = self._game.seats(setup)
        prepared = Setup(self._game, self._dialogue, {}, [record.tag(seat) for seat in SEATS[:count]])
        prepared.order = [SEATS[seat] for seat in order]
        answers = self._dialogue.answers(setup)
        prepared.answers = {key: answer for key, answer in answers.items() if answer != UNKNOWN}
        try:
            recording = self._recording = Recording(text, self._dialogue)
            if recording.left_out:
                self._desk.say(f"an unfinished turn fits no more and is left out: {recording.left_out}")
            turns = recording.turns()
            self._desk.say(
                f"going on after {turns} turn{'s' * (turns != 1)}" if begun else prepared.statements()
            )
            if not begun:
                Asker(self._desk, prepared, lambda: self._amend(recording, prepared)).run()
                self._recording = Recording(recording.text(), self._dialogue)
            Playing(self._desk, self._recording, prepared, self._save).run(self._board)
        except (EOFError, KeyboardInterrupt, Leave):
            self._leave()

    def _amend(self, recording: Recording, setup: Setup) -> None:
        """Put answers into a record that is kept otherwise as it is."""
        recording.enter(setup.statements().replace("\n", " "))
        self._save()

    def _leave(self) -> None:
        self._save()
        recording = self._recording
        over = recording is not None and recording.stepper.over
        self._keeper.farewell(recording.turns() if recording is not None else 0, over=over)

    def _save(self) -> None:
        if self._recording is not None:
            self._keeper.save(self._recording.saved_text())
        elif self._setup is not None and self._setup.order:
            self._keeper.save(self._setup.text())

    def _ask_players(self, tags: Mapping[str, str], names: list[str], count: int | None) -> Setup:
        low, high = self._game.meta.players
        while not names:
            many = f"{count}" if count else f"{low} to {high}"
            line = self._desk.ask(f"players ({many} names, parted by commas)", lambda _: [])
            read = read_names(line, low, high, count)
            if isinstance(read, str):
                self._desk.say(read)
            else:
                names = read
        return Setup(self._game, self._dialogue, tags, names)
