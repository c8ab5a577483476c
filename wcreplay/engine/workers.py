"""Worker processes that never outlive the process that started them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading


def prepare_worker() -> None:
    """Make this process a good worker; call it first in each.

    An interrupt from the keyboard reaches all processes of a terminal, and only the first one answers it.
    When that one ends, however it does, the worker ends too.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
