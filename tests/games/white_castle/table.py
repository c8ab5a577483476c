"""Short records of The White Castle and what they lead to.

Every position that a rules test looks at is reached by replaying a record or by taking legal options from
there. The setup is stated here once; a test overrides the lines it cares about.
"""

from __future__ import annotations

from typing import Any

from wcreplay.engine import registry
from wcreplay.engine.replay import Replay, Turn, replay
from wcreplay.notation.diagnostics import Diagnostic
from wcreplay.notation.model import RawRecord, Record
from wcreplay.notation.scanner import parse

GAME = registry.load("white-castle")
ACCOUNTS = tuple(account.name for account in GAME.accounts)
MEMO = frozenset(account.name for account in GAME.accounts if account.kind == "memo") | {"order", "time_lost"}

SETUP = {
    "castle": "S10 S7 S15 | D6 D2 | M5",
    "tiles": "wcb cbw bwc | cb bw | any any",
    "gardens": "c P1 K3 | b P4 K2 | w P5 K5",
    "yards": "Y3 Y5 | Y1 | Y8",
    "order": "A B",
    "pairs": "R2+A1 R9+A3 R7+A2",
}
SIXES = "c 666 | b 666 | w 666"


def record(turns: str, *, tags: str = "", **lines: str) -> str:
    """Return the text of a record: the setup above with other ``lines`` where given, then ``turns``."""
    setup = "\n".join(f"{keyword} {text}" for keyword, text in {**SETUP, **lines}.items())
    return f'[Game "white-castle"]\n[Ruleset "base-2023"]\n{tags}\n{setup}\n{turns}\n'


def read(text: str) -> Record:
    """Parse a record that is well-formed."""
    found, faults = parse(RawRecord(text, "test.wcr"), GAME.grammar)
    assert not faults, faults
    return found


def replayed(text: str) -> Replay:
    """Replay a record that is right."""
    done = replay(read(text))
    assert done.state != "error", done.diagnostics
    return done


def refused(turns: str, **lines: str) -> Diagnostic:
    """Return the first finding of a record that breaks a rule."""
    done = replay(read(record(turns, **lines)))
    assert done.state == "error"
    assert done.game_id == ""
    return done.diagnostics[0]


def position(turns: str, tokens: str = "", **lines: str) -> Any:
    """Return the position that a record reaches, or that ``tokens`` of the turn after it reach."""
    done = replayed(record(turns, **lines))
    reached = GAME.start(done.setup)
    for text in done.history:
        reached.apply(text)
    return play(reached, tokens)


def play(position: Any, tokens: str) -> Any:
    """Take the options that tokens name, and the empty one at decisions that do not offer the next token."""
    for token in tokens.split():
        head, slash, tail = token.partition("/")
        for text in filter(None, (head, slash + tail)):
            while text not in position.decision.options:
                assert "" in position.decision.options, (text, position.options())
                position.apply("")
            position.apply(text)
    return position


def last_turn(turns: str, **lines: str) -> Turn:
    """Return the row of the last statement of a record."""
    done = replayed(record(turns, **lines))
    return next(turn for turn in reversed(done.turns) if turn.line)


def delta(turns: str, **lines: str) -> dict[str, int]:
    """Return what the last statement changed for its seat: net change by account, Lantern icons left out."""
    turn = last_turn(turns, **lines)
    seat = ord(turn.seat) - ord("A")
    changes: dict[str, int] = {}
    for posting in turn.postings:
        name = ACCOUNTS[posting.account]
        if posting.seat == seat and name not in MEMO:
            changes[name] = changes.get(name, 0) + posting.delta
    return {name: change for name, change in changes.items() if change}


def posted(turns: str, *names: str, **lines: str) -> list[tuple[str, int, str, str]]:
    """Return the last statement's postings to accounts: name, amount, cause and source, in order."""
    turn = last_turn(turns, **lines)
    return [
        (ACCOUNTS[posting.account], posting.delta, posting.cause, posting.source)
        for posting in turn.postings
        if ACCOUNTS[posting.account] in names
    ]


def holds(done: Any, seat: str, *names: str) -> tuple[int, ...]:
    """Return a seat's balances of accounts in a position or in a turn."""
    rows = done.balances if isinstance(done, Turn) else done.ledger.balances
    return tuple(rows[ord(seat) - ord("A")][ACCOUNTS.index(name)] for name in names)


def choices(position: Any, *starts: str) -> list[str]:
    """Return the options of a position that begin with one of ``starts``; without any, all of them."""
    return [text for text in position.options() if text.startswith(starts or "")]


def finish(position: Any) -> Any:
    """Play on to the end: every die goes to the well, or where it can, and nothing else is done."""
    while (decision := position.decision) is not None:
        if decision.kind == "roll":
            position.apply(next(iter(decision.options))[0] + "666")
        elif decision.kind == "die":
            position.apply(next(text for text in position.options() if text.endswith("w")))
        else:
            position.apply("" if "" in decision.options else position.options()[0])
    return position
