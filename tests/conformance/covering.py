"""``python -m tests.conformance.covering`` finds a few simulated games that show everything that can occur.

They are kept as records, so that they stay the same games when policies learn to play better. Only a change
of the rules, or of what the game lists as able to occur, asks for new ones.
"""

from __future__ import annotations

import argparse
import io
import sys
from itertools import product

from wcreplay.engine import registry
from wcreplay.engine.coverage import Event, coverage_of
from wcreplay.engine.reader import read_record
from wcreplay.engine.simulate import simulate
from wcreplay.notation.model import RawRecord
from wcreplay.notation.stream import read_records

from .games import covering_games
from .walk import Case, Played, finished


def kept(game: str) -> list[RawRecord]:
    """Return the kept records of a game; none if there is no file."""
    path = covering_games(game)
    return list(read_records(io.BytesIO(path.read_bytes()), path.name)) if path.exists() else []


def replayed(raw: RawRecord) -> Played:
    """Return a kept game as one that was played."""
    done = read_record(raw).replay
    assert done is not None, read_record(raw).diagnostics
    tags = {tag.name: tag.value for tag in done.record.tags}
    case = Case(done.game, len(done.seats), tags.get("Policy", ""), tags.get("Seed", ""), done.rulings)
    position = registry.load(done.game).start(done.setup)
    for text in done.history:
        position.apply(text)
    return finished(case, done.setup, raw.text.partition("\n\n")[2].strip().splitlines(), position)


def shown_by(game: str, texts: list[str]) -> list[frozenset[Event]]:
    """Return what occurs in each of some records."""
    source = coverage_of(game)
    found = []
    for text in texts:
        done = read_record(RawRecord(text)).replay
        assert done is not None
        found.append(frozenset(source.of(done)))
    return found


def choose(texts: list[str], shown: list[frozenset[Event]]) -> list[str]:
    """Choose records until nothing is left to show: each time the one that adds most for its length."""
    left = set[Event]().union(*shown)
    chosen: list[int] = []
    while left:
        best = max(range(len(texts)), key=lambda number: len(shown[number] & left) / len(texts[number]))
        chosen.append(best)
        left -= shown[best]
    for number in sorted(chosen, key=lambda number: -len(texts[number])):
        others = set[Event]().union(*(shown[other] for other in chosen if other != number))
        if shown[number] <= others:
            chosen.remove(number)
    return [texts[number] for number in sorted(chosen)]


def main() -> None:
    """Search and write the file of each game."""
    parser = argparse.ArgumentParser(prog="python -m tests.conformance.covering", description=__doc__)
    parser.add_argument("--game", nargs="+", default=registry.names(), help="which games (default: all)")
    parser.add_argument("--policy", nargs="+", help="which policies (default: all of the game's)")
    parser.add_argument("-n", type=int, default=400, help="games to choose from per policy and players")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    options = parser.parse_args()
    for game in options.game:
        low, high = registry.meta(game).players
        policies = options.policy or registry.policies(game).names
        texts: list[str] = []
        for policy, players in product(policies, range(low, high + 1)):
            texts += simulate(game, options.n, players, policy, 1, options.jobs)
        shown = shown_by(game, texts)
        missing = set(coverage_of(game).events).difference(*shown)
        chosen = choose(texts, shown)
        covering_games(game).write_text("\n".join(chosen), encoding="utf-8")
        sys.stdout.write(f"{game}: {len(chosen)} of {len(texts)} games show all that occurs in them\n")
        sys.stdout.writelines(f"never: {group} {name}\n" for group, name in sorted(missing))


if __name__ == "__main__":
    main()
