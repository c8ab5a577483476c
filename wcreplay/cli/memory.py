"""A limit on the memory of this process, for queries that users write.

DuckDB's own limit does not count the strings and lists that a function makes, so one call of ``range`` could
take all memory there is. The system's limit on the address space does: DuckDB then refuses the query.
"""

from __future__ import annotations

import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

MOST: Final = 2 << 30
"""Bytes a query may take beyond what the process has: DuckDB's own limit, and the result in Python."""
_PER_PROCESSOR: Final = 80 << 20
"""Addresses that each of DuckDB's threads reserves without using them: its stack and its heap."""


@contextmanager
def memory_bounded(most: int = MOST) -> Iterator[None]:
    """Let this process take at most so many bytes more than it has; does nothing where the system cannot."""
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    taken = _taken()
    limit = taken + most + _PER_PROCESSOR * (os.cpu_count() or 1)
    if not taken or (soft != resource.RLIM_INFINITY and soft < limit):
        yield
        return
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
    try:
        yield
    finally:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def _taken() -> int:
    """Return the address space of this process in bytes, 0 where the system does not tell."""
    try:
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[0]
    except (OSError, IndexError):
        return 0
    return int(pages) * resource.getpagesize()
