"""The generated logs tell their games truly: read back by a small model of its own, event by event."""

import gzip
import io
import json
import random
import re
import zipfile
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.importers.generator import (
    LAYOUTS,
    READINGS,
    SECRET,
    SHAPES,
    Log,
    Options,
    any_options,
    build,
    encode,
    encode_several,
    hidden,
    make_log,
    negative,
)
from tests.importers.generator.sheet import Event
from wcreplay.engine import registry
from wcreplay.engine.reader import read_record
from wcreplay.engine.replay import Replay
from wcreplay.engine.simulate import play_out, simulate
from wcreplay.games.white_castle import accounts as acc
from wcreplay.games.white_castle.components import GARDEN_PLACES, ROOMS, load
from wcreplay.notation.model import RawRecord

RECORDS = Path(__file__).resolve().parents[3] / "records" / "white_castle"
GAMES = [(players, policy) for players in (2, 3, 4) for policy in ("random", "heuristic")]
CURRENCIES = {
    "coin": acc.COIN,
    "seal": acc.SEAL,
    "food": acc.FOOD,
    "iron": acc.IRON,
    "pearl": acc.PEARL,
}


def read(text: str) -> Replay:
    found = read_record(RawRecord(text, "test", 1, 1, ())).replay
    assert found is not None
    return found


@cache
def game(players: int, policy: str, seed: int = 1) -> Replay:
    return read(next(simulate("white-castle", 1, players, policy, seed)))


@pytest.fixture(params=GAMES, ids=lambda case: f"{case[0]}-{case[1]}")
def replay(request: pytest.FixtureRequest) -> Replay:
    return game(*request.param)


def game_without_well() -> Replay:
    """A game in which nobody goes to the well, nor takes it where it is granted."""
    rules, policies, rng = registry.load("white-castle"), registry.policies("white-castle"), random.Random(12)

    def player(position: Any) -> str:
        options = position.options()
        dry = [text for text in options if not re.fullmatch(r"[cbw][1-6][<>]w|B:.*|[gsd]\^.*", text)]
        if position.decision.kind == "well":
            return "-w"
        return str(rng.choice(dry or options))

    setup = policies.deal(rng, 2)
    lines, _ = play_out(rules, policies, setup, [player, player], rng)
    return read("\n".join(('[Game "white-castle"]', *lines, "")))


class Model:
    """What somebody knows who reads nothing but the events."""

    def __init__(self, log: Log) -> None:
        self.seats = {player: seat for seat, player in enumerate(log.players)}
        self.negative_points = log.options.score_undo == "negative"
        self.have = [[0] * 6 for _ in log.players]
        self.space = [0] * len(log.players)
        self.floors: dict[str, tuple[int, str]] = {}
        self.workers: dict[tuple[str, str], int] = {}
        self.contradictions: list[Event] = []
        self.placed = [0] * len(log.players)

    def take(self, event: Event) -> None:
        args, kind = event["args"], event["type"]
        if kind[-6:] == "Gained" or kind[-4:] == "Paid":
            self._total(event, args)
        elif kind == "scoreUpdated":
            minus = args.get("isUndo") and not self.negative_points
            self.have[self.seat(args)][acc.POINT] += -args["numberOfVp"] if minus else args["numberOfVp"]
        elif kind == "passageOfTimeMoved":
            for marker in args["influenceMarkers"]:
                self.space[self.seat(marker)] = int(marker["location"].split("-")[1])
        elif kind.startswith("courtier"):
            place = args["courtier"]["location"]
            self.floors[str(args["courtier"]["id"])] = (self.seat(args), place)
        elif kind in ("gardenerAssigned", "warriorAssigned"):
            worker = str(args[kind.removesuffix("Assigned")]["id"])
            self.workers[kind, worker] = -1 if args.get("isUndo") else self.seat(args)
        elif kind == "diePlaced":
            self.placed[self.seat(args)] += -1 if args.get("isUndo") else 1

    def seat(self, args: dict[str, Any]) -> int:
        return self.seats[str(args["playerId"])]

    def _total(self, event: Event, args: dict[str, Any]) -> None:
        word = event["type"].removesuffix("Gained").removesuffix("Paid")
        if word not in ("coin", "seal", "resource"):
            return
        count = args["numberOf" + word.capitalize() + "s"]
        sign = (1 if event["type"].endswith("Gained") else -1) * (-1 if args.get("isUndo") else 1)
        row, account = self.have[self.seat(args)], CURRENCIES[args.get("resource", word)]
        if args[word + "Value"] != row[account] + sign * count or count < 1:
            self.contradictions.append(event)
        row[account] = args[word + "Value"]

    def agrees(self, seat: int, row: tuple[int, ...]) -> bool:
        places = [place for owner, place in self.floors.values() if owner == seat]
        floors = [
            sum(word in place for place in places) for word in ("gate", "steward", "diplomat", "daimyo")
        ]
        gardeners, warriors = (
            sum(key[0] == kind and owner == seat for key, owner in self.workers.items())
            for kind in ("gardenerAssigned", "warriorAssigned")
        )
        return (
            self.have[seat] == list(row[:6])
            and self.space[seat] == row[acc.TIME]
            and floors == list(row[acc.COURTIER_GATE : acc.COURTIER_DAIMYO + 1])
            and gardeners == sum(row[acc.GARDENER_FIRST : acc.GARDENER_FIRST + 6])
            and warriors == sum(row[acc.WARRIOR_FIRST : acc.WARRIOR_FIRST + 3])
        )


