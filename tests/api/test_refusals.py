"""Every refusal there is happens, says why in both languages, and has changed nothing (the client sees to that)."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any, TypeAlias
from uuid import UUID, uuid4

import pytest
from msgspec.structs import replace

from domain import commands
from domain.chain import Order
from domain.commands import Decided
from domain.feed import Game
from infra.postgres.pool import connect
from services.api.problems import REFUSALS
from services.wish import Done, Wish
from tests.api import talking
from tests.api.client import PASSWORD, Answer, Client
from tests.api.conftest import KINDS, Desk, desk
from tests.api.tables import DROP, Table, finished, invite, new_key, opened, stake, started

Case: TypeAlias = Callable[[Desk], Awaitable[Answer]]

CASES: dict[str, Case] = dict(talking.CASES)


def refusal(case: Case) -> Case:
    """Take a case, named for its code."""
    CASES[case.__name__] = case
    return case


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("code", CASES)
async def test_a_refusal_says_why_in_both_languages_and_changes_nothing(here: Desk, code: str, language: str) -> None:
    answer = await CASES[code](replace(here, client=here.client.speaking(language)))
    assert answer.code == code


def test_every_refusal_of_the_catalogue_happens() -> None:
    assert CASES.keys() == REFUSALS.keys()


@refusal
async def too_large(here: Desk) -> Answer:
    return await here.client("POST", "/v1/games", b" " * 65_537, by=await here.client.guest())


@refusal
async def token_missing(here: Desk) -> Answer:
    return await here.client("POST", "/v1/games", {"kind": "connect_four"})


@refusal
async def token_unknown(here: Desk) -> Answer:
    return await here.client("GET", "/v1/games", Authorization="Bearer nobody")


@refusal
async def wrong_credentials(here: Desk) -> Answer:
    return await here.client("POST", "/v1/sessions", {"name": "Nobody", "password": "no such password"})


@refusal
async def foreign_origin(here: Desk) -> Answer:
    cookie = f"zugfolge={(await here.client.guest()).token}"
    return await here.client("POST", "/v1/games", {"kind": "hoard"}, Cookie=cookie, Origin="https://elsewhere.example")


@refusal
async def banned(here: Desk) -> Answer:
    player = await here.client.registered()
    await here.served.house.operators.ban(UUID(player.id), here.clock.at)
    return await here.client("POST", "/v1/sessions", {"name": player.name, "password": PASSWORD})


@refusal
async def wrong_word(here: Desk) -> Answer:
    table = await opened(here.client, word="mellon")
    return await here.client("POST", f"{table.path}/members", {"word": "friend"}, by=await here.client.guest())


@refusal
async def too_strong(here: Desk) -> Answer:
    table = await opened(here.client, strength_max=999)
    return await here.client("POST", f"{table.path}/members", by=await here.client.guest())


@refusal
async def table_full(here: Desk) -> Answer:
    robots = {"kind": "connect_four", "robots": ["easy", "easy"]}
    return await here.client("POST", "/v1/games", robots, by=await here.client.guest())


@refusal
async def robot_not_offered(here: Desk) -> Answer:
    robots = {"kind": "connect_four", "robots": ["invincible"]}
    return await here.client("POST", "/v1/games", robots, by=await here.client.guest())


@refusal
async def word_not_offered(here: Desk) -> Answer:
    by = await here.client.guest()
    return await here.client("POST", "/v1/games", {"kind": "diamond_yatzy", "word": "mellon"}, by=by)


@refusal
async def no_such_player(here: Desk) -> Answer:
    table = await opened(here.client)
    return await here.client("POST", f"{table.path}/invitations", {"name": "Nobody"}, by=table.players[0])


@refusal
async def no_such_kind(here: Desk) -> Answer:
    return await here.client("GET", "/v1/rankings/halma")


@refusal
async def no_such_invitation(here: Desk) -> Answer:
    return await here.client("POST", f"/v1/invitations/{uuid4()}/accept", by=await here.client.guest())


@refusal
async def not_invited(here: Desk) -> Answer:
    table, invited, other = await opened(here.client), await here.client.guest(), await here.client.guest()
    invitation = await invite(here.client, table, invited)
    return await here.client("POST", f"/v1/invitations/{invitation}/decline", by=other)


@refusal
async def invitation_answered(here: Desk) -> Answer:
    table, invited = await opened(here.client), await here.client.guest()
    invitation = await invite(here.client, table, invited)
    await here.client("POST", f"/v1/invitations/{invitation}/decline", by=invited)
    return await here.client("POST", f"/v1/invitations/{invitation}/accept", by=invited)


@refusal
async def name_taken(here: Desk) -> Answer:
    player = await here.client.registered()
    return await here.client("PATCH", "/v1/me", {"name": player.name.upper()}, by=await here.client.guest())


@refusal
async def already_registered(here: Desk) -> Answer:
    player = await here.client.registered()
    return await here.client("POST", "/v1/players", {"name": "Another", "password": "long enough"}, by=player)


@refusal
async def name_not_allowed(here: Desk) -> Answer:
    return await here.client("PATCH", "/v1/me", {"name": "a\u202eb"}, by=await here.client.guest())


@refusal
async def not_found(here: Desk) -> Answer:
    return await here.client("GET", "/v1/nothing")


@refusal
async def no_such_game(here: Desk) -> Answer:
    return await here.client("GET", f"/v1/games/{uuid4()}")


@refusal
async def no_such_version(here: Desk) -> Answer:
    table = await started(here.client)
    return await here.client("GET", f"{table.path}?version=5")


@refusal
async def no_such_member(here: Desk) -> Answer:
    table = await opened(here.client)
    return await here.client("DELETE", f"{table.path}/members/{uuid4()}", by=table.players[0])


@refusal
async def method_not_allowed(here: Desk) -> Answer:
    return await here.client("PUT", "/v1/games", {})


@refusal
async def malformed(here: Desk) -> Answer:
    return await here.client("POST", "/v1/games", b"{", by=await here.client.guest())


@refusal
async def key_reused(here: Desk) -> Answer:
    table, key = await started(here.client), new_key()
    move, other = ({"type": DROP, "column": column} for column in (4, 5))
    await here.client("POST", f"{table.path}/moves", move, by=table.players[0], Idempotency_Key=key)
    return await here.client("POST", f"{table.path}/moves", other, by=table.players[0], Idempotency_Key=key)


@refusal
async def not_seated(here: Desk) -> Answer:
    table, stranger = await started(here.client), await here.client.guest()
    return await here.client("POST", f"{table.path}/moves", {"type": DROP, "column": 4}, by=stranger)


@refusal
async def not_host(here: Desk) -> Answer:
    host, guest = await here.client.guest(), await here.client.guest()
    table = await opened(here.client, host, guest, kind="hoard")
    return await here.client("POST", f"{table.path}/start", by=guest)


@refusal
async def stale(here: Desk) -> Answer:
    table = await started(here.client)
    move = {"type": DROP, "column": 4}
    return await here.client("POST", f"{table.path}/moves", move, by=table.players[0], If_Match='"3.s0"')


@refusal
async def not_started(here: Desk) -> Answer:
    table = await opened(here.client)
    return await here.client("POST", f"{table.path}/moves", {"type": DROP, "column": 4}, by=table.players[0])


@refusal
async def already_started(here: Desk) -> Answer:
    table = await started(here.client)
    return await here.client("POST", f"{table.path}/members", by=await here.client.guest())


@refusal
async def over(here: Desk) -> Answer:
    table = await finished(here.client)
    return await here.client("POST", f"{table.path}/moves", {"type": DROP, "column": 4}, by=table.players[1])


@refusal
async def not_finished(here: Desk) -> Answer:
    table = await started(here.client)
    return await here.client("GET", f"{table.path}/replay")


@refusal
async def not_your_turn(here: Desk) -> Answer:
    table = await started(here.client)
    return await here.client("POST", f"{table.path}/moves", {"type": DROP, "column": 4}, by=table.players[1])


@refusal
async def already_member(here: Desk) -> Answer:
    table = await opened(here.client)
    return await here.client("POST", f"{table.path}/members", by=table.players[0])


@refusal
async def already_left(here: Desk) -> Answer:
    table = await started(here.client, kind="hoard", players=3)
    await here.client("DELETE", f"{table.path}/members/me", by=table.players[0])
    return await stake(here.client, table, 0)


@refusal
async def too_few(here: Desk) -> Answer:
    table = await opened(here.client)
    return await here.client("POST", f"{table.path}/start", by=table.players[0])


@refusal
async def overtaken(here: Desk) -> Answer:
    """Two moves of one seat wait for the same row; the loser is told what came first."""
    async with desk(here.stores) as other:
        table = await started(here.client)
        answers = []
        async with here.held(table.id):
            for waiting, client in enumerate((other.client.speaking(here.client.language), here.client), 1):
                move = {"type": DROP, "column": waiting}
                asked = client("POST", f"{table.path}/moves", move, by=table.players[0], changes=True)
                answers.append(asyncio.create_task(asked))
                await here.waiting(waiting)
        first, second = sorted(await asyncio.gather(*answers), key=lambda answer: answer.status)
    assert first.status == 200
    assert [step["version"] for step in second.data["steps"]] == [second.data["version"]] == [5]
    return second


@refusal
async def time_over(here: Desk) -> Answer:
    """The time-out is the clock's own commit, whoever notices it."""
    table = await started(here.client, limit_seconds=60)
    here.clock.pass_by(seconds=63)
    move = {"type": DROP, "column": 4}
    answer = await here.client("POST", f"{table.path}/moves", move, by=table.players[0], changes=True)
    assert (await here.client("GET", table.path)).data["result"]["reason"] == "time"
    return answer


