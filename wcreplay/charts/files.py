"""Reads dashboard files strictly: one pass finds every fault and names it by file and key."""

from __future__ import annotations

import re
import tomllib
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from wcreplay.charts.kinds import KINDS
from wcreplay.charts.spec import Band, Choice, Gate, Page, Panel

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path


MOST_BYTES: Final = 256 << 10
"""Greatest size of a dashboard file, and of a query."""
MOST_FILES: Final = 64
"""Most dashboards of a game."""


_FILE: Final = re.compile(r"[\w-][\w.-]*\.sql")
"""How the name of a query's file is written: a file of the same folder."""


class Fault(NamedTuple):
    """One fault of a dashboard file: where (``panel[2].kind``), what, and the nearest thing that exists.

    ``code`` is that of :mod:`wcreplay.charts.catalogue`, ``line`` (from 1; 0: unknown) and
    ``source_line`` are where the key stands.
    """

    file: str
    key: str
    message: str
    nearest: str = ""
    code: str = "C104"
    line: int = 0
    source_line: str = ""

    @property
    def name(self) -> str:
        """The key without the tables it stands in and without its number."""
        return self.key.rpartition(".")[2].partition("[")[0]

    def __str__(self) -> str:
        """Return the fault as one line."""
        place = f"{self.file}: {self.key}" if self.key else self.file
        hint = f" (did you mean {self.nearest!r}?)" if self.nearest else ""
        return f"{place}: {self.message}{hint}"


