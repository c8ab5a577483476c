"""All codes of findings and errors, from every floor; docs/errors.md is made of them."""

from __future__ import annotations

from collections.abc import Iterator

from wcreplay.engine import catalogue as engine
from wcreplay.notation import catalogue as notation
from wcreplay.notation.diagnostics import CodeInfo, catalogue_markdown
from wcreplay.store.errors import CODES

_SECTIONS = (
    ("N", "The notation", "What is wrong with a file or with the form of a record."),
    ("R", "The rules", "A well-formed record that cannot be played, or states something false."),
    (
        "S",
        "The store",
        "What stands in the way of a database, a query or an import. One line, no place in a record.",
    ),
)


def all_codes() -> Iterator[CodeInfo]:
    """Yield what is known of every code."""
    yield from notation.CATALOGUE.values()
    yield from engine.CATALOGUE.values()
    for code, meaning in CODES.items():
        title = meaning.rstrip(".").split(";")[0]
        yield CodeInfo(code, title, meaning, "", "The message says what to do.")


def errors_page() -> str:
    """Return docs/errors.md."""
    infos = list(all_codes())
    parts = [
        "# Errors\n",
        "Every finding has a code, a place, a message, and mostly what was expected and what to do.",
        "This page is made by `python tools/generate_docs.py`; the tests check that it is current.\n",
        "Exit codes of every command: 0 fine; 1 findings; 2 the command line is wrong; 3 the environment is",
        "(a file, a port, a database).\n",
    ]
    for letter, title, words in _SECTIONS:
        chosen = [info for info in infos if info.code.startswith(letter)]
        parts += [f"## {letter}: {title}\n", f"{words}\n", catalogue_markdown(chosen)]
    return "\n".join(parts)
