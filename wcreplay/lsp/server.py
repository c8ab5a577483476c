"""The language server: what editors ask over standard input and output, and what they are told."""

from __future__ import annotations

import asyncio
import logging
import sys
from typing import Any, BinaryIO

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method

from wcreplay import __version__

from .checking import Judge, check
from .completion import complete
from .document import Document
from .formatting import Refused, format_document
from .hover import hover
from .outline import Outlines, folds, symbols

PAUSE = 0.15
"""Seconds without typing after which a document is checked."""

TRIGGERS = (" ", "[", "/", ":", "^", "+", ">", "<", "-", "@", ".")
"""Characters behind which an editor asks for completions by itself."""

_log = logging.getLogger(__name__)


class Open:
    """An open document with what is known of it, and the check of it that is under way."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.judge = Judge()
        self.outlines = Outlines()
        self.task: asyncio.Task[None] | None = None

    def stop(self) -> None:
        """Give up the check that is under way."""
        if self.task is not None:
            self.task.cancel()


class _Protocol(LanguageServerProtocol):
    """Keeps the documents itself: pygls ends lines where the notation does not, and trusts every address."""

    _server: RecordServer

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: types.DidOpenTextDocumentParams) -> None:
        item = params.text_document
        encoding = str(getattr(self.workspace.position_encoding, "value", self.workspace.position_encoding))
        self._server.opened(Document(item.uri, item.version, item.text, encoding or "utf-16"))

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> None:
        self._server.changed(params)

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: types.DidCloseTextDocumentParams) -> None:
        self._server.closed(params.text_document.uri)

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Make a message of plain values; a request that is none is answered, so that nobody waits."""
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            if "id" in data and "method" in data:
                self._send_response(data["id"], None, error.to_response_error())
            raise


class RecordServer(LanguageServer):
    """A language server for records; ``stopped`` tells whether the editor has asked it to shut down."""

    def __init__(self) -> None:
        """Make a server that is not connected yet."""
        super().__init__("wcreplay", __version__, protocol_cls=_Protocol)
        self.files: dict[str, Open] = {}
        self.stopped = False
        _add_features(self)

    def opened(self, document: Document) -> None:
        """Take a document that the editor has opened."""
        if document.uri in self.files:
            self.files[document.uri].stop()
        self.files[document.uri] = Open(document)
        self._check(self.files[document.uri], 0)

    def changed(self, params: types.DidChangeTextDocumentParams) -> None:
        """Take changes of an open document; of others nothing is known, so nothing is done."""
        file = self.files.get(params.text_document.uri)
        if file is None:
            _log.info("a change of a document that is not open: %.200r", params.text_document.uri)
            return
        file.document.change(params.text_document.version, params.content_changes)
        self._check(file, PAUSE)

    def closed(self, uri: str) -> None:
        """Forget a document and take its findings away."""
        file = self.files.pop(uri, None)
        if file is not None:
            file.stop()
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def refuse(self, message: str) -> None:
        """Tell the user that something was not done."""
        self.window_show_message(types.ShowMessageParams(types.MessageType.Warning, message))

    def _check(self, file: Open, pause: float) -> None:
        file.stop()
        file.task = asyncio.get_running_loop().create_task(self._check_later(file, pause))
        file.task.add_done_callback(_report)

    async def _check_later(self, file: Open, pause: float) -> None:
        document, version = file.document, file.document.version

        def publish(found: list[types.Diagnostic]) -> None:
            params = types.PublishDiagnosticsParams(document.uri, list(found), version)
            self.text_document_publish_diagnostics(params)

        await asyncio.sleep(pause)
        await check(document, file.judge, publish)


def _report(task: asyncio.Task[None]) -> None:
    """Say that a check has failed: a fault of ours that would go unseen otherwise."""
    if not task.cancelled() and (error := task.exception()) is not None:
        _log.error("a check has failed", exc_info=error)


def _add_features(server: RecordServer) -> None:
    """Say what the server can do."""

    @server.feature(types.SHUTDOWN)
    def shutdown(_: None) -> None:
        server.stopped = True
        for file in server.files.values():
            file.stop()

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def on_hover(params: types.HoverParams) -> types.Hover | None:
        file = server.files.get(params.text_document.uri)
        if file is None or file.document.too_large:
            return None
        found = file.document.record_at(*file.document.place(params.position))
        return hover(file.document, params.position, file.judge.findings(found[0]) if found else ())

    @server.feature(
        types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=list(TRIGGERS))
    )
    def on_completion(params: types.CompletionParams) -> types.CompletionList | None:
        file = server.files.get(params.text_document.uri)
        if file is None or file.document.too_large:
            return None
        return complete(file.document, params.position)

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def on_symbols(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        file = server.files.get(params.text_document.uri)
        return [] if file is None else symbols(file.document, await file.outlines.of(file.document))

    @server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
    async def on_folding(params: types.FoldingRangeParams) -> list[types.FoldingRange]:
        file = server.files.get(params.text_document.uri)
        return [] if file is None else folds(file.document, await file.outlines.of(file.document))

    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    async def on_formatting(params: types.DocumentFormattingParams) -> list[types.TextEdit] | None:
        return await _formatted(server, params.text_document.uri, None)

    @server.feature(types.TEXT_DOCUMENT_RANGE_FORMATTING)
    async def on_range_formatting(params: types.DocumentRangeFormattingParams) -> list[types.TextEdit] | None:
        return await _formatted(server, params.text_document.uri, params.range)


async def _formatted(
    server: RecordServer, uri: str, within: types.Range | None
) -> list[types.TextEdit] | None:
    """Return the edits that format a document; where there are none to make, the user is told why."""
    file = server.files.get(uri)
    if file is None:
        return None
    version = file.document.version
    try:
        edits = await format_document(file.document, within)
    except Refused as refused:
        server.refuse(str(refused))
        return None
    return edits if file.document.version == version else None


def serve(source: BinaryIO | None = None, target: BinaryIO | None = None) -> bool:
    """Serve an editor on standard input and output until it says goodbye or is gone.

    Returns whether the editor had asked to shut down first, as the protocol wants.
    """
    server = RecordServer()
    server.start_io(source or sys.stdin.buffer, target or sys.stdout.buffer)
    return server.stopped