class ChartFileError(ValueError):
    """Dashboard files are wrong; ``faults`` has all of them."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__("\n".join(str(fault) for fault in faults))
        self.faults = faults


class Chart(NamedTuple):
    """A chart ready to use: its panels and, in the same order, the SQL of each.

    Each query has one parameter, ``$game_id``. ``choices`` are the views it can be seen in, often none. The
    queries of a ``contained`` chart are a user's: whoever runs them bounds what they may do.
    """

    name: str
    title: str
    about: str
    panels: tuple[Panel, ...]
    queries: tuple[str, ...]
    choices: tuple[Choice, ...] = ()
    contained: bool = False

    def seen(self, name: str = "") -> tuple[Panel, ...]:
        """Return the panels as the choice of that name shows them; no name is the first choice.

        Raises:
            KeyError: if the chart has no such choice.
        """
        if not self.choices and not name:
            return self.panels
        choice = {choice.name: choice for choice in self.choices}[name or self.choices[0].name]
        return tuple(panel.seen(choice) for panel in self.panels)


def load(folder: Path) -> tuple[Chart, ...]:
    """Return the charts of a game's folder in their order.

    Raises:
        ChartFileError: if any file is wrong; it names every fault.
    """
    charts, faults = scan(folder)
    if faults:
        raise ChartFileError(faults)
    return charts


def scan(folder: Path, *, contained: bool = False) -> tuple[tuple[Chart, ...], tuple[Fault, ...]]:
    """Read every ``*.toml`` of ``folder``; return the sound charts in their order and all faults found."""
    found: list[tuple[int, Chart]] = []
    faults: list[Fault] = []
    paths = sorted(folder.glob("*.toml"))
    if len(paths) > MOST_FILES:
        faults.append(
            Fault(folder.name, "", f"holds {len(paths)} dashboards, more than {MOST_FILES}", "", "C101")
        )
    for path in paths[:MOST_FILES]:
        page, queries, wrong = _read(path)
        faults += wrong
        if page is not None:
            chart = Chart(path.stem, page.title, page.about, page.panels(), queries, page.choice, contained)
            found.append((page.order, chart))
    found.sort(key=lambda entry: (entry[0], entry[1].name))
    return tuple(chart for _, chart in found), tuple(faults)


def scan_all(
    folder: Path, shipped: Mapping[str, tuple[Chart, ...]]
) -> tuple[dict[str, tuple[Chart, ...]], tuple[Fault, ...]]:
    """Read a user's folder, which has a folder for each game; return the charts by game and all faults.

    ``shipped`` are the charts that are there already, by game; a name among them cannot be used again.
    """
    made: dict[str, tuple[Chart, ...]] = {}
    faults = [
        Fault(path.name, "", "stands outside the folder of a game, such as white_castle/", "", "C105")
        for path in sorted(folder.glob("*.toml"))
    ]
    known = {game.replace("-", "_"): game for game in shipped}
    for inner in sorted(path for path in folder.iterdir() if path.is_dir() and not path.name.startswith(".")):
        if inner.name not in known:
            what = "is no game that has dashboards"
            faults.append(Fault(f"{inner.name}/", "", what, _nearest(inner.name, known), "C105"))
            continue
        game = known[inner.name]
        charts, wrong = scan(inner, contained=True)
        faults += (fault._replace(file=f"{inner.name}/{fault.file}") for fault in wrong)
        taken = {chart.name for chart in shipped[game]}
        faults += (
            Fault(
                f"{inner.name}/{chart.name}.toml",
                "",
                "has the name of a dashboard of the package",
                "",
                "C106",
            )
            for chart in charts
            if chart.name in taken
        )
        made[game] = charts
    return made, tuple(faults)


def _read(path: Path) -> tuple[Page | None, tuple[str, ...], list[Fault]]:
    """Return a dashboard file and its queries, or every fault of it."""
    try:
        text = _text(path)
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, OSError, ValueError, RecursionError) as error:
        words = (
            "is nested too deeply" if isinstance(error, RecursionError) else f"is not TOML: {_words(error)}"
        )
        line = re.search(r"at line (\d+)", str(error))
        return None, (), [Fault(path.name, "", words, "", "C101", int(line[1]) if line else 0)]
    faults = [Fault(path.name, *rest) for rest in _compare(data, Page, "")]
    queries: tuple[str, ...] = ()
    if not faults:
        page = msgspec.convert(data, Page)
        faults = [*_names(path, page)]
        if not faults:
            queries, faults = _queries(path, page)
        if not faults:
            return page, queries, []
    lines = text.splitlines()
    return None, (), [_placed(fault, lines) for fault in faults]


def _text(path: Path) -> str:
    """Return a file as text; a ``ValueError`` or ``OSError`` says why it cannot be read."""
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise ValueError(f"larger than {MOST_BYTES >> 10} KiB")
    return data.decode("utf-8")


def _words(error: Exception) -> str:
    if isinstance(error, UnicodeDecodeError):
        return f"no UTF-8 at byte {error.start}"
    return (error.strerror or "cannot be read") if isinstance(error, OSError) else str(error)


def _queries(path: Path, page: Page) -> tuple[tuple[str, ...], list[Fault]]:
    texts, faults = [], []
    for number, panel in enumerate(page.panel, start=1):
        try:
            texts.append(_text(path.parent / panel.query))
        except (OSError, ValueError) as error:
            words = f"{panel.query} cannot be read: {_words(error)}"
            faults.append(Fault(path.name, f"panel[{number}].query", words, "", "C101"))
    return tuple(texts), faults


def _placed(fault: Fault, lines: Sequence[str]) -> Fault:
    """Return a fault with the line where its key stands, or the table in which it is missing.

    The reader of TOML keeps no places, so that the headings of tables are counted; in other ways of
    writing the same the line may stay unknown.
    """
    table, _, name = f".{fault.key}".rpartition(".")
    name = name.partition("[")[0]
    parts = [
        (part.partition("[")[0], part.partition("[")[2].rstrip("]")) for part in table.split(".") if part
    ]
    start = 0
    wanted = ""
    for part, number in parts:
        wanted = f"{wanted}.{part}".lstrip(".")
        heads = [at for at in range(start, len(lines)) if re.fullmatch(_heading(wanted), lines[at])]
        if len(heads) < int(number or 1):
            return fault
        start = heads[int(number or 1) - 1] + 1
    key = re.compile(rf"\s*(?:{re.escape(name)}|\"{re.escape(name)}\")\s*=")
    for at in range(start, len(lines)):
        if lines[at].lstrip().startswith("["):
            break
        if key.match(lines[at]):
            return fault._replace(line=at + 1, source_line=lines[at])
    return fault._replace(line=start, source_line=lines[start - 1]) if start else fault


def _heading(table: str) -> str:
    return rf"\s*\[\[?\s*{re.escape(table)}\s*\]\]?\s*(#.*)?"


_NESTED: dict[tuple[type, str], type] = {
    (Page, "panel"): Panel,
    (Page, "choice"): Choice,
    (Page, "bands"): Band,
    (Page, "gates"): Gate,
    (Panel, "bands"): Band,
    (Panel, "gates"): Gate,
}


def _compare(
    data: dict[str, Any], wanted: type[msgspec.Struct], at: str
) -> Iterable[tuple[str, str, str, str]]:
    """Yield (key, message, nearest, code) for every key that is unknown, missing or of the wrong type."""
    fields = {field.name: field for field in msgspec.structs.fields(wanted)}
    for key in sorted(data.keys() - fields.keys()):
        yield f"{at}{key}", "unknown key", _nearest(key, fields), "C102"
    for name, field in fields.items():
        if name not in data:
            if field.required:
                yield f"{at}{name}", "missing key", "", "C103"
            continue
        value, inner = data[name], _NESTED.get((wanted, name))
        if inner is None:
            try:
                msgspec.convert(value, field.type)
            except msgspec.ValidationError as error:
                yield f"{at}{name}", str(error), "", "C104"
        elif not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
            yield f"{at}{name}", "Expected an array of tables", "", "C104"
        else:
            for number, entry in enumerate(value, start=1):
                yield from _compare(entry, inner, f"{at}{name}[{number}].")


def _names(path: Path, page: Page) -> list[Fault]:
    """Check what the keys refer to: kinds, query files, names used twice, bands that run backwards."""
    faults = []
    seen: set[str] = set()
    if not page.panel:
        faults.append(Fault(path.name, "panel", "a chart needs at least one panel", "", "C103"))
    for number, panel in enumerate(page.panel, start=1):
        at = f"panel[{number}]"
        if panel.kind not in KINDS:
            message = f"unknown kind {panel.kind!r}"
            faults.append(Fault(path.name, f"{at}.kind", message, _nearest(panel.kind, KINDS), "C105"))
        if not _FILE.fullmatch(panel.query) or not (path.parent / panel.query).is_file():
            near = _nearest(panel.query, [other.name for other in path.parent.glob("*.sql")])
            faults.append(
                Fault(path.name, f"{at}.query", f"no file {panel.query!r} in this folder", near, "C105")
            )
        if panel.name in seen:
            faults.append(Fault(path.name, f"{at}.name", f"{panel.name!r} is used twice", "", "C106"))
        seen.add(panel.name)
        faults += _backwards(path, f"{at}.bands", panel.bands)
    faults += _backwards(path, "bands", page.bands)
    names = [choice.name for choice in page.choice]
    faults += [
        Fault(path.name, f"choice[{number}].name", f"{name!r} is used twice", "", "C106")
        for number, name in enumerate(names, start=1)
        if name in names[: number - 1]
    ]
    return faults


def _backwards(path: Path, key: str, bands: tuple[Band, ...]) -> list[Fault]:
    return [
        Fault(path.name, f"{key}[{place}]", f"first {band.first} is after last {band.last}", "", "C106")
        for place, band in enumerate(bands, start=1)
        if band.first > band.last
    ]


def _nearest(word: str, known: Iterable[str]) -> str:
    return next(iter(get_close_matches(word, list(known), n=1, cutoff=0.5)), "")
