"""Receipts: the first answer stands for its time, and what has lapsed is swept up with the next."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest

from infra.postgres.pool import open_pool
from infra.postgres.receipts import Receipt, Receipts
from tests.stores import Stores

NOW = datetime(2026, 1, 2, 12, tzinfo=UTC)
DAY = timedelta(days=1)
FIRST = Receipt(body=b"a request", status=204, answer=b"")
SECOND = Receipt(body=b"another", status=200, answer=b"{}")


@pytest.fixture
async def receipts(any_stores: Stores) -> AsyncIterator[Receipts]:
    async with open_pool(any_stores.settings()) as pool:
        yield Receipts(pool)


async def keep(receipts: Receipts, game: UUID, command: UUID, receipt: Receipt, at: datetime = NOW) -> None:
    await receipts.keep(game, command, receipt, at=at, since=at - DAY)


async def test_a_receipt_is_found_until_it_lapses(receipts: Receipts) -> None:
    game, command = uuid4(), uuid4()
    await keep(receipts, game, command, FIRST)
    found = [await receipts.of(game, command, since=NOW - age) for age in (DAY, timedelta())]
    assert found == [FIRST, None]


async def test_the_first_answer_stands(receipts: Receipts) -> None:
    game, command = uuid4(), uuid4()
    for receipt in (FIRST, SECOND):
        await keep(receipts, game, command, receipt)
    assert await receipts.of(game, command, since=NOW - DAY) == FIRST


async def test_a_lapsed_answer_makes_room_for_another(receipts: Receipts) -> None:
    game, command = uuid4(), uuid4()
    await keep(receipts, game, command, FIRST)
    await keep(receipts, game, command, SECOND, at=NOW + DAY)
    assert await receipts.of(game, command, since=NOW) == SECOND


async def test_a_command_has_a_receipt_in_its_own_game_alone(receipts: Receipts) -> None:
    command = uuid4()
    await keep(receipts, uuid4(), command, FIRST)
    assert await receipts.of(uuid4(), command, since=NOW - DAY) is None


async def test_what_has_lapsed_goes_with_the_next_receipt_of_the_game(receipts: Receipts) -> None:
    game, old, young = uuid4(), uuid4(), uuid4()
    await keep(receipts, game, old, FIRST)
    await keep(receipts, game, young, FIRST, at=NOW + timedelta(hours=1))
    await keep(receipts, game, uuid4(), FIRST, at=NOW + DAY)
    ever = datetime(2000, 1, 1, tzinfo=UTC)
    found = [await receipts.of(game, command, since=ever) for command in (old, young)]
    assert found == [None, FIRST]


async def test_a_command_is_taken_in_hand_by_one_alone(receipts: Receipts) -> None:
    game, command = uuid4(), uuid4()

    taken = [await take(receipts, game, command) for _ in range(2)]

    assert taken[0] is None
    assert taken[1] is not None
    assert (taken[1].in_hand, taken[1].body) == (True, b"a request")


async def test_what_was_taken_in_hand_is_answered_to_all_who_ask_later(receipts: Receipts) -> None:
    game, command = uuid4(), uuid4()
    await take(receipts, game, command)
    stands = await receipts.keep(game, command, FIRST, at=NOW, since=NOW - DAY)

    assert [stands, await take(receipts, game, command)] == [FIRST, FIRST]
    assert await receipts.keep(game, command, SECOND, at=NOW, since=NOW - DAY) == FIRST


async def test_what_was_given_back_may_be_taken_again_and_what_was_answered_is_not_given_back(
    receipts: Receipts,
) -> None:
    game, command = uuid4(), uuid4()
    await take(receipts, game, command)
    await receipts.give_back(game, command)
    assert await take(receipts, game, command) is None

    await keep(receipts, game, command, FIRST)
    await receipts.give_back(game, command)
    assert await take(receipts, game, command) == FIRST


async def test_what_somebody_had_in_hand_who_died_is_taken_again_after_a_while(receipts: Receipts) -> None:
    game, command = uuid4(), uuid4()
    await take(receipts, game, command)

    soon, later = (NOW + timedelta(seconds=seconds) for seconds in (29, 30))

    assert await take(receipts, game, command, soon) is not None
    assert await take(receipts, game, command, later) is None


async def take(receipts: Receipts, game: UUID, command: UUID, at: datetime = NOW) -> Receipt | None:
    return await receipts.take(game, command, b"a request", at=at, since=at - DAY)
