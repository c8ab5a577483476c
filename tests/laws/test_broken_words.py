"""Words cut short: whatever is left of a word, a record that has it is judged and never breaks the reader."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from wcreplay.engine.reader import read_record
from wcreplay.notation.model import RawRecord

GAME = (Path(__file__).parents[1] / "cli" / "game.wcr").read_text(encoding="utf-8")
SETUP = ("castle", "tiles", "gardens", "yards", "order", "pairs", "round")


def cut(word: str) -> set[str]:
    """Return the word without its beginning, its end, and each of its characters; and its signs alone."""
    parts = {word[:place] for place in range(len(word))} | {word[place:] for place in range(len(word))}
    parts |= {word[:place] + word[place + 1 :] for place in range(len(word))}
    return {part for part in parts if part != word} | set(re.findall(r"\W", word))


@pytest.mark.parametrize("keyword", [*SETUP, "1.1", "2.4", "3.9"])
def test_a_word_cut_short_is_no_accident(keyword: str) -> None:
    line = next(line for line in GAME.splitlines() if line.startswith(keyword))
    for match in re.finditer(r"\S+", line):
        for part in cut(match[0]):
            broken = line[: match.start()] + part + line[match.end() :]
            reading = read_record(RawRecord(GAME.replace(line, broken, 1)))
            assert (reading.replay is None) == any(found.severity == "error" for found in reading.diagnostics)
