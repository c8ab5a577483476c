"""What a dashboard file may say, as frozen values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class Band(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A stretch of a track, spaces ``first`` to ``last`` inclusive, with its name (a season)."""

    first: int
    last: int
    label: str


class Gate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A checkpoint of a track: entering ``space`` costs ``cost`` units, written as ``label``."""

    space: int
    cost: int
    label: str


class Choice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the views of a chart: what is counted, and which rows count (see ``Panel.where``)."""

    name: str
    title: str
    where: dict[str, str]
    unit: str = ""
    units: str = ""


class Panel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One figure of a chart.

    ``kind`` names the function that draws it, ``query`` the SQL file beside the dashboard file that
    brings its rows. ``unit`` is the singular of what is counted. ``labels`` renames values of the
    category or cause column and sets their order; ``bands`` and ``gates`` are for tracks. ``where`` keeps
    the rows whose columns have these values. A ``wide`` panel takes the whole width of the page. Where
    numbers of several rounds are states, not amounts, ``running`` says so: they are never added up.
    ``brief`` leaves out of the table why values changed, where the table of another panel tells it.
    """

    name: str
    title: str
    kind: str
    query: str
    unit: str = ""
    units: str = ""
    about: str = ""
    labels: dict[str, str] = {}
    bands: tuple[Band, ...] = ()
    gates: tuple[Gate, ...] = ()
    where: dict[str, str] = {}
    wide: bool = False
    running: bool = False
    brief: bool = False

    def count(self, number: float) -> str:
        """Return a number with its unit in words: ``1 coin``, ``5 coins``."""
        unit = self.unit if abs(number) == 1 else self.units or self.unit
        return f"{number:g} {unit}".strip().replace("-", "−")

    def seen(self, choice: Choice) -> Panel:
        """Return the panel as a choice shows it; ``{units}`` in its words is what is counted."""
        return msgspec.structs.replace(
            self,
            title=_filled(self.title, choice),
            about=_filled(self.about, choice),
            unit=choice.unit,
            units=choice.units,
            where=self.where | choice.where,
        )

    def kept(self, rows: Sequence[Mapping[str, Any]]) -> Sequence[Mapping[str, Any]]:
        """Return the rows that ``where`` keeps.

        Raises:
            ValueError: if the rows have no such column; the message names the query and the column.
        """
        if not self.where or not rows:
            return rows
        for column in self.where:
            if column not in rows[0]:
                raise ValueError(f"{self.query}: where needs the column {column}")
        wanted = self.where.items()
        return [row for row in rows if all(str(row[column]) == value for column, value in wanted)]


def _filled(text: str, choice: Choice) -> str:
    units = choice.units or choice.unit
    return text.replace("{units}", units).replace("{Units}", units[:1].upper() + units[1:])


class Page(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of one dashboard file: a chart of one or more panels. ``order`` sorts the charts.

    With ``choice`` the chart is seen in one of several views, the first if nothing else is asked for.
    ``labels``, ``bands`` and ``gates`` are those of every panel that has none of its own.
    """

    title: str
    panel: tuple[Panel, ...]
    order: int = 100
    about: str = ""
    choice: tuple[Choice, ...] = ()
    labels: dict[str, str] = {}
    bands: tuple[Band, ...] = ()
    gates: tuple[Gate, ...] = ()

    def panels(self) -> tuple[Panel, ...]:
        """Return the panels with the labels, bands and gates of the page."""
        return tuple(
            msgspec.structs.replace(
                panel,
                labels=panel.labels or self.labels,
                bands=panel.bands or self.bands,
                gates=panel.gates or self.gates,
            )
            for panel in self.panel
        )
