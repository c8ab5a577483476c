"""Raw records to rows: what a worker process does. Knows no database, only the layout of its tables."""

from __future__ import annotations

import datetime as dt
import gc
import re
from collections.abc import Sequence
from typing import Final

import msgspec
import pyarrow as pa

from wcreplay import __version__
from wcreplay.engine import registry
from wcreplay.engine.reader import read_record
from wcreplay.engine.replay import Replay
from wcreplay.engine.workers import prepare_worker
from wcreplay.importers.model import Converted
from wcreplay.notation.diagnostics import Diagnostic
from wcreplay.notation.locate import diagnose, tag_length
from wcreplay.notation.model import NOTATION_VERSION, RawRecord, Record

from .arrow import BadValue, Layout, batch_tables
from .rows import Origin, RowBatch


class Setting(msgspec.Struct, frozen=True):
    """What all records of one import share: the layout of the tables, their version, and the time.

    With ``keep_prefix`` a record that breaks a rule has rows up to there.
    """

    layout: Layout
    schema_version: int
    imported_at: dt.datetime
    keep_prefix: bool = False


class Outcome(msgspec.Struct, frozen=True):
    """What became of one raw record: ``game_id`` if it can be stored, else ``diagnostics`` say why not.

    ``replaces`` is the game that the record says it replaces, ``size`` the length of its text. Of a record
    that is ``cut`` only what comes before its first fault is stored; one that is ``unproved`` does not agree
    with the log it was made of, and is kept because that was asked for.
    """

    file: str
    record: int
    game_id: str
    diagnostics: tuple[Diagnostic, ...]
    replaces: str = ""
    size: int = 0
    cut: bool = False
    unproved: bool = False


class Judged(msgspec.Struct):
    """The outcomes of some records, in order, and the rows of those that can be stored.

    ``rows`` holds Arrow tables by table name; a game that occurs twice among the records has its rows once.
    """

    outcomes: list[Outcome]
    rows: dict[str, list[pa.Table]]


def judge(records: Sequence[RawRecord], setting: Setting) -> Judged:
    """Parse and replay records and lay out the rows of those that are right.

    A replay is let go of as soon as its rows are noted. Should one game not fit the tables, the records
    are judged one by one, so that it never costs the others.
    """
    outcomes: list[Outcome] = []
    batches: dict[str, RowBatch] = {}
    known: set[str] = set()
    try:
        for raw in records:
            done, outcome = _judge_one(raw, keep_prefix=setting.keep_prefix)
            outcomes.append(outcome)
            if done is not None and done.game_id not in known:
                known.add(done.game_id)
                if done.game not in batches:
                    batches[done.game] = RowBatch(registry.load(done.game))
                batches[done.game].add(done, _origin(raw, setting))
        rows: dict[str, list[pa.Table]] = {}
        for batch in batches.values():
            for name, table in batch_tables(batch, setting.layout).items():
                rows.setdefault(name, []).append(table)
    except Exception as error:  # noqa: BLE001 - one game must never cost the others
        if len(records) > 1:
            return _one_by_one(records, setting)
        what = str(error) if isinstance(error, BadValue) else _failed(error)
        return Judged([_outcome(records[0], "", (_failure(records[0], "S301", what),))], {})
    return Judged(outcomes, rows)


def _one_by_one(records: Sequence[RawRecord], setting: Setting) -> Judged:
    whole = Judged([], {})
    known: set[str] = set()
    for raw in records:
        judged = judge([raw], setting)
        whole.outcomes.extend(judged.outcomes)
        game_id = judged.outcomes[0].game_id
        if game_id and game_id not in known:
            known.add(game_id)
            for name, tables in judged.rows.items():
                whole.rows.setdefault(name, []).extend(tables)
    return whole


def _judge_one(raw: RawRecord, *, keep_prefix: bool) -> tuple[Replay | None, Outcome]:
    try:
        reading = read_record(raw, keep_prefix=keep_prefix)
    except Exception as error:  # noqa: BLE001 - one record must never cost the others
        return None, _outcome(raw, "", (_failure(raw, "S302", _failed(error)),))
    done = reading.replay
    if done is None:
        return None, _outcome(raw, "", reading.diagnostics)
    replaces = done.record.tag("Replaces")
    if replaces and not GAME_ID.fullmatch(replaces):
        return None, _outcome(raw, "", (_no_id(done.record), *reading.diagnostics))
    cut = done.state == "cut"
    if cut and replaces:  # a wrong record takes no game's place
        return None, _outcome(raw, "", reading.diagnostics)
    return done, _outcome(raw, done.game_id, reading.diagnostics, replaces, cut=cut)


def _outcome(
    raw: RawRecord, game_id: str, found: tuple[Diagnostic, ...], replaces: str = "", *, cut: bool = False
) -> Outcome:
    told = raw.told if isinstance(raw, Converted) else ()
    unproved = any(one.severity == "error" for one in told)
    return Outcome(raw.source, raw.number, game_id, (*told, *found), replaces, len(raw.text), cut, unproved)


GAME_ID: Final = re.compile(r"[0-9a-f]{16}")
"""What a ``game_id`` looks like."""


def _no_id(record: Record) -> Diagnostic:
    (tag,) = [tag for tag in record.tags if tag.name == "Replaces"]
    message = f"`{tag.value[:40]}` is not the id of a game"
    hint = "an id has 16 digits 0 to 9 and a to f; `wcreplay import` names that of the stored game"
    return diagnose(record, "S304", message, tag.at, tag_length(record, tag), hint=hint)


def _failed(error: Exception) -> str:
    return f"the program failed: {type(error).__name__}: {error}"


def _origin(raw: RawRecord, setting: Setting) -> Origin:
    return Origin(
        raw.source,
        raw.number,
        __version__,
        NOTATION_VERSION,
        setting.schema_version,
        setting.imported_at,
        raw.line,
    )


def _failure(raw: RawRecord, code: str, message: str) -> Diagnostic:
    return Diagnostic(
        code=code, message=message, file=raw.source, record=raw.number, line=raw.line, hint=_REPORT
    )


_REPORT = "please report this with the record: the program should have said what is wrong with it"


_setting: Setting


def start_worker(setting: Setting) -> None:
    """Prepare a worker process: keep the setting, and end when the process that started it ends."""
    global _setting  # noqa: PLW0603 - a worker process has exactly one setting
    _setting = setting
    prepare_worker()
    gc.freeze()
    gc.disable()  # replays make no cycles; what an exception leaves is collected between chunks


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
