"""Fan-out tells whoever watches a game what was said of it, and says when something may have been missed."""

import asyncio
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from uuid import UUID, uuid4

import pytest
from redis.asyncio import Redis

from infra.redis.fanout import Fanout
from infra.redis.line import QUEUE_MAX, Line
from infra.redis.servers import Alone
from tests.stores import Stores
from tests.waiting import until

SECONDS_MAX = 30


class Heard:
    """What a process was told."""

    def __init__(self) -> None:
        self.messages: list[tuple[str, bytes]] = []
        self.joined: list[str] = []


class Ear:
    """Notes what is said on one channel."""

    def __init__(self, notes: Heard, channel: str) -> None:
        self._notes = notes
        self._channel = channel

    def heard(self, message: bytes) -> None:
        self._notes.messages.append((self._channel, message))

    def missed(self) -> None:
        self._notes.joined.append(self._channel)


class Process:
    """A process's fan-out, what it heard, and the name its connections have in Redis."""

    def __init__(self, fanout: Fanout, name: str) -> None:
        self.fanout, self.heard, self.name = fanout, Heard(), name

    async def watch(self, channel: str) -> None:
        await self.fanout.watch(channel, Ear(self.heard, channel), SECONDS_MAX)


@asynccontextmanager
async def process(url: str, prefix: str, *, silence: float = 2.5) -> AsyncIterator[Process]:
    name = f"zugfolge-{uuid4()}"
    async with Redis.from_url(url, retry=None, socket_connect_timeout=1, client_name=name) as redis:
        fanout = Fanout(Alone(redis), prefix=prefix, silence_seconds_max=silence)
        async with fanout.running():
            yield Process(fanout, name)


@pytest.fixture
async def redis(any_stores: Stores) -> AsyncIterator[Redis]:
    async with Redis.from_url(any_stores.redis_url, retry=None) as client:
        yield client


@pytest.fixture
async def here(any_stores: Stores) -> AsyncIterator[Process]:
    async with process(any_stores.redis_url, any_stores.redis_prefix) as made:
        yield made


@pytest.fixture
async def there(any_stores: Stores) -> AsyncIterator[Process]:
    async with process(any_stores.redis_url, any_stores.redis_prefix) as made:
        yield made


async def test_whoever_watches_a_game_hears_what_is_told_of_it_in_order(here: Process, there: Process) -> None:
    game = new_game()
    await here.watch(game)

    for number in range(600):
        there.fanout.tell(game, b"%d" % number)

    await until(lambda: len(here.heard.messages), lambda heard: heard == 600)
    assert here.heard.messages == [(game, b"%d" % number) for number in range(600)]


async def test_whoever_answers_for_a_work_hears_which_games_call_for_it(here: Process, there: Process) -> None:
    calls, games = list[UUID | None](), [uuid4() for _ in range(3)]
    here.fanout.answer("robots", calls.append)
    await until(lambda: calls == [None])

    there.fanout.call("clock", games[0])
    for game in games[1:]:
        there.fanout.call("robots", game)

    await until(lambda: len(calls) == 3)
    assert calls == [None, *games[1:]]


async def test_after_a_lost_connection_calls_may_have_been_missed(here: Process, redis: Redis) -> None:
    calls = list[UUID | None]()
    here.fanout.answer("robots", calls.append)
    await until(lambda: calls == [None])

    await cut(redis, here)

    await until(lambda: calls == [None, None])


async def test_nobody_hears_of_a_game_that_is_not_watched(here: Process, there: Process) -> None:
    watched, other = new_game(), new_game()
    await here.watch(watched)

    there.fanout.tell(other, b"unheard")
    there.fanout.tell(watched, b"heard")

    await until(lambda: here.heard.messages)
    assert here.heard.messages == [(watched, b"heard")]


async def test_watching_is_agreed_before_it_begins(here: Process) -> None:
    game = new_game()

    await here.watch(game)

    assert here.heard.joined == [game]


