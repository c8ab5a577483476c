"""``wcreplay simulate``."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TextIO

import click

from .common import USAGE, fail, note, written_in_one_step


@click.command("simulate")
@click.option("-n", "count", type=click.IntRange(1, 10_000_000), default=1, show_default=True, help="Games.")
@click.option("--players", type=click.IntRange(1, 8), default=3, show_default=True, help="Players a game.")
@click.option(
    "--policy",
    default="heuristic",
    show_default=True,
    help="random, heuristic, greedy or coverage; or one a seat, parted by commas.",
)
@click.option(
    "--seed", type=click.IntRange(min=0), default=1, show_default=True, help="Seed of the first game."
)
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes.")
@click.option("--game", default="white-castle", show_default=True, help="Which game.")
@click.option("-o", "output", default="-", show_default=True, metavar="FILE", help="Where the records go.")
@click.option("--coverage", is_flag=True, help="Print how often each rule and component occurred instead.")
def command(
    count: int, players: int, policy: str, seed: int, jobs: int, game: str, output: str, coverage: bool
) -> None:
    """Write records of simulated games: complete, legal, and marked as simulated by their tags.

    The same seed gives the same games, whatever the number of jobs. `random` picks uniformly, `heuristic`
    weighs its choices, `greedy` looks ahead to the end of its turn, `coverage` seeks rare rules.

    \b
    Examples:
      wcreplay simulate -n 100 --players 4 --policy greedy --seed 7 -o games.wcr
      wcreplay simulate -n 1000 --policy coverage --coverage
      wcreplay simulate -n 5 | wcreplay validate -
    """
    from wcreplay.engine.registry import UnknownGame
    from wcreplay.engine.simulate import UnknownPolicy, simulate

    try:
        texts = simulate(game, count, players, policy, seed, jobs)
    except (UnknownGame, UnknownPolicy, ValueError) as error:
        fail(str(error), USAGE)
        return
    texts = _with_progress(texts, count)
    if coverage:
        from wcreplay.engine.coverage import coverage_table

        click.echo(coverage_table(game, texts))
    elif output == "-":
        _write(texts, sys.stdout)
    else:
        with written_in_one_step(output) as file:
            written = _write(texts, file)
        note(f"{written} games written to {output}")


def _write(texts: Iterable[str], file: TextIO) -> int:
    written = 0
    for text in texts:
        if written:
            file.write("\n")
        file.write(text)
        written += 1
    return written


def _with_progress(texts: Iterator[str], count: int) -> Iterator[str]:
    """Show a bar on a terminal; pass the texts on."""
    if not sys.stderr.isatty() or count < 10:
        yield from texts
        return
    with click.progressbar(texts, length=count, label="simulate", file=sys.stderr) as bar:
        yield from bar
