"""What commands share: exit codes, reading records, showing findings."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TextIO, TypeVar

import click
import msgspec

from wcreplay.notation.diagnostics import Diagnostic, render
from wcreplay.notation.model import RawRecord
from wcreplay.notation.quote import escape

FINE: Final = 0
FINDINGS: Final = 1
USAGE: Final = 2
ENVIRONMENT: Final = 3

Function = TypeVar("Function", bound=Callable[..., Any])

records_argument = click.argument("paths", nargs=-1, required=True, metavar="PATH...")
"""Files, folders, or `-` for standard input."""


def game_options(function: Function) -> Function:
    """Add ``--game N``, which picks a record of a file."""
    decorate = click.option(
        "--game",
        "number",
        type=click.IntRange(min=1),
        default=1,
        show_default=True,
        help="Which record of it.",
    )
    return decorate(function)


prefix_option = click.option(
    "--keep-prefix/--strict",
    "keep_prefix",
    default=False,
    help="Keep what comes before the first fault of a record that breaks a rule, or nothing (the default).",
)
"""``--keep-prefix``: whether the legal part of a wrong record counts for something."""


@contextmanager
def written_in_one_step(name: str) -> Iterator[TextIO]:
    """Open a file for writing text; what was there is replaced only once all is written.

    Links are followed and permissions kept. What is no regular file (a pipe, ``/dev/null``) is written to.
    Raises ``OSError``.
    """
    target = Path(name).resolve()
    if not name or target.is_dir():
        fail(f"'{escape(name)}' is no file to write to", USAGE)
    if target.exists() and not target.is_file():
        with target.open("w", encoding="utf-8", newline="\n") as file:
            yield file
        return
    handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:100]}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            yield file
        mode = target.stat().st_mode if target.exists() else 0o666 & ~_umask()
        Path(temporary).chmod(mode)
        Path(temporary).replace(target)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def read_raw(paths: Iterable[str]) -> Iterator[RawRecord]:
    """Yield the raw records of files and folders; what cannot be read is one with diagnostics."""
    from wcreplay.notation.stream import expand_paths, read_sources

    return read_sources(expand_paths(paths))


def colour_option(function: Function) -> Function:
    """Add ``--no-color``, which holds for whatever the command prints."""

    def decide(ctx: click.Context, _: click.Parameter, without: bool) -> None:
        if without:
            ctx.color = False

    decorate = click.option(
        "--no-color",
        is_flag=True,
        expose_value=False,
        callback=decide,
        help="No colours. The variables NO_COLOR and FORCE_COLOR are heeded, too.",
    )
    return decorate(function)


def use_colour(stream: Any) -> bool:
    """Whether to colour what goes to a stream.

    Not with ``--no-color`` nor where the variable NO_COLOR is set; always where FORCE_COLOR is; else on a
    terminal that is not dumb.
    """
    ctx = click.get_current_context(silent=True)
    if stream is None or (ctx is not None and ctx.color is False) or os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return bool(stream.isatty()) and os.environ.get("TERM") != "dumb"


def show(diagnostics: Iterable[Diagnostic], *, err: bool = True) -> None:
    """Print findings as text with source line and caret."""
    colour = use_colour(sys.stderr if err else sys.stdout)
    for diagnostic in diagnostics:
        click.echo(render(diagnostic, color=colour) + "\n", err=err, color=colour)


def to_json(value: Any) -> str:
    """Return a value as JSON on one line."""
    return msgspec.json.encode(value).decode()


def note(message: str) -> None:
    """Print a line for the user on standard error; control characters in it are shown, not sent."""
    click.echo("\n".join(map(escape, message.split("\n"))), err=True)


def fail(message: str, code: int = ENVIRONMENT) -> None:
    """End the command with a one-line message and an exit code."""
    note(f"wcreplay: {message}")
    raise click.exceptions.Exit(code)


def one_record(path: str, number: int) -> RawRecord:
    """Return one record of a file; ends the command with a message if there is none."""
    last = 0
    for raw in read_raw([path]):
        if raw.number in (0, number):
            return raw
        last = raw.number
    fail(f"{path} has {last} record{'s' * (last != 1)}, there is no record {number}", USAGE)
    raise AssertionError
