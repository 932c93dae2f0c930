"""The painter draws beside the event loop."""

import asyncio
from collections.abc import AsyncIterator
from multiprocessing import active_children
from time import perf_counter

import pytest

from domain.picture import Circle, Scene
from domain.value import Text
from infra.drawing.painter import WAITING_MAX, Busy, Painter
from infra.drawing.png import png

DOTS = Scene(
    width=400,
    height=400,
    label=Text(de="Punkte", en="Dots"),
    shapes=tuple(
        Circle(x=x, y=y, radius=30, fill="red", relief="raised") for x in range(0, 400, 20) for y in range(0, 400, 20)
    ),
)


@pytest.fixture(scope="module")
async def painter() -> AsyncIterator[Painter]:
    async with Painter() as painter:
        await painter.png(DOTS, "de")  # The process has started.
        yield painter


async def test_it_draws_what_png_draws(painter: Painter) -> None:
    assert await painter.png(DOTS, "de") == png(DOTS, "de")


async def test_meanwhile_the_loop_goes_on(painter: Painter) -> None:
    longest, before = 0.0, perf_counter()
    started = before
    drawing = asyncio.create_task(painter.png(DOTS, "de"))
    while not drawing.done():
        await asyncio.sleep(0)
        longest, before = max(longest, perf_counter() - before), perf_counter()

    assert longest < (before - started) / 2


async def test_when_too_many_wait_the_next_is_turned_away(painter: Painter) -> None:
    waiting = [asyncio.create_task(painter.png(DOTS, "de", width=100)) for _ in range(WAITING_MAX)]
    await asyncio.sleep(0)

    with pytest.raises(Busy):
        await painter.png(DOTS, "de")

    assert len({await task for task in waiting}) == 1
    assert await painter.png(DOTS, "de")


async def test_it_starts_again_when_its_process_was_killed() -> None:
    async with Painter() as painter:
        await painter.png(DOTS, "de")
        for process in active_children():
            process.kill()

        assert await painter.png(DOTS, "de") == png(DOTS, "de")
