"""The readings of the rules that R15 and R16 reject, each as a change of the engine.

A ruling is held by a test only if the test fails where the engine follows the other reading. The changes here
put the other reading in place of the ruling, and ``test_articles.py`` looks for a test that notices. They are
mistakes made on purpose: as small as they can be, and never more general than the test needs.
"""

from __future__ import annotations

from . import conflicts, rulings
from .base import READINGS, Reading, followed

__all__ = ["READINGS", "Reading", "conflicts", "followed", "rulings"]
