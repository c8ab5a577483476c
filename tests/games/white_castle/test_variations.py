"""Variations: replayed from the turn they replace, with the chance that the main line shows later."""

from __future__ import annotations

import re

import pytest

from wcreplay.engine.canonical import canonical_record
from wcreplay.engine.replay import Replay, position_at, replay
from wcreplay.engine.simulate import simulate
from wcreplay.notation.formatter import format_record

from .table import GAME, read, record, replayed

TURN = re.compile(r"^[0-3]\.[0-9g]")
START = "round 1 c 456 | b 456 | w 456\n0.1 B R9\n0.2 A R2 +ii\n"
TILES = "wcb cbw bwc | cb bw | coin food"


def game(players: int, seed: int) -> list[str]:
    """Return the lines of a simulated game."""
    return next(iter(simulate("white-castle", 1, players, "heuristic", seed))).splitlines()


def inserted(lines: list[str], place: int, variation: list[str]) -> str:
    """Return the record with a variation behind a line."""
    return "\n".join([*lines[: place + 1], "(", *variation, ")", *lines[place + 1 :]]) + "\n"


def main_line(done: Replay) -> object:
    """What a variation must not change; only source lines move."""
    rows = [
        (t.turn_no, t.label, t.seat, t.text, t.postings, t.balances, t.scores, t.facts) for t in done.turns
    ]
    return done.game_id, done.state, done.result, rows, done.history


@pytest.mark.parametrize("chance", ["written", "left out"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_rest_of_the_main_line_as_a_variation_leads_to_the_same_end(players: int, chance: str) -> None:
    lines = game(players, 7)
    plain = replayed("\n".join(lines) + "\n")
    turns = [place for place, line in enumerate(lines) if TURN.match(line)]
    for place in turns[:: len(turns) // 6]:
        rest = lines[place:]
        if chance == "left out":
            rest = [re.sub(r"/\w+", "", line) for line in rest if not line.startswith("round")]
        done = replayed(inserted(lines, place, rest))
        assert main_line(done) == main_line(plain)
        (line,) = done.variations
        assert (line.number, line.parent, line.state) == (1, 0, "complete")
        assert line.turns[-1].turn_no == plain.turns[-1].turn_no
        for ours, theirs in zip(line.turns, plain.turns[line.turn_no :], strict=True):
            assert (ours.turn_no, ours.label, ours.seat) == (theirs.turn_no, theirs.label, theirs.seat)
            assert (ours.postings, ours.scores) == (theirs.postings, theirs.scores)
        assert line.history == plain.history
        end = position_at(done, line.turns[-1].turn_no, 1).to_json()
        assert end == position_at(plain, len(plain.turns) - 1).to_json()


def test_a_variation_goes_its_own_way_from_the_position_before_its_turn() -> None:
    done = replayed(
        record(
            f"{START}1.1 A b6>w (1.1 A c6>w 1.2 B b4<w (1.2 B b6>w)) (1.1 A w6>w)\n1.2 B c6>w", tiles=TILES
        )
    )
    assert [(v.number, v.parent, v.turn_no) for v in done.variations] == [(1, 0, 3), (2, 1, 4), (3, 0, 3)]
    assert [[t.text for t in v.turns] for v in done.variations] == [
        ["c6>w", "b4<w"],
        ["b6>w"],
        ["w6>w"],
    ]
    assert [t.text for t in done.turns if t.phase == "turn"] == ["b6>w", "c6>w"]
    bridges = position_at(done, 4, 2).to_json()["bridges"]
    assert (bridges["coral"]["right"], bridges["black"]["right"]) == (5, 5)
    with pytest.raises(IndexError):
        position_at(done, 2, 2)
    with pytest.raises(IndexError):
        position_at(done, 4, 4)


def test_the_game_is_the_same_with_and_without_its_variations() -> None:
    plain = replayed(record(f"{START}1.1 A b6>w", tiles=TILES))
    with_variation = replayed(record(f"{START}1.1 A b6>w (1.1 A c6>w = A c10)", tiles=TILES))
    assert with_variation.game_id == plain.game_id


def test_what_is_wrong_in_a_variation_is_found_there_and_every_variation_is_looked_at() -> None:
    text = record(f"{START}1.1 A b6>w (1.1 A c3>w) (1.1 A b6>w 1.2 B b6>w) (1.1 A w6>w = A s9)", tiles=TILES)
    done = replay(read(text))
    assert done.state == "error"
    assert done.game_id == ""
    places = [(found.code, found.line) for found in done.diagnostics]
    line = text[: text.index("1.1 A b6>w")].count("\n") + 1
    assert places == [("R210", line), ("R210", line), ("R301", line)]
    columns = [found.column for found in done.diagnostics]
    assert columns == sorted(columns)


def test_other_chance_than_the_main_lines_must_be_written() -> None:
    # The record stops in round 1: nobody knows the dice of round 2 that the variation goes on to.
    lines = game(2, 3)
    end = next(place for place, line in enumerate(lines) if line.startswith("round 2"))
    first_round = [line for line in lines[:end] if not line.startswith("[Result")]
    last = max(place for place, line in enumerate(first_round) if line.startswith("1.6"))
    following = next(line for line in lines if line.startswith("2.1"))
    done = replay(read(inserted(first_round, last, [*first_round[last:], following])))
    assert [found.code for found in done.diagnostics] == ["R206"]


def test_variations_are_written_in_canonical_form_too() -> None:
    text = record(f"{START}A b6>w (A c6>w {{better}} B b4<w)\n", tiles=TILES)
    formatted = format_record(canonical_record(read(text)), GAME.grammar)
    assert "  (1.1 A c6>w {better}\n   1.2 B b4<w)\n" in formatted
    assert format_record(canonical_record(read(formatted)), GAME.grammar) == formatted
