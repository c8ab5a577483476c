"""Whole games against a second opinion: an independent program worked them out from the rules alone."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from wcreplay.engine.replay import Replay

from .table import ACCOUNTS, GAME, replayed

FOLDER = Path(__file__).with_name("worked")
NAMES = sorted(path.stem for path in FOLDER.glob("*.wcr"))
PLACES = ("coral_plant", "coral_stone", "black_plant", "black_stone", "white_plant", "white_stone")
ICON = {
    **dict.fromkeys([f"S{n}" for n in range(1, 16)], "coin"),
    **dict.fromkeys([f"D{n}" for n in range(1, 13)], "point"),
    **dict.fromkeys(("A1", "A2", "A3"), "time"),
    **dict.fromkeys(("R1", "R2", "R3"), "pearl"),
    **dict.fromkeys(("R4", "R5", "R6"), "iron"),
    **dict.fromkeys(("R7", "R8", "R9"), "food"),
    "E1": "coin",
    "E2": "seal",
    "E3": "point",
}
"""What the back of each card shows in the Lantern Area (R8.2)."""


@cache
def game(name: str) -> Replay:
    return replayed((FOLDER / f"{name}.wcr").read_text(encoding="utf-8"))


@cache
def expected(name: str) -> dict[str, dict[str, str]]:
    """Return by statement (label and seat) the line of each seat; other lines under ``""``."""
    after: dict[str, dict[str, str]] = {"": {}}
    lines: dict[str, str] = {}
    statement = ""
    for line in (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("  "):
            seat, _, text = line.strip().partition(" ")
            lines[seat] = text
            after[statement] = dict(lines)
        elif ":" in line and line[0] != ";":
            key, _, text = line.partition(": ")
            after[""][key] = text
        elif line and line[0] != ";":
            statement = line
            after[statement] = dict(lines)
    return after


def shown(done: Replay, row: Any, points: Any, player: dict[str, Any]) -> str:
    """Write a seat's line in the words of the expectations."""
    have = dict(zip(ACCOUNTS, row, strict=True))
    gardens = [
        card for place, card in zip(PLACES, done.setup.gardens, strict=True) if have[f"gardener_{place}"]
    ]
    courtiers = [have[f"courtier_{floor}"] for floor in ("domain", "gate", "steward", "diplomat", "daimyo")]
    warriors = [have[f"warrior_{yard}"] for yard in ("domain", "5", "3", "1")]
    lantern = sorted(player["lantern"], key=lambda card: (card[0], int(card[1:])))
    icons = {
        name: have[f"lantern_{name}"] for name in ("coin", "seal", "point", "food", "iron", "pearl", "time")
    }
    assert icons == {name: [ICON[card] for card in lantern].count(name) for name in icons}
    units = ("coin", "seal", "food", "iron", "pearl", "point", "time")
    parts = (
        " ".join(f"{letter}{have[unit]}" for letter, unit in zip("csfipvt", units, strict=True)),
        f"Q {' '.join(map(str, courtiers))}",
        f"W {' '.join(map(str, warriors))}",
        f"G {have['gardener_domain']}: {' '.join(sorted(gardens)) or '-'}",
        f"{player['card'] or '-'}: {' '.join(lantern) or '-'}",
        f"{' '.join(map(str, points))} = {sum(points)}",
    )
    return " | ".join(parts)


@pytest.mark.rules("R16.19")
@pytest.mark.parametrize("name", NAMES)
def test_every_holding_after_every_statement_agrees(name: str) -> None:
    done = game(name)
    assert done.state == "complete"
    want = expected(name)
    seen = []
    position, applied = GAME.start(done.setup), 0
    for turn, start in zip(done.turns, done.unit_starts[1:], strict=True):
        for text in done.history[applied:start]:
            position.apply(text)
        applied = start
        statement = f"{turn.label} {turn.seat}"
        if statement in want:
            seen.append(statement)
            players = position.to_json()["players"]
            for number, seat in enumerate(done.seats):
                line = shown(done, turn.balances[number], turn.scores[number], players[seat])
                assert line == want[statement][seat], f"{statement}, seat {seat}"
        elif turn.phase == "gardens":
            assert not turn.postings, "a seat that is not written declines its gardens"
    assert seen == [statement for statement in want if statement]


@pytest.mark.rules("R16.19")
@pytest.mark.parametrize("name", NAMES)
def test_turn_orders_final_scores_and_ranks_agree(name: str) -> None:
    done, want = game(name), expected(name)[""]
    for number in (1, 2, 3):
        last = [turn for turn in done.turns if turn.round == number][-1]
        orders = [row[ACCOUNTS.index("order")] for row in last.balances]
        order = sorted(done.seats, key=lambda seat: orders[done.seats.index(seat)])
        assert " ".join(order) == want[f"order after round {number}"]
    assert sorted(result.rank for result in done.result) == list(range(1, len(done.seats) + 1))
    for result in done.result:
        points = done.turns[-1].scores[done.seats.index(result.seat)]
        line = f"{result.seat} {' '.join(map(str, points))} = {result.points}"
        assert line == want[f"rank {result.rank}"]


@pytest.mark.parametrize("name", NAMES)
def test_r16_9_an_order_mark_that_is_no_choice_changes_nothing(name: str) -> None:
    """One game writes ``>1`` where the price of block 2 leaves no choice (R16.2); readers tolerate it."""
    text = (FOLDER / f"{name}.wcr").read_text(encoding="utf-8")
    done = game(name)
    canonical = "\n".join(turn.text for turn in done.turns)
    for mark in set(re.findall(r" >1", text)) - set(re.findall(r" >1", canonical)):
        assert replayed(text.replace(mark, "")).game_id == done.game_id


def test_there_are_three_games_for_each_number_of_players() -> None:
    assert len(NAMES) == 9
    assert {len(game(name).seats) for name in NAMES} == {2, 3, 4}
    assert GAME.meta.players == (2, 4)
