"""What is wrong first is said first: 413, 401, 404, 400, the stored answer, 403, 412, 409, 422."""

from collections.abc import Collection
from itertools import combinations
from typing import Any
from uuid import uuid4

import msgspec
import pytest

from domain.value import Value
from tests.api.client import Answer, Client, Player
from tests.api.tables import STAKE, Table, invite, new_key, opened, stake

# What can be wrong with any call that does something at a table, in the order in which it is said ...
CALL = ("too_large", "token_unknown", "no_such_game", "malformed", "key_reused")
# ... and with a move besides.
MOVE = (*CALL, "not_seated", "stale", "not_your_turn", "coin_twice")

OUTSIDE = tuple(fault for fault in CALL if fault != "no_such_game")

CALLS: dict[str, tuple[str, str, Any]] = {
    "join": ("POST", "/members", {}),
    "lock": ("PATCH", "", {"word": "Sesam"}),
    "invite": ("POST", "/invitations", {"name": "Ann"}),
    "leave": ("DELETE", "/members/me", {}),
    "remove": ("DELETE", "/members/{member}", {}),
    "start": ("POST", "/start", {}),
    "offer a rematch": ("POST", "/rematch", {}),
    "decline a rematch": ("DELETE", "/rematch", {}),
    "say": ("POST", "/chat/players", {"text": "hello"}),
    "mute": ("POST", "/chat/mutes", {"player": "somebody"}),
    "unmute": ("DELETE", "/chat/mutes/{member}", {}),
}
PADDING = b" " * 65_536


class Scene(Value):
    """A running game of three: seat 0 has staked on everything, seats 1 and 2 have not; and `gone` left before."""

    table: Table
    gone: Player
    key: str  # Used by everybody, for something else.


@pytest.fixture(scope="module")
async def scene(client: Client) -> Scene:
    key = new_key()
    host, gone, *others = [await client.guest() for _ in range(4)]
    table = await opened(client, host, kind="hoard", seats=3)
    await client("POST", f"{table.path}/members", by=gone, Idempotency_Key=key)
    await client("DELETE", f"{table.path}/members/me", by=gone)
    for player in others:
        await client("POST", f"{table.path}/members", by=player)
    players = {player.id: player for player in (host, *others)}
    seats = (await client("GET", table.path)).data["seats"]
    table = Table(id=table.id, players=tuple(players[seat["player"]["id"]] for seat in seats))
    await stake(client, table, 0, 1)
    await stake(client, table, 0, 3, Idempotency_Key=key)
    await stake(client, table, 1, 3, Idempotency_Key=key)
    return Scene(table=table, gone=gone, key=key)


@pytest.mark.parametrize("faults", [*combinations(MOVE, 2)], ids=" before ".join)
async def test_of_two_faults_of_a_move_the_first_is_told(client: Client, scene: Scene, faults: Collection[str]) -> None:
    player = scene.table.players[0 if "not_your_turn" in faults else 1]
    move = {"type": STAKE, "coins": [0, 0] if "coin_twice" in faults else []}
    by = scene.gone if "not_seated" in faults else player
    tag = {"If_Match": '"1.o"'} if "stale" in faults else {}

    answer = await _ask(client, scene, faults, "POST", "/moves", move, by, **tag)

    assert answer.code == min(faults, key=MOVE.index)


@pytest.mark.parametrize("faults", [*combinations(CALL, 2)], ids=" before ".join)
@pytest.mark.parametrize("call", CALLS)
async def test_of_two_faults_of_a_call_the_first_is_told(
    client: Client, scene: Scene, call: str, faults: Collection[str]
) -> None:
    method, path, body = CALLS[call]
    path = path.format(member=scene.table.players[2].id)

    answer = await _ask(client, scene, faults, method, path, body, scene.table.players[1])

    assert answer.code == min(faults, key=CALL.index)


@pytest.mark.parametrize("faults", [*combinations(OUTSIDE, 2)], ids=" before ".join)
@pytest.mark.parametrize(
    ("method", "path", "first", "second"),
    [
        ("POST", "/v1/games", {"kind": "hoard", "seats": 2}, {"kind": "hoard"}),
        ("POST", "/v1/quick", {"kind": "hoard"}, {"kind": "reversi"}),
        ("POST", "/v1/reports", {"text": "It hurts."}, {"text": "It hurts a lot."}),
        ("POST", "/v1/lobby/chat", {"text": "hello"}, {"text": "good evening"}),
        ("PATCH", "/v1/me", {"name": ""}, {"name": "Ann"}),
    ],
    ids=["open", "quick", "report", "say", "rename"],
)
async def test_of_two_faults_outside_games_the_first_is_told(
    client: Client, method: str, path: str, first: Any, second: Any, faults: Collection[str]
) -> None:
    player, key = await client.guest(), new_key()
    if "name" in first:
        first = {"name": f"A{key[:12]}"}
    done = await client(method, path, first, by=player, Idempotency_Key=key)
    assert done.code is None

    body = msgspec.json.encode(second | ({"surprise": True} if "malformed" in faults else {}))
    padding = PADDING if "too_large" in faults else b""
    answer = await client(method, path, body + padding, by=player, **_headers(faults, key))

    assert answer.code == min(faults, key=CALL.index)


async def test_a_malformed_answer_to_an_invitation_is_told_before_that_it_was_to_somebody_else(client: Client) -> None:
    table = await opened(client)
    path = f"/v1/invitations/{await invite(client, table, await client.guest())}"
    stranger = await client.guest()
    answers = [await client("POST", f"{path}/{said}", b"{", by=stranger) for said in ("accept", "decline")]
    assert {answer.code for answer in answers} == {"malformed"}


async def test_somebody_unknown_is_told_before_a_missing_right_and_a_malformed_body(
    client: Client, scene: Scene
) -> None:
    path = f"{scene.table.path}/members/{uuid4()}"
    answer = await client("DELETE", path, b"{", by=scene.gone)
    assert answer.code == "no_such_member"


async def test_a_key_that_is_none_is_told_after_an_unknown_game(client: Client, scene: Scene) -> None:
    player = scene.table.players[1]
    answers = [
        await client("POST", f"/v1/games/{game}/start", by=player, Idempotency_Key="k" * 201)
        for game in (uuid4(), scene.table.id)
    ]
    assert [answer.code for answer in answers] == ["no_such_game", "malformed"]


async def test_a_stale_tag_is_told_to_somebody_who_has_left_before_that(client: Client) -> None:
    table = await opened(client, *[await client.guest() for _ in range(3)], kind="hoard")
    await client("DELETE", f"{table.path}/members/me", by=table.players[0])
    answers = [await stake(client, table, 0, **tag) for tag in ({"If_Match": '"1.s0"'}, {})]
    assert [answer.code for answer in answers] == ["stale", "already_left"]


async def _ask(
    client: Client, scene: Scene, faults: Collection[str], method: str, path: str, body: Any, by: Player, **more: str
) -> Answer:
    game = uuid4() if "no_such_game" in faults else scene.table.id
    content = msgspec.json.encode(body | ({"surprise": True} if "malformed" in faults else {}))
    padding = PADDING if "too_large" in faults else b""
    headers = _headers(faults, scene.key) | more
    return await client(method, f"/v1/games/{game}{path}", content + padding, by=by, **headers)


def _headers(faults: Collection[str], key: str) -> dict[str, Any]:
    headers: dict[str, Any] = {"Authorization": "Bearer nobody"} if "token_unknown" in faults else {}
    return headers | ({"Idempotency_Key": key} if "key_reused" in faults else {})
