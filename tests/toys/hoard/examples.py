"""One value of each move and event of hoard, for the API's documentation."""

# ruff: noqa: TID252 - the folder is found under whatever package it is copied into.

from domain.kernel import Example

from .rules import AllStaked, Fact, GemDrawn, GemWon, PurseDealt, Stake, Staked

EXAMPLES = Example[Stake, Fact](
    moves=(Stake(coins=(0, 2)),),
    events=(
        GemDrawn(number=0, value=5),
        PurseDealt(seat=1, coins=(3, 1, 6, 2)),
        Staked(seat=1, gem=0, coins=(0, 2)),
        AllStaked(seat=1),
        GemWon(number=0, value=5, seats=(1,)),
    ),
)
