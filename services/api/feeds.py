"""Feeds: the open streams of this process, each reader with a bounded queue of bytes."""

import asyncio
import secrets
from collections.abc import Callable, Coroutine
from typing import Any

import structlog

from domain.feed import Game, Known
from domain.kernel import Audience
from domain.match import Match
from domain.picture import Scene
from infra.postgres.people import Person
from services.api import wire
from services.live import Live

RETRY_MILLISECONDS_MIN = 1_000
RETRY_MILLISECONDS_SPREAD = 4_000  # Clients must not come back all at once.

log = structlog.get_logger()


def audience_of(match: Match, person: Person | None) -> Audience:
    """Return through whose eyes somebody sees a game: a seat held, or the onlookers'."""
    return None if person is None else match.seat_of(person.id)


class Feed:
    """One reader of one game: as whom they see it, and what waits to be sent.

    A commit that changes as whom they see it (seated, left) leaves `begin_anew`, the game to start over from.
    """

    def __init__(self, person: Person | None, audience: Audience, waiting_max: int, scene: Scene | None = None) -> None:
        """Begin with nothing to send; `scene` is the one the reader has, None: they want none."""
        self.person = person
        self.audience = audience
        self.scene = scene
        self.begin_anew: Game | None = None
        self.ended = False  # Nothing follows what is waiting.
        self.cut = False  # The reader has gone, or was too slow; whoever comes back resumes.
        self._waiting = list[bytes]()
        self._waiting_max = waiting_max
        self._woken = asyncio.Event()
        self._beating = False
        self._stop: Callable[[], object] = _nothing

    async def serve(self, work: Coroutine[Any, Any, None]) -> None:
        """Do the work of this stream until it is done or the reader is cut off, even in the midst of a write."""
        task = asyncio.create_task(work)
        self._stop = task.cancel
        try:
            await task
        except asyncio.CancelledError:
            if not self.cut:
                task.cancel()
                raise

    def changed(self, live: Live) -> None:
        """Queue what the newest commit shows this reader."""
        game = live.game
        audience = audience_of(game.match, self.person)
        if audience != self.audience:
            self.audience, self.begin_anew = audience, game
            self.scene = self.scene and shared_scene(live, game.known(audience))
            self._waiting.clear()
            self._woken.set()
        else:
            known = game.known(audience)
            if known.step is not None:
                self.send(self._message(live, known))
        if game.match.ended:
            known = game.known(audience)
            self.send(end_message(known, wire.tag(known, audience)))
            self.finish()

    def _message(self, live: Live, known: Known) -> bytes:
        if self.scene is None:
            return step_message(live, known, self.audience)
        before, after = self.scene, shared_scene(live, known)
        self.scene = after
        key = "drawn", self.audience, id(before)  # Readers keep the scene, so that its id stays its own.
        found = live.shared.get(key)
        if found is None:
            body = wire.message(live.game.rules, known, known.step, self.audience, live.shared)
            found = sse("game", wire.with_scene(body, before, after), wire.tag(known, self.audience))
            live.shared[key] = found
        return found

    def send(self, message: bytes) -> None:
        """Queue a message."""
        if self.ended or self.cut:
            return
        self._waiting.append(message)
        if len(self._waiting) > self._waiting_max:
            log.info("slow_reader_cut", waiting=len(self._waiting))
            self.hang_up()
        self._woken.set()

    def beat(self, heartbeat: bytes) -> None:
        """Queue a heartbeat; if the last one is still waiting, nobody is reading."""
        if self._beating:
            self.hang_up()
        self._beating = True
        self.send(heartbeat)

    def finish(self) -> None:
        """End after what is waiting; the client comes back after a pause of its own."""
        self.send(retry())
        self.ended = True
        self._woken.set()

    def hang_up(self) -> None:
        """Stop at once."""
        self.cut = True
        self._waiting.clear()
        self._stop()

    async def wait(self) -> None:
        """Wait until there is something to do."""
        while not (self._waiting or self.begin_anew or self.ended):
            self._woken.clear()
            await self._woken.wait()

    def take(self) -> bytes:
        """Return all that waits."""
        chunk = b"".join(self._waiting)
        self._waiting.clear()
        self._beating = False
        return chunk


def step_message(live: Live, known: Known, audience: Audience) -> bytes:
    """Return the newest step of an audience, encoded once for all its readers."""
    key = "sse", audience
    found = live.shared.get(key)
    if found is None:
        body = wire.message(live.game.rules, known, known.step, audience, live.shared)
        live.shared[key] = found = sse("game", body, wire.tag(known, audience))
    return found


def shared_scene(live: Live, known: Known) -> Scene:
    """Return the scene of the newest commit, drawn once for all who know the same."""
    key = "scene", known.visible
    if key not in live.shared:
        live.shared[key] = wire.scene(live.game.rules, known.match)
    scene: Scene = live.shared[key]
    return scene


def end_message(known: Known, tag: str) -> bytes:
    """Return what closes the stream of an ended game; its id is what a browser comes back with, to be told to stop."""
    return sse("end", b'{"version":%d}' % known.version, tag)


def retry() -> bytes:
    """Return when to come back, a little different for everybody."""
    return b"retry: %d\n\n" % (RETRY_MILLISECONDS_MIN + secrets.randbelow(RETRY_MILLISECONDS_SPREAD))


def sse(event: str, data: bytes, tag: str | None = None) -> bytes:
    """Return one server-sent event; `data` is one line."""
    head = b"" if tag is None else b"id: %b\n" % tag.encode()
    return b"%bevent: %b\ndata: %b\n\n" % (head, event.encode(), data)


def _nothing() -> None:
    """There is nothing to stop yet."""
