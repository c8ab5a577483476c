"""A line on the terminal that says how far long work has come."""

from __future__ import annotations

import sys
import time

import click

_STEP = 0.2
_CLEAR = "\r\x1b[K"


class Progress:
    """Shows ``1,200 records, 410/s, 1:05 left`` on a terminal, at most five times a second."""

    def __init__(self, total: float | None = None) -> None:
        """Begin now; ``total`` is how much there is to do in all, None if that is not known."""
        self.shown = sys.stderr.isatty()
        self.total = total
        self._started = time.monotonic()
        self._last = 0.0

    def show(self, count: int, done: float) -> None:
        """Show how many records are done, and how much that is of the total."""
        now = time.monotonic()
        if not self.shown or now - self._last < _STEP:
            return
        self._last = now
        passed = max(now - self._started, 0.001)
        words = f"{count:,} records, {count / passed:,.0f}/s"
        if self.total and done:
            words += f", {_clock(max(self.total - done, 0) * passed / done)} left"
        click.echo(_CLEAR + words, err=True, nl=False)

    def clear(self) -> None:
        """Take the line away."""
        if self.shown and self._last:
            click.echo(_CLEAR, err=True, nl=False)
            self._last = 0.0


def _clock(seconds: float) -> str:
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
