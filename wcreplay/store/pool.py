"""Judging records in worker processes, a few chunks ahead of whoever uses the outcomes.

A document that an importer reads goes to a worker as it is, and is converted there.
"""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import chain, islice, takewhile
from typing import Any, Final, TypeVar

from wcreplay.importers.intake import converted
from wcreplay.importers.model import Pending
from wcreplay.notation.model import RawRecord

from .errors import StoreError
from .judge import Judged, Outcome, Setting, from_bytes, judge, start_worker, work

_CHUNK_RECORDS: Final = 64
_CHUNK_SIZE: Final = 1 << 20
"""Characters of records, bytes of documents. A chunk is smaller without its last record or document, which is
48 MiB at most (:data:`wcreplay.importers.sources.LIMIT`)."""
_DOCUMENT: Final = 16
"""A document takes about as long as so many records."""
_AHEAD: Final = 4
"""Chunks per process on their way, so that the processes have work while a transaction is written."""
_AHEAD_SIZE: Final = 16 << 20
"""Most bytes per process on their way, if they are more than one chunk."""
_ALONE: Final = "[Replaces"

_Item = TypeVar("_Item", bound=RawRecord | Pending)


def judged(
    items: Iterable[RawRecord | Pending], setting: Setting, jobs: int
) -> Generator[Judged, None, None]:
    """Yield the judged chunks in the order of the items; a single chunk needs no other process.

    A record that replaces another game is a chunk of its own.

    Raises:
        StoreError: S303 if a worker process died.
    """
    if jobs > 1:
        chunks = _chunks(items)
        first = list(islice(chunks, 2))
        if len(first) > 1:
            beginning = (first.pop(0) for _ in range(2))  # lets go of them: they may be large
            yield from _pooled(chain(beginning, chunks), setting, jobs)
            return
        items = chain.from_iterable(first)
    for chunk in _chunks(converted(items)):
        yield judge(chunk, setting)


def _chunks(items: Iterable[_Item]) -> Iterator[list[_Item]]:
    """Yield lists of records and documents, small enough to keep all workers busy."""
    chunk: list[_Item] = []
    weight = size = 0
    for item in items:
        alone = isinstance(item, RawRecord) and _ALONE in item.text
        if alone and chunk:
            yield chunk
            chunk, weight, size = [], 0, 0
        chunk.append(item)
        weight += _DOCUMENT if isinstance(item, Pending) else 1
        size += _size(item)
        if alone or weight >= _CHUNK_RECORDS or size >= _CHUNK_SIZE:
            yield chunk
            chunk, weight, size = [], 0, 0
    if chunk:
        yield chunk


def _size(item: RawRecord | Pending) -> int:
    return len(item.document.data) if isinstance(item, Pending) else len(item.text)


_Work = list[tuple[list[Outcome], dict[str, list[bytes]]]]


def _pooled(chunks: Iterable[list[RawRecord | Pending]], setting: Setting, jobs: int) -> Iterator[Judged]:
    """Judge chunks in ``jobs`` processes, a few ahead of the writer."""
    # Never plain fork: DuckDB's threads run in this process.
    methods = multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
    ended = context.RawValue("b", 0)
    pool = ProcessPoolExecutor(jobs, context, _start, (setting, ended))
    waiting: deque[tuple[Future[_Work], int]] = deque()
    ahead = 0
    try:
        for chunk in chunks:
            size = sum(map(_size, chunk))
            while waiting and (len(waiting) >= _AHEAD * jobs or ahead + size > _AHEAD_SIZE * jobs):
                future, done = waiting.popleft()
                ahead -= done
                yield from _received(future)
            waiting.append((pool.submit(_work, chunk), size))
            ahead += size
        while waiting:
            yield from _received(waiting.popleft()[0])
    except BrokenProcessPool as error:
        raise StoreError(
            "S303",
            "a worker process ended before its work was done (was memory short?)",
            "the games stored before this are kept; run the import again with fewer jobs",
        ) from error
    finally:
        ended.value = 1
        pool.shutdown(wait=True, cancel_futures=True)


_ended: Any
"""Is set once nobody wants the outcomes any more; one document can be work for a minute."""


def _start(setting: Setting, ended: Any) -> None:
    """Prepare a worker process."""
    global _ended  # noqa: PLW0603 - a worker process serves exactly one import
    _ended = ended
    start_worker(setting)


def _work(items: list[RawRecord | Pending]) -> _Work:
    """Convert and judge in a worker process; a document with many tables comes back in several parts."""
    wanted = takewhile(lambda _: not _ended.value, converted(items))
    return [work(chunk) for chunk in _chunks(wanted)]


def _received(future: Future[_Work]) -> Iterator[Judged]:
    for outcomes, rows in future.result():
        yield Judged(outcomes, {name: [from_bytes(data) for data in parts] for name, parts in rows.items()})
