"""Who is who: ``players.toml`` joins the spellings of one player's name, and the table ``alias`` holds it.

The file has one table, ``[players]``: a player as key, and a list of other spellings found in records.
The database keeps a copy of it, so that every view, snapshot and program that reads the file agrees.
"""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import duckdb

from wcreplay.notation.quote import escape, quote

from .database import Catalogue, open_database
from .errors import StoreError
from .lock import Waiting, writing
from .opening import first_line

FILE: Final = "players.toml"
"""Name of the file that counts if it lies beside a database."""
_TABLE: Final = "players"
_SIZE: Final = 1 << 20
_NAME: Final = 200
_SHOWN: Final = 50

Aliases = dict[str, str]
"""The player by each other spelling of the name."""


class Fault(NamedTuple):
    """One fault of a players file: the key it is at, and what is wrong."""

    key: str
    message: str

    def __str__(self) -> str:
        """Return the fault as one line."""
        return f"{self.key}: {self.message}" if self.key else self.message


class PlayersError(StoreError):
    """A players file is wrong (S401); ``faults`` has all of its faults, up to a limit."""

    def __init__(self, path: Path, faults: Iterable[Fault]) -> None:
        """Keep the faults; the message has their number, and the first of them."""
        self.faults = tuple(faults)
        count = len(self.faults)
        words = "1 fault" if count == 1 else f"{count} faults, the first"
        super().__init__(
            "S401",
            f"{escape(str(path))}: {words}: {self.faults[0]}",
            'write lines such as "Ana Lima" = ["Ana", "ana_l"] below [players]',
        )


def beside(db: str | Path) -> Path | None:
    """Return the players file that lies beside a database, if there is one."""
    path = Path(db).absolute().with_name(FILE)
    return path if path.is_file() else None


def read_players(path: Path) -> Aliases:
    """Read a players file.

    Raises:
        PlayersError: with everything that is wrong with it.
    """
    text = _text(path)
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        what = "brackets are nested too deep" if isinstance(error, RecursionError) else str(error)
        raise PlayersError(path, [Fault("", f"is not TOML: {escape(what)}")]) from error
    aliases: Aliases = {}
    faults = list(_faults(data, aliases))[:_SHOWN]
    if faults:
        raise PlayersError(path, faults)
    return aliases


def _text(path: Path) -> str:
    try:
        if not path.is_file():
            raise PlayersError(path, [Fault("", "is no file")])
        with path.open("rb") as file:
            data = file.read(_SIZE + 1)
    except (OSError, ValueError) as error:
        what = error.strerror if isinstance(error, OSError) else error
        raise PlayersError(path, [Fault("", f"cannot be read: {what}")]) from error
    if len(data) > _SIZE:
        raise PlayersError(path, [Fault("", f"is larger than {_SIZE >> 20} MiB")])
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise PlayersError(path, [Fault("", f"is not UTF-8 at byte {error.start}")]) from error


def _faults(data: Mapping[str, Any], aliases: Aliases) -> Iterator[Fault]:
    """Yield what is wrong, and put what is right into ``aliases``."""
    for key in data:
        if key != _TABLE:
            yield Fault(escape(key), f"unknown key; the only one is [{_TABLE}]")
    players = data.get(_TABLE)
    if not isinstance(players, dict):
        yield Fault(_TABLE, "missing table" if players is None else "must be a table")
        return
    for player, names in players.items():
        at = f"{_TABLE}.{quote(player)}"
        if what := _bad_name(player):
            yield Fault(at, f"the player's name {what}")
        if not isinstance(names, list):
            yield Fault(at, "must be a list of names, in brackets")
            continue
        for number, name in enumerate(names, 1):
            if what := _fault_of(name, player, players, aliases):
                yield Fault(f"{at}[{number}]", what)
            else:
                aliases[name] = player


def _fault_of(name: Any, player: str, players: Mapping[str, Any], aliases: Aliases) -> str:
    """Return what is wrong with one spelling of a player's name; empty: nothing."""
    if not isinstance(name, str):
        return "must be a name in quotation marks"
    if what := _bad_name(name):
        return f"the name {what}"
    if name == player:
        return f"{quote(name)} is the player's name itself; list only other spellings"
    if name in players:
        return f"{quote(name)} is a player of its own in this file; remove that line, or this name"
    if aliases.get(name, player) != player:
        return f"{quote(name)} is listed for {quote(aliases[name])} already"
    return f"{quote(name)} is listed twice" if name in aliases else ""


def _bad_name(name: str) -> str:
    if not name.strip():
        return "is empty"
    if name != name.strip():
        return "has blanks at its ends"
    if len(name) > _NAME:
        return f"is longer than {_NAME} characters"
    if any(unicodedata.category(char) in ("Cc", "Zl", "Zp") for char in name):
        return "has a line break or another control character in it"
    return ""


def stored_aliases(catalogue: Catalogue) -> Aliases:
    """Return what the table ``alias`` of an open database holds."""
    cursor = catalogue.cursor()
    try:
        return dict(cursor.execute("SELECT name, player FROM alias").fetchall())
    finally:
        cursor.close()


def store_aliases(
    db: str | Path, aliases: Aliases, *, wait: float = 0.0, waiting: Waiting | None = None
) -> bool:
    """Make the table ``alias`` hold exactly these; return whether that changed anything.

    ``wait`` is the number of seconds to wait for an import, or a program that has the file open.

    Raises:
        StoreError: S101 to S113.
    """
    with (
        writing(db, wait=wait, waiting=waiting),
        open_database(db, wait=wait, waiting=waiting, locked=True) as catalogue,
    ):
        if stored_aliases(catalogue) == aliases:
            return False
        cursor = catalogue.cursor()
        try:
            cursor.execute("BEGIN TRANSACTION")
            cursor.execute("DELETE FROM alias")
            cursor.execute(
                "INSERT INTO alias SELECT unnest(?::VARCHAR[]), unnest(?::VARCHAR[])",
                [list(aliases), list(aliases.values())],
            )
            cursor.execute("COMMIT")
        except duckdb.Error as error:
            what = f"cannot write to {escape(str(db))}: {first_line(str(error))}"
            raise StoreError("S110", what, "make room on the disk and try again") from error
        finally:
            cursor.close()
    return True
