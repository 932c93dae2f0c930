"""A request that comes again with its key counts once, and is given its first answer."""

import asyncio
from typing import Any

import pytest

from infra.postgres.pool import connect
from tests.api.client import Answer, Client, Player
from tests.api.conftest import Desk, desk
from tests.api.tables import DROP, Table, drop, finished, invite, new_key, opened, stake, started
from tests.waiting import until

DAY = 24  # Hours that a receipt is good for.
LUCK = "0123456789abcdef"


class Asked:
    """One request with a key, asked as often as wanted; `other` is another body that the same call takes."""

    def __init__(self, client: Client, call: str, by: Player, body: Any = None, other: Any = b"{ }") -> None:
        self.key = new_key()
        self.other = other
        self._client = client
        self._method, self._path = call.split()
        self._body = body
        self._by = by

    async def __call__(self, body: Any = None, client: Client | None = None, **more: Any) -> Answer:
        wanted, client = self._body if body is None else body, client or self._client
        return await client(self._method, self._path, wanted, by=self._by, Idempotency_Key=self.key, **more)


async def opening(client: Client) -> Asked:
    return Asked(client, "POST /v1/games", await client.guest(), {"kind": "hoard"}, {"kind": "hoard", "seats": 2})


async def finding_quickly(client: Client) -> Asked:
    return Asked(client, "POST /v1/quick", await client.guest(), {"kind": "hoard"}, {"kind": "connect_four"})


async def joining(client: Client) -> Asked:
    table = await opened(client, kind="hoard", seats=3)
    return Asked(client, f"POST {table.path}/members", await client.guest(), {"luck": LUCK}, {})


async def locking(client: Client) -> Asked:
    table = await opened(client)
    return Asked(client, f"PATCH {table.path}", table.players[0], {"word": "Sesam"}, {"word": None})


async def inviting(client: Client) -> Asked:
    table, invited = await opened(client), await client.guest()
    path = f"{table.path}/invitations"
    return Asked(client, f"POST {path}", table.players[0], {"player": invited.id}, {"name": invited.name})


async def accepting(client: Client) -> Asked:
    table, invited = await opened(client, kind="hoard", seats=3), await client.guest()
    path = f"/v1/invitations/{await invite(client, table, invited)}/accept"
    return Asked(client, f"POST {path}", invited, {"luck": LUCK}, {})


async def declining(client: Client) -> Asked:
    table, invited = await opened(client), await client.guest()
    return Asked(client, f"POST /v1/invitations/{await invite(client, table, invited)}/decline", invited)


async def starting(client: Client) -> Asked:
    table = await opened(client, await client.guest(), await client.guest(), kind="hoard", seats=3)
    return Asked(client, f"POST {table.path}/start", table.players[0])


async def removing(client: Client) -> Asked:
    table = await opened(client, await client.guest(), await client.guest(), kind="hoard", seats=3)
    return Asked(client, f"DELETE {table.path}/members/{table.players[1].id}", table.players[0])


async def leaving_a_table(client: Client) -> Asked:
    table = await opened(client, await client.guest(), await client.guest(), kind="hoard", seats=3)
    return Asked(client, f"DELETE {table.path}/members/me", table.players[1])


async def leaving_at_a_cost(client: Client) -> Asked:
    table = await started(client, kind="hoard", players=3)
    return Asked(client, f"DELETE {table.path}/members/me", table.players[2])


async def leaving_for_nothing(client: Client) -> Asked:
    table = await done_with(client, 0)
    return Asked(client, f"DELETE {table.path}/members/me", table.players[0])


async def moving(client: Client) -> Asked:
    table = await started(client)
    moves = ({"type": DROP, "column": column} for column in (4, 5))
    return Asked(client, f"POST {table.path}/moves", table.players[0], *moves)


async def agreeing_to_a_rematch(client: Client) -> Asked:
    table = await finished(client)
    return Asked(client, f"POST {table.path}/rematch", table.players[0], {"luck": LUCK}, {})


