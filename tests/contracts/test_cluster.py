"""On a Redis Cluster each node is told of its own channels alone; slots that move and nodes that go are followed."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from uuid import uuid4

import pytest

from infra.redis.fanout import Fanout
from infra.redis.limits import Limits
from infra.redis.servers import Cluster as Servers
from infra.redis.servers import open_redis
from infra.settings import Settings
from tests.clusters import Cluster, redis_cluster
from tests.faults.freezing import frozen
from tests.waiting import until

SECONDS_MAX = 30
SILENCE = 0.5
PREFIX = "test"
MANY = 30  # So many channels that every node has some.


class Process:
    """A process's fan-out, and what it heard: each message with its channel, each channel whenever it began."""

    def __init__(self, fanout: Fanout) -> None:
        self.fanout = fanout
        self.heard: list[tuple[str, bytes]] = []
        self.joined: list[str] = []

    async def watch(self, *channels: str) -> None:
        for channel in channels:
            await self.fanout.watch(channel, Ear(self, channel), SECONDS_MAX)

    async def hears(self, other: "Process", *channels: str) -> None:
        """Wait until what another process tells on these channels comes here; what is lost is told again."""
        said = {(channel, uuid4().bytes) for channel in channels}

        def missing() -> set[tuple[str, bytes]]:
            left = said - set(self.heard)
            for channel, message in left:
                other.fanout.tell(channel, message)
            return left

        await until(missing, lambda left: not left)


class Ear:
    """Notes what is said on one channel."""

    def __init__(self, process: Process, channel: str) -> None:
        self._process, self._channel = process, channel

    def heard(self, message: bytes) -> None:
        self._process.heard.append((self._channel, message))

    def missed(self) -> None:
        self._process.joined.append(self._channel)


@pytest.fixture(scope="module")
async def cluster() -> AsyncIterator[Cluster]:
    async with redis_cluster() as made:
        yield made


@asynccontextmanager
async def process(cluster: Cluster) -> AsyncIterator[Process]:
    fanout = Fanout(Servers(cluster.url), prefix=PREFIX, silence_seconds_max=SILENCE)
    async with fanout.running():
        yield Process(fanout)


@pytest.fixture
async def here(cluster: Cluster) -> AsyncIterator[Process]:
    async with process(cluster) as made:
        yield made


@pytest.fixture
async def there(cluster: Cluster) -> AsyncIterator[Process]:
    async with process(cluster) as made:
        yield made


async def test_what_is_told_on_any_node_is_heard_and_no_node_is_told_of_anothers(
    cluster: Cluster, here: Process, there: Process
) -> None:
    games = new_games()
    await here.watch(*games)
    await there.watch(games[0])  # It knows where everything belongs by now.

    for game in games:
        there.fanout.tell(game, game.encode())
    await until(lambda: len(here.heard), lambda heard: heard == MANY)

    assert sorted(here.heard) == [(game, game.encode()) for game in sorted(games)]
    shared = [await node.ask("PUBSUB", "SHARDCHANNELS") for node in cluster.nodes]
    assert all(shared)
    assert sorted(name.decode() for names in shared for name in names) == sorted(f"{PREFIX}:{game}" for game in games)
    assert [await node.ask("PUBSUB", "CHANNELS") for node in cluster.nodes] == [[]] * 3


async def test_a_channel_whose_slot_has_moved_is_listened_to_and_told_on_where_it_is_now(
    cluster: Cluster, here: Process, there: Process
) -> None:
    (game, *others) = new_games()
    await here.watch(game, *others)
    await here.hears(there, game)
    before = await cluster.owner(f"{PREFIX}:{game}")
    after = next(node for node in cluster.nodes if node is not before)

    await cluster.move(f"{PREFIX}:{game}", after)
    await until(lambda: here.joined.count(game), lambda times: times > 1)

    await here.hears(there, game, *others)


