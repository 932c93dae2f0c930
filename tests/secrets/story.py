"""Story: one game of hoard in which somebody does something in secret, and everybody else looks as hard as they can."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import partial
from typing import Any
from uuid import UUID

from domain.kernel import Seat
from domain.value import Value
from tests.secrets.questions import look
from tests.secrets.worlds import NOBODY, Answer, World

DOER: Seat = 1  # Whoever holds this seat has the secret.
FIRST: Seat = 0  # Plays on, and is raced.
LAST: Seat = 2  # Leaves.
MEMBERS = ("ada", "ben", "cleo")
STRANGER = "dora"
POLL_SECONDS = 0.001


class Secret(Value):
    """What is done in secret: coins staked at once, coins staked while a race is on, and the purse they come from."""

    stakes: tuple[tuple[int, ...], ...] = ()
    amid: tuple[int, ...] | None = None
    purse: tuple[int, ...] | None = None


class Table(Value):
    """A running game, and who holds which seat."""

    game: str
    seats: tuple[str, ...]

    @property
    def watchers(self) -> Sequence[str]:
        """All but the doer, who may know; onlookers with and without a token too."""
        return (*(who for who in self.seats if who != self.seats[DOER]), STRANGER, NOBODY)

    @property
    def path(self) -> str:
        return f"/v1/games/{self.game}"


async def begun(world: World, secret: Secret) -> Table:
    """Let three sit down, which starts the game, while others watch already."""
    world.purse = None if secret.purse is None else (DOER, secret.purse)
    players = {await world.guest(who): who for who in (*MEMBERS, STRANGER)}
    # The first limit is longer, so that a clock that a secret sets would be the next to run out.
    opening = {"kind": "hoard", "seats": 3, "options": {"gems": 3}, "limit_seconds": 10}
    opened = await world.ask(MEMBERS[0], "POST", "/v1/games", opening)
    path = f"/v1/games/{opened.json()['id']}"
    for who in (MEMBERS[1], NOBODY):
        await world.follow(who, f"{path}/feed?scene=1")
    for second, who in enumerate(MEMBERS[1:], 1):
        world.fate.set(second)
        await world.ask(who, "POST", f"{path}/members", {})
    started = await world.ask(NOBODY, "GET", path)
    seats = tuple(players[sitting["player"]["id"]] for sitting in started.json()["seats"])
    return Table(game=opened.json()["id"], seats=seats)


async def act(world: World, secret: Secret) -> Table:
    """Let the secret be made and everybody do what they can, up to the last moment before it is shown."""
    table = await begun(world, secret)
    await world.follow(table.seats[DOER], f"{table.path}/feed?scene=1")
    for who in table.watchers:
        for query in ("", "?after=0", "?scene=1"):
            await world.follow(who, f"{table.path}/feed{query}")
    for number, coins in enumerate(secret.stakes):
        world.fate.set(10 + number)
        await insist(partial(stake, world, table, DOER, coins, Idempotency_Key=f"secret-{number}"))
    for who in table.watchers:
        await world.ask(who, "GET", "/v1/games")
        await world.follow(who, f"{table.path}/feed?scene=1")
    world.fate.set(8)  # Another process decides from now on: its clock is behind.
    await _ask_for_refusals(world, table)
    await stake(world, table, FIRST, (0,), If_Match=await _tag(world, table, FIRST), Idempotency_Key="once")
    await stake(world, table, FIRST, (0,), If_Match='"1.s0"', Idempotency_Key="once")  # The same again.
    await _race(world, table, secret)
    await world.ask(table.seats[LAST], "DELETE", f"{table.path}/members/me")
    return table


async def everybody_looks(world: World, table: Table) -> None:
    """Let all watchers ask everything."""
    for who in table.watchers:
        await look(world, who, table.game)


async def stake(world: World, table: Table, seat: Seat, coins: Sequence[int], **headers: str) -> Answer:
    """Make a move."""
    move = {"type": "hoard.stake", "coins": coins}
    return await world.ask(table.seats[seat], "POST", f"{table.path}/moves", move, **headers)


async def insist(ask: Callable[..., Awaitable[Answer]]) -> Answer:
    """Let the doer ask, and again by the version told where nobody overtook: it is done, whatever else is broken."""
    answer = await ask()
    if answer.status == 409:
        answer = await ask(If_Match=f'"{answer.json()["version"]}.s{DOER}"')
    return answer


async def at_once(world: World, table: Table, asks: Sequence[Coroutine[Any, Any, Answer]]) -> None:
    """Let these wait for the game, in this order, before any of them is decided."""
    live = world.served.house.games.known(UUID(table.game))
    assert live is not None
    before = len(world.answers)
    async with live.lock:
        asked = []
        for number, ask in enumerate(asks, 1):
            asked.append(asyncio.create_task(ask))
            while _waiting(live.lock) < number:  # noqa: ASYNC110 - a lock tells nobody who waits.
                await asyncio.sleep(POLL_SECONDS)
    answers = await asyncio.gather(*asked)
    world.answers[before:] = answers  # In the order of asking; of what was insisted on, the last.


async def _ask_for_refusals(world: World, table: Table) -> None:
    """Every refusal that tells of the game: stale, against the rules, not seated, no seat free, not over yet."""
    version = int((await _tag(world, table, FIRST)).strip('"').partition(".")[0])
    guesses = (f"{version + more}.s0" for more in (-1, *range(1, 9)))  # One would fit if the hidden were counted.
    for tag in ("1.s0", *guesses, f"{version}.o", f"{version}.s1"):
        await stake(world, table, FIRST, (0,), If_Match=f'"{tag}"')
    for coins in ((9,), (0, 0)):
        await stake(world, table, FIRST, coins)
    for who in (STRANGER, NOBODY):
        await world.ask(who, "POST", f"{table.path}/moves", {"type": "hoard.stake", "coins": [0]})
        await world.ask(who, "POST", f"{table.path}/members", {})
        await world.ask(who, "POST", f"{table.path}/rematch", {})
    await world.ask(table.seats[LAST], "POST", f"{table.path}/start", {})
    await world.ask(table.seats[LAST], "POST", f"{table.path}/rematch", {})
    await world.ask(table.seats[LAST], "DELETE", f"{table.path}/rematch")


async def _race(world: World, table: Table, secret: Secret) -> None:
    """Two moves of one seat wait for the game at once: one is applied, the other overtaken; secrets overtake nobody."""
    asks = [stake(world, table, DOER, secret.amid, Idempotency_Key="amid")] if secret.amid is not None else []
    asks += [stake(world, table, FIRST, (n,), Idempotency_Key=key) for n, key in ((1, "applied"), (2, "overtaken"))]
    await at_once(world, table, asks)


async def _tag(world: World, table: Table, seat: Seat) -> str:
    return (await world.ask(table.seats[seat], "GET", table.path)).header("etag")


def _waiting(lock: asyncio.Lock) -> int:
    waiters: Any = lock._waiters  # noqa: SLF001 - nothing else tells how many wait.
    return len(waiters or ())
