"""If-Match: a move is made on what its player has seen, or refused with what they missed."""

from typing import Any

import pytest

from tests.api.client import Answer, Client
from tests.api.tables import DROP, Table, drop, finished, stake, started


async def move(client: Client, table: Table, tag: str, seat: int = 0) -> Answer:
    body = {"type": DROP, "column": 4}
    return await client("POST", f"{table.path}/moves", body, by=table.players[seat], If_Match=tag)


async def test_a_tag_that_holds_lets_a_move_through(client: Client) -> None:
    table = await started(client)
    tag = (await client("GET", table.path, by=table.players[0])).headers["etag"]
    answer = await move(client, table, tag)
    assert (tag, answer.status, answer.headers["etag"]) == ('"4.s0"', 200, '"5.s0"')


async def test_the_tag_of_an_answer_is_good_for_the_next_move(client: Client) -> None:
    table = await started(client)
    await drop(client, table, "4")
    tag = (await drop(client, table, "4", first=1)).headers["etag"].replace("s1", "s0")
    assert (await move(client, table, tag)).status == 200


async def test_whoever_wants_anything_gets_it(client: Client) -> None:
    table = await started(client)
    assert (await move(client, table, "*")).status == 200


@pytest.mark.parametrize(
    ("tag", "missed"),
    [('"4.s0"', [5, 6]), ('"5.s0"', [6]), ('"7.s0"', []), ('"6.o"', []), ('"6.s1"', []), ('"0.s0"', [2, 4, 5, 6])],
)
async def test_a_tag_that_does_not_hold_is_answered_with_what_was_missed(client: Client, tag: str, missed: Any) -> None:
    table = await started(client)
    await drop(client, table, "45")
    answer = await move(client, table, tag)
    assert (answer.status, answer.code) == (412, "stale")
    assert answer.data["version"] == 6
    assert [step["version"] for step in answer.data["steps"]] == missed


async def test_what_was_missed_is_what_the_feed_tells(client: Client) -> None:
    table = await started(client)
    await drop(client, table, "45")
    answer = await move(client, table, '"4.s0"')
    feed = (await client("GET", f"{table.path}/events?after=4", by=table.players[0])).data
    assert answer.data["steps"] == feed["steps"]


async def test_what_others_do_unseen_makes_no_tag_stale(client: Client) -> None:
    table = await started(client, kind="hoard", players=3)
    tag = (await client("GET", table.path, by=table.players[0])).headers["etag"]
    await stake(client, table, 1, 0)
    assert (await stake(client, table, 0, 0, If_Match=tag)).status == 200


async def test_a_tag_tells_nothing_that_is_hidden(client: Client) -> None:
    table = await started(client, kind="hoard", players=3)
    await stake(client, table, 1, 0)
    answer = await stake(client, table, 0, 0, If_Match='"1.s0"')
    events = [event for step in answer.data["steps"] for event in step["events"]]
    assert {event["seat"] for event in events if event["type"] in {"hoard.purse_dealt", "hoard.staked"}} == {0}


async def test_a_stale_tag_is_told_before_the_end(client: Client) -> None:
    table = await finished(client)
    answers = [await move(client, table, tag, seat=1) for tag in ('"4.s1"', '"12.s1"')]
    assert [answer.code for answer in answers] == ["stale", "over"]
