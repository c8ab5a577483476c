"""The dull game, written by hand: what becomes of it, and how little of its players is kept."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from tests.importers.hand import FIRST, NAMES, SECOND, as_json, dull_game, packets
from wcreplay.engine.reader import read_record
from wcreplay.engine.replay import Replay
from wcreplay.importers.bga.convert import convert_document
from wcreplay.importers.model import Conversion, Document, Options
from wcreplay.notation.model import RawRecord

Events = list[dict[str, Any]]


def converted(events: Events, options: Options = Options(), name: str = "log.json") -> Conversion:  # noqa: B008
    """Convert one table."""
    (done,) = convert_document(Document(name, as_json(packets(events))), options)
    return done


def codes(done: Conversion) -> list[str]:
    """Return the codes of the errors of a conversion."""
    return [found.code for found in done.diagnostics if found.severity == "error"]


def replayed(done: Conversion) -> Replay:
    """Replay the record of a conversion."""
    reading = read_record(RawRecord(done.text))
    assert reading.replay is not None, reading.diagnostics
    return reading.replay


def test_the_game_agrees_with_its_log() -> None:
    done = converted(dull_game())
    assert done.proved
    assert done.diagnostics == ()
    assert done.compared["scores"] > 1
    record = replayed(done)
    assert record.state == "complete"
    assert [turn.text for turn in record.turns if turn.label == "1.1"] == ["c4>w"]
    assert [(line.seat, line.points) for line in record.result] == [("A", 10), ("B", 9)]


def test_what_the_log_does_not_show_stays_open() -> None:
    setup = replayed(converted(dull_game())).setup
    assert set(setup.rooms) == {"_"}
    assert setup.daimyo == "_"
    assert all(tile == -1 for room in setup.tiles for tile in room)
    assert setup.well == ("food", "coin")
    assert setup.pairs[-1] == ("_", "_")


def test_what_follows_from_the_log_is_called_inferred() -> None:
    done = converted(dull_game())
    assert done.inferred == ["tile food", "tile coin"]
    assert '[Inferred "tile food, tile coin"]' in done.text


def test_players_become_letters_and_numbers_go() -> None:
    events = dull_game()
    for event in events:
        if player := event["args"].get("playerId"):
            event["args"]["player_name"] = NAMES[player]
    done = converted(events, name="table_700000001.json")
    for secret in (FIRST, SECOND, "700000001", *NAMES.values()):
        assert secret not in done.text
        assert secret not in done.file
    kept = converted(events, Options(names=True, ids=True), name="table_700000001.json")
    assert f'[A "{NAMES[FIRST]}"]\n[B "{NAMES[SECOND]}"]' in kept.text
    assert "700000001" in kept.text
    assert kept.file == "table_700000001.json"
    assert replayed(kept).game_id == replayed(done).game_id


def test_two_players_save_one_game() -> None:
    """The other player's file has private packets, chat, other texts and other packet numbers."""
    events = dull_game()
    other = packets(copy.deepcopy(events), table="700000001")
    for number, packet in enumerate(other):
        packet["packet_id"] = str(1000 + number)
        packet["data"][0]["log"] = "ein anderer Satz ${player_name}"
    secret = {"channel": f"/player/p{SECOND}", "data": [{"type": "coinGained", "args": {"playerId": SECOND}}]}
    chat = {"channel": "/table/t700000001", "data": [{"type": "chatmessage", "args": "hello"}]}
    other[5:5] = [secret, chat]
    (mine,) = convert_document(Document("a.json", as_json(packets(events))))
    (theirs,) = convert_document(Document("b.json", as_json(other)))
    assert theirs.proved
    assert replayed(mine).game_id == replayed(theirs).game_id


# -- what is wrong ---------------------------------------------------------------------------


def cut(events: Events) -> Events:
    return events[:-20]


def unscored(events: Events) -> Events:
    return [event for event in events if event["type"] != "updateLiveScore"]


def solo(events: Events) -> Events:
    kept = copy.deepcopy([event for event in events if event["args"].get("playerId") != SECOND])
    for event in kept:
        event["args"].get("scoreBreakdown", {}).pop(SECOND, None)
    return kept


def swapped(events: Events) -> Events:
    dice = [place for place, event in enumerate(events) if event["type"] == "diePlaced"]
    start, middle, end = dice[6], dice[7], dice[8]
    return events[:start] + events[middle:end] + events[start:middle] + events[end:]


def given_up(events: Events) -> Events:
    """After the first round SECOND does nothing any more."""
    dice = [place for place, event in enumerate(events) if event["type"] == "diePlaced"]
    rest = [event for event in events[dice[6] :] if event["args"].get("playerId") != SECOND]
    return events[: dice[6]] + rest


