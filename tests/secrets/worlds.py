"""Worlds: one application served several times, alike in all but what was done in secret, and each answer kept."""

import asyncio
import hashlib
import re
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from itertools import count, zip_longest
from typing import Any

import httpx
import msgspec
from msgspec.structs import replace

from domain.codec import canonical
from domain.games import discover
from domain.kernel import AnyRules, Chance, Event, Kinds, Move, Robot, Seat
from domain.value import Value
from infra.postgres.pool import connect
from tests.served import Fate, Served, served
from tests.stores import Stores
from tests.toys.hoard import rules as hoard
from tests.waiting import SECONDS_MAX

NOBODY = "nobody"  # Asks without a token.
NUMBERS = count(1)  # Of stories: each has ids of its own, since an application remembers its games.
JITTER = re.compile(rb"(?m)^retry: \d+$")  # Differs from answer to answer, and says nothing.
TABLES = """
SELECT string_agg(quote_ident(tablename), ', ')
FROM pg_tables
WHERE schemaname = 'public'
  AND tablename NOT LIKE '%version%'
"""
DONE_BY = """
SELECT type, data, at, command
FROM events
WHERE actor = $1
ORDER BY game, version
"""
SETTINGS: Mapping[str, Any] = {
    "heartbeat_seconds": 3600,  # By the wall clock, so that there must be none.
    "acquire_seconds_max": 60,  # Nobody is put off where the machine is slow.
}


def _choose_by_all(state: Any, seat: Seat, luck: Chance) -> Move:
    """Return a move that would be another if anything that the robot is told were."""
    told = hashlib.sha256(canonical(state)).digest()[0]
    chosen = (told + luck.draw("choice", 16)) % 16 if not state.hands[seat].stakes else 0
    return hoard.Stake(coins=tuple(coin for coin in range(hoard.COINS) if chosen >> coin & 1))


SPY = Robot[Any, Move](level="spy", strength=1, choose=_choose_by_all)


class Answer(Value):
    """What came back for a request, to the byte; only when it was sent, by the real clock, is left out."""

    who: str
    what: str
    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes

    def json(self) -> Any:
        """Return the body's content."""
        return msgspec.json.decode(self.body)

    def header(self, name: str) -> str:
        """Return a header's value, empty where there is none."""
        return next((value.decode() for key, value in self.headers if key.decode().lower() == name), "")


