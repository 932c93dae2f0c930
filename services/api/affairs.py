"""Affairs: what concerns a player now: invitations, turns, reminders, games that ended, rematches."""

import asyncio
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Annotated
from uuid import UUID
from weakref import WeakValueDictionary

from msgspec import Meta

from domain.kernel import Result, Seat
from domain.match import Player, Status
from domain.value import Value
from infra.machine import Machine
from infra.postgres import affairs
from infra.postgres.affairs import Concern, Invited
from infra.postgres.pool import StoreUnavailable
from infra.postgres.rematches import OFFER_SECONDS, Offer
from infra.postgres.store import Store
from services.api import wire
from services.api.feeds import of_topic
from services.api.readers import sse
from services.api.states import StateWatcher
from services.hints import player_channel
from services.hub import Source
from services.ids import rematch_of
from services.people import Reception

INVITATIONS_MAX = 100
TURNS_MAX = 200
ENDED_MAX = 50
ENDED_SECONDS = 86_400  # How long a game that has ended is news; as long as a rematch can be offered.
REMIND_SHARE = 0.25  # A turn is reminded of when no more of its limit is left than this ...
REMIND_SECONDS_MAX = 86_400  # ... and no more than this.
STARTED_SECONDS = 60  # How long after its start a game is found without a hint ...
COMPARED_SECONDS = 1  # ... and how often that is looked for at most.
TOGETHER_MAX = 200  # Players looked up at once.
GAME_BYTES = 16  # Of a game's id.


class Turn(Value):
    """A game in which it is the player's turn, and until when."""

    game: str
    kind: wire.KindName
    seat: Seat
    deadline: wire.Time | None


class Ended(Value):
    """A game of the player's that has ended."""

    game: str
    kind: wire.KindName
    seat: Seat
    status: Status
    result: Result | None
    at: wire.Time


class RematchOffered(Value):
    """A game that somebody wants to play again: which seats do, and the new game once it exists."""

    game: str
    kind: wire.KindName
    seat: Seat
    agreed: tuple[Seat, ...]
    new: str | None


class Mine(Value):
    """What concerns a player."""

    invitations: tuple[wire.InvitationView, ...]
    turns: Annotated[tuple[Turn, ...], Meta(description="The most pressing first.")]
    reminders: Annotated[tuple[Turn, ...], Meta(description="Turns of which most of the time has passed.")]
    finished: Annotated[tuple[Ended, ...], Meta(description="Games that ended within a day, the latest first.")]
    rematches: tuple[RematchOffered, ...]


class Affair:
    """What concerns one player, as far as this process knows."""

    def __init__(self, player: Player, keeper: "Affairs") -> None:
        """Begin before anything is known."""
        self.player = player
        self.channel = player_channel(player)
        self.keeper = keeper
        self.watchers = set[StateWatcher]()
        self.now: bytes | None = None
        self.concerns = dict[UUID, Concern]()  # Games that run or ended lately.
        self.looked = False  # Whether they were looked for among all games there are, and none can have been missed.
        self.hinted = set[UUID]()  # Games of which there may be news.
        self.compared_at = 0.0  # When games were last looked for that have started without a hint.

    def heard(self, message: bytes) -> None:
        """Take in a hint: at a game, or at something else."""
        if len(message) == GAME_BYTES:
            self.hinted.add(UUID(bytes=message))
        self.keeper.hint(self)

    def missed(self) -> None:
        """Read everything soon: a hint may have been missed."""
        self.looked = False
        self.keeper.hint(self)

    def news(self) -> Collection[UUID]:
        """Return the games of which there may be news: those that were hinted at, and those that run."""
        hinted, self.hinted = self.hinted, set()
        return hinted | {game for game, one in self.concerns.items() if one.ended_at is None}

    def since(self, then: datetime) -> Sequence[Concern]:
        """Return the games that run or have ended since a time, and forget the others."""
        self.concerns = {
            game: one for game, one in self.concerns.items() if one.ended_at is None or one.ended_at > then
        }
        return list(self.concerns.values())

    def told(self, shown: bytes | None) -> bytes:  # noqa: ARG002 - it is small, and told as a whole
        """Return the message that tells it."""
        return self.now or b""

    def become(self, mine: Mine) -> None:
        """Take in what is the case now, and tell whoever watches if it is otherwise."""
        now = sse("me", of_topic("me", wire.encode(mine)))
        if now != self.now:
            self.now = now
            for watcher in tuple(self.watchers):
                watcher.changed()