def check(log: Log, replay: Replay) -> Model:
    """Hold every total of a log against the ledger, at the end of each unit."""
    model = Model(log)
    units = [turn for turn in replay.turns if turn.phase in ("draft", "turn", "gardens")]
    done = 0
    assert [label for label, _, _ in log.ends] == [turn.label for turn in units]
    for (label, count, _), turn in zip(log.ends, units, strict=True):
        for packet in log.packets[done:count]:
            for event in packet:
                model.take(event)
        done = count
        for seat, row in enumerate(turn.balances):
            assert model.agrees(seat, row), (label, seat, model.have[seat], row[:7], model.space)
    assert not model.contradictions
    assert model.placed == [9] * len(log.players)
    return model


def of_kind(log: Log, *kinds: str) -> list[Event]:
    return [event for event in log.events if event["type"] in kinds]


def test_the_default_log_tells_every_total(replay: Replay) -> None:
    check(build(replay, random.Random(1), Options()), replay)


@pytest.mark.parametrize("seed", range(3))
def test_logs_of_any_reading_tell_every_total(replay: Replay, seed: int) -> None:
    rng = random.Random(seed)
    check(build(replay, rng, any_options(rng)), replay)


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*-players-*.wcr")), ids=lambda path: path.stem)
def test_sample_records_become_logs(path: Path) -> None:
    replay = read(path.read_text(encoding="utf-8"))
    check(build(replay, random.Random(2), Options(undo="heavy")), replay)


@pytest.mark.parametrize("seed", range(2))
def test_what_was_undone_is_told_and_restored(replay: Replay, seed: int) -> None:
    options = Options(undo="heavy", reveal="turn_end", undo_climbs=True)
    log = build(replay, random.Random(seed), options)
    check(log, replay)
    assert any(event["args"].get("isUndo") for event in log.events)


def test_undoing_a_slot_has_no_mark() -> None:
    found = 0
    for seed in range(6):
        log = build(game(4, "heuristic", 2), random.Random(seed), Options(undo="heavy"))
        for event in of_kind(log, "courtierPlacedOnDaimyoCard"):
            assert "isUndo" not in event["args"]
            found += event["args"]["courtier"]["location"] != "daimyo-card"
    assert found


def test_the_final_board_is_the_result(replay: Replay) -> None:
    log = build(replay, random.Random(3), Options())
    board = of_kind(log, "updateLiveScore")[-1]["args"]["scoreBreakdown"]
    for seat, result in enumerate(replay.result):
        row = board[log.players[seat]]
        assert row["score"] == result.points == sum(row.values()) - row["score"]


