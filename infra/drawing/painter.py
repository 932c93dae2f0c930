"""Painter: makes pixels in a process of its own, since that takes as long as a hundred moves."""

from types import TracebackType
from typing import Self

from domain.picture import Scene
from domain.value import Language
from infra.beside import Beside
from infra.drawing.png import WIDTH, pixels
from infra.drawing.svg import svg

WAITING_MAX = 16  # Pictures; whoever comes later is asked to come again.
SECONDS_MAX = 30  # For one picture.


class Busy(Exception):
    """Too many pictures are waiting."""


class Painter:
    """Draws one picture after the other, beside the event loop."""

    def __init__(self) -> None:
        self._beside = Beside(1, seconds_max=SECONDS_MAX)
        self._waiting = 0

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._beside.close()

    async def png(self, scene: Scene, language: Language, *, width: int = WIDTH) -> bytes:
        """Return a scene as `png` does.  Raises `Busy` where `WAITING_MAX` others wait."""
        if self._waiting >= WAITING_MAX:
            raise Busy
        self._waiting += 1
        try:
            return await self._beside.compute(pixels, svg(scene, language), width)
        finally:
            self._waiting -= 1
