"""Watchers: open streams without a network behind them, which note what they are given."""

from uuid import UUID

from services.api.house import House
from services.live import Live


class Onlooker:
    """An open stream, which notes what it is given."""

    proof = None

    def __init__(self) -> None:
        self.versions: list[int] = []

    def changed(self, live: Live) -> None:
        self.versions.append(live.game.match.version)

    def beat(self, heartbeat: bytes) -> None:
        """Nothing is sent."""

    def finish(self) -> None:
        """Nothing is open."""


async def watching(house: House, game: UUID) -> Onlooker:
    """Watch a game as a stream does."""
    onlooker, live = Onlooker(), await house.games.at_hand(game)
    assert live is not None
    await house.hub.watch(live)
    live.watchers.add(onlooker)
    house.hub.join(onlooker)
    return onlooker
