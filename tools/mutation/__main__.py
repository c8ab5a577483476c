"""Changes the rules of The White Castle in many small ways and looks whether the tests notice.

Examples:
  python -m tools.mutation
  python -m tools.mutation --size 40 --seed 7 --jobs 1
  python -m tools.mutation --only wcreplay/games/white_castle/gains.py
  python -m tools.mutation --show 3f0c2a9d51b6e784

What is tested is the checkout as it is now, copied; nothing in it is changed. Results are kept in
build/mutation: a run that was interrupted goes on, and after a change of the code or the tests everything
is tried again, with the test that failed before as the first. Mutants that equivalent.toml lists change
nothing and are not tried. The exit code is 1 if fewer of the others are killed than wanted, 2 if the tests
fail without any change.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NoReturn

from .judged import equivalent, judged, outdated
from .mutants import FILES, Mutant, draw, sources
from .results import Result, Results, figure, summary
from .work import Workshop

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / "build" / "mutation"


def main() -> int:
    """Draw, try, report; return the exit code."""
    options = _options()
    signal.signal(signal.SIGTERM, _interrupt)
    with TemporaryDirectory(prefix="wcreplay-mutation-") as folder:
        shop = Workshop(ROOT, Path(folder))
        texts = {path: text for path, text in sources(shop.base).items() if path in options.only}
        mutants, among = draw(texts, options.size, options.seed)
        if options.show:
            print(
                *(f"{m.place.path}:{m.place.line}\n{m.diff}" for m in mutants if m.place.key == options.show)
            )
            return 0
        results = Results(KEPT / "results.jsonl", shop.tree)
        alike = judged()
        tried = [mutant for mutant in mutants if equivalent(mutant, alike) is None]
        todo = [mutant for mutant in tried if results.of(mutant) is None]
        print(f"{len(mutants)} of {among} mutants, seed {options.seed}, tree {shop.tree}; {len(todo)} to try")
        try:
            if todo:
                unchanged = shop.try_unchanged()
                if unchanged.verdict != "survived":
                    print(unchanged.output, f"the tests fail without any change: {unchanged.by}", sep="\n")
                    return 2
                print(f"without a change all tests pass, in {unchanged.seconds} s", flush=True)
                _try_all(shop, todo, results, options.jobs)
        except KeyboardInterrupt:
            print("\ninterrupted; the same command goes on where this run stopped", file=sys.stderr)
            return 130
    for old in outdated(texts, alike):
        print(f"equivalent.toml: no longer in {old.path}: {old.before}")
    found = [results.found[mutant.place.key] for mutant in tried]
    text = "\n".join(summary(found, mutants))
    (KEPT / f"report-{options.seed}-{options.size}.txt").write_text(text + "\n", encoding="utf-8")
    print(text)
    return 0 if 100 * sum(result.killed for result in found) >= options.wanted * len(found) else 1


def _interrupt(number: int, frame: object) -> NoReturn:
    """End as after Ctrl-C: trials are ended and copies removed."""
    raise KeyboardInterrupt


def _try_all(shop: Workshop, mutants: list[Mutant], results: Results, jobs: int) -> None:
    """Try mutants side by side; in case of an interrupt end what runs."""
    start = time.monotonic()

    def attempt(mutant: Mutant) -> Result:
        outcome = shop.try_mutant(mutant, results.likely_killers(mutant))
        return results.add(mutant, outcome)

    done: list[Result] = []
    with ThreadPoolExecutor(jobs) as pool:
        futures = [pool.submit(attempt, mutant) for mutant in mutants]
        try:
            for future in as_completed(futures):
                done.append(future.result())
                _progress(done, len(mutants), time.monotonic() - start)
        except BaseException:
            for future in futures:
                future.cancel()
            shop.stop()
            raise


def _progress(done: list[Result], total: int, seconds: float) -> None:
    last = done[-1]
    if not last.killed or len(done) % 20 == 0 or len(done) == total:
        what = "" if last.killed else f"  {last.verdict} {last.path}:{last.line} {last.key} {last.by}"
        print(f"{seconds:6.0f} s  {len(done):>4}/{total}  {figure(done)}{what}", flush=True)


def _options() -> argparse.Namespace:
    shape = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser("python -m tools.mutation", description=__doc__, formatter_class=shape)
    add = parser.add_argument
    add("--size", type=int, default=400, help="mutants to draw (default 400)")
    add("--seed", type=int, default=1, help="seed of the sample (default 1)")
    add("--jobs", type=int, default=2, help="trials at a time (default 2)")
    add("--wanted", type=float, default=90, help="per cent to be killed (default 90)")
    add("--only", nargs="+", choices=FILES, default=FILES, metavar="FILE", help="change these files only")
    add("--show", metavar="KEY", help="show the change of one mutant of the sample, and try nothing")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
