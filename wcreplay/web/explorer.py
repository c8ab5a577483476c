"""The explorer of starts: how those did who began with a pair of cards, and which die they took first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from flask import Blueprint, render_template, request, url_for

from wcreplay.analysis.starts import ENDS, NOT_SIMULATED, FirstTurn, Start, Summary, starts, summed
from wcreplay.web import starting
from wcreplay.web.queries import MOST_LETTERS
from wcreplay.web.site import charts_of, cursor, generation
from wcreplay.web.starting import (
    ALL,
    FILTERS,
    SHOWN,
    SOURCE_WORDS,
    START,
    Offer,
    check,
    kept,
    kind_of,
    offer,
    turns_of,
    whole,
)
from wcreplay.web.v1.parameters import BadParameter, Parameter, Value, nearest, read_query

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

blueprint = Blueprint("explorer", __name__)
blueprint.record_once(starting.prepare)

FEW: Final = 10
"""Groups of fewer games than this say little: they are greyed, and marked in words."""
ENOUGH: Final = 5
"""Means of fewer games than this are shown without an interval: it would be wider than the scale."""
SUGGESTED: Final = 300
"""Events that the field for one suggests."""
_DIE: Final = (
    Parameter(name="colour", about="Only dice of this colour.", choices=("coral", "black", "white")),
    Parameter(name="pips", kind="integer", about="Only dice of this value; 0: not known.", most=6),
    Parameter(name="end", about="Only dice of this end of the bridge.", choices=tuple(ENDS.values())),
    Parameter(name="space", about="Only dice placed there, such as s1.", longest=10),
)
"""What the first turns of a start can be narrowed to."""
_CARDS: Final = ("resource", "action")

Asked = dict[str, Value]


class Group(NamedTuple):
    """First turns that are alike in something: in words, as the part of an address, and what they come to."""

    words: str
    chosen: Asked
    sum: Summary


@blueprint.get("/explorer")
def page() -> tuple[str, int] | str:
    """The starts, filtered by the address; ``starting.FILTERS`` are the parameters."""
    offered = offer()
    try:
        values = _asked(FILTERS, offered)
    except BadParameter as error:
        return _refused(error, offered)
    return _listed(values, offered)


@blueprint.get("/explorer/start")
def start() -> tuple[str, int] | str:
    """One start: which die was taken first and where it was placed, narrowed to some dice or a space."""
    offered = offer()
    try:
        values = _asked((*FILTERS, *_DIE), offered)
        whole(values, offered)
        turns = turns_of(values)
        spaces = _space_words(values, offered)
        _known_space(values, turns, spaces)
    except BadParameter as error:
        return _refused(error, offered)
    narrowed = {one.name: values[one.name] for one in _DIE if values[one.name] is not None}
    base = {**_given(FILTERS), **narrowed}

    def address(**parts: Value) -> str:
        return url_for("explorer.start", **_present({**base, **parts}))

    found = [turn for turn in turns if _matches(turn, narrowed)]
    kind = kind_of(values)
    return render_template(
        "start.html",
        values=values,
        narrowed=[(_chosen_words(name, value, spaces), name) for name, value in narrowed.items()],
        everything=summed(turns) if turns else None,
        found=summed(found, SHOWN) if found else None,
        tables=_tables(found, narrowed, spaces),
        of_games=offered.games(kind, cast("int", values["players"])),
        kind=_kind_words(values, offered),
        address=address,
        together=address(source=ALL) if values["source"] == NOT_SIMULATED else "",
        back=_list_address(_given(FILTERS), resource=None, action=None, position=None),
        pair=_list_address(_given(FILTERS), position=None),
        few=FEW,
        enough=ENOUGH,
    )


def _given(parameters: Sequence[Parameter]) -> Asked:
    """Return what the address says of some parameters, empty ones left out, as text."""
    names = {one.name for one in parameters}
    return {name: text for name, (text, *_) in _texts().items() if name in names}


def _texts() -> dict[str, list[str]]:
    """Return the parameters of the address without the empty ones, and without spaces around them.

    Cards may be written in small letters; an event that the records write with such spaces keeps them.
    """
    found: dict[str, list[str]] = {}
    for name, texts in request.args.to_dict(flat=False).items():
        kept_ones = [text.strip() for text in texts if text.strip()]
        if kept_ones:
            found[name] = [text.upper() for text in kept_ones] if name in _CARDS else kept_ones
            if name == "event" and texts != kept_ones and texts[0] in offer().values("event"):
                found[name] = texts
    return found


def _asked(parameters: Sequence[Parameter], offered: Offer) -> Asked:
    """Return the values that the address asks for.

    Where simulated games and others are stored, the page leaves the simulated ones out until asked for them.

    Raises:
        BadParameter: if there is a parameter that is unknown, given twice or has a value it cannot have.
    """
    texts = _texts()
    values = read_query(parameters, texts)
    check(values, offered)
    if "source" not in texts:
        values["source"] = _default_source(offered)
    return values


def _default_source(offered: Offer) -> str:
    kinds = offered.values("source")
    return NOT_SIMULATED if "simulated" in kinds and len(kinds) > 1 else ALL


def _has(turn: FirstTurn) -> Asked:
    """Return a first turn in the words of the address."""
    end = None if turn.end is None else ENDS[turn.end]
    return {"colour": turn.colour, "pips": turn.pips, "end": end, "space": turn.space}


def _matches(turn: FirstTurn, narrowed: Mapping[str, Value]) -> bool:
    has = _has(turn)
    return all(has[name] == value for name, value in narrowed.items())


def _space_words(values: Asked, offered: Offer) -> Mapping[str, str]:
    """Return the spaces of the game in words, as its charts call them."""
    games = [str(values["game"])] if values["game"] else offered.values("game")
    panels = (panel for game in games for chart in charts_of(game) for panel in chart.panels)
    return next((panel.labels for panel in panels if panel.name == "spaces"), {})


def _known_space(values: Asked, turns: Sequence[FirstTurn], spaces: Mapping[str, str]) -> None:
    """Look whether there is such a space.

    Raises:
        BadParameter: if there is not.
    """
    space = values["space"]
    known = list(dict.fromkeys((*spaces, *(turn.space for turn in turns if turn.space))))
    if space is not None and space not in known:
        raise BadParameter(f"space cannot be {str(space)[:40]!r}. {nearest(str(space), known)}")


def _tables(
    found: Sequence[FirstTurn], narrowed: Mapping[str, Value], spaces: Mapping[str, str]
) -> list[tuple[str, str, list[Group]]]:
    """Return what is still open as (heading, first column, groups): dice, where they went, traits of dice."""
    traits = [name for name in ("colour", "pips", "end") if name not in narrowed]
    tables = []
    if traits:
        tables.append(("First die", "Die", _groups(found, ("colour", "pips", "end"), spaces)))
    if "space" not in narrowed:
        tables.append(("Space of the first die", "Space", _groups(found, ("space",), spaces)))
    if len(traits) > 1:
        halves = [group for name in traits for group in _groups(found, (name,), spaces)]
        tables.append(("First die by colour, value and end", "Die", halves))
    return tables


def _groups(turns: Sequence[FirstTurn], names: Sequence[str], spaces: Mapping[str, str]) -> list[Group]:
    """Return the groups of first turns that are alike in some columns, the largest first."""
    alike: dict[tuple[Value, ...], list[FirstTurn]] = {}
    for turn in turns:
        has = _has(turn)
        alike.setdefault(tuple(has[name] for name in names), []).append(turn)
    groups = []
    for key, members in alike.items():
        chosen = dict(zip(names, key, strict=True))
        groups.append(Group(_words(chosen, spaces), chosen, summed(members)))
    return sorted(groups, key=lambda group: -group.sum.games)


def _words(chosen: Asked, spaces: Mapping[str, str]) -> str:
    """Return a die or a space in words: ``coral 6, left end``; ``steward room 1 (s1)``."""
    if None in chosen.values():
        return "not stored"
    if len(chosen) == 1:
        ((name, value),) = chosen.items()
        return _chosen_words(name, value, spaces)
    return f"{chosen['colour']} {chosen['pips'] or '(value not known)'}, {chosen['end']} end"


def _chosen_words(name: str, value: Value, spaces: Mapping[str, str]) -> str:
    if name == "space":
        return f"{spaces[str(value)]} ({value})" if value in spaces else str(value)
    if name == "pips":
        return f"value {value or 'not known'}"
    return f"{value} end" if name == "end" else str(value)


def _kind_words(values: Asked, offered: Offer) -> str:
    """Return which games are looked at where that is not all of them: ``all but simulated, event X``."""
    parts = []
    if values["game"] is not None and len(offered.values("game")) > 1:
        parts.append(str(values["game"]))
    if values["source"] != ALL:
        parts.append(SOURCE_WORDS[str(values["source"])])
    if values["event"] is not None:
        parts.append(f"event {values['event']}")
    return ", ".join(parts)


def _present(values: Mapping[str, Value]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def _list_address(given: Asked, **parts: Value) -> str:
    return url_for("explorer.page", **_present({**given, **parts}))


def _listed(values: Asked, offered: Offer) -> str:
    """Return the page of the starts that are asked for."""
    kind = kind_of(values)
    wanted: dict[str, Any] = {name: values[name] for name in START}
    key = ("starts", *wanted.values(), kind)
    groups: list[Start] = kept().get(generation(), key, lambda: starts(cursor(), **wanted, kind=kind))
    given = _given(FILTERS)
    several = len(offered.values("game")) > 1
    players = cast("int | None", values["players"])

    def address(one: Start) -> str:
        cards: Asked = {"resource": one.resource, "action": one.action}
        place: Asked = {"position": one.position, "players": one.players}
        game: Asked = {"game": one.game} if several else {}
        return url_for("explorer.start", **_present({**given, **cards, **place, **game}))

    left_out = 0
    if values["source"] == NOT_SIMULATED:
        left_out = offered.games(kind._replace(source_kind="simulated"), players)
    return render_template(
        "explorer.html",
        groups=groups,
        address=address,
        seats=sum(group.games for group in groups),
        games=offered.games(kind, players),
        left_out=left_out,
        together=_list_address(given, source=ALL),
        several=several,
        few=FEW,
        enough=ENOUGH,
        fault="",
        **_form(values, offered),
    )


def _form(chosen: Mapping[str, Value], offered: Offer) -> dict[str, Any]:
    """Return what the form of the filters needs."""
    kinds = offered.values("source")
    sources = [ALL, *([NOT_SIMULATED] if "simulated" in kinds else []), *kinds] if len(kinds) > 1 else []
    return {
        "chosen": chosen,
        "offered": offered,
        "sources": {name: SOURCE_WORDS.get(name, name) for name in sources},
        "events": [event for event in offered.values("event") if len(event) <= MOST_LETTERS][:SUGGESTED],
    }


def _refused(error: BadParameter, offered: Offer) -> tuple[str, int]:
    """Return the page that says what is wrong with the address, with the form to put it right."""
    message = str(error)
    form = _form({"source": _default_source(offered), **_given(FILTERS)}, offered)
    return render_template("explorer.html", fault=message[:1].upper() + message[1:], **form), 400
