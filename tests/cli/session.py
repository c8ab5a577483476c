"""The sessions shown in docs/recording.md: they are played anew, and so cannot be out of date."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from click.testing import CliRunner

from wcreplay.cli import cli

PAGE = Path(__file__).resolve().parents[2] / "docs" / "recording.md"

TYPED = """\
Ana, Bruno

1 seal 1 any, courtier
wcc
s5 wbc s2 bwb
courtier well
wc
d4 wc
m2 coin food
gardens c P4 K4 | b P5 K2 | w P2 K1
yards Y1 Y7 | Y8 | Y5
r5 gardener
r6 a2 r2 a1
c 5 3 1
155 235
2 any
fp
r6
c5w
c1s1 >2 q
gs13
coin, 2 food
"""

_BLOCK = re.compile(r"(<!-- session from `(.*?)` to `(.*?)` -->\n```text\n).*?(?=```)", re.DOTALL)


def transcript() -> str:
    """Return what the recorder shows when TYPED is typed, without blanks at the ends of lines."""
    with tempfile.TemporaryDirectory() as folder:
        words = ["new", str(Path(folder) / "game.wcr"), "--board", "never"]
        said = CliRunner().invoke(cli, words, input=TYPED).stderr
    return re.sub(r" +$", "", said, flags=re.MULTILINE)


def with_sessions(page: str) -> str:
    """Return the page with each marked session as it is today."""
    said = transcript()

    def block(match: re.Match[str]) -> str:
        start = said.index(match[2])
        return match[1] + said[start : said.index(match[3], start)]

    return _BLOCK.sub(block, page)
