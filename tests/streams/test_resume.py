"""Resuming: whenever and from wherever somebody joins a feed, the rest of it comes, message for message."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, TypeAlias

import httpx
import pytest

from services.live import Live
from tests.api.client import Client
from tests.api.tables import Table, started
from tests.streams.sources import Message, stream

Viewers: TypeAlias = Mapping[str, str | None]
"""The token of each audience."""

Feed: TypeAlias = Sequence[Message]
Key: TypeAlias = tuple[Any, ...]

JOINING = 0.3  # How often somebody joins, at each move.
CONNECT_FOUR, HOARD, DRAWN = ("connect_four", 2, ""), ("hoard", 2, ""), ("hoard", 2, "?scene=1")
GAMES = pytest.mark.parametrize(("kind", "players", "query"), [("hoard", 3, ""), HOARD, DRAWN, CONNECT_FOUR])

FORGETFUL: Mapping[str, tuple[tuple[str, int, str], Callable[[Key], Key]]] = {
    "what is known": (HOARD, lambda key: key[2:] if isinstance(key[0], frozenset) else key),
    "whose moves they are": (CONNECT_FOUR, lambda key: (*key[:3], "all") if len(key) > 3 else key),
    "who reads": (HOARD, lambda key: (key[0], *key[2:]) if key[0] == "step" else key),
    "what is drawn": (DRAWN, lambda key: key[:1] if key[0] == "scene" else key),
}
"""What is forgotten of those for whom something was written, so that others are told it, and where that shows."""


@GAMES
@pytest.mark.parametrize("number", range(2))
async def test_who_joins_while_it_goes_on_gets_the_rest(
    client: Client, http: httpx.AsyncClient, kind: str, players: int, query: str, number: int
) -> None:
    random = Random(number)
    table = await started(client, kind, players)
    viewers = seen_by(table)
    whole = {name: asyncio.create_task(read(http, table, viewers, query, f"0.{name}")) for name in viewers}
    joined = list[tuple[str, int, asyncio.Task[Feed]]]()
    while not (view := (await client("GET", table.path)).data)["result"]:
        for name, token in viewers.items():
            if random.random() < JOINING:
                version = random.randint(0, await reached(http, table, token))
                joined.append(
                    (name, version, asyncio.create_task(read(http, table, viewers, query, f"{version}.{name}")))
                )
        await random_move(client, table, random.choice(view["to_move"]), random)

    assert joined
    for name, version, reading in joined:
        assert await reading == after(await whole[name], version)


@GAMES
async def test_from_any_point_of_an_ended_game_the_rest_comes(
    client: Client, http: httpx.AsyncClient, kind: str, players: int, query: str
) -> None:
    random = Random(0)
    table = await started(client, kind, players)
    viewers = seen_by(table)
    whole = {name: asyncio.create_task(read(http, table, viewers, query, f"0.{name}")) for name in viewers}
    while not (view := (await client("GET", table.path)).data)["result"]:
        await random_move(client, table, random.choice(view["to_move"]), random)

    for name, told in whole.items():
        last = (await told)[-1].json()["version"]
        for version in range(last):
            assert await read(http, table, viewers, query, f"{version}.{name}") == after(await told, version)


class Forgetful(dict[Any, Any]):
    """What was written, found again by less than it was kept by."""

    def __init__(self, forget: Callable[[Key], Key]) -> None:
        self._forget = forget

    def __setitem__(self, key: Key, value: Any) -> None:
        super().__setitem__(self._forget(key), value)

    def __getitem__(self, key: Key) -> Any:
        return super().__getitem__(self._forget(key))

    def __contains__(self, key: object) -> bool:
        return isinstance(key, tuple) and super().__contains__(self._forget(key))

    def get(self, key: Key, default: Any = None) -> Any:
        return super().get(self._forget(key), default)


@pytest.mark.broken
@pytest.mark.parametrize(("game", "forget"), FORGETFUL.values(), ids=FORGETFUL.keys())
async def test_what_is_written_for_one_and_told_to_others_is_caught(
    client: Client,
    http: httpx.AsyncClient,
    game: tuple[str, int, str],
    forget: Callable[[Key], Key],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    right = Live.__init__

    def begin(live: Live, *args: Any) -> None:
        right(live, *args)
        live.shared = Forgetful(forget)

    monkeypatch.setattr(Live, "__init__", begin)

    with pytest.raises(AssertionError):
        await test_from_any_point_of_an_ended_game_the_rest_comes(client, http, *game)


async def read(http: httpx.AsyncClient, table: Table, viewers: Viewers, query: str, point: str) -> Feed:
    """Return what an audience is told after a resume point, up to the end."""
    token = viewers[point.partition(".")[2]]
    async with stream(http, f"{table.path}/feed{query}", token=token, last=point) as feed:
        return await feed.rest()


async def reached(http: httpx.AsyncClient, table: Table, token: str | None) -> int:
    """Return how many events somebody has been shown."""
    async with stream(http, f"{table.path}/feed", token=token) as feed:
        version: int = (await feed.next()).json()["version"]
        return version


async def random_move(client: Client, table: Table, seat: int, random: Random) -> None:
    """Let a seat make one of the moves it is offered."""
    offered = (await client("GET", table.path, by=table.players[seat])).data["moves"]
    answer = await client("POST", f"{table.path}/moves", random.choice(offered), by=table.players[seat])
    assert answer.status == 200


def seen_by(table: Table) -> Viewers:
    """Return everybody who may look: the onlookers and each seat."""
    return {"o": None} | {f"s{seat}": player.token for seat, player in enumerate(table.players)}


def after(feed: Feed, version: int) -> Feed:
    """Return the rest of an uninterrupted feed."""
    return [message for message in feed if message.json()["version"] > version or message.event == "end"]
