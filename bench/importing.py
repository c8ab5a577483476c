"""``python -m bench.importing RECORDS DB JOBS``: import a file and print the seconds it took, as JSON.

A process of its own: each worker process loads the main module again, so this one loads next to nothing.
"""

from __future__ import annotations

import json
import sys
import time


def main() -> None:
    """Import into a new database."""
    from wcreplay.store.loader import import_records

    records, db, jobs = sys.argv[1:]
    start = time.perf_counter()
    summary = import_records(db, [records], jobs=int(jobs))
    seconds = time.perf_counter() - start
    assert summary.clean, summary
    print(json.dumps({"seconds": seconds}))


if __name__ == "__main__":
    main()
