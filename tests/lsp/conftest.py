"""One server for most tests of this folder, as it takes a while to start."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from .client import Editor

RECORD = (Path(__file__).parents[1] / "cli" / "game.wcr").read_text(encoding="utf-8")
"""A complete game of three players."""

TUTORIAL = Path(__file__).parents[2] / "records" / "white_castle" / "tutorial.wcr"


@pytest.fixture(scope="session")
def editor() -> Iterator[Editor]:
    """An editor that is connected to a server; at the end the server must have gone in good order."""
    connected = Editor(capabilities={})
    yield connected
    assert connected.leave() == 0
    assert connected.errors == []


@pytest.fixture
def uri(request: pytest.FixtureRequest) -> str:
    """The address of a document that no other test has."""
    return f"file:///games/{request.node.name}.wcr"
