"""What the laws need to know of The White Castle: a second reckoning of limits, components, options, scores.

Written from the rules reference; nothing of the package's rules is imported. A position is read as its plain
values (``to_json``); what those do not show (balances by account, decks, caches) is compared with them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import chain, combinations_with_replacement
from typing import Any

import msgspec

from . import Final, white_castle_units
from .white_castle_units import ACCOUNTS, COLOURS, FLOORS, GARDEN_FOOD, ICONS, VALUES

DICE = {2: 3, 3: 4, 4: 5}  # R1.1
TURNS = 3  # R3.1
ROW_OF = {"s": "steward", "d": "diplomat"}
CARDS = {2: {"S": 9, "D": 9}, 3: {"S": 15, "D": 12}, 4: {"S": 15, "D": 12}}  # R2.1
LIMITS = {"seals": 5, "food": 7, "iron": 7, "pearl": 7, "time_space": 20}  # R1.3, R9.7
HELD = ("coins", "seals", "food", "iron", "pearl", "points", "time_space")
DECREES = {"R1": "E1", "R4": "E2", "R7": "E3"}
CHECKPOINTS = {5: 1, 10: 2, 14: 3}  # R9.2
DIE = re.compile(r"[cbw]([1-6]+)(?:([<>])(?:[sd][123]|o[12]|w|p))?")
"""A roll, or a die taken from an end and placed."""
PHASES = {
    "setup": r"0\.0",
    "draft": r"0\.[1-4]",
    "turn": r"[1-3]\.\d{1,2}",
    "gardens": r"[12]\.g",
    "end": r"3\.\d{1,2}",
}
ICONS_FROM = ACCOUNTS.index("lantern_coin")
ORDER = ACCOUNTS.index("order")

Board = dict[str, Any]


class WhiteCastle:
    """The adapter of The White Castle."""

    rulings = ("", "pool")

    def under(self, setup: Any, ruling: str) -> Any:
        """Return the setup under the ruling of R16.3."""
        return msgspec.structs.replace(setup, pool=ruling == "pool")

    def longest(self, players: int) -> int:
        """Return a number of decisions that no game exceeds: 40 for each turn, draft and gardens included."""
        return 40 * players * 3 * TURNS

    def faults(self, position: Any) -> Iterator[str]:
        """Yield what is wrong with a position."""
        board = position.to_json()
        yield from _holdings(board, position)
        yield from _workers(board)
        yield from _daimyo(board)
        yield from _dice(board, position)
        yield from _cards(board, position)
        yield from _time(board, position)
        yield from _course(board, position)
        if position.decision is not None:
            yield from _options(board, position)

    def unit_faults(self, unit: Any) -> Iterator[str]:
        """Yield what is wrong with the postings of a finished unit."""
        yield from white_castle_units.faults(unit)

    def final(self, board: Board) -> Final:
        """Score a finished game: most points win, the earlier in the last turn order wins a tie (R11.8)."""
        points = [_points(board, board["players"][seat]) for seat in board["seats"]]
        totals = {seat: sum(row.values()) for seat, row in zip(board["seats"], points, strict=True)}
        order = [seat for pile in reversed(board["track"]) for seat in reversed(pile)]
        best_first = sorted(board["seats"], key=lambda seat: (-totals[seat], order.index(seat)))
        return Final(points, [best_first.index(seat) + 1 for seat in board["seats"]])


# -- what seats hold ----------------------------------------------------------------------------------


def _holdings(board: Board, position: Any) -> Iterator[str]:
    """Nothing is below 0 or beyond its limit (R1.3), and the board shows what the ledger holds."""
    for seat, row in zip(board["seats"], position.ledger.balances, strict=True):
        player = board["players"][seat]
        if min(row) < 0:
            yield f"{seat} has {min(row)} {ACCOUNTS[row.index(min(row))]}"
        for name, limit in LIMITS.items():
            if player[name] > limit:
                yield f"{seat} has {player[name]} {name}, the limit is {limit}"
        if player["score"] != {**(points := _points(board, player)), "total": sum(points.values())}:
            yield f"{seat} scores {player['score']}, by the board {points}"
        if (shown := [player[name] for name in HELD]) != row[: len(HELD)]:
            yield f"{seat} shows {shown} {HELD}, the ledger has {row[: len(HELD)]}"
        icons = [_icon(card) for card in player["lantern"]]
        if (held := [icons.count(icon) for icon in ICONS]) != row[ICONS_FROM : ICONS_FROM + len(ICONS)]:
            yield f"{seat} shows {held} Lantern icons {ICONS}, the ledger has {row[ICONS_FROM:]}"


@cache
def _icon(card: str) -> str:
    """Return what the back of a card shows (R8.2)."""
    number = int(card[1:])
    if card[0] == "R":
        return ("pearl", "iron", "food")[(number - 1) // 3]
    if card[0] == "E":
        return ("coin", "seal", "point")[number - 1]
    return {"S": "coin", "D": "point", "A": "time"}[card[0]]


def _workers(board: Board) -> Iterator[str]:
    """Each seat has five workers of each kind (R1.2), on a garden card at most one (R6.1)."""
    for seat, player in board["players"].items():
        courtiers, gardeners, warriors = player["courtiers"], player["gardeners"], player["warriors"]
        counts = {
            "courtiers": sum(courtiers.values()),
            "gardeners": gardeners["domain"] + len(gardeners["gardens"]),
            "warriors": sum(warriors.values()),
        }
        yield from (f"{seat} has {count} {kind}" for kind, count in counts.items() if count != 5)
        if len(set(gardeners["gardens"])) != len(gardeners["gardens"]):
            yield f"{seat} has two gardeners on a card: {gardeners['gardens']}"
        places = [place for pair in board["gardens"].values() for place in pair.values()]
        if sorted(gardeners["gardens"]) != sorted(p["card"] for p in places if seat in p["seats"]):
            yield f"the gardens show other gardeners of {seat} than {gardeners['gardens']}"
        for iron, yard in board["yards"].items():
            if yard["warriors"][seat] != warriors[iron]:
                yield f"the {iron} iron yard shows {yard['warriors'][seat]} warriors of {seat}"


def _daimyo(board: Board) -> Iterator[str]:
    """One courtier a slot (R6.7); one stays without a slot only if none was free."""
    slots = [seat for seat in board["daimyo"]["slots"] if seat]
    there = {seat: player["courtiers"]["daimyo"] for seat, player in board["players"].items()}
    if len(board["daimyo"]["slots"]) != 3 or len(slots) != min(3, sum(there.values())):
        yield f"the slots {board['daimyo']['slots']} with courtiers {there} on top"
    for seat in set(slots):
        if slots.count(seat) > there.get(seat, 0):
            yield f"{seat} holds {slots.count(seat)} slots with {there.get(seat, 0)} courtiers on top"


# -- dice ---------------------------------------------------------------------------------------------


def _placed(board: Board) -> dict[str, list[Any]]:
    rooms = {name: room["dice"] for name, room in board["rooms"].items()}
    return {**rooms, **board["outside"], "w": board["well"]["dice"]}


def _dice(board: Board, position: Any) -> Iterator[str]:
    """All dice are there (R1.1), as many placed as turns were taken, bridges ascending (R2.5), rooms kept."""
    players = len(board["seats"])
    bridges = {colour: _bridge(bridge) for colour, bridge in board["bridges"].items()}
    placed = _placed(board)
    domain = [(colour, pips) for p in board["players"].values() for colour, pips in p["domain_dice"].items()]
    lying = [(die["colour"], die["pips"]) for die in chain(*placed.values())]
    lying += [(colour, pips) for colour, pips in domain if pips is not None]
    rolled = position.decision is None or position.decision.kind != "roll"
    if rolled and (expected := _bridges_left(position.history)) != board["bridges"]:
        yield f"the bridges show {board['bridges']}, after what was rolled and taken {expected}"
    for colour, bridge in bridges.items():
        total = len(bridge) + sum(1 for die in lying if die[0] == colour)
        if total != DICE[players] and (rolled or total):
            yield f"{total} {colour} dice"
        if bridge != sorted(bridge):
            yield f"the {colour} bridge is {bridge}"
    if not all(pips in range(1, 7) for pips in chain(*bridges.values(), (pips for _, pips in lying))):
        yield f"dice that show {bridges}, {lying}"
    if len(lying) != _turns_taken(board, position):
        yield f"{len(lying)} dice lie on spaces in {board['label']} ({board['phase']})"
    cap = 1 if players == 2 else 2
    for name, dice in placed.items():
        if name != "w" and len(dice) > cap:
            yield f"{len(dice)} dice on {name} (R4.1)"
        tiles = board["rooms"][name]["tiles"] if name in board["rooms"] else COLOURS
        if not {die["colour"] for die in dice} <= set(tiles):
            yield f"a die on {name} has the colour of no tile there (R4.4)"


def _bridges_left(history: list[str]) -> dict[str, Any]:
    """Return the bridges after the last rolls and takes; a last die keeps its end (R3.4, R3.5)."""
    taken: dict[str, list[str]] = {colour: [] for colour in COLOURS}
    rolled: dict[str, str] = dict.fromkeys(COLOURS, "")
    for text in reversed(history):
        if (match := DIE.fullmatch(text)) is not None:
            colour = next(colour for colour in COLOURS if colour[0] == text[0])
            if match[2]:
                taken[colour].append(match[2])
            else:
                rolled[colour] = match[1]
                if colour == COLOURS[0]:
                    break
    return {colour: _take(rolled[colour], taken[colour]) for colour in COLOURS}


def _take(rolled: str, ends: list[str]) -> dict[str, Any]:
    """Return a bridge of rolled dice after some were taken from its ends, the last one first."""
    dice = [int(pips) for pips in rolled]
    for end in reversed(ends):
        dice.pop(0 if end == "<" else -1)
    alone = len(dice) == 1 and ends[0] if ends else ""
    left, right = (dice[0], dice[-1]) if dice else (None, None)
    return {
        "left": None if alone == "<" else left,
        "middle": dice[1:-1],
        "right": None if alone == ">" else right,
    }


def _bridge(bridge: dict[str, Any]) -> list[int]:
    ends = (bridge["left"], bridge["right"])
    row = [ends[0], *bridge["middle"], ends[1]]
    return [pips for pips in row if pips is not None]


def _turns_taken(board: Board, position: Any) -> int:
    """Return how many dice have been placed since the last roll."""
    decision = position.decision
    if board["phase"] in ("setup", "draft"):
        return 0
    if board["phase"] != "turn":
        return TURNS * len(board["seats"])
    before = decision is not None and decision.kind in ("roll", "die")
    return int(position.turn) - 1 if before else int(position.turn)


# -- cards --------------------------------------------------------------------------------------------


def _cards(board: Board, position: Any) -> Iterator[str]:
    """Each card lies in one place, none is lost, and the decks hold what was not seen (R2.1, R2.9, R6.4)."""
    setup, players = position.setup, board["players"]
    own = {seat: [*player["lantern"], *filter(None, [player["card"]])] for seat, player in players.items()}
    rooms = [room["card"] for room in board["rooms"].values()]
    seen = Counter(chain(filter(None, rooms), *own.values()))
    for card, count in seen.items():
        if count > (sum(card == pair[1] for pair in setup.pairs) if card[0] == "A" else 1):
            yield f"{card} lies in {count} places"
    refilled = position.decision is None or position.decision.kind != "refill"
    if rooms.count(None) > (not refilled):
        yield f"the rooms hold {rooms}"
    for place, room in enumerate(rooms):
        if room is not None and room[0] != "SSSDD"[place]:
            yield f"{room} lies in a room of the other floor"
    for floor, letter in enumerate("SD"):
        count = sum(1 for card in seen if card[0] == letter)
        left = board["decks"][ROW_OF[letter.lower()]]
        if count + left != CARDS[len(players)][letter] or left < 0:
            yield f"{count} cards {letter} on the table and {left} in the deck"
        if len(position.unseen[floor]) != left or not seen.keys().isdisjoint(position.unseen[floor]):
            yield f"the deck {letter} of {left} cards may hold {sorted(position.unseen[floor])}"
    yield from _pairs(board, position, own)


def _pairs(board: Board, position: Any, own: dict[str, list[str]]) -> Iterator[str]:
    """A seat has one starting pair with its decree, all others are on offer or gone (R2.9, R2.10)."""
    taken = []
    for seat, cards in own.items():
        resources = [card for card in cards if card[0] == "R"]
        actions = [card for card in cards if card[0] == "A"]
        decrees = [card for card in cards if card[0] == "E"]
        if len(resources) > 1 or len(actions) != len(resources):
            yield f"{seat} has the starting cards {resources + actions}"
            continue
        if decrees != [DECREES[card] for card in resources if card in DECREES]:
            yield f"{seat} has {resources} with the decrees {decrees}"
        taken += list(zip(resources, actions, strict=True))
        if resources and board["players"][seat]["card"] is None:
            yield f"{seat} has no action card"
    left = [tuple(pair) for pair in board["pairs"]]
    start = sorted(tuple(pair) for pair in position.setup.pairs)
    if left and sorted(taken + left) != start:
        yield f"the pairs {start} became {taken} and {left}"
    if not left and (len(taken) != len(own) or not set(taken) <= set(start)):
        yield f"of the pairs {start} the seats have {taken}"


# -- time and the course of the game ------------------------------------------------------------------


def _time(board: Board, position: Any) -> Iterator[str]:
    """Each marker stands once on the track, on the space of its balance (R9.1, R9.6)."""
    track, seats = board["track"], board["seats"]
    if len(track) != 21 or sorted(chain(*track)) != seats:
        yield f"the markers on the track: {track}"
    for seat, player in board["players"].items():
        space, height = player["time_space"], player["time_height"]
        if not 0 <= space <= 20 or not 1 <= height <= len(track[space]) or track[space][height - 1] != seat:
            yield f"{seat} is said to be {height} high on {space}: {track}"
    last = next((p for p in reversed(position.ledger.postings) if ACCOUNTS[p.account] == "time"), None)
    if last is not None and track[last.balance][last.detail - 1 :] != ["ABCD"[last.seat]]:
        yield f"{last}, but the pile is {track[last.balance]}"


def _course(board: Board, position: Any) -> Iterator[str]:
    """Order, phase, label and the seat on turn fit together (R3.1, R10.1, R10.2)."""
    order, seats, phase, turn = board["order"], board["seats"], board["phase"], position.turn
    if sorted(order) != seats:
        yield f"the order {order}"
    by_ledger = sorted(seats, key=lambda seat: position.ledger.balances[seats.index(seat)][ORDER])
    if by_ledger != order:
        yield f"the order {order}, by the ledger {by_ledger}"
    if not re.fullmatch(PHASES[phase], board["label"]):
        yield f"the label {board['label']} in phase {phase}"
    if (phase == "end") != (position.decision is None):
        yield f"phase {phase} with decision {position.decision}"
    if phase in ("draft", "turn"):
        count = len(seats) if phase == "draft" else TURNS * len(seats)
        expected = order[-turn] if phase == "draft" else order[(turn - 1) % len(seats)]
        number = 0 if phase == "draft" else position.round
        if not 1 <= turn <= count or board["label"] != f"{number}.{turn}" or board["seat"] != expected:
            yield f"{board['seat']} is on turn in {board['label']}, the order is {order}"
    if phase == "end" and order != [seat for pile in reversed(board["track"]) for seat in reversed(pile)]:
        yield f"the order {order} at the end, the track is {board['track']} (R10.1)"


# -- options ------------------------------------------------------------------------------------------


def _options(board: Board, position: Any) -> Iterator[str]:
    """The options that can be reckoned from the board alone, by the kind of the decision."""
    decision = position.decision
    options = set(decision.options)
    exchanges = {text for text in options if text.startswith("x:")}
    player = board["players"].get(board["seat"])
    own_turn = board["phase"] in ("turn", "gardens") and decision.kind not in ("roll", "refill")
    if exchanges != (_exchanges(player) if own_turn and player else set()):
        yield f"the exchanges {sorted(exchanges)} with {player} (R1.5, R16.7, R16.8)"
    rest = options - exchanges
    reckon = _RECKONED.get(decision.kind)
    if reckon is not None and rest != (expected := reckon(board, position)):
        yield f"{decision.kind}: the options {sorted(rest)}, by the board {sorted(expected)}"
    if decision.kind == "action" and player:
        yield from _actions(board, player, rest)


def _exchanges(player: dict[str, Any]) -> set[str]:
    found = {"x:c"} if player["seals"] >= 1 else set()
    if player["seals"] >= 2:
        found |= {f"x:{name[0]}" for name in ("food", "iron", "pearl") if player[name] < 7}
    return found


def _roll(board: Board, position: Any) -> set[str]:
    rolled = [colour for colour, bridge in board["bridges"].items() if _bridge(bridge)]
    letter = COLOURS[len(rolled)][0]
    rolls = combinations_with_replacement("123456", DICE[len(board["seats"])])
    return {letter + "".join(pips) for pips in rolls} if rolled == list(COLOURS[: len(rolled)]) else set()


def _draft(board: Board, position: Any) -> set[str]:
    return {resource for resource, _ in board["pairs"]}


def _die(board: Board, position: Any) -> set[str]:
    """Every die at an end of a bridge, on every space that it may enter and pay (R3.4, R3.6, R4)."""
    me, cap = board["players"][board["seat"]], 1 if len(board["seats"]) == 2 else 2
    placed = _placed(board)
    legal = set()
    for colour, bridge in board["bridges"].items():
        for end, pips in (("<", bridge["left"]), (">", bridge["right"])):
            if pips is None:
                continue
            text = f"{colour[0]}{pips}{end}"
            legal.add(text + "w")
            if me["domain_dice"][colour] is None and pips + me["coins"] >= VALUES["p"]:
                legal.add(text + "p")
            for name, dice in placed.items():
                value = dice[-1]["pips"] if dice else VALUES[name]
                admitted = name not in board["rooms"] or colour in board["rooms"][name]["tiles"]
                if name != "w" and admitted and len(dice) < cap and pips + me["coins"] >= value:
                    legal.add(text + name)
    return legal


def _units(board: Board, position: Any) -> set[str]:
    count = len(next(text for text in position.decision.options if text[0] == "+")) - 1
    return {"+" + "".join(letters) for letters in combinations_with_replacement("fip", count)}


def _checkpoint(board: Board, position: Any) -> set[str]:
    me = board["players"][board["seat"]]
    price = CHECKPOINTS.get(me["time_space"])
    return {"", "-T"} if price is not None and me["seals"] >= price else set()


def _refill(board: Board, position: Any) -> set[str]:
    """Any card of the floor that nobody has seen; without a deck none (R6.4, R6.6)."""
    bare = [name for name, room in board["rooms"].items() if room["card"] is None]
    if not bare:
        return {"/-"} if 0 in board["decks"].values() else set()
    return {f"/{card}" for card in position.unseen[bare[0][0] == "d"]}


def _garden(board: Board, position: Any) -> set[str]:
    """Own gardens at bridges with a die, each once (R10.2); one placed meanwhile does not count (R16.5)."""
    places = [
        (place["card"], _bridge(board["bridges"][colour]))
        for colour, pair in board["gardens"].items()
        for place in pair.values()
        if board["seat"] in place["seats"]
    ]
    meanwhile = {posting.source for posting in position.ledger.postings if posting.cause == "gardener"}
    active = {f"@{card}" for card, bridge in places if bridge and card not in meanwhile}
    offered = {text for text in position.decision.options if text[:1] == "@"}
    return {""} | (offered & active if offered else {"a garden"})


def _actions(board: Board, me: dict[str, Any], options: set[str]) -> Iterator[str]:
    """What a worker action or a row offers is all that the seat can pay, or nothing of it (R6, R16.2)."""
    if "" not in options:
        yield "an action that cannot be declined"
    heads = {"W": set[str](), "G": set[str](), "P": {f"P:{colour[0]}" for colour in COLOURS}}
    if me["warriors"]["domain"]:
        heads["W"] = {f"W{iron}" for iron in (5, 3, 1) if iron <= me["iron"]}
    if me["gardeners"]["domain"]:
        cards = [place["card"] for pair in board["gardens"].values() for place in pair.values()]
        free = [card for card in cards if card not in me["gardeners"]["gardens"]]
        heads["G"] = {f"G:{card}" for card in free if GARDEN_FOOD[card] <= me["food"]}
    for head, expected in heads.items():
        found = {text for text in options if text[:1] == head}
        if found and found != expected:
            yield f"the actions {sorted(found)}, by the board {sorted(expected)}"
    if "Q" in options and (me["coins"] < 2 or not me["courtiers"]["domain"]):
        yield f"an audience with {me['coins']} coins and {me['courtiers']}"
    climbs = {re.sub(r"\.[123]$", "", text) for text in options if text[1:2] == "^"}
    if climbs and climbs != (expected := _climbs(board, me)):
        yield f"the climbs {sorted(climbs)}, by the board {sorted(expected)}"


def _climbs(board: Board, me: dict[str, Any]) -> set[str]:
    """One floor for 2 pearls, two for 5 (R6.3); on top every free slot, or none (R6.7)."""
    free = [f"m{number}" for number, seat in enumerate(board["daimyo"]["slots"], start=1) if seat is None]
    rooms = {2: ["s1", "s2", "s3"], 3: ["d1", "d2"], 4: free or ["m"]}
    found = set()
    for start in (1, 2, 3):
        for floors, pearls in ((1, 2), (2, 5)):
            if me["courtiers"][FLOORS[start]] and me["pearl"] >= pearls:
                found |= {f"{FLOORS[start][0]}^{room}" for room in rooms.get(start + floors, ())}
    return found


_RECKONED = {
    "roll": _roll,
    "draft": _draft,
    "die": _die,
    "units": _units,
    "lantern": lambda board, position: {"", "-L"},
    "well": lambda board, position: {"", "-w"},
    "close": lambda board, position: {""},
    "checkpoint": _checkpoint,
    "refill": _refill,
    "garden": _garden,
}


# -- the end ------------------------------------------------------------------------------------------


def _points(board: Board, player: dict[str, Any]) -> dict[str, int]:
    """Return a seat's points by category from what the board shows (R11.1 to R11.7)."""
    space = player["time_space"]
    seasons = 0 if space < 6 else 3 if space < 11 else 6 if space < 15 else space - 5
    courtiers, warriors = player["courtiers"], player["warriors"]
    inside = courtiers["steward"] + courtiers["diplomat"] + courtiers["daimyo"]
    return {
        "play": player["points"],
        "coins_seals": (player["coins"] + player["seals"]) // 5,
        "resources": sum((player[name] >= 3) + (player[name] >= 7) for name in ("food", "iron", "pearl")),
        "time": seasons,
        "courtiers": courtiers["gate"]
        + 3 * courtiers["steward"]
        + 6 * courtiers["diplomat"]
        + 10 * courtiers["daimyo"],
        "warriors": inside * (2 * warriors["5"] + warriors["3"] + warriors["1"]),
        # The points of each garden card are twice its price in food, less one.
        "gardeners": sum(2 * GARDEN_FOOD[card] - 1 for card in player["gardeners"]["gardens"]),
    }


ADAPTER = WhiteCastle()
