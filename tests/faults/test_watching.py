"""Whoever watches a game hears every commit of it, whatever becomes of hints, memory and other watchers."""

import asyncio
from collections.abc import AsyncIterator
from uuid import UUID, uuid4

import msgspec
import pytest
from msgspec.structs import replace
from redis.asyncio import Redis

from domain.chain import Entry
from domain.games.connect_four.rules import DiscDropped, Drop
from services.api.house import House
from services.live import Live
from services.wish import Done
from tests.faults.houses import Table, house, move, table
from tests.faults.watchers import Onlooker, watching
from tests.stores import Stores
from tests.waiting import until

NEVER = 3600  # So that only what is tested brings news.


@pytest.fixture
async def here(stores: Stores) -> AsyncIterator[House]:
    async with house(stores, reconcile_seconds=NEVER) as made:
        yield made


@pytest.fixture
async def there(stores: Stores) -> AsyncIterator[House]:
    async with house(stores, reconcile_seconds=NEVER, games_cached_max=1) as made:
        yield made


@pytest.fixture
async def redis(stores: Stores) -> AsyncIterator[Redis]:
    async with Redis.from_url(stores.redis_url) as client:
        yield client


async def test_a_commit_made_elsewhere_is_heard(here: House, there: House) -> None:
    at_table = await table(here)
    onlooker = await watching(there, at_table.game)

    applied = await play(here, at_table, 3)

    await until(lambda: onlooker.versions, lambda versions: versions == applied)
    assert onlooker.versions == applied


async def test_a_game_somebody_watches_stays_known_however_many_others_are_used(here: House, there: House) -> None:
    at_table = await table(here)
    onlooker = await watching(there, at_table.game)
    for _ in range(3):
        await there.games.fresh((await table(here)).game)

    applied = await play(here, at_table, 2)

    await until(lambda: onlooker.versions, lambda versions: versions == applied)
    assert onlooker.versions == applied


async def test_a_game_forgotten_between_asking_and_watching_is_heard_all_the_same(here: House, there: House) -> None:
    at_table = await table(here)
    live = await there.games.at_hand(at_table.game)
    assert live is not None
    await there.games.fresh((await table(here)).game)  # There is room for one.
    onlooker = Onlooker()
    await there.hub.watch(live)
    live.watchers.add(onlooker)
    await there.games.fresh(at_table.game)

    applied = await play(here, at_table, 2)

    await until(lambda: onlooker.versions, lambda versions: versions == applied)
    assert await there.games.at_hand(at_table.game) is live


async def test_there_is_one_of_each_game_as_long_as_anybody_holds_it(here: House, there: House) -> None:
    at_table, other = await table(here), await table(here)
    first = await there.games.at_hand(at_table.game)

    await there.games.at_hand(other.game)
    second = await there.games.at_hand(at_table.game)

    assert second is first


async def test_games_nobody_holds_are_forgotten_beyond_the_latest(here: House, there: House) -> None:
    tables = [await table(here) for _ in range(3)]
    for each in tables:
        await there.games.at_hand(each.game)

    assert [there.games.known(each.game) is None for each in tables] == [True, True, False]


async def test_one_watcher_may_go_while_another_is_just_coming(here: House, there: House) -> None:
    at_table = await table(here)
    going = await watching(there, at_table.game)
    live = await there.games.at_hand(at_table.game)
    assert live is not None

    coming = asyncio.create_task(there.hub.watch(live))
    await asyncio.sleep(0)  # It has asked, and not joined yet.
    part(there, going, live)
    await coming
    onlooker = Onlooker()
    live.watchers.add(onlooker)
    applied = await play(here, at_table, 2)

    await until(lambda: onlooker.versions, lambda versions: versions == applied)
    assert going.versions == []


async def test_when_the_last_watcher_goes_redis_is_not_listened_to_any_more(
    redis: Redis, stores: Stores, here: House
) -> None:
    at_table = await table(here)
    live = await here.games.at_hand(at_table.game)
    assert live is not None
    onlookers = [await watching(here, at_table.game) for _ in range(2)]

    part(here, onlookers[0], live)
    counted = await subscribers(redis, stores, at_table.game)
    part(here, onlookers[1], live)

    assert counted == 1
    await until(lambda: subscribers(redis, stores, at_table.game), lambda count: count == 0)


