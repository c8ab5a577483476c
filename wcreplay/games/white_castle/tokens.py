"""The tokens of the notation in few words: for the printed sheet and the recorder's help.

docs/notation.md is the specification; a test holds that each token here stands there too.
"""

from __future__ import annotations

from typing import Final

TOKENS: Final[tuple[tuple[str, tuple[tuple[str, str], ...]], ...]] = (
    (
        "A turn",
        (
            ("1.1 C c6>s2 ...", "label, seat, die and space, then decisions in the order made"),
            ("c6> c1<", "die: colour c b w (coral black white), pips, end of its bridge: left < or right >"),
            ("s1 s2 s3 d1 d2", "space: steward rooms (value 3), diplomat rooms (4)"),
            ("o1 o2 w p", "outside, gardener or courtier, warrior or courtier (5); well (1); own row (6)"),
            ("0.1 B R2", "draft pick: resource card of the pair"),
            ("1.g A @P5 @K3", "gardens at the end of a round, in the order used"),
        ),
    ),
    (
        "Actions (not written: declined)",
        (
            ("G:P4", "gardener to that garden"),
            ("W5 W3 W1", "warrior to the yard for 5, 3 or 1 iron"),
            ("Q", "audience: courtier to the gate for 2 coins"),
            ("g^s2.3", "courtier climbs from gate g, steward floor s, diplomat floor d to room s2, block 3"),
            ("/S9 /_ /-", "behind it: the card turned up there, unseen, none (a single light block: no .3)"),
            ("d^m3 s^m2", "climb to the daimyo, slot 3, slot 2 (m alone: no slot free)"),
            ("B:s2.1", "main-board action: block 1 of room s2"),
            ("P:c", "row c, b or w of the own domain, without a die"),
        ),
    ),
    (
        "Choices",
        (
            ("+f +fip", "what any-resource was: f food, i iron, p pearl"),
            ("x:c", "a seal exchanged for a coin; at any time of the own turn"),
            ("x:f x:i x:p", "two seals for food, iron, a pearl"),
            ("-L -T -w", "not: the lantern of a left die, the next checkpoint of time, a granted well"),
            (">2 >y1 >L >T >w >s", "this first: block 2, yard tile 1, lantern, time steps, well, seal"),
            (". L T w", "go on, collect, pay, use: only where a later token would be taken too early"),
        ),
    ),
    (
        "Around the turns",
        (
            ("_", "a fact nobody saw"),
            ("! ? !! ?? !? ?!", "mark of the turn, its last word"),
            ("{ ... }", "a comment"),
            ("= A c4 s3 f7 i2 p0", "A has 4 coins, 3 seals, 7 food, 2 iron, no pearl: checked"),
            ("v8 t6 =31", "likewise points scored, space of time, all points if the game ended here"),
        ),
    ),
)  # fmt: skip
"""Groups of tokens, each token with its meaning."""
