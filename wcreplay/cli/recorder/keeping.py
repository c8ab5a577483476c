"""The file of a recording: written in one step after every entry, never over another program's changes."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path

import click

from wcreplay.cli.common import written_in_one_step


class Keeper:
    """Keeps a record in a file."""

    def __init__(self, path: Path, say: Callable[[str], None]) -> None:
        """Keep it at ``path``; ``say`` tells the user what stands in the way. Raises ``OSError``."""
        self.path = path
        self.unsaved = ""
        """The record, where it could not be saved."""
        self._say = say
        self._saved = _read(path)

    def save(self, text: str) -> None:
        """Write a record; what cannot be written stays in ``unsaved`` and is tried again the next time."""
        if text == self._saved and not self.unsaved:
            return
        try:
            if _read(self.path) != self._saved:
                other = fresh(self.path)
                self._say(f"{self.path} was changed by another program; from here on this goes to {other}")
                self.path, self._saved = other, ""
            with written_in_one_step(str(self.path)) as file:
                file.write(text)
        except (OSError, UnicodeError, click.exceptions.Exit) as error:
            if not self.unsaved:
                reason = getattr(error, "strerror", None) or "it cannot be written"
                self._say(f"{self.path} cannot be saved ({reason}); this is tried again at every entry")
            self.unsaved = text
            return
        self._saved, self.unsaved = text, ""

    def farewell(self, turns: int, *, over: bool) -> None:
        """Say where the record is and how to go on."""
        name = shlex.quote(str(self.path))
        if not self._saved:
            self._say("nothing was recorded")
        elif over:
            self._say(f"saved in {self.path}: the whole game. Look at it with: wcreplay replay {name}")
        else:
            what = f"{turns} turn{'s' * (turns != 1)}" if turns else "the setup so far"
            self._say(f"saved in {self.path}: {what}. Go on with: wcreplay new {name}")


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


def fresh(path: Path) -> Path:
    """Return a path beside ``path`` that does not exist: ``game-2.wcr``."""
    number = 2
    while (other := path.with_stem(f"{path.stem}-{number}")).exists():
        number += 1
    return other
