"""How a database file is opened: refused in one line, made, brought to the current version, mended."""

from __future__ import annotations

import logging
import os
import re
import shutil
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from functools import lru_cache
from pathlib import Path
from typing import Final, Protocol

import duckdb

from wcreplay import __version__
from wcreplay.notation.quote import escape

from .errors import StoreError
from .lock import Waiting, writing

Connection = duckdb.DuckDBPyConnection

_SCHEMA_DIR: Final = Path(__file__).resolve().parent / "schema"
_Config = dict[str, str | bool | int | float | list[str]]
_CONFIG: Final[_Config] = {
    "python_enable_replacements": False,
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
}
_CONTAINED: Final[_Config] = {
    **_CONFIG,
    "enable_external_access": False,
    "temp_directory": "",
    "memory_limit": "1GB",
}
_SPECIAL: Final = re.compile(r":|\w{2,}:")
"""Names that DuckDB takes for something else than a file: ``:memory:``, ``md:games``, ``https://...``."""
_DAMAGED_LOG: Final = re.compile(r"replaying WAL.*Corrupt WAL file: entry at byte position (\d+)", re.DOTALL)
_RIGHTS: Final = "check the path, its rights, and the room on the disk"
_KEPT: Final = "they are as they were; make room on the disk, or import the records into a new file"
_logger: Final = logging.getLogger(__name__)
_RETRY_SECONDS: Final = (0.01, 0.05)
"""Between two tries: while the wait is young, and later. An import leaves the file alone for longer."""
_YOUNG_SECONDS: Final = 2.0


class DamagedLog(StoreError):
    """The log of a database is garbled; what stands before byte ``position`` is whole."""

    def __init__(self, path: Path, position: int) -> None:
        """Say which database it is."""
        super().__init__(
            "S111",
            f"the log of {path} is damaged: the computer stopped while it was written",
            "restore both from a copy, or import the records into a new file",
        )
        self.position = position


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


def is_file(path: Path) -> bool:
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


class Opener(Protocol):
    """A way to open a DuckDB file."""

    def open(self, path: Path) -> Connection:
        """Open the file; raises ``duckdb.Error``."""

    def cursor(self, connection: Connection) -> Connection:
        """Return a new cursor on the file that is open."""

    def close(self, connection: Connection) -> None:
        """Close the file."""


class Alone:
    """Opens a file on its own."""

    def __init__(self, *, read_only: bool = False, contained: bool = False) -> None:
        """Open for writing or not; ``contained`` is cut off from all other files."""
        self._read_only = read_only
        self._config = _CONTAINED if contained else _CONFIG

    def open(self, path: Path) -> Connection:
        """Open the file; raises ``duckdb.Error``."""
        # The whole path: DuckDB sees a special name in none that begins with a folder.
        return duckdb.connect(path.absolute(), read_only=self._read_only, config=self._config)

    def cursor(self, connection: Connection) -> Connection:
        """Return a new cursor on the file that is open."""
        return connection.cursor()

    def close(self, connection: Connection) -> None:
        """Close the file."""
        connection.close()


class Bench:
    """Opens one file after the other, for writing, attached to an empty database in memory.

    A fifth of the work of opening each on its own.
    """

    def __init__(self, memory: str, aside: Path) -> None:
        """Set how much memory may be used, such as ``320MB``; the rest goes to the folder ``aside``."""
        config: _Config = {**_CONFIG, "memory_limit": memory, "temp_directory": str(aside.absolute())}
        self._connection = duckdb.connect(":memory:", config=config)

    def open(self, path: Path) -> Connection:
        """Open the file; raises ``duckdb.Error``."""
        connection = self._connection.cursor()
        name = str(path.absolute()).replace("'", "''")
        try:
            connection.execute(f"ATTACH '{name}' AS {_ATTACHED} (TYPE duckdb)")
        except BaseException:
            connection.close()
            raise
        connection.execute(f"USE {_ATTACHED}")
        return connection

    def cursor(self, connection: Connection) -> Connection:
        """Return a new cursor on the file that is open."""
        cursor = connection.cursor()
        cursor.execute(f"USE {_ATTACHED}")
        return cursor

    def close(self, connection: Connection) -> None:
        """Close the file."""
        try:
            connection.execute("USE memory")
            connection.execute(f"DETACH {_ATTACHED}")
        finally:
            connection.close()


