"""What the command-line tests share: a runner and a record that is right."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from wcreplay.cli import cli

RECORD = (Path(__file__).parent / "game.wcr").read_text(encoding="utf-8")
"""A complete game of three players; every wrong record of these tests is this one with one fault."""


@pytest.fixture
def run() -> Callable[..., Result]:
    """Return a function that runs the command line and checks that nothing but an exit ended it."""

    def invoke(*words: str, stdin: bytes | str | None = None) -> Result:
        result = CliRunner().invoke(cli, list(words), input=stdin)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        assert "Traceback" not in result.output
        return result

    return invoke


@pytest.fixture
def new(run: Callable[..., Result], tmp_path: Path) -> Callable[..., Result]:
    """Return a function that records in ``game.wcr`` what is typed, until the input ends."""

    def typed(lines: str, *words: str, file: str = "game.wcr") -> Result:
        return run("new", str(tmp_path / file), "--board", "never", *words, stdin=lines.strip("\n") + "\n")

    return typed
