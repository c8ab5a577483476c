"""``wcreplay replay``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from wcreplay.notation.quote import escape

from .common import (
    FINDINGS,
    USAGE,
    colour_option,
    fail,
    game_options,
    one_record,
    prefix_option,
    show,
    to_json,
)

if TYPE_CHECKING:
    from wcreplay.engine.game import Game
    from wcreplay.engine.replay import Line, Replay, Turn


@click.command("replay")
@click.argument("path", metavar="FILE")
@game_options
@click.option(
    "--variation",
    "aside",
    type=click.IntRange(min=1),
    metavar="N",
    help="Go on with the Nth variation of the record instead of what it replaces.",
)
@click.option("--to", "label", metavar="R.T", help="Stop after this turn, such as 2.7, 0.3 or 1.g.")
@prefix_option
@click.option("--ledger", is_flag=True, help="Print what each turn posted.")
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", help="Form of the output."
)
@colour_option
@click.pass_context
def command(
    ctx: click.Context,
    path: str,
    number: int,
    aside: int | None,
    label: str | None,
    keep_prefix: bool,
    ledger: bool,
    form: str,
) -> None:
    """Replay a record: its turns with the running score, and the board at the end.

    Variations are counted in the order they are written; those of the record are listed at the end.

    \b
    Examples:
      wcreplay replay game.wcr
      wcreplay replay game.wcr --to 2.7 --ledger
      wcreplay replay game.wcr --variation 1
      wcreplay replay evening.wcr --game 2 --format json
    """
    from wcreplay.engine import registry
    from wcreplay.engine.reader import read_record
    from wcreplay.engine.replay import position_at

    reading = read_record(one_record(path, number), keep_prefix=keep_prefix)
    if reading.replay is None:
        show(reading.diagnostics)
        ctx.exit(FINDINGS)
    show(reading.diagnostics)
    done = reading.replay
    turns = _turns_to(_line(done, aside), label)
    last = turns[-1].turn_no
    fork = done.variations[aside - 1].turn_no if aside else 0
    position = position_at(done, last, aside if aside and last >= fork else 0)
    game = registry.load(done.game)
    if form == "json":
        click.echo(to_json(_as_json(done, game, turns, position, aside)))
    else:
        _print(done, game, turns, aside, ledger=ledger)
        click.echo()
        click.echo(game.draw(position))
        if label is None and not position.over:
            click.echo(f"\nThe {'variation' if aside else 'record'} ends here, before {position.label}.")
        for variation in () if aside else done.variations:
            click.echo(_variation_line(variation, done))
    if any(found.severity == "error" for found in reading.diagnostics):
        ctx.exit(FINDINGS)


def _print(done: Replay, game: Game, turns: tuple[Turn, ...], aside: int | None, *, ledger: bool) -> None:
    click.echo(_title(done))
    for turn in turns:
        if aside and turn.turn_no == done.variations[aside - 1].turn_no:
            click.echo(f"-- variation {aside}")
        click.echo(_turn_line(turn, done))
        if ledger:
            for line in posting_lines(turn, game, done.seats):
                click.echo(line)


def _line(done: Replay, number: int | None) -> tuple[Turn, ...]:
    """Return the turns of the main line, or of a variation with what leads to it."""
    if not number:
        return done.turns
    if number > len(done.variations):
        count = len(done.variations)
        fail(f"the record has {count or 'no'} variation{'s' * (count != 1)}, there is no {number}", USAGE)
    line = done.variations[number - 1]
    return _line(done, line.parent)[: line.turn_no] + line.turns


def _variation_line(line: Line, done: Replay) -> str:
    first = next(turn for turn in line.turns if turn.label and (turn.text or turn is line.turns[-1]))
    scores = " ".join(
        f"{seat}{sum(row)}" for seat, row in zip(done.seats, line.turns[-1].scores, strict=True)
    )
    text = f"variation {line.number}, for {first.label}: {first.seat} {first.text}"
    return f"{text:<52} {scores}"


def _turns_to(turns: tuple[Turn, ...], label: str | None) -> tuple[Turn, ...]:
    if label is None:
        return turns
    places = [place for place, turn in enumerate(turns) if turn.label and turn.label == label]
    if not places:
        last = next((turn.label for turn in reversed(turns) if turn.label), "0.1")
        fail(f"the record has no turn {label}; the last is {last}", USAGE)
    return turns[: places[-1] + 1]


def _title(done: Replay) -> str:
    names = [escape(f"{seat} {done.record.tag(seat)}".strip()) for seat in done.seats]
    head = f"{done.game}, {', '.join(names)}; game {done.game_id}"
    if not done.result:
        return f"{head}, unfinished"
    ranked = sorted(done.result, key=lambda result: result.rank)
    return f"{head}\nresult: " + ", ".join(f"{result.seat} {result.points}" for result in ranked)


def _turn_line(turn: Turn, done: Replay) -> str:
    if not turn.label:
        return f"-- {turn.phase}"
    scores = " ".join(f"{seat}{sum(row)}" for seat, row in zip(done.seats, turn.scores, strict=True))
    text = f"{turn.label:<5}{turn.seat} {turn.text or '(nothing)'} {turn.mark}".rstrip()
    return f"{text:<52} {scores}"


def posting_lines(turn: Turn, game: Game, seats: tuple[str, ...]) -> list[str]:
    """Return a line per posting of a turn that has a table: seat, change, balance, cause and source."""
    lines = []
    for posting in turn.postings:
        account = game.accounts[posting.account]
        if account.kind != "memo":
            change = f"{posting.delta:+d} {account.name}"
            where = f"{posting.cause}, {posting.source}"
            lines.append(f"        {seats[posting.seat]} {change:<22} = {posting.balance:<4} {where}")
    return lines


def _as_json(
    done: Replay, game: Game, turns: tuple[Turn, ...], position: Any, variation: int | None
) -> dict[str, Any]:
    return {
        "game_id": done.game_id,
        "game": done.game,
        "state": done.state,
        "seats": {seat: done.record.tag(seat) for seat in done.seats},
        "result": [
            {"seat": result.seat, "points": result.points, "rank": result.rank} for result in done.result
        ],
        "variation": variation,
        "variations": [
            {
                "number": line.number,
                "parent": line.parent or None,
                "turn_no": line.turn_no,
                "state": line.state,
            }
            for line in done.variations
        ],
        "turns": [_turn_json(turn, done, game) for turn in turns],
        "position": position.to_json(),
    }


def _turn_json(turn: Turn, done: Replay, game: Game) -> dict[str, Any]:
    return {
        "turn_no": turn.turn_no,
        "label": turn.label,
        "phase": turn.phase,
        "seat": turn.seat or None,
        "text": turn.text,
        "line": turn.line or None,
        "postings": [
            {
                "seat": done.seats[posting.seat],
                "account": game.accounts[posting.account].name,
                "delta": posting.delta,
                "balance": posting.balance,
                "cause": posting.cause,
                "source": posting.source,
            }
            for posting in turn.postings
        ],
        "scores": {
            seat: dict(zip(game.categories, row, strict=True))
            for seat, row in zip(done.seats, turn.scores, strict=True)
        },
    }
