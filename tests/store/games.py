"""Records for the tests of the store: one whole game and many different ones cut from it."""

from __future__ import annotations

from itertools import islice, product
from pathlib import Path

from wcreplay.engine.reader import read_record
from wcreplay.engine.replay import Replay
from wcreplay.notation.model import RawRecord

_TAGS = """[Game "white-castle"]
[Ruleset "base-2023"]
"""
_SETUP = """castle  S10 S5 S2 | D3 D4 | M2
tiles   wcc wbc bwb | wc wc | coin food
gardens c P4 K4 | b P5 K2 | w P2 K1
yards   Y1 Y7 | Y8 | Y5
order   A B
pairs   {spare} R6+A2 R2+A1
round 1  c 135 | b 155 | w 235
"""
_TURNS = """0.1 B R2 +fp
0.2 A R6
1.1 A c5>w
1.2 B c1<s1 >2 Q g^s1.3/S9
1.3 A b5>o1 x:f G:P5 P:b W3 P:w W1
1.4 B b5>w
1.5 A w5>d1 Q g^s1.1/S4
1.6 B w2<w
1.g A @P5 P:w
round 2  c 123 | b 112 | w 135
2.1 B b1<s3 >1 Q s^d1/D2
2.2 A w5>d1 s^d2/D7 Q
2.3 B c1<s1
2.4 A c3>d2 x:c G:K4 B:s2.3
2.5 B b1<o1 G:P4 x:i W5 d^m1 Q B:s2.3
2.6 A w1<s2 x:i W5 g^s2.3/S15 Q B:s1.3
2.g B @P4
2.g A @K4 B:s1.2 @P5
round 3  c 113 | b 246 | w 246
3.1 B b2<s3 >1 g^s1.3/S7 Q
3.2 A b4<o2 W3 P:w
3.3 B w6>d1 g^s3.3/S12 Q
3.4 A c3>s1 G:P4 W3 P:w
3.5 B b6>o1 G:P2
3.6 A w4>p
"""
POINTS = {"A": 54, "B": 45}
SPARES = [f"R{r}+A{a}" for r in (1, 3, 4, 5, 7, 8, 9) for a in (3, 2, 1)]


def game(*, tags: str = "", spare: str = "R5+A3", lines: int | None = None, result: bool = False) -> str:
    """Return a record: the whole game, or only its first ``lines`` lines of turns."""
    turns = "".join(_TURNS.splitlines(keepends=True)[:lines])
    stated = '[Result "A 54, B 45"]\n' if result else ""
    return f"{_TAGS}{tags}{stated}\n{_SETUP.format(spare=spare)}{turns}"


def many(count: int) -> list[str]:
    """Return different records: the pair that nobody drafts and the place where the record ends vary."""
    last = len(_TURNS.splitlines())
    return [game(spare=spare, lines=n) for n, spare in islice(product(range(last, 1, -1), SPARES), count)]


def write(path: Path, *texts: str) -> Path:
    """Write records to a file and return its path."""
    path.write_text("\n".join(texts), encoding="utf-8")
    return path


def replayed(text: str | None = None) -> Replay:
    """Return the replay of a record that is right."""
    reading = read_record(RawRecord(text or game(), "test.wcr"))
    assert reading.replay is not None, reading.diagnostics
    return reading.replay
