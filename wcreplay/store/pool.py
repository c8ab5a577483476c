"""Judging records in worker processes, a few chunks ahead of whoever uses the outcomes."""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import chain
from typing import Final

from wcreplay.notation.model import RawRecord

from .errors import StoreError
from .judge import Judged, Outcome, Setting, from_bytes, judge, start_worker, work

_CHUNK_RECORDS: Final = 32
_CHUNK_CHARACTERS: Final = 1 << 20
_AHEAD: Final = 8
"""Chunks per process on their way, so that the processes have work while a transaction is written."""
_ALONE: Final = "[Replaces"


def judged(records: Iterable[RawRecord], setting: Setting, jobs: int) -> Generator[Judged, None, None]:
    """Yield the judged chunks in the order of the records; a single chunk needs no other process.

    A record that replaces another game is a chunk of its own.

    Raises:
        StoreError: S303 if a worker process died.
    """
    chunks = _chunks(records)
    first = next(chunks, None)
    if first is None:
        return
    second = next(chunks, None) if jobs > 1 else None
    if second is None:
        yield judge(first, setting)
        for chunk in chunks:
            yield judge(chunk, setting)
        return
    yield from _pooled(chain((first, second), chunks), setting, jobs)


def _chunks(records: Iterable[RawRecord]) -> Iterator[list[RawRecord]]:
    """Yield lists of records, small enough to keep all workers busy."""
    chunk: list[RawRecord] = []
    size = 0
    for raw in records:
        alone = _ALONE in raw.text
        if alone and chunk:
            yield chunk
            chunk, size = [], 0
        chunk.append(raw)
        size += len(raw.text)
        if alone or len(chunk) >= _CHUNK_RECORDS or size >= _CHUNK_CHARACTERS:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk


_Work = tuple[list[Outcome], dict[str, list[bytes]]]


def _pooled(chunks: Iterable[list[RawRecord]], setting: Setting, jobs: int) -> Iterator[Judged]:
    """Judge chunks in ``jobs`` processes, a few ahead of the writer."""
    # Never plain fork: DuckDB's threads run in this process.
    methods = multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
    pool = ProcessPoolExecutor(jobs, context, start_worker, (setting,))
    waiting: deque[Future[_Work]] = deque()
    try:
        for chunk in chunks:
            waiting.append(pool.submit(work, chunk))
            if len(waiting) > _AHEAD * jobs:
                yield _received(waiting.popleft())
        while waiting:
            yield _received(waiting.popleft())
    except BrokenProcessPool as error:
        raise StoreError(
            "S303",
            "a worker process ended before its work was done (was memory short?)",
            "the games stored before this are kept; run the import again with fewer jobs",
        ) from error
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _received(future: Future[_Work]) -> Judged:
    outcomes, rows = future.result()
    return Judged(outcomes, {name: [from_bytes(data) for data in parts] for name, parts in rows.items()})
