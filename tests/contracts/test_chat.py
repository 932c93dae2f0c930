"""Rooms: whatever is said, held, released and taken back, each audience is told its own in order, without a gap."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime
from random import Random
from typing import TypeAlias
from uuid import UUID, uuid4

import pytest

from infra.postgres import chat_statements as sql
from infra.postgres.chat import LOBBY, WITHOUT_SEAT, Chat, Line, Place, Point
from infra.postgres.pool import Connection, connect, open_pool
from tests.stores import Stores

NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)
SEATS = 3
AUTHOR = str(uuid4())

Told: TypeAlias = tuple[str, UUID]
"""What an audience is told: `line` or `gone`, and which."""


@pytest.fixture
async def chat(any_stores: Stores) -> AsyncIterator[Chat]:
    async with open_pool(any_stores.settings(acquire_seconds_max=60)) as pool:
        yield Chat(pool)


class Model:
    """A room as it should be: what each seat was told, in order."""

    def __init__(self) -> None:
        self.told: dict[int, list[Told]] = {seat: [] for seat in range(SEATS)}
        self.held: dict[UUID, int] = {}
        self.there = dict[UUID, int]()

    def say(self, line: UUID, seat: int, *, held: bool) -> None:
        self.there[line] = seat
        if held:
            self.held[line] = seat
        self._tell("line", line, [seat] if held else range(SEATS))

    def release(self, seat: int) -> None:
        for line in [line for line, author in self.held.items() if author == seat]:
            del self.held[line]
            self._tell("line", line, [other for other in range(SEATS) if other != seat])

    def remove(self, line: UUID) -> None:
        del self.there[line]
        self._tell("gone", line, [self.held.pop(line)] if line in self.held else range(SEATS))

    def _tell(self, what: str, line: UUID, seats: Sequence[int] | range) -> None:
        for seat in seats:
            self.told[seat].append((what, line))


@pytest.mark.parametrize("number", range(4))
async def test_each_audience_is_told_its_own_in_order(chat: Chat, number: int) -> None:
    random, model, place = Random(number), Model(), Place(game=uuid4(), room="players")
    for version in range(60):
        seat = random.randrange(SEATS)
        match random.choice(("say", "say", "hold", "release", "remove")):
            case "release":
                model.release(seat)
                await chat.release(place.game, seat, version)
            case "remove" if model.there:
                line = random.choice(list(model.there))
                model.remove(line)
                await chat.remove(place, [line])
            case what:
                line, held = uuid4(), what == "hold"
                model.say(line, seat, held=held)
                await chat.say(place, said(line, seat, version if held else None))

    head = await chat.head(place)
    for seat, told in model.told.items():
        entries = await chat.entries(place, 1 << seat, after=0, until=head)
        assert [(one.position, one.removals) for one in entries] == counted(told)
        assert [one.removed[0] for one in entries if one.removed] == [line for what, line in told if what == "gone"]
        shown = [one.line.id for one in entries if one.line is not None]
        assert shown == [line for what, line in told if what == "line" and line in model.there]
        reached = await chat.reached(place, 1 << seat, head)
        assert (reached.position, reached.removals) == (counted(told) or [(0, 0)])[-1]
        for seen, point in enumerate([(0, 0), *counted(told)]):
            rest = await chat.since(
                place, 1 << seat, Point(position=point[0], removals=point[1]), until=head, limit=1000
            )
            assert list(rest) == list(entries[seen:])


async def test_whoever_has_no_seat_is_told_nothing_that_waits_or_waited(chat: Chat) -> None:
    place, lines = Place(game=uuid4(), room="players"), [uuid4() for _ in range(2)]
    await chat.say(place, said(lines[0], 0, None))
    await chat.say(place, said(lines[1], 1, 5))
    await chat.release(place.game, 1, 5)

    entries = await chat.entries(place, WITHOUT_SEAT, after=0, until=await chat.head(place))
    assert [one.line.id for one in entries if one.line] == lines[:1]


async def test_a_line_waits_for_as_long_as_the_game_has_not_come_so_far(chat: Chat) -> None:
    place, line = Place(game=uuid4(), room="players"), uuid4()
    await chat.say(place, said(line, 0, 7))
    await chat.release(place.game, 0, 6)
    before = await chat.held([place.game])
    await chat.release(place.game, 0, 7)

    assert [(one.seat, one.since) for one in before] == [(0, 7)]
    assert await chat.held([place.game]) == []
    assert await chat.head(place) == 2


async def test_what_is_done_at_once_leaves_no_gap_and_locks_nobody_out(chat: Chat) -> None:
    place, lines = Place(game=uuid4(), room="players"), [uuid4() for _ in range(40)]
    for number, line in enumerate(lines[:20]):
        await chat.say(place, said(line, number % 2, 1 if number % 2 else None))

    await asyncio.gather(
        *(chat.say(place, said(line, 0, None)) for line in (*lines[20:], *lines[20:])),
        *(chat.release(place.game, 1, 1) for _ in range(4)),
        *(chat.remove(place, [line]) for line in (*lines[:10], *lines[:10])),
    )

    async with chat._pool.acquire() as connection:  # noqa: SLF001 - nothing else shows all entries.
        numbers = [row["number"] for row in await connection.fetch(ALL, place.game)]
    assert numbers == list(range(1, await chat.head(place) + 1))
    for seat in range(2):
        entries = await chat.entries(place, 1 << seat, after=0, until=len(numbers))
        assert [one.position + one.removals for one in entries] == list(range(1, len(entries) + 1))
        there = [one.line.id for one in entries if one.line]
        assert sorted(there) == sorted(lines[10:])


async def test_a_line_is_said_once_whoever_says_it_again(chat: Chat) -> None:
    place, line = Place(game=uuid4(), room="onlookers"), uuid4()
    await asyncio.gather(*(chat.say(place, said(line, 0, None)) for _ in range(5)))

    assert await chat.head(place) == 1


async def test_the_lobby_is_a_room_like_any(chat: Chat) -> None:
    before, line = await chat.head(LOBBY), uuid4()
    await chat.say(LOBBY, said(line, None, None))
    told = await chat.told(LOBBY, line, WITHOUT_SEAT)

    assert told is not None
    assert (told.number, told.line and told.line.text) == (before + 1, "hello")


@pytest.mark.parametrize(
    ("statement", "arguments"),
    [
        (sql.ENTRIES, (LOBBY.game, "lobby", WITHOUT_SEAT, 19_990, 20_000)),
        (sql.LATEST, (LOBBY.game, "lobby", WITHOUT_SEAT, 0, 20_000, 50, [])),
        (sql.SINCE, (LOBBY.game, "lobby", WITHOUT_SEAT, 19_900, 0, 20_000, 1001)),
        (sql.REACHED, (LOBBY.game, "lobby", WITHOUT_SEAT, 20_000)),
        (sql.HELD, ([LOBBY.game],)),
    ],
    ids=["entries", "latest", "since", "reached", "held"],
)
async def test_a_long_room_is_read_by_an_index(owner: Connection, statement: str, arguments: Sequence[object]) -> None:
    plan = json.loads(await owner.fetchval(f"EXPLAIN (FORMAT JSON) {statement}", *arguments))[0]["Plan"]

    assert "Seq Scan" not in {step["Node Type"] for step in steps(plan)}


@pytest.fixture
async def owner(any_stores: Stores) -> AsyncIterator[Connection]:
    """A connection whose work is undone: it has filled the lobby."""
    async with connect(any_stores.owner_url) as connection:
        await connection.execute("BEGIN")
        await connection.execute("DELETE FROM chat_entries")
        await connection.execute(FILL)
        await connection.execute(FILL_LINES)
        await connection.execute("ANALYZE chat_entries, chat_lines")
        yield connection


ALL = """
SELECT number
FROM chat_entries
WHERE game = $1
ORDER BY number
"""

FILL = """
INSERT INTO chat_entries (game, room, number, lines, removals, seats, line)
SELECT '00000000-0000-0000-0000-000000000000', 'lobby', n, n, 0, -1, gen_random_uuid()
FROM generate_series(1, 20000) AS n
"""

FILL_LINES = """
INSERT INTO chat_lines (game, id, room, author, text, at)
SELECT game, line, room, gen_random_uuid(), 'hello', now()
FROM chat_entries
WHERE room = 'lobby'
"""


def said(line: UUID, seat: int | None, held: int | None) -> Line:
    return Line(id=line, author=AUTHOR, text="hello", at=NOW, seat=seat, held=held)


def counted(told: Sequence[Told]) -> list[tuple[int, int]]:
    """Return how many lines and how many removals there were with each entry."""
    kinds = [what for what, _ in told]
    return [(kinds[:end].count("line"), kinds[:end].count("gone")) for end in range(1, len(kinds) + 1)]


def steps(plan: dict[str, object]) -> list[dict[str, object]]:
    below = plan.get("Plans", [])
    assert isinstance(below, list)
    return [plan, *(step for part in below for step in steps(part))]
