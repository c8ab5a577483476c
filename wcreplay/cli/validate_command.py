"""``wcreplay validate``."""

from __future__ import annotations

import click

from wcreplay.notation.diagnostics import Diagnostic

from .common import FINDINGS, note, read_raw, records_argument, show, to_json


@click.command("validate")
@records_argument
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", help="Form of the findings."
)
@click.option("-q", "--quiet", is_flag=True, help="No summary on standard error.")
@click.pass_context
def command(ctx: click.Context, paths: tuple[str, ...], form: str, quiet: bool) -> None:
    """Check records: syntax, setup, every decision, stated facts and results.

    Findings go to standard output, one object a line with --format json. The exit code is 1 if any
    record is wrong or a source cannot be read.

    \b
    Examples:
      wcreplay validate game.wcr
      wcreplay validate records/ --format json
      cat game.wcr | wcreplay validate -
    """
    from wcreplay.engine.reader import read_record

    found = right = partial = unreadable = 0
    for raw in read_raw(paths):
        reading = read_record(raw)
        if raw.number == 0:
            unreadable += 1
        else:
            found += 1
            right += reading.replay is not None
            partial += reading.replay is not None and reading.replay.state == "partial"
        _report(reading.diagnostics, form)
    if not quiet:
        words = f"{found} record{'s' * (found != 1)}: {right} right, {found - right} wrong"
        words += f" ({partial} of the right ones end early)" if partial else ""
        words += f"; {unreadable} source{'s' * (unreadable != 1)} without a record" if unreadable else ""
        note(words)
    if right < found or unreadable:
        ctx.exit(FINDINGS)


def _report(diagnostics: tuple[Diagnostic, ...], form: str) -> None:
    if form == "text":
        show(diagnostics, err=False)
    else:
        for diagnostic in diagnostics:
            click.echo(to_json(diagnostic))