class Affairs:
    """Keeps the affairs of the players who watch theirs here."""

    def __init__(
        self,
        kept: affairs.Affairs,
        store: Store,
        reception: Reception,
        machine: Machine,
        hint: Callable[[Source], None],
    ) -> None:
        """Take where all of it comes from; `hint` sees to it that somebody's are read soon."""
        self.hint = hint
        self._kept = kept
        self._store = store
        self._reception = reception
        self._now = machine.now
        self._affairs = WeakValueDictionary[Player, Affair]()
        self._lock = asyncio.Lock()

    def of(self, player: Player) -> Affair:
        """Return a player's affairs; there are one player's once, as long as anybody holds them."""
        return self._affairs.setdefault(player, Affair(player, self))

    async def read(self, sources: Sequence[Affair]) -> None:
        """See what concerns these players now."""
        async with self._lock:
            try:
                for start in range(0, len(sources), TOGETHER_MAX):
                    await self._read({affair.player: affair for affair in sources[start : start + TOGETHER_MAX]})
            except StoreUnavailable:
                for affair in sources:
                    affair.looked = False  # What was hinted at is forgotten.
                raise

    async def _read(self, wanted: Mapping[Player, Affair]) -> None:
        now = self._now()
        await self._look(wanted, now)
        lately = now - timedelta(seconds=ENDED_SECONDS)
        concerns = {player: affair.since(lately) for player, affair in wanted.items()}
        invited = await self._invited(wanted.keys())
        offers = await self._offers([one for own in concerns.values() for one in own], now)
        begun = await self._store.heads([rematch_of(game) for game in offers]) if offers else {}
        for player, affair in wanted.items():
            own = concerns[player]
            turns = sorted((one for one in own if one.on_turn), key=_pressing)[:TURNS_MAX]
            affair.become(
                Mine(
                    invitations=invited.get(player, ()),
                    turns=tuple(map(_turn, turns)),
                    reminders=tuple(_turn(one) for one in turns if _presses(one, now)),
                    finished=tuple(_ended(own))[:ENDED_MAX],
                    rematches=tuple(_rematches(own, offers, begun)),
                )
            )

    async def _look(self, wanted: Mapping[Player, Affair], now: datetime) -> None:
        """Look for games: among all there are for who is new here, and then only for news of those that are known.

        Looking among all costs too much to do it at every move.
        """
        new = [affair.player for affair in wanted.values() if not affair.looked]
        for player in new:
            wanted[player].looked = True  # Unless a hint is missed in the meantime.
        news = {game for affair in wanted.values() for game in affair.news()}
        found = list[Concern]()
        if new:
            found += await self._kept.of_players(new, since=now - timedelta(seconds=ENDED_SECONDS))
        if due := _due(wanted.values()):
            found += await self._kept.started(due, since=now - timedelta(seconds=STARTED_SECONDS))
        if news:
            found += await self._kept.of_games(news, wanted.keys())
        for one in found:  # The latest word counts.
            wanted[one.player].concerns[one.game] = one

    async def _invited(self, players: Collection[Player]) -> Mapping[Player, tuple[wire.InvitationView, ...]]:
        by_player = dict[Player, list[Invited]]()
        for one in await self._kept.invited(players):
            by_player.setdefault(one.invitation.invited, []).append(one)
        people = {player for found in by_player.values() for one in found for player in _people(one)}
        names = await self._reception.names(people)
        return {
            player: tuple(wire.invitation(one.invitation, one.kind, names) for one in found[:INVITATIONS_MAX])
            for player, found in by_player.items()
        }

    async def _offers(self, found: Iterable[Concern], now: datetime) -> Mapping[UUID, Sequence[Offer]]:
        ended = {one.game for one in found if one.status == "finished"}
        return await self._kept.offered(ended, since=now - timedelta(seconds=OFFER_SECONDS))


def _people(one: Invited) -> tuple[Player, Player]:
    return one.invitation.inviter, one.invitation.invited


def _due(wanted: Iterable[Affair]) -> Collection[Player]:
    """Return whose new games shall be looked for: not at every hint."""
    time = asyncio.get_running_loop().time()
    due = [affair for affair in wanted if time - affair.compared_at >= COMPARED_SECONDS]
    for affair in due:
        affair.compared_at = time
    return {affair.player for affair in due}


def _pressing(one: Concern) -> tuple[bool, datetime | None, UUID]:
    return one.deadline is None, one.deadline, one.game


def _turn(one: Concern) -> Turn:
    return Turn(game=str(one.game), kind=one.kind, seat=one.seat, deadline=one.deadline)


def _presses(one: Concern, now: datetime) -> bool:
    if one.deadline is None or one.limit_seconds is None:
        return False
    return one.deadline - now <= timedelta(seconds=min(one.limit_seconds * REMIND_SHARE, REMIND_SECONDS_MAX))


def _ended(own: Iterable[Concern]) -> Iterator[Ended]:
    ended = [(one.ended_at, one.game, one) for one in own if one.ended_at is not None]
    for at, game, one in sorted(ended, key=lambda found: found[:2], reverse=True):
        yield Ended(game=str(game), kind=one.kind, seat=one.seat, status=one.status, result=one.result, at=at)


def _rematches(
    own: Iterable[Concern], offers: Mapping[UUID, Sequence[Offer]], begun: Mapping[UUID, int]
) -> Iterator[RematchOffered]:
    for one in own:
        said = offers.get(one.game, ())
        agreed = tuple(offer.seat for offer in said if offer.agreed)
        declined = any(offer.seat == one.seat and not offer.agreed for offer in said)
        if agreed and one.left is None and not declined:
            new = rematch_of(one.game)
            begins = str(new) if new in begun else None
            yield RematchOffered(game=str(one.game), kind=one.kind, seat=one.seat, agreed=agreed, new=begins)
