"""How a command ends where the store cannot do what was asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .common import ENVIRONMENT, USAGE, fail

if TYPE_CHECKING:
    from wcreplay.store.errors import StoreError

_USAGE_CODES: Final = frozenset(
    ("S201", "S202", "S203", "S205", "S206", "S305", "S401", "S402", "S404", "S405")
)
"""Codes that speak of what was asked; all others of the environment."""


def end(error: StoreError) -> None:
    """End the command with the error's message and the exit code that belongs to it."""
    fail(f"[{error.code}] {error}", USAGE if error.code in _USAGE_CODES else ENVIRONMENT)
