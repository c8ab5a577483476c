"""Every address answers, and the bar of every page says which section the page is in."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from .addresses import FRAGMENTS, PAGES, RULES, filled

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


@pytest.mark.parametrize("endpoint", sorted(set(RULES) - set(PAGES)))
def test_an_address_that_is_no_page_answers_with_something_else(
    client: FlaskClient, parts: dict[str, Any], endpoint: str
) -> None:
    """What the walk through the pages in a browser leaves out is none."""
    answer = client.get(filled(RULES[endpoint], parts, client))
    assert answer.status_code == 200, answer.text[:300]
    assert not answer.text.lower().startswith("<!doctype html>")
    assert answer.mimetype != "text/html" or endpoint in FRAGMENTS


@pytest.mark.parametrize("endpoint", PAGES)
def test_every_page_is_in_one_section(client: FlaskClient, parts: dict[str, Any], endpoint: str) -> None:
    answer = client.get(filled(PAGES[endpoint], parts, client), follow_redirects=True)
    assert answer.status_code == 200
    bar = answer.text.partition("</header>")[0]
    marked = re.findall(r'<a href="([^"]*)" aria-current="(page|true)"', bar)
    if endpoint in ELSEWHERE:
        assert not marked
    else:
        section = SECTIONS[endpoint.partition(".")[0]]
        assert marked == [(section, "page" if answer.request.path == section else "true")]


def test_what_is_not_there_is_in_no_section(client: FlaskClient) -> None:
    answer = client.get("/nothing")
    assert answer.status_code == 404
    assert "aria-current" not in answer.text
