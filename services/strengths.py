"""Strengths: how strong players are, as the rankings show it."""

from collections.abc import Mapping, Sequence

NEWCOMER = 1000


class Strengths:
    """Tells strengths.  Nobody is rated yet, so everybody is a newcomer."""

    async def of(self, kind: str, players: Sequence[str]) -> Mapping[str, int]:  # noqa: ARG002 - of any kind alike
        """Return the strength of each player in a kind."""
        return dict.fromkeys(players, NEWCOMER)
