"""Whatever comes in is refused for what it is, never for what it does to us (the client sees that nothing changed)."""

from collections.abc import AsyncIterator
from typing import Any
from uuid import uuid4

import httpx
import pytest

from tests.api.client import Client
from tests.api.tables import DROP, Table, drop, finished, opened, started

BODY_BYTES_MAX = 65_536

# No JSON, or none that could ever be meant.
NO_JSON = {
    "broken off": b'{"kind": "connect_four"',
    "nothing but a word": b"connect_four",
    "two values": b"{} {}",
    "a list": b"[]",
    "null": b"null",
    "a number": b"17",
    "a text": b'"connect_four"',
    "not a number": b'{"seats": NaN}',
    "no UTF-8": b'{"kind": "\xff"}',
    "half a surrogate": b'{"kind": "\\ud800"}',
    "a NUL": b'{"kind": "connect_four\\u0000"}',
    "a byte order mark": b"\xef\xbb\xbf{}",
    "lists in lists": b'{"options": {"gems": ' + b"[" * 30_000 + b"]" * 30_000 + b"}}",
    "objects in objects": b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
    "UTF-16": '{"kind": "connect_four"}'.encode("utf-16"),
}
NO_TABLE: dict[str, Any] = {
    "no kind": {},
    "another game": {"kind": "chess"},
    "a number as kind": {"kind": 4},
    "an unknown field": {"kind": "hoard", "colour": "red"},
    "a type": {"type": "hoard.stake", "kind": "hoard"},
    "no seats": {"kind": "hoard", "seats": 0},
    "seats as text": {"kind": "hoard", "seats": "3"},
    "half a seat": {"kind": "hoard", "seats": 2.5},
    "33 seats": {"kind": "hoard", "seats": 33},
    "a huge number": {"kind": "hoard", "seats": 10**40},
    "a limit of nothing": {"kind": "hoard", "limit_seconds": 0},
    "a limit of 15 days": {"kind": "hoard", "limit_seconds": 15 * 86_400},
    "a list of options": {"kind": "hoard", "options": []},
    "an option out of range": {"kind": "hoard", "options": {"gems": 4}},
    "an option as text": {"kind": "hoard", "options": {"gems": "2"}},
    "a huge option": {"kind": "hoard", "options": {"gems": 10**40}},
    "a short luck word": {"kind": "hoard", "luck": "0123456789abcde"},
    "a long luck word": {"kind": "hoard", "luck": "0" * 65},
    "a luck word in capitals": {"kind": "hoard", "luck": "0123456789ABCDEF"},
    "a luck word and a line break": {"kind": "hoard", "luck": "0123456789abcdef\n"},
}
NO_MOVE: dict[str, Any] = {
    "nothing": {},
    "no type": {"column": 4},
    "another type": {"type": "connect_four.lift", "column": 4},
    "another game's": {"type": "hoard.stake", "coins": []},
    "no column": {"type": DROP},
    "column 0": {"type": DROP, "column": 0},
    "column 8": {"type": DROP, "column": 8},
    "a column as text": {"type": DROP, "column": "4"},
    "half a column": {"type": DROP, "column": 4.5},
    "true": {"type": DROP, "column": True},
    "null": {"type": DROP, "column": None},
    "a seat": {"type": DROP, "column": 4, "seat": 0},
    "a version": {"type": DROP, "column": 4, "version": 4},
    "a huge column": {"type": DROP, "column": 2**64},
}
NO_QUERY = {
    "limit=0",
    "limit=1001",
    "limit=many",
    "limit=1.5",
    "limit=",
    "status=closed",
    "status=open,closed",
    "kind=chess",
    "kind=%00",
    "kind=%ff",
    "mine=perhaps",
    "cursor=nothing",
    "cursor=",
    "cursor=%00",
    "cursor=gw",
    "cursor=%F0%9F%8E%B2",
}
NO_IDS = {
    "17",
    "None",
    "%00",
    "%ff",
    "00000000-0000-0000-0000-00000000000",
    "00000000-0000-0000-0000-0000000000000",
    "{00000000-0000-0000-0000-000000000000}",
    "00000000000000000000000000000000",
    "urn:uuid:00000000-0000-0000-0000-000000000000",
    "'; DROP TABLE events; --",
}


@pytest.fixture(scope="module")
async def table(client: Client) -> Table:
    return await started(client)


@pytest.mark.parametrize("path", ["", "/members", "/moves", "/start", "/rematch"])
@pytest.mark.parametrize("body", NO_JSON.values(), ids=NO_JSON)
async def test_what_is_no_json_object_is_malformed(client: Client, table: Table, path: str, body: bytes) -> None:
    answer = await client("POST", f"{table.path}{path}" if path else "/v1/games", body, by=table.players[0])
    assert answer.code == "malformed"


