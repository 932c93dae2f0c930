"""Shelf: what was used last is kept, and what somebody still holds is found again, so that there is one of each."""

from collections import OrderedDict
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

K = TypeVar("K")
V = TypeVar("V")


class Shelf(Generic[K, V]):
    """Keeps the latest `most`.  Whatever is older goes as soon as nobody holds it, and not before."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._latest = OrderedDict[K, V]()
        self._held = WeakValueDictionary[K, V]()

    def get(self, key: K) -> V | None:
        """Return what is there, which then counts as used last."""
        found = self._held.get(key)
        if found is not None:
            self._use(key, found)
        return found

    def keep(self, key: K, value: V) -> V:
        """Put a value there and return it; or, where there is one already, return that."""
        value = self._held.setdefault(key, value)
        self._use(key, value)
        return value

    def _use(self, key: K, value: V) -> None:
        self._latest[key] = value
        self._latest.move_to_end(key)
        if len(self._latest) > self._most:
            self._latest.popitem(last=False)
