"""Resuming a stream of topics: games and chats message for message, `me` and `lobby` as the states they are."""

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from random import Random
from typing import Any

import httpx
import pytest

from services.api.feeds import ENDED
from tests.api.client import Client, Player
from tests.api.conftest import Desk, desk
from tests.api.tables import Table, opened, started
from tests.stores import Stores
from tests.streams.sources import Message, Stream
from tests.streams.topics import among_onlookers, among_players, game, lobby, positions, told, topics

STATES = {"me", "lobby", "heartbeat"}
LOBBY_CHAT = "/v1/lobby/chat"
CUTS = 8
HAPPENINGS = 60  # Some show the reader nothing: hidden moves, lines of whoever is ignored.


class Life:
    """Several games and chats, in which one player after the other does something."""

    def __init__(self, client: Client, table: Table, duel: Table, watched: Table, random: Random) -> None:
        self.client, self.random = client, random
        self.table, self.duel, self.watched = table, duel, watched
        self.said = 0
        self._last_words = f"the end of {table.id}"
        self._versions: Mapping[str, int] = {}  # Of the games, once all is over.
        self._over: Collection[str] = ()

    @property
    def reader(self) -> Player:
        return self.table.players[0]

    @property
    def topics(self) -> Sequence[str]:
        """What the first player reads: their own game, a game they watch, and every chat they may."""
        own, watched = self.table, self.watched
        return ["me", "lobby", game(own), game(watched), among_players(own), among_onlookers(watched), "chat:lobby"]

    @property
    def _rooms(self) -> Mapping[str, Sequence[Player]]:
        """Where something is said, and by whom."""
        return {
            f"{self.table.path}/chat/players": self.table.players,
            f"{self.watched.path}/chat/onlookers": self.table.players,
            LOBBY_CHAT: (*self.table.players, *self.watched.players),
        }

    async def go_on(self) -> None:
        """Let something happen."""
        happenings: Sequence[Callable[[], Any]] = (self._move, self._say, self._say, self._watched, self._take_back)
        await self.random.choice(happenings)()

    async def end(self) -> None:
        """Say in every room what nobody says before, and note how far the games have come."""
        for room in self._rooms:
            await self._say(self.reader, room, self._last_words)
        views = [(await self.client("GET", at.path, by=self.reader)).data for at in (self.table, self.watched)]
        self._versions = {f"game:{view['id']}": view["version"] for view in views}
        self._over = {f"game:{view['id']}" for view in views if view["result"] is not None}

    def told(self, messages: Sequence[Message]) -> bool:
        """Return whether nothing follows these messages: topics have no order, so each has its own end."""
        if not messages or not self._versions:
            return False
        ended = {message.json()["topic"] for message in messages if self._last_words in message.data}
        reached = positions(messages[-1])
        return ended.issuperset(one for one in self.topics if one.startswith("chat")) and all(
            reached[one].split(".")[0] == f"{version}" and (one not in self._over or reached[one].endswith(ENDED))
            for one, version in self._versions.items()
        )

    async def _move(self, table: Table | None = None) -> None:
        at = table or self.table
        view = (await self.client("GET", at.path)).data
        if view["to_move"]:
            player = at.players[self.random.choice(view["to_move"])]
            offered = (await self.client("GET", at.path, by=player)).data["moves"]
            await self.client("POST", f"{at.path}/moves", self.random.choice(offered), by=player)

    async def _watched(self) -> None:
        await self._move(self.watched)

    async def _say(self, by: Player | None = None, room: str | None = None, text: str | None = None) -> str:
        where = room or self.random.choice(list(self._rooms))
        self.said += 1
        body = {"text": text or f"line {self.said}"}
        answer = await self.client("POST", where, body, by=by or self.random.choice(self._rooms[where]))
        return str(answer.data["line"]["id"])

    async def _take_back(self) -> None:
        line = await self._say(room=f"{self.table.path}/chat/players")
        host = (await self.client("GET", self.table.path)).data["host"]
        by = next(player for player in self.table.players if player.id == host)
        await self.client("DELETE", f"{self.table.path}/chat/{line}", by=by)


async def life(client: Client, number: int) -> Life:
    own = await started(client, "hoard", 3)
    life = Life(client, own, await started(client), await started(client, "hoard", 2), Random(number))
    noisy = own.players[1]
    await client("POST", "/v1/players", {"name": f"N{noisy.id[-12:]}", "password": "long enough"}, by=noisy)
    await client("POST", LOBBY_CHAT, {"text": f"/ignore N{noisy.id[-12:]}"}, by=life.reader)
    return life


