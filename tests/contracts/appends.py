"""Appends: commits of games as a process hands them to the store, made of games that are lived in memory."""

from collections.abc import Sequence
from random import Random
from uuid import UUID, uuid4

from domain.chain import Entry, Order, seal
from domain.codec import Codec
from domain.feed import Game, take
from domain.row import row
from infra.postgres.store import Append
from tests.laws.lives import gathered, step
from tests.laws.registry import KINDS

RESTLESS = 0.02


class Played:
    """A game that is played commit by commit; `number` decides how it goes."""

    def __init__(self, number: int = 0, kind: str = "hoard", game: UUID | None = None) -> None:
        self.rules = KINDS[kind]
        self.id = game or uuid4()
        self.game = Game(rules=self.rules)
        self.entries: list[Entry] = []
        self._codec = Codec(self.rules)
        self._life = gathered(self.rules, Random(number))

    @property
    def seed(self) -> bytes:
        return self._life.seed

    @property
    def version(self) -> int:
        return self.game.match.version

    def next(self, command: UUID | None = None) -> Append:
        """Play on by one commit and return it; the first brings the seed."""
        before, head = self.version, self.entries[-1].hash if self.entries else b""
        while len(self._life.log) == len(self.game.log):
            step(self._life, RESTLESS)
        commit = self._life.log[len(self.game.log)]
        order = Order(command=command or uuid4(), body=b"body", actor="player")
        entries = seal(self._codec, self.id, head, before, commit, order)
        self.game = take(self.game, commit)
        self.entries.extend(entries)
        seed = self.seed if before == 0 else None
        return Append(game=self.id, expected=before, entries=entries, row=row(self.game), seed=seed)

    def rest(self) -> Sequence[Append]:
        """Play to the end and return every commit still to come."""
        appends = []
        while not self.game.match.ended:
            appends.append(self.next())
        return appends
