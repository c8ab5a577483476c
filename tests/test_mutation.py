"""The tool that changes the rules draws the same changes again, and only changes of rules."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tools.mutation.judged import equivalent, judged, outdated
from tools.mutation.mutants import COARSE, FILES, Mutant, draw, sources
from tools.mutation.results import Results, figure, summary
from tools.mutation.work import Outcome

PATH = "rules.py"
UNTOUCHED = '''
"""A docstring with 1 number."""

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from somewhere import Other

__slots__ = ("a",)


@lru_cache(maxsize=8)
def check(x: Literal[4], y: tuple[int, ...] | None) -> Literal[True]:
    """Say 2 things."""
    assert x > 0, "x is 0"
    message = f"x is {x + 1}"
    if isinstance(x, str):
        raise ValueError("x is not 3")
    zip(x, y, strict=True)
'''
RULE = """
def price(coins, seals):
    if coins < 2 and not seals:
        return pay(coins + 1, "gate")
    coins += 1
    return coins
"""


def changed_lines(text: str, size: int = 1000) -> set[str]:
    return {line[1:] for mutant in drawn(text, size) for line in mutant.diff.splitlines() if line[0] == "+"}


def drawn(text: str, size: int = 1000, seed: int = 1) -> list[Mutant]:
    return draw({PATH: text}, size, seed)[0]


def test_a_rule_is_changed_in_each_of_its_parts() -> None:
    changes = changed_lines(RULE)
    for line in (
        "    if coins <= 2 and not seals:",
        "    if coins < 3 and not seals:",
        "    if coins < 2 or not seals:",
        "    if coins < 2 and seals:",
        '        return pay(coins - 1, "gate")',
        '        return pay(None, "gate")',
        '        return pay(coins + 1, "XXgateXX")',
        "    coins = 1",
    ):
        assert line in changes


def test_each_mutant_has_one_change_and_is_python() -> None:
    for mutant in drawn(RULE):
        assert [line[0] for line in mutant.diff.splitlines()] == ["-", "+"]
        assert ast.dump(ast.parse(mutant.source)) != ast.dump(ast.parse(RULE))


def test_types_docstrings_imports_messages_and_assertions_are_left_alone() -> None:
    assert changed_lines(UNTOUCHED) == {
        "    zip(None, y, strict=True)",
        "    zip(x, None, strict=True)",
        "    zip(y, strict=True)",
        "    zip(x, strict=True)",
    }


def test_the_seed_decides_what_is_drawn() -> None:
    assert drawn(RULE, 10, seed=1) == drawn(RULE, 10, seed=1)
    assert drawn(RULE, 10, seed=1) != drawn(RULE, 10, seed=2)


def test_what_is_drawn_stays_when_other_lines_change() -> None:
    before = {mutant.diff for mutant in drawn(RULE, 12)}
    after = {mutant.diff for mutant in drawn("import this\n" + RULE.replace("price", "cost"), 12)}
    assert after == before


def test_at_most_one_of_four_changes_is_a_coarse_one() -> None:
    coarse = [mutant for mutant in drawn(RULE, 8) if mutant.place.operator in COARSE]
    assert len(coarse) == 2


def test_the_files_of_the_rules_exist(root: Path) -> None:
    assert set(sources(root)) == set(FILES)


def test_results_go_on_where_a_run_was_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    killed, survivor, cut = drawn(RULE, 3)
    results = Results(path, "tree")
    results.add(killed, Outcome("killed", "tests/test_a.py::test_b", 1.0))
    results.add(survivor, Outcome("survived", "", 2.0))
    results.add(cut, Outcome("timeout", "tests/test_a.py::test_b", 3.0))
    path.write_bytes(path.read_bytes()[:-9])

    again = Results(path, "tree")
    kept = [result for mutant in (killed, survivor, cut) if (result := again.of(mutant))]
    assert [result.verdict for result in kept] == ["killed", "survived"]
    assert figure(kept) == "killed 1 of 2 (50.0 %)"
    report = "\n".join(summary(kept, [killed, survivor]))
    assert survivor.diff in report
    assert killed.diff not in report
    again.add(cut, Outcome("killed", "tests/test_a.py::test_c", 1.0))
    assert Results(path, "tree").of(cut) is not None


def test_results_of_other_sources_only_say_which_test_to_run_first(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    (mutant,) = drawn(RULE, 1)
    Results(path, "before").add(mutant, Outcome("killed", "tests/test_a.py::test_b", 1.0))
    after = Results(path, "after")
    assert after.of(mutant) is None
    assert after.likely_killers(mutant)[0] == "tests/test_a.py::test_b"


@pytest.mark.parametrize(("verdict", "again"), [("survived", False), ("error", True)])
def test_only_what_a_test_notices_is_killed(tmp_path: Path, verdict: str, again: bool) -> None:
    (mutant,) = drawn(RULE, 1)
    results = Results(tmp_path / "results.jsonl", "tree")
    assert not results.add(mutant, Outcome(verdict, "", 1.0)).killed
    assert (results.of(mutant) is None) == again


def test_a_mutant_that_was_judged_is_known_by_its_line(tmp_path: Path) -> None:
    path = tmp_path / "equivalent.toml"
    path.write_text(
        f'[[equivalent]]\nfile = "{PATH}"\nwhy = "it is"\nlines = [["coins += 1", "coins = 1"], ["a", "b"]]\n'
    )
    known = judged(path)
    alike = [mutant for mutant in drawn(RULE) if equivalent(mutant, known)]
    assert [mutant.diff for mutant in alike] == ["-    coins += 1\n+    coins = 1\n"]
    assert [old.before for old in outdated({PATH: RULE}, known)] == ["a"]


def test_every_judgement_has_a_reason_and_a_file_that_is_changed() -> None:
    known = judged()
    assert known
    assert [found for found in known if found.path not in FILES or not found.why] == []
