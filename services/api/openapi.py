"""The document: every call and message in the words of OpenAPI 3.1, made of what the handlers declare themselves."""

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from importlib.metadata import version
from typing import Any

import msgspec
from litestar import Litestar, Response
from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute

from domain.codec import tag
from domain.kernel import Kinds
from domain.match import EVENTS
from domain.picture import Draft
from services.api.asking import AnyRequest
from services.api.calls import CALL, get
from services.api.examples import match_events
from services.api.house import json
from services.api.operations import SHARED, Operations, parameter, types_of
from services.api.problems import REFUSALS, ProblemDetails
from services.api.schemas import COMPONENTS, Schema, as_shown, named, one_of, part_of, schemas_of

ABOUT = """\
Zugfolge is an event-sourced game server: every move is an immutable event, and a game is what its events say.

A `version` counts the events that the caller's audience (a seat, or the onlookers) has been shown.  Ids are UUIDs,
times RFC 3339 in UTC.  A request that carries an `Idempotency-Key` may be sent again: it counts once, and is given its
first answer.  A refusal has changed nothing; its `code` is stable, and its `type` leads to what it means.
"""


@get("/v1/openapi.json", name="openapi", answers={200: dict[str, Any]}, caller="ignored")
async def openapi(request: AnyRequest) -> Response[bytes]:
    """Return this document."""
    state = request.app.state
    if "document" not in state:
        state["document"] = msgspec.json.encode(document(request.app, state["kinds"]))
    return json(state["document"])


def document(app: Litestar, kinds: Kinds) -> Schema:
    """Return the document of an application that offers these kinds."""
    calls = sorted(_calls(app), key=lambda call: (call[0].path_format, sorted(call[1].http_methods)))
    schemas, components = _components([handler for _, handler in calls], kinds)
    operations = Operations(kinds, schemas)
    paths: Schema = {}
    for route, handler in calls:
        paths.setdefault(route.path_format, {}).update(operations.of(route, handler))
    return {
        "openapi": "3.1.0",
        "info": {"title": "Zugfolge", "version": version("zugfolge"), "description": ABOUT, "license": {"name": "MIT"}},
        "servers": [{"url": "/"}],
        "tags": [_tag(module) for module in sorted({handler.fn.__module__ for _, handler in calls})],
        "paths": paths,
        "components": {
            "schemas": dict(sorted(components.items())),
            "parameters": {header.name: parameter(header) for header in SHARED},
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer", "description": "See `/v1/guests`."}},
        },
    }


def _calls(app: Litestar) -> Iterator[tuple[HTTPRoute, HTTPRouteHandler]]:
    for route in app.routes:
        if isinstance(route, HTTPRoute):
            yield from ((route, handler) for handler in route.route_handlers if CALL in handler.opt)


def _components(handlers: Sequence[HTTPRouteHandler], kinds: Kinds) -> tuple[Mapping[str, Schema], Schema]:
    """Return the schemas of all that is asked and answered, by the words of their types, and what they refer to."""
    asked, answered = dict[str, Any](), dict[str, Any]()
    for handler in handlers:
        asks, answers = types_of(handler.opt[CALL])
        asked |= {repr(one): one for one in asks}
        answered |= {repr(one): one for one in answers}
    further = [ProblemDetails, Draft, *EVENTS]
    schemas, components = schemas_of(list(asked.values()), [*answered.values(), *further])
    events = dict(zip(map(tag, EVENTS), schemas[-len(EVENTS) :], strict=True))
    examples = {tag(event): event for event in match_events(next(iter(kinds), "a_kind"))}
    for name, ref in events.items():
        as_shown(named(components, ref), [examples[name]])
    for rules in kinds.values():
        components |= part_of(rules)
    return dict(zip([*asked, *answered], schemas, strict=False)), components | _together(kinds, events)


def _together(kinds: Kinds, match_events: Mapping[str, Schema]) -> Schema:
    """Return the components in which all kinds come together; handlers refer to them by name."""
    moves = {tag(move): _ref(f"{rules.name}.{move.__name__}") for rules in kinds.values() for move in rules.moves}
    events = {tag(event): _ref(f"{rules.name}.{event.__name__}") for rules in kinds.values() for event in rules.events}
    own = {code for rules in kinds.values() for code in rules.texts.refusals}
    states = [_ref(f"{rules.name}.State") for rules in kinds.values()]
    return {
        "Code": {"type": "string", "enum": sorted({*REFUSALS, *own}), "description": "Why a request was refused."},
        "KindName": {"type": "string", "enum": list(kinds)},
        "Move": one_of(moves) | {"description": "A move of any kind; a game takes those of its own."},
        "Moves": {"type": "array", "items": _ref("Move"), "description": "One whole move of each effect."},
        "Drafts": {"type": "array", "items": _ref("Draft"), "description": "How a hand gathers compound moves."},
        "Event": one_of({**match_events, **events}) | {"description": "What happened, as the caller may see it."},
        "State": {"anyOf": states, "description": "The board of the game's kind, as the caller may see it."},
    }


def _ref(name: str) -> Schema:
    return {"$ref": f"{COMPONENTS}{name}"}


def _tag(module: str) -> Schema:
    about = (import_module(module).__doc__ or "").partition("\n")[0]
    return {"name": module.rpartition(".")[2], "description": about}
