"""Fuzz: random play of any kind with all that can be refused on the way, and what its draws are made of."""

import hmac
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any
from uuid import UUID

import pytest
from msgspec import to_builtins

from domain import commands
from domain.chance import Seeded
from domain.kernel import AnyRules, Move, Seat
from domain.match import Commit, Match, advance
from domain.value import Value
from services.live import Live
from tests.secrets.story import STRANGER
from tests.secrets.worlds import NOBODY, NUMBERS, World

LUCK = {"ada": "0123456789abcdef", "ben": "fedcba9876543210"}
MOVES = 40
NEXT = 3  # Draws looked for before they are made.
MADE = 12  # Draws looked for that have been made: no more is told of them than what came of them.
AHEAD_MAX = 200  # Moves by which the next draws are made, where any are.


class Played(Value):
    """A game that goes on, and what it keeps to itself: seed, key, and the HMACs of draws made and to be made."""

    game: UUID
    seed: bytes
    key: bytes
    draws: tuple[bytes, ...]


class Draws:
    """What draws are made of, in their order."""

    def __init__(self) -> None:
        self.made: list[bytes] = []

    @contextmanager
    def noted(self) -> Iterator[None]:
        """Take note of every draw made meanwhile."""
        right = Seeded.draw

        def draw(seeded: Seeded, label: str, sides: int) -> int:
            self.made.append(hmac.digest(seeded._key, f"{label}#0".encode(), "sha256"))  # noqa: SLF001
            return right(seeded, label, sides)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Seeded, "draw", draw)
            yield


class Fuzz:
    """Two players of a game and a stranger, each asking for whatever comes to mind."""

    def __init__(self, world: World, rules: AnyRules) -> None:
        self._world = world
        self._rules = rules
        self._random = Random(rules.name)
        self._path = ""
        self._seats: tuple[str, ...] = ()

    async def play(self) -> Played:
        """Play for a while, refused again and again; the game still goes on then."""
        draws, ahead = Draws(), Draws()
        with draws.noted():
            live = await self._begin()
            for _ in range(MOVES):
                seat = self._random.choice(live.game.match.turn)
                moves = list(self._rules.legal_moves(live.game.match.board, seat))
                wanted = self._random.choice(moves)
                if self._after(live.game.match, live.seed, seat, wanted).ended:
                    break
                await self._be_refused(seat, wanted)
                await self._look_around()
                await self._ask(self._seats[seat], "POST", "/chat/players", {"text": f"I make {type(wanted).__name__}"})
                await self._ask(self._seats[seat], "POST", "/moves", to_builtins(wanted))
            await self._world.hang_up()
        assert live.seed is not None
        with ahead.noted():
            self._play_on(live.game.match, live.seed, ahead)
        assert len(ahead.made) >= NEXT or len(draws.made) == 1, "only who begins was drawn, or it goes on being drawn"
        key = Seeded(live.seed, LUCK.values())._key  # noqa: SLF001 - what must not be told
        return Played(game=live.id, seed=live.seed, key=key, draws=(*draws.made[-MADE:], *ahead.made[:NEXT]))

    async def _begin(self) -> Live:
        world = self._world
        await world.begin(next(NUMBERS))
        players = {await world.guest(who): who for who in (*LUCK, STRANGER)}
        host, guest = LUCK
        opening = {"kind": self._rules.name, "seats": 2, "luck": LUCK[host]}
        opened = (await world.ask(host, "POST", "/v1/games", opening)).json()
        self._path = f"/v1/games/{opened['id']}"
        for who in (host, STRANGER, NOBODY):
            await world.follow(who, f"{self._path}/feed?scene=1")
            await world.follow(who, f"/v1/stream?topics=lobby,chat:lobby,game:{opened['id']}{',me' * (who != NOBODY)}")
        started = (await self._ask(guest, "POST", "/members", {"luck": LUCK[guest]})).json()
        self._seats = tuple(players[sitting["player"]["id"]] for sitting in started["seats"])
        live = world.served.house.games.known(UUID(opened["id"]))
        assert live is not None
        return live

    async def _be_refused(self, seat: Seat, wanted: Move) -> None:
        """Ask for what cannot be."""
        mover, other, example = (
            self._seats[seat],
            self._seats[1 - seat],
            self._random.choice(self._rules.examples.moves),
        )
        stale = {"If_Match": f'"{self._random.randint(1, 9)}.s{1 - seat}"'}
        asks: list[tuple[str, str, str, Any, dict[str, str]]] = [
            (mover, "POST", "/moves", to_builtins(example), stale),
            (mover, "POST", "/moves", {"type": f"{self._rules.name}.cheat"}, {}),
            (mover, "POST", "/moves", to_builtins(wanted) | {"seed": True}, {}),
            (other, "POST", "/moves", {"type": "hoard.stake", "coins": [1]}, {}),
            (STRANGER, "POST", "/moves", to_builtins(wanted), {}),
            (NOBODY, "POST", "/moves", to_builtins(wanted), {}),
            (STRANGER, "POST", "/members", {"luck": "no word"}, {}),
            (mover, "POST", "/start", {}, {"Idempotency_Key": "start"}),
            (mover, "POST", "/rematch", {}, {}),
            (mover, "PATCH", "", {"word": "a word"}, {}),
            (mover, "POST", "/chat/onlookers", {"text": "what comes next?"}, {}),
        ]
        for who, method, what, body, headers in self._random.sample(asks, 3):
            refused = await self._ask(who, method, what, body, **headers)
            assert refused.status >= 400, refused.what

    async def _look_around(self) -> None:
        """Ask for what is there, and for what is not."""
        reads = (
            "",
            "?version=1",
            "?record=1",
            "/events",
            "/picture.svg",
            "/record",
            "/replay",
            "/seed",
            "/events?after=x",
        )
        for what in self._random.sample(reads, 2):
            await self._ask(self._random.choice((*self._seats, STRANGER, NOBODY)), "GET", what)

    async def _ask(self, who: str, method: str, what: str, body: Any = None, **headers: str) -> Any:
        return await self._world.ask(who, method, f"{self._path}{what}", body, **headers)

    def _after(self, match: Match, seed: bytes | None, seat: Seat, wanted: Move) -> Match:
        """Return the game as it would be after a move."""
        at = self._world.fate.at
        decided = commands.move(self._rules, match, seat, wanted, seed, at)
        assert isinstance(decided, tuple)
        return advance(self._rules, match, Commit(at=at, events=decided))

    def _play_on(self, match: Match, seed: bytes, draws: Draws) -> None:
        """Play on where nobody sees it, until the next draws have been made or no more are to be."""
        for _ in range(AHEAD_MAX):
            if match.ended or len(draws.made) >= NEXT:
                return
            seat = self._random.choice(match.turn)
            wanted = self._random.choice(list(self._rules.legal_moves(match.board, seat)))
            match = self._after(match, seed, seat, wanted)
