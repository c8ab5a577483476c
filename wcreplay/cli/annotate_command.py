"""``wcreplay annotate``."""

from __future__ import annotations

import click

from .common import FINDINGS, note, records_argument, show
from .fmt_command import format_source, write_back


@click.command("annotate")
@records_argument
@click.option("--write", is_flag=True, help="Write the result back into the files.")
@click.pass_context
def command(ctx: click.Context, paths: tuple[str, ...], write: bool) -> None:
    """Print records in canonical form, with what every seat holds stated after each round.

    The statements are assertions: whoever replays the record later is told where it no longer agrees. Those
    that stand there already are left alone. A file with a record that is wrong is reported and left
    untouched, and the exit code is 1.

    \b
    Examples:
      wcreplay annotate game.wcr
      wcreplay annotate --write records/
    """
    from wcreplay.notation.stream import expand_paths

    bad = changed = files = 0
    for source in expand_paths(paths):
        files += 1
        before, after, faults = format_source(source, annotate=True)
        if faults:
            show(faults)
            bad += 1
        elif not write or source.path is None:
            click.echo(after, nl=False)
        elif before != after:
            write_back(source.path, after)
            changed += 1
    if write:
        note(f"{files} file{'s' * (files != 1)}: {changed} written, {bad} with errors")
    if bad:
        ctx.exit(FINDINGS)
