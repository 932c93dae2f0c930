"""Topics: one stream of all a client needs, what it tells of each, and what it refuses."""

from uuid import uuid4

import httpx
import pytest

from tests.api.client import Client
from tests.api.conftest import desk
from tests.api.tables import WON, Table, drop, finished, invite, opened, started
from tests.stores import Stores
from tests.streams.sources import stream
from tests.streams.topics import among_onlookers, among_players, game, lobby, mine, positions, told, topics
from tests.waiting import until

LOBBY_CHAT = "/v1/lobby/chat"


async def test_a_game_among_topics_is_told_as_its_feed_tells_it(client: Client, http: httpx.AsyncClient) -> None:
    table = await started(client)
    seat = table.players[0]

    async with (
        topics(http, game(table), by=seat, last=f"{game(table)}=0.s0") as one,
        stream(http, f"{table.path}/feed", token=seat.token, last="0.s0") as alone,
    ):
        await drop(client, table, WON)
        feed = await alone.rest()
        told_as_topic = await one.until(lambda message: message.event == "end")

    assert [message.event for message in told_as_topic] == [message.event for message in feed]
    assert [message.json() for message in told_as_topic] == [{"topic": game(table)} | one.json() for one in feed]
    ids = [positions(message)[game(table)] for message in told_as_topic]
    assert ids == [*(message.id for message in feed[:-1]), f"{feed[-1].id}.end"]


async def test_the_id_says_how_far_each_log_was_told_and_nothing_of_states(
    client: Client, http: httpx.AsyncClient
) -> None:
    table = await started(client)
    seat = table.players[0]

    async with topics(http, "me", "lobby", game(table), among_players(table), by=seat) as one:
        for _ in range(4):
            await one.next()
        await client("POST", f"{table.path}/chat/players", {"text": "hello"}, by=seat)
        line = (await one.until(lambda message: message.event == "line"))[-1]
        await drop(client, table, "4")
        await one.until(lambda message: message.event == "game" and message.json()["version"] == 5)

    assert positions(line) == {game(table): "4.s0", among_players(table): "1"}
    assert positions(one.messages[-1]) == {game(table): "5.s0", among_players(table): "1"}


async def test_scenes_come_if_asked_for(client: Client, http: httpx.AsyncClient) -> None:
    table = await started(client)

    async with topics(http, game(table), query="&scene=1") as one:
        await one.next()
        await drop(client, table, "4")
        step = await one.next()
    async with stream(http, f"{table.path}/feed?scene=1", last="4.o") as feed:
        assert (await feed.next()).json() | {"topic": game(table)} == step.json()


async def test_a_chat_begins_with_its_latest_lines_and_goes_on(client: Client, http: httpx.AsyncClient) -> None:
    table = await started(client)
    host, other = table.players
    room = f"{table.path}/chat/players"
    await client("POST", room, {"text": "hello"}, by=host)

    async with topics(http, among_players(table), by=other) as one:
        first = await one.next()
        said = await client("POST", room, {"text": "hi"}, by=other)
        line = await one.next()

    assert first.json() == {"topic": among_players(table)} | (
        await client("GET", f"{room}?limit=1&after=0", by=other)
    ).data | {"position": 1}
    assert (line.event, line.json()["line"]) == ("line", said.data["line"])


async def test_players_hear_among_players_until_they_have_left(client: Client, http: httpx.AsyncClient) -> None:
    table = await started(client, "hoard", 3)
    gone, other, _ = table.players

    async with topics(http, among_players(table), by=gone) as one:
        await one.next()
        await client("DELETE", f"{table.path}/members/me", by=gone)
        await client("POST", f"{table.path}/chat/players", {"text": "at last"}, by=other)
        last = await one.next()
        await client("POST", LOBBY_CHAT, {"text": "hello"}, by=gone)

    assert (last.event, last.json()) == ("closed", {"topic": among_players(table), "position": 0})


