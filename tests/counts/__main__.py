"""``python -m tests.counts`` counts all files anew; ``--find`` first makes the files that are missing."""

from __future__ import annotations

import sys

from wcreplay.engine import registry

from . import find
from .count import files, position, read, split, write


def main() -> None:
    """Find, if asked to; then count."""
    for game in registry.names():
        if "--find" in sys.argv[1:]:
            find.missing(game)
        for path in files(game):
            counted = read(path)
            write(path, counted._replace(split=split(position(counted), counted.depth)))


if __name__ == "__main__":
    main()
