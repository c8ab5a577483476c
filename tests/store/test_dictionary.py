"""The page of tables is current, and its example queries bring what they ask for."""

from __future__ import annotations

from pathlib import Path

import pytest

from wcreplay.store.dictionary import examples, tables_page
from wcreplay.store.query import run_query

PAGE = Path(__file__).resolve().parents[2] / "docs" / "tables.md"


def test_the_page_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == tables_page(), "run: python tools/generate_docs.py"


def test_the_page_has_every_table_view_and_column(samples: Path) -> None:
    page = PAGE.read_text(encoding="utf-8")
    columns = run_query(
        samples, "SELECT table_name, column_name FROM duckdb_columns() WHERE NOT internal"
    ).rows
    assert len(columns) > 200
    for table, column in columns:
        section = page.partition(f"### {table}\n")[2].partition("\n### ")[0]
        assert f"| `{column}` |" in section, (table, column)
    types = run_query(
        samples, "SELECT type_name FROM duckdb_types() WHERE logical_type = 'ENUM' AND NOT internal"
    ).rows
    for (name,) in types:
        assert f"\n| `{name}` |" in page


def test_every_shared_view_has_an_example(samples: Path) -> None:
    views = run_query(samples, "SELECT view_name FROM duckdb_views() WHERE NOT internal").rows
    assert {name for (name,) in views if not name.startswith("wc_")} <= set(examples())


@pytest.mark.parametrize("name", sorted(examples()))
def test_an_example_answers_its_question(samples: Path, name: str) -> None:
    example = examples()[name]
    assert example.question.endswith((".", "?"))
    assert name in example.sql
    result = run_query(samples, example.sql)
    assert result.rows
    assert not result.truncated
    assert any(value is not None for row in result.rows for value in row)