@pytest.mark.parametrize("body", NO_TABLE.values(), ids=NO_TABLE)
async def test_what_is_no_table_is_malformed(client: Client, table: Table, body: Any) -> None:
    answer = await client("POST", "/v1/games", body, by=table.players[0])
    assert answer.code == "malformed"


@pytest.mark.parametrize("body", NO_MOVE.values(), ids=NO_MOVE)
async def test_what_is_no_move_of_the_kind_is_malformed(client: Client, table: Table, body: Any) -> None:
    answer = await client("POST", f"{table.path}/moves", body, by=table.players[0])
    assert answer.code == "malformed"


@pytest.mark.parametrize("path", ["/members", "/start", "/rematch"])
async def test_a_field_nobody_asked_for_is_malformed(client: Client, table: Table, path: str) -> None:
    answer = await client("POST", f"{table.path}{path}", {"surprise": 1}, by=table.players[0])
    assert answer.code == "malformed"


@pytest.mark.parametrize("path", ["/members/me", "/rematch"])
async def test_a_body_of_a_delete_is_read_too(client: Client, table: Table, path: str) -> None:
    answer = await client("DELETE", f"{table.path}{path}", {"surprise": 1}, by=table.players[0])
    assert answer.code == "malformed"


async def test_a_guest_brings_nothing(client: Client) -> None:
    answer = await client("POST", "/v1/guests", {"name": "Ann"})
    assert answer.code == "malformed"


async def test_no_body_counts_as_an_empty_object(client: Client) -> None:
    host, guest = await client.guest(), await client.guest()
    table = await opened(client, host)
    answer = await client("POST", f"{table.path}/members", by=guest)
    assert answer.status == 200


@pytest.mark.parametrize("query", sorted(NO_QUERY))
async def test_a_query_out_of_its_range_is_malformed(client: Client, query: str) -> None:
    answer = await client("GET", f"/v1/games?{query}")
    assert answer.code == "malformed"


@pytest.mark.parametrize(
    "query",
    [
        *("?version=0", "?version=-1", "?version=x", "?record=0", "/picture.svg?version=x", "/picture.png?record=x"),
        *("/events?after=x", "/events?after=3.x", "/events?after=-1", "/events?limit=0"),
        *("/feed?after=4.s", "/feed?after=", "/feed?scene=much"),
        *("/replay?speed=0", "/replay?speed=1001", "/replay?speed=nan", "/replay?from=-1"),
        *("/replay?gap_max=x", "/replay?gap_max=nan", "/replay?gap_max=inf", "/replay?gap_max=-0.1"),
    ],
)
async def test_a_moment_that_is_none_is_malformed(client: Client, query: str) -> None:
    table = await finished(client)
    answer = await client("GET", f"{table.path}{query}")
    assert answer.code == "malformed"


async def test_what_a_query_names_besides_says_nothing(client: Client, table: Table) -> None:
    answers = [await client("GET", f"{path}?flavour=mint") for path in ("/v1/games", table.path, "/v1/kinds")]
    assert [answer.status for answer in answers] == [200, 200, 200]


@pytest.mark.parametrize("name", sorted(NO_IDS))
@pytest.mark.parametrize("path", ["", "/events", "/feed", "/picture.svg"])
async def test_what_is_no_id_is_no_game(client: Client, name: str, path: str) -> None:
    answer = await client("GET", f"/v1/games/{name}{path}")
    assert answer.code == "no_such_game"


@pytest.mark.parametrize("path", ["/moves", "/members", "/start", "/rematch"])
async def test_nothing_is_done_in_a_game_that_is_not_there(client: Client, table: Table, path: str) -> None:
    answer = await client("POST", f"/v1/games/{uuid4()}{path}", {}, by=table.players[0])
    assert answer.code == "no_such_game"


@pytest.mark.parametrize(
    "token",
    ["Bearer", "Bearer x", "bearer x y", "Basic eDp5", "Token x", "Bearer \xff", "Bearer " + "x" * 5000],
)
async def test_a_token_that_is_none_is_refused_everywhere(client: Client, table: Table, token: str) -> None:
    calls = [("GET", table.path), ("GET", "/v1/me"), ("POST", "/v1/games"), ("DELETE", f"{table.path}/members/me")]
    answers = [await client(method, path, Authorization=token.encode("latin-1")) for method, path in calls]
    assert {answer.code for answer in answers} == {"token_unknown"}


async def test_a_token_says_who_asks_whatever_its_scheme_is_spelled_like(client: Client, table: Table) -> None:
    player = table.players[0]
    answer = await client("GET", "/v1/me", Authorization=f"bEARER  {player.token}")
    assert answer.data["player"]["id"] == player.id


async def test_a_body_may_be_as_large_as_allowed(client: Client) -> None:
    body = b'{"kind": "hoard"}'
    answer = await client("POST", "/v1/games", body + b" " * (BODY_BYTES_MAX - len(body)), by=await client.guest())
    assert answer.status == 201


