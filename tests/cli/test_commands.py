"""What the commands do with good input, and how they end."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from wcreplay.cli import COMMANDS

from .conftest import RECORD

Run = Callable[..., Result]


@pytest.fixture
def game(tmp_path: Path) -> str:
    file = tmp_path / "game.wcr"
    file.write_text(RECORD, encoding="utf-8")
    return str(file)


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_has_help_with_examples(run: Run, name: str) -> None:
    result = run(name, "--help")
    assert result.exit_code == 0
    assert "Examples:" in result.stdout
    assert f"wcreplay {name}" in result.stdout


def test_an_unknown_command_is_a_usage_error(run: Run) -> None:
    assert run("replai").exit_code == 2


def test_validate_reads_files_folders_and_standard_input(run: Run, game: str) -> None:
    for words, stdin in (((game,), None), ((str(Path(game).parent),), None), (("-",), RECORD)):
        result = run("validate", *words, stdin=stdin)
        assert (result.exit_code, result.stdout) == (0, "")
        assert result.stderr == "1 record: 1 right, 0 wrong\n"


def test_validate_names_the_bad_one_of_a_thousand(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "many.wcr"
    short = RECORD[: RECORD.index("1.2 C")].replace('[Result "C 75, A 62, B 55"]\n', "")
    texts = [short] * 1000
    texts[617] = short.replace("1.1 B c5>s3", "1.1 B c5<s3")
    file.write_text("\n".join(texts), encoding="utf-8")
    result = run("validate", str(file), "--format", "json")
    assert result.exit_code == 1
    (found,) = [json.loads(line) for line in result.stdout.splitlines()]
    lines = "\n".join(texts[:617]).count("\n") + 1
    assert (found["record"], found["column"], found["length"]) == (618, 7, 5)
    assert found["line"] == lines + short[: short.index("1.1 B")].count("\n") + 1


def test_fmt_prints_checks_shows_and_writes(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "loose.wcr"
    loose = RECORD.replace("1.1 B c5>s3 +pp", "B\r\n c5>s3   +pp").replace("P4 K2", "P04 K2")
    file.write_text(loose, encoding="utf-8", newline="")
    assert run("fmt", str(file)).stdout == RECORD
    check = run("fmt", "--check", str(file))
    assert (check.exit_code, check.stdout.strip()) == (1, str(file))
    diff = run("fmt", "--diff", str(file))
    assert diff.exit_code == 1
    assert "+1.1 B c5>s3 +pp" in diff.stdout
    assert file.read_bytes() == loose.encode()
    assert run("fmt", "--write", str(file)).exit_code == 0
    assert file.read_text(encoding="utf-8") == RECORD
    assert run("fmt", "--check", str(file)).exit_code == 0
    assert run("fmt", "-", stdin=loose).stdout == RECORD


def test_fmt_leaves_a_wrong_file_untouched(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "wrong.wcr"
    text = RECORD.replace("1.3 A w6>w", "1.3 A  w5>w")
    file.write_text(text, encoding="utf-8")
    result = run("fmt", "--write", str(file))
    assert result.exit_code == 1
    assert "error[R210]" in result.stderr
    assert file.read_text(encoding="utf-8") == text
    assert list(tmp_path.iterdir()) == [file]


def test_fmt_options_exclude_each_other(run: Run, game: str) -> None:
    assert run("fmt", "--check", "--write", game).exit_code == 2


def test_replay_shows_turns_and_the_board(run: Run, game: str) -> None:
    result = run("replay", game, "--to", "1.2", "--ledger")
    assert result.exit_code == 0
    assert "1.2  C w6>p Q g^s1.2/S7" in result.stdout
    assert "1.3" not in result.stdout.partition("1.3, A on turn")[0]
    assert "C -2 coin" in result.stdout
    assert "audience, gate" in result.stdout
    assert "coral  <2 3      5>" not in result.stdout  # the coral 5 was taken in 1.1
    whole = run("replay", game).stdout
    assert "result: C 75, A 62, B 55" in whole
    assert "end of the game" in whole


def test_replay_as_json(run: Run, game: str) -> None:
    shown = json.loads(run("replay", game, "--to", "1.2", "--format", "json").stdout)
    assert [turn["label"] for turn in shown["turns"]] == ["", "0.1", "0.2", "0.3", "1.1", "1.2"]
    assert shown["position"]["players"]["C"]["courtiers"]["steward"] == 1
    last = shown["turns"][-1]
    assert sum(posting["delta"] for posting in last["postings"] if posting["account"] == "pearl") == -1


def test_replay_of_a_turn_or_game_that_is_not_there(run: Run, game: str) -> None:
    late = run("replay", game, "--to", "9.9")
    assert late.exit_code == 2
    assert "no turn 9.9; the last is 3.9" in late.stderr
    other = run("replay", game, "--game", "2")
    assert other.exit_code == 2
    assert "has 1 record, there is no record 2" in other.stderr


def test_legal_lists_the_choices_of_a_decision(run: Run, game: str) -> None:
    first = run("legal", game, "--at", "1.3", "--plain")
    assert first.exit_code == 0
    assert "w6>w" in first.stdout.splitlines()
    assert "w6<w" not in first.stdout.splitlines()
    shown = json.loads(run("legal", game, "--at", "1.2", "--after", "w6>p", "--format", "json").stdout)
    assert shown["decision"] == "action"
    assert "Q" in shown["options"]
    refill = json.loads(
        run("legal", game, "--at", "1.2", "--after", "w6>p Q g^s1.2", "--format", "json").stdout
    )
    assert refill["decision"] == "refill"
    assert "/S7" in refill["options"]
    assert "/S6" not in refill["options"]


def test_legal_at_the_first_turn_of_a_round_shows_its_dice(run: Run, game: str) -> None:
    shown = json.loads(run("legal", game, "--at", "2.1", "--format", "json").stdout)
    assert (shown["decision"], shown["seat"]) == ("die", "C")
    assert "b5>s2" in shown["options"]


def test_legal_refuses_a_token_that_is_not(run: Run, game: str) -> None:
    result = run("legal", game, "--at", "1.3", "--after", "w5>w")
    assert result.exit_code == 1
    assert "no white 5 at the right end of its bridge" in result.stderr


def test_games_names_the_stage(run: Run) -> None:
    assert "white-castle" in run("games").stdout
    (meta,) = [json.loads(line) for line in run("games", "--format", "json").stdout.splitlines()]
    assert meta["stage"] in ("alpha", "beta", "stable")


def test_simulate_writes_records_that_validate(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.wcr"
    result = run(
        "simulate", "-n", "3", "--players", "2", "--policy", "random", "--seed", "4", "-o", str(file)
    )
    assert result.exit_code == 0
    assert run("validate", str(file)).stderr == "3 records: 3 right, 0 wrong\n"
    text = file.read_text(encoding="utf-8")
    assert text.count('[Source "simulated"]') == 3
    assert '[Policy "random"]' in text
    assert run("fmt", "--check", str(file)).exit_code == 0


@pytest.mark.parametrize(
    "words", [("--policy", "clever"), ("--players", "5"), ("--game", "chess"), ("-n", "0")]
)
def test_simulate_refuses_what_it_cannot_do(run: Run, words: tuple[str, ...]) -> None:
    assert run("simulate", *words).exit_code == 2


def test_import_twice_changes_nothing_and_says_so(run: Run, game: str, tmp_path: Path) -> None:
    db = str(tmp_path / "games.duckdb")
    first = run("import", game, "--db", db)
    assert "1 found = 1 stored + 0 unchanged + 0 replaced + 0 rejected" in first.stderr
    again = run("import", game, "--db", db)
    assert again.exit_code == 0
    assert "1 found = 0 stored + 1 unchanged + 0 replaced + 0 rejected" in again.stderr
    assert f"stored from {game} (record 1)" in again.stderr
    rows = json.loads(
        run(
            "query",
            "--db",
            db,
            "SELECT seat, points, rank FROM final_scores ORDER BY rank",
            "--format",
            "json",
        ).stdout
    )
    assert [tuple(row.values()) for row in rows] == [("C", 75, 1), ("A", 62, 2), ("B", 55, 3)]


@pytest.mark.parametrize(
    "sql",
    [
        "DROP TABLE game",
        "COPY game TO '/tmp/x.csv'",
        "SELECT 1; SELECT 2",
        "SELEC 1",
        "FROM read_csv('/etc/passwd')",
    ],
)
def test_query_is_contained(run: Run, game: str, tmp_path: Path, sql: str) -> None:
    db = str(tmp_path / "games.duckdb")
    run("import", game, "--db", db)
    result = run("query", "--db", db, sql)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("wcreplay: [S2")


def test_a_database_that_is_none(run: Run, game: str, tmp_path: Path) -> None:
    file = tmp_path / "not.duckdb"
    file.write_text("a text", encoding="utf-8")
    for words in (("import", game), ("query", "SELECT 1")):
        result = run(*words, "--db", str(file))
        assert result.exit_code == 3
        assert "[S103]" in result.stderr
    assert file.read_text(encoding="utf-8") == "a text"
    missing = run("query", "SELECT 1", "--db", str(tmp_path / "missing.duckdb"))
    assert missing.exit_code == 3
    assert "[S101]" in missing.stderr


def test_a_closed_pipe_is_no_error(game: str) -> None:
    words = f"{sys.executable} -m wcreplay simulate -n 30 --policy random | head -n 1"
    done = subprocess.run(["bash", "-c", words], capture_output=True, text=True, check=True, timeout=60)
    assert done.stderr == ""
    assert done.stdout.startswith("[Game")
