"""Robots for hoard: the more a gem is worth, the more of the purse goes on it; all that is left on the last one."""

# ruff: noqa: TID252 - the folder is found under whatever package it is copied into.

from itertools import combinations

from domain.kernel import Chance, Robot, Seat

from .rules import Stake, State, unspent


def choose(state: State, seat: Seat, luck: Chance) -> Stake:
    """Return the stake closest to the next gem's share by the squares of what gems are worth; among equal ones any."""
    hand = state.hands[seat]
    coins, free = hand.coins or (), unspent(hand)
    shares = [gem**2 for gem in state.gems[len(hand.stakes) :]]
    if len(shares) == 1:
        return Stake(coins=tuple(free))
    fair = sum(coins[coin] for coin in free) * shares[0]
    stakes = [stake for number in range(len(free) + 1) for stake in combinations(free, number)]
    off = [abs(sum(shares) * sum(coins[coin] for coin in stake) - fair) for stake in stakes]
    best = [stake for stake, miss in zip(stakes, off, strict=True) if miss == min(off)]
    return Stake(coins=best[luck.draw("choice", len(best)) - 1])


ROBOTS = (Robot(level="easy", strength=900, choose=choose),)
