"""``wcreplay`` and ``python -m wcreplay``: the command line, and a quiet end while it is being loaded."""

from __future__ import annotations

import signal


def main() -> None:
    """Run the command line; ends the process with a documented exit code.

    Until the command line answers for it, Ctrl-C ends the process as the system does, without a word.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from wcreplay.cli import main as run

    run()


if __name__ == "__main__":
    main()
