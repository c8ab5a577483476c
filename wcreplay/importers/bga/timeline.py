"""What happened to whom, in order: changes of holdings with their stated totals, and the steps between them.

Everything is by seat number; seats are numbered by the first turn order. An *atom* is one stated change of an
account, an *anchor* a step that is not a change of holdings: a die, a courtier, a gardener, a warrior.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from wcreplay.games.white_castle import accounts as acc
from wcreplay.games.white_castle.accounts import CAPS

from . import changes, objects, schema
from .events import Event

NEVER: Final = 1 << 60
"""An event number behind every event."""

WORDS: Final = ("coins", "seals", "food", "iron", "pearls", "points", "the time track")
_STOPS: Final = (5, 10, 14, 20)


class Atom:
    """A stated change: event number, signed amount, total after it (-1: none stated), and where it came from.

    ``copy`` is the event's ``cardId`` and ``cards`` are the cards that it may mean, None without one or if no
    payload shows it; ``die`` tells that a die's value was settled.
    """

    __slots__ = ("at", "cards", "copy", "delta", "die", "total")

    def __init__(
        self,
        at: int,
        delta: int,
        total: int,
        cards: frozenset[str] | None = None,
        die: bool = False,
        copy: str = "",
    ) -> None:
        """Take a change as the log states it."""
        self.at = at
        self.delta = delta
        self.total = total
        self.cards = cards
        self.die = die
        self.copy = copy


class Anchor:
    """A step. ``kind`` is ``d`` (die), ``Q`` (audience), ``^`` (climb), ``G`` or ``W``; ``what`` says where.

    For a die ``what`` is its space, for a climb a room or ``m`` with the slot, for a gardener the garden card
    (``_``: not known), for a warrior the yard's price. ``source`` is the floor a climb began at (empty: not
    told), ``number`` the turn of a die, ``card`` the id that the log gives a garden.
    """

    __slots__ = ("at", "card", "kind", "number", "source", "what")

    def __init__(
        self, at: int, kind: str, what: str, source: str = "", card: str = "", number: int = -1
    ) -> None:
        """Take a step as the log states it."""
        self.at = at
        self.kind = kind
        self.what = what
        self.source = source
        self.card = card
        self.number = number


class Stated(NamedTuple):
    """Something stated about the table: markers, a turn order, or points by category."""

    at: int
    seat: int
    value: Any


class Fault(NamedTuple):
    """A contradiction inside the log: event number, code and message; ``seat`` -1 where none is concerned."""

    at: int
    code: str
    message: str
    seat: int = -1


class Climb(NamedTuple):
    """A climb to a room: event number, room, card taken (empty: none shown) and card that refilled it."""

    at: int
    room: str
    taken: str
    refill: str


class Counts:
    """How many events of one kind come before each event; their numbers rise."""

    __slots__ = ("before", "end")

    def __init__(self, numbers: list[int]) -> None:
        """Count the events of these numbers."""
        before: list[int] = []
        for count, at in enumerate(numbers):
            before.extend([count] * (at + 1 - len(before)))
        before.append(len(numbers))
        self.before = before
        self.end = len(before) - 1

    def between(self, start: int, end: int) -> int:
        """Return how many lie between two events."""
        return self.before[min(end, self.end)] - self.before[min(start + 1, self.end)]


class Timeline:
    """The log by seat; see the module. ``atoms[seat][account]`` and ``anchors[seat]`` are in order.

    ``stops[seat]`` are events of a marker that did not move. ``prompts`` are events that ask for a decision
    on an action or a resource, ``asked`` for which, ``pauses`` those at which a turn is over, ``lanterns``
    those that say that the Lantern is collected, ``wells`` the same of the well, ``said`` both, ``board`` the
    prompts in which an action on the main board is chosen. Each is empty if the log has none. ``undone``:
    steps were taken back, which may leave prompts behind that mean nothing. ``shown`` are the castle cards
    that a payload shows, so that their ids are known.
    """

    def __init__(self, seats: int) -> None:
        """Begin with nothing stated of so many seats."""
        self.seats = seats
        self.atoms: list[list[list[Atom]]] = [[[] for _ in range(7)] for _ in range(seats)]
        self.anchors: list[list[Anchor]] = [[] for _ in range(seats)]
        self.stops: list[list[int]] = [[] for _ in range(seats)]
        self.starting: list[dict[str, str]] = [{} for _ in range(seats)]
        self.dice: list[tuple[int, int]] = []
        self.rolls: list[int] = []
        self.markers: list[Stated] = []
        self.orders: list[Stated] = []
        self.scores: list[Stated] = []
        self.climbs: list[Climb] = []
        self.events: dict[int, Event] = {}
        self.faults: list[Fault] = []
        self.unread: dict[str, int] = {}
        self.prompts: list[int] = []
        self.asked: list[changes.Asked] = []
        self.pauses: list[int] = []
        self.lanterns: list[int] = []
        self.wells: list[int] = []
        self.said: list[int] = []
        self.board: list[int] = []
        self.undone = False
        self.shown: frozenset[str] = frozenset()


def build(events: list[Event], seat_of: dict[str, int], found: objects.Objects) -> Timeline:
    """Read the events of a game whose steps taken back are gone; ``seat_of`` numbers the players."""
    return _Builder(events, seat_of, found).build()


def note_undone(line: Timeline, gone: list[Event], seat_of: dict[str, int]) -> None:
    """Note the starting cards that events which were taken back show all the same."""
    for event in gone:
        seat = seat_of.get(event.player, -1)
        if event.kind == schema.LANTERN_CARD and seat >= 0 and (card := objects.first_card(event, "A")):
            line.starting[seat].setdefault("A", card)


class _Builder:
    def __init__(self, events: list[Event], seat_of: dict[str, int], found: objects.Objects) -> None:
        seats = len(seat_of)
        self.events = events
        self.seat_of = seat_of
        self.found = found
        self.line = Timeline(seats)
        self.totals = [[0] * 7 for _ in range(seats)]
        self.floors: dict[tuple[int, str], str] = {}
        self.confirmed: list[int] = []

    def build(self) -> Timeline:
        line = self.line
        for event in self.events:
            line.events[event.at] = event
            kind = event.kind
            if kind == schema.STATE:
                self.prompt(event)
                continue
            if kind == schema.LOG_LINE:
                icon = schema.get(event.args, "iconPlaceholder")
                if icon in (schema.LANTERN_ICON, schema.WELL_ICON):
                    line.said.append(event.at)
                    (line.lanterns if icon == schema.LANTERN_ICON else line.wells).append(event.at)
                elif event.player and not icon and event.confirms is not False:
                    self.confirmed.append(event.at)  # a player's line that is about no gain: a turn is over
                continue
            seat = self.seat_of.get(event.player, -1)
            if kind == schema.DICE_ROLLED:
                line.rolls.append(event.at)
            elif kind == schema.HERONS:
                self.order(event)
            elif kind == schema.LIVE_SCORE:
                self.scores(event)
            elif kind == schema.REVEALED:
                self.revealed(event)
            elif seat < 0:
                self.fault(event, -1, "L210", f"the event names no player of this game ({kind})")
            elif kind in changes.MONEY_KINDS:
                self.money(event, seat)
            elif kind == schema.SCORE:
                self.points(event, seat)
            elif kind == schema.TIME_MOVED:
                self.time(event, seat)
            else:
                self.step(event, seat)
        line.pauses = line.pauses or self.confirmed
        line.shown = frozenset(
            card for cards in self.found.copies.values() for card in cards if card[0] in "SD"
        )
        return line

    def fault(self, event: Event, seat: int, code: str, message: str) -> None:
        self.line.faults.append(Fault(event.at, code, message, seat))

    def unread(self, event: Event, what: str) -> None:
        """Count an event that lacks what it is about."""
        name = f"{event.kind}.{what}"
        self.line.unread[name] = self.line.unread.get(name, 0) + 1

    # -- holdings ------------------------------------------------------------------------------

    def money(self, event: Event, seat: int) -> None:
        said = changes.money(event)
        if said is None or (said.amount is None and said.total is None):
            self.unread(event, "amount")
            self.fault(event, seat, "L211", "neither an amount nor a total can be read here")
            return
        account, amount, total = said.account, said.amount, said.total
        before = self.totals[seat][account]
        after = before + (amount if amount is not None else 0)
        after = min(after, CAPS[account])
        if total is None:
            total = after
        elif amount is not None and total != after:
            sign = "+" if amount > 0 else ""
            self.fault(
                event,
                seat,
                "L301",
                f"{before} {WORDS[account]} and {sign}{amount} make {after}, but the log states {total}",
            )
            total = after
        self.totals[seat][account] = total
        if total != before:
            self.atom(event, seat, account, total - before, total)

    def atom(self, event: Event, seat: int, account: int, delta: int, total: int) -> None:
        copy = schema.as_id(schema.get(event.args, "cardId"))
        cards = self.found.copies.get(copy) if copy else None
        die = bool(schema.as_id(schema.get(event.args, "dieId")))
        atom = Atom(event.at, delta, total, frozenset(cards) if cards else None, die, copy or "")
        self.line.atoms[seat][account].append(atom)

    def points(self, event: Event, seat: int) -> None:
        amount = changes.points(event)
        if amount is None:
            self.unread(event, "numberOfVp")
            self.fault(event, seat, "L211", "the points cannot be read here")
        elif amount:
            self.atom(event, seat, acc.POINT, amount, -1)

    def time(self, event: Event, seat: int) -> None:
        steps = schema.as_int(schema.get(event.args, "steps"))
        shown = {self.seat_of.get(marker.player, -1): marker for marker in changes.markers(event)}
        before = self.totals[seat][acc.TIME]
        own = shown.get(seat)
        if own is None and steps is None:
            self.fault(event, seat, "L211", "neither steps nor markers can be read here")
            return
        space = own.space if own is not None else before + (steps or 0)
        moved = space - before
        if own is not None and steps is not None and not may_move(before, space, steps):
            message = f"{steps} steps from space {before}, but the log states space {space}"
            self.fault(event, seat, "L304", message)
        for other, marker in shown.items():
            if other >= 0 and other != seat and marker.space != self.totals[other][acc.TIME]:
                message = (
                    f"states space {marker.space}, but the marker stands on {self.totals[other][acc.TIME]}"
                )
                self.fault(event, other, "L304", message)
        self.totals[seat][acc.TIME] = space
        if moved:
            self.line.atoms[seat][acc.TIME].append(Atom(event.at, moved, space))
        else:
            self.line.stops[seat].append(event.at)
        if own is not None:
            self.line.markers.append(Stated(event.at, seat, shown))

    def prompt(self, event: Event) -> None:
        """Note a prompt for an action or a resource, and the end of a turn."""
        state, value = changes.prompt(event)
        if state == schema.STATE_ACTIONS:
            self.line.prompts.append(event.at)
            self.line.asked.append(changes.actions(value))
        elif state == schema.STATE_ACTION:
            action = value.get("action")
            kind = action.get("type") if isinstance(action, dict) else None
            if kind == schema.BOARD_ACTION:
                self.line.board.append(event.at)
            elif kind == schema.CHOICE_ACTION:
                self.line.prompts.append(event.at)
                self.line.asked.append(changes.actions({"actions": [action]}))
        elif state in schema.STATES_OF_PAUSE:
            self.line.pauses.append(event.at)

    # -- the table -----------------------------------------------------------------------------

    def order(self, event: Event) -> None:
        order = [self.seat_of.get(player, -1) for player in changes.herons(event)]
        if sorted(order) == list(range(self.line.seats)):
            self.line.orders.append(Stated(event.at, -1, tuple(order)))
        else:
            self.unread(event, "herons")

    def scores(self, event: Event) -> None:
        shown = changes.breakdown(event)
        rows = {self.seat_of[player]: row for player, row in shown.items() if player in self.seat_of}
        if rows:
            self.line.scores.append(Stated(event.at, -1, rows))

    # -- steps ---------------------------------------------------------------------------------

    def step(self, event: Event, seat: int) -> None:
        kind, anchors = event.kind, self.line.anchors[seat]
        if kind == schema.DIE_PLACED:
            place = changes.identity(changes.part(event, "actionSpace"))
            space = schema.space_of(place)
            anchors.append(Anchor(event.at, "d", space or "_", number=len(self.line.dice)))
            self.line.dice.append((event.at, seat))
        elif kind in (schema.COURTIER_ASSIGNED, schema.COURTIER_UP):
            self.courtier(event, seat)
        elif kind == schema.COURTIER_SLOT:
            self.slot(event, seat)
        elif kind == schema.GARDENER:
            garden = schema.as_id(schema.get(changes.part(event, "gardener"), "locationArg"))
            anchors.append(Anchor(event.at, "G", self.found.garden_ids.get(garden, "_"), card=garden))
        elif kind == schema.WARRIOR:
            yard = schema.as_int(schema.get(changes.part(event, "warrior"), "locationArg"))
            price = {1: "5", 2: "3", 3: "1"}.get(yard if yard is not None else 0, "_")
            anchors.append(Anchor(event.at, "W", price))
        elif kind == schema.ACTION_CARD:
            self.card(event, seat, "SDA", "action")
        elif kind == schema.LANTERN_CARD:
            self.card(event, seat, "RESDA", "lantern")

    def courtier(self, event: Event, seat: int) -> None:
        piece = changes.part(event, "courtier")
        name, floor = changes.identity(piece), schema.floor_of(changes.location(piece))
        start = self.floors.get((seat, name), "")
        self.floors[seat, name] = floor
        anchors = self.line.anchors[seat]
        if floor == "gate" or (not floor and event.kind == schema.COURTIER_ASSIGNED):
            anchors.append(Anchor(event.at, "Q", "gate"))
            return
        source = {"gate": "g", "daimyo": "d"}.get(start, start[:1])
        what = "m" if floor in ("daimyo", "slot") else floor or "_"
        anchors.append(Anchor(event.at, "^", what, source, "_"))
        if what[:1] in "sd":
            self.line.climbs.append(Climb(event.at, what, "", "_"))

    def slot(self, event: Event, seat: int) -> None:
        """Give the slot to the climb that it belongs to: the seat's last one to the daimyo."""
        number = schema.as_int(schema.get(changes.part(event, "courtier"), "locationArg"))
        anchors = self.line.anchors[seat]
        for place in range(len(anchors) - 1, -1, -1):
            if anchors[place].kind == "^" and anchors[place].what == "m":
                slot = str(number) if number in (1, 2, 3) else "_"
                anchors[place].what = f"m{slot}"
                return
        self.fault(event, seat, "L303", "a slot of the daimyo card without a courtier that came there")

    def card(self, event: Event, seat: int, letters: str, pile: str) -> None:
        card = objects.first_card(event, letters)
        if not card:
            self.unread(event, "card")
            return
        if card[0] in "RAE":
            if pile == "lantern" or card[0] == "A":
                self.line.starting[seat].setdefault(card[0], card)
            return
        climbs = self.line.climbs
        if pile == "action" and climbs and not climbs[-1].taken:
            climbs[-1] = climbs[-1]._replace(taken=card)

    def revealed(self, event: Event) -> None:
        """Give a card that was turned up to the last climb whose room it fits and that has none yet."""
        card = objects.first_card(event, "SD")
        if not card:
            self.unread(event, "card")
            return
        climbs = self.line.climbs
        for place in range(len(climbs) - 1, -1, -1):
            climb = climbs[place]
            if climb.refill == "_" and climb.room[0] == card[0].lower():
                climbs[place] = climb._replace(refill=card)
                return
        self.fault(event, -1, "L303", f"{card} is turned up although no room was left empty")


def may_move(before: int, space: int, steps: int) -> bool:
    """Whether a marker may have come from one space to another with a gain of ``steps`` (R9.3, R9.7)."""
    moved = space - before
    return moved == steps or (0 <= moved < steps and space in _STOPS)
