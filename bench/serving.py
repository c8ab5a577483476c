"""``python -m bench.serving``: how long every page and every address takes, as Markdown tables.

The real server runs in a process of its own; a client that keeps its connection asks it, and Chromium opens
pages with nothing in its cache. Games are simulated ones of the ``heuristic`` policy with four players, who
are drawn from two hundred, on the days of some years.
"""

from __future__ import annotations

import argparse
import datetime as dt
import os
import random
import re
import statistics
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from playwright.sync_api import Browser, sync_playwright

from tools.visit import FORM, QUERIES, Answer, NothingThere, Visitor, chromium, filled, parts, rules, serving
from wcreplay.engine.simulate import simulate
from wcreplay.store.loader import import_records

PLAYERS: Final = 200
CORES: Final = os.cpu_count() or 1
TRIES: Final = 5
"""Games of an address that belongs to a game."""
AGAIN: Final = 4
TURN_TRIES: Final = 5
VIEWS: Final = 5
MORE: Final = {
    "pages.index": ("/?page=1000000", "/?q=player+007", "/?sort=most-points", "/?players=4&state=complete"),
    "people.players": ("/players?sort=points&page=3", "/players?q=007"),
    "explorer.page": ("/explorer?players=4&position=1&source=all",),
    "people.versus": ("/versus",),
    "compare.page": ("/compare",),
    "v1.games": ("/api/v1/games?page=1000000", "/api/v1/games?q=player+007&sort=most-points"),
}
"""Further addresses of an endpoint: the last page, searches, filters, before something is chosen."""
WATCH: Final = """new MutationObserver(() => {
    if (window.drawnAt || !document.querySelector('.chart[data-drawn="true"]')) return;
    window.drawnAt = -1;
    requestAnimationFrame(() => { window.drawnAt = performance.now(); });
}).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-drawn"] });"""
DRAWN: Final = "window.drawnAt > 0 && window.drawnAt"
PAINTED: Final = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"


class Row(NamedTuple):
    """An address: seconds of its first requests and of later ones, bytes of its largest answer."""

    name: str
    first: Sequence[float]
    again: Sequence[float]
    size: int


class Limit(NamedTuple):
    """A number to hold: what it may be at most, and what was measured."""

    name: str
    most: float
    measured: float
    unit: str


class Sample(NamedTuple):
    """What is served: how many games, some of them, and the charts of one and of two with a panel of each.

    A chart is written as in its address, with the view that it shows: ``resources``, ``resources?show=food``.
    """

    total: int
    games: Sequence[Mapping[str, Any]]
    charts: Mapping[str, str]
    compared: Mapping[str, str]


def main() -> None:
    """Print the limits, and a line for each address."""
    parser = argparse.ArgumentParser(prog="python -m bench.serving", description=__doc__)
    parser.add_argument("--games", type=int, default=10_000, help="number of games (default 10000)")
    parser.add_argument("--db", type=Path, help="a database to serve; it is made if there is none yet")
    parser.add_argument("--no-browser", action="store_true", help="ask the server only")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="wcreplay-bench-") as folder:
        db = options.db or Path(folder) / "games.duckdb"
        if not db.exists():
            make(db, options.games, Path(folder))
        measure(db, browser=not options.no_browser)


def make(db: Path, games: int, folder: Path) -> None:
    """Import simulated games of named players into a new database."""
    records = folder / "games.wcr"
    with records.open("w", encoding="utf-8") as file:
        for number, text in enumerate(simulate("white-castle", games, 4, "heuristic", 1, CORES)):
            file.write(named(text, number) + "\n")
    summary = import_records(db, [records], jobs=CORES)
    assert summary.clean, summary


def named(text: str, number: int) -> str:
    """Return the record of a simulated game with a date and with players; ``number`` decides which."""
    drawn = random.Random(number).sample(range(PLAYERS), 4)
    day = dt.date(2020, 1, 1) + dt.timedelta(days=number % 2000)
    tags = [f'[{seat} "Player {one:03}"]' for seat, one in zip("ABCD", drawn, strict=True)]
    game, rest = text.split("\n", 1)
    return "\n".join([game, f'[Date "{day}"]', *tags, rest])


def measure(db: Path, *, browser: bool = True) -> None:
    """Measure the server of a database and print the tables."""
    before = os.getloadavg()[0]
    # Another server tells what there is, so that the measured one has seen nothing of it.
    with serving(db) as visitor:
        sample = take_sample(visitor)
    with serving(db) as visitor:
        bench = Bench(visitor, sample)
        rows = list(bench.rows())
        limits = [*_held_by(rows), bench.slowest_turn()]
        if browser:
            limits += _first_views(visitor.url, bench)
    after = os.getloadavg()[0]
    print(f"{sample.total:,} games; {CORES} cores, load {before:.1f} before and {after:.1f} after\n")
    print_limits(limits)
    _print_rows(rows)
    for words in bench.left_out:
        print(f"\nNot measured: {words}.")


