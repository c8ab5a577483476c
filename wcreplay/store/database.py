"""Opening the database file: create, check, bring to the current version, and take snapshots to serve."""

from __future__ import annotations

import re
import shutil
import stat
import tempfile
import threading
import time
import weakref
from functools import lru_cache
from pathlib import Path
from typing import Final, Protocol, Self

import duckdb

from wcreplay import __version__
from wcreplay.notation.quote import escape

from .errors import StoreError

_SCHEMA_DIR: Final = Path(__file__).resolve().parent / "schema"

_CONFIG: Final[dict[str, str | bool | int | float | list[str]]] = {
    "python_enable_replacements": False,
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
}
_CONTAINED: Final[dict[str, str | bool | int | float | list[str]]] = {
    **_CONFIG,
    "enable_external_access": False,
    "temp_directory": "",
    "memory_limit": "1GB",
}
_SPECIAL: Final = re.compile(r":|\w{2,}:")
"""Names that DuckDB takes for something else than a file: ``:memory:``, ``md:games``, ``https://...``."""
_RETRY_SECONDS: Final = 0.1
_RECHECK_SECONDS: Final = 0.25

Connection = duckdb.DuckDBPyConnection


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

    def __init__(self, path: Path, connection: Connection, *, read_only: bool) -> None:
        """Wrap an open connection; see :func:`open_database`."""
        self.path = path
        self.read_only = read_only
        self._connection = connection

    @property
    def generation(self) -> int:
        """Always 1: a catalogue sees every change as it is committed."""
        return 1

    def cursor(self) -> Connection:
        """Return a new cursor (0.4 ms): close it after use, and use it in one thread only."""
        return self._connection.cursor()

    def close(self) -> None:
        """Close the file; its cursors end with it."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def schema_files() -> dict[int, list[Path]]:
    """Return the SQL files that make each version of the tables, by version, in the order to run them."""
    files: dict[int, list[Path]] = {}
    for path in sorted(_SCHEMA_DIR.glob("*.sql")):
        files.setdefault(int(path.name.split("_", 1)[0]), []).append(path)
    return files


@lru_cache(maxsize=1)
def schema_version() -> int:
    """Return the version of the tables this package writes."""
    return max(schema_files())


def open_database(
    path: str | Path, *, read_only: bool = False, contained: bool = False, wait: float = 0.0
) -> Catalogue:
    """Open a database file, for writing unless ``read_only``; a missing file is made then.

    ``contained`` (read-only) cuts the connection off from all other files and locks its settings, for
    queries that users write. ``wait`` is the number of seconds to try again while another process has
    the file open. An older file is brought to the current version when it is opened for writing.

    Raises:
        StoreError: S101 to S108 (:data:`wcreplay.store.errors.CODES`).
    """
    path = Path(path)
    if not _ordinary(path) and read_only:
        raise StoreError("S101", f"there is no database at {path}", "import some records into it first")
    connection = _connect(path, read_only=read_only, contained=contained, wait=wait)
    try:
        _check_version(connection, path, read_only=read_only)
        connection.execute("SET GLOBAL TimeZone = 'UTC'")
        if contained:
            connection.execute("SET lock_configuration = true")
    except BaseException:
        connection.close()
        raise
    return Catalogue(path, connection, read_only=read_only)


def _ordinary(path: Path) -> bool:
    """Return whether there is a file at the path; refuse what is no ordinary file (S107)."""
    shown = escape(str(path))
    todo = "name an ordinary file, such as games.duckdb"
    try:
        str(path.absolute()).encode()
    except UnicodeEncodeError as error:
        raise StoreError("S107", f"the name {shown} is not valid Unicode", todo) from error
    if _SPECIAL.match(str(path)) or "\0" in str(path):
        raise StoreError("S107", f"{shown} is not the name of a file", todo)
    try:
        mode = path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        raise StoreError("S107", f"cannot open {shown}: {error.strerror}", todo) from error
    if not stat.S_ISREG(mode):
        raise StoreError("S107", f"{shown} is not a file but a folder, a pipe or a device", todo)
    return True


def _connect(path: Path, *, read_only: bool, contained: bool, wait: float) -> Connection:
    deadline = time.monotonic() + wait
    config = _CONTAINED if contained else _CONFIG
    while True:
        try:
            # The whole path: DuckDB sees a special name in none that begins with a folder.
            return duckdb.connect(path.absolute(), read_only=read_only, config=config)
        except duckdb.Error as error:
            failure = _cannot_open(path, str(error))
        if failure.code != "S102" or time.monotonic() >= deadline:
            raise failure
        time.sleep(_RETRY_SECONDS)


def _cannot_open(path: Path, message: str) -> StoreError:
    """Translate DuckDB's message about a file it cannot open."""
    if "not a valid DuckDB database file" in message or message.startswith("IO Error: Extension "):
        return StoreError(
            "S103", f"{path} is not a DuckDB file", "name another file; this one was left alone"
        )
    if holder := re.search(r"\(PID (\d+)\)", message):
        return StoreError(
            "S102",
            f"{path} is open in another program (PID {holder[1]})",
            "close that program, or wait until it is done, and try again",
        )
    if "Could not set lock" in message:
        return StoreError("S102", f"{path} is open in another program", "close that program and try again")
    if "different configuration" in message:
        return StoreError(
            "S102", f"{path} is already open in this program in another mode", "close it there first"
        )
    if "Corrupt database file" in message:
        return StoreError(
            "S107",
            f"{path} is damaged (its checksum is wrong)",
            "restore it from a copy, or import the records into a new file",
        )
    if "Serialization Error" in message or "storage version" in message.lower():
        return StoreError(
            "S108", f"{path} was written by another version of DuckDB", "update DuckDB and try again"
        )
    return StoreError("S107", f"cannot open {path}: {first_line(message)}", "check the path and its rights")


