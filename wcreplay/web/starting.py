"""What starts can be filtered by: declared once for page and JSON API, with the check of the values."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from flask import current_app

from wcreplay.analysis import query
from wcreplay.analysis.starts import NOT_SIMULATED, FirstTurn, Kind, first_turns
from wcreplay.engine import registry
from wcreplay.web.kept import Kept
from wcreplay.web.queries import MOST_LETTERS, SOURCES
from wcreplay.web.site import cursor, generation
from wcreplay.web.v1.parameters import BadParameter, Parameter, Value, most_like, nearest

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

ALL: Final = "all"
"""The value of ``source`` for games of every kind together."""
SOURCE_WORDS: Final = {ALL: "all together", NOT_SIMULATED: "all but simulated", **SOURCES}
"""The values of ``source`` in words."""

PLAYERS: Final = Parameter(
    name="players", kind="integer", about="Number of players.", least=1, most=9, example=3
)
FILTERS: Final = (
    PLAYERS,
    Parameter(name="resource", about="Only this resource card, such as R5.", longest=20),
    Parameter(name="action", about="Only this action card, such as A3.", longest=20),
    Parameter(
        name="position", kind="integer", about="Only this place in the starting order.", least=1, most=9
    ),
    Parameter(name="game", about="Only this game, such as white-castle.", longest=40),
    Parameter(
        name="source",
        about=f"Only records that came about in this way; {NOT_SIMULATED}: any but that; {ALL}: any.",
        choices=tuple(SOURCE_WORDS),
        default=ALL,
    ),
    Parameter(name="event", about="Only this event, as the records write it.", longest=MOST_LETTERS),
)
"""What the starts can be filtered by."""
START: Final = ("players", "resource", "action", "position")
"""Those of the filters that tell starts apart; the others tell kinds of games."""
SHOWN: Final = 25
"""Games of a group that are named."""
_KEPT: Final = 64
"""Answers that are kept of a generation of the data."""


class Stored(NamedTuple):
    """A kind of complete games that is stored, and how many there are."""

    game: str
    source: str
    event: str
    players: int
    games: int

    def of(self, kind: Kind) -> bool:
        """Whether these games are of a kind."""
        wanted = kind.source_kind in (None, self.source) or (
            kind.source_kind == NOT_SIMULATED and self.source != "simulated"
        )
        return wanted and kind.game in (None, self.game) and kind.event in (None, self.event)


class Offer(NamedTuple):
    """What can be chosen: which complete games are stored, and the cards and places in their starts.

    ``known`` are the values of ``resource``, ``action`` and ``game`` that are no mistakes: what is stored,
    and the other cards of the same decks.
    """

    stored: tuple[Stored, ...]
    resources: tuple[str, ...]
    actions: tuple[str, ...]
    positions: tuple[int, ...]
    known: Mapping[str, tuple[str, ...]]

    def values(self, name: str) -> list[Any]:
        """Return the values of a column of the stored games, ascending."""
        return sorted({getattr(one, name) for one in self.stored} - {""})

    def games(self, kind: Kind, players: int | None = None) -> int:
        """Return how many games of a kind, and of that many players, are stored."""
        return sum(one.games for one in self.stored if one.of(kind) and players in (None, one.players))


def prepare(state: Any) -> None:
    """Give an application the place where answers about starts are kept."""
    state.app.extensions["wcreplay.starts"] = Kept(_KEPT)


def kept() -> Kept:
    """Return what was worked out last about the starts."""
    return cast("Kept", current_app.extensions["wcreplay.starts"])


def offer() -> Offer:
    """Return what can be chosen in this request's generation of the data."""
    return kept().get(generation(), "offer", _offer)


def _offer() -> Offer:
    stored = tuple(Stored._make(row) for row in cursor().execute(query("stored_kinds"), {}).fetchall())
    starts = cursor().execute(query("start_cards"), {}).fetchall()
    resources, actions, positions = ({row[place] for row in starts} - {None} for place in range(3))
    games = sorted({one.game for one in stored})
    return Offer(
        stored,
        _in_order(resources),
        _in_order(actions),
        tuple(sorted(positions)),
        {
            "resource": _in_order(resources | _same_decks(games, resources)),
            "action": _in_order(actions | _same_decks(games, actions)),
            "game": tuple(games),
        },
    )


def _same_decks(games: Iterable[str], ids: Collection[str]) -> set[str]:
    """Return all cards of the decks that some cards are from."""
    found: set[str] = set()
    for game in games:
        try:
            items = registry.cards(game).items
        except registry.UnknownGame:
            continue
        decks = {item.deck for item in items if item.id in ids}
        found |= {item.id for item in items if item.deck in decks}
    return found


def _in_order(codes: Iterable[str]) -> tuple[str, ...]:
    """Return codes of cards in the order in which people count: R2 before R10."""
    return tuple(sorted(codes, key=lambda code: [part.zfill(9) for part in re.findall(r"\d+|\D+", code)]))


def check(values: Mapping[str, Value], offered: Offer) -> None:
    """Look whether a card, a game and an event that are asked for can be there.

    Raises:
        BadParameter: if one of them cannot.
    """
    for name, known in offered.known.items():
        value = values[name]
        if value is not None and known and value not in known:
            raise BadParameter(f"{name} cannot be {str(value)[:40]!r}. {nearest(str(value), known)}")
    event = values["event"]
    events = offered.values("event")
    if event is not None and offered.stored and event not in events:
        near = most_like(str(event), events)
        hint = f"Did you mean {near!r}?" if near else "Write it as the records do."
        raise BadParameter(f"no complete game has the event {str(event)[:60]!r}. {hint}")


def kind_of(values: Mapping[str, Value]) -> Kind:
    """Return which games the values of the filters ask for."""
    source = values["source"]
    return Kind(
        cast("str | None", values["game"]),
        None if source == ALL else cast("str", source),
        cast("str | None", values["event"]),
    )


def whole(values: Mapping[str, Value], offered: Offer) -> None:
    """Look whether the values of the filters name one start.

    Raises:
        BadParameter: if they do not.
    """
    missing = [name for name in ("resource", "position", "players") if values[name] is None]
    if values["game"] is None and len(offered.values("game")) > 1:
        missing.append("game")
    if missing:
        raise BadParameter(f"{' and '.join(missing)} must be given here: choose a start from the list.")


def turns_of(values: Mapping[str, Value]) -> list[FirstTurn]:
    """Return the first turns of those who had a start that the values of the filters ask for."""
    wanted: dict[str, Any] = {name: values[name] for name in START}
    kind = kind_of(values)
    key = ("first turns", *wanted.values(), kind)
    return kept().get(generation(), key, lambda: first_turns(cursor(), **wanted, kind=kind, shown=SHOWN))
