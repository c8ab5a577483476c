"""What commands share: exit codes, reading records, showing findings."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, TypeVar

import click
import msgspec

from wcreplay.notation.diagnostics import Diagnostic, render
from wcreplay.notation.model import RawRecord

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


def read_raw(paths: Iterable[str]) -> Iterator[RawRecord]:
    """Yield the raw records of files and folders; what cannot be read is one with diagnostics."""
    from wcreplay.notation.stream import expand_paths, read_sources

    return read_sources(expand_paths(paths))


def use_colour(stream: Any) -> bool:
    """Whether to colour: only on a terminal, and not where NO_COLOR is set."""
    return bool(stream.isatty()) and not os.environ.get("NO_COLOR")


def show(diagnostics: Iterable[Diagnostic], *, err: bool = True) -> None:
    """Print findings as text with source line and caret."""
    stream = sys.stderr if err else sys.stdout
    colour = use_colour(stream)
    for diagnostic in diagnostics:
        click.echo(render(diagnostic, color=colour) + "\n", err=err, color=True)


def to_json(value: Any) -> str:
    """Return a value as JSON on one line."""
    return msgspec.json.encode(value).decode()


def note(message: str) -> None:
    """Print a line for the user on standard error."""
    click.echo(message, err=True)


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
