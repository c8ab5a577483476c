"""The vendored browser files: what was reviewed is what is served, and it does what the charts need."""

import hashlib
import json
import re
import threading
import tomllib
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

VENDOR = Path(__file__).resolve().parents[1] / "wcreplay" / "web" / "static" / "vendor"
FILES: list[dict[str, str]] = tomllib.loads((VENDOR / "VENDOR.toml").read_text(encoding="utf-8"))["file"]
POLICY = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:"

FIGURES: dict[str, dict[str, Any]] = {
    "scatter": {"x": [1, 2, 3], "y": [2, 1, 3], "mode": "lines+markers", "line": {"shape": "hv"}},
    "bar": {"x": ["a", "b"], "y": [3, 4], "error_y": {"type": "data", "array": [1, 1]}},
    "heatmap": {"z": [[1, 2], [3, 4]], "texttemplate": "%{z}"},
    "sankey": {
        "node": {"label": ["a", "b", "c"]},
        "link": {"source": [0, 1], "target": [1, 2], "value": [2, 1]},
    },
    "waterfall": {"x": ["a", "b"], "y": [3, -1], "measure": ["relative", "relative"]},
}


def test_each_file_is_listed_with_its_licence() -> None:
    listed = {entry[key] for entry in FILES for key in ("path", "licence_file")}
    present = {path.name for path in VENDOR.iterdir()}
    assert present == listed | {"VENDOR.toml"}


@pytest.mark.parametrize("entry", FILES, ids=[entry["package"] for entry in FILES])
def test_hash(entry: dict[str, str]) -> None:
    assert hashlib.sha256((VENDOR / entry["path"]).read_bytes()).hexdigest() == entry["sha256"]


@pytest.mark.parametrize("entry", FILES, ids=[entry["package"] for entry in FILES])
def test_versions_are_those_of_the_build(entry: dict[str, str], root: Path) -> None:
    sources = json.loads((root / "tools" / "vendor" / "package.json").read_text(encoding="utf-8"))
    assert sources["dependencies"][entry["package"]] == entry["version"]
    assert entry["version"] in entry["path"]


class _Handler(SimpleHTTPRequestHandler):
    """Serves the vendored files and an empty page, under the policy of the dashboard."""

    def do_GET(self) -> None:
        if self.path not in {"/", "/favicon.ico"}:
            super().do_GET()
            return
        scripts = "".join(f'<script src="/{p.name}"></script>' for p in sorted(VENDOR.glob("plotly-*.js")))
        body = f'<!doctype html><title>t</title><div id="chart"></div>{scripts}'.encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name of the base class
        """Say nothing."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address of a server of the vendored files."""

    def handler(*args: Any, **kwargs: Any) -> _Handler:
        return _Handler(*args, directory=str(VENDOR), **kwargs)

    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()
        thread.join()


@pytest.mark.browser
@pytest.mark.parametrize("kind", FIGURES)
def test_plotly_draws_each_trace(kind: str, page: Page, address: str) -> None:
    page.goto(address)
    figure = {"data": [{"type": kind, **FIGURES[kind]}], "layout": {"title": {"text": kind}, "width": 500}}
    drawn = page.evaluate(
        """async (figure) => {
            const chart = document.getElementById('chart');
            await Plotly.newPlot(chart, figure);
            await Plotly.react(chart, figure);
            const image = await Plotly.toImage(chart, {format: 'svg'});
            return {
                type: chart._fullData[0].type,
                visible: chart._fullData[0].visible,
                marks: chart.querySelectorAll('svg path, svg rect, svg image').length,
                image: image.slice(0, 19),
                buttons: [...chart.querySelectorAll('.modebar-btn')].map((b) => b.dataset.title),
            };
        }""",
        figure,
    )
    assert drawn["type"] == kind
    assert drawn["visible"] is True
    assert drawn["marks"] > 3
    assert drawn["image"] == "data:image/svg+xml,"
    assert not [
        title for title in drawn["buttons"] if re.search("cloud|share|studio", title or "", re.IGNORECASE)
    ]


@pytest.mark.browser
def test_another_trace_would_be_noticed(page: Page, address: str) -> None:
    page.goto(address)
    kind = page.evaluate(
        """async () => {
            await Plotly.newPlot('chart', [{type: 'pie', values: [1]}]);
            return document.getElementById('chart')._fullData[0].type;
        }"""
    )
    assert kind == "scatter", "plotly.js draws what it does not know as scatter"
