"""Rater: finds the games that have ended and gives each the next place in the order of its kind."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from uuid import UUID

import structlog

from domain.chain import Entry, read
from domain.codec import Codec, Unreadable
from domain.kernel import Kinds
from domain.match import Player
from domain.rating import Ended, Model, Standing, ended, rate
from infra.postgres.rating_order import Candidate, Mark, Placed, RatingOrder
from services.ids import derived

TOGETHER = 64  # Games that are rated in one statement.
PAGE = 512  # Games that are looked through at once, and rated on one lease at most.
LOOK_BACK = timedelta(minutes=1)  # A commit may become visible so long after those of later times.
SWEEP = timedelta(days=1)  # How often all games are looked through: one may have been held up for longer.

log = structlog.get_logger()


class Rater:
    """Rates games.  Any number may: a game's place is given once.  Raises `StoreUnavailable`."""

    def __init__(self, order: RatingOrder, kinds: Kinds, model: Model) -> None:
        """Begin with the first game there is."""
        self._order = order
        self._model = model
        self._codecs = {name: Codec(rules) for name, rules in kinds.items()}
        self._kinds = {lease_of(name): name for name in kinds}
        self._waiting = dict[str, list[UUID]]()
        self._unreadable = set[UUID]()
        self._mark = Mark()  # All games that ended before it have places.
        self._swept_at: datetime | None = None

    async def due(self, now: datetime) -> Sequence[UUID]:
        """Return for which kinds there are games to rate, by the ids that stand for them."""
        if self._swept_at is None or now - self._swept_at > SWEEP:
            self._mark, self._swept_at = Mark(), now
        latest = None
        while True:
            page = await self._order.ended(self._mark, PAGE)
            waiting = await self._unrated(page)
            latest = page[-1].mark.at if page else latest
            if waiting or len(page) < PAGE:
                break
            self._mark = page[-1].mark
        if not waiting and latest is not None:
            self._mark = Mark(at=min(latest, now) - LOOK_BACK)  # No clock that is ahead may hide what others ended.
        self._waiting = waiting
        return [lease_of(kind) for kind in waiting]

    async def rate(self, lease: UUID) -> int:
        """Rate the games of a kind that were found last; return how many."""
        kind, done = self._kinds[lease], 0
        games = self._waiting.pop(kind, ())
        for start in range(0, len(games), TOGETHER):
            rated = await self._rate(kind, games[start : start + TOGETHER])
            if rated is None:
                break  # Somebody else rates this kind: whatever is left is looked for anew.
            done += rated
        return done

    async def _unrated(self, page: Sequence[Candidate]) -> dict[str, list[UUID]]:
        known = [one for one in page if one.kind in self._codecs and one.mark.game not in self._unreadable]
        ordered = await self._order.ordered([one.mark.game for one in known])
        waiting = dict[str, list[UUID]]()
        for one in known:
            if one.mark.game not in ordered:
                waiting.setdefault(one.kind, []).append(one.mark.game)
        return waiting

    async def _rate(self, kind: str, games: Sequence[UUID]) -> int | None:
        """Rate games in this order; None: another worker was quicker, and nothing was done."""
        matches = await self._order.matches(games)
        found = {game: one for game in games if (one := self._ended(kind, game, matches[game])) is not None}
        place = await self._order.last(kind)  # Before the standings: whatever is rated after it takes the next place.
        players = {part.player for one in found.values() for part in one.parts}
        standings = await self._order.standings(kind, sorted(players))
        placed = placed_after(place, found, dict(standings), self._model)
        if placed and not await self._order.rate(kind, placed):
            return None
        log.debug("games_rated", kind=kind, games=len(placed))
        return len(placed)

    def _ended(self, kind: str, game: UUID, entries: Sequence[Entry]) -> Ended | None:
        try:
            one = ended([read(self._codecs[kind], [entry]) for entry in entries])
        except Unreadable as error:
            log.warning("game_not_rated", game=str(game), reason=str(error))  # A newer release rates it.
            one = None
        if one is None:
            self._unreadable.add(game)
        return one


def placed_after(
    place: int, games: Mapping[UUID, Ended], standings: dict[Player, Standing], model: Model
) -> Sequence[Placed]:
    """Return games rated one after the other, the first after `place`; `standings` go along."""
    placed = list[Placed]()
    for number, (game, one) in enumerate(games.items(), place + 1):
        changes = rate(one, standings, model)
        standings.update({change.part.player: change.after for change in changes})
        placed.append(Placed(place=number, game=game, at=one.at, changes=tuple(changes)))
    return placed


def lease_of(kind: str) -> UUID:
    """Return what a kind is leased by, as a game is by its id."""
    return derived("ratings", kind)
