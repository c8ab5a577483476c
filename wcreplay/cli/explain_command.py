"""``wcreplay explain``."""

from __future__ import annotations

import sys

import click

from wcreplay.notation.diagnostics import CodeInfo
from wcreplay.notation.quote import escape

from .common import USAGE, colour_option, fail, to_json, use_colour

_WIDTH = 96


@click.command("explain")
@click.argument("code", required=False)
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", help="Form of the output."
)
@colour_option
def command(code: str | None, form: str) -> None:
    """Explain a code of an error or warning: what it means, an example, and the cure.

    Without a code all of them are listed, and what the exit codes mean. Upper and lower case are the same.

    \b
    Examples:
      wcreplay explain R210
      wcreplay explain
      wcreplay explain N213 --format json
    """
    from .codes import all_codes, nearest

    if code is None:
        _list(form)
        return
    info = all_codes().get(code.upper())
    if info is None:
        near = nearest(code)
        hint = f"did you mean {' or '.join(near)}?" if near else "`wcreplay explain` lists all codes"
        fail(f"there is no code '{code}'; {hint}", USAGE)
        return  # not reached
    if form == "json":
        click.echo(to_json(info))
        return
    click.echo(_explained(info), color=use_colour(sys.stdout))


def _list(form: str) -> None:
    from .codes import EXIT_CODES, all_codes, table

    if form == "json":
        for info in all_codes().values():
            click.echo(to_json(info))
        return
    colour = use_colour(sys.stdout)
    for title, infos in table():
        click.echo(click.style(title, bold=True), color=colour)
        for info in infos:
            kind = "" if info.severity == "error" else f" ({info.severity})"
            click.echo(f"  {info.code}  {info.title}{kind}")
    click.echo(click.style("Exit codes", bold=True), color=colour)
    for number, words in EXIT_CODES:
        click.echo(f"  {number:<5} {words}")


def _explained(info: CodeInfo) -> str:
    """Return the page of one code; it has colours, which the caller may take out."""
    from .codes import shown
    from .examples import BASE, is_change

    def head(text: str) -> str:
        return click.style(text, bold=True)

    meaning = click.wrap_text(info.meaning, _WIDTH)
    parts = [f"{head(f'{info.severity}[{info.code}]: {info.title}')}\n\n{meaning}"]
    if info.example:
        where = f", as a change to records/{BASE}" if is_change(info) else ""
        lines = "\n".join(f"  {escape(line)}" for line in info.example.split("\n"))
        parts.append(f"{head('Example')}{where}:\n{lines}")
        if printed := shown(info, color=True):
            parts.append("\n".join(f"  {line}" for line in printed.split("\n")))
    parts.append(click.wrap_text(f"{head('Cure')}: {info.cure}", _WIDTH))
    return "\n\n".join(parts)
