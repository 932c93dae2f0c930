"""Counts: the moves of a kind, as onlookers come to see them, so that no metric tells what a game hides."""

from functools import cache

from prometheus_client import Counter

from domain.feed import Game
from domain.kernel import Seat, Secret
from domain.match import Commit, MatchEvent
from infra.metrics import MOVES


def count_moves(game: Game) -> None:
    """Count what the newest commit shows onlookers: itself, if it is a move, and moves that it opens."""
    if moves := moves_shown(game):
        _of_kind(game.rules.name).inc(moves)


def moves_shown(game: Game) -> int:
    """Return how many moves onlookers have come to see by the newest commit."""
    known, newest = game.known(None), game.log[-1]
    opened = known.visible - known.before
    older = [commit for commit in game.log[:-1] if _hidden(commit, opened)] if opened else []
    return len(older) + (known.step is not None and not isinstance(newest.events[0], MatchEvent))


@cache
def _of_kind(kind: str) -> Counter:
    return MOVES.labels(kind)


def _hidden(commit: Commit, seats: frozenset[Seat]) -> bool:
    """Return whether a commit showed nothing until these seats were opened."""
    return all(isinstance(event, Secret) and event.seat in seats for event in commit.events)
