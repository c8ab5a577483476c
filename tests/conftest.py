"""Fixtures shared by all tests; those for the browser extend pytest-playwright's own.

A test that asks for ``page`` gets the system's Chromium, may reach 127.0.0.1 only, and fails at its end when
the page asked for anything else, raised an error or broke its content security policy.
"""

import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from hypothesis import HealthCheck, settings
from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Route, expect

ROOT = Path(__file__).resolve().parents[1]

# A shell starts what it runs in the background with Ctrl-C ignored; what tests start would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# A run is repeatable: what passes here passes elsewhere, on a slow machine too;
# `--hypothesis-profile=explore` draws anew.
_unhurried: dict[str, Any] = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("repeatable", derandomize=True, **_unhurried)
settings.register_profile("explore", derandomize=False, print_blob=True, **_unhurried)
settings.load_profile("repeatable")

# A page has come to be as expected at last: how long that takes is the machine's matter.
expect.set_options(timeout=20_000)

# Chromium calls home at every start unless told not to.
QUIET_FLAGS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--no-default-browser-check",
    "--no-first-run",
    "--no-pings",
)


def find_chromium() -> str:
    """Return the path of a Chromium: ``$WCREPLAY_CHROMIUM``, or else the system's."""
    chosen = os.environ.get("WCREPLAY_CHROMIUM")
    names = [chosen] if chosen else ["chromium", "chromium-browser", "google-chrome"]
    for name in names:
        path = shutil.which(name)
        if path is not None:
            return path
    raise FileNotFoundError(f"no Chromium found ({', '.join(names)}); `make browser` installs one")


@pytest.fixture(scope="session")
def root() -> Path:
    """The top folder of the checkout."""
    return ROOT


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """The path of the browser that tests drive."""
    return find_chromium()


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any], chromium_path: str) -> dict[str, Any]:
    """Start the system's Chromium, headless, without background traffic; works as root too."""
    return {
        **browser_type_launch_args,
        "executable_path": chromium_path,
        "args": [*browser_type_launch_args.get("args", ()), *QUIET_FLAGS],
        "chromium_sandbox": False,
    }


def is_local(url: str) -> bool:
    """Whether ``url`` stays on this machine."""
    parts = urlsplit(url)
    return parts.scheme in {"data", "blob", "about"} or parts.hostname == "127.0.0.1"


@pytest.fixture
def context(context: BrowserContext) -> Iterator[BrowserContext]:
    """A browser context that reaches 127.0.0.1 only; the test fails if a page tried anything else."""
    foreign: list[str] = []

    def guard(route: Route) -> None:
        if is_local(route.request.url):
            route.continue_()
        else:
            foreign.append(route.request.url)
            route.abort()

    context.route("**/*", guard)
    yield context
    assert not foreign, f"the page asked for addresses outside 127.0.0.1: {foreign}"


@pytest.fixture
def page(page: Page) -> Iterator[Page]:
    """A page of that context; the test fails on script errors and on content policy violations."""
    faults: list[str] = []

    def on_console(message: ConsoleMessage) -> None:
        if message.type == "error" and "Content Security Policy" in message.text:
            faults.append(message.text)

    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", on_console)
    yield page
    assert not faults, f"faults on the page: {faults}"
