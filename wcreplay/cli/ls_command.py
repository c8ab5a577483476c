"""``wcreplay ls``."""

from __future__ import annotations

import re
from typing import NamedTuple

import click

from wcreplay.notation.model import RawRecord, Tag
from wcreplay.notation.quote import escape

from .common import FINDINGS, note, read_raw, records_argument, show, to_json

_SEAT = re.compile(r"[A-Z]")
_POINTS = re.compile(r"([A-Z])\s+(-?[0-9]{1,9})")
_WIDTHS = (28, 12, 10)
"""Least widths of place, game and date: lines come as they are read, so no column waits for the longest."""


class Line(NamedTuple):
    """What the tags of a record say: ``result`` holds points by seat letter as far as they are stated."""

    file: str
    record: int
    line: int
    game: str
    date: str
    event: str
    players: dict[str, str]
    result: dict[str, int]


@click.command("ls")
@records_argument
@click.option("--find", "words", metavar="TEXT", default="", help="Only records with this text in a tag.")
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", help="Form of the output."
)
@click.option("-q", "--quiet", is_flag=True, help="No count on standard error.")
@click.pass_context
def command(ctx: click.Context, paths: tuple[str, ...], words: str, form: str, quiet: bool) -> None:
    """List records by their tags: game, date, players, stated result, event.

    Only the tags are read, so nothing is said about whether a record is right: `wcreplay validate` does that.
    --find ignores case.

    \b
    Examples:
      wcreplay ls records/
      wcreplay ls games.wcr --find "spring cup"
      wcreplay ls games.wcr --format json
    """
    from wcreplay.notation.scanner import skim

    wanted = words.casefold()
    found = shown = unreadable = 0
    for raw in read_raw(paths):
        if raw.diagnostics:
            show(raw.diagnostics)
            unreadable += 1
            continue
        found += 1
        tags = skim(raw)
        if wanted and not any(wanted in tag.value.casefold() for tag in tags):
            continue
        shown += 1
        line = _line(raw, tags)
        click.echo(to_json(line._asdict()) if form == "json" else _text(line))
    if not quiet:
        of = f" of {found}" if wanted else ""
        lost = f"; {unreadable} unreadable" if unreadable else ""
        note(f"{shown}{of} record{'s' * (found != 1)}{lost}")
    if unreadable:
        ctx.exit(FINDINGS)


def _line(raw: RawRecord, tags: list[Tag]) -> Line:
    """Gather what the tags say; of tags written twice the first counts."""
    said = {tag.name: tag.value for tag in reversed(tags)}
    players = {name: said[name] for name in sorted(said) if _SEAT.fullmatch(name)}
    result = {seat: int(points) for seat, points in _POINTS.findall(said.get("Result", ""))}
    game, date, event = said.get("Game", ""), said.get("Date", ""), said.get("Event", "")
    return Line(raw.source, raw.number, raw.line, game, date, event, players, result)


def _text(line: Line) -> str:
    """Return a line of the list; a player's stated points stand behind the name."""
    place, game, date = _WIDTHS
    seats = line.players or dict.fromkeys(line.result, "")
    who = ", ".join(
        " ".join(filter(None, (name or seat, str(line.result.get(seat, ""))))) for seat, name in seats.items()
    )
    shown = f"{line.file}:{line.line}"
    start = f"{escape(shown):<{place}}  {escape(line.game):<{game}}  {escape(line.date):<{date}}"
    return f"{start}  {escape(who)}{'  ' * bool(line.event)}{escape(line.event)}".rstrip()
