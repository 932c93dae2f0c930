"""Random games of Level X, and its dice: bounds, laws that hold at every step, and the fairness of what is drawn.

`ZUGFOLGE_RANDOM_GAMES` says how many random games are played, 200 if nothing does.
"""

import os
from collections.abc import Iterator, Sequence
from itertools import permutations
from random import Random

import pytest

from domain.chance import Seeded
from domain.codec import Codec
from domain.games.level_x import RULES
from domain.games.level_x.dice import ROWS, groupings, sums_of
from domain.games.level_x.rules import (
    CHIPS,
    FIELDS,
    TILES,
    Advance,
    DiceGrouped,
    DiceRolled,
    GroupDice,
    State,
    evolve,
    playing,
)
from domain.games.level_x.testing import made
from domain.testing import after, begin, commit, settle

RANDOM_GAMES = int(os.environ.get("ZUGFOLGE_RANDOM_GAMES", "200"))
TURNS_MAX = {2: 150, 3: 200, 4: 250}  # Of a random game, by players.

POSITIONS = 300
GAMES_LEFT = 20
ROLLS = 15_000
CRITICAL_5 = 20.52  # Chi-square of five degrees of freedom; more happens once in a thousand times ...
CRITICAL_35 = 66.62  # ... and of 35.


def walked(state: State, sums: Sequence[int]) -> DiceGrouped:
    """Return what comes of groups of these sums, one after the other in this very order, field by field."""
    fields, chips, stock = (list(each) for each in (state.sides[state.turn].fields, *_counts(state)))
    pieces = {seat: list(side.fields) for seat, side in enumerate(state.sides) if seat != state.turn}
    got, thrown, touched, tiles = [0] * 6, dict[int, int](), set[int](), list[int]()
    for place in (number - 5 for number in sums if 5 <= number <= 10):
        complete = min(chips)
        if fields[place] < FIELDS[place]:
            fields[place] += 1
            touched.add(place)
            if fields[place] == FIELDS[place]:
                for seat in (seat for seat, other in pieces.items() if other[place] == FIELDS[place]):
                    pieces[seat][place], thrown[place] = 0, seat
        if fields[place] == FIELDS[place] and stock[place]:
            chips[place], stock[place], got[place] = chips[place] + 1, stock[place] - 1, got[place] + 1
            touched.add(place)
        if min(chips) > complete and len(tiles) < len(state.tiles):
            tiles.append(state.tiles[len(tiles)])
    rows = tuple(
        Advance(row=place + 5, field=fields[place], chips=got[place], displaced=thrown.get(place))
        for place in sorted(touched)
    )
    points = sum(row * number for row, number in zip(range(5, 11), got, strict=True)) + sum(tiles)
    return DiceGrouped(seat=state.turn, groups=(), rows=rows, tiles=tuple(tiles), points=points)


def _counts(state: State) -> tuple[Sequence[int], Sequence[int]]:
    return state.sides[state.turn].chips, state.chips


def positions(seats: int, random: Random) -> Iterator[State]:
    """Yield the positions of a random game, each with its dice rolled."""
    luck = Seeded(random.randbytes(32))
    state: State = begin(RULES, seats)
    state = after(RULES, state, settle(RULES, state, (), luck))
    while RULES.outcome(state) is None:
        yield state
        move = random.choice(list(RULES.legal_moves(state, state.turn)))
        state = after(RULES, state, commit(RULES, state, state.turn, move, luck))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_order_of_groups_never_changes_the_result(seats: int) -> None:
    """rules.md §2 Turn: (The order of groups never changes the result.)  In every order, walked one by one."""
    random = Random(seats)
    games = (state for number in range(POSITIONS) for state in positions(seats, Random(number)))
    checked = 0
    for state in games:
        groups = random.choice(groupings())
        came = made(state, GroupDice(groups=groups))
        for order in permutations(groups):
            sums = [sum(state.dice[die] for die in group) for group in order]
            told = walked(state, sums)
            assert (told.rows, told.tiles, told.points) == (came.rows, came.tiles, came.points)
            assert made(state, GroupDice(groups=order)) == came
        checked += len(groups) > 1
        if checked == POSITIONS:
            return
    raise AssertionError("too few positions")