async def test_while_a_node_is_away_the_others_are_heard_and_its_own_channels_say_when_they_are_back(
    cluster: Cluster, here: Process, there: Process
) -> None:
    games = new_games()
    await here.watch(*games)
    gone = await cluster.owner(f"{PREFIX}:{games[0]}")
    lost = [game for game in games if await cluster.owner(f"{PREFIX}:{game}") is gone]
    kept = [game for game in games if game not in lost]

    gone.kill()
    await here.hears(there, *kept)
    before = there.fanout.publish_failures
    there.fanout.tell(lost[0], b"unheard")
    await until(lambda: there.fanout.publish_failures, lambda failures: failures > before)
    gone.start()
    await until(lambda: all(here.joined.count(game) > 1 for game in lost))

    await here.hears(there, *games)
    assert (lost[0], b"unheard") not in here.heard
    await cluster.whole()


async def test_a_node_that_falls_silent_is_left_and_holds_up_no_other(
    cluster: Cluster, here: Process, there: Process
) -> None:
    games = new_games()
    await here.watch(*games)
    silent = await cluster.owner(f"{PREFIX}:{games[0]}")
    lost = [game for game in games if await cluster.owner(f"{PREFIX}:{game}") is silent]

    with frozen(silent.pid):
        there.fanout.tell(lost[0], b"late, or never")
        await here.hears(there, *(game for game in games if game not in lost))
        await asyncio.sleep(4 * SILENCE)
    await until(lambda: all(here.joined.count(game) > 1 for game in lost))

    await here.hears(there, *games)
    await cluster.whole()


async def test_a_process_that_starts_before_its_cluster_hears_all_once_that_is_there(cluster: Cluster) -> None:
    named = cluster.nodes[0]
    named.kill()
    async with process(cluster) as here:
        await here.fanout.watch("lobby", Ear(here, "lobby"), 0.01)
        assert here.joined == []
        named.start()
        await until(lambda: here.joined)
    await cluster.whole()


async def test_limits_count_on_every_node_and_go_with_a_slot_that_moves(cluster: Cluster) -> None:
    async with counting(cluster) as limits:
        waits = [await asked(limits, range(MANY)) for _ in range(2)]
        before = await cluster.owner(key(MANY))
        await cluster.move(key(MANY), next(node for node in cluster.nodes if node is not before))
        moved = [await asked(limits, [MANY]) for _ in range(2)]

    assert waits == [[False] * MANY, [True] * MANY]
    assert moved == [[False], [True]]


async def test_while_a_node_is_away_whoever_is_counted_elsewhere_is_limited(cluster: Cluster) -> None:
    async with counting(cluster) as limits:
        first, *callers = range(1000, 1000 + MANY)  # Nobody else has counted them.
        gone = await cluster.owner(key(first))
        others = [number for number in callers if await cluster.owner(key(number)) is not gone]
        await asked(limits, [first, *others])
        gone.kill()
        waits = await asked(limits, [first, *others])
        gone.start()
    await cluster.whole()

    assert waits == [False] + [True] * len(others)


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for an answer however slow the machine is."""
    monkeypatch.setattr("infra.redis.limits.ANSWER_SECONDS_MAX", SECONDS_MAX)


@asynccontextmanager
async def counting(cluster: Cluster) -> AsyncIterator[Limits]:
    """Give limits that have not counted anybody yet."""
    redis = open_redis(Settings(redis_url=cluster.url, redis_cluster=True))
    try:
        limits = Limits(redis, PREFIX, 3600)
        await until(lambda: counted(limits))
        yield limits
    finally:
        await redis.aclose()


async def asked(limits: Limits, callers: Iterable[int]) -> list[bool]:
    """Let each ask once, of whom one is allowed; return who has to wait."""
    return [await limits.exceeded("writes", str(number), 1) is not None for number in callers]


def key(caller: int) -> str:
    """Return what a caller is counted under."""
    return f"{PREFIX}:limit:writes:{caller}"


async def counted(limits: Limits) -> bool:
    """Return whether limits are counted by now, however long the first connections take."""
    return await limits.exceeded("reads", "me", 0) is not None


def new_games() -> Sequence[str]:
    """Return channels that nobody else knows."""
    return [f"game:{uuid4()}" for _ in range(MANY)]
