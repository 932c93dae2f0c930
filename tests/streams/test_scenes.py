"""Scenes: whoever asks for pictures gets each as the difference to the one before, wherever they begin."""

from collections.abc import Iterator, Sequence

import httpx
import msgspec
import pytest

from domain.picture import Patch, Scene, apply
from infra.drawing.svg import svg
from services.api.wire import BLANK
from tests.api.client import Client, Player
from tests.api.tables import Table, finished, opened, stake, started
from tests.streams.sources import Message, stream


async def test_the_scenes_of_a_feed_are_the_pictures_of_its_versions(client: Client, http: httpx.AsyncClient) -> None:
    table = await finished(client)

    async with stream(http, f"{table.path}/feed?after=0&scene=1") as feed:
        *games, _ = await feed.rest()

    for game, scene in zip(games, scenes(games), strict=True):
        assert svg(scene, "en") == await picture(client, table, game)


async def test_scenes_that_come_live_show_a_seat_what_it_may_see(client: Client, http: httpx.AsyncClient) -> None:
    table = await started(client, "hoard", 2)
    viewer = table.players[0]

    async with stream(http, f"{table.path}/feed?scene=1", token=viewer.token) as feed:
        for seat, coin in ((0, 0), (1, 0), (1, 1), (0, 1)):
            await stake(client, table, seat, coin)
        *games, _ = await feed.rest()

    for game, scene in zip(games, scenes(games), strict=True):
        assert svg(scene, "en") == await picture(client, table, game, viewer)


async def test_after_a_resume_point_scenes_follow_from_what_was_seen_there(
    client: Client, http: httpx.AsyncClient
) -> None:
    table = await finished(client)
    async with stream(http, f"{table.path}/feed?after=0&scene=1") as feed:
        *whole, _ = await feed.rest()

    for seen, game in enumerate(whole[:-1], 1):
        async with stream(http, f"{table.path}/feed?scene=1", last=game.id) as feed:
            *rest, _ = await feed.rest()
        assert [message.json()["scene"] for message in rest] == [message.json()["scene"] for message in whole[seen:]]


async def test_who_is_seated_gets_the_whole_scene(client: Client, http: httpx.AsyncClient) -> None:
    host = await client.guest()
    table = await opened(client, host, kind="hoard", seats=2)

    async with stream(http, f"{table.path}/feed?scene=1", token=host.token) as feed:
        await feed.next()
        await client("POST", f"{table.path}/members", by=await client.guest())
        seated = await feed.next()
        await client("POST", f"{table.path}/moves", {"type": "hoard.stake", "coins": [0]}, by=host)
        staked = await feed.next()

    assert seated.event == "reset"
    for game, scene in zip((seated, staked), scenes((seated, staked)), strict=True):
        assert svg(scene, "en") == await picture(client, table, game, host)


@pytest.mark.parametrize("after", ["", "&after=0"])
async def test_with_a_scene_come_the_hands_drafts_and_the_moves_as_written(
    client: Client, http: httpx.AsyncClient, after: str
) -> None:
    table = await started(client, "hoard", 2)
    viewer = table.players[0]
    async with stream(http, f"{table.path}/feed?scene=1{after}", token=viewer.token) as feed:
        for seat, coin in ((0, 0), (1, 0)):
            await stake(client, table, seat, coin)
        games = [await feed.next() for _ in range(4 if after else 3)]

    for told in (game.json() for game in games):
        shown = (await client("GET", f"{table.path}?version={told['version']}", by=viewer)).json()
        assert (told["drafts"], told["notation"]) == (shown["drafts"], None)
    assert games[-1].json()["drafts"] != games[0].json()["drafts"]


async def test_moves_are_written_down_as_they_come(client: Client, http: httpx.AsyncClient) -> None:
    table = await started(client, "connect_four", 2)

    async with stream(http, f"{table.path}/feed?scene=1") as feed:
        written = [(await feed.next()).json()["notation"]]
        for player, column in zip(table.seated, (4, 5), strict=True):
            await client("POST", f"{table.path}/moves", {"type": "connect_four.drop", "column": column}, by=player)
            written.append((await feed.next()).json()["notation"])

    assert written == [[], ["4"], ["4", "5"]]
    assert (await client("GET", table.path)).json()["notation"] == ["4", "5"]
    assert (await client("GET", f"{table.path}?version=4")).json()["notation"] == ["4"]


def scenes(messages: Sequence[Message]) -> Iterator[Scene]:
    """Yield what a page shows after each message."""
    scene = BLANK
    for message in messages:
        scene = apply(scene, msgspec.convert(message.json()["scene"], Patch))
        yield scene


async def picture(client: Client, table: Table, then: Message, viewer: Player | None = None) -> str:
    """Return the picture that the server draws of the version a message tells."""
    version = then.json()["version"]
    return (await client("GET", f"{table.path}/picture.svg?version={version}", by=viewer)).content.decode()
