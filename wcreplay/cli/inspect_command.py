"""``wcreplay inspect``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from wcreplay.notation.quote import escape

from .common import FINDINGS, show, to_json

if TYPE_CHECKING:
    from wcreplay.importers.bga.inventory import Inventory


@click.command("inspect")
@click.argument("paths", nargs=-1, required=True, metavar="LOG...")
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", help="Form of the output."
)
@click.pass_context
def command(ctx: click.Context, paths: tuple[str, ...], form: str) -> None:
    """Print what logs of online games are made of: names and counts, and no value of any game.

    For reporting that a log cannot be read, or reads otherwise than it should, without sharing the game.
    Events and arguments that wcreplay does not know are marked with `?`.

    \b
    Examples:
      wcreplay inspect table.json
      wcreplay inspect logs/ --format json
    """
    from wcreplay.importers.bga.convert import inspect_paths

    wrong = False
    for file, number, taken, diagnostics in inspect_paths(paths):
        show(diagnostics)
        wrong = wrong or bool(diagnostics)
        if taken is None:
            continue
        if form == "json":
            click.echo(to_json({"file": file, "table": number, "inventory": taken}))
        else:
            click.echo(f"{escape(file)}, table {number}")
            for line in _lines(taken):
                click.echo(escape(line))
    if wrong:
        ctx.exit(FINDINGS)


def _lines(taken: Inventory) -> Iterator[str]:
    yield f"  found at: {taken.where or 'the top'}"
    yield f"  packets: {taken.packets}, of which {taken.private} private ones were not looked at"
    yield f"  keys of packets: {_counted(taken.packet_keys)}"
    yield f"  states of prompts: {_counted(taken.states) or 'none'}"
    yield "  what was not certain:"
    for question, answer in taken.answers.items():
        yield f"    {question}: {answer}"
    yield "  events:"
    for name, count in taken.events.items():
        mark = "" if taken.known[name] else " ?"
        yield f"    {name}{mark} ({count})"
        for path, times in taken.arguments[name].items():
            yield f"      {path} ({times})"


def _counted(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} ({count})" for name, count in counts.items())
