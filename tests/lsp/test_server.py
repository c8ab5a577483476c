"""The server as a process: how it begins and ends, and what it makes of nonsense."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator

import pytest
from click.testing import CliRunner

from wcreplay.cli import cli

from .client import Editor, Failed
from .conftest import RECORD

REQUESTS = ("hover", "completion", "documentSymbol", "foldingRange", "formatting", "rangeFormatting")


def test_what_the_server_can_do(editor: Editor) -> None:
    can = editor.server["capabilities"]
    assert can["positionEncoding"] == "utf-16"
    assert can["textDocumentSync"] == {"openClose": True, "change": 2, "save": False}
    assert " " in can["completionProvider"]["triggerCharacters"]
    for name in ("hover", "documentSymbol", "foldingRange", "documentFormatting", "documentRangeFormatting"):
        assert can[f"{name}Provider"]
    assert editor.server["serverInfo"]["name"] == "wcreplay"


def test_documents_that_are_not_open_are_answered_with_nothing(editor: Editor) -> None:
    gone = {"uri": "file:///nowhere.wcr"}
    at = {"line": 3, "character": 1}
    ends = {"start": at, "end": at}
    for name in REQUESTS:
        more = {"position": at, "range": ends, "options": {"tabSize": 1, "insertSpaces": True}}
        answer = editor.ask(f"textDocument/{name}", textDocument=gone, **more)
        assert not answer
    editor.tell("textDocument/didClose", textDocument=gone)
    editor.tell("textDocument/didChange", textDocument=gone | {"version": 1}, contentChanges=[{"text": "x"}])
    assert editor.at("hover", "file:///nowhere.wcr", 0, 0) is None


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"",
        b"\xff\xfe",
        b"[1, 2]",
        b"17",
        b"{}",
        b'{"jsonrpc": "1.0", "method": "exit"}',
        b'{"jsonrpc": "2.0", "method": "no/such"}',
        b'{"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {}}',
        b'{"jsonrpc": "2.0", "method": "textDocument/didChange", "params": {"textDocument": 3}}',
        b'{"jsonrpc": "2.0", "id": 4711, "result": 1}',
        b'{"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": {"uri": ""}}}',
        b"[" * 100_000,
    ],
)
def test_nonsense_is_survived(nonsense: Editor, body: bytes) -> None:
    nonsense.write(body)
    assert nonsense.at("hover", "file:///nowhere.wcr", 0, 0) is None


@pytest.fixture(scope="module")
def nonsense() -> Iterator[Editor]:
    """A connection for messages that no editor sends. At the end it goes without asking for a shutdown."""
    connected = Editor(capabilities={})
    yield connected
    connected.tell("exit")
    assert connected.end() == 1


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("no/such", {}),
        ("textDocument/hover", {"textDocument": {"uri": "file:///x"}}),
        (
            "textDocument/hover",
            {"textDocument": {"uri": "file:///x"}, "position": {"line": -1, "character": 0}},
        ),
        ("textDocument/completion", {}),
    ],
)
def test_requests_that_cannot_be_read_are_errors(
    nonsense: Editor, method: str, params: dict[str, object]
) -> None:
    with pytest.raises(Failed):
        nonsense.ask(method, **params)


def test_half_a_character_is_a_finding(editor: Editor, uri: str) -> None:
    (found,) = editor.open(uri, RECORD.replace("worked", "worked \ud83d"))
    assert found["code"] == "N106"


def test_a_large_file_does_not_keep_other_questions_waiting(editor: Editor, uri: str) -> None:
    """The file takes a while to check; what is asked meanwhile is answered at once."""
    texts = [RECORD.replace("worked", f"{number} worked") for number in range(150)]
    texts[-1] = texts[-1].replace("w6>w", "w5>w")
    whole = "\n".join(texts)
    item = {"uri": uri, "languageId": "wcreplay", "version": 0, "text": whole}
    editor.tell("textDocument/didOpen", textDocument=item)
    line = RECORD[: RECORD.index("1.3 A")].count("\n")
    assert "**1.3 A**" in editor.at("hover", uri, line, 0)["contents"]["value"]
    assert not [message for message in editor.kept if "diagnostics" in message.get("params", {})]
    (found,) = editor.findings(uri, version=0)
    assert found["code"] == "R210"
    change = {
        "range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}},
        "text": " ",
    }
    (again,) = editor.change(uri, change)
    assert again["range"] == found["range"]


def test_a_signal_ends_the_server_at_once() -> None:
    connected = Editor(capabilities={})
    connected.process.send_signal(signal.SIGTERM)
    assert connected.process.wait(timeout=5) == -signal.SIGTERM
    connected.end()
    assert connected.errors == []


def test_without_the_library_one_line_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] in ("pygls", "lsprotocol")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delitem(sys.modules, "wcreplay.lsp.server", raising=False)
    monkeypatch.setitem(sys.modules, "pygls", None)
    result = CliRunner().invoke(cli, ["lsp"])
    assert result.exit_code == 3
    assert result.output == (
        'wcreplay: the language server needs a library more: pip install "wcreplay[lsp]"\n'
    )
