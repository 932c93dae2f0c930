"""Ignoring: an ignored player's lines appear nowhere for the ignorer: in history, live, after a reconnection."""

from functools import partial

import pytest

from tests.api.client import Client, Player
from tests.api.conftest import Desk
from tests.api.tables import Table, opened
from tests.chat.rooms import LOBBY, lines, players, say, texts
from tests.streams.sources import Message, stream


class Crowd:
    """Three at a table: one who ignores, one who is ignored, one who is neither."""

    def __init__(self, table: Table, ears: Player, noisy: Player, calm: Player) -> None:
        self.table, self.ears, self.noisy, self.calm = table, ears, noisy, calm


@pytest.fixture
async def crowd(client: Client) -> Crowd:
    ears, noisy, calm = await client.guest(), await client.registered(), await client.guest()
    table = await opened(client, ears, noisy, calm, kind="bleib_cool", seats=4)
    return Crowd(table, ears, noisy, calm)


def ends(text: str, message: Message) -> bool:
    return text in message.data


async def ignore(client: Client, crowd: Crowd) -> None:
    await say(client, LOBBY, f"/ignorieren {crowd.noisy.name}", crowd.ears)


async def test_in_history_what_was_said_before_too(client: Client, there: Desk, crowd: Crowd) -> None:
    room = players(crowd.table)
    await say(client, room, "before", crowd.noisy)
    await say(client, room, "calm", crowd.calm)
    await ignore(client, crowd)
    await say(client, room, "after", crowd.noisy)

    for desk in (client, there.client):
        assert [(one["position"], one["text"]) for one in await lines(desk, room, crowd.ears)] == [(2, "calm")]
        assert await texts(desk, room, crowd.ears, "?after=0") == ["calm"]
        assert await texts(desk, room, crowd.calm) == ["before", "calm", "after"]


async def test_latest_lines_are_those_that_are_seen(client: Client, crowd: Crowd) -> None:
    room = players(crowd.table)
    await say(client, room, "calm", crowd.calm)
    await ignore(client, crowd)
    for number in range(5):
        await say(client, room, f"{number}", crowd.noisy)

    assert await texts(client, room, crowd.ears, "?limit=2") == ["calm"]


async def test_live_at_once_on_every_process(here: Desk, there: Desk, crowd: Crowd) -> None:
    topic = f"chat:{crowd.table.id}:players"
    room = players(crowd.table)
    async with (
        stream(here.client.http, f"/v1/stream?topics={topic}", token=crowd.ears.token) as near,
        stream(there.client.http, f"/v1/stream?topics={topic}", token=crowd.ears.token) as far,
    ):
        for feed in (near, far):
            await feed.next()
        await say(there.client, room, "one", crowd.noisy)
        await ignore(here.client, crowd)
        await say(there.client, room, "two", crowd.noisy)
        await say(here.client, room, "three", crowd.noisy)
        await say(there.client, room, "four", crowd.calm)
        for feed in (near, far):
            await feed.until(partial(ends, "four"))
        await ignore(there.client, crowd)  # Shows them again.
        await say(here.client, room, "five", crowd.noisy)
        for feed in (near, far):
            await feed.until(partial(ends, "five"))

    for feed in (near, far):
        said = [one.json()["line"]["text"] for one in feed.messages if one.event == "line"]
        assert [text for text in said if text != "one"] == ["four", "five"]


async def test_after_a_reconnection_from_anywhere(client: Client, there: Desk, crowd: Crowd) -> None:
    topic, room = f"chat:{crowd.table.id}:players", players(crowd.table)
    await ignore(client, crowd)
    for number in range(3):
        await say(client, room, f"noise {number}", crowd.noisy)
        await say(client, room, f"calm {number}", crowd.calm)

    for position in range(7):
        async with stream(
            there.client.http, f"/v1/stream?topics={topic}", token=crowd.ears.token, last=f"{topic}={position}"
        ) as feed:
            await say(client, room, f"noise after {position}", crowd.noisy)
            await say(client, room, f"last {position}", crowd.calm)
            told = await feed.until(partial(ends, f"last {position}"))

        assert not [one for one in told if "noise" in one.data]
        assert sum("calm" in one.data for one in told) == 3 - position // 2


async def test_an_invitation_to_somebody_who_ignores_one_is_refused(client: Client, crowd: Crowd) -> None:
    await ignore(client, crowd)
    mine = await opened(client, crowd.noisy)
    for body in ({"player": crowd.ears.id}, {"name": crowd.ears.name}):
        answer = await client("POST", f"{mine.path}/invitations", body, by=crowd.noisy)
        assert answer.code == "ignored"
    await ignore(client, crowd)
    answer = await client("POST", f"{mine.path}/invitations", {"player": crowd.ears.id}, by=crowd.noisy)

    assert answer.status == 201
