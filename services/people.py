"""People: who is asking, and what everybody is called.  Remembered for seconds only, so that a change shows soon."""

import base64
import hashlib
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Generic, TypeVar

from domain.value import Value
from infra.machine import Machine
from infra.postgres.people import People, Person
from infra.postgres.pool import StoreUnavailable

REMEMBERED_SECONDS = 5  # A revoked token works no longer than this.
REMEMBERED_MAX = 10_000
TOKEN_BYTES = 32
GUEST_TRIES_MAX = 10

K = TypeVar("K")
V = TypeVar("V")


class Welcome(Value):
    """A new player, and the token that proves it: told once and kept nowhere."""

    player: Person
    token: str


class Memory(Generic[K, V]):
    """What was read a moment ago."""

    def __init__(self) -> None:
        """Begin empty."""
        self._kept = dict[K, tuple[datetime, V]]()

    def get(self, key: K, now: datetime) -> V | None:
        """Return what is remembered and still good."""
        found = self._kept.get(key)
        return found[1] if found is not None and found[0] > now else None

    def keep(self, key: K, value: V, now: datetime) -> None:
        """Remember for a while."""
        if len(self._kept) >= REMEMBERED_MAX:
            self._kept.clear()
        self._kept[key] = (now + timedelta(seconds=REMEMBERED_SECONDS), value)


class Reception:
    """Welcomes guests, recognises tokens, tells names."""

    def __init__(self, people: People, machine: Machine) -> None:
        """Take the store of people."""
        self._people = people
        self._machine = machine
        self._by_token = Memory[bytes, Person]()
        self._by_id = Memory[str, Person]()

    async def welcome(self) -> Welcome:
        """Make a guest with a name nobody has."""
        for _ in range(GUEST_TRIES_MAX):
            token = base64.urlsafe_b64encode(self._machine.entropy(TOKEN_BYTES)).decode().rstrip("=")
            player = self._machine.uuid7()
            name = f"Gast-{int.from_bytes(self._machine.entropy(4), 'big') % 10**8:08d}"
            if await self._people.add_guest(player, name, _hash(token), self._machine.now()):
                return Welcome(player=Person(id=str(player), name=name, robot=False), token=token)
        raise StoreUnavailable("no free guest name was found")

    async def whose(self, token: str) -> Person | None:
        """Return whose token it is, None where it is nobody's."""
        now, hashed = self._machine.now(), _hash(token)
        person = self._by_token.get(hashed, now)
        if person is None:
            person = await self._people.by_token(hashed)
            if person is not None:
                self._by_token.keep(hashed, person, now)
        return person

    async def names(self, players: Iterable[str]) -> Mapping[str, Person]:
        """Return everybody's name; whoever is gone is called by the id alone."""
        now, wanted = self._machine.now(), set(players)
        found = {player: person for player in wanted if (person := self._by_id.get(player, now)) is not None}
        if missing := wanted - found.keys():
            read = await self._people.by_id(sorted(missing))
            for player in missing:
                found[player] = read.get(player, Person(id=player, name="", robot=False))
                self._by_id.keep(player, found[player], now)
        return found


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
