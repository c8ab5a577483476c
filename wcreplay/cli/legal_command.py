"""``wcreplay legal``."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from wcreplay.engine.printing import SEATS
from wcreplay.notation.quote import escape

from .common import FINDINGS, USAGE, colour_option, fail, game_options, one_record, show, to_json, use_colour

if TYPE_CHECKING:
    from wcreplay.engine.game import Game
    from wcreplay.engine.outcomes import Outcome


@click.command("legal")
@click.argument("path", metavar="FILE")
@game_options
@click.option(
    "--at", "label", required=True, metavar="R.T", help="The turn, such as 2.7; 2.g.B for gardens of B."
)
@click.option("--after", "tokens", default="", metavar="TOKENS", help="What the turn has done so far.")
@click.option("--plain", is_flag=True, help="Only the notation, one choice a line, for scripts.")
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", help="Form of the output."
)
@colour_option
@click.pass_context
def command(
    ctx: click.Context, path: str, number: int, label: str, tokens: str, plain: bool, form: str
) -> None:
    """List the legal choices at a turn: their notation, and what each would do.

    `--at` alone shows the first decision of the turn; `--after` goes on to the next one. Each choice is
    tried on a copy of the position: what it means, what it posts until the next decision, and which
    decision that is. A choice that depends on a fact the record leaves unknown says so. The choice that
    prints as nothing (go on, decline, end the turn) is shown as (nothing); `--plain` lists it as it is
    written where it must be.

    \b
    Examples:
      wcreplay legal game.wcr --at 1.3
      wcreplay legal game.wcr --at 1.1 --after "c6>s2 G:K2"
      wcreplay legal game.wcr --at 1.3 --plain
    """
    if plain and form == "json":
        raise click.UsageError("--plain is text; it does not go with --format json")
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
    _show(position, bind.game, "plain" if plain else form)


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


def _show(position: Any, game: Game, form: str) -> None:
    """Print what each choice of a position would do."""
    decision = position.decision
    seat = _seat(position)
    options = position.options()
    if form != "json":
        click.echo(f"{position.label} {seat or 'chance'}: {decision.kind}, {len(options)} choices", err=True)
        state = game.state_words(position)
        if state:
            click.echo(state, err=True)
    if form == "plain":
        for text in options:
            click.echo(escape(text or decision.go))
        return
    from wcreplay.engine.outcomes import outcomes

    found = outcomes(game, position)
    if form == "json":
        click.echo(
            to_json(
                {
                    "label": position.label,
                    "seat": seat or None,
                    "decision": decision.kind,
                    "go_on": decision.go if "" in options else None,
                    "options": options,
                    "outcomes": found,
                }
            )
        )
        return
    terminal = sys.stdout is not None and sys.stdout.isatty()
    width = max(shutil.get_terminal_size().columns, 40) if terminal else 0
    for line in lines(found, position, width=width, colour=use_colour(sys.stdout)):
        click.echo(line, color=True)


def _seat(position: Any) -> str:
    """Return the letter of the seat that decides; empty for chance."""
    seat = position.decision.seat
    return SEATS[seat] if seat >= 0 else ""


_NOTHING = "(nothing)"
_WIDEST = 52
"""Longer meanings stand out of their column."""


def lines(found: Sequence[Outcome], position: Any, *, width: int = 0, colour: bool = False) -> Iterator[str]:
    """Yield a line for each choice: its notation, what it means, what it posts, and what comes then.

    ``width`` is that of the terminal, in columns; 0 does not wrap. With ``colour`` the notation is bold.
    """
    tokens = [escape(outcome.text) or _NOTHING for outcome in found]
    meanings = [_meaning(outcome, position.decision.go) for outcome in found]
    wide = max(map(len, tokens), default=0)
    middle = max((len(words) for words in meanings if len(words) <= _WIDEST), default=0)
    for token, meaning, outcome in zip(tokens, meanings, found, strict=True):
        does = escape(_does(outcome, position)).replace("\N{MINUS SIGN}", "-")
        line = f"{token:<{wide}}  {meaning:<{middle}}  {does}" if middle else f"{token:<{wide}}  {does}"
        if width:
            line = textwrap.fill(line, width, subsequent_indent=" " * (wide + 2), break_on_hyphens=False)
        yield click.style(line[: len(token)], bold=True) + line[len(token) :] if colour else line


def _meaning(outcome: Outcome, go: str) -> str:
    meaning = escape(outcome.meaning)
    if outcome.text:
        return meaning
    return f"{meaning or 'go on'}; '{escape(go)}' where it must be written"


def _does(outcome: Outcome, position: Any) -> str:
    if outcome.unknown:
        return f"needs {outcome.unknown}, which the record leaves unknown"
    then = outcome.then or outcome.kind or "the game is over"
    if outcome.kind and (outcome.label, outcome.seat) != (position.label, _seat(position)):
        then = " ".join(filter(None, (outcome.label, outcome.seat))) + f": {then}"
    return f"{', '.join(outcome.words) or 'nothing posted'}; then {then}"
