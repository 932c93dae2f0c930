"""A recorded game is shown again in the terminal, at the players' pace or faster, and printed where there is none."""

from collections.abc import Sequence
from datetime import timedelta
from io import StringIO
from pathlib import Path

import msgspec
import pytest
from rich.console import Console

from domain import record
from domain.imported import NotImported, by_moves
from domain.match import Commit
from domain.record import Record
from domain.testing import written as written_moves
from services.terminal import Pace, replay
from tests.laws.lives import BEGINNING
from tests.laws.registry import KINDS
from tests.records.documents import life_of, record_of
from tests.servers import on, run

KIND, MOVES = "reversi", "f5d6c3d3c4"


def moved() -> Sequence[Commit]:
    """Return the log of a few moves, all made at once."""
    log = by_moves(KINDS[KIND], written_moves(KINDS[KIND], MOVES), BEGINNING)
    assert not isinstance(log, NotImported), log
    return log


def retimed(*seconds: int) -> Record:
    """Return the record of those moves, made so long after one another, the last ones at once."""
    ends = [sum(seconds[:number]) for number, _ in enumerate(moved())]
    log = [Commit(at=BEGINNING + timedelta(seconds=end), events=c.events) for end, c in zip(ends, moved(), strict=True)]
    found = record.read(record_of(KIND, log), KINDS)
    assert isinstance(found, Record), found
    return found


def terminal() -> Console:
    return Console(file=StringIO(), force_terminal=True, width=120, height=60)


def pauses(game: Record, pace: Pace) -> Sequence[float]:
    slept = list[float]()
    replay(game, pace, terminal(), slept.append)
    return slept


def written(console: Console) -> str:
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def test_pauses_are_cut_and_run_faster_and_are_never_shorter_than_the_least() -> None:
    game = retimed(1, 100, 4)

    assert pauses(game, Pace(speed=2, gap_min=0, gap_max=10))[:5] == [0, 0.5, 5, 2, 0]
    assert pauses(game, Pace(speed=2, gap_min=1, gap_max=10))[:5] == [1, 1, 5, 2, 1]


def test_there_is_a_step_for_each_commit() -> None:
    assert len(pauses(retimed(), Pace(speed=1, gap_min=0, gap_max=0))) == len(moved())


@pytest.mark.parametrize("kind", KINDS)
def test_games_of_every_kind_are_shown_to_their_end(kind: str) -> None:
    game, console = record.read(record_of(kind, life_of(kind, 3)), KINDS), terminal()
    assert isinstance(game, Record), game
    replay(game, Pace(speed=1, gap_min=0, gap_max=0), console, lambda _: None)
    match = game.log[-1].events[-1]

    assert f'"reason":"{msgspec.to_builtins(match)["reason"]}"' in written(console)


async def test_without_a_terminal_the_steps_are_printed_at_once(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(record_of(KIND, moved()))
    told = await run(on(), "replay", path)

    assert told.code == 0
    assert told.out.count("reversi.disc_placed") == 5
    assert "\x1b" not in told.out
    assert "White to move." in told.out


async def test_a_record_that_is_not_true_is_not_shown(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(record_of(KIND, moved()).replace(b'"d3"', b'"d4"', 1))
    told = await run(on(), "replay", path)

    assert (told.code, told.out) == (1, "")
    assert told.err.startswith(f"zugfolge: {path}: version ")
