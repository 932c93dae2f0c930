"""Series: how the same players stand after games that were rematches of one another."""

from collections.abc import Mapping, Sequence

from domain.kernel import Result
from domain.match import Player
from domain.value import Value


class Series(Value):
    """Some games of the same players: how many ended, how many were drawn, and who won how many."""

    games: int = 0
    drawn: int = 0
    won: Mapping[Player, int] = {}


def between(players: Sequence[Player], before: Series | None) -> Series:
    """Return how these players stand: as before, or where others played then, at nought."""
    if before is not None and before.won.keys() == set(players):
        return before
    return Series(won=dict.fromkeys(players, 0))


def after(series: Series, seats: Sequence[Player], result: Result) -> Series:
    """Return the series with one more game.  Who has the first place alone has won; shared, the game is drawn."""
    if not result.places:
        return series
    first = [seats[seat] for seat in result.places[0]]
    alone = len(first) == 1
    return Series(
        games=series.games + 1,
        drawn=series.drawn + (not alone),
        won={**series.won, first[0]: series.won[first[0]] + 1} if alone else series.won,
    )