_ATTACHED: Final = "games"


def connect(path: Path, opener: Opener, *, wait: float = 0.0, waiting: Waiting | None = None) -> Connection:
    """Open a DuckDB file, trying again for ``wait`` seconds while another process has it open.

    Raises:
        StoreError: S102, S103, S107, S108, S111.
    """
    start = time.monotonic()
    while True:
        try:
            return opener.open(path)
        except duckdb.Error as error:
            failure = cannot_open(path, str(error))
        waited = time.monotonic() - start
        if failure.code != "S102" or waited >= wait:
            raise failure
        if waiting is not None and waited > _YOUNG_SECONDS:
            waiting(f"waiting: {failure.what}")
            waiting = None
        time.sleep(_RETRY_SECONDS[waited > _YOUNG_SECONDS])


def cannot_open(path: Path, message: str) -> StoreError:
    """Translate DuckDB's message about a file it cannot open."""
    if damaged := _DAMAGED_LOG.search(message):
        return DamagedLog(path, int(damaged[1]))
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
    if "different configuration" in message or "already attached" in message:
        return StoreError(
            "S102", f"{path} is already open in this program in another mode", "close it there first"
        )
    if damage := is_damaged(path, message):
        return damage
    if "Serialization Error" in message or "storage version" in message.lower():
        return StoreError(
            "S108", f"{path} was written by another version of DuckDB", "update DuckDB and try again"
        )
    return StoreError("S107", f"cannot open {path}: {first_line(message)}", _RIGHTS)


def is_damaged(path: Path, message: str) -> StoreError | None:
    """Translate DuckDB's message about a file that is cut off or overwritten; None for other messages."""
    for sign, what in (
        ("Corrupt database file", "its checksum is wrong"),
        ("Could not read enough bytes", "it is cut off"),
    ):
        if sign in message:
            todo = "restore it from a copy, or import the records into a new file"
            return StoreError("S107", f"{path} is damaged ({what})", todo)
    return None


def cannot_write(path: Path, error: duckdb.Error) -> StoreError:
    """Translate DuckDB's message about a file that is open and cannot be written or read."""
    return is_damaged(path, str(error)) or StoreError(
        "S110",
        f"cannot write to {path}: {first_line(str(error))}",
        "what was stored before this is kept; make room if that is short, and run the same command again",
    )


def first_line(message: str) -> str:
    """Return the first line of one of DuckDB's messages, without its class in front."""
    line = message.strip().split("\n", 1)[0].strip()
    return re.sub(r"^[A-Z][A-Za-z ]* Error: ", "", line)


def stored_version(connection: Connection, path: Path) -> int:
    """Return the version of the tables in an open file, 0 if it has none.

    Raises:
        StoreError: S104 for the database of another program, S105 for newer tables.
    """
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
    return stored


def migrate(connection: Connection, path: Path) -> None:
    """Bring the tables to the current version in one transaction.

    Raises:
        StoreError: S113 if that fails; nothing is changed then.
    """
    stored = stored_version(connection, path)
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
        connection.execute("COMMIT")
    except duckdb.Error as error:
        with suppress(duckdb.Error):
            connection.execute("ROLLBACK")
        what = f"the tables of {path} cannot be brought to version {schema_version()}"
        raise StoreError("S113", f"{what}: {first_line(str(error))}", _KEPT) from error


def create(path: Path, opener: Opener) -> None:
    """Make an empty database in one step: under another name first, so that nobody ever sees half of it.

    Does nothing if somebody else was quicker.

    Raises:
        StoreError: S107 if there can be no file of that name.
    """
    new = path.with_name(f"{path.name}.{os.getpid()}.new")
    _remove_leftovers(path)
    try:
        if _log(
            path
        ).exists():  # of a database that somebody has removed: it must not be taken for the new one's
            _log(path).rename(_free(Path(f"{path}.wal.orphan")))
        with _removed(new):
            connection = connect(new, opener)
            try:
                migrate(connection, new)
            finally:
                opener.close(connection)
            _name(new, path)
    except StoreError as error:
        raise StoreError(error.code, error.what.replace(str(new), str(path)), error.todo) from error
    except (duckdb.Error, OSError) as error:
        what = f"cannot make {path}: {first_line(str(error))}"
        raise StoreError("S107", what, _RIGHTS) from error


