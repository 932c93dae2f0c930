"""Rooms: who may speak and read where, what a line may hold, and how it is counted."""

import asyncio
from typing import Any

import pytest

from tests.api.client import Client
from tests.api.conftest import Desk, desk
from tests.api.tables import WON, drop, finished, new_key, opened, started
from tests.chat.rooms import LOBBY, lines, onlookers, players, say, texts


async def test_players_talk_among_themselves_at_a_table_that_waits_and_in_the_game(client: Client) -> None:
    host, guest = await client.guest(), await client.guest()
    table = await opened(client, host)
    await say(client, players(table), "anybody there?", host)
    shut = await client("GET", players(table), by=guest)
    await client("POST", f"{table.path}/members", by=guest)
    await say(client, players(table), "here I am", guest)

    assert shut.code == "not_seated"
    for player in (host, guest):
        found = await lines(client, players(table), player)
        assert [(one["position"], one["text"], one["author"]["id"]) for one in found] == [
            (1, "anybody there?", host.id),
            (2, "here I am", guest.id),
        ]


async def test_who_has_left_reads_and_says_nothing_among_players_any_more(client: Client) -> None:
    table = await started(client, "hoard", 3)
    gone = table.players[0]
    await client("DELETE", f"{table.path}/members/me", by=gone)

    assert (await client("GET", players(table), by=gone)).code == "not_seated"
    assert (await client("POST", players(table), {"text": "bye"}, by=gone)).code == "not_seated"
    assert (await say(client, onlookers(table), "I watch", gone)).status == 201


async def test_onlookers_talk_apart_and_players_read_it_after_the_end(client: Client) -> None:
    table, onlooker = await started(client), await client.guest()
    await drop(client, table, WON[:-1])
    await say(client, onlookers(table), "column 1!", onlooker)
    during = await client("GET", onlookers(table), by=table.players[0])
    spoken = await client("POST", onlookers(table), {"text": "thanks"}, by=table.players[0])
    outside = await texts(client, onlookers(table))
    await drop(client, table, WON[-1])

    assert (during.code, spoken.code) == ("not_onlooker", "not_onlooker")
    assert outside == ["column 1!"]
    assert await texts(client, onlookers(table), table.players[0]) == ["column 1!"]
    assert (await client("POST", players(table), {"text": "hello"}, by=onlooker)).code == "not_seated"


async def test_the_lobby_is_read_by_everybody_and_written_by_whoever_has_a_token(client: Client) -> None:
    guest = await client.guest()
    said = await say(client, LOBBY, "good evening", guest)

    assert said.data["line"] in await lines(client, LOBBY)
    assert (await client("POST", LOBBY, {"text": "me too"})).code == "token_missing"


async def test_players_chat_takes_a_token(client: Client) -> None:
    assert (await client("GET", players(await started(client)))).code == "token_missing"


@pytest.mark.parametrize("text", ["Grüße!", "どうぞ", "👩‍👩‍👧 ok", "a\u0308", "x" * 500, "  spaced  ", "<b>&amp;"])
async def test_whatever_can_be_read_is_kept_as_it_is(client: Client, text: str) -> None:
    table = await opened(client)
    await say(client, players(table), text, table.players[0])

    assert await texts(client, players(table), table.players[0]) == [text]


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "x" * 501,
        "a\nb",
        "a\tb",
        "\x00",
        "\x1b[31m",
        "a\x7f",
        "a\x85b",
        "a\u2028b",
        "a\u202eb",
        "a\u2066b",
        "\ud800",
    ],
)
async def test_what_is_no_line_is_refused(client: Client, text: str) -> None:
    table = await opened(client)
    body = b'{"text": "%b"}' % text.encode("ascii", "backslashreplace").replace(b"\\x", b"\\u00")
    answer = await client("POST", players(table), body, by=table.players[0])

    assert answer.code == "malformed"


async def test_lines_are_counted_and_read_on_from_anywhere(client: Client) -> None:
    table = await opened(client)
    host = table.players[0]
    for number in range(1, 6):
        said = await say(client, players(table), f"line {number}", host)
        assert said.data["line"]["position"] == number

    assert await texts(client, players(table), host, "?after=0&limit=2") == ["line 1", "line 2"]
    assert await texts(client, players(table), host, "?after=3") == ["line 4", "line 5"]
    assert await texts(client, players(table), host, "?after=5") == []
    assert await texts(client, players(table), host, "?limit=2") == ["line 4", "line 5"]
    assert (await client("GET", players(table), by=host)).data["position"] == 5


async def test_the_same_line_with_one_key_is_said_once(client: Client, there: Desk) -> None:
    table, key = await opened(client), new_key()
    host = table.players[0]
    first = await say(client, players(table), "once", host, Idempotency_Key=key)
    again = await say(there.client, players(table), "once", host, Idempotency_Key=key)
    other = await client("POST", players(table), {"text": "twice"}, by=host, Idempotency_Key=key)

    assert (again.content, again.replayed, first.replayed) == (first.content, True, False)
    assert other.code == "key_reused"
    assert await texts(client, players(table), host) == ["once"]


async def test_a_key_that_made_a_move_says_nothing(client: Client) -> None:
    table, key = await started(client), new_key()
    move = {"type": "connect_four.drop", "column": 4}
    await client("POST", f"{table.path}/moves", move, by=table.players[0], Idempotency_Key=key)
    answer = await client("POST", players(table), {"text": "a"}, by=table.players[0], Idempotency_Key=key)

    assert answer.code == "key_reused"


async def test_who_is_renamed_is_called_so_in_what_was_said_before(client: Client) -> None:
    player = await client.registered()
    table = await opened(client, player)
    await say(client, players(table), "it is me", player)
    await client("PATCH", "/v1/me", {"name": f"Q{player.name}"}, by=player)

    (line,) = await lines(client, players(table), player)
    assert line["author"]["name"] == f"Q{player.name}"


async def test_a_flood_is_held_up_for_all_processes_together(here: Desk) -> None:
    limits: dict[str, Any] = {"rate_lines_max": 2, "rate_window_seconds": 3600}
    async with desk(here.stores, **limits) as one, desk(here.stores, **limits) as other:
        flooding, quiet = await one.client.guest(), await one.client.guest()
        told = [
            await client("POST", LOBBY, {"text": "buy!"}, by=flooding)
            for client in (one.client, other.client, one.client, other.client)
        ]
        assert [answer.code for answer in told] == [None, None, "too_many_requests", "too_many_requests"]
        assert (await say(other.client, LOBBY, "hello", quiet)).status == 201


async def test_lines_of_one_room_are_counted_without_a_gap_however_many_come_at_once(here: Desk, there: Desk) -> None:
    host, guest = await here.client.guest(), await here.client.guest()
    table = await opened(here.client, host, guest)

    async def chat(desk: Desk, by: Any) -> None:
        for number in range(10):
            await desk.client("POST", players(table), {"text": f"{number}"}, by=by, changes=True)

    await asyncio.gather(chat(here, host), chat(there, host), chat(here, guest), chat(there, guest))
    found = await lines(here.client, players(table), guest)
    assert [line["position"] for line in found] == list(range(1, 41))


async def test_a_game_is_no_game_where_nobody_knows_it(client: Client) -> None:
    table = await finished(client)
    unknown = players(table).replace(table.id, "00000000-0000-7000-8000-000000000000")
    assert (await client("POST", unknown, {"text": "a"}, by=await client.guest())).code == "no_such_game"
