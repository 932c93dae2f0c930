"""Tables for tests: opened, filled and played at over HTTP, as clients do it."""

from typing import Any
from uuid import uuid4

from domain.value import Value
from tests.api.client import Answer, Client, Player

DROP = "connect_four.drop"
STAKE = "hoard.stake"
WON = "1212121"  # Whoever begins has four in column 1.


class Table(Value):
    """A table: its members in the order of joining; once started they stand by seats."""

    id: str
    players: tuple[Player, ...]

    @property
    def path(self) -> str:
        return f"/v1/games/{self.id}"


def new_key() -> str:
    return uuid4().hex


async def opened(client: Client, *guests: Player, kind: str = "connect_four", **setup: Any) -> Table:
    """Open a table at which these sit, the first of them its host; by default one new guest alone."""
    host, *others = guests or (await client.guest(),)
    answer = await client("POST", "/v1/games", {"kind": kind, **setup}, by=host)
    table = Table(id=answer.data["id"], players=(host,))
    for other in others:
        answer = await client("POST", f"{table.path}/members", by=other)
    return _seated(answer, (host, *others))


async def started(client: Client, kind: str = "connect_four", players: int = 2, **setup: Any) -> Table:
    """Open and fill a table with new guests."""
    guests = [await client.guest() for _ in range(players)]
    return await opened(client, *guests, kind=kind, seats=players, **setup)


async def drop(client: Client, table: Table, columns: str, first: int = 0) -> Answer:
    """Let the seats drop discs in turn; return the last answer."""
    answer = None
    for turn, column in enumerate(columns, first):
        move = {"type": DROP, "column": int(column)}
        answer = await client("POST", f"{table.path}/moves", move, by=table.players[turn % 2])
        assert answer.status == 200, answer.data
    assert answer is not None
    return answer


async def stake(client: Client, table: Table, seat: int, *coins: int, **more: Any) -> Answer:
    """Let a seat stake these coins of its purse on its next gem."""
    move = {"type": STAKE, "coins": list(coins)}
    return await client("POST", f"{table.path}/moves", move, by=table.players[seat], **more)


async def finished(client: Client) -> Table:
    """Play a short game to its end: seat 0 wins."""
    table = await started(client)
    await drop(client, table, WON)
    return table


async def invite(client: Client, table: Table, invited: Player, inviter: int = 0) -> str:
    """Let a member ask somebody to the table; return the invitation's id."""
    body = {"player": invited.id}
    answer = await client("POST", f"{table.path}/invitations", body, by=table.players[inviter])
    assert answer.status == 201, answer.data
    return str(answer.data["id"])


def _seated(answer: Answer, players: tuple[Player, ...]) -> Table:
    by_id = {player.id: player for player in players}
    seats = answer.data["seats"] and tuple(by_id[seat["player"]["id"]] for seat in answer.data["seats"])
    return Table(id=answer.data["id"], players=seats or players)
