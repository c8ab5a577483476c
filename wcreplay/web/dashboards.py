"""Dashboards that users write: read strictly, their queries tried on empty tables, and run contained."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

from wcreplay.bundled import dashboards_dir
from wcreplay.charts import KINDS, Chart, ChartFileError, Fault, load, scan_all
from wcreplay.store.database import open_database
from wcreplay.store.errors import StoreError
from wcreplay.store.query import run_query

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from wcreplay.store.database import Catalogue, Queryable, Snapshot

    Charts = dict[str, tuple[Chart, ...]]

ROWS: Final = 5000
"""Most rows that a user's query may bring to a chart."""
SECONDS: Final = 10.0
"""How long it may take."""


def shipped(folder: Path | None = None) -> Charts:
    """Return the charts that come with the package, by game.

    Raises:
        ChartFileError: if a file is wrong.
    """
    folders = sorted((folder or dashboards_dir()).iterdir())
    return {path.name.replace("_", "-"): load(path) for path in folders if path.is_dir()}


def check(folder: Path) -> tuple[Charts, tuple[Fault, ...]]:
    """Return the charts of a user's folder by game, and every fault of its files and queries.

    Raises:
        OSError: if the folder cannot be read.
    """
    charts, faults = scan_all(folder, shipped())
    with tempfile.TemporaryDirectory(prefix="wcreplay-") as place:
        path = Path(place) / "empty.duckdb"
        open_database(path).close()
        with open_database(path, read_only=True, contained=True) as tables:
            tried = [
                fault
                for game, found in charts.items()
                for chart in found
                for fault in _tried(chart, game.replace("-", "_"), tables)
            ]
    return charts, (*faults, *tried)


def read(folder: Path) -> Charts:
    """Return the charts of a user's folder by game.

    Raises:
        ChartFileError: if a file or a query is wrong.
        OSError: if the folder cannot be read.
    """
    charts, faults = check(folder)
    if faults:
        raise ChartFileError(faults)
    return charts


def rows(source: Queryable, sql: str, game_id: str) -> list[Mapping[str, Any]]:
    """Run a user's query for one game: only a query, only the tables, within bounds.

    Raises:
        StoreError: S201 to S205.
    """
    found = run_query(
        cast("Snapshot", source), sql, limit=ROWS, seconds=SECONDS, parameters={"game_id": game_id}
    )
    if found.truncated:
        raise StoreError("S205", f"the query brings more than {ROWS:,} rows", "sum them up in the query")
    return list(found.dicts())


def _tried(chart: Chart, folder: str, tables: Catalogue) -> Iterator[Fault]:
    for number, (panel, sql) in enumerate(zip(chart.panels, chart.queries, strict=True), start=1):
        place = (f"{folder}/{panel.query}", f"panel {panel.name!r} of {chart.name}.toml")
        if "$game_id" not in sql:
            yield Fault(*place, "the query does not use its parameter $game_id", "", "C107")
            continue
        try:
            columns = run_query(
                tables, sql, limit=1, seconds=SECONDS, parameters={"game_id": "0" * 16}
            ).columns
        except StoreError as error:
            yield Fault(*place, error.what, "", "C107")
            continue
        wanted = {
            *KINDS[panel.kind].columns,
            *panel.where,
            *(key for one in chart.choices for key in one.where),
        }
        missing = sorted(wanted - set(columns))
        if missing:
            what = f"kind {panel.kind} needs the column{'s' * (len(missing) > 1)} {', '.join(missing)}"
            yield Fault(f"{folder}/{chart.name}.toml", f"panel[{number}].query", what, "", "C108")
