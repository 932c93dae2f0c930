"""Feeds: one game as one reader follows it, commit by commit, through the eyes of whoever they are."""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import ExitStack
from typing import TypeAlias

from domain.feed import Game, Known, Step, history
from domain.kernel import Audience
from domain.match import Match
from domain.picture import Scene
from domain.row import audience_name
from domain.value import Value
from infra.postgres.people import Person
from services.api import wire
from services.api.readers import Marked, Reader, sse
from services.hub import Hub
from services.live import Live

Resume: TypeAlias = tuple[int, str | None]
"""A version, and the audience that counted so (None: a bare number, of whoever asks)."""

View: TypeAlias = Callable[[Live, Game, Known, Audience], Awaitable[wire.GameView]]

ENDED = ".end"  # In the id of a stream of many topics: this one has been told its end, too.


class Missing(Value):
    """What a client had already, and what is to be told: what was known, and the step that led there, if that is."""

    had: Known | None
    told: tuple[tuple[Known, Step | None], ...]


class Following(Value):
    """How somebody follows a game: who they are, from where on, whether with the scene.

    `after`: what they have been told already, the end too where `ended`; where more than `most` steps are missing the
    feed begins anew.  `view` makes a whole view.  `topic` names the game where a stream follows more than that.
    """

    person: Person | None
    after: Resume | None
    most: int
    view: View
    drawn: bool = False
    ended: bool = False
    topic: str | None = None


def audience_of(match: Match, person: Person | None) -> Audience:
    """Return through whose eyes somebody sees a game: a seat held, or the onlookers'."""
    return None if person is None else match.seat_of(person.id)


class Feed:
    """One game for one reader: as whom they see it, and which scene they have.

    A commit that changes as whom they see it (seated, left) begins it anew.
    """

    def __init__(self, reader: Reader, live: Live, how: Following) -> None:
        """Begin with nothing told."""
        self._reader = reader
        self._live = live
        self._how = how
        self._audience: Audience = None
        self._scene = wire.BLANK if how.drawn else None

    async def open(self, hub: Hub, stack: ExitStack) -> None:
        """Queue what is missing, and hear every commit from now on."""
        await hub.watch(self._live)
        stack.callback(hub.leave, self._live)
        self._live.watchers.add(self)
        stack.callback(self._live.watchers.discard, self)
        self._begin(self._live.game)

    def _begin(self, game: Game) -> None:
        after = self._how.after
        self._audience = audience_of(game.match, self._how.person)
        known = game.known(self._audience)
        if self._how.ended and after is not None and f"{after[0]}.{after[1]}" == wire.tag(known, self._audience):
            return
        missing = _missing(game, self._audience, after, self._how.most)
        if missing is None:
            self._begin_anew(game)
        else:
            self._reader.send(self._in_time(game, missing))
            self._scene = self._scene and _shared_scene(self._live, known)
        if game.match.ended:
            self._end(game)

    def changed(self, live: Live) -> None:
        """Queue what the newest commit shows this reader."""
        game = live.game
        audience = audience_of(game.match, self._how.person)
        if audience != self._audience:
            self._audience = audience
            self._begin_anew(game)
        else:
            known = game.known(audience)
            if known.step is not None:
                self._reader.send(self._step(live, known))
        if game.match.ended:
            self._end(game)

    def _in_time(self, game: Game, missing: Missing) -> Callable[[], Awaitable[Sequence[bytes | Marked]]]:
        audience = self._audience

        async def told() -> Sequence[bytes | Marked]:
            return list(self._messages(game, missing, audience))

        return told

    def _messages(self, game: Game, missing: Missing, audience: Audience) -> Iterator[bytes | Marked]:
        drawn = self._how.drawn
        before = wire.scene(game.rules, missing.had.match) if drawn and missing.had is not None else wire.BLANK
        for known, step in missing.told:
            body = wire.message(game.rules, known, step, audience, {})
            if drawn:
                after = wire.scene(game.rules, known.match)
                body = wire.with_hand(body, game, known, audience)
                body, before = wire.with_scene(body, before, after), after
            yield self._message("game", body, wire.tag(known, audience))

    def _begin_anew(self, game: Game) -> None:
        live, audience, known = self._live, self._audience, game.known(self._audience)
        scene = self._scene = None if self._scene is None else _shared_scene(live, known)

        async def reset() -> Sequence[bytes | Marked]:
            body = wire.encode(await self._how.view(live, game, known, audience))
            if scene is not None:
                body = wire.with_scene(body, wire.BLANK, scene)
            return [self._message("reset", body, wire.tag(known, audience))]

        self._reader.send(reset)

    def _step(self, live: Live, known: Known) -> bytes | Marked:
        """Return the newest step, written once for all readers who are told the same in the same way."""
        before, after = self._scene, None if self._scene is None else _shared_scene(live, known)
        self._scene = after
        # Readers kept the scene until now, so that its id is its own.
        key = "step", self._audience, self._how.topic, None if before is None else id(before)
        found: bytes | Marked | None = live.shared.get(key)
        if found is None:
            body = wire.message(live.game.rules, known, known.step, self._audience, live.shared)
            if before is not None and after is not None:
                body = wire.with_hand(body, live.game, known, self._audience)
                body = wire.with_scene(body, before, after)
            found = live.shared[key] = self._message("game", body, wire.tag(known, self._audience))
        return found

    def _end(self, game: Game) -> None:
        """Close the feed of an ended game; the id is what a browser comes back with, to be told to stop."""
        known = game.known(self._audience)
        tag = wire.tag(known, self._audience)
        ended = tag if self._how.topic is None else tag + ENDED
        self._reader.send(self._message("end", b'{"version":%d}' % known.version, ended))
        if self._how.topic is None:
            self._reader.finish()

    def _message(self, event: str, body: bytes, position: str) -> bytes | Marked:
        topic = self._how.topic
        if topic is None:
            return sse(event, body, position)
        return Marked(topic=topic, position=position, message=sse(event, of_topic(topic, body)))


def of_topic(topic: str, body: bytes) -> bytes:
    """Return an object as it is told in a stream of many topics: which of them it belongs to comes first."""
    return b'{"topic":"%b",%b' % (topic.encode(), body[1:])


def _missing(game: Game, audience: Audience, after: Resume | None, most: int) -> Missing | None:
    """Return what brings a client up to date; None where only a reset does."""
    known = game.known(audience)
    if after is None:
        return Missing(had=None, told=((known, None),))
    version, name = after
    if (name is not None and name != audience_name(audience)) or version > known.version:
        return None
    feed = list(history(game.rules, game.log, audience))
    had = [then for then in feed if then.version <= version]
    told = tuple((then, then.step) for then in feed[len(had) :])
    return None if len(told) > most else Missing(had=had[-1] if had else None, told=told)


def _shared_scene(live: Live, known: Known) -> Scene:
    """Return the scene of the newest commit, drawn once for all who know the same."""
    key = "scene", known.visible
    if key not in live.shared:
        live.shared[key] = wire.scene(live.game.rules, known.match)
    scene: Scene = live.shared[key]
    return scene
