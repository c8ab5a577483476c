"""Importing records: many readers and judges, one writer, whole games only."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import Final

import duckdb
import msgspec

from wcreplay.importers.intake import converted, expand, read_any
from wcreplay.importers.model import Pending
from wcreplay.notation.model import RawRecord

from .database import Catalogue
from .errors import StoreError
from .lock import Waiting, writing
from .opening import cannot_write, is_file
from .pool import judged
from .summary import ImportSummary
from .writer import BATCH, FileTarget, OpenTarget, Target, Writer

Progress = Callable[[ImportSummary], object]


class Options(msgspec.Struct, frozen=True):
    """How to import.

    ``jobs`` processes convert logs, parse and replay (1: this one); a script that asks for more must guard
    its main program with ``if __name__ == "__main__"``. A transaction holds about ``batch`` whole games.
    ``stop`` ends the import at the first record or source that is wrong. With ``keep_prefix`` what comes
    before the first fault of a wrong record is stored, in state ``cut``. ``replace`` names a stored game that
    the one record given replaces. ``lock_wait`` is the number of seconds to wait for another import, and for
    programs that have the file open.
    """

    jobs: int = 1
    batch: int = BATCH
    stop: bool = False
    keep_prefix: bool = False
    replace: str = ""
    lock_wait: float = 60.0


DEFAULT: Final = Options()
"""One process, and patience for a minute."""


def import_records(
    db: str | Path | Catalogue,
    sources: Iterable[str | os.PathLike[str]],
    *,
    jobs: int = 1,
    batch: int = BATCH,
    progress: Progress | None = None,
) -> ImportSummary:
    """Import the records of files, archives and folders (``-``: standard input); see :func:`import_raw`.

    Logs among them are converted first; players become letters, and only what is proved is stored.
    """
    options = Options(jobs=jobs, batch=batch)
    return import_raw(db, read_any(expand(sources)), options, progress=progress)


def import_raw(
    db: str | Path | Catalogue,
    records: Iterable[RawRecord | Pending],
    options: Options = DEFAULT,
    *,
    summary: ImportSummary | None = None,
    progress: Progress | None = None,
    waiting: Waiting | None = None,
) -> ImportSummary:
    """Parse, replay and store records in the order given, and those that become of documents.

    A process that is killed leaves whole games only. Between transactions a file is closed, so that others
    can read it. A game that is stored already, or occurs twice, is counted ``unchanged``; one whose record
    says ``[Replaces "..."]`` takes the place of another.

    ``summary`` is filled as the import goes on, so that after an error it says what was done; on
    ``KeyboardInterrupt`` what was judged is still stored. ``progress`` is called with the summary so far,
    ``waiting`` once, if there is somebody to wait for.

    Raises:
        StoreError: if the database cannot be opened or written, another import goes on for too long, a
            worker process died, or there is not one game to ``replace``. What was committed before stays.
    """
    summary = ImportSummary() if summary is None else summary
    if options.replace:
        records = list(islice(converted(records), 2))
        if len(records) > 1:
            what = "only one record can replace a game, and there are more"
            raise StoreError("S305", what, "name one record")
    with ExitStack() as stack:
        target: Target
        if isinstance(db, Catalogue):
            target, path = OpenTarget(db), db.path
        else:
            is_file(Path(db))
            stack.enter_context(writing(db, wait=options.lock_wait, waiting=waiting))
            target, path = FileTarget(db, options.lock_wait, waiting, adding=True), Path(db)
        try:
            writer = Writer(
                target,
                summary,
                batch=options.batch,
                stop=options.stop,
                keep_prefix=options.keep_prefix,
                replace=options.replace,
            )
            try:
                _run(writer, records, options.jobs, progress)
            except KeyboardInterrupt:
                if not writer.busy:
                    writer.commit()
                raise
        except duckdb.Error as error:
            raise cannot_write(path, error) from error
    return summary


def _run(
    writer: Writer, records: Iterable[RawRecord | Pending], jobs: int, progress: Progress | None
) -> None:
    work = judged(records, writer.setting, jobs)
    try:
        for outcome in work:
            writer.add(outcome)
            if progress is not None:
                progress(writer.summary)
            if writer.summary.stopped:
                break
    finally:
        work.close()
    writer.commit()
    if progress is not None:
        progress(writer.summary)
