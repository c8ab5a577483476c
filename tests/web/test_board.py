"""The drawing of a position: well-formed, complete, escaped, and honest about what changed."""

from __future__ import annotations

import copy
import json
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest

from wcreplay.web.boards import View, board_for
from wcreplay.web.boards.svg import el, number
from wcreplay.web.boards.white_castle import draw
from wcreplay.web.boards.white_castle.effects import signs

if TYPE_CHECKING:
    from flask.testing import FlaskClient


@pytest.fixture
def position(client: FlaskClient, ids: dict[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(client.get(f"/games/{ids['four']}/turns/40.json").text)["position"]
    return found


def drawn(
    position: dict[str, Any], previous: dict[str, Any] | None = None, text: str = "", **names: str
) -> dict[str, str]:
    return {panel.name: panel.svg for panel in draw(View(position, previous, names, text))}


def test_only_known_games_have_a_drawing() -> None:
    assert board_for("white-castle") is draw
    assert board_for("chess") is None


def test_every_panel_is_wellformed_and_says_what_it_shows(position: dict[str, Any]) -> None:
    panels = drawn(position, A='<&>"')
    assert list(panels)[:4] == ["bridges", "castle", "grounds", "track"]
    assert len(panels) == 8
    for svg in panels.values():
        root = ET.fromstring(svg)
        assert root.get("role") == "img"
        assert len(root.get("aria-label") or "") > 60


def test_the_words_name_dice_cards_and_markers(position: dict[str, Any]) -> None:
    panels = drawn(position)
    left = position["bridges"]["coral"]["left"]
    assert f"Coral bridge: left end {left or 'empty'}" in panels["bridges"]
    for name, room in position["rooms"].items():
        assert f"Room {name}, card {room['card']}" in panels["castle"]
    assert "Markers from the top of each pile" in panels["track"]


def test_dice_are_drawn_with_their_pips(position: dict[str, Any]) -> None:
    for bridge in position["bridges"].values():
        bridge.update(left=None, middle=[], right=None)
    position["bridges"]["white"]["left"] = 6
    svg = drawn(position)["bridges"]
    assert svg.count('class="pip pip-white"') == 6
    assert "pip-coral" not in svg


def test_names_become_text(position: dict[str, Any]) -> None:
    svg = drawn(position, B="<script>x</script>")["domain-b"]
    assert "<script" not in svg
    assert "&lt;script&gt;" in svg


def test_nothing_is_marked_where_nothing_changed(position: dict[str, Any]) -> None:
    for svg in drawn(position, copy.deepcopy(position)).values():
        assert "changed" not in svg
    for svg in drawn(position, None, "c3<s1").values():
        assert 'class="changed"' not in svg


def test_changes_are_ringed(position: dict[str, Any]) -> None:
    before = copy.deepcopy(position)
    position["players"]["A"]["coins"] += 2
    position["players"]["A"]["time_space"] += 1
    position["rooms"]["s1"]["dice"].append({"colour": "coral", "pips": 3})
    position["rooms"]["s1"]["dice"] = position["rooms"]["s1"]["dice"][-2:]
    before["rooms"]["s1"]["dice"] = position["rooms"]["s1"]["dice"][:-1]
    position["players"]["A"]["courtiers"]["domain"] -= 1
    position["players"]["A"]["courtiers"]["gate"] += 1
    panels = drawn(position, before, "c3<s1")
    assert "c3&lt; taken" in panels["bridges"]
    assert "coral die, 3, placed this turn" in panels["castle"]
    assert "moved 1 this turn" in panels["track"]
    assert ">+2<" in panels["domain-a"]
    assert "changed" not in panels["domain-b"]


def test_unknown_facts_are_drawn_as_unknown(position: dict[str, Any]) -> None:
    position["rooms"]["s1"].update(card=None, tiles=[None, None, None])
    position["daimyo"]["card"] = None
    position["well"]["tiles"] = ["_", "food"]
    position["gardens"]["coral"]["plant"]["card"] = None
    position["yards"]["5"]["tiles"] = [None, None]
    position["players"]["A"].update(card=None, lantern=["_"])
    position["bridges"]["coral"].update(left=None, right=None, middle=[None])
    for svg in drawn(position).values():
        ET.fromstring(svg)


def test_signs_of_words() -> None:
    any_block = signs("board any for 4 coin")[0]
    assert (any_block.name, any_block.suffix, any_block.price, any_block.currency) == (
        "board",
        "any",
        4,
        "coin",
    )
    assert [(sign.amount, sign.name) for sign in signs("1 seal + 2 any")] == [(1, "seal"), (2, "any")]


def test_markup_helpers() -> None:
    assert el("a", title='"<x>"') == '<a title="&quot;&lt;x&gt;&quot;"/>'
    assert [number(value) for value in (1.0, 1.5, 0.126, -2.0)] == ["1", "1.5", "0.13", "-2"]
