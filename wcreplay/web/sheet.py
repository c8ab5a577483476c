"""The printable sheet of a game: one HTML file with everything in it, two A4 pages on paper."""

from __future__ import annotations

from importlib.resources import files

import jinja2

from wcreplay.web.boards import sheet_for

_TOKENS_END = "@media (prefers-color-scheme: dark)"
"""Where the colours of the light scheme end in the style sheet; paper has no other."""


def sheet(game: str) -> str | None:
    """Return the sheet of a game as HTML; ``None`` where the game has none."""
    content = sheet_for(game)
    if content is None:
        return None
    static = files("wcreplay.web") / "static"
    page, board, own = (
        static.joinpath(name).read_text(encoding="utf-8")
        for name in ("wcreplay.css", "board.css", "sheet.css")
    )
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("wcreplay.web"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    css = "\n".join((page.partition(_TOKENS_END)[0], board, own))
    return environment.get_template("sheet.html").render(sheet=content, css=css) + "\n"
