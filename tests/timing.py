"""Processor time for tests that compare how it grows; nothing here says how fast anything must be."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable


def processor_seconds(call: Callable[[], object], repeats: int = 5) -> float:
    """Return the processor time of a call, best of some: other processes and the collector do not count."""
    best = float("inf")
    gc.collect()
    gc.disable()
    try:
        for _ in range(repeats):
            start = time.process_time()
            call()
            best = min(best, time.process_time() - start)
    finally:
        gc.enable()
    return best
