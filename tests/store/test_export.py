"""Exports: whole or not at all, typed, safe to open, and without names where that is asked for."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import duckdb
import pyarrow.parquet as pq
import pytest

from wcreplay.notation.stream import expand_paths, read_sources
from wcreplay.store.errors import StoreError
from wcreplay.store.export import MANIFEST, ExportOptions, export
from wcreplay.store.loader import import_raw, import_records
from wcreplay.store.lock import writing
from wcreplay.store.query import run_query
from wcreplay.store.writing import Form

from .games import game, write

TABLES = [
    "diagnostic",
    "game",
    "ledger",
    "placement",
    "seat",
    "track",
    "turn",
    "variation",
    "variation_ledger",
    "variation_turn",
    "wc_dice",
    "wc_state",
    "wc_variation_state",
]
FORMS: tuple[Form, ...] = ("parquet", "csv", "json")

SECRETS = ("Zoë", "Quentin", "Wanda", "harbour", "cup of", "2024-07", "diary", "hesitates", "line of")
TAGS = """[A "Zoë \\"Q\\" Quentin"]
[B "Wanda"]
[Event "the cup of Wanda"]
[Place "harbour inn"]
[Date "2024-07-20"]
[Source "notation: diary of Zoë"]
[Annotator "Quentin"]
[Replaces "0123456789abcdef"]
"""


@pytest.fixture
def named(tmp_path: Path, db: Path) -> Path:
    """A database with a game that says everywhere who played it."""
    text = game(tags=TAGS, result=True)
    text = text.replace("1.2 B", "{Wanda hesitates} 1.2 B").replace("W1\n", "W1 ! ; a line of Zoë\n", 1)
    text = text.replace("1.6 B w2<w\n", "1.6 B w2<w\n  (1.6 B w2<p {Quentin would})\n")
    folder = tmp_path / "Wanda"
    folder.mkdir()
    assert import_records(db, [write(folder / "Zoë.wcr", text)]).stored == 1
    return db


def refusal(db: Path, folder: Path, **options: Any) -> StoreError:
    before = sorted(path.name for path in folder.parent.iterdir())
    with pytest.raises(StoreError) as caught:
        export(db, folder, ExportOptions(**options))
    assert sorted(path.name for path in folder.parent.iterdir()) == before
    assert "\n" not in str(caught.value)
    return caught.value


@pytest.mark.parametrize("form", FORMS)
def test_every_table_comes_out_whole(filled: Path, tmp_path: Path, form: Form) -> None:
    summary = export(filled, tmp_path / "out", ExportOptions(form=form))
    assert (summary.games, summary.left_out) == (10, ())
    assert list(summary.files) == [f"{name}.{form}" for name in TABLES]
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == sorted([MANIFEST, *summary.files])
    reader = {"parquet": "read_parquet", "csv": "read_csv", "json": "read_json"}[form]
    with duckdb.connect(filled, read_only=True) as connection:
        for name in TABLES:
            (count,) = connection.execute(f"SELECT count(*) FROM {name}").fetchall()[0]
            assert summary.files[f"{name}.{form}"] == count
            if count:
                path = tmp_path / "out" / f"{name}.{form}"
                assert connection.execute(f"SELECT count(*) FROM {reader}('{path}')").fetchall() == [(count,)]


def test_parquet_has_the_types_and_values_of_the_database(filled: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    export(filled, out, ExportOptions())
    with duckdb.connect(filled, read_only=True) as connection:
        for name in TABLES:
            types = {
                row[0]: "VARCHAR" if row[1].startswith("ENUM") else row[1]
                for row in connection.execute(f"DESCRIBE {name}").fetchall()
            }
            path = out / f"{name}.parquet"
            found = connection.execute(f"DESCRIBE FROM read_parquet('{path}')").fetchall()
            assert {row[0]: row[1] for row in found} == types
            columns = ", ".join(f'CAST("{column}" AS {kind}) AS "{column}"' for column, kind in types.items())
            ours = connection.execute(f"SELECT {columns} FROM {name}").fetchall()
            assert connection.execute(f"FROM read_parquet('{path}')").fetchall() == ours
    # A column of which nothing is known has its type all the same.
    schema = pq.read_schema(out / "game.parquet")
    assert str(schema.field("played_on").type) == "date32[day]"
    assert pq.read_table(out / "game.parquet").column("played_on").null_count == 10


def test_rows_of_csv_and_json_are_those_of_the_database(filled: Path, tmp_path: Path) -> None:
    export(filled, tmp_path / "csv", ExportOptions(form="csv"))
    export(filled, tmp_path / "json", ExportOptions(form="json"))
    ours = run_query(filled, "SELECT seat, points, start_resource FROM seat", limit=None).rows
    rows = json.loads((tmp_path / "json" / "seat.json").read_text(encoding="utf-8"))
    assert [(row["seat"], row["points"], row["start_resource"]) for row in rows] == ours
    with (tmp_path / "csv" / "seat.csv").open(encoding="utf-8", newline="") as file:
        read = [(row["seat"], row["points"], row["start_resource"]) for row in csv.DictReader(file)]
    assert read == [(seat, "" if points is None else str(points), card) for seat, points, card in ours]
    times = {row["imported_at"] for row in json.loads((tmp_path / "json" / "game.json").read_text())}
    assert all("T" in time for time in times)
    assert json.loads((tmp_path / "json" / "diagnostic.json").read_text()) == []


def test_csv_is_safe_to_open_in_a_spreadsheet(db: Path, tmp_path: Path) -> None:
    tags = '[A "=HYPERLINK(1)"]\n[B "-2"]\n[Event "@here"]\n[Place "+1"]\n'
    import_records(db, [write(tmp_path / "one.wcr", game(tags=tags))])
    export(db, tmp_path / "out", ExportOptions(form="csv"))
    for path in (tmp_path / "out").glob("*.csv"):
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.reader(file):
                for cell in row:
                    number = cell.lstrip("-").replace(".", "").isdigit()
                    assert number or not cell.startswith(("=", "+", "-", "@", "\t", "\r")), (path, cell)
    text = (tmp_path / "out" / "seat.csv").read_text(encoding="utf-8")
    assert "'=HYPERLINK(1)" in text
    assert "'-2" in text
    assert '"\'@P5 P:w"' in (tmp_path / "out" / "turn.csv").read_text(encoding="utf-8")
    assert ",-1," in (tmp_path / "out" / "placement.csv").read_text(encoding="utf-8")


def test_records_come_out_as_they_were_and_are_the_same_games(filled: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    summary = export(filled, out, ExportOptions(form="wcr"))
    assert (summary.games, summary.files) == (10, {"*.wcr": 10})
    stored = dict(run_query(filled, "SELECT game_id, source_text FROM game").rows)
    assert {path.stem: path.read_bytes().decode() for path in out.glob("*.wcr")} == stored
    again = import_raw(tmp_path / "again.duckdb", read_sources(expand_paths([out])))
    assert (again.stored, again.rejected) == (10, 0)
    ids = "SELECT game_id FROM game ORDER BY 1"
    assert run_query(tmp_path / "again.duckdb", ids).rows == run_query(filled, ids).rows


def test_games_are_chosen_by_id_and_condition(filled: Path, tmp_path: Path) -> None:
    complete, *others = [
        row[0] for row in run_query(filled, "SELECT game_id FROM game ORDER BY state = 'partial'").rows
    ]

    def chosen(name: str, **options: Any) -> set[str]:
        export(filled, tmp_path / name, ExportOptions(form="wcr", **options))
        return {path.stem for path in (tmp_path / name).glob("*.wcr")}

    assert chosen("a", game_ids=(complete, others[3])) == {complete, others[3]}
    assert chosen("b", where="state = 'complete' -- the one") == {complete}
    assert chosen("c", where="players = 2", game_ids=(others[0],)) == {others[0]}
    assert chosen("d", where="game_id IN (SELECT game_id FROM seat WHERE player = 'Ana')") == {complete}
    export(filled, tmp_path / "e", ExportOptions(where="state = 'complete'"))
    for name in TABLES:
        ids = pq.read_table(tmp_path / "e" / f"{name}.parquet", columns=["game_id"]).column(0).to_pylist()
        assert set(ids) <= {complete}


@pytest.mark.parametrize(
    "where",
    [
        "true) OR (true",
        "true); DROP TABLE game; SELECT (1",
        "true; SELECT 1",
        "true, false",
        "plyers = 2",
        "players = 2 ORDER BY 1",
        "event IN (SELECT content FROM read_text('{outside}'))",
        "event = getenv('HOME')",
        "count(*) > 1",
        "\udcff",
        "*",
        " ",
    ],
)
def test_a_condition_is_one_expression_about_the_tables(filled: Path, tmp_path: Path, where: str) -> None:
    outside = tmp_path / "outside.txt"
    outside.write_text("secret")
    error = refusal(filled, tmp_path / "out", where=where.format(outside=outside))
    assert error.code == "S404"
    assert "secret" not in str(error)


@pytest.mark.parametrize(
    "options",
    [
        {"game_ids": ("0123456789abcdef",)},
        {"game_ids": ("'); DROP",)},
        {"where": "players = 5"},
        {"tables": ("turns",)},
        {"tables": ("player",)},
        {"tables": ("schema_version",)},
        {"tables": ("turn",), "form": "wcr"},
    ],
)
def test_what_is_not_there_is_named(filled: Path, tmp_path: Path, options: dict[str, Any]) -> None:
    assert refusal(filled, tmp_path / "out", **options).code == "S405"


def test_tables_and_views_are_chosen_by_name(filled: Path, tmp_path: Path) -> None:
    summary = export(filled, tmp_path / "out", ExportOptions(form="csv", tables=("final_scores", "seat")))
    assert summary.files == {"final_scores.csv": 2, "seat.csv": 20}


def test_the_manifest_says_what_columns_mean(filled: Path, tmp_path: Path) -> None:
    export(filled, tmp_path / "out", ExportOptions())
    manifest = json.loads((tmp_path / "out" / MANIFEST).read_text(encoding="utf-8"))
    assert (manifest["games"], manifest["format"], manifest["removed"]) == (10, "parquet", "")
    seat = manifest["files"]["seat.parquet"]
    assert seat["rows"] == 20
    assert seat["columns"]["points"] == {
        "type": "USMALLINT",
        "about": "Final points; NULL: the game is not complete.",
    }
    assert str(tmp_path) not in json.dumps(manifest)


# -- names ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", [*FORMS, "wcr"])
def test_an_anonymised_export_says_nowhere_who_played(named: Path, tmp_path: Path, form: Form) -> None:
    out = tmp_path / "out"
    summary = export(named, out, ExportOptions(form=form, anonymise=True))
    assert (summary.games, summary.left_out) == (1, ())
    for path in out.iterdir():
        text = (
            str(pq.read_table(path).to_pylist())
            if path.suffix == ".parquet"
            else path.read_text(encoding="utf-8")
        )
        for secret in SECRETS:
            assert secret not in text, (path.name, secret)


def test_an_anonymised_game_is_the_same_game(named: Path, tmp_path: Path) -> None:
    export(named, tmp_path / "out", ExportOptions(form="json", anonymise=True))
    rows = {
        name: json.loads((tmp_path / "out" / f"{name}.json").read_text(encoding="utf-8")) for name in TABLES
    }
    (made,) = rows["game"]
    assert [row[0] for row in run_query(named, "SELECT game_id FROM game").rows] == [made["game_id"]]
    assert (made["title"], made["event"], made["place"], made["played_on"]) == ("A 54, B 45", "", "", None)
    assert made["file"] == f"{made['game_id']}.wcr"
    assert json.loads(made["tags"]) == [
        ["Game", "white-castle"],
        ["Ruleset", "base-2023"],
        ["A", "A"],
        ["B", "B"],
        ["Date", "2024-??-??"],
        ["Source", "notation"],
        ["Result", "A 54, B 45"],
    ]
    assert {row["player"] for row in rows["seat"]} == {"A", "B"}
    assert "1.3 A b5>o1 x:f G:P5 P:b W3 P:w W1 !\n" in made["source_text"]
    assert "(1.6 B w2<p)" in made["source_text"]
    lines = made["source_text"].splitlines()
    for row in rows["turn"]:
        if row["source_line"]:
            assert lines[row["source_line"] - 1].strip().startswith(row["label"])
    counts = {name: len(rows[name]) for name in TABLES}
    for name in TABLES:
        assert run_query(named, f"SELECT count(*) FROM {name}").rows == [(counts[name],)]
    assert [row["mark"] for row in rows["turn"] if row["mark"]] == ["!"]


def test_games_that_the_rules_reject_are_left_out_and_named(filled: Path, tmp_path: Path) -> None:
    with duckdb.connect(filled) as connection:
        (broken, *_), (unread, *_), *_ = connection.execute(
            "SELECT game_id FROM game ORDER BY state = 'complete', game_id"
        ).fetchall()
        connection.execute(
            "UPDATE game SET source_text = replace(source_text, 'A R6', 'A R9') WHERE game_id = ?", [broken]
        )
        connection.execute("UPDATE game SET source_text = 'no record' WHERE game_id = ?", [unread])
    for form in ("csv", "wcr"):
        summary = export(filled, tmp_path / form, ExportOptions(form=form, anonymise=True))
        left = dict(summary.left_out)
        assert unread in left
        if form == "csv":
            assert (summary.games, set(left)) == (8, {broken, unread})
            assert left[broken].startswith("R")


def test_names_of_players_are_joined(filled: Path, tmp_path: Path) -> None:
    before = filled.read_bytes()
    options = ExportOptions(form="json", tables=("seat", "final_scores"), aliases={"Ana": "Ana Lima"})
    export(filled, tmp_path / "out", options)
    for name in ("seat", "final_scores"):
        rows = json.loads((tmp_path / "out" / f"{name}.json").read_text(encoding="utf-8"))
        assert "Ana Lima" in {row["player"] for row in rows}
        assert "Ana" not in {row["player"] for row in rows}
    assert filled.read_bytes() == before


# -- the folder ------------------------------------------------------------------------------------------


def test_an_earlier_export_is_replaced_only_with_force(filled: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    export(filled, out, ExportOptions(form="csv"))
    assert refusal(filled, out).code == "S402"
    export(filled, out, ExportOptions(form="wcr", force=True))
    assert not list(out.glob("*.csv"))
    assert len(list(out.glob("*.wcr"))) == 10
    assert sorted(path.name for path in tmp_path.iterdir() if path.name.startswith(".")) == []


def test_nothing_but_an_export_is_ever_replaced(filled: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    export(filled, out, ExportOptions(form="csv", tables=("seat",)))
    (out / "notes.txt").write_text("mine")
    assert refusal(filled, out, force=True).code == "S402"
    assert (out / "notes.txt").read_text() == "mine"
    other = tmp_path / "other"
    other.mkdir()
    (other / "0123456789abcdef.wcr").write_text("mine")
    assert refusal(filled, other, force=True).code == "S402"
    file = tmp_path / "file"
    file.write_text("mine")
    assert refusal(filled, file, force=True).code == "S402"
    assert refusal(filled, filled.parent, force=True).code == "S402"


def test_where_no_folder_can_be(filled: Path, tmp_path: Path) -> None:
    for folder in (tmp_path / "none" / "out", Path("a\0b"), tmp_path / ("x" * 300)):
        with pytest.raises(StoreError) as caught:
            export(filled, folder, ExportOptions())
        assert caught.value.code == "S403"


def test_a_failure_leaves_nothing_and_the_earlier_export(
    filled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    export(filled, out, ExportOptions(form="csv"))
    before = {path.name: path.read_bytes() for path in out.iterdir()}

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("wcreplay.store.export._write_manifest", full)
    with pytest.raises(StoreError) as caught:
        export(filled, out, ExportOptions(form="json", force=True))
    assert (caught.value.code, "No space left" in str(caught.value)) == ("S403", True)
    assert {path.name: path.read_bytes() for path in out.iterdir()} == before
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


def test_ids_that_are_none_never_become_names_of_files(filled: Path, tmp_path: Path) -> None:
    with duckdb.connect(filled) as connection:
        connection.execute("UPDATE game SET game_id = '../../../escaped' WHERE state = 'complete'")
    summary = export(filled, tmp_path / "out", ExportOptions(form="wcr"))
    assert [left.game_id for left in summary.left_out] == ["../../../escaped"]
    assert len(list(tmp_path.rglob("*.wcr"))) == 9
    with duckdb.connect(filled) as connection:
        connection.execute('CREATE TABLE "../evil" (game_id VARCHAR)')
    assert "../evil.csv" not in export(filled, tmp_path / "csv", ExportOptions(form="csv")).files


def test_an_export_does_not_wait_for_an_import(filled: Path, tmp_path: Path) -> None:
    with writing(filled):
        assert export(filled, tmp_path / "out", ExportOptions()).games == 10
