"""Taking back: events that restore a state cancel what they restore, so that what is left was played.

A step that is taken back is sent again as the same kind of event with ``isUndo`` and the restored value. The
steps are taken off a stack: the newest first, as the site does. What was sent between a step that is taken
back and the last event of the taking back, and belongs to the same player, goes with it: prompts, lines of
text, points, cards.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from . import changes, schema
from .events import Event

_QUIET: Final = frozenset((schema.STATE, schema.LOG_LINE, schema.LIVE_SCORE))
"""Kinds that neither begin nor end a taking back."""
_FIXED: Final = frozenset((schema.DICE_ROLLED, schema.HERONS))
"""Kinds that stay even inside a window of steps that are taken back."""

_OBJECTS: Final = {
    schema.DIE_PLACED: "die",
    schema.COURTIER_ASSIGNED: "courtier",
    schema.COURTIER_UP: "courtier",
    schema.COURTIER_SLOT: "courtier",
    schema.GARDENER: "gardener",
    schema.WARRIOR: "warrior",
}
"""The object that tells which step of a kind is meant; a card event may show the card that is restored."""


class Undone(NamedTuple):
    """The events that were not taken back, and the events that take back what never was (with the reason).

    ``gone`` are those that were taken back: what they show of the table is true all the same. ``cancelled``
    counts those that went with a step.
    """

    events: list[Event]
    faults: list[tuple[Event, str]]
    gone: list[Event]
    cancelled: int = 0


def without_undone(events: list[Event]) -> Undone:
    """Return the events that were not taken back."""
    if not any(is_undo(event) for event in events):
        return Undone(events, [], [])
    return _Stack().run(events)


def is_undo(event: Event) -> bool:
    """Whether an event takes a step back; three kinds say so in ways of their own."""
    if event.undo:
        return True
    if event.kind == schema.COURTIER_SLOT:
        place = changes.location(changes.part(event, "courtier"))
        return bool(place) and schema.floor_of(place) != "slot"
    return event.kind == schema.SCORE and (changes.points(event) or 0) < 0


class _Stack:
    """The events so far that count, and the window of those that are being taken back."""

    def __init__(self) -> None:
        self.live: list[Event] = []
        self.faults: list[tuple[Event, str]] = []
        self.cancelled = 0
        self.start = 0  # number of the first event taken back in this run; 0: no run
        self.end = 0
        self.back = False  # whether something may have been taken back since the last step
        self.gardens = False
        self.players: set[str] = set()

    def run(self, events: list[Event]) -> Undone:
        for event in events:
            if is_undo(event):
                self.take_back(event)
                continue
            if event.kind == schema.STATE:
                if self.start:
                    self.sweep()
                if self.back and _asked_again(self.live, event):
                    continue
            elif self.start and event.kind not in _QUIET:
                self.sweep()
            if event.kind == schema.LOG_LINE:
                self.back = self.back or (_tells_of_no_gain(event) and self.may_be_undo(event))
            elif event.kind != schema.LIVE_SCORE:
                self.back = False
                if event.kind in _FIXED or event.kind == schema.DIE_PLACED:
                    self.gardens = event.kind == schema.HERONS
            self.live.append(event)
        self.sweep()
        kept = set(map(id, self.live))
        gone = [event for event in events if id(event) not in kept and not is_undo(event)]
        return Undone(self.live, self.faults, gone, self.cancelled)

    def may_be_undo(self, event: Event) -> bool:
        """Whether a line may tell that something was taken back, not that a turn is over.

        If lines cannot be told apart, the same prompt behind one is, at a round's end, the next player's.
        """
        return not self.gardens if event.confirms is None else not event.confirms

    def take_back(self, event: Event) -> None:
        """Cancel what an event restores."""
        gone = self.matching(event)
        if gone is None:
            self.faults.append((event, "takes back a step that was not made"))
            return
        live = self.live
        place = len(live)
        for other in gone:  # newest first, and mostly near the end
            place -= 1
            while live[place] is not other:
                place -= 1
            del live[place]
        self.cancelled += len(gone)
        for other in gone:
            self.start = min(self.start or other.at, other.at)
        if gone:
            self.end = event.at
            self.players.add(event.player)

    def sweep(self) -> None:
        """End a run: what was sent inside its window goes too."""
        if not self.start:
            return
        kept = [
            event
            for event in self.live
            if not self.start <= event.at <= self.end
            or event.kind in _FIXED
            or (event.player and event.player not in self.players)
        ]
        self.cancelled += len(self.live) - len(kept)
        self.live = kept
        self.back = True
        self.start = self.end = 0
        self.players = set()

    # -- matching ------------------------------------------------------------------------------

    def matching(self, event: Event) -> list[Event] | None:
        """Return the steps that an event takes back, newest first; None if there are none such."""
        if event.kind in changes.MONEY_KINDS:
            return self.money(event)
        if event.kind == schema.TIME_MOVED:
            return self.marker(event)
        wanted = changes.identity(changes.part(event, _OBJECTS.get(event.kind, "")))
        for other in reversed(self.live):
            if other.kind != event.kind or (event.player and other.player != event.player):
                continue
            if event.kind == schema.SCORE:
                amount = changes.points(event)
                if amount is not None and abs(amount) != changes.points(other):
                    continue
            elif wanted and changes.identity(changes.part(other, _OBJECTS[event.kind])) != wanted:
                continue
            return [other]
        return None

    def money(self, event: Event) -> list[Event] | None:
        """Take back changes of one currency until its total is the restored one."""
        said = changes.money(event)
        if said is None or said.total is None:
            return None
        gone: list[Event] = []
        for other in reversed(self.live):
            if other.player != event.player or other.kind not in changes.MONEY_KINDS:
                continue
            change = changes.money(other)
            if change is None or change.account != said.account or change.total is None:
                continue
            if change.total == said.total:
                return gone
            gone.append(other)
        return gone if said.total == 0 else None

    def marker(self, event: Event) -> list[Event] | None:
        """Take back the newest move of a player's marker, and more until it stands where it is restored."""
        space = _space(event)
        gone: list[Event] = []
        for other in reversed(self.live):
            if other.kind != schema.TIME_MOVED or other.player != event.player:
                continue
            if gone and _space(other) == space:
                return gone
            gone.append(other)
        return gone if gone and space in (0, None) else None


