"""``wcreplay legal``."""

from __future__ import annotations

from typing import Any

import click

from .common import FINDINGS, USAGE, fail, game_options, one_record, show, to_json


@click.command("legal")
@click.argument("path", metavar="FILE")
@game_options
@click.option(
    "--at", "label", required=True, metavar="R.T", help="The turn, such as 2.7; 2.g.B for gardens of B."
)
@click.option("--after", "tokens", default="", metavar="TOKENS", help="What the turn has done so far.")
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", help="Form of the output."
)
@click.pass_context
def command(ctx: click.Context, path: str, number: int, label: str, tokens: str, form: str) -> None:
    """List the legal choices at a turn, with their notation.

    `--at` alone shows the first decision of the turn; `--after` goes on to the next one. The choice that
    prints as nothing (go on, decline, end the turn) is shown as (nothing).

    \b
    Examples:
      wcreplay legal game.wcr --at 1.3
      wcreplay legal game.wcr --at 1.1 --after "c6>s2 G:K2"
    """
    from wcreplay.engine import registry
    from wcreplay.engine.binding import Binding
    from wcreplay.engine.reader import read_record

    reading = read_record(one_record(path, number))
    if reading.replay is None:
        show(reading.diagnostics)
        ctx.exit(FINDINGS)
    done = reading.replay
    position = _position_before(done, label)
    bind = Binding(registry.load(done.game), done.setup, position)
    for token in tokens.split():
        head, slash, tail = token.partition("/")
        for text in (head, slash + tail):
            if text and not bind.take(text):
                why = bind.game.explain(bind.position_after(bind.anchor), text)
                expected = f"; expected: {why.expected}" if why.expected else ""
                fail(f"'{text}' is not legal there: {why.message}{expected}", FINDINGS)
    position = bind.pos
    if position.decision is None:
        fail("the game is over there", USAGE)
    _show(position, bind, form)


def _position_before(done: Any, label: str) -> Any:
    """Return the position before the first unit with this label, or the one the record stops at."""
    from wcreplay.engine.replay import position_at

    if not label:
        fail("--at wants a turn, such as 2.7", USAGE)
    wanted, _, seat = label.partition(".g.")
    wanted = f"{wanted}.g" if seat else label
    for turn in done.turns:
        if turn.label == wanted and seat in ("", turn.seat):
            position = position_at(done, turn.turn_no - 1)
            while position.decision.seat < 0:  # the dice of a new round come before its first turn
                position.apply(done.history[len(position.history)])
            return position
    position = position_at(done, len(done.turns) - 1)
    if position.decision is not None and position.label == wanted:
        return position
    last = next((turn.label for turn in reversed(done.turns) if turn.label), "none")
    fail(f"the record has no turn {label}; the last is {last}", USAGE)
    raise AssertionError


def _show(position: Any, bind: Any, form: str) -> None:
    decision = position.decision
    seat = chr(ord("A") + decision.seat) if decision.seat >= 0 else None
    options = position.options()
    if form == "json":
        click.echo(
            to_json(
                {
                    "label": position.label,
                    "seat": seat,
                    "decision": decision.kind,
                    "go_on": decision.go if "" in options else None,
                    "options": options,
                }
            )
        )
        return
    click.echo(f"{position.label} {seat or 'chance'}: {decision.kind}, {len(options)} choices", err=True)
    state = bind.game.state_words(position)
    if state:
        click.echo(state, err=True)
    for text in options:
        click.echo(text or f"(nothing)  written '{decision.go}' where it must be explicit")
