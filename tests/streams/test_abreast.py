"""Abreast: a duel shown afterwards with both boards at the same draws, and every other replay as it was."""

from collections.abc import Sequence
from typing import Any

import httpx

from domain.games.diamond_yatzy.boxes import BOXES
from tests.api.client import Client
from tests.api.tables import Table, finished, started
from tests.streams.sources import Browser


async def test_both_boards_of_a_duel_are_at_the_same_jewels(client: Client, http: httpx.AsyncClient) -> None:
    table = await struck(client)

    *games, _ = await watched(http, table, "&abreast=1")

    assert rounds(games)[:13] == [[number, number] for number in range(1, 14)]
    assert all(one["board"]["jewels"] == other["board"]["jewels"] for one, other in boards(games)[:13])
    assert games[-1]["result"]["reason"] == "complete"


async def test_as_it_was_played_one_board_was_complete_before_the_other_began(
    client: Client, http: httpx.AsyncClient
) -> None:
    table = await struck(client)

    *games, _ = await watched(http, table)

    assert [13, 1] in rounds(games)


async def test_a_game_without_draws_of_each_own_is_shown_as_it_was(client: Client, http: httpx.AsyncClient) -> None:
    table = await finished(client)

    assert await watched(http, table, "&abreast=1") == await watched(http, table)


async def test_a_replay_draws_each_step_as_the_difference_to_the_one_before(
    client: Client, http: httpx.AsyncClient
) -> None:
    table = await finished(client)

    *whole, _ = await watched(http, table, "&scene=1")
    *rest, _ = await watched(http, table, "&scene=1&from=9")

    assert [game["scene"].keys() & {"width"} for game in whole] == [{"width"}, *[set()] * 8]
    assert len(whole[-1]["scene"]["shapes"]) > 1
    assert rest == whole[-2:]


async def struck(client: Client) -> Table:
    """Let one strike all boxes in order and then the other in the same one, so that both see the same first jewels."""
    table = await started(client, "diamond_yatzy")
    for player in table.players:
        for box in BOXES:
            answer = await client(
                "POST", f"{table.path}/moves", {"type": "diamond_yatzy.strike", "box": box}, by=player
            )
            assert answer.status == 200, answer.data
    return table


def boards(games: Sequence[Any]) -> Sequence[Any]:
    return [game["state"]["boards"] for game in games if game["state"]]


def rounds(games: Sequence[Any]) -> Sequence[Sequence[int]]:
    return [[board["board"]["round"] for board in both] for both in boards(games)]


async def watched(http: httpx.AsyncClient, table: Table, query: str = "") -> Sequence[Any]:
    return [message.json() for message in await Browser(http, f"{table.path}/replay?gap_max=0{query}").run()]
