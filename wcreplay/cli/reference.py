"""The page of commands: what ``--help`` says of each, as one document."""

from __future__ import annotations

import click

from . import COMMANDS, cli

_HEAD = """# Commands

What `wcreplay COMMAND --help` prints, for all commands. This page is generated: `python
tools/generate_docs.py`.
"""
_WIDTH = 100


def commands_page() -> str:
    """Return docs/commands.md as text; its width does not depend on the terminal."""
    top = cli.make_context("wcreplay", [], resilient_parsing=True, terminal_width=_WIDTH)
    parts = [_HEAD, _section("wcreplay", top)]
    for name in sorted(COMMANDS):
        command = cli.get_command(top, name)
        assert command is not None
        context = command.make_context(name, [], parent=top, resilient_parsing=True, terminal_width=_WIDTH)
        parts.append(_section(f"wcreplay {name}", context))
    return "\n".join(parts)


def _section(title: str, context: click.Context) -> str:
    lines = (line.rstrip() for line in context.get_help().splitlines())
    return f"## {title}\n\n```text\n" + "\n".join(lines) + "\n```\n"
