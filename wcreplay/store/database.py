"""Opening the database file: create, check, bring to the current version, and take snapshots to serve."""

from __future__ import annotations

import shutil
import tempfile
import threading
import time
import weakref
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import wait as wait_for
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Protocol, Self

import duckdb

from . import opening
from .errors import StoreError
from .lock import Waiting
from .opening import Alone, Bench, Connection, DamagedLog, Opener, first_line, schema_files, schema_version

__all__ = [
    "Catalogue",
    "Connection",
    "Queryable",
    "Snapshot",
    "first_line",
    "open_database",
    "schema_files",
    "schema_version",
]

_RECHECK_SECONDS: Final = 0.25
_REST_SECONDS: Final = 1.0
"""Least and greatest time between two tries to copy: copies keep writers out, a fifth of the time at most
for files that are copied in a quarter of a second."""
_WAIT_SECONDS: Final = 1.5
"""How long a copy waits for a program that is writing to the file; imports close it in between."""
_PATIENCE_SECONDS: Final = 1.0
_HURRY_SECONDS: Final = 0.05
"""How long a page waits for a copy, and how long where the file is not given up anyway."""


class Queryable(Protocol):
    """What hands out cursors: a :class:`Catalogue` or a :class:`Snapshot`."""

    @property
    def generation(self) -> int:
        """Number that grows whenever the tables may have changed."""

    def cursor(self) -> Connection:
        """Return a new cursor; close it after use, and use it in one thread only."""


class Catalogue:
    """A database file that is open in this process.

    While it is open for writing no other process can open the file at all; while it is open for
    reading none can write to it. Use as a context manager, or call :meth:`close`.
    """

    def __init__(self, path: Path, connection: Connection, opener: Opener) -> None:
        """Wrap an open connection; see :func:`open_database`."""
        self.path = path
        self._connection = connection
        self._opener = opener

    @property
    def generation(self) -> int:
        """Always 1: a catalogue sees every change as it is committed."""
        return 1

    def cursor(self) -> Connection:
        """Return a new cursor (0.4 ms): close it after use, and use it in one thread only."""
        return self._opener.cursor(self._connection)

    def close(self) -> None:
        """Close the file, after its cursors."""
        self._opener.close(self._connection)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_database(
    path: str | Path,
    *,
    read_only: bool = False,
    contained: bool = False,
    wait: float = 0.0,
    waiting: Waiting | None = None,
    locked: bool = False,
    bench: Bench | None = None,
) -> Catalogue:
    """Open a database file, for writing unless ``read_only``; a missing file is made then.

    ``contained`` (read-only) cuts the connection off from all other files and locks its settings, for
    queries that users write. ``wait`` is the number of seconds to try again while another process has
    the file open; ``waiting`` is told if that takes long. An older file is brought to the current version
    when it is opened for writing, after a copy of it was made beside it. ``locked`` says that the caller
    holds the database's lock (:func:`wcreplay.store.lock.writing`). A ``bench`` (not ``read_only``) saves
    work where a file is opened again and again.

    Raises:
        StoreError: S101 to S109, S111 to S113 (:data:`wcreplay.store.errors.CODES`).
    """
    path = Path(path)
    if not opening.is_file(path):
        if read_only:
            raise StoreError("S101", f"there is no database at {path}", "import some records into it first")
        opening.create(path, bench or Alone())
    opener = bench or Alone(read_only=read_only, contained=contained)
    try:
        connection = opening.connect(path, opener, wait=wait, waiting=waiting)
    except DamagedLog:
        opening.mend(path, locked=locked)
        connection = opening.connect(path, opener, wait=wait, waiting=waiting)
    try:
        stored = opening.stored_version(connection, path)
        old = stored < opening.schema_version()
        if old and not read_only:
            if stored:
                # The copy cannot be made while the file is open: closing its source gives up our lock on it.
                opener.close(connection)
                opening.back_up(path, stored, wait)
                connection = opening.connect(path, opener, wait=wait, waiting=waiting)
            opening.migrate(connection, path)
        connection.execute("SET GLOBAL TimeZone = 'UTC'")
        if contained:
            connection.execute("SET lock_configuration = true")
    except duckdb.Error as error:
        opener.close(connection)
        raise opening.cannot_open(path, str(error)) from error
    except BaseException:
        opener.close(connection)
        raise
    if old and read_only:
        opener.close(connection)
        raise _too_old(path, stored)
    return Catalogue(path, connection, opener)


