"""``wcreplay dashboards``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec import structs

from .common import FINDINGS, USAGE, colour_option, fail, note, show, to_json

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wcreplay.charts import Fault
    from wcreplay.notation.diagnostics import Diagnostic


@click.group("dashboards", invoke_without_command=True, subcommand_metavar="[check DIR]")
@click.pass_context
def command(ctx: click.Context) -> None:
    """List the dashboards that come with the package; `check` looks through those of your own.

    A folder of your own has a folder for each game with dashboards (.toml) and their queries (.sql);
    docs/dashboards.md shows how one is written. `wcreplay serve --dashboards DIR` adds them to the pages.

    \b
    Examples:
      wcreplay dashboards
      wcreplay dashboards check mine
    """
    if ctx.invoked_subcommand is not None:
        return
    from wcreplay.web.dashboards import shipped

    for game, charts in shipped().items():
        for chart in charts:
            click.echo(f"{game:<14} {chart.name:<10} {chart.title}")


@command.command("check")
@click.argument("folder", metavar="DIR")
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", help="Form of the output."
)
@colour_option
@click.pass_context
def check_command(ctx: click.Context, folder: str, form: str) -> None:
    """Check the dashboards of a folder: every key, every name, every query.

    All faults are shown at once with file, line, key and the nearest that exists. Queries are tried on empty
    tables, where they can read nothing else.

    \b
    Exit codes: 0 fine; 1 a dashboard is wrong; 2 there is no such folder.

    \b
    Examples:
      wcreplay dashboards check mine
      wcreplay dashboards check mine --format json
    """
    from wcreplay.web.dashboards import check

    path = Path(folder)
    if not path.is_dir():
        fail(f"there is no folder {folder}", USAGE)
    charts, faults = check(path)
    found = list(diagnostics(faults, path))
    if form == "json":
        for one in found:
            click.echo(to_json(one))
    else:
        show(
            structs.replace(one, file=f"{one.file}:{one.line}:{one.column}") if one.source_line else one
            for one in found
        )
    count = sum(map(len, charts.values()))
    words = f"{count} dashboard{'s' * (count != 1)} fine"
    if faults:
        words = f"{len(faults)} fault{'s' * (len(faults) != 1)}"
    elif not count:
        words = "no dashboard in it: there must be a folder such as white_castle/ with .toml files"
    note(f"{folder}: {words}")
    if faults or not count:
        ctx.exit(FINDINGS)


def diagnostics(faults: Iterable[Fault], folder: Path) -> Iterable[Diagnostic]:
    """Yield faults of dashboard files as findings with their place."""
    from wcreplay.charts.catalogue import CATALOGUE
    from wcreplay.notation.diagnostics import Diagnostic

    for fault in faults:
        column = fault.source_line.find(fault.name) + 1
        yield Diagnostic(
            code=fault.code,
            message=f"{fault.key}: {fault.message}" if fault.key else fault.message,
            file=str(folder / fault.file),
            record=0,
            line=max(fault.line, 1),
            column=max(column, 1),
            length=max(len(fault.name), 1) if column else 1,
            hint=f"did you mean '{fault.nearest}'?" if fault.nearest else CATALOGUE[fault.code].cure,
            source_line=fault.source_line,
        )
