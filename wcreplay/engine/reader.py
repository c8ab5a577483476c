"""From a raw record to a judged one: the grammar of its game, then its rules."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

import msgspec

from wcreplay.notation.diagnostics import Diagnostic, in_order
from wcreplay.notation.model import Grammar, RawRecord, Record
from wcreplay.notation.scanner import first_tag, parse, skim

from . import registry
from .faults import unknown_words
from .replay import Replay, replay


class Reading(msgspec.Struct, frozen=True):
    """A record that was read: ``record`` is None if it could not be parsed, ``replay`` if it is not right.

    ``diagnostics`` say why: there are errors exactly if ``replay`` is not there. Else they are warnings,
    or, where the prefix of a wrong record was asked for, what is wrong behind it.
    """

    record: Record | None
    replay: Replay | None
    diagnostics: tuple[Diagnostic, ...]


def grammar_of(raw: RawRecord) -> Grammar | None:
    """Return the grammar of the game that the record's tag ``Game`` names; None if there is no such game."""
    name = first_tag(raw, "Game")
    try:
        return registry.load(name).grammar
    except registry.UnknownGame:
        return None


def _further(raw: RawRecord, found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Return the syntax errors of a record whose game is not known, if it can be guessed.

    It can where the name is nearly right, or where none is given and only one game is installed, and if a
    line of that game's setup is there.
    """
    names = registry.names()
    name = first_tag(raw, "Game")
    likely = names if not name and len(names) == 1 else get_close_matches(name, names, n=1)
    if not likely:
        return []
    game = registry.load(likely[0])
    record, faults = parse(raw, game.grammar)
    setup = {keyword.name for keyword in game.grammar.setup}
    if not any(statement.keyword in setup for statement in record.statements):
        return []  # nothing of the game is in it: this is no record
    return in_order([*faults, *unknown_words(record, game, [*found, *faults])])


def read_record(raw: RawRecord, *, keep_prefix: bool = False) -> Reading:
    """Parse and replay a raw record. Never raises for what is wrong with the record.

    With ``keep_prefix`` a record that breaks a rule has a replay in state ``cut`` if a turn comes before.
    """
    if raw.diagnostics:
        return Reading(None, None, raw.diagnostics)
    grammar = grammar_of(raw)
    if grammar is None:
        tags = skim(raw)
        done = replay(
            Record(tags, [], raw.text, raw.source, raw.number, raw.line, [], raw.column, raw.before)
        )
        return Reading(None, None, (*done.diagnostics, *_further(raw, done.diagnostics)))
    record, found = parse(raw, grammar)
    if found:
        game = registry.load(grammar.game)
        return Reading(None, None, tuple(in_order([*found, *unknown_words(record, game, found)])))
    done = replay(record, keep_prefix=keep_prefix)
    if done.state == "error":
        return Reading(record, None, done.diagnostics)
    return Reading(record, done, done.diagnostics)
