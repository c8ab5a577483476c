"""What is said about a log: findings with their place, and why a turn could not be read."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from wcreplay.engine.ledger import Posting
from wcreplay.games.white_castle.accounts import ACCOUNTS
from wcreplay.notation.diagnostics import Diagnostic

from .proof import Divergence
from .timeline import NEVER, WORDS, Anchor, Atom, Timeline

_SEATS: Final = "ABCD"
_STEPS: Final = {"d": "a die placed", "Q": "an audience", "^": "a climb", "G": "a gardener", "W": "a warrior"}


def finding(
    code: str, message: str, file: str, number: int, *, hint: str = "", state: str = "", warning: bool = False
) -> Diagnostic:
    """Return a finding about a game of a log; ``number`` is its place among the games of its file."""
    severity = "warning" if warning else "error"
    return Diagnostic(
        code=code, message=message, file=file, record=number, hint=hint, state=state, severity=severity
    )


def renamed(found: Diagnostic, file: str) -> Diagnostic:
    """Return a finding about another name of its file."""
    return msgspec.structs.replace(found, file=file)


def place(line: Timeline | None, at: int) -> str:
    """Return where an event stands."""
    event = line.events.get(at) if line is not None else None
    return event.place if event is not None else f"event {at}" if 0 < at < NEVER else "the end of the log"


def of_divergence(found: Divergence, line: Timeline, file: str, number: int, state: str) -> Diagnostic:
    """Return the finding about a difference between record and log."""
    who = f", seat {_SEATS[found.seat]}" if found.seat >= 0 else ""
    turn = f"turn {found.label}" if found.label[:1].isdigit() else found.label
    message = f"{turn}{who}: {found.what} {found.ours} by the rules, {found.theirs} in the log"
    return finding(
        found.code, f"{message}; {place(line, found.at)}", file, number, hint=_HINTS[found.code], state=state
    )


_HINTS: Final = {
    "L302": "a log changed by hand, a rule read otherwise, or a fault of this program: please report it",
    "L303": "please report it with the output of `wcreplay inspect`",
    "L304": "please report it with the output of `wcreplay inspect`",
    "L305": "please report it with the output of `wcreplay inspect`",
    "L306": "please report it with the output of `wcreplay inspect`",
}


def of_reason(reason: tuple[Any, ...], line: Timeline) -> tuple[int, str]:
    """Return the event where the furthest reading of a turn ended, and what was wrong there."""
    seat, label, head, kind, *rest = reason
    who = f"turn {label}, seat {_SEATS[seat]}" if seat >= 0 else f"before turn {label}"
    at = head if head < NEVER else max(line.events, default=0)
    if kind == "posting":
        posting, following, text = rest
        at = following.at if following is not None else at
        words = f"'{text}' gives {_posting(posting)}, the log {_next(following)}"
    elif kind == "owed":
        account, amount = rest
        words = f"{amount:+d} {WORDS[account]} more than the log states"
    elif kind == "atom":
        account, atom = rest
        at = atom.at
        words = f"no choice gives what the log states: {_stated(account, atom)}"
    elif kind == "anchor":
        (anchor,) = rest
        at = anchor.at
        words = f"no choice leads to {_step(anchor)}"
    elif kind == "unknown":
        fact, text = rest
        words = f"'{text}' needs {fact}, which the log does not show"
    elif kind == "cost":
        words = f"'{rest[0]}' fits, but not in this order"
    else:
        anchor = (
            next((anchor for anchor in line.anchors[seat] if anchor.at >= at), None) if seat >= 0 else None
        )
        words = f"no legal choice is {_step(anchor)}" if anchor is not None else "no legal choice fits"
    return at, f"{who}: {words}"


def _posting(posting: Posting) -> str:
    account = WORDS[posting.account] if posting.account < len(WORDS) else ACCOUNTS[posting.account].name
    return f"{posting.delta:+d} {account} = {posting.balance} ({posting.cause}, {posting.source})"


def _next(atom: Atom | None) -> str:
    if atom is None:
        return "states no such change in this turn"
    total = f" = {atom.total}" if atom.total >= 0 else ""
    return f"next states {atom.delta:+d}{total}"


def _stated(account: int, atom: Atom) -> str:
    total = f" = {atom.total}" if atom.total >= 0 else ""
    return f"{atom.delta:+d} {WORDS[account]}{total}"


def _step(anchor: Anchor) -> str:
    where = f" ({anchor.what})" if anchor.what not in ("", "_", "gate") else ""
    return f"{_STEPS[anchor.kind]}{where}"
