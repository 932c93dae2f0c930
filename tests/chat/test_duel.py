"""A duel on identical draws: whoever has completed could tell the coming jewels, so that their lines wait."""

from domain.games.diamond_yatzy.boxes import BOXES
from tests.api.client import Client
from tests.api.conftest import Desk
from tests.api.tables import Table, started
from tests.chat.rooms import lines, players, say, texts
from tests.streams.sources import stream


async def complete(client: Client, table: Table, seat: int) -> None:
    """Let a seat strike every box."""
    for box in BOXES:
        move = {"type": "diamond_yatzy.strike", "box": box}
        answer = await client("POST", f"{table.path}/moves", move, by=table.players[seat])
        assert answer.status == 200, answer.data


async def duel(client: Client) -> Table:
    return await started(client, "diamond_yatzy")


async def test_lines_of_who_has_completed_wait_until_the_other_has(client: Client, there: Desk) -> None:
    """rules.md §3 Who sees what: Chat lines of a player who has completed reach the other only when that one has.

    rules.md §3 Who sees what: a held line gets its position when it is released.
    """
    table = await duel(client)
    done, playing = table.players
    room = players(table)
    await say(client, room, "good luck", done)
    await complete(client, table, 0)
    held = await say(there.client, room, "yellow comes next", done)
    await say(client, room, "what do you say?", playing)
    before = {player.id: await lines(there.client, room, player) for player in table.players}
    await complete(client, table, 1)
    after = {player.id: await lines(there.client, room, player) for player in table.players}

    assert held.data["line"]["position"] == 2  # Its author reads it at once.
    assert [one["text"] for one in before[playing.id]] == ["good luck", "what do you say?"]
    assert [(one["position"], one["text"]) for one in after[done.id]] == [
        (1, "good luck"),
        (2, "yellow comes next"),
        (3, "what do you say?"),
    ]
    assert [(one["position"], one["text"]) for one in after[playing.id]] == [
        (1, "good luck"),
        (2, "what do you say?"),
        (3, "yellow comes next"),
    ]
    assert [one["at"] for one in after[done.id][1:2]] == [one["at"] for one in after[playing.id][2:]]


async def test_lines_wait_until_the_duel_has_ended_however_it_does(client: Client) -> None:
    """rules.md §3 Who sees what: has completed or the duel has ended (else the coming jewels could be told)."""
    table = await duel(client)
    await complete(client, table, 0)
    await say(client, players(table), "take your time", table.players[0])
    await client("DELETE", f"{table.path}/members/me", by=table.players[1])
    await say(client, players(table), "oh", table.players[0])

    assert await texts(client, players(table), table.players[0]) == ["take your time", "oh"]


async def test_what_waits_shows_in_nothing(client: Client, there: Desk) -> None:
    """Neither the number of lines nor a position tells that somebody has spoken."""
    table = await duel(client)
    room, topic = players(table), f"chat:{table.id}:players"
    await complete(client, table, 0)
    async with stream(there.client.http, f"/v1/stream?topics={topic}", token=table.players[1].token) as feed:
        await feed.next()
        for number in range(3):
            await say(client, room, f"hint {number}", table.players[0])
        answer = await client("GET", room, by=table.players[1])
        mine = await say(client, room, "mine", table.players[1])
        told = await feed.next()

    assert answer.data == {"position": 0, "lines": []}
    assert mine.data["line"]["position"] == 1
    assert (told.id, told.json()["line"]["text"]) == (f"{topic}=1", "mine")


async def test_released_lines_come_live_in_order_and_are_resumed_like_any(client: Client, there: Desk) -> None:
    table = await duel(client)
    room, topic = players(table), f"chat:{table.id}:players"
    path, token = f"/v1/stream?topics={topic}", table.players[1].token
    await complete(client, table, 0)
    async with stream(there.client.http, path, token=token, last=f"{topic}=0") as feed:
        await say(client, room, "first", table.players[0])
        await say(client, room, "mine", table.players[1])
        await say(client, room, "second", table.players[0])
        await complete(client, table, 1)
        whole = [*(await feed.until(lambda one: "second" in one.data))]

    assert [(one.id, one.json()["line"]["text"]) for one in whole] == [
        (f"{topic}=1", "mine"),
        (f"{topic}=2", "first"),
        (f"{topic}=3", "second"),
    ]
    for position in range(3):
        async with stream(client.http, path, token=token, last=f"{topic}={position}") as feed:
            assert [await feed.next() for _ in whole[position:]] == whole[position:]


async def test_nobody_is_told_that_a_line_which_waited_was_taken_back(client: Client, there: Desk) -> None:
    table = await duel(client)
    room, topic = players(table), f"chat:{table.id}:players"
    first = (await client("GET", table.path)).data["host"]
    seat = next(seat for seat, player in enumerate(table.players) if player.id == first)
    host, other = table.players[seat], table.players[1 - seat]
    await complete(client, table, seat)
    line = (await say(client, room, "hint", host)).data["line"]["id"]
    async with stream(there.client.http, f"/v1/stream?topics={topic}", token=other.token) as feed:
        await feed.next()
        assert (await client("DELETE", f"{table.path}/chat/{line}", by=host)).status == 204
        await complete(client, table, 1 - seat)
        await say(client, room, "done", other)
        told = await feed.next()

    assert (told.event, told.id) == ("line", f"{topic}=1")
    assert await texts(client, room, other) == ["done"]
