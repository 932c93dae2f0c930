"""People: who is asking, and what everybody is called.  Remembered for seconds only, so that a change shows soon."""

import base64
import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Generic, TypeVar

from domain.kernel import Refused
from domain.value import Value
from infra.machine import Machine
from infra.postgres.people import Account, People, Person
from infra.postgres.pool import StoreUnavailable
from services import names
from services.passwords import Passwords

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

    def forget(self, key: K) -> None:
        """Remember no longer."""
        self._kept.pop(key, None)

    def clear(self) -> None:
        """Remember nothing."""
        self._kept.clear()


class Reception:
    """Welcomes guests, keeps accounts, recognises tokens, tells names."""

    def __init__(self, people: People, machine: Machine) -> None:
        """Take the store of people."""
        self._people = people
        self._machine = machine
        self._passwords = Passwords()
        self._by_token = Memory[bytes, Person]()
        self._by_id = Memory[str, Person]()
        self._robots = set[str]()

    async def welcome(self) -> Welcome:
        """Make a guest with a name nobody has."""
        for _ in range(GUEST_TRIES_MAX):
            name = f"{names.GUEST}-{int.from_bytes(self._machine.entropy(4), 'big') % 10**8:08d}"
            welcome = await self._add(name, None)
            if welcome is not None:
                return welcome
        raise StoreUnavailable("no free guest name was found")

    async def register(self, name: str, password: str, caller: Person | None) -> Welcome | Refused:
        """Give a name and a password to a guest, who stays the same player, or to somebody new.

        The same name and password again give another token: an answer may have been lost.
        """
        shown = names.chosen(name)
        if shown is None:
            return Refused(reason="name_not_allowed")
        account = await self._people.by_name(names.key(shown))
        if account is not None:
            theirs = caller is None or caller.id == account.person.id
            fits = await self._passwords.fits(password, account.password)
            if account.banned and theirs and fits:
                return Refused(reason="banned")
            return await self._token(account.person) if theirs and fits else Refused(reason="name_taken")
        hashed = await self._passwords.hash(password)
        if caller is None:
            return await self._add(shown, hashed) or Refused(reason="name_taken")
        name_and_key = shown, names.key(shown)
        changed = await self._people.change(caller.id, name=name_and_key, password=hashed, registered=False)
        if not changed:
            return Refused(reason="name_taken" if changed is None else "already_registered")
        return await self._token(self._renamed(caller, shown))

    async def introduce(self, robots: Sequence[Person]) -> None:
        """See to it that robots are there, before they sit down anywhere."""
        if new := [robot for robot in robots if robot.id not in self._robots]:
            await self._people.add_robots(new, [names.key(robot.name) for robot in new], self._machine.now())
            self._robots.update(robot.id for robot in new)

    async def by_name(self, name: str) -> Person | None:
        """Return who is called so."""
        account = await self._people.by_name(names.key(name))
        return None if account is None else account.person

    async def sign_in(self, name: str, password: str) -> Welcome | Refused:
        """Give a token to whoever knows the password."""
        account = await self._people.by_name(names.key(name))
        fits = await self._passwords.fits(password, None if account is None else account.password)
        if account is None or not fits:
            return Refused(reason="wrong_credentials")
        return Refused(reason="banned") if account.banned else await self._token(account.person)

    async def sign_out(self, token: str) -> None:
        """Let a token open nothing any more: here at once, elsewhere within seconds."""
        await self._people.sign_out(_hash(token))
        self._by_token.forget(_hash(token))

    async def rename(self, person: Person, name: str) -> Person | Refused:
        """Give a player another name."""
        shown = names.chosen(name)
        if shown is None:
            return Refused(reason="name_not_allowed")
        changed = await self._people.change(person.id, name=(shown, names.key(shown)), password=None, registered=True)
        return self._renamed(person, shown) if changed else Refused(reason="name_taken")

    async def erase(self, person: Person, token: str) -> None:
        """Forget who a player was: name, password, tokens."""
        await self._people.erase(person.id, names.ERASED, self._machine.now())
        self._by_token.forget(_hash(token))
        self._by_id.forget(person.id)

    async def account(self, person: Person) -> Account:
        """Return a player's account.  Raises StoreUnavailable where it has just been removed."""
        account = await self._people.account(person.id)
        if account is None:
            raise StoreUnavailable("the account has gone")
        return account

    async def is_there(self, player: str) -> bool:
        """Return whether a player is still there, and was not erased a moment ago."""
        return await self._people.is_there(player)

    async def sessions(self, person: Person) -> Sequence[datetime]:
        """Return since when each of a player's tokens is valid."""
        return await self._people.sessions(person.id)

    async def whose(self, token: str) -> Person | None:
        """Return whose token it is, None where it is nobody's."""
        now, hashed = self._machine.now(), _hash(token)
        person = self._by_token.get(hashed, now)
        if person is None:
            person = await self._people.by_token(hashed)
            if person is not None:
                self._by_token.keep(hashed, person, now)
        return person

    def proof(self, token: str) -> bytes:
        """Return what is kept of a token."""
        return _hash(token)

    async def valid(self, proofs: Collection[bytes]) -> Collection[bytes]:
        """Return those of `proofs` whose tokens still open something; the others are remembered no longer."""
        good = await self._people.valid(list(proofs))
        for proof in proofs:
            if proof not in good:
                self._by_token.forget(proof)
        return good

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

    async def _add(self, name: str, password: str | None) -> Welcome | None:
        token, now = self._new_token(), self._machine.now()
        person = Person(id=str(self._machine.uuid7()), name=name, robot=False)
        account = Account(person=person, password=password, created_at=now)
        added = await self._people.add(account, names.key(name), _hash(token))
        return Welcome(player=person, token=token) if added else None

    async def _token(self, person: Person) -> Welcome | Refused:
        token = self._new_token()
        added = await self._people.add_token(person.id, _hash(token), self._machine.now())
        return Welcome(player=person, token=token) if added else Refused(reason="wrong_credentials")

    def _renamed(self, person: Person, name: str) -> Person:
        self._by_id.forget(person.id)
        self._by_token.clear()  # Which of them are this player's is not known here.
        return Person(id=person.id, name=name, robot=person.robot)

    def _new_token(self) -> str:
        return base64.urlsafe_b64encode(self._machine.entropy(TOKEN_BYTES)).decode().rstrip("=")


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
