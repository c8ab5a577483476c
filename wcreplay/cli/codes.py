"""All codes of findings and errors, from every floor, and the page that is made of them."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from wcreplay.charts import catalogue as charts
from wcreplay.engine import catalogue as engine
from wcreplay.importers import catalogue as importers
from wcreplay.notation import catalogue as notation
from wcreplay.notation.diagnostics import CodeInfo, render
from wcreplay.notation.quote import escape
from wcreplay.store import catalogue as store

from .examples import BASE, findings, is_change, is_session

SECTIONS = (
    ("N", "The notation", "What is wrong with a file or with the form of a record."),
    ("R", "The rules", "A well-formed record that cannot be played, or states something false."),
    ("L", "Online logs", "What stands in the way of making a record of a saved log. No place in a record."),
    (
        "S",
        "The store",
        "What stands in the way of a database, a query or an import. One line, no place in a record.",
    ),
    (
        "C",
        "Dashboards",
        "What is wrong with a dashboard file or its query; `wcreplay dashboards check` finds it.",
    ),
)
"""First letter, title and a sentence on each group of codes."""

EXIT_CODES = (
    (0, "fine; warnings do not change that"),
    (1, "findings: a record that is wrong, a source that cannot be read, a difference found"),
    (2, "the command line is wrong: an unknown option, a turn that is not there, a query that is none"),
    (3, "the environment is: a file, a port, a database"),
)
"""What the exit codes of every command mean."""


def all_codes() -> dict[str, CodeInfo]:
    """Return what is known of every code, by code."""
    return {
        **notation.CATALOGUE,
        **engine.CATALOGUE,
        **importers.CATALOGUE,
        **store.CATALOGUE,
        **charts.CATALOGUE,
    }


def nearest(code: str) -> list[str]:
    """Return the codes that an unknown one was probably meant to be, nearest first, at most three."""
    return difflib.get_close_matches(code.upper(), all_codes(), n=3, cutoff=0.5)


def shown(info: CodeInfo, *, color: bool = False) -> str:
    """Return what the program says of a code's example, as text; empty for one that is typed at a shell."""
    return "\n\n".join(render(found, color=color) for found in findings(info))


def errors_page() -> str:
    """Return docs/errors.md."""
    infos = all_codes().values()
    parts = [
        "# Errors\n",
        "Every finding has a code, a place, a message, and mostly what was expected and what to do.",
        "`wcreplay explain CODE` prints what stands here.\n",
        "This page is made by `python tools/generate_docs.py`, which executes the examples: below each one",
        "stands what the program says of it. The tests check that it is current.\n",
        f"Examples of R codes are changes to [records/{BASE}](../records/{BASE}): lines behind `-` are taken",
        "out, lines behind `+` put in. What follows `$` is typed at a shell.\n",
        "## Exit codes\n",
        "Of every command:\n",
        "| code | means |\n|---|---|",
        *(f"| {code} | {words} |" for code, words in EXIT_CODES),
    ]
    for letter, title, words in SECTIONS:
        parts.append(f"\n## {letter}: {title}\n\n{words}\n")
        parts += [_section(info) for info in infos if info.code.startswith(letter)]
    return "\n".join(parts)


def _section(info: CodeInfo) -> str:
    """Return what the page says of one code."""
    kind = "" if info.severity == "error" else f" ({info.severity})"
    parts = [f"### {info.code}: {info.title}{kind}\n\n{info.meaning}\n"]
    if info.example:
        style = "diff" if is_change(info) else "console" if is_session(info) else "text"
        parts.append(f"```{style}\n{_visible(info.example)}\n```\n")
        if printed := shown(info):
            parts.append(f"```text\n{printed}\n```\n")
    parts.append(f"**Cure:** {info.cure}\n")
    return "\n".join(parts)


def _visible(text: str) -> str:
    return "\n".join(map(escape, text.split("\n")))


def table() -> Iterator[tuple[str, list[CodeInfo]]]:
    """Yield the title of each group of codes and its codes."""
    infos = all_codes().values()
    for letter, title, _ in SECTIONS:
        yield title, [info for info in infos if info.code.startswith(letter)]
