"""The command line. Commands are loaded when they are called, so that help stays fast."""

from __future__ import annotations

import importlib
import os
import signal
import sys
from pathlib import Path

import click

from wcreplay import __version__

from .common import ENVIRONMENT, FINDINGS

COMMANDS = {
    "annotate": "State what every seat holds after each round of a record.",
    "cards": "List cards, find one by what it shows, print the sheet for the table.",
    "convert": "Make records of logs of games played online.",
    "dashboards": "List dashboards; check those that you write.",
    "explain": "Explain the code of an error or warning; list all of them.",
    "export": "Write stored games as Parquet, CSV, JSON or records.",
    "fmt": "Print records in canonical form.",
    "games": "List the games and how far each is developed.",
    "import": "Store records in a DuckDB file.",
    "inspect": "Print what a log is made of, without a value of the game.",
    "legal": "List the legal choices at a turn, and what each would do.",
    "ls": "List records by their tags: players, date, stated result.",
    "lsp": "Serve an editor: findings, formatting, hovers, completion (extra `lsp`).",
    "new": "Record a game while it is played, and go on with an unfinished record.",
    "players": "List the players of the stored games, and join the spellings of their names.",
    "query": "Ask a DuckDB file a question in SQL (read-only).",
    "recheck": "Replay all stored games with this version and show what differs.",
    "replay": "Replay a record and print its turns, ledger and board.",
    "report": "Make one file of a game: replay, charts and tables, without a server.",
    "serve": "Serve the dashboard.",
    "simulate": "Write records of simulated games.",
    "validate": "Check records: syntax, setup, every decision, stated facts.",
}
"""Name and one-line help of each command; the module of the same name in this package has it."""


class _Commands(click.Group):
    """A group that imports a command's module only when that command is wanted."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command; None for an unknown name."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"wcreplay.cli.{cmd_name}_command")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(sorted(COMMANDS.items()))


@click.group(
    cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(__version__, prog_name="wcreplay")
def cli() -> None:
    """Record, replay and study board games.

    Data goes to standard output, everything else to standard error; `-` reads standard input.

    \b
    Exit codes: 0 fine; 1 findings (records that are wrong, differences found);
    2 the command line is wrong; 3 the environment is (a file, port or database).

    \b
    Examples:
      wcreplay validate game.wcr
      wcreplay replay game.wcr --to 2.3
      wcreplay import records --db games.duckdb
      wcreplay serve --db games.duckdb
    """


def _terminate(*_: object) -> None:
    """End as Ctrl-C does, so that temporary files and worker processes go too."""
    raise KeyboardInterrupt


def _open_missing_streams() -> None:
    """Stand in for streams that the caller has closed; without standard output nothing can be done."""
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115 - for the whole process
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - likewise
    if sys.stdout is None:
        sys.stderr.write("wcreplay: standard output is closed\n")
        sys.exit(ENVIRONMENT)


def main() -> None:
    """Run the command line; ends the process with a documented exit code."""
    _open_missing_streams()
    # While this module was loaded, Ctrl-C ended the process without a word (see wcreplay/__main__.py).
    heeded = signal.getsignal(signal.SIGINT) == signal.SIG_DFL
    signal.signal(signal.SIGTERM, _terminate)
    try:
        if heeded:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        cli.main(prog_name="wcreplay", standalone_mode=True)
    except KeyboardInterrupt:
        sys.exit(FINDINGS)
    except BrokenPipeError:
        # The reader of our output has gone; say nothing, and let Python not complain at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(FINDINGS)
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        click.echo(f"wcreplay: {place}{error.strerror or error}", err=True)
        sys.exit(ENVIRONMENT)
    finally:
        if heeded:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
