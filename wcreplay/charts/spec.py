"""What a dashboard file may say, as frozen values."""

from __future__ import annotations

import msgspec


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


class Panel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One figure of a chart.

    ``kind`` names the function that draws it, ``query`` the SQL file beside the dashboard file that
    brings its rows. ``unit`` is the singular of what is counted. ``labels`` renames values of the
    category or cause column and sets their order; ``bands`` and ``gates`` are for tracks.
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

    def count(self, number: float) -> str:
        """Return a number with its unit in words: ``1 coin``, ``5 coins``."""
        unit = self.unit if abs(number) == 1 else self.units or self.unit
        return f"{number:g} {unit}".strip().replace("-", "−")


class Page(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of one dashboard file: a chart of one or more panels. ``order`` sorts the charts."""

    title: str
    panel: tuple[Panel, ...]
    order: int = 100
    about: str = ""
