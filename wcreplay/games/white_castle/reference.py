"""Where the rules reference treats what changes a holding, for people who look at a posting."""

from __future__ import annotations

from typing import Final

CAUSES: Final = {
    "setup": "R2",
    "draft": "R2.10",
    "die difference": "R3.6",
    "room block": "R5.1",
    "well": "R5.3",
    "domain row": "R5.4",
    "domain card": "R5.4",
    "lantern": "R8.1",
    "garden": "R6.1",
    "yard tile": "R6.2",
    "daimyo slot": "R6.7",
    "climb card": "R6.4",
    "main board": "R7",
    "audience": "R6.3",
    "climb": "R6.3",
    "gardener": "R6.1",
    "warrior": "R6.2",
    "price": "R16.2",
    "checkpoint": "R9.2",
    "exchange": "R1.5",
    "cap": "R1.3",
    "unpaid": "R9.3",
    "refused": "R9.4",
    "turn order": "R10.1",
}
"""Each cause of a posting and the article of the rules reference that it comes from."""

ARTICLES: Final = {**CAUSES, "cap time_lost": "R9.7"}
"""The same, and for a cause with an account where another article treats what happens there."""
