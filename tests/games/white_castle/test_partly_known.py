"""Facts that are known in part: replay goes on where nothing depends on the rest, and stops where it does."""

from __future__ import annotations

from pathlib import Path

import pytest

from wcreplay.engine.canonical import canonical_record
from wcreplay.engine.replay import replay
from wcreplay.notation.formatter import format_record

from .table import GAME, SIXES, choices, position, read, record, refused, replayed

OPENING = f"round 1 {SIXES}\n0.1 B R2 +ff\n0.2 A R7 +f\n"


def test_a_room_goes_on_when_the_other_tiles_are_known_not_to_match() -> None:
    """It is enough for a black die to know that block 2 is black and the others are not."""
    whole = replayed(record(OPENING + "1.1 A b6>s2"))
    part = replayed(record(OPENING + "1.1 A b6>s2", tiles="wcb c/wbc/w bwc | cb bw | any any"))
    assert [turn.postings for turn in part.turns] == [turn.postings for turn in whole.turns]


@pytest.mark.parametrize("tiles", ["c/wbw", "_bw", "c/b_w"])
def test_a_room_stops_when_another_tile_may_match(tiles: str) -> None:
    found = refused(OPENING + "1.1 A c6>s2", tiles=f"wcb {tiles} bwc | cb bw | any any")
    assert found.code == "R401"
    assert "the tiles of room s2" in found.message


@pytest.mark.parametrize("well", ["any _", "_ any", "_ _"])
def test_only_the_well_needs_its_tiles(well: str) -> None:
    tiles = f"wcb cbw bwc | cb bw | {well}"
    assert refused(OPENING + "1.1 A c6>w +f +f", tiles=tiles).code == "R401"
    assert replayed(record(OPENING + "1.1 A c6>s1", tiles=tiles)).turns[-1].text == "c6>s1"


def test_a_room_admits_no_colour_that_none_of_its_tiles_may_have() -> None:
    found = refused(OPENING + "1.1 A c6>s2", tiles="wcb b/wbw bwc | cb bw | any any")
    assert (found.code, found.article) == ("R210", "R4.4")


def test_a_daimyo_slot_goes_on_where_all_cards_that_it_may_be_agree(root: Path) -> None:
    """M7 and M8 share slot 1, which is taken in turn 1.8; slot 2, taken in 2.7, they do not share."""
    known = (root / "records/white_castle/tutorial.wcr").read_text(encoding="utf-8")
    assert known.count("| M7\n") == 1
    whole = replayed(known)
    part = replay(read(known.replace("| M7\n", "| M7/M8\n")))
    (stop,) = part.diagnostics
    assert (stop.code, "the daimyo card" in stop.message) == ("R401", True)
    reached = part.turns[-1]
    assert reached.label == "2.6"
    assert reached.balances == whole.turns[reached.turn_no].balances
    (stop,) = replay(read(known.replace("| M7\n", "| _\n"))).diagnostics
    assert (stop.code, "the daimyo card" in stop.message) == ("R401", True)
    assert "^m" in stop.source_line


def test_a_block_by_its_colour_is_offered_where_its_tile_may_have_it() -> None:
    """Y4 opens coral blocks: one whose tile is known is used, one whose tile may be coral is an open fact."""
    lines = {"tiles": "wcb c/wbw bwc | cb bw | any any", "yards": "Y3 Y5 | Y4 | Y8"}
    turns = f"round 1 {SIXES}\n0.1 B R2 +ff\n0.2 A R9\n"
    offered = choices(position(turns, "x:i w6>o2 W3", **lines), "B:s")
    assert "B:s2.1" in offered
    assert "B:s2.2" not in offered
    found = refused(turns + "1.1 A x:i w6>o2 W3 B:s2.1", **lines)
    assert (found.code, "the tiles of room s2" in found.message) == ("R401", True)


def test_what_is_known_in_part_has_one_spelling() -> None:
    text = record(OPENING, castle="S10 S7 S15 | D6 D2 | M7/M2", tiles="wcb w/cbb/w bwc | c/bb _w | any any")
    shown = format_record(canonical_record(read(text)), GAME.grammar)
    assert "| M2/M7\n" in shown
    assert "wcb c/wbb/w bwc | c/bb _w | any any\n" in shown


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ({"castle": "S10 S7 S15 | D6 D2 | M2/"}, "R103"),
        ({"castle": "S10 S7 S15 | D6 D2 | M2/S3"}, "R103"),
        ({"tiles": "wcb c/ww bwc | cb bw | any any"}, "R102"),
        ({"tiles": "wcb /wbw bwc | cb bw | any any"}, "R102"),
    ],
)
def test_misspelt_alternatives_are_reported(lines: dict[str, str], code: str) -> None:
    assert refused("", **lines).code == code
