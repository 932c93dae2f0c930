"""One value of each event that every match has, for the API's documentation."""

from collections.abc import Sequence

from domain.chance import commitment
from domain.match import (
    MatchEnded,
    MatchEvent,
    MatchJoined,
    MatchLockChanged,
    MatchMemberLeft,
    MatchOpened,
    MatchSeatLeft,
    MatchStarted,
)

SEED = bytes(32)
ANN, BEN = "01944a3c-5e00-7d1c-9a52-3f6f0c1b2a01", "01944a3c-6a10-7b2e-8c33-77e1d5a4b602"
LUCK = "5eed00000000beef"


def match_events(kind: str) -> Sequence[MatchEvent]:
    """Return one of each, as a match of that kind for two would have them."""
    return (
        MatchOpened(
            kind=kind, rules=1, seats=2, options={}, limit_seconds=259_200, commitment=commitment(SEED), locked=True
        ),
        MatchJoined(player=ANN, luck=LUCK),
        MatchMemberLeft(player=BEN),
        MatchLockChanged(locked=False),
        MatchStarted(seats=(ANN, BEN), luck=(LUCK, "")),
        MatchSeatLeft(seat=1, cause="left"),
        MatchEnded(reason="left", places=((0,), (1,)), seed=SEED.hex()),
    )
