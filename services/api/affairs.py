"""Affairs: what concerns a player now: invitations, turns, reminders, games that ended, rematches."""

import asyncio
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import groupby
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
TOGETHER_MAX = 200  # Players looked up at once.


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
    turns: Annotated[tuple[Turn, ...], Meta(description="The earliest started first.")]
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

    def heard(self, message: bytes) -> None:  # noqa: ARG002 - it says no more than that something has changed
        """Take in a hint."""
        self.keeper.hint(self)

    def missed(self) -> None:
        """Read soon what the store has: a hint may have been missed."""
        self.keeper.hint(self)

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
            for start in range(0, len(sources), TOGETHER_MAX):
                await self._read({affair.player: affair for affair in sources[start : start + TOGETHER_MAX]})

    async def _read(self, wanted: Mapping[Player, Affair]) -> None:
        now = self._now()
        found = await self._kept.concerns(wanted.keys(), since=now - timedelta(seconds=ENDED_SECONDS))
        concerns = {player: list(own) for player, own in groupby(found, key=lambda one: one.player)}
        invited = await self._invited(wanted.keys())
        offers = await self._offers(found, now)
        begun = await self._store.heads([rematch_of(game) for game in offers]) if offers else {}
        for player, affair in wanted.items():
            own = concerns.get(player, [])
            turns = [one for one in own if one.on_turn][:TURNS_MAX]
            affair.become(
                Mine(
                    invitations=invited.get(player, ()),
                    turns=tuple(map(_turn, turns)),
                    reminders=tuple(_turn(one) for one in turns if _presses(one, now)),
                    finished=tuple(_ended(own))[:ENDED_MAX],
                    rematches=tuple(_rematches(own, offers, begun)),
                )
            )

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
