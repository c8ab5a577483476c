"""``wcreplay lsp``."""

from __future__ import annotations

import signal
import sys

import click

from .common import ENVIRONMENT, FINDINGS, fail, note

_LIBRARIES = ("lsprotocol", "pygls")


@click.command("lsp")
@click.option("--stdio", is_flag=True, help="Accepted, as many editors add it; there is no other way.")
@click.pass_context
def command(ctx: click.Context, stdio: bool) -> None:
    """Serve an editor: findings while you type, formatting, hovers, completion of the legal choices.

    An editor starts this command and speaks the Language Server Protocol with it over standard input and
    output; docs/editors.md tells how to set it up. It needs the extra `lsp`.

    \b
    Examples:
      pip install "wcreplay[lsp]"
      wcreplay lsp
    """
    try:
        from wcreplay.lsp.server import serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in _LIBRARIES:
            raise
        fail('the language server needs a library more: pip install "wcreplay[lsp]"', ENVIRONMENT)
        return
    if sys.stdin.isatty():
        note("wcreplay lsp waits for an editor to speak to it (docs/editors.md); Ctrl-C ends it")
    # There is nothing to clean up, and a thread that waits for input would keep a gentler end from coming.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    if not serve():
        ctx.exit(FINDINGS)
