"""Games of which only what comes before the first fault is kept: seen, named, and never counted."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from wcreplay.cli import cli
from wcreplay.store import opening
from wcreplay.store.checks import run_checks
from wcreplay.store.database import open_database, schema_files, schema_version
from wcreplay.store.errors import StoreError
from wcreplay.store.loader import DEFAULT, Options, import_raw, import_records
from wcreplay.store.query import run_query
from wcreplay.store.recheck import recheck
from wcreplay.store.summary import ImportSummary

from .games import game, many, write

KEEP = Options(keep_prefix=True)
PLAYERS = '[A "Ana"]\n[B "Bruno"]\n'
WRONG = game(tags=PLAYERS).replace("2.3 B c1<s1", "2.3 B c1<s1 W6")
"""The whole game with a turn that begins legally and then asks for what no turn can do."""
VIEWS = ("final_scores", "coin_flow", "time_race", "turn_summary", "start_pairs", "player")


def ask(db: Path, sql: str) -> list[tuple[Any, ...]]:
    return run_query(db, sql, limit=None).rows


def stored(db: Path, source: Path, options: Options = KEEP) -> ImportSummary:
    from wcreplay.importers.intake import read_paths

    summary = import_raw(db, read_paths([source]), options)
    parts = summary.stored + summary.unchanged + summary.replaced + summary.cut + summary.rejected
    assert summary.found == parts
    return summary


@pytest.fixture
def with_cut(filled: Path, tmp_path: Path) -> Path:
    """Ten right games and a cut one."""
    summary = stored(filled, write(tmp_path / "wrong.wcr", WRONG))
    assert (summary.cut, summary.stored, summary.clean) == (1, 0, False)
    return filled


def test_nothing_is_kept_unless_that_is_asked_for(filled: Path, tmp_path: Path) -> None:
    summary = stored(filled, write(tmp_path / "wrong.wcr", WRONG), DEFAULT)
    assert (summary.cut, summary.rejected) == (0, 1)
    assert ask(filled, "SELECT count(*) FROM game") == [(10,)]


def test_a_cut_game_has_the_turns_before_its_fault_and_says_why(with_cut: Path) -> None:
    (row,) = ask(with_cut, "SELECT game_id, title, turns, record_no FROM game WHERE state = 'cut'")
    game_id = row[0]
    assert row[1:] == ("Ana, Bruno", 11, 1)
    of = f"WHERE game_id = '{game_id}'"
    assert ask(with_cut, f"SELECT last(label ORDER BY turn_no) FROM turn {of}") == [("2.2",)]
    assert ask(with_cut, f"SELECT rank, points FROM seat {of}") == [(None, None)] * 2
    ((code, line),) = ask(with_cut, f"SELECT code, line FROM diagnostic {of}")
    assert code.startswith("R")
    assert WRONG.splitlines()[line - 1].startswith("2.3 ")
    assert ask(with_cut, f"SELECT count(*) > 50 FROM ledger {of}") == [(True,)]
    assert run_checks(with_cut) == []


@pytest.mark.parametrize("view", VIEWS)
def test_statistics_leave_cut_games_out(view: str, filled: Path, tmp_path: Path) -> None:
    before = ask(filled, f"SELECT * FROM {view} ORDER BY ALL")
    assert before
    stored(filled, write(tmp_path / "wrong.wcr", WRONG))
    assert ask(filled, f"SELECT * FROM {view} ORDER BY ALL") == before
    left = ask(filled, "SELECT DISTINCT state FROM game ORDER BY state::VARCHAR")
    assert left == [("complete",), ("cut",), ("partial",)]


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("state", ["rejected", "unproved", "cut"])
def test_statistics_count_only_games_that_are_complete_or_partial(
    view: str, state: str, filled: Path
) -> None:
    with open_database(filled) as catalogue:
        catalogue.cursor().execute(f"UPDATE game SET state = '{state}'")
    assert ask(filled, f"SELECT count(*) FROM {view}") == [(0,)]


def test_a_right_record_of_the_same_turns_is_another_game(with_cut: Path, tmp_path: Path) -> None:
    right = re.sub(r"2\.3 .*", "", WRONG, flags=re.DOTALL)
    assert stored(with_cut, write(tmp_path / "right.wcr", right)).stored == 1
    stated = game(tags=PLAYERS + '[Result "A 99, B 45"]\n')  # every turn is right
    assert stored(with_cut, write(tmp_path / "result.wcr", stated)).cut == 1
    again = stored(with_cut, write(tmp_path / "both.wcr", WRONG, stated, right))
    assert (again.unchanged, again.cut) == (3, 0)


def test_a_wrong_record_takes_no_games_place(filled: Path, tmp_path: Path) -> None:
    (old,) = ask(filled, "SELECT game_id FROM game WHERE state = 'complete'")[0]
    tagged = WRONG.replace("\n[Ruleset", f'\n[Replaces "{old}"]\n[Ruleset')
    assert stored(filled, write(tmp_path / "tagged.wcr", tagged)).rejected == 1
    source = write(tmp_path / "wrong.wcr", WRONG)
    assert stored(filled, source, Options(keep_prefix=True, replace=old)).rejected == 1
    assert ask(filled, "SELECT count(*), count_if(state = 'cut') FROM game") == [(10, 0)]


def test_a_corrected_record_takes_the_place_of_a_cut_game(with_cut: Path, tmp_path: Path) -> None:
    (old,) = ask(with_cut, "SELECT game_id FROM game WHERE state = 'cut'")[0]
    right = write(tmp_path / "right.wcr", WRONG.replace(" W6", "", 1))
    with open_database(with_cut) as catalogue:
        catalogue.cursor().execute("DELETE FROM game WHERE state = 'complete'")
    assert stored(with_cut, right, Options(replace=old)).replaced == 1
    for table in ("game", "seat", "turn", "ledger", "track", "placement", "diagnostic", "wc_state"):
        assert ask(with_cut, f"SELECT count(*) FROM {table} WHERE game_id = '{old}'") == [(0,)], table


def test_the_first_fault_ends_an_import_behind_what_is_kept_of_it(db: Path, tmp_path: Path) -> None:
    source = write(tmp_path / "three.wcr", many(1)[0], WRONG, *many(3)[1:])
    summary = stored(db, source, Options(keep_prefix=True, stop=True))
    assert (summary.stopped, summary.stored, summary.cut) == (True, 1, 1)
    assert ask(db, "SELECT count(*) FROM game") == [(2,)]
    assert run_checks(db) == []


def test_a_game_with_a_wrong_variation_is_whole_and_the_import_not_clean(db: Path, tmp_path: Path) -> None:
    text = game().replace("2.3 B c1<s1\n", "2.3 B c1<s1\n(2.3 B c1<s1 W6)\n")
    source = write(tmp_path / "aside.wcr", text)
    assert stored(db, source, DEFAULT).rejected == 1
    summary = stored(db, source)
    assert (summary.stored, summary.clean) == (1, False)
    assert ask(db, "SELECT state FROM game") == [("complete",)]
    assert recheck(db).same == 1


def test_the_command_names_cut_games_and_counts_them(filled: Path, tmp_path: Path) -> None:
    source = str(write(tmp_path / "two.wcr", WRONG, many(1)[0]))
    report = tmp_path / "report.json"
    words = ["import", source, "--db", str(filled), "--keep-prefix", "--report", str(report)]
    done = CliRunner().invoke(cli, words)
    assert done.exit_code == 1
    assert re.search(
        r"cut: \S+two\.wcr \(record 1\) is stored up to its first fault, as game [0-9a-f]{16}", done.stderr
    )
    assert "2 found = 1 stored + 0 unchanged + 0 replaced + 1 cut + 0 rejected" in done.stderr
    assert '"cut": 1' in report.read_text()
    strict = CliRunner().invoke(cli, ["import", source, "--db", str(filled), "--strict"])
    assert "2 found = 0 stored + 1 unchanged + 0 replaced + 1 rejected" in strict.stderr


def test_a_recheck_leaves_cut_games_as_they_are(with_cut: Path) -> None:
    summary = recheck(with_cut, write=True)
    assert (summary.found, summary.same) == (11, 11)
    assert ask(with_cut, "SELECT count_if(state = 'cut') FROM game") == [(1,)]


def test_a_recheck_keeps_the_prefix_of_games_that_are_wrong_now_where_asked(
    filled: Path,
) -> None:
    with open_database(filled) as catalogue:  # as if the rules had been others
        catalogue.cursor().execute(
            "UPDATE game SET source_text = replace(source_text, '2.3 B c1<s1', '2.3 B c1<s1 W6') "
            "WHERE state = 'complete'"
        )
    look = recheck(filled)
    assert [(group.kind, group.count) for group in look.groups] == [("wrong", 1)]
    kept = recheck(filled, write=True, keep_prefix=True)
    assert [(group.kind, group.count) for group in kept.groups] == [("cut", 1)]
    assert ask(filled, "SELECT state, turns FROM game WHERE state <> 'partial'") == [("cut", 11)]
    assert run_checks(filled) == []
    assert recheck(filled).same == 10


def test_a_rejected_game_comes_back_as_a_cut_one(filled: Path) -> None:
    with open_database(filled) as catalogue:
        catalogue.cursor().execute(
            "UPDATE game SET source_text = replace(source_text, '2.3 B c1<s1', '2.3 B c1<s1 W6')"
        )
    wrong = recheck(filled, write=True).wrong
    assert wrong
    assert recheck(filled).known == wrong
    recheck(filled, write=True, keep_prefix=True)
    # Two of them differ only behind the fault, and so are one now.
    assert ask(filled, "SELECT count(*), count_if(state = 'cut') FROM game") == [(wrong - 1, wrong - 1)]
    assert run_checks(filled) == []


def test_a_database_of_the_version_before_is_brought_up(
    db: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    version = 4
    files = {number: paths for number, paths in schema_files().items() if number <= version}
    with monkeypatch.context() as patched:
        patched.setattr(opening, "schema_files", lambda: files)
        patched.setattr(opening, "schema_version", lambda: version)
        patched.setattr("wcreplay.store.writer.schema_version", lambda: version)
        assert import_records(db, [write(tmp_path / "some.wcr", *many(3))]).stored == 3
    views = {view: ask_old(db, view) for view in VIEWS}
    with pytest.raises(StoreError, match="version 4"):
        ask(db, "FROM game")
    assert stored(db, write(tmp_path / "wrong.wcr", WRONG)).cut == 1
    assert ask(db, "SELECT max(version) FROM schema_version") == [(schema_version(),)]
    assert Path(f"{db}.v4.backup").exists()
    assert {view: sorted(ask(db, f"FROM {view}"), key=str) for view in VIEWS} == views
    assert run_checks(db) == []


def ask_old(db: Path, view: str) -> list[tuple[Any, ...]]:
    """Ask a database whose tables are older than this program's."""
    import duckdb

    with duckdb.connect(db, read_only=True) as connection:
        return sorted(connection.execute(f"FROM {view}").fetchall(), key=str)
