"""Removing: hosts mute and take lines back at their table; what somebody erased has said is gone at once everywhere."""

import asyncio
from collections.abc import Sequence
from uuid import UUID

import pytest

from infra.postgres.chat import LOBBY as LOBBY_ROOM
from infra.postgres.pool import connect
from tests.api.client import Client
from tests.api.conftest import Desk
from tests.api.tables import Table, new_key, opened, started
from tests.chat.rooms import LOBBY, lines, onlookers, players, say, texts
from tests.streams.sources import stream


@pytest.fixture
async def table(client: Client) -> Table:
    """A table that waits, whose host is the first."""
    return await opened(client, *[await client.guest() for _ in range(3)], kind="bleib_cool", seats=4)


async def test_a_line_taken_back_is_gone_and_the_others_keep_their_positions(
    client: Client, there: Desk, table: Table
) -> None:
    host, rude, other = table.players
    room, topic = players(table), f"chat:{table.id}:players"
    said = [(await say(client, room, text, rude)).data["line"]["id"] for text in ("hello", "rude", "sorry")]
    async with stream(there.client.http, f"/v1/stream?topics={topic}", token=other.token) as feed:
        await feed.next()
        removed = await client("DELETE", f"{table.path}/chat/{said[1]}", by=host)
        told = await feed.next()

    assert removed.status == 204
    assert (told.event, told.id) == ("removed", f"{topic}=3.1")
    assert told.json() == {"topic": topic, "position": 3, "lines": [said[1]]}
    assert [(one["position"], one["text"]) for one in await lines(there.client, room, other)] == [
        (1, "hello"),
        (3, "sorry"),
    ]
    async with connect(there.stores.owner_url) as owner:
        kept = await owner.fetch("SELECT chat_lines::text FROM chat_lines")
    assert "rude" not in str(kept)


async def test_who_was_away_is_told_what_was_taken_back(client: Client, table: Table) -> None:
    host, rude, other = table.players
    room, topic = players(table), f"chat:{table.id}:players"
    line = (await say(client, room, "rude", rude)).data["line"]["id"]
    await client("DELETE", f"{table.path}/chat/{line}", by=host)
    await say(client, room, "better", rude)

    async with stream(client.http, f"/v1/stream?topics={topic}", token=other.token, last=f"{topic}=1") as feed:
        told = [await feed.next() for _ in range(2)]
    async with stream(client.http, f"/v1/stream?topics={topic}", token=other.token, last=f"{topic}=1.1") as feed:
        rest = await feed.next()

    assert [(one.event, one.id) for one in told] == [("removed", f"{topic}=1.1"), ("line", f"{topic}=2.1")]
    assert rest == told[1]


async def test_taking_back_twice_with_one_key_is_the_same_and_without_it_is_nothing(
    client: Client, table: Table
) -> None:
    host, key = table.players[0], new_key()
    line = (await say(client, players(table), "hello", host)).data["line"]["id"]
    path = f"{table.path}/chat/{line}"
    answers = [await client("DELETE", path, by=host, Idempotency_Key=key) for _ in range(2)]
    again = await client("DELETE", path, by=host)

    assert [(answer.status, answer.replayed) for answer in answers] == [(204, False), (204, True)]
    assert again.code == "no_such_line"


async def test_a_line_said_again_after_it_was_taken_back_stays_gone(client: Client, table: Table) -> None:
    host, key = table.players[0], new_key()
    said = await say(client, players(table), "hello", host, Idempotency_Key=key)
    await client("DELETE", f"{table.path}/chat/{said.data['line']['id']}", by=host)
    again = await say(client, players(table), "hello", host, Idempotency_Key=key)

    assert (again.data, again.replayed) == ({"line": None}, True)
    assert await texts(client, players(table), host) == []


async def test_only_the_host_takes_back_and_mutes(client: Client, table: Table) -> None:
    line = (await say(client, players(table), "mine", table.players[1])).data["line"]["id"]
    for by, code in ((table.players[1], "not_host"), (await client.guest(), "not_seated")):
        body = {"player": table.players[2].id}
        assert (await client("DELETE", f"{table.path}/chat/{line}", by=by)).code == code
        assert (await client("POST", f"{table.path}/chat/mutes", body, by=by)).code == code
        assert (await client("DELETE", f"{table.path}/chat/mutes/{table.players[2].id}", by=by)).code == code


async def test_the_next_member_sees_to_it_when_the_host_has_left_the_game(client: Client) -> None:
    table = await started(client, "hoard", 3)
    members = [one["id"] for one in (await client("GET", table.path)).data["members"]]
    by_id = {player.id: player for player in table.players}
    await client("DELETE", f"{table.path}/members/me", by=by_id[members[0]])
    body = {"player": members[2]}
    answers = [await client("POST", f"{table.path}/chat/mutes", body, by=by_id[one]) for one in members[:2]]

    assert [answer.code for answer in answers] == ["not_seated", None]