def _too_old(path: Path, stored: int) -> StoreError:
    what = f"has tables of version {stored}, version {schema_version()} is needed"
    todo = "run an import or `wcreplay recheck --write` on it: either makes a copy and brings it up to date"
    return StoreError("S106", f"{path} {what if stored else 'has no tables yet'}", todo)


class Snapshot:
    """A private, read-only copy of a database file that follows the file.

    The file itself is open only while it is copied, so other programs can import into it. Every
    generation of the copy has a file name of its own, because a process does not notice that a file it
    has open was replaced. A cursor stays on the generation it was taken from. While another program
    writes to the file, the last generation is served. A copy loses its name as soon as it is open, so
    nothing is left of it however the process ends; where the system does not allow that, it is removed
    on :meth:`close` and at the normal end of the process. Keep no :class:`Catalogue` of the same file
    open beside a snapshot: the system gives up a process's locks on a file whenever the process closes
    it once.

    Raises:
        StoreError: from the constructor, as :func:`open_database` does; later failures keep the last
            generation and are told by :attr:`stale_reason`.
    """

    def __init__(self, path: str | Path, *, wait: float = 5.0, follow: bool = True) -> None:
        """Copy the file; ``wait`` is how many seconds to wait for a program that is writing to it.

        Unless it is to ``follow`` the file, the first copy stays.
        """
        self.path = Path(path)
        self._follows = follow
        self.stale_reason = ""
        self._next_check = 0.0
        self._folders: list[Path] = []
        self._finalizer = weakref.finalize(self, _remove, self._folders)
        self._copier = ThreadPoolExecutor(1, "snapshot")
        self._starting = threading.Lock()
        self._copying = threading.Lock()
        self._job: Future[None] | None = None
        # Generation, connection, and what the file looked like: changed together.
        connection, seen, _ = self._copy(wait)
        self._served = (1, connection, seen)

    @property
    def generation(self) -> int:
        """Number of the copy that is served, from 1."""
        return self._served[0]

    def cursor(self) -> Connection:
        """Return a new cursor on the newest generation: close it after use, use it in one thread only."""
        if self._follows:
            self.refresh()
        return self._served[1].cursor()

    def refresh(self) -> int:
        """Take a new copy if the file has changed; return the generation served then.

        The copy is made in a thread: who asks waits for it, but not longer than a page may take.
        """
        if time.monotonic() < self._next_check or opening.signature(self.path) == self._served[2]:
            return self.generation
        with self._starting:
            if self._job is not None and not self._job.done():
                return self.generation
            self._job = job = self._copier.submit(self._follow)
        # Where the last try failed, the next one will rather fail, too.
        wait_for([job], _HURRY_SECONDS if self.stale_reason else _PATIENCE_SECONDS)
        return self.generation

    def close(self) -> None:
        """Close the copy and remove it; its cursors end with it."""
        self._copier.shutdown()
        self._served[1].close()
        self._finalizer()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def resting(self) -> Iterator[None]:
        """Take no copy meanwhile, so that this very process can write to the file; the last one is served."""
        with self._copying:
            yield

    def _follow(self) -> None:
        rest = _RECHECK_SECONDS
        try:
            connection, seen, seconds = self._copy(_WAIT_SECONDS)
            self._served = (self.generation + 1, connection, seen)
            self.stale_reason = ""
            rest = min(max(rest, 4 * seconds), _REST_SECONDS)
        except (StoreError, duckdb.Error, OSError) as error:
            self.stale_reason = str(error)
        self._next_check = time.monotonic() + rest

    def _copy(self, wait: float) -> tuple[Connection, opening.Signature, float]:
        """Copy the file under a read-only connection, which keeps writers out, and open the copy.

        The number returned is how many seconds writers were kept out.
        """
        folder = Path(tempfile.mkdtemp(prefix="wcreplay-"))
        self._folders.append(folder)
        target = folder / "games.duckdb"
        try:
            with self._copying, open_database(self.path, read_only=True, wait=wait):
                started = time.monotonic()
                seen = opening.copy_files(self.path, target)
                seconds = time.monotonic() - started
            connection = open_database(target, read_only=True, contained=True)._connection
        finally:
            # DuckDB reads on from the file it has open; what cannot be removed yet is tried again later.
            _remove(self._folders)
        return connection, seen, seconds


def _remove(folders: list[Path]) -> None:
    """Remove folders; those that cannot be removed now stay in the list."""
    for folder in tuple(folders):
        shutil.rmtree(folder, ignore_errors=True)
        if not folder.exists():
            folders.remove(folder)
