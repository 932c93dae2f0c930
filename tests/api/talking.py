"""Talking: what is refused to those who chat; see `test_refusals`."""

from collections.abc import Awaitable, Callable, Mapping
from uuid import uuid4

from infra.postgres.pool import connect
from services.talk import IGNORED_MAX
from tests.api.client import Answer
from tests.api.conftest import Desk
from tests.api.tables import opened, started


async def ignored(here: Desk) -> Answer:
    host, invited = await here.client.registered(), await here.client.guest()
    await here.client("POST", "/v1/lobby/chat", {"text": f"/ignore {host.name}"}, by=invited)
    table = await opened(here.client, host)
    return await here.client("POST", f"{table.path}/invitations", {"player": invited.id}, by=host)


async def not_onlooker(here: Desk) -> Answer:
    table = await started(here.client)
    return await here.client("POST", f"{table.path}/chat/onlookers", {"text": "a"}, by=table.players[0])


async def muted(here: Desk) -> Answer:
    table, onlooker = await opened(here.client), await here.client.guest()
    await here.client("POST", f"{table.path}/chat/mutes", {"player": onlooker.id}, by=table.players[0])
    return await here.client("POST", f"{table.path}/chat/onlookers", {"text": "a"}, by=onlooker)


async def not_yourself(here: Desk) -> Answer:
    player = await here.client.registered()
    return await here.client("POST", "/v1/lobby/chat", {"text": f"/ignore {player.name}"}, by=player)


async def too_many_ignored(here: Desk) -> Answer:
    player, noisy = await here.client.guest(), await here.client.registered()
    async with connect(here.stores.owner_url) as owner:
        await owner.execute(
            "INSERT INTO ignores SELECT $1, gen_random_uuid(), now() FROM generate_series(1, $2)",
            player.id,
            IGNORED_MAX,
        )
    return await here.client("POST", "/v1/lobby/chat", {"text": f"/ignore {noisy.name}"}, by=player)


async def no_such_line(here: Desk) -> Answer:
    table = await opened(here.client)
    return await here.client("DELETE", f"{table.path}/chat/{uuid4()}", by=table.players[0])


CASES: Mapping[str, Callable[[Desk], Awaitable[Answer]]] = {
    case.__name__: case for case in (ignored, not_onlooker, muted, not_yourself, too_many_ignored, no_such_line)
}
