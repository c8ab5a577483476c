"""How sure every row is, and that games which do not agree with their logs are no part of statistics."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from tests.importers.generator import Options as Form
from tests.importers.generator import build, encode, negative
from tests.store.games import game, write
from wcreplay.engine.reader import read_record
from wcreplay.engine.simulate import simulate
from wcreplay.importers.intake import read_paths
from wcreplay.importers.model import Options
from wcreplay.notation.model import RawRecord
from wcreplay.store.checks import run_checks
from wcreplay.store.export import ExportOptions, export
from wcreplay.store.loader import import_raw, import_records
from wcreplay.store.query import run_query
from wcreplay.store.recheck import recheck

TABLES = ("turn", "ledger", "track", "placement")


def rows(db: Path, sql: str) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in run_query(db, sql).rows]


def marked(tags: str) -> str:
    return game(tags=tags, result=True)


def words(db: Path, sql: str) -> set[str]:
    return {row[0] for row in rows(db, sql)}


def stored(db: Path, tmp_path: Path, tags: str) -> Path:
    assert import_records(db, [write(tmp_path / "one.wcr", marked(tags))]).stored == 1
    return db


def test_a_record_that_people_wrote_is_observed(filled: Path) -> None:
    for table in TABLES:
        assert words(filled, f"SELECT DISTINCT provenance FROM {table}") == {"observed"}


@pytest.mark.parametrize(
    ("tags", "where", "word"),
    [
        # The choices of a turn: all that it posted.
        ('[Inferred "1.2"]', "label = '1.2'", "inferred"),
        ('[Assumed "1.2, 2.3"]', "label IN ('1.2', '2.3')", "unknown"),
        ('[Assumed "2.g A"]', "label = '2.g' AND turn.seat = 'A'", "unknown"),
        # A component that postings name as their source, whichever part of it.
        ('[Inferred "S5"]', "split_part(source, '.', 1) = 'S5'", "inferred"),
        ('[Assumed "K4"]', "source = 'K4'", "unknown"),
        ('[Inferred "tile food"]', "source = 'tile food'", "inferred"),
        # The tiles of a room decide which of its blocks pay.
        ('[Inferred "tiles s1"]', "cause = 'room block' AND text LIKE '___s1%'", "inferred"),
        # The least sure counts.
        ('[Inferred "1.2"]\n[Assumed "S10"]', "source LIKE 'S10%'", "unknown"),
    ],
)
def test_rows_are_as_sure_as_what_they_depend_on(
    db: Path, tmp_path: Path, tags: str, where: str, word: str
) -> None:
    stored(db, tmp_path, tags)
    for table in ("ledger", "track", "placement"):
        such = f"{table}.provenance = '{word}'"
        counts = (
            f"count(*) FILTER ({where}), count(*) FILTER ({such}), count(*) FILTER (({where}) AND {such})"
        )
        ((found, marked_so, both),) = rows(
            db, f"SELECT {counts} FROM {table} JOIN turn USING (game_id, turn_no)"
        )
        assert found == marked_so == both
        assert found or table != "ledger"


def test_the_choices_of_a_turn_have_a_word_of_their_own(db: Path, tmp_path: Path) -> None:
    stored(db, tmp_path, '[Inferred "1.2, S5"]\n[Assumed "2.g A"]')
    found = rows(
        db, "SELECT label, seat, provenance FROM turn WHERE provenance <> 'observed' ORDER BY turn_no"
    )
    assert found == [("1.2", "B", "inferred"), ("2.g", "A", "unknown")]


def test_the_tags_change_nothing_else(db: Path, tmp_path: Path) -> None:
    """The game is the same one, with and without."""
    stored(db, tmp_path, '[Inferred "1.2, S5"]')
    assert import_records(db, [write(tmp_path / "two.wcr", marked(""))]).unchanged == 1


# -- logs ------------------------------------------------------------------------------------


def log_of(seed: int, folder: Path, *, altered: bool = False) -> Path:
    done = read_record(RawRecord(next(simulate("white-castle", 1, 3, "heuristic", seed)))).replay
    assert done is not None
    log = build(done, random.Random(seed), Form(undo="some"))
    data = negative.altered_total(log, random.Random(seed))[0] if altered else encode(log)
    path = folder / f"{seed}{'-altered' * altered}.json"
    path.write_bytes(data)
    return path


@pytest.fixture
def logs(db: Path, tmp_path: Path) -> Path:
    """A database with two games of logs, one of which does not agree with its log."""
    paths = [log_of(3, tmp_path), log_of(4, tmp_path, altered=True)]
    raws = read_paths(paths, Options(names=True, keep_unproved=True))
    assert import_raw(db, raws).stored == 2
    return db


def test_rows_of_a_log_say_what_was_not_shown(logs: Path) -> None:
    found = dict(rows(logs, "SELECT provenance, count(*) FROM ledger GROUP BY ALL"))
    assert found["observed"] > found["inferred"] > 0
    inferred = words(logs, "SELECT DISTINCT cause FROM ledger WHERE provenance = 'inferred'")
    assert "well" in inferred
    assert inferred.isdisjoint({"setup", "draft", "die difference"})


def test_a_recheck_finds_the_same_words_again(logs: Path) -> None:
    summary = recheck(logs)
    assert (summary.found, summary.same) == (2, 2)
    assert run_checks(logs) == []


def test_games_that_are_not_proved_are_no_part_of_statistics(logs: Path) -> None:
    states = dict(rows(logs, "SELECT state, game_id FROM game"))
    assert states.keys() == {"complete", "unproved"}
    for view in ("final_scores", "start_pairs JOIN seat USING (start_resource, start_action)"):
        assert words(logs, f"SELECT DISTINCT game_id FROM {view} WHERE points IS NOT NULL") <= {
            states["complete"]
        }
    assert words(logs, "SELECT DISTINCT game_id FROM final_scores") == {states["complete"]}
    assert rows(logs, "SELECT sum(games) FROM player") == [(3,)]
    of_it = f"game_id = '{states['unproved']}'"
    assert rows(logs, f"SELECT DISTINCT rank, points FROM seat WHERE {of_it}") == [(None, None)]
    assert rows(logs, f"SELECT count(*) > 20 FROM turn WHERE {of_it}") == [(True,)]


def test_records_without_names_keep_how_sure_they_are(logs: Path, tmp_path: Path) -> None:
    export(logs, tmp_path / "out", ExportOptions(form="wcr", anonymise=True))
    other = tmp_path / "again.duckdb"
    assert import_records(other, [tmp_path / "out"]).stored == 2
    sql = "SELECT state, provenance, count(*) FROM game JOIN ledger USING (game_id) GROUP BY ALL ORDER BY ALL"
    assert rows(other, sql) == rows(logs, sql)
