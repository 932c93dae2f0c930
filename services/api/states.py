"""States: what a stream tells as it is now and whenever it is otherwise, with nothing in between kept for anybody."""

from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any, Protocol

from services.api.readers import Marked, Reader
from services.hub import Hub, Source


class StateWatcher(Protocol):
    """Somebody who wants to know when a state has changed."""

    def changed(self) -> None:
        """Hear that it has; must not block."""


class State(Source, Protocol):
    """Something that changes now and then."""

    @property
    def watchers(self) -> set[StateWatcher]:
        """Who is told when it does."""

    @property
    def now(self) -> Any:
        """What it is: a value that is never changed itself."""

    def told(self, shown: Any) -> bytes:
        """Return the message that leads whoever was shown `shown` (None: nothing yet) to what it is now."""


class Telling:
    """One state for one reader.  However often it changes while a message waits, that message tells the latest."""

    def __init__(self, reader: Reader, state: State) -> None:
        """Begin with nothing shown."""
        self._reader = reader
        self._state = state
        self._shown: Any = None
        self._queued = False

    async def open(self, hub: Hub, stack: ExitStack) -> None:
        """Queue the state as it is, and every change from now on."""
        await hub.watch(self._state)
        stack.callback(hub.leave, self._state)
        self._state.watchers.add(self)
        stack.callback(self._state.watchers.discard, self)
        self.changed()

    def changed(self) -> None:
        """Queue the change, unless one waits already."""
        if not self._queued:
            self._queued = True
            self._reader.send(self._tell)

    async def _tell(self) -> Sequence[bytes | Marked]:
        self._queued = False
        shown, self._shown = self._shown, self._state.now
        return [] if shown == self._shown else [self._state.told(shown)]
