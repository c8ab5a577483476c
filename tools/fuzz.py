"""Feeds a reader with mutated files until time is up: ``python tools/fuzz.py records --seconds 600``.

Guided by coverage (atheris), from the sample records and the broken ones of the tests. What is looked for is
any exception, an answer that takes seconds, and a canonical text that is not stable. The input that did it is
left in build/fuzz. Every reader of files from outside has an entry in TARGETS.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Callable
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["wcreplay"]):
    from wcreplay.engine.formatting import canonical_text
    from wcreplay.engine.reader import read_record
    from wcreplay.notation.diagnostics import RecordError, render
    from wcreplay.notation.stream import read_records

ROOT = Path(__file__).resolve().parents[1]
SLOWEST = 5
"""Seconds that one input may take."""


def records(data: bytes) -> None:
    """Read a file of records, replay each, and say what is wrong with it."""
    for raw in read_records(io.BytesIO(data), "fuzz.wcr"):
        reading = read_record(raw, keep_prefix=True)
        for found in reading.diagnostics:
            render(found, color=True)


def formatting(data: bytes) -> None:
    """Format every record; the canonical text of a canonical text is itself."""
    for raw in read_records(io.BytesIO(data), "fuzz.wcr"):
        try:
            text = canonical_text(raw)
        except RecordError:
            continue
        (again,) = read_records(io.BytesIO(text.encode("utf-8", "surrogateescape")), "again.wcr")
        assert canonical_text(again) == text


TARGETS: dict[str, Callable[[bytes], None]] = {"records": records, "formatting": formatting}


def main() -> None:
    """Fuzz one reader for a number of seconds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("target", choices=sorted(TARGETS))
    parser.add_argument("--seconds", type=int, default=600)
    options = parser.parse_args()
    found = ROOT / "build" / "fuzz" / options.target
    found.mkdir(parents=True, exist_ok=True)
    seeds = found / "seeds"
    seeds.mkdir(exist_ok=True)
    for path in [*(ROOT / "records").rglob("*.wcr"), *(ROOT / "tests" / "negative").glob("*.wcr")]:
        (seeds / path.name).write_bytes(path.read_bytes())
    words = found / "words"
    words.write_text("\n".join(f'"{word}"' for word in _words()) + "\n", encoding="ascii")
    arguments = [
        sys.argv[0],
        f"-max_total_time={options.seconds}",
        f"-timeout={SLOWEST}",
        "-max_len=4096",
        f"-dict={words}",
        f"-artifact_prefix={found}/",
        "-print_final_stats=1",
        "-verbosity=1",
        str(found / "corpus"),
        str(seeds),
    ]
    (found / "corpus").mkdir(exist_ok=True)
    atheris.Setup(arguments, TARGETS[options.target])
    atheris.Fuzz()


def _words() -> list[str]:
    """Return the words of the notation as they stand in the sample records, for the mutations to use."""
    texts = (path.read_text(encoding="utf-8") for path in (ROOT / "records").rglob("*.wcr"))
    words = {word for text in texts for word in text.split() if word.isascii() and word.isprintable()}
    return sorted(word for word in words if len(word) < 24 and not set(word) & set('"\\'))


if __name__ == "__main__":
    main()
