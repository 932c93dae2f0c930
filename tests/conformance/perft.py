"""Perft: how many sequences of moves the rules allow, asked as a match asks them."""

from typing import Any

from domain.kernel import AnyRules
from domain.testing import Rigged, after, commit


def sequences(rules: AnyRules, state: Any, depth: int) -> int:
    """Count the sequences of exactly `depth` moves, through to_move, legal_moves, decide, by_itself and evolve."""
    if depth == 0:
        return 1
    counted = 0
    for seat in rules.to_move(state):
        for move in rules.legal_moves(state, seat):
            events = commit(rules, state, seat, move, Rigged())
            counted += sequences(rules, after(rules, state, events), depth - 1)
    return counted
