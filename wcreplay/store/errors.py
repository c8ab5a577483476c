"""The one kind of error the store raises. Importing this loads no database."""

from __future__ import annotations

from typing import Final

CODES: Final = {
    "S101": "There is no database file at that path.",
    "S102": "The database file is open in another program, or in this one in another mode.",
    "S103": "The file is not a DuckDB database.",
    "S104": "The database belongs to another program: it has tables, but not those of wcreplay.",
    "S105": "The tables of the database are newer than this wcreplay knows.",
    "S106": "The tables of the database are older than needed, and it may only be read.",
    "S107": "The database file cannot be opened.",
    "S108": "The database file was written by a newer DuckDB.",
    "S109": "The database file cannot be copied to serve it.",
    "S110": "The database could not be written.",
    "S201": "Not exactly one SQL statement.",
    "S202": "The SQL statement is not a query.",
    "S203": "DuckDB refused the query.",
    "S204": "The query took longer than allowed and was stopped.",
    "S205": "A row of the query, or all of them together, are larger than allowed.",
    "S301": "A value of the game does not fit the tables.",
    "S302": "The program failed on a record; this is a fault of wcreplay.",
    "S303": "A worker process ended before its work was done.",
}
"""What each code of the store means. S1xx: the file; S2xx: queries; S3xx: importing."""


class StoreError(Exception):
    """Something outside the program stands in the way; the text is one line for the user.

    ``code`` is one of :data:`CODES`, ``what`` says what is wrong and ``todo`` what to do about it.
    """

    def __init__(self, code: str, what: str, todo: str) -> None:
        """Keep the three parts; the exception's text joins ``what`` and ``todo``."""
        super().__init__(code, what, todo)
        self.code = code
        self.what = what
        self.todo = todo

    def __str__(self) -> str:
        """Return one line: what is wrong, and what to do."""
        return f"{self.what}; {self.todo}"
