"""``python -m tests.negative`` writes what the program says of each broken record anew."""

from __future__ import annotations

from .cases import FOLDER, cases


def main() -> None:
    """Write every golden file; remove those whose record is gone."""
    kept = set()
    for case in cases():
        case.golden.write_text(case.text, encoding="utf-8")
        kept.add(case.golden)
    for path in FOLDER.glob("*.txt"):
        if path not in kept:
            path.unlink()


if __name__ == "__main__":
    main()
