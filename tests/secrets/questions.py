"""Questions: all that anybody can ask about a game without changing it, route by route."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import nullcontext
from typing import TypeAlias

from domain.value import Value
from tests.secrets.worlds import World

AUDIENCES = ("o", "s0", "s1", "s2")


class Seen(Value):
    """A game as somebody knows it: its id and kind, the events shown to them, as whom they look, and who plays."""

    game: str
    kind: str
    version: int
    audience: str
    players: tuple[str, ...]


Question: TypeAlias = tuple[str, Mapping[str, str]]
"""What follows the route's own path up to the game, and the headers."""

Questions: TypeAlias = Callable[[Seen], Iterator[Question]]


def _once(path: str) -> Questions:
    return lambda _: iter([(path, {})])


def _page(path: str) -> Questions:
    """Ask for what a link to a game shows elsewhere."""
    return lambda seen: iter([(f"{path}{seen.game}", {"Accept": "text/html", "Host": "here"})])


def _lists(seen: Seen) -> Iterator[Question]:
    for query in ("", "?status=running", f"?kind={seen.kind}", "?mine=1", "?limit=1", "?status=finished,aborted"):
        yield f"/v1/games{query}", {}


def _then(what: str) -> Questions:
    """Ask for now, for every version there was and some that nobody has seen, and for the record."""

    def ask(seen: Seen) -> Iterator[Question]:
        yield f"/v1/games/{seen.game}{what}", {}
        for version in range(1, seen.version + 3):
            yield f"/v1/games/{seen.game}{what}?version={version}", {}
        for version in (1, seen.version):
            yield f"/v1/games/{seen.game}{what}?record={version}", {}

    return ask


def _drawn(what: str) -> Questions:
    """Ask for the least: pixels cost most of all."""

    def ask(seen: Seen) -> Iterator[Question]:
        for query in ("", "?record=1"):
            yield f"/v1/games/{seen.game}{what}{query}", {"Accept_Language": "de"}

    return ask


def _events(seen: Seen) -> Iterator[Question]:
    path = f"/v1/games/{seen.game}/events"
    yield path, {}
    for version in range(seen.version + 3):
        yield f"{path}?after={version}", {}
    for name in AUDIENCES:
        yield f"{path}?after={seen.version}.{name}&limit=1", {}
    yield f"{path}?after=1&limit=2", {}


def _feed(seen: Seen) -> Iterator[Question]:
    path = f"/v1/games/{seen.game}/feed"
    for query in ("", "?scene=1", "?after=0", "?after=0&scene=1", "?after=1&scene=1"):
        yield f"{path}{query}", {}
    for version in range(1, seen.version + 3):
        yield path, {"Last_Event_ID": f"{version}.{seen.audience}"}
    for name in AUDIENCES:
        yield f"{path}?scene=1", {"Last_Event_ID": f"{seen.version}.{name}"}


def _replay(seen: Seen) -> Iterator[Question]:
    for query in ("", "&from=1", f"&from={seen.version + 1}", "&scene=1", "&abreast=1"):
        yield f"/v1/games/{seen.game}/replay?speed=1000&gap_max=0{query}", {}
    for last in ("1", f"{seen.version}", f"{seen.version + 1}"):
        yield f"/v1/games/{seen.game}/replay?speed=1000&gap_max=0", {"Last_Event_ID": last}


def _record(seen: Seen) -> Iterator[Question]:
    for wanted in ("application/json", "text/plain", "*/*"):
        yield f"/v1/games/{seen.game}/record", {"Accept": wanted}


def _draws(seen: Seen) -> Iterator[Question]:
    yield f"/v1/games/{seen.game}/draws", {}


def _chat(what: str) -> Questions:
    """Ask for the latest lines, and for those after some position."""

    def ask(seen: Seen) -> Iterator[Question]:
        for query in ("", "?after=0", "?after=1&limit=1"):
            yield f"{what.format(game=seen.game)}{query}", {}

    return ask