def take_sample(visitor: Visitor) -> Sample:
    """Return what a server has, with up to a thousand complete games from all over its list."""
    games: list[Mapping[str, Any]] = []
    begin = visitor.json("/api/v1/games?per_page=100")
    for page in range(1, begin["pages"] + 1, max(1, begin["pages"] // 10)):
        listed = visitor.json(f"/api/v1/games?per_page=100&page={page}")["games"]
        games += [game for game in listed if game["state"] == "complete"]
    random.Random(1).shuffle(games)
    one, other = (game["game_id"] for game in games[:2])
    return Sample(
        begin["total"],
        games,
        _charts(visitor, f"/games/{one}", f"/games/{one}/charts"),
        _charts(visitor, f"/compare?a={one}&b={other}", f"/compare/{one}/{other}/charts"),
    )


def _charts(visitor: Visitor, page: str, folder: str) -> dict[str, str]:
    """Return the charts of a page in each of their views, with the name of their first panel."""
    found = {}
    for name in re.findall(rf'data-chart="{folder}/(\w+)\.json"', visitor.get(page).text):
        content = visitor.json(f"{folder}/{name}.json")
        for choice in content["choices"] or [{}]:
            view = name + (f"?show={choice['name']}" if choice else "")
            found[view] = content["panels"][0]["name"]
    return found


class Bench:
    """Asks a server for everything. Each address of a game is about games that were not asked for before."""

    def __init__(self, visitor: Visitor, sample: Sample) -> None:
        """Measure what a visitor gets."""
        self.left_out: list[str] = []
        self._visitor = visitor
        self._sample = sample
        self._taken = 0

    @property
    def charts(self) -> Iterable[str]:
        """The charts of a game, the one that is first on its page first."""
        return self._sample.charts

    def fresh(self, count: int) -> list[Mapping[str, Any]]:
        """Return the next games of the sample; from the first one again when all had their turn."""
        games = self._sample.games
        found = [games[(self._taken + place) % len(games)] for place in range(count)]
        self._taken += count
        return found

    def rows(self) -> Iterator[Row]:
        """Yield a row for each address that the application has, and some more."""
        for endpoint, rule in rules().items():
            if endpoint.startswith("check.") and "<key>" in rule:
                continue
            for chart, panel in self._views(endpoint, rule):
                path, _, view = chart.partition("?")
                query = [f"{key}=<{part}>" for key, part in QUERIES.get(endpoint, {}).items()]
                shown = "?".join(filter(None, [rule.replace("<name>", path), view or "&".join(query)]))
                tries = TRIES if "<" in shown else 1
                try:
                    addresses = [self._filled(endpoint, rule, path, panel) for _ in range(tries)]
                except NothingThere as error:
                    self.left_out.append(str(error))
                    continue
                yield self._got(shown, [f"{one}?{view}" if view else one for one in addresses])
            for address in MORE.get(endpoint, ()):
                yield self._got(address, [address])
        yield from self._checking()

    def _views(self, endpoint: str, rule: str) -> Sequence[tuple[str, str]]:
        """Return the charts that an endpoint shows, with a panel: as JSON in all views, as CSV one of all."""
        if "<name>" not in rule:
            return [("", "")]
        charts = (self._sample.compared if "<second>" in rule else self._sample.charts).items()
        if rule.endswith(".json"):
            return list(charts)
        one_view = {chart.partition("?")[0]: panel for chart, panel in charts}
        return list(one_view.items())[: 1 if rule.endswith(".csv") else None]

    def _filled(self, endpoint: str, rule: str, chart: str, panel: str) -> str:
        known = parts(self.fresh(2))
        if chart:
            known |= {"name": chart, "panel": panel}
        return filled(endpoint, rule, known, self._visitor)

    def _got(self, name: str, addresses: Sequence[str]) -> Row:
        return _timed(name, [partial(self._visitor.ask, address) for address in addresses])

    def _checking(self) -> Iterator[Row]:
        """Yield the rows of what is sent, and of the replay of a record that is not stored."""
        visitor = self._visitor
        texts = [visitor.get(f"/api/v1/games/{one['game_id']}/record").text for one in self.fresh(TRIES)]
        sent = [partial(visitor.ask, "/api/v1/validate", text.encode(), "text/plain") for text in texts]
        yield _timed("POST /api/v1/validate", sent)
        forms = [visitor.form(text, "check") for text in texts]
        yield _timed("POST /check", [partial(visitor.ask, "/check", form, FORM) for form in forms])
        known = parts(self.fresh(2)) | {"key": visitor.checked(texts[0])}
        for endpoint, rule in rules().items():
            if endpoint.startswith("check.") and "<key>" in rule:
                yield self._got(rule, [filled(endpoint, rule, known, visitor)])

    def slowest_turn(self) -> Limit:
        """Return the time of the slowest turn of a game that was opened before, each the best of some."""
        home = f"/games/{self.fresh(1)[0]['game_id']}"
        last = self._visitor.json(f"/api/v1{home}/turns")["turns"][-1]["turn_no"]
        self._visitor.get(home)
        times = [
            min(self._visitor.get(f"{home}/turns/{turn}.json").seconds for _ in range(TURN_TRIES))
            for turn in range(last + 1)
        ]
        name = f"slowest of the {last + 1} turns of an open game, as JSON: best of {TURN_TRIES}"
        return Limit(name, 10, _ms(max(times)), "ms")


def _timed(name: str, asks: Sequence[Callable[[], Answer]]) -> Row:
    """Ask each for the first time, and some times again."""
    first, again, size = [], [], 0
    for ask in asks:
        answers = [ask() for _ in range(1 + AGAIN)]
        bad = next((one for one in answers if one.status not in {200, 302, 303}), None)
        if bad is not None:
            raise SystemExit(f"{name} is answered with {bad.status}: {bad.text[:200]}")
        first.append(answers[0].seconds)
        again += [one.seconds for one in answers[1:]]
        size = max(size, len(answers[0].body))
    return Row(name, first, again, size)


def _held_by(rows: Sequence[Row]) -> list[Limit]:
    """Return the limits of a game's page and of the charts."""
    page = next(row for row in rows if row.name == "/games/<game_id>")
    charts = [row for row in rows if "/charts/" in row.name and ".json" in row.name]
    largest = max(charts, key=lambda row: row.size)
    return [
        Limit(
            "game page, nobody asked for the game before: median",
            50,
            _ms(statistics.median(page.first)),
            "ms",
        ),
        Limit("game page, asked for again: median", 50, _ms(statistics.median(page.again)), "ms"),
        Limit(f"largest JSON of a chart, {largest.name}", 30, largest.size / 1000, "KB"),
    ]


def _first_views(url: str, bench: Bench) -> list[Limit]:
    """Return when Chromium with an empty cache painted first, and when it had drawn the first chart."""
    with sync_playwright() as playwright:
        browser = chromium(playwright)
        try:
            found = [
                Limit("first view of the list of games", 1000, _viewed(browser, lambda: f"{url}/"), "ms")
            ]
            name = next(iter(bench.charts)).partition("?")[0]

            def home(place: str = "") -> str:
                return f"{url}/games/{bench.fresh(1)[0]['game_id']}{place}"

            found.append(Limit("first view of a game", 1000, _viewed(browser, home), "ms"))
            for words, place in (
                ("on the page of the game", f"#chart-{name}"),
                ("on its own page", f"/charts/{name}"),
            ):
                drawn = _viewed(browser, partial(home, place), chart=True)
                found.append(Limit(f"first chart ({name}) drawn {words}", 1000, drawn, "ms"))
        finally:
            browser.close()
    return found


def _viewed(browser: Browser, address: Callable[[], str], *, chart: bool = False) -> float:
    """Return the median of milliseconds from the start of a navigation to the first paint, or to a chart."""
    times = []
    for _ in range(VIEWS):
        context = browser.new_context(viewport={"width": 1440, "height": 900})
        page = context.new_page()
        page.add_init_script(WATCH)
        page.goto(address())
        # (The pages' policy forbids Playwright's own way to wait for a value.)
        while not (seen := page.evaluate(DRAWN if chart else PAINTED)):
            page.wait_for_timeout(20)
        times.append(float(seen))
        context.close()
    return statistics.median(times)


def _ms(seconds: float) -> float:
    return seconds * 1000


def print_limits(limits: Sequence[Limit]) -> None:
    """Print the limits as a table that says which are missed."""
    print("| | at most | measured | |\n|---|---|---|---|")
    for one in limits:
        held = "held" if one.measured <= one.most else "**missed**"
        print(f"| {one.name} | {one.most:,.0f} {one.unit} | {one.measured:,.1f} {one.unit} | {held} |")


def _print_rows(rows: Sequence[Row]) -> None:
    print(
        "\n| address | first: median | worst | again: median | worst | largest |\n|---|---|---|---|---|---|"
    )
    for row in rows:
        times = (statistics.median(row.first), max(row.first), statistics.median(row.again), max(row.again))
        words = " | ".join(f"{_ms(one):,.1f} ms" for one in times)
        print(f"| `{row.name}` | {words} | {row.size / 1000:,.1f} KB |")


if __name__ == "__main__":
    main()
