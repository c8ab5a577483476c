"""The terminal of the recorder: line editing with completion where there is one, plain lines elsewhere."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple, Protocol

import click

from wcreplay.cli.common import note

if TYPE_CHECKING:
    from prompt_toolkit.completion import CompleteEvent, Completion
    from prompt_toolkit.document import Document

_LONGEST = 4096
"""Most characters of a line; no turn is a tenth of it."""


class Proposal(NamedTuple):
    """What a line could go on with: a text, how many characters it replaces, and its meaning."""

    text: str
    replaces: int
    words: str


Complete = Callable[[str], list[Proposal]]


class Console(Protocol):
    """Asks and tells. Data goes to the file, so everything here is standard error's."""

    def ask(self, prompt: str, complete: Complete) -> str:
        """Return a line without blanks around it. Raises ``EOFError`` at the end of the input."""

    def say(self, text: str = "") -> None:
        """Show lines of text; control characters in it are shown, not sent."""


class PlainConsole:
    """Lines from standard input, for pipes and terminals that can do no more."""

    def __init__(self) -> None:
        """Read standard input as bytes, whatever its encoding."""
        self._echo = not sys.stdin.isatty()

    def ask(self, prompt: str, complete: Complete) -> str:
        """Return the next line; it is repeated where nobody sees what was typed."""
        click.echo(prompt, err=True, nl=False)
        data = rest = sys.stdin.buffer.readline(_LONGEST)
        while len(rest) == _LONGEST and not rest.endswith(b"\n"):
            rest = sys.stdin.buffer.readline(_LONGEST)  # the rest of an endless line is left out
        if not data:
            click.echo("", err=True)
            raise EOFError
        line = cleaned(data.decode("utf-8", "replace"))
        if self._echo:
            note(line)
        return line

    def say(self, text: str = "") -> None:
        """Show lines of text."""
        note(text)


class TerminalConsole:
    """A terminal with line editing, history, and a list of what may follow."""

    def __init__(self) -> None:
        """Open the terminal. prompt_toolkit is loaded here, so that nothing else waits for it."""
        from prompt_toolkit import PromptSession
        from prompt_toolkit.completion import Completer, Completion
        from prompt_toolkit.history import InMemoryHistory
        from prompt_toolkit.output import create_output

        console = self

        class _Completer(Completer):
            def get_completions(
                self, document: Document, complete_event: CompleteEvent
            ) -> Iterator[Completion]:
                for text, replaces, words in console.complete(document.text_before_cursor):
                    yield Completion(text, -replaces, display_meta=words)

        self.complete: Complete = lambda _: []
        self._session: PromptSession[str] = PromptSession(
            output=create_output(stdout=sys.stderr),
            completer=_Completer(),
            complete_while_typing=True,
            history=InMemoryHistory(),
            reserve_space_for_menu=6,
        )

    def ask(self, prompt: str, complete: Complete) -> str:
        """Return the next line."""
        self.complete = complete
        return cleaned(self._session.prompt(prompt))

    def say(self, text: str = "") -> None:
        """Show lines of text."""
        note(text)


def cleaned(line: str) -> str:
    """Return a line of printable text with single blanks between its words, and not endless."""
    plain = line[:_LONGEST].encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return " ".join("".join(char if char.isprintable() else " " for char in plain).split())


def open_console() -> Console:
    """Return the best console there is: editing needs a terminal at both ends that can move its cursor."""
    able = os.environ.get("TERM", "dumb") not in ("dumb", "unknown", "")
    if able and sys.stdin.isatty() and sys.stderr.isatty():
        return TerminalConsole()
    return PlainConsole()