@pytest.mark.parametrize("method", ["POST", "DELETE", "GET"])
async def test_a_body_one_byte_larger_is_too_large(client: Client, table: Table, method: str) -> None:
    path = {"POST": "/members", "DELETE": "/members/me", "GET": ""}[method]
    answer = await client(method, f"{table.path}{path}", b" " * (BODY_BYTES_MAX + 1), by=table.players[0])
    assert answer.code == "too_large"


async def test_a_body_that_tells_no_length_is_too_large_as_well(client: Client, table: Table) -> None:
    async def chunks() -> AsyncIterator[bytes]:
        for _ in range(3):
            yield b" " * (BODY_BYTES_MAX // 2)

    headers = {"Authorization": f"Bearer {table.players[0].token}"}
    answer = await client.http.post(f"{table.path}/moves", content=chunks(), headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


async def test_a_connection_goes_on_after_a_body_that_was_too_large(client: Client) -> None:
    limits = httpx.Limits(max_connections=1)
    async with httpx.AsyncClient(base_url=client.http.base_url, limits=limits, timeout=60) as http:
        sizes = (1_000_000, 0)
        answers = [(await http.post("/v1/guests", content=b" " * size)).status_code for size in sizes]
    assert answers == [413, 201]


@pytest.mark.parametrize("tag", ["17.s0", '"17"', '"s0"', '"4.s0", "5.s0"', 'W/"4.s0"', '"4.x0"', "'4.s0'", '"-4.s0"'])
async def test_a_tag_that_is_none_of_ours_is_malformed(client: Client, table: Table, tag: str) -> None:
    move = {"type": DROP, "column": 4}
    answer = await client("POST", f"{table.path}/moves", move, by=table.players[0], If_Match=tag)
    assert answer.code == "malformed"


@pytest.mark.parametrize("key", ["", "k" * 201])
async def test_a_key_that_is_none_is_malformed(client: Client, key: str) -> None:
    answer = await client("POST", "/v1/games", {"kind": "hoard"}, by=await client.guest(), Idempotency_Key=key)
    assert answer.code == "malformed"


async def test_a_move_against_the_rules_is_refused_with_those_that_are_not(client: Client) -> None:
    table = await started(client)
    await drop(client, table, "444444")
    move = {"type": DROP, "column": 4}
    answer = await client("POST", f"{table.path}/moves", move, by=table.players[0], Accept_Language="de")
    assert (answer.status, answer.code) == (422, "column_full")
    assert answer.data["detail"] == "Diese Spalte ist voll."
    assert [move["column"] for move in answer.data["moves"]] == [1, 2, 3, 5, 6, 7]


@pytest.mark.parametrize("seat", [0, 1])
async def test_after_the_end_nothing_is_done_any_more(client: Client, seat: int) -> None:
    table = await finished(client)
    player = table.players[seat]
    calls: list[tuple[str, str, Any]] = [
        ("POST", "/moves", {"type": DROP, "column": 4}),
        ("POST", "/members", {}),
        ("POST", "/start", {}),
        ("DELETE", "/members/me", {}),
        ("DELETE", f"/members/{table.players[1 - seat].id}", {}),
    ]
    answers = [await client(method, f"{table.path}{path}", body, by=player) for method, path, body in calls]
    assert {answer.code for answer in answers} <= {"over", "not_host"}


async def test_the_token_of_somebody_else_opens_no_seat(client: Client) -> None:
    stranger, host, guest = [await client.guest() for _ in range(3)]
    waiting = await opened(client, host, guest, kind="hoard", seats=3)
    running, ended = await started(client), await finished(client)
    calls: list[tuple[str, str, Any]] = [
        ("POST", f"{running.path}/moves", {"type": DROP, "column": 4}),
        ("DELETE", f"{running.path}/members/me", {}),
        ("DELETE", f"{waiting.path}/members/me", {}),
        ("DELETE", f"{waiting.path}/members/{guest.id}", {}),
        ("POST", f"{waiting.path}/start", {}),
        ("PATCH", waiting.path, {"word": "Sesam"}),
        ("POST", f"{waiting.path}/invitations", {"player": stranger.id}),
        ("POST", f"{ended.path}/rematch", {}),
        ("DELETE", f"{ended.path}/rematch", {}),
    ]
    answers = [await client(method, path, body, by=stranger) for method, path, body in calls]
    assert [answer.code for answer in answers] == ["not_seated"] * len(calls)


async def test_a_seat_moves_for_nobody_else(client: Client) -> None:
    table = await started(client, kind="hoard", players=3)
    move = {"type": "hoard.stake", "coins": [], "seat": 1}
    answer = await client("POST", f"{table.path}/moves", move, by=table.players[0])
    assert answer.code == "malformed"
