"""Lists: what is open, what is played, what was, the latest first; and pages that stay what they are."""

from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest

from domain.value import Value
from tests.api.client import Client, Player
from tests.api.conftest import Desk, desk
from tests.api.tables import opened, stake, started

PAGE = 3


class Regular(Value):
    """Somebody with games of all sorts: their ids by what became of them, the latest started or opened first."""

    player: Player
    games: dict[str, str]

    def named(self, ids: Sequence[str]) -> Sequence[str]:
        return [name for one in ids for name, game in self.games.items() if game == one]


@pytest.fixture(scope="module")
async def hall(here: Desk) -> AsyncIterator[Desk]:
    """A server whose pages are short."""
    async with desk(here.stores, page_max=PAGE) as one:
        yield one


@pytest.fixture(scope="module")
async def regular(hall: Desk) -> Regular:
    client, clock = hall.client, hall.clock
    player, other = await client.guest(), await client.guest()
    games = {}
    for name, kind, others in (
        ("open", "connect_four", ()),
        ("a hoard", "hoard", ()),
        ("late", "connect_four", ()),
        ("running", "connect_four", (other,)),
        ("finished", "connect_four", (other,)),
        ("closed", "connect_four", ()),
    ):
        clock.pass_by(seconds=1)
        games[name] = (await opened(client, player, *others, kind=kind)).id
    clock.pass_by(seconds=1)
    await client("POST", f"/v1/games/{games['late']}/members", by=other)
    for name in ("finished", "closed"):
        await client("DELETE", f"/v1/games/{games[name]}/members/me", by=player)
    return Regular(player=player, games=games)


async def page(client: Client, query: str, by: Player | None = None) -> Any:
    return (await client("GET", f"/v1/games?{query}", by=by)).data


async def listed(client: Client, query: str = "", by: Player | None = None) -> Sequence[str]:
    """Return the ids on all pages."""
    ids, cursor = list[str](), ""
    while True:
        one = await page(client, query + cursor, by)
        assert len(one["items"]) <= PAGE
        ids += [item["id"] for item in one["items"]]
        if one["next"] is None:
            return ids
        cursor = f"&cursor={one['next']}"


async def test_the_latest_started_or_opened_comes_first(hall: Desk, regular: Regular) -> None:
    mine = await listed(hall.client, "mine=1", by=regular.player)
    assert regular.named(mine) == ["late", "finished", "running", "a hoard", "open"]


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("status=open", ["a hoard", "open"]),
        ("status=running", ["late", "running"]),
        ("status=finished", ["finished"]),
        ("status=open,running", ["late", "running", "a hoard", "open"]),
        ("status=finished,aborted", ["finished"]),
        ("kind=hoard", ["a hoard"]),
        ("kind=hoard&status=running", []),
        ("kind=reversi", []),
    ],
)
async def test_a_list_holds_what_is_asked_for(hall: Desk, regular: Regular, query: str, names: Sequence[str]) -> None:
    assert regular.named(await listed(hall.client, f"mine=true&{query}", by=regular.player)) == names


async def test_a_table_that_closed_is_listed_without_members(hall: Desk, regular: Regular) -> None:
    aborted = await listed(hall.client, "status=aborted")
    assert regular.games["closed"] in aborted
    assert regular.games["closed"] not in await listed(hall.client, "mine=1", by=regular.player)


async def test_what_is_mine_is_nobody_elses(hall: Desk, regular: Regular) -> None:
    stranger = await hall.client.guest()
    assert await listed(hall.client, "mine=1", by=stranger) == []
    everything = await listed(hall.client, by=stranger)
    assert set(regular.games.values()) <= set(everything)


async def test_everybody_is_shown_the_same_list(hall: Desk, regular: Regular) -> None:
    assert await listed(hall.client) == await listed(hall.client, by=regular.player)


async def test_each_game_is_on_one_page(hall: Desk) -> None:
    everything = await listed(hall.client)
    assert len(everything) == len(set(everything))


async def test_games_of_one_instant_are_each_on_one_page(hall: Desk) -> None:
    player = await hall.client.guest()
    tables = [await opened(hall.client, player) for _ in range(2 * PAGE + 1)]
    mine = await listed(hall.client, "mine=1", by=player)
    assert sorted(mine) == sorted(table.id for table in tables)


async def test_a_page_stays_what_it_is_when_something_new_is_opened(hall: Desk, regular: Regular) -> None:
    by = regular.player
    first = await page(hall.client, "mine=1", by)
    hall.clock.pass_by(seconds=1)
    await opened(hall.client, by)
    second = await page(hall.client, f"mine=1&cursor={first['next']}", by)
    assert regular.named([item["id"] for item in second["items"]]) == ["a hoard", "open"]


async def test_a_page_is_as_short_as_asked_for(hall: Desk, regular: Regular) -> None:
    items = (await page(hall.client, "status=running&mine=1&limit=1", regular.player))["items"]
    assert regular.named([item["id"] for item in items]) == ["late"]


async def test_a_game_moves_in_no_list_when_it_is_played(hall: Desk, regular: Regular) -> None:
    before = await listed(hall.client, "mine=1&status=running", by=regular.player)
    hall.clock.pass_by(seconds=1)
    view = (await hall.client("GET", f"/v1/games/{regular.games['running']}", by=regular.player)).data
    if view["moves"]:
        await hall.client("POST", f"/v1/games/{view['id']}/moves", view["moves"][0], by=regular.player)
    assert await listed(hall.client, "mine=1&status=running", by=regular.player) == before


async def test_a_list_says_of_a_game_what_the_game_says_of_itself(hall: Desk) -> None:
    table = await started(hall.client, kind="hoard", players=3)
    await stake(hall.client, table, 0, 1)
    for by in (None, *table.players):
        view = (await hall.client("GET", table.path, by=by)).data
        item = await _item(hall.client, table.id, by)
        assert item == {name: view[name] for name in item}


async def _item(client: Client, game: str, by: Player | None) -> Any:
    """Return what a list says of a game, on whatever page that is."""
    cursor = ""
    while True:
        one = await page(client, f"kind=hoard{cursor}", by)
        for item in one["items"]:
            if item["id"] == game:
                return item
        cursor = f"&cursor={one['next']}"
