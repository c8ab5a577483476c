"""The articles of the rules reference and the tests that hold them, for docs/rules/white_castle_tests.md.

A test holds the articles in its name (``test_r6_4_and_r7_1_...``) and those of its marker ``rules``.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from .readings import READINGS
from .table import GAME

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / GAME.meta.reference).read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## (R\d+) .*\n((?:(?!## ).*\n?)*)", PAGE, re.MULTILINE))
HEADINGS = dict(re.findall(r"^## (R\d+) (.*)$", PAGE, re.MULTILINE))
ARTICLES = {
    number: " ".join(text.split())
    for number, text in re.findall(r"^- \*\*(R\d+\.\d+)\*\* ((?:.+\n?)(?:  .+\n?)*)", PAGE, re.MULTILINE)
}
"""The text of each article, on one line."""
MARK = re.compile(r"\[[ORI]\b[^\]]*\]")
RULINGS = ("R15", "R16")
NO_RULING = "R16.19"
"""This article reports a comparison with another program; it chooses nothing."""

INTRODUCTION = """\
# The White Castle: which tests hold which article

Made by `python tools/generate_docs.py` from the [rules reference](white_castle.md) and the tests in
`tests/games/white_castle`; do not edit. Tests are listed by name, with blanks for underscores, and
`pytest tests/games/white_castle -k r6_4` runs those that are named for R6.4.

*Sure by* gives the marks of the reference. For R15 and R16 the table says what the ruling rejects. Each
rejected reading is also there as a change of the engine (`tests/games/white_castle/readings`), and
`make test` checks that a test of the ruling fails when the engine follows it.
"""

_NAMED = re.compile(r"_r(\d+)_(\d+)(?=_)")
_WORDS = {"O": "observed", "R": "rulebook", "I": "inferred"}


class Held(NamedTuple):
    """A test: the file it stands in, without its suffix, and its name."""

    file: str
    name: str


@cache
def held_by() -> dict[str, tuple[Held, ...]]:
    """Return the tests of each article, read from the sources of the tests."""
    found: dict[str, list[Held]] = {}
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for number in dict.fromkeys(_claims(node)):
                    found.setdefault(number, []).append(Held(path.stem, node.name))
    return {number: tuple(held) for number, held in found.items()}


def _claims(node: ast.FunctionDef) -> list[str]:
    """Return the articles that a test names, those of ``@pytest.mark.rules("R2.1", ...)`` included."""
    named = [f"R{section}.{number}" for section, number in _NAMED.findall(node.name)]
    for decorator in node.decorator_list:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.rules":
            named += [str(ast.literal_eval(argument)) for argument in decorator.args]
    return named


def confidence(number: str) -> str:
    """Return how sure an article is, in words: what its marks stand for, in their order."""
    if number == NO_RULING:
        return "a report, no ruling"
    text = ARTICLES[number]
    if number.startswith("R16."):
        return "inferred, can change a score" if text.startswith("(!)") else "inferred"
    letters = [letter for mark in MARK.findall(text) for letter in re.findall(r"\b[ORI]\b", mark)]
    return ", ".join(dict.fromkeys(_WORDS[letter] for letter in letters))


def page() -> str:
    """Return docs/rules/white_castle_tests.md."""
    lines = [*INTRODUCTION.splitlines()]
    for section in SECTIONS:
        numbers = [number for number in ARTICLES if number.startswith(f"{section}.")]
        if not numbers:
            continue
        rulings = section in RULINGS
        head = "| article | sure by | rejected | tests |" if rulings else "| article | sure by | tests |"
        lines += [
            "",
            f"## {section} {HEADINGS[section]}",
            "",
            head,
            "|---|---|---|---|"[: 17 if rulings else 13],
        ]
        lines += [_row(number, rulings=rulings) for number in numbers]
    return "\n".join((*lines, ""))


def _row(number: str, *, rulings: bool) -> str:
    cells = [number, confidence(number)]
    if rulings:
        words = [reading.words for reading in READINGS if reading.ruling == number]
        cells.append("<br>".join(words) or "-")
    by_file: dict[str, list[str]] = {}
    for held in held_by().get(number, ()):
        by_file.setdefault(held.file, []).append(_spoken(held.name))
    cells.append("<br>".join(f"**{file}**: {'; '.join(names)}" for file, names in by_file.items()))
    return f"| {' | '.join(cells)} |"


def _spoken(name: str) -> str:
    return _NAMED.sub("", name.removeprefix("test")).removeprefix("_and").strip("_").replace("_", " ")