def _name(new: Path, path: Path) -> None:
    """Give a whole file its name unless that is taken."""
    try:
        path.hardlink_to(new)
    except FileExistsError:
        return
    except OSError:  # a file system without links
        if not path.exists():
            new.rename(path)


@contextmanager
def _removed(path: Path) -> Iterator[None]:
    """Remove a database file and its log in the end."""
    try:
        yield
    finally:
        for name in (path, _log(path)):
            with suppress(OSError):
                name.unlink()


def _remove_leftovers(path: Path) -> None:
    """Remove what processes that were killed left of :func:`create`."""
    pattern = re.compile(re.escape(path.name) + r"\.(\d{1,9})\.new(\.wal)?")
    with suppress(OSError):
        for found in path.parent.iterdir():
            if (match := pattern.fullmatch(found.name)) and not _runs(int(match[1])):
                found.unlink(missing_ok=True)


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


Signature = tuple[tuple[int, int, int], ...]
"""What tells one state of a database file and its log from another."""


def signature(path: Path) -> Signature:
    """Return the signature of a database file; it changes whenever the file does."""
    found = []
    for name in (path, _log(path)):
        with suppress(OSError):
            status = name.stat()
            found.append((status.st_ino, status.st_mtime_ns, status.st_size))
    return tuple(found)


def copy_files(path: Path, target: Path) -> Signature:
    """Copy a database file and its log, and return the signature of what was copied.

    Keep a read-only connection to the file open meanwhile, which keeps writers out.

    Raises:
        StoreError: S109 if there is no room for the copy.
    """
    seen = signature(path)
    # The log first: closing a copy's source gives up this process's lock on that file.
    try:
        if _log(path).exists():
            shutil.copyfile(_log(path), _log(target))
        shutil.copyfile(path, target)
    except OSError as error:
        what = f"cannot copy {path} to {target.parent}: {error.strerror}"
        raise StoreError("S109", what, "make some room there") from error
    return seen


def back_up(path: Path, stored: int, wait: float) -> Path:
    """Copy a database with tables of version ``stored`` beside itself before it is migrated.

    Raises:
        StoreError: S109 if there is no room for the copy, or as :func:`connect`.
    """
    target = _free(Path(f"{path}.v{stored}.backup"))
    new = Path(f"{target}.new")
    connection = connect(path, Alone(read_only=True), wait=wait)
    try:
        copy_files(path, new)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
    finally:
        connection.close()
    if _log(new).exists():
        _log(new).replace(_log(target))
    return new.rename(target)


def mend(path: Path, *, locked: bool) -> None:
    """Cut the log of a database off where it is damaged; the log as it was is kept under another name.

    What is cut off belongs to an import that never ended, unless the disk itself is faulty. ``locked`` says
    that the caller holds the lock of the database.

    Raises:
        StoreError: if the lock cannot be had or the files not be written.
    """
    with nullcontext() if locked else writing(path, wait=_YOUNG_SECONDS):
        try:
            connect(path, Alone(read_only=True)).close()
        except DamagedLog as damaged:
            aside = _free(Path(f"{path}.wal.damaged"))
            whole = Path(f"{path}.wal.new")
            try:
                shutil.copyfile(_log(path), aside)
                with whole.open("wb") as file:
                    file.write(aside.read_bytes()[: damaged.position])
                    file.flush()
                    os.fsync(file.fileno())
                whole.replace(_log(path))
            except OSError as error:
                raise StoreError(
                    "S107", f"cannot mend the log of {path}: {error.strerror}", _RIGHTS
                ) from error
            _logger.warning(
                "the log of %s was damaged; all that is whole is kept, the log as it was is in %s",
                path,
                aside,
            )


def _log(path: Path) -> Path:
    return Path(f"{path}.wal")


def _free(path: Path) -> Path:
    """Return the path, with a number behind it if there is such a file already."""
    number, free = 1, path
    while os.path.lexists(free):
        number += 1
        free = Path(f"{path}-{number}")
    return free
