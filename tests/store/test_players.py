"""One player, several spellings: the file is read strictly, and every view goes by what it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from wcreplay.store.database import Snapshot, open_database
from wcreplay.store.players import PlayersError, beside, read_players, store_aliases, stored_aliases
from wcreplay.store.query import run_query


def test_a_file_of_players(tmp_path: Path) -> None:
    path = tmp_path / "players.toml"
    path.write_text('[players]\n"Ana Lima" = ["Ana", "ana_l", "アナ"]\nBruno = []\n', encoding="utf-8")
    assert read_players(path) == {"Ana": "Ana Lima", "ana_l": "Ana Lima", "アナ": "Ana Lima"}
    assert beside(tmp_path / "games.duckdb") == path
    assert beside(tmp_path / "other" / "games.duckdb") is None


WRONG = """
title = "club"
[players]
"Ana Lima" = ["Ana", "Ana Lima", 7, " x", "", "Bruno"]
Bruno = "bru"
Clara = ["Ana", "c", "c", "a\\nb"]
" " = []
"""


def test_all_faults_of_a_file_are_told_at_once(tmp_path: Path) -> None:
    path = tmp_path / "players.toml"
    path.write_text(WRONG, encoding="utf-8")
    with pytest.raises(PlayersError) as caught:
        read_players(path)
    assert [str(fault) for fault in caught.value.faults] == [
        "title: unknown key; the only one is [players]",
        "players.`Ana Lima`[2]: `Ana Lima` is the player's name itself; list only other spellings",
        "players.`Ana Lima`[3]: must be a name in quotation marks",
        "players.`Ana Lima`[4]: the name has blanks at its ends",
        "players.`Ana Lima`[5]: the name is empty",
        "players.`Ana Lima`[6]: `Bruno` is a player of its own in this file; remove that line, or this name",
        "players.`Bruno`: must be a list of names, in brackets",
        "players.`Clara`[1]: `Ana` is listed for `Ana Lima` already",
        "players.`Clara`[3]: `c` is listed twice",
        "players.`Clara`[4]: the name has a line break or another control character in it",
        "players.` `: the player's name is empty",
    ]
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"[players", "is not TOML"),
        (b"\xff", "is not UTF-8 at byte 0"),
        (b"x = " + b"[" * 50_000, "is not TOML: brackets are nested too deep"),
        (b"", "players: missing table"),
        (b"players = 3", "players: must be a table"),
        (b"# " * (1 << 20), "is larger than 1 MiB"),
    ],
)
def test_what_is_no_file_of_players(tmp_path: Path, data: bytes, what: str) -> None:
    path = tmp_path / "players.toml"
    path.write_bytes(data)
    with pytest.raises(PlayersError) as caught:
        read_players(path)
    assert what in str(caught.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    for path in (tmp_path / "none.toml", tmp_path):
        with pytest.raises(PlayersError, match="is no file"):
            read_players(path)


def test_spellings_are_joined_in_every_view_and_snapshot(filled: Path) -> None:
    names = "SELECT DISTINCT player FROM {} WHERE player <> '' ORDER BY 1"
    views = ("seated", "player", "final_scores", "coin_flow", "time_race", "turn_summary")
    for view in views:
        assert run_query(filled, names.format(view)).rows == [("Ana",), ("Bruno",)]
    assert store_aliases(filled, {"Ana": "Ana Lima", "Bruno": "B", "nobody": "B"})
    with Snapshot(filled) as snapshot:
        for view in views:
            assert run_query(snapshot, names.format(view)).rows == [("Ana Lima",), ("B",)]
        assert run_query(snapshot, "SELECT DISTINCT name FROM seated WHERE name <> '' ORDER BY 1").rows == [
            ("Ana",),
            ("Bruno",),
        ]
        assert run_query(snapshot, "SELECT DISTINCT player FROM seat WHERE player <> '' ORDER BY 1").rows == [
            ("Ana",),
            ("Bruno",),
        ]


def test_two_spellings_are_one_player(filled: Path) -> None:
    store_aliases(filled, {"Ana": "Us", "Bruno": "Us"})
    found = run_query(filled, "SELECT player, names, games, complete, wins, most_points FROM player").rows
    assert found == [("Us", "Ana, Bruno", 2, 2, 1, 54)]


def test_what_is_stored_is_replaced_as_a_whole(filled: Path) -> None:
    assert store_aliases(filled, {"a": "b"})
    assert not store_aliases(filled, {"a": "b"})
    assert store_aliases(filled, {"c": "d"})
    with open_database(filled, read_only=True) as catalogue:
        assert stored_aliases(catalogue) == {"c": "d"}
    assert store_aliases(filled, {})
    assert run_query(filled, "SELECT count(*) FROM alias").rows == [(0,)]
