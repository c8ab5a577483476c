"""Reads dashboard files strictly: one pass finds every fault and names it by file and key."""

from __future__ import annotations

import tomllib
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from wcreplay.charts.kinds import KINDS
from wcreplay.charts.spec import Band, Choice, Gate, Page, Panel

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


class Fault(NamedTuple):
    """One fault of a dashboard file: where (``panel[2].kind``), what, and the nearest thing that exists."""

    file: str
    key: str
    message: str
    nearest: str = ""

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

    Each query has one parameter, ``$game_id``. ``choices`` are the views it can be seen in, often none.
    """

    name: str
    title: str
    about: str
    panels: tuple[Panel, ...]
    queries: tuple[str, ...]
    choices: tuple[Choice, ...] = ()

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


def scan(folder: Path) -> tuple[tuple[Chart, ...], tuple[Fault, ...]]:
    """Read every ``*.toml`` of ``folder``; return the sound charts in their order and all faults found."""
    found: list[tuple[int, Chart]] = []
    faults: list[Fault] = []
    for path in sorted(folder.glob("*.toml")):
        page, wrong = _read(path)
        faults += wrong
        if page is None:
            continue
        queries = tuple((folder / panel.query).read_text(encoding="utf-8") for panel in page.panel)
        found.append(
            (page.order, Chart(path.stem, page.title, page.about, page.panels(), queries, page.choice))
        )
    found.sort(key=lambda entry: (entry[0], entry[1].name))
    return tuple(chart for _, chart in found), tuple(faults)


def _read(path: Path) -> tuple[Page | None, list[Fault]]:
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        return None, [Fault(path.name, "", f"is not TOML: {error}")]
    faults = [Fault(path.name, *rest) for rest in _compare(data, Page, "")]
    if faults:
        return None, faults
    page = msgspec.convert(data, Page)
    faults += _names(path, page)
    return (None if faults else page), faults


_NESTED: dict[tuple[type, str], type] = {
    (Page, "panel"): Panel,
    (Page, "choice"): Choice,
    (Page, "bands"): Band,
    (Page, "gates"): Gate,
    (Panel, "bands"): Band,
    (Panel, "gates"): Gate,
}


def _compare(data: dict[str, Any], wanted: type[msgspec.Struct], at: str) -> Iterable[tuple[str, str, str]]:
    """Yield (key, message, nearest) for every key that is unknown, missing or of the wrong type."""
    fields = {field.name: field for field in msgspec.structs.fields(wanted)}
    for key in data.keys() - fields.keys():
        yield f"{at}{key}", "unknown key", _nearest(key, fields)
    for name, field in fields.items():
        if name not in data:
            if field.required:
                yield f"{at}{name}", "missing key", ""
            continue
        value, inner = data[name], _NESTED.get((wanted, name))
        if inner is None:
            try:
                msgspec.convert(value, field.type)
            except msgspec.ValidationError as error:
                yield f"{at}{name}", str(error), ""
        elif not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
            yield f"{at}{name}", "Expected an array of tables", ""
        else:
            for number, entry in enumerate(value, start=1):
                yield from _compare(entry, inner, f"{at}{name}[{number}].")


def _names(path: Path, page: Page) -> list[Fault]:
    """Check what the keys refer to: kinds, query files, names used twice, bands that run backwards."""
    faults = []
    seen: set[str] = set()
    if not page.panel:
        faults.append(Fault(path.name, "panel", "a chart needs at least one panel"))
    for number, panel in enumerate(page.panel, start=1):
        at = f"panel[{number}]"
        if panel.kind not in KINDS:
            message = f"unknown kind {panel.kind!r}"
            faults.append(Fault(path.name, f"{at}.kind", message, _nearest(panel.kind, KINDS)))
        if "/" in panel.query or not (path.parent / panel.query).is_file():
            near = _nearest(panel.query, [other.name for other in path.parent.glob("*.sql")])
            faults.append(Fault(path.name, f"{at}.query", f"no file {panel.query!r} in this folder", near))
        if panel.name in seen:
            faults.append(Fault(path.name, f"{at}.name", f"{panel.name!r} is used twice"))
        seen.add(panel.name)
        faults += _backwards(path, f"{at}.bands", panel.bands)
    faults += _backwards(path, "bands", page.bands)
    names = [choice.name for choice in page.choice]
    faults += [
        Fault(path.name, f"choice[{number}].name", f"{name!r} is used twice")
        for number, name in enumerate(names, start=1)
        if name in names[: number - 1]
    ]
    return faults


def _backwards(path: Path, key: str, bands: tuple[Band, ...]) -> list[Fault]:
    return [
        Fault(path.name, f"{key}[{place}]", f"first {band.first} is after last {band.last}")
        for place, band in enumerate(bands, start=1)
        if band.first > band.last
    ]


def _nearest(word: str, known: Iterable[str]) -> str:
    return next(iter(get_close_matches(word, list(known), n=1, cutoff=0.5)), "")
