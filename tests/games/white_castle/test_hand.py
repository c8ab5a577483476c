"""Games worked out by hand from the rules, posting by posting, by readers who had not seen the engine."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from wcreplay.engine.replay import Replay
from wcreplay.engine.values import Turn
from wcreplay.games.white_castle.accounts import CATEGORIES

from .table import ACCOUNTS, replayed

FOLDER = Path(__file__).with_name("hand")
NAMES = sorted(path.stem for path in FOLDER.glob("*.wcr"))

HOLDINGS = ("coin", "seal", "food", "iron", "pearl", "point", "time")
_POSTING = re.compile(r"(?:([A-D]): )?(\w+) ([+-]\d+) (.+)")


class Worked(NamedTuple):
    """What a statement should do: its postings by seat, account and cause, and what the seat then has."""

    head: str
    sums: Counter[tuple[str, str, str]]
    after: str


@cache
def game(name: str) -> Replay:
    return replayed((FOLDER / f"{name}.wcr").read_text(encoding="utf-8"))


@cache
def worked(name: str) -> list[Worked]:
    """Read the expected ledger; lines that begin with ``;`` are remarks."""
    statements: list[Worked] = []
    for line in (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        text = line.strip()
        if not text or text[0] == ";":
            continue
        if line[0] != " ":
            statements.append(Worked(text, Counter(), ""))
        elif text[0] == "=":
            statements[-1] = statements[-1]._replace(after=text)
        else:
            match = _POSTING.fullmatch(text)
            assert match, f"{name}: {line!r} is no posting"
            seat = match[1] or statements[-1].head.split()[1]
            statements[-1].sums[seat, match[2], match[4]] += int(match[3])
    return statements


def sums(turn: Turn) -> Counter[tuple[str, str, str]]:
    """Add up the postings of a turn by seat, account and cause, without what follows from other postings."""
    found: Counter[tuple[str, str, str]] = Counter()
    for posting in turn.postings:
        account = ACCOUNTS[posting.account]
        if not account.startswith("lantern_") and account != "order":
            found["ABCD"[posting.seat], account, posting.cause] += posting.delta
    return found


def after(turn: Turn) -> str:
    """Write what the acting seat holds and scores after a turn, in the form of the expectations."""
    seat = "ABCD".index(turn.seat)
    row = dict(zip(ACCOUNTS, turn.balances[seat], strict=True))
    held = " ".join(f"{name} {row[name]}" for name in HOLDINGS)
    points = " ".join(f"{name} {n}" for name, n in zip(CATEGORIES, turn.scores[seat], strict=True))
    return f"= {held} | {points}"


@pytest.mark.parametrize("name", NAMES)
def test_every_posting_of_every_statement_agrees(name: str) -> None:
    turns = [turn for turn in game(name).turns if turn.seat and (turn.text or turn.postings)]
    statements = worked(name)
    heads = [" ".join(statement.head.split()[:2]) for statement in statements]
    assert [f"{turn.label} {turn.seat}" for turn in turns] == heads
    for turn, statement in zip(turns, statements, strict=True):
        assert sums(turn) == statement.sums, statement.head
        assert after(turn) == statement.after, statement.head


def test_the_games_are_as_many_and_as_long_as_they_claim() -> None:
    turns = {name: len([1 for text in worked(name) if text.head[2].isdigit()]) for name in NAMES}
    assert turns == {"two-players": 20, "three-players": 21, "four-players": 28}
    assert game("two-players").state == "complete"
