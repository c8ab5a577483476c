"""wcreplay: notation, rules engine, tables and dashboards for recorded board games.

    >>> import wcreplay
    >>> with wcreplay.open("games.duckdb") as db:
    ...     print(db.query("FROM final_scores").rows)

Names are loaded when they are used: importing the package alone costs nothing.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as typing has it, without loading that
if TYPE_CHECKING:
    from wcreplay.api import Database, NoSuchGame, ReadRecord, StoredGame, StoredSeat, changes, read, replay
    from wcreplay.api import open_games as open  # noqa: A004 - as in wcreplay.open(...)

__version__ = "0.1.0"

__all__ = [
    "Database",
    "NoSuchGame",
    "ReadRecord",
    "StoredGame",
    "StoredSeat",
    "changes",
    "open",
    "read",
    "replay",
]


if not TYPE_CHECKING:  # else any name would seem to be there

    def __getattr__(name: str) -> object:
        """Load a name of the interface for programs when it is asked for."""
        if name not in __all__:
            raise AttributeError(f"module 'wcreplay' has no attribute {name!r}")
        from wcreplay import api

        return getattr(api, "open_games" if name == "open" else name)


def __dir__() -> list[str]:
    """Return the names of the package, those not loaded yet too."""
    return sorted({*globals(), *__all__})
