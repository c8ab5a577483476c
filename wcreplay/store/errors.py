"""The one kind of error the store raises. Importing this loads no database."""

from __future__ import annotations

from typing import Final

from .catalogue import CATALOGUE

CODES: Final = {code: info.meaning for code, info in CATALOGUE.items()}
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
