"""What was worked out last of one generation of the data."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

Made = TypeVar("Made")


class Kept:
    """The last ``most`` things made of one generation of the data. Safe to use from several threads."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._generation = -1
        self._things: OrderedDict[Hashable, Any] = OrderedDict()

    def get(self, generation: int, key: Hashable, make: Callable[[], Made]) -> Made:
        """Return what ``make`` made for this key from this generation, and make it if it is not there.

        Two that come for it at once both make it: nobody waits for another's query.
        """
        with self._lock:
            if self._generation == generation and key in self._things:
                self._things.move_to_end(key)
                return cast("Made", self._things[key])
        made = make()
        with self._lock:
            if generation > self._generation:
                self._things.clear()
                self._generation = generation
            if generation == self._generation:
                self._things[key] = made
                while len(self._things) > self._most:
                    self._things.popitem(last=False)
        return made
