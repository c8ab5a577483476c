"""``python -m wcreplay`` is the command line."""

from wcreplay.cli import main

main()