def test_events_stand_in_a_plausible_order(replay: Replay) -> None:
    log = build(replay, random.Random(4), Options())
    events = [event for event in log.events if event["type"] not in ("gameStateChange", "gameLog")]
    kinds = [event["type"] for event in events]
    assert kinds[0] == "heronsUpdated"
    assert kinds.count("heronsUpdated") == 4
    assert kinds.count("diceRolled") == 3
    for at, (event, kind) in enumerate(zip(events, kinds, strict=True)):
        if kind == "actionCardGained" and kinds[at - 2] == "courtierMovedUp":
            assert kinds[at - 3 : at] == ["resourcePaid", "courtierMovedUp", "lanternCardGained"]
        if "dieId" in event["args"]:
            assert kinds[at - 1] == "diePlaced"
            assert events[at - 1]["args"]["die"]["id"] == event["args"]["dieId"]
        if kind == "newMainBoardCardRevealed":
            assert kinds[at - 1] == "actionCardGained"


def test_each_die_is_taken_from_what_was_offered(replay: Replay) -> None:
    log = build(replay, random.Random(5), Options(undo="heavy"))
    offer: dict[str, Any] = {}
    for event in log.events:
        if event["type"] == "gameStateChange" and event["args"]["id"] == 20:
            offer = event["args"]["args"]
        elif event["type"] == "diePlaced" and "isUndo" not in event["args"]:
            die, space = event["args"]["die"], event["args"]["actionSpace"]
            assert die["id"] in [other["id"] for other in offer["dice"]]
            assert space["id"] in [other["id"] for other in offer["actionSpaces"][str(die["id"])]]


def test_the_seal_of_the_well_comes_after_its_tiles() -> None:
    log = build(game(4, "heuristic"), random.Random(6), Options())
    wells = 0
    for at, event in enumerate(log.events):
        if event["type"] == "gameLog" and event["args"].get("iconPlaceholder") == "action-well":
            gains = []
            for later in log.events[at + 1 :]:
                if (
                    later["type"] not in ("coinGained", "resourceGained", "sealGained")
                    or "cardId" in later["args"]
                ):
                    break
                gains.append(later["type"])
            wells += "sealGained" in gains
            assert "sealGained" not in gains[:1] or "any" in game(4, "heuristic").setup.well
    assert wells


def unwrapped(data: bytes, options: Options) -> list[Any]:
    if options.compress == "gz":
        data = gzip.decompress(data)
    elif options.compress == "zip":
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            data = archive.read(archive.namelist()[0])
    text = data.decode()
    if options.outer == "ndjson":
        return [json.loads(line) for line in text.splitlines()]
    if options.outer == "html":
        text = text.partition("g_gamelogs = ")[2].partition(";\n</script>")[0]
    found = json.loads(text)
    while isinstance(found, dict):
        found = found["data"]
    assert isinstance(found, list)
    return found


@pytest.mark.parametrize("outer", READINGS["outer"])
@pytest.mark.parametrize("compress", READINGS["compress"])
def test_every_packing_holds_the_same_events(outer: str, compress: str) -> None:
    replay = game(2, "heuristic")
    for nesting in READINGS["nesting"]:
        options = Options(
            outer=outer, compress=compress, nesting=nesting, junk=True, extra_events=True, chat=True
        )
        log = build(replay, random.Random(7), options)
        packets = unwrapped(encode(log), options)
        inside = [event for packet in packets for event in packet.get("data", ())]
        known = {id(event): json.dumps(event) for event in log.events}
        rest = iter(json.dumps(event) for event in inside)
        assert all(text in rest for text in known.values())


@pytest.mark.parametrize("layout", LAYOUTS)
def test_several_tables_in_a_file(layout: str) -> None:
    logs = [build(game(players, "random"), random.Random(players), Options()) for players in (2, 3)]
    data = encode_several(logs, layout)
    if layout == "zip":
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            assert len([json.loads(archive.read(name)) for name in archive.namelist()]) == 2
    elif layout == "lines":
        assert [len(json.loads(line)) for line in data.splitlines()] == [
            sum(map(bool, log.packets)) for log in logs
        ]
    else:
        assert len(json.loads(data)) == 2


def test_a_seed_makes_the_same_log_again(replay: Replay) -> None:
    seed = 5
    options = any_options(random.Random(seed))
    one, two = (make_log(replay, random.Random(seed), options) for _ in range(2))
    assert one == two
    assert make_log(replay, random.Random(seed + 100), options) != one
    assert (
        hidden(replay, random.Random(seed), options)
        == build(replay, random.Random(seed), options).knowledge.hidden
    )


