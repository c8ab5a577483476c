"""``python -m bench.store``: what the database costs by the number of games, as a Markdown table.

Games are simulated ones of the ``heuristic`` policy with four players. The yardstick is measured in the same
run, some seconds right before and right after each import, and so is a bare insert of the same rows as Arrow
tables.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import duckdb
import pyarrow as pa

from wcreplay.engine.simulate import simulate
from wcreplay.importers.intake import read_paths
from wcreplay.store.arrow import read_layout
from wcreplay.store.database import open_database
from wcreplay.store.pool import judged
from wcreplay.store.summary import ImportSummary
from wcreplay.store.writer import BATCH, FileTarget, Writer, insert, tables_of_games, transaction

from . import yardstick

SIZES: Final = (1_000, 10_000)
VIEWS: Final = ("final_scores", "coin_flow", "time_race", "turn_summary", "start_pairs", "player")
BY_GAME: Final = ("turn", "ledger", "wc_state", "score", "turn_summary")
TRIES: Final = 7
UNITS: Final = 7
"""Readings of the yardstick before an import, and again after it; the median of all of them counts."""
UNIT_GAMES: Final = 200
"""Games of such a reading: about half a second."""
MOST_LOADED: Final = 10_000
"""Games whose loading is measured apart from judging them, at most."""


def main() -> None:
    """Print a column of figures for each number of games."""
    parser = argparse.ArgumentParser(prog="python -m bench.store", description=__doc__)
    parser.add_argument("games", type=int, nargs="*", default=list(SIZES), help="numbers of games")
    parser.add_argument("--jobs", type=int, default=2, help="processes of the import (default 2)")
    options = parser.parse_args()
    columns = []
    for games in options.games:
        with tempfile.TemporaryDirectory(prefix="wcreplay-bench-") as folder:
            columns.append(_measured(Path(folder), games, options.jobs))
    print(f"| {options.jobs} processes | " + " | ".join(f"{games:,} games" for games in options.games) + " |")
    print("|---" * (len(columns) + 1) + "|")
    for name in columns[0]:
        print(f"| {name} | " + " | ".join(column[name] for column in columns) + " |")


def _watched(words: list[str]) -> tuple[dict[str, float], int]:
    """Run a command; return what it prints, and the most memory of all its processes in bytes."""
    peak = 0
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, start_new_session=True) as process:
        while process.poll() is None:
            peak = max(peak, _memory(process.pid))
            time.sleep(0.2)
        assert process.stdout is not None
        printed = process.stdout.read()
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, words)
    return json.loads(printed), peak


def _memory(session: int) -> int:
    """Return the resident memory of the processes of a session in bytes; 0 where the system does not tell."""
    total = 0
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = file.read_text().rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        if int(fields[3]) == session:
            total += int(fields[21]) * resource.getpagesize()
    return total


def _measured(folder: Path, games: int, jobs: int) -> dict[str, str]:
    records, db = folder / "games.wcr", folder / "games.duckdb"
    with records.open("w", encoding="utf-8") as file:
        for text in simulate("white-castle", games, 4, "heuristic", 1):
            file.write(text + "\n")
    pgn = yardstick.games(UNIT_GAMES)
    units = [yardstick.rate(pgn) for _ in range(UNITS)]
    words = [sys.executable, "-m", "bench.importing", str(records), str(db), str(jobs)]
    took, peak = _watched(words)
    units += [yardstick.rate(pgn) for _ in range(UNITS)]
    rows, bare = _bare_insert(db, folder / "bare.duckdb")
    loaded, loading = _load(records, folder / "loaded.duckdb")
    rate, unit = games / took["seconds"], statistics.median(units)
    return {
        "games/s": f"{rate:.0f}",
        "yardstick, games/s": f"{unit:.0f}",
        "x yardstick": f"{rate / unit:.2f}",
        "rows/s": f"{rows / took['seconds']:,.0f}",
        "rows/s of the writer alone": f"{loaded / loading:,.0f}",
        "rows/s, bare Arrow insert": f"{rows / bare:,.0f}",
        "rows a game": f"{rows / games:.0f}",
        "peak memory, all processes": f"{peak / 2**20:.0f} MiB",
        "file a game": f"{db.stat().st_size / games / 1024:.1f} KiB",
        "records a game": f"{records.stat().st_size / games / 1024:.1f} KiB",
        **_queries(db),
    }


def _load(records: Path, target: Path) -> tuple[int, float]:
    """Write the first games of a file into an empty database; return rows and the seconds of the writer.

    Judging is not counted.
    """
    writer = Writer(FileTarget(target, 5.0, adding=True), ImportSummary())
    count, seconds = 0, 0.0
    for judgement in judged(read_paths([records]), writer.setting, 1):
        count += sum(table.num_rows for tables in judgement.rows.values() for table in tables)
        start = time.perf_counter()
        writer.add(judgement)
        seconds += time.perf_counter() - start
        if writer.summary.judged >= MOST_LOADED:
            break
    start = time.perf_counter()
    writer.commit()
    return count, seconds + time.perf_counter() - start


def _bare_insert(db: Path, target: Path) -> tuple[int, float]:
    """Insert all rows of a database into an empty one; return their number and the seconds of the inserts."""
    with open_database(target) as catalogue:
        tables = tables_of_games(read_layout(catalogue.cursor()))
    bare = FileTarget(target, 5.0, adding=True)
    count, seconds = 0, 0.0
    with duckdb.connect(db, read_only=True) as source:
        ids = [row[0] for row in source.execute("SELECT game_id FROM game").fetchall()]
        for first in range(0, len(ids), BATCH):
            wanted = [ids[first : first + BATCH]]
            batch: dict[str, pa.Table] = {}
            for name in tables:
                sql = f'FROM "{name}" WHERE game_id IN (SELECT unnest(?::VARCHAR[]))'
                batch[name] = source.sql(sql, params=wanted).to_arrow_table()
            count += sum(table.num_rows for table in batch.values())
            start = time.perf_counter()
            with bare.opened() as cursor, transaction(cursor):
                for name, table in batch.items():
                    if table.num_rows:
                        insert(cursor, name, table)
            seconds += time.perf_counter() - start
    return count, seconds


def _queries(db: Path) -> dict[str, str]:
    """Return the times of questions about all games, and about single ones."""
    found = {}
    with duckdb.connect(db, read_only=True) as connection:
        ids = [row[0] for row in connection.execute("SELECT game_id FROM game").fetchall()]
        few = ids[:: max(1, len(ids) // TRIES)][:TRIES]
        for view in VIEWS:
            sql = f"SELECT count(*), any_value(hash(made)) FROM (FROM {view}) AS made"
            found[f"all of `{view}`"] = _milliseconds(connection, sql, [[]] * 3)
        for name in BY_GAME:
            sql = f"FROM {name} WHERE game_id = ?"
            found[f"one game of `{name}`"] = _milliseconds(connection, sql, [[game] for game in few])
    return found


def _milliseconds(
    connection: duckdb.DuckDBPyConnection, sql: str, parameters: Sequence[Sequence[str]]
) -> str:
    connection.execute(sql, list(parameters[0])).fetchall()
    times = []
    for values in parameters:
        start = time.perf_counter()
        connection.execute(sql, list(values)).fetchall()
        times.append(time.perf_counter() - start)
    return f"{statistics.median(times) * 1000:.1f} ms"


if __name__ == "__main__":
    main()
