"""Live games: what this process knows of each game, kept up to date, and the one way to change one."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Protocol, TypeAlias
from uuid import UUID

import msgspec
import structlog

from domain.chain import Entry, Order, commits, read, seal
from domain.codec import Codec
from domain.commands import Decided, time_out
from domain.feed import Game, recall, take
from domain.kernel import AnyRules, Audience, Kinds, Refused
from domain.match import Commit, MatchOpened, overdue
from domain.row import row
from domain.value import Value
from infra.machine import Machine
from infra.postgres.pool import StoreUnavailable
from infra.postgres.store import Append, Store
from infra.postgres.writer import Writer
from infra.settings import Settings
from services.ids import derived

SEED_BYTES = 32

log = structlog.get_logger()
_message = msgspec.msgpack.Encoder()
_entries = msgspec.msgpack.Decoder(tuple[Entry, ...])


class Watcher(Protocol):
    """Somebody who wants to know of every commit of a game."""

    def changed(self, live: "Live") -> None:
        """Hear that one more commit has been folded; must not block."""


class Live:
    """One game as this process knows it: perhaps behind the store, never ahead of it, never wrong."""

    def __init__(self, game_id: UUID, rules: AnyRules, seed: bytes | None) -> None:
        """Begin before the first event."""
        self.id = game_id
        self.game = Game(rules=rules)
        self.seed = seed
        self.head = b""
        self.commands = dict[UUID, tuple[int, bytes | None]]()  # Commits up to and with it, the body's hash.
        self.lock = asyncio.Lock()  # Commands of one game are decided one after the other.
        self.watchers = set[Watcher]()
        self.shared = dict[Any, Any]()  # Encodings of the newest commit, for all its readers.

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
        for one in together:
            self._note(one)

    def _note(self, entries: Sequence[Entry]) -> None:
        self.head = entries[-1].hash
        if (command := entries[0].command) is not None:
            self.commands[command] = (len(self.commands) + 1, entries[0].body)


class Done(Value):
    """A command was carried out, now or before (`replayed`); `game` is as it was right after."""

    live: Any
    game: Game
    replayed: bool = False
    nothing: bool = False  # Nothing had to be appended.


class No(Value):
    """A command was refused: nothing has changed.  `game` is what it was judged by.

    `since`: how many events its asker had been shown, where more have come meanwhile.
    """

    reason: str
    game: Game
    since: int | None = None


Answer: TypeAlias = Done | No
Decide: TypeAlias = Callable[[Game, datetime], Decided]


class Wish(Value):
    """What somebody wants of a game.  `decide` is asked again after each lost race.

    `audience` says through whose eyes; `by_feed`: not decided again once that feed has grown; `clocked`: not after
    the deadline.
    """

    order: Order
    audience: Callable[[Game], Audience]
    decide: Decide
    by_feed: bool = False
    clocked: bool = False


class Games:
    """Finds, keeps and changes games.  Raises `StoreUnavailable` where the database does not answer."""

    def __init__(
        self,
        kinds: Kinds,
        store: Store,
        writer: Writer,
        machine: Machine,
        settings: Settings,
    ) -> None:
        """Put together what a process needs.  Nobody is told of commits until `tell` is set."""
        self.kinds = kinds
        self.machine = machine
        self._codecs = {name: Codec(rules) for name, rules in kinds.items()}
        self._store = store
        self._writer = writer
        self._settings = settings
        self.tell: Callable[[UUID, bytes], None] = lambda _game, _message: None
        self._live = OrderedDict[UUID, Live]()
        self._tasks = set[asyncio.Task[Any]]()

    async def fresh(self, game_id: UUID) -> Live | None:
        """Return a game as the store has it now, or None where there is none.

        Whoever is shown something is shown no less than anybody was before.
        """
        live = self._live.get(game_id)
        if live is None:
            return await self._load(game_id)
        heads = await self._store.heads([game_id])
        if heads.get(game_id, 0) > live.game.match.version:
            await self.refresh(live)
        return live

    async def at_hand(self, game_id: UUID) -> Live | None:
        """Return a game as far as this process knows it: enough to ask for something, not to show or refuse."""
        return self._live.get(game_id) or await self._load(game_id)

    def known(self, game_id: UUID) -> Live | None:
        """Return a game if it is in memory."""
        return self._live.get(game_id)

    async def refresh(self, live: Live) -> None:
        """Read what the store has beyond what is known."""
        entries = await self._store.events(live.id, live.game.match.version)
        if entries and not live.game.match.version:
            live.seed = await self._store.seed(live.id)  # Somebody else made it, with a seed of their own.
        live.absorb(self._codec(live), entries)

    def heard(self, game_id: UUID, message: bytes) -> None:
        """Take in a hint: the next commit is folded, an old one dropped, a gap read back."""
        live = self._live.get(game_id)
        if live is None:
            return
        entries = _entries.decode(message)
        version = live.game.match.version
        if entries[0].version == version + 1:
            live.absorb(self._codec(live), entries)
        elif entries[0].version > version:
            self.catch_up(game_id)

    def catch_up(self, game_id: UUID) -> None:
        """Read a game's news soon, without waiting for them."""
        live = self._live.get(game_id)
        if live is not None:
            self._spawn(self._catch_up(live))

    async def reconcile(self) -> None:
        """Compare every watched game with the store and read what was missed."""
        watched = [live for live in self._live.values() if live.watchers]
        heads = await self._store.heads([live.id for live in watched])
        for live in watched:
            if heads.get(live.id, 0) > live.game.match.version:
                await self.refresh(live)

    def begin(self, game_id: UUID, rules: AnyRules, seed: bytes | None) -> Live:
        """Return a game that does not exist yet; its first commit makes it.  The id decides: a retry makes the same."""
        return Live(game_id, rules, seed)

    async def carry_out(self, live: Live, wish: Wish) -> Answer:
        """Do what is wished, or say why not.  Goes through even if whoever asked has gone."""
        return await asyncio.shield(self._spawn(self._carry_out(live, wish)))

    async def settled(self) -> None:
        """Wait until everything begun has been done."""
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _carry_out(self, live: Live, wish: Wish) -> Answer:
        seen = live.game.known(wish.audience(live.game)).version
        async with live.lock:
            sure = False  # Whether the last word about the game came from the store.
            for _ in range(self._settings.retries_max + 1):
                if (before := self._done_before(live, wish.order)) is not None:
                    return before
                if wish.by_feed and live.game.known(wish.audience(live.game)).version > seen:
                    return No(reason="overtaken", game=live.game, since=seen)
                at = self._time(live, wish)
                if wish.clocked and await self._clock(live, at):
                    sure = False  # Decided on what the time-out left; whoever it was sees that as its refusal.
                    seen = live.game.known(wish.audience(live.game)).version
                decided = wish.decide(live.game, at)
                if isinstance(decided, Refused) or not decided:
                    if sure:
                        return self._not_appended(live, decided)
                    await self.refresh(live)
                    sure, seen = True, live.game.known(wish.audience(live.game)).version
                elif await self._append(live, Commit(at=at, events=decided), wish.order):
                    return Done(live=self._keep(live), game=live.game)
                else:
                    await self.refresh(live)
                    sure = True
        raise StoreUnavailable("the race for this game was lost too often")

    def _not_appended(self, live: Live, decided: Decided) -> Answer:
        if isinstance(decided, Refused):
            return No(reason=decided.reason, game=live.game)
        return Done(live=live, game=live.game, nothing=True)

    def _done_before(self, live: Live, order: Order) -> Answer | None:
        found = live.commands.get(order.command)
        if found is None:
            return None
        number, body = found
        if body != order.body:
            return No(reason="key_reused", game=live.game)
        then = recall(live.game.rules, live.game.log[:number])
        return Done(live=live, game=then, replayed=True)

    def _time(self, live: Live, wish: Wish) -> datetime:
        """Tell the time, never earlier than what the same audience was shown: the hidden must not show in it."""
        now, shown = self.machine.now(), live.game.known(wish.audience(live.game)).match.at
        return now if shown is None or shown < now else shown

    async def _clock(self, live: Live, at: datetime) -> bool:
        """Put out whoever ran out of time before `at`, in a commit of the clock's own."""
        match = live.game.match
        late = overdue(live.game.rules, match, at, self._settings.grace_seconds)
        if not late:
            return False
        decided = time_out(live.game.rules, match, late, live.seed, at)
        order = Order(command=derived("clock", live.id, match.version), body=None, actor="clock")
        if isinstance(decided, Refused) or not await self._append(live, Commit(at=at, events=decided), order):
            await self.refresh(live)
        return True

    async def _append(self, live: Live, commit: Commit, order: Order) -> bool:
        """Append and fold one commit; False: somebody else was first."""
        match, rules = live.game.match, live.game.rules
        entries = seal(self._codec(live), live.id, live.head, match.version, commit, order)
        after = take(live.game, commit)
        seed = live.seed if isinstance(commit.events[0], MatchOpened) else None
        one = Append(game=live.id, expected=match.version, entries=entries, row=row(after), seed=seed)
        try:
            passed = await self._writer.append(one)
        except StoreUnavailable as error:
            if not error.doubtful:
                raise
            await self.refresh(live)  # It may have been done: the store knows.
            passed = order.command in live.commands
            if not passed:
                raise
        else:
            if passed and live.game.match.version == match.version:
                live.adopt(after, entries)
            elif passed:  # Read back meanwhile.
                live.absorb(self._codec(live), entries)
        if passed:
            self.tell(live.id, _message.encode(entries))
            log.debug("committed", kind=rules.name, events=len(entries))
        return passed

    async def _load(self, game_id: UUID) -> Live | None:
        entries = await self._store.events(game_id)
        if not entries:
            return None
        first = msgspec.json.decode(entries[0].data, type=MatchOpened)
        live = Live(game_id, self.kinds[first.kind], await self._store.seed(game_id))
        live.restore(self._codecs[first.kind], entries)
        return self._keep(live)

    def _keep(self, live: Live) -> Live:
        kept = self._live.setdefault(live.id, live)  # Somebody else may have loaded it meanwhile.
        self._live.move_to_end(live.id)
        while len(self._live) > self._settings.games_cached_max:
            oldest = next((g for g in self._live.values() if not g.watchers and not g.lock.locked()), None)
            if oldest is None or oldest is kept:
                break
            del self._live[oldest.id]
        return kept

    def _codec(self, live: Live) -> Codec:
        return self._codecs[live.game.rules.name]

    def _spawn(self, work: Any) -> asyncio.Task[Any]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _catch_up(self, live: Live) -> None:
        try:
            await self.refresh(live)
        except StoreUnavailable as error:
            log.warning("catch_up_failed", reason=str(error))  # Reconciliation tries again.
