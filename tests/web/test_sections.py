"""The bar of every page says which section the page is in."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from .addresses import FRAGMENTS, RULES, filled

if TYPE_CHECKING:
    from flask.testing import FlaskClient

SECTIONS = {
    "pages": "/",
    "compare": "/",
    "people": "/players",
    "explorer": "/explorer",
    "check": "/check",
    "manual": "/api",
}
"""The section of the pages of each module."""
ELSEWHERE = {"extras.embed", "extras.cards"}
"""Pages without a bar: for frames, and for paper."""


@pytest.mark.parametrize("endpoint", sorted(set(RULES) - FRAGMENTS))
def test_every_page_is_in_one_section(client: FlaskClient, parts: dict[str, Any], endpoint: str) -> None:
    answer = client.get(filled(RULES[endpoint], parts, client), follow_redirects=True)
    if answer.mimetype != "text/html":
        return
    marked = re.findall(
        r'<a href="([^"]*)" aria-current="(page|true)"', answer.text.partition("</header>")[0]
    )
    if endpoint in ELSEWHERE:
        assert not marked
    else:
        section = SECTIONS[endpoint.partition(".")[0]]
        assert marked == [(section, "page" if answer.request.path == section else "true")]


def test_what_is_not_there_is_in_no_section(client: FlaskClient) -> None:
    answer = client.get("/nothing")
    assert answer.status_code == 404
    assert "aria-current" not in answer.text