def nothing_taken_back(events: Events) -> Events:
    changed = copy.deepcopy(events)
    place = next(place for place, event in enumerate(events) if event["type"] == "sealGained")
    extra = copy.deepcopy(events[place])
    extra["args"] |= {"isUndo": True, "sealValue": 4}
    changed.insert(place, extra)
    return changed


def other_total(events: Events) -> Events:
    changed = copy.deepcopy(events)
    found = [event for event in changed if event["type"] == "coinGained"]
    found[7]["args"]["coinValue"] += 1
    return changed


def other_score(events: Events) -> Events:
    changed = copy.deepcopy(events)
    changed[-1]["args"]["scoreBreakdown"][FIRST]["food"] += 1
    return changed


def other_order(events: Events) -> Events:
    changed = copy.deepcopy(events)
    herons = [event for event in changed if event["type"] == "heronsUpdated"]
    first, second = herons[1]["args"]["herons"]
    first["locationArg"], second["locationArg"] = 2, 1
    return changed


def without_number(events: Events) -> Events:
    changed = copy.deepcopy(events)
    event = next(event for event in changed if event["type"] == "sealGained")
    event["args"] = {"playerId": event["args"]["playerId"]}
    return changed


def stranger(events: Events) -> Events:
    changed = copy.deepcopy(events)
    next(event for event in changed if event["type"] == "sealGained")["args"]["playerId"] = "5"
    return changed


def two_seals(events: Events) -> Events:
    """A well that pays two seals is none: no reading fits."""
    changed = copy.deepcopy(events)
    seals = [event for event in changed if event["type"] == "sealGained"]
    first = next(event for event in seals[2:] if event["args"]["playerId"] == FIRST)
    for event in seals:
        if event["args"]["playerId"] == FIRST and event["args"]["sealValue"] >= first["args"]["sealValue"]:
            event["args"]["sealValue"] = min(5, event["args"]["sealValue"] + 1)
    first["args"]["numberOfSeals"] = 2
    return changed


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (cut, "L204"),
        (unscored, "L204"),
        (solo, "L206"),
        (swapped, "L209"),
        (given_up, "L205"),
        (nothing_taken_back, "L212"),
        (other_total, "L301"),
        (other_score, "L306"),
        (other_order, "L305"),
        (without_number, "L211"),
        (stranger, "L210"),
        (two_seals, "L303"),
    ],
)
def test_what_is_wrong_is_said(change: Callable[[Events], Events], code: str) -> None:
    done = converted(change(dull_game()))
    assert not done.proved
    assert done.text == ""
    assert codes(done)[0] == code


def test_unproved_games_are_kept_only_if_asked_for_and_say_so() -> None:
    done = converted(two_seals(dull_game()), Options(keep_unproved=True))
    assert not done.proved
    assert '[Proof "none: L303' in done.text
    assert replayed(done).state == "partial"


@pytest.mark.parametrize(
    ("extra", "code"),
    [
        ({"type": "geishaMoved", "args": {}}, "L202"),
        ({"type": "gameStateChange", "args": {"args": {"dice": [{"id": 1, "type": "green"}]}}}, "L202"),
        ({"type": "gameStateChange", "args": {"args": {"tile": {"id": 1, "type": "matcha"}}}}, "L202"),
        (
            {"type": "diePlaced", "args": {"actionSpace": {"id": "main-board-tea-fields"}}},
            "L202",
        ),
        ({"type": "lanternCardGained", "args": {"card": {"type": "promo-plant", "typeArg": 6}}}, "L203"),
    ],
)
def test_other_rulesets_are_refused_before_anything_else(extra: dict[str, Any], code: str) -> None:
    done = converted([*cut(dull_game()), extra])
    assert codes(done) == [code]


def test_unknown_events_and_arguments_are_named_and_kept_aside() -> None:
    events = dull_game()
    events.insert(9, {"type": "teaServed", "args": {"cups": 2}})
    events[4]["args"]["shininess"] = 3
    done = converted(events)
    assert done.proved
    said = {found.code: found.message for found in done.diagnostics}
    assert said.keys() == {"L220", "L221"}
    assert "teaServed (1)" in said["L220"]
    assert "shininess (1)" in said["L221"]


def test_spellings_and_kinds_of_ids_do_not_matter() -> None:
    events = dull_game()
    for event in events:
        args = event["args"]
        if "coinValue" in args:
            event["args"] = {
                "player_id": int(args["playerId"]),
                "NUMBER_OF_COINS": str(args["numberOfCoins"]),
                "coin-value": str(args["coinValue"]),
                **{key: value for key, value in args.items() if key == "dieId"},
            }
    done = converted(events)
    assert done.proved, done.diagnostics
    assert replayed(done).game_id == replayed(converted(dull_game())).game_id
