"""Caps: they are compared with the strengths that the games have made, at the moment a seat is taken."""

import asyncio

from tests.api.tables import opened
from tests.ratings.conftest import Place

CAP = 1000


async def test_a_winner_is_too_strong_and_a_loser_is_not(place: Place) -> None:
    strong, weak = await place.guests(2)
    await place.beaten((strong, weak))
    table = await opened(place.client, kind="connect_four", strength_max=CAP)

    shut = await place.client("POST", f"{table.path}/members", by=strong)
    came = await place.client("POST", f"{table.path}/members", by=weak)
    assert (shut.code, came.data["status"]) == ("too_strong", "running")


async def test_who_is_strong_in_one_kind_may_be_new_to_another(place: Place) -> None:
    strong, weak = await place.guests(2)
    await place.beaten((strong, weak))
    table = await opened(place.client, kind="reversi", strength_max=CAP)

    assert (await place.client("POST", f"{table.path}/members", by=strong)).status == 200


async def test_what_counts_is_the_strength_when_the_seat_is_taken(place: Place) -> None:
    ann, ben = await place.guests(2)
    table = await opened(place.client, kind="connect_four", strength_max=CAP)
    await place.beaten((ann, ben))

    assert (await place.client("POST", f"{table.path}/members", by=ann)).code == "too_strong"


async def test_quick_passes_by_tables_for_weaker_opponents(place: Place) -> None:
    strong, weak = await place.guests(2)
    await place.beaten((strong, weak))
    table = await opened(place.client, kind="connect_four", strength_max=CAP)

    elsewhere = await place.client("POST", "/v1/quick", {"kind": "connect_four"}, by=strong)
    there = await place.client("POST", "/v1/quick", {"kind": "connect_four"}, by=weak)
    assert elsewhere.data["id"] != table.id
    assert there.data["id"] in {elsewhere.data["id"], table.id}


async def test_of_fifty_at_once_nobody_too_strong_sits_down(place: Place) -> None:
    strong, weak = await place.guests(25), await place.guests(25)
    await place.beaten(*zip(strong, weak, strict=True))
    tables = [await opened(place.client, kind="bleib_cool", seats=3) for _ in range(2)]
    capped = [await opened(place.client, kind="connect_four", strength_max=CAP) for _ in range(4)]

    async def come(number: int) -> None:
        guest = [*strong, *weak][number]
        for table in (*capped, *tables):
            await place.client("POST", f"{table.path}/members", by=guest, changes=True)

    await asyncio.gather(*map(come, range(50)))

    for table in capped:
        game = (await place.client("GET", table.path)).data
        assert (game["status"], len(game["members"])) == ("running", 2)
        assert {one["id"] for one in game["members"]} <= {table.players[0].id, *(guest.id for guest in weak)}
