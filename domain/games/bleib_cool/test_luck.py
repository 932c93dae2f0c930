"""The die of Bleib Cool: fair, checkable, and bringing every game to its end.

`ZUGFOLGE_RANDOM_GAMES` says how many random games are played, 200 if nothing does.
"""

import os
from random import Random
from typing import ClassVar

import pytest

from domain.chance import Seeded
from domain.codec import Codec
from domain.games.bleib_cool import RULES
from domain.games.bleib_cool.board import STONES
from domain.games.bleib_cool.rules import MoveStone, Roll, State
from domain.games.bleib_cool.view import board
from domain.testing import after, begin, commit

RANDOM_GAMES = int(os.environ.get("ZUGFOLGE_RANDOM_GAMES", "200"))
COMMITS_MAX = {2: 1_000, 3: 2_500, 4: 4_000}  # Throws and moves of a random game, by players.

TURNS = 20_000
THROWS = 60_000
CRITICAL = {1: 10.83, 5: 20.52}  # Chi-square by degrees of freedom; more happens once in a thousand times.


def chi_square(found: list[int], expected: list[float]) -> float:
    return sum((f - e) ** 2 / e for f, e in zip(found, expected, strict=True))


def test_a_six_within_three_throws_has_probability_0_4213() -> None:
    """rules.md §1 Check: a six within three throws has probability 0.4213: 1 - (5/6)³."""
    probability = 1 - (5 / 6) ** 3
    assert round(probability, 4) == 0.4213

    sixes = sum(_brings_six(Seeded(number.to_bytes(32, "big"))) for number in range(TURNS))

    expected = [TURNS * probability, TURNS * (1 - probability)]
    assert chi_square([sixes, TURNS - sixes], expected) < CRITICAL[1]


def _brings_six(luck: Seeded) -> bool:
    """Return whether the first turn of a game does, throw by throw as the rules take it."""
    state: State = begin(RULES, 2)
    while state.turn == 0 and not state.movable:
        state = after(RULES, state, commit(RULES, state, 0, Roll(), luck))
    return state.turn == 0


def test_each_number_comes_equally_often() -> None:
    luck = Seeded(bytes(range(32)), ["5eed" * 4])
    state: State = begin(RULES, 2)
    numbers = [0] * 6
    for roll in range(THROWS):
        event = RULES.decide(State(stones=state.stones, rolls=roll), 0, Roll(), luck)
        assert isinstance(event, tuple)
        numbers[event[0].number - 1] += 1

    assert chi_square(numbers, [THROWS / 6] * 6) < CRITICAL[5]


def test_a_throw_is_drawn_by_the_number_of_throws_before_it() -> None:
    """The label comes from the game's own counter: whoever tries again throws the same."""

    class Asked:
        labels: ClassVar[list[tuple[str, int]]] = []

        def draw(self, label: str, sides: int) -> int:
            self.labels.append((label, sides))
            return 6

    state: State = begin(RULES, 2)
    for move in (Roll(), MoveStone(stone=0), Roll(), MoveStone(stone=0), Roll()):
        state = after(RULES, state, commit(RULES, state, 0, move, Asked()))
    again = RULES.decide(State(stones=state.stones, rolls=2), 0, Roll(), Asked())

    assert isinstance(again, tuple)
    assert Asked.labels == [("roll/0", 6), ("roll/1", 6), ("roll/2", 6), ("roll/2", 6)]


@pytest.mark.timeout(300 + RANDOM_GAMES // 10)  # Ten thousand take minutes.
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_games_end_in_bounds_and_every_event_folds_back_from_its_stored_bytes(seats: int) -> None:
    longest = max(_played(Random(number), seats) for number in range(seats - 2, RANDOM_GAMES, 3))

    assert longest <= COMMITS_MAX[seats]


def _played(random: Random, seats: int) -> int:
    """Play a random game to its end, folding what is stored of each event; return the throws and moves it took."""
    codec, luck = Codec(RULES), Seeded(random.randbytes(32))
    state: State = begin(RULES, seats)
    commits = 0
    while RULES.outcome(state) is None and commits <= COMMITS_MAX[seats]:
        (seat,) = RULES.to_move(state)
        events = commit(RULES, state, seat, random.choice(list(RULES.legal_moves(state, seat))), luck)
        stored = [codec.encode(event) for event in events]
        read = [codec.decode(each.type, each.schema, each.data) for each in stored]
        assert after(RULES, state, read) == after(RULES, state, events)
        state = after(RULES, state, read)
        assert sorted("".join(board(state)).replace(".", "").replace("-", "")) == sorted("0123"[:seats] * STONES)
        commits += 1
    return commits