def test_secrets_stand_in_chat_and_private_packets_only(replay: Replay) -> None:
    options = Options(chat=True, extra_events=True)
    log = build(replay, random.Random(8), options)
    packets = unwrapped(encode(log), options)
    told = [packet for packet in packets if SECRET in json.dumps(packet)]
    assert told
    assert {event["type"] for packet in told for event in packet["data"]} <= {"chatmessage", "privateNote"}
    assert SECRET not in json.dumps(log.packets)


@pytest.mark.parametrize("name", READINGS)
def test_every_reading_makes_another_log(name: str) -> None:
    if name in ("undo_climbs", "score_undo", "undo_place"):
        base = Options(undo="heavy", reveal="turn_end")
    elif name == "rolled_shape":
        base = Options(dice_rolled="all")
    elif name == "nesting":
        base = Options(outer="answer")
    else:
        base = Options()
    # In the other game a marker stops at a checkpoint after a part of its steps.
    replay = game(2, "coverage", 5) if name == "stop_event" else game(4, "heuristic", 2)
    files = [
        b"".join(make_log(replay, random.Random(seed), replace(base, **{name: reading})) for seed in range(2))
        for reading in READINGS[name]
    ]
    assert len(set(files)) == len(files)


@pytest.mark.parametrize("name", SHAPES)
def test_packing_changes_nothing_that_is_known(name: str) -> None:
    replay = game(3, "heuristic")
    known = {
        build(replay, random.Random(9), Options(**{name: reading})).knowledge.hidden
        for reading in READINGS[name]
    }
    assert len(known) == 1


def test_old_tables_write_cards_otherwise() -> None:
    replay = game(4, "heuristic")
    old, new = (make_log(replay, random.Random(10), Options(era=era)).decode() for era in ("old", "new"))
    assert '"conditional":"and"' in new
    assert '"conditional"' not in old
    assert '"qty":0' in old
    assert '"qty":0' not in new
    assert "${disabledReason}" in new
    assert "${disabledReason}" not in old


class TestHidden:
    """Facts that a log does not show are in no payload; those it shows are."""

    @pytest.mark.parametrize("seed", range(2))
    def test_each_fact_is_of_one_kind_and_hidden_ones_are_nowhere(self, replay: Replay, seed: int) -> None:
        rng = random.Random(seed)
        log = build(replay, rng, any_options(rng))
        shown, deducible, away = log.knowledge.shown, log.knowledge.deducible, log.knowledge.hidden
        assert not shown & deducible
        assert not (shown | deducible) & away
        text = json.dumps(log.packets)
        for number, garden in enumerate(replay.setup.gardens):
            kind = "plant" if garden[0] == "P" else "rock"
            argument = int(garden[1:]) + (0 if kind == "plant" else 5)
            there = f'"type": "{kind}", "typeArg": {argument}, "foodCost"' in text
            assert there == ("gardens {}.{}".format(*GARDEN_PLACES[number]) in shown)
        for room, card in zip(ROOMS, replay.setup.rooms, strict=True):
            kind = "steward" if card[0] == "S" else "diplomat"
            there = f'"type": "{kind}", "typeArg": {card[1:]}, "back"' in text
            assert there == (f"castle {room}" in shown)

    def test_untaken_slots_are_hidden_unless_one_card_is_left(self) -> None:
        cards = load().daimyo
        found = set()
        for players, policy in GAMES:
            replay = game(players, policy)
            log = build(replay, random.Random(1), Options())
            slots = {
                int(event["args"]["courtier"]["locationArg"]) - 1
                for event in of_kind(log, "courtierPlacedOnDaimyoCard")
            }
            true = cards[replay.setup.daimyo]
            fits = [card for card in cards.values() if all(card[s].words == true[s].words for s in slots)]
            away = {f"daimyo m{s + 1}" for s in range(3)} & log.knowledge.hidden
            assert (not away) == (len(fits) == 1)
            found.add(bool(away))
        assert found == {True, False}

    def test_dice_between_the_ends_are_hidden_without_the_roll(self) -> None:
        replay = game(4, "random")
        log = build(replay, random.Random(1), Options(dice_rolled="none", offer_pips=False))
        away = {fact for fact in log.knowledge.hidden if fact.startswith("dice")}
        assert away
        assert len(away) <= 3 * 3  # three dice of a round are never taken
        assert not {
            f for f in build(replay, random.Random(1), Options()).knowledge.hidden if f.startswith("dice")
        }

    def test_a_well_nobody_used_is_hidden(self) -> None:
        dry, wet = game_without_well(), game(2, "random")
        for replay, used in ((dry, False), (wet, True)):
            said = of_kind(build(replay, random.Random(1), Options()), "gameLog")
            assert used == any(event["args"].get("iconPlaceholder") == "action-well" for event in said)
        assert "well" in hidden(dry)
        assert "well" not in hidden(wet)

    def test_leftover_pair_is_told_by_the_draft_prompt_alone(self, replay: Replay) -> None:
        for prompt in READINGS["draft_prompt"]:
            away = hidden(replay, options=Options(draft_prompt=prompt))
            assert ("pair left" in away) == (prompt == "none")


