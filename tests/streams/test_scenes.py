"""Scenes: whoever asks for pictures gets each as the difference to the one before, wherever they begin."""

from collections.abc import Iterator, Sequence

import httpx
import msgspec

from domain.picture import Patch, Scene, apply
from infra.drawing.svg import svg
from services.api.wire import BLANK
from tests.api.client import Client, Player
from tests.api.tables import Table, drop, finished, opened, stake, started
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


async def test_with_a_scene_come_the_drafts_of_the_hand(client: Client, http: httpx.AsyncClient) -> None:
    table = await started(client, "hoard", 2)
    viewer = table.players[0]

    async with stream(http, f"{table.path}/feed?scene=1", token=viewer.token) as feed:
        before = (await feed.next()).json()
        await stake(client, table, 0, 0)
        after = (await feed.next()).json()

    coins = [[draft["fields"][0]["items"] for draft in told["drafts"]] for told in (before, after)]
    assert coins == [[[0, 1, 2, 3]], [[1, 2, 3]]]
    assert after["notation"] is None


async def test_moves_are_written_down_as_they_come(client: Client, http: httpx.AsyncClient) -> None:
    table = await started(client, "connect_four", 2)

    async with stream(http, f"{table.path}/feed?scene=1") as feed:
        written = [(await feed.next()).json()["notation"]]
        for turn, column in enumerate("45"):
            await drop(client, table, column, turn)
            written.append((await feed.next()).json()["notation"])

    assert written == [[], ["4"], ["4", "5"]]
    before = (await client("GET", table.path)).data["version"] - 1
    assert (await client("GET", f"{table.path}?version={before}")).data["notation"] == ["4"]


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