@pytest.mark.parametrize("number", range(3))
async def test_from_wherever_it_is_cut_the_rest_comes(client: Client, there: Desk, number: int) -> None:
    living = await life(client, number)
    beginning = ",".join(f"{topic}=0" for topic in living.topics if topic.startswith("chat"))
    beginning += "".join(f",{topic}=0.{'s0' if topic == game(living.table) else 'o'}" for topic in living.topics[2:4])
    async with topics(there.client.http, *living.topics, by=living.reader, last=beginning) as one:
        for _ in range(HAPPENINGS):
            await living.go_on()
        await living.end()
        whole = await read(living, one, [])

    assert len(whole) > 30
    for cut in living.random.sample(range(len(whole) - 1), CUTS):
        had, missing = whole[: cut + 1], whole[cut + 1 :]
        async with topics(client.http, *living.topics, by=living.reader, last=had[-1].id) as one:
            rest = await read(living, one, had)
        for topic in living.topics:
            assert of(topic, rest) == of(topic, missing)


async def test_who_is_cut_off_again_and_again_misses_and_doubles_nothing(client: Client, there: Desk) -> None:
    living = await life(client, 7)
    seen = list[Message]()
    async with topics(client.http, *living.topics, by=living.reader) as one:
        begun = logs([await one.next() for _ in living.topics])
        playing = asyncio.create_task(play(living, 40))
        last, process = begun[-1].id, 0
        async with topics(there.client.http, *living.topics, by=living.reader, last=last) as uninterrupted:
            while not living.told(seen):
                process = 1 - process
                http = (client.http, there.client.http)[process]
                async with topics(http, *living.topics, by=living.reader, last=last) as part:
                    for _ in range(living.random.randint(1, 6)):
                        message = await part.next()
                        if message.event not in STATES:
                            seen.append(message)
                        if message.id:
                            last = message.id
                        if living.told(seen):
                            break
            await playing
            whole = await read(living, uninterrupted, [])

    for topic in living.topics:
        assert of(topic, whole) == of(topic, seen)


async def test_states_are_told_anew_on_every_connection(client: Client, there: Desk) -> None:
    living = await life(client, 11)
    async with topics(there.client.http, *living.topics, by=living.reader) as one:
        for _ in range(10):
            await living.go_on()
        table = await opened(client, living.reader)
        await client("POST", f"{table.path}/members", by=await client.guest())
        async with topics(client.http, "me", "lobby", by=living.reader) as anew:
            fresh = [await anew.next() for _ in range(2)]
            while lobby(one.messages) != lobby(fresh) or told(one.messages, "me")[-1] != told(fresh, "me")[-1]:
                await one.next()

    assert {message.id for message in fresh} == {""}


async def test_more_than_is_sent_again_begins_a_chat_anew(stores: Stores) -> None:
    async with desk(stores, resume_max=3) as small:
        table = await opened(small.client)
        host, room = table.players[0], f"{table.path}/chat/players"
        for number in range(5):
            await small.client("POST", room, {"text": f"{number}"}, by=host)
        topic = among_players(table)
        for position, events in ((0, ["chat"]), (1, ["chat"]), (2, ["line"] * 3), (9, ["chat"])):
            async with topics(small.client.http, topic, by=host, last=f"{topic}={position}") as one:
                first = await one.next()
                rest = [await one.next() for _ in events[1:]]
            assert [message.event for message in (first, *rest)] == events
            assert positions((first, *rest)[-1]) == {topic: "5"}


async def test_the_end_of_a_game_is_told_once(client: Client, http: httpx.AsyncClient) -> None:
    table = await started(client)
    await client("DELETE", f"{table.path}/members/me", by=table.players[0])
    topic = game(table)
    async with topics(http, topic, "chat:lobby", last=f"{topic}=4.o") as one:
        messages = [await one.next() for _ in range(3)]
    async with topics(http, topic, "chat:lobby", last=messages[-1].id) as anew:
        speaker = await client.guest()
        await client("POST", LOBBY_CHAT, {"text": "anything"}, by=speaker)
        assert (await anew.next()).event == "line"

    assert sorted(message.event for message in messages) == ["chat", "end", "game"]


async def play(living: Life, times: int) -> None:
    for _ in range(times):
        await living.go_on()
    await living.end()


async def read(living: Life, one: Stream, had: Sequence[Message]) -> Sequence[Message]:
    """Return what a stream tells of games and chats to whoever has had so much, up to the end."""
    while not living.told([*had, *(rest := logs(one.messages))]):
        await one.next()
    return rest


def logs(messages: Sequence[Message]) -> list[Message]:
    """Return the messages of games and chats."""
    return [message for message in messages if message.event not in STATES]


def of(topic: str, messages: Sequence[Message]) -> Sequence[Any]:
    """Return what was told of a topic, and how far that was; but not what was taken back, which is not told again."""
    told_of = [message for message in messages if message.json()["topic"] == topic]
    gone = {line for message in told_of if message.event == "removed" for line in message.json()["lines"]}
    return [
        message.json() | {"type": message.event, "at": positions(message)[topic]}
        for message in told_of
        if message.event != "line" or message.json()["line"]["id"] not in gone
    ]
