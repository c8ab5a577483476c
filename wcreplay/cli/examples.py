"""The examples of the codes, executed: what each of them makes the program say."""

from __future__ import annotations

import io

from wcreplay.bundled import records_dir
from wcreplay.engine import registry
from wcreplay.engine.reader import read_record
from wcreplay.notation.diagnostics import CodeInfo, Diagnostic
from wcreplay.notation.model import RawRecord
from wcreplay.notation.scanner import parse
from wcreplay.notation.stream import read_records

GAME = "white-castle"
BASE = "white_castle/two-players-1.wcr"
"""The sample record that examples change, as a path below ``records/``."""


def is_session(info: CodeInfo) -> bool:
    """Whether the example is something to type at a shell."""
    return info.example.startswith("$ ")


def is_change(info: CodeInfo) -> bool:
    """Whether the example is a change to the sample record."""
    return info.example[:1] in ("-", "+", " ")


def changed(example: str) -> str:
    """Return the sample record with an example's lines taken out and put in.

    A line behind ``-`` goes, one behind ``+`` comes there, one behind a blank stays; the record must have
    each line that goes or stays, exactly once. Raises ``ValueError`` where it has not.
    """
    lines = (records_dir() / BASE).read_text(encoding="utf-8").splitlines()
    at = len(lines)
    for change in example.splitlines():
        sign, line = change[0], change[1:]
        if sign == "+":
            lines.insert(at, line)
            at += 1
            continue
        if lines.count(line) != 1:
            raise ValueError(f"{BASE} has not one line {line!r}")
        at = lines.index(line)
        if sign == "-":
            del lines[at]
        else:
            at += 1
    return "\n".join(lines) + "\n"


def findings(info: CodeInfo) -> list[Diagnostic]:
    """Return what the program finds in an example; nothing for a session, which is typed at a shell."""
    if is_session(info) or not info.example:
        return []
    if is_change(info):
        return list(read_record(RawRecord(changed(info.example), "game.wcr")).diagnostics)
    if info.code.startswith("N1"):
        raws = read_records(io.BytesIO(info.example.encode()), "game.wcr")
        return [found for raw in raws for found in raw.diagnostics]
    return parse(RawRecord(info.example, "game.wcr"), registry.load(GAME).grammar)[1]
