"""Where the content shipped with the package is found: sample records and dashboards.

Both are edited at the top of a checkout and copied into ``wcreplay/_bundled`` when a wheel is built. They are
data, not Python packages.
"""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def records_dir() -> Path:
    """Return the folder of the sample records: one folder per game, ``*.wcr`` files in it.

    Raises:
        FileNotFoundError: if neither the installed package nor a checkout has it.
    """
    return _find("records")


def dashboards_dir() -> Path:
    """Return the folder of the dashboards: one folder per game, ``*.toml`` and ``*.sql`` files in it.

    Raises:
        FileNotFoundError: if neither the installed package nor a checkout has it.
    """
    return _find("dashboards")


def _find(name: str) -> Path:
    """Return the bundled copy of ``name`` or, failing that, the one of the checkout."""
    candidates = (_PACKAGE / "_bundled" / name, _PACKAGE.parent / name)
    for path in candidates:
        if path.is_dir():
            return path
    places = " nor ".join(str(path) for path in candidates)
    raise FileNotFoundError(f"the {name} that come with wcreplay are neither in {places}")
