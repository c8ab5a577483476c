"""Writes the generated pages of docs/: ``python tools/generate_docs.py``."""

from __future__ import annotations

import sys
from pathlib import Path

from wcreplay.cli.codes import errors_page
from wcreplay.cli.reference import commands_page
from wcreplay.store.dictionary import tables_page
from wcreplay.web.v1.reference import http_page

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"


def main() -> None:
    """Write every generated page anew."""
    (DOCS / "errors.md").write_text(errors_page(), encoding="utf-8")
    (DOCS / "commands.md").write_text(commands_page(), encoding="utf-8")
    (DOCS / "http.md").write_text(http_page(), encoding="utf-8")
    (DOCS / "tables.md").write_text(tables_page(), encoding="utf-8")
    (DOCS / "rules" / "white_castle_tests.md").write_text(_articles_page(), encoding="utf-8")
    (DOCS / "recording.md").write_text(_recording_page(), encoding="utf-8")


def _articles_page() -> str:
    """Return the table of articles and tests, which is read from the tests."""
    sys.path.insert(0, str(ROOT))
    from tests.games.white_castle.articles import page

    return page()


def _recording_page() -> str:
    """Return the page about recording with its sessions played anew."""
    from tests.cli.session import PAGE, with_sessions

    return with_sessions(PAGE.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
