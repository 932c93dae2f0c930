"""Hearing: one room as one reader hears it, line by line."""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack

from domain.match import Player
from domain.value import Value
from infra.postgres.chat import Entry, Mask, Point
from infra.postgres.people import Person
from services.api import wire
from services.api.chat import LINES_SHOWN, LineView, line_view, lines_of
from services.api.feeds import of_topic
from services.api.readers import Marked, Reader, sse
from services.hub import Hub
from services.live import Live
from services.people import Reception
from services.rooms import Room
from services.talk import Talk, mask_of, may_read, silent


class Heard(Value):
    """The latest lines there were: the beginning, and also where too much was missed to go on after it."""

    position: int
    lines: tuple[LineView, ...]


class HeardLine(Value):
    """One more line."""

    position: int
    line: LineView


class Removed(Value):
    """Lines that have been taken back, by their ids."""

    position: int
    lines: tuple[str, ...]


class Closed(Value):
    """Nothing more is for the reader to hear: they have come to sit at the table, or have left it."""

    position: int


class Listening(Value):
    """Who listens, after what they have heard already; where more than `most` is missing they begin anew."""

    person: Person | None
    after: Point | None
    most: int


class Hearing:
    """One room for one reader: through whose ears, and up to where."""

    def __init__(self, reader: Reader, room: Room, talk: Talk, reception: Reception, how: Listening) -> None:
        """Begin with nothing told."""
        self._reader = reader
        self._room = room
        self._talk = talk
        self._reception = reception
        self._how = how
        self.player: Player | None = None if how.person is None else how.person.id
        self.mask: Mask = mask_of(None)
        self._number = 0  # Entries of the room up to this one have been told.
        self._early: list[tuple[Entry, Person | None]] | None = []  # Those that come while the first are looked up.
        self._point = how.after or Point(position=0)
        self._ended = False

    async def open(self, hub: Hub, stack: ExitStack) -> None:
        """Queue what is missing, and hear everything from now on."""
        live, room = self._room.live, self._room
        if live is not None:
            await hub.watch(live)
            stack.callback(hub.leave, live)
            live.watchers.add(self)
            stack.callback(live.watchers.discard, self)
        await hub.watch(room)
        stack.callback(hub.leave, room)
        room.listeners.add(self)
        stack.callback(room.listeners.discard, self)
        if live is not None:
            self.changed(live)
        await self._begin()

    def changed(self, live: Live) -> None:
        """Look whether the newest commit changes what may be heard."""
        match = live.game.match
        self.mask = mask_of(match.seat_of(self.player))
        if not may_read(match, self._room.place.room, self.player):
            self._end()
        self._room.stirred(silent(live.game))

    def told(self, entry: Entry, author: Person | None) -> None:
        """Hear of one entry more; no author, where a line is not for this reader."""
        if self._early is not None:
            self._early.append((entry, author))
        elif entry.number > self._number and not self._ended:
            self._number = entry.number
            self._point = Point(position=entry.position, removals=entry.removals)
            if (message := self._message(entry, author)) is not None:
                self._reader.send(message)

    async def _begin(self) -> None:
        place, after = self._room.place, self._how.after
        told = None if after is None else await self._talk.since(place, self.mask, self.player, after, self._how.most)
        if told is None or told.more or _beyond(after, told.point):
            told = await self._talk.lines(place, self.mask, self.player, None, LINES_SHOWN)
            heard = Heard(position=told.point.position, lines=await lines_of(self._reception, told.entries))
            self._send([self._marked("chat", heard, told.point)])
        else:
            names = await self._names(told.entries)
            authors = (None if one.line is None else names[one.line.author] for one in told.entries)
            self._send([self._written(one, author) for one, author in zip(told.entries, authors, strict=True)])
        self._number, self._point = told.number, told.point
        early, self._early = self._early or [], None
        for entry, author in early:
            self.told(entry, author)

    def _send(self, messages: Sequence[Marked]) -> None:
        """Queue several messages as one: that much may be missing."""

        async def all_of_them() -> Sequence[Marked]:
            return messages

        if messages and not self._ended:
            self._reader.send(all_of_them)

    def _message(self, entry: Entry, author: Person | None) -> Marked | None:
        """Return what tells of an entry, written once for all who are told the same of a room's latest entries."""
        if not entry.removed and (entry.line is None or author is None):
            return None
        key = entry.number, entry.position, entry.removals
        found = self._room.shared.get(key)
        if found is None:
            found = self._room.shared[key] = self._written(entry, author)
        return found

    def _written(self, entry: Entry, author: Person | None) -> Marked:
        point = Point(position=entry.position, removals=entry.removals)
        if entry.removed:
            lines = tuple(str(line) for line in entry.removed)
            return self._marked("removed", Removed(position=entry.position, lines=lines), point)
        line = line_view(entry, author)
        if line is None:
            raise AssertionError("whoever is not to hear a line is not told of it")
        return self._marked("line", HeardLine(position=entry.position, line=line), point)

    def _end(self) -> None:
        if not self._ended:
            self._ended = True
            self._reader.send(self._marked("closed", Closed(position=self._point.position), self._point))

    def _marked(self, event: str, body: Value, point: Point) -> Marked:
        topic = self._room.channel
        return Marked(topic=topic, position=written(point), message=sse(event, of_topic(topic, wire.encode(body))))

    async def _names(self, entries: Sequence[Entry]) -> Mapping[Player, Person]:
        return await self._reception.names({one.line.author for one in entries if one.line is not None})


def written(point: Point) -> str:
    """Return how far a room was told as it stands in a stream's id: `17`, or `17.2` once lines were taken back."""
    return f"{point.position}.{point.removals}" if point.removals else f"{point.position}"


def _beyond(after: Point | None, reached: Point) -> bool:
    """Return whether more was told than there is: by another installation, or to somebody else."""
    return after is not None and (after.position > reached.position or after.removals > reached.removals)
