"""Build the vendored browser files: ``python tools/build_vendor.py``.

The sources come from the npm registry that the local npm is set up for, at the versions and hashes of
``tools/vendor/package-lock.json``; they are built in a temporary folder. The results and a list of them with
version, licence and hash, ``VENDOR.toml``, go into ``wcreplay/web/static/vendor``. Needs node and npm.

To move to a newer version: change ``tools/vendor/package.json``, run
``npm install --package-lock-only --omit-lockfile-registry-resolved`` in that folder, then this script.
"""

import gzip
import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ROOT / "tools" / "vendor"
TARGET = ROOT / "wcreplay" / "web" / "static" / "vendor"
TRACES = ("scatter", "bar", "heatmap", "sankey", "waterfall")


@dataclass(frozen=True)
class Product:
    """One vendored file and where it comes from."""

    path: str
    package: str
    version: str
    licence: str
    licence_file: str
    note: str


def main() -> int:
    """Build everything anew; return the exit code."""
    if shutil.which("npm") is None:
        print("build_vendor: npm is needed", file=sys.stderr)
        return 3
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        for source in SOURCES.iterdir():
            shutil.copy(source, work)
        # No package's own scripts: nothing here needs them.
        run(work, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
        if TARGET.exists():
            shutil.rmtree(TARGET)
        TARGET.mkdir(parents=True)
        products = [build_plotly(work)]
    (TARGET / "VENDOR.toml").write_text(listing(products), encoding="utf-8")
    for product in products:
        data = (TARGET / product.path).read_bytes()
        print(f"{product.path}: {len(data):,} bytes, {len(gzip.compress(data, 9)):,} gzipped")
    return 0


def run(folder: Path, *command: str) -> None:
    """Run ``command`` in ``folder``; a failure ends the build."""
    subprocess.run(command, cwd=folder, check=True)


def build_plotly(work: Path) -> Product:
    """Bundle plotly.js with the traces in use, and collect the licences of all that went in."""
    version = manifest(work, "plotly.js")["version"]
    name = f"plotly-{version}-wcreplay.min.js"
    run(
        work,
        "node_modules/.bin/esbuild",
        "plotly_entry.js",
        "--bundle",
        "--minify",
        "--format=iife",
        "--global-name=Plotly",
        "--target=es2018",
        "--define:global=window",
        "--define:define.amd=false",
        "--loader:.css=empty",  # the style sheet of the map traces, which are left out
        "--legal-comments=none",  # collected in the licence file
        "--log-level=warning",
        "--log-override:large-file=silent",
        "--metafile=meta.json",
        f"--banner:js=/* plotly.js {version} with {', '.join(TRACES)}; licences: {name[:-7]}.LICENSES.txt */",
        "--outfile=plotly.js",
    )
    shutil.copy(work / "plotly.js", TARGET / name)
    licence_file = f"{name[:-7]}.LICENSES.txt"
    (TARGET / licence_file).write_text(licences(bundled_packages(work)), encoding="utf-8")
    note = f"custom bundle, traces: {', '.join(TRACES)}"
    return Product(name, "plotly.js", version, "MIT and those of its parts", licence_file, note)


def manifest(work: Path, package: str) -> dict[str, Any]:
    """Return the ``package.json`` of an installed package."""
    text = (work / "node_modules" / package / "package.json").read_text(encoding="utf-8")
    content: dict[str, Any] = json.loads(text)
    return content


def bundled_packages(work: Path) -> dict[str, Path]:
    """Return the folders, by package name and version, of which code went into the bundle."""
    output = json.loads((work / "meta.json").read_text(encoding="utf-8"))["outputs"]["plotly.js"]["inputs"]
    found: dict[str, Path] = {}
    for path, share in output.items():
        parts = Path(path).parts
        if "node_modules" not in parts or not share["bytesInOutput"]:
            continue
        start = len(parts) - parts[::-1].index("node_modules")
        length = 2 if parts[start].startswith("@") else 1
        folder = work.joinpath(*parts[: start + length])
        about = json.loads((folder / "package.json").read_text(encoding="utf-8"))
        found[f"{about['name']} {about['version']}"] = folder
    return dict(sorted(found.items()))


def licences(packages: dict[str, Path]) -> str:
    """Return one text with the licence of each package."""
    parts = []
    for title, folder in packages.items():
        files = sorted(
            path
            for path in folder.iterdir()
            if path.name.lower().startswith(("licen", "copying")) and path.is_file()
        )
        about = json.loads((folder / "package.json").read_text(encoding="utf-8"))
        text = "\n".join(path.read_text(encoding="utf-8").strip() for path in files)
        if not text:
            author = about.get("author", "its authors")
            name = author.get("name", "") if isinstance(author, dict) else author.split("<")[0].strip()
            text = f"Licence: {about.get('license', 'see its readme')}. Copyright by {name}."
        parts.append(f"{'=' * 78}\n{title} ({about.get('license', 'see below')})\n{'=' * 78}\n{text}\n")
    lines = "\n".join(parts).replace("\r\n", "\n").splitlines()
    return "\n".join(line.rstrip() for line in lines) + "\n"


def listing(products: list[Product]) -> str:
    """Return the text of ``VENDOR.toml``."""
    lines = [
        "# Files of other projects, served by the dashboard so that nothing is loaded from outside.",
        "# Written by tools/build_vendor.py; tests/test_vendor.py checks the hashes.",
    ]
    for product in products:
        lines += [
            "",
            "[[file]]",
            f'path = "{product.path}"',
            f'package = "{product.package}"',
            f'version = "{product.version}"',
            f'licence = "{product.licence}"',
            f'licence_file = "{product.licence_file}"',
            f'note = "{product.note}"',
            f'sha256 = "{hashlib.sha256((TARGET / product.path).read_bytes()).hexdigest()}"',
        ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
