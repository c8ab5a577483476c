"""Canonical text of decisions: one place that knows how few tokens say them all."""

from __future__ import annotations

from collections.abc import Sequence

from .decision import Decision

SEATS = "ABCDE"
"""Letters of the seats by seat number."""


def add_token(printed: list[str], passed: list[Decision], text: str) -> None:
    """Print the option ``text`` that was taken (not the empty one) behind the tokens of its unit.

    ``passed`` are the decisions since the last token at which the empty option was taken. As far as
    one of them would take the new token for itself, they are written explicitly before it. What chance
    showed (``/S9``) is glued to the token that asked for it. ``passed`` is empty afterwards.
    """
    if text[0] == "/" and printed:
        printed[-1] += text
        return
    if passed:
        last = 0
        for number, decision in enumerate(passed, start=1):
            if text in decision.options or text in decision.redundant:
                last = number
        printed.extend(decision.go for decision in passed[:last])
        passed.clear()
    printed.append(text)


def setup_line(keyword: str, text: str, pad: int) -> str:
    """Return a canonical setup statement; ``pad`` is the width of the keyword's column."""
    return f"{keyword:<{pad}} {text}"


def chance_line(keyword: str, text: str) -> str:
    """Return a canonical chance statement: the keyword and its number set off from what chance showed."""
    number, _, rest = text.partition(" ")
    return f"{keyword} {number}  {rest.lstrip()}"


def result_tag(points: Sequence[int], ranks: Sequence[int]) -> str:
    """Return the value of the tag ``Result``: seats with their points, the winner first."""
    return ", ".join(
        f"{SEATS[seat]} {points[seat]}" for seat in sorted(range(len(points)), key=ranks.__getitem__)
    )
