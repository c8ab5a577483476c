"""Writes the generated pages of docs/: ``python tools/generate_docs.py``."""

from __future__ import annotations

from pathlib import Path

from wcreplay.cli.codes import errors_page
from wcreplay.cli.reference import commands_page

DOCS = Path(__file__).resolve().parents[1] / "docs"


def main() -> None:
    """Write every generated page anew."""
    (DOCS / "errors.md").write_text(errors_page(), encoding="utf-8")
    (DOCS / "commands.md").write_text(commands_page(), encoding="utf-8")


if __name__ == "__main__":
    main()