async def test_who_is_muted_says_nothing_at_that_table_until_they_are_heard_again(
    client: Client, there: Desk, table: Table
) -> None:
    host, rude, _ = table.players
    muted = await client("POST", f"{table.path}/chat/mutes", {"player": rude.id}, by=host)
    silenced = await there.client("POST", players(table), {"text": "but"}, by=rude)
    command = await say(there.client, players(table), "/help", rude)
    elsewhere = await say(client, LOBBY, "unfair", rude)
    unmuted = await client("DELETE", f"{table.path}/chat/mutes/{rude.id}", by=host)
    heard = await say(there.client, players(table), "thanks", rude)

    assert [muted.status, unmuted.status] == [204, 204]
    assert silenced.code == "muted"
    assert [command.status, elsewhere.status, heard.status] == [200, 201, 201]


async def test_a_mute_is_for_both_rooms_of_a_table(client: Client, table: Table) -> None:
    onlooker = await client.guest()
    await client("POST", f"{table.path}/chat/mutes", {"player": onlooker.id}, by=table.players[0])

    assert (await client("POST", onlookers(table), {"text": "boo"}, by=onlooker)).code == "muted"


async def test_operators_mute_everywhere_and_for_a_while(here: Desk, client: Client, table: Table) -> None:
    talk, rude = here.served.house.talk, table.players[1]
    await talk.mute(None, rude.id, until=here.clock.at.replace(year=here.clock.at.year + 1))
    for room in (LOBBY, players(table)):
        assert (await client("POST", room, {"text": "but"}, by=rude)).code == "muted"
    await talk.unmute(None, rude.id)

    assert (await say(client, LOBBY, "hello", rude)).status == 201


async def test_operators_take_back_what_was_said_in_the_lobby(here: Desk, client: Client) -> None:
    guest = await client.guest()
    line = (await say(client, LOBBY, "buy!", guest)).data["line"]["id"]

    assert await here.served.house.talk.remove(LOBBY_ROOM, UUID(line))
    assert line not in [one["id"] for one in await lines(client, LOBBY)]


async def test_what_somebody_erased_has_said_is_gone_at_once_everywhere(client: Client, there: Desk) -> None:
    player, other = await client.registered(), await client.guest()
    table = await opened(client, player, other, kind="bleib_cool", seats=4)
    watched = await opened(client)
    rooms = {players(table): other, onlookers(watched): None, LOBBY: None}
    for room in rooms:
        for number in range(2):
            await say(client, room, f"secret {player.name} {number}", player)
    await say(client, LOBBY, f"/ignorieren {player.name}", other)
    await say(client, LOBBY, "/ignorieren", player)
    topics = f"chat:{table.id}:players,chat:{watched.id}:onlookers,chat:lobby"
    async with stream(there.client.http, f"/v1/stream?topics={topics}", token=other.token) as feed:
        for _ in range(3):
            await feed.next()
        erased = await client("DELETE", "/v1/me", by=player)
        told = [await feed.next() for _ in range(3)]

    assert erased.status == 204
    assert sorted(one.json()["topic"] for one in told) == sorted(topics.split(","))
    assert all(one.event == "removed" and len(one.json()["lines"]) == 2 for one in told)
    for room, by in rooms.items():
        for desk in (client, there.client):
            assert f"secret {player.name}" not in str(await texts(desk, room, by))
    assert player.name not in await everything(there)
    assert (await say(client, LOBBY, "/ignorieren", other)).data["reply"]["ignored"] == []


async def test_what_is_said_while_somebody_is_erased_is_gone_too(here: Desk, there: Desk) -> None:
    table = await opened(here.client)
    player = await here.client.registered()

    async def chatter() -> None:
        for number in range(40):
            await there.client("POST", onlookers(table), {"text": f"still here {number}"}, by=player, changes=True)

    talking = asyncio.create_task(chatter())
    await asyncio.sleep(0.05)
    await here.client("DELETE", "/v1/me", by=player, changes=True)
    await talking

    assert await texts(here.client, onlookers(table)) == []


async def test_an_export_has_what_its_player_has_said_and_whom_they_ignore(client: Client, table: Table) -> None:
    player, noisy = await client.registered(), await client.registered()
    await say(client, LOBBY, "hello", player)
    await say(client, onlookers(table), "I watch", player)
    await say(client, LOBBY, f"/ignorieren {noisy.name}", player)
    export = (await client("GET", "/v1/me/export", by=player)).data

    said = {(line["game"], line["room"], line["text"]) for line in export["lines"]}
    assert said == {(None, "lobby", "hello"), (table.id, "onlookers", "I watch")}
    assert [one["name"] for one in export["ignored"]] == [noisy.name]


async def everything(desk: Desk) -> str:
    """Return every row of every table of the chat, of people and of receipts."""
    tables: Sequence[str] = ("chat_lines", "chat_entries", "ignores", "players", "receipts")
    async with connect(desk.stores.owner_url) as owner:
        rows = [await owner.fetch(f"SELECT {table}::text FROM {table}") for table in tables]
        answers = await owner.fetch("SELECT convert_from(answer, 'UTF8') FROM receipts")
    return str(rows) + str(answers)
