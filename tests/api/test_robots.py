"""Robots are players like others: they are named, seated by the host, and always there for a rematch."""

from typing import Any

import pytest

from domain.kernel import AnyRules
from services import names
from tests.api.client import Client, Player
from tests.api.conftest import KINDS
from tests.api.tables import new_key, opened, started

EASY = "easy"
EVERY_KIND = pytest.mark.parametrize("rules", KINDS.values(), ids=KINDS.keys())


@EVERY_KIND
async def test_the_robots_of_a_kind_are_told_with_their_strengths(client: Client, rules: AnyRules) -> None:
    told = next(kind for kind in (await client("GET", "/v1/kinds")).data if kind["kind"] == rules.name)["robots"]

    assert [(robot["level"], robot["strength"]) for robot in told] == [(r.level, r.strength) for r in rules.robots]
    assert [robot["name"] for robot in told if names.chosen(robot["name"]) is not None] == []


async def test_the_names_of_robots_are_no_ones(client: Client) -> None:
    told = [robot["name"] for kind in (await client("GET", "/v1/kinds")).data for robot in kind["robots"]]

    assert len({names.key(name) for name in told}) == len(told)


@EVERY_KIND
async def test_a_table_opened_with_enough_robots_starts_at_once(client: Client, rules: AnyRules) -> None:
    host, seats = await client.guest(), rules.table.seats[0]

    answer = await client("POST", "/v1/games", with_robots(rules.name, seats - 1), by=host)

    assert answer.status == 201
    assert answer.data["status"] == "running"
    players = [seat["player"] for seat in answer.data["seats"]]
    assert len({player["id"] for player in players}) == seats
    assert [player["robot"] for player in answer.data["members"]] == [False, *[True] * (seats - 1)]


async def test_fewer_robots_wait_for_others(client: Client) -> None:
    host = await client.guest()

    table = (await client("POST", "/v1/games", with_robots("bleib_cool", 2), by=host)).data

    assert table["status"] == "open"
    assert [member["robot"] for member in table["members"]] == [False, True, True]


async def test_the_same_robot_is_the_same_player_at_every_table(client: Client) -> None:
    first, second = [await client("POST", "/v1/games", with_robots("hoard", 2), by=await client.guest()) for _ in "12"]

    assert robots(first.data) == robots(second.data)
    assert [robot["name"] for robot in robots(first.data)] == ["Robo Hort easy", "Robo Hort easy 2"]


async def test_the_host_seats_a_robot_and_the_last_seat_starts_the_game(client: Client) -> None:
    table = await opened(client)

    answer = await client("POST", f"{table.path}/members", {"robot": EASY}, by=table.players[0])

    assert answer.data["status"] == "running"
    assert len(robots(answer.data)) == 1


@pytest.mark.parametrize("by", ["id", "name"])
async def test_robots_are_seated_and_never_invited(client: Client, by: str) -> None:
    host = await client.guest()
    (robot,) = robots((await client("POST", "/v1/games", with_robots("bleib_cool", 1), by=host)).data)
    table = await opened(client, host)

    answer = await client("POST", f"{table.path}/invitations", {"player" if by == "id" else "name": robot[by]}, by=host)

    assert answer.code == "no_such_player"


async def test_two_robots_of_one_level_sit_at_one_table(client: Client) -> None:
    table = await opened(client, kind="bleib_cool")
    await client("POST", f"{table.path}/members", {"robot": EASY}, by=table.players[0])
    answer = await client("POST", f"{table.path}/members", {"robot": EASY}, by=table.players[0])

    assert len({robot["id"] for robot in robots(answer.data)}) == 2


async def test_the_same_key_seats_one_robot(client: Client) -> None:
    table, key = await opened(client, kind="bleib_cool"), new_key()
    seated = [
        await client("POST", f"{table.path}/members", {"robot": EASY}, by=table.players[0], Idempotency_Key=key)
        for _ in range(2)
    ]

    assert [answer.replayed for answer in seated] == [False, True]
    assert [len(robots(answer.data)) for answer in seated] == [1, 1]


async def test_the_host_needs_no_word_to_seat_a_robot(client: Client) -> None:
    table = await opened(client, word="mellon")

    answer = await client("POST", f"{table.path}/members", {"robot": EASY}, by=table.players[0])

    assert answer.data["status"] == "running"


async def test_nobody_but_the_host_seats_robots(client: Client) -> None:
    host, other = await client.guest(), await client.guest()
    table = await opened(client, host, other, kind="bleib_cool")

    assert (await client("POST", f"{table.path}/members", {"robot": EASY}, by=other)).code == "not_host"
    stranger = await client.guest()
    assert (await client("POST", f"{table.path}/members", {"robot": EASY}, by=stranger)).code == "not_seated"


async def test_the_cap_counts_for_robots(client: Client) -> None:
    strength = KINDS["connect_four"].robots[0].strength
    weaker, fair = await opened(client, strength_max=strength - 1), await opened(client, strength_max=strength)

    refused = await client("POST", f"{weaker.path}/members", {"robot": EASY}, by=weaker.players[0])
    seated = await client("POST", f"{fair.path}/members", {"robot": EASY}, by=fair.players[0])

    assert refused.code == "too_strong"
    assert seated.status == 200


async def test_a_running_game_takes_no_robot(client: Client) -> None:
    table = await started(client)
    host = await host_of(client, table.path, table.players)

    assert (await client("POST", f"{table.path}/members", {"robot": EASY}, by=host)).code == "already_started"


async def test_the_host_puts_a_robot_out(client: Client) -> None:
    host = await client.guest()
    table = (await client("POST", "/v1/games", with_robots("bleib_cool", 1), by=host)).data
    (robot,) = robots(table)

    answer = await client("DELETE", f"/v1/games/{table['id']}/members/{robot['id']}", by=host)

    assert robots(answer.data) == []


async def test_robots_keep_no_table_open(client: Client) -> None:
    host = await client.guest()
    table = (await client("POST", "/v1/games", with_robots("bleib_cool", 2), by=host)).data

    answer = await client("DELETE", f"/v1/games/{table['id']}/members/me", by=host)

    assert answer.data["result"]["reason"] == "closed"


async def host_of(client: Client, path: str, players: tuple[Player, ...]) -> Player:
    host = (await client("GET", path)).data["host"]
    return next(player for player in players if player.id == host)


def with_robots(kind: str, number: int) -> dict[str, Any]:
    return {"kind": kind, "robots": [EASY] * number}


def robots(game: dict[str, Any]) -> list[dict[str, Any]]:
    return [member for member in game["members"] if member["robot"]]
