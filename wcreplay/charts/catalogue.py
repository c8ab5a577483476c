"""The codes of faults in dashboard files: C1xx. Loads no chart."""

from __future__ import annotations

from typing import Final

from wcreplay.notation.diagnostics import CodeInfo

_FOLDER = "$ mkdir -p mine/white_castle\n"
_PANEL = 'name = "coins"\\ntitle = "Coins"\\nkind = "lines"\\nquery = "purse.sql"\\n'
_CHECK = "$ wcreplay dashboards check mine"


def _made(toml: str, sql: str = "SELECT 1") -> str:
    """Return a session that writes a dashboard and its query, and checks them."""
    file = "mine/white_castle/purse"
    return f"{_FOLDER}$ printf '{toml}' > {file}.toml\n$ echo '{sql}' > {file}.sql\n{_CHECK}"


_GOOD = f'title = "Coins"\\n[[panel]]\\n{_PANEL}'

_INFOS: Final = (
    CodeInfo(
        "C101",
        "dashboard file not readable",
        "A dashboard file is no TOML in UTF-8, or it or a query is too large or cannot be opened.",
        _made("title = \\n"),
        "Mend what the message names; docs/dashboards.md shows a whole file.",
    ),
    CodeInfo(
        "C102",
        "unknown key in a dashboard",
        "A dashboard file has a key that no dashboard has; mostly it is misspelt.",
        _made("oder = 1\\n" + _GOOD),
        "Write the key that is meant; docs/charts.md lists all of them.",
    ),
    CodeInfo(
        "C103",
        "key missing in a dashboard",
        "A dashboard file lacks a key that it cannot do without.",
        _made(_GOOD.replace('kind = "lines"\\n', "")),
        "Add the key to the table that the message names.",
    ),
    CodeInfo(
        "C104",
        "wrong type in a dashboard",
        "A value is text where a number is wanted, or the like.",
        _made('order = "first"\\n' + _GOOD),
        "Write the value as docs/charts.md says.",
    ),
    CodeInfo(
        "C105",
        "a name in a dashboard that does not exist",
        "A dashboard names a kind of chart, a file or a game that does not exist.",
        _made(_GOOD.replace("lines", "linse")),
        "Write the name that exists; the nearest one is shown.",
    ),
    CodeInfo(
        "C106",
        "contradiction in a dashboard",
        "A name is used twice, or a stretch of a track ends before it begins.",
        _made(_GOOD + "[[panel]]\\n" + _PANEL),
        "Change one of the two.",
    ),
    CodeInfo(
        "C107",
        "query of a dashboard refused",
        "A query cannot be run on the tables of a store: it is no query, names what is not there, or has not "
        "the one parameter `$game_id`.",
        _made(_GOOD, "SELECT price FROM game WHERE game_id = $game_id"),
        "Try the query with `wcreplay query`; docs/tables.md lists tables and columns.",
    ),
    CodeInfo(
        "C108",
        "query of a dashboard without a column",
        "The result of a query lacks a column that the kind of the chart needs.",
        _made(_GOOD, "SELECT turn_no, label, seat FROM turn WHERE game_id = $game_id"),
        "Add the column, or give the one that is meant its name with AS.",
    ),
)

CATALOGUE: Final = {info.code: info for info in _INFOS}
"""What is known of every code, by code."""
