"""Players: clients that never give up.  Every command has a key, and is sent again until it is answered."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any
from uuid import uuid4

import httpx
import msgspec

from domain.value import Value

PAUSE_SECONDS = 0.05
PATIENCE_SECONDS = 60
UNAVAILABLE = 503
REFUSED = 400


class Game(Value):
    """A game under way, and the tokens of whoever holds its seats."""

    id: str
    kind: str
    tokens: tuple[str, ...]

    @property
    def path(self) -> str:
        return f"/v1/games/{self.id}"


class Acknowledged(Value):
    """A move that a server said is made: the version it led to, and what it did."""

    version: int
    events: tuple[Any, ...]


class Client:
    """Asks one server, whatever becomes of it meanwhile."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self.http = http
        self.lost = 0  # Answers that did not come.
        self.unavailable: list[Mapping[str, str]] = []  # The headers of answers that were 503.
        self.replayed = 0  # First answers that were given again.

    async def ask(self, method: str, path: str, body: Any = None, *, token: str = "", key: str = "") -> httpx.Response:
        """Ask until there is an answer other than "not now"."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        headers |= {"Idempotency-Key": key or uuid4().hex}
        content = None if body is None else msgspec.json.encode(body)
        async with asyncio.timeout(PATIENCE_SECONDS):
            while True:
                try:
                    answer = await self.http.request(method, path, content=content, headers=headers)
                except httpx.TransportError:
                    self.lost += 1
                else:
                    if answer.status_code != UNAVAILABLE:
                        self.replayed += "idempotency-replayed" in answer.headers
                        return answer
                    self.unavailable.append(answer.headers)
                await asyncio.sleep(PAUSE_SECONDS)

    async def begin(self, kind: str = "connect_four") -> Game:
        """Open a table for two and fill it with new guests."""
        tokens = [(await self._done("POST", "/v1/guests"))["token"] for _ in range(2)]
        opened = await self._done("POST", "/v1/games", {"kind": kind, "seats": 2}, token=tokens[0])
        path = f"/v1/games/{opened['id']}/members"
        for token in tokens[1:]:
            opened = await self._done("POST", path, {}, token=token)
        ids = [(await self._done("GET", "/v1/me", token=token))["player"]["id"] for token in tokens]
        seated = {seat["player"]["id"]: seat["seat"] for seat in opened["seats"]}
        return Game(
            id=opened["id"], kind=kind, tokens=tuple(sorted(tokens, key=lambda token: seated[ids[tokens.index(token)]]))
        )

    async def drop(self, game: Game, seat: int, column: int, key: str = "") -> httpx.Response:
        """Let a seat drop a disc."""
        return await self.move(game, seat, {"type": "connect_four.drop", "column": column}, key)

    async def move(self, game: Game, seat: int, move: Any, key: str = "") -> httpx.Response:
        """Let a seat make a move."""
        return await self.ask("POST", f"{game.path}/moves", move, token=game.tokens[seat], key=key)

    async def play(self, game: Game, random: Random, made: Callable[[], None] = lambda: None) -> Sequence[Acknowledged]:
        """Let both seats play to the end, each in turn; return the moves that were acknowledged."""
        acknowledged = []
        view = await self._done("GET", game.path)
        while view["to_move"]:
            (seat,) = view["to_move"]
            moves = (await self._done("GET", game.path, token=game.tokens[seat]))["moves"]
            answer = await self.move(game, seat, random.choice(moves))
            assert answer.status_code < REFUSED, answer.text
            view = answer.json()
            acknowledged.append(Acknowledged(version=view["version"], events=tuple(view["events"])))
            made()
        return acknowledged

    async def feed(self, game: Game) -> Sequence[Any]:
        """Return all steps that onlookers have been shown."""
        steps: Sequence[Any] = (await self._done("GET", f"{game.path}/events"))["steps"]
        return steps

    async def _done(self, method: str, path: str, body: Any = None, token: str = "") -> Any:
        answer = await self.ask(method, path, body, token=token)
        assert answer.status_code < REFUSED, answer.text
        return answer.json()
