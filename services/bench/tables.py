"""Tables: games for the bench to play, opened and joined over HTTP, every move of them known beforehand."""

import asyncio
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec

from domain import commands
from domain.chance import Seeded
from domain.commands import Decided
from domain.kernel import AnyRules, Kinds, Move, Refused, Seat
from domain.match import Commit, Match, advance
from domain.value import Value
from services.bench.client import Address, BenchFailed, Connection, request

BEGUN = datetime(2026, 1, 1, tzinfo=UTC)
TOKEN_LENGTH = 43
TRIES = 100  # Games tried for the longest.


class Ply(Value):
    """One move of a game, and whose."""

    seat: Seat
    move: Move


class Player(Value):
    """Somebody who plays for the bench."""

    id: str
    token: str


class Table(Value):
    """A game that has begun, and the requests that play it to its end."""

    game: str
    moves: tuple[bytes, ...]


class Tables:
    """Opens games of one kind, each connection's between two players of its own."""

    def __init__(self, address: Address, rules: AnyRules) -> None:
        """Take the server, and the kind to play."""
        self._address = address
        self._kind = rules.name
        self._plies = longest(rules)
        self._players = list[Sequence[Player]]()
        self._numbers = iter(range(10**9))

    @property
    def plies(self) -> int:
        """How many moves each game takes."""
        return len(self._plies)

    def like_a_move(self, address: Address, path: str) -> bytes:
        """Return a request to another server that is like a move in every other respect."""
        body = msgspec.json.encode(self._plies[0].move)
        return request(address, "POST", path, body, token="x" * TOKEN_LENGTH, key="bench-1234567")

    async def open(self, each: Sequence[Connection], games: int = 1) -> Sequence[Sequence[Table]]:
        """Open that many games on each connection, to be played one after the other."""
        while len(self._players) < len(each):
            self._players.append([await self._guest(each[0]) for _ in range(2)])
        return await asyncio.gather(*(self._several(*pair, games) for pair in zip(each, self._players, strict=False)))

    async def _several(self, connection: Connection, players: Sequence[Player], games: int) -> Sequence[Table]:
        return [await self._one(connection, players) for _ in range(games)]

    async def _one(self, connection: Connection, players: Sequence[Player]) -> Table:
        body = msgspec.json.encode({"kind": self._kind})
        opened = await self._post(connection, "/v1/games", players[0], body)
        begun = await self._post(connection, f"/v1/games/{opened['id']}/members", players[1], b"{}")
        tokens = {player.id: player.token for player in players}
        seats = [tokens[sitting["player"]["id"]] for sitting in begun["seats"]]
        return Table(game=opened["id"], moves=tuple(self._requests(f"/v1/games/{opened['id']}/moves", seats)))

    def _requests(self, path: str, tokens: Sequence[str]) -> Iterator[bytes]:
        for ply in self._plies:
            body = msgspec.json.encode(ply.move)
            yield request(self._address, "POST", path, body, token=tokens[ply.seat], key=f"bench-{next(self._numbers)}")

    async def _guest(self, connection: Connection) -> Player:
        welcome = await self._post(connection, "/v1/guests", None, b"{}")
        return Player(id=welcome["player"]["id"], token=welcome["token"])

    async def _post(self, connection: Connection, path: str, player: Player | None, body: bytes) -> dict[str, Any]:
        token = None if player is None else player.token
        answer = await connection.ask(request(self._address, "POST", path, body, token=token))
        return msgspec.json.decode(answer, type=dict[str, Any])


def written(kinds: Kinds, name: str | None = None) -> AnyRules:
    """Return a kind for two that can be written down by its moves alone: only these can be played without looking.

    Without a name it is the one whose games are over soonest.

    Raises:
        BenchFailed: the kind of that name is none.
    """
    two = {rules.name: rules for rules in kinds.values() if rules.notation is not None and rules.table.seats == (2,)}
    if name is None:
        return min(two.values(), key=lambda rules: len(longest(rules)))
    if name not in two:
        raise BenchFailed(f"kind: one of {', '.join(two)}")
    return two[name]


def longest(rules: AnyRules) -> Sequence[Ply]:
    """Return the longest of some games at random, always the same."""
    return max((_played(rules, Seeded(bytes([number]) * 32)) for number in range(TRIES)), key=len)


def _played(rules: AnyRules, chance: Seeded) -> Sequence[Ply]:
    match = _then(rules, Match(), commands.open_written(rules, rules.table.seats[0], BEGUN))
    plies = list[Ply]()
    while not match.ended:
        seat = match.turn[0]
        moves = list(rules.legal_moves(match.board, seat))
        ply = Ply(seat=seat, move=moves[chance.draw(f"ply/{len(plies)}", len(moves)) - 1])
        match = _then(rules, match, commands.move(rules, match, seat, ply.move, None, BEGUN))
        plies.append(ply)
    return plies


def _then(rules: AnyRules, match: Match, decided: Decided) -> Match:
    if isinstance(decided, Refused):
        raise BenchFailed(f"{rules.name}: {decided.reason}")
    return advance(rules, match, Commit(at=BEGUN, events=decided))