async def test_onlookers_hear_among_onlookers_until_they_sit_down(client: Client, http: httpx.AsyncClient) -> None:
    table = await opened(client, kind="hoard", seats=3)
    coming, watching = await client.guest(), await client.guest()

    async with topics(http, among_onlookers(table), by=coming) as one:
        await one.next()
        await client("POST", f"{table.path}/members", by=coming)
        await client("POST", f"{table.path}/chat/onlookers", {"text": "she will lose"}, by=watching)
        last = await one.next()

    assert (last.event, "she will" in str(one.messages)) == ("closed", False)


async def test_invitations_turns_and_what_ended_are_told_to_whom_they_concern(
    client: Client, http: httpx.AsyncClient
) -> None:
    host, guest = await client.guest(), await client.guest()
    async with topics(http, "me", by=guest) as one:
        empty = (await one.next()).json()
        table = await opened(client, host)
        invitation = await invite(client, table, guest)
        (asked,) = (await one.next()).json()["invitations"]
        joined = await client("POST", f"/v1/invitations/{invitation}/accept", by=guest)
        await mine(one, lambda me: not me["invitations"])
        by_id = {player.id: player for player in (host, guest)}
        seats = tuple(by_id[seat["player"]["id"]] for seat in joined.data["seats"])
        table, seat = Table(id=table.id, players=seats), seats.index(guest)
        await drop(client, table, "12"[: 2 - seat])
        turns = (await mine(one, lambda me: me["turns"]))["turns"]
        await client("DELETE", f"{table.path}/members/me", by=host)
        ended = await mine(one, lambda me: me["finished"])

    assert [empty[part] for part in ("invitations", "turns", "reminders", "finished", "rematches")] == [[]] * 5
    assert (asked["game"], asked["inviter"]["id"]) == (table.id, host.id)
    view = (await client("GET", table.path, by=guest)).data
    assert [(turn["game"], turn["seat"]) for turn in turns] == [(table.id, seat)]
    assert (ended["turns"], [(one["game"], one["result"]) for one in ended["finished"]]) == (
        [],
        [(table.id, view["result"])],
    )


async def test_a_rematch_is_told_to_whom_it_is_offered_and_where_it_began(
    client: Client, http: httpx.AsyncClient
) -> None:
    table = await finished(client)
    async with topics(http, "me", by=table.players[1]) as one:
        await one.next()
        await client("POST", f"{table.path}/rematch", by=table.players[0])
        (offered,) = (await one.next()).json()["rematches"]
        answer = await client("POST", f"{table.path}/rematch", by=table.players[1])
        begun = await mine(one, lambda me: me["rematches"][0]["new"])
    async with topics(http, "me", by=table.players[0]) as other:
        await client("DELETE", f"{table.path}/rematch", by=table.players[1])
        same = (await other.next()).json()["rematches"]

    assert (offered["game"], offered["agreed"], offered["new"]) == (table.id, [0], None)
    assert begun["rematches"][0]["new"] == answer.data["game"] == same[0]["new"]


async def test_who_declines_a_rematch_is_asked_no_more(client: Client, http: httpx.AsyncClient) -> None:
    table = await finished(client)
    async with topics(http, "me", by=table.players[1]) as one:
        await one.next()
        await client("POST", f"{table.path}/rematch", by=table.players[0])
        await one.next()
        await client("DELETE", f"{table.path}/rematch", by=table.players[1])
        assert (await one.next()).json()["rematches"] == []


async def test_a_deadline_is_reminded_of_when_most_of_the_time_has_passed(stores: Stores) -> None:
    async with desk(stores, reconcile_seconds=0.05) as own:
        table = await started(own.client, limit_seconds=4000)
        async with topics(own.client.http, "me", by=table.players[0]) as one:
            first = (await one.next()).json()
            own.clock.pass_by(seconds=2999)
            own.clock.pass_by(seconds=1)
            reminded = (await one.next()).json()

    assert (len(first["turns"]), first["reminders"]) == (1, [])
    assert reminded["reminders"] == reminded["turns"] == first["turns"]


