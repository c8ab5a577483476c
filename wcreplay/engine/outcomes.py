"""What each choice at a decision would do: dry runs on copies of the position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from . import registry
from .decision import UnknownFact
from .game import Game
from .ledger import Posting
from .ledger_words import Line, tell
from .printing import SEATS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .dialogue import Dialogue


class Change(msgspec.Struct, frozen=True):
    """A posting with names for its numbers.

    ``account`` is the name of an account of the game and ``kind`` its kind (``currency``, ``track``,
    ``placement`` or ``memo``); ``balance`` is what ``seat``, a letter, has of it afterwards.
    """

    seat: str
    account: str
    kind: str
    delta: int
    balance: int
    cause: str
    source: str


class Outcome(msgspec.Struct, frozen=True):
    """What an option would do, up to the next decision.

    ``text`` is the option in the notation, empty for going on, and ``meaning`` what it says in few words
    (empty if the game has none for it). ``changes`` is all that would be posted, in order, and ``words`` the
    same in words. ``label``, ``seat`` and ``kind`` tell the decision that would follow (the seat is empty for
    chance, all three at the end of the game), and ``then`` says it in words. An option that needs a fact
    which the record leaves unknown has no changes; ``unknown`` names the fact.
    """

    text: str
    meaning: str = ""
    changes: tuple[Change, ...] = ()
    words: tuple[str, ...] = ()
    label: str = ""
    seat: str = ""
    kind: str = ""
    then: str = ""
    unknown: str = ""


def outcomes(game: Game, position: Any, texts: Sequence[str] | None = None) -> tuple[Outcome, ...]:
    """Return the outcome of every option of a position, in their order; nothing at the end of the game.

    ``texts`` are the options that are wanted, if not all. The position does not change.
    """
    dialogue: Dialogue | None
    try:
        dialogue = registry.dialogue(game.meta.name)
    except registry.UnknownGame:
        dialogue = None  # the game has no words for its choices
    return tuple(
        _outcome(game, dialogue, position, text) for text in (position.options() if texts is None else texts)
    )


def _outcome(game: Game, dialogue: Dialogue | None, position: Any, text: str) -> Outcome:
    meaning = dialogue.describe(position, text) if dialogue is not None else ""
    after = position.clone()
    after.finished.clear()
    already = len(after.ledger.postings)
    try:
        after.apply(text)
    except UnknownFact as fact:
        return Outcome(text, meaning, unknown=str(fact))
    finished = [posting for unit in after.finished for posting in unit.postings]
    postings = (finished + after.ledger.postings)[already:]
    story = tell(postings, after.ledger.balances, game.accounts, SEATS, game.tolls)
    acting = position.decision.seat
    decision = after.decision
    return Outcome(
        text,
        meaning,
        tuple(named_change(game, posting) for posting in postings),
        tuple(_words(line, SEATS[acting] if acting >= 0 else "") for line in story.lines),
        after.label if decision is not None else "",
        SEATS[decision.seat] if decision is not None and decision.seat >= 0 else "",
        decision.kind if decision is not None else "",
        dialogue.prompt(after) if dialogue is not None else "",
    )


def _words(line: Line, acting: str) -> str:
    """Return a change as ``-2 coins (die difference, s2)``, its seat first if it is not the acting one."""
    reason = line.reason.replace(" (", ", ").removesuffix(")")
    words = f"{line.change} ({reason})" if reason else line.change
    return words if line.seat == acting else f"{line.seat}: {words}"


def named_change(game: Game, posting: Posting) -> Change:
    """Return a posting with names for its numbers."""
    account = game.accounts[posting.account]
    return Change(
        SEATS[posting.seat],
        account.name,
        account.kind,
        posting.delta,
        posting.balance,
        posting.cause,
        posting.source,
    )
