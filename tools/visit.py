"""A running server and all its addresses with something to see at each: for measuring and for pictures."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode, urlsplit

from playwright.sync_api import Browser, Playwright

from tests.conftest import QUIET_FLAGS, find_chromium
from wcreplay.web.app import create_app
from wcreplay.web.roster import player_id

QUERIES: Final[Mapping[str, Mapping[str, str]]] = {
    "people.by_name": {"name": "player"},
    "people.versus": {"a": "player", "b": "opponent"},
    "compare.page": {"a": "first", "b": "second"},
}
"""What addresses ask, where they show more with it: keys of the parts."""
LINKED: Final = {"explorer.start": "/explorer"}
"""Addresses that ask for much are taken from a page that leads to them."""
PANELS: Final = {"people.career_csv": "scores", "compare.chart_csv": "received"}
"""Panels of charts that are not about one game."""
FORM: Final = "application/x-www-form-urlencoded"


class NothingThere(Exception):
    """An address is answered with an error, or the games have nothing to show there."""


class Answer(NamedTuple):
    """What a server answered, and the seconds from asking to the last byte."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    seconds: float

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode()

    @property
    def is_page(self) -> bool:
        """Whether this is a page to be looked at, no part of one and no data."""
        return self.text[:15].lower().startswith("<!doctype html>")


class Visitor:
    """One client with one connection, kept open, and with its cookies."""

    def __init__(self, url: str) -> None:
        """Visit the server at ``url``."""
        self.url = url.rstrip("/")
        self._connection = HTTPConnection(urlsplit(url).netloc, timeout=120)
        self._cookie = ""

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def ask(self, address: str, body: bytes | None = None, content_type: str = "") -> Answer:
        """Return the answer for an address; a ``body`` is sent."""
        headers = {"Cookie": self._cookie} if self._cookie else {}
        if body is not None:
            headers["Content-Type"] = content_type
        start = time.perf_counter()
        self._connection.request("GET" if body is None else "POST", address, body, headers)
        response = self._connection.getresponse()
        content = response.read()
        seconds = time.perf_counter() - start
        if cookie := response.headers["Set-Cookie"]:
            self._cookie = cookie.partition(";")[0]
        return Answer(response.status, dict(response.headers), content, seconds)

    def get(self, address: str) -> Answer:
        """Return the answer for an address, and of where it leads if it leads on.

        Raises:
            NothingThere: if it is no good answer.
        """
        answer = self.ask(address)
        if answer.status in {302, 303}:
            return self.get(answer.headers["Location"])
        if answer.status != 200:
            raise NothingThere(f"{address} is answered with {answer.status}: {answer.text[:200]}")
        return answer

    def json(self, address: str) -> Any:
        """Return what an address of data answers."""
        return json.loads(self.get(address).body)

    def form(self, records: str, do: str) -> bytes:
        """Return the form of the page that checks records, with the token of this visitor."""
        found = re.search(r'name="token" value="([^"]+)"', self.get("/check").text)
        assert found is not None
        return urlencode({"text": records, "do": do, "token": found[1]}).encode()

    def checked(self, records: str) -> str:
        """Have records checked, and return the key of the replay of the first one, which is not stored."""
        answer = self.ask("/check", self.form(records, "view-1"), FORM)
        return answer.headers["Location"].rpartition("/")[2]


class _Nothing:
    """Data that is never asked for."""

    generation = 0

    def cursor(self) -> Any:
        """Never called."""
        raise AssertionError


def rules() -> dict[str, str]:
    """Return the address of every endpoint that can be looked at, such as ``/games/<game_id>``."""
    application = create_app(_Nothing())
    return {
        rule.endpoint: re.sub(r"<\w+:", "<", rule.rule)
        for rule in application.url_map.iter_rules()
        if "GET" in (rule.methods or ()) and rule.endpoint != "static"
    }


def parts(games: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Return values for the parts of addresses: of the first two games, given as the JSON API lists them.

    There are players only if the games name some; ``key`` is what :meth:`Visitor.checked` gives.
    """
    first, second = (one["game_id"] for one in (games[0], games[-1]))
    found = {"game_id": first, "first": first, "second": second, "game": "white-castle"}
    found |= {"number": "20", "turn_no": "20", "name": "coins"}
    named = [seat["player"] for seat in games[0]["seats"] if seat["player"]]
    if len(named) > 1:
        found |= {"who": player_id(named[0]), "player": named[0], "opponent": named[1]}
    return found


def filled(endpoint: str, rule: str, known: Mapping[str, str], visitor: Visitor) -> str:
    """Return the address of an endpoint with something to see on it.

    Raises:
        NothingThere: if there is nothing for one of its parts.
    """
    if endpoint in LINKED:
        found = re.search(rf'href="({re.escape(rule)}\?[^"]+)"', visitor.get(LINKED[endpoint]).text)
        if found is None:
            raise NothingThere(f"{LINKED[endpoint]} does not lead to {rule}")
        return found[1].replace("&amp;", "&")
    values = {"panel": PANELS.get(endpoint, "balance"), **known}
    asked = QUERIES.get(endpoint, {})
    missing = {*re.findall(r"<(\w+)>", rule), *asked.values()} - set(values)
    if missing:
        raise NothingThere(f"{rule}: nothing is known for {', '.join(sorted(missing))}")
    address = re.sub(r"<(\w+)>", lambda part: values[part[1]], rule)
    return f"{address}?{urlencode({key: values[part] for key, part in asked.items()})}" if asked else address


@contextmanager
def serving(db: Path) -> Iterator[Visitor]:
    """Run ``wcreplay serve`` in a process of its own; yields a visitor of it."""
    words = [sys.executable, "-m", "wcreplay", "serve", "--db", str(db), "--port", "0"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+", process.stdout.readline())
            if found is None:
                raise SystemExit(f"the server did not start: {' '.join(words)}")
            visitor = Visitor(found[0])
            try:
                yield visitor
            finally:
                visitor.close()
        finally:
            process.terminate()


def chromium(playwright: Playwright) -> Browser:
    """Return a browser as the tests use it."""
    return playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox", *QUIET_FLAGS])