class World:
    """One application with a clock, luck and purse of its own, and all that it ever answered."""

    def __init__(self, stores: Stores, fate: Fate) -> None:
        self.fate = fate
        self.answers: list[Answer] = []
        self.purse: tuple[Seat, tuple[int, ...]] | None = None  # Whose coins are not the drawn ones.
        self._stores = stores
        self._tokens: dict[str, str] = {}
        self._streams: list[asyncio.Task[Answer]] = []
        self._served: Served | None = None
        self._client = httpx.AsyncClient()

    @asynccontextmanager
    async def serving(self) -> AsyncIterator["World"]:
        """Serve until the context is left."""
        here = served(self._stores.settings(**SETTINGS), self.fate.machine(), self._kinds())
        async with here as self._served, httpx.AsyncClient(base_url=self._served.url, timeout=60) as self._client:
            yield self

    @property
    def served(self) -> Served:
        """The application itself."""
        assert self._served is not None
        return self._served

    async def begin(self, number: int) -> None:
        """Forget everything: no player, no game, no answer, and luck that follows from `number`."""
        async with connect(self._stores.owner_url) as connection:
            await connection.execute(f"TRUNCATE {await connection.fetchval(TABLES)}")
        self.fate.begin(number)
        self.answers.clear()
        self._tokens.clear()
        self.purse = None

    async def guest(self, who: str) -> str:
        """Let somebody become a guest, and return their id."""
        answer = await self.ask(who, "POST", "/v1/guests")
        self._tokens[who] = answer.json()["token"]
        player: str = answer.json()["player"]["id"]
        return player

    async def ask(self, who: str, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """Send a request and keep the answer."""
        async with self._client.stream(method, path, json=body, headers=self._headers(who, headers)) as response:
            answer = await _answer(who, f"{method} {path} {body or ''} {headers or ''}".strip(), response)
        self.answers.append(answer)
        return answer

    async def follow(self, who: str, path: str, **headers: str) -> None:
        """Keep a stream open, from when it is sure to miss nothing, until `hang_up`.

        What it begins with is as things are when that is sent: so that comes before anything else is done.
        """
        request = self._client.build_request("GET", path, headers=self._headers(who, headers))
        response = await self._client.send(request, stream=True)
        begun = asyncio.Event()
        what = f"stream {path} {headers or ''}".strip()
        self._streams.append(asyncio.create_task(_answer(who, what, response, begun)))
        if "after=" not in path and not headers:
            async with asyncio.timeout(SECONDS_MAX):
                await begun.wait()

    async def hang_up(self) -> None:
        """Let every open stream end after what it still has to say, and keep what it said."""
        self.served.house.hub.drain()
        self.answers.extend(await asyncio.gather(*self._streams))
        self._streams.clear()
        self.served.house.hub.draining = False

    async def done_by(self, player: str) -> Sequence[tuple[object, ...]]:
        """Return what a player did, as the store has it: what, when and by which command."""
        async with connect(self._stores.owner_url) as connection:
            done = await connection.fetch(DONE_BY, player)
        return [tuple(record) for record in done]

    @asynccontextmanager
    async def closing(self) -> AsyncIterator[None]:
        """Let each new stream say what it has to say and end, while those that are open stay so."""
        self.served.house.hub.draining = True
        try:
            yield
        finally:
            self.served.house.hub.draining = False

    def _headers(self, who: str, more: Mapping[str, str]) -> Mapping[str, str]:
        own = {name.replace("_", "-"): value for name, value in more.items()}
        return own if who not in self._tokens else own | {"Authorization": f"Bearer {self._tokens[who]}"}

    def _kinds(self) -> Kinds:
        toys = {name: self._rigged(rules) for name, rules in discover("tests.toys").items()}
        return {**discover(), **toys}

    def _rigged(self, rules: AnyRules) -> AnyRules:
        """Let this world deal its own purse: nothing else can differ in secret without a commitment that tells."""

        def by_itself(state: Any, chance: Chance) -> Event | None:
            event: Event | None = rules.by_itself(state, chance)
            if isinstance(event, hoard.PurseDealt) and self.purse is not None and event.seat == self.purse[0]:
                return replace(event, coins=self.purse[1])
            return event

        return replace(rules, by_itself=by_itself, robots=(*rules.robots, SPY))


def differences(one: World, other: World, *, apart_from: Collection[str] = ()) -> Sequence[str]:
    """Return what somebody was told otherwise in one world than in the other, except for those named."""
    told, otherwise = ([a for a in world.answers if a.who not in apart_from] for world in (one, other))
    return [_difference(a, b) for a, b in zip_longest(told, otherwise) if a != b]


def _difference(one: Answer | None, other: Answer | None) -> str:
    if one is None or other is None:
        return f"only in one world: {one or other}"
    if (one.who, one.what) != (other.who, other.what):
        return f"{one.who}: {one.what} | {other.who}: {other.what}"
    for field in ("status", "headers"):
        if (a := getattr(one, field)) != (b := getattr(other, field)):
            return f"{one.who}: {one.what}: {field} {a} | {b}"
    at = next((n for n, (a, b) in enumerate(zip(one.body, other.body, strict=False)) if a != b), 0)
    around = slice(max(0, at - 80), at + 120)
    return f"{one.who}: {one.what}: at {at}: {one.body[around]!r} | {other.body[around]!r}"


async def _answer(who: str, what: str, response: httpx.Response, begun: asyncio.Event | None = None) -> Answer:
    """Read an answer to its end; of a stream `begun` says that its first message is there, after when to come back."""
    body = b""
    try:
        async for chunk in response.aiter_bytes():
            body += chunk
            if begun is not None and body.count(b"\n\n") > 1:
                begun.set()
    finally:
        await response.aclose()
    headers = tuple((name, value) for name, value in response.headers.raw if name.lower() != b"date")
    return Answer(who=who, what=what, status=response.status_code, headers=headers, body=JITTER.sub(b"retry: ?", body))
