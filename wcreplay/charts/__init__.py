"""Charts: kinds as pure functions from (panel, rows) to plain Plotly dicts, and the files that describe them.

Nothing here reads a database or imports plotly: the caller brings the rows of each panel's query, and the
page's script draws the dict.
"""

from wcreplay.charts.files import Chart, ChartFileError, Fault, load, scan, scan_all
from wcreplay.charts.kinds import KINDS, Drawing, draw

__all__ = ["KINDS", "Chart", "ChartFileError", "Drawing", "Fault", "draw", "load", "scan", "scan_all"]
