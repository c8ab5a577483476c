"""Means of few values with their 95 % interval by Student's t. The method is told in docs/explorer.md."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin, sqrt, tan
from statistics import NormalDist
from typing import Final, NamedTuple

LEVEL: Final = 0.95
"""How much of the distribution lies between the ends of an interval."""
_EXACT: Final = 200
"""Degrees of freedom up to which the distribution is summed; beyond, an expansion is exact to 1e-7."""
_STEPS: Final = 60
"""Halvings of the interval in which the quantile is looked for: more would change no digit."""


class Mean(NamedTuple):
    """A mean with the half width of its 95 % interval, ``None`` for a single value."""

    value: float
    half: float | None

    @classmethod
    def of(cls, value: float, spread: float | None, count: int) -> Mean:
        """Return the mean of ``count`` values with their sample standard deviation (``None``: of one)."""
        return cls(value, None if spread is None else half_width(spread, count))

    @classmethod
    def summed(cls, total: int, squares: int, count: int) -> Mean:
        """Return the mean of ``count`` (from 1) whole numbers with their sum and the sum of their squares."""
        if count < 2:
            return cls(total / count, None)
        # Whole numbers until the last step, so that nothing is lost in the difference.
        variance = (count * squares - total * total) / (count * (count - 1))
        return cls(total / count, half_width(sqrt(variance), count))


def half_width(spread: float, count: int) -> float:
    """Return half of the 95 % interval of the mean of ``count`` (from 2) values.

    ``spread`` is their sample standard deviation. The values are taken for a sample of a normal
    distribution; of equal values the width is 0, however few they are.
    """
    return student(count - 1) * spread / sqrt(count)


@lru_cache(maxsize=1024)
def student(freedom: int) -> float:
    """Return how many standard errors the 95 % interval reaches to each side: 12.706 for 1, 1.960 for many.

    ``freedom`` are the degrees of freedom, one less than the number of values.

    Raises:
        ValueError: if there are none.
    """
    if freedom < 1:
        raise ValueError(f"an interval needs at least 1 degree of freedom, not {freedom}")
    if freedom > _EXACT:
        return _expanded(freedom)
    low, high = 0.0, pi / 2
    for _ in range(_STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if _between(middle, freedom) < LEVEL else (low, middle)
    return sqrt(freedom) * tan(low)


def _between(angle: float, freedom: int) -> float:
    """Return the probability between -t and t, where t is the tangent of ``angle`` by sqrt(``freedom``).

    For whole degrees of freedom the distribution is a finite sum of powers of the cosine.
    """
    odd = freedom % 2
    power = cos(angle) if odd else 1.0
    total = 0.0
    for number in range(2 + odd, freedom + 1, 2):
        total += power
        power *= cos(angle) ** 2 * (number - 1) / number
    return 2 / pi * (angle + sin(angle) * total) if odd else sin(angle) * total


def _expanded(freedom: int) -> float:
    """Return the quantile by the expansion around that of the normal distribution (Cornish and Fisher)."""
    z = NormalDist().inv_cdf((1 + LEVEL) / 2)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3
