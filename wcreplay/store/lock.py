"""One import at a time: a lock file beside the database, which names the process that holds it.

The lock orders imports and lets readers know of one; what is in the database is protected by DuckDB's own
lock. It is the system's lock on the file that counts, not that there is a file: one that a killed process
left behind stops nobody, and the next import removes it.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from .errors import StoreError

_RETRY_SECONDS: Final = 0.1

Waiting = Callable[[str], object]
"""Is told once, in one line, for whom the program waits."""


def lock_path(db: str | Path) -> Path:
    """Return the lock file of a database; links to one database share it."""
    real = Path(os.path.realpath(db))
    return real.with_name(f"{real.name}.lock")


@contextmanager
def writing(db: str | Path, *, wait: float = 0.0, waiting: Waiting | None = None) -> Iterator[None]:
    """Hold the lock of a database; nobody else does meanwhile, in this process or another.

    ``wait`` is the number of seconds to wait for one who holds it.

    Raises:
        StoreError: S112 if it is not given up in time, S107 if there can be no lock file.
    """
    path = lock_path(db)
    handle = _acquire(path, wait, waiting)
    try:
        yield
    finally:
        # First the name, then the lock: who waits for this very file will see that it has gone.
        path.unlink(missing_ok=True)
        os.close(handle)


def writer(db: str | Path) -> int:
    """Return the process that holds the lock of a database, -1 if it cannot be told which; 0: nobody."""
    try:
        handle = os.open(lock_path(db), os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except (OSError, ValueError):
        return 0
    try:
        return 0 if _locked(handle, fcntl.LOCK_SH) else _named(handle) or -1
    finally:
        os.close(handle)


def _acquire(path: Path, wait: float, waiting: Waiting | None) -> int:
    deadline = time.monotonic() + wait
    while True:
        try:
            handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o666)
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) else error
            raise StoreError("S107", f"cannot make {path}: {why}", "check the path and its rights") from error
        try:
            if _locked(handle, fcntl.LOCK_EX) and _is(handle, path):
                os.ftruncate(handle, 0)
                os.pwrite(handle, f"{os.getpid()}\n".encode(), 0)
                return handle
            holder = _named(handle)
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)
        who = f"another import (process {holder})" if holder else "another import"
        database = path.with_suffix("")
        if time.monotonic() >= deadline:
            what = f"{who} is writing to {database}" + (f" after {wait:g} seconds, still" if wait else "")
            raise StoreError("S112", what, "wait until it is done, or allow more time with --lock-timeout")
        if waiting is not None:
            waiting(f"waiting for {who}, which is writing to {database}")
            waiting = None
        time.sleep(_RETRY_SECONDS)


def _locked(handle: int, kind: int) -> bool:
    with suppress(BlockingIOError):
        fcntl.flock(handle, kind | fcntl.LOCK_NB)
        return True
    return False


def _is(handle: int, path: Path) -> bool:
    """Whether the open file still has that name."""
    with suppress(OSError):
        return os.path.samestat(os.fstat(handle), path.stat(follow_symlinks=False))
    return False


def _named(handle: int) -> int:
    """Return the process that the lock file names; 0: none yet."""
    text = os.pread(handle, 32, 0).strip()
    return int(text) if text.isdigit() else 0
