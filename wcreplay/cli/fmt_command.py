"""``wcreplay fmt``."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from pathlib import Path

import click

from wcreplay.notation.diagnostics import Diagnostic, RecordError

from .common import FINDINGS, colour_option, note, records_argument, show, written_in_one_step

MOST_BYTES = 1 << 28
"""Largest file that is formatted, 256 MiB: it is written back in one step, so it is kept whole."""


@click.command("fmt")
@records_argument
@click.option("--check", is_flag=True, help="Change nothing; exit code 1 if a file is not canonical.")
@click.option("--diff", is_flag=True, help="Print what would change.")
@click.option("--write", is_flag=True, help="Write the canonical form back into the files.")
@colour_option
@click.pass_context
def command(ctx: click.Context, paths: tuple[str, ...], check: bool, diff: bool, write: bool) -> None:
    """Print records in canonical form.

    Without an option the canonical text goes to standard output. A file with a record that cannot be
    replayed has no canonical form: it is reported, left untouched, and the exit code is 1.

    \b
    Examples:
      wcreplay fmt game.wcr
      wcreplay fmt --check records/
      wcreplay fmt --write game.wcr
      wcreplay fmt - < game.wcr
    """
    from wcreplay.notation.stream import expand_paths

    if check + diff + write > 1:
        raise click.UsageError("--check, --diff and --write exclude each other")
    bad = changed = files = 0
    for source in expand_paths(paths):
        files += 1
        before, after, faults = format_source(source)
        if faults:
            show(faults)
            bad += 1
            continue
        differs = before != after
        changed += differs
        if check and differs:
            click.echo(source.name)
        elif diff and differs:
            click.echo("".join(_difference(before, after, source.name)), nl=False)
        elif write and differs and source.path is not None:
            write_back(source.path, after)
        elif not (check or diff or write) or (write and source.path is None):
            click.echo(after, nl=False)
    if check or diff or write:
        verb = "written" if write else "not canonical"
        note(f"{files} file{'s' * (files != 1)}: {changed} {verb}, {bad} with errors")
    if bad or (changed and (check or diff)):
        ctx.exit(FINDINGS)


def format_source(source: object, *, annotate: bool = False) -> tuple[str, str, list[Diagnostic]]:
    """Return a source's text, its canonical text, and what is wrong with it.

    With ``annotate`` the canonical text states what every seat holds after each round.
    """
    import io

    from wcreplay.engine.formatting import canonical_text
    from wcreplay.notation.stream import Source, read_records

    assert isinstance(source, Source)
    if source.diagnostics:
        return "", "", list(source.diagnostics)
    faults: list[Diagnostic] = []
    texts: list[str] = []
    data = b""
    try:
        with source.open() as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        message = f"cannot be opened: {error.strerror or error}"
        return "", "", [Diagnostic(code="N102", message=message, file=source.name, record=0)]
    if len(data) > MOST_BYTES:
        message = f"files of more than {MOST_BYTES:,} bytes are not formatted"
        return "", "", [Diagnostic(code="N109", message=message, file=source.name, record=0)]
    for raw in read_records(io.BytesIO(data), source.name):
        try:
            texts.append(canonical_text(raw, annotate=annotate))
        except RecordError as error:
            faults.extend(error.diagnostics)
    return data.decode("utf-8", "replace"), "\n".join(texts), faults


def _difference(before: str, after: str, name: str) -> Iterator[str]:
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    for line in difflib.unified_diff(old, new, name, f"{name} (canonical)"):
        yield line if line.endswith("\n") else line + "\n\\ no line break at the end\n"


def write_back(path: Path, text: str) -> None:
    """Replace the text of a file in one step."""
    with written_in_one_step(str(path)) as file:
        file.write(text)
