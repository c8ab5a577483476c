"""Keeping what comes before a fault, and stating what every seat holds."""

from __future__ import annotations

import re

import pytest

from wcreplay.engine.canonical import canonical_record
from wcreplay.engine.reader import read_record
from wcreplay.engine.replay import Replay, position_at
from wcreplay.engine.simulate import simulate
from wcreplay.notation.formatter import format_record
from wcreplay.notation.model import RawRecord

from .table import GAME, read, replayed


def game(players: int = 3, seed: int = 5) -> str:
    return next(iter(simulate("white-castle", 1, players, "heuristic", seed)))


def kept(text: str) -> Replay:
    """Return what is kept of a wrong record, and see that nothing is kept where nobody asks."""
    assert read_record(RawRecord(text)).replay is None
    reading = read_record(RawRecord(text), keep_prefix=True)
    assert any(found.severity == "error" for found in reading.diagnostics)
    assert reading.replay is not None
    return reading.replay


@pytest.mark.parametrize("label", ["0.2", "1.1", "2.5", "3.9"])
def test_the_turns_before_the_first_illegal_decision_are_kept(label: str) -> None:
    text = game()
    whole = replayed(text)
    # The turn begins legally and then asks for what no turn can do.
    cut = kept(re.sub(rf"^({re.escape(label)} \w \S+).*$", r"\1 W6", text, flags=re.MULTILINE))
    before = [turn.label for turn in whole.turns].index(label)
    assert cut.state == "cut"
    assert cut.turns == whole.turns[:before]
    assert not cut.result
    assert re.fullmatch("[0-9a-f]{16}", cut.game_id)
    assert cut.game_id != whole.game_id
    assert position_at(cut, before - 1).to_json() == position_at(whole, before - 1).to_json()


def test_a_wrong_result_or_statement_cuts_there() -> None:
    text = game()
    whole = replayed(text)
    other = kept(re.sub(r"\[Result \"A -?\d+", '[Result "A 999', text))
    assert (other.state, other.turns, other.result) == ("cut", whole.turns, ())
    stated = kept(text.replace("\nround 2", "\n= A s9\nround 2"))
    assert stated.turns[-1].round == 1


def test_a_wrong_variation_is_left_out_and_the_game_stays_whole() -> None:
    text = game()
    whole = replayed(text)
    first = next(line for line in text.splitlines() if line.startswith("1.2"))
    seat = first.split()[1]
    mended = kept(text.replace(first, f"{first}\n(1.2 {seat} W6)\n({first})"))
    assert (mended.state, mended.result, mended.game_id) == ("complete", whole.result, whole.game_id)
    assert len(mended.variations) == 1


def test_nothing_is_kept_of_a_record_whose_setup_is_wrong() -> None:
    text = re.sub(r"^castle .*$", "castle  S1 S1 S1 | D1 D2 | M1", game(), flags=re.MULTILINE)
    reading = read_record(RawRecord(text), keep_prefix=True)
    assert reading.replay is None


@pytest.mark.parametrize("players", [2, 3, 4])
def test_annotations_state_every_seat_after_every_round_and_are_right(players: int) -> None:
    text = game(players)
    plain = replayed(text)
    written = format_record(canonical_record(read(text), annotate=True), GAME.grammar)
    assert replayed(written).game_id == plain.game_id
    stated = [line for line in written.splitlines() if line.startswith("=")]
    assert len(stated) == 3 * (players + 1)
    points = [re.search(r"=(-?\d+)$", line) for line in stated[-players - 1 : -1]]
    assert [int(match[1]) for match in points if match] == [result.points for result in plain.result]
    # Once stated it is stated: annotating again adds nothing.
    assert format_record(canonical_record(read(written), annotate=True), GAME.grammar) == written
    # What the statements say is what a reader can check: one digit off is found.
    wrong = written.replace(stated[0], re.sub(r"s(\d)", lambda m: f"s{(int(m[1]) + 1) % 6}", stated[0]))
    assert kept(wrong).turns[-1].round == 1
