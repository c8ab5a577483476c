"""Draws mutants: the places and changes are mutmut's, the sample and its seed are ours."""

from __future__ import annotations

import ast
import difflib
import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import libcst as cst
from libcst.metadata import ByteSpanPositionProvider, MetadataWrapper, PositionProvider
from mutmut.mutation.mutators import mutation_operators

GAME: Final = "wcreplay/games/white_castle"
MODULES: Final = (
    "flow",
    "dice",
    "rolls",
    "gains",
    "exchange",
    "workers",
    "board_actions",
    "gardens",
    "draft",
    "resolve",
    "scoring",
    "setup",
    "effects",
    "position",
)
FILES: Final = (
    *(f"{GAME}/{name}.py" for name in MODULES),
    "wcreplay/engine/ledger.py",
    "wcreplay/engine/binding.py",
)
"""The rules and the scoring, and what every rule goes through."""

OPERATORS: Final = {
    "operator_swap_op": "comparison, and/or, arithmetic",
    "operator_number": "number + 1",
    "operator_keywords": "is, in, break, continue",
    "operator_name": "True, False",
    "operator_if_exp": "branch of an if expression",
    "operator_remove_unary_ops": "not removed",
    "operator_augmented_assignment": "+= to =",
    "operator_symmetric_string_methods_swap": "string method",
    "operator_lambda": "lambda",
    "operator_arg_removal": "argument None or removed",
    "operator_assignment": "assignment of None",
    "operator_string": "name in quotes",
}
"""What each of mutmut's operators changes, in the order of the report."""
COARSE: Final = frozenset({"operator_arg_removal", "operator_assignment", "operator_string"})
COARSE_SHARE: Final = 0.25
"""Coarse changes mostly end in a TypeError. They are three of four possible ones, but one of four drawn."""

_UNTOUCHED_CALLS: Final = frozenset({"isinstance", "len", "lru_cache", "cast"})
_UNTOUCHED_ARGUMENTS: Final = frozenset({"strict", "frozen"})
_UNTOUCHED_NAMES: Final = frozenset({"__slots__", "Options", "message", "hint", "_SHAPES", "_KINDS"})
"""Names whose values are types or the text of messages."""


class Place(NamedTuple):
    """Where a change is possible: which node of a file, in the order of reading, and which change of it.

    ``key`` hangs on the line and what is changed there, not on the rest of the file.
    """

    path: str
    line: int
    operator: str
    node: int
    variant: int
    key: str


class Mutant(NamedTuple):
    """One file, changed."""

    place: Place
    source: str
    diff: str


class _Finder(cst.CSTVisitor):
    """Numbers the nodes of a module and lists the changes that mutmut has for each.

    Left out is what is no rule: types, decorators, imports, assertions, docstrings, and what messages say.
    """

    METADATA_DEPENDENCIES = (PositionProvider, ByteSpanPositionProvider)

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.lines = text.splitlines()
        self.seen: Counter[str] = Counter()
        self.places: list[Place] = []
        self.nodes: list[cst.CSTNode] = []
        self.spans: list[tuple[int, int]] = []

    def on_visit(self, node: cst.CSTNode) -> bool:
        if _is_no_rule(node):
            return False
        self.nodes.append(node)
        span = self.get_metadata(ByteSpanPositionProvider, node)
        self.spans.append((span.start, span.start + span.length))
        line = self.get_metadata(PositionProvider, node).start.line
        for kind, operator in mutation_operators:
            if isinstance(node, kind) and operator.__name__ in OPERATORS:
                count = sum(1 for _ in operator(node))
                self.places += [self._place(line, operator.__name__, variant) for variant in range(count)]
        return True

    def _place(self, line: int, operator: str, variant: int) -> Place:
        what = f"{self.path} {operator} {variant} {self.lines[line - 1].strip()}"
        self.seen[what] += 1
        key = hashlib.sha256(f"{self.seen[what]} {what}".encode()).hexdigest()[:16]
        return Place(self.path, line, operator, len(self.nodes) - 1, variant, key)


