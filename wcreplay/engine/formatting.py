"""A raw record's canonical text: read it, replay it, print what the rules make of it."""

from __future__ import annotations

from wcreplay.notation.diagnostics import RecordError
from wcreplay.notation.formatter import format_record
from wcreplay.notation.model import RawRecord

from . import registry
from .canonical import canonical_record
from .reader import read_record


def canonical_text(raw: RawRecord, *, annotate: bool = False) -> str:
    """Return the one canonical form of a record; it ends with a line break.

    With ``annotate`` it states what every seat holds after each round.

    Raises :class:`~wcreplay.notation.diagnostics.RecordError` for a record that does not replay: it has no
    canonical form.
    """
    reading = read_record(raw)
    if reading.record is None or reading.replay is None:
        raise RecordError(list(reading.diagnostics))
    return format_record(
        canonical_record(reading.record, annotate=annotate), registry.load(reading.replay.game).grammar
    )
