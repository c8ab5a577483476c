"""Storing what was uploaded, where the server was started to allow that: by the store's own import."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, Final, NamedTuple

from wcreplay.store.loader import Options, import_raw

if TYPE_CHECKING:
    from wcreplay.notation.model import RawRecord
    from wcreplay.store.database import Snapshot
    from wcreplay.store.summary import ImportSummary

WAIT_SECONDS: Final = 10.0
"""How long to wait for another import."""


class Outcome(NamedTuple):
    """What became of a record: ``stored``, ``unchanged``, ``replaced`` or ``rejected``.

    ``game_id`` is the game that is there now. ``note`` says more, such as where a game that was there
    already had come from.
    """

    what: str
    game_id: str
    note: str = ""


class Shelf:
    """The database of a server that may be written to."""

    def __init__(self, snapshot: Snapshot, host: str) -> None:
        """Write to the file that ``snapshot`` follows; ``host`` is the name the server was given."""
        self._snapshot = snapshot
        self.host = host

    def add(self, records: Sequence[RawRecord]) -> ImportSummary:
        """Import records as ``wcreplay import`` does, under the lock of the database.

        Raises:
            StoreError: if the database cannot be written, or another import goes on for too long.
        """
        with self._snapshot.resting():
            return import_raw(self._snapshot.path, records, Options(lock_wait=WAIT_SECONDS))


def outcome(summary: ImportSummary, file: str, record: int, game_id: str) -> Outcome:
    """Return what an import did with a record; ``game_id`` is that of its game, empty where it is wrong."""
    for repeat in summary.repeats:
        if (repeat.file, repeat.record) == (file, record):
            if repeat.replaced_by:
                return Outcome("unchanged", repeat.replaced_by, "another game has taken its place")
            return Outcome("unchanged", game_id, f"is stored from {PurePath(repeat.stored_file).name}")
    for new in summary.replacements:
        if (new.file, new.record) == (file, record):
            return Outcome("replaced", game_id, f"took the place of game {new.replaced}")
    wrong = any(
        (found.file, found.record, found.severity) == (file, record, "error") for found in summary.diagnostics
    )
    return Outcome("rejected", "") if wrong or not game_id else Outcome("stored", game_id)
