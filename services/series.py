"""Series: how players stand who play one another again and again, counted from rematch to rematch."""

from collections import OrderedDict
from uuid import UUID

from domain.match import Match
from domain.series import Series, after, between
from infra.postgres.rematches import Played, Rematches

GAMES_MAX = 1_000  # So far back a series is followed.
REMEMBERED_MAX = 10_000


class SeriesBook:
    """Tells the score of rematches.  What has ended stays as it is, and is remembered."""

    def __init__(self, rematches: Rematches) -> None:
        """Take where it is written which game followed which."""
        self._rematches = rematches
        self._remembered = OrderedDict[UUID, Series]()

    async def of(self, match: Match) -> Series | None:
        """Return how the players of a rematch stand, itself included once it has ended; None where it is none."""
        if match.opened.rematch_of is None or not match.seats:
            return None
        players = [taken.player for taken in match.seats if taken.player is not None]
        score = between(players, await self._until(UUID(match.opened.rematch_of)))
        return score if match.result is None else after(score, players, match.result)

    async def _until(self, game: UUID) -> Series | None:
        """Return how it stood after a game; None where that did not come to places."""
        missing, at = list[Played](), game
        while at not in self._remembered and len(missing) < GAMES_MAX:
            if (played := await self._rematches.played(at)) is None:
                break
            missing.append(played)
            if played.rematch_of is None:
                break
            at = played.rematch_of
        score = self._remembered.get(at)
        for one in reversed(missing):
            score = after(between(one.seats, score), one.seats, one.result)
            self._remember(one.game, score)
        return score

    def _remember(self, game: UUID, score: Series) -> None:
        self._remembered[game] = score
        if len(self._remembered) > REMEMBERED_MAX:
            self._remembered.popitem(last=False)
