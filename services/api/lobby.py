"""Lobby: the tables that wait for somebody and the games that run, as everybody sees them, and what changes there."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any
from uuid import UUID

from msgspec import Meta

from domain.match import Status
from domain.value import Value
from infra.postgres.people import Person
from infra.postgres.store import Listed, Store
from services.api import wire
from services.api.readers import sse
from services.api.states import StateWatcher
from services.hub import Source
from services.people import Reception

CHANNEL = "lobby"
TOGETHER_SECONDS = 0.1  # A crowd's comings and goings are told together.
GAMES_MAX = 100  # Of each: open tables, running games; the newest.


class LobbyItem(wire.GameHead):
    """A game as the lobby shows it: what changes with its moves is left out."""

    opened_at: wire.Time


class LobbyChange(Value):
    """What is new in the lobby."""

    whole: Annotated[bool, Meta(description="Whether this is all there is; else what was told before stays.")]
    items: Annotated[tuple[LobbyItem, ...], Meta(description="Games that are there, each instead of what it was.")]
    gone: Annotated[tuple[str, ...], Meta(description="Ids of games that are no longer there.")]


class Lobby:
    """The lobby, as far as this process knows; its own keeper, since there is one."""

    def __init__(self, store: Store, reception: Reception, hint: Callable[[Source], None]) -> None:
        """Take where games and names come from; `hint` sees to it that it is read soon."""
        self.channel = CHANNEL
        self.keeper = self
        self.watchers = set[StateWatcher]()
        self.now: Mapping[str, bytes] = {}  # Each game's item by its id, the newest first.
        self._store = store
        self._reception = reception
        self._hint = hint
        self._lock = asyncio.Lock()
        self._looking = False
        self._written = dict[int, tuple[Any, bytes]]()  # What leads from a state (by id, held) to the present one.

    def heard(self, message: bytes) -> None:  # noqa: ARG002 - whatever it was, all of it is read anew
        """Take in a hint: all that come shortly after one another are looked into once."""
        if not self._looking:
            self._looking = True
            asyncio.get_running_loop().call_later(TOGETHER_SECONDS, self._look)

    def missed(self) -> None:
        """Read soon what the store has: a hint may have been missed."""
        self._hint(self)

    def _look(self) -> None:
        self._looking = False
        self._hint(self)

    async def read(self, sources: Sequence["Lobby"]) -> None:  # noqa: ARG002 - of which there is one
        """See what there is now, and tell whoever watches if it is otherwise."""
        async with self._lock:
            # A game that starts in between is found twice, rather than not at all.
            found = [*await self._listed("open"), *await self._listed("running")]
            latest: dict[UUID, Listed] = {one.game: one for one in found}
            players = {member.player for one in latest.values() for member in one.members if member.player is not None}
            names = await self._reception.names(players)
            now = {str(game): wire.encode(_item(one, names)) for game, one in latest.items()}
            if now != self.now:
                self.now = now
                self._written.clear()
                for watcher in tuple(self.watchers):
                    watcher.changed()

    def told(self, shown: Mapping[str, bytes] | None) -> bytes:
        """Return the message that leads from what was shown to what is there now; written once for all."""
        held = self._written.get(id(shown))
        if held is None:
            before = shown or {}
            items = b",".join(item for game, item in self.now.items() if before.get(game) != item)
            gone = wire.encode([game for game in before if game not in self.now])
            whole = b"true" if shown is None else b"false"
            body = b'{"topic":"lobby","whole":%b,"items":[%b],"gone":%b}' % (whole, items, gone)
            held = self._written[id(shown)] = shown, sse("lobby", body)
        return held[1]

    async def _listed(self, status: Status) -> Sequence[Listed]:
        return await self._store.listed(limit=GAMES_MAX, statuses=(status,))


def _item(listed: Listed, names: Mapping[str, Person]) -> LobbyItem:
    one = wire.item(listed, "o", names)
    return LobbyItem(**{name: getattr(one, name) for name in LobbyItem.__struct_fields__})
