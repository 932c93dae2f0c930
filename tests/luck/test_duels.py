"""Duels over HTTP: at the same time or one after the other, joined by invitation, left free of cost once complete."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from domain.games.diamond_yatzy.boxes import BOXES
from tests.api.client import Client
from tests.api.tables import Table, invite, opened
from tests.luck.tables import DIAMOND_YATZY, Seeds, made, move, seeded, shown

SEATS = (0, 1)


class Players:
    """Both players of a duel, each choosing at random from what the board offers."""

    def __init__(self, client: Client, table: Table, number: int) -> None:
        self._client = client
        self._table = table
        self._random = Random(number)
        self.made: tuple[list[Any], list[Any]] = ([], [])

    async def at_the_same_time(self) -> None:
        offered = [(await shown(self._client, self._table, seat))["moves"] for seat in SEATS]
        while any(offered):
            seat = self._random.choice([seat for seat in SEATS if offered[seat]])
            self.made[seat].append(self._random.choice(offered[seat]))
            told = await made(self._client, self._table, seat, self.made[seat][-1], changes=True)
            offered[seat] = told["moves"]


@pytest.mark.parametrize("number", range(3))
async def test_at_the_same_time_or_one_after_the_other_is_the_same(client: Client, seeds: Seeds, number: int) -> None:
    """rules.md §3 Identical draws: Each plays the own board alone, at the same time as the other or one after it."""
    together = await seeded(client, seeds, DIAMOND_YATZY, number)
    players = Players(client, together, number)
    await players.at_the_same_time()

    for order in ((0, 1), (1, 0)):
        table = await seeded(client, seeds, DIAMOND_YATZY, number)
        for seat in order:
            for wanted in players.made[seat]:
                await made(client, table, seat, wanted, changes=True)

        one, other = [await shown(client, each, 0) for each in (together, table)]
        assert one["result"]["reason"] == "complete"
        assert (other["state"], other["result"], other["seed"]) == (one["state"], one["result"], one["seed"])
        for seat in SEATS:
            assert await record_of(client, table, seat) == await record_of(client, together, seat)


async def record_of(client: Client, table: Table, seat: int) -> Sequence[Any]:
    """Return what the record has of one board, in its order."""
    record = (await client("GET", f"{table.path}/record")).data
    own = [(event["type"], event["data"]) for event in record["events"] if event["data"].get("seat") == seat]
    assert len(own) > len(BOXES)
    return own


async def test_a_duel_is_joined_by_invitation(client: Client) -> None:
    """rules.md §3 Tables: direct invitations."""
    host, invited = await client.guest(), await client.guest()
    table = await opened(client, host, kind=DIAMOND_YATZY)

    accepted = await client("POST", f"/v1/invitations/{await invite(client, table, invited)}/accept", by=invited)

    assert accepted.data["status"] == "running"
    assert {sitting["player"]["id"] for sitting in accepted.data["seats"]} == {host.id, invited.id}


async def test_whoever_has_completed_leaves_free_of_cost_watches_and_starts_a_new_game(
    client: Client, seeds: Seeds
) -> None:
    """rules.md Leaving: keeps place and points, may leave, watch or start a new game."""
    table = await seeded(client, seeds, DIAMOND_YATZY, 1)
    for box in BOXES:
        await made(client, table, 0, {"type": "diamond_yatzy.strike", "box": box})

    left = await client("DELETE", f"{table.path}/members/me", by=table.players[0])
    new = await client("POST", "/v1/games", {"kind": DIAMOND_YATZY}, by=table.players[0])
    await made(client, table, 1, {"type": "diamond_yatzy.enter", "box": "chance"})

    assert (left.status, new.status) == (204, 201)
    seen = await shown(client, table, 0)
    assert (seen["status"], seen["seats"][0]["left"]) == ("running", None)
    assert seen["state"]["boards"][1]["board"]["points"].keys() == {"chance"}


async def test_whoever_has_not_completed_sees_nothing_of_the_other_and_loses_by_leaving(
    client: Client, seeds: Seeds
) -> None:
    """rules.md Leaving: Whoever leaves, or runs out of time, in a two-player game loses it."""
    table = await seeded(client, seeds, DIAMOND_YATZY, 1)
    await made(client, table, 1, {"type": "diamond_yatzy.enter", "box": "chance"})
    hidden = (await shown(client, table, 0))["state"]["boards"][1]

    left = await client("DELETE", f"{table.path}/members/me", by=table.players[0])

    assert hidden == {"complete": False, "board": None}
    assert (left.data["result"]["reason"], left.data["result"]["places"]) == ("left", [[1], [0]])
    assert left.data["state"]["boards"][1]["board"]["points"].keys() == {"chance"}
    late = await move(client, table, 1, {"type": "diamond_yatzy.enter", "box": "ones"})
    assert (late.status, late.code) == (409, "over")
