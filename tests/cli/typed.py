"""Typing RECORD as someone would at the table; shared by the tests of the recorder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from click.testing import Result

from wcreplay.cli.recorder.recording import Ambiguous, Recording, plain
from wcreplay.games.white_castle.dialogue import DIALOGUE

from .conftest import RECORD

Run = Callable[..., Result]
TAGS = ("--tag", "Date=", "--tag", "Source=worked from the rules")
"""The tags of RECORD; an empty value leaves one out."""
TURNS = RECORD[RECORD.index("round 1") :]
UNFINISHED = RECORD.replace('[Result "C 75, A 62, B 55"]\n', "")
BEFORE_DICE = UNFINISHED.partition("round 1")[0]

AT_THE_TABLE = """
3
B C A
warrior, well
wwc
food pearl
bbc
lantern iron gardener
1
cwc
warrior vp
wb
courtier time
wc
lantern coin 3 time
iron
coin
warrior 3 coins
3 coin
board any
2 seal
domain
2 any
domain
2 seal
board black
time
2 any, 4 coin
courtier
r5 gardener
5 coin
warrior
2 food 2 iron
warrior
"""
"""The setup of RECORD as someone would type it who knows no id: one answer a line."""


def record_of(text: str) -> Recording:
    return Recording(text, DIALOGUE)


def short(word: str) -> str:
    """Return a token as a hurried player types it, if that is known to be understood."""
    return word if word[0] in ">-.LTw+" or "/" in word else plain(word)


def turns_typed(*, enter: str = "") -> list[str]:
    """Return what a player types for the turns of RECORD: no labels, and Enter where that is needed."""
    recording = record_of(BEFORE_DICE)
    lines = []
    for statement in TURNS.splitlines():
        words = statement.split()
        if words[0] == "round":
            lines.append(" ".join(statement.split()[2:]))
            recording.enter(statement)
            continue
        line = " ".join(short(word) for word in words[2:])
        unit = recording.stepper.position.unit_number
        try:
            recording.enter(line)
        except Ambiguous:  # the die of either end
            line = " ".join(words[2:])
            recording.enter(line)
        lines.append(line)
        while recording.stepper.position.unit_number == unit:
            recording.enter("")
            lines.append(enter)
    return lines


WHOLE = [*AT_THE_TABLE.strip().splitlines(), *turns_typed()]
"""A whole game as it is typed, line by line."""


def written(tmp_path: Path, file: str = "game.wcr") -> str:
    return (tmp_path / file).read_text(encoding="utf-8")
