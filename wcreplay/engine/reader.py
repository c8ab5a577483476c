"""From a raw record to a judged one: the grammar of its game, then its rules."""

from __future__ import annotations

import msgspec

from wcreplay.notation.diagnostics import Diagnostic
from wcreplay.notation.model import Grammar, RawRecord, Record
from wcreplay.notation.scanner import parse, skim

from . import registry
from .replay import Replay, replay


class Reading(msgspec.Struct, frozen=True):
    """A record that was read: ``record`` is None if it could not be parsed, ``replay`` if it is not right.

    ``diagnostics`` say why: there are errors exactly if ``replay`` is not there. Else they are warnings.
    """

    record: Record | None
    replay: Replay | None
    diagnostics: tuple[Diagnostic, ...]


def grammar_of(raw: RawRecord) -> Grammar | None:
    """Return the grammar of the game that the record's tag ``Game`` names; None if there is no such game."""
    name = next((tag.value for tag in skim(raw) if tag.name == "Game"), "")
    try:
        return registry.load(name).grammar
    except registry.UnknownGame:
        return None


def read_record(raw: RawRecord) -> Reading:
    """Parse and replay a raw record. Never raises for what is wrong with the record."""
    if raw.diagnostics:
        return Reading(None, None, raw.diagnostics)
    grammar = grammar_of(raw)
    if grammar is None:
        tags = skim(raw)
        done = replay(
            Record(tags, [], raw.text, raw.source, raw.number, raw.line, [], raw.column, raw.before)
        )
        return Reading(None, None, done.diagnostics)
    record, faults = parse(raw, grammar)
    if faults:
        return Reading(None, None, tuple(faults))
    done = replay(record)
    if done.state == "error":
        return Reading(record, None, done.diagnostics)
    return Reading(record, done, done.diagnostics)
