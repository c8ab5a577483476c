"""A game as one file: replay, charts and tables that open from disk and load nothing."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zlib
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from wcreplay.web import pages
from wcreplay.web.app import create_app
from wcreplay.web.replays import Unplayable
from wcreplay.web.site import charts_of, cursor, generation, site

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.resources.abc import Traversable

    from wcreplay.store.database import Queryable
    from wcreplay.web import queries
    from wcreplay.web.replays import Film

SCRIPTS = ("offline.js", "game.js", "charts.js")
"""The scripts of a game's page, behind the one that stands in for the server."""


_PANEL = re.compile(r"<figcaption\b.*?</figure>", re.DOTALL)
STYLES = ("wcreplay.css", "board.css")


class NoReport(Exception):
    """There is nothing to make a report of; the message says why."""


def report(source: Queryable, game_id: str) -> str:
    """Return the report of a stored game as HTML.

    Names and texts of the record are escaped; a policy in the file lets no script run but its own, and
    nothing be loaded.

    Raises:
        NoReport: if the game is not stored, or cannot be replayed.
    """
    app = create_app(source)
    with app.test_request_context(f"/games/{game_id}"):
        found = site().game(generation(), game_id, cursor())
        if found is None:
            raise NoReport(f"no game {game_id} is stored there")
        try:
            film = site().films.get(found.game_id, found.game, found.source_text)
        except Unplayable as error:
            raise NoReport(str(error)) from error
        content = dict(_charts(found.game, found.game_id))
        shown = [json.loads(content[chart.name]) for chart in charts_of(found.game)]
        turns, panels = _apart(dict(_turns(found, film)))
        static = files("wcreplay.web") / "static"
        library = _library(static)
        scripts = [static.joinpath(name).read_text(encoding="utf-8") for name in SCRIPTS]
        return pages.show_game(
            "report.html", found, film, "", shown,
            offline=True, content=_packed(_json({**content, **turns, "/panels": panels})),
            library=_packed(library),
            scripts=scripts, policy=_policy([*scripts, library]),
            css="\n".join(static.joinpath(name).read_text(encoding="utf-8") for name in STYLES),
        )  # fmt: skip


def figures(source: Queryable, game_id: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield name and figure of each panel of each chart of a stored game, in every view of it.

    Raises:
        NoReport: if the game is not stored.
    """
    app = create_app(source)
    with app.test_request_context("/"):
        found = site().game(generation(), game_id, cursor())
        if found is None:
            raise NoReport(f"no game {game_id} is stored there")
        for text in dict.fromkeys(text for _, text in _charts(found.game, game_id)):
            chart = json.loads(text)
            for panel in chart["panels"]:
                yield "-".join(filter(None, (chart["name"], chart["choice"], panel["name"]))), panel["figure"]


def _turns(found: queries.Game, film: Film) -> Iterator[tuple[str, str]]:
    """Yield each turn, whole and by its decisions, under the address that the page's script asks for."""
    for turn in film.done.turns:
        number = str(turn.turn_no)
        yield f"/turns/{number}", pages.show_turn(found, film, number, 0)
        for decision in range(1, len(film.decisions(turn.turn_no)) + 1):
            yield f"/turns/{number}?decision={decision}", pages.show_turn(found, film, number, decision)


def _apart(turns: dict[str, str]) -> tuple[dict[str, str], list[str]]:
    """Return turns with ``<panel N>`` in place of each panel of the board, and the panels, each of them once.

    A step changes few of the panels, and together they are most of a turn. No text of a record holds the
    mark: its angles are escaped.
    """
    panels: dict[str, int] = {}

    def mark(found: re.Match[str]) -> str:
        return f"<panel {panels.setdefault(found[0], len(panels))}>"

    return {address: _PANEL.sub(mark, text) for address, text in turns.items()}, list(panels)


def _charts(game: str, game_id: str) -> Iterator[tuple[str, str]]:
    """Yield each chart as JSON under the address that the page's script asks for."""
    for chart in charts_of(game):
        for choice in chart.choices:
            text = site().chart_json(generation(), game_id, chart, choice.name, cursor())
            yield f"{chart.name}?show={choice.name}", text
        yield chart.name, site().chart_json(generation(), game_id, chart, "", cursor())


def _library(static: Traversable) -> str:
    """Return the plotly.js bundle that comes with the package."""
    found = [path for path in (static / "vendor").iterdir() if path.name.endswith("-wcreplay.min.js")]
    return max(found, key=lambda path: path.name).read_text(encoding="utf-8")


def _json(content: object) -> str:
    return json.dumps(content, ensure_ascii=False)


def _packed(text: str) -> str:
    return base64.b64encode(zlib.compress(text.encode("utf-8", "replace"), 9)).decode("ascii")


def _policy(scripts: list[str]) -> str:
    """Return the policy of the file: its own scripts, its styles, pictures that it makes, nothing else."""
    hashes = (base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in scripts)
    allowed = " ".join(f"'sha256-{value}'" for value in hashes)
    return (
        f"default-src 'none'; script-src {allowed}; style-src 'unsafe-inline'; img-src data: blob:; "
        "base-uri 'none'; form-action 'none'"
    )
