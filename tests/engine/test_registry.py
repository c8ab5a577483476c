"""The table of games: looking up a name that is not there costs next to nothing."""

from __future__ import annotations

from typing import Any

import pytest

from wcreplay.engine import registry


def test_installed_packages_are_looked_through_once_for_however_many_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []

    def entry_points(*, group: str) -> list[Any]:
        asked.append(group)
        return []

    monkeypatch.setattr(registry, "entry_points", entry_points)
    registry._supplied.cache_clear()
    try:
        for name in ("x", "y", "white-castel", "y"):
            with pytest.raises(registry.UnknownGame):
                registry.load(name)
        assert registry.names() == ["white-castle"]
    finally:
        registry._supplied.cache_clear()
    assert asked == [registry.GROUP]