async def declining_a_rematch(client: Client) -> Asked:
    table = await finished(client)
    return Asked(client, f"DELETE {table.path}/rematch", table.players[0])


async def renaming(client: Client) -> Asked:
    names = ({"name": f"A{new_key()[:10]}"} for _ in range(2))
    return Asked(client, "PATCH /v1/me", await client.guest(), *names)


async def reporting(client: Client) -> Asked:
    return Asked(client, "POST /v1/reports", await client.guest(), {"text": "It hurts."}, {"text": "It hurts a lot."})


async def telling_players(client: Client) -> Asked:
    table = await opened(client)
    return Asked(client, f"POST {table.path}/chat/players", table.players[0], {"text": "hello"}, {"text": "hi"})


async def telling_onlookers(client: Client) -> Asked:
    table = await opened(client)
    return Asked(client, f"POST {table.path}/chat/onlookers", await client.guest(), {"text": "hello"}, {"text": "hi"})


async def telling_the_lobby(client: Client) -> Asked:
    return Asked(client, "POST /v1/lobby/chat", await client.guest(), {"text": "hello"}, {"text": "hi"})


async def taking_a_line_back(client: Client) -> Asked:
    table = await opened(client)
    said = await client("POST", f"{table.path}/chat/players", {"text": "hello"}, by=table.players[0])
    return Asked(client, f"DELETE {table.path}/chat/{said.data['line']['id']}", table.players[0])


async def muting(client: Client) -> Asked:
    table, noisy = await opened(client), [await client.guest() for _ in range(2)]
    bodies = ({"player": one.id} for one in noisy)
    return Asked(client, f"POST {table.path}/chat/mutes", table.players[0], *bodies)


async def unmuting(client: Client) -> Asked:
    table, noisy = await opened(client), await client.guest()
    return Asked(client, f"DELETE {table.path}/chat/mutes/{noisy.id}", table.players[0])


CALLS = [opening, finding_quickly, joining, locking, inviting, accepting, declining, starting, removing, moving]
CALLS += [leaving_a_table, leaving_at_a_cost, leaving_for_nothing, agreeing_to_a_rematch, declining_a_rematch]
CALLS += [renaming, reporting, telling_players, telling_onlookers, telling_the_lobby]
CALLS += [taking_a_line_back, muting, unmuting]
EVERY_CALL = pytest.mark.parametrize("call", CALLS, ids=lambda call: call.__name__)


async def done_with(client: Client, seat: int) -> Table:
    """Return a game for three in which a seat has nothing more to do or to lose."""
    table = await started(client, kind="hoard", players=3)
    for _ in range(2):
        await stake(client, table, seat)
    return table


@EVERY_CALL
async def test_the_same_again_is_given_the_first_answer(client: Client, call: Any) -> None:
    ask = await call(client)
    first, second, third = await ask(), await ask(), await ask()
    assert first.code is None
    assert [first.replayed, second.replayed, third.replayed] == [False, True, True]
    assert [second.status, third.status] == [first.status] * 2
    assert second.content == third.content == first.content
    assert second.headers.get("etag") == first.headers.get("etag")


@EVERY_CALL
async def test_the_same_key_with_another_body_is_refused(client: Client, call: Any) -> None:
    ask = await call(client)
    first, other, again = await ask(), await ask(ask.other), await ask()
    assert (other.status, other.code) == (422, "key_reused")
    assert again.content == first.content


def test_every_call_with_a_key_is_tried(client: Client) -> None:
    keyed = [
        f"{method.upper()} {path}"
        for path, operations in client.document["paths"].items()
        for method, operation in operations.items()
        if any(parameter.get("$ref", "").endswith("/Idempotency-Key") for parameter in operation["parameters"])
    ]
    assert len(keyed) == len(CALLS) - len({leaving_at_a_cost, leaving_for_nothing})