async def test_whoever_gives_up_while_coming_leaves_nothing_behind(redis: Redis, stores: Stores, here: House) -> None:
    at_table = await table(here)
    live = await here.games.at_hand(at_table.game)
    assert live is not None

    for _ in range(5):
        coming = asyncio.create_task(here.hub.watch(live))
        await asyncio.sleep(0)
        coming.cancel()
        await asyncio.wait([coming])

    await until(lambda: subscribers(redis, stores, at_table.game), lambda count: count == 0)


@pytest.mark.parametrize("garbled", [b"", b"garbage", msgspec.msgpack.encode([]), msgspec.msgpack.encode([[1, 2]])])
async def test_a_garbled_hint_ends_nothing(
    redis: Redis, stores: Stores, here: House, there: House, garbled: bytes
) -> None:
    at_table = await table(here)
    onlooker = await watching(there, at_table.game)

    await redis.publish(channel(stores, at_table.game), garbled)
    applied = await play(here, at_table, 2)

    await until(lambda: onlooker.versions, lambda versions: versions == applied)
    assert onlooker.versions == applied


async def test_a_hint_of_what_never_happened_shows_nobody_anything(
    redis: Redis, stores: Stores, here: House, there: House
) -> None:
    at_table = await table(here)
    onlooker = await watching(there, at_table.game)
    log = await here.store.events(at_table.game)
    invented = msgspec.json.encode(DiscDropped(seat=0, column=7, row=1), order="sorted")
    forged = replace(log[-1], version=len(log) + 1, type="connect_four.disc_dropped", data=invented, command=uuid4())

    await redis.publish(channel(stores, at_table.game), hint(forged))
    applied = await play(here, at_table, 2)

    await until(lambda: onlooker.versions, lambda versions: versions == applied)
    assert await log_of(there, at_table) == await log_of(here, at_table)


async def test_hints_lost_doubled_and_out_of_order_change_nothing(
    redis: Redis, stores: Stores, here: House, there: House
) -> None:
    at_table = await table(here)
    onlooker = await watching(there, at_table.game)
    here.games.tell = lambda _channel, _message: None  # Lost, all of them.
    applied = await play(here, at_table, 6)
    log = await here.store.events(at_table.game)
    first, *_, last = log[-6:]

    for entry in (last, first, first, last, last):
        await redis.publish(channel(stores, at_table.game), hint(entry))

    await until(lambda: onlooker.versions, lambda versions: versions[-1:] == applied[-1:])
    assert onlooker.versions == applied


async def test_without_any_hint_comparing_brings_what_was_missed(stores: Stores, here: House) -> None:
    async with house(stores, reconcile_seconds=0.05) as comparing:
        at_table = await table(here)
        onlooker = await watching(comparing, at_table.game)
        here.games.tell = lambda _channel, _message: None

        applied = await play(here, at_table, 3)

        await until(lambda: onlooker.versions, lambda versions: versions == applied)


def part(house: House, onlooker: Onlooker, live: Live) -> None:
    """End what `watching` began."""
    house.hub.part(onlooker)
    live.watchers.discard(onlooker)
    house.hub.leave(live)


async def play(house: House, at_table: Table, plies: int) -> list[int]:
    """Make moves in turn, and return the version after each."""
    answers = [await move(house, at_table, ply % 2, Drop(column=1 + ply % 2)) for ply in range(plies)]
    return [answer.game.match.version for answer in answers if isinstance(answer, Done)]


async def log_of(house: House, at_table: Table) -> object:
    """Return what a process knows of a game, without asking the store."""
    live = await house.games.at_hand(at_table.game)
    assert live is not None
    return live.game.log


def hint(*entries: Entry) -> bytes:
    return msgspec.msgpack.encode(entries)


def channel(stores: Stores, game: UUID) -> str:
    return f"{stores.redis_prefix}:game:{game}"


async def subscribers(redis: Redis, stores: Stores, game: UUID) -> int:
    ((_, count),) = await redis.pubsub_numsub(channel(stores, game))
    return int(count)