def first_line(message: str) -> str:
    """Return the first line of one of DuckDB's messages, without its class in front."""
    line = message.strip().split("\n", 1)[0].strip()
    return re.sub(r"^[A-Z][A-Za-z ]* Error: ", "", line)


def _check_version(connection: Connection, path: Path, *, read_only: bool) -> None:
    """Bring the tables to the current version, or say why that cannot be done."""
    tables = {
        name
        for (name,) in connection.execute(
            "SELECT table_name FROM duckdb_tables() WHERE database_name = current_database() AND NOT internal"
        ).fetchall()
    }
    stored = 0
    if "schema_version" in tables and "game" in tables:
        row = connection.execute("SELECT max(version) FROM schema_version").fetchone()
        stored = int(row[0]) if row and row[0] is not None else 0
    elif tables:
        raise StoreError(
            "S104",
            f"{path} is a database of another program (it has tables, but not those of wcreplay)",
            "name another file; this one was left alone",
        )
    current = schema_version()
    if stored > current:
        raise StoreError(
            "S105",
            f"{path} has tables of version {stored}, this wcreplay knows versions up to {current}",
            "update wcreplay",
        )
    if stored == current:
        return
    if read_only:
        what = (
            f"has tables of version {stored}, version {current} is needed" if stored else "has no tables yet"
        )
        raise StoreError("S106", f"{path} {what}", "run an import into it once")
    migrate(connection, stored)


def migrate(connection: Connection, stored: int) -> None:
    """Run the SQL files of all versions above ``stored`` in one transaction (0: an empty file)."""
    connection.execute("BEGIN TRANSACTION")
    try:
        for version, files in sorted(schema_files().items()):
            if version <= stored:
                continue
            for file in files:
                connection.execute(file.read_text(encoding="utf-8"))
            connection.execute(
                "INSERT INTO schema_version VALUES (?, current_timestamp AT TIME ZONE 'UTC', ?)",
                [version, __version__],
            )
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


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

    def __init__(self, path: str | Path, *, wait: float = 5.0) -> None:
        """Copy the file; ``wait`` is how many seconds to wait for a program that is writing to it."""
        self.path = Path(path)
        self.generation = 0
        self.stale_reason = ""
        self._lock = threading.Lock()
        self._next_check = 0.0
        self._seen: tuple[tuple[int, int, int], ...] = ()
        self._folders: list[Path] = []
        self._finalizer = weakref.finalize(self, _remove, self._folders)
        self._current = self._copy(wait)

    def cursor(self) -> Connection:
        """Return a new cursor on the newest generation: close it after use, use it in one thread only."""
        self.refresh()
        return self._current.cursor()

    def refresh(self) -> int:
        """Take a new copy if the file has changed and can be read; return the generation now served."""
        now = time.monotonic()
        if now < self._next_check or self._signature() == self._seen:
            return self.generation
        if not self._lock.acquire(blocking=False):
            return self.generation
        try:
            self._current = self._copy(0.0)
            self.stale_reason = ""
        except StoreError as error:
            self.stale_reason = str(error)
            self._next_check = now + _RECHECK_SECONDS
        finally:
            self._lock.release()
        return self.generation

    def close(self) -> None:
        """Close the copy and remove it; its cursors end with it."""
        self._current.close()
        self._finalizer()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _signature(self) -> tuple[tuple[int, int, int], ...]:
        """Return what tells one state of the file and its log from another."""
        found = []
        for path in (self.path, Path(f"{self.path}.wal")):
            try:
                stat = path.stat()
            except OSError:
                continue
            found.append((stat.st_ino, stat.st_mtime_ns, stat.st_size))
        return tuple(found)

    def _copy(self, wait: float) -> Connection:
        """Copy the file under a read-only connection, which keeps writers out, and open the copy."""
        folder = Path(tempfile.mkdtemp(prefix="wcreplay-"))
        self._folders.append(folder)
        target = folder / "games.duckdb"
        try:
            seen = self._copy_files(target, wait)
            connection = open_database(target, read_only=True, contained=True)._connection
        finally:
            # DuckDB reads on from the file it has open; what cannot be removed yet is tried again later.
            _remove(self._folders)
        self.generation += 1
        self._seen = seen
        return connection

    def _copy_files(self, target: Path, wait: float) -> tuple[tuple[int, int, int], ...]:
        """Copy the file and its log, and return the signature of what was copied."""
        with open_database(self.path, read_only=True, wait=wait):
            seen = self._signature()
            # The log first: closing a copy's source gives up this process's lock on that file.
            log = Path(f"{self.path}.wal")
            try:
                if log.exists():
                    shutil.copyfile(log, f"{target}.wal")
                shutil.copyfile(self.path, target)
            except OSError as error:
                raise StoreError(
                    "S109",
                    f"cannot copy {self.path}: {error.strerror}",
                    "free some space for temporary files",
                ) from error
        return seen


def _remove(folders: list[Path]) -> None:
    """Remove folders; those that cannot be removed now stay in the list."""
    for folder in tuple(folders):
        shutil.rmtree(folder, ignore_errors=True)
        if not folder.exists():
            folders.remove(folder)
