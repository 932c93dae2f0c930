"""Reversi against facts from elsewhere: numbers of games, and real tournament games (rules.md §4)."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import msgspec

from domain.games.reversi import RULES
from domain.games.reversi.rules import BIT, DiscPlaced, Passed, State, legal_moves, places, turned_by, view
from domain.kernel import Event, Result
from domain.testing import after, begin, play, written
from tests.conformance.perft import sequences

DEPTH = 10
DEPTH_BY_RULES = 7

Position: TypeAlias = tuple[int, int]
"""Discs of the side to move, and of the other."""


class Tournament(NamedTuple):
    """One line of the tournament games."""

    category: str
    file: str
    number: str
    moves: str
    pass_before_ply: str
    first_discs: str
    second_discs: str
    game_over: str
    score_first: str


def tournament(conformance: Path) -> Sequence[Tournament]:
    lines = (conformance / "reversi" / "tournament_games.tsv").read_text().splitlines()
    return [Tournament(*line.split("\t")) for line in lines[1:]]


def perft(conformance: Path, variant: str) -> Mapping[str, Sequence[int]]:
    path = conformance / "reversi" / "perft.json"
    counts: Mapping[str, Sequence[int]] = msgspec.json.decode(path.read_bytes())[variant]
    return counts


class Count(NamedTuple):
    """How many sequences of each length there are: those of exactly that length, and with those that ended before."""

    full_depth_only: Sequence[int]
    sum: Sequence[int]


def count(depth: int, *, pass_is_a_ply: bool) -> Count:
    """Count sequences of up to `depth` plies; positions reached in several ways are followed once."""
    own, enemy = begin(RULES).discs
    reached: Mapping[Position, int] = {(own, enemy): 1}
    ended, exact, total = 0, [], []
    for ply in range(1, depth + 1):
        going_on, over, reached = advance(reached, pass_is_a_ply=pass_is_a_ply, last=ply == depth)
        if ply == 1:
            reached = up_to_symmetry(reached)  # The four first moves are one and the same.
        ended += over
        exact.append(going_on)
        total.append(going_on + ended)
    return Count(exact, total)


def advance(
    reached: Mapping[Position, int], *, pass_is_a_ply: bool, last: bool
) -> tuple[int, int, Mapping[Position, int]]:
    """Return how many sequences go on by a ply, how many were over before, and, unless it is the last, where to."""
    going_on = over = 0
    onward: defaultdict[Position, int] = defaultdict(int)
    for (own, enemy), ways in reached.items():
        mover, other, free = own, enemy, places(own, enemy)
        if not free:
            mover, other, free = enemy, own, places(enemy, own)
            if not free:
                over += ways
                continue
            if pass_is_a_ply:
                going_on += ways
                onward[enemy, own] += ways
                continue
        going_on += ways * free.bit_count()
        while free and not last:
            place = free & -free
            free ^= place
            turned = turned_by(place, mover, other)
            onward[other & ~turned, mover | place | turned] += ways
    return going_on, over, onward


def up_to_symmetry(reached: Mapping[Position, int]) -> Mapping[Position, int]:
    merged: defaultdict[Position, int] = defaultdict(int)
    for position, ways in reached.items():
        merged[min(images(position))] += ways
    return merged


def images(position: Position) -> Iterator[Position]:
    """Yield a position turned and mirrored in all eight ways."""
    for swap in (False, True):
        for right in (False, True):
            for down in (False, True):
                own, enemy = (image(board, swap=swap, right=right, down=down) for board in position)
                yield own, enemy


def image(board: int, *, swap: bool, right: bool, down: bool) -> int:
    moved = 0
    for n in range(64):
        row, column = divmod(n, 8)
        if swap:
            row, column = column, row
        row, column = 7 - row if down else row, 7 - column if right else column
        moved |= (board >> n & 1) << 8 * row + column
    return moved


def test_there_are_as_many_sequences_as_published_if_a_pass_is_a_ply(conformance: Path) -> None:
    """rules.md §4 Checks: `data/reversi/perft.json`."""
    expected = perft(conformance, "pass_is_a_ply")

    counted = count(DEPTH, pass_is_a_ply=True)

    assert counted.full_depth_only == expected["full_depth_only"][:DEPTH]
    assert counted.sum == expected["sum"][:DEPTH]


def test_there_are_as_many_sequences_as_published_if_plies_count_discs(conformance: Path) -> None:
    expected = perft(conformance, "pass_is_free_ply_counts_discs")

    counted = count(DEPTH, pass_is_a_ply=False)

    assert counted.full_depth_only == expected["full_depth_only"][:DEPTH]
    assert counted.sum == expected["sum"][:DEPTH]


def test_the_rules_as_a_match_asks_them_allow_as_many_sequences(conformance: Path) -> None:
    expected = perft(conformance, "pass_is_free_ply_counts_discs")["full_depth_only"]

    assert sequences(RULES, begin(RULES), DEPTH_BY_RULES) == expected[DEPTH_BY_RULES - 1]


def replay(game: Tournament) -> tuple[Any, Sequence[Event]]:
    """Play a tournament game through the rules; its moves are legal, or this fails."""
    log: Sequence[Any] = [event for commit in play(RULES, written(RULES, game.moves)) for event in commit]
    return after(RULES, begin(RULES), log), log


def passes(log: Sequence[Event]) -> str:
    """Return before which discs, counted from 1, a pass was recorded, as the table writes it."""
    placed, before = 0, list[str]()
    for event in log:
        placed += isinstance(event, DiscPlaced)
        if isinstance(event, Passed):
            before.append(str(placed + 1))
    return ",".join(before) or "-"


def test_the_tournament_games_pass_where_they_passed_and_end_with_the_discs_counted(conformance: Path) -> None:
    """rules.md §4 Checks: 510 real tournament games with raw counts and forced passes.

    rules.md §4 Checks: (`pass_before_ply` counts placed discs from 1) in `data/reversi/tournament_games.tsv` ("first"
    is our white).
    """
    games = tournament(conformance)
    told = {game: replay(game) for game in games}

    assert len(games) == 510
    assert [game for game, (_, log) in told.items() if passes(log) != game.pass_before_ply] == []
    assert [
        game
        for game, (state, _) in told.items()
        if view(state).discs != (int(game.first_discs), int(game.second_discs))
    ] == []


def test_the_tournament_games_played_to_the_end_are_over_and_won_by_more_discs(conformance: Path) -> None:
    finished = [game for game in tournament(conformance) if game.game_over == "1"]

    assert len(finished) == 490
    assert [game for game in finished if RULES.outcome(replay(game)[0]) != expected(game)] == []


def test_the_tournament_games_broken_off_are_not_over(conformance: Path) -> None:
    """rules.md §4 Checks: 20 have `game_over` 0: broken off."""
    broken_off = [game for game in tournament(conformance) if game.game_over == "0"]

    assert len(broken_off) == 20
    assert [game for game in broken_off if RULES.outcome(replay(game)[0]) is not None] == []
    assert all(RULES.to_move(replay(game)[0]) for game in broken_off)


def expected(game: Tournament) -> Result:
    white, black = scores = int(game.first_discs), int(game.second_discs)
    if white == black:
        return Result(reason="no_moves", places=((0, 1),), scores=scores)
    return Result(reason="no_moves", places=((0,), (1,)) if white > black else ((1,), (0,)), scores=scores)


def test_the_endgames_allow_exactly_the_moves_that_were_valued(conformance: Path) -> None:
    """rules.md §4 Checks: endgames with the value of every move in `data/reversi/endgames_1-19.obf`.

    Each line: 64 squares (X, O, -), whose turn it is, and every move with its value.
    """
    lines = (conformance / "reversi" / "endgames_1-19.obf").read_text().splitlines()

    assert lines
    for line in lines:
        position, *moves = line.split(";")
        board, mover = position.split()
        x, o = (sum(bit for bit, c in zip(BIT.values(), board, strict=True) if c == name) for name in "XO")
        state = State(discs=(x, o), turn="XO".index(mover))

        valued = {move.split(":")[0].strip().lower() for move in moves if move.strip()}
        assert {move.square for move in legal_moves(state, state.turn)} == valued