@pytest.mark.parametrize(("first", "second"), [("/moves", "/rematch"), ("/rematch", "/moves")])
async def test_a_key_counts_for_all_calls_of_a_game(client: Client, first: str, second: str) -> None:
    table = await started(client)
    await drop(client, table, "121212")
    bodies = {"/moves": {"type": DROP, "column": 1}, "/rematch": {}}
    key, player = new_key(), table.players[0]
    if first == "/rematch":
        await drop(client, table, "1")
    await client("POST", f"{table.path}{first}", bodies[first], by=player, Idempotency_Key=key)
    answer = await client("POST", f"{table.path}{second}", bodies[second], by=player, Idempotency_Key=key)
    assert answer.code == "key_reused"


async def test_the_same_body_is_something_else_on_another_call(client: Client) -> None:
    table = await finished(client)
    key, player = new_key(), table.players[0]
    await client("POST", f"{table.path}/rematch", by=player, Idempotency_Key=key)
    answer = await client("DELETE", f"{table.path}/rematch", by=player, Idempotency_Key=key)
    assert answer.code == "key_reused"


async def test_a_key_counts_per_caller(client: Client) -> None:
    table, key = await started(client), new_key()
    answers = [
        await client("POST", f"{table.path}/moves", {"type": DROP, "column": 4}, by=player, Idempotency_Key=key)
        for player in table.players
    ]
    assert [(answer.data["version"], answer.replayed) for answer in answers] == [(5, False), (6, False)]


async def test_a_key_counts_per_game(client: Client) -> None:
    key, player = new_key(), await client.guest()
    tables = [await opened(client, await client.guest(), kind="hoard", seats=3) for _ in range(2)]
    answers = [
        await client("POST", f"{table.path}/members", by=player, Idempotency_Key=key) for table in (*tables, *tables)
    ]
    assert [answer.data["id"] for answer in answers] == [table.id for table in (*tables, *tables)]
    assert [answer.replayed for answer in answers] == [False, False, True, True]


async def test_a_key_of_another_caller_opens_another_table(client: Client) -> None:
    key = new_key()
    answers = [
        await client("POST", "/v1/games", {"kind": "hoard"}, by=await client.guest(), Idempotency_Key=key)
        for _ in range(2)
    ]
    assert answers[0].data["id"] != answers[1].data["id"]


async def test_a_key_makes_no_two_guests_one(client: Client) -> None:
    key = new_key()
    answers = [await client("POST", "/v1/guests", Idempotency_Key=key) for _ in range(2)]
    assert answers[0].data["player"] != answers[1].data["player"]
    assert not answers[1].replayed


async def test_a_guest_is_welcome_whatever_the_key(client: Client) -> None:
    answer = await client("POST", "/v1/guests", Idempotency_Key="k" * 201)
    assert answer.status == 201


async def test_without_a_key_the_same_again_is_something_new(client: Client) -> None:
    table = await started(client, kind="hoard", players=3)
    answers = [await stake(client, table, 0, changes=True) for _ in range(3)]
    assert [answer.code for answer in answers] == [None, None, "not_your_turn"]


async def test_a_refusal_is_not_remembered(client: Client) -> None:
    table, key = await started(client), new_key()
    move = {"type": DROP, "column": 4}
    refused = await client("POST", f"{table.path}/moves", move, by=table.players[1], Idempotency_Key=key)
    await drop(client, table, "4")
    answer = await client("POST", f"{table.path}/moves", move, by=table.players[1], Idempotency_Key=key)
    assert (refused.code, answer.status, answer.replayed) == ("not_your_turn", 200, False)


