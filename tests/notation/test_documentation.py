"""The specification says what the code does: its examples parse, its limits and codes exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.notation.common import codes
from wcreplay.notation import lexis
from wcreplay.notation.catalogue import CATALOGUE

PAGE = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")


BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("text", [text for language, text in BLOCKS if not language])
def test_examples_parse(text: str) -> None:
    assert codes(text) == []


def test_example_lines_parse() -> None:
    cells = re.findall(
        r"`((?:castle|tiles|gardens|yards|order|pairs|round|= A|\d\.[\dg]+ [A-D]) [^`]*)`", PAGE
    )
    assert len(cells) > 12
    for cell in cells:
        assert codes(cell.replace("\\|", "|")) == [], cell


def test_codes_and_limits_are_those_of_the_code() -> None:
    assert set(re.findall(r"N\d{3}", PAGE)) <= set(CATALOGUE)
    for limit in (
        f"{lexis.MAX_TOKENS:,}",
        f"| {lexis.MAX_TAGS - 1} |",
        f"| {lexis.MAX_DEPTH} |",
        f"{1 << 20:,}",
    ):
        assert limit in PAGE
