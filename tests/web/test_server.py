"""Serving: the address is told once it answers, nothing is printed, and an interrupt ends it quietly."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import urllib.request
from typing import TYPE_CHECKING

import pytest

from wcreplay.store.errors import StoreError
from wcreplay.web import serve

if TYPE_CHECKING:
    from pathlib import Path

PROGRAM = """
import sys
from wcreplay.web import serve
serve(sys.argv[1], port=0, on_ready=lambda address: print(address, file=sys.stderr, flush=True))
"""


def test_serving_tells_its_address_prints_nothing_and_ends_on_interrupt(db: Path) -> None:
    command = [sys.executable, "-c", PROGRAM, str(db)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        address = server.stderr.readline().strip()
        assert address.startswith("http://127.0.0.1:")
        with urllib.request.urlopen(address, timeout=20) as answer:
            assert answer.status == 200
            assert "Server" not in answer.headers
        server.send_signal(signal.SIGINT)
        out, err = server.communicate(timeout=20)
    assert (server.returncode, out, err) == (0, "", "")


def test_a_port_in_use_and_a_missing_database_are_errors(db: Path, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(OSError, match="in use"):
            serve(db, port=taken.getsockname()[1])
    with pytest.raises(StoreError, match="no database"):
        serve(tmp_path / "none.duckdb")
