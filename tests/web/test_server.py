"""Serving: the address is told once it answers, and nothing is printed."""

from __future__ import annotations

import socket
import threading
import urllib.request
from typing import TYPE_CHECKING

import pytest

from wcreplay.store.errors import StoreError
from wcreplay.web import serve

if TYPE_CHECKING:
    from pathlib import Path


def test_serving_tells_its_address_and_prints_nothing(db: Path, capfd: pytest.CaptureFixture[str]) -> None:
    answers: list[int] = []

    def ready(address: str) -> None:
        assert address.startswith("http://127.0.0.1:")

        def ask() -> None:
            with urllib.request.urlopen(address, timeout=10) as answer:
                answers.append(answer.status)

        thread = threading.Thread(target=ask)
        thread.start()
        threads.append(thread)

    threads: list[threading.Thread] = []

    def run() -> None:
        serve(db, port=0, on_ready=ready)

    server = threading.Thread(target=run, daemon=True)
    server.start()
    for _ in range(200):
        if answers:
            break
        threading.Event().wait(0.05)
    assert answers == [200]
    assert capfd.readouterr().out == ""


def test_a_port_in_use_and_a_missing_database_are_errors(db: Path, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(OSError, match="in use"):
            serve(db, port=taken.getsockname()[1])
    with pytest.raises(StoreError, match="no database"):
        serve(tmp_path / "none.duckdb")