class TestNegative:
    """Each broken log is broken in the way its name says, and in no other."""

    @pytest.fixture
    def log(self) -> Log:
        return build(game(3, "heuristic"), random.Random(11), Options(undo="light"))

    def contradictions(self, log: Log, data: bytes) -> list[Event]:
        model = Model(log)
        for packet in json.loads(data):
            for event in packet["data"]:
                model.take(event)
        return model.contradictions

    @pytest.mark.parametrize("seed", range(5))
    def test_an_altered_total_contradicts(self, log: Log, seed: int) -> None:
        assert self.contradictions(log, encode(log)) == []
        data, event = negative.altered_total(log, random.Random(seed))
        assert event in self.contradictions(log, data)

    @pytest.mark.parametrize("seed", range(5))
    def test_permuted_events_contradict(self, log: Log, seed: int) -> None:
        assert self.contradictions(log, negative.permuted(log, random.Random(seed)))
        shuffled = json.loads(negative.shuffled(log, random.Random(seed)))
        assert len(shuffled) == len(json.loads(encode(log)))

    def test_a_truncated_file_is_no_json(self, log: Log) -> None:
        for seed in range(5):
            with pytest.raises(ValueError, match=r"line 1|utf-8"):
                json.loads(negative.truncated(log, random.Random(seed)))

    def test_an_unfinished_game_has_no_score_board(self, log: Log) -> None:
        data = negative.unfinished(log, "2.4")
        assert b"scoreBreakdown" not in data
        assert data.count(b'"diePlaced"') < encode(log).count(b'"diePlaced"')

    def test_an_abandoned_seat_ends_the_game_early(self, log: Log) -> None:
        data = negative.abandoned_seat(log, "2.4", 1)
        assert b"has left the game" in data
        last = json.loads(data)[-1]["data"]
        assert set(last[1]["args"]["scoreBreakdown"]) == set(log.players)

    @pytest.mark.parametrize("mark", negative.MATCHA)
    def test_marks_of_the_expansion(self, log: Log, mark: str) -> None:
        word = {"green die": '"green"', "matcha tile": '"matcha"'}.get(mark, mark)
        assert word not in encode(log).decode()
        assert word in negative.matcha(log, random.Random(1), mark).decode()

    def test_marks_of_the_promo_card(self, log: Log) -> None:
        assert b'"type":"promo' in negative.promo(log, random.Random(1))

    def test_what_is_no_log_of_this_game(self) -> None:
        assert b"diePlaced" not in negative.foreign_game(random.Random(1))
        assert negative.html_error().startswith(b"<!DOCTYPE html>")
        assert "error" in json.loads(negative.quota_message())


def test_only_complete_games_become_logs() -> None:
    text = next(simulate("white-castle", 1, 2, "random", 1))
    cut = "\n".join(line for line in text.splitlines() if not line.startswith(("3.", "[Result")))
    with pytest.raises(ValueError, match="complete game"):
        build(read(cut), random.Random(1), Options())