async def test_the_lobby_tells_what_waits_and_runs_and_what_changes(client: Client, http: httpx.AsyncClient) -> None:
    before = await opened(client)
    async with topics(http, "lobby") as one:
        whole = (await one.next()).json()
        table = await opened(client, kind="reversi", word="secret", strength_max=1200)
        await until(one.next, lambda _: table.id in lobby(one.messages))
        waiting = lobby(one.messages)[table.id]
        await client("POST", f"{table.path}/members", {"word": "secret"}, by=await client.guest())
        await until(one.next, lambda _: lobby(one.messages)[table.id]["status"] == "running")
        await client("DELETE", f"{table.path}/members/me", by=table.players[0])
        await until(one.next, lambda _: table.id not in lobby(one.messages))

    assert whole["whole"] is True
    assert before.id in [item["id"] for item in whole["items"]]
    listed = (await client("GET", before.path)).data
    shown = next(item for item in whole["items"] if item["id"] == before.id)
    assert {name: listed[name] for name in ("kind", "status", "size", "host", "members")} == {
        name: shown[name] for name in ("kind", "status", "size", "host", "members")
    }
    assert (waiting["status"], waiting["locked"], waiting["strength_max"]) == ("open", True, 1200)
    assert not any(change["whole"] for change in told(one.messages[1:], "lobby"))


@pytest.mark.parametrize("reading", ["one", "all"])
async def test_a_move_is_no_news_in_the_lobby(client: Client, http: httpx.AsyncClient, reading: str) -> None:
    table = await started(client)
    async with topics(http, "lobby") as one:
        await one.next()
        await drop(client, table, "1" if reading == "one" else "121212")
        other = await opened(client)
        await until(one.next, lambda _: other.id in lobby(one.messages))

    assert table.id not in [item["id"] for change in told(one.messages[1:], "lobby") for item in change["items"]]


@pytest.mark.parametrize(
    ("names", "code"),
    [
        ((), "malformed"),
        (("games",), "malformed"),
        (("chat:lobby", "chat:nowhere"), "malformed"),
        ((f"chat:{uuid4()}:strangers",), "malformed"),
        ((f"game:{uuid4()}",), "no_such_game"),
        ((f"chat:{uuid4()}:onlookers", "nonsense"), "no_such_game"),
        (("me",), "token_missing"),
        ((*(f"game:{uuid4()}" for _ in range(33)),), "malformed"),
    ],
    ids=["none", "unknown", "no room", "no such room", "no game", "both", "me without a token", "too many"],
)
async def test_what_cannot_be_told_is_refused(client: Client, names: tuple[str, ...], code: str) -> None:
    answer = await client("GET", f"/v1/stream?topics={','.join(names)}")
    assert answer.code == code


async def test_rooms_are_heard_by_those_who_may(client: Client) -> None:
    table, stranger = await started(client), await client.guest()
    for topic, by, code in (
        (among_players(table), stranger, "not_seated"),
        (among_players(table), None, "not_seated"),
        (among_onlookers(table), table.players[0], "not_onlooker"),
    ):
        assert (await client("GET", f"/v1/stream?topics={topic}", by=by)).code == code


@pytest.mark.parametrize(
    "last", ["17", "me=3", "game:1=2", "chat:lobby=x", "chat:lobby=1.2.3", "chat:lobby", "=", ",,"]
)
async def test_an_id_that_no_stream_gave_is_refused(client: Client, last: str) -> None:
    path = "/v1/stream?topics=chat:lobby"
    for answer in (await client("GET", path, Last_Event_ID=last), await client("GET", f"{path}&after={last}")):
        assert answer.code == "malformed"


async def test_an_id_of_more_topics_than_are_asked_for_is_taken(client: Client, http: httpx.AsyncClient) -> None:
    table = await started(client)
    await drop(client, table, "4")
    last = f"{game(table)}=4.o,chat:lobby=0"

    async with topics(http, game(table), last=last) as one:
        assert (await one.next()).id == f"{game(table)}=5.o"


async def test_as_many_topics_as_are_allowed_come_over_one_stream(client: Client, http: httpx.AsyncClient) -> None:
    tables = [await opened(client) for _ in range(30)]
    async with topics(http, "lobby", "chat:lobby", *map(game, tables)) as one:
        first = [await one.next() for _ in range(32)]

    assert {message.json()["topic"] for message in first} == {"lobby", "chat:lobby", *map(game, tables)}
