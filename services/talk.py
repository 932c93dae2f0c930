"""Talk: who may say what where, who is told of it and when, and how it is taken back."""

from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from uuid import UUID

from domain.feed import Game
from domain.kernel import Audience, Seat
from domain.match import Match, Player
from domain.value import Value
from infra.machine import Machine
from infra.postgres.chat import LOBBY, NO_GAME, WITHOUT_SEAT, Chat, Entry, Line, Manners, Mask, Place, Point, RoomName
from services.games import Games
from services.live import Live
from services.people import Reception

IGNORED_MAX = 1_000  # By one player.
REMOVED_TOGETHER_MAX = 500  # Lines taken back by one entry of a room.


class Talks(Value):
    """What a talk is kept in."""

    chat: Chat
    manners: Manners


class Spoken(Value):
    """A line to be said; the id is its author's choice, so that saying it again changes nothing."""

    id: UUID
    text: str


class Told(Value):
    """What a room has told an audience: up to which of its entries, how much, and what was asked for.

    `more` says that there is more of that than was asked for.
    """

    number: int
    point: Point
    entries: Sequence[Entry]
    more: bool = False


class Talk:
    """Says things, and shows what was said.  Raises `StoreUnavailable` where the database does not answer."""

    def __init__(self, kept: Talks, games: Games, reception: Reception, tell: Callable[[str, bytes], None]) -> None:
        """Take the stores; `tell` hints that a room has news."""
        self.chat = kept.chat
        self.manners = kept.manners
        self._games = games
        self._reception = reception
        self._machine: Machine = games.machine
        self._tell = tell

    async def say(self, place: Place, author: Player, spoken: Spoken, live: Live | None) -> bool:
        """Say something; False: its author has just been erased.  Of a game `live` is as the store has it now.

        What might help an opponent waits.
        """
        seat, held = None, None
        if live is not None and place.room == "players":
            await self.settle([live])
            seat = live.game.match.seat_of(author)
            held = live.game.match.version if seat in silent(live.game) else None
        at = self._machine.now()
        line = Line(id=spoken.id, author=author, text=spoken.text, at=at, seat=seat, held=held)
        await self.chat.say(place, line)
        # Looked up afterwards: who is erased meanwhile is seen here, or their erasure sees the line.
        if not await self._reception.is_there(author):
            await self.erase(author)
            return False
        self.hint(place)
        return True

    async def settle(self, lives: Collection[Live]) -> None:
        """Release what need not wait any longer in these games."""
        known = {live.id: live for live in lives}
        for held in await self.chat.held(list(known)) if known else ():
            live = known[held.game]
            if live.game.match.version < held.since:  # As far as is known here, its author was not silent yet.
                await self._games.refresh(live)
            if held.seat not in silent(live.game):
                await self.chat.release(live.id, held.seat, live.game.match.version)
                self.hint(Place(game=live.id, room="players"))

    async def lines(self, place: Place, mask: Mask, reader: Player | None, after: int | None, limit: int) -> Told:
        """Return the latest lines, or those after a position, without those of whom the reader ignores."""
        number = await self.chat.head(place)
        point = await self.chat.reached(place, mask, number)
        before = await self._ignored(reader)
        found = await self.chat.lines(place, mask, after=after, until=number, limit=limit, without=before)
        ignored = set(await self._ignored(reader))  # Again: whom they ignore by now is not shown.
        shown = [one for one in found if one.line is not None and one.line.author not in ignored]
        return Told(number=number, point=point, entries=shown)

    async def since(self, place: Place, mask: Mask, reader: Player | None, point: Point, limit: int) -> Told:
        """Return what a room has told after a point, but the lines of whom the reader ignores; at most so much."""
        number = await self.chat.head(place)
        reached = await self.chat.reached(place, mask, number)
        found = await self.chat.since(place, mask, point, until=number, limit=limit + 1)
        ignored = set(await self._ignored(reader))
        shown = [one for one in found if one.removed or (one.line is not None and one.line.author not in ignored)]
        return Told(number=number, point=reached, entries=shown, more=len(found) > limit)

    async def remove(self, place: Place, line: UUID) -> bool:
        """Take a line back; return False where it is not there."""
        removed = await self.chat.remove(place, [line])
        self.hint(place)
        return removed

    async def erase(self, author: Player) -> None:
        """Take back everything that somebody ever said, and forget whom they ignore and who ignores them."""
        for place in await self.chat.by(author):
            while lines := await self.chat.of(author, place, REMOVED_TOGETHER_MAX):
                await self.chat.remove(place, lines)
            self.hint(place)
        await self.manners.forget(author)

    async def mute(self, game: UUID | None, player: Player, until: datetime | None = None) -> None:
        """Let a player write no more at a table, or (None) anywhere; for ever, where no end is named."""
        await self.manners.mute(game or NO_GAME, player, self._machine.now(), until)

    async def unmute(self, game: UUID | None, player: Player) -> bool:
        """Let a player write again; return False where they could."""
        return await self.manners.unmute(game or NO_GAME, player)

    async def may_write(self, place: Place, player: Player) -> bool:
        """Return whether a player is not muted there."""
        return not await self.manners.muted(place.game, player, self._machine.now())

    async def ignore(self, player: Player, other: Player) -> bool | None:
        """Hide somebody's lines from a player, or show them again (False); None: too many are hidden already."""
        if await self.manners.stop_ignoring(player, other):
            return False
        return await self.manners.ignore(player, other, self._machine.now(), IGNORED_MAX) or None

    async def ignores(self, player: Player, other: Player) -> bool:
        """Return whether a player ignores another."""
        return bool(await self.manners.ignorers([player], [other]))

    def hint(self, place: Place) -> None:
        """Let whoever hears a room look for news."""
        self._tell(channel_of(place), b"")

    async def _ignored(self, reader: Player | None) -> Sequence[Player]:
        return () if reader is None else await self.manners.ignored_by(reader)


def mask_of(audience: Audience) -> Mask:
    """Return the bit that stands for a seat, or for whoever has none."""
    return WITHOUT_SEAT if audience is None else 1 << audience


def silent(game: Game) -> Collection[Seat]:
    """Return the seats whose lines wait."""
    return game.rules.silent(game.match.board) if game.match.status == "running" else ()


def plays(match: Match, player: Player | None) -> bool:
    """Return whether somebody is among a game's players: a member of a table, or whoever holds a seat."""
    if match.seats:
        return match.seat_of(player) is not None
    return player is not None and any(member.player == player for member in match.members)


def may_read(match: Match, room: RoomName, player: Player | None) -> bool:
    """Return whether somebody may read a game's room; onlookers' lines reach players only after the end."""
    inside = plays(match, player)
    return inside if room == "players" else match.ended or not inside


def moderator(match: Match) -> Player | None:
    """Return who sees to good manners at a table: the longest-standing member who is no robot and has not left."""
    return next((m.player for m in match.members if m.robot is None and plays(match, m.player)), None)


def channel_of(place: Place) -> str:
    """Return the name of the channel on which a room's news are hinted at; a stream's topic is called the same."""
    return "chat:lobby" if place == LOBBY else f"chat:{place.game}:{place.room}"
