"""The codes of the store: S1xx the file, S2xx queries, S3xx importing, S4xx exporting. Loads no database."""

from __future__ import annotations

from typing import Final

from wcreplay.notation.diagnostics import CodeInfo

_MADE = "$ wcreplay simulate -n 1 | wcreplay import - --db made.duckdb\n"
_TEXT = "$ echo a text > notes.duckdb\n"

_INFOS: Final = (
    CodeInfo(
        "S101",
        "no database",
        "There is no database file at that path.",
        '$ wcreplay query --db nowhere.duckdb "FROM game"',
        "Check the path; `wcreplay import` makes a database.",
    ),
    CodeInfo(
        "S102",
        "database in use",
        "The database file is open in another program, or in this one in another mode.",
        "",
        "Close the other program; the message names its process where the system tells. The dashboard "
        "keeps no "
        "database open.",
    ),
    CodeInfo(
        "S103",
        "not a DuckDB database",
        "The file is not a DuckDB database. It is left as it is.",
        _TEXT + '$ wcreplay query --db notes.duckdb "FROM game"',
        "Name another file.",
    ),
    CodeInfo(
        "S104",
        "database of another program",
        "The database belongs to another program: it has tables, but not those of wcreplay.",
        "",
        "Name another file; wcreplay makes one that is not there.",
    ),
    CodeInfo(
        "S105",
        "newer tables",
        "The tables of the database are newer than this wcreplay knows.",
        "",
        "Update wcreplay, or import the records into a new database.",
    ),
    CodeInfo(
        "S106",
        "older tables",
        "The tables of the database are older than needed, and it may only be read.",
        "",
        "Run an import into it once: that brings the tables up to date.",
    ),
    CodeInfo(
        "S107",
        "unusable database file",
        "The database file cannot be opened: a folder, a pipe, a missing permission, an impossible name. Or "
        "it is damaged: cut off, as by a copy that broke off, or overwritten.",
        '$ mkdir folder.duckdb\n$ wcreplay query --db folder.duckdb "FROM game"',
        "Check the path and its permissions. Restore a damaged file from a copy, or import the records into "
        "a new one.",
    ),
    CodeInfo(
        "S108",
        "file of a newer DuckDB",
        "The database file was written by a newer DuckDB.",
        "",
        "Update the duckdb package.",
    ),
    CodeInfo(
        "S109",
        "no room for a snapshot",
        "The database file cannot be copied to serve it.",
        "",
        "Make room in the folder of temporary files, or name another one in TMPDIR.",
    ),
    CodeInfo(
        "S110",
        "database not written",
        "The database could not be written, most often because the disk is full. What was stored before "
        "is whole.",
        "",
        "Make room, then import again: games that are stored already are skipped.",
    ),
    CodeInfo(
        "S111",
        "damaged log",
        "The log beside the database (`.wal`) is garbled, as after a power cut. wcreplay cuts such a log off "
        "where the damage begins and keeps it as it was under another name; this one could not be mended.",
        "",
        "Restore both files from a copy, or import the records into a new file.",
    ),
    CodeInfo(
        "S112",
        "another import",
        "Another process is importing into the database, or rechecking it, and was not done in time.",
        "",
        "Wait until it is done, or give `--lock-timeout` more seconds. The message names the process.",
    ),
    CodeInfo(
        "S113",
        "tables not brought up to date",
        "The database has tables of an older version, and the step to the current one failed. Nothing was "
        "changed.",
        "",
        "Make room on the disk. If that does not help, import the records into a new file.",
    ),
    CodeInfo(
        "S201",
        "not one statement",
        "Not exactly one SQL statement.",
        _MADE + '$ wcreplay query --db made.duckdb "SELECT 1; SELECT 2"',
        "Ask one query at a time.",
    ),
    CodeInfo(
        "S202",
        "not a query",
        "The SQL statement is not a query: it would change something or reach outside of the database.",
        _MADE + '$ wcreplay query --db made.duckdb "DROP TABLE game"',
        "Use SELECT, FROM, WITH, DESCRIBE, SUMMARIZE or SHOW.",
    ),
    CodeInfo(
        "S203",
        "query refused",
        "DuckDB refused the query: a misspelt name, a wrong type, a file it may not read.",
        _MADE + '$ wcreplay query --db made.duckdb "FROM gmae"',
        "`DESCRIBE` shows the tables, `DESCRIBE game` the columns of one.",
    ),
    CodeInfo(
        "S204",
        "query too slow",
        "The query took longer than allowed and was stopped.",
        "",
        "Ask for less: a condition on game_id, a smaller join.",
    ),
    CodeInfo(
        "S205",
        "answer too large",
        "A row of the query, or all of them together, are larger than allowed.",
        "",
        "Choose columns, or set a limit.",
    ),
    CodeInfo(
        "S206",
        "not for Parquet",
        "The answer has a column of a type that a Parquet file cannot hold, such as a list of intervals.",
        _MADE + "$ wcreplay query --db made.duckdb --format parquet \"SELECT [INTERVAL '1 day'] AS days\"",
        "Cast the column to another type, such as VARCHAR.",
    ),
    CodeInfo(
        "S301",
        "value out of range",
        "A value of the game does not fit the tables. The game is not stored; others are.",
        "",
        "This is a fault of wcreplay or of the game's package: report it with the record.",
    ),
    CodeInfo(
        "S302",
        "failure on a record",
        "The program failed on a record; this is a fault of wcreplay. The record is not stored; others are.",
        "",
        "Report it with the record.",
    ),
    CodeInfo(
        "S303",
        "worker lost",
        "A worker process ended before its work was done, most often because memory ran out.",
        "",
        "Import again with fewer `--jobs`: games that are stored already are skipped.",
    ),
    CodeInfo(
        "S304",
        "no game's id",
        "The tag `Replaces` holds something else than the id of a game. The record is not stored; others "
        "are.",
        "$ wcreplay simulate -n 1 > game.wcr\n"
        "$ sed -i '1a [Replaces \"the other one\"]' game.wcr\n"
        "$ wcreplay import game.wcr --db made.duckdb",
        "Write the 16 hex digits that an import names for the stored game.",
    ),
    CodeInfo(
        "S305",
        "nothing to replace",
        "`--replace` names a game that is not stored, or there is more than one record.",
        _MADE
        + "$ wcreplay simulate -n 1 --seed 2 | wcreplay import - --db made.duckdb --replace 0123456789abcdef",
        "Name a stored game and one record, or write the tag `Replaces` into the records.",
    ),
    CodeInfo(
        "S401",
        "wrong players file",
        "The file that joins the spellings of players' names is wrong. All of its faults are shown, each "
        "with its key. Nothing was changed.",
        _MADE + "$ echo 'Ana = [\"ana_l\"]' > players.toml\n$ wcreplay players --db made.duckdb",
        "Write a line per player below `[players]`, with the other spellings in brackets: "
        '`"Ana Lima" = ["Ana", "ana_l"]`.',
    ),
    CodeInfo(
        "S402",
        "folder taken",
        "An export makes a new folder; this one is there already. With `--force` an earlier export is "
        "replaced, but never a folder with anything else in it.",
        _MADE + "$ mkdir data\n$ touch data/notes.txt\n$ wcreplay export --db made.duckdb --to data",
        "Name a new folder.",
    ),
    CodeInfo(
        "S403",
        "export not written",
        "The folder of an export could not be written. Nothing is left of it, and an earlier export is as it "
        "was.",
        _MADE + "$ wcreplay export --db made.duckdb --to nowhere/data",
        "Make the folder it is to be in; check the rights, and the room on the disk.",
    ),
    CodeInfo(
        "S404",
        "no condition",
        "The condition that chooses games is not one SQL expression about the columns of the table `game`, "
        "or DuckDB refuses it.",
        _MADE + '$ wcreplay export --db made.duckdb --to data --where "plyers = 4"',
        "Try it with `wcreplay query`: `SELECT title FROM game WHERE ...`.",
    ),
    CodeInfo(
        "S405",
        "nothing to export",
        "A game, a table or a view that is named is not there, or no game meets the condition.",
        _MADE + "$ wcreplay export --db made.duckdb --to data --game-id 0123456789abcdef",
        "`wcreplay query` shows which games there are, docs/tables.md the tables.",
    ),
)

CATALOGUE: Final[dict[str, CodeInfo]] = {info.code: info for info in _INFOS}
"""Each code of the store with meaning, example and cure."""
