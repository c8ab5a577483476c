"""Looking for contradictions in the tables: each file in ``checks/`` selects the rows that must not be."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Any, Final

import msgspec

from .database import Catalogue, Snapshot, open_database

_CHECKS_DIR: Final = Path(__file__).resolve().parent / "checks"
_SHOWN: Final = 5


class CheckFailure(msgspec.Struct, frozen=True):
    """A check that found bad rows: what must hold, how many rows break it, and the first few of them."""

    check: str
    rule: str
    count: int
    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]


def check_names() -> list[str]:
    """Return the names of all checks, sorted."""
    return sorted(path.stem for path in _CHECKS_DIR.glob("*.sql"))


def run_checks(db: str | Path | Catalogue | Snapshot) -> list[CheckFailure]:
    """Run every check; an empty list means that the tables do not contradict each other.

    Raises:
        StoreError: if the database cannot be opened.
    """
    opened = open_database(db, read_only=True, wait=2.0) if isinstance(db, str | Path) else nullcontext(db)
    failures = []
    with opened as source:
        cursor = source.cursor()
        for name in check_names():
            text = (_CHECKS_DIR / f"{name}.sql").read_text(encoding="utf-8")
            rule, _, sql = text.partition("\n")
            rows = cursor.execute(sql).fetchall()
            if rows:
                columns = tuple(str(column[0]) for column in cursor.description or [])
                failures.append(CheckFailure(name, rule.lstrip("- "), len(rows), columns, rows[:_SHOWN]))
        cursor.close()
    return failures
