"""The options of `wcreplay serve` that let others read or write, and requests too large to be read."""

from __future__ import annotations

import http.client
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from wcreplay.cli import cli
from wcreplay.web import server
from wcreplay.web.guard import BODY_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.mark.parametrize(
    ("options", "writable", "warnings"),
    [
        ([], False, 0),
        (["--writable"], True, 0),
        (["--host", "0.0.0.0"], False, 1),
        (["--host", "0.0.0.0", "--writable"], True, 2),
    ],
)
def test_the_command_warns_twice_where_everyone_may_write(
    monkeypatch: pytest.MonkeyPatch, options: list[str], writable: bool, warnings: int
) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(server, "serve", lambda *_, **named: asked.append(named["writable"]))
    done = CliRunner().invoke(cli, ["serve", "--db", "games.duckdb", *options])
    assert done.exit_code == 0, done.output
    assert asked == [writable]
    lines = done.stderr.splitlines()
    assert len(lines) == warnings
    assert all(line.startswith("warning: everyone who reaches 0.0.0.0 can ") for line in lines)


PROGRAM = """
import sys
from wcreplay.web import serve
serve(sys.argv[1], port=0, on_ready=lambda address: print(address, flush=True))
"""


@pytest.fixture(scope="module")
def port(db: Path) -> Iterator[int]:
    """The port of a server as the command starts it."""
    command = [sys.executable, "-c", PROGRAM, str(db)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield int(process.stdout.readline().strip().rstrip("/").rpartition(":")[2])
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=20)


def test_what_is_far_too_large_is_not_even_read(port: int) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        connection.putrequest("POST", "/api/v1/validate")
        connection.putheader("Content-Type", "text/plain")
        connection.putheader("Content-Length", str(1 << 40))
        connection.endheaders()
        assert connection.getresponse().status == 413
    finally:
        connection.close()


def test_what_is_too_large_gets_an_answer_also_in_pieces_of_unknown_length(port: int) -> None:
    for chunked in (False, True):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        body = b"x" * (BODY_BYTES + 1)
        pieces = iter([body[: len(body) // 2], body[len(body) // 2 :]])
        try:
            headers = {"Content-Type": "text/plain"}
            sent: Any = pieces if chunked else body
            connection.request("POST", "/api/v1/validate", sent, headers, encode_chunked=chunked)
            answer = connection.getresponse()
            assert answer.status == 413
            assert b"2 MiB" in answer.read()
        finally:
            connection.close()
