"""What the pages of one application share: the data, the replays looked at last, the charts of each game."""

from __future__ import annotations

import json
import threading
import time
from collections import OrderedDict
from typing import TYPE_CHECKING, cast

from flask import abort, current_app, g

from wcreplay.charts import draw
from wcreplay.web import queries
from wcreplay.web.dashboards import rows as contained_rows
from wcreplay.web.dashboards import shipped
from wcreplay.web.previews import Previews
from wcreplay.web.replays import Films

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from wcreplay.charts import Chart, Drawing
    from wcreplay.charts.spec import Panel
    from wcreplay.charts.style import Rows
    from wcreplay.store.database import Queryable
    from wcreplay.web.storing import Shelf

_KEEP_CHARTS = 128
_KEEP_GAMES = 32


class Site:
    """The parts of an application that outlive a request. Safe to use from several threads."""

    def __init__(
        self,
        source: Queryable,
        dashboards: Path,
        shelf: Shelf | None = None,
        own: Mapping[str, tuple[Chart, ...]] | None = None,
    ) -> None:
        """Serve ``source``; ``dashboards`` has a folder of dashboard files for each game.

        Records that are uploaded are put on ``shelf``, if there is one. ``own`` are a user's charts by game,
        which come behind the others.

        Raises:
            ChartFileError: if a dashboard file is wrong.
        """
        self.source = source
        # Generations are counted anew at every start: this tells those of one start from those of another.
        self.born = time.time_ns()
        self.films = Films()
        self.previews = Previews()
        self.shelf = shelf
        self.charts = shipped(dashboards)
        for game, more in (own or {}).items():
            self.charts[game] = (*self.charts.get(game, ()), *more)
        self._lock = threading.Lock()
        self._games: OrderedDict[tuple[int, str], queries.Game] = OrderedDict()
        self._drawn: OrderedDict[tuple[int, str, str, str], str] = OrderedDict()

    def take(self) -> tuple[queries.Cursor, int]:
        """Return a cursor and the generation of the data it reads."""
        while True:
            before = self.source.generation
            found = self.source.cursor()
            after = self.source.generation
            if before == after:
                return cast("queries.Cursor", found), after
            found.close()

    def game(self, number: int, game_id: str, cursor: queries.Cursor) -> queries.Game | None:
        """Return a stored game; ``number`` is the generation of the data that ``cursor`` reads."""
        key = (number, game_id)
        with self._lock:
            if key in self._games:
                self._games.move_to_end(key)
                return self._games[key]
        found = queries.find_game(cursor, game_id)
        if found is not None:
            with self._lock:
                self._games[key] = found
                while len(self._games) > _KEEP_GAMES:
                    self._games.popitem(last=False)
        return found

    def chart_json(self, number: int, game_id: str, chart: Chart, choice: str, cursor: queries.Cursor) -> str:
        """Return a chart, seen as a choice shows it (empty: the first), as JSON text.

        ``number`` is the generation of the data that ``cursor`` reads.

        Raises:
            KeyError: if the chart has no such choice.
            StoreError: if the query of a user's chart is refused or not done in time.
            ValueError: if a user's chart cannot be drawn of what its query brings.
        """
        panels = chart.seen(choice)
        choice = choice or (chart.choices[0].name if chart.choices else "")
        key = (number, game_id, chart.name, choice)
        with self._lock:
            if key in self._drawn:
                self._drawn.move_to_end(key)
                return self._drawn[key]
        rows = {
            query: contained_rows(self.source, query, game_id)
            if chart.contained
            else queries.chart_rows(cursor, query, game_id)
            for query in dict.fromkeys(chart.queries)
        }
        drawings = [
            self._drawing(chart, panel, rows[query])
            for panel, query in zip(panels, chart.queries, strict=True)
        ]
        text = chart_text(chart, drawings, choice)
        with self._lock:
            self._drawn[key] = text
            while len(self._drawn) > _KEEP_CHARTS:
                self._drawn.popitem(last=False)
        return text

    def _drawing(self, chart: Chart, panel: Panel, rows: Rows) -> Drawing:
        """Return a drawn panel; a user's query may bring values that cannot be drawn."""
        if not chart.contained:
            return draw(panel, rows)
        try:
            return draw(panel, rows)
        except (ArithmeticError, LookupError, TypeError, ValueError) as error:
            raise ValueError(
                f"panel {panel.name!r} cannot be drawn of what {panel.query} brings: {error}"
            ) from error


def chart_text(chart: Chart, drawings: Iterable[Drawing], choice: str = "") -> str:
    """Return a drawn chart as JSON text; ``choice`` names the view that it is seen in."""
    content = {
        "name": chart.name,
        "title": chart.title,
        "about": chart.about,
        "choice": choice,
        "choices": [{"name": one.name, "title": one.title} for one in chart.choices],
        "panels": [drawing._asdict() for drawing in drawings],
    }
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def site() -> Site:
    """Return the site of the current application."""
    return cast("Site", current_app.extensions["wcreplay"])


def cursor() -> queries.Cursor:
    """Return this request's cursor; it is closed when the request ends."""
    if "cursor" not in g:
        g.cursor, g.generation = site().take()
    return cast("queries.Cursor", g.cursor)


def generation() -> int:
    """Return the generation of the data that this request reads."""
    cursor()
    return cast("int", g.generation)


def stale_reason() -> str:
    """Return why the data shown is older than the file (a program is writing to it), or nothing."""
    return str(getattr(site().source, "stale_reason", ""))


def game_or_404(game_id: str) -> queries.Game:
    """Return a stored game, or end the request with a friendly page."""
    found = site().game(generation(), game_id, cursor())
    if found is None:
        abort(
            404,
            "No game with this id is stored here. It may have been removed, or the address is incomplete.",
        )
    return found


def charts_of(game: str) -> tuple[Chart, ...]:
    """Return the charts of a kind of game; none where it has no dashboards."""
    return site().charts.get(game, ())
