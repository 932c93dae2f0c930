"""Rooms: where somebody listens, and how all who do are told of what is said there, each what they may hear."""

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Protocol
from weakref import WeakValueDictionary

from domain.kernel import Seat
from domain.match import Player
from infra.postgres.chat import Entry, Mask, Place
from infra.postgres.people import Person
from services.games import Games
from services.hub import Keeper, Source
from services.live import Live
from services.people import Reception
from services.talk import Talk, channel_of


class Listener(Protocol):
    """One reader of a room."""

    @property
    def player(self) -> Player | None:
        """Who it is."""

    @property
    def mask(self) -> Mask:
        """The bit of the seat they hold."""

    def told(self, entry: Entry, author: Person | None) -> None:
        """Hear of one entry more; no author, where a line is not for them."""


class Room:
    """One room that somebody listens in: up to which of its entries they were told."""

    def __init__(self, place: Place, live: Live | None, keeper: "Rooms") -> None:
        """Begin before anybody was told anything."""
        self.place = place
        self.live = live
        self.channel = channel_of(place)
        self.keeper: Keeper = keeper
        self.number: int | None = None
        self.listeners = set[Listener]()
        self.lock = asyncio.Lock()
        self.shared = dict[Any, Any]()  # Messages of the latest entries, for all who listen.
        self._hint = keeper.hint
        self._silent: Collection[Seat] = ()

    def stirred(self, silent: Collection[Seat]) -> None:
        """Hear whose lines wait; where that has changed, some may wait no longer."""
        if set(silent) != set(self._silent):
            self._silent = silent
            self._hint(self)

    def heard(self, message: bytes) -> None:  # noqa: ARG002 - it says no more than that there is news
        """Take in a hint."""
        self._hint(self)

    def missed(self) -> None:
        """Read soon what the store has: a hint may have been missed."""
        self._hint(self)


class Rooms:
    """Keeps the rooms of this process."""

    def __init__(self, talk: Talk, games: Games, reception: Reception, hint: Callable[[Source], None]) -> None:
        """Take where lines and names come from; `hint` sees to it that a room is read soon."""
        self._talk = talk
        self._games = games
        self._reception = reception
        self._rooms = WeakValueDictionary[Place, Room]()
        self.hint = hint

    def at(self, place: Place, live: Live | None) -> Room:
        """Return a room; there is one of each as long as anybody holds it."""
        return self._rooms.setdefault(place, Room(place, live, self))

    async def read(self, sources: Sequence[Room]) -> None:
        """Tell everybody in these rooms what is new."""
        await self._talk.settle([room.live for room in sources if room.live and room.place.room == "players"])
        heads = await self._talk.chat.heads(list({room.place.game for room in sources}))
        for room in sources:
            async with room.lock:
                await self._read(room, heads.get(room.place, 0))

    async def _read(self, room: Room, head: int) -> None:
        if room.number is None:
            room.number = head  # Whoever comes reads for themselves what was said before.
        if head <= room.number:
            return
        if room.live is not None:
            await self._games.read([room.live])  # Whoever is no player any more hears nothing more.
        listeners = [(listener, listener.mask) for listener in room.listeners]
        news = {
            mask: await self._talk.chat.entries(room.place, mask, after=room.number, until=head)
            for mask in {mask for _, mask in listeners}
        }
        authors = {entry.line.author for entries in news.values() for entry in entries if entry.line is not None}
        names = await self._reception.names(authors)
        hidden = await self._hidden(listeners, authors)
        room.number = head
        room.shared.clear()
        for listener, mask in listeners:
            for entry in news[mask]:
                listener.told(entry, _author(entry, listener, names, hidden))

    async def _hidden(
        self, listeners: Sequence[tuple[Listener, Mask]], authors: set[Player]
    ) -> set[tuple[Player, Player]]:
        """Return who ignores which of these authors, as it is after they have spoken."""
        players = {listener.player for listener, _ in listeners if listener.player is not None}
        return await self._talk.manners.ignorers(list(players), list(authors)) if players and authors else set()


def _author(
    entry: Entry, listener: Listener, names: Mapping[Player, Person], hidden: set[tuple[Player, Player]]
) -> Person | None:
    if entry.line is None or (listener.player or "", entry.line.author) in hidden:
        return None
    return names[entry.line.author]
