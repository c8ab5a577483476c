"""Raw records to rows: what a worker process does. Knows no database, only the layout of its tables."""

from __future__ import annotations

import datetime as dt
import gc
import multiprocessing
import os
import signal
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec
import pyarrow as pa

from wcreplay import __version__
from wcreplay.engine import registry
from wcreplay.engine.reader import read_record
from wcreplay.engine.replay import Replay
from wcreplay.notation.diagnostics import Diagnostic
from wcreplay.notation.model import NOTATION_VERSION, RawRecord

from .arrow import BadValue, Layout, batch_tables
from .rows import Origin, RowBatch

if TYPE_CHECKING:
    from wcreplay.engine.game import Game


class Setting(msgspec.Struct, frozen=True):
    """What all records of one import share: the layout of the tables, their version, and the time."""

    layout: Layout
    schema_version: int
    imported_at: dt.datetime


class Outcome(msgspec.Struct, frozen=True):
    """What became of one raw record: ``game_id`` if it can be stored, else ``diagnostics`` say why not."""

    file: str
    record: int
    game_id: str
    diagnostics: tuple[Diagnostic, ...]


class Judged(msgspec.Struct):
    """The outcomes of some records, in order, and the rows of those that can be stored.

    ``rows`` holds Arrow tables by table name; a game that occurs twice among the records has its rows once.
    """

    outcomes: list[Outcome]
    rows: dict[str, list[pa.Table]]


def judge(records: Sequence[RawRecord], setting: Setting) -> Judged:
    """Parse and replay records and lay out the rows of those that are right."""
    outcomes: list[Outcome] = []
    good: dict[str, dict[str, tuple[Replay, Origin]]] = {}
    for raw in records:
        try:
            reading = read_record(raw)
            done, found = reading.replay, reading.diagnostics
        except Exception as error:  # noqa: BLE001 - one record must never cost the others
            done, found = (
                None,
                (_failure(raw, "S302", f"the program failed: {type(error).__name__}: {error}"),),
            )
        if done is not None:
            origin = _origin(raw, setting)
            good.setdefault(done.game, {}).setdefault(done.game_id, (done, origin))
        outcomes.append(Outcome(raw.source, raw.number, done.game_id if done else "", found))
    rows: dict[str, list[pa.Table]] = {}
    refused: dict[str, str] = {}
    for name, games in good.items():
        refused.update(_lay_out(registry.load(name), list(games.values()), setting, rows))
    if refused:
        outcomes = [_refuse(outcome, refused) for outcome in outcomes]
    return Judged(outcomes, rows)


def _origin(raw: RawRecord, setting: Setting) -> Origin:
    return Origin(
        raw.source, raw.number, __version__, NOTATION_VERSION, setting.schema_version, setting.imported_at
    )


def _lay_out(
    game: Game, games: Sequence[tuple[Replay, Origin]], setting: Setting, rows: dict[str, list[pa.Table]]
) -> dict[str, str]:
    """Add the rows of games to ``rows``; return the ids of games that do not fit the tables, and why."""
    batch = RowBatch(game)
    try:
        for done, origin in games:
            batch.add(done, origin)
        for name, table in batch_tables(batch, setting.layout).items():
            rows.setdefault(name, []).append(table)
    except Exception as error:  # noqa: BLE001 - one game must never cost the others
        if len(games) > 1:  # find out which game it is
            refused = {}
            for one in games:
                refused.update(_lay_out(game, [one], setting, rows))
            return refused
        if not isinstance(error, BadValue):
            return {games[0][0].game_id: f"the program failed: {type(error).__name__}: {error}"}
        return {games[0][0].game_id: str(error)}
    return {}


def _refuse(outcome: Outcome, refused: dict[str, str]) -> Outcome:
    if outcome.game_id not in refused:
        return outcome
    found = Diagnostic(
        code="S301", message=refused[outcome.game_id], file=outcome.file, record=outcome.record, hint=_REPORT
    )
    return Outcome(outcome.file, outcome.record, "", (found,))


def _failure(raw: RawRecord, code: str, message: str) -> Diagnostic:
    return Diagnostic(
        code=code, message=message, file=raw.source, record=raw.number, line=raw.line, hint=_REPORT
    )


_REPORT = "please report this with the record: the program should have said what is wrong with it"


_setting: Setting


def start_worker(setting: Setting) -> None:
    """Prepare a worker process: keep the setting, and end when the process that started it ends.

    An interrupt from the keyboard reaches all processes of the terminal; only the first one answers it.
    """
    global _setting  # noqa: PLW0603 - a worker process has exactly one setting
    _setting = setting
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    gc.freeze()
    gc.disable()  # replays make no cycles; what an exception leaves is collected between chunks


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def work(records: Sequence[RawRecord]) -> tuple[list[Outcome], dict[str, list[bytes]]]:
    """Judge records in a worker process; the rows come back as Arrow IPC streams."""
    judged = judge(records, _setting)
    rows = {name: [to_bytes(table) for table in tables] for name, tables in judged.rows.items()}
    gc.collect(1)
    return judged.outcomes, rows


def to_bytes(table: pa.Table) -> bytes:
    """Return a table as an Arrow IPC stream."""
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    return bytes(sink.getvalue())


def from_bytes(data: bytes) -> pa.Table:
    """Return the table of an Arrow IPC stream, without copying."""
    return pa.ipc.open_stream(pa.py_buffer(data)).read_all()