def _tells_of_no_gain(event: Event) -> bool:
    """Whether a line is about no gain: its player confirms a turn, or takes back what made no event."""
    return bool(event.player) and not schema.get(event.args, "iconPlaceholder")


def _asked_again(live: list[Event], again: Event) -> bool:
    """Whether a prompt stands already before what was taken back; what follows it was only tried: it goes."""
    state = changes.prompt(again)[0]
    content = None if state == schema.STATE_DIE else _content(again.args)  # a turn has one prompt for a die
    for place in range(len(live) - 1, -1, -1):
        event = live[place]
        if event.kind not in _QUIET or _is_pause(event):
            return False
        if event.kind != schema.STATE or changes.prompt(event)[0] != state:
            continue
        if content is None or _content(event.args) == content:
            del live[place + 1 :]
            return True
    return False


def _is_pause(event: Event) -> bool:
    """Whether a turn is over."""
    if event.kind == schema.LOG_LINE:
        return bool(event.confirms)
    return event.kind == schema.STATE and changes.prompt(event)[0] in schema.STATES_OF_PAUSE


def _content(value: Any) -> Any:
    """Return the arguments of a prompt without the numbers that are new in each, and in no order."""
    if isinstance(value, dict):
        return {key: _content(item) for key, item in value.items() if key != "id"}
    return sorted(map(_content, value), key=repr) if isinstance(value, list) else value


def _space(event: Event) -> int | None:
    """Return where the marker of an event's own player stands after it."""
    for marker in changes.markers(event):
        if marker.player == event.player:
            return marker.space
    return None
