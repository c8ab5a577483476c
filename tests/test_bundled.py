"""The locator of shipped content."""

from pathlib import Path

import pytest

from wcreplay import bundled


def test_checkout_is_the_fallback() -> None:
    root = Path(bundled.__file__).resolve().parents[1]
    assert bundled.records_dir() == root / "records"
    assert bundled.dashboards_dir() == root / "dashboards"


def test_bundled_copy_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "wcreplay"
    for folder in (package / "_bundled" / "records", tmp_path / "records", tmp_path / "dashboards"):
        folder.mkdir(parents=True)
    monkeypatch.setattr(bundled, "_PACKAGE", package)
    assert bundled.records_dir() == package / "_bundled" / "records"
    assert bundled.dashboards_dir() == tmp_path / "dashboards"


def test_missing_content_names_the_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundled, "_PACKAGE", tmp_path / "wcreplay")
    with pytest.raises(FileNotFoundError, match=r"records.*_bundled.*nor"):
        bundled.records_dir()
