"""Live: one game as this process knows it, and who wants to hear of every commit."""

import asyncio
from collections.abc import Sequence
from typing import Any, Protocol
from uuid import UUID

from domain.chain import Entry, commits, read
from domain.codec import Codec
from domain.feed import Game, recall, take
from domain.kernel import AnyRules


class Watcher(Protocol):
    """Somebody who wants to know of every commit of a game."""

    def changed(self, live: "Live") -> None:
        """Hear that one more commit has been folded; must not block."""


class Keeper(Protocol):
    """Who sees to it that games know what the store knows."""

    async def read(self, sources: Sequence["Live"]) -> None:
        """Compare these with the store and read what was missed."""

    def heard(self, game_id: UUID, message: bytes) -> None:
        """Take in a hint about a game."""

    def catch_up(self, game_id: UUID) -> None:
        """Read a game's news soon."""


class Lock(asyncio.Lock):
    """A lock that tells whether it can be had at once: not only is nobody in it, nobody waits for it either."""

    @property
    def free(self) -> bool:
        return not self.locked() and not self._waiters


class Live:
    """One game as this process knows it: perhaps behind the store, never ahead of it, never wrong."""

    def __init__(self, game_id: UUID, rules: AnyRules, seed: bytes | None, keeper: Keeper) -> None:
        """Begin before the first event."""
        self.id = game_id
        self.channel = channel_of(game_id)
        self.keeper = keeper
        self.game = Game(rules=rules)
        self.seed = seed
        self.head = b""
        self.commands = dict[UUID, tuple[int, bytes | None]]()  # Commits up to and with it, the body's hash.
        self.lock = Lock()  # Commands of one game are decided one after the other.
        self.watchers = set[Watcher]()
        self.shared = dict[Any, Any]()  # Encodings of the newest commit, for all its readers.

    def heard(self, message: bytes) -> None:
        """Take in a hint."""
        self.keeper.heard(self.id, message)

    def missed(self) -> None:
        """Read soon what the store has: a hint may have been missed."""
        self.keeper.catch_up(self.id)

    def absorb(self, codec: Codec, entries: Sequence[Entry]) -> None:
        """Fold what follows; what is known already is passed over.  A gap is the caller's to fill."""
        for together in commits(entry for entry in entries if entry.version > self.game.match.version):
            self.adopt(take(self.game, read(codec, together)), together)

    def adopt(self, after: Game, entries: Sequence[Entry]) -> None:
        """Go on to the game as it is after one more commit, stored as `entries`, and tell who watches."""
        self.game = after
        self._note(entries)
        self.shared.clear()
        for watcher in tuple(self.watchers):
            watcher.changed(self)

    def restore(self, codec: Codec, entries: Sequence[Entry]) -> None:
        """Fold a whole log at once."""
        together = list(commits(entries))
        self.game = recall(self.game.rules, [read(codec, one) for one in together])
        self.head = entries[-1].hash
        firsts = [one[0] for one in together]
        self.commands = {e.command: (number, e.body) for number, e in enumerate(firsts, 1) if e.command is not None}

    def _note(self, entries: Sequence[Entry]) -> None:
        self.head = entries[-1].hash
        if (command := entries[0].command) is not None:
            self.commands[command] = (len(self.commands) + 1, entries[0].body)


def channel_of(game_id: UUID) -> str:
    """Return the name of the channel on which a game's commits are told."""
    return f"game:{game_id}"