async def test_the_first_answer_is_given_when_the_game_has_moved_on(client: Client) -> None:
    table, key = await started(client), new_key()
    move = {"type": DROP, "column": 1}
    first = await client("POST", f"{table.path}/moves", move, by=table.players[0], Idempotency_Key=key)
    await drop(client, table, "212121", first=1)  # To the end.
    again = await client("POST", f"{table.path}/moves", move, by=table.players[0], Idempotency_Key=key)
    assert (again.replayed, again.content) == (True, first.content)
    assert again.headers["etag"] == first.headers["etag"] == '"5.s0"'


async def test_the_first_answer_is_given_by_a_process_that_has_never_seen_the_game(here: Desk, client: Client) -> None:
    ask = await moving(client)
    first = await ask()
    async with desk(here.stores) as other:
        again = await ask(client=other.client)
    assert (again.replayed, again.content) == (True, first.content)


async def test_a_stale_tag_does_not_hide_the_first_answer(client: Client) -> None:
    table, key = await started(client), new_key()
    headers: dict[str, Any] = {"Idempotency_Key": key, "If_Match": '"4.s0"'}
    move = {"type": DROP, "column": 4}
    answers = [await client("POST", f"{table.path}/moves", move, by=table.players[0], **headers) for _ in range(2)]
    assert [(answer.status, answer.replayed) for answer in answers] == [(200, False), (200, True)]


async def test_a_receipt_is_good_for_a_day(here: Desk, client: Client) -> None:
    ask = await leaving_for_nothing(client)
    replayed = []
    for hours in (0, DAY - 1, 1, 0):
        here.clock.pass_by(hours=hours)
        replayed.append((await ask()).replayed)
    assert replayed == [False, True, False, True]


async def test_leaving_for_nothing_keeps_the_seat(client: Client) -> None:
    ask = await leaving_for_nothing(client)
    answer = await ask()
    assert (answer.status, answer.content) == (204, b"")


async def test_an_opening_that_comes_twice_at_once_opens_one_table(client: Client) -> None:
    ask = await opening(client)
    answers = await asyncio.gather(*(ask(changes=True) for _ in range(5)))
    assert len({answer.data["id"] for answer in answers}) == 1
    assert sum(not answer.replayed for answer in answers) == 1


async def test_while_the_first_is_held_up_the_same_again_is_put_off_and_then_given_its_answer(
    here: Desk, client: Client
) -> None:
    ask, text = await reporting(client), new_key()
    async with desk(here.stores) as other, connect(here.stores.owner_url) as owner:
        async with owner.transaction():
            await owner.execute("LOCK TABLE reports IN EXCLUSIVE MODE")
            first = asyncio.create_task(ask({"text": text}, changes=True))
            await here.waiting(1)
            second = await ask({"text": text}, client=other.client)
            third = asyncio.create_task(insist(ask, {"text": text}, client=other.client))
        answers = [await first, await third]
        reports = await owner.fetchval("SELECT count(*) FROM reports WHERE text = $1", text)

    assert (second.status, second.code, second.headers["retry-after"]) == (503, "unavailable", "1")
    assert [answer.status for answer in answers] == [201, 201]
    assert answers[0].content == answers[1].content
    assert [answer.replayed for answer in answers] == [False, True]
    assert reports == 1


async def test_a_switch_that_comes_many_times_at_once_is_thrown_once(client: Client) -> None:
    player, other = await client.guest(), await client.guest()
    name = (await client("GET", "/v1/me", by=other)).data["player"]["name"]
    ask = Asked(client, "POST /v1/lobby/chat", player, {"text": f"/ignore {name}"})

    answers = await asyncio.gather(*(insist(ask) for _ in range(4)))

    assert sum(not answer.replayed for answer in answers) == 1
    assert {answer.content for answer in answers} == {answers[0].content}
    assert [one["id"] for one in answers[0].data["reply"]["ignored"]] == [other.id]


async def insist(ask: Asked, body: Any = None, **more: Any) -> Answer:
    """Ask until there is an answer other than "not now"."""
    answer: Answer = await until(lambda: ask(body, changes=True, **more), lambda answer: answer.status != 503)
    return answer