def _is_no_rule(node: cst.CSTNode) -> bool:
    match node:
        case (
            cst.Annotation() | cst.Decorator() | cst.Import() | cst.ImportFrom() | cst.Raise() | cst.Assert()
        ):
            return True
        case cst.Expr(value=cst.SimpleString() | cst.ConcatenatedString()):
            return True
        case cst.If(test=cst.Name(value="TYPE_CHECKING")):
            return True
        case cst.Call(func=cst.Name(value=name)):
            return name in _UNTOUCHED_CALLS or name == "Fault"
        case cst.AugAssign(target=cst.Name(value=name)) | cst.AnnAssign(target=cst.Name(value=name)):
            return name in _UNTOUCHED_NAMES
        case cst.Assign(targets=[cst.AssignTarget(target=cst.Name(value=name))]):
            return name in _UNTOUCHED_NAMES
    return False


def sources(root: Path) -> dict[str, str]:
    """Return the text of each file that is changed, by its path under ``root``."""
    return {path: (root / path).read_text(encoding="utf-8") for path in FILES}


def draw(texts: dict[str, str], size: int, seed: int) -> tuple[list[Mutant], int]:
    """Draw ``size`` mutants of the files in ``texts``; also return how many there are to draw from.

    The same texts, size and seed give the same mutants. A place is drawn for what stands in its line, so
    other lines may change and it still is. Fewer are returned where there are no more.
    """
    finders = {path: _find(path, text) for path, text in texts.items()}
    places = [place for finder in finders.values() for place in finder.places]
    places.sort(key=lambda place: hashlib.sha256(f"{seed} {place.key}".encode()).digest())
    coarse = [place for place in places if place.operator in COARSE]
    fine = [place for place in places if place.operator not in COARSE]
    drawn: dict[tuple[str, str], Mutant] = {}
    for wanted, among in ((size - int(size * COARSE_SHARE), fine), (size, coarse), (size, fine)):
        for place in among:
            if len(drawn) == wanted:
                break
            mutant = _mutant(finders[place.path], texts[place.path], place)
            if mutant is not None:
                drawn.setdefault((place.path, mutant.source), mutant)
    return sorted(drawn.values(), key=lambda mutant: mutant.place), len(places)


def _find(path: str, text: str) -> _Finder:
    finder = _Finder(path, text)
    MetadataWrapper(cst.parse_module(text), unsafe_skip_copy=True).visit(finder)
    return finder


def _mutant(finder: _Finder, text: str, place: Place) -> Mutant | None:
    """Make the change; None where it is no Python or says the same as before."""
    changed = _variants(finder.nodes[place.node], place.operator)[place.variant]
    start, end = finder.spans[place.node]
    data = text.encode()
    before, code = data[start:end], cst.Module([]).code_for_node(changed).encode()
    code = code if before[:1].isspace() else code.lstrip()
    code = code if before[-1:].isspace() else code.rstrip()
    source = (data[:start] + code + data[end:]).decode()
    try:
        if _meaning(source) == _meaning(text):
            return None
    except SyntaxError:
        return None
    return Mutant(place, source, "".join(_diff(text, source)))


@lru_cache(maxsize=64)
def _meaning(source: str) -> str:
    """Return the syntax tree as text, without arguments that state what holds anyway."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call | ast.ClassDef):
            node.keywords = [keyword for keyword in node.keywords if keyword.arg not in _UNTOUCHED_ARGUMENTS]
    return ast.dump(tree)


def _variants(node: cst.CSTNode, name: str) -> list[Any]:
    operator = next(operator for _, operator in mutation_operators if operator.__name__ == name)
    return list(operator(node))


def _diff(before: str, after: str) -> Iterator[str]:
    """Yield the lines that differ, without context: a survivor is read beside its file."""
    lines: Iterable[str] = difflib.unified_diff(before.splitlines(True), after.splitlines(True), n=0)
    return (line for line in lines if line[:1] in "+-" and line[:3] not in ("+++", "---"))
