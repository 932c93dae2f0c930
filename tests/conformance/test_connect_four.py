"""Vier gewinnt against facts from elsewhere: numbers of games, and games with their winning cells (rules.md §5)."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import msgspec
import pytest

from domain.games.connect_four import RULES
from domain.games.connect_four.rules import COLUMNS, ROWS, STRIDE, has_four, lands, view
from domain.kernel import Result
from domain.testing import after, begin, play, written
from tests.conformance.perft import sequences

DEPTH = 11
DEPTH_BY_RULES = 6
MIRRORED_UNTIL = 4  # Plies up to which merging mirrored positions pays.

Position: TypeAlias = tuple[int, int]
"""Discs of the side to move, and of the other."""


class Count(NamedTuple):
    """How many sequences of each length there are, and how many of them end with a line of four."""

    sequences: Sequence[int]
    wins: Sequence[int]


class Told(NamedTuple):
    """One line of the table of games."""

    category: str
    moves: str
    winner: str
    plies: str
    line_dirs: str
    winning_cells: str


def table(conformance: Path) -> Sequence[Told]:
    lines = (conformance / "connect_four" / "games.tsv").read_text().splitlines()
    return [Told(*line.split("\t")) for line in lines[1:]]


def count_sequences(depth: int) -> Count:
    """Count sequences of up to `depth` plies, and one more; positions reached in several ways are followed once."""
    reached: Mapping[Position, int] = {(0, 0): 1}
    lengths, wins = [1, COLUMNS], [0]
    for ply in range(1, depth + 1):
        won, going_on, reached = advance(reached, keep=ply < depth)
        wins.append(won)
        lengths.append(going_on)
        if ply <= MIRRORED_UNTIL:
            reached = up_to_mirroring(reached)
    return Count(lengths, wins)


def advance(reached: Mapping[Position, int], *, keep: bool) -> tuple[int, int, Mapping[Position, int]]:
    """Return how many sequences win by the next ply, how many go on by another, and, if they are kept, where to."""
    won = going_on = 0
    onward: defaultdict[Position, int] = defaultdict(int)
    for (own, enemy), ways in reached.items():
        taken = own | enemy
        for column in range(1, COLUMNS + 1):
            fallen = lands(taken, column)
            if not fallen:
                continue
            if has_four(own | fallen):
                won += ways
            else:
                going_on += ways * open_columns(taken | fallen)
                if keep:
                    onward[enemy, own | fallen] += ways
    return won, going_on, onward


def open_columns(taken: int) -> int:
    """Return how many columns have a free top cell."""
    return COLUMNS - (taken & TOP_CELLS).bit_count()


TOP_CELLS = sum(1 << column * STRIDE + ROWS - 1 for column in range(COLUMNS))


def up_to_mirroring(reached: Mapping[Position, int]) -> Mapping[Position, int]:
    merged: defaultdict[Position, int] = defaultdict(int)
    for (own, enemy), ways in reached.items():
        merged[min((own, enemy), (mirror(own), mirror(enemy)))] += ways
    return merged


def mirror(discs: int) -> int:
    columns = (discs >> column * STRIDE & (1 << STRIDE) - 1 for column in range(COLUMNS))
    return sum(discs << (COLUMNS - 1 - column) * STRIDE for column, discs in enumerate(columns))


def perft(conformance: Path) -> Mapping[str, Any]:
    counts: Mapping[str, Any] = msgspec.json.decode((conformance / "connect_four" / "perft.json").read_bytes())
    return counts


def test_there_are_as_many_sequences_and_wins_as_published(conformance: Path) -> None:
    """rules.md §5 Checks: `data/connect_four/perft.json` (wins end a sequence)."""
    expected = perft(conformance)

    counted = count_sequences(DEPTH)

    assert counted.wins == expected["of_which_win_at_that_ply"][: DEPTH + 1]
    assert counted.sequences == [*expected["sequences"][: DEPTH + 1], expected["public_deeper_values"]["12"]]


def test_the_rules_as_a_match_asks_them_allow_as_many_sequences(conformance: Path) -> None:
    expected = perft(conformance)["sequences"]

    assert sequences(RULES, begin(RULES), DEPTH_BY_RULES) == expected[DEPTH_BY_RULES]


def test_the_games_told_end_with_their_last_move_and_exactly_the_cells_stated(conformance: Path) -> None:
    """rules.md §5 Checks: `games.tsv`."""
    games = table(conformance)

    assert len(games) == 144
    for game in games:
        log: Sequence[Any] = [event for commit in play(RULES, written(RULES, game.moves)) for event in commit]
        *before, last = log
        state = after(RULES, begin(RULES), log)

        assert len(log) == int(game.plies), game
        assert all(event.line == () for event in before), game
        assert RULES.outcome(state) == result(game), game
        assert {(cell.column, cell.row) for cell in last.line} == cells(game), game
        assert view(state).line == last.line, game


def result(game: Told) -> Result:
    if game.winner == "0":
        return Result(reason="full", places=((0, 1),))
    winner = int(game.winner) - 1
    return Result(reason="four", places=((winner,), (1 - winner,)))


def cells(game: Told) -> set[tuple[int, int]]:
    """Return the winning cells as columns and rows."""
    if game.winning_cells == "-":
        return set()
    return {(int(cell[0]), int(cell[2])) for cell in game.winning_cells.split()}


@pytest.mark.parametrize("file", ["Test_L1_R1.txt", "Test_L2_R1.txt", "Test_L3_R1.txt"])
def test_positions_that_others_valued_are_reached_by_legal_moves_and_go_on(conformance: Path, file: str) -> None:
    """rules.md §5 Checks: and `Test_L*.txt` (positions with exact values)."""
    lines = (conformance / "connect_four" / file).read_text().splitlines()

    assert lines
    for line in lines:
        log = [event for commit in play(RULES, written(RULES, line.split()[0])) for event in commit]
        assert RULES.outcome(after(RULES, begin(RULES), log)) is None, line
