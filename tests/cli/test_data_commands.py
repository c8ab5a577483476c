"""``query``, ``export``, ``players``, and what ``import`` does with a file of players."""

from __future__ import annotations

import io
import json
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from click.testing import Result

from wcreplay.bundled import records_dir
from wcreplay.store.loader import import_records

Run = Callable[..., Result]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The bytes of a database of the sample records."""
    path = tmp_path_factory.mktemp("data") / "games.duckdb"
    assert import_records(path, [records_dir()]).clean
    return path.read_bytes()


@pytest.fixture
def db(made: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database of one's own in the folder one works in."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "games.duckdb"
    path.write_bytes(made)
    return path


def test_a_query_in_every_form(run: Run, db: Path) -> None:
    sql = "SELECT title, players FROM game WHERE players = 2 ORDER BY title"
    words = ("query", "--db", str(db), sql)
    assert run(*words).stdout.splitlines()[2].split() == ["Ana", "66,", "Bruno", "53", "2"]
    assert run(*words, "--format", "csv").stdout.splitlines() == [
        "title,players",
        '"Ana 66, Bruno 53",2',
        '"Bruno 69, Ana 58",2',
    ]
    assert json.loads(run(*words, "--format", "json").stdout)[1]["title"] == "Bruno 69, Ana 58"
    done = run(*words, "--format", "parquet")
    assert (done.exit_code, done.stderr) == (0, "")
    table = pq.read_table(io.BytesIO(done.stdout_bytes))
    assert table.to_pylist() == json.loads(run(*words, "--format", "json").stdout)
    assert [str(kind) for kind in table.schema.types] == ["string", "uint8"]
    cut = run(*words, "--format", "parquet", "--limit", "1")
    assert pq.read_table(io.BytesIO(cut.stdout_bytes)).num_rows == 1
    assert "only the first 1 rows" in cut.stderr


@pytest.mark.parametrize(
    ("words", "code", "exit_code"),
    [
        (("SELECT [INTERVAL '1 day']", "--format", "parquet"), "S206", 2),
        (("DROP TABLE game", "--format", "parquet"), "S202", 2),
        (
            ("SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE a <> b", "--timeout", "0.5"),
            "S204",
            3,
        ),
        (("SELECT len(range(0, 300000000))",), "S203", 2),
        (("SELECT list(repeat('x', 1000000) || i) FROM range(5000) t(i)", "--format", "parquet"), "S203", 2),
    ],
)
def test_a_query_that_cannot_be_answered(
    run: Run, db: Path, words: tuple[str, ...], code: str, exit_code: int
) -> None:
    before = resource.getrlimit(resource.RLIMIT_AS)
    result = run("query", "--db", str(db), *words)
    assert (result.exit_code, result.stdout) == (exit_code, "")
    assert result.stderr.startswith(f"wcreplay: [{code}] ")
    assert resource.getrlimit(resource.RLIMIT_AS) == before


def test_memory_of_the_process_is_bounded(db: Path) -> None:
    """One call of a function can take memory that DuckDB does not count."""
    code = (
        "import resource, sys; from wcreplay.cli import main\n"
        "try: main()\n"
        "finally: print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10, file=sys.stderr)"
    )
    command = [sys.executable, "-c", code, "query", "--db", str(db), "SELECT len(range(0, 2000000000))"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    message, megabytes = done.stderr.strip().splitlines()
    assert "the query needs more memory than it may take" in message
    assert int(megabytes) < 2500


def test_an_export_and_its_summary(run: Run, db: Path) -> None:
    done = run("export", "--db", str(db), "--to", "data", "--format", "csv", "--where", "players = 4")
    assert (done.exit_code, done.stdout) == (0, "")
    assert done.stderr.splitlines()[-1] == "3 games in data"
    assert "seat.csv                         12 rows" in done.stderr
    taken = run("export", "--db", str(db), "--to", "data")
    assert (taken.exit_code, "S402" in taken.stderr) == (2, True)
    again = run("export", "--db", str(db), "--to", "data", "--force", "--format", "wcr", "--anonymise")
    assert again.exit_code == 0
    assert "removed: names of players, event, place" in again.stderr
    texts = [path.read_text(encoding="utf-8") for path in Path("data").glob("*.wcr")]
    assert len(texts) == 10
    assert not [text for text in texts for name in ("Ana", "Bruno", "Lantern") if name in text]
    assert run("validate", "data").exit_code == 0


@pytest.mark.parametrize(
    ("words", "code", "exit_code"),
    [
        (("--where", "plyers = 4"), "S404", 2),
        (("--game-id", "abc"), "S405", 2),
        (("--table", "turns"), "S405", 2),
        (("--to", "none/data"), "S403", 3),
        (("--players", "none.toml"), "S401", 2),
    ],
)
def test_an_export_that_cannot_be(
    run: Run, db: Path, words: tuple[str, ...], code: str, exit_code: int
) -> None:
    result = run("export", "--db", str(db), "--to", "data", *words)
    assert (result.exit_code, f"[{code}]" in result.stderr) == (exit_code, True)
    assert sorted(path.name for path in db.parent.iterdir()) == [db.name]


def test_names_are_joined_or_taken_out(run: Run, db: Path) -> None:
    both = run("export", "--db", str(db), "--to", "data", "--players", "x.toml", "--anonymise")
    assert (both.exit_code, "exclude each other" in both.stderr) == (2, True)
    Path("club.toml").write_text('[players]\n"Ana Lima" = ["Ana"]\n', encoding="utf-8")
    words = ("--format", "json", "--table", "seat", "--players", "club.toml")
    assert run("export", "--db", str(db), "--to", "data", *words).exit_code == 0
    assert '"player":"Ana Lima"' in Path("data/seat.json").read_text(encoding="utf-8")
    assert "Ana Lima" not in run("players", "--db", str(db)).stdout


def test_import_and_players_take_over_the_file_beside_the_database(run: Run, db: Path) -> None:
    assert [row["player"] for row in listed(run, db)] == ["Ana", "Bruno", "Clara", "Dario"]
    Path("players.toml").write_text('[players]\n"Ana Lima" = ["Ana"]\nBruno = ["Dario"]\n', encoding="utf-8")
    done = run("import", str(records_dir()), "--db", str(db))
    assert f"{db.parent}/players.toml: 2 spellings of 2 players stored" in done.stderr
    assert [(row["player"], row["names"], row["games"]) for row in listed(run, db)] == [
        ("Bruno", "Bruno, Dario", 13),
        ("Ana Lima", "Ana", 10),
        ("Clara", "Clara", 8),
    ]
    Path("other.toml").write_text("[players]\n", encoding="utf-8")
    assert listed(run, db, "--players", "other.toml")[0]["player"] == "Ana"


def listed(run: Run, db: Path, *words: str) -> list[dict[str, object]]:
    result = run("players", "--db", str(db), "--format", "json", *words)
    assert result.exit_code == 0
    rows: list[dict[str, object]] = json.loads(result.stdout)
    return rows


def test_a_wrong_file_of_players_stops_everything(run: Run, db: Path) -> None:
    Path("players.toml").write_text('[players]\nAna = "a"\nBruno = [1, ""]\nnames = 3\n', encoding="utf-8")
    for words in (("players",), ("import", str(records_dir()))):
        done = run(*words, "--db", str(db))
        assert done.exit_code == 2
        assert done.stdout == ""
        lines = done.stderr.splitlines()
        assert [line.partition("players.`")[2][:8] for line in lines[:4]] == [
            "Ana`: mu",
            "Bruno`[1",
            "Bruno`[2",
            "names`: ",
        ]
        assert "[S401]" in lines[4]
    assert run("players", "--db", "none/none.duckdb").exit_code == 3