async def test_installations_that_share_a_redis_do_not_hear_one_another(any_stores: Stores, here: Process) -> None:
    game = new_game()
    await here.watch(game)
    async with process(any_stores.redis_url, f"{any_stores.redis_prefix}.other") as stranger:
        await stranger.watch(game)
        stranger.fanout.tell(game, b"strange")
        await until(lambda: stranger.heard.messages)

    assert here.heard.messages == []


async def test_a_connection_that_was_cut_comes_back_with_every_game_and_says_so(
    redis: Redis, here: Process, there: Process
) -> None:
    games = [new_game() for _ in range(3)]
    for game in games:
        await here.watch(game)
    here.heard.joined.clear()

    await cut(redis, here)
    await until(lambda: len(here.heard.joined), lambda joined: joined == 3)
    there.fanout.tell(games[1], b"again")

    await until(lambda: here.heard.messages)
    assert here.heard.messages == [(games[1], b"again")]
    assert set(here.heard.joined) == set(games)


async def test_a_game_forgotten_is_no_longer_sent(redis: Redis, any_stores: Stores, here: Process) -> None:
    game = new_game()
    await here.watch(game)

    here.fanout.forget(game)

    await until(lambda: subscribers(redis, any_stores, game), lambda count: count == 0)


async def test_a_game_forgotten_and_watched_again_at_once_is_heard(
    redis: Redis, any_stores: Stores, here: Process, there: Process
) -> None:
    game = new_game()
    for _ in range(20):
        await here.watch(game)
        here.fanout.forget(game)
    await here.watch(game)
    await until(lambda: subscribers(redis, any_stores, game), lambda count: count == 1)

    there.fanout.tell(game, b"heard")

    await until(lambda: here.heard.messages)
    assert await subscribers(redis, any_stores, game) == 1


async def test_a_redis_that_falls_silent_is_left(any_stores: Stores) -> None:
    """Its socket is open and it answers nothing: no error ever comes."""
    connections = 0

    async def say_nothing(reader: StreamReader, writer: StreamWriter) -> None:
        nonlocal connections
        connections += 1
        await reader.read()
        writer.close()

    async with mute(say_nothing) as url, process(url, any_stores.redis_prefix, silence=0.2):
        await until(lambda: connections, lambda count: count > 4)

    assert connections > 4


async def test_without_redis_nothing_waits_and_what_could_not_be_told_is_counted(any_stores: Stores) -> None:
    async with process("redis://127.0.0.1:1", any_stores.redis_prefix) as alone:
        before = alone.fanout.publish_failures
        alone.fanout.tell(new_game(), b"lost")
        async with asyncio.timeout(SECONDS_MAX):
            await alone.fanout.watch("lobby", Ear(alone.heard, "lobby"), 0.01)
        await until(lambda: alone.fanout.publish_failures, lambda failures: failures > before)

    assert alone.fanout.publish_failures > before


async def test_what_waits_for_redis_is_bounded(any_stores: Stores) -> None:
    async with Redis.from_url(any_stores.redis_url, retry=None) as client:
        fanout = Fanout(Alone(client), prefix=any_stores.redis_prefix, silence_seconds_max=1)
        line = Line(client, fanout, sharded=False, silence_seconds_max=1)

        for number in range(QUEUE_MAX + 5):
            line.tell(b"game", b"%d" % number)

    assert fanout.publish_failures == 5


@asynccontextmanager
async def mute(answer: Callable[[StreamReader, StreamWriter], Awaitable[None]]) -> AsyncIterator[str]:
    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    host, port = server.sockets[0].getsockname()[:2]
    try:
        yield f"redis://{host}:{port}"
    finally:
        server.close()


async def cut(redis: Redis, process: Process) -> None:
    """Cut a process's connections, as an operator or a failing network would."""
    for client in await redis.client_list():
        if client["name"] == process.name:
            await redis.client_kill_filter(_id=client["id"])


async def subscribers(redis: Redis, stores: Stores, game: str) -> int:
    ((_, count),) = await redis.pubsub_numsub(f"{stores.redis_prefix}:{game}")
    return int(count)


def new_game() -> str:
    """Return the channel of a game that nobody else knows."""
    return f"game:{uuid4()}"
