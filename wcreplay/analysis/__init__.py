"""Analysis: pure functions and queries over the tables. Nothing here opens a database or draws.

A query is a ``.sql`` file beside the modules; who runs it brings the cursor.
"""

from functools import cache
from pathlib import Path


@cache
def query(name: str) -> str:
    """Return the text of one of the queries of this folder.

    Raises:
        FileNotFoundError: if there is no such query.
    """
    return (Path(__file__).parent / f"{name}.sql").read_text(encoding="utf-8")