def _stream(seen: Seen) -> Iterator[Question]:
    game, chats = f"game:{seen.game}", f"chat:{seen.game}:onlookers,chat:lobby"
    for topics in ("me", "lobby", f"{game},{chats}", f"lobby,{game}&scene=1", f"chat:{seen.game}:players"):
        yield f"/v1/stream?topics={topics}", {}
    for version in range(1, seen.version + 3):
        yield f"/v1/stream?topics={game}", {"Last_Event_ID": f"{game}={version}.{seen.audience}"}
    for name in AUDIENCES:
        yield f"/v1/stream?topics={game}", {"Last_Event_ID": f"{game}={seen.version}.{name}"}


def _rankings(seen: Seen) -> Iterator[Question]:
    for query in ("", "?limit=1"):
        yield f"/v1/rankings/{seen.kind}{query}", {}


def _players(seen: Seen) -> Iterator[Question]:
    for name in seen.players:
        yield f"/v1/players/{name}", {}


ROUTES: Mapping[str, Questions] = {
    "/health/live": _once("/health/live"),
    "/v1/openapi.json": _once("/v1/openapi.json"),
    "/v1/docs": _once("/v1/docs"),
    "/v1/docs/{file:str}": _once("/v1/docs/reference.js"),
    "/v1/kinds": _once("/v1/kinds"),
    "/v1/kinds/{kind:str}/rules": lambda seen: iter([(f"/v1/kinds/{seen.kind}/rules", {})]),
    "/v1/kinds/{kind:str}/picture.svg": lambda seen: iter([(f"/v1/kinds/{seen.kind}/picture.svg", {})]),
    "/v1/me": _once("/v1/me"),
    "/v1/me/export": _once("/v1/me/export"),
    "/v1/invitations": _once("/v1/invitations"),
    "/v1/rankings/{kind:str}": _rankings,
    "/v1/players/{name:str}": _players,
    "/v1/problems/{code:str}": _once("/v1/problems/coin_spent"),
    "/v1/games": _lists,
    "/v1/games/{game:str}": _then(""),
    "/v1/games/{game:str}/picture.svg": _then("/picture.svg"),
    "/v1/games/{game:str}/picture.png": _drawn("/picture.png"),
    "/v1/games/{game:str}/events": _events,
    "/v1/games/{game:str}/feed": _feed,
    "/v1/games/{game:str}/replay": _replay,
    "/v1/games/{game:str}/record": _record,
    "/v1/games/{game:str}/draws": _draws,
    "/v1/games/{game:str}/chat/players": _chat("/v1/games/{game}/chat/players"),
    "/v1/games/{game:str}/chat/onlookers": _chat("/v1/games/{game}/chat/onlookers"),
    "/v1/lobby/chat": _chat("/v1/lobby/chat"),
    "/v1/stream": _stream,
    "/health/ready": _once("/health/ready"),
    "/": _once("/"),
    "/account": _once("/account"),
    "/games/{kind:str}": _once("/games/unknown"),
    "/players/{name:str}": _once("/players/somebody"),
    "/tables/{game:str}": _page("/tables/"),
    "/replay/{game:str}": _page("/replay/"),
    "/assets/{file:str}": _once("/assets/unknown"),
}
"""Every route that can be read, by its path."""

ENDLESS = {"/v1/games/{game:str}/feed", "/v1/stream"}
"""Streams, asked while the server is closing: they say what was missed, and end."""


async def look(world: World, who: str, game: str, routes: Mapping[str, Questions] = ROUTES) -> None:
    """Ask everything there is to ask, as somebody, or on some routes alone; on each once for the headers alone."""
    now = await world.ask(who, "GET", f"/v1/games/{game}")
    version, _, audience = now.header("etag").strip('"').partition(".")
    about = now.json()
    players = tuple(one["name"] for one in about["members"])
    seen = Seen(game=game, kind=about["kind"], version=int(version), audience=audience, players=players)
    for route, questions in routes.items():
        async with world.closing() if route in ENDLESS else nullcontext():
            for number, (path, headers) in enumerate(questions(seen)):
                for method in ("GET", "HEAD") if number == 0 else ("GET",):
                    await world.ask(who, method, path, **headers)
