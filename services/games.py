"""Games: finds them, keeps them, and is the one way to change one."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
import structlog

from domain.chain import Entry, Order, broken, seal
from domain.codec import Codec, Unreadable
from domain.commands import time_out
from domain.feed import Game, Known, recall, take
from domain.kernel import AnyRules, Audience, Kinds, Refused, Seat
from domain.match import Commit, MatchOpened, overdue
from domain.row import row
from domain.value import Value
from infra.machine import Machine
from infra.metrics import CONFLICTS, GAMES_READ_BACK, GAPS, WORK_LAG_SECONDS
from infra.postgres.pool import StoreUnavailable
from infra.postgres.store import Append, Lost, Store
from infra.postgres.writer import Writer
from infra.settings import Settings
from infra.traces import part
from services.counts import count_moves
from services.hints import hinted
from services.ids import derived, rematch_of
from services.live import Live
from services.shelf import Shelf
from services.wish import Answer, Done, No, Wish

ROBOTS = "robots"  # The work that a game calls for when a robot is on turn.

log = structlog.get_logger()
_opened = msgspec.json.Decoder(MatchOpened)
_message = msgspec.msgpack.Encoder()
_entries = msgspec.msgpack.Decoder(tuple[Entry, ...])


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
        """Put together what a process needs.  Nobody is told of commits until `tell` and `call` are set."""
        self.kinds = kinds
        self.machine = machine
        self._codecs = {name: Codec(rules) for name, rules in kinds.items()}
        self._store = store
        self._writer = writer
        self._settings = settings
        self.tell: Callable[[str, bytes], None] = lambda _channel, _message: None
        self.call: Callable[[str, UUID], None] = lambda _work, _game: None
        self._shelf = Shelf[UUID, Live](settings.games_cached_max)
        self._behind = dict[UUID, Live]()
        self._tasks = set[asyncio.Task[Any]]()

    async def fresh(self, game_id: UUID) -> Live | None:
        """Return a game as the store has it now, or None where there is none.

        Whoever is shown something is shown no less than anybody was before.
        """
        live = self._shelf.get(game_id)
        if live is None:
            return await self._load(game_id)
        for behind in await self._behind_store([live]):
            await self.refresh(behind)
        return live

    async def at_hand(self, game_id: UUID) -> Live | None:
        """Return a game as far as this process knows it: enough to ask for something, not to show or refuse."""
        return self._shelf.get(game_id) or await self._load(game_id)

    def known(self, game_id: UUID) -> Live | None:
        """Return a game if it is in memory."""
        return self._shelf.get(game_id)

    async def refresh(self, live: Live) -> None:
        """Read what the store has beyond what is known."""
        entries = await self._store.events(live.id, live.game.match.version)
        if entries and not live.game.match.version:
            live.seed = await self._store.seed(live.id)  # Somebody else made it, with a seed of their own.
        live.absorb(self._codec(live), entries)

    def heard(self, game_id: UUID, message: bytes) -> None:
        """Take in a hint: the next commit is folded, an old one dropped; for anything else the store is asked."""
        live = self._shelf.get(game_id)
        if live is None:
            return
        version = live.game.match.version
        try:
            entries = _entries.decode(message)
            if entries and entries[0].version <= version:
                return
            # What does not follow, hash by hash, from what is known was garbled, or comes from somewhere else.
            if entries and broken(game_id, entries, after=version, head=live.head) is None:
                live.absorb(self._codec(live), entries)
                return
        except (msgspec.MsgspecError, Unreadable) as error:
            log.warning("hint_unreadable", reason=str(error))
        GAPS.inc()
        self.catch_up(game_id)

    def catch_up(self, game_id: UUID) -> None:
        """Read a game's news soon, without waiting for them: all that are asked for meanwhile, together."""
        live = self._shelf.get(game_id)
        if live is None:
            return
        if not self._behind:
            self._spawn(self._catch_up())
        self._behind[game_id] = live

    async def read(self, sources: Sequence[Live]) -> None:
        """Compare games with the store and read what was missed."""
        for live in await self._behind_store(sources):
            GAMES_READ_BACK.inc()
            try:
                await self.refresh(live)
            except Unreadable as error:  # A newer release plays it; the others go on.
                log.warning("game_unreadable", game=str(live.id), reason=str(error))

    def begin(self, game_id: UUID, rules: AnyRules, seed: bytes | None) -> Live:
        """Return a game that does not exist yet; its first commit makes it.  The id decides: a retry makes the same."""
        return Live(game_id, rules, seed, self)

    async def carry_out(self, live: Live, wish: Wish) -> Answer:
        """Do what is wished, or say why not.

        Whoever is cancelled meanwhile leaves it undone, or done and to be read back, as if the process had ended.
        """
        audience = wish.audience(live.game)
        came = _Came(at=self.machine.now(), audience=audience, shown=live.game.known(audience).version)
        await self._take_turn(live)
        try:
            return await self._decide(live, wish, came)
        finally:
            live.lock.release()

    async def run_out(self, game_id: UUID) -> bool:
        """Put out whoever has run out of time, all in one commit; return whether this call put anybody out."""
        live = await self.fresh(game_id)
        if live is None:
            return False
        await self._take_turn(live)
        try:
            at = self._time(live.game.known(None))
            late = self._late(live, at)
            return bool(late) and await self._put_out(live, late, at)
        finally:
            live.lock.release()

    async def settled(self) -> None:
        """Wait until everything begun has been done."""
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _decide(self, live: Live, wish: Wish, came: "_Came") -> Answer:
        seen, lost = came.shown, 0
        sure = False  # Whether the last word about the game came from the store.
        while lost <= self._settings.retries_max:
            if (before := self._done_before(live, wish.order)) is not None:
                return before
            known = _known(live, wish)
            if wish.by_feed and known.version > seen:
                return _no("overtaken", live, wish, came)
            at = self._time(known)
            if wish.clocked and (late := self._late(live, at)):
                # Whoever was late sees it as a refusal of what the time-out leaves to decide on.
                lost += not await self._put_out(live, late, at)
                seen, sure = _known(live, wish).version, True
                continue
            if wish.ready is not None:
                await wish.ready(live)
            decided = wish.decide(live.game, at)
            if decided and not isinstance(decided, Refused):
                then = live.game.match.version
                after = await self._append(live, Commit(at=at, events=decided), wish.order, wish.word)
                if isinstance(after, Game):
                    return Done(live=live if then else self._shelf.keep(live.id, live), game=after)
                await self.refresh(live)
                lost += 1
                if then < after.stood_at == live.game.match.version and came.after(_known(live, wish)):
                    seen = _known(live, wish).version  # This process had not heard of it: there was no race.
            elif not sure:
                await self.refresh(live)
                seen = _known(live, wish).version
            elif isinstance(decided, Refused):
                return _no(decided.reason, live, wish, came)
            else:
                return Done(live=live, game=live.game, nothing=True)
            sure = True
        raise StoreUnavailable("the race for this game was lost too often")

    async def _take_turn(self, live: Live) -> None:
        """Wait for the commands before this one, but not for ever: nothing has been done yet."""
        if live.lock.free:
            await live.lock.acquire()
            return
        try:
            async with asyncio.timeout(self._settings.acquire_seconds_max):
                await live.lock.acquire()
        except TimeoutError:
            raise StoreUnavailable("the commands before this one take too long") from None

    def _done_before(self, live: Live, order: Order) -> Answer | None:
        found = live.commands.get(order.command)
        if found is None:
            return None
        number, body = found
        if body != order.body:
            return No(reason="key_reused", game=live.game)
        then = recall(live.game.rules, live.game.log[:number])
        return Done(live=live, game=then, replayed=True)

    def _time(self, known: Known) -> datetime:
        """Tell the time, never earlier than what the same audience was shown: the hidden must not show in it."""
        now, shown = self.machine.now(), known.match.at
        return now if shown is None or shown < now else shown

    def _late(self, live: Live, at: datetime) -> Sequence[Seat]:
        return overdue(live.game.match, at, self._settings.grace_seconds)

    async def _put_out(self, live: Live, late: Sequence[Seat], at: datetime) -> bool:
        """Put out whoever ran out of time before `at`, in a commit of the clock's own; False: a race was lost."""
        due = min(live.game.match.deadlines[seat] for seat in late)
        decided = time_out(live.game.rules, live.game.match, late, live.seed, at)
        if isinstance(decided, Refused):
            raise AssertionError(f"nobody can be late: {decided.reason}")  # noqa: TRY004 - a bug, whatever its type
        order = Order(command=derived("clock", live.id, live.game.match.version), body=None, actor="clock")
        after = await self._append(live, Commit(at=at, events=decided), order)
        if isinstance(after, Lost):
            await self.refresh(live)
            return False
        WORK_LAG_SECONDS.labels("clock").observe((at - due).total_seconds() - self._settings.grace_seconds)
        return True

    async def _append(self, live: Live, commit: Commit, order: Order, word: bytes | None = None) -> Game | Lost:
        """Append and fold one commit; return the game right after it, or what it lost against."""
        match = live.game.match
        entries = seal(self._codec(live), live.id, live.head, match.version, commit, order)
        after = take(live.game, commit)
        seed = live.seed if isinstance(commit.events[0], MatchOpened) else None
        heir = None
        if after.match.ended and after.match.locked:  # The word ends with its game; a rematch would have the same.
            word, heir = b"", rematch_of(live.id) if after.match.status == "finished" else None
        then = row(after)
        one = Append(game=live.id, expected=match.version, entries=entries, row=then, seed=seed, word=word, heir=heir)
        try:
            lost = await self._writer.append(one)
        except StoreUnavailable as error:
            if not error.doubtful:
                raise
            await self.refresh(live)  # It may have been done: the store knows.
            before = self._done_before(live, order)
            if not isinstance(before, Done):
                raise
            return before.game
        if lost is not None:
            CONFLICTS.inc()
            return lost
        count_moves(after)
        if live.game.match.version == match.version:
            live.adopt(after, entries)
        else:  # Read back meanwhile, perhaps with more.
            live.absorb(self._codec(live), entries)
        self.tell(live.channel, _message.encode(entries))
        for channel in hinted(match, after, commit):
            self.tell(channel, live.id.bytes)
        if then.robot_to_move:
            self.call(ROBOTS, live.id)
        return after

    async def _load(self, game_id: UUID) -> Live | None:
        with part("load"):
            entries, seed = await self._store.whole(game_id)
        if not entries:
            return None
        first = _opened.decode(entries[0].data)
        live = Live(game_id, self.kinds[first.kind], seed, self)
        live.restore(self._codecs[first.kind], entries)
        return self._shelf.keep(game_id, live)  # Somebody else may have loaded it meanwhile.

    async def _catch_up(self) -> None:
        try:
            while self._behind:
                await asyncio.sleep(0)  # Let more come together: after a reconnection all do.
                behind, self._behind = self._behind, {}
                await self.read(list(behind.values()))
        except StoreUnavailable as error:
            log.warning("catch_up_failed", reason=str(error))  # Reconciliation tries again.

    async def _behind_store(self, lives: Iterable[Live]) -> Sequence[Live]:
        """Return those of these games that have gone on."""
        known = {live.id: live for live in lives}
        heads = await self._store.heads(list(known)) if known else {}
        return [live for game_id, live in known.items() if heads.get(game_id, 0) > live.game.match.version]

    def _codec(self, live: Live) -> Codec:
        return self._codecs[live.game.rules.name]

    def _spawn(self, work: Any) -> asyncio.Task[Any]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


class _Came(Value):
    """What was known here when a command came: when that was, who asked, and what they had been shown."""

    at: datetime
    audience: Audience
    shown: int

    def after(self, known: Known) -> bool:
        """Return whether all that its asker has been shown by now had been decided before it came."""
        return known.match.at is not None and known.match.at < self.at


def _known(live: Live, wish: Wish) -> Known:
    return live.game.known(wish.audience(live.game))


def _no(reason: str, live: Live, wish: Wish, came: _Came) -> No:
    audience = wish.audience(live.game)
    more = audience == came.audience and _known(live, wish).version > came.shown
    return No(reason=reason, game=live.game, since=came.shown if more else None)
