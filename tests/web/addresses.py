"""The addresses of the site, found by asking the application, each with something to show."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlencode

from wcreplay.web.app import create_app

if TYPE_CHECKING:
    from flask.testing import FlaskClient
    from werkzeug.routing import Rule

QUERIES: Final = {
    "pages.index": {"q": "zoe"},
    "pages.game": {"turn": "41"},
    "people.versus": {"a": "Ana", "b": "Bruno"},
    "people.by_name": {"name": "Ana"},
    "compare.page": {"a": "first", "b": "second"},
}
"""What addresses of pages ask, where they show more with it; names of `parts` stand for those."""
LINKED: Final = {"explorer.start": "/explorer"}
"""Addresses that ask for much are taken from a page that leads to them."""
OWN: Final = {
    "people.career_csv": {"panel": "scores"},
    "compare.chart_csv": {"panel": "received"},
}
"""Parts of addresses that are other things there."""
FRAGMENTS: Final = {"pages.turn", "extras.embedded_turn", "check.turn"}
"""Parts of pages, which the pages' scripts put in place."""
LEADING: Final = {"people.by_name"}
"""Addresses that lead to other pages."""
NO_PAGES: Final = {"static"}


class _Nothing:
    """Data that is never asked for."""

    generation = 0

    def cursor(self) -> Any:
        raise AssertionError


RULES: Final = {
    rule.endpoint: rule
    for rule in create_app(_Nothing()).url_map.iter_rules()
    if "GET" in (rule.methods or ()) and rule.endpoint not in NO_PAGES
}

PAGES: Final = {
    endpoint: rule
    for endpoint, rule in RULES.items()
    if endpoint not in FRAGMENTS
    and not endpoint.startswith("v1.")
    and not str(rule.rule).endswith((".json", ".csv", ".wcr"))
}
"""Those that are pages: a test holds that all others are not."""


def filled(rule: Rule, parts: dict[str, Any], client: FlaskClient) -> str:
    """The address of a page with something on it."""
    known = parts | OWN.get(rule.endpoint, {})
    missing = rule.arguments - set(known)
    assert not missing, f"{rule.rule}: `parts` has no value for {missing}"
    address = str(rule.rule)
    for name in rule.arguments:
        address = re.sub(rf"<(\w+:)?{name}>", str(known[name]), address)
    if rule.endpoint in LINKED:
        page = client.get(LINKED[rule.endpoint]).text
        found = re.search(rf'href="({re.escape(address)}\?[^"]+)"', page)
        assert found, f"{LINKED[rule.endpoint]} has no link to {address}"
        return found[1].replace("&amp;", "&")
    asked = {key: str(known.get(value, value)) for key, value in QUERIES.get(rule.endpoint, {}).items()}
    return f"{address}?{urlencode(asked)}" if asked else address
