"""``wcreplay convert``."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from typing import TYPE_CHECKING

import click

from .common import FINDINGS, note, show, written_in_one_step
from .log_options import given_log_options, log_options

if TYPE_CHECKING:
    from wcreplay.importers.model import Conversion


@click.command("convert")
@click.argument("paths", nargs=-1, required=True, metavar="LOG...")
@click.option("-o", "--output", metavar="FILE", help="Write the records to this file.")
@log_options
@click.option("-q", "--quiet", is_flag=True, help="No summary on standard error.")
@click.pass_context
def command(
    ctx: click.Context,
    paths: tuple[str, ...],
    output: str | None,
    quiet: bool,
) -> None:
    """Make records of logs of games played online, saved by hand.

    LOG is a file, a folder or `-`: JSON, lines of JSON, a saved replay page, also packed as .gz or .zip. Each
    record is replayed and compared with every total that its log states; only what agrees is written.
    Nothing is fetched from any site. docs/import_bga.md says how to save a log and what is recovered.

    \b
    Examples:
      wcreplay convert table.json -o game.wcr
      wcreplay convert logs/ --names keep > games.wcr
      wcreplay convert logs.zip | wcreplay import - --db games.duckdb
    """
    from wcreplay.importers.bga.convert import convert_paths

    options = given_log_options()
    tally = _Tally()
    with written_in_one_step(output) if output is not None else nullcontext(sys.stdout) as target:
        for done in convert_paths(paths, options):
            tally.add(done)
            if done.text:
                target.write(done.text)
                target.write("\n")
            show(done.diagnostics)
    if not quiet:
        note(tally.words())
    if tally.agreeing < tally.games or tally.unreadable:
        ctx.exit(FINDINGS)


class _Tally:
    """Counts of what became of the logs."""

    def __init__(self) -> None:
        self.games = self.agreeing = self.kept = self.unreadable = 0
        self.compared: dict[str, int] = {}

    def add(self, done: Conversion) -> None:
        if done.number == 0:
            self.unreadable += 1
            return
        self.games += 1
        self.agreeing += done.proved
        self.kept += bool(done.text) and not done.proved
        for kind, count in done.compared.items():
            self.compared[kind] = self.compared.get(kind, 0) + count

    def words(self) -> str:
        """Return the summary."""
        refused = self.games - self.agreeing - self.kept
        parts = [f"{self.games} game{'s' * (self.games != 1)}: {self.agreeing} agree with their logs"]
        if self.kept:
            parts.append(f"{self.kept} kept unproved")
        if refused:
            parts.append(f"{refused} refused")
        words = ", ".join(parts)
        if any(self.compared.values()):
            words += f" (compared: {', '.join(f'{count} {kind}' for kind, count in self.compared.items())})"
        if self.unreadable:
            words += f"; {self.unreadable} file{'s' * (self.unreadable != 1)} without a log"
        return words