@refusal
async def other_audience(here: Desk) -> Answer:
    table = await started(here.client)
    return await here.client("GET", f"{table.path}/events?after=2.s0")


@refusal
async def no_rematch(here: Desk) -> Answer:
    """What an operator ended is not played again."""
    table = await started(here.client)
    await _end(here, table)
    return await here.client("POST", f"{table.path}/rematch", by=table.players[0])


@refusal
async def no_such_option(here: Desk) -> Answer:
    return await _open(here.client, options={"gems": 2})


@refusal
async def seats_not_offered(here: Desk) -> Answer:
    return await _open(here.client, seats=3)


@refusal
async def limit_not_offered(here: Desk) -> Answer:
    return await _open(here.client, limit_seconds=9)


@refusal
async def no_notation(here: Desk) -> Answer:
    table = await finished(here.client)
    return await here.client("GET", f"{table.path}/record", Accept="text/x-unheard-of")


@refusal
async def too_many_requests(here: Desk) -> Answer:
    async with desk(here.stores, rate_reads_max=1) as other:
        client = other.client.speaking(here.client.language)
        await client("GET", "/v1/games")
        return await client("GET", "/v1/games")


@refusal
async def unavailable(here: Desk) -> Answer:
    """The database is busy with something else for longer than anybody waits."""
    async with desk(here.stores, lock_seconds_max=0.1) as other, connect(here.stores.owner_url) as owner:
        client = other.client.speaking(here.client.language)
        player = await client.guest()
        async with owner.transaction():
            await owner.execute("LOCK TABLE games IN EXCLUSIVE MODE")
            return await client("POST", "/v1/games", {"kind": "connect_four"}, by=player)


@refusal
async def internal(here: Desk) -> Answer:
    """A bug of a game's is ours, and no more is said about it."""

    def broken(_state: Any) -> Any:
        raise ZeroDivisionError

    rules = KINDS["connect_four"]
    async with desk(here.stores, {rules.name: replace(rules, view=broken)}) as other:
        table = await started(here.client)
        return await other.client.speaking(here.client.language)("GET", table.path, broken=True)


async def _open(client: Client, **setup: Any) -> Answer:
    return await client("POST", "/v1/games", {"kind": "connect_four", **setup}, by=await client.guest())


async def _end(here: Desk, table: Table) -> None:
    """End a game as an operator would."""
    house = here.served.house
    live = await house.game(UUID(table.id))

    def decide(game: Game, _at: datetime) -> Decided:
        return commands.end(game.match, "operator", live.seed)

    order = Order(command=uuid4(), body=None, actor="operator")
    done = await house.games.carry_out(live, Wish(order=order, audience=lambda _: None, decide=decide))
    assert isinstance(done, Done)
