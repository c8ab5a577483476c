"""``python -m tests.golden`` writes the golden transcripts anew."""

from __future__ import annotations

from .transcript import FOLDER, transcripts


def main() -> None:
    """Write every transcript; remove those whose record is gone."""
    kept = set()
    for path, text in transcripts():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        kept.add(path)
    for path in FOLDER.glob("*/*.txt"):
        if path not in kept:
            path.unlink()


if __name__ == "__main__":
    main()
