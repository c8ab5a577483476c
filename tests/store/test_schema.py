"""The tables: described, narrow, with room for every word of the rules."""

from __future__ import annotations

from pathlib import Path

from wcreplay.engine import registry
from wcreplay.store.arrow import read_layout
from wcreplay.store.database import open_database, schema_files, schema_version
from wcreplay.store.states import STATES


def test_every_table_view_and_column_has_a_comment(db: Path) -> None:
    with open_database(db) as catalogue:
        cursor = catalogue.cursor()
        columns = cursor.execute(
            "SELECT table_name, column_name, comment FROM duckdb_columns() WHERE NOT internal"
        ).fetchall()
        tables = cursor.execute(
            "SELECT table_name, comment FROM duckdb_tables() WHERE NOT internal "
            "UNION ALL SELECT view_name, comment FROM duckdb_views() WHERE NOT internal"
        ).fetchall()
    assert len(columns) > 100
    assert [column for column in columns if not column[2]] == []
    assert [table for table in tables if not table[1]] == []
    assert {"game", "seat", "turn", "ledger", "track", "placement", "diagnostic", "wc_state", "wc_dice"} <= {
        name for name, _ in tables
    }


def test_the_words_of_every_game_are_in_the_vocabularies(db: Path) -> None:
    with open_database(db) as catalogue:
        layout = read_layout(catalogue.cursor())
    words = {
        (table, column.name): set(column.words) for table, columns in layout.items() for column in columns
    }
    for name in registry.names():
        rules = registry.load(name)
        accounts: dict[str, set[str]] = {}
        for account in rules.accounts:
            accounts.setdefault(account.kind, set()).add(account.name)
        assert accounts["currency"] <= words["ledger", "currency"]
        assert accounts["track"] <= words["track", "track"]
        assert accounts["placement"] <= words["placement", "piece"]
        assert set(rules.causes) <= words["ledger", "cause"]
        for table in rules.tables:
            assert {column.name for column in layout[table.name]} == {"game_id", *table.columns}


def test_the_wide_table_holds_every_account_and_category(db: Path) -> None:
    with open_database(db) as catalogue:
        layout = read_layout(catalogue.cursor())
    for name, state in STATES.items():
        rules = registry.load(name)
        columns = {column.name for column in layout[state.table]}
        shown = {state.accounts.get(column, column) for column in columns}
        held = {account.name for account in rules.accounts if account.kind != "track"}
        assert held <= shown
        assert {f"score_{category}" for category in rules.categories} <= columns


def test_only_game_has_a_key_and_nothing_is_wider_than_needed(db: Path) -> None:
    with open_database(db) as catalogue:
        cursor = catalogue.cursor()
        keys = cursor.execute(
            "SELECT table_name FROM duckdb_constraints() WHERE constraint_type IN ('PRIMARY KEY', 'UNIQUE')"
        ).fetchall()
        wide = cursor.execute(
            "SELECT table_name, column_name FROM duckdb_columns() "
            "WHERE NOT internal AND data_type IN ('BIGINT', 'HUGEINT', 'DOUBLE', 'INTEGER') "
            "AND table_name IN (SELECT table_name FROM duckdb_tables())"
        ).fetchall()
    assert keys == [("game",)]
    assert wide == []


def test_a_new_file_is_stamped_with_the_version(db: Path) -> None:
    with open_database(db) as catalogue:
        stamped = catalogue.cursor().execute("SELECT version, package_version FROM schema_version").fetchall()
        zone = catalogue.cursor().execute("SELECT current_setting('TimeZone')").fetchall()
    assert [version for version, _ in stamped] == sorted(schema_files())
    assert stamped[-1][0] == schema_version()
    assert zone == [("UTC",)]
