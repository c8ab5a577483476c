"""An editor, as far as the tests need one: JSON-RPC over the standard input and output of a real server."""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import IO, Any

PATIENCE = 30
"""Seconds to wait for an answer; far more than one takes, for machines that are busy."""

Message = dict[str, Any]


class Failed(Exception):
    """The server answered a request with an error."""


class Editor:
    """Speaks to one server process; everything the server sends is kept until somebody asks for it."""

    def __init__(self, *words: str, capabilities: Message | None = None) -> None:
        """Start a server and, unless ``capabilities`` is left out, say hello."""
        command = words or (sys.executable, "-m", "wcreplay", "lsp")
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe)
        self.messages: queue.Queue[Message | None] = queue.Queue()
        self.kept: list[Message] = []
        self.errors: list[bytes] = []
        self.server: Message = {}
        self._number = 0
        self._version = 0
        self._threads = [threading.Thread(target=work) for work in (self._read, self._read_errors)]
        for thread in self._threads:
            thread.start()
        if capabilities is not None:
            self.server = self.ask("initialize", processId=None, rootUri=None, capabilities=capabilities)
            self.tell("initialized")

    # -- messages --------------------------------------------------------------------------------

    def _read(self) -> None:
        stream = self._stream(self.process.stdout)
        while head := stream.readline():
            size = int(head.removeprefix(b"Content-Length:"))
            while stream.readline().strip():
                pass
            self.messages.put(json.loads(stream.read(size)))
        self.messages.put(None)

    def _read_errors(self) -> None:
        self.errors.extend(self._stream(self.process.stderr))

    @staticmethod
    def _stream(stream: IO[bytes] | None) -> IO[bytes]:
        assert stream is not None
        return stream

    def write(self, body: bytes) -> None:
        """Send a body, whatever it is, with the header that belongs to it."""
        stream = self._stream(self.process.stdin)
        stream.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        stream.flush()

    def send(self, **message: Any) -> None:
        """Send a message."""
        self.write(json.dumps({"jsonrpc": "2.0", **message}).encode())

    def tell(self, method: str, **params: Any) -> None:
        """Send a notification."""
        self.send(method=method, params=params)

    def ask(self, method: str, **params: Any) -> Any:
        """Send a request and return its result. Raises :class:`Failed`."""
        self._number += 1
        number = self._number
        self.send(id=number, method=method, params=params or None)
        answer = self.wait(lambda message: message.get("id") == number)
        if "error" in answer:
            raise Failed(answer["error"]["message"])
        return answer.get("result")

    def wait(self, wanted: Callable[[Message], bool]) -> Message:
        """Return the first message that is wanted, waiting for it if it has not come yet."""
        for number, message in enumerate(self.kept):
            if wanted(message):
                return self.kept.pop(number)
        while (message := self.messages.get(timeout=PATIENCE) or {}) and not wanted(message):
            self.kept.append(message)
        assert message, b"".join(self.errors).decode()
        return message

    # -- documents -------------------------------------------------------------------------------

    def open(self, uri: str, text: str) -> list[Message]:
        """Open a document and return its findings."""
        self._version += 1
        item = {"uri": uri, "languageId": "wcreplay", "version": self._version, "text": text}
        self.tell("textDocument/didOpen", textDocument=item)
        return self.findings(uri)

    def change(self, uri: str, *changes: Message) -> list[Message]:
        """Change a document and return its findings."""
        self._version += 1
        document = {"uri": uri, "version": self._version}
        self.tell("textDocument/didChange", textDocument=document, contentChanges=list(changes))
        return self.findings(uri)

    def findings(self, uri: str, version: int = -1) -> list[Message]:
        """Return the findings of a version of a document, the newest unless another is asked for."""

        def wanted(message: Message) -> bool:
            params = message.get("params") or {}
            newest = self._version if version < 0 else version
            return (params.get("uri"), params.get("version")) == (uri, newest)

        found: list[Message] = self.wait(wanted)["params"]["diagnostics"]
        return found

    def at(self, method: str, uri: str, line: int, character: int) -> Any:
        """Ask something about a position of a document."""
        where = {"line": line, "character": character}
        return self.ask(f"textDocument/{method}", textDocument={"uri": uri}, position=where)

    # -- the end ---------------------------------------------------------------------------------

    def leave(self) -> int:
        """Say goodbye as the protocol wants it; return the exit code."""
        self.ask("shutdown")
        self.tell("exit")
        return self.end()

    def end(self) -> int:
        """Close the input, wait for the process, and return its exit code."""
        self._stream(self.process.stdin).close()
        code = self.process.wait(timeout=PATIENCE)
        for thread in self._threads:
            thread.join(timeout=PATIENCE)
        for stream in (self.process.stdout, self.process.stderr):
            self._stream(stream).close()
        return code
