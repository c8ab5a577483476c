"""What can occur in a game of The White Castle, and what did occur in a replayed record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement
from typing import Final

from wcreplay.engine.coverage import Event
from wcreplay.engine.decision import Decision
from wcreplay.engine.ledger import Posting
from wcreplay.engine.replay import Replay

from . import accounts as acc
from . import effects as fx
from . import resolve, workers
from .articles import ARTICLES
from .components import ROOMS, YARDS, load
from .dice import DOMAIN_SPACE, MAIN_SPACES
from .effects import COLOURS, Effect
from .gains import CHECKPOINTS, LAST_SPACE
from .game import GAME
from .position import Position

_SPACES: Final = (*MAIN_SPACES, "p")
_CLIMBS: Final = ("g^s", "g^d", "s^d", "s^m", "d^m", "s^m full", "d^m full")
_EXCHANGE_AT: Final = ("die", "lantern", "order", "action", "units", "well", "checkpoint", "garden", "close")
_CAPPED: Final = ("seal", "food", "iron", "pearl", "time")
_ORDERS: Final = (">1", ">2", ">3", ">y1", ">y2", ">T", ">L")
_GO_ON: Final = (".", "T", "L", "w")
_DECLINED: Final = ("-L", "-T", "-w", "action", "garden", "pay later", "nothing to do")
_DOMAIN: Final = (acc.COURTIER_DOMAIN, acc.GARDENER_DOMAIN, acc.WARRIOR_DOMAIN)
_STEPS: Final = {
    workers.place_gardener: "gardener",
    workers.place_warrior: "warrior",
    workers.audience: "audience",
    workers.climb: "climb",
    workers.climb_to_daimyo: "climb",
}
"""Names of the first steps of worker actions; the other actions begin with a row or a block."""
_ACTION_STEPS: Final = {
    fx.COURTIER: ("audience", "climb"),
    fx.AUDIENCE: ("audience",),
    fx.CLIMB: ("climb",),
    fx.GARDENER: ("gardener",),
    fx.WARRIOR: ("warrior",),
    fx.DOMAIN: ("row",),
    fx.BOARD_LIGHT: ("block",),
    fx.BOARD_ANY: ("block",),
    fx.BOARD_COLOUR: ("block",),
}


def _pairs(group: str, names: Iterable[str]) -> list[Event]:
    return [(group, name) for name in names]


def _faces() -> Iterator[tuple[str, tuple[Effect, ...]]]:
    """Yield id and effects of everything whose effects can be used."""
    parts = load()
    for card in (*parts.stewards.values(), *parts.diplomats.values(), *parts.actions.values()):
        for block in card.blocks:
            yield block.source, block.effects
    for slots in parts.daimyo.values():
        for slot in slots:
            yield slot.source, slot.effects
    for garden in parts.gardens.values():
        yield garden.id, garden.effects
    for tile in parts.blue:
        yield tile, (*parts.blue[tile].effects, *parts.yellow[tile].effects)


def _blocks() -> Iterator[Event]:
    parts = load()
    for card in (*parts.stewards.values(), *parts.diplomats.values()):
        for block in card.blocks:
            yield "block by die", block.source
            yield "block on the main board", block.source
            if not block.dark:
                yield "block on a climb", block.source
    for card in (*parts.stewards.values(), *parts.diplomats.values(), *parts.actions.values()):
        for block in card.blocks:
            yield "block on the domain", block.source


def _actions() -> Iterator[Event]:
    """List what each action of each component can begin with, and each price."""
    prices = []
    for source, effects in _faces():
        for effect in effects:
            for step in _ACTION_STEPS.get(effect.kind, ()):
                yield "action", f"{source} {step}"
            if effect.due:
                prices.append(source)
    for space, worker in (("o1", "gardener"), ("o2", "warrior")):
        for step in (worker, "audience", "climb"):
            yield "action", f"{space} {step}"
    yield "action", "courtier audience"
    yield "action", "courtier climb"
    yield from _pairs("price", prices)


def _gains() -> Iterator[Event]:
    """List each component that can gain by itself, by cause (Lantern icons are listed by card)."""
    parts = load()
    gaining = (fx.GAIN, fx.ANY, fx.TIME)
    castle = (*parts.stewards.values(), *parts.diplomats.values())
    for card in castle:
        for block in card.blocks:
            if any(effect.kind in gaining for effect in block.effects):
                for cause in ("room block", "climb card", "main board", "domain card"):
                    yield "gain", f"{cause} {block.source}"
    causes = {"M": "daimyo slot", "Y": "yard tile", "P": "garden", "K": "garden"}
    for source, effects in _faces():
        cause = causes.get(source[0], "")
        if cause and any(effect.kind in gaining for effect in effects):
            yield "gain", f"{cause} {source}"
    yield "gain", "well w"
    yield from (("gain", f"well {tile.source}") for tile in parts.well.values())
    yield from (("gain", f"domain row row {colour[0]}") for colour in COLOURS)
    yield from (("gain", f"draft {card}") for card in parts.resources)
    yield from (("gain", f"die difference {space}") for space in MAIN_SPACES)
    icons = (*castle, *parts.resources.values(), *parts.actions.values(), *parts.decrees.values())
    yield from (("lantern icon", card.id) for card in icons)


def _list() -> Iterator[Event]:
    parts = load()
    yield from _pairs("cause", GAME.causes)
    yield from _pairs("starting card", (*parts.resources, *parts.actions, *parts.decrees))
    for space in _SPACES:
        yield from _pairs("space", (f"{space} {colour}" for colour in COLOURS))
    yield from _pairs("die", ("left", "right", "last left", "last right"))
    yield from _pairs("second die", (*ROOMS, "o1", "o2"))
    yield from _pairs("coins", ("gained", "paid", "equal"))
    yield from _blocks()
    yield from _actions()
    yield from _gains()
    yield from _pairs("room", ("one block", "two blocks"))
    yield from _pairs("slot", (slot.source for slots in parts.daimyo.values() for slot in slots))
    yield from _pairs("gardener", (f"G:{card}" for card in parts.gardens))
    yield from _pairs("garden at round end", (f"@{card}" for card in parts.gardens))
    for place, tiles in (
        ("5 blue", parts.blue),
        ("5 yellow", parts.blue),
        ("3", parts.blue),
        ("1", parts.blue),
    ):
        yield from _pairs("yard tile", (f"{tile} at {place}" for tile in tiles))
    yield from _pairs("warrior", (f"W{iron}" for iron in YARDS))
    for colour in COLOURS:
        for gone in range(acc.WORKERS + 1):
            yield from _pairs("row", (f"{colour} {gone} gone, die", f"{colour} {gone} gone, action"))
    for count in (1, 2, 3):
        units = combinations_with_replacement("fip", count)
        yield from _pairs("units", ("+" + "".join(letters) for letters in units))
    yield "units", "lost on a full track"
    yield from _pairs("climb", _CLIMBS)
    yield from _pairs("refill", (*parts.stewards, *parts.diplomats, "no steward left", "no diplomat left"))
    for kind in _EXCHANGE_AT:
        yield from _pairs("exchange", (f"x:{what} at {kind}" for what in "cfip"))
    yield from _pairs("order", _ORDERS)
    yield from _pairs("written to go on", _GO_ON)
    yield from _pairs("declined", _DECLINED)
    yield from _pairs("cap", _CAPPED)
    for stop in CHECKPOINTS:
        yield from _pairs("checkpoint", (f"{stop + 1} {what}" for what in ("paid", "refused", "unpaid")))
    yield from _pairs("time", ("reached 20", "on top of a pile"))
    yield from _pairs("workers gone", ("courtiers", "gardeners", "warriors"))
    yield from _pairs(
        "round end", ("new order", "same order", "bridge empty", "no garden used", "order by height")
    )
    yield from _pairs("scoring", GAME.categories)
    yield from _pairs("result", ("tie for the win",))


class WhiteCastleCoverage:
    """Counts what occurs in a game; see :class:`wcreplay.engine.coverage.Coverage`."""

    events: tuple[Event, ...] = tuple(dict.fromkeys(_list()))
    articles = ARTICLES

    def of(self, replay: Replay) -> Iterator[Event]:
        """Yield what occurred in a replayed record: from its decisions, its postings, and its rounds."""
        pos: Position = GAME.start(replay.setup)
        for text in replay.history:
            decision = pos.decision
            assert decision is not None
            yield from _chosen(pos, decision, text)
            lost = pos.phase == "turn" and decision.kind == "die"
            unit = pos.unit_number
            order = pos.order
            pos.apply(text)
            if lost and (pos.unit_number != unit or (pos.decision and pos.decision.kind == "close")):
                yield from _nothing_to_do(text)
            if pos.order is not order:
                yield from _round_end(pos, order)
            pos.finished.clear()
        yield from _posted(replay)
        yield from _written(replay)
        yield from _end(replay)


def _chosen(pos: Position, decision: Decision, text: str) -> Iterator[Event]:
    """Yield what an option does, told from the position that offers it."""
    kind = decision.kind
    if kind == "die" and text[:2] != "x:":
        yield from _placed(pos, text)
    elif kind == "draft":
        pair = next(pair for pair in pos.pairs if pair[0] == text)
        yield from _pairs("starting card", pair)
        if load().resources[text].decree:
            yield "starting card", load().resources[text].decree
    elif kind == "refill":
        if text == "/-":
            floor = "diplomat" if getattr(pos.stack[-1], "room", 0) > 2 else "steward"
            yield "refill", f"no {floor} left"
        else:
            yield "refill", text[1:]
    elif kind == "units" and text[0] == "+":
        yield "units", text
        row = pos.ledger.balances[pos.seat]
        have = {"f": row[acc.FOOD], "i": row[acc.IRON], "p": row[acc.PEARL]}
        if any(have[letter] + text.count(letter) > acc.RESOURCE_CAP for letter in text[1:]):
            yield "units", "lost on a full track"
    if text[:2] == "x:":
        yield "exchange", f"{text} at {kind}"
    elif text[:1] == ">":
        yield "order", text.rstrip("^")
    elif text[:1] == "-":
        yield "declined", text
    elif text[:1] == "@":
        yield "garden at round end", text
    elif kind == "garden" and not text:
        yield "declined", "garden"
    elif kind == "action":
        yield from _action(pos, decision, text)
    if kind == "checkpoint" and text in ("", "-T"):
        space = pos.ledger.balances[pos.seat][acc.TIME] + 1
        yield "checkpoint", f"{space} {'refused' if text else 'paid'}"


def _placed(pos: Position, text: str) -> Iterator[Event]:
    colour = next(number for number, name in enumerate(COLOURS) if name[0] == text[0])
    number, end = _SPACES.index(text[3:]), text[2]
    yield "space", f"{_SPACES[number]} {COLOURS[colour]}"
    side = "left" if end == "<" else "right"
    yield "die", side if len(pos.bridges[colour]) > 1 else f"last {side}"
    covered = 6 if number == DOMAIN_SPACE else pos.spaces[number][0]
    pips = int(text[1])
    yield "coins", "gained" if pips > covered else "paid" if pips < covered else "equal"
    if number < 7 and pos.placed[number]:
        yield "second die", _SPACES[number]
    if number == DOMAIN_SPACE:
        yield from _row(pos, colour, "die")
    elif number < 5:
        card = pos.rooms[number]
        assert card is not None
        used = [
            block.source
            for block, tile in zip(card.blocks, pos.setup.tiles[number], strict=True)
            if tile == colour
        ]
        yield "room", "one block" if len(used) == 1 else "two blocks"
        yield from _pairs("block by die", used)


def _row(pos: Position, colour: int, how: str) -> Iterator[Event]:
    gone = acc.WORKERS - pos.ledger.balances[pos.seat][_DOMAIN[colour]]
    yield "row", f"{COLOURS[colour]} {gone} gone, {how}"
    card = pos.card[pos.seat]
    assert card is not None
    row = load().rows[colour].row
    yield "block on the domain", next(block.source for block in card.blocks if row in block.rows)


def _action(pos: Position, decision: Decision, text: str) -> Iterator[Event]:
    if not text:
        later = all(not option or option[:2] == "x:" for option in decision.options)
        yield "declined", "pay later" if later else "action"
        return
    choice = decision.options[text]
    move, effect, *arguments = choice[2:] if choice[0] is resolve.take_action else choice
    yield "action", f"{effect.source} {_STEPS.get(move, 'row' if text[0] == 'P' else 'block')}"
    if text[0] == "G":
        yield "gardener", text
    elif text[0] == "W":
        yield "warrior", text
        tiles = pos.yard_tiles[YARDS.index(int(text[1]))]
        places = ("5 blue", "5 yellow") if text == "W5" else (text[1],)
        for tile, place in zip(tiles, places, strict=True):
            assert tile is not None
            yield "yard tile", f"{tile.source} at {place}"
    elif text[0] == "P":
        yield from _row(pos, arguments[0], "action")
    elif text[0] == "B":
        yield "block on the main board", arguments[1].source
    elif text[1:3] == "^m":
        yield "climb", text[:3] if len(text) > 3 else f"{text} full"
        if len(text) > 3:
            yield "slot", f"{pos.setup.daimyo}.{text[3]}"
    elif text[1:2] == "^":
        yield "climb", text[:3]
        card = pos.rooms[ROOMS.index(text[2:4])]
        assert card is not None
        yield "block on a climb", card.blocks[arguments[3] - 1].source


def _nothing_to_do(text: str) -> Iterator[Event]:
    """A die placed where its space could do nothing but gain, or not even that (R16.15)."""
    if text[3:] in ("o1", "o2"):
        yield "declined", "nothing to do"


def _round_end(pos: Position, before: list[int]) -> Iterator[Event]:
    """Yield what the end of a round showed; the dice may be rolled by now, so bridges are told by gardens."""
    yield "round end", "same order" if pos.order == before else "new order"
    spaces = [pos.ledger.balances[seat][acc.TIME] for seat in pos.order]
    if len(set(spaces)) < len(spaces):
        yield "round end", "order by height"
    if pos.phase == "gardens" and not all(pos.bridges):
        yield "round end", "bridge empty"
    elif pos.phase == "turn":
        yield "round end", "no garden used"


def _posted(replay: Replay) -> Iterator[Event]:
    """Yield what the postings show: causes, gains by component, caps, the time track."""
    spaces = [0] * len(replay.seats)
    for turn in replay.turns:
        for posting in turn.postings:
            yield "cause", posting.cause
            if posting.account == acc.TIME:
                spaces[posting.seat] = posting.balance
                if posting.balance == LAST_SPACE:
                    yield "time", "reached 20"
                if posting.detail > 1:
                    yield "time", "on top of a pile"
            if posting.account == acc.TIME_LOST and posting.cause == "unpaid":
                yield "checkpoint", f"{spaces[posting.seat] + 1} unpaid"
            else:
                yield from _posting(posting)


def _posting(posting: Posting) -> Iterator[Event]:
    account, cause = posting.account, posting.cause
    if cause == "cap":
        yield "cap", "time" if account == acc.TIME_LOST else GAME.accounts[account].name
    elif cause == "price":
        yield "price", posting.source
    elif cause == "lantern":
        yield "lantern icon", posting.source
    elif posting.delta > 0 and account <= acc.TIME and cause != "exchange":
        yield "gain", f"{cause} {posting.source}"


def _end(replay: Replay) -> Iterator[Event]:
    """Yield what the end of a game shows."""
    last = replay.turns[-1]
    for row, scores in zip(last.balances, last.scores, strict=True):
        for name, account in zip(("courtiers", "gardeners", "warriors"), _DOMAIN, strict=True):
            if not row[account]:
                yield "workers gone", name
        yield from _pairs("scoring", (c for c, points in zip(GAME.categories, scores, strict=True) if points))
    best = sorted(result.points for result in replay.result)
    if len(best) > 1 and best[-1] == best[-2]:
        yield "result", "tie for the win"


def _written(replay: Replay) -> Iterator[Event]:
    for turn in replay.turns:
        for token in turn.text.split():
            if token in _GO_ON:
                yield "written to go on", token


COVERAGE: Final = WhiteCastleCoverage()
