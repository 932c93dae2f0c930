"""Random duels: each ends within what the rules allow at most, and is what its stored bytes say.

`ZUGFOLGE_RANDOM_GAMES` says how many random games are played, 200 if nothing does.
"""

import os
from collections.abc import Sequence
from datetime import UTC, datetime
from random import Random

import pytest

from domain import commands
from domain.codec import Codec
from domain.games.diamond_yatzy import RULES
from domain.kernel import Event, Refused
from domain.match import Commit, Match, advance, fold

AT = datetime(2026, 1, 1, 12, tzinfo=UTC)
GAMES = int(os.environ.get("ZUGFOLGE_RANDOM_GAMES", "200"))

# A board takes thirteen rounds of two draws and a box, and three jokers; it tells of 39 collections, 13 boxes, three
# jokers and its completion.  The match adds its opening, start and end.
COMMITS_MAX = 1 + 2 * (13 * 3 + 3)
EVENTS_MAX = 3 + 2 * (39 + 13 + 3 + 1)


def played(number: int) -> tuple[Match, Sequence[Commit]]:
    """Return a duel of random choices to its end."""
    random = Random(number)
    seed, match, log = random.randbytes(32), Match(), list[Commit]()
    decided = commands.open_written(RULES, 2, AT, seed=seed)
    while True:
        assert not isinstance(decided, Refused)
        log.append(Commit(at=AT, events=decided))
        match = advance(RULES, match, log[-1])
        if match.ended:
            return match, log
        assert len(log) < COMMITS_MAX, f"duel {number} does not end"
        seat = random.choice(match.turn)
        move = random.choice(list(RULES.legal_moves(match.board, seat)))
        decided = commands.move(RULES, match, seat, move, seed, AT)


@pytest.mark.timeout(300 + GAMES // 10)  # Ten thousand take minutes.
def test_a_random_duel_ends_in_time_and_folds_back_from_its_stored_bytes() -> None:
    codec = Codec(RULES)

    def stored(event: Event) -> Event:
        coded = codec.encode(event)
        return codec.decode(coded.type, coded.schema, coded.data)

    longest = 0
    for number in range(GAMES):
        match, log = played(number)
        read = [Commit(at=commit.at, events=tuple(map(stored, commit.events))) for commit in log]
        assert fold(RULES, read) == match
        assert match.result is not None
        assert match.result.reason == "complete"
        assert match.result.scores == tuple(
            sum(points or 0 for points in board.points) + board.bonus for board in match.board.boards
        )
        longest = max(longest, sum(len(commit.events) for commit in log))
    assert longest <= EVENTS_MAX
