"""Series: rematches of the same people are counted beside the game, one after the other."""

from typing import Any
from uuid import UUID

from services.series import SeriesBook
from tests.api.tables import WON, Table, drop, started
from tests.ratings.conftest import Place
from tests.ratings.games import DRAWN


async def again(place: Place, table: Table) -> Table:
    """Let all agree to a rematch, and return its table by seats."""
    answers = [await place.client("POST", f"{table.path}/rematch", by=player) for player in table.players]
    game = answers[-1].data["game"]
    by_id = {player.id: player for player in table.players}
    seats = (await place.client("GET", f"/v1/games/{game}")).data["seats"]
    return Table(id=game, players=tuple(by_id[seat["player"]["id"]] for seat in seats))


async def series(place: Place, table: Table, query: str = "") -> Any:
    """Return how many games ended, how many were drawn, and who won how many, by ids."""
    found = (await place.client("GET", f"{table.path}{query}")).data["series"]
    return found and (found["games"], found["drawn"], {one["player"]["id"]: one["games"] for one in found["won"]})


async def test_the_score_goes_on_from_rematch_to_rematch(place: Place) -> None:
    first = await started(place.client)
    ann, ben = (player.id for player in first.players)
    await drop(place.client, first, WON)
    second = await again(place, first)
    begun = await series(place, second)
    await drop(place.client, second, DRAWN)
    drawn = await series(place, second)
    third = await again(place, second)
    await drop(place.client, third, WON)

    assert await series(place, first) is None
    assert begun == (1, 0, {ann: 1, ben: 0})
    assert drawn == (2, 1, {ann: 1, ben: 0})
    assert await series(place, third) == (3, 1, {ann: 2, ben: 0})


async def test_a_moment_before_the_end_does_not_know_how_it_ended(place: Place) -> None:
    first = await started(place.client)
    ann, ben = (player.id for player in first.players)
    await drop(place.client, first, WON)
    second = await again(place, first)
    await drop(place.client, second, WON)

    assert await series(place, second, "?version=5") == (1, 0, {ann: 1, ben: 0})
    assert await series(place, second) == (2, 0, {ann: 1, ben: 1})


async def test_another_process_counts_the_same(place: Place) -> None:
    table = await started(place.client)
    for _ in range(3):
        await drop(place.client, table, WON)
        table = await again(place, table)
    house = place.desk.served.house
    match = (await house.game(UUID(table.id))).game.match

    assert await SeriesBook(house.rematches).of(match) == await house.series.of(match)
