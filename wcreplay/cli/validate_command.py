"""``wcreplay validate``."""

from __future__ import annotations

import click

from .common import FINDINGS, colour_option, note, prefix_option, read_raw, records_argument
from .report import FORMATS, reporter


@click.command("validate")
@records_argument
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", help="Form of the findings.")
@click.option("-q", "--quiet", is_flag=True, help="No summary on standard error.")
@prefix_option
@colour_option
@click.pass_context
def command(ctx: click.Context, paths: tuple[str, ...], form: str, quiet: bool, keep_prefix: bool) -> None:
    """Check records: syntax, setup, every decision, stated facts and results.

    Findings go to standard output: as text, an object a line (json), one document of SARIF 2.1.0 (sarif),
    or commands that make GitHub mark the lines (github). All syntax errors of a record are shown; of
    what breaks the rules only the first, since what follows depends on it. The exit code is 1 if any record
    is wrong or a source cannot be read; warnings do not change it. With --keep-prefix it is also said,
    on standard error, up to which turn a record that breaks a rule is right.

    \b
    Examples:
      wcreplay validate game.wcr
      wcreplay validate records/ --format sarif > findings.sarif
      cat game.wcr | wcreplay validate -
    """
    from wcreplay.engine.reader import read_record

    found = right = partial = unreadable = warnings = 0
    with reporter(form) as report:
        for raw in read_raw(paths):
            reading = read_record(raw, keep_prefix=keep_prefix)
            if raw.number == 0:
                unreadable += 1
            else:
                found += 1
            wrong = any(found.severity == "error" for found in reading.diagnostics)
            if reading.replay is not None and not wrong:
                right += 1
                partial += reading.replay.state == "partial"
                warnings += len(reading.diagnostics)
            report(reading.diagnostics)
            if reading.replay is not None and wrong:
                last = reading.replay.turns[-1]
                where = f"{last.label or last.phase} {last.seat}".rstrip()
                note(f"{raw.source}:{raw.line}: right up to and including {where}")
    if not quiet:
        words = f"{_count(found, 'record')}: {right} right, {found - right} wrong"
        words += f" ({partial} of the right ones end early)" if partial else ""
        words += f"; {_count(unreadable, 'source')} without a record" if unreadable else ""
        words += f"; {_count(warnings, 'warning')}" if warnings else ""
        note(words)
    if right < found or unreadable:
        ctx.exit(FINDINGS)


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'s' * (number != 1)}"
