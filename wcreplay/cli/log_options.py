"""Options about logs of online games, shared by the commands that read them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

if TYPE_CHECKING:
    from wcreplay.importers.model import Options

Function = TypeVar("Function", bound=Callable[..., Any])

_META: Final = "wcreplay.log_options"


def log_options(function: Function) -> Function:
    """Add ``--names``, ``--ids`` and ``--keep-unproved``; :func:`given_log_options` returns them."""
    for option in (
        click.option(
            "--keep-unproved",
            is_flag=True,
            expose_value=False,
            callback=_note,
            help="Also keep games that do not agree with their log, marked so.",
        ),
        click.option(
            "--ids",
            is_flag=True,
            expose_value=False,
            callback=_note,
            help="Keep the numbers of a log's site: of the table, and in file names.",
        ),
        click.option(
            "--names",
            type=click.Choice(["letters", "keep"]),
            default="letters",
            show_default=True,
            expose_value=False,
            callback=_note,
            help="Players of a log as seat letters, or by name.",
        ),
    ):
        function = option(function)
    return function


def _note(ctx: click.Context, parameter: click.Parameter, value: Any) -> None:
    ctx.meta.setdefault(_META, {})[parameter.name] = value


def given_log_options() -> Options:
    """Return what was given to the running command."""
    from wcreplay.importers.model import Options

    given = click.get_current_context().meta[_META]
    return Options(names=given["names"] == "keep", ids=given["ids"], keep_unproved=given["keep_unproved"])
