"""The decisions within a turn: what was asked, what was taken and what else was legal, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from wcreplay.engine import registry
from wcreplay.engine.outcomes import Outcome, outcomes
from wcreplay.engine.printing import SEATS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from wcreplay.web.replays import Film

MOST: Final = 60
"""Most alternatives that are shown; what is beyond is counted."""
_CHANCE: Final = frozenset(("roll", "refill"))


class Moment(NamedTuple):
    """A decision of a turn: its number (from 1) of how many, what was asked and what was done, in words.

    ``taken`` is the option that was taken, ``others`` the other legal ones with what each would have
    done until the next decision (none where chance decided), ``more`` how many are not shown. ``before`` and
    ``after`` are the positions as plain values.
    """

    number: int
    total: int
    seat: str
    kind: str
    prompt: str
    words: str
    text: str
    taken: Outcome
    others: tuple[Outcome, ...]
    more: int
    before: dict[str, Any]
    after: dict[str, Any]


def moment(film: Film, turn_no: int, number: int) -> Moment:
    """Return a decision of a turn.

    Raises:
        IndexError: if there is no such turn, or it has no such decision.
    """
    texts = film.decisions(turn_no)
    if not 1 <= number <= len(texts):
        raise IndexError(f"decision {number} of {len(texts)}")
    position = film.before(turn_no)
    for text in texts[: number - 1]:
        position.apply(text)
    text = texts[number - 1]
    decision = position.decision
    seat = SEATS[decision.seat] if decision.seat >= 0 else ""
    chance = not seat or decision.kind in _CHANCE
    wanted = [] if chance else [other for other in position.options() if other != text]
    (taken,) = outcomes(film.game, position, [text])
    others = outcomes(film.game, position, wanted[:MOST])
    try:
        prompt = registry.dialogue(film.game.meta.name).prompt(position)
    except registry.UnknownGame:
        prompt = decision.kind
    words = _sayer(film.game.meta.name)(position, text)
    before = position.to_json()
    position.apply(text)
    return Moment(
        number, len(texts), seat, decision.kind, prompt, words, text, taken, others,
        max(0, len(wanted) - MOST), before, position.to_json(),
    )  # fmt: skip


def told(film: Film, turn_no: int, names: Mapping[str, str]) -> Sequence[str]:
    """Return a turn in words: a sentence for each seat that decided in it, in order."""
    texts = film.decisions(turn_no)
    say = _sayer(film.game.meta.name)
    if not texts or film.done.turns[turn_no].phase in {"setup", "end"}:
        return ()
    position = film.before(turn_no)
    parts: list[tuple[str, list[str]]] = []
    for text in texts:
        seat = position.decision.seat
        if seat >= 0 and (words := say(position, text)):
            name = names.get(SEATS[seat], SEATS[seat])
            if not parts or parts[-1][0] != name:
                parts.append((name, []))
            parts[-1][1].append(words)
        position.apply(text)
    return [f"{name} {'; '.join(said)}." for name, said in parts]


def _sayer(game: str) -> Callable[[Any, str], str]:
    """Return the function that says what an option does; for a game without words nothing is said."""
    try:
        return registry.dialogue(game).sentence
    except registry.UnknownGame:
        return lambda _position, _text: ""
