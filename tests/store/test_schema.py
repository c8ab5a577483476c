"""The tables: described, narrow, with room for every word of the rules."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from wcreplay.engine import registry
from wcreplay.store.arrow import read_layout
from wcreplay.store.database import open_database, schema_files, schema_version
from wcreplay.store.states import STATES

ROOT = Path(__file__).resolve().parents[2]
MEANS = {"seat.points - tables.points", "mine.points - tables.points", "mine.points - means.points"}
"""Differences from an average, which is a fraction with a sign."""


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


def test_nothing_is_taken_from_a_number_without_a_sign(db: Path) -> None:
    """Such a query fails whenever DuckDB works out the difference before it leaves out the rows with 0."""
    found = {}
    with open_database(db) as catalogue:
        cursor = catalogue.cursor()
        unsigned = {
            column.name
            for columns in read_layout(cursor).values()
            for column in columns
            if column.kind in {"UTINYINT", "USMALLINT", "UINTEGER"}
        }
        views = cursor.execute("SELECT view_name, sql FROM duckdb_views() WHERE NOT internal").fetchall()
        queries = {name: sql.partition(" AS ")[2] for name, sql in views}
        for folder in ("wcreplay/store/checks", "wcreplay/store/examples", "wcreplay/analysis", "dashboards"):
            for path in (ROOT / folder).rglob("*.sql"):
                queries[f"{folder}/{path.stem}"] = path.read_text(encoding="utf-8")
        for name, sql in queries.items():
            text = cursor.execute("SELECT json_serialize_sql(?)", [sql]).fetchall()[0][0]
            tree = json.loads(text)
            assert not tree["error"], (name, tree)
            found[name] = {
                one for one in differences(tree) if one.split(" ")[0].rpartition(".")[2] in unsigned
            }
    assert len(found) > 50
    assert set().union(*found.values()) <= MEANS


def differences(tree: Any) -> Iterator[str]:
    """Yield what is taken from what in an SQL tree, such as ``turn.turn_no - ?``."""
    if isinstance(tree, dict):
        if tree.get("function_name") == "-":
            names = [".".join(part["expression"].get("column_names", "?")) for part in tree["arguments"]]
            yield " - ".join(names)
        tree = list(tree.values())
    if isinstance(tree, list):
        for part in tree:
            yield from differences(part)
