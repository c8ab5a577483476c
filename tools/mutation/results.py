"""Keeps what came of each mutant, so that an interrupted run goes on, and shows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final

import msgspec

from .mutants import OPERATORS, Mutant
from .work import Outcome

LIKELY_KILLERS: Final = 25


class Result(msgspec.Struct, frozen=True):
    """One line of the file of results. ``tree`` says which sources and tests it belongs to."""

    key: str
    tree: str
    path: str
    line: int
    operator: str
    verdict: str
    by: str
    seconds: float

    @property
    def killed(self) -> bool:
        """Whether a test failed, or stood still."""
        return self.verdict in {"killed", "timeout"}


class Results:
    """The results in ``path``, a line each; the last line of a mutant counts."""

    def __init__(self, path: Path, tree: str) -> None:
        """Read what an earlier run left; a line that was cut off is left out."""
        self.path = path
        self.tree = tree
        self.found: dict[str, Result] = {}
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = path.read_bytes().splitlines() if path.exists() else []
        for line in lines:
            try:
                result = msgspec.json.decode(line, type=Result)
            except msgspec.MsgspecError:
                continue
            self.found[result.key] = result
        if lines and not path.read_bytes().endswith(b"\n"):
            self._write(b"\n")

    def of(self, mutant: Mutant) -> Result | None:
        """Return the result of a mutant, if it is of these sources and tests and no trial that went wrong."""
        result = self.found.get(mutant.place.key)
        if result is None or result.tree != self.tree or result.verdict == "error":
            return None
        return result

    def add(self, mutant: Mutant, outcome: Outcome) -> Result:
        """Keep what came of a trial."""
        place = mutant.place
        name = OPERATORS[place.operator]
        result = Result(mutant.place.key, self.tree, place.path, place.line, name, *outcome[:3])
        self.found[mutant.place.key] = result
        self._write(msgspec.json.encode(result) + b"\n")
        return result

    def likely_killers(self, mutant: Mutant) -> list[str]:
        """Return the tests that are most likely to notice a mutant, from what they noticed before."""
        before = self.found.get(mutant.place.key)
        path = mutant.place.path
        counts = Counter(
            {result.by: 0 for result in self.found.values() if result.killed and "::" in result.by}
        )
        for result in list(self.found.values()):
            if result.killed and "::" in result.by:
                near = result.path == path and abs(result.line - mutant.place.line) < 20
                counts[result.by] += 5 if near else 1
        likely = [name for name, _ in counts.most_common(LIKELY_KILLERS)]
        return [before.by, *likely] if before is not None and before.killed else likely

    def _write(self, line: bytes) -> None:
        with self.path.open("ab") as file:
            file.write(line)


def summary(results: list[Result], mutants: list[Mutant]) -> Iterator[str]:
    """Yield the lines of the report: the figure, where and what was changed, and every survivor."""
    for title, group in (("file", _by_file), ("change", _by_change)):
        rows = Counter(map(group, results))
        killed = Counter(group(result) for result in results if result.killed)
        yield f"{title:<36} {'mutants':>7} {'killed':>7} {'%':>6}"
        names = OPERATORS.values() if title == "change" else sorted(rows)
        for name in (name for name in names if rows[name]):
            yield f"{name:<36} {rows[name]:>7} {killed[name]:>7} {100 * killed[name] / rows[name]:>6.1f}"
        yield ""
    by_key = {mutant.place.key: mutant for mutant in mutants}
    for result in results:
        if not result.killed:
            yield f"{result.verdict}: {result.path}:{result.line}  {result.operator}  {result.key}"
            yield by_key[result.key].diff
    alike = len(mutants) - len(results)
    by = Counter(_killer(result) for result in results if result.killed)
    yield "killed by " + ", ".join(f"{name} {count}" for name, count in by.most_common())
    yield figure(results) + (f"; {alike} more change nothing (equivalent.toml)" if alike else "")


def figure(results: Iterable[Result]) -> str:
    """Return the figure itself."""
    verdicts = Counter(result.killed for result in results)
    total = verdicts.total()
    return f"killed {verdicts[True]} of {total} ({100 * verdicts[True] / max(1, total):.1f} %)"


def _by_file(result: Result) -> str:
    return result.path.removeprefix("wcreplay/")


_by_change: Callable[[Result], str] = lambda result: result.operator  # noqa: E731


def _killer(result: Result) -> str:
    if result.verdict == "timeout":
        return "time limit"
    return result.by.partition("::")[0].rpartition("/")[2].removesuffix(".py") or result.by
