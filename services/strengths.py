"""Strengths: how strong players are, as the rankings show it."""

from collections.abc import Mapping, Sequence

from domain.rating import NEWCOMER
from infra.postgres.ratings import Ratings


class Strengths:
    """Tells strengths, as they are at the moment of asking.  Raises `infra.postgres.pool.StoreUnavailable`."""

    def __init__(self, ratings: Ratings) -> None:
        """Take where they are written."""
        self._ratings = ratings

    async def of(self, kind: str, players: Sequence[str]) -> Mapping[str, int]:
        """Return the strength of each player in a kind: a newcomer's, of whoever has not been rated."""
        return {**dict.fromkeys(players, NEWCOMER), **await self._ratings.strengths(kind, players)}