@pytest.mark.timeout(300 + RANDOM_GAMES // 10)  # Ten thousand take minutes.
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_games_end_in_bounds_and_every_event_folds_back_from_its_stored_bytes(seats: int) -> None:
    longest = max(_played(Random(number), seats) for number in range(seats - 2, RANDOM_GAMES, 3))

    assert longest <= TURNS_MAX[seats]


def _played(random: Random, seats: int) -> int:
    """Play a random game to its end, folding what is stored of each event; return the turns it took."""
    codec, luck = Codec(RULES), Seeded(random.randbytes(32))
    state: State = begin(RULES, seats)
    events = settle(RULES, state, (), luck)
    while True:
        stored = [codec.encode(event) for event in events]
        read = [codec.decode(each.type, each.schema, each.data) for each in stored]
        assert after(RULES, state, read) == after(RULES, state, events)
        state = after(RULES, state, read)
        assert_whole(state)
        if RULES.outcome(state) is not None:
            return state.turns
        assert state.turns <= TURNS_MAX[seats], "does not end"
        move = random.choice(list(RULES.legal_moves(state, state.turn)))
        events = commit(RULES, state, state.turn, move, luck)


def assert_whole(state: State) -> None:
    """Check that nothing is lost or twice, and that each X holds one piece at most (rules.md §2 Board, Turn)."""
    for place, row in enumerate(ROWS):
        held = sum(side.chips[place] for side in state.sides)
        assert state.chips[place] >= 0
        assert state.chips[place] + held == CHIPS[place]
        assert all(0 <= side.fields[place] <= FIELDS[place] for side in state.sides)
        assert sum(side.fields[place] == FIELDS[place] for side in state.sides) <= 1, row
    assert sorted([*state.tiles, *(value for side in state.sides for value in side.tiles)]) == sorted(TILES)
    for side in state.sides:
        chips = sum(row * number for row, number in zip(ROWS, side.chips, strict=True))
        assert side.points == chips + sum(side.tiles)


def test_whoever_never_takes_a_chip_ends_the_game_after_50_rounds() -> None:
    """rules.md §2 End: After 50 rounds in a row […] the game ends: so no game is endless."""
    luck = Seeded(bytes(32))
    state: State = begin(RULES, 4)
    while RULES.outcome(state) is None:
        events = settle(RULES, state, (), luck) if not state.dice else ()
        state = after(RULES, state, events)
        state = evolve(state, made(state, GroupDice(groups=())))

    assert (state.rounds, state.turns) == (50, 200)


def test_a_leave_takes_pieces_off_the_board_and_nothing_else() -> None:
    """rules.md §2 Leavers: the pieces leave the board, chips and tiles stay out of play."""
    for number in range(GAMES_LEFT):
        random = Random(number)
        for state in positions(4, random):
            seat = random.choice(playing(state))
            gone = RULES.leave(state, seat, "left")
            assert_whole(gone)
            assert (gone.chips, gone.tiles) == (state.chips, state.tiles)
            assert gone.sides[seat].fields == (0,) * 6
            assert [gone.sides[other] for other in playing(gone)] == [state.sides[other] for other in playing(gone)]


def test_each_number_comes_equally_often_on_each_die() -> None:
    """rules.md §2 Turn: Four dice are rolled: by the real draws of a fixed seed and luck words."""
    rolls = _rolls(Seeded(bytes(range(32)), ["1eve1" * 4, ""]))
    for die in range(4):
        numbers = [sum(roll[die] == pips for roll in rolls) for pips in range(1, 7)]
        assert chi_square(numbers, [ROLLS / 6] * 6) < CRITICAL_5


def test_the_dice_of_a_roll_do_not_depend_on_each_other() -> None:
    rolls = _rolls(Seeded(bytes(range(1, 33))))
    for first, second in ((0, 1), (1, 2), (2, 3), (0, 3)):
        pairs = [
            sum((roll[first], roll[second]) == (one, two) for roll in rolls)
            for one in range(1, 7)
            for two in range(1, 7)
        ]
        assert chi_square(pairs, [ROLLS / 36] * 36) < CRITICAL_35


def _rolls(luck: Seeded) -> Sequence[tuple[int, ...]]:
    """Return the rolls of so many turns, as the game itself takes them."""
    start: State = begin(RULES, 2)
    rolls = list[tuple[int, ...]]()
    for turn in range(ROLLS):
        event = RULES.by_itself(State(sides=start.sides, turns=turn), luck)
        assert isinstance(event, DiceRolled)
        assert event.turn == turn + 1
        rolls.append(event.dice)
    return rolls


def chi_square(found: Sequence[int], expected: Sequence[float]) -> float:
    return sum((f - e) ** 2 / e for f, e in zip(found, expected, strict=True))


def test_sums_that_do_not_count_are_left_out() -> None:
    assert sums_of((5, 6, 4, 4), ((0, 1), (2,), (3,))) == ()
    assert sums_of((5, 6, 4, 1), ((2, 3), (0,), (1,))) == (5, 5, 6)
